"""Squares of the level: who stands there, and the ways that lead to them."""

from __future__ import annotations

from engine.silg.levels import squares
from tests.engine.silg.stage import table


def test_a_square_is_as_many_steps_away_as_rows_or_columns_lie_between() -> None:
    game = table("Ann")
    level, hero = game.state.sil.level, game.hero(0)
    found = squares.ways(game, 0, 3)
    away = {level.place(at): way.steps for at, way in found.items()}
    hall = [(y, x) for y in range(1, 8) for x in range(1, 16)]
    steps = {(y, x): max(abs(y - hero.y), abs(x - hero.x)) for y, x in hall}
    assert away == {place: each for place, each in steps.items() if 0 < each <= 3}
