"""Autoplay's errands: what a hero is on the way to when nobody has to be fought.

At peace a hero goes there by plans; with an enemy in sight who is not worth a fight, by single
steps to the same goal, so that he does not turn round each time the enemy goes out of sight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.contract.action import Action
from engine.delve import terrain
from engine.delve.actions import legal_actions, plans
from engine.delve.autoplay import estimates as estimates
from engine.delve.autoplay import item_choices as things
from engine.delve.hero.hunger import carries_heart
from engine.delve.magic.spellcasting import can_upgrade
from engine.delve.monsters.monster_steps import direction_to
from engine.delve.movement import paths
from engine.delve.movement.movement import find_key
from engine.delve.rules.vision import visible_enemies
from engine.delve.rules.world import NEIGHBOURS, STEPS, DelveWorld, gap
from engine.delve.state import DEEPEST, DelveHero, DelveMonster

PATIENCE = 1500  # turns on one level; then it goes on, explored or not
STRONGER = 8  # levels above the depth at which exploring brings nothing any more
HUNGRY = 200


@dataclass(frozen=True)
class Errand:
    """An action that leads to a goal, and the same for one step where the action is a plan."""

    action: Action
    step: Action | None


def has_seen_enough(world: DelveWorld, hero: DelveHero) -> bool:
    """Return whether to leave a level before all of it is explored."""
    hungry = hero.nourishment < HUNGRY and not things.has_food(world, hero)
    waited = hero.turns - hero.arrived_at > PATIENCE
    return hero.level >= hero.depth + STRONGER or hungry or waited


def easy_sleepers(world: DelveWorld, hero: DelveHero) -> list[DelveMonster]:
    """Return the enemies in sight who sleep and can be beaten with ease, the nearest first."""
    return [
        monster
        for monster in visible_enemies(world, hero)
        if monster.asleep and estimates.is_easy(world, hero, monster)
    ]


def choose(world: DelveWorld, hero: DelveHero) -> Errand | None:
    """Return the next errand; None when nothing is left to go to."""
    stairs = _by_stairs(world, hero)
    if stairs is not None:
        return stairs
    if carries_heart(world, hero):
        return _travel(world, hero, ("shaft", "stairs-up")) or _explore(world, hero)
    errand = _heart(world, hero) if hero.depth == DEEPEST else None
    if errand is None and not has_seen_enough(world, hero):
        errand = _hunt(world, hero)
    wanted: list[str] = []
    if any(world.item_kind(item).category == "remains" for item in hero.pack):
        wanted.append("open-grave")
    if can_upgrade(world.content, hero):
        wanted.append("altar")
    errand = errand or _travel(world, hero, wanted)
    if errand is None and has_seen_enough(world, hero):
        errand = _travel(world, hero, ("stairs-down",))
    errand = errand or _explore(world, hero) or _unlock(world, hero)
    return errand or _travel(world, hero, ("stairs-down",))


def next_step(world: DelveWorld, hero: DelveHero) -> Action | None:
    """Return the next action of the errand that is no plan: past an enemy who is in sight."""
    here = things.at_place(world, hero)
    if here is not None:
        return here
    errand = choose(world, hero)
    return errand.step if errand is not None else None


def step(world: DelveWorld, hero: DelveHero, way: list[int]) -> Action | None:
    """Return the first step of a way; None when it cannot be taken."""
    if not way:
        return None
    name = next((name for name, step in STEPS.items() if hero.at + step == way[0]), "")
    return Action("move", (name,)) if (name,) in legal_actions.moves(world, hero) else None


def _by_stairs(world: DelveWorld, hero: DelveHero) -> Errand | None:
    """Return the use of the stairs underfoot, where the hero's way leads over them."""
    here = world.memory(hero).ground[hero.at]
    if carries_heart(world, hero):
        verb = "ascend" if here in (terrain.SHAFT, terrain.STAIRS_UP) else ""
    else:
        left = _explore(world, hero) or _unlock(world, hero)
        done = left is None or has_seen_enough(world, hero)
        verb = "descend" if here == terrain.STAIRS_DOWN and done else ""
    if not verb or not legal_actions.CHOICES[verb](world, hero):
        return None
    return Errand(Action(verb), Action(verb))


def _hunt(world: DelveWorld, hero: DelveHero) -> Errand | None:
    """Return the way to somebody asleep, or a blow at one beside the hero."""
    for enemy in easy_sleepers(world, hero):
        if gap(enemy.at, hero.at) == 1:
            action: Action | None = Action("move", (direction_to(world, hero, enemy.at, 1),))
        else:
            ways = paths.known_ways(world, hero)
            goals = sum(1 << (enemy.at + each) for each in NEIGHBOURS) & ways & ~(1 << hero.at)
            action = step(world, hero, paths.first_steps(ways, hero.at, goals))
        if action is not None:
            return Errand(action, action)
    return None


def _travel(world: DelveWorld, hero: DelveHero, wanted: Sequence[str]) -> Errand | None:
    if not wanted:
        return None
    places = plans.known_places(world, hero)
    for name in wanted:
        if name in places:
            way = paths.way_to(world, hero, places[name])
            return Errand(Action("travel", (name,)), step(world, hero, way))
    return None


def _explore(world: DelveWorld, hero: DelveHero) -> Errand | None:
    way = paths.way_to_explore(world, hero)
    return Errand(Action("explore"), step(world, hero, way)) if way else None


def _unlock(world: DelveWorld, hero: DelveHero) -> Errand | None:
    """Return the way to a locked door that the hero has a key to."""
    ground = world.memory(hero).ground
    if terrain.LOCKED_DOOR not in ground or find_key(world, hero) is None:
        return None
    doors = sum(1 << at for at, code in enumerate(ground) if code == terrain.LOCKED_DOOR)
    way = paths.first_steps(paths.known_ways(world, hero), hero.at, doors)
    action = step(world, hero, way)
    return Errand(action, action) if action is not None else None


def _heart(world: DelveWorld, hero: DelveHero) -> Errand | None:
    """Return the way to the Heart where it is seen."""
    for at, (_, kind) in world.memory(hero).items.items():
        if kind == world.content.heart and at != hero.at:
            action = step(world, hero, paths.way_to(world, hero, at))
            if action is not None:
                return Errand(action, action)
    return None
