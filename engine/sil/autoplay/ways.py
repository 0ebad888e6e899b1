"""Ways over the known ground: how far places are, and the first step to each."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property
from typing import NamedTuple

from engine.common.grid import neighbours

Place = tuple[int, int]


class SquareSet(NamedTuple):
    """Squares of a level that have something in common: a byte a square, 1 for those that have it.

    The level is closed by a border that never has it.
    """

    layer: bytes | bytearray
    width: int

    def holds(self, y: int, x: int) -> bool:
        """Return whether a square is one of them."""
        i = y * self.width + x
        return 0 <= x < self.width and 0 <= i < len(self.layer) and bool(self.layer[i])

    def without(self, places: Iterable[Place]) -> SquareSet:
        """Return the same squares but for some places."""
        layer = bytearray(self.layer)
        for y, x in places:
            if self.holds(y, x):
                layer[y * self.width + x] = 0
        return SquareSet(layer, self.width)


class Ways:
    """All places that can be come to from some others over some ground, the nearest first.

    steps: how many steps away a place is. first: the first step of the way there. `way_to`: all of
    it. Nobody goes through `taken` places, but the ways end there. No way is longer than `most`
    steps.
    """

    def __init__(
        self,
        starts: Iterable[Place],
        ground: SquareSet,
        taken: Collection[Place] = (),
        most: int | None = None,
    ) -> None:
        self._width = ground.width
        self._steps: dict[int, int] = {y * ground.width + x: 0 for y, x in starts}
        self._came = {start: start for start in self._steps}
        self._search(ground.layer, {y * ground.width + x for y, x in taken}, most)

    def _search(self, layer: bytes | bytearray, taken: set[int], most: int | None) -> None:
        steps, came = self._steps, self._came
        ways = neighbours(self._width)
        front, far = list(steps), 0
        while front and far != most:
            far += 1
            ahead: list[int] = []
            for here in front:
                for way in ways:
                    near = here + way
                    if near in steps or not layer[near]:
                        continue
                    steps[near] = far
                    came[near] = here
                    if near not in taken:
                        ahead.append(near)
            front = ahead

    @cached_property
    def steps(self) -> dict[Place, int]:
        """Return how many steps away each place is."""
        width = self._width
        return {divmod(i, width): far for i, far in self._steps.items()}

    @cached_property
    def first(self) -> dict[Place, Place]:
        """Return the first step of the way to each place."""
        width, steps, first = self._width, self._steps, dict[int, int]()
        for i, before in self._came.items():  # the nearest first
            first[i] = i if steps[i] <= 1 else first[before]
        return {divmod(i, width): divmod(step, width) for i, step in first.items()}

    def way_to(self, place: Place) -> list[Place]:
        """Return the squares of the way to a place that can be come to, in order, the start left
        out."""
        way, i = [], place[0] * self._width + place[1]
        while self._steps[i]:
            way.append(divmod(i, self._width))
            i = self._came[i]
        return way[::-1]


def apart(place: Place, other: Place) -> int:
    """Return how many steps lie between two places, were all of them free."""
    return max(abs(place[0] - other[0]), abs(place[1] - other[1]))
