"""Ways over what a hero knows of a level."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.common import flood
from engine.delve import terrain
from engine.delve.ground import hazards
from engine.delve.rules.context import NEIGHBOURS, DelveContext
from engine.delve.rules.item_worth import may_be_wanted
from engine.delve.rules.vision import visible
from engine.delve.state import HEROES, SIZE, WIDTH, DelveHero

HEARING = 8  # squares within which the noise of steps may wake somebody

_WALKABLE_CODES = frozenset(range(1, len(terrain.NAMES))) - terrain.SOLID - terrain.HARMFUL | {
    terrain.RUBBLE
}
_WALKABLE = bytes(48 + bit for bit in terrain.table(_WALKABLE_CODES))
_UNKNOWN = bytes(48 + bit for bit in terrain.table(frozenset({terrain.UNKNOWN})))
# Every square but the outer ring, whose neighbours would lie beyond the map.
_INNER = sum(
    1 << at for at in range(SIZE) if 0 < at % WIDTH < WIDTH - 1 and WIDTH <= at < SIZE - WIDTH
)


def known_ways(game: DelveContext, hero: DelveHero, *, past_friends: bool = False) -> int:
    """Return the squares that a hero would walk by himself: known, harmless, nobody there.

    Friends can be passed, by changing places.
    """
    ground = game.memory(hero).ground
    squares = int(bytes(ground)[::-1].translate(_WALKABLE), 2) & ~hazards.near_fire(game, hero)
    for monster in visible(game, hero):
        if not (past_friends and monster.side == HEROES):
            squares &= ~(1 << monster.at)
    for at in game.memory(hero).rooted:
        squares &= ~(1 << at)
    for other in game.heroes(hero.depth):
        if not past_friends:
            squares &= ~(1 << other.at)
    return squares & _INNER | 1 << hero.at


def unexplored(game: DelveContext, hero: DelveHero, ways: int) -> int:
    """Return the squares worth going to: those beside the unknown, and things that may be
    worth taking and were not looked at."""
    memory = game.memory(hero)
    unknown = int(bytes(memory.ground)[::-1].translate(_UNKNOWN), 2)
    goals = flood.spread(unknown, WIDTH) & ways
    for at, (_, name) in memory.items.items():
        wanted = may_be_wanted(game, hero, game.content.items[name])
        if wanted and at not in memory.visited:
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


def way_to(game: DelveContext, hero: DelveHero, goal: int) -> list[int]:
    """Return the squares of the way to a known square; none when there is no way.

    It keeps away from what strikes from its place, and passes friends, only where no other leads.
    """
    return way_to_any(game, hero, 1 << goal)


def way_to_any(game: DelveContext, hero: DelveHero, goals: int) -> list[int]:
    """Return the squares of the way to the nearest of several known squares, as `way_to` does."""
    ways = known_ways(game, hero)
    quiet = ways & ~_beside_rooted(game, hero) | 1 << hero.at
    for among in (quiet, ways, known_ways(game, hero, past_friends=True)):
        if way := first_steps(among, hero.at, goals):
            return way
    return []


def way_to_explore(game: DelveContext, hero: DelveHero) -> list[int]:
    """Return the squares of the way to what is not explored yet: first what lies out of the hearing
    of those who sleep, last what is reached only past a friend."""
    for among, goals in _explorable(game, hero):
        if way := first_steps(among, hero.at, goals):
            return way
    return []


def _explorable(game: DelveContext, hero: DelveHero) -> Iterator[tuple[int, int]]:
    """Yield squares to walk on, and those worth going to among them, the best first."""
    ways = known_ways(game, hero)
    goals = unexplored(game, hero, ways)
    quiet = ways & ~_beside_rooted(game, hero) | 1 << hero.at
    heard = _squares(game.memory(hero).sleepers)
    for _ in range(HEARING):
        heard = flood.spread(heard, WIDTH)
    yield quiet, goals & quiet & ~heard
    yield quiet, goals & quiet
    yield ways, goals
    passing = known_ways(game, hero, past_friends=True)
    if passing != ways:
        yield passing, unexplored(game, hero, passing)


def _beside_rooted(game: DelveContext, hero: DelveHero) -> int:
    return flood.spread(_squares(game.memory(hero).rooted), WIDTH)


def _squares(places: Iterable[int]) -> int:
    return sum(1 << at for at in places)
