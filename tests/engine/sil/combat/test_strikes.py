"""Blows of the hero at their boundaries: charges, smites, assassination, what kills (rules: combat
7.2 to 7.4)."""

import pytest

from engine.sil.combat import attacks, critical_effects, prising, strikes
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import Skill, Slot, Stat
from engine.sil.hero import abilities as ab
from tests.engine.sil.stage import foe, item, load_dice, stage, wear

TOUGH = 1000
EAST, NORTH_EAST, NORTH, WEST = 6, 9, 8, 4
MORGOTH = "Morgoth, Lord of Darkness"


def fighter(*abilities, weapon="Longsword", **more):
    game = stage(abilities=abilities, **more)
    wear(game, Slot.WEAPON, weapon)
    return game


@pytest.mark.parametrize(
    ("ran", "speed", "kind", "charge"),
    [
        (EAST, 2, "main", True), (NORTH_EAST, 2, "main", True), (NORTH, 2, "main", False),
        (WEST, 2, "main", False), (0, 2, "main", False), (EAST, 1, "main", False),
        (EAST, 2, "flanking", True), (EAST, 2, "whirlwind", False), (EAST, 2, "riposte", False),
        (EAST, 2, "follow-through", False),
    ],
)  # fmt: skip
def test_a_charge_is_a_normal_attack_the_way_one_ran_with_speed(ran, speed, kind, charge):
    for ability, able in ((ab.CHARGE, True), (ab.POWER, False)):
        game = fighter(ability)
        game.hero.actions[1], game.hero.derived.speed = ran, speed
        assert strikes.charges(game, kind, EAST) == (charge and able)


@pytest.mark.parametrize(
    ("weapon", "kind", "rulings", "tired", "smites"),
    [
        ("Greatsword", "main", GAME, False, True), ("Greatsword", "main", GAME, True, True),
        ("Greatsword", "main", MANUAL, False, True), ("Greatsword", "main", MANUAL, True, False),
        ("Longsword", "main", GAME, False, False), ("Greatsword", "rage", GAME, False, False),
    ],
)  # fmt: skip
def test_a_smite_needs_both_hands_and_by_the_manual_a_fresh_turn(
    weapon, kind, rulings, tired, smites
):
    game = fighter(ab.SMITE, weapon=weapon, rulings=rulings)
    game.hero.skip_turn = tired
    assert strikes.smites(game, kind) == smites
    assert not strikes.smites(fighter(weapon=weapon, rulings=rulings), kind)


@pytest.mark.parametrize(
    ("changes", "kind", "charging", "stealthy"),
    [
        ({"alertness": -1}, "main", False, True),
        ({"alertness": 0}, "main", False, False),
        ({"alertness": -1}, "main", True, False),
        ({"alertness": -1}, "riposte", False, False),
        ({"alertness": -1, "visible": False}, "main", False, False),
        ({"alertness": -1, "confused": 1}, "main", False, False),
    ],
)
def test_assassination_is_for_the_unwary_who_are_seen_by_a_clear_head(
    changes, kind, charging, stealthy
):
    game = fighter(ab.ASSASSINATION)
    changes = dict(changes)
    game.hero.timers.confused = changes.pop("confused", 0)
    wolf = foe(game, "Wolf", health=TOUGH, **changes)
    attack = strikes.plan_attack(game, wolf, kind, EAST)
    assert strikes._assassinates(game, attack, charging) == stealthy


@pytest.mark.parametrize(
    ("kind", "rulings", "blows"),
    [
        ("main", GAME, 3), ("flanking", GAME, 3), ("impale", GAME, 2), ("whirlwind", GAME, 3),
        ("whirlwind", MANUAL, 2), ("riposte", GAME, 1), ("follow-through", GAME, 1),
    ],
)  # fmt: skip
def test_how_many_blows_an_attack_has(kind, rulings, blows):
    game = fighter(ab.RAPID_ATTACK, ab.TWO_WEAPON_FIGHTING, rulings=rulings)
    wear(game, Slot.ARM, "Dagger")
    wolf = foe(game, "Wolf", health=TOUGH)
    assert strikes.plan_attack(game, wolf, kind, EAST).blows == blows


def test_the_second_hand_strikes_last_and_alone_with_its_own_dice():
    game = fighter(ab.TWO_WEAPON_FIGHTING)
    dagger = wear(game, Slot.ARM, "Dagger")
    attack = strikes.plan_attack(game, foe(game, "Wolf", health=TOUGH), "main", EAST)
    first, second = (strikes.plan_blow(game, attack, number) for number in (0, 1))
    assert (first.offhand, second.offhand) == (False, True)
    assert second.weapon is dagger
    assert first.weapon is game.hero.worn[Slot.WEAPON]


def strike(game, creature, kind="main", *faces, otherwise=1):
    load_dice(game, *faces, otherwise=otherwise)
    return attacks.single(game, creature, kind, EAST)


@pytest.mark.parametrize(("crit_roll", "dies"), [(20, True), (2, False)])
def test_the_song_of_slaying_ends_the_weak_only_by_a_critical_blow(crit_roll, dies):
    game = fighter(ab.VENGEANCE, skills=(0, 0, 0, 0, 0, 0, 0, 20))
    game.hero.song, game.hero.vengeance = ab.SONG_OF_SLAYING.number, 1
    wolf = foe(game, "Wolf", health=20)
    assert strike(game, wolf, "main", crit_roll, 1) == dies
    assert game.hero.vengeance == dies  # such a death leaves it


@pytest.mark.parametrize(
    ("flags", "name", "health"),
    [(["VAMPIRIC"], "Wolf", 12), (["VAMPIRIC"], "Phantom", 5), ([], "Wolf", 5)],
)
def test_a_vampiric_weapon_drinks_only_of_the_living(flags, name, health):
    game = stage()
    wear(game, Slot.WEAPON, "Longsword", flags=flags)
    game.hero.derived.max_health, game.hero.health = 100, 5
    strikes._drink(game, foe(game, name), game.hero.worn[Slot.WEAPON])
    assert game.hero.health == health
    game.hero.health = 99
    strikes._drink(game, foe(game, "Wolf", 0, 2), game.hero.worn[Slot.WEAPON])
    assert game.hero.health == (100 if flags else 99)


def test_a_hit_marks_its_victim_and_an_opportunist_does_not_push_it():
    for kind, pushed in (("main", True), ("opportunist", False)):
        game = fighter(ab.KNOCK_BACK)
        game.hero.derived.stats[Stat.STR] = 9
        game.hero.derived.skills[Skill.MELEE] = 20
        wolf = foe(game, "Wolf", health=24)
        strike(game, wolf, kind, otherwise=2)
        assert "hit by melee" in wolf.flags
        assert (wolf.x == game.hero.x + 2) == pushed


@pytest.mark.parametrize(
    ("weapon", "strength", "both", "force"),
    [("Dagger", 5, False, 0), ("Longsword", -9, False, -3), ("Longsword", 2, True, 4),
     (None, 9, False, 4), (None, -9, False, -4)],
)  # fmt: skip
def test_the_force_of_a_push_goes_by_strength_as_far_as_the_weapon_is_heavy(
    weapon, strength, both, force
):
    thing = item(weapon) if weapon else None
    assert critical_effects.knock_force(stage(), thing, strength, both_hands=both) == force


def test_those_who_never_move_are_not_pushed_and_those_of_hard_build_do_not_reel():
    game = fighter(ab.KNOCK_BACK, ab.CRUEL_BLOW)
    game.hero.derived.stats[Stat.STR] = 20
    thorn = foe(game, "Tanglethorn", 0, 1)
    load_dice(game, otherwise=5)
    assert not critical_effects.knocks_back(game, thorn, None, 0, offhand=False)
    hard = next(m.name for m in game.data.monsters.values() if "RES_CRIT" in m.flags)
    creature = foe(game, hard, 0, -1)
    assert not critical_effects._reels(game, creature, 3)
    wolf = foe(game, "Wolf", 1, 0)
    assert critical_effects._reels(game, wolf, 1)
    assert not critical_effects._reels(game, wolf, 0)


@pytest.mark.parametrize(
    ("dx", "view", "near"), [(5, True, True), (6, True, False), (3, False, False)]
)
def test_morgoth_feels_what_befalls_the_crown_within_five_squares_in_sight(dx, view, near):
    game = stage()
    morgoth = foe(game, MORGOTH, 0, dx)
    game.knowledge.view[game.level.at(morgoth.y, morgoth.x)] = view
    assert (prising._near_morgoth(game) is morgoth) == near
    assert prising._near_morgoth(stage()) is None


@pytest.mark.parametrize(
    ("number", "shattered", "face", "breaks"),
    [(0, False, 1, False), (1, False, 1, True), (1, False, 2, False), (2, False, 2, True),
     (2, True, 1, False), (1, True, 1, False)],
)  # fmt: skip
def test_a_weapon_shatters_once_perhaps_at_the_second_jewel_surely_at_the_third(
    number, shattered, face, breaks
):
    game = stage()
    game.world.shattered = shattered
    load_dice(game, face)
    assert prising._shatters(game, number) == breaks


@pytest.mark.parametrize(
    ("health", "faces", "pushed"),
    [(40, (4, 1), True), (40, (3, 1), False), (60, (8, 1), True), (60, (7, 1), False)],
)
def test_a_push_is_twice_the_force_against_twice_the_constitution(health, faces, pushed):
    game = fighter(ab.KNOCK_BACK)
    game.hero.derived.stats[Stat.STR] = 3
    wolf = foe(game, "Wolf", health=health)
    load_dice(game, *faces)
    weapon = game.hero.worn[Slot.WEAPON]
    assert critical_effects.knocks_back(game, wolf, weapon, 0, offhand=False) == pushed
