"""Experience, levels, and the choice on every fifth one."""

from __future__ import annotations

from engine.contract.facts import Grew, Learned, SeatRef
from engine.delve.rules import words
from engine.delve.rules.context import DelveContext
from engine.delve.state import ELEMENTS, DelveHero

CHOICE_EVERY = 5
ABILITIES_DRAWN = 3
CHOICES = {"health": 15, "energy": 12, "power": 2, "defence": 2, "resistances": 2}
DESCENT_EXPERIENCE = 5  # for each level of depth, on setting foot there first


def gain(world: DelveContext, hero: DelveHero, experience: int) -> None:
    """Give a hero experience, and the levels that it reaches."""
    hero.experience += experience
    while hero.experience >= world.content.experience_for(hero.level + 1):
        _rise(world, hero)


def reward(world: DelveContext, level: int) -> None:
    """Give every living hero the whole experience for a slain monster of a level."""
    for hero in world.heroes():
        gain(world, hero, world.content.usual.experience[level])


def strengthen(world: DelveContext, hero: DelveHero) -> None:
    """Give a hero the health and energy that a level gives his class."""
    kind = world.content.classes[hero.class_name]
    hero.full_health += kind.health_gain
    hero.health += kind.health_gain
    hero.full_energy += kind.energy_gain
    hero.energy += kind.energy_gain


def _rise(world: DelveContext, hero: DelveHero) -> None:
    kind = world.content.classes[hero.class_name]
    hero.level += 1
    strengthen(world, hero)
    hero.power += risen(hero.level, kind.power_every) - risen(hero.level - 1, kind.power_every)
    hero.defence += risen(hero.level, kind.defence_every) - risen(
        hero.level - 1, kind.defence_every
    )
    world.tell_of(
        "{hero:The} reaches level {level}.",
        "level",
        Grew(SeatRef(hero.seat), "level"),
        hero=hero,
        level=hero.level,
    )
    if hero.level % CHOICE_EVERY == 0:
        hero.choices.append(_draw_abilities(world, hero))


def risen(level: int, every: int) -> int:
    """Return by how much a figure has grown at a level that grows on every n-th; 0: it never
    does."""
    return level // every if every else 0


def _draw_abilities(world: DelveContext, hero: DelveHero) -> list[str]:
    drawn_before = {name for choice in hero.choices for name in choice}
    free = [
        ability.name
        for ability in world.content.abilities.values()
        if hero.class_name in ability.classes
        and ability.name not in hero.abilities
        and ability.name not in drawn_before
    ]
    chosen: list[str] = []
    while free and len(chosen) < ABILITIES_DRAWN:
        chosen.append(free.pop(world.dice.below(len(free))))
    return chosen


def take_choice(world: DelveContext, hero: DelveHero, what: str, ability: str = "") -> None:
    """Answer the oldest open choice with a figure or an ability that was drawn."""
    hero.choices.pop(0)
    if what == "ability":
        hero.abilities.append(ability)
        world.tell_of(
            "{hero:The} learns {ability}.",
            "learned",
            Learned(SeatRef(hero.seat), ability),
            hero=hero,
            ability=words.ability(world.content, ability),
        )
        return
    by = CHOICES[what]
    if what == "health":
        hero.full_health += by
        hero.health += by
    elif what == "energy":
        hero.full_energy += by
        hero.energy += by
    elif what == "power":
        hero.power += by
    elif what == "defence":
        hero.defence += by
    else:
        for element in ELEMENTS:
            hero.resist[element] = hero.resist.get(element, 0) + by
    world.tell_of(
        "{hero:The} chooses {value}.",
        "level",
        Grew(SeatRef(hero.seat), what, by),
        hero=hero,
        value=words.term(what),
    )
