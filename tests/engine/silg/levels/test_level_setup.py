"""Levels that a party begins on."""

from __future__ import annotations

import pytest

from engine.sil.dungeon.generation import level_creation
from engine.silg.levels import level_setup
from tests.engine.silg.stage import drawn_level, table

CLOSET = ("#####", "##.##", "#####")


def test_a_level_without_room_for_the_party_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    session = table("Ann", "Bob", "Eve")
    make_level, made = level_creation.make_level, []

    def closet_first(game, depth, arrive_by):
        made.append(depth)
        if len(made) > 1:
            return make_level(game, depth, arrive_by)
        level = drawn_level(CLOSET, depth)
        for i, feature in enumerate(level.feature):
            level.feature[i] = feature if i == level.at(1, 2) else level.feature[0]
        game.state.begin_level(level)
        game.hero.y, game.hero.x = 1, 2
        return level

    monkeypatch.setattr(level_creation, "make_level", closet_first)
    level_setup.generate(session, 18)
    assert made == [18, 18]
    assert len({(hero.y, hero.x) for hero in session.state.sil.heroes}) == 3
