"""The goals of a game, and what wins it."""

from __future__ import annotations

import pytest

from engine.kanthe.rules.goals import describe_goal, is_met, wanted
from engine.kanthe.view.view import ending_of
from tests.engine.kanthe.stage import RULES, act, begun, game_of

AMOUNTS = {"coins": "coins", "sections": "sections", "depth": "deepest"}


@pytest.mark.parametrize("goal", AMOUNTS)
@pytest.mark.parametrize("length", ["half-hour", "evening", "weeks"])
def test_a_game_is_won_by_reaching_its_goal_and_leaving_alive(goal: str, length: str) -> None:
    for short in (1, 0):
        state = begun(goal=goal, length=length)
        state.hero.coins = state.hero.sections = 0
        setattr(state.hero, AMOUNTS[goal], wanted(state) - short)
        assert is_met(state) == (not short)
        act(state, "leave")
        act(state, "finish")
        assert ending_of(state) == ("left" if short else "won")


@pytest.mark.parametrize(
    ("levels", "sections", "asked"),
    [
        (1, 1, {"coins": 20, "sections": 1, "depth": 1}),
        (2, 1, {"coins": 30, "sections": 2, "depth": 2}),
        (2, 4, {"coins": 30, "sections": 6, "depth": 2}),
    ],
)
def test_a_goal_asks_for_ten_coins_a_level_half_of_the_sections_or_the_deepest_level(
    levels: int, sections: int, asked: dict[str, int]
) -> None:
    for goal, number in asked.items():
        state = begun(goal=goal)
        state.domain.levels, state.domain.sections = levels, sections
        assert wanted(state) == number
        state.domain.ruins = False
        if goal == "coins":
            assert wanted(state) == number - 10, "without the ruins there is one level less"


def test_anything_brought_home_wins_without_a_goal() -> None:
    for coins, sections in ((0, 0), (1, 0), (0, 1)):
        state = begun()
        state.hero.coins, state.hero.sections = coins, sections
        assert is_met(state) == bool(coins or sections)
        assert describe_goal(state) is None


@pytest.mark.parametrize("goal", AMOUNTS)
def test_the_goal_stands_among_the_facts(goal: str) -> None:
    state = begun(goal=goal)
    told = {str(name): str(value) for name, value in RULES.view(state, 0).facts}
    assert str(wanted(state)) in told["Goal"]
    assert game_of(state).state.variant.goal == goal
