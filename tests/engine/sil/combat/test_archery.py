"""Shots and throws."""

import msgspec
import pytest

from engine.contract.action import IllegalAction
from engine.sil.combat import archery, throwing
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import derived
from engine.sil.item_use import fletching
from engine.sil.level import terrain
from tests.engine.sil.stage import foe, item, kind, load_dice, refresh, stage, wear

pytestmark = pytest.mark.covers("spec-character-combat: 9. Archery")

TOUGH = 1000


def archer(*abilities, rulings=GAME, arrows=5, **changes):
    game = stage(rulings=rulings, abilities=abilities, **changes)
    wear(game, Slot.BOW, "Longbow")
    wear(game, Slot.QUIVER1, "Arrow", count=arrows)
    return game


def shoot(game, target, *faces, otherwise=1):
    load_dice(game, *faces, otherwise=otherwise)
    archery.fire(game, Slot.QUIVER1, target)


def dealt(creature):
    return creature.max_health - creature.health


def arrows_lying(game):
    return sum(thing.count for heap in game.level.floor.values() for thing in heap)


# ------------------------------------------------------------------------ shots


def test_what_hinders_a_shot_is_said_and_changes_nothing():
    game = archer()
    wolf = foe(game, "Wolf", 0, 3)
    far = (game.hero.y, game.hero.x - 9)
    game.hero.derived.archery_range = 5
    before = msgspec.msgpack.encode(game.state)
    for quiver, target in ((Slot.QUIVER2, wolf), (Slot.QUIVER1, far)):
        with pytest.raises(IllegalAction):
            archery.fire(game, quiver, target)
    assert msgspec.msgpack.encode(game.state) == before
    game.hero.timers.afraid = 1
    with pytest.raises(IllegalAction):
        archery.fire(game, Slot.QUIVER1, wolf)


@pytest.mark.covers("sil-q-manual: Skills / Archery")
def test_an_arrow_hits_and_comes_down_to_be_gathered():
    game = archer()
    wolf = foe(game, "Wolf", 0, 4, health=TOUGH)
    shoot(game, wolf, 15, 5, 4, 4, 2, otherwise=50)
    assert dealt(wolf) == 8 - 2
    assert game.hero.worn[Slot.QUIVER1].count == 4
    assert arrows_lying(game) == 1
    assert next(iter(game.level.floor.values()))[0].pickup
    assert game.hero.actions[0] == 11
    assert game.state.energy_used == 100


def test_the_last_arrow_empties_the_quiver_and_may_break():
    game = archer(arrows=1)
    shoot(game, foe(game, "Wolf", 0, 4, health=TOUGH), 1, 20, otherwise=1)
    assert Slot.QUIVER1 not in game.hero.worn
    assert arrows_lying(game) == 0


def test_only_what_is_aimed_at_is_in_real_danger():
    game = archer(skills=(0, 12, 0, 0, 0, 0, 0, 0))
    foe(game, "Wolf", 0, 3, health=TOUGH)
    aimed = foe(game, "Wolf", 0, 6, health=TOUGH)
    shoot(game, aimed, 1, 20, 1, 20)
    assert "not aimed at: 0 = 0" in str(game.state.combat_rolls[0])
    assert "Archery 12" in str(game.state.combat_rolls[1])


@pytest.mark.covers("spec-dungeon: 9.5")
def test_shooting_in_a_direction_endangers_the_first_met():
    game = archer(skills=(0, 12, 0, 0, 0, 0, 0, 0))
    foe(game, "Wolf", 0, 3, health=TOUGH)
    foe(game, "Wolf", 0, 6, health=TOUGH)
    shoot(game, 6, 1, 20, 1, 20)
    assert "= 12" in str(game.state.combat_rolls[0])
    assert "past another: 0 = 0" in str(game.state.combat_rolls[1])


def test_an_arrow_stops_at_a_wall():
    game = archer()
    game.level.feature[game.level.at(game.hero.y, game.hero.x + 3)] = terrain.GRANITE
    safe = foe(game, "Wolf", 0, 5, health=TOUGH)
    shoot(game, 6, otherwise=50)
    assert dealt(safe) == 0
    assert arrows_lying(game) == 1


@pytest.mark.ability("Rout")
def test_rout_helps_against_the_fleeing_by_the_rules_in_force():
    for rulings, bonus in ((GAME, 5), (MANUAL, 3)):
        game = archer(ab.ROUT, rulings=rulings)
        wolf = foe(game, "Wolf", 0, 4, health=TOUGH)
        wolf.stance = "fleeing"
        shoot(game, wolf)
        assert f"Rout +{bonus}" in str(game.state.combat_rolls[0])


@pytest.mark.ability("Ambush")
def test_an_ambush_adds_a_die_even_against_what_cannot_be_crit():
    game = archer(ab.AMBUSH)
    wolf = foe(game, "Wolf", 0, 4, health=TOUGH, alertness=-15)
    shoot(game, wolf, 2, 1)
    assert "3d4 (1 critical)" in str(game.state.combat_rolls[0])


@pytest.mark.ability("Puncture")
def test_a_shot_that_armour_stops_punctures_for_five():
    game = archer(ab.PUNCTURE)
    wolf = foe(game, "Wolf", 0, 4, health=TOUGH)
    shoot(game, wolf, 10, 8, 1, 1, 4)
    assert dealt(wolf) == 5
    assert "2d4 (Puncture)" in str(game.state.combat_rolls[0])


def test_all_that_adds_to_the_dice_of_a_shot_is_told_beside_them():
    game = archer(ab.VENGEANCE, ab.DEADLY_HAIL, ab.AMBUSH, rulings=MANUAL)
    game.hero.vengeance, game.hero.last_archery_kill = 1, True
    wolf = foe(game, "Wolf", 0, 4, health=TOUGH, alertness=-15)
    shoot(game, wolf, 2, 1)
    added = "8d4 (1 critical, Vengeance, doubled by Deadly Hail)"
    assert added in str(game.state.combat_rolls[0])


@pytest.mark.ability("Deadly Hail")
def test_a_kill_doubles_the_dice_of_the_next_shot():
    game = archer(ab.DEADLY_HAIL)
    shoot(game, foe(game, "Wolf", 0, 4, health=1), 15, 5, 4, 4)
    assert game.hero.last_archery_kill
    wolf = foe(game, "Wolf", 0, 5, health=TOUGH)
    shoot(game, wolf, 10, 8)
    assert "4d4 (doubled by Deadly Hail)" in str(game.state.combat_rolls[-1])
    assert not game.hero.last_archery_kill


@pytest.mark.ability("Crippling Shot")
def test_a_critical_shot_cripples():
    game = archer(ab.CRIPPLING_SHOT)
    wolf = foe(game, "Wolf", 0, 4, health=TOUGH)
    shoot(game, wolf, 20, 2, 4, 4, 4, 1, 1, 10, 1)
    assert wolf.slowed == 2


@pytest.mark.ability("Point Blank Archery")
@pytest.mark.covers("sil-q-manual: Combat / Archery")
@pytest.mark.covers("spec-character-combat: 8.3")
@pytest.mark.covers("spec-monsters: 13.3")
def test_a_shot_provokes_those_beside_the_bowman_but_not_the_target_at_point_blank():
    for abilities, struck in (((), True), ((ab.POINT_BLANK_ARCHERY,), False)):
        game = archer(*abilities)
        shoot(game, foe(game, "Wolf", health=TOUGH))
        assert game.hero.was_attacked == struck


@pytest.mark.covers("spec-character-combat: 8.3")
def test_who_answers_a_shot_depends_on_the_rules_in_force():
    for rulings, unwary, confused in ((GAME, False, False), (MANUAL, True, True)):
        game = archer(rulings=rulings)
        wolf = foe(game, "Wolf", alertness=-5)
        assert archery.is_provoked(game, wolf) == unwary
        wolf.alertness, wolf.confused = 5, 3
        assert archery.is_provoked(game, wolf) == confused
        wolf.alertness = -15
        assert not archery.is_provoked(game, wolf)


def test_half_the_evasion_against_arrows():
    for rulings in (GAME, MANUAL):
        game = archer(rulings=rulings)
        shoot(game, foe(game, "Hummerhorn", 0, 4, health=TOUGH), 9, 20)
        assert "halved (arrow)" in str(game.state.combat_rolls[0])


def test_a_sharp_arrow_may_fly_on_through():
    game = archer()
    game.hero.worn[Slot.QUIVER1].flags = ["SHARPNESS2"]
    first, second = foe(game, "Wolf", 0, 3, health=TOUGH), foe(game, "Wolf", 0, 5, health=TOUGH)
    shoot(game, first, 14, 5, 4, 4, 2, 1, 1, 20, 1)
    assert dealt(first) == 8
    assert len(game.state.combat_rolls) == 2
    assert "not aimed at: 0" in str(game.state.combat_rolls[1])
    assert dealt(second) > 0


def test_vengeance_lends_its_die_to_a_shot_by_the_manual():
    for rulings, dice, left in ((GAME, "2d4", 1), (MANUAL, "3d4", 0)):
        game = archer(ab.VENGEANCE, rulings=rulings)
        game.hero.vengeance = 1
        refresh(game)
        shoot(game, foe(game, "Wolf", 0, 4, health=TOUGH), 10, 8)
        assert f"Damage {dice}" in str(game.state.combat_rolls[0])
        assert game.hero.vengeance == left


def test_the_merciful_are_asked_before_the_arrow_flies():
    game = archer(ab.OATH)
    game.hero.oath = derived.MERCY
    archery.fire(game, Slot.QUIVER1, foe(game, "Easterling warrior", 0, 4), "fire easterling")
    assert game.state.question.data["action"] == "fire easterling"
    assert not game.state.energy_used


@pytest.mark.ability("Fletchery")
def test_a_stack_is_fletched_an_arrow_a_turn():
    game = archer(ab.FLETCHERY, arrows=3)
    plain = game.hero.worn[Slot.QUIVER1]
    for turn in range(1, 4):
        game.state.energy_used = 0
        fletching.fletch(game, plain)
        assert game.state.energy_used == 100
        good = [thing for thing in game.hero.worn.values() if thing.attack == 3]
        assert [thing.count for thing in good] == [turn]
    assert Slot.QUIVER1 not in game.hero.worn
    with pytest.raises(IllegalAction):
        fletching.fletch(game, good[0])


def test_only_a_fletcher_fletches():
    game = archer()
    with pytest.raises(IllegalAction):
        fletching.fletch(game, game.hero.worn[Slot.QUIVER1])


# ------------------------------------------------------------------------ throws


@pytest.mark.parametrize(
    ("name", "weight", "strength", "squares"),
    [
        ("Dagger", 5, 0, 8),
        ("Spear", 30, 0, 4),
        ("Greatsword", 60, 0, 2),
        ("Great Axe", 80, 0, 2),
        ("Dagger", 5, 2, 11),
        ("Spear", 30, 2, 5),
    ],
)
@pytest.mark.covers("sil-q-manual: Stats / Strength", "sil-q-manual: Thrown weapons")
@pytest.mark.covers("spec-character-combat: 10. Throwing")
@pytest.mark.covers("spec-objects-smithing: 6.8")
def test_how_far_things_are_thrown(name, weight, strength, squares):
    game = stage(stats=(strength, 0, 0, 0))
    assert throwing.reach(game, item(name, weight=weight)) == squares


@pytest.mark.covers("sil-q-manual: Combat / Thrown weapons")
def test_the_manuals_spear_of_4_pounds_flies_3_squares():
    game = stage(rulings=MANUAL)
    assert game.hero.derived.capacity == 1000
    assert throwing.reach(game, item("Spear", weight=40)) == 3


@pytest.mark.covers("spec-character-combat: 10. Throwing")
def test_what_is_not_made_for_throwing_flies_badly():
    game = stage(house=7, stats=(3, 0, 0, 0))
    longsword, spear = item("Longsword"), item("Spear")
    assert throwing.damage_dice(game, longsword) == (2, 4)
    assert throwing.attack_base(game, longsword).total == -5
    assert throwing.damage_dice(game, spear) == (1, 12)
    assert throwing.attack_base(game, spear).total == 0


def test_a_thrown_thing_replaces_the_weapons_part_in_melee():
    game = stage(house=7)
    wear(game, Slot.WEAPON, "Battle Axe")
    assert throwing.attack_base(game, item("Dagger")).total == 0


@pytest.mark.ability("Polearm Mastery")
def test_polearm_mastery_helps_a_thrown_spear():
    game = stage(house=7, abilities=(ab.POLEARM_MASTERY,))
    assert throwing.attack_base(game, item("Spear")).total == 2


def test_the_hand_axe_is_made_for_throwing_by_the_manual():
    axe = item("Hand Axe")
    assert not throwing.made_to_throw(stage(), axe)
    assert throwing.made_to_throw(stage(rulings=MANUAL), axe)


@pytest.mark.covers("spec-objects-smithing: 10. Arrows, digging, squelch")
def test_how_often_things_break():
    game = stage()
    cases = [
        ("Dagger", 0, 2),
        ("Longsword", 5, 10),
        ("Wooden Torch", 20, 40),
        ("Lesser Jewel", 0, 0),
        ("Arrow", 10, 20),
        ("Flask of oil", 100, 100),
    ]
    for name, flying, wall in cases:
        assert throwing.breakage(game, item(name), hit_wall=False) == flying
        assert throwing.breakage(game, item(name), hit_wall=True) == wall


@pytest.mark.covers("spec-character-combat: 10. Throwing")
def test_a_throw_takes_one_of_the_stack_and_the_turn():
    game = stage(skills=(9, 0, 0, 0, 0, 0, 0, 0))
    daggers = item("Dagger", count=2)
    game.hero.pack.append(daggers)
    wolf = foe(game, "Wolf", 0, 4, health=TOUGH)
    load_dice(game, 10, 8, 5, 1)
    throwing.throw(game, daggers, wolf)
    assert daggers.count == 1
    assert dealt(wolf) > 0
    assert arrows_lying(game) == 1
    assert game.hero.actions[0] == 10


def test_kin_lose_heart_at_a_throw_or_a_shot_that_slays():
    for flags, morale in ((["SLAY_WOLF"], -20), ([], 0)):
        game = archer(skills=(9, 9, 0, 0, 0, 0, 0, 0))
        dagger = item("Dagger", flags=flags)
        game.hero.pack.append(dagger)
        wolf, kin = foe(game, "Wolf", 0, 4, health=TOUGH), foe(game, "Warg", 2, 4)
        load_dice(game, 10, 8, 5, 1)
        throwing.throw(game, dagger, wolf)
        assert dealt(wolf) > 0
        assert kin.temporary_morale == morale
        game.hero.worn[Slot.QUIVER1].flags = flags
        shoot(game, wolf, 15, 5, 4, 4, 2, otherwise=5)
        assert kin.temporary_morale == 2 * morale


def test_a_cursed_weapon_is_thrown_only_by_a_breaker_of_curses():
    game = stage()
    sword = wear(game, Slot.WEAPON, "Dagger", cursed=True)
    wolf = foe(game, "Wolf", 0, 3, health=TOUGH)
    with pytest.raises(IllegalAction):
        throwing.throw(game, sword, wolf)


@pytest.mark.ability("Curse Breaking")
def test_a_breaker_of_curses_throws_a_cursed_weapon_clean():
    game = stage(abilities=(ab.CURSE_BREAKING,))
    sword = wear(game, Slot.WEAPON, "Dagger", cursed=True)
    throwing.throw(game, sword, foe(game, "Wolf", 0, 3, health=TOUGH))
    assert Slot.WEAPON not in game.hero.worn
    assert not any(thing.cursed for heap in game.level.floor.values() for thing in heap)


def test_a_potion_works_on_whom_it_hits():
    for name, field in (("Slowness", "slowed"), ("Confusion", "confused")):
        game = stage(skills=(9, 0, 0, 0, 0, 0, 0, 0))
        potion = item(name)
        assert potion.kind == kind(name)
        game.hero.pack.append(potion)
        wolf = foe(game, "Wolf", 0, 3, health=TOUGH)
        load_dice(game, 20, 1, 10, 1)
        throwing.throw(game, potion, wolf)
        assert getattr(wolf, field) == 10 + (10 - 3 + 10) - (1 + 1)
        assert potion.kind in game.lore.aware
        assert not game.hero.pack


@pytest.mark.covers("spec-dungeon: 9.5")
def test_a_throw_ends_at_a_square_and_flies_on_in_a_direction():
    for target, lands in ((None, 2), (6, 8)):
        game = stage()
        dagger = item("Dagger")
        game.hero.pack.append(dagger)
        square = (game.hero.y, game.hero.x + 2)
        load_dice(game, otherwise=50)
        throwing.throw(game, dagger, target or square)
        (resting,) = game.level.floor
        assert game.level.place(resting) == (game.hero.y, game.hero.x + lands)


def test_the_confused_aim_at_nothing():
    game = archer()
    game.hero.timers.confused = 3
    foe(game, "Wolf", 0, 4)
    shoot(game, foe(game, "Wolf", 4, 0), 4, otherwise=50)
    assert "Confused" in str(game.state.events[0].text) or "Confused" in str(
        game.state.events[1].text
    )
    assert all("Archery" in line for line in map(str, game.state.combat_rolls))
