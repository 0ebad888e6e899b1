"""Field of view and line of fire from a grid: VIEW, FIRE and point-to-point sight, exactly as in
Sil.

Sight is a bundle of 126 lines in each octant, numbered from the axis (0) to the diagonal (125). In
octant coordinates a cell is (n, a): a along the axis, n across it, 0 <= n <= a. A cell is seen if a
living line crosses it; a wall kills the lines that cross it (rules: dungeon 8.1). A set of lines is
one Python integer, bit i for line i.

Two facts make it quick. Line 0 crosses cells of the axis only and line 125 cells of the diagonal
only, so these eight rays run to their first wall, whatever stands beside them. And a wall on the
axis kills no line that has crossed another cell before, so its lines need not start at all.
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
_NEAR = 5  # the first columns of an octant, where nearly every walk ends

_RAYS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


_Run = tuple[tuple[int, int, int], ...]  # (step from the viewer, lines, firing slopes) a cell


class _Octant(NamedTuple):
    axis: int  # the rays that bound it, as places in _RAYS
    diagonal: int
    # The inner cells by the reach of the diagonal: the near columns in one run, the far ones in a
    # run each. Lines that ended on the diagonal are left out of the cells behind.
    near: tuple[_Run, ...]
    far: tuple[tuple[_Run, ...], ...]


# The inner lines that a wall on the axis, or on the diagonal, spares; by the ray's reach.
_PAST_AXIS = tuple(_INNER_LINES & ~CROSSING.get((0, r), 0) for r in range(_REACHES))
_PAST_DIAGONAL = tuple(_INNER_LINES & ~CROSSING.get((r, r), 0) for r in range(_REACHES))
# The lines to start with, by the reach of the axis and of the diagonal.
_START = tuple(
    tuple(lines & _PAST_DIAGONAL[1] if reach == 1 else lines for reach in range(_REACHES))
    for lines in _PAST_AXIS
)
# The lines that go on from the near columns to the far ones, by the reach of the diagonal.
_ONWARD = tuple(
    lines if reach <= _NEAR else _INNER_LINES for reach, lines in enumerate(_PAST_DIAGONAL)
)


def _columns(along: int, across: int, reach: int) -> list[_Run]:
    """Return the inner cells from column 2 on, if the diagonal's first wall is at `reach`."""
    columns = []
    for a in range(2, SIGHT + 1):
        spared = _PAST_DIAGONAL[reach] if a > reach else _INNER_LINES
        cells = [(n, CROSSING[n, a] & spared) for n in range(1, a) if (n, a) in CROSSING]
        columns.append(
            tuple((a * along + n * across, lines, FIRING[n, a]) for n, lines in cells if lines)
        )
    return columns


@lru_cache(maxsize=16)
def _tables(width: int) -> tuple[tuple[tuple[int, int], ...], tuple[_Octant, ...]]:
    """Return the rays' (step, number of grids), clockwise from east, and the octants between
    them."""
    steps = [dy * width + dx for dy, dx in _RAYS]
    last_diagonal = max(n for n, a in CELLS if n == a)
    rays = tuple(
        (step, last_diagonal if number % 2 else SIGHT) for number, step in enumerate(steps)
    )
    octants = []
    for number in range(8):
        axis = (number + 1) // 2 * 2 % 8
        diagonal = number // 2 * 2 + 1
        along, across = steps[axis], steps[diagonal] - steps[axis]
        whole = _columns(along, across, last_diagonal + 1)
        near, far = [], []
        for reach in range(_REACHES):
            columns = _columns(along, across, reach) if 1 < reach <= last_diagonal else whole
            near.append(tuple(cell for column in columns[: _NEAR - 1] for cell in column))
            # What ends on the diagonal in the near columns never gets to the far ones.
            far.append(tuple((columns if reach > _NEAR else whole)[_NEAR - 1 :]))
        octants.append(_Octant(axis, diagonal, tuple(near), tuple(far)))
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
    here = y * width + x
    rays, octants = _tables(width)
    seen, reaches = _cast(opaque, rays, here)
    see = seen.append
    for axis, diagonal, near, far in octants:
        reach = reaches[diagonal]
        alive = _START[reaches[axis]][reach]
        if not alive:
            continue
        for step, lines, _ in near[reach]:
            if met := alive & lines:
                see(grid := here + step)
                if opaque[grid]:
                    alive ^= met
                    if not alive:
                        break
        else:
            alive &= _ONWARD[reach]
            if not alive:
                continue
            for column in far[reach]:
                for step, lines, _ in column:
                    if met := alive & lines:
                        see(grid := here + step)
                        if opaque[grid]:
                            alive ^= met
                    elif lines > alive:  # the rest of the column lies above every living line
                        break
                if not alive:
                    break
    return seen


def view_and_fire(opaque: Sequence[int], width: int, y: int, x: int) -> tuple[list[int], list[int]]:
    """Return the grids in VIEW, as `view` has them, and those of them in FIRE (rules: dungeon 8.3).

    The walk of `view` again, with one more test a grid; apart, as that test costs a fifth.
    """
    here = y * width + x
    rays, octants = _tables(width)
    seen, reaches = _cast(opaque, rays, here)
    fire = seen.copy()
    see, shoot = seen.append, fire.append
    for axis, diagonal, near, far in octants:
        reach = reaches[diagonal]
        alive = _START[reaches[axis]][reach]
        if not alive:
            continue
        for step, lines, slopes in near[reach]:
            if met := alive & lines:
                see(grid := here + step)
                if met & slopes:
                    shoot(grid)
                if opaque[grid]:
                    alive ^= met
                    if not alive:
                        break
        else:
            alive &= _ONWARD[reach]
            if not alive:
                continue
            for column in far[reach]:
                for step, lines, slopes in column:
                    if met := alive & lines:
                        see(grid := here + step)
                        if met & slopes:
                            shoot(grid)
                        if opaque[grid]:
                            alive ^= met
                    elif lines > alive:
                        break
                if not alive:
                    break
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
