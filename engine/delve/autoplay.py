"""A sensible player: fights, flees, eats, casts, reads, prays and goes down.

It knows what the hero's player could know, and draws no dice: equal views, equal choices.
"""

from __future__ import annotations

from engine.contract.action import Action
from engine.delve import autoplay_fight as fight
from engine.delve import autoplay_items as things
from engine.delve import choices, paths, plans, terrain
from engine.delve.casting import can_upgrade
from engine.delve.generation.levels import HEART
from engine.delve.hunger import carries_heart
from engine.delve.state import DEEPEST, DelveHero
from engine.delve.turn import wants_answer
from engine.delve.vision import is_threat, visible_enemies
from engine.delve.world import STEPS, DelveWorld, gap

RESTED = 80  # per cent of health at which it goes on
RESTED_ENERGY = 60
GOOD_ABILITIES = (
    "vibrant warmth",
    "quick mending",
    "riposte",
    "thick hide",
    "deep breath",
    "spell thrift",
    "marksman",
    "whirl",
    "charge",
    "lay hands",
    "steady",
)
GROWTH = {
    "fighter": ("defence", "health", "power", "health", "defence"),
    "mage": ("defence", "health", "energy", "defence", "health"),
    "monk": ("defence", "power", "health", "defence", "power"),
    "sexton": ("defence", "health", "power", "energy", "defence"),
}


def choose(world: DelveWorld, hero: DelveHero) -> Action:
    """Return what a sensible player would do next."""
    if hero.choices:
        return _growth(hero)
    if wants_answer(world, hero):
        return Action("answer", ("yes",))
    if hero.menu:
        return Action("cancel")
    enemies = [e for e in visible_enemies(world, hero) if is_threat(world, hero, e)]
    if enemies or plans.is_stuck(hero):
        return fight.choose(world, hero, enemies)
    return _at_peace(world, hero)


def _growth(hero: DelveHero) -> Action:
    for name in GOOD_ABILITIES:
        if name in hero.choices[0]:
            return Action("choose", ("ability", name.replace(" ", "-")))
    order = GROWTH[hero.class_name]
    return Action("choose", (order[(hero.level // 5 - 1) % len(order)],))


def _sleepers(world: DelveWorld, hero: DelveHero) -> Action | None:
    """Return an attack on somebody asleep who can be beaten with ease."""
    for monster in visible_enemies(world, hero):
        if monster.asleep and fight.is_easy(world, hero, monster):
            action = fight.hunt(world, hero, monster)
            if action is not None:
                return action
    return None


def _at_peace(world: DelveWorld, hero: DelveHero) -> Action:
    action = things.housekeeping(world, hero)
    if action is not None:
        return action
    if _is_tired(hero) and not plans.why_not_rest(world, hero) and not _is_bad_bed(world, hero):
        return Action("rest")
    remedy = things.cure(world, hero)
    if remedy is not None:
        return remedy
    ailing = any(each in hero.statuses for each in ("poisoned", "on fire", "acid-burned"))
    if ailing and 2 * hero.health < hero.full_health:
        return Action("pause")
    return _sleepers(world, hero) or _go_on(world, hero)


def _is_bad_bed(world: DelveWorld, hero: DelveHero) -> bool:
    """Return whether somebody dangerous sleeps near by, and there is somewhere else to go."""
    near = any(
        each.asleep and gap(each.at, hero.at) <= 8 and not fight.is_easy(world, hero, each)
        for each in visible_enemies(world, hero)
    )
    return near and bool(paths.way_to_explore(world, hero)) and hero.health * 2 > hero.full_health


def _is_tired(hero: DelveHero) -> bool:
    return (
        hero.health * 100 < hero.full_health * RESTED
        or hero.energy * 100 < hero.full_energy * RESTED_ENERGY
    )


def _go_on(world: DelveWorld, hero: DelveHero) -> Action:
    here = world.memory(hero).ground[hero.at]
    places = plans.known_places(world, hero)
    if carries_heart(hero):
        return _go_up(world, hero, here, places)
    if here == terrain.STAIRS_DOWN and fight.has_seen_enough(world, hero):
        return Action("descend")
    carries_remains = any(world.item_kind(i).category == "remains" for i in hero.pack)
    if "open-grave" in places and carries_remains:
        return Action("travel", ("open-grave",))
    if "altar" in places and can_upgrade(world.content, hero):
        return Action("travel", ("altar",))
    if hero.depth == DEEPEST and (step := _toward_heart(world, hero)) is not None:
        return step
    if "stairs-down" in places and fight.has_seen_enough(world, hero):
        return Action("travel", ("stairs-down",))
    if paths.way_to_explore(world, hero):
        return Action("explore")
    if here == terrain.STAIRS_DOWN:
        return Action("descend")
    if "stairs-down" in places:
        return Action("travel", ("stairs-down",))
    return _when_lost(world, hero)


def _go_up(world: DelveWorld, hero: DelveHero, here: int, places: dict[str, int]) -> Action:
    if here in (terrain.SHAFT, terrain.STAIRS_UP):
        return Action("ascend")
    for name in ("shaft", "stairs-up"):
        if name in places:
            return Action("travel", (name,))
    if paths.way_to_explore(world, hero):
        return Action("explore")
    return _when_lost(world, hero)


def _toward_heart(world: DelveWorld, hero: DelveHero) -> Action | None:
    """Return a step toward the Heart where it is seen."""
    for at, (_, kind) in world.memory(hero).items.items():
        if kind == HEART and at != hero.at:
            return things.step_to(world, hero, at)
    return None


def _clear_way(world: DelveWorld, hero: DelveHero) -> Action | None:
    """Return a blow at, or a step toward, something rooted that may bar the way."""
    rooted = world.memory(hero).rooted
    for (name,) in choices.moves(world, hero):
        if hero.at + STEPS[name] in rooted:
            return Action("move", (name,))
    goals = sum(1 << at for at in rooted)
    way = paths.first_steps(paths.known_ways(world, hero), hero.at, goals)
    if not way:
        return None
    name = next(name for name, step in STEPS.items() if hero.at + step == way[0])
    return Action("move", (name,)) if (name,) in choices.moves(world, hero) else None


def _when_lost(world: DelveWorld, hero: DelveHero) -> Action:
    """Return something else to try when nothing is left to explore: doors, rubble, searching."""
    cleared = _clear_way(world, hero)
    if cleared is not None:
        return cleared
    scroll = things.wayfinding(world, hero)
    if scroll:
        return Action("read", scroll)
    step = things.through_obstacle(world, hero)
    if step is not None:
        return step
    if hero.turns % 40 < 20:
        return Action("search")
    moves = choices.moves(world, hero)
    return Action("move", moves[hero.turns % len(moves)]) if moves else Action("pause")
