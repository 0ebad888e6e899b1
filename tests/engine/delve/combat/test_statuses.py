"""Each status: what it does to its bearer."""

from __future__ import annotations

import pytest

from engine.delve.combat import melee, statuses
from engine.delve.combat.damage import harm
from engine.delve.magic import spellcasting
from engine.delve.monsters import monster_turn
from engine.delve.rules import sheet_values
from engine.delve.turns import end_of_turn
from tests.engine.delve.stage import HERE, Stage, content


def bear(name: str, points: int = 5) -> Stage:
    made = Stage()
    made.hero.statuses[name] = points
    return made


@pytest.mark.covers("delve-manual: 7")
def test_points_run_down_one_a_round_and_add_up_to_99() -> None:
    made = Stage()
    statuses.add(made.game, made.hero, "hasted", 60)
    statuses.add(made.game, made.hero, "hasted", 60)
    assert made.hero.statuses["hasted"] == 99
    end_of_turn.end_turn(made.game, made.hero)
    assert made.hero.statuses["hasted"] == 98
    statuses.remove(made.game, made.hero, "hasted", 200)
    assert "hasted" not in made.hero.statuses


def test_frozen_heroes_only_strike_and_fire_thaws_them() -> None:
    made = bear("frozen")
    made.dummy(0, 1)
    for name in ("bread", "dart", "potion of healing", "scroll of light"):
        made.give(name)
    made.hero.nourishment = 100
    free = ("look", "inspect", "option", "sort", "caution")
    assert [o for o in made.offers() if not o.startswith(free)] == [
        "fight blind-worm", "move e", "pause",
    ]  # fmt: skip
    harm(made.game, made.hero, 1, "fire")
    assert "frozen" not in made.hero.statuses


def test_freezing_ends_fire_and_fire_ends_freezing() -> None:
    made = bear("on fire")
    assert not statuses.add(made.game, made.hero, "frozen", 4)
    assert made.hero.statuses == {}
    made = bear("frozen")
    assert not statuses.add(made.game, made.hero, "on fire", 4)
    assert made.hero.statuses == {}


@pytest.mark.parametrize("element", ["fire", "ice", "acid"])
def test_ice_that_hurts_douses_and_fire_that_hurts_thaws(element: str) -> None:
    for status, ends in (("on fire", "ice"), ("frozen", "fire")):
        made = bear(status)
        harm(made.game, made.hero, 1, element)
        assert (status in made.hero.statuses) is (element != ends)


def test_a_freezing_spell_douses_who_burns_and_a_spark_thaws_who_is_frozen() -> None:
    made = Stage("mage")
    made.know("freeze", "spark")
    made.hero.upgraded = ["spark"]
    worm = made.dummy(0, 2)
    worm.statuses["on fire"] = 5
    made.rig(4, 4, 0, 9999)
    spellcasting.cast_spell(made.game, made.hero, "freeze", "e")
    assert worm.statuses == {}
    worm.statuses["frozen"] = 5
    made.rig(15, 15)
    spellcasting.cast_spell(made.game, made.hero, "spark", "e")
    assert worm.statuses == {}


def test_fire_burns_health_and_scrolls() -> None:
    made = bear("on fire")
    made.give("scroll of light")
    made.rig(3, 4)
    end_of_turn.end_turn(made.game, made.hero)
    assert made.hero.health == made.hero.full_health - 4
    assert not made.hero.pack


def test_a_fireproof_pack_saves_scrolls() -> None:
    made = bear("on fire")
    made.hero.abilities.append("fireproof pack")
    made.give("scroll of light")
    made.rig(3, 4)
    end_of_turn.end_turn(made.game, made.hero)
    assert made.hero.pack


def test_disease_keeps_wounds_open_and_weakens() -> None:
    made = bear("diseased")
    made.hero.power = 8
    assert sheet_values.power(made.game, made.hero) == 6
    made.hero.health, made.hero.health_counter = 3, 159
    end_of_turn.regenerate(made.game, made.hero)
    assert made.hero.health == 3


def test_poison_hurts_the_more_the_more_there_is() -> None:
    made = bear("poisoned", 25)
    end_of_turn.end_turn(made.game, made.hero)
    assert made.hero.health == made.hero.full_health - 3


def test_rage_trades_defence_for_power_and_forbids_spells() -> None:
    made = bear("raging")
    made.give("scroll of light")
    made.give("apprentice's book", worn=True)
    made.hero.spells = ["spark"]
    hero = made.hero
    assert sheet_values.power(made.game, hero) == hero.power + 4
    assert sheet_values.defence(made.game, hero) == hero.defence - 4
    assert not any(offer.startswith(("cast", "read")) for offer in made.offers())


def test_enervation_stops_energy_and_weakens_blows() -> None:
    made = bear("enervated")
    made.hero.energy, made.hero.energy_counter = 5, 39
    end_of_turn.regenerate(made.game, made.hero)
    assert made.hero.energy == 5
    assert sheet_values.effective_energy(made.game, made.hero)[0] == 0


def test_acid_burns_and_eats_what_is_not_acid_proof() -> None:
    made = bear("acid-burned")
    cap = made.give("leather cap", worn=True)
    made.rig(2, 9)
    end_of_turn.end_turn(made.game, made.hero)
    assert made.hero.health == made.hero.full_health - 3
    assert cap.defence == 0
    cap.defence, cap.acid_proof = 1, True
    made.rig(2, 9)
    end_of_turn.end_turn(made.game, made.hero)
    assert cap.defence == 1


def test_blows_without_energy_tire_and_pausing_rests() -> None:
    made = Stage()
    worm = made.dummy(0, 1)
    made.hero.energy = 0
    melee.strike(made.game, made.hero, worm)
    melee.strike(made.game, made.hero, worm)
    assert made.hero.statuses["fatigued"] == 2
    made.level.monsters.clear()
    made.do("pause")
    assert made.hero.statuses["fatigued"] == 1


def test_confusion_makes_half_of_all_directions_random() -> None:
    made = bear("confused", 9)
    made.rig(0, 2)  # astray, to the third direction by name: north-east
    made.do("move w")
    assert made.hero.at == made.at(-1, 1)
    made.rig(1)
    made.do("move w")
    assert made.hero.at == made.at(-1, 0)


def test_a_web_holds_until_it_is_cut() -> None:
    made = bear("webbed", 1)
    made.hero.web = 8
    made.rig(rest="high")
    made.do("move e")
    assert made.hero.at == HERE
    assert "webbed" not in made.hero.statuses  # 6, times 1.4: 8
    made.do("move e")
    assert made.hero.at == made.at(0, 1)


def test_haste_gives_two_actions_a_round() -> None:
    made = bear("hasted", 9)
    made.do("pause")
    start = made.state.round
    made.do("pause")
    assert made.state.round == start
    made.do("pause")
    assert made.state.round == start + 1


def test_stoneskin_and_shields_protect() -> None:
    made = bear("stoneskin")
    assert sheet_values.defence(made.game, made.hero) == made.hero.defence + 6
    statuses.add(made.game, made.hero, "fire shield", 5)
    statuses.add(made.game, made.hero, "ice shield", 5)
    assert "fire shield" not in made.hero.statuses
    made.hero.abilities.append("dual element")
    statuses.add(made.game, made.hero, "acid shield", 5)
    assert {"ice shield", "acid shield"} <= set(made.hero.statuses)
    statuses.add(made.game, made.hero, "shock shield", 5)
    assert sum(each in made.hero.statuses for each in statuses.SHIELDS) == 2


def test_the_invisible_are_lost_from_afar_and_missed_beside_until_they_hit() -> None:
    made = bear("invisible", 9)
    far, near = made.dummy(0, 4), made.dummy(0, 1)
    assert not monster_turn.sees(made.game, far, made.hero)
    assert monster_turn.sees(made.game, near, made.hero)
    assert sheet_values.miss_chance(made.game, near, made.hero) == 400
    made.rig(500)
    melee.strike(made.game, made.hero, near)
    assert "invisible" not in made.hero.statuses


def test_scrying_shows_what_lies_and_lives_behind_walls() -> None:
    made = Stage()
    for n in range(-9, 10):
        made.ground(n, 3, 2)
    rat = made.put("rat", 0, 6)
    made.level.items[made.at(0, 7)] = [made.give("dagger")]
    made.look()
    assert rat.uid not in made.hero.in_view
    made.hero.statuses["scrying"] = 5
    made.look()
    assert rat.uid in made.hero.in_view
    assert made.at(0, 7) in made.game.memory(made.hero).items


def test_grounding_gives_resistance_to_shock() -> None:
    made = bear("grounded")
    assert sheet_values.resistance(made.game, made.hero, "shock") == 8


def test_whoever_sleeps_does_nothing_until_hurt() -> None:
    made = Stage()
    worm = made.dummy(0, 1)
    worm.statuses["asleep"] = 9
    monster_turn.take_turn(made.game, worm, [made.hero], [])
    assert made.hero.health == made.hero.full_health
    harm(made.game, worm, 1)
    assert "asleep" not in worm.statuses
    assert not statuses.add(made.game, made.put("ghoul", 2, 2), "asleep", 5)


def test_a_calm_monster_attacks_nobody_and_a_terrified_one_runs() -> None:
    made = Stage()
    worm = made.dummy(0, 1)
    worm.statuses["calm"] = 5
    monster_turn.take_turn(made.game, worm, [made.hero], [])
    assert made.hero.health == made.hero.full_health
    worm.statuses = {"terrified": 5}
    for _ in range(2):
        monster_turn.take_turn(made.game, worm, [made.hero], [])
    assert worm.at in (made.at(-1, 2), made.at(0, 2), made.at(1, 2))


def test_sensing_levitating_warm_enlightened_and_avatar_are_told_elsewhere_but_exist() -> None:
    names = set(content().statuses)
    assert {"sensing", "levitating", "warm", "enlightened", "avatar", "fatigued"} <= names
