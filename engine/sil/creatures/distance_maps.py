"""Distances to a place for a certain walker, worked out only as far as somebody asks.

The same fields as `engine.sil.level.pathing.field` gives whole (rules: monsters 7.1): most are
near the hero, and most fields need not grow far.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Protocol

from engine.common import flood
from engine.common.grid import neighbours
from engine.common.noise_map import UNREACHED
from engine.sil.game.context import GroundLayers, SilContext
from engine.sil.level import pathing


class Distances(Protocol):
    """A field as a monster uses it."""

    def cost(self, i: int) -> int:
        """The cost of a grid, UNREACHED for one without."""

    def downhill(self, i: int) -> int | None:
        """The neighbour of lowest cost, the first of equals in compass order; None if none."""


def build(
    walker: pathing.Walker,
    game: SilContext,
    centre: int,
    bodies: pathing.Bodies,
    *,
    bash_mark: bool,
) -> Distances:
    """Return a field round `centre`. `bash_mark`: whether the choice to bash carries over from door
    to door (ruling `monster_slips`)."""
    ground = game.ground
    if bash_mark and _order_matters(walker, ground.feature):
        grids = pathing.grids_of(ground.feature, ground.icky)
        return pathing.OrderedField(walker, grids, ground.width, centre, bodies)
    return Front(walker, ground, centre, bodies.by_chance())


@lru_cache(maxsize=64)
def _order_matters(walker: pathing.Walker, feature: bytes) -> bool:
    """Return whether some door here can turn the walker's bash mark on, and some other asks for
    it."""
    off, on = pathing.costs_of(walker).surcharge
    marks = pathing.costs_of(walker).mark[0]
    present = set(feature)
    return any(marks[f] for f in present) and any(off[f] != on[f] for f in present)


def _lowest(
    layers: Iterator[tuple[int, int]], ring: int, i: int, steps: Sequence[int]
) -> int | None:
    """Return the first grid by `steps` from `i` that lies in the lowest layer of the `ring`."""
    if not ring:
        return None
    for cost, squares in layers:
        if cost >= UNREACHED - 1:
            return None
        if found := squares & ring:
            return next(i + step for step in steps if found >> i + step & 1)
    return None


def _steps_apart(one: int, other: int, width: int) -> int:
    """Return the fewest steps from one square to another: no field makes it less."""
    return max(abs(one // width - other // width), abs(one % width - other % width))


Bodies = tuple[tuple[int, int], ...]
"""The squares where somebody stands, each with the percent chance to get past."""


class Shared:
    """The field round a far goal of many walkers, past some bodies.

    The parts it has grown to are finished and cached: games in several threads share them.
    """

    __slots__ = ("_key", "_region", "_steps")

    def __init__(
        self, walker: pathing.Walker, ground: GroundLayers, centre: int, bodies: Bodies
    ) -> None:
        feature, icky, width = ground
        self._key = (walker, feature, icky, width, centre, bodies)
        self._steps = neighbours(width)
        self._region = _region(_enterable(walker, feature, icky), width, centre)

    def cost(self, i: int) -> int:
        here = 1 << i
        if not self._region & here:
            return UNREACHED
        for cost, squares in self._layers(self._steps_to(i)):
            if squares & here:
                return cost
        return UNREACHED

    def downhill(self, i: int) -> int | None:
        ring = self._region & sum(1 << i + step for step in self._steps)
        return _lowest(self._layers(self._steps_to(i) - 1), ring, i, self._steps)

    def _steps_to(self, i: int) -> int:
        *_, width, centre, _ = self._key
        return _steps_apart(i, centre, width)

    def _layers(self, first: int) -> Iterator[tuple[int, int]]:
        """Yield the squares of each cost from the first on, as far as somebody takes them."""
        known = max(0, first)
        for step, depth in enumerate(_DEPTHS):
            if known >= depth:
                continue
            layers = _risen(*self._key, step).layers
            yield from enumerate(layers[known:], known)
            if len(layers) < depth:
                return
            known = depth


@lru_cache(maxsize=256)
def shared(
    walker: pathing.Walker, ground: GroundLayers, centre: int, bodies: Bodies = ()
) -> Shared:
    """Return the field round a far goal, the same one for all who go there."""
    return Shared(walker, ground, centre, bodies)


_DEPTHS = (16, 32, 64, 128, UNREACHED)
"""Layers of a shared field after each step of its growth."""


@lru_cache(maxsize=256)
def _risen(
    walker: pathing.Walker,
    feature: bytes,
    icky: bytes,
    width: int,
    centre: int,
    bodies: Bodies,
    step: int,
) -> flood.Risen:
    """Return the flood round a goal after a step of its growth."""
    entries: Mapping[int, int] = _entries(walker, feature, icky)
    if bodies:
        squares: dict[int, int] = {}
        for square, chance in bodies:
            squares[chance] = squares.get(chance, 0) | 1 << square
        entries = _blocked(entries, walker, feature, icky, squares)
    rising = flood.Flood(entries, width, centre)
    if step:
        rising.continued(_risen(walker, feature, icky, width, centre, bodies=bodies, step=step - 1))
    rising.rise_to(_DEPTHS[step])
    return rising.finished()


@lru_cache(maxsize=64)
def _enterable(walker: pathing.Walker, feature: bytes, icky: bytes) -> int:
    """Return the squares that a walker can enter."""
    enterable = 0
    for squares in _entries(walker, feature, icky).values():
        enterable |= squares
    return enterable


def _region(enterable: int, width: int, centre: int) -> int:
    """Return the squares from which a walker gets to `centre`, whatever that costs."""
    enterable |= 1 << centre
    for region in _regions(enterable, width):
        if region >> centre & 1:
            return region
    raise AssertionError("the centre can be entered")


@lru_cache(maxsize=64)
def _regions(enterable: int, width: int) -> tuple[int, ...]:
    """Return the regions into which the squares fall apart."""
    found = []
    while enterable:
        region = flood.region(enterable, width, enterable.bit_length() - 1)
        found.append(region)
        enterable ^= region
    return tuple(found)


class Front:
    """A field that grows as far as it is asked for: for one caller, never cached.

    `bodies` has the squares where others stand, by the chance to get past them.
    """

    __slots__ = ("_centre", "_enterable", "_flood", "_steps", "_width")

    def __init__(
        self, walker: pathing.Walker, ground: GroundLayers, centre: int, bodies: Mapping[int, int]
    ) -> None:
        feature, icky, width = ground
        entries: Mapping[int, int] = _entries(walker, feature, icky)
        if bodies:
            entries = _blocked(entries, walker, feature, icky, bodies)
        self._enterable = 1 << centre  # what lies beyond is never reached
        for squares in entries.values():
            self._enterable |= squares
        self._flood = flood.Flood(entries, width, centre)
        self._steps = neighbours(width)
        self._centre, self._width = centre, width

    def cost(self, i: int) -> int:
        here = 1 << i
        if not self._enterable & here:
            return UNREACHED
        for cost, squares in self._layers(_steps_apart(i, self._centre, self._width)):
            if squares & here:
                return cost
        return UNREACHED

    def downhill(self, i: int) -> int | None:
        ring = (flood.spread(1 << i, self._width) ^ 1 << i) & self._enterable
        first = _steps_apart(i, self._centre, self._width) - 1
        return _lowest(self._layers(first), ring, i, self._steps)

    def _layers(self, first: int) -> Iterator[tuple[int, int]]:
        """Yield the squares of each cost from the first on, grown as far as somebody takes them."""
        first, layers = max(0, first), self._flood.layers
        self._flood.rise_to(first)
        for cost in range(first, UNREACHED):
            if cost >= len(layers) and not self._flood.rise():
                return
            yield cost, layers[cost]


def _blocked(
    entries: Mapping[int, int],
    walker: pathing.Walker,
    feature: bytes,
    icky: bytes,
    bodies: Mapping[int, int],
) -> dict[int, int]:
    """Return the entries with what entering the squares of some bodies costs."""
    easy = entries.get(0, 0)
    taken: dict[int, int] = {}
    occupied = 0
    for chance, squares in bodies.items():
        occupied |= squares
        if chance and (open_ := squares & easy):
            surcharge = 100 // chance - 1  # where the terrain asks for nothing, the body decides
            taken[surcharge] = taken.get(surcharge, 0) | open_
        for i in flood.squares_of(squares & ~easy if chance else 0):
            surcharge, _ = pathing.examine(walker, feature[i], bool(icky[i]), chance, False)
            taken[surcharge] = taken.get(surcharge, 0) | 1 << i
    free = ~occupied
    found = {surcharge: squares & free for surcharge, squares in entries.items()}
    for surcharge, squares in taken.items():
        if surcharge < UNREACHED:
            found[surcharge] = found.get(surcharge, 0) | squares
    return found


@lru_cache(maxsize=64)
def _entries(walker: pathing.Walker, feature: bytes, icky: bytes) -> Mapping[int, int]:
    """Return the grids that can be entered, by what that costs beyond the step."""
    surcharges = pathing.costs_of(walker).surcharge[0]
    found: dict[int, int] = {}
    for key, squares in _squares_by_key(pathing.grids_of(feature, icky)).items():
        if (surcharge := surcharges[key]) < UNREACHED:
            found[surcharge] = found.get(surcharge, 0) | squares
    return MappingProxyType(found)


@lru_cache(maxsize=64)  # the same ones for walkers of every kind
def _squares_by_key(grids: bytes) -> Mapping[int, int]:
    return MappingProxyType(flood.sets_of(grids))
