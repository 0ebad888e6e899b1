"""Ways to play: who may act for which seat."""

from __future__ import annotations

from typing import Any

import pytest

from engine.contract.view import Roles, Turn, View
from table.state import GameRecord, Loan, Member, Seat, StateSummary, TableState
from table.voting.game_context import GameContext
from table.voting.modes import MODES, next_in_rota

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
