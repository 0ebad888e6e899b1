"""Squares of the level: who stands there, and the ways that lead to them."""

from __future__ import annotations

from engine.sil.game.state import Room
from engine.sil.level import terrain
from engine.silg.levels import squares
from engine.silg.ruleset import SilG
from tests.engine.silg.situations import by_minutes
from tests.engine.silg.stage import table
from tests.rolled import dice_for


def test_a_square_is_as_many_steps_away_as_rows_or_columns_lie_between() -> None:
    game = table("Ann")
    level, hero = game.state.sil.level, game.hero(0)
    found = squares.ways(game, 0, 3)
    away = {level.place(at): way.steps for at, way in found.items()}
    hall = [(y, x) for y in range(1, 8) for x in range(1, 16)]
    steps = {(y, x): max(abs(y - hero.y), abs(x - hero.x)) for y, x in hall}
    assert away == {place: each for place, each in steps.items() if 0 < each <= 3}


def test_the_room_of_a_square_is_all_of_it_with_its_walls() -> None:
    game = table("Ann")
    level = game.state.sil.level
    level.rooms = [Room(2, 3, 5, 9)]
    whole = {level.at(y, x) for y in range(1, 7) for x in range(2, 11)}
    assert {*squares.read_box(game, f"{squares.square_name(game, level.at(4, 4))}*")} == whole


def test_what_a_hero_walked_on_in_the_dark_is_floor_until_they_find_out() -> None:
    rules, game = SilG(), by_minutes(table("Ann", "Bob"))
    level, hero, known = game.state.sil.level, game.hero(0), game.hero(0).knowledge
    dark = [level.at(y, x) for y in range(1, 8) for x in range(1, 16)]
    level.glow = level.room = bytearray(len(level.feature))
    for square in dark:
        known.mark[square] = known.seen[square] = known.glimpsed[square] = 0
        known.walked[square] = 1
    beyond = level.at(hero.y, hero.x + 9)
    game.hero(1).y, game.hero(1).x = hero.y, hero.x + 10
    offered = rules.legal(game.state, 0)
    for square in dark:
        if level.place(square)[1] == 8:
            level.feature[square] = terrain.RUBBLE
    assert rules.legal(game.state, 0) == offered
    way = squares.way(game, 0, beyond, squares.FARTHEST)
    assert len(way) == 9
    [walk] = [each.action for each in offered if each.target == "party"]
    told = rules.apply(game.state, 0, walk, dice_for("walk"))
    assert str(told[-1].text) == "Walked 4 squares; stopped: the way is barred."
    assert known.mark[level.at(hero.y, 8)]
