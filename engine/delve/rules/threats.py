"""Enemies in sight as a hero's plans weigh them: who is alert, and how soon it could do harm."""

from __future__ import annotations

from engine.common import compass
from engine.common.plans import Sighting, Stop
from engine.contract.texts import Text, text
from engine.delve.rules.context import DelveContext, gap
from engine.delve.rules.interruption import interrupt
from engine.delve.rules.vision import EYESIGHT, is_threat, visible, visible_enemies
from engine.delve.rules.words import reference
from engine.delve.state import WIDTH, DelveCreature, DelveHero, DelveMonster

SPELL_REACH, SHOT_REACH = 8, 6  # squares, where the data name no others
AMBUSH_TURNS = 10  # for which somebody who attacked unseen counts as near
SEEN_FROM = EYESIGHT  # squares: how near the hero is to those who are aware of him


def sightings(game: DelveContext, hero: DelveHero, noticed: int) -> list[Sighting]:
    """Return the enemies in sight, the nearest first. New are those beyond the first `noticed` of
    all that the hero has noticed on this level."""
    new = frozenset(hero.noticed[noticed:])
    return [sighting(game, hero, each, new) for each in visible_enemies(game, hero)]


def sighting(
    game: DelveContext, hero: DelveHero, monster: DelveMonster, new: frozenset[int] = frozenset()
) -> Sighting:
    """Return an enemy in sight as plans weigh it."""
    return Sighting(
        monster.uid,
        reference(monster),
        described(game, hero, monster),
        divmod(monster.at, WIDTH),
        is_alert(game, hero, monster),
        turns=turns_until_harm(game, hero, monster),
        new=monster.uid in new,
    )


def is_alert(game: DelveContext, hero: DelveHero, monster: DelveMonster) -> bool:
    """Return whether a monster can harm the hero or come, and is near enough to be aware of him."""
    away = gap(monster.at, hero.at)
    seen_from = 1 if "invisible" in hero.statuses else SEEN_FROM
    return away <= seen_from and is_threat(game, hero, monster)


def turns_until_harm(game: DelveContext, hero: DelveHero, monster: DelveMonster) -> float:
    """Return how many of the hero's turns a monster needs at least until it can do harm."""
    kind = game.kind(monster)
    reach = kind.strikes_within
    if kind.spells or kind.spell_attack or kind.has("breathes"):
        reach = SPELL_REACH
    elif kind.has("shoots"):
        reach = kind.traits["shoots"].number(2)
    elif kind.has("pulls") or kind.has("draws-iron"):
        reach = SHOT_REACH
    steps = max(0, gap(monster.at, hero.at) - reach)
    swift = kind.has("swift") or "hasted" in monster.statuses
    return steps / 2 if swift else steps * 2 if kind.has("slow") else steps


def described(game: DelveContext, hero: DelveHero, monster: DelveMonster) -> Text:
    """Return what an account calls an enemy: "a goblin, alert, 6 east"."""
    way = compass.toward(*divmod(hero.at, WIDTH), *divmod(monster.at, WIDTH))
    return text(
        "{monster:a}, {doing}, {squares} {direction}",
        monster=game.the(monster),
        doing=activity(game, hero, monster),
        squares=gap(monster.at, hero.at),
        direction=compass.WORDS[way] if way else "",
    )


def activity(game: DelveContext, hero: DelveHero, monster: DelveMonster) -> Text:
    """Return what an enemy in sight is doing."""
    if monster.asleep or "asleep" in monster.statuses:
        return text("asleep")
    if monster.fled:
        return text("fleeing")
    if is_alert(game, hero, monster):
        return text("alert")
    return text("rooted") if game.kind(monster).courage is None else text("not alert")


# ------------------------------------------------------------------ attacks


def note_attack(game: DelveContext, hero: DelveHero, attacker: DelveCreature) -> None:
    """Report to a hero's plan that somebody attacks him, be it a blow, a shot or a spell. Who is
    out of his sight is not named."""
    if isinstance(attacker, DelveMonster) and attacker not in visible(game, hero):
        hero.ambushed = hero.turns
        interrupt(hero, Stop("attacked", text("somebody unseen attacks")))
        return
    why = text("{attacker:a} attacks", attacker=game.the(attacker))
    interrupt(hero, Stop("attacked", why, divmod(attacker.at, WIDTH), reference(attacker)))


def is_ambushed(hero: DelveHero) -> bool:
    """Return whether somebody out of sight attacked a hero not long ago."""
    return hero.ambushed is not None and hero.turns - hero.ambushed <= AMBUSH_TURNS
