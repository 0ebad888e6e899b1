"""Levels that a party begins on."""

from __future__ import annotations

import pytest

from engine.contract.action import Action
from engine.sil.dungeon.generation import level_creation
from engine.silg.clock import encounter_clock, off_clock_time
from engine.silg.levels import level_setup
from tests.engine.silg.stage import drawn_level, foe, table

CLOSET = ("#####", "##.##", "#####")


def test_a_level_without_room_for_the_party_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = table("Ann", "Bob", "Eve")
    make_level, made = level_creation.make_level, []

    def closet_first(hero_game, depth, arrive_by):
        made.append(depth)
        if len(made) > 1:
            return make_level(hero_game, depth, arrive_by)
        level = drawn_level(CLOSET, depth)
        for i, feature in enumerate(level.feature):
            level.feature[i] = feature if i == level.at(1, 2) else level.feature[0]
        hero_game.state.begin_level(level)
        hero_game.hero.y, hero_game.hero.x = 1, 2
        return level

    monkeypatch.setattr(level_creation, "make_level", closet_first)
    level_setup.generate(game, 18)
    assert made == [18, 18]
    assert len({(hero.y, hero.x) for hero in game.state.sil.heroes}) == 3


def test_on_another_level_nobody_goes_on_with_what_was_declared_on_the_one_before() -> None:
    game = table("Ann", "Bob")
    off_clock_time.begin(game)
    foe(game, "Orc scout", 4, 8)
    encounter_clock.start(game)
    encounter_clock.keep_standing_order(game, 0, Action("fight", ("orc-scout-1",)))
    encounter_clock.declare_in_secret(game, 1, "wait")
    level_setup.draw(game, ["#####", "#...#", "#...#", "#####"], 3)
    assert [player.plan for player in game.state.players] == [None, None]
    assert [player.secret for player in game.state.players] == ["", ""]
    off_clock_time.minute(game, 3)
    assert game.state.stage == "minutes"
