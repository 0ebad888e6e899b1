"""Webs, pits and doors let go of a hero, by the manual and in Sil-G (rules: dungeon 2.4, 7.3)."""

import pytest

from engine.sil.dungeon import doors
from engine.sil.game.presets import MANUAL
from engine.sil.game.state import Stat
from engine.sil.level import terrain
from engine.silg.rulings import SIL_G
from tests.engine.sil.arena import arena, look, put, said
from tests.engine.sil.stage import load_dice

RULINGS = pytest.mark.parametrize("rulings", [MANUAL, SIL_G], ids=["manual", "silg"])
FREE = (terrain.CLOSED_DOOR, terrain.OPEN_DOOR, terrain.BROKEN_DOOR)
BARRED = (*range(terrain.LOCKED_DOOR + 1, terrain.JAMMED_DOOR + 8),)


def before(feature, strength, rulings):
    """Return a hero of this Strength who has a shut door to the east."""
    game = arena("######", "#..#.#", "#.@+.#", "#..#.#", "######", known=True, rulings=rulings)
    put(game, 2, 3, feature)
    look(game)
    game.hero.derived.stats[Stat.STR] = strength
    game.hero.health = 1000
    return game


@RULINGS
@pytest.mark.covers("spec-dungeon: 2.4")
def test_no_door_is_too_strong_for_ever(rulings):
    for feature in BARRED:
        for strength in range(-12, 3, 2):
            game, bashes = before(feature, strength, rulings), 0
            square = game.level.at(2, 3)
            while game.level.feature[square] not in FREE:
                load_dice(game, 10, 1, otherwise=1)
                assert doors.is_worth_bashing(game, square)
                doors.bash_door(game, 2, 3)
                bashes += 1
            assert bashes <= 8
            assert bashes == 1 or any("the next try will be easier" in line for line in said(game))
