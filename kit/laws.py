"""The laws of the contract, which every ruleset keeps, as tests: played at random.

`kit.plugin.Laws` gives them their games: `case` is a way to start a game, `beginning` says whether
its setup is done, `scale` how much is tried.
"""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.common import game_log
from engine.common.game_log import ActionLine, SeededGame, digest, replay, start
from engine.contract.action import GM, ActionError, Event, IllegalAction, InvalidAction, Offer
from engine.contract.dice import ActionDice, ActionKey, GameSecret
from engine.contract.ruleset import AnyRuleset
from engine.contract.running_game import RunningGame
from engine.contract.texts import Words
from engine.contract.view import Topic, View
from kit.cases import SEEDS, Case, dice_for, encode, names, play, shown
from kit.offered import HOSTILE, offers_without_effect, send_hostile_lines
from kit.plugin import Scale

TRIED = 8  # offers that are tried at each step
SPRITE = re.compile(r"[a-z_]+:\S+")
MOST = 25  # of Discord's: subcommands of a command, of a group; choices of an option
SECRETS = tuple(GameSecret(bytes([n]) + b" secret of game"[:15]) for n in (1, 2))
DICE_STEPS = 12


# ---------------------------------------------------------------- verbs, settings, roles


def test_names_and_summaries_fit_into_discord(ruleset: AnyRuleset) -> None:
    assert ruleset.name.isidentifier()
    assert ruleset.name == ruleset.name.lower()
    for verb in ruleset.verbs:
        assert 1 <= len(verb.name) <= 32
        assert 1 <= len(verb.summary) <= 100
        for option in verb.options:
            assert option.name == option.name.lower()
            assert 1 <= len(option.name) <= 32
            assert 1 <= len(option.summary) <= 100
            assert len(option.choices) <= MOST
    for setting in ruleset.settings:
        assert setting.values
        assert len(setting.summary) <= 100
    assert len({verb.name for verb in ruleset.verbs}) == len(ruleset.verbs)
    assert int(ruleset.data_digest(), 16) >= 0


def test_every_verb_has_a_place_among_the_slash_commands(ruleset: AnyRuleset) -> None:
    commands = [verb for verb in ruleset.verbs if verb.command]
    groups = Counter(verb.group for verb in commands)
    top_level = groups.pop("", 0) + len(groups)
    assert top_level <= MOST
    assert all(count <= MOST for count in groups.values())
    assert all(re.fullmatch(r"[a-z_-]{1,32}", group) for group in groups)
    summaries = {verb.group: verb.group_summary for verb in reversed(commands) if verb.group}
    assert all(1 <= len(summary) <= 100 for summary in summaries.values())
    assert not groups.keys() & {verb.name for verb in commands if not verb.group}


def test_roles_name_a_number_of_players(ruleset: AnyRuleset) -> None:
    roles = ruleset.roles({})
    assert 1 <= roles.least_players <= roles.most_players
    assert roles.gm in ("absent", "optional", "required")


def test_every_value_of_a_setting_starts_a_game(ruleset: AnyRuleset) -> None:
    for setting in ruleset.settings:
        for value in setting.values:
            options = {setting.name: value}
            roles = ruleset.roles(options)
            seats = names(roles.least_players)
            state = ruleset.new(options, seats, dice_for(bytes(16)), gm=roles.gm == "required")
            assert ruleset.turn(state).waiting
            assert isinstance(ruleset.describe_rules(options), Words)


def test_a_setting_or_a_value_that_there_is_not_is_refused_in_a_sentence(
    ruleset: AnyRuleset,
) -> None:
    refused = {"shoe": "xqzzt"}, *({setting.name: "xqzzt"} for setting in ruleset.settings)
    for options in refused:
        roles = ruleset.roles({})
        seats = names(roles.least_players)
        with pytest.raises(InvalidAction, match=r"no such setting|can be: ") as refusal:
            ruleset.new(options, seats, dice_for(bytes(16)), gm=roles.gm == "required")
        assert "xqzzt" not in str(refusal.value)


# ---------------------------------------------------------------- offers


def test_every_offer_is_a_line_that_reads_back(case: Case, beginning: str, scale: Scale) -> None:
    seed = SEEDS[0]
    game = case.begin(beginning, seed)
    verbs = {verb.name: verb for verb in case.ruleset.verbs}
    for _ in play(game, seed, scale.steps):
        for seat in case.seats:
            for offer in game.legal(seat):
                assert game.parse(str(offer.action), seat) == offer.action
                assert "\n" not in str(offer.action)
                assert ("gm" if seat == GM else "player") in verbs[offer.action.verb].roles
                assert 1 <= len(str(offer.label)) <= 38
                assert len(str(offer.hint)) <= 100


def test_every_offer_is_accepted(case: Case, beginning: str, scale: Scale) -> None:
    seed = SEEDS[1]
    dice = random.Random(seed)
    game = case.begin(beginning, seed)
    for _ in play(game, seed, scale.steps // 2):
        for seat in case.seats:
            offers = game.legal(seat)
            for offer in dice.sample(offers, min(len(offers), TRIED)):
                copy = case.copy(game)
                copy.apply(seat, offer.action, dice_for(copy.dump()))
                if offer.free:
                    assert copy.turn() == game.turn()


def test_every_offer_changes_the_game_or_asks_a_question(
    whole_ruleset: AnyRuleset, scale: Scale
) -> None:
    assert not offers_without_effect(whole_ruleset, 1, scale.states, scale.tried)


def test_offers_and_views_are_stable_and_change_nothing(
    case: Case, beginning: str, scale: Scale
) -> None:
    seed = SEEDS[0]
    game = case.begin(beginning, seed)
    for _ in play(game, seed, scale.steps):
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
            assert shown(game, watcher) == shown(again, watcher)
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


def test_equal_views_give_equal_offers(case: Case, scale: Scale) -> None:
    offered: dict[tuple[int, bytes], tuple[Offer, ...]] = {}
    met = 0
    for n in range(6):
        seed = SEEDS[n % 3]  # the same games again, by other ways
        game = case.opened(seed)
        for _ in play(game, bytes([n] * 16), scale.steps):
            for seat in case.seats:
                key = seat, shown(game, seat)
                offers = game.legal(seat)
                met += key in offered
                assert offered.setdefault(key, offers) == offers
    assert met


def test_a_player_who_is_not_waited_for_may_do_nothing(
    case: Case, beginning: str, scale: Scale
) -> None:
    seed = SEEDS[0]
    game = case.begin(beginning, seed)
    for _ in play(game, seed, scale.steps // 2):
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


def test_a_player_whom_nobody_waits_for_ends_no_turn(
    case: Case, beginning: str, scale: Scale
) -> None:
    seed = SEEDS[0]
    game = case.begin(beginning, seed)
    for _ in play(game, seed, scale.steps // 2):
        turn = game.turn()
        assert not set(turn.also) & set(turn.waiting)
        assert set(turn.also) <= set(case.seats)
        for seat in set(turn.also) - {GM}:
            for offer in game.legal(seat)[:TRIED]:
                copy = case.copy(game)
                copy.apply(seat, offer.action, dice_for(copy.dump()))
                assert copy.turn().id == turn.id
                assert copy.turn().waiting == turn.waiting


def test_autoplay_does_what_is_allowed(case: Case, beginning: str, scale: Scale) -> None:
    for irreversible in (False, True):
        game = case.begin(beginning, SEEDS[1])
        for _ in range(scale.steps):
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


def test_saving_at_any_step_makes_no_difference(case: Case, beginning: str, scale: Scale) -> None:
    seed = SEEDS[0]
    game = case.begin(beginning, seed)
    for line in play(game, seed, scale.steps):
        copy, original = case.copy(game), case.copy(game)
        assert play_line(copy, line) == play_line(original, line)
        assert copy.dump() == original.dump()
        assert case.copy(copy).dump() == copy.dump()


def test_replaying_the_log_gives_the_same_bytes(case: Case, scale: Scale) -> None:
    for seed in SEEDS:
        header, secret = case.header(seed), GameSecret(seed)
        game = start(case.ruleset, header, secret)
        seeded, chance, lines = SeededGame(game, secret), random.Random(seed), []
        for _ in range(scale.steps * 4):
            turn = game.turn()
            if not turn.waiting:
                break
            seats = [seat for seat in (*turn.waiting, *turn.also) if game.legal(seat)]
            seat = chance.choice(seats)
            lines.append(ActionLine(seat, str(chance.choice(game.legal(seat)).action)))
            seeded.play(lines[-1])
        again = start(case.ruleset, header, secret)
        replay(SeededGame(again, secret), lines)
        assert again.dump() == game.dump()


def test_equal_seeds_begin_equal_games(case: Case) -> None:
    assert digest(case.fresh(SEEDS[0])) == digest(case.fresh(SEEDS[0]))


@given(junk=st.binary(max_size=60))
def test_what_is_no_state_is_refused(ruleset: AnyRuleset, junk: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any sentence will do
        ruleset.load(junk)


def test_a_state_cut_short_is_refused(case: Case) -> None:
    whole = case.fresh(bytes(16)).dump()
    for size in range(0, len(whole), max(1, len(whole) // 40)):
        with pytest.raises(ValueError):  # noqa: PT011 - any sentence will do
            case.ruleset.load(whole[:size])


# ---------------------------------------------------------------- who may know what


def test_no_view_holds_the_seed_or_what_others_alone_may_hear(
    case: Case, beginning: str, scale: Scale
) -> None:
    seed = bytes(range(209, 225))  # of a short random setup
    game = case.begin(beginning, seed)
    for line in play(game, seed, scale.steps):
        copy = case.copy(game)
        events = play_line(copy, line)
        for watcher in case.watchers:
            seen = shown(copy, watcher)
            assert seed not in seen
            assert seed.hex().encode() not in seen
            if watcher == GM:
                continue
            for event in events:
                if event.audience is not None and watcher not in event.audience:
                    assert encode(event.text) not in seen
                    assert str(event.text).encode() not in seen


def test_every_version_of_a_happening_is_for_somebody(
    case: Case, beginning: str, scale: Scale
) -> None:
    seed = SEEDS[2]
    game = case.begin(beginning, seed)
    for line in play(game, seed, scale.steps):
        reached: dict[int, set[int | None]] = {}
        for event in play_line(case.copy(game), line):
            audience = event.audience
            assert audience is None or set(audience) <= {*case.players, GM}
            readers = {*case.watchers} if audience is None else {*audience}
            if event.occurrence:
                known = reached.setdefault(event.occurrence, set())
                assert readers - known, "a version that nobody gets"
                known |= readers


def test_where_views_are_the_same_for_all_one_serves_every_player(
    case: Case, beginning: str, scale: Scale
) -> None:
    if not case.ruleset.same_view_for_all:
        return
    seed = SEEDS[2]
    game = case.begin(beginning, seed)
    for _ in play(game, seed, scale.steps):
        public = shown(game, None)
        assert all(shown(game, seat) == public for seat in case.players)


def test_topics_are_told_apart_and_explained(case: Case, beginning: str, scale: Scale) -> None:
    seed = SEEDS[1]
    dice = random.Random(seed)
    game = case.begin(beginning, seed)
    for _ in play(game, seed, 6):
        for watcher in case.watchers:
            topics = game.topics(watcher)
            assert len({(each.kind, each.page, each.name) for each in topics}) == len(topics)
            assert all(1 <= len(topic.name) <= 60 for topic in topics)
            assert all(1 <= len(str(topic.title)) <= 100 for topic in topics)
            for topic in dice.sample(topics, min(len(topics), scale.steps)):
                assert game.explain(watcher, topic)
            with pytest.raises(InvalidAction):
                game.explain(watcher, Topic("sight", "no such thing", "Nothing"))


# ---------------------------------------------------------------- turns and the end


def test_a_turn_keeps_its_id_until_all_that_it_waits_for_have_acted(
    case: Case, beginning: str, scale: Scale
) -> None:
    seed = SEEDS[2]
    game = case.begin(beginning, seed)
    turn, shown, past = game.turn(), game.view(None).turn, set()
    seat: int | None = None  # who acted last
    for line in play(game, seed, scale.steps * 2):
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


def test_a_game_waits_for_nobody_exactly_when_it_is_over(case: Case, scale: Scale) -> None:
    for seed in SEEDS:
        game = case.opened(seed)
        for _ in play(game, seed, scale.steps * 2):
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


@given(data=st.data())
def test_any_text_is_an_action_or_one_sentence(case: Case, data: st.DataObject) -> None:
    game = case.begin(data.draw(st.sampled_from(["fresh", "opened"])), SEEDS[0])
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


def test_hostile_lines_change_nothing(whole_ruleset: AnyRuleset, scale: Scale) -> None:
    send_hostile_lines(whole_ruleset, HOSTILE, scale.lines, 10)


# ---------------------------------------------------------------- dice by action


def _keys_of(dice: ActionDice) -> list[bytes]:
    """Return the keys of all streams."""
    return [stream.key for stream in (dice.level, dice.play, dice.flavour, dice.hidden)]


def _rolled(dice: ActionDice) -> bool:
    """Return whether anything was drawn."""
    return any(each.drawn for each in (dice.level, dice.play, dice.flavour, dice.hidden))


def test_no_state_holds_a_key_and_dice_that_are_not_rolled_change_nothing(
    case: Case, beginning: str
) -> None:
    game, chance = case.begin(beginning, SEEDS[0]), random.Random(7)
    held = [secret.seed for secret in SECRETS]
    for number in range(1, DICE_STEPS):
        turn = game.turn()
        offers = [(seat, o) for seat in (*turn.waiting, *turn.also) for o in game.legal(seat)]
        if not offers:
            break
        seat, offer = chance.choice(offers)
        twin = case.copy(game)
        mine, other = (secret.dice(ActionKey(number, 99)) for secret in SECRETS)
        events = game.apply(seat, offer.action, mine)
        told = twin.apply(seat, offer.action, other)
        if not (_rolled(mine) or _rolled(other) or mine.begun):
            assert (game.dump(), events) == (twin.dump(), told)
        held += [*_keys_of(mine), *_keys_of(other)]
        dump = game.dump()
        assert not [key for key in held if key in dump]
        for watcher in case.watchers:  # a view, its offers and pages roll nothing
            shown(game, watcher)
            for topic in game.topics(watcher)[:5]:
                game.explain(watcher, topic)
    assert game.dump() == case.copy(game).dump()


def test_equal_keys_give_equal_games(case: Case) -> None:
    def played(asked: int) -> bytes:
        game, chance = case.opened(SEEDS[0]), random.Random(3)
        for number in range(1, 12):
            turn = game.turn()
            if not turn.waiting:
                break
            offers = game.legal(turn.waiting[0])
            action = chance.choice(offers).action
            game.apply(turn.waiting[0], action, SECRETS[0].dice(ActionKey(number, asked)))
        return game.dump()

    assert played(5) == played(5)


__all__ = [name for name in globals() if name.startswith("test_")]
