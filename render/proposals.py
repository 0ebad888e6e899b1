"""Proposals of a vote, drawn on the map: a path of small shapes and a lettered plate at its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from render.canvas import Canvas, emblem
from render.pixels import CLEAR, TILE, Pixels, grown
from render.tileset import TileSet
from render.window import Square, Window

LETTERS = "ABCDE"
COLOURS = "OCPYQ"  # with the shapes of canvas.shape, in this order
EVERY = 16  # pixels between two shapes of a path
LANE = 6  # pixels between two paths over one square
FROM_START, TO_PLATE = 32, 26  # pixels kept free at either end


@dataclass(frozen=True)
class Proposal:
    """A proposal of a vote: its `letter` A to E, the `path` from the character's square on, where
    it points (`at`), the seats that voted for it, and how many votes are still `open`. A `shot`
    ends in a target ring. `label` stands in the strip."""

    letter: str
    path: tuple[Square, ...] = ()
    at: Square | None = None
    voters: tuple[int, ...] = ()
    shot: bool = False
    label: str = ""
    open: int = 0

    @property
    def number(self) -> int:
        """Return 0 for A: the number of its shape and colour."""
        return LETTERS.index(self.letter)

    @property
    def end(self) -> Square | None:
        """Return the square it leads to."""
        return self.at or (self.path[-1] if self.path else None)


def _middle(square: Square, window: Window, top: int, left: int) -> tuple[int, int]:
    side = TILE * window.scale
    return (
        top + (square[0] - window.top) * side + side // 2,
        left + (square[1] - window.left) * side + side // 2,
    )


def draw_paths(
    canvas: Canvas, proposals: Sequence[Proposal], start: Square, window: Window, origin: Square
) -> None:
    """Draw the paths from the character's square, under the entities."""
    crossed: set[Square] = set()
    for proposal in proposals:
        if proposal.end is None:
            continue
        squares = [start, *(square for square in proposal.path if square != start)]
        if squares[-1] != proposal.end:
            squares.append(proposal.end)
        shared = any(square in crossed for square in squares[1:])
        crossed.update(squares[1:])
        lane = LANE * (proposal.number % 3 - 1) if shared else 0
        _draw_path(canvas, proposal, [_middle(s, window, *origin) for s in squares], lane)


def _draw_path(canvas: Canvas, proposal: Proposal, points: list[Square], lane: int) -> None:
    """Draw small copies of the shape every 16 pixels along the points, moved aside by `lane`."""
    sprite = emblem(canvas.tiles, proposal.number, 5, canvas.colour(_colour(proposal)), "")
    half = sprite.shape[0] // 2
    total = sum(_length(a, b) for a, b in pairwise(points))
    travelled, due = 0.0, float(FROM_START)
    for (y0, x0), (y1, x1) in pairwise(points):
        length = _length((y0, x0), (y1, x1))
        while due <= travelled + length and due <= total - (4 if proposal.shot else TO_PLATE):
            part = (due - travelled) / length
            y, x = y0 + (y1 - y0) * part, x0 + (x1 - x0) * part
            y += lane if abs(x1 - x0) >= abs(y1 - y0) else 0
            x += lane if abs(x1 - x0) < abs(y1 - y0) else 0
            canvas.stamp(sprite, round(y) - half, round(x) - half)
            due += EVERY
        travelled += length


def _length(a: tuple[int, int], b: tuple[int, int]) -> float:
    return float(np.hypot(a[0] - b[0], a[1] - b[1]))


def _colour(proposal: Proposal) -> str:
    return COLOURS[proposal.number]


def draw_plates(
    canvas: Canvas,
    proposals: Sequence[Proposal],
    taken: set[Square],
    window: Window,
    origin: Square,
) -> None:
    """Draw target rings and plates, over the entities. A plate stands on the last square, or beside
    it (east, west, south, north) when something stands there."""
    taken = set(taken)
    for proposal in proposals:
        end = proposal.end
        if end is None or not window.holds(end):
            continue
        place = end
        if proposal.shot or end in taken:
            draw_ring(canvas, end, window, origin, _colour(proposal))
            beside = [(end[0] + dy, end[1] + dx) for dy, dx in ((0, 1), (0, -1), (1, 0), (-1, 0))]
            free = [square for square in beside if square not in taken and window.holds(square)]
            place = free[0] if free else end
        taken.add(place)
        y, x = _middle(place, window, *origin)
        canvas.emblem(proposal.number, 20, _colour(proposal), proposal.letter, y, x=x)


def draw_ring(
    canvas: Canvas,
    square: Square,
    window: Window,
    origin: Square,
    colour: str,
    thick: int = 5,
    arm: int = 14,
    out: int = 3,
) -> None:
    """Draw four corner ticks round a square, with an ink edge."""
    side = TILE * window.scale
    sprite = _ring_sprite(canvas.tiles, side + 2 * out, canvas.colour(colour), thick, arm)
    top = origin[0] + (square[0] - window.top) * side - out - _INK
    left = origin[1] + (square[1] - window.left) * side - out - _INK
    canvas.stamp(sprite, top, left)


_INK = 2


@lru_cache(maxsize=64)
def _ring_sprite(tiles: TileSet, size: int, colour: int, thick: int, arm: int) -> Pixels:
    rows = np.minimum(np.arange(size), np.arange(size)[::-1])
    near, at_edge = rows < min(arm, size // 3), rows < thick
    shape = np.pad((near[:, None] & near) & (at_edge[:, None] | at_edge), _INK)
    wide = shape.copy()
    for _ in range(_INK):
        wide = grown(wide)
    out = np.full(shape.shape, CLEAR, dtype=np.uint8)
    out[wide] = tiles.palette["0"]
    out[shape] = colour
    return out
