"""How far it is to a place for a certain walker, worked out only as far as somebody asks.

The same fields as `engine.sil.pathing.field` gives whole (spec: monsters 7.1): most monsters are
near the hero, and most fields need not grow far.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Protocol

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

    __slots__ = ("_cost", "_front", "_late", "_steps", "_surcharge", "_value")

    def __init__(
        self,
        walker: pathing.Walker,
        feature: bytes,
        icky: bytes,
        width: int,
        centre: int,
        bodies: Mapping[int, int] | None = None,
    ) -> None:
        self._steps = neighbours(width)
        self._surcharge = bytearray(_surcharges(walker, feature, icky))
        self._value = bytearray(self._surcharge.translate(_START))
        for i, chance in (bodies or {}).items():
            surcharge, _ = pathing.examine(walker, feature[i], bool(icky[i]), chance, False)
            self._surcharge[i] = surcharge
            self._value[i] = _START[surcharge]
        self._value += bytes((UNREACHED,)) * (width + 1)  # beyond the last row, at the Gates
        self._value[centre] = 0
        self._front = [centre]  # the grids of the last cost
        self._late: dict[int, list[int]] = {}  # grids of higher costs, reached already
        self._cost = 0

    def _grow(self) -> bool:
        """Find the grids of the next cost; false when there are no more."""
        if not self._front and not self._late:
            return False
        self._cost = cost = self._cost + 1
        following = self._late.pop(cost, [])
        if cost < UNREACHED:
            value, surcharges, late, steps = (
                self._value, self._surcharge, self._late, self._steps
            )  # fmt: skip
            for grid in self._front:
                for step in steps:
                    near = grid + step
                    if value[near] != _OPEN:
                        continue
                    at = cost + surcharges[near]
                    value[near] = min(at, UNREACHED)
                    if at == cost:
                        following.append(near)
                    elif at < UNREACHED:
                        late.setdefault(at, []).append(near)
        self._front = following
        return True

    def cost(self, i: int) -> int:
        while self._value[i] == _OPEN and self._grow():
            pass
        return min(self._value[i], UNREACHED)

    def downhill(self, i: int) -> int | None:
        value = self._value
        while True:
            # What has no value yet will get more than what the field has grown to.
            best = min(self._steps, key=lambda step: value[i + step])
            if value[i + best] <= self._cost or not self._grow():
                break
        return i + best if value[i + best] < UNREACHED - 1 else None


@lru_cache(maxsize=64)
def _surcharges(walker: pathing.Walker, feature: bytes, icky: bytes) -> bytes:
    """What entering each grid costs beyond the step; UNREACHED for what cannot be entered."""
    outside, inside = (
        bytes(pathing.costs_of(walker).surcharge[0][vault + f] for f in range(pathing.IN_VAULT))
        for vault in (0, pathing.IN_VAULT)
    )
    found = bytearray(feature.translate(outside + outside))
    for i, feature_ in enumerate(feature):
        if icky[i]:
            found[i] = inside[feature_]
    return bytes(found)


_OPEN = 255  # a grid without value yet
_START = bytes(_OPEN if surcharge < UNREACHED else UNREACHED for surcharge in range(256))
