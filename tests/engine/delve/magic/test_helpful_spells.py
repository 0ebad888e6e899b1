"""Spells that show what is hidden, stand across the way or raise the dead; greater ones."""

from __future__ import annotations

import pytest

from engine.contract.facts import Healed, SeatRef
from engine.delve import terrain
from engine.delve.magic import spellcasting
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


@pytest.mark.parametrize(("away", "found"), [(20, True), (21, False)])
def test_things_and_hidden_doors_are_detected_within_twenty_squares(away: int, found: bool) -> None:
    made = stage("detect items", "detect doors")
    memory = made.game.memory(made.hero)
    memory.ground[:], memory.items = bytes(len(memory.ground)), {}
    thing, door = made.at(0, away), made.at(1, away)
    made.level.items[thing] = [made.give("dagger"), made.give("bread")]
    made.level.ground[door] = terrain.SECRET_DOOR
    cast(made, "detect items")
    assert (thing in memory.items) is found
    assert memory.ground[thing] == (terrain.FLOOR if found else terrain.UNKNOWN)
    assert not found or memory.items[thing][1] == "bread"  # which lies uppermost
    cast(made, "detect doors")
    assert memory.ground[door] == (terrain.DOOR if found else terrain.UNKNOWN)
    assert made.level.ground[door] == (terrain.DOOR if found else terrain.SECRET_DOOR)


def test_ground_that_is_remembered_stays_as_it_was_where_things_are_detected() -> None:
    made = stage("detect items")
    thing = made.at(0, 12)
    made.level.items[thing] = [made.give("dagger")]
    memory = made.game.memory(made.hero)
    memory.ground[thing] = terrain.GRASS
    cast(made, "detect items")
    assert memory.ground[thing] == terrain.GRASS


def test_detecting_doors_shows_doors_stairs_altars_and_traps_alone() -> None:
    made = stage("detect doors")
    shown = {
        terrain.DOOR, terrain.LOCKED_DOOR, terrain.OPEN_DOOR, terrain.ALTAR, terrain.STAIRS_UP,
        terrain.STAIRS_DOWN, terrain.SHAFT, *terrain.TRAPS,
    }  # fmt: skip
    memory = made.game.memory(made.hero)
    for code in range(1, len(terrain.NAMES)):
        made.level.ground[made.at(0, 9)] = code
        memory.ground[:] = bytes(len(memory.ground))
        cast(made, "detect doors")
        seen = memory.ground[made.at(0, 9)]
        if code == terrain.SECRET_DOOR:
            assert seen == terrain.DOOR
        else:
            assert seen == (code if code in shown else terrain.UNKNOWN), terrain.NAMES[code]


@pytest.mark.parametrize(("fatigue", "left"), [(8, 4), (9, 4), (1, 0), (0, 0)])
def test_a_second_wind_leaves_half_of_all_fatigue(fatigue: int, left: int) -> None:
    made = stage("second wind")
    if fatigue:
        made.hero.statuses["fatigued"] = fatigue
    cast(made, "second wind")
    assert made.hero.statuses.get("fatigued", 0) == left


@pytest.mark.parametrize(("drawn", "hurts"), [(0, True), (1, False)])
def test_a_curse_that_stays_hurts_half_of_the_time(drawn: int, hurts: bool) -> None:
    made = stage("remove curse", level=1)
    made.toughen()
    ring = made.give("ring of might", worn=True, power=20, cursed=True)
    made.rig(0, 1, drawn, 16, 16)
    spellcasting.cast_spell(made.game, made.hero, "remove curse", "", ring)
    assert ring.cursed
    assert made.is_hurt() is hurts


def test_walls_of_ice_rise_on_bare_ground_webs_and_flames_and_nowhere_else() -> None:
    rises = {terrain.FLOOR, terrain.GRASS, terrain.WEB, terrain.FLAMES}
    for code in (*rises, terrain.WALL, terrain.SHALLOW, terrain.LAVA, terrain.DOOR, terrain.ALTAR):
        made = stage("glacier")
        made.level.ground[made.at(0, 1)] = code
        made.level.webs = {made.at(0, 1): 9} if code == terrain.WEB else {}
        cast(made, "glacier")
        assert made.level.ground[made.at(0, 1)] == (terrain.ICE_WALL if code in rises else code)
        assert not made.level.webs


def test_quench_freezes_no_water() -> None:
    made = stage("quench")
    made.ground(0, 1, terrain.SHALLOW)
    cast(made, "quench")
    assert made.level.ground[made.at(0, 1)] == terrain.SHALLOW
