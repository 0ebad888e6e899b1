"""The figures of a spell as a hero would cast it now: for buttons, pages and books."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract.texts import Text, listed, text
from engine.delve.magic import spellcasting
from engine.delve.magic.cast_context import Cast
from engine.delve.odds.fights import ATTACK_EFFECTS, cast_of, does_harm
from engine.delve.rules import formulas, words
from engine.delve.rules.context import DelveContext
from engine.delve.state import DelveHero


def summary(game: DelveContext, hero: DelveHero, name: str) -> Text:
    """Return a spell's energy, damage, range and rounds: "6 energy, ice damage 2-20, range 8"."""
    cast = cast_of(game, hero, name)
    price = text("{energy} energy", energy=spellcasting.cost(game, hero, cast.spell))
    return listed([price, *_power(cast), *_rounds(cast), *_reach(cast)])


def _power(cast: Cast) -> Iterator[Text]:
    """Yield what a spell takes from its victim or gives back."""
    if cast.spell.effect in ATTACK_EFFECTS:
        least, sides = cast.dice()
        span = text("{least}-{most}", least=least, most=least * sides)
        if not does_harm(cast):
            yield text("takes {span} energy", span=span)
        elif cast.element:
            yield text("{element} damage {span}", element=words.term(cast.element), span=span)
        else:
            yield text("damage {span}", span=span)
    elif cast.spell.effect == "restore":
        points = formulas.restore_points(cast.power, cast.caster.level)
        if "health" in cast.spell.statuses:
            yield text("gives back {points} health", points=points)
        else:
            yield text("takes off {points} turns", points=points)


def _rounds(cast: Cast) -> Iterator[Text]:
    """Yield how long the status of a spell lasts."""
    level, power, spell = cast.caster.level, cast.power, cast.spell
    match spell.effect:
        case "afflict":
            yield text("{least}-{most} turns", least=spell.dice, most=spell.dice * power)
        case "cloud":
            yield text("{least}-{most} turns", least=power // 2, most=power)
        case "buff":
            yield _turns(formulas.restore_points(power, level))
        case "scry":
            yield _turns(formulas.restore_points(power, level, whole=True))
        case "rounds" | "calm" | "terrify" | "glacier":
            yield _turns(power or spell.dice)


def _turns(number: int) -> Text:
    return text("{number} turns", number=number)


def _reach(cast: Cast) -> Iterator[Text]:
    """Yield how far a spell goes, and how wide."""
    if cast.spell.target == "direction" or "range" in cast.spell.figures:
        yield text("range {squares}", squares=cast.reach)
    if "radius" in cast.spell.figures:
        yield text("radius {squares}", squares=cast.figure("radius"))
    if "chain" in cast.spell.figures:
        yield text("{number} victims", number=cast.figure("chain"))
