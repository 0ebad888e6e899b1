"""Newcomers, bands and loners (rules: monsters 4.1, 4.2, 11.1)."""

import pytest

from engine.common.noise_map import UNREACHED
from engine.sil.creatures import bands, spawning, wandering
from engine.sil.creatures.situation import Situation, can_exist, makes_way
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import Creature, Group
from engine.sil.level import terrain
from tests.engine.sil.creatures.hall import meeting
from tests.engine.sil.stage import foe, load_dice, race, stage

SOLDIER, WOLF, SCOUT, ATTERCOP = "Orc soldier", "Wolf", "Orc scout", "Attercop"


def new(name=SOLDIER, *faces, depth=5, on_the_run=False, rulings=GAME, otherwise=1, **asked):
    """Place one seven squares west of the hero; return it, or None."""
    game = stage(rulings=rulings)
    game.level.depth, game.hero.on_the_run = depth, on_the_run
    load_dice(game, *faces, otherwise=otherwise)
    y, x = game.hero.y, game.hero.x - 7
    return game, spawning.place_one(game, race(name), y, x, game.streams.play, **asked)


# ------------------------------------------------------------------------ newcomers


@pytest.mark.parametrize(
    ("feature", "fits"),
    [(terrain.FLOOR, True), (terrain.GLYPH, False), (terrain.CHASM, False),
     (terrain.GRANITE, False), (terrain.PIT, True)],
)  # fmt: skip
def test_where_a_creature_can_be_put(feature, fits):
    game = stage()
    y, x = game.hero.y, game.hero.x - 3
    game.level.feature[game.level.at(y, x)] = feature
    assert spawning.can_stand(game, y, x) == fits
    assert not spawning.can_stand(game, -1, x)
    assert not spawning.can_stand(game, game.level.height, x)
    assert not spawning.can_stand(game, y, game.level.width)
    assert not spawning.can_stand(game, game.hero.y, game.hero.x)


@pytest.mark.parametrize(
    ("name", "depth", "any_depth", "comes"),
    [
        ("Barrow wight", 20, False, False),  # never of itself
        ("Barrow wight", 20, True, True),
        ("FORCE_DEPTH", -1, False, False),
        ("FORCE_DEPTH", -1, True, True),
        ("FORCE_DEPTH", 0, False, True),
        (WOLF, 1, False, True),
    ],
)
def test_some_come_only_at_their_depth_or_when_they_are_called(name, depth, any_depth, comes):
    if name == "FORCE_DEPTH":  # a race that is bound to its level, and above that level or on it
        kind = next(
            m
            for m in stage().data.monsters.values()
            if name in m.flags and "SPECIAL_GEN" not in m.flags and m.level > 3
        )
        name, depth = kind.name, kind.level + depth
    _, creature = new(name, depth=depth, any_depth=any_depth)
    assert (creature is not None) == comes


def test_a_newcomer_is_whole_slow_to_begin_and_knows_its_home():
    game, orc = new(SOLDIER, otherwise=3)
    kind = game.data.monsters[orc.race]
    assert orc.health == orc.max_health
    assert orc.energy == 2
    assert orc.speed == kind.speed
    assert orc.home == game.level.at(orc.y, orc.x)
    assert game.level.creature_at(orc.y, orc.x) is orc
    _, gorgol = new("Gorgol, the Butcher", depth=9, otherwise=1)
    kind = game.data.monsters[gorgol.race]
    assert gorgol.health == kind.health.number * (kind.health.sides + 1) // 2


@pytest.mark.parametrize(
    ("name", "depth", "asked", "rulings", "alertness"),
    [
        (SOLDIER, 5, {"asleep": False}, GAME, -1),
        (SOLDIER, 0, {"asleep": False}, GAME, 0),
        ("Phantom", 9, {}, GAME, GAME.sleepless_start_alertness),
        ("Phantom", 9, {}, MANUAL, MANUAL.sleepless_start_alertness),
        ("Phantom", 0, {}, MANUAL, 0),
        (SOLDIER, 5, {"leader": Creature(11, 1, 1, 5, 5, alertness=-7)}, GAME, -7),
    ],
)
def test_how_aware_a_newcomer_is(name, depth, asked, rulings, alertness):
    _, creature = new(name, depth=depth, rulings=rulings, **asked)
    assert creature.alertness == alertness


@pytest.mark.parametrize(
    ("depth", "on_the_run", "most"), [(5, False, None), (0, True, 3), (9, True, None), (1, True, 3)]
)
def test_the_hunt_finds_those_of_deeper_levels_hardly_asleep(depth, on_the_run, most):
    game, orc = new(SOLDIER, depth=depth, on_the_run=on_the_run, otherwise=99)
    kind = game.data.monsters[orc.race]
    assert orc.alertness == -(most or kind.sleepiness)


def test_one_hundred_of_a_race_and_one_of_a_unique_may_live():
    game = stage()
    wolf, gorgol = (game.data.monsters[race(name)] for name in (WOLF, "Gorgol, the Butcher"))
    assert spawning.population_cap(game, wolf) == 100
    assert spawning.population_cap(game, gorgol) == 1
    foe(game, gorgol.name, 0, 5)
    assert not spawning._has_room(game, gorgol)
    assert spawning._has_room(game, wolf)
    game.world.dead_uniques.append(gorgol.serial)
    game.level.creatures[-1] = None
    assert not spawning._has_room(game, gorgol)


def test_the_newest_has_the_highest_slot_and_empty_ones_at_the_end_are_given_up():
    game = stage()
    wolves = [foe(game, WOLF, 0, dx) for dx in (2, 3, 4)]
    for wolf in wolves[1:]:
        game.level.creatures[wolf.slot] = None
    orc = Creature(race(SOLDIER), 3, 3, 5, 5)
    spawning._enter(game, orc)
    assert orc.slot == 2
    assert game.level.creatures[2] is orc


def test_the_least_valuable_leave_a_crowded_level_first():
    game = stage(size=61)
    kept = [
        foe(game, "Gorgol, the Butcher", 0, 25, visible=False),
        foe(game, SOLDIER, 0, 3, visible=False),
    ]
    bearer = foe(game, WOLF, 0, 24, visible=False)
    bearer.carried = [object()]
    far = [foe(game, WOLF, -25, dx, visible=False) for dx in range(-20, 5)]
    spawning._dismiss(game)
    assert all(game.level.creatures[c.slot] is c for c in (*kept, bearer))
    assert sum(game.level.creatures[c.slot] is None for c in far) == spawning.DISMISSED


# ------------------------------------------------------------------------ bands


@pytest.mark.parametrize(
    ("name", "wanders"),
    [(SOLDIER, True), ("Crebain", True), (WOLF, False), ("Alert human thrall", False),
     ("Grotesque", False)],
)  # fmt: skip
def test_planners_and_criers_that_can_move_form_bands(name, wanders):
    game = stage()
    assert wandering.wanders(game.data.monsters[race(name)]) == wanders


def test_a_newcomer_founds_a_band_or_joins_its_leaders():
    game = stage()
    first, second, third = (foe(game, SOLDIER, 0, dx) for dx in (3, 4, 5))
    wandering.join(game, first, None, game.streams.play)
    wandering.join(game, second, None, game.streams.play)
    wandering.join(game, third, first, game.streams.play)
    assert (first.group, second.group, third.group) == (1, 2, 1)
    assert bands.of(game, third) is game.level.groups[1]
    assert bands.members(game, 1) == [first, third]
    wolf = foe(game, WOLF, 0, 6)
    wandering.join(game, wolf, None, game.streams.play)
    assert wolf.group == 0
    assert bands.of(game, wolf) is None


@pytest.mark.parametrize(("depth", "face", "adopted"), [(0, 1, True), (0, 2, False), (5, 1, False)])
def test_at_the_gates_those_of_a_race_gather(depth, face, adopted):
    game = stage()
    game.level.depth = depth
    first, second = foe(game, SOLDIER, 0, 3), foe(game, SOLDIER, 0, 4)
    wandering.join(game, first, None, game.streams.play)
    load_dice(game, face, otherwise=99)
    wandering.join(game, second, None, game.streams.play)
    assert (second.group == first.group) == adopted


def test_a_territorial_band_goes_home_and_keeps_that_goal():
    game = stage()
    spider = foe(game, ATTERCOP, 0, 3)
    spider.home = game.level.at(3, 3)
    wandering.join(game, spider, None, game.streams.play)
    band = game.level.groups[spider.group]
    assert band.destination == spider.home
    band.pause = 7
    wandering.choose_goal(game, spider, game.streams.play, 99)
    assert (band.destination, band.pause) == (spider.home, 0)


def test_a_goal_is_a_stair_one_time_in_five_or_floor_in_a_room():
    game = stage()
    game.level.room = bytearray(b"\x01" * len(game.level.room))
    stair, here = game.level.at(4, 4), game.level.at(game.hero.y, game.hero.x)
    game.level.feature[stair] = terrain.UP_STAIR
    kind = game.data.monsters[race(SOLDIER)]
    floor = game.level.at(5, 5)
    for faces, depth, goal in (
        ((1, 1), 5, stair), ((2, floor + 1), 5, floor), ((floor + 1,), 20, floor),
    ):  # fmt: skip
        game.level.depth = depth
        load_dice(game, *faces)
        assert wandering._random_goal(game, kind, game.streams.play) == goal
    game.level.depth = 5
    game.level.icky[stair] = 1
    load_dice(game, 1, floor + 1)
    assert wandering._random_goal(game, kind, game.streams.play) == floor
    game.level.icky[stair], game.level.feature[stair] = 0, terrain.FLOOR
    game.level.feature[here] = terrain.UP_STAIR
    load_dice(game, 1, floor + 1)
    assert wandering._random_goal(game, kind, game.streams.play) == floor
    game.level.room = bytearray(len(game.level.room))
    assert wandering._random_goal(game, kind, game.streams.play) == -1


def test_a_band_remembers_who_stood_in_its_way():
    game = stage()
    orc, wolf = foe(game, SOLDIER, 0, 3), foe(game, "Tanglethorn", 0, 4)
    lesser = foe(game, SCOUT, 0, 5)
    orc.group = 1
    game.level.groups[1] = Group()
    bands.send(game, orc, 77)
    band = game.level.groups[1]
    assert (band.destination, band.pause) == (77, 0)
    squares = dict(band.bodies)
    assert squares[game.level.at(wolf.y, wolf.x)] == 0
    assert squares[game.level.at(orc.y, orc.x)] == 20
    assert game.level.at(lesser.y, lesser.x) not in squares


# ------------------------------------------------------------------------ loners


@pytest.mark.parametrize(
    ("name", "face", "moves"),
    [(WOLF, 1, True), (WOLF, 2, False), ("Tanglethorn", 1, False), ("Lurking horror", 1, False),
     ("Grotesque", 1, False)],
)  # fmt: skip
def test_a_loner_drifts_one_turn_in_four_if_it_moves_at_all(name, face, moves):
    game, found, _ = meeting("......\n@...a.\n......", face, 1, a=name)
    step = wandering.step_for(Situation(game, found["a"]))
    assert (step is not None) == moves


def test_nobody_drifts_out_of_a_vault():
    game, found, _ = meeting("......\n@...a.\n......", 1, 1)
    here = game.level.at(found["a"].y, found["a"].x)
    game.level.icky[here] = 1
    assert wandering.step_for(Situation(game, found["a"])) is None
    game.level.icky = bytearray(b"\x01" * len(game.level.icky))
    load_dice(game, 1, 1)
    assert wandering.step_for(Situation(game, found["a"])) is not None


@pytest.mark.parametrize(("depth", "truce"), [(0, False), (5, True)])
def test_no_band_goes_anywhere_at_the_gates_or_in_the_truce(depth, truce):
    game, found, _ = meeting("@...a.", a=SOLDIER)
    game.level.depth, game.world.truce = depth, truce
    found["a"].group = 1
    game.level.groups[1] = Group(game.level.at(1, 2))
    assert wandering.step_for(Situation(game, found["a"])) is None


@pytest.mark.parametrize(
    ("pause", "away", "rests", "left"),
    [(0, 0, False, 12), (0, 3, False, 0), (5, 3, True, 4), (2, 0, True, 1), (1, 3, False, -1)],
)
def test_the_pause_at_a_goal_is_counted_down(pause, away, rests, left):
    game, found, _ = meeting("@...a.", 4, a=SOLDIER)
    band = Group(game.level.at(1, 2), pause=pause)
    found["a"].group = 1
    game.level.groups[1] = band
    assert wandering._rests(Situation(game, found["a"]), band, away, 3) == rests
    assert band.pause == left


# ------------------------------------------------------------------------ making way


@pytest.mark.parametrize(
    ("mover", "other", "changes", "chance"),
    [
        (SOLDIER, SOLDIER, {}, 20),
        ("Orc captain", SOLDIER, {}, 80),
        (SOLDIER, "Orc captain", {}, 10),
        (SOLDIER, "Orc captain", {"stance": "fleeing"}, 80),
        (SOLDIER, "Orc captain", {"alertness": -1, "group": 4}, 80),
        (SOLDIER, "Orc captain", {"alertness": -1}, 10),
        (SOLDIER, "Orc captain", {"alertness": 0, "group": 4}, 10),
        (SOLDIER, "Tanglethorn", {"stance": "fleeing"}, 0),
        (SOLDIER, "Grotesque", {}, 0),
    ],
)
def test_who_gets_past_whom(mover, other, changes, chance):
    game = stage()
    one, two = foe(game, mover, 0, 2), foe(game, other, 0, 4)
    for field, value in changes.items():
        setattr(two, field, value)
    races = game.data.monsters
    assert makes_way(one, races[one.race], two, races[two.race]) == chance


def test_the_way_past_an_equal_costs_four_steps_more_and_past_the_rooted_there_is_none():
    for other, costs in ((WOLF, [1, 2, 7, 8, 9]), ("Tanglethorn", [1, 2, UNREACHED])):
        game, _, s = meeting("@..b..a", b=other)
        band = game.level.groups[0] = Group()
        bands.send(game, s.creature, s.hero)
        for distances in (s.distances, bands.distances(game, band, s.walker)):
            assert [distances.cost(s.hero + n) for n in range(1, len(costs) + 1)] == costs


@pytest.mark.parametrize(
    ("name", "feature", "digging", "fits"),
    [
        (WOLF, terrain.FLOOR, False, True), (WOLF, terrain.GLYPH, False, False),
        (WOLF, terrain.CHASM, False, False), ("Grimhawk", terrain.CHASM, False, True),
        (WOLF, terrain.GRANITE, True, False), ("Spectre", terrain.GRANITE, False, True),
        ("Spectre", terrain.PERMANENT, False, False), ("Kemenrauko", terrain.GRANITE, True, True),
        ("Kemenrauko", terrain.GRANITE, False, False), (SOLDIER, terrain.CLOSED_DOOR, True, False),
        ("Shadow", terrain.CLOSED_DOOR, False, True), ("Shadow", terrain.WARD_1, False, False),
        ("Spectre", terrain.LOCKED_DOOR + 3, False, True),
    ],
)  # fmt: skip
def test_where_a_creature_can_be_at_all(name, feature, digging, fits):
    game = stage()
    creature = foe(game, name, 0, 3)
    i = game.level.at(game.hero.y, game.hero.x + 5)
    game.level.feature[i] = feature
    assert can_exist(game, creature, i, digging=digging) == fits
    assert not can_exist(game, creature, game.level.at(creature.y, creature.x))
    assert not can_exist(game, creature, game.level.at(game.hero.y, game.hero.x))


def test_a_square_is_free_where_it_is_open_and_nobody_is_on_it():
    rows = ("..#..", ".b@..", "a.+.'", "<...%")
    game, _, s = meeting("\n".join(rows), b=SOLDIER)
    level = game.level
    free = [
        "".join("-" if s.is_free(level.at(y, x)) else glyph for x, glyph in enumerate(row, 1))
        for y, row in enumerate(rows, 1)
    ]
    assert free == ["--#--", "-b@--", "a-+--", "----%"]
