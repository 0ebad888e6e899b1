"""Plans for a level on which nothing is left to explore: break doors, cross what harms, search
walls."""

from __future__ import annotations

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


def _is_free(world: DelveContext, hero: DelveHero, terms: Terms) -> bool:
    """Return whether a hero has nothing left to explore, and nothing to fear."""
    if is_stuck(hero) or is_threatened(world, hero, terms):
        return False
    return not paths.way_to_explore(world, hero)


# ------------------------------------------------------------------ choices


def doors(world: DelveContext, hero: DelveHero, terms: Terms) -> list[Args]:
    """Return the locked doors that can be reached, the nearest first, at most three."""
    if not _is_free(world, hero, terms):
        return []
    found: list[Args] = []
    ways = paths.known_ways(world, hero)
    shut = flood.where(world.memory(hero).ground, terrain.LOCKED_DOOR)
    while len(found) < 3 and (way := paths.first_steps(ways, hero.at, shut)):
        shut &= ~(1 << way[-1])
        found.append((square_name(way[-1]).lower(),))
    return found


def door_named(world: DelveContext, hero: DelveHero, token: str) -> int:
    """Return the square of a locked door; -1: there is none of that name."""
    ground = world.memory(hero).ground
    shut = (at for at, code in enumerate(ground) if code == terrain.LOCKED_DOOR)
    return next((at for at in shut if square_name(at).lower() == token), -1)


def crossings(world: DelveContext, hero: DelveHero, terms: Terms) -> list[Args]:
    """Return what can be crossed to come to something unexplored, a way down or a place."""
    if not _is_free(world, hero, terms):
        return []
    return [(name,) for name in CROSSED if far_side(world, hero, name) >= 0]


def far_side(world: DelveContext, hero: DelveHero, name: str) -> int:
    """Return the square that crossing such ground leads to; -1: none."""
    way = paths.first_steps(_across(world, hero, name), hero.at, _beyond(world, hero, name))
    return way[-1] if way else -1


def _across(world: DelveContext, hero: DelveHero, name: str) -> int:
    ways = paths.known_ways(world, hero)
    for code in CROSSED[name]:
        ways |= flood.where(world.memory(hero).ground, code)
    return ways


def _beyond(world: DelveContext, hero: DelveHero, name: str) -> int:
    """Return the goals that are reached only across such ground."""
    ways = _across(world, hero, name)
    ground = world.memory(hero).ground
    goals = paths.unexplored(world, hero, ways) | flood.where(ground, terrain.STAIRS_DOWN)
    goals |= sum(flood.where(ground, code) for code in terrain.FIXTURES)
    near = flood.region(paths.known_ways(world, hero), WIDTH, hero.at)
    return goals & ways & ~near


def unsearched(world: DelveContext, hero: DelveHero, terms: Terms) -> list[Args]:
    """Return the search of walls that nobody has searched yet."""
    if not _is_free(world, hero, terms) or not way_to_wall(world, hero):
        return []
    return [()]


def way_to_wall(world: DelveContext, hero: DelveHero) -> list[int]:
    """Return the way to a square beside a wall that may hide something; the hero's own square when
    he stands beside one."""
    goals = beside_draughts(world, hero) or _beside_walls(world, hero)
    if goals >> hero.at & 1:
        return [hero.at]
    return paths.first_steps(paths.known_ways(world, hero), hero.at, goals)


def beside_draughts(world: DelveContext, hero: DelveHero) -> int:
    """Return the squares beside walls near draughts that may hide a door."""
    near = sum(1 << at for at in world.memory(hero).draughts)
    for _ in range(DRAUGHT):
        near = flood.spread(near, WIDTH)
    return _beside_walls(world, hero, near) if near else 0


def _beside_walls(world: DelveContext, hero: DelveHero, among: int = -1) -> int:
    """Return the squares beside walls with the unknown behind, away from places searched."""
    memory = world.memory(hero)
    unknown = flood.where(memory.ground, terrain.UNKNOWN)
    walls = flood.where(memory.ground, terrain.WALL) & flood.spread(unknown, WIDTH)
    searched = sum(1 << at for at in memory.searched)
    for _ in range(SEARCH_RADIUS):
        searched = flood.spread(searched, WIDTH)
    return flood.spread(walls & ~searched & among, WIDTH) & paths.known_ways(world, hero)


# ------------------------------------------------------------------ turns


def force(world: DelveContext, hero: DelveHero, plan: Plan) -> Stop | None:
    """Go to a locked door, and unlock or break it."""
    ground = world.memory(hero).ground
    if ground[plan.goal] != terrain.LOCKED_DOOR:
        return Stop("done")
    way = [] if is_stuck(hero) else paths.way_to(world, hero, plan.goal)
    if not way:
        return Stop("blocked", text("there is no way"))
    if way[0] != plan.goal:
        walk(world, hero, way[0])
        return None
    if plan.waited >= BLOWS:
        return Stop("refused", text("it holds"))
    plan.waited += 1
    movement.bash_door(world, hero, plan.goal)
    return None


def cross(world: DelveContext, hero: DelveHero, plan: Plan) -> Stop | None:
    """Walk on across what harms, and cut the webs on the way."""
    if "webbed" in hero.statuses:
        cut_web(world, hero)
        return None
    if hero.at == plan.goal:
        return Stop("done")
    way = paths.first_steps(_across(world, hero, plan.args[0]), hero.at, 1 << plan.goal)
    if not way or "frozen" in hero.statuses:
        return Stop("blocked", text("there is no way"))
    walk(world, hero, way[0])
    return None


def search_walls(world: DelveContext, hero: DelveHero, plan: Plan) -> Stop | None:
    """Go from wall to wall and search each for some turns, only near draughts, where one is felt;
    explore what is found."""
    if paths.way_to_explore(world, hero):
        return explore(world, hero, plan)
    if plan.waited:
        plan.waited -= 1
        search_around(world, hero)
        return None
    felt = beside_draughts(world, hero).bit_count()
    if plan.begun_with.setdefault("felt", felt) and not felt:
        return Stop("done")
    way = [] if is_stuck(hero) else way_to_wall(world, hero)
    if not way:
        return Stop("done")
    if way[-1] == hero.at:
        world.memory(hero).searched.append(hero.at)
        plan.waited = WALL_TURNS - 1
        search_around(world, hero)
    else:
        walk(world, hero, way[0])
    return None
