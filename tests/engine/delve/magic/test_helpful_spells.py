"""Spells that show what is hidden, and the altar that makes one greater."""

from __future__ import annotations

from engine.delve import terrain
from tests.engine.delve.magic.test_spells import cast, stage


def test_detecting_doors_shows_what_is_hidden_and_finds_known_traps_again() -> None:
    made = stage("detect doors")
    for dx, code in ((1, terrain.PIT), (2, terrain.PIT), (3, terrain.SECRET_DOOR)):
        made.ground(0, dx, code)
    made.level.hidden.append(made.at(0, 1))
    cast(made, "detect doors")
    memory = made.game.memory(made.hero).ground
    shown = [memory[made.at(0, dx)] for dx in (1, 2, 3)]
    assert shown == [terrain.PIT, terrain.PIT, terrain.DOOR]
    assert not made.level.hidden


def test_an_altar_upgrades_the_spell_that_is_named() -> None:
    made = stage("spark")
    made.know("ice shards", "quench")
    made.ground(0, 0, terrain.ALTAR)
    made.do("upgrade ice-shards")
    assert made.hero.upgraded == ["ice shards"]
