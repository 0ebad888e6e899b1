"""A sensible player: fights, flees, eats, casts, reads, prays and goes down.

It knows what the hero's player could know, and draws no dice: equal views, equal choices.
"""

from __future__ import annotations

from engine.contract.action import Action
from engine.delve.actions import legal_actions, plans
from engine.delve.actions.turn_order import wants_answer
from engine.delve.autoplay import errands as errands
from engine.delve.autoplay import estimates as estimates
from engine.delve.autoplay import fighting as fight
from engine.delve.autoplay import item_choices as things
from engine.delve.data.kinds import advised
from engine.delve.movement import paths
from engine.delve.rules import inventory
from engine.delve.rules.vision import is_threat, visible_enemies
from engine.delve.rules.world import STEPS, DelveWorld, gap
from engine.delve.state import DelveHero

RESTED = 80  # per cent of health at which it goes on
RESTED_ENERGY = 60


def choose(world: DelveWorld, hero: DelveHero) -> Action:
    """Return what a sensible player would do next."""
    if hero.choices:
        return _growth(world, hero)
    if wants_answer(world, hero):
        return Action("answer", ("yes",))
    if hero.menu:
        return Action("cancel")
    enemies = [e for e in visible_enemies(world, hero) if is_threat(world, hero, e)]
    if enemies or plans.is_stuck(hero):
        return fight.choose(world, hero, enemies)
    return _at_peace(world, hero)


def _growth(world: DelveWorld, hero: DelveHero) -> Action:
    for kind in advised(world.content.abilities.values(), "choose"):
        if kind.name in hero.choices[0]:
            return Action("choose", ("ability", inventory.token(kind.name)))
    order = world.content.classes[hero.class_name].growth
    return Action("choose", (order[(hero.level // 5 - 1) % len(order)],))


def _at_peace(world: DelveWorld, hero: DelveHero) -> Action:
    action = things.housekeeping(world, hero)
    if action is not None:
        return action
    poisoned = "poisoned" in hero.statuses
    if poisoned and (remedy := things.cure(world, hero)) is not None:
        return remedy
    if _is_tired(hero) and not plans.why_not_rest(world, hero) and not _is_bad_bed(world, hero):
        return Action("rest")
    if (remedy := things.cure(world, hero)) is not None:
        return remedy
    ailing = any(each in hero.statuses for each in ("poisoned", "on fire", "acid-burned"))
    if ailing and 2 * hero.health < hero.full_health:
        return Action("pause")
    return fight.throw_at_sleeper(world, hero) or _go_on(world, hero)


def _is_bad_bed(world: DelveWorld, hero: DelveHero) -> bool:
    """Return whether somebody dangerous sleeps near by, and there is somewhere else to go."""
    near = any(
        each.asleep and gap(each.at, hero.at) <= 8 and not estimates.is_easy(world, hero, each)
        for each in visible_enemies(world, hero)
    )
    return near and bool(paths.way_to_explore(world, hero)) and hero.health * 2 > hero.full_health


def _is_tired(hero: DelveHero) -> bool:
    return (
        hero.health * 100 < hero.full_health * RESTED
        or hero.energy * 100 < hero.full_energy * RESTED_ENERGY
    )


def _go_on(world: DelveWorld, hero: DelveHero) -> Action:
    errand = errands.choose(world, hero)
    return errand.action if errand is not None else _when_lost(world, hero)


def _clear_way(world: DelveWorld, hero: DelveHero) -> Action | None:
    """Return a blow at, or a step toward, something rooted that may bar the way."""
    rooted = world.memory(hero).rooted
    for (name,) in legal_actions.moves(world, hero):
        if hero.at + STEPS[name] in rooted:
            return Action("move", (name,))
    goals = sum(1 << at for at in rooted)
    way = paths.first_steps(paths.known_ways(world, hero), hero.at, goals)
    return errands.step(world, hero, way)


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
    moves = legal_actions.moves(world, hero)
    return Action("move", moves[hero.turns % len(moves)]) if moves else Action("pause")
