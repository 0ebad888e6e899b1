"""Single doors, forges and traps as chance makes them."""

from collections import Counter

import pytest

from engine.sil.game.state import Item, World
from engine.sil.level import random_features, terrain
from tests.engine.sil.dungeon.generation.rock import site
from tests.engine.sil.stage import Loaded
from tests.rolled import dice_for

DICE = dice_for(b"features".ljust(16)).level


def door(chance, die, depth, in_vault):
    return random_features.closed_door(Loaded([chance + 1, die], 1), depth, in_vault)


@pytest.mark.covers("spec-dungeon: 2.3 Creating a closed door")
def test_what_a_closed_door_is():
    kinds = Counter(door(n, 8, 10, False) for n in range(100))
    assert kinds == {32: 75, 32 + 3: 24, 40 + 3: 1}
    kinds = Counter(door(n, 8, 10, True) for n in range(100))
    assert kinds == {32: 88, 32 + 5: 8, 40 + 5: 4}


@pytest.mark.covers("spec-dungeon: 11. Worked checks")
@pytest.mark.parametrize(
    ("depth", "in_vault", "powers"),
    [(6, False, {1: 3, 2: 5, 3: 5, 4: 2}), (12, True, {4: 2, 5: 5, 6: 5, 7: 3})],
)
def test_how_hard_doors_are(depth, in_vault, powers):
    locked = (door(90, die, depth, in_vault) for die in range(1, 16))
    assert Counter(feature - terrain.LOCKED_DOOR for feature in locked) == powers


@pytest.mark.covers("spec-dungeon: 11. Worked checks", "spec-dungeon: 1.14 Objects, traps")
def test_where_traps_are_likely():
    rows = ["#####", "##.##", "#+..#", "##.##", "#####"]
    made = site(rows)
    assert random_features.trap_chance(made.level, made.level.at(1, 2)) == 1 + 10 + 10
    rows = ["######", "#....#", "#....#", "#.<..#", "######"]
    made = site(rows)
    spot = made.level.at(2, 3)
    assert random_features.trap_chance(made.level, spot) == 11
    made.level.floor[spot + 1] = [Item(1)]
    assert random_features.trap_chance(made.level, spot) == 21
    assert random_features.trap_chance(made.level, spot + 1) == 0
    assert random_features.trap_chance(site(["###", "#,#", "###"]).level, 4) == 0
    assert random_features.trap_chance(site(["###", "#.#", "###"]).level, 4) == 21


@pytest.mark.covers("spec-dungeon: 1.15 Choosing a trap kind")
@pytest.mark.parametrize(
    ("depth", "kinds"),
    [(0, {18, 22, 24, 25, 27}), (1, {20, 22, 23, 24, 28}), (5, {16, 17, 20, 22, 23, 24, 25, 28}),
     (12, {16, 18, 19, 20, 22, 23, 24, 26, 28}), (20, {22, 23, 24, 26, 27, 28})],
)  # fmt: skip
def test_each_depth_has_its_traps(depth, kinds):
    found = Counter()
    for _ in range(1500):
        made = site(["...", "...", "..."], depth=depth)
        random_features.set_trap(DICE, made.level, 4)
        assert made.level.hidden[4]
        found[made.feature[4]] += 1
    assert set(found) == kinds
    if terrain.FALSE_FLOOR in kinds:  # refused half the time
        usual = (1500 - found[terrain.FALSE_FLOOR]) / (len(kinds) - 1)
        assert abs(found[terrain.FALSE_FLOOR] - usual / 2) < 4.5 * (usual / 2) ** 0.5


@pytest.mark.covers("spec-dungeon: 1.15 Choosing a trap kind")
def test_webs_need_two_open_squares():
    assert random_features.web_holds(site(["###", "#..", "##."]).level, 4)
    assert not random_features.web_holds(site(["###", "#..", "###"]).level, 4)


@pytest.mark.covers("spec-dungeon: 1.17 Forges")
@pytest.mark.covers("sil-q-codebase: Forge Generation", "sil-q-codebase: Forge Type Selection")
@pytest.mark.covers("spec-objects-smithing: 3.13", "spec-objects-smithing: 9.1")
def test_forges_by_depth():
    world = World()
    assert {random_features.forge(DICE, depth, world) for depth in (0, 1, 2)} == {terrain.FORGE + 3}
    deep = Counter(random_features.forge(DICE, 19, world) for _ in range(4000))
    plain = deep[terrain.FORGE + 3] + deep[terrain.FORGE + 4]
    fine = deep[terrain.ENCHANTED_FORGE + 3] + deep[terrain.ENCHANTED_FORGE + 4]
    assert plain + fine + deep[terrain.ORODRUTH + 3] == 4000
    chance = 1 - (989 / 1000) ** 19
    assert abs(4000 - plain - 4000 * chance) < 4.5 * (4000 * chance) ** 0.5


@pytest.mark.covers("spec-dungeon: 1.17 Forges")
@pytest.mark.covers("sil-q-codebase: Forge Type Selection")
@pytest.mark.covers("spec-objects-smithing: 3.13", "spec-objects-smithing: 9.1")
def test_there_is_one_orodruth():
    world = World()
    dice = Loaded([], otherwise=1000)
    assert random_features.forge(dice, 5, world) == terrain.ORODRUTH + 3
    assert world.orodruth_made
    assert random_features.forge(dice, 5, world) == terrain.ENCHANTED_FORGE + 4
