"""How far it is to a place for a certain walker, worked out only as far as somebody asks.

The same fields as `engine.sil.pathing.field` gives whole (spec: monsters 7.1). A set of grids is
one integer, bit i for grid i, so that a whole front of the search moves at once; most monsters
are near the hero, and most fields need not grow far.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Protocol

import numpy as np

from engine.grid import neighbours
from engine.sil import pathing
from engine.sil.state import Level
from engine.sound import UNREACHED


class Distances(Protocol):
    """What a monster asks of a field."""

    def cost(self, i: int) -> int:
        """The cost of a grid, UNREACHED for one without."""

    def downhill(self, i: int) -> int | None:
        """The neighbour of lowest cost, the first of equals in compass order; None if none."""


def build(
    walker: pathing.Walker,
    level: Level,
    centre: int,
    bodies: Mapping[int, int],
    *,
    bash_mark: bool,
) -> Distances:
    """A field round `centre`. `bodies` as for `pathing.field`; `bash_mark`: whether the choice
    to bash carries over from door to door (ruling `monster_slips`)."""
    if bash_mark and _order_matters(walker, bytes(level.feature)):
        return Whole(
            pathing.field(
                walker, level.feature, level.icky, level.width, *level.place(centre), bodies
            ),
            level.width,
        )
    return Front(walker, bytes(level.feature), bytes(level.icky), level.width, centre, bodies)


@lru_cache(maxsize=64)
def _order_matters(walker: pathing.Walker, feature: bytes) -> bool:
    """Whether some door here can turn the walker's bash mark on, and some other asks for it."""
    off, on = pathing.costs_of(walker).surcharge
    marks = pathing.costs_of(walker).mark[0]
    present = set(feature)
    return any(marks[f] for f in present) and any(off[f] != on[f] for f in present)


class Whole:
    """A field that is there as a whole."""

    def __init__(self, values: bytes, width: int) -> None:
        self.values = values
        self.steps = neighbours(width)

    def cost(self, i: int) -> int:
        return self.values[i]

    def downhill(self, i: int) -> int | None:
        best = min(self.steps, key=lambda step: self.values[i + step])
        return i + best if self.values[i + best] < UNREACHED - 1 else None


class Front:
    """A field that grows as far as it is asked for."""

    __slots__ = (
        "_fronts", "_late", "_lit", "_ring", "_slow", "_steps", "_unreached", "_width",
    )  # fmt: skip

    def __init__(
        self,
        walker: pathing.Walker,
        feature: bytes,
        icky: bytes,
        width: int,
        centre: int,
        bodies: Mapping[int, int] | None = None,
    ) -> None:
        self._width = width
        self._steps = neighbours(width)
        unreached, slow = _masks(walker, feature, icky)
        if bodies:
            surcharges = {
                i: pathing.examine(walker, feature[i], bool(icky[i]), chance, False)[0]
                for i, chance in bodies.items()
            }
            unreached, slow = _with_bodies(surcharges, unreached, slow)
        start = 1 << centre
        self._unreached = unreached & ~start
        self._slow = slow
        self._fronts = [start]  # the grids of each cost
        self._late: dict[int, int] = {}  # those of higher costs, reached already
        self._ring = 7 << 2 * width | 5 << width | 7

    def _grow(self) -> bool:
        """Find the grids of the next cost; false when there are no more."""
        fronts, late, width = self._fronts, self._late, self._width
        cost = len(fronts)
        if cost >= UNREACHED:
            return False
        front = fronts[-1]
        if front:
            row = front | front << 1 | front >> 1
            front = (row | row << width | row >> width) & self._unreached
            self._unreached ^= front
            for surcharge, mask in self._slow:
                if part := front & mask:
                    front ^= part
                    late[cost + surcharge] = late.get(cost + surcharge, 0) | part
        elif not late:
            return False
        front |= late.pop(cost, 0)
        fronts.append(front)
        return True

    def cost(self, i: int) -> int:
        bit = 1 << i
        at = 0
        while True:
            while at < len(self._fronts):
                if self._fronts[at] & bit:
                    return at
                at += 1
            if not self._grow():
                return UNREACHED

    def downhill(self, i: int) -> int | None:
        ring = self._ring << i - self._width - 1
        at = 0
        while True:
            while at < len(self._fronts):
                if near := self._fronts[at] & ring:
                    if at >= UNREACHED - 1:
                        return None
                    return next(i + step for step in self._steps if near >> (i + step) & 1)
                at += 1
            if not self._grow():
                return None


@lru_cache(maxsize=64)
def _masks(
    walker: pathing.Walker, feature: bytes, icky: bytes
) -> tuple[int, tuple[tuple[int, int], ...]]:
    """All grids that can be entered, and those that cost more than the step, by how much more."""
    surcharges = np.frombuffer(pathing.costs_of(walker).surcharge[0], np.uint8)
    keys = np.frombuffer(feature, np.uint8) + pathing.IN_VAULT * np.frombuffer(icky, np.uint8)
    values = surcharges[keys]
    classes = {int(v): _bits(values == v) for v in np.unique(values)}
    classes.pop(UNREACHED, 0)
    everything = 0
    for mask in classes.values():
        everything |= mask
    classes.pop(0, 0)
    return everything, tuple(classes.items())


def _bits(chosen: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> int:
    return int.from_bytes(np.packbits(chosen, bitorder="little").tobytes(), "little")


def _with_bodies(
    surcharges: Mapping[int, int], unreached: int, slow: tuple[tuple[int, int], ...]
) -> tuple[int, tuple[tuple[int, int], ...]]:
    """The masks where other creatures stand in the way, at these surcharges."""
    changed: dict[int, int] = {}
    occupied = 0
    for i, surcharge in surcharges.items():
        bit = 1 << i
        occupied |= bit
        changed[surcharge] = changed.get(surcharge, 0) | bit
    changed.pop(UNREACHED, 0)
    classes = {surcharge: mask & ~occupied for surcharge, mask in slow}
    unreached &= ~occupied
    for surcharge, mask in changed.items():
        unreached |= mask
        if surcharge:
            classes[surcharge] = classes.get(surcharge, 0) | mask
    return unreached, tuple(classes.items())
