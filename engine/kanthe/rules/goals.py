"""The goal of a game: what a hero must carry home, or have seen, to win (rules: kanthe 7)."""

from __future__ import annotations

from engine.contract.texts import Text, counted
from engine.kanthe.state import KantheState

COINS_A_LEVEL = 10


def wanted(state: KantheState) -> int:
    """Return how much the goal asks for: coins, explored sections, or the number of a level."""
    domain, goal = state.domain, state.variant.goal
    levels = domain.levels - domain.top + 1
    if goal == "coins":
        return COINS_A_LEVEL * levels
    if goal == "sections":
        return (levels * domain.sections + 1) // 2
    return domain.levels if goal == "depth" else 1


def reached(state: KantheState) -> int:
    """Return how much of it the hero has."""
    hero, goal = state.hero, state.variant.goal
    amounts = {"coins": hero.coins, "sections": hero.sections, "depth": hero.deepest}
    return amounts.get(goal, hero.coins + hero.sections)


def is_met(state: KantheState) -> bool:
    """Return whether the hero would win by leaving alive."""
    return reached(state) >= wanted(state)


def describe_goal(state: KantheState) -> Text | None:
    """Return what the goal asks for; None where anything brought home wins."""
    number, goal = wanted(state), state.variant.goal
    if goal == "coins":
        return counted(number, "{number} coin brought home", "{number} coins brought home")
    if goal == "sections":
        return counted(number, "{number} section explored", "{number} sections explored")
    if goal == "depth":
        return counted(number, "level {number}, and home again", "level {number}, and home again")
    return None
