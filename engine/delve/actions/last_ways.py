"""Plans for a level on which nothing is left to explore: break doors, cross what harms, search
walls."""

from __future__ import annotations

from collections.abc import Iterator

from engine.common import flood
from engine.common.plans import Stop, Terms
from engine.contract.texts import text
from engine.delve import terrain
from engine.delve.actions.plans import (
    SEARCH_RADIUS,
    explore,
    is_stuck,
    is_threatened,
    search_around,
    walk,
)
from engine.delve.combat.melee import cut_web
from engine.delve.movement import movement, paths
from engine.delve.rules.context import DelveContext, square_name
from engine.delve.rules.vision import DRAUGHT
from engine.delve.state import WIDTH, DelveHero, Plan

# What a plan leads across, by name.
CROSSED = {
    "web": (terrain.WEB,),
    "deep-water": (terrain.DEEP,),
    "trap": (terrain.DART_TRAP, terrain.PIT, terrain.ALARM, terrain.GAS_TRAP),
    "vent": (terrain.VENT,),
    "flames": (terrain.FLAMES,),
    "gas": (terrain.GAS,),
    "cracked-floor": (terrain.CRACKED,),
}
BLOWS = 40  # turns after which a door is left alone
WALL_TURNS = 3  # of searching at each place

Args = tuple[str, ...]


def _is_free(game: DelveContext, hero: DelveHero, terms: Terms) -> bool:
    """Return whether a hero has nothing left to explore, and nothing to fear."""
    if is_stuck(hero) or is_threatened(game, hero, terms):
        return False
    return not paths.way_to_explore(game, hero)


# ------------------------------------------------------------------ choices


def doors(game: DelveContext, hero: DelveHero, terms: Terms) -> list[Args]:
    """Return the locked doors that can be reached, the nearest first, at most three."""
    if not _is_free(game, hero, terms):
        return []
    found: list[Args] = []
    ways = paths.known_ways(game, hero)
    shut = flood.where(game.memory(hero).ground, terrain.LOCKED_DOOR)
    while len(found) < 3 and (way := paths.first_steps(ways, hero.at, shut)):
        shut &= ~(1 << way[-1])
        found.append((square_name(way[-1]).lower(),))
    return found


def door_named(game: DelveContext, hero: DelveHero, token: str) -> int:
    """Return the square of a locked door; -1: there is none of that name."""
    ground = game.memory(hero).ground
    shut = (at for at, code in enumerate(ground) if code == terrain.LOCKED_DOOR)
    return next((at for at in shut if square_name(at).lower() == token), -1)


def crossings(game: DelveContext, hero: DelveHero, terms: Terms) -> list[Args]:
    """Return what can be crossed to come to something unexplored, a way down or a place."""
    if not _is_free(game, hero, terms):
        return []
    return [(name,) for name in CROSSED if far_side(game, hero, name) >= 0]


def far_side(game: DelveContext, hero: DelveHero, name: str) -> int:
    """Return the square that crossing such ground leads to, a place or a way down before what is
    unexplored; -1: none."""
    across = _across(game, hero, name)
    for goals in _beyond(game, hero, across):
        if way := paths.first_steps(across, hero.at, goals):
            return way[-1]
    return -1


def _across(game: DelveContext, hero: DelveHero, name: str) -> int:
    ways = paths.known_ways(game, hero)
    for code in CROSSED[name]:
        ways |= flood.where(game.memory(hero).ground, code)
    return ways


def _beyond(game: DelveContext, hero: DelveHero, across: int) -> Iterator[int]:
    """Yield the goals that are reached only across such ground, the best first."""
    ground = game.memory(hero).ground
    far = across & ~flood.region(paths.known_ways(game, hero), WIDTH, hero.at)
    yield far & sum(flood.where(ground, code) for code in (terrain.STAIRS_DOWN, *terrain.FIXTURES))
    yield far & paths.unexplored(game, hero, across)


def unsearched(game: DelveContext, hero: DelveHero, terms: Terms) -> list[Args]:
    """Return the search of walls that nobody has searched yet."""
    if not _is_free(game, hero, terms) or not way_to_wall(game, hero):
        return []
    return [()]


def way_to_wall(game: DelveContext, hero: DelveHero) -> list[int]:
    """Return the way to a square beside a wall that may hide something; the hero's own square when
    he stands beside one."""
    goals = beside_draughts(game, hero) or _beside_walls(game, hero)
    if goals >> hero.at & 1:
        return [hero.at]
    return paths.first_steps(paths.known_ways(game, hero), hero.at, goals)


def beside_draughts(game: DelveContext, hero: DelveHero) -> int:
    """Return the squares beside walls near draughts that may hide a door."""
    near = sum(1 << at for at in game.memory(hero).draughts)
    for _ in range(DRAUGHT):
        near = flood.spread(near, WIDTH)
    return _beside_walls(game, hero, near) if near else 0


def _beside_walls(game: DelveContext, hero: DelveHero, among: int = -1) -> int:
    """Return the squares beside walls with the unknown behind, away from places searched."""
    memory = game.memory(hero)
    unknown = flood.where(memory.ground, terrain.UNKNOWN)
    walls = flood.where(memory.ground, terrain.WALL) & flood.spread(unknown, WIDTH)
    searched = sum(1 << at for at in memory.searched)
    for _ in range(SEARCH_RADIUS):
        searched = flood.spread(searched, WIDTH)
    return flood.spread(walls & ~searched & among, WIDTH) & paths.known_ways(game, hero)


# ------------------------------------------------------------------ turns


def force(game: DelveContext, hero: DelveHero, plan: Plan) -> Stop | None:
    """Go to a locked door, and unlock or break it."""
    ground = game.memory(hero).ground
    if ground[plan.goal] != terrain.LOCKED_DOOR:
        return Stop("done")
    way = [] if is_stuck(hero) else paths.way_to(game, hero, plan.goal)
    if not way:
        return Stop("blocked", text("there is no way"))
    if way[0] != plan.goal:
        walk(game, hero, way[0])
        return None
    if plan.waited >= BLOWS:
        return Stop("refused", text("it holds"))
    plan.waited += 1
    movement.bash_door(game, hero, plan.goal)
    return None


def cross(game: DelveContext, hero: DelveHero, plan: Plan) -> Stop | None:
    """Walk on across what harms, and cut the webs on the way."""
    if "webbed" in hero.statuses:
        cut_web(game, hero)
        return None
    if hero.at == plan.goal:
        return Stop("done")
    way = paths.first_steps(_across(game, hero, plan.args[0]), hero.at, 1 << plan.goal)
    if not way or "frozen" in hero.statuses:
        return Stop("blocked", text("there is no way"))
    walk(game, hero, way[0])
    return None


def search_walls(game: DelveContext, hero: DelveHero, plan: Plan) -> Stop | None:
    """Go from wall to wall and search each for some turns, only near draughts, where one is felt;
    explore what is found."""
    if paths.way_to_explore(game, hero):
        return explore(game, hero, plan)
    if plan.waited:
        plan.waited -= 1
        search_around(game, hero)
        return None
    felt = beside_draughts(game, hero).bit_count()
    if plan.begun_with.setdefault("felt", felt) and not felt:
        return Stop("done")
    way = [] if is_stuck(hero) else way_to_wall(game, hero)
    if not way:
        return Stop("done")
    if way[-1] == hero.at:
        game.memory(hero).searched.append(hero.at)
        plan.waited = WALL_TURNS - 1
        search_around(game, hero)
    else:
        walk(game, hero, way[0])
    return None
