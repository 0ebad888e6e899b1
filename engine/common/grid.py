"""Flat levels: a grid is the index y * width + x into a layer of width * height entries.

Every level is closed by a border of permanent rock, so that a step from an inner grid to a
neighbour never leaves the layer.
"""

from functools import lru_cache

from engine.common.compass import SCAN

# How far anybody sees and anything flies, in `distance` (rules: dungeon 0).
SIGHT = 20


def distance(y1: int, x1: int, y2: int, x2: int) -> int:
    """Return the game's distance in grids: the longer axis and half the shorter (rules: dungeon
    0)."""
    dy = abs(y1 - y2)
    dx = abs(x1 - x2)
    return dy + dx // 2 if dy > dx else dx + dy // 2


@lru_cache(maxsize=64)
def neighbours(width: int) -> tuple[int, ...]:
    """Index steps to the eight neighbours, in compass order (rules: dungeon 0)."""
    return tuple(dy * width + dx for dy, dx in SCAN)


def marked(layer: bytes | bytearray) -> list[int]:
    """Return the squares of a layer that hold 1, in order: quick where they are few."""
    found, i = [], layer.find(1)
    while i >= 0:
        found.append(i)
        i = layer.find(1, i + 1)
    return found


@lru_cache(maxsize=64)
def _disc(radius: int, width: int) -> tuple[tuple[int, int, int, int], ...]:
    """(dy, dx, index step, distance) of the grids within a radius, row by row."""
    reach = range(-radius, radius + 1)
    cells = ((dy, dx, dy * width + dx, distance(0, 0, dy, dx)) for dy in reach for dx in reach)
    return tuple(cell for cell in cells if cell[3] <= radius)


def disc(width: int, height: int, y: int, x: int, radius: int) -> list[tuple[int, int]]:
    """Return (index, distance) of every grid of the level within `radius` of (y, x), row by row."""
    here = y * width + x
    if radius <= y < height - radius and radius <= x < width - radius:
        return [(here + step, away) for _, _, step, away in _disc(radius, width)]
    return [
        (here + step, away)
        for dy, dx, step, away in _disc(radius, width)
        if 0 <= y + dy < height and 0 <= x + dx < width
    ]
