"""Directions and the names of squares."""

import pytest

from engine.common import compass


@pytest.mark.parametrize(
    ("keypad", "eighths", "turned"),
    [(8, 0, 8), (8, 1, 7), (8, -1, 9), (6, 2, 8), (6, -2, 2), (4, 8, 4), (5, 3, 5)],
)
def test_a_direction_is_turned_by_eighths_counter_clockwise(
    keypad: int, eighths: int, turned: int
) -> None:
    assert compass.turned(keypad, eighths) == turned


@pytest.mark.parametrize(
    ("dy", "dx", "way"),
    [
        (0, 0, ""),
        (-4, 0, "n"),
        (-4, 2, "n"),
        (-4, 3, "ne"),
        (3, 4, "se"),
        (2, 4, "e"),
        (2, -4, "w"),
        (4, -3, "sw"),
        (0, -1, "w"),
        (1, 0, "s"),
    ],
)
def test_which_way_something_lies(dy: int, dx: int, way: str) -> None:
    assert compass.toward(5, 5, 5 + dy, 5 + dx) == way


@pytest.mark.parametrize(
    ("name", "square"),
    [
        ("A0", (0, 0)),
        ("z9", (9, 25)),
        ("AA10", (10, 26)),
        ("BK27", (27, 62)),
        (" B2 ", (2, 1)),
        ("B", None),
        ("2B", None),
        ("ABC1", None),
        ("B1000", None),
    ],
)
def test_a_square_is_read_by_its_name(name: str, square: tuple[int, int] | None) -> None:
    assert compass.read_square(name) == square
    if square is not None:
        assert compass.square(*square) == name.strip().upper()
