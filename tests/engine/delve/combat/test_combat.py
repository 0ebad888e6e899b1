"""Blows and throws: what they do beyond the formulas."""

from __future__ import annotations

import pytest

from engine.delve.combat import melee, statuses
from engine.delve.items import throwing
from engine.delve.monsters import monster_turn
from engine.delve.rules.sheet_values import miss_chance, throw_miss
from engine.delve.state import words_of
from engine.delve.turns.end_of_turn import regenerate
from tests.engine.delve.stage import Stage

HIT, CRITICAL, MISS = 500, 999, 0  # draws of the throw of chance


@pytest.mark.covers("delve-manual: 26")
def test_a_level_3_hero_of_power_8_rolls_2d8_and_scales_by_energy() -> None:
    made = Stage()
    made.hero.level, made.hero.power = 3, 8
    worm = made.dummy(0, 1, defence=6)
    made.rig(HIT, 4, 5)  # 5 and 6: 11, times 1.4: 15
    melee.strike(made.game, made.hero, worm)
    assert worm.full_health - worm.health == 9


@pytest.mark.covers("delve-manual: 27")
def test_criticals_double_and_a_lucky_hit_does_one_to_three() -> None:
    made = Stage()
    worm = made.dummy(0, 1, defence=2)
    made.rig(CRITICAL, 5)  # 6, times 1.4: 8, less 2: 6
    melee.strike(made.game, made.hero, worm)
    assert worm.full_health - worm.health == 12
    worm.health, worm.defence = 500, 90
    made.rig(CRITICAL, 0, 2)
    melee.strike(made.game, made.hero, worm)
    assert worm.health == 497


@pytest.mark.covers("delve-manual: 28")
def test_misses_and_criticals_take_energy_but_plain_hits_do_not() -> None:
    made = Stage()
    worm = made.dummy(0, 1, level=5)
    for draw, cost in ((MISS, 6), (CRITICAL, 6), (HIT, 0)):
        made.hero.energy = 18
        made.rig(draw)
        melee.strike(made.game, made.hero, worm)
        assert made.hero.energy == 18 - cost
    made.hero.energy = 2
    made.rig(MISS)
    melee.strike(made.game, made.hero, worm)
    assert made.hero.energy == 0


@pytest.mark.covers("delve-manual: 29")
def test_an_enchanted_weapon_rolls_again_past_armour() -> None:
    made = Stage()
    made.give("short sword", worn=True, power=7, bonus="fire")
    worm = made.dummy(0, 1, defence=90, resist={"fire": 3})
    made.rig(HIT, 0, 3)
    melee.strike(made.game, made.hero, worm)
    assert worm.full_health - worm.health == 1


@pytest.mark.covers("delve-manual: 29")
def test_a_blessed_weapon_burns_the_undead_alone() -> None:
    made = Stage()
    made.give("short sword", worn=True, power=4, bonus="blessed")
    ghoul = made.put("ghoul", 0, 1, level=9, defence=500)
    worm = made.dummy(1, 0, defence=500)
    for victim, done in ((ghoul, 11), (worm, 0)):
        made.rig(HIT, 0, 1)
        melee.strike(made.game, made.hero, victim)
        assert victim.full_health - victim.health == done


@pytest.mark.covers("delve-manual: 30")
def test_an_elemental_shield_hurts_the_attacker_less_his_resistance() -> None:
    made = Stage()
    made.hero.resist = {"shock": 3}
    worm = made.dummy(0, 1)
    worm.statuses["shock shield"] = 9
    made.rig(HIT, 0, 3, 3)
    melee.strike(made.game, made.hero, worm)
    assert made.hero.health == made.hero.full_health - 5
    made.rig(MISS, 3, 3)
    melee.strike(made.game, made.hero, worm)
    assert made.hero.health == made.hero.full_health - 5


@pytest.mark.covers("delve-manual: 30")
@pytest.mark.parametrize(("shield", "ended"), [("fire", "frozen"), ("ice", "on fire")])
def test_fire_shields_thaw_and_ice_shields_douse_the_attacker(shield: str, ended: str) -> None:
    made = Stage()
    worm = made.dummy(0, 1)
    worm.statuses[f"{shield} shield"] = 9
    made.hero.statuses[ended] = 5
    made.rig(HIT)
    melee.strike(made.game, made.hero, worm)
    assert ended not in made.hero.statuses


@pytest.mark.covers("delve-manual: 31")
def test_whoever_attacked_does_not_regenerate_but_whoever_missed_does() -> None:
    made = Stage()
    worm = made.dummy(0, 1)
    made.hero.energy = 5
    for draw, gains in ((HIT, False), (MISS, True)):
        made.hero.energy, made.hero.energy_counter, made.hero.attacked = 5, 39, False
        made.rig(draw)
        melee.strike(made.game, made.hero, worm)
        before = made.hero.energy
        regenerate(made.game, made.hero)
        assert (made.hero.energy > before) is gains


@pytest.mark.covers("delve-manual: 31")
def test_a_monsters_blow_of_an_earlier_turn_does_not_keep_its_wounds_open() -> None:
    made = Stage()
    worm = made.dummy(0, 9, full_energy=0, energy=0)
    worm.attacked = True  # by a blow at a time when it was well
    worm.health, worm.health_counter = 400, 240 - 500
    monster_turn.take_turn(made.game, worm, [], [])
    assert worm.health == 401


@pytest.mark.covers("delve-manual: 31")
def test_energy_comes_back_faster_than_health() -> None:
    made = Stage()
    hero = made.hero
    hero.full_energy, hero.energy, hero.full_health, hero.health = 20, 0, 24, 1
    for _ in range(10):
        regenerate(made.game, hero)
    assert (hero.energy, hero.health) == (5, 2)
    for status in ("frozen", "on fire"):
        hero.statuses = {status: 3}
        before = hero.energy, hero.health, hero.energy_counter
        regenerate(made.game, hero)
        assert (hero.energy, hero.health, hero.energy_counter) == before


@pytest.mark.covers("delve-manual: 32")
def test_banes_and_monks_miss_less() -> None:
    made = Stage("monk")
    rat, ghoul = made.put("rat", 0, 1), made.put("ghoul", 1, 0)
    assert miss_chance(made.game, made.hero, rat) == 50
    made.hero.abilities.append("bane of the undead")
    assert miss_chance(made.game, made.hero, ghoul) == 25
    made.hero.level = 4
    assert throw_miss(made.game, made.hero, rat).limit_denominator() == pytest.approx(3 / 20)


# ------------------------------------------------------------------ throws


@pytest.mark.covers("delve-manual: 33", "delve-manual: 21")
def test_a_thrown_weapon_need_not_be_worn_and_its_own_power_counts() -> None:
    made = Stage()
    made.hero.level, made.hero.power, made.hero.energy = 9, 50, 9
    javelin = made.give("javelin", power=5)
    worm = made.dummy(0, 4)
    made.rig(5000, rest="high")
    throwing.throw(made.game, made.hero, javelin, "e")
    assert worm.full_health - worm.health == 20  # 4d5 at half energy
    assert made.hero.energy == 9 - 4
    assert made.level.items[worm.at][0].kind == "javelin"


@pytest.mark.covers("delve-manual: 34")
def test_a_throw_that_misses_flies_on_to_the_next() -> None:
    made = Stage()
    dart = made.give("dart")
    first, second = made.dummy(0, 2), made.dummy(0, 3)
    made.rig(0, 1500, 2)
    throwing.throw(made.game, made.hero, dart, "e")
    assert first.health == first.full_health
    assert second.health < second.full_health
    missed = made.give("dart")
    made.rig(0, 0)
    throwing.throw(made.game, made.hero, missed, "e")
    assert made.level.items[made.at(0, 6)][0].kind == "dart"


@pytest.mark.covers("delve-manual: 32")
def test_cursed_things_heal_when_thrown() -> None:
    made = Stage()
    made.hero.level, made.hero.energy = 4, 18
    dagger = made.give("dagger", power=-3, cursed=True, range=2)
    worm = made.dummy(0, 2, health=10)
    made.rig(5000, rest="high")
    throwing.throw(made.game, made.hero, dagger, "e")
    assert worm.health == 16
    assert made.hero.energy == 10


@pytest.mark.covers("delve-manual: 34", "delve-manual: 33")
def test_enchanted_throws_roll_as_weapons_do() -> None:
    made = Stage()
    made.hero.energy = 9
    stake = made.give("wooden stake")
    ghoul = made.put("ghoul", 0, 2, level=9, defence=500)
    made.rig(1500, 0, 0)
    throwing.throw(made.game, made.hero, stake, "e")
    assert ghoul.full_health - ghoul.health == 1 + 9


@pytest.mark.covers("delve-manual: 34")
def test_fragile_things_shatter_whether_they_hit_or_not() -> None:
    made = Stage()
    made.give("potion of bile", 2)
    worm = made.dummy(0, 2)
    made.rig(1999, rest="high")
    made.do("throw potion-of-bile e")
    assert worm.statuses["poisoned"] >= 5
    made.free_dice()
    assert made.said("The potion of bile shatters.")
    made.do("throw potion-of-bile w")
    assert not made.level.items
    assert not made.hero.pack


def test_everybodys_status_is_announced_once() -> None:
    made = Stage()
    assert statuses.add(made.game, made.hero, "hasted", 3)
    statuses.add(made.game, made.hero, "hasted", 3)
    assert sum("moves faster" in str(words_of(line)) for line in made.hero.lines) == 1
