"""Odds in words: a line for each opponent near, and what poison and wounds will do."""

from __future__ import annotations

from engine.contract.texts import Text, Words, joined, text
from engine.sil.clock import sightings
from engine.sil.creatures import creature_names, known_race, morale, senses
from engine.sil.data.rule_records import HeroStatus
from engine.sil.effects import statuses
from engine.sil.game.context import SilContext, kept
from engine.sil.game.state import Creature
from engine.sil.odds import strikes
from engine.sil.odds.strikes import StrikeOdds

NEAR = 7  # squares
MOST_LINES = 4


@kept
def opponents(game: SilContext) -> tuple[Creature, ...]:
    """Return the enemies near in sight that are alert, as far as it shows, nearest first."""
    return tuple(
        creature
        for creature in creature_names.visible(game)
        if senses.away(game, creature) <= NEAR and sightings.is_alert(game, creature)
    )


@kept
def odds_lines(game: SilContext) -> tuple[Words, ...]:
    """Return a line for each of the nearest opponents of whom something is known: his odds against
    it, and its against him."""
    lines = (_line(game, creature) for creature in opponents(game)[:MOST_LINES])
    return tuple(line for line in lines if line is not None)


def _line(game: SilContext, creature: Creature) -> Text | None:
    name = creature_names.name(game, creature)
    ours, theirs = strikes.melee_odds(game, creature), _theirs(game, creature)
    if ours is None and theirs is None:
        return None
    hits = text("how you hit it: unknown")
    if ours is not None:
        hits = hit_words(ours, strikes.health_left(game, creature))
    parts = joined([hits, theirs or text("how it hits you: unknown")], "; ")
    return text("{who:The.24}: {odds}", who=name, odds=parts)


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


def _theirs(game: SilContext, creature: Creature) -> Text | None:
    odds = strikes.hurt_odds(game, creature)
    if odds is not None:
        return hurt_words(odds)
    known = known_race.of(game, creature)
    if known is not None and "NEVER_BLOW" in known.kind.flags:
        return text("it has no blows")
    return None


def hurt_words(odds: StrikeOdds) -> Text:
    """Return the odds of its attack on the hero: "it hits you 41 %, about 4"."""
    if odds.damage is None:
        return text("it hits you {percent} %", percent=odds.percent)
    damage = round(odds.damage)
    return text("it hits you {percent} %, about {damage}", percent=odds.percent, damage=damage)


def wound_note(game: SilContext, kind: HeroStatus) -> Words:
    """Return what poison or a wound that the hero has will do in the end; "" of other states."""
    if not kind.wound:
        return ""
    turns = statuses.turns_to_death(game)
    if turns:
        return death_words(turns)
    return text("takes {number} more health", number=game.hero.timers.left(kind.key))


def death_words(turns: int) -> Text:
    """Return in how many turns poison and wounds kill."""
    if turns == 1:
        return text("kills in 1 turn")
    return text("kills in {number} turns", number=turns)


def fight_page(game: SilContext) -> Text | None:
    """Return the opponents near, each with its confidence as the manual counts it, and the odds;
    None for none (rules: world 15.3)."""
    lines = [_account(game, creature) for creature in opponents(game)]
    return joined([text("Opponents"), *lines], "\n") if lines else None


def _account(game: SilContext, creature: Creature) -> Text:
    name = creature_names.name(game, creature)
    odds = _line(game, creature) or text("{who:The.24}: odds unknown", who=name)
    mood = confidence(game, creature)
    return odds if mood is None else text("{odds}; {mood}", odds=odds, mood=mood)


def confidence(game: SilContext, creature: Creature) -> Text | None:
    """Return a creature's confidence, as Sil shows it beside its health; None to one who cannot
    trust his eyes."""
    if known_race.of(game, creature) is None:
        return None
    if creature_names.seems(game, creature, "MINDLESS"):
        return text("it is mindless")
    shown = morale.confidence(creature)
    return None if shown is None else text("it is {confidence}", confidence=shown)
