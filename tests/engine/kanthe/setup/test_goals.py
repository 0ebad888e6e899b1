"""The goals of a game, and what wins it."""

from __future__ import annotations

import pytest

from engine.kanthe.rules.goals import describe_goal, is_met, wanted
from engine.kanthe.view.view import ending_of
from tests.engine.kanthe.stage import RULES, act, begun, play_of

AMOUNTS = {"coins": "coins", "sections": "sections", "depth": "deepest"}


@pytest.mark.parametrize("goal", AMOUNTS)
@pytest.mark.parametrize("length", ["half-hour", "evening", "weeks"])
def test_a_game_is_won_by_reaching_its_goal_and_leaving_alive(goal: str, length: str) -> None:
    for short in (1, 0):
        game = begun(goal=goal, length=length)
        game.hero.coins = game.hero.sections = 0
        setattr(game.hero, AMOUNTS[goal], wanted(game) - short)
        assert is_met(game) == (not short)
        act(game, "leave")
        act(game, "finish")
        assert ending_of(game) == ("left" if short else "won")


def test_anything_brought_home_wins_without_a_goal() -> None:
    for coins, sections in ((0, 0), (1, 0), (0, 1)):
        game = begun()
        game.hero.coins, game.hero.sections = coins, sections
        assert is_met(game) == bool(coins or sections)
        assert describe_goal(game) is None


@pytest.mark.parametrize("goal", AMOUNTS)
def test_the_goal_stands_among_the_facts(goal: str) -> None:
    game = begun(goal=goal)
    told = {str(name): str(value) for name, value in RULES.view(game, 0).facts}
    assert str(wanted(game)) in told["Goal"]
    assert play_of(game).game.variant.goal == goal
