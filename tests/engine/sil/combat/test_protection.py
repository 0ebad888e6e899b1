"""Armour, and harm to the hero."""

import pytest

from engine.sil.data.records import Blow, Dice
from engine.sil.effects import blow_rolls, injury
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import Skill, Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import derived, protection
from engine.sil.level import terrain
from tests.engine.sil.stage import foe, load_dice, refresh, stage, wear
from tests.rolled import dice_for

pytestmark = pytest.mark.covers("spec-character-combat: 4.10 Protection")


def clad(*abilities, rulings=GAME):
    game = stage(rulings=rulings, abilities=abilities)
    wear(game, Slot.BODY, "Leather Armour")
    wear(game, Slot.ARM, "Kite Shield")
    return game


@pytest.mark.ability("Blocking")
def test_blocking_doubles_the_shield_of_who_stands_still():
    game = clad()
    assert protection.span(game, "hurt") == (2, 10)
    assert protection.span(game, "fire") == (1, 6)
    game = clad(ab.BLOCKING)
    assert protection.span(game, "hurt") == (3, 16)
    assert protection.span(game, "cold") == (2, 12)
    assert protection.span(game, "poison") == (0, 0)
    game.hero.actions[0] = 6
    assert protection.span(game, "hurt") == (2, 10)


def test_staying_protects_against_everything():
    game = clad()
    wear(game, Slot.OUTER, "Cloak")
    game.hero.song = ab.SONG_OF_STAYING.number
    assert protection.span(game, "hurt") == (4, 14)
    assert protection.span(game, "dark") == (2, 4)


@pytest.mark.ability("Heavy Armour Use")
def test_heavy_armour_adds_a_die_by_its_weight():
    game = stage(abilities=(ab.HEAVY_ARMOUR_USE,))
    for slot, name, weight in (
        (Slot.BODY, "Hauberk", 350),
        (Slot.ARM, "Kite Shield", 80),
        (Slot.HEAD, "Great Helm", 80),
        (Slot.FEET, "Pair of Greaves", 80),
        (Slot.HANDS, "Set of Gauntlets", 30),
        (Slot.OUTER, "Cloak", 20),
    ):
        wear(game, slot, name, weight=weight, protection_dice=0)
    assert protection.heavy_weight(game) == 640
    assert protection.span(game, "hurt") == (1, 4)
    assert derived.sum_of(derived.account(game).skill_equipment[Skill.STEALTH]) == -6
    wear(game, Slot.QUIVER1, "Arrow", weight=1)
    wear(game, Slot.QUIVER2, "Arrow", weight=1)
    assert protection.heavy_weight(game) == 642
    assert protection.span(game, "fire") == (0, 0)


def test_a_roll_stays_in_its_span():
    game = clad()
    game.streams = dice_for(b"7" * 16)
    rolled = {protection.roll(game, "hurt") for _ in range(300)}
    assert (min(rolled), max(rolled)) == (2, 10)


def test_resistance_levels():
    game = stage()
    assert protection.resistance(game, "fire") == 1
    game.hero.timers.resist_fire = 9
    assert protection.resistance(game, "fire") == 2
    game.hero.derived.counts["resist_cold"] = 0
    assert protection.resistance(game, "cold") == -2
    game.hero.derived.counts["resist_cold"] = -1
    assert protection.resistance(game, "cold") == -3


def test_light_resists_the_dark_less_by_the_manual():
    for rulings, level in ((GAME, 3), (MANUAL, 2)):
        game = stage(rulings=rulings)
        game.knowledge.light[game.level.at(game.hero.y, game.hero.x)] = 3
        assert protection.resistance(game, "dark") == level


# ------------------------------------------------------------------------ blows on the hero


def struck(game, blow, *faces, name="Wolf", otherwise=1):
    load_dice(game, *faces, otherwise=otherwise)
    return blow_rolls.roll_blow(game, foe(game, name), blow)


def test_a_monsters_critical_counts_two_pounds_a_die():
    for margin, crit in ((10, 0), (11, 1), (22, 2), (33, 3)):
        game = stage()
        incoming = struck(game, Blow("BITE", "HURT", margin - 1, Dice(2, 6)), 2, 1)
        assert incoming.margin == margin
        assert incoming.crit == crit


@pytest.mark.covers("sil-q-manual: Elemental damage")
def test_an_element_adds_dice_by_resistance():
    blow = Blow("HIT", "FIRE", 5, Dice(2, 6))
    for level, dice in ((1, 3), (2, 2), (0, 4), (-1, 5)):
        game = stage()
        game.hero.derived.counts["resist_fire"] = level
        assert struck(game, blow, 10, 9).dice == dice


@pytest.mark.covers("sil-q-codebase: Monster Attack Structure")
def test_a_touch_passes_armour_by_and_spores_cannot_miss():
    game = clad()
    touch = struck(game, Blow("TOUCH", "HURT", 30, Dice(2, 6)), 20, 1)
    assert (touch.protection, touch.crit) == (0, 0)
    assert struck(clad(), Blow("SPORE", "HURT", -50, Dice(1, 4)), 1, 20).hit


@pytest.mark.covers("spec-character-combat: 11. Monsters attacking the player")
def test_the_cursed_keep_the_worse_evasion():
    game = stage()
    game.hero.cursed = True
    assert struck(game, Blow("HIT", "HURT", 0, Dice(1, 4)), 10, 19, 3).against == 3


# ------------------------------------------------------------------------ harm


@pytest.mark.covers("spec-character-combat: 11. Monsters attacking the player")
def test_damage_kills_at_nought_and_names_the_killer():
    game = stage()
    injury.hurt_hero(game, game.hero.health, "a wolf")
    assert game.state.ended == "dead"
    assert str(game.hero.killed_by) == "a wolf"


@pytest.mark.covers("spec-objects-smithing: 6.6")
def test_a_thing_that_cheats_death_breaks_instead():
    game = stage()
    game.hero.timers.blind = game.hero.timers.poison = 9
    wear(game, Slot.RIGHT_RING, "Accuracy", flags=["CHEAT_DEATH"])
    energy = game.hero.energy
    injury.hurt_hero(game, 999, "a wolf")
    assert not game.state.ended
    assert game.hero.health == 1
    assert game.hero.energy == energy + 100
    assert (game.hero.timers.blind, game.hero.timers.poison) == (0, 0)
    assert Slot.RIGHT_RING not in game.hero.worn


@pytest.mark.parametrize(
    ("rulings", "by_harm", "by_attack"), [(GAME, True, False), (MANUAL, False, True)]
)
def test_a_trance_is_broken_as_the_rules_in_force_say(rulings, by_harm, by_attack):
    for event, broken in (
        (lambda g: injury.hurt_hero(g, 0, "gas"), by_harm),
        (injury.under_attack, by_attack),
    ):
        game = stage(rulings=rulings)
        game.hero.timers.entranced = 5
        refresh(game)
        event(game)
        assert (game.hero.timers.entranced == 0) == broken


def test_real_damage_wakes_by_its_amount():
    game = stage()
    wolf = foe(game, "Wolf", health=50, alertness=-20)
    load_dice(game, 1)
    assert not injury.hurt_creature(game, wolf, 9)
    assert wolf.alertness == 9


def test_stone_leaves_rubble_and_uniques_never_return():
    game = stage()
    stone = next(m for m in game.data.monsters.values() if "STONE" in m.flags)
    unique = next(m for m in game.data.monsters.values() if "UNIQUE" in m.flags)
    creature = foe(game, stone.name, health=1)
    square = game.level.at(creature.y, creature.x)
    injury.hurt_creature(game, creature, 1)
    assert game.level.feature[square] == terrain.RUBBLE
    injury.hurt_creature(game, foe(game, unique.name, 0, 3, health=1), 1)
    assert game.world.dead_uniques == [unique.serial]
