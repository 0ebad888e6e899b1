"""Paths of thrown objects, arrows and spells, and the areas that they cover (rules: dungeon 9.1 to
9.3)."""

import math
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.common.field_of_view import CELLS, CROSSING, FIRING, los
from engine.common.grid import SIGHT, disc, distance, neighbours
from engine.contract.dice import trunc_div


@dataclass(frozen=True)
class Field:
    """The ground that a projection flies over: flat layers of a level with a closed border.

    `fire`: the grids in the hero's FIRE. `bodies`: grids with a creature or the hero. `known`:
    remembered grids, which only previews ask for.
    """

    opaque: Sequence[int]
    width: int
    height: int
    hero: int
    fire: Container[int]
    bodies: Container[int] = frozenset()
    known: Container[int] = frozenset()


class Path(NamedTuple):
    """The grids in order, the start excluded; and whether a body stands in the way."""

    grids: list[int]
    blocked: bool = False


class _Step(NamedTuple):
    grid: int
    n: int
    a: int


_NOTHING, _BODY, _BARRIER = range(3)


@lru_cache(maxsize=1024)
def _crossed(slopes: int) -> tuple[tuple[int, int, int], ...]:
    """(n, a, lines) of the octant's cells that any of these lines crosses, nearest first."""
    return tuple((n, a, met) for n, a in CELLS if (met := CROSSING[n, a] & slopes))


def _in_sight(y1: int, x1: int, y2: int, x2: int) -> tuple[int, int]:
    """Return the target, brought nearer if it is out of sight range (rules: dungeon 9.1 step 2)."""
    away = distance(y1, x1, y2, x2)
    if away <= SIGHT:
        return y2, x2

    def shortened(delta: int) -> int:
        half = away // 2 if delta > 0 else -(away // 2)
        return trunc_div((SIGHT - 1) * delta + half, away)

    return y1 + shortened(y2 - y1), x1 + shortened(x2 - x1)


class Passing(NamedTuple):
    """Choices of what a flight passes: the target (THRU), bodies unless it is to `stop` (STOP) or
    to `check` and note them (CHCK), all walls (PASS) or those not remembered (INVISIPASS)."""

    through: bool = False
    stop: bool = False
    check: bool = False
    pass_walls: bool = False
    pass_unknown: bool = False


PLAIN = Passing()


def path(
    field: Field, y1: int, x1: int, y2: int, x2: int, reach: int = SIGHT, passing: Passing = PLAIN
) -> Path:
    """Return the path from (y1, x1) towards (y2, x2), at most `reach` long (rules: dungeon 9.1)."""
    through, stop, check, pass_walls, pass_unknown = passing
    width = field.width
    start = y1 * width + x1
    strict = field.hero in (start, y2 * width + x2)
    if reach <= 0 or (y1, x1) == (y2, x2):
        return Path([])
    y2, x2 = _in_sight(y1, x1, y2, x2)
    target = y2 * width + x2

    def barrier(grid: int) -> bool:
        if pass_walls or not field.opaque[grid]:
            return False
        return not (pass_unknown and grid not in field.known)

    def blockage(grid: int) -> int:
        if barrier(grid):
            return _BARRIER
        if (stop or check) and grid in field.bodies:
            return _BARRIER if stop else _BODY
        return _NOTHING

    def kept(grid: int) -> bool:
        if not strict or grid in field.fire:
            return True
        return pass_unknown and grid not in field.known

    steps = _collect(field, y1, x1, y2, x2, barrier=barrier, kept=kept)
    return _walk(steps, target, reach, through, blockage)


def _collect(
    field: Field,
    y1: int,
    x1: int,
    y2: int,
    x2: int,
    barrier: Callable[[int], bool],
    kept: Callable[[int], bool],
) -> list[_Step]:
    """Return the cells that the target's firing slopes cross, as far as they hang together (9.1,
    4)."""
    dy, dx = y2 - y1, x2 - x1
    down, right = (-1 if dy < 0 else 1), (-1 if dx < 0 else 1)
    upright = abs(dy) > abs(dx)
    alive = FIRING[(abs(dx), abs(dy)) if upright else (abs(dy), abs(dx))]
    steps: list[_Step] = []
    before = (0, 0)
    for n, a, lines in _crossed(alive):
        met = lines & alive
        if not met:
            continue
        y, x = (y1 + down * a, x1 + right * n) if upright else (y1 + down * n, x1 + right * a)
        if not (0 < y < field.height - 1 and 0 < x < field.width - 1):
            continue
        if steps and max(abs(n - before[0]), a - before[1]) > 1:
            break
        before = n, a
        grid = y * field.width + x
        if kept(grid):
            steps.append(_Step(grid, n, a))
        if barrier(grid):
            alive ^= met
    return steps


def _walk(
    steps: list[_Step], target: int, reach: int, through: bool, blockage: Callable[[int], int]
) -> Path:
    """Choose between cells side by side and stop where the path ends (rules: dungeon 9.1 step
    5)."""
    grids: list[int] = []
    blocked = False
    place = 0
    while place < len(steps):
        choice = steps[place : place + 2]
        if choice[-1].a != choice[0].a:
            choice.pop()
        place += len(choice)
        here = [step.grid for step in choice]
        last = len(grids) + choice[-1].n // 2 >= reach - 1 or (not through and target in here)
        grid = min(here, key=blockage)
        grids.append(grid)
        hindrance = blockage(grid)
        if hindrance == _BODY and here[-1] != target:
            blocked = True
        if last or hindrance == _BARRIER:
            break
    return Path(grids, blocked)


def _arrives(field: Field, y1: int, x1: int, y2: int, x2: int, check: bool) -> bool:
    start, target = y1 * field.width + x1, y2 * field.width + x2
    if start == field.hero and target not in field.fire:
        return False
    if target == field.hero and start not in field.fire:
        return False
    found = path(field, y1, x1, y2, x2, passing=Passing(check=check))
    return (
        bool(found.grids)
        and found.grids[-1] == target
        and not field.opaque[target]
        and not found.blocked
    )


def projectable(field: Field, y1: int, x1: int, y2: int, x2: int) -> bool:
    """Return whether a projection from the first grid arrives at the second (rules: dungeon
    9.2)."""
    return _arrives(field, y1, x1, y2, x2, check=False)


def clear(field: Field, y1: int, x1: int, y2: int, x2: int) -> bool:
    """Return whether it arrives and no body stands in its way, as arrows and boulders need."""
    return _arrives(field, y1, x1, y2, x2, check=True)


def ball(
    opaque: Sequence[int],
    width: int,
    y: int,
    x: int,
    radius: int,
    *,
    walls: bool = False,
    everywhere: bool = False,
) -> list[tuple[int, int]]:
    """Return (index, distance) of the grids of a ball, the nearest first (rules: dungeon 9.3).

    `walls`: it works on walls and takes in those that it reaches. `everywhere`: walls do not stop
    it, as light that fills an area.
    """
    cells = sorted(disc(width, len(opaque) // width, y, x, radius), key=lambda cell: cell[1])
    if everywhere:
        return cells

    def reached(i: int) -> bool:
        return los(opaque, width, y, x, *divmod(i, width))

    def taken(i: int) -> bool:
        if not reached(i):
            return False
        if not opaque[i]:
            return True
        beside = (i + step for step in neighbours(width) if 0 <= i + step < len(opaque))
        return walls and any(reached(j) for j in beside)

    here = y * width + x
    return [(i, away) for i, away in cells if i == here or taken(i)]


def arc(
    opaque: Sequence[int],
    width: int,
    y: int,
    x: int,
    target: tuple[int, int],
    degrees: int,
    radius: int = 0,
    *,
    walls: bool = False,
) -> list[tuple[int, int]]:
    """Return (index, distance) of the grids of a breath, so many degrees wide, the nearest first.

    It starts in (y, x), whose grid belongs to it, and goes towards `target`; a radius of 0 stands
    for the whole sight range (rules: dungeon 9.3).
    """
    dy, dx = (max(-SIGHT, min(SIGHT, delta)) for delta in (target[0] - y, target[1] - x))
    turn = 90 - _half_degrees(dy, dx)
    limit = (degrees + 6) // 4

    def within(i: int) -> bool:
        row, column = divmod(i, width)
        off = abs(_half_degrees(row - y, column - x) + turn) % 180
        return abs(90 - off) < limit

    cells = ball(opaque, width, y, x, radius or SIGHT, walls=walls)
    return [cell for cell in cells if cell[1] == 0 or within(cell[0])]


@lru_cache(maxsize=1 << 12)
def _half_degrees(dy: int, dx: int) -> int:
    """Return the direction of a grid, in steps of two degrees from east, counter-clockwise.

    A grid beside a diagonal that would round to the diagonal's own step gets the next.
    """
    steps = math.floor(math.degrees(math.atan2(-dy, dx)) / 2 + 0.5) % 180
    if steps in _DIAGONALS and abs(dy) != abs(dx):
        return steps + 1
    return steps


_DIAGONALS = (23, 68, 113, 158)
