"""Plans: explore, travel, rest and search go on for many turns, until something matters."""

from __future__ import annotations

from engine.contract.facts import PlanEnded
from engine.contract.texts import Text, text
from engine.delve import terrain
from engine.delve.hero import hunger
from engine.delve.movement import movement, paths
from engine.delve.rules import formulas, vision, words
from engine.delve.rules.sheet_values import has_ability
from engine.delve.rules.world import STEPS, DelveWorld, gap
from engine.delve.state import DelveHero, Plan

MOST_TURNS = 200
REST_TURNS = 100
SEARCH_TURNS, SEARCH_RADIUS = 5, 2
EARLY_WARNING = 10  # squares: light sleepers wake while a hunter is still out of sight

# What `travel` goes to, by name.
PLACES = {
    "stairs-down": terrain.STAIRS_DOWN,
    "stairs-up": terrain.STAIRS_UP,
    "shaft": terrain.SHAFT,
    "altar": terrain.ALTAR,
    "fountain": terrain.FOUNTAIN,
    "open-grave": terrain.GRAVE,
}


def known_places(world: DelveWorld, hero: DelveHero) -> dict[str, int]:
    """Return the places that a hero can travel to: name and the nearest such square."""
    ground = world.memory(hero).ground
    found: dict[str, int] = {}
    for name, code in PLACES.items():
        if code not in ground:
            continue
        squares = [at for at, known in enumerate(ground) if known == code and at != hero.at]
        if squares:
            nearest = min(squares, key=lambda at: (gap(at, hero.at), at))
            if paths.way_to(world, hero, nearest):
                found[name] = nearest
    return found


def why_not_rest(world: DelveWorld, hero: DelveHero) -> Text | None:
    """Return why a hero cannot rest now; None when he can."""
    if awake_enemies(world, hero):
        return text("There is an enemy in sight.")
    for name in ("on fire", "poisoned", "acid-burned", "frozen", "webbed"):
        if name in hero.statuses:
            return text("Not while you are {status}.", status=words.status(world.content, name))
    if hero.nourishment < formulas.STARVING:
        return text("You are too hungry to rest.")
    if hero.health >= hero.full_health and hero.energy >= hero.full_energy:
        return text("You are rested.")
    return None


def awake_enemies(world: DelveWorld, hero: DelveHero) -> bool:
    """Return whether an enemy in sight is awake and can do harm from where it is."""
    return any(vision.is_threat(world, hero, each) for each in vision.visible_enemies(world, hero))


def is_stuck(hero: DelveHero) -> bool:
    """Return whether a hero cannot walk."""
    return "frozen" in hero.statuses or "webbed" in hero.statuses


def begin(hero: DelveHero, verb: str, goal: int = -1, goal_name: str = "") -> None:
    """Begin a plan; `step` carries it on."""
    hero.plan = Plan(verb, goal, 0, goal_name)
    hero.asleep = verb == "rest"


def step(world: DelveWorld, hero: DelveHero) -> bool:
    """Do the next turn of a hero's plan; return whether time passed. The plan is gone when it has
    come to its end."""
    plan = hero.plan
    if plan is None:
        return False
    plan.turns += 1
    if plan.turns > MOST_TURNS:
        hero.plan = None
        return False
    if plan.verb == "rest":
        return _rest(world, hero, plan)
    if plan.verb == "search":
        return _search(world, hero, plan)
    if is_stuck(hero) or awake_enemies(world, hero):
        hero.plan = None
        return False
    if plan.verb == "explore":
        path = paths.way_to_explore(world, hero)
        if not path:
            hero.plan = None
            _end(
                world,
                hero,
                plan,
                text("There is nothing more to explore for {hero:the} here.", hero=world.the(hero)),
                "explored",
            )
            return False
    else:
        path = paths.way_to(world, hero, plan.goal)
        if not path:
            hero.plan = None
            return False
    _walk(world, hero, plan, path[0])
    return True


def _end(world: DelveWorld, hero: DelveHero, plan: Plan, line: Text, reason: str) -> None:
    """Tell the hero's player why a plan has come to its end."""
    world.tell_hero(hero, line, "plan", PlanEnded(plan.verb, reason, plan.turns))


def _walk(world: DelveWorld, hero: DelveHero, plan: Plan, at: int) -> None:
    direction = next(name for name, step in STEPS.items() if hero.at + step == at)
    movement.walk(world, hero, direction)
    here = hero.at
    if hero.plan is None:
        return
    if here == plan.goal:
        hero.plan = None
    if visit(world, hero):
        hero.plan = None


def visit(world: DelveWorld, hero: DelveHero) -> bool:
    """Note that a hero stands where things lie; return whether it is for the first time."""
    memory = world.memory(hero)
    if hero.at not in memory.items or hero.at in memory.visited:
        return False
    memory.visited.append(hero.at)
    return True


def _rest(world: DelveWorld, hero: DelveHero, plan: Plan) -> bool:
    full = hero.health >= hero.full_health and hero.energy >= hero.full_energy
    if full or plan.turns > REST_TURNS:
        hero.plan, hero.asleep = None, False
        hunger.rested(hero)
        line = text("{hero:The} is rested.", hero=world.the(hero))
        if not full:
            line = text("{hero:The} has rested.", hero=world.the(hero))
        _end(world, hero, plan, line, "done")
        return False
    if plan.turns > 1 and has_ability(world, hero, "light sleeper") and _hunter_near(world, hero):
        hero.plan, hero.asleep = None, False
        _end(
            world,
            hero,
            plan,
            text("{hero:The} wakes: something is coming.", hero=world.the(hero)),
            "noticed",
        )
        return False
    _ease(hero)
    return True


def _hunter_near(world: DelveWorld, hero: DelveHero) -> bool:
    return any(
        monster.hunting and not monster.asleep and gap(monster.at, hero.at) <= EARLY_WARNING
        for monster in world.level(hero).monsters
        if monster.side == 0
    )


def _ease(hero: DelveHero) -> None:
    fatigue = hero.statuses.get("fatigued", 0)
    if fatigue > 1:
        hero.statuses["fatigued"] = fatigue - 1
    elif fatigue:
        del hero.statuses["fatigued"]


def pause(hero: DelveHero) -> None:
    """Let a turn pass; it takes some fatigue away."""
    _ease(hero)


def _search(world: DelveWorld, hero: DelveHero, plan: Plan) -> bool:
    if plan.turns > SEARCH_TURNS:
        hero.plan = None
        return False
    vision.search_beside(world, hero, vision.search_chance(hero), SEARCH_RADIUS)
    return True
