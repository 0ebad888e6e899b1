"""Entry to squares, the cost of ways, and single features made by chance (rules: monsters 7.1,
12.1; dungeon 1.14 to 1.17, 2.3)."""

import pytest

from engine.sil.game.state import Level
from engine.sil.level import pathing, random_features, terrain
from tests.engine.sil.stage import load_dice, stage


def walker(*flags, perception=5, will=5, strength=2, **more):
    return pathing.Walker.of(frozenset(flags), perception, will, strength, **more)


@pytest.mark.parametrize(
    ("who", "feature", "vault", "percent", "bashes"),
    [
        (walker(), terrain.FLOOR, False, 100, None),
        (walker(), terrain.GLYPH, False, pathing.skill_percent(5, 20), None),
        (walker(will=25), terrain.GLYPH, False, 85, None),
        (walker(will=25, alert=False), terrain.GLYPH, False, 0, None),
        (walker("KILL_WALL"), terrain.GRANITE, False, 100, None),
        (walker("TUNNEL_WALL"), terrain.RUBBLE, False, 100, None),
        (walker("TUNNEL_WALL", alert=False), terrain.RUBBLE, False, 0, None),
        (walker("TUNNEL_WALL", fleeing=True), terrain.RUBBLE, False, 0, None),
        (walker("UNDEAD"), terrain.SUNLIGHT, False, 0, None),
        (walker("PASS_WALL"), terrain.PERMANENT, False, 0, None),
        (walker("PASS_DOOR"), terrain.JAMMED_DOOR + 7, True, 100, None),
        (walker("PASS_DOOR"), terrain.WARD_1, False, 0, False),
        (walker("OPEN_DOOR"), terrain.CLOSED_DOOR, True, 100, None),
        (walker("OPEN_DOOR", alert=False), terrain.CLOSED_DOOR, True, 0, None),
        (walker("OPEN_DOOR", alert=False), terrain.CLOSED_DOOR, False, 100, None),
        (walker("OPEN_DOOR"), terrain.SECRET_DOOR, True, 0, None),
        (walker("OPEN_DOOR"), terrain.SECRET_DOOR, False, 100, None),
        (walker("OPEN_DOOR"), terrain.LOCKED_DOOR + 1, False, 0, False),
        (walker("OPEN_DOOR", "UNLOCK_DOOR"), terrain.LOCKED_DOOR + 1, False, 36, False),
        (walker("UNLOCK_DOOR"), terrain.LOCKED_DOOR + 1, False, 0, False),
        (walker("OPEN_DOOR", "UNLOCK_DOOR"), terrain.JAMMED_DOOR + 1, False, 0, False),
        (walker("BASH_DOOR"), terrain.JAMMED_DOOR + 4, False, 45, True),
        (walker("BASH_DOOR"), terrain.SECRET_DOOR, False, 79, True),
        (walker("OPEN_DOOR", will=20), terrain.WARD_1, False, 45, False),
        (walker("BASH_DOOR", will=25), terrain.WARD_2, False, 45, True),
        (walker("BASH_DOOR", will=30), terrain.WARD_3, False, 45, False),
        (walker("OPEN_DOOR", "BASH_DOOR", will=20), terrain.WARD_1, False, 45, True),
    ],
)
def test_the_chance_to_enter_a_square(who, feature, vault, percent, bashes):
    assert pathing.entry(who, feature, vault) == (percent, bashes)
    assert pathing.entry(who, feature, vault, 20).percent == min(20, percent)
    assert pathing.entry(who, feature, vault, 0).percent == 0


@pytest.mark.parametrize(
    ("who", "feature", "mark", "surcharge", "after"),
    [
        (walker(), terrain.FLOOR, False, 0, False),
        (walker(), terrain.GRANITE, True, 250, True),
        (walker("OPEN_DOOR"), terrain.CLOSED_DOOR, False, 1, False),
        (walker("OPEN_DOOR"), terrain.CLOSED_DOOR, True, 0, True),
        (walker("PASS_DOOR"), terrain.CLOSED_DOOR, False, 0, False),
        (walker("BASH_DOOR"), terrain.JAMMED_DOOR + 4, False, 100 // 45 - 1, True),
        (walker("OPEN_DOOR", "UNLOCK_DOOR"), terrain.LOCKED_DOOR + 1, True, 100 // 36, False),
        (walker("TUNNEL_WALL"), terrain.RUBBLE, False, 1, False),
        (walker("TUNNEL_WALL"), terrain.QUARTZ, False, 2, False),
        (walker("KILL_WALL"), terrain.QUARTZ, False, 1, False),
        (walker("PASS_WALL"), terrain.QUARTZ, False, 0, False),
    ],
)
def test_what_a_square_costs_beyond_the_step(who, feature, mark, surcharge, after):
    assert pathing.examine(who, feature, False, 100, mark) == (surcharge, after)


@pytest.mark.parametrize(
    ("skill", "difficulty", "percent"), [(5, 5, 45), (6, 5, 55), (15, 5, 100), (5, 14, 0)]
)
def test_a_check_of_two_dice_of_ten_in_percent(skill, difficulty, percent):
    assert pathing.skill_percent(skill, difficulty) == percent


# ------------------------------------------------------------------------ doors, forges, traps


@pytest.mark.parametrize(
    ("vault", "depth", "faces", "feature"),
    [
        (False, 5, (75,), terrain.CLOSED_DOOR),
        (False, 5, (76, 4), terrain.LOCKED_DOOR + 1),
        (False, 5, (76, 5), terrain.LOCKED_DOOR + 2),
        (False, 20, (99, 15), terrain.LOCKED_DOOR + 7),
        (False, 5, (100, 5), terrain.JAMMED_DOOR + 2),
        (False, 25, (100, 15), terrain.JAMMED_DOOR + 7),
        (True, 5, (88,), terrain.CLOSED_DOOR),
        (True, 5, (89, 5), terrain.LOCKED_DOOR + 4),
        (True, 5, (96, 5), terrain.LOCKED_DOOR + 4),
        (True, 5, (97, 5), terrain.JAMMED_DOOR + 4),
        (True, 20, (97, 15), terrain.JAMMED_DOOR + 7),
    ],
)
def test_how_doors_are_shut(vault, depth, faces, feature):
    game = stage()
    load_dice(game, *faces)
    assert random_features.closed_door(game.streams.play, depth, vault) == feature


@pytest.mark.parametrize(
    ("depth", "faces", "feature"),
    [
        (1, (), terrain.FORGE + 3),
        (2, (), terrain.FORGE + 3),
        (3, (1, 989, 5, 5), terrain.FORGE + 3),
        (3, (2, 990, 5, 5), terrain.ENCHANTED_FORGE + 4),
        (3, (2, 5, 5, 999), terrain.ENCHANTED_FORGE + 4),
        (3, (9, 5, 5, 5), terrain.FORGE + 4),  # four uses are the most
        (3, (2, 5, 1000, 5), terrain.ORODRUTH + 3),
    ],
)
def test_what_forge_is_found_at_a_depth(depth, faces, feature):
    game = stage()
    load_dice(game, *faces)
    assert random_features.forge(game.streams.play, depth, game.world) == feature
    assert game.world.orodruth_made == (feature == terrain.ORODRUTH + 3)
    if game.world.orodruth_made:
        load_dice(game, *faces)
        again = random_features.forge(game.streams.play, depth, game.world)
        assert again == terrain.ENCHANTED_FORGE + 4


def hall(depth=5, size=7):
    level = Level.blank(depth, size, size, terrain.FLOOR)
    level.room = bytearray(b"\x01" * (size * size))
    return level


def test_a_trap_is_likelier_beside_stairs_doors_and_things_and_in_narrow_places():
    level = hall()
    i = level.at(3, 3)
    assert random_features.trap_chance(level, i) == 1
    level.feature[level.at(2, 2)] = terrain.UP_STAIR
    assert random_features.trap_chance(level, i) == 11
    level.floor[level.at(4, 4)] = [object()]
    assert random_features.trap_chance(level, i) == 21
    level.floor[level.at(2, 2)] = [object()]
    assert random_features.trap_chance(level, i) == 31
    level = hall()
    for y, x in ((2, 3), (4, 3)):
        level.feature[level.at(y, x)] = terrain.GRANITE
    assert random_features.trap_chance(level, i) == 11
    for y, x in ((3, 2), (3, 4)):
        level.feature[level.at(y, x)] = terrain.CHASM
    assert random_features.trap_chance(level, i) == 21
    level.feature[level.at(3, 4)] = terrain.FLOOR
    assert random_features.trap_chance(level, i) == 11


def test_no_trap_lies_under_a_thing_outside_rooms_or_on_anything_but_floor():
    level = hall()
    i = level.at(3, 3)
    level.floor[i] = [object()]
    assert random_features.trap_chance(level, i) == 0
    level = hall()
    level.room[i] = 0
    assert random_features.trap_chance(level, i) == 0
    level = hall()
    level.feature[i] = terrain.RUBBLE
    assert random_features.trap_chance(level, i) == 0


def test_squares_beside_stairs_doors_and_things_are_known_at_once():
    level = hall(size=9)
    level.feature[level.at(2, 2)] = terrain.CLOSED_DOOR
    level.floor[level.at(6, 6)] = [object()]
    near = random_features.near_things(level)
    expected = {(y, x) for y in (1, 2, 3) for x in (1, 2, 3)}
    expected |= {(y, x) for y in (5, 6, 7) for x in (5, 6, 7)}
    assert {level.place(i) for i, value in enumerate(near) if value} == expected


@pytest.mark.parametrize(("open_squares", "holds"), [(1, False), (2, True)])
def test_a_web_needs_two_open_squares_about_it(open_squares, holds):
    level = Level.blank(5, 5, 5, terrain.GRANITE)
    i = level.at(2, 2)
    for x in range(1, 1 + open_squares):
        level.feature[level.at(1, x)] = terrain.FLOOR
    assert random_features.web_holds(level, i) == holds
    level.depth = 8
    game = stage()
    load_dice(game, 11, 2)  # a web, else a pit
    random_features.set_trap(game.streams.play, level, i)
    assert level.feature[i] == (terrain.WEB if holds else terrain.PIT)


@pytest.mark.parametrize(
    ("y", "x", "number"), [(0, 0, 3), (0, 3, 5), (3, 0, 5), (6, 6, 3), (3, 3, 8)]
)
def test_a_square_at_the_edge_has_fewer_neighbours(y, x, number):
    level = hall()
    found = random_features.neighbours(level, level.at(y, x))
    assert len(found) == number
    assert list(found) == sorted(found)
    assert all(max(abs(v - y), abs(u - x)) == 1 for v, u in (level.place(i) for i in found))


def test_a_trap_belongs_to_its_depth_and_is_hidden():
    level = hall(depth=5)
    i = level.at(3, 3)
    game = stage()
    for face, kind in ((2, terrain.PIT), (11, terrain.ALARM_TRAP), (12, terrain.ALARM_TRAP)):
        load_dice(game, face, 7, otherwise=7)
        random_features.set_trap(game.streams.play, level, i)
        assert level.hidden[i] == 1
        assert level.feature[i] == kind
    load_dice(game, 1, 1, otherwise=7)  # a false floor, half the time
    random_features.set_trap(game.streams.play, level, i)
    assert level.feature[i] == terrain.ALARM_TRAP
    load_dice(game, 1, 2, otherwise=7)
    random_features.set_trap(game.streams.play, level, i)
    assert level.feature[i] == terrain.FALSE_FLOOR
