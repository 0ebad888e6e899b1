"""Open graves, remains, and the class that no help names."""

from __future__ import annotations

from engine.contract.texts import Name, Text, text
from engine.delve import terrain
from engine.delve.rules import growth
from engine.delve.rules.context import DelveContext
from engine.delve.state import DelveHero, DelveItem

REMAINS_LEVELS = ((3, 7), (8, 13), (14, 19))
REWARDS = (40, 150, 400)


def scatter_remains(world: DelveContext) -> dict[str, int]:
    """Return on which level each set of remains lies."""
    world.streams.begin_level("remains")
    dice = world.streams.level
    names = list(world.content.remains)
    dice.shuffle(names)
    return {name: dice.between(*levels) for name, levels in zip(names, REMAINS_LEVELS, strict=True)}


def lay_to_rest(world: DelveContext, hero: DelveHero, item: DelveItem) -> bool:
    """Lay remains into the open grave underfoot; return whether that was done."""
    if item.kind not in world.content.remains or world.ground(hero) != terrain.GRAVE:
        return False
    number = len(hero.graves_laid)
    hero.used[f"item {item.kind}"] = 1
    hero.graves_laid.append(item.kind)
    world.tell_of("{hero:The} lays {thing:the} to rest.", "grave", hero=hero, thing=Name(item.kind))
    world.tell_hero(hero, text(world.content.prose["epitaphs"][number]), "grave")
    growth.gain(world, hero, REWARDS[number])
    if number == len(world.content.remains) - 1:
        hero.offered_secret = True
    return True


def secret_class(world: DelveContext) -> str:
    """Return the name of the class that a word opens."""
    return next(kind.name for kind in world.content.classes.values() if kind.secret)


def is_member(world: DelveContext, hero: DelveHero) -> bool:
    """Return whether a hero is one of the secret class."""
    return hero.class_name == secret_class(world)


def answer(world: DelveContext, hero: DelveHero, accepted: bool) -> None:
    """Answer whether to become one of the secret class; figures stay as they are."""
    if accepted:
        hero.class_name = secret_class(world)
        abilities = world.content.classes[hero.class_name].abilities
        hero.abilities += [name for name in abilities if name not in hero.abilities]
        world.tell_of("{hero:The} is {role:a} now.", "level", hero=hero, role=Name(hero.class_name))
    else:
        hero.refused_secret = True


def question(world: DelveContext) -> Text:
    """Return the question."""
    role = Name(secret_class(world))
    return text("Somebody has to look after the graves. Will you be the {role}?", role=role)
