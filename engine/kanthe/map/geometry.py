"""Distances and directions on the plan: units, x to the right, y down."""

from __future__ import annotations

from math import atan2, hypot, pi

Point = tuple[int, int]

AREA = 100  # units, the side of an area
MARGIN = 8  # dice land at least this far from an area's edges
ROOM = 12  # the side of a room
SPACING = 24  # least distance between the centres of two rooms
BEYOND = ROOM // 2 + 2 * ROOM  # from a room's centre to that of the room behind its door
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # north, east, south, west
COMPASS = ("e", "se", "s", "sw", "w", "nw", "n", "ne")


def distance(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return the distance between two points."""
    return hypot(a[0] - b[0], a[1] - b[1])


def nearest_on_line(point: Point, start: Point, end: Point) -> tuple[float, float]:
    """Return the point of a straight piece of line that is nearest to a point."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    if not length:
        return start
    share = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length
    share = min(1.0, max(0.0, share))
    return start[0] + share * dx, start[1] + share * dy


def distance_to_line(point: Point, start: Point, end: Point) -> float:
    """Return how far a point is from a straight piece of line."""
    return distance(point, nearest_on_line(point, start, end))


def walls_by_nearness(centre: Point, towards: Point) -> list[int]:
    """Return the four walls of a room, first the one that a line towards a point crosses."""
    angle = atan2(towards[1] - centre[1], towards[0] - centre[0])
    facing = (-pi / 2, 0.0, pi / 2, pi)

    def turn(wall: int) -> float:
        off = abs(angle - facing[wall]) % (2 * pi)
        return round(min(off, 2 * pi - off), 9)

    return sorted(range(4), key=turn)


def bearing(start: Point, end: Point) -> str:
    """Return the compass direction from one point to another."""
    angle = atan2(end[1] - start[1], end[0] - start[0])
    return COMPASS[round(angle / (pi / 4)) % 8]


def edge_distances(point: Point, area: tuple[int, int]) -> list[int]:
    """Return the distances of a point of an area from its north, east, south and west edge."""
    x, y = point[0] - area[0] * AREA, point[1] - area[1] * AREA
    return [y, AREA - x, AREA - y, x]


def project_to_edge(point: Point, area: tuple[int, int], side: int) -> Point:
    """Return the point of an area's edge that is nearest to a point."""
    left, top = area[0] * AREA, area[1] * AREA
    return ((point[0], top), (left + AREA, point[1]), (point[0], top + AREA), (left, point[1]))[
        side
    ]


def crossing(
    origin: Point, side: int, start: Point, end: Point
) -> tuple[float, tuple[float, float]] | None:
    """Return where a ray from `origin` towards a side of the compass meets a piece of line, as the
    distance and the point; None where it does not."""
    along = 0 if side in (1, 3) else 1  # the coordinate that grows along the ray
    across = 1 - along
    low, high = sorted((start[across], end[across]))
    if not low <= origin[across] <= high or low == high:
        return None
    share = (origin[across] - start[across]) / (end[across] - start[across])
    met = start[along] + share * (end[along] - start[along])
    ahead = (met - origin[along]) * STEPS[side][along]
    if ahead <= 0:
        return None
    point = (met, float(origin[1])) if along == 0 else (float(origin[0]), met)
    return ahead, point
