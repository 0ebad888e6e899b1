"""Distances and directions on the plan, worked by hand: x grows to the east, y to the south."""

from __future__ import annotations

import pytest

from engine.kanthe.map import geometry
from engine.kanthe.map.geometry import Point

NORTH, EAST, SOUTH, WEST = range(4)


@pytest.mark.parametrize(
    ("side", "start", "end", "met"),
    [
        # straight across the ray
        (NORTH, (0, 40), (90, 40), (60, (30, 40))),
        (EAST, (70, 60), (70, 140), (40, (70, 100))),
        (SOUTH, (90, 160), (0, 160), (60, (30, 160))),
        (WEST, (10, 140), (10, 60), (20, (10, 100))),
        # aslant: a quarter of the way along
        (NORTH, (20, 30), (60, 70), (60, (30, 40))),
        (EAST, (40, 90), (80, 130), (20, (50, 100))),
        # to the ends of the piece of line, and not beyond
        (NORTH, (30, 40), (50, 40), (60, (30, 40))),
        (NORTH, (10, 40), (30, 40), (60, (30, 40))),
        (NORTH, (31, 40), (50, 40), None),
        (NORTH, (10, 40), (29, 40), None),
        (EAST, (70, 100), (70, 101), (40, (70, 100))),
        (EAST, (70, 101), (70, 140), None),
        # behind the origin, or through it
        (NORTH, (0, 160), (90, 160), None),
        (SOUTH, (0, 40), (90, 40), None),
        (EAST, (10, 60), (10, 140), None),
        (WEST, (70, 60), (70, 140), None),
        (NORTH, (0, 100), (90, 100), None),
        (NORTH, (0, 99), (90, 99), (1, (30, 99))),
        (EAST, (31, 60), (31, 140), (1, (31, 100))),
        # along the ray there is no one point
        (NORTH, (30, 20), (30, 80), None),
        (EAST, (50, 100), (90, 100), None),
    ],
)
def test_a_ray_meets_a_piece_of_line_at_one_point_ahead(
    side: int, start: Point, end: Point, met: tuple[float, Point] | None
) -> None:
    assert geometry.crossing((30, 100), side, start, end) == met


@pytest.mark.parametrize(
    ("point", "nearest", "away"),
    [
        ((5, 7), (5, 0), 7),
        ((-3, 4), (0, 0), 5),
        ((13, 4), (10, 0), 5),
        ((0, 0), (0, 0), 0),
        ((10, -2), (10, 0), 2),
    ],
)
def test_a_piece_of_line_ends_at_its_ends(point: Point, nearest: Point, away: float) -> None:
    assert geometry.nearest_on_line(point, (0, 0), (10, 0)) == nearest
    assert geometry.distance_to_line(point, (0, 0), (10, 0)) == away


def test_the_nearest_point_of_a_slanting_line_is_square_to_it() -> None:
    assert geometry.nearest_on_line((6, 2), (1, 1), (9, 9)) == (4, 4)
    assert geometry.nearest_on_line((3, 9), (5, 5), (5, 5)) == (5, 5)


@pytest.mark.parametrize(
    ("end", "way"),
    [((9, 0), "e"), ((9, 9), "se"), ((0, 9), "s"), ((-9, 9), "sw"), ((-9, 0), "w"),
     ((-9, -9), "nw"), ((0, -9), "n"), ((9, -9), "ne"), ((9, 3), "e"), ((9, 4), "se")],
)  # fmt: skip
def test_a_bearing_is_the_nearest_of_eight(end: Point, way: str) -> None:
    assert geometry.bearing((50, 60), (50 + end[0], 60 + end[1])) == way


def test_edges_are_told_from_the_north_clockwise() -> None:
    assert geometry.edge_distances((230, 345), (2, 3)) == [45, 70, 55, 30]
    edges = [geometry.project_to_edge((230, 345), (2, 3), side) for side in range(4)]
    assert edges == [(230, 300), (300, 345), (230, 400), (200, 345)]
