"""Effects in unusual circumstances: doors and chasms, quakes, spells without a place to land."""

import pytest

from engine.sil.effects import (
    creature_effects,
    cursed_jewels,
    earthquake,
    effect_areas,
    statuses,
    summoning,
)
from engine.sil.effects.effect_areas import AreaEffect
from engine.sil.game.state import RaceLore, Slot
from engine.sil.level import terrain
from tests.engine.sil.arena import said
from tests.engine.sil.items.things import artefact
from tests.engine.sil.stage import foe, item, load_dice, race, stage, wear


def square(game, dy=0, dx=1):
    return game.level.at(game.hero.y + dy, game.hero.x + dx)


# ------------------------------------------------------------------------ terrain


@pytest.mark.parametrize(
    ("margin", "becomes"),
    [
        (0, terrain.LOCKED_DOOR + 3),
        (5, terrain.CLOSED_DOOR),
        (10, terrain.OPEN_DOOR),
        (11, terrain.BROKEN_DOOR),
    ],
)
def test_magic_against_doors_opens_them_by_its_margin(margin, becomes):
    game = stage()
    door = square(game)
    game.level.feature[door] = terrain.LOCKED_DOOR + 3
    game.knowledge.mark[door] = 1
    load_dice(game, 5, 5)
    effect_areas.ball(game, AreaEffect("kill_door", power=margin), game.hero.y, game.hero.x, 1)
    assert game.level.feature[door] == becomes


@pytest.mark.parametrize(
    ("feature", "power", "becomes"),
    [
        (terrain.OPEN_DOOR, 4, terrain.LOCKED_DOOR + 2),
        (terrain.OPEN_DOOR, 0, terrain.OPEN_DOOR),
        (terrain.BROKEN_DOOR, 10, terrain.BROKEN_DOOR),
        (terrain.BROKEN_DOOR, 14, terrain.LOCKED_DOOR + 2),
        (terrain.LOCKED_DOOR + 6, 9, terrain.LOCKED_DOOR + 7),
        (terrain.JAMMED_DOOR + 1, 4, terrain.JAMMED_DOOR + 3),
        (terrain.WARD_1, 9, terrain.WARD_1),
    ],
)
def test_magic_that_locks_doors_locks_them_by_half_its_margin(feature, power, becomes):
    game = stage()
    door = square(game)
    game.level.feature[door] = feature
    earthquake.affect_terrain(game, "lock_door", door, power)
    assert game.level.feature[door] == becomes


def test_no_door_slams_where_somebody_stands():
    game = stage()
    foe(game, "Wolf", 0, 1)
    here, there = square(game, 0, 0), square(game, 0, 1)
    for door in (here, there):
        game.level.feature[door] = terrain.OPEN_DOOR
        earthquake.lock(game, door, 9)
        assert game.level.feature[door] == terrain.OPEN_DOOR


def test_the_earth_does_not_shift_where_the_same_comes_again():
    """A chasm that stays a chasm keeps what lies over it; new ground swallows it."""
    for die, kept in ((1, True), (100, False)):
        game = stage()
        i = square(game, 0, 3)
        game.level.feature[i] = terrain.CHASM
        game.level.floor[i] = [item("Spear")]
        load_dice(game, die)
        earthquake._shift(game, i)
        assert (i in game.level.floor) is kept
        assert (game.level.feature[i] == terrain.CHASM) is kept


@pytest.mark.parametrize(
    ("depth", "chasms", "die", "opens"),
    [(18, 1, 1, True), (19, 1, 1, False), (18, 0, 1, False), (18, 1, 2, False), (18, 2, 2, True)],
)
def test_rubble_falls_into_a_chasm_beside_it(depth, chasms, die, opens):
    game = stage()
    game.level.depth = depth
    i = square(game, 0, 3)
    for n in range(chasms):
        game.level.feature[i + 1 - 2 * n] = terrain.CHASM
    game.level.feature[i] = terrain.RUBBLE
    load_dice(game, die)
    assert (earthquake._shifted(game, i, terrain.RUBBLE) == terrain.CHASM) is opens


@pytest.mark.parametrize(
    ("feature", "lying", "pit"),
    [
        (terrain.FLOOR, False, True),
        (terrain.FLOOR, True, False),
        (terrain.PERMANENT, False, False),
        (terrain.SPIKED_PIT, False, False),
        (terrain.CHASM, False, False),
    ],
)
def test_where_a_quake_opens_a_pit(feature, lying, pit):
    game = stage()
    i = square(game, 0, 2)
    game.level.feature[i] = feature
    if lying:
        game.level.floor[i] = [item("Spear")]
    assert not earthquake._open_pit(game, game.hero.y, game.hero.x + 2)
    assert game.level.feature[i] == (terrain.PIT if pit else feature)


def test_the_hero_without_a_place_to_leap_to_falls_only_into_a_pit_that_opens():
    for lying, falls in ((False, True), (True, False)):
        game = stage()
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                if dy or dx:
                    game.level.feature[square(game, dy, dx)] = terrain.GRANITE
        if lying:
            game.level.floor[square(game, 0, 0)] = [item("Spear")]
        assert earthquake._open_pit(game, game.hero.y, game.hero.x) is falls


@pytest.mark.parametrize(
    ("rolled", "faces", "stun"),
    [
        (6, (10, 1), 34),  # harm that gets through stuns, where Will fails
        (6, (1, 10), 10),
        (0, (10, 1), 10),
    ],
)
def test_a_shock_stuns_by_what_gets_through(rolled, faces, stun):
    game = stage(skills=(0, 0, 0, 0, 0, 8, 0, 0))
    game.hero.health, game.hero.timers.stun = 1000, 10
    load_dice(game, *faces)
    earthquake._shake(game, square(game, 0, 0), rolled, "a quake")
    assert game.hero.timers.stun == stun


@pytest.mark.parametrize(("rolled", "net"), [(1, 0), (3, 0), (4, 1), (9, 6)])
def test_a_shock_hurts_by_what_protection_lets_through(rolled, net):
    game = stage()
    wear(game, Slot.BODY, "Robe", protection_dice=1, protection_sides=3)
    game.hero.health = 1000
    load_dice(game, otherwise=3)
    earthquake._shake(game, square(game, 0, 0), rolled, "a quake")
    assert game.hero.health == 1000 - net
    accounts = [str(line.detail) for line in game.state.said if line.kind == "hurt"]
    assert accounts == [f"The shock: {rolled}. Protection 3; {net} gets through."] * (net > 0)


@pytest.mark.parametrize(("health", "lives"), [(4, False), (100, True)])
def test_who_lives_through_a_shock_is_stunned_and_woken(health, lives):
    game = stage()
    wolf = foe(game, "Wolf", 0, 2, health=health, alertness=-10)
    load_dice(game, otherwise=1)
    earthquake._shake(game, square(game, 0, 2), 20, "a quake")
    assert (game.level.creatures[wolf.slot] is wolf) is lives
    assert (wolf.stun > 0) is lives
    assert wolf.alertness == (10 if lives else -10)


@pytest.mark.parametrize(
    ("name", "rolled", "before", "stun"),
    [
        ("Wolf", 8, 0, 28), ("Wolf", 8, 10, 38), ("Wolf", 8, 227, 255), ("Wolf", 8, 228, 255),
        ("Wolf", 1, 10, 10), ("Wolf", 0, 10, 10),
    ],
)  # fmt: skip
def test_a_shock_stuns_a_creature_by_four_times_what_gets_through_up_to_255(
    name, rolled, before, stun
):
    game = stage()
    creature = foe(game, name, 0, 2, health=1000)
    creature.stun = before
    load_dice(game, otherwise=1)  # protection takes away one
    earthquake._shake(game, square(game, 0, 2), rolled, "a quake")
    assert creature.stun == stun


# ------------------------------------------------------------------------ areas and creatures


@pytest.mark.parametrize(("away", "hurt"), [(1, True), (9, False)])
def test_what_reaches_the_hero_too_weak_to_hurt_disturbs_him(away, hurt):
    game = stage()
    game.hero.health = 500
    drake = foe(game, "Young fire-drake", 0, 3)
    effect = AreaEffect("fire", 4, 4, by="a young fire-drake")
    game.state.disturbances = []
    assert (effect.dice_at(away) > 0) is hurt
    effect_areas.work(game, effect, [(square(game, 0, 0), away)], drake)
    assert (game.hero.health < 500) is hurt
    reasons = [str(stop.why) for stop in game.state.disturbances]
    assert ("a young fire-drake reached you" in reasons) is not hurt


def test_the_heros_bane_helps_only_his_own_spells():
    game = stage()
    wolf = foe(game, "Wolf", 0, 1)
    flags = game.data.monsters[wolf.race].flags
    game.lore.races[wolf.race] = RaceLore(kills=8)
    game.hero.bane = 2
    skills = [
        creature_effects.mood_contest(game, wolf, "slow", 5, flags, by_hero=by_hero).skill
        for by_hero in (True, False)
    ]
    assert skills == [7, 4]


def test_nobody_comes_where_there_is_no_room():
    game = stage()
    hero = game.hero
    reach = range(-3, 4)
    for dy in reach:
        for dx in reach:
            if dy or dx:
                game.level.feature[square(game, dy, dx)] = terrain.GRANITE
    assert summoning.summon(game, hero.y, hero.x, 5, lambda _: True) is None
    assert summoning.hatch(game, race("Wolf"), hero.y, hero.x) is None
    game.level.feature[square(game)] = terrain.FLOOR
    born = summoning.hatch(game, race("Wolf"), hero.y, hero.x)
    assert (born.y, born.x) == (hero.y, hero.x + 1)


def test_a_call_from_the_corner_of_the_level_looks_for_places_within_it():
    game = stage()
    game.level.feature[:] = bytes([terrain.GRANITE]) * len(game.level.feature)
    game.level.feature[game.level.at(1, 1)] = terrain.FLOOR
    load_dice(game, *(1, 1) * 20, otherwise=9)
    assert summoning._spot(game, 1, 1) in (None, (1, 1))


# ------------------------------------------------------------------------ jewels and states


@pytest.mark.parametrize(("chasm", "lost"), [(True, True), (False, False)])
def test_a_traitors_ring_that_slips_off_beside_a_chasm_is_lost(chasm, lost):
    game = stage()
    ring = wear(game, Slot.LEFT_RING, "Serpentine Ring", artefact=artefact("of Mairon"))
    if chasm:
        game.level.feature[square(game, 1, 1)] = terrain.CHASM
    for dx in range(-2, 3):
        foe(game, "Wolf", 2, dx)
    load_dice(game)
    cursed_jewels.slip_off(game)
    assert Slot.LEFT_RING not in game.hero.worn
    assert ("It is lost in the dark." in said(game)) is lost
    assert any(ring in heap for heap in game.level.floor.values()) is not lost


def test_who_comes_to_without_being_blinded_is_not_told_that_he_sees_again():
    game = stage()
    timers = game.hero.timers
    timers.stun, timers.blind = 101, 0
    statuses.tick(game)
    assert timers.stun <= 100
    assert "You come to." in said(game)
    assert timers.blind == 0
    assert str(game.data.rules.statuses["blind"].ends) not in said(game)
