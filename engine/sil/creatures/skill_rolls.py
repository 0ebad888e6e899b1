"""Opposed dice: skill checks, hit rolls, critical dice, saves (rules: combat 5, 7.5).

Every roll is a skill and a die against a difficulty and a die; the result is the difference, and
only more than 0 succeeds. A hero under the curse of the third Silmaril rolls his own die twice
and keeps the worse.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.contract.dice import Stream
from engine.sil.creatures import creature_stats
from engine.sil.game.context import Game
from engine.sil.game.rulings import Rulings
from engine.sil.game.state import Creature, Skill

Cursed = Literal["", "actor", "opposer"]


class OpposedRoll(NamedTuple):
    """An opposed roll: its margin, and both dice as they fell."""

    margin: int
    die: int
    against: int


def _die(stream: Stream, sides: int, cursed: bool) -> int:
    return min(stream.die(sides), stream.die(sides)) if cursed else stream.die(sides)


def opposed(
    stream: Stream, sides: int, skill: int, difficulty: int, cursed: Cursed = ""
) -> OpposedRoll:
    """Roll skill and a die against difficulty and a die, both of `sides` sides."""
    die = _die(stream, sides, cursed == "actor")
    against = _die(stream, sides, cursed == "opposer")
    return OpposedRoll(skill + die - difficulty - against, die, against)


def skill_check(stream: Stream, skill: int, difficulty: int, cursed: Cursed = "") -> int:
    """Return the margin of a skill check: more than 0 is a success (rules: combat 5.1)."""
    return opposed(stream, 10, skill, difficulty, cursed).margin


def hit_roll(stream: Stream, attack: int, evasion: int, *, cursed: Cursed = "") -> OpposedRoll:
    """Return a hit roll: a margin of more than 0 hits (rules: combat 5.2)."""
    return opposed(stream, 20, attack, evasion, cursed)


def hero_check(game: Game, skill: int, difficulty: int, against: Creature | None = None) -> int:
    """Return a skill check of the hero, with Bane and elf-bane when a creature opposes it."""
    if against is not None:
        skill += creature_stats.bane(game, against)
        difficulty += creature_stats.elf_bane(game, against)
    return skill_check(game.streams.play, skill, difficulty, "actor" if game.hero.cursed else "")


def foe_check(game: Game, creature: Creature | None, skill: int, difficulty: int) -> int:
    """Return a skill check against the hero by a creature (None: by a thing)."""
    if creature is not None:
        skill += creature_stats.elf_bane(game, creature)
        difficulty += creature_stats.bane(game, creature)
    return skill_check(game.streams.play, skill, difficulty, "opposer" if game.hero.cursed else "")


def will_save(game: Game, source: Creature | None, resistance: int = 0) -> bool:
    """Return whether the hero withstands a threat (rules: combat 5.3; ruling `will_save_tie`).

    `source` None stands for a threat of Will 10; `resistance` is what the hero has of it.
    """
    will = 10 if source is None else creature_stats.will(game, source)
    margin = foe_check(game, source, will - 10 * resistance, game.hero.skill(Skill.WILL))
    return margin < 0 or (margin == 0 and game.rulings.will_save_tie == "hero")


def crit_dice(rulings: Rulings, margin: int, weight: int, adjustment: int = 0) -> int:
    """Critical dice of a hit (rules: combat 7.5).

    `weight` in tenths of a pound; `adjustment` moves the step, ten for a point of margin.
    """
    if margin <= 0:
        return 0
    if rulings.crit_weight_rounding == "whole pounds":
        return margin // (7 + weight // 10 + adjustment // 10)
    return (10 * margin + 4) // (70 + weight + adjustment)


def crit_against(dice: int, flags: frozenset[str]) -> int:
    """Return what a monster's build leaves of critical dice."""
    if "NO_CRIT" in flags:
        return 0
    return dice // 2 if "RES_CRIT" in flags else dice
