"""Field of view and line of fire from a grid: VIEW, FIRE and point-to-point sight, exactly as in
Sil.

Sight is a bundle of 126 lines in each octant, numbered from the axis (0) to the diagonal (125). In
octant coordinates a cell is (n, a): a along the axis, n across it, 0 <= n <= a. A cell is seen if a
living line crosses it; a wall kills the lines that cross it (rules: dungeon 8.1). A set of lines is
one Python integer, bit i for line i.

Three facts make it quick. Line 0 crosses cells of the axis only and line 125 cells of the diagonal
only, so these eight rays run to their first wall, whatever stands beside them. A wall on the axis
kills no line that has crossed another cell before, so its lines need not start at all. And the
cell that is looked at next hangs only on the cell before, on the lines that live and on whether the
cell is a wall: it is found once, and kept.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from engine.common.grid import SIGHT, distance

Cell = tuple[int, int]  # (n, a)

CELLS: tuple[Cell, ...] = tuple(
    (n, a) for a in range(1, SIGHT + 1) for n in range(a + 1) if distance(0, 0, n, a) <= SIGHT
)
SLOPES: tuple[Fraction, ...] = tuple(
    sorted(
        {
            slope
            for n, a in CELLS
            for dn, da in product((-1, 1), repeat=2)
            if 0 < (slope := Fraction(2 * n + dn, 2 * a + da)) <= 1
        }
    )
)


def _crossing(n: int, a: int) -> int:
    low = bisect_right(SLOPES, Fraction(2 * n - 1, 2 * a + 1)) if n else 0
    high = bisect_left(SLOPES, Fraction(2 * n + 1, 2 * a - 1))
    return (1 << high) - (1 << low)


def _firing(n: int, a: int) -> int:
    if n == 0:
        return 1
    above = bisect_left(SLOPES, Fraction(n, a))
    return 1 << above if SLOPES[above] == Fraction(n, a) else 0b11 << (above - 1)


# The lines that cross a cell (rules: dungeon 8.1), and its one or two firing slopes (8.3).
CROSSING: dict[Cell, int] = {cell: _crossing(*cell) for cell in CELLS}
FIRING: dict[Cell, int] = {cell: _firing(*cell) for cell in CELLS}

_INNER_LINES = (1 << (len(SLOPES) - 1)) - 1  # all but the diagonal's own
_REACHES = SIGHT + 2  # a ray's reach: how far its first wall is, or one grid past its last
_LAST_DIAGONAL = max(n for n, a in CELLS if n == a)
_MOST_CELLS = 1 << 15  # that are kept, some 8 MB; a hundred levels need fewer

_RAYS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))

# The cells of an octant between its rays, as they are looked at, with their lines.
_INNER_CELLS = tuple((n, a) for n, a in CELLS if 0 < n < a)
_LINES = tuple(CROSSING[cell] for cell in _INNER_CELLS)


class _SeenCell:
    """A cell in view, with the lines that reach it, and the cells that are seen next.

    Those are None until they are asked for, and `_END` behind the last. `diagonal` is the reach of
    the diagonal while its wall is still ahead, else 0.
    """

    __slots__ = ("after_floor", "after_wall", "alive", "diagonal", "fires", "number")

    def __init__(self, number: int, alive: int, diagonal: int) -> None:
        self.number = number  # of _INNER_CELLS
        self.alive = alive
        self.diagonal = diagonal
        self.fires = bool(alive & _LINES[number] & FIRING[_INNER_CELLS[number]])
        self.after_floor: _SeenCell | None = None
        self.after_wall: _SeenCell | None = None

    def find_after_wall(self) -> "_SeenCell":
        """Find the cell that is seen after this one, a wall, and keep it."""
        lines = self.alive & ~_LINES[self.number]
        self.after_wall = found = _next_seen(self.number + 1, lines, self.diagonal)
        return found

    def find_after_floor(self) -> "_SeenCell":
        """Find the cell that is seen after this one, which is open, and keep it."""
        self.after_floor = found = _next_seen(self.number + 1, self.alive, self.diagonal)
        return found


_END = _SeenCell(0, 0, 0)
_kept: dict[tuple[int, int, int], _SeenCell] = {}


def _next_seen(number: int, alive: int, diagonal: int) -> _SeenCell:
    """Return the first cell from `number` on that a living line crosses.

    A wall on the diagonal kills the lines that cross it for the columns behind.
    """
    for place in range(number, len(_INNER_CELLS)):
        if diagonal and _INNER_CELLS[place][1] > diagonal:
            alive &= ~CROSSING[diagonal, diagonal]
            diagonal = 0
        if alive & _LINES[place]:
            return _keep(place, alive, diagonal)
    return _END


def _keep(number: int, alive: int, diagonal: int) -> _SeenCell:
    """Return the cell of a walk; games in several threads share them, and may forget them."""
    key = (number, alive, diagonal)
    cell = _kept.get(key)
    if cell is None:
        if len(_kept) >= _MOST_CELLS:
            _forget()
        cell = _kept[key] = _SeenCell(*key)
    return cell


def _forget() -> None:
    for cell in list(_kept.values()):
        cell.after_floor = cell.after_wall = None
    _kept.clear()


def _first_seen(axis: int, diagonal: int) -> _SeenCell:
    """Return the first cell of an octant that is seen, by the reach of its two rays."""
    alive = _INNER_LINES & ~CROSSING.get((0, axis), 0)
    return _next_seen(0, alive, diagonal if diagonal <= _LAST_DIAGONAL else 0)


_FIRST_SEEN = tuple(
    tuple(_first_seen(axis, diagonal) for diagonal in range(_REACHES)) for axis in range(_REACHES)
)


class _Octant(NamedTuple):
    axis: int  # the rays that bound it, as places in _RAYS
    diagonal: int
    steps: tuple[int, ...]  # from the viewer to each of _INNER_CELLS


@lru_cache(maxsize=16)
def _tables(width: int) -> tuple[tuple[tuple[int, int], ...], tuple[_Octant, ...]]:
    """Return the rays' (step, number of grids), clockwise from east, and the octants between
    them."""
    steps = [dy * width + dx for dy, dx in _RAYS]
    rays = tuple(
        (step, _LAST_DIAGONAL if number % 2 else SIGHT) for number, step in enumerate(steps)
    )
    octants = []
    for number in range(8):
        axis = (number + 1) // 2 * 2 % 8
        diagonal = number // 2 * 2 + 1
        along, across = steps[axis], steps[diagonal] - steps[axis]
        octants.append(
            _Octant(axis, diagonal, tuple(a * along + n * across for n, a in _INNER_CELLS))
        )
    return rays, tuple(octants)


def _cast(
    opaque: Sequence[int], rays: tuple[tuple[int, int], ...], here: int
) -> tuple[list[int], list[int]]:
    """Return the viewer's own grid and those of the eight rays, and each ray's reach."""
    grids = [here]
    see = grids.append
    reaches = []
    for step, last in rays:
        see(grid := here + step)
        while not opaque[grid]:
            see(grid := grid + step)
        reach = (grid - here) // step
        if reach > last:
            del grids[last - reach :]
            reach = last + 1
        reaches.append(reach)
    return grids, reaches


def view(opaque: Sequence[int], width: int, y: int, x: int) -> list[int]:
    """Return the grids in VIEW from (y, x), each once, the viewer's own first (rules: dungeon 8.1).

    `opaque` has a true entry for every wall-like grid of a level with a closed border, and (y, x)
    lies within that border.
    """
    return view_and_fire(opaque, width, y, x)[0]


def view_and_fire(opaque: Sequence[int], width: int, y: int, x: int) -> tuple[list[int], list[int]]:
    """Return the grids in VIEW, as `view` has them, and those of them in FIRE (rules: dungeon
    8.3)."""
    here = y * width + x
    rays, octants = _tables(width)
    seen, reaches = _cast(opaque, rays, here)
    fire = seen.copy()
    see, shoot = seen.append, fire.append
    end = _END
    for axis, diagonal, steps in octants:
        cell = _FIRST_SEEN[reaches[axis]][reaches[diagonal]]
        while cell is not end:
            see(grid := here + steps[cell.number])
            if cell.fires:
                shoot(grid)
            if opaque[grid]:
                cell = cell.after_wall or cell.find_after_wall()
            else:
                cell = cell.after_floor or cell.find_after_floor()
    return seen, fire


def pit_view(width: int, y: int, x: int) -> list[int]:
    """VIEW, and FIRE too, of somebody in a pit: the 3x3 block (rules: dungeon 8.4)."""
    return [(y + dy) * width + x + dx for dy in (-1, 0, 1) for dx in (-1, 0, 1)]


@lru_cache(maxsize=1 << 14)
def _between(width: int, dy: int, dx: int) -> tuple[int, ...]:
    """Steps from one end to the grids that must be open (rules: dungeon 8.2)."""
    long_step, short_step = (1 if dx > 0 else -1), (width if dy > 0 else -width)
    a, b = abs(dx), abs(dy)
    if b > a:
        a, b, long_step, short_step = b, a, short_step, long_step
    if (a, b) == (2, 1):
        return (long_step,)
    steps: dict[int, None] = {}
    for i in range(1, a):
        low = (b * (2 * i - 1) + a) // (2 * a)
        high = -((a - b * (2 * i + 1)) // (2 * a))
        steps[i * long_step + low * short_step] = None
        steps[i * long_step + high * short_step] = None
    return tuple(steps)


def los(opaque: Sequence[int], width: int, y1: int, x1: int, y2: int, x2: int) -> bool:
    """Line of sight from centre to centre, as creatures and light use it (rules: dungeon 8.2).

    Neither end need be open. Not the same both ways in general.
    """
    here = y1 * width + x1
    for step in _between(width, y2 - y1, x2 - x1):  # noqa: SIM110  (a loop is twice as quick)
        if opaque[here + step]:
            return False
    return True
