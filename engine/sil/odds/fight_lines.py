"""Odds in words: a line for each opponent near, and what poison and wounds will do."""

from __future__ import annotations

from engine.contract.texts import Text, Words, joined, text
from engine.sil.creatures import creature_names, known_race, senses
from engine.sil.data.hero_statuses import STATUSES
from engine.sil.effects import statuses
from engine.sil.game.context import Game, kept
from engine.sil.game.state import Creature
from engine.sil.odds import strikes
from engine.sil.odds.strikes import StrikeOdds

NEAR = 7  # squares
MOST_LINES = 4


@kept
def opponents(game: Game) -> tuple[Creature, ...]:
    """Return the enemies near in sight that are alert, as far as it shows, nearest first."""
    return tuple(
        creature
        for creature in creature_names.visible(game)
        if senses.away(game, creature) <= NEAR
        and not creature_names.seems(game, creature, "PEACEFUL")
        and (creature.alertness >= 0 or creature_names.seems(game, creature, "MINDLESS"))
    )


@kept
def odds_lines(game: Game) -> tuple[Words, ...]:
    """Return a line for each of the nearest opponents: his odds against it, and its against him."""
    return tuple(_line(game, creature) for creature in opponents(game)[:MOST_LINES])


def _line(game: Game, creature: Creature) -> Text:
    ours = _ours(strikes.melee_odds(game, creature), strikes.health_left(game, creature))
    name = creature_names.name(game, creature)
    parts = joined([ours, _theirs(game, creature)], "; ")
    return text("{who:The.24}: {odds}", who=name, odds=parts)


def _ours(odds: StrikeOdds | None, left: int | None) -> Text:
    if odds is None:
        return text("how you hit it: unknown")
    return hit_words(odds, left)


def hit_words(odds: StrikeOdds, left: int | None) -> Text:
    """Return the odds of an attack on it: "hit 68 %, about 6 of some 14"."""
    if odds.damage is None:
        return text("hit {percent} %", percent=odds.percent)
    damage = round(odds.damage)
    if left is None:
        return text("hit {percent} %, about {damage}", percent=odds.percent, damage=damage)
    return text(
        "hit {percent} %, about {damage} of some {left}",
        percent=odds.percent, damage=damage, left=left,
    )  # fmt: skip


def _theirs(game: Game, creature: Creature) -> Text:
    odds = strikes.hurt_odds(game, creature)
    if odds is not None:
        return hurt_words(odds)
    known = known_race.of(game, creature)
    if known is not None and "NEVER_BLOW" in known.kind.flags:
        return text("it has no blows")
    return text("how it hits you: unknown")


def hurt_words(odds: StrikeOdds) -> Text:
    """Return the odds of its attack on the hero: "it hits you 41 %, about 4"."""
    if odds.damage is None:
        return text("it hits you {percent} %", percent=odds.percent)
    damage = round(odds.damage)
    return text("it hits you {percent} %, about {damage}", percent=odds.percent, damage=damage)


def wound_note(game: Game, name: str) -> Words:
    """Return what poison or a wound will do in the end; "" of other states."""
    left = game.hero.timers.left(name)
    if not STATUSES[name].wound or not left:
        return ""
    turns = statuses.death_by_wounds(game)
    if turns is not None:
        return death_words(turns)
    return text("takes {number} more health", number=left)


def death_words(turns: int) -> Text:
    """Return in how many turns poison and wounds kill."""
    if turns == 1:
        return text("kills in 1 turn")
    return text("kills in {number} turns", number=turns)
