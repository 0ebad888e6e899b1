"""Spells that show what is hidden, stand across the way or raise the dead; greater ones."""

from __future__ import annotations

import pytest

from engine.contract.facts import Healed, SeatRef
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


@pytest.mark.parametrize(
    ("away", "taken", "rises"),
    [(2, False, True), (3, False, True), (4, False, False), (2, True, False), (4, True, False)],
)
def test_the_dead_rise_within_reach_where_nothing_stands(
    away: int, taken: bool, rises: bool
) -> None:
    made = stage("raise")
    place = made.at(0, away)
    if taken:
        made.dummy(0, away)
    made.level.dead = [("rat", place)]
    cast(made, "raise")
    risen = [(each.kind, each.at) for each in made.level.monsters if each.summoned]
    assert risen == ([("rat", place)] if rises else [])
    assert made.level.dead == ([] if rises else [("rat", place)])
    assert made.said("Nothing rises.") != rises


@pytest.mark.parametrize(
    ("direction", "end", "side"),
    [("n", (-4, 0), (0, 1)), ("se", (4, 4), (1, -1)), ("ne", (-4, 4), (1, 1))],
)
def test_flame_wall_stands_across_ways_north_and_along_diagonals(
    direction: str, end: tuple[int, int], side: tuple[int, int]
) -> None:
    made = stage("flame wall")
    cast(made, "flame wall", direction)
    burning = {at for at, code in enumerate(made.level.ground) if code == terrain.FLAMES}
    (y, x), (dy, dx) = end, side
    assert burning == {made.at(y + dy * n, x + dx * n) for n in range(-2, 3)}


def test_who_heals_themselves_is_told_by_how_much_and_cured_of_what_the_spell_names() -> None:
    made = stage("heal wounds", "purge poison")
    made.hero.health, made.hero.full_health = 95, 100
    made.hero.statuses["poisoned"] = 99
    cast(made, "heal wounds")
    assert (made.hero.health, made.hero.statuses["poisoned"]) == (100, 99)
    assert made.said("Ann heals 5.")
    assert made.state.events[-1].fact == Healed(SeatRef(0), 5)
    made.hero.health, made.hero.lines = 95, []
    cast(made, "purge poison")
    assert (made.hero.health, made.hero.statuses["poisoned"] < 99) == (95, True)
    assert not made.said("Ann heals")
