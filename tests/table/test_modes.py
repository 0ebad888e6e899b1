"""Who may move whom."""

from __future__ import annotations

import pytest

from table.modes import MODES
from table.records import Member, Seat

PEOPLE = [Member(n, name) for n, name in ((1, "Ann"), (2, "Bob"), (3, "Eve"))]


@pytest.mark.parametrize(
    ("mode", "limits", "members", "holders"),
    [
        ("solo", (1, 1), 1, [1]),
        ("solo", (1, 4), 3, [1, 2, 3]),
        ("solo", (2, 4), 1, [1, 1]),
        ("solo", (3, 3), 2, [1, 2, 1]),
        ("first", (1, 1), 3, [1]),
        ("first", (2, 4), 3, [1, 2]),
    ],
)
def test_heroes_fall_to_members_in_the_order_of_joining(
    mode: str, limits: tuple[int, int], members: int, holders: list[int]
) -> None:
    seats = MODES[mode].heroes(limits, PEOPLE[:members])
    assert [seat.person for seat in seats] == holders
    assert [seat.seat for seat in seats] == list(range(len(holders)))
    assert len({seat.hero for seat in seats}) == len(seats)


def test_a_hero_is_moved_by_its_holder_or_by_anybody_who_joined() -> None:
    seats = [Seat(0, "Ann", 1), Seat(1, "Bob", None)]
    solo, first = MODES["solo"], MODES["first"]
    assert [solo.moves(seats, PEOPLE, person) for person in (1, 2, 9)] == [[0], [], []]
    assert [first.moves(seats, PEOPLE, person) for person in (1, 2, 9)] == [[0, 1], [0, 1], []]
    assert solo.waits_for(seats, [0, 1]) == [1]
    assert first.waits_for(seats, [0, 1]) == []


def test_there_is_room_for_the_heroes_that_the_rules_take() -> None:
    solo, first = MODES["solo"], MODES["first"]
    assert [solo.room((1, 2), PEOPLE[:n], []) for n in (1, 2)] == [True, False]
    assert not solo.room((1, 2), PEOPLE[:1], [Seat(0, "Ann", 1)])
    assert solo.room((1, 2), PEOPLE[:1], [Seat(0, "Ann", None)])
    assert first.room((1, 1), PEOPLE, [Seat(0, "Ann", 1)])
