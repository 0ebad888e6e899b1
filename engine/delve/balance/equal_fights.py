"""Fights of equals: a hero and a plain monster of one level, and how many blows each bears.

The hero has his class's figures and nothing chosen on fifth levels; his weapon and armour are the
median of what lies about on the dungeon's level of that number, on the first ones what he begins
with. Both have full energy.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from typing import NamedTuple

from engine.common import distributions
from engine.delve.data.kinds import ClassKind, DelveData, ItemKind
from engine.delve.rules import formulas, growth
from engine.delve.rules.rolls import BlowRoll, EnergyDice
from engine.delve.state import DEEPEST

LAST_POOR_LEVEL = 1  # up to here heroes wear what they began with
_ARMS = ("weapon", "armour", "shield", "headgear")
_FULL = (1, 1)  # energy now and at most


class Kit(NamedTuple):
    """The power and defence that worn things add."""

    power: int
    defence: int


class EqualFight(NamedTuple):
    """A hero against a plain monster of the same level, in mean blows, misses included."""

    class_name: str
    level: int
    damage: float  # of the hero's blow
    kills_in: float  # blows of the hero's
    falls_in: float  # blows of the monster's


def kit(content: DelveData, kind: ClassKind, level: int) -> Kit:
    """Return the usual kit of a class's hero of a level."""
    if level <= LAST_POOR_LEVEL:
        begun = [content.items[name] for name in (*kind.worn, *(name for name, _ in kind.items))]
        worn = [_best(begun, category) for category in _ARMS]
        return Kit(sum(power for power, _ in worn), sum(defence for _, defence in worn))
    power = defence = 0
    for category in _ARMS:
        lying = _lying(content, category, level)
        power += round(median(item.power or 0 for item in lying))
        defence += round(median(item.defence for item in lying))
    return Kit(power, defence)


def _best(items: list[ItemKind], category: str) -> tuple[int, int]:
    found = [(item.power or 0, item.defence) for item in items if item.category == category]
    return max(found, default=(0, 0))


def _lying(content: DelveData, category: str, level: int) -> list[ItemKind]:
    return [
        item
        for item in content.items.values()
        if item.category == category and item.weight and item.first <= level <= item.last
    ]


def blow(
    level: int, power: int, defence: int, miss: int = formulas.MISS, energy: tuple[int, int] = _FULL
) -> float:
    """Return the mean damage of a blow of so much power at so much defence."""
    force = EnergyDice(formulas.melee_dice(level), max(1, power), energy)
    rolled = BlowRoll(miss, formulas.CRITICAL, force, defence)
    return distributions.mean(rolled.distribution())


def hero_blow(content: DelveData, kind: ClassKind, level: int, worn: Kit) -> float:
    """Return the mean damage of a class's blow at a plain monster of the hero's level."""
    power = kind.power + growth.risen(level, kind.power_every) + worn.power
    return blow(level, power, content.usual.defence[level], 10 * kind.miss)


def equal_fight(content: DelveData, class_name: str, level: int) -> EqualFight:
    """Return the fight of a hero of a class with a plain monster of his level."""
    kind, usual = content.classes[class_name], content.usual
    worn = kit(content, kind, level)
    own = hero_blow(content, kind, level, worn)
    defence = kind.defence + growth.risen(level, kind.defence_every) + worn.defence
    health = kind.health + level * kind.health_gain
    suffered = blow(level, usual.power[level], defence)
    return EqualFight(class_name, level, own, usual.health[level] / own, health / suffered)


def equal_fights(content: DelveData) -> Iterator[EqualFight]:
    """Yield the fights of the classes that are open to all, level by level."""
    for level in range(DEEPEST + 1):
        for name in content.open_classes:
            yield equal_fight(content, name, level)


def blow_ratio(content: DelveData, stronger: str, weaker: str, level: int) -> float:
    """Return how much harder one class strikes than another, with equal weapons."""
    worn = kit(content, content.classes[stronger], level)
    first, second = (
        hero_blow(content, content.classes[name], level, worn) for name in (stronger, weaker)
    )
    return first / second
