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


def gain(game: DelveContext, hero: DelveHero, experience: int) -> None:
    """Give a hero experience, and the levels that it reaches."""
    hero.experience += experience
    while hero.experience >= game.content.experience_for(hero.level + 1):
        _rise(game, hero)


def reward(game: DelveContext, level: int) -> None:
    """Give every living hero the whole experience for a slain monster of a level."""
    for hero in game.heroes():
        gain(game, hero, game.content.usual.experience[level])


def strengthen(game: DelveContext, hero: DelveHero) -> None:
    """Give a hero the health and energy that a level gives his class."""
    kind = game.content.classes[hero.class_name]
    hero.full_health += kind.health_gain
    hero.health += kind.health_gain
    hero.full_energy += kind.energy_gain
    hero.energy += kind.energy_gain


def _rise(game: DelveContext, hero: DelveHero) -> None:
    kind = game.content.classes[hero.class_name]
    hero.level += 1
    strengthen(game, hero)
    hero.power += risen(hero.level, kind.power_every) - risen(hero.level - 1, kind.power_every)
    hero.defence += risen(hero.level, kind.defence_every) - risen(
        hero.level - 1, kind.defence_every
    )
    game.tell_of(
        "{hero:The} reaches level {level}.",
        "level",
        Grew(SeatRef(hero.seat), "level"),
        hero=hero,
        level=hero.level,
    )
    if hero.level % CHOICE_EVERY == 0:
        hero.choices.append(_draw_abilities(game, hero))


def risen(level: int, every: int) -> int:
    """Return by how much a figure has grown at a level that grows on every n-th; 0: it never
    does."""
    return level // every if every else 0


def _draw_abilities(game: DelveContext, hero: DelveHero) -> list[str]:
    drawn_before = {name for choice in hero.choices for name in choice}
    free = [
        ability.name
        for ability in game.content.abilities.values()
        if hero.class_name in ability.classes
        and ability.name not in hero.abilities
        and ability.name not in drawn_before
    ]
    chosen: list[str] = []
    while free and len(chosen) < ABILITIES_DRAWN:
        chosen.append(free.pop(game.dice.below(len(free))))
    return chosen


def take_choice(game: DelveContext, hero: DelveHero, what: str, ability: str = "") -> None:
    """Answer the oldest open choice with a figure or an ability that was drawn."""
    hero.choices.pop(0)
    if what == "ability":
        hero.abilities.append(ability)
        game.tell_of(
            "{hero:The} learns {ability}.",
            "learned",
            Learned(SeatRef(hero.seat), ability),
            hero=hero,
            ability=words.ability(game.content, ability),
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
    game.tell_of(
        "{hero:The} chooses {value}.",
        "level",
        Grew(SeatRef(hero.seat), what, by),
        hero=hero,
        value=words.term(what),
    )
