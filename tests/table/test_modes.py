"""Who may move whom."""

from __future__ import annotations

from typing import Any

import pytest

from table.affairs import Affairs, Loan
from table.modes import MODES, At, Rota
from table.records import Game, Member, Seat

PEOPLE = (Member(1, "Ann"), Member(2, "Bob"), Member(3, "Eve"))


def at(
    members: int = 3,
    seats: tuple[Seat, ...] = (),
    now: float = 0.0,
    mode: str = "solo",
    **affairs: Any,
) -> At:
    """How a game stands; Ann founded it."""
    game = Game(1, 1, 1, "toy", 1, mode, affairs=Affairs(**affairs))
    return At(game, PEOPLE[:members], seats, now)


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
def test_heroes_fall_to_members_in_the_order_of_joining(
    mode: str, limits: tuple[int, int], members: int, holders: list[int]
) -> None:
    seats = MODES[mode].heroes(at(members), limits)
    assert [seat.person for seat in seats] == holders
    assert [seat.seat for seat in seats] == list(range(len(holders)))
    assert len({seat.hero for seat in seats}) == len(seats)


SEATS = (Seat(0, "Ann", 1), Seat(1, "Bob", None))


def test_a_hero_is_moved_by_its_holder_or_by_anybody_who_joined() -> None:
    here = at(seats=SEATS)
    solo, first = MODES["solo"], MODES["first"]
    assert [solo.moves(here, person) for person in (1, 2, 9)] == [[0], [], []]
    assert [first.moves(here, person) for person in (1, 2, 9)] == [[0, 1], [0, 1], []]
    assert solo.waits_for(here, [0, 1]) == [1]
    assert first.waits_for(here, [0, 1]) == []


def test_a_lent_hero_is_moved_by_the_borrower_till_then_and_seen_by_both() -> None:
    solo = MODES["solo"]
    lent = at(seats=SEATS, now=5.0, loans={0: Loan(2, 10.0)})
    assert [solo.moves(lent, person) for person in (1, 2)] == [[], [0]]
    assert [solo.sees(lent, person) for person in (1, 2)] == [[0], [0]]
    back = at(seats=SEATS, now=10.0, loans={0: Loan(2, 10.0)})
    assert [solo.moves(back, person) for person in (1, 2)] == [[0], []]


def test_by_rota_the_hero_is_with_one_and_all_look_on() -> None:
    rota = MODES["rota"]
    here = at(seats=SEATS, mode="rota", turn_of=2)
    assert [rota.moves(here, person) for person in (1, 2, 3)] == [[], [0, 1], []]
    assert [rota.sees(here, person) for person in (1, 2, 9)] == [[0, 1], [0, 1], []]
    assert rota.waits_for(here, [0]) == [2]
    assert [Rota.next_of(here, person) for person in (1, 2, 3, 9)] == [2, 3, 1, 1]


def test_the_game_master_has_a_seat_of_their_own_and_the_founder_is_it_at_first() -> None:
    table = MODES["table"]
    here = at(seats=SEATS, mode="table")
    assert [table.moves(here, person) for person in (1, 2)] == [[0, -1], []]
    named = at(seats=SEATS, mode="table", master=3)
    assert [table.moves(named, person) for person in (1, 3)] == [[0], [-1]]
    assert table.waits_for(named, [-1, 0]) == [1, 3]


def test_there_is_room_for_the_heroes_that_the_rules_take() -> None:
    solo, first, table = MODES["solo"], MODES["first"], MODES["table"]
    assert [solo.room(at(n), (1, 2)) for n in (1, 2)] == [True, False]
    assert [table.room(at(n), (1, 2)) for n in (2, 3)] == [True, False]
    assert not solo.room(at(1, SEATS[:1]), (1, 2))
    assert solo.room(at(1, (Seat(0, "Ann", None),)), (1, 2))
    assert first.room(at(3, SEATS[:1]), (1, 1))
