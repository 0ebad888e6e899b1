"""Dice of a hit: damage against protection, as they are rolled and as they are distributed
(rules: combat 7.4, 9, 11.1)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.common import distributions
from engine.common.distributions import Distribution
from engine.contract.dice import Stream


class HarmRoll(NamedTuple):
    """A hit as it was rolled: the damage rolled, what protection kept off, what gets through, and
    whether it punctured protection that would have kept off all."""

    damage: int
    protection: int
    net: int
    punctured: bool = False


class HarmDice(NamedTuple):
    """The dice of a hit before they are rolled.

    `guard`: dice and sides of each piece of protection; `percent`: how much of it counts; `most`:
    every die of damage shows its highest face; `puncture`: what gets through where protection
    keeps off all (0: nothing).
    """

    dice: int
    sides: int
    guard: tuple[tuple[int, int], ...] = ()
    percent: int = 100
    most: bool = False
    puncture: int = 0

    def roll(self, stream: Stream) -> HarmRoll:
        """Roll damage, then protection."""
        damage = self.dice * self.sides if self.most else stream.roll(self.dice, self.sides)
        kept = sum(stream.roll(*piece) for piece in self.guard) * self.percent // 100
        return self._harm(damage, kept)

    def _harm(self, damage: int, kept: int) -> HarmRoll:
        if self.puncture and kept >= damage:
            return HarmRoll(self.puncture, 0, self.puncture, punctured=True)
        return HarmRoll(damage, kept, max(0, damage - kept))

    def net(self) -> Distribution:
        """Return the distribution of what gets through."""
        return _net(self)

    def damages(self) -> Distribution:
        """Return the distribution of the damage before protection."""
        if self.most:
            return {self.dice * self.sides: 1.0}
        return distributions.dice(self.dice, self.sides)

    def guarded(self, damage: int, kept: Distribution) -> Distribution:
        """Return the distribution of what gets through of so much damage."""
        return distributions.mapped(kept, lambda amount: self._harm(damage, amount).net)


@lru_cache(maxsize=1024)
def kept_off(guard: tuple[tuple[int, int], ...], percent: int = 100) -> Distribution:
    """Return the distribution of what pieces of protection keep off."""
    total = distributions.CERTAIN
    for piece in guard:
        total = distributions.added(total, distributions.dice(*piece))
    return distributions.mapped(total, lambda amount: amount * percent // 100)


@lru_cache(maxsize=2048)
def _net(harm: HarmDice) -> Distribution:
    kept = kept_off(harm.guard, harm.percent)
    return distributions.mix(
        (harm.guarded(damage, kept), chance) for damage, chance in harm.damages().items()
    )
