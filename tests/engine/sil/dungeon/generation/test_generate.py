"""Whole levels: what always holds, what is thrown away, how the hero arrives."""

from collections import Counter

import msgspec
import pytest

from engine.common import field_of_view
from engine.contract.action import Action
from engine.sil.dungeon import level_arrival
from engine.sil.dungeon.generation import (
    connectivity,
    feature_placement,
    level_creation,
    population,
)
from engine.sil.dungeon.generation.construction import Site, Unfit
from engine.sil.game.context import SilContext
from engine.sil.items import item_classes
from engine.sil.level import terrain
from engine.sil.level.terrain import (
    DOWN_SHAFT,
    DOWN_STAIR,
    FLOOR,
    OPAQUE,
    PERMANENT,
    UP_SHAFT,
    UP_STAIR,
)
from engine.sil.ruleset import SilQ
from tests.engine.sil.stage import Loaded
from tests.oracle.levels import fresh, fresh_game, reached
from tests.rolled import dice_for

ANY_WAY = bytes(
    not terrain.ROCK[f] or f in (terrain.SECRET_DOOR, terrain.RUBBLE) for f in range(256)
)


def made(depth: int, seed: int = 1, arrive_by: int = 0) -> SilContext:
    game = fresh_game(b"generate" + seed.to_bytes(8, "big"))
    level_creation.make_level(game, depth, arrive_by)
    return game


def here(game: SilContext) -> int:
    return game.level.at(game.hero.y, game.hero.x)


@pytest.mark.covers("spec-dungeon: 1.13 Connectivity acceptance", "spec-dungeon: 1.1 Size")
@pytest.mark.parametrize("depth", range(1, 20))
def test_levels_are_whole(depth):
    game = made(depth, depth)
    level, w = game.level, game.level.width
    edge = [*range(w), *range(len(level.feature) - w, len(level.feature))]
    edge += [i + x for i in range(0, len(level.feature), w) for x in (0, w - 1)]
    assert {level.feature[i] for i in edge} == {PERMANENT}
    assert sum(f == PERMANENT for f in level.feature) == 2 * (level.height + w) - 4
    assert level.feature[here(game)] == FLOOR
    ground = level.feature.copy()
    for i, inside in enumerate(level.icky):
        if inside:
            ground[i] = FLOOR
    assert reached(w, ground, here(game), ANY_WAY) == sum(ground.translate(ANY_WAY))
    ways = Counter(f for f in level.feature if terrain.STAIR[f])
    assert ways[UP_STAIR] + ways[UP_SHAFT] >= 1
    assert ways[DOWN_STAIR] + ways[DOWN_SHAFT] >= 1
    for i, slot in level.occupant.items():
        creature = level.creatures[slot]
        assert level.at(creature.y, creature.x) == i != here(game)
        assert not OPAQUE[level.feature[i]]
    assert all(level.feature[i] in (FLOOR, terrain.SUNLIGHT) for i in level.floor)
    assert all(terrain.TRAP[level.feature[i]] for i, mark in enumerate(level.hidden) if mark)
    assert not any(game.knowledge.mark)


@pytest.mark.covers("spec-dungeon: 1.1 Size", "spec-dungeon: 11. Worked checks")
@pytest.mark.parametrize(
    ("depth", "sizes"), [(4, {(33, 99)}), (6, {(33, 99), (44, 132)}), (9, {(44, 132)}),
                         (16, {(44, 132), (55, 165)}), (19, {(55, 165)})],
)  # fmt: skip
@pytest.mark.covers("sil-q-manual: The Dungeon")
def test_levels_grow_with_depth(depth, sizes):
    found = {(lv.height, lv.width) for lv in (made(depth, seed).level for seed in range(12))}
    assert found == sizes


def test_equal_dice_make_equal_levels():
    one, other = made(11, 7), made(11, 7)
    assert msgspec.msgpack.encode(one.state) == msgspec.msgpack.encode(other.state)
    assert made(11, 8).level != one.level


@pytest.mark.covers("spec-dungeon: 1.2 Order of construction for an ordinary level (1..19)")
def test_a_level_thrown_away_gives_back_what_it_used_up(monkeypatch):
    game = fresh_game(b"thrown away".ljust(16))
    game.world.artefacts_made, game.world.vaults_used = [3], [400]
    game.world.forges_made = 1
    seen = []

    def stocked(site, number):
        world = game.world
        seen.append((list(world.artefacts_made), list(world.vaults_used), world.forges_made,
                     world.orodruth_made, world.thrall_quest))  # fmt: skip
        world.artefacts_made.append(77)
        world.vaults_used = [400, 401]
        world.forges_made, world.orodruth_made, world.thrall_quest = 2, True, "giver"
        if len(seen) < 3:
            raise Unfit("for the test")

    monkeypatch.setattr(population, "objects", stocked)
    level_creation.make_level(
        game, 1, 0
    )  # too high up for vault maps, which use things up themselves
    assert seen == [([3], [400], 1, False, "")] * 3
    assert game.world.artefacts_made == [3, 77]


@pytest.mark.covers("spec-dungeon: 1.2 Order of construction for an ordinary level (1..19)")
@pytest.mark.parametrize("limit", ["MOST_OBJECTS", "MOST_MONSTERS"])
def test_an_overcrowded_level_is_thrown_away(limit, monkeypatch):
    tries = []
    attempt = level_creation._attempt

    def counted(site):
        tries.append(site)
        if len(tries) == 3:
            monkeypatch.setattr(level_creation, limit, 500)
        attempt(site)

    monkeypatch.setattr(level_creation, limit, 0)
    monkeypatch.setattr(level_creation, "_attempt", counted)
    made(3)
    assert len(tries) >= 3


@pytest.mark.covers("spec-dungeon: 1.12 Rubble, player, start-of-game sunlight")
def test_a_game_begins_in_a_room():
    for seed in range(15):
        game = fresh_game(b"first" + seed.to_bytes(11, "big"))
        game.state.game_turn, game.hero.stairs_taken = 1, 0
        level_creation.make_level(game, 1, 0)
        assert game.level.room[here(game)]
        assert terrain.SUNLIGHT in game.level.feature
    later = [made(1, seed) for seed in range(40)]
    assert not all(game.level.room[here(game)] for game in later)


# ---------------------------------------------------------------- arriving


@pytest.mark.covers("spec-dungeon: 5.3 Connected stairs")
@pytest.mark.parametrize("arrive_by", [UP_STAIR, DOWN_STAIR, UP_SHAFT, DOWN_SHAFT])
def test_the_hero_stands_on_the_way_he_came(arrive_by):
    for seed in range(4):
        game = made(6, seed, arrive_by)
        level = game.level
        assert level.feature[here(game)] == arrive_by
        assert game.knowledge.mark[here(game)]
        assert here(game) not in level.floor
        opaque = level.feature.translate(OPAQUE)
        others = [i for i, f in enumerate(level.feature) if terrain.STAIR[f] and i != here(game)]
        for i in others:
            y, x = level.place(i)
            dy, dx = y - game.hero.y, x - game.hero.x
            if -15 <= dy < 15 and -15 <= dx < 15:
                assert not field_of_view.los(opaque, level.width, y, x, game.hero.y, game.hero.x)


@pytest.mark.covers("spec-dungeon: 1.13 Connectivity acceptance")
def test_who_comes_by_a_way_down_needs_no_other_in_reach(monkeypatch):
    asked = []
    whole = connectivity.is_connected
    monkeypatch.setattr(
        connectivity, "is_connected", lambda lv, i, need: asked.append(need) or whole(lv, i, need)
    )
    for arrive_by in (0, UP_STAIR, UP_SHAFT, DOWN_STAIR, DOWN_SHAFT):
        asked.clear()
        made(4, arrive_by=arrive_by)
        assert set(asked) == {arrive_by not in (DOWN_STAIR, DOWN_SHAFT)}


# ---------------------------------------------------------------- who and what is there


@pytest.mark.covers(
    "spec-dungeon: 1.14 Objects, traps",
    "spec-dungeon: 1.16 Monsters at creation; out-of-depth rules",
)
@pytest.mark.parametrize(("depth", "rooms", "die", "creatures"), [
    (1, 15, None, 7), (5, 15, 1, 8), (5, 15, 15, 15), (5, 6, 3, 4),
])  # fmt: skip
@pytest.mark.covers("spec-dungeon: 1.3")
def test_more_rooms_hold_more(depth, rooms, die, creatures, monkeypatch):
    asked = {}
    monkeypatch.setattr(population, "objects", lambda site, n: asked.update(objects=n))
    monkeypatch.setattr(population, "monsters", lambda site, n: asked.update(monsters=n))
    monkeypatch.setattr(feature_placement, "traps", lambda site: None)
    game, _ = fresh(depth, 1)
    site = Site(game, game.level)
    site.centres = [(1, 1)] * rooms
    site.dice = Loaded([] if die is None else [die], 1)
    level_creation._fill(site)
    assert asked == {"monsters": creatures, "objects": 3 * creatures // 4}


@pytest.mark.covers("spec-dungeon: 1.16 Monsters at creation; out-of-depth rules")
def test_creatures_of_rooms_begin_out_of_sight_and_mostly_asleep():
    awake = total = 0
    for seed in range(10):
        game = made(8, seed)
        for creature in filter(None, game.level.creatures):
            total += 1
            awake += creature.alertness >= 0
    assert total > 200
    assert awake < total / 10


@pytest.mark.covers("spec-dungeon: 1.16 Monsters at creation; out-of-depth rules")
def test_morgoth_hunts_a_hero_on_the_run():
    hunting = 0
    for seed in range(12):
        game = fresh_game(b"run" + seed.to_bytes(13, "big"))
        game.hero.on_the_run, game.hero.silmarils = True, 1
        level_creation.make_level(game, 15, 0)
        races = [game.data.monsters[c.race] for c in game.level.creatures if c]
        hunters = [race for race in races if "QUESTOR" in race.flags]
        assert len(hunters) <= 1
        hunting += len(hunters)
    assert hunting >= 10
    morgoth = next(r for r in game.data.monsters.values() if "QUESTOR" in r.flags)
    game.world.dead_uniques.append(morgoth.serial)
    level_creation.make_level(game, 15, 0)
    races = [game.data.monsters[c.race] for c in game.level.creatures if c]
    assert not any("QUESTOR" in race.flags for race in races)


# ---------------------------------------------------------------- the two ends


@pytest.mark.covers("spec-dungeon: 1.18 The Gates (depth 0)")
def test_the_gates():
    for seed in range(3):
        game = made(0, seed)
        level = game.level
        assert (level.height, level.width) == (34, 66)  # 33 rows, and rock beyond the open edge
        assert set(level.feature[33 * 66 :]) == {PERMANENT}
        assert level.feature[here(game)] == DOWN_STAIR
        assert Counter(f for f in level.feature if terrain.STAIR[f]) == {DOWN_STAIR: 1}
        assert here(game) not in level.occupant
        assert not any(level.glow)
        way_out = [x for x in range(66) if level.feature[32 * 66 + x] == FLOOR]
        assert way_out
        middle = 32 * 66 + way_out[len(way_out) // 2]
        found = reached(66, level.feature, here(game), ANY_WAY)
        assert reached(66, level.feature, middle, ANY_WAY) == found
        names = [game.data.monsters[c.race].name for c in level.creatures if c]
        assert sum(name.startswith("Carcharoth") for name in names) == 1
        things = [item for heap in level.floor.values() for item in heap]
        tvals = Counter(game.data.kinds[item.kind].tval for item in things)
        assert tvals[item_classes.CHEST] == 8


@pytest.mark.covers("spec-dungeon: 5.6 Going down")
def test_the_hero_walks_in_sight_of_the_edge_and_out_of_the_gates():
    rules = SilQ()
    game = rules.game(
        rules.new({"hero": "quick"}, ["Hero"], dice_for(bytes(16))), dice_for(bytes(16))
    )
    level_arrival.enter(game, 0, 0)
    level = game.level
    level.occupant.clear()
    level.creatures = [None]
    for x in range(level.width):
        if not terrain.ROCK[level.feature[level.at(32, x)]]:
            break
    for y in range(27, 33):  # the hero looks about from each square
        level.feature[level.at(y, x)] = FLOOR
    game.hero.y, game.hero.x = 27, x
    for _ in range(5):
        rules.apply(game.state, 0, Action("step", ("s",)), game.streams)
        assert rules.view(game.state, 0).map is not None
    assert game.hero.y == 32
    assert any(game.knowledge.view[level.at(33, 0) :])
    rules.apply(game.state, 0, Action("step", ("s",)), game.streams)
    assert game.state.ended == "escaped"


@pytest.mark.parametrize("depth", [0, 20])
@pytest.mark.parametrize("seed", range(6))
def test_nobody_stands_where_the_hero_comes_in(depth, seed):
    game = made(depth, seed)
    assert here(game) not in game.level.occupant


@pytest.mark.covers("spec-dungeon: 1.19 The throne room (depth 20)")
@pytest.mark.covers("sil-q-codebase: MORGOTH_DEPTH (Level 100)", "sil-q-manual: The Dungeon")
def test_the_throne_room():
    game = made(20)
    level = game.level
    assert game.world.truce
    assert (level.height, level.width) == (33, 99)
    assert level.feature[here(game)] == UP_STAIR
    assert 30 <= game.hero.x <= 45
    assert Counter(f for f in level.feature if terrain.STAIR[f]) == {UP_STAIR: 2}
    races = [game.data.monsters[c.race] for c in level.creatures if c]
    assert sum("QUESTOR" in race.flags for race in races) == 1
    assert {level.feature[i] for i in (*range(99), *range(32 * 99, 33 * 99))} == {PERMANENT}
