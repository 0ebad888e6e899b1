"""The manual's formulas against figures worked by hand."""

from fractions import Fraction
from itertools import product

import pytest

from engine.contract.dice import Stream
from engine.delve.rules import formulas as f
from tests.engine.delve.stage import Rigged, shares


@pytest.mark.covers("delve-manual: 26")
@pytest.mark.parametrize(("level", "dice"), [(0, 1), (1, 1), (2, 2), (3, 2), (9, 5), (10, 6)])
def test_a_blow_rolls_half_the_level_plus_one_dice(level: int, dice: int) -> None:
    assert f.melee_dice(level) == dice


@pytest.mark.covers("delve-manual: 26")
@pytest.mark.parametrize(
    ("damage", "energy", "full", "scaled"),
    [(11, 20, 20, 15), (11, 15, 20, 13), (11, 10, 20, 11), (11, 1, 20, 11), (11, 0, 20, 10),
     (1, 0, 20, 1), (5, 0, 20, 5), (11, 0, 0, 10)],
)  # fmt: skip
def test_energy_raises_damage_and_its_lack_takes_a_tenth(
    damage: int, energy: int, full: int, scaled: int
) -> None:
    assert f.scale_by_energy(damage, energy, full) == scaled


@pytest.mark.covers("delve-manual: 26")
def test_defence_is_subtracted_and_never_heals() -> None:
    assert f.reduce(f.scale_by_energy(11, 20, 20), 6) == 9
    assert f.reduce(15, 16) == 0
    assert f.reduce(15, -4) == 19


@pytest.mark.covers("delve-manual: 27")
def test_one_throw_of_chance_decides_miss_hit_and_critical() -> None:
    told = shares(f.verdict(Rigged(b"", script=[drawn]), 100) for drawn in range(1000))
    assert told == {"miss": 100, "hit": 800, "critical": 100}
    monk = shares(f.verdict(Rigged(b"", script=[drawn]), 50) for drawn in range(1000))
    assert monk == {"miss": 50, "hit": 850, "critical": 100}


@pytest.mark.covers("delve-manual: 28")
@pytest.mark.parametrize(
    ("attacker", "victim", "cost", "lucky"),
    [(3, 3, 1, 3), (3, 8, 6, 18), (8, 3, 3, 9), (8, 5, 2, 6), (2, 7, 6, 18), (4, 3, 1, 3)],
)
def test_misses_criticals_and_lucky_hits_cost_energy(
    attacker: int, victim: int, cost: int, lucky: int
) -> None:
    assert f.blow_cost(attacker, victim) == cost
    assert f.blow_cost(attacker, victim, lucky=True) == lucky


@pytest.mark.covers("delve-manual: 29")
@pytest.mark.parametrize(("power", "sides"), [(7, 4), (4, 2), (1, 1), (0, 0), (-3, 0), (None, 0)])
def test_an_enchantment_rolls_half_the_power_rounded_up(power: int | None, sides: int) -> None:
    assert f.enchantment_sides(power) == sides


@pytest.mark.covers("delve-manual: 32", "delve-manual: 34")
@pytest.mark.parametrize(
    ("miss", "level", "marksman", "chance"),
    [(100, 0, False, (1, 2)), (100, 1, False, (1, 2)), (100, 2, False, (1, 4)),
     (100, 3, False, (1, 4)), (100, 4, False, (1, 6)), (100, 5, False, (1, 6)),
     (100, 10, False, (1, 12)), (100, 5, True, (1, 12)), (50, 4, False, (3, 20)),
     (50, 0, False, (9, 20))],
)  # fmt: skip
def test_the_chance_that_a_throw_misses(
    miss: int, level: int, marksman: bool, chance: tuple[int, int]
) -> None:
    assert f.throw_chances(miss, level, marksman=marksman) == Fraction(*chance)


@pytest.mark.covers("delve-manual: 32")
def test_a_throw_at_level_4_misses_once_in_six_and_is_critical_once_in_ten() -> None:
    chance = f.throw_chances(100, 4)
    told = shares(f.throw_verdict(Rigged(b"", script=[drawn]), chance) for drawn in range(6000))
    assert told == {"miss": 1000, "hit": 4400, "critical": 600}


@pytest.mark.covers("delve-manual: 33")
@pytest.mark.parametrize(
    ("reach", "cursed", "cost"),
    [(4, False, 2), (6, False, 4), (2, False, 0), (1, False, 0), (2, True, 8), (6, True, 8)],
)
def test_a_throw_costs_its_range_less_two(reach: int, cursed: bool, cost: int) -> None:
    assert f.throw_cost(reach, cursed=cursed) == cost


@pytest.mark.covers("delve-manual: 32", "delve-manual: 33")
@pytest.mark.parametrize(
    ("power", "level", "cursed", "dice"),
    [(5, 9, False, (4, 5, 1)), (5, 1, False, (1, 5, 1)), (-3, 1, False, (1, 2, 1)),
     (-3, 9, False, (4, 2, 1)), (-3, 4, True, (2, 3, -1)), (None, 9, False, (1, 3, 1)),
     (None, 4, True, (2, 2, 1))],
)  # fmt: skip
def test_the_dice_of_a_throw(
    power: int | None, level: int, cursed: bool, dice: tuple[int, int, int]
) -> None:
    assert f.throw_dice(power, level, cursed=cursed) == dice


@pytest.mark.covers("delve-manual: 32")
def test_a_throw_through_armour_does_one_when_critical_and_negative_damage_heals() -> None:
    assert f.throw_damage(1, 1, (10, 20), 4, critical=False) == 0
    assert f.throw_damage(1, 1, (10, 20), 4, critical=True) == 1
    assert f.throw_damage(6, 1, (10, 20), 4, critical=True) == 4
    assert f.throw_damage(5, -1, (20, 20), 4, critical=True) == -5


@pytest.mark.covers("delve-manual: 37")
@pytest.mark.parametrize(
    ("rolled", "attenuation", "radius", "rings"),
    [(11, Fraction(4, 5), 3, [11, 8, 6]), (20, Fraction(4, 5), 3, [20, 16, 12]),
     (21, Fraction(2, 5), 5, [21, 8, 3, 1, 0]),
     (21, Fraction(8, 5), 6, [21, 33, 52, 83, 132, 211]),
     (33, Fraction(4, 5), 10, [33, 26, 20, 16, 12, 9, 7, 5, 4, 3])],
)  # fmt: skip
def test_a_burst_thins_out_by_its_attenuation(
    rolled: int, attenuation: Fraction, radius: int, rings: list[int]
) -> None:
    assert f.burst_rings(rolled, attenuation, radius) == rings


@pytest.mark.covers("delve-manual: 36")
def test_the_rounds_of_freeze_follow_a_quartic_curve() -> None:
    told = shares(f.freeze_rounds(drawn) for drawn in range(1, f.FREEZE_STEPS + 1))
    assert told == {1: 6389, 2: 1209, 3: 810, 4: 628, 5: 518, 6: 446}


@pytest.mark.covers("delve-manual: 38")
def test_a_tongue_is_a_t() -> None:
    assert set(f.tongue(0, 0, 0, 1, 2, 1)) == {(0, 1), (0, 2), (-1, 2), (1, 2)}
    upgraded = {(0, n) for n in range(1, 5)} | {(n, 4) for n in (-2, -1, 1, 2)}
    assert set(f.tongue(0, 0, 0, 1, 4, 2)) == upgraded


@pytest.mark.covers("delve-manual: 40")
@pytest.mark.parametrize(
    ("power", "level", "whole", "points"),
    [(26, 12, False, 26), (26, 13, False, 27), (52, 26, False, 53), (13, 7, False, 14),
     (10, 9, False, 11), (10, 10, False, 12), (7, 8, False, 9), (12, 12, False, 14),
     (15, 14, True, 15), (15, 15, True, 16), (30, 29, True, 30)],
)  # fmt: skip
def test_the_points_of_healing_and_protection(
    power: int, level: int, whole: bool, points: int
) -> None:
    assert f.restore_points(power, level, whole=whole) == points


@pytest.mark.covers("delve-manual: 43")
def test_removing_a_curse_of_difficulty_12_at_level_2() -> None:
    rolls = list(product(range(1, 7), repeat=3))
    plain = sum(f.uncurse(faces, 12, upgraded=False)[0] for faces in rolls)
    upgraded = sum(f.uncurse(faces, 12, upgraded=True)[0] for faces in rolls)
    assert (plain, upgraded) == (57, 197)
    assert f.uncurse((2, 3, 4), 12, upgraded=False) == (False, 3)
    assert f.curse_difficulty((6, -1, 2), 2) == 5


@pytest.mark.covers("delve-manual: 43")
@pytest.mark.parametrize(("shortfall", "most"), [(0, 0), (1, 0), (3, 2), (6, 4)])
def test_the_backlash_of_a_curse(shortfall: int, most: int) -> None:
    told = {f.backlash(Rigged(b"", script=list(faces)), shortfall)
            for faces in product(range(max(1, shortfall)), repeat=2)}  # fmt: skip
    assert max(told) == most
    assert f.backlash(Rigged(b"", script=[1, 2]), 3) == 1


@pytest.mark.covers("delve-manual: 45")
def test_the_worst_hunger_is_24_and_items_change_it() -> None:
    worst = f.hunger_loss((4, 10), (3, 10), ailing=True, fatigue=16)
    assert worst == 24
    assert f.adjust_loss(24, kept=False, warmth=True, draining=False) == (12, False)
    assert f.adjust_loss(24, kept=False, warmth=False, draining=True) == (72, False)
    assert f.adjust_loss(24, kept=False, warmth=True, draining=True) == (36, False)
    assert f.hunger_loss((20, 40), (20, 40), ailing=False, fatigue=0) == 1
    assert f.hunger_loss((19, 40), (20, 40), ailing=False, fatigue=0) == 2


@pytest.mark.covers("delve-manual: 45")
def test_vibrant_warmth_keeps_the_odd_half() -> None:
    kept, losses = False, []
    for _ in range(6):
        loss, kept = f.adjust_loss(1, kept=kept, warmth=True, draining=False)
        losses.append(loss)
    assert losses == [0, 1, 0, 1, 0, 1]


@pytest.mark.covers("delve-manual: 18")
def test_a_monster_flees_below_the_share_of_its_courage() -> None:
    assert f.flees(9, 40, 25)
    assert not f.flees(10, 40, 25)


def test_rigged_dice_are_streams() -> None:
    assert isinstance(Rigged(bytes(32)), Stream)
