"""Ways over what a hero knows of a level."""

from __future__ import annotations

from engine.common import flood
from engine.delve import terrain
from engine.delve.rules.vision import visible
from engine.delve.rules.world import NEIGHBOURS, DelveWorld
from engine.delve.state import SIZE, WIDTH, DelveHero

_WALKABLE_CODES = frozenset(range(1, len(terrain.NAMES))) - terrain.SOLID - terrain.HARMFUL | {
    terrain.RUBBLE
}
_WALKABLE = bytes(48 + bit for bit in terrain.table(_WALKABLE_CODES))
_UNKNOWN = bytes(48 + bit for bit in terrain.table(frozenset({terrain.UNKNOWN})))
# Every square but the outer ring, whose neighbours would lie beyond the map.
_INNER = sum(
    1 << at for at in range(SIZE) if 0 < at % WIDTH < WIDTH - 1 and WIDTH <= at < SIZE - WIDTH
)


def known_ways(world: DelveWorld, hero: DelveHero) -> int:
    """Return the squares that a hero would walk by himself: known, harmless, nobody there."""
    ground = world.memory(hero).ground
    squares = int(bytes(ground)[::-1].translate(_WALKABLE), 2)
    for monster in visible(world, hero):
        squares &= ~(1 << monster.at)
    for at in world.memory(hero).rooted:
        squares &= ~(1 << at)
    for other in world.heroes(hero.depth):
        squares &= ~(1 << other.at)
    return squares & _INNER | 1 << hero.at


def unexplored(world: DelveWorld, hero: DelveHero, ways: int) -> int:
    """Return the squares worth going to: those beside the unknown, and things not looked at."""
    memory = world.memory(hero)
    unknown = int(bytes(memory.ground)[::-1].translate(_UNKNOWN), 2)
    goals = flood.spread(unknown, WIDTH) & ways
    for at in memory.items:
        if at not in memory.visited:
            goals |= 1 << at
    return goals & ways & ~(1 << hero.at)


def first_steps(ways: int, start: int, goals: int) -> list[int]:
    """Return the squares of a shortest way to the nearest goal, without the start; none when no
    goal can be reached."""
    if not goals:
        return []
    among = ways | goals
    layers = [1 << start]
    free = among & ~(1 << start)
    while True:
        reached = flood.spread(layers[-1], WIDTH) & free
        if not reached:
            return []
        free ^= reached
        layers.append(reached)
        if reached & goals:
            break
    met = reached & goals
    at = (met & -met).bit_length() - 1
    path = [at]
    for layer in reversed(layers[1:-1]):
        at = next(at + step for step in _STRAIGHT_FIRST if layer >> (at + step) & 1)
        path.append(at)
    path.reverse()
    return path


_STRAIGHT_FIRST = tuple(sorted(NEIGHBOURS, key=lambda step: (abs(step) not in (1, WIDTH), step)))


def way_to(world: DelveWorld, hero: DelveHero, goal: int) -> list[int]:
    """Return the squares of the way to a known square; none when there is no way."""
    return first_steps(known_ways(world, hero), hero.at, 1 << goal)


def way_to_explore(world: DelveWorld, hero: DelveHero) -> list[int]:
    """Return the squares of the way to what is not explored yet."""
    ways = known_ways(world, hero)
    return first_steps(ways, hero.at, unexplored(world, hero, ways))
