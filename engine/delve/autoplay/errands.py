"""Errands of the expert: where a hero is on the way to when nobody has to be fought.

At peace a hero goes there by plans; with an enemy in sight who is not worth a fight, by single
steps to the same goal, so that he does not turn round each time the enemy goes out of sight.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.contract.action import Action, Advice
from engine.contract.texts import Name, Text, text
from engine.delve import terrain
from engine.delve.actions import hunting, last_ways, legal_actions, plans
from engine.delve.autoplay import attempts, estimates, item_choices, place_choices
from engine.delve.hero.hunger import carries_heart
from engine.delve.movement import paths
from engine.delve.movement.movement import find_key
from engine.delve.rules import inventory
from engine.delve.rules.context import STEPS, DelveContext
from engine.delve.rules.vision import visible_enemies
from engine.delve.state import DelveHero, DelveMonster

PATIENCE = 1500  # turns on one level; then it goes on, explored or not
STRONGER = 8  # levels above the depth at which exploring brings nothing any more
HUNGRY = 200


@dataclass(frozen=True)
class Errand:
    """An action that leads to a goal, the same for one step where the action is a plan, and why."""

    action: Action
    step: Action | None
    why: Text


Errands = Iterator[Errand]


def has_seen_enough(game: DelveContext, hero: DelveHero) -> bool:
    """Return whether to leave a level before all of it is explored."""
    hungry = hero.nourishment < HUNGRY and not item_choices.has_food(game, hero)
    waited = hero.turns - hero.arrived_at > PATIENCE
    return hero.level >= hero.depth + STRONGER or hungry or waited


def easy_sleepers(game: DelveContext, hero: DelveHero) -> list[DelveMonster]:
    """Return the enemies in sight who sleep and can be beaten with ease, the nearest first."""
    return [
        monster
        for monster in visible_enemies(game, hero)
        if monster.asleep and estimates.is_easy(game, hero, monster)
    ]


def recommend(game: DelveContext, hero: DelveHero) -> Errands:
    """Yield the errands, the most urgent first."""
    yield from _by_stairs(game, hero)
    if carries_heart(game, hero):
        out = text("the Heart has to go up")
        yield from _travel(game, hero, ("shaft", "stairs-up"), out)
        yield from _explore(game, hero)
        return
    heart = game.content.heart
    there = text("there lies {thing:the}", thing=Name(heart))
    yield from _travel(game, hero, (inventory.token(heart),), there)
    enough = has_seen_enough(game, hero)
    if not enough:
        yield from _hunt(game, hero)
    turns_back = attempts.goes_to_and_fro(hero)
    if not turns_back:
        yield from _places(game, hero)
    if enough:
        yield from _descend(game, hero, _why_down(hero))
    ways_on = _ways_on(game, hero)
    yield from ways_on
    if not turns_back:
        crossings = place_choices.crossings(game, hero)
        yield from (Errand(action, None, why) for action, why in crossings)
    seen = text("the way down is known already") if ways_on else text("this level has been seen")
    yield from _descend(game, hero, seen)
    if turns_back:
        yield from _places(game, hero)


def _places(game: DelveContext, hero: DelveHero) -> Errands:
    """Yield the ways to the places of a level that have something for the hero."""
    place = place_choices.worth_going_to(game, hero)
    if place is not None and not has_seen_enough(game, hero):
        yield from _travel(game, hero, (place[0],), place[1])
    if any(game.item_kind(item).category == "remains" for item in hero.pack):
        yield from _travel(game, hero, ("open-grave",), text("the remains belong there"))
    yield from _travel(game, hero, ("altar",), text("what an altar gives is for good"))


def _why_down(hero: DelveHero) -> Text:
    if hero.nourishment < HUNGRY:
        return text("food is short; deeper levels have more")
    if hero.level >= hero.depth + STRONGER:
        return text("you are too strong for this level to teach you")
    return text("you have been here long enough")


def next_step(game: DelveContext, hero: DelveHero) -> Iterator[Advice]:
    """Yield the next action of the errands past an enemy who is in sight: a plan where there may be
    one, else a step, but not for a hero who goes to and fro before the enemy."""
    yield from item_choices.at_place(game, hero)
    turns_back = attempts.goes_to_and_fro(hero)
    for errand in recommend(game, hero):
        yield Advice(errand.action, errand.why)
        if errand.step is not None and not turns_back:
            yield Advice(errand.step, errand.why)


def step(game: DelveContext, hero: DelveHero, way: list[int]) -> Action | None:
    """Return the first step of a way; None when it cannot be taken."""
    if not way:
        return None
    name = next((name for name, step in STEPS.items() if hero.at + step == way[0]), "")
    return Action("move", (name,)) if (name,) in legal_actions.moves(game, hero) else None


def _by_stairs(game: DelveContext, hero: DelveHero) -> Errands:
    """Yield the use of the stairs underfoot, where the hero's way leads over them."""
    here = game.memory(hero).ground[hero.at]
    if carries_heart(game, hero):
        verb = "ascend" if here in (terrain.SHAFT, terrain.STAIRS_UP) else ""
        why = text("the Heart has to go up")
    elif here == terrain.STAIRS_DOWN:
        left = _ways_on(game, hero)
        verb = "descend" if not left or has_seen_enough(game, hero) else ""
        why = text("this level has been seen") if not left else _why_down(hero)
    else:
        return
    if verb and legal_actions.CHOICES[verb](game, hero):
        yield Errand(Action(verb), Action(verb), why)


def _hunt(game: DelveContext, hero: DelveHero) -> Errands:
    """Yield the plan to fight somebody asleep who is too strong to be fought on the way."""
    why = text("it sleeps, and is easily beaten")
    fought = hunting.prey(game, hero, hero.caution)
    for enemy in easy_sleepers(game, hero):
        if enemy in fought:
            continue
        plan = Action("fight", (inventory.token(enemy.name, enemy.number),))
        yield Errand(plan, None, why)


def _travel(game: DelveContext, hero: DelveHero, wanted: Sequence[str], why: Text) -> Errands:
    places = plans.known_places(game, hero)
    for name in wanted:
        if name in places:
            way = paths.way_to(game, hero, places[name])
            yield Errand(Action("travel", (name,)), step(game, hero, way), why)


def _descend(game: DelveContext, hero: DelveHero, why: Text) -> Errands:
    """Yield the way down, by a plan where there may be one."""
    if game.memory(hero).ground[hero.at] == terrain.STAIRS_DOWN:
        yield Errand(Action("descend"), Action("descend"), why)
        return
    places = plans.known_places(game, hero)
    if plans.STAIRS in places:
        way = paths.way_to(game, hero, places[plans.STAIRS])
        yield Errand(Action("descend"), step(game, hero, way), why)


def _ways_on(game: DelveContext, hero: DelveHero) -> list[Errand]:
    """Return what is left to see of a level."""
    return [*_explore(game, hero), *_unbar(game, hero), *_unlock(game, hero), *_search(game, hero)]


def _search(game: DelveContext, hero: DelveHero) -> Errands:
    """Yield the search for a hidden door that air comes from."""
    if last_ways.beside_draughts(game, hero):
        for args in legal_actions.CHOICES["search-walls"](game, hero):
            why = text("a draught tells of a hidden door")
            yield Errand(Action("search-walls", args), None, why)


def _explore(game: DelveContext, hero: DelveHero) -> Errands:
    way = paths.way_to_explore(game, hero)
    why = text("more to see")
    if not has_seen_enough(game, hero) and legal_actions.CHOICES["hunt"](game, hero):
        yield Errand(Action("hunt"), None, why)
    if way:
        yield Errand(Action("explore"), step(game, hero, way), why)


def _unbar(game: DelveContext, hero: DelveHero) -> Errands:
    """Yield the plan to open bars."""
    for args in legal_actions.CHOICES["unbar"](game, hero):
        yield Errand(Action("unbar", args), None, text("there is something behind the bars"))


def _unlock(game: DelveContext, hero: DelveHero) -> Errands:
    """Yield the plan to open a locked door that the hero has a key to."""
    if terrain.LOCKED_DOOR in game.memory(hero).ground and find_key(game, hero) is not None:
        for args in legal_actions.CHOICES["force"](game, hero):
            why = text("you have a key to the locked door")
            yield Errand(Action("force", args), None, why)
