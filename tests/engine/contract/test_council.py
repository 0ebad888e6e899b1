"""The council uses what the contract offers beyond one mover after another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract import running_game
from engine.contract.action import GM, ActionError, Event, audible
from engine.contract.running_game import RunningGame
from kit.cases import encode
from tests.rolled import dice_for
from tests.toys.council.ruleset import Council
from tests.toys.council.state import CouncilState

NAMES = ("Ann", "Bob", "Eve")
SEED = bytes(range(16))
TOKENS = ("choose staff", "choose lamp", "choose shield")


def begin(seed: bytes = SEED, **options: str) -> RunningGame:
    """Return a game in its setup."""
    return running_game.start(Council(), options, NAMES, dice_for(seed), gm=True)


def act(game: RunningGame, seat: int, text: str) -> tuple[Event, ...]:
    return game.apply(seat, game.parse(text, seat), dice_for(game.dump()))


def entered(seed: bytes = SEED, **options: str) -> RunningGame:
    """Return a game whose members have chosen: Ann the staff, Bob the lamp, Eve the shield."""
    game = begin(seed, **options)
    for seat, text in enumerate(TOKENS):
        act(game, seat, text)
    return game


def declare(game: RunningGame, text: str) -> None:
    """Let all whom the game waits for declare the same."""
    for seat in game.turn().waiting:
        act(game, seat, text)


def rule(game: RunningGame, verb: str) -> tuple[Event, ...]:
    act(game, GM, "roll")
    return act(game, GM, verb)


def texts(events: tuple[Event, ...], *seats: int) -> list[str]:
    return [event.text for event in audible(events, seats)]


def test_it_is_not_played_without_a_game_master() -> None:
    assert Council().roles({}).gm == "required"
    with pytest.raises(ActionError, match="needs a Game Master"):
        running_game.start(Council(), {}, NAMES, dice_for(SEED))


def test_each_seat_does_its_setup_by_itself_in_any_order() -> None:
    game = begin()
    turn = game.turn()
    assert (turn.waiting, turn.simultaneous) == ((0, 1, 2), True)
    act(game, 1, "choose lamp")
    assert game.turn().waiting == (0, 2)
    assert game.turn().id == turn.id
    assert [game.view(seat).phase for seat in (0, 1, 2, GM, None)] == [
        "setup",
        "play",
        "setup",
        "setup",
        "setup",
    ]
    assert [bool(game.view(seat).question) for seat in (0, 1, 2)] == [True, False, True]
    act(game, 2, "choose shield")
    act(game, 0, "choose staff")
    assert game.turn().id != turn.id
    assert {game.view(seat).phase for seat in (0, 1, 2, GM, None)} == {"play"}


def test_what_is_declared_is_known_to_its_seat_and_the_game_master_alone() -> None:
    game = entered()
    turn = game.turn()
    events = act(game, 2, "go e")
    assert texts(events, 2) == texts(events, GM) == ["Eve declares: go e."]
    assert texts(events, 0) == texts(events) == ["Eve has declared."]
    shown = {seat: "go e" in repr(game.view(seat)) for seat in (0, 1, 2, GM, None)}
    assert shown == {0: False, 1: False, 2: True, GM: True, None: False}
    assert (game.turn().id, game.turn().waiting) == (turn.id, (0, 1))
    act(game, 0, "guard")
    act(game, 1, "go e")
    assert game.turn().waiting == (GM,)
    assert not game.turn().simultaneous


def test_the_roll_and_that_it_is_rolled_are_one_happening() -> None:
    game = entered()
    declare(game, "go e")
    turn = game.turn()
    events = act(game, GM, "roll")
    (number,) = (face for event in events for roll in event.rolls for face in roll.faces)
    assert texts(events, GM) == [f"The roll is {number}."]
    assert texts(events, 1) == texts(events) == ["The Game Master rolls behind the screen."]
    assert texts(events, 0)[0].startswith("The Game Master rolls, and your staff")
    assert len(audible(events, (0, 1))) == 1
    assert game.turn() == turn
    for seat in (0, 1, 2, None):
        assert not audible(events, () if seat is None else (seat,))[0].rolls
        assert f"The roll is {number}" not in repr(game.view(seat))


def test_a_sheet_stands_beside_the_map_and_the_game_master_has_more_of_both() -> None:
    game = entered()
    declare(game, "go e")
    act(game, GM, "roll")
    sections, shadows = {}, {}
    for seat in (0, 1, GM, None):
        view = game.view(seat)
        assert view.map
        assert view.sheet
        sections[seat] = [section.title for section in view.sheet.sections]
        shadows[seat] = [entity for entity in view.map.entities if entity.name == "shadow"]
    assert sections[0] == sections[1] == sections[None] == ["The council", "The dark"]
    assert sections[GM] == [*sections[0], "Behind the screen"]
    assert not shadows[0]
    assert not shadows[None]
    assert shadows[GM][0].hidden
    assert shadows[GM][0].notes
    assert not shadows[1][0].hidden  # Bob carries the lamp
    assert not shadows[1][0].notes


def test_who_leaves_is_out_and_the_others_go_on() -> None:
    game = entered()
    act(game, 0, "go e")
    turn = game.turn()
    act(game, 1, "leave")
    assert (game.view(1).phase, game.view(1).ending) == ("over", "left")
    assert (game.turn().id, game.turn().waiting) == (turn.id, (2,))
    act(game, 2, "leave")
    assert game.turn().waiting == (GM,)
    rule(game, "spare")
    assert game.turn().waiting == (0,)
    assert game.outcome() is None
    act(game, 0, "leave")
    outcome = game.outcome()
    assert outcome
    assert outcome.ending == "left"
    assert game.turn().waiting == ()


def test_who_comes_through_the_gate_has_won_though_others_fell() -> None:
    game = entered()
    while 2 in game.turn().waiting:
        for seat in game.turn().waiting:
            act(game, seat, "guard" if seat == 1 else "go e")
        rule(game, "spare")
    assert (game.view(2).phase, game.view(2).ending) == ("over", "won")
    assert game.outcome() is None
    while game.turn().waiting:
        declare(game, "guard")
        rule(game, "strike")
    assert [game.view(seat).ending for seat in (0, 1, 2, GM, None)] == [
        "won",
        "lost",
        "won",
        "won",
        "won",
    ]
    outcome = game.outcome()
    assert outcome
    assert outcome.won
    assert outcome.figures[0] == ("through", 2)


def test_the_council_falls_when_its_rounds_are_over() -> None:
    game = entered(rounds="5")
    for _ in range(5):
        declare(game, "guard")
        rule(game, "strike")
    outcome = game.outcome()
    assert outcome
    assert outcome.ending == "lost"
    assert all(game.view(seat).ending == "lost" for seat in (0, 1, 2, GM, None))


def test_autoplay_brings_a_game_to_its_end() -> None:
    game = begin()
    for _ in range(200):
        for seat in game.turn().waiting:
            advice = game.autoplay(seat)
            assert advice
            game.apply(seat, advice.action, dice_for(game.dump()))
    assert game.outcome()


@given(seed=st.binary(min_size=16, max_size=16), picks=st.lists(st.integers(0, 99), max_size=40))
def test_no_view_holds_another_seats_secrets(seed: bytes, picks: list[int]) -> None:
    council = Council()
    state = council.new({}, NAMES, dice_for(seed), gm=True)
    for n, member in enumerate(state.members):
        member.omen = f"XQ{n}QX"
    for pick in picks:
        waiting = council.turn(state).waiting
        if not waiting:
            break
        seat = waiting[pick % len(waiting)]
        offers = council.legal(state, seat)
        events = council.apply(
            state, seat, offers[pick % len(offers)].action, dice_for(council.dump(state))
        )
        check_secrets(council, state, tuple(events))


def check_secrets(council: Council, state: CouncilState, events: tuple[Event, ...]) -> None:
    """Assert that only a seat and the Game Master know its omen and what it alone heard."""
    for watcher in (None, 0, 1, 2, GM):
        shown = encode(council.view(state, watcher))
        for seat, member in enumerate(state.members):
            assert (member.omen.encode() in shown) == (watcher in (seat, GM))
        heard = audible(events, () if watcher is None else (watcher,))
        for event in set(events) - set(heard):
            assert event.text.encode() not in shown
