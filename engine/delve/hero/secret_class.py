"""Open graves, remains, and the class that no help names."""

from __future__ import annotations

from engine.contract.texts import Name, Text, text
from engine.delve import terrain
from engine.delve.data.kinds import GRAVE_REWARDS
from engine.delve.rules import growth
from engine.delve.rules.context import DelveContext
from engine.delve.state import DelveHero, DelveItem

REMAINS_LEVELS = ((3, 7), (8, 13), (14, 19))


def scatter_remains(game: DelveContext) -> dict[str, int]:
    """Return on which level each set of remains lies."""
    game.streams.begin_level("remains")
    dice = game.streams.level
    names = list(game.content.remains)
    dice.shuffle(names)
    return {name: dice.between(*levels) for name, levels in zip(names, REMAINS_LEVELS, strict=True)}


def lay_to_rest(game: DelveContext, hero: DelveHero, item: DelveItem) -> bool:
    """Lay remains into the open grave underfoot; return whether that was done."""
    if item.kind not in game.content.remains or game.ground(hero) != terrain.GRAVE:
        return False
    number = len(hero.graves_laid)
    hero.used[f"item {item.kind}"] = 1
    hero.graves_laid.append(item.kind)
    game.tell_of("{hero:The} lays {thing:the} to rest.", "grave", hero=hero, thing=Name(item.kind))
    game.tell_hero(hero, text(game.content.prose["epitaphs"][number]), "grave")
    growth.gain(game, hero, GRAVE_REWARDS[number])
    if number == len(game.content.remains) - 1:
        hero.offered_secret = True
    return True


def secret_class(game: DelveContext) -> str:
    """Return the name of the class that a word opens."""
    return next(kind.name for kind in game.content.classes.values() if kind.secret)


def is_member(game: DelveContext, hero: DelveHero) -> bool:
    """Return whether a hero is one of the secret class."""
    return hero.class_name == secret_class(game)


def answer(game: DelveContext, hero: DelveHero, accepted: bool) -> None:
    """Answer whether to become one of the secret class; figures stay as they are."""
    if accepted:
        hero.class_name = secret_class(game)
        abilities = game.content.classes[hero.class_name].abilities
        hero.abilities += [name for name in abilities if name not in hero.abilities]
        game.tell_of("{hero:The} is {role:a} now.", "level", hero=hero, role=Name(hero.class_name))
    else:
        hero.refused_secret = True


def question(game: DelveContext) -> Text:
    """Return the question."""
    role = Name(secret_class(game))
    return text("Somebody has to look after the graves. Will you be the {role}?", role=role)
