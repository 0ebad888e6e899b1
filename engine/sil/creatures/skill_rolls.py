"""Opposed dice: skill checks, hit rolls, critical dice, saves (rules: combat 5, 7.5).

Every roll is a skill and a die against a difficulty and a die; the result is the difference, and
only more than 0 succeeds. A hero under the curse of the third Silmaril rolls his own die twice
and keeps the worse.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from engine.common import distributions
from engine.common.distributions import Distribution
from engine.contract.dice import Stream
from engine.sil.creatures import creature_stats
from engine.sil.data.rulings import Rulings
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature, Skill

Cursed = Literal["", "actor", "opposer"]


class OpposedRoll(NamedTuple):
    """An opposed roll: its margin, and both dice as they fell."""

    margin: int
    die: int
    against: int


class SkillContest(NamedTuple):
    """A skill and a die against a difficulty and a die, before they are rolled: how they fall, and
    with which probability.

    `sides`: of both dice; `second_try`: a failure is rolled again.
    """

    sides: int
    skill: int
    difficulty: int
    cursed: Cursed = ""
    second_try: bool = False

    def roll(self, stream: Stream) -> OpposedRoll:
        """Roll it."""
        found = self._once(stream)
        return self._once(stream) if self.second_try and found.margin <= 0 else found

    def _once(self, stream: Stream) -> OpposedRoll:
        die = self._die(stream, "actor")
        against = self._die(stream, "opposer")
        return OpposedRoll(self.skill + die - self.difficulty - against, die, against)

    def _die(self, stream: Stream, whose: Cursed) -> int:
        return min(stream.die(self.sides) for _ in range(self._dice(whose)))

    def _dice(self, whose: Cursed) -> int:
        """Return how many dice are cast on a side, of which the lowest counts."""
        return 2 if self.cursed == whose else 1

    def margins(self) -> Distribution:
        """Return the distribution of its margin."""
        return _margins(self)

    def chance(self, least: int = 1) -> float:
        """Return the probability of a margin of at least that much; by default of a success."""
        return distributions.above(self.margins(), least - 1)

    def of_once(self) -> Distribution:
        """Return the distribution of the margin of one try."""
        own = distributions.die(self.sides, self._dice("actor"))
        against = distributions.die(self.sides, self._dice("opposer"))
        ahead = self.skill - self.difficulty
        return distributions.mix(
            ({ahead + face - other: own[face] for face in own}, chance)
            for other, chance in against.items()
        )


@lru_cache(maxsize=2048)
def _margins(contest: SkillContest) -> Distribution:
    once = contest.of_once()
    if not contest.second_try:
        return once
    return distributions.mix(
        (once if margin <= 0 else {margin: 1.0}, chance) for margin, chance in once.items()
    )


def skill_contest(skill: int, difficulty: int, cursed: Cursed = "") -> SkillContest:
    """Return a skill check: a margin of more than 0 is a success (rules: combat 5.1)."""
    return SkillContest(10, skill, difficulty, cursed)


def skill_check(stream: Stream, skill: int, difficulty: int, cursed: Cursed = "") -> int:
    """Return the margin of a skill check."""
    return skill_contest(skill, difficulty, cursed).roll(stream).margin


def hit_contest(
    attack: int, evasion: int, *, cursed: Cursed = "", second_try: bool = False
) -> SkillContest:
    """Return a hit roll: a margin of more than 0 hits (rules: combat 5.2)."""
    return SkillContest(20, attack, evasion, cursed, second_try)


def hero_contest(
    game: SilContext, skill: int, difficulty: int, against: Creature | None = None
) -> SkillContest:
    """Return a skill check of the hero, with Bane and elf-bane when a creature opposes it."""
    if against is not None:
        skill += creature_stats.bane(game, against)
        difficulty += creature_stats.elf_bane(game, against)
    return skill_contest(skill, difficulty, "actor" if game.hero.cursed else "")


def hero_check(
    game: SilContext, skill: int, difficulty: int, against: Creature | None = None
) -> int:
    """Return the margin of a skill check of the hero."""
    return hero_contest(game, skill, difficulty, against).roll(game.streams.play).margin


def foe_check(game: SilContext, creature: Creature | None, skill: int, difficulty: int) -> int:
    """Return a skill check against the hero by a creature (None: by a thing)."""
    if creature is not None:
        skill += creature_stats.elf_bane(game, creature)
        difficulty += creature_stats.bane(game, creature)
    return skill_check(game.streams.play, skill, difficulty, "opposer" if game.hero.cursed else "")


def will_save(game: SilContext, source: Creature | None, resistance: int = 0) -> bool:
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
