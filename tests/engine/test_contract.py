"""The laws that every ruleset keeps, played at random over each of them and the toy."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.common.log import Line, digest, header, replay, start
from engine.game import ActionError, Grid, IllegalAction, Offer, Ruleset, View
from engine.rulesets import RULESETS
from tests.toys.guessing import Toy

STEPS = 40
ALL: list[Ruleset] = [Toy(), *RULESETS.values()]
every_ruleset = pytest.mark.parametrize("ruleset", ALL, ids=lambda ruleset: ruleset.name)
each_beginning = pytest.mark.parametrize("beginning", ["fresh", "opened"])


def names(ruleset: Ruleset) -> tuple[str, ...]:
    """Heroes for the smallest game."""
    return ("Ann", "Bob", "Eve", "Ida")[: ruleset.seats[0]]


def fresh(ruleset: Ruleset, seed: bytes) -> Any:
    """A game by the default settings."""
    return ruleset.new({}, names(ruleset), seed)


def opened(ruleset: Ruleset, seed: bytes) -> Any:
    """A game whose opening questions, if it has any, were answered at random."""
    return ruleset.load(_opened(ruleset, seed))


@cache
def _opened(ruleset: Ruleset, seed: bytes) -> bytes:
    state = fresh(ruleset, seed)
    for _ in play(ruleset, state, seed, 2000):
        if not ruleset.view(state, ruleset.to_act(state)[0]).question:
            break
    return ruleset.dump(state)


BEGINNINGS = {"fresh": fresh, "opened": opened}


def watchers(ruleset: Ruleset) -> list[int | None]:
    """The public and every hero."""
    return [None, *range(len(names(ruleset)))]


def seen(view: View) -> bytes:
    """A view as bytes."""
    return msgspec.msgpack.encode(view)


def play(ruleset: Ruleset, state: Any, seed: bytes, steps: int = STEPS) -> Iterator[Line]:
    """Play at random, in place; each line before it is done."""
    dice = random.Random(seed)
    for _ in range(steps):
        seats = ruleset.to_act(state)
        if not seats:
            return
        seat = dice.choice(seats)
        offers = ruleset.legal(state, seat)
        assert offers, "whose move it is has something to do"
        action = dice.choice(offers).action
        yield Line(seat, str(action))
        ruleset.apply(state, seat, action)


@every_ruleset
def test_what_a_ruleset_declares_fits_into_discord(ruleset: Ruleset) -> None:
    assert 1 <= ruleset.seats[0] <= ruleset.seats[1]
    assert ruleset.name.isidentifier()
    assert ruleset.name == ruleset.name.lower()
    for verb in ruleset.verbs:
        assert 1 <= len(verb.name) <= 32
        assert 1 <= len(verb.summary) <= 100
        for option in verb.options:
            assert option.name == option.name.lower()
            assert 1 <= len(option.name) <= 32
            assert 1 <= len(option.summary) <= 100
            assert len(option.choices) <= 25
    for setting in ruleset.settings:
        assert setting.values
        assert len(setting.summary) <= 100
    assert len({verb.name for verb in ruleset.verbs}) == len(ruleset.verbs)
    assert int(ruleset.data_digest(), 16) >= 0


@every_ruleset
@each_beginning
def test_every_offer_is_a_line_that_reads_back(ruleset: Ruleset, beginning: str) -> None:
    seed = bytes([1] * 16)
    state = BEGINNINGS[beginning](ruleset, seed)
    verbs = {verb.name for verb in ruleset.verbs}
    for _ in play(ruleset, state, seed):
        for seat in ruleset.to_act(state):
            for offer in ruleset.legal(state, seat):
                assert ruleset.parse(str(offer.action), state, seat) == offer.action
                assert "\n" not in str(offer.action)
                assert offer.action.verb in verbs
                assert 1 <= len(offer.label) <= 38
                assert len(offer.hint) <= 100


@every_ruleset
@each_beginning
def test_offers_and_views_are_stable_and_change_nothing(ruleset: Ruleset, beginning: str) -> None:
    seed = bytes([1] * 16)
    state = BEGINNINGS[beginning](ruleset, seed)
    for _ in play(ruleset, state, seed):
        before = ruleset.dump(state)
        again = ruleset.load(before)
        for seat in ruleset.to_act(state):
            offers = list(ruleset.legal(state, seat))
            assert offers == list(ruleset.legal(state, seat))
            assert offers == list(ruleset.legal(again, seat))
            assert len({offer.action for offer in offers}) == len(offers)
        for watcher in watchers(ruleset):
            view = ruleset.view(state, watcher)
            assert seen(view) == seen(ruleset.view(again, watcher))
            check_size(view)
        assert ruleset.dump(state) == before
        assert ruleset.dump(again) == before


def check_size(view: View) -> None:
    """A view keeps to the measures that the contract names."""
    assert len(view.headline) <= 60
    assert 1 <= len(view.alt) <= 1024
    if isinstance(view.board, Grid):
        board = view.board
        area = board.height * board.width
        layers = (board.ground, board.state, board.light, board.lit)
        assert [len(layer) for layer in layers] == [area] * 4
        assert max(board.ground, default=0) < len(board.legend)
        assert max(board.light, default=0) <= 15


@every_ruleset
@each_beginning
def test_saving_at_any_step_makes_no_difference(ruleset: Ruleset, beginning: str) -> None:
    seed = bytes([1] * 16)
    state = BEGINNINGS[beginning](ruleset, seed)
    for line in play(ruleset, state, seed):
        copy = ruleset.load(ruleset.dump(state))
        events = ruleset.apply(copy, line.seat, ruleset.parse(line.text, copy, line.seat))
        original = ruleset.load(ruleset.dump(state))
        assert list(events) == list(
            ruleset.apply(original, line.seat, ruleset.parse(line.text, original, line.seat))
        )
        after = ruleset.dump(copy)
        assert after == ruleset.dump(original)
        assert ruleset.dump(ruleset.load(after)) == after


@every_ruleset
@pytest.mark.parametrize("seed", [bytes([n] * 16) for n in range(3)])
def test_replaying_the_log_gives_the_same_bytes(ruleset: Ruleset, seed: bytes) -> None:
    head = header(ruleset, {}, names(ruleset), seed)
    state = start(ruleset, head, seed)
    lines = list(play(ruleset, state, seed, STEPS * 4))
    again = replay(ruleset, start(ruleset, head, seed), lines)
    assert ruleset.dump(again) == ruleset.dump(state)


@every_ruleset
def test_seeds_make_the_game(ruleset: Ruleset) -> None:
    seeds = [bytes([n] * 16) for n in (1, 2)]
    first = [digest(ruleset, fresh(ruleset, seed)) for seed in seeds]
    assert first == [digest(ruleset, fresh(ruleset, seed)) for seed in seeds]
    assert first[0] != first[1]


@every_ruleset
@each_beginning
def test_no_view_holds_the_seed_or_what_others_alone_may_hear(
    ruleset: Ruleset, beginning: str
) -> None:
    seed = bytes(range(200, 216))
    state = BEGINNINGS[beginning](ruleset, seed)
    seats = range(len(names(ruleset)))
    for line in play(ruleset, state, seed):
        copy = ruleset.load(ruleset.dump(state))
        events = ruleset.apply(copy, line.seat, ruleset.parse(line.text, copy, line.seat))
        for watcher in watchers(ruleset):
            shown = seen(ruleset.view(copy, watcher))
            assert seed not in shown
            assert seed.hex().encode() not in shown
            for event in events:
                if event.audience is not None and watcher not in event.audience:
                    assert event.text.encode() not in shown
        heard = [event.audience for event in events if event.audience is not None]
        assert all(set(audience) <= {*seats, -1} for audience in heard)


@every_ruleset
def test_equal_views_give_equal_offers(ruleset: Ruleset) -> None:
    offered: dict[tuple[int, bytes], list[Offer]] = {}
    met = 0
    for n in range(6):
        seed = bytes([n % 3] * 16)  # the same dungeons again, by other ways
        state = opened(ruleset, seed)
        for _ in play(ruleset, state, bytes([n] * 16)):
            for seat in range(len(names(ruleset))):
                key = seat, seen(ruleset.view(state, seat))
                offers = list(ruleset.legal(state, seat))
                met += key in offered
                assert offered.setdefault(key, offers) == offers
    assert met


@every_ruleset
@each_beginning
def test_whose_move_it_is_not_has_no_offers_and_may_do_nothing(
    ruleset: Ruleset, beginning: str
) -> None:
    seed = bytes([1] * 16)
    state = BEGINNINGS[beginning](ruleset, seed)
    for _ in play(ruleset, state, seed, STEPS // 2):
        to_act = ruleset.to_act(state)
        actions = [offer.action for seat in to_act for offer in ruleset.legal(state, seat)]
        before = ruleset.dump(state)
        for seat in set(range(len(names(ruleset)))) - set(to_act):
            assert not ruleset.legal(state, seat)
            for action in actions:
                with pytest.raises(IllegalAction):
                    ruleset.apply(state, seat, action)
        assert ruleset.dump(state) == before


@every_ruleset
def test_a_game_is_over_exactly_when_nobody_is_to_move(ruleset: Ruleset) -> None:
    for n in range(4):
        seed = bytes([n] * 16)
        state = opened(ruleset, seed)
        for _ in play(ruleset, state, seed, STEPS * 2):
            assert ruleset.outcome(state) is None
            assert ruleset.view(state, None).phase == "play"
        assert (ruleset.outcome(state) is None) == bool(ruleset.to_act(state))


@every_ruleset
def test_fresh_dice_change_nothing_that_anybody_sees(ruleset: Ruleset) -> None:
    seed = bytes(16)
    state = opened(ruleset, seed)
    list(play(ruleset, state, seed, 5))
    before = ruleset.dump(state)
    views = [seen(ruleset.view(state, watcher)) for watcher in watchers(ruleset)]
    ruleset.renew(state)
    assert [seen(ruleset.view(state, watcher)) for watcher in watchers(ruleset)] == views
    assert ruleset.dump(state) != before


@every_ruleset
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_any_text_is_an_action_or_one_sentence(ruleset: Ruleset, data: st.DataObject) -> None:
    seed = bytes(16)
    state = BEGINNINGS[data.draw(st.sampled_from(["fresh", "opened"]))](ruleset, seed)
    words = st.sampled_from([verb.name for verb in ruleset.verbs])
    line = st.one_of(
        st.text(max_size=60),
        st.builds("{} {}".format, words, st.text(max_size=20)),
        st.builds("{} {}".format, words, st.sampled_from(["n", "x", "-1", "0", "999999999", "⅓"])),
    )
    text = data.draw(line)
    before = ruleset.dump(state)
    seat = ruleset.to_act(state)[0]
    try:
        action = ruleset.parse(text, state, seat)
        assert ruleset.dump(state) == before
        assert ruleset.parse(str(action), state, seat) == action
        ruleset.apply(state, seat, action)
    except ActionError as error:
        sentence = str(error)
        assert "\n" not in sentence
        assert 1 <= len(sentence) <= 300
        assert ruleset.dump(state) == before


@every_ruleset
@given(junk=st.binary(max_size=60))
@settings(max_examples=60, deadline=None)
def test_what_is_no_state_is_refused(ruleset: Ruleset, junk: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any sentence will do
        ruleset.load(junk)


@every_ruleset
def test_a_state_cut_short_is_refused(ruleset: Ruleset) -> None:
    whole = ruleset.dump(fresh(ruleset, bytes(16)))
    for size in range(0, len(whole), max(1, len(whole) // 40)):
        with pytest.raises(ValueError):  # noqa: PT011 - any sentence will do
            ruleset.load(whole[:size])


@given(seed=st.binary(min_size=16, max_size=16), turns=st.integers(0, 20))
@settings(max_examples=50, deadline=None)
def test_in_the_toy_a_word_is_seen_by_its_own_hero_alone(seed: bytes, turns: int) -> None:
    toy = Toy()
    state = toy.new({"letters": "6"}, ("Ann", "Bob"), seed)
    state.secrets = ["XQXQXQ", "ZWZWZW"]
    list(play(toy, state, seed, turns))
    shown = {watcher: seen(toy.view(state, watcher)) for watcher in (None, 0, 1)}
    for seat, word in enumerate(state.secrets):
        for watcher, view in shown.items():
            assert (word.encode() in view) == (watcher == seat)
