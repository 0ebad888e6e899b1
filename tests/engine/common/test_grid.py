"""Flat levels and the game's distance."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.common import grid

pytestmark = pytest.mark.covers(
    "spec-dungeon: 0. Conventions",
    "sil-q-codebase: Visibility and Line-of-Sight System / Distance Function",
)

coordinates = st.integers(0, 60)


@pytest.mark.parametrize(
    ("dy", "dx", "distance"),
    [
        (3, 4, 5),
        (5, 5, 7),
        (1, 20, 20),
        (2, 20, 21),
        (13, 14, 20),
        (14, 14, 21),
        (0, 10, 10),
        (7, 7, 10),
        (10, 10, 15),
    ],
)
@pytest.mark.covers("spec-character-combat: 0. Conventions")
@pytest.mark.covers("spec-monsters: 0. Conventions")
def test_distance_is_the_longer_axis_and_half_the_shorter(dy, dx, distance):
    assert grid.distance(0, 0, dy, dx) == distance
    assert grid.distance(dx, dy, 0, 0) == distance


@given(coordinates, coordinates, coordinates, coordinates)
def test_distance_is_the_same_both_ways(y1, x1, y2, x2):
    assert grid.distance(y1, x1, y2, x2) == grid.distance(y2, x2, y1, x1)


def test_neighbours_come_in_compass_order():
    assert grid.neighbours(10) == (10, -10, 1, -1, 11, 9, -9, -11)


@given(st.integers(1, 40), st.integers(1, 40), st.data(), st.integers(0, 20))
@pytest.mark.covers("sil-q-codebase: What is a grid (square)?")
def test_a_disc_is_every_grid_of_the_level_within_its_radius(height, width, data, radius):
    y = data.draw(st.integers(0, height - 1))
    x = data.draw(st.integers(0, width - 1))
    expected = [
        (i, away)
        for i in range(height * width)
        if (away := grid.distance(y, x, *divmod(i, width))) <= radius
    ]
    assert grid.disc(width, height, y, x, radius) == expected


def test_sight_reaches_1149_grids():
    assert len(grid.disc(99, 99, 49, 49, grid.SIGHT)) == 1149


@pytest.mark.parametrize(
    ("layer", "squares"),
    [
        (bytes([0, 0]), []),
        (bytes([1, 0, 2]), [0]),
        (bytes([0, 1, 1, 0, 2, 1]), [1, 2, 5]),
        (bytearray([1, 1, 1]), [0, 1, 2]),
    ],
)
def test_marked_squares_are_those_that_hold_1(layer, squares):
    assert grid.marked(layer) == squares
