"""Ways to play: who may act for which seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import pytest
from msgspec.structs import replace

from engine.contract.view import Roles, Turn, View
from table.errors import Refusal
from table.schedule.quiet_hours import Preferences
from table.state import GameRecord, Loan, Member, Seat, StateSummary, TableState
from table.voting.game_context import GameContext
from table.voting.modes import (
    MODES,
    allowed_modes,
    check_mode,
    next_in_rota,
    rota_order,
    shown_mode,
)
from tests.toys.guessing import Toy

PEOPLE = (Member(1, "Ann"), Member(2, "Bob"), Member(3, "Eve"))
VIEW = View("Toy", 0, (), (), (), "", "")


def at(
    members: int = 3,
    seats: tuple[Seat, ...] = (),
    now: float = 0.0,
    mode: str = "solo",
    waiting: tuple[int, ...] = (0, 1),
    **fields: Any,
) -> GameContext:
    """Return how a game stands; Ann founded it."""
    game = GameRecord(1, 1, 1, "toy", 1, mode, phase="play")
    summary = StateSummary(b"", Turn(1, waiting), None, VIEW, None)
    return GameContext(TableState(game, PEOPLE[:members], seats, summary=summary, **fields), now)


@pytest.mark.parametrize(
    ("mode", "limits", "members", "holders"),
    [
        ("solo", (1, 1), 1, [1]),
        ("solo", (1, 4), 3, [1, 2, 3]),
        ("solo", (2, 4), 1, [1, 1]),
        ("solo", (3, 3), 2, [1, 2, 1]),
        ("first", (1, 1), 3, [1]),
        ("first", (2, 4), 3, [1, 2]),
        ("vote", (1, 4), 3, [1]),
        ("rota", (1, 4), 3, [1]),
        ("table", (1, 4), 3, [2, 3]),
        ("table", (2, 4), 1, [1, 1]),
    ],
)
def test_seats_fall_to_members_in_the_order_of_joining(
    mode: str, limits: tuple[int, int], members: int, holders: list[int]
) -> None:
    seats = MODES[mode].deal_seats(at(members), Roles(*limits))
    assert [seat.person for seat in seats] == holders
    assert [seat.seat for seat in seats] == list(range(len(holders)))
    assert len({seat.character for seat in seats}) == len(seats)


SEATS = (Seat(0, "Ann", 1), Seat(1, "Bob", None))


def test_a_seat_is_played_by_its_holder_or_by_anybody_who_joined() -> None:
    here = at(seats=SEATS)
    solo, first = MODES["solo"], MODES["first"]
    assert [solo.may_act(here, person) for person in (1, 2, 9)] == [[0], [], []]
    assert [first.may_act(here, person) for person in (1, 2, 9)] == [[0, 1], [0, 1], []]
    assert solo.waits_for(here) == [1]
    assert first.waits_for(here) == []


def test_a_lent_seat_is_played_by_the_borrower_till_then_and_seen_by_both() -> None:
    solo = MODES["solo"]
    lent = at(seats=SEATS, now=5.0, loans={0: Loan(2, 10.0)})
    assert [solo.may_act(lent, person) for person in (1, 2)] == [[], [0]]
    assert [solo.may_see(lent, person) for person in (1, 2)] == [[0], [0]]
    back = at(seats=SEATS, now=10.0, loans={0: Loan(2, 10.0)})
    assert [solo.may_act(back, person) for person in (1, 2)] == [[0], []]


def test_by_rota_the_turn_is_with_one_and_all_look_on() -> None:
    rota = MODES["rota"]
    here = at(seats=SEATS, mode="rota", rota_person=2)
    assert [rota.may_act(here, person) for person in (1, 2, 3)] == [[], [0, 1], []]
    assert [rota.may_see(here, person) for person in (1, 2, 9)] == [[0, 1], [0, 1], []]
    assert rota.waits_for(here) == [2]
    assert [next_in_rota(here, person) for person in (1, 2, 3, 9)] == [2, 3, 1, 1]


def test_the_game_master_has_a_seat_of_their_own_and_the_founder_is_it_at_first() -> None:
    table = MODES["table"]
    here = at(seats=SEATS, mode="table")
    assert [table.may_act(here, person) for person in (1, 2)] == [[0, -1], []]
    named = at(seats=SEATS, mode="table", game_master=3, waiting=(-1, 0))
    assert [table.may_act(named, person) for person in (1, 3)] == [[0], [-1]]
    assert table.waits_for(named) == [1, 3]


@pytest.mark.parametrize("mode", [name for name in MODES if name != "table"])
def test_where_the_rules_wait_for_a_game_master_that_is_not_there_the_founder_is_it(
    mode: str,
) -> None:
    here = at(seats=SEATS, mode=mode, waiting=(-1,))
    assert MODES[mode].waits_for(here) == [1]
    assert -1 in MODES[mode].may_act(here, 1)
    assert -1 in MODES[mode].may_see(here, 1)
    assert -1 not in MODES[mode].may_act(here, 2)
    assert -1 not in MODES[mode].may_act(at(seats=SEATS, mode=mode), 1)


def test_there_is_room_for_the_seats_that_the_rules_take() -> None:
    solo, first, table = MODES["solo"], MODES["first"], MODES["table"]
    assert [solo.has_room(at(n), Roles(1, 2)) for n in (1, 2)] == [True, False]
    assert [table.has_room(at(n), Roles(1, 2)) for n in (2, 3)] == [True, False]
    assert not solo.has_room(at(1, SEATS[:1]), Roles(1, 2))
    assert solo.has_room(at(1, (Seat(0, "Ann", None),)), Roles(1, 2))
    assert first.has_room(at(3, SEATS[:1]), Roles(1, 1))


LENT = {0: Loan(2, 10.0)}
AWAY = Preferences(away_until=99.0)


@pytest.mark.parametrize(
    ("mode", "person", "fields", "said"),
    [
        ("solo", 1, {"loans": LENT}, "Ann is lent to Bob now."),
        ("solo", 2, {"loans": LENT}, "You have no character in this game."),
        ("first", 9, {}, "You are not in this game yet: `/game join` lets you take part."),
        ("rota", 9, {}, "You are not in this game yet: `/game join` lets you take part."),
        ("rota", 1, {"rota_person": 1}, "It is Ann's turn."),
        ("rota", 2, {"rota_person": 1}, "It is Ann's turn. You are next."),
        ("rota", 3, {"rota_person": 1}, "It is Ann's turn. You come after Bob."),
        ("rota", 2, {"rota_person": 3}, "It is Eve's turn. You come after Ann."),
        ("rota", 1, {"rota_person": 3}, "It is Eve's turn. You are next."),
        ("rota", 2, {}, "It is Ann's turn. You are next."),
    ],
)
def test_why_somebody_may_not_act_is_said_in_a_sentence(
    mode: str, person: int, fields: dict[str, Any], said: str
) -> None:
    here = at(seats=SEATS, mode=mode, **fields)
    assert str(MODES[mode].why_not(here, person)) == said


def test_in_a_rota_those_who_are_away_have_no_turn() -> None:
    here = replace(at(mode="rota", rota_person=1), preferences={2: AWAY})
    assert rota_order(here) == (1, 3)
    assert str(MODES["rota"].why_not(here, 2)) == "It is Ann's turn."
    assert [next_in_rota(here, person) for person in (1, 2, 3, None)] == [3, 3, 1, 1]
    alone = replace(here, preferences=dict.fromkeys((1, 2, 3), AWAY))
    assert rota_order(alone) == (1,)
    assert next_in_rota(alone, 1) == 2
    nobody = at(0, mode="rota")
    assert (rota_order(nobody), next_in_rota(nobody, None)) == ((), None)
    assert rota_order(replace(here, preferences={})) == (1, 2, 3)


@pytest.mark.parametrize(
    ("mode", "waiting", "asked"),
    [
        ("solo", (0, 1), [1]),
        ("solo", (1,), []),
        ("solo", (), []),
        ("first", (0,), []),
        ("vote", (0,), [1, 2, 3]),
        ("vote", (-1,), [1]),
        ("vote", (-1, 0), [1, 2, 3]),
        ("rota", (0,), [2]),
        ("rota", (-1,), [1]),
        ("rota", (-1, 0), [2, 1]),
        ("rota", (), []),
        ("table", (0, -1), [1]),
    ],
)
def test_people_are_asked_whose_seats_the_rules_wait_for(
    mode: str, waiting: tuple[int, ...], asked: list[int]
) -> None:
    here = at(seats=SEATS, mode=mode, waiting=waiting, rota_person=2)
    assert MODES[mode].waits_for(here) == asked


def test_seats_that_the_founder_plays_beside_their_own_are_numbered() -> None:
    named = replace(at(1).state, members=(Member(1, "A" * 32),))
    context = replace(at(1), state=named)
    seats = MODES["solo"].deal_seats(context, Roles(3, 3))
    assert [seat.character for seat in seats] == ["A" * 32, "A" * 28 + " 2", "A" * 28 + " 3"]


@pytest.mark.parametrize(("free", "room"), [(None, True), (2, False)])
def test_a_game_with_a_game_master_has_room_where_a_seat_is_free(
    free: int | None, room: bool
) -> None:
    here = at(3, (Seat(0, "Ann", 1), Seat(1, "Bob", free)), mode="table")
    assert MODES["table"].has_room(here, Roles(1, 9)) is room


class WithMaster(Toy):
    """The toy with a place for a Game Master."""

    gm: Literal["absent", "optional", "required"] = "optional"

    def roles(self, options: Mapping[str, str]) -> Roles:
        """Return two players and perhaps a Game Master."""
        return Roles(2, 2, self.gm)


class NeedsMaster(WithMaster):
    """The toy that needs one."""

    gm = "required"


@pytest.mark.parametrize(
    ("ruleset", "modes"),
    [
        (Toy(), ("solo", "vote", "rota", "first")),
        (WithMaster(), ("solo", "vote", "rota", "first", "table")),
        (NeedsMaster(), ("table",)),
    ],
)
def test_the_rules_say_which_ways_to_play_there_are(ruleset: Toy, modes: tuple[str, ...]) -> None:
    assert allowed_modes(ruleset, {}) == modes
    for mode in modes:
        check_mode(ruleset, {}, mode)


@pytest.mark.parametrize(
    ("ruleset", "mode", "said"),
    [
        (Toy(), "chess", "The way to play can be: solo, vote, rota, first, table."),
        (Toy(), "table", "Toy has no place for a Game Master."),
        (NeedsMaster(), "solo", "Toy needs a Game Master: its way to play is table."),
    ],
)
def test_a_way_to_play_that_the_rules_do_not_have_is_refused(
    ruleset: Toy, mode: str, said: str
) -> None:
    with pytest.raises(Refusal) as refusal:
        check_mode(ruleset, {}, mode)
    assert str(refusal.value) == said


def test_where_one_character_is_all_one_plays_alone() -> None:
    labels = {
        (name, most): shown_mode(name, Roles(1, most)).label for name in MODES for most in (1, 2)
    }
    assert labels["solo", 1] == "Play alone"
    assert labels["solo", 2] == "One character each"
    assert labels["vote", 1] == labels["vote", 2] == "Vote on moves"
