"""The laws that every ruleset keeps, played at random over each of them and the toys."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.common import game_log
from engine.common.game_log import ActionLine, SeededGame, digest, replay, start
from engine.contract.action import GM, ActionError, Event, IllegalAction, InvalidAction, Offer
from engine.contract.dice import GameSecret
from engine.contract.ruleset import AnyRuleset
from engine.contract.running_game import RunningGame
from engine.contract.view import Topic, View
from tests.engine.contract.cases import (
    SEEDS,
    Case,
    each_beginning,
    encode,
    every_case,
    every_ruleset,
    play,
)
from tests.rolled import dice_for
from tests.toys.guessing import Toy

STEPS = 6
MANY_STEPS = 100
TRIED = 8  # offers that are tried at each step
SPRITE = re.compile(r"[a-z_]+:\S+")


@pytest.fixture(
    scope="module",
    autouse=True,
    params=[STEPS, pytest.param(MANY_STEPS, marks=pytest.mark.soak(part="laws"))],
)
def steps(request: pytest.FixtureRequest) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(f"{__name__}.STEPS", request.param)
        yield


# ---------------------------------------------------------------- offers


@every_case
@each_beginning
def test_every_offer_is_a_line_that_reads_back(case: Case, beginning: str) -> None:
    seed = SEEDS[0]
    game = case.begin(beginning, seed)
    verbs = {verb.name: verb for verb in case.ruleset.verbs}
    for _ in play(game, seed, STEPS):
        for seat in case.seats:
            for offer in game.legal(seat):
                assert game.parse(str(offer.action), seat) == offer.action
                assert "\n" not in str(offer.action)
                assert ("gm" if seat == GM else "player") in verbs[offer.action.verb].roles
                assert 1 <= len(str(offer.label)) <= 38
                assert len(str(offer.hint)) <= 100


@every_case
@each_beginning
def test_every_offer_is_accepted(case: Case, beginning: str) -> None:
    seed = SEEDS[1]
    dice = random.Random(seed)
    game = case.begin(beginning, seed)
    for _ in play(game, seed, STEPS // 2):
        for seat in case.seats:
            offers = game.legal(seat)
            for offer in dice.sample(offers, min(len(offers), TRIED)):
                copy = case.copy(game)
                copy.apply(seat, offer.action, dice_for(copy.dump()))
                if offer.free:
                    assert copy.turn() == game.turn()


@every_case
@each_beginning
def test_offers_and_views_are_stable_and_change_nothing(case: Case, beginning: str) -> None:
    seed = SEEDS[0]
    game = case.begin(beginning, seed)
    for _ in play(game, seed, STEPS):
        before = game.dump()
        again = case.copy(game)
        for seat in case.seats:
            offers = game.legal(seat)
            assert offers == game.legal(seat)
            assert offers == again.legal(seat)
            assert len({offer.action for offer in offers}) == len(offers)
            assert game.autoplay(seat) == again.autoplay(seat)
        for watcher in case.watchers:
            view = game.view(watcher)
            assert encode(view) == encode(again.view(watcher))
            check_sizes(view)
            check_names(view)
        assert game.turn() == again.turn()
        assert game.dump() == before
        assert again.dump() == before


def check_sizes(view: View) -> None:
    """Assert that a view keeps to the measures that the contract names."""
    assert 1 <= len(str(view.alt)) <= 1024
    assert view.map or view.sheet
    if view.prompt:
        assert len(str(view.prompt.label)) <= 30
    if board := view.map:
        area = board.height * board.width
        layers = (board.ground, board.state, board.light, board.lighting)
        assert [len(layer) for layer in layers] == [area] * 4
        assert len(board.overlay) in (0, area)
        assert max(board.ground, default=0) < len(board.legend)
        assert max(board.light, default=0) <= 15
        assert max(board.lighting, default=0) < len(board.lightings)
        assert max(board.overlay, default=0) < len(board.overlays)
        assert all(len(entity.badges) <= 3 for entity in board.entities)


def check_names(view: View) -> None:
    """Assert that sprites are named "ruleset:name"."""
    sprites = [character.sprite for character in view.characters if character.sprite]
    if board := view.map:
        sprites += [ground.sprite for ground in board.legend]
        sprites += [item.sprite for item in board.items]
        sprites += [entity.sprite for entity in board.entities]
    assert all(SPRITE.fullmatch(sprite) for sprite in sprites)


@every_case
def test_equal_views_give_equal_offers(case: Case) -> None:
    offered: dict[tuple[int, bytes], tuple[Offer, ...]] = {}
    met = 0
    for n in range(6):
        seed = SEEDS[n % 3]  # the same games again, by other ways
        game = case.opened(seed)
        for _ in play(game, bytes([n] * 16), STEPS):
            for seat in case.seats:
                key = seat, encode(game.view(seat))
                offers = game.legal(seat)
                met += key in offered
                assert offered.setdefault(key, offers) == offers
    assert met


@every_case
@each_beginning
def test_a_player_who_is_not_waited_for_may_do_nothing(case: Case, beginning: str) -> None:
    seed = SEEDS[0]
    game = case.begin(beginning, seed)
    for _ in play(game, seed, STEPS // 2):
        turn = game.turn()
        may_act = {*turn.waiting, *turn.also}
        actions = [offer.action for seat in turn.waiting for offer in game.legal(seat)]
        before = game.dump()
        for seat in set(case.players) - may_act:
            assert not game.legal(seat)
            for action in actions:
                with pytest.raises(IllegalAction):
                    game.apply(seat, action, dice_for(game.dump()))
        assert game.dump() == before


@every_case
@each_beginning
def test_a_player_whom_nobody_waits_for_ends_no_turn(case: Case, beginning: str) -> None:
    seed = SEEDS[0]
    game = case.begin(beginning, seed)
    for _ in play(game, seed, STEPS // 2):
        turn = game.turn()
        assert not set(turn.also) & set(turn.waiting)
        assert set(turn.also) <= set(case.seats)
        for seat in set(turn.also) - {GM}:
            for offer in game.legal(seat)[:TRIED]:
                copy = case.copy(game)
                copy.apply(seat, offer.action, dice_for(copy.dump()))
                assert copy.turn().id == turn.id
                assert copy.turn().waiting == turn.waiting


@every_case
@each_beginning
def test_autoplay_does_what_is_allowed(case: Case, beginning: str) -> None:
    for irreversible in (False, True):
        game = case.begin(beginning, SEEDS[1])
        for _ in range(STEPS):
            waiting = game.turn().waiting
            if not waiting:
                break
            advice = game.autoplay(waiting[-1], irreversible=irreversible)
            assert advice
            assert game.parse(str(advice.action), waiting[-1]) == advice.action
            game.apply(waiting[-1], advice.action, dice_for(game.dump()))


# ---------------------------------------------------------------- saving and replaying


def play_line(game: RunningGame, line: ActionLine) -> tuple[Event, ...]:
    """Do an action line with the dice that the game has there."""
    return game_log.play(game, line, dice_for(game.dump()))


@every_case
@each_beginning
def test_saving_at_any_step_makes_no_difference(case: Case, beginning: str) -> None:
    seed = SEEDS[0]
    game = case.begin(beginning, seed)
    for line in play(game, seed, STEPS):
        copy, original = case.copy(game), case.copy(game)
        assert play_line(copy, line) == play_line(original, line)
        assert copy.dump() == original.dump()
        assert case.copy(copy).dump() == copy.dump()


@every_case
@pytest.mark.parametrize("seed", [bytes([n] * 16) for n in range(3)])
def test_replaying_the_log_gives_the_same_bytes(case: Case, seed: bytes) -> None:
    header, secret = case.header(seed), GameSecret(seed)
    game = start(case.ruleset, header, secret)
    seeded, chance, lines = SeededGame(game, secret), random.Random(seed), []
    for _ in range(STEPS * 4):
        turn = game.turn()
        seats = [seat for seat in (*turn.waiting, *turn.also) if game.legal(seat)]
        if not turn.waiting:
            break
        seat = chance.choice(seats)
        lines.append(ActionLine(seat, str(chance.choice(game.legal(seat)).action)))
        seeded.play(lines[-1])
    again = start(case.ruleset, header, secret)
    replay(SeededGame(again, secret), lines)
    assert again.dump() == game.dump()


@every_case
def test_seeds_make_the_game(case: Case) -> None:
    assert digest(case.fresh(SEEDS[0])) == digest(case.fresh(SEEDS[0]))
    assert digest(case.opened(SEEDS[0])) != digest(case.opened(SEEDS[1]))


@every_ruleset
@given(junk=st.binary(max_size=60))
def test_what_is_no_state_is_refused(ruleset: AnyRuleset, junk: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any sentence will do
        ruleset.load(junk)


@every_case
def test_a_state_cut_short_is_refused(case: Case) -> None:
    whole = case.fresh(bytes(16)).dump()
    for size in range(0, len(whole), max(1, len(whole) // 40)):
        with pytest.raises(ValueError):  # noqa: PT011 - any sentence will do
            case.ruleset.load(whole[:size])


# ---------------------------------------------------------------- who may know what


@every_case
@each_beginning
def test_no_view_holds_the_seed_or_what_others_alone_may_hear(case: Case, beginning: str) -> None:
    seed = bytes(range(209, 225))  # of a short random setup
    game = case.begin(beginning, seed)
    for line in play(game, seed, STEPS):
        copy = case.copy(game)
        events = play_line(copy, line)
        for watcher in case.watchers:
            shown = encode(copy.view(watcher))
            assert seed not in shown
            assert seed.hex().encode() not in shown
            if watcher == GM:
                continue
            for event in events:
                if event.audience is not None and watcher not in event.audience:
                    assert encode(event.text) not in shown
                    assert str(event.text).encode() not in shown


@every_case
@each_beginning
def test_every_version_of_a_happening_is_for_somebody(case: Case, beginning: str) -> None:
    seed = SEEDS[2]
    game = case.begin(beginning, seed)
    for line in play(game, seed, STEPS):
        reached: dict[int, set[int | None]] = {}
        for event in play_line(case.copy(game), line):
            audience = event.audience
            assert audience is None or set(audience) <= {*case.players, GM}
            readers = {*case.watchers} if audience is None else {*audience}
            if event.occurrence:
                known = reached.setdefault(event.occurrence, set())
                assert readers - known, "a version that nobody gets"
                known |= readers


@every_case
@each_beginning
def test_where_views_are_the_same_for_all_one_serves_every_player(
    case: Case, beginning: str
) -> None:
    if not case.ruleset.same_view_for_all:
        return
    seed = SEEDS[2]
    game = case.begin(beginning, seed)
    for _ in play(game, seed, STEPS):
        public = encode(game.view(None))
        assert all(encode(game.view(seat)) == public for seat in case.players)


@every_case
@each_beginning
def test_topics_are_told_apart_and_explained(case: Case, beginning: str) -> None:
    seed = SEEDS[1]
    dice = random.Random(seed)
    game = case.begin(beginning, seed)
    for _ in play(game, seed, 6):
        for watcher in case.watchers:
            topics = game.topics(watcher)
            assert len({(each.kind, each.page, each.name) for each in topics}) == len(topics)
            assert all(1 <= len(topic.name) <= 60 for topic in topics)
            assert all(1 <= len(str(topic.title)) <= 100 for topic in topics)
            for topic in dice.sample(topics, min(len(topics), STEPS)):
                assert game.explain(watcher, topic)
            with pytest.raises(InvalidAction):
                game.explain(watcher, Topic("sight", "no such thing", "Nothing"))


# ---------------------------------------------------------------- turns and the end


@every_case
@each_beginning
def test_a_turn_keeps_its_id_until_all_that_it_waits_for_have_acted(
    case: Case, beginning: str
) -> None:
    seed = SEEDS[2]
    game = case.begin(beginning, seed)
    turn, shown, past = game.turn(), game.view(None).turn, set()
    seat: int | None = None  # who acted last
    for line in play(game, seed, STEPS * 2):
        after = game.turn()
        if after.id == turn.id:
            assert set(after.waiting) <= set(turn.waiting)
            assert after.simultaneous == turn.simultaneous
        else:
            past.add(turn.id)
            assert after.id not in past
            assert seat == GM or set(turn.waiting) == {seat}
        assert len(set(after.waiting)) == len(after.waiting)
        assert set(after.waiting) <= set(case.seats)
        assert len(after.waiting) <= 1 or after.simultaneous
        assert game.view(None).turn >= shown
        turn, shown, seat = after, game.view(None).turn, line.seat


@every_case
def test_a_game_waits_for_nobody_exactly_when_it_is_over(case: Case) -> None:
    for seed in SEEDS:
        game = case.opened(seed)
        for _ in play(game, seed, STEPS * 2):
            assert game.outcome() is None
            assert game.view(None).phase == "play"
            for seat in case.players:
                check_phase(game.view(seat), seat in game.turn().waiting)
        outcome = game.outcome()
        assert (outcome is None) == bool(game.turn().waiting)
        if outcome:
            assert game.view(None).ending == outcome.ending
            assert all(game.view(seat).phase == "over" for seat in case.seats)


def check_phase(view: View, waited_for: bool) -> None:
    """Assert that a seat's view says how it ended when it has ended, and only then."""
    assert (view.phase == "over") == (view.ending != "")
    assert view.phase != "over" or not waited_for


# ---------------------------------------------------------------- any text


@every_case
@given(data=st.data())
def test_any_text_is_an_action_or_one_sentence(case: Case, data: st.DataObject) -> None:
    game = case.begin(data.draw(st.sampled_from(["fresh", "opened"])), SEEDS[3])
    words = st.sampled_from([verb.name for verb in case.ruleset.verbs])
    numbers = st.sampled_from(["n", "x", "-1", "0", "999999999", "⅓"])
    line = st.one_of(
        st.text(max_size=60),
        st.builds("{} {}".format, words, st.text(max_size=20)),
        st.builds("{} {}".format, words, numbers),
    )
    text = data.draw(line)
    before, seat = game.dump(), data.draw(st.sampled_from(case.seats))
    try:
        action = game.parse(text, seat)
        assert game.dump() == before
        assert game.parse(str(action), seat) == action
        game.apply(seat, action, dice_for(game.dump()))
    except ActionError as error:
        sentence = str(error)
        assert "\n" not in sentence
        assert 1 <= len(sentence) <= 300
        assert game.dump() == before


# ---------------------------------------------------------------- secrets


@given(seed=st.binary(min_size=16, max_size=16), turns=st.integers(0, 20))
def test_in_the_toy_a_word_is_seen_by_its_own_seat_alone(seed: bytes, turns: int) -> None:
    toy = Toy()
    state = toy.new({"letters": "6"}, ("Ann", "Bob"), dice_for(seed))
    state.secrets = ["XQXQXQ", "ZWZWZW"]
    for _ in range(turns):
        (seat,) = toy.turn(state).waiting or (0,)
        if advice := toy.autoplay(state, seat):
            toy.apply(state, seat, advice.action, dice_for(toy.dump(state)))
    shown = {watcher: encode(toy.view(state, watcher)) for watcher in (None, 0, 1)}
    for seat, word in enumerate(state.secrets):
        for watcher, view in shown.items():
            assert (word.encode() in view) == (watcher == seat)
