"""The course of ailments whose damage is certain."""

from __future__ import annotations

from engine.delve.rules import formulas
from engine.delve.state import DelveHero


def poison_to_come(hero: DelveHero) -> int:
    """Return the damage that the poison in a hero does until it is gone, healing aside."""
    points = hero.statuses.get("poisoned", 0)
    return sum(formulas.poison_damage(left) for left in range(1, points + 1))


def poison_kills(hero: DelveHero) -> bool:
    """Return whether the poison in a hero takes all his health, healing aside."""
    return poison_to_come(hero) >= hero.health
