"""Rolls as values: what is drawn from a stream, and worked out exactly, by one description.

A distribution is a mapping of whole numbers to probabilities, which add up to 1.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from engine.common import distributions
from engine.common.distributions import CERTAIN, Distribution, mapped, mean, mix
from engine.contract.dice import Stream
from engine.delve.rules import formulas

LUCKY_SIDES = 3  # of a critical hit that would do no damage


# ------------------------------------------------------------------ dice with energy behind them


class EnergyDice(NamedTuple):
    """Dice of a plain blow, as at doors and webs: they never miss."""

    dice: int
    sides: int
    energy: tuple[int, int]  # now and full, as damage counts them

    def scaled(self, rolled: int) -> int:
        """Return a roll with the energy counted."""
        return formulas.scale_by_energy(rolled, *self.energy)

    def draw(self, stream: Stream) -> int:
        """Roll."""
        return self.scaled(stream.roll(self.dice, self.sides))

    def distribution(self) -> Distribution:
        """Return what `draw` can give."""
        return _energy_dice(self)


@lru_cache(maxsize=2048)
def _energy_dice(dice: EnergyDice) -> Distribution:
    return mapped(distributions.dice(dice.dice, dice.sides), dice.scaled)


# ------------------------------------------------------------------ blows (rules: delve 4)


class BlowResult(NamedTuple):
    """The outcome of a blow: `lucky`, a critical hit that armour would have stopped."""

    verdict: formulas.Verdict
    damage: int
    lucky: bool = False


class BlowRoll(NamedTuple):
    """A blow of one creature at another, before it is rolled."""

    miss: int  # thousandths
    critical: int  # thousandths
    force: EnergyDice
    defence: int  # of the victim

    def draw(self, stream: Stream) -> BlowResult:
        """Roll whether it hits, then its damage."""
        verdict = formulas.verdict(stream, self.miss, self.critical)
        if verdict == "miss":
            return BlowResult(verdict, 0)
        damage = formulas.reduce(self.force.draw(stream), self.defence)
        if verdict == "hit":
            return BlowResult(verdict, damage)
        if damage:
            return BlowResult(verdict, damage * 2)
        return BlowResult(verdict, stream.die(LUCKY_SIDES), lucky=True)

    @property
    def hits(self) -> float:
        """Return the probability that it does not miss."""
        return 1 - self.miss / 1000

    def distribution(self) -> Distribution:
        """Return its damage; a miss does 0."""
        return _blow(self)

    def mean_hit(self) -> float:
        """Return the mean damage of a blow that does not miss."""
        return mean(self.distribution()) / self.hits if self.hits else 0.0


@lru_cache(maxsize=4096)
def _blow(blow: BlowRoll) -> Distribution:
    left = mapped(blow.force.distribution(), lambda rolled: formulas.reduce(rolled, blow.defence))
    doubled = {value * 2: chance for value, chance in left.items() if value}
    lucky = left.get(0, 0.0) / LUCKY_SIDES
    for face in range(1, LUCKY_SIDES + 1):
        doubled[face] = doubled.get(face, 0.0) + lucky
    misses, critical = blow.miss / 1000, min(blow.critical, 1000 - blow.miss) / 1000
    hits = 1 - misses - critical
    return mix([(CERTAIN, misses), (left, hits), (doubled, critical)])


# ------------------------------------------------------------------ throws (rules: delve 6)


class ThrowResult(NamedTuple):
    """The outcome of a throw at one creature; negative damage heals."""

    verdict: formulas.Verdict
    damage: int


class ThrowRoll(NamedTuple):
    """A throw at one creature, before it is rolled."""

    miss: Fraction
    critical: int  # thousandths
    dice: int
    sides: int
    sign: int  # -1: it heals
    energy: tuple[int, int]
    defence: int
    share: int = 1  # of its damage: one such part

    def draw(self, stream: Stream) -> ThrowResult:
        """Roll whether it hits, then its damage."""
        verdict = formulas.throw_verdict(stream, self.miss, self.critical)
        if verdict == "miss":
            return ThrowResult(verdict, 0)
        rolled = stream.roll(self.dice, self.sides)
        return ThrowResult(verdict, self.damage(rolled, critical=verdict == "critical"))

    def damage(self, rolled: int, *, critical: bool) -> int:
        """Return the damage of a roll."""
        damage = formulas.throw_damage(
            rolled, self.sign, self.energy, self.defence, critical=critical
        )
        return damage // self.share if damage > 0 else damage

    @property
    def hits(self) -> float:
        """Return the probability that it does not miss."""
        return 1 - min(1.0, float(self.miss))

    def distribution(self) -> Distribution:
        """Return its damage; a miss does 0."""
        return _throw(self)

    def mean_hit(self) -> float:
        """Return the mean damage of a throw that does not miss."""
        return mean(self.distribution()) / self.hits if self.hits else 0.0


@lru_cache(maxsize=2048)
def _throw(throw: ThrowRoll) -> Distribution:
    rolled = distributions.dice(throw.dice, throw.sides)
    hit = mapped(rolled, lambda value: throw.damage(value, critical=False))
    critical = mapped(rolled, lambda value: throw.damage(value, critical=True))
    most = min(throw.critical / 1000, throw.hits)
    return mix([(CERTAIN, 1 - throw.hits), (hit, throw.hits - most), (critical, most)])


# ------------------------------------------------------------------ curses (rules: delve 11)


@lru_cache(maxsize=512)
def uncurse_chance(dice: int, difficulty: int, *, upgraded: bool) -> float:
    """Return the probability that so many dice remove a curse, by `formulas.uncurse`."""
    chance = 0.0
    for total, share in distributions.dice(dice, formulas.CURSE_SIDES).items():
        faces = [1] * dice if total == dice else [total - dice + 1] + [1] * (dice - 1)
        chance += share * formulas.uncurse(faces, difficulty, upgraded=upgraded)[0]
    return chance
