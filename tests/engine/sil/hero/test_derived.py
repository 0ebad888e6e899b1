"""Derived values: the worked checks of the rules, the manual's examples, and each ability's
part."""

import pytest

from engine.sil.data import bundle
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import Skill, Slot, Stat
from engine.sil.hero import abilities as ab
from engine.sil.hero import derived, peoples
from engine.sil.hero.derived import health_band, maximum, rescale
from engine.sil.items import item_creation
from tests.engine.sil.items.things import artefact
from tests.engine.sil.stage import EDAIN, NAUGRIM, NOLDOR, SINDAR, item, refresh, stage, wear

pytestmark = pytest.mark.covers("spec-character-combat: 4. Derived values")


def account(game):
    return derived.account(game)


# ------------------------------------------------------------------------ maxima (worked 8 to 12)


@pytest.mark.covers("sil-q-manual: Stats / Constitution")
@pytest.mark.covers("spec-character-combat: 4.4")
def test_health_follows_constitution():
    expected = [8, 9, 11, 13, 16, 20, 24, 28, 34, 41, 49, 59, 71, 85, 103, 123]
    assert [maximum(con) for con in range(-5, 11)] == expected
    assert maximum(-9) == 3
    assert maximum(20) == 766


@pytest.mark.covers("sil-q-manual: Stats / Strength")
@pytest.mark.covers("spec-character-combat: 4.4")
def test_capacity_follows_strength():
    expected = [578, 694, 833, 1000, 1200, 1440, 1728, 2073, 2487, 2984]
    assert [derived.capacity(strength) for strength in range(-3, 7)] == expected


@pytest.mark.covers("spec-character-combat: 4.4")
def test_health_keeps_its_share_when_its_maximum_changes():
    assert rescale(15, 20, 24) == 18
    assert rescale(30, 41, 34) == 25


@pytest.mark.covers("sil-q-manual: Combat UI")
@pytest.mark.covers("spec-world: 15.3")
def test_health_levels():
    bands = [health_band(current, 41) for current in (20, 21, 10, 11, 31, 30, 41, 0)]
    assert bands == [2, 3, 1, 2, 4, 3, 5, 0]


@pytest.mark.covers("spec-character-combat: 4.5")
def test_a_load_beyond_capacity_slows():
    game = stage(stats=(2, 0, 0, 0))
    torch = wear(game, Slot.LIGHT, "Wooden Torch")
    torch.weight = 1440
    refresh(game)
    assert game.hero.derived.speed == 2
    torch.weight = 1441
    refresh(game)
    assert game.hero.derived.speed == 1


# ------------------------------------------------------------------------ damage (worked 13 to 19)


@pytest.mark.parametrize(
    ("weapon", "strength", "weight", "shield", "abilities", "dice"),
    [
        ("Curved Sword", 2, None, False, (), (2, 7)),
        ("Curved Sword", 6, None, False, (), (2, 9)),
        ("Curved Sword", -6, None, False, (), (2, 1)),
        ("Dagger", 5, None, False, (), (1, 5)),
        ("Bastard Sword", 3, None, False, (), (3, 8)),
        ("Bastard Sword", 3, None, True, (), (3, 6)),
        ("Bastard Sword", 3, None, False, (ab.POWER,), (3, 9)),
        ("Bastard Sword", 3, None, False, (ab.RAPID_ATTACK,), (3, 5)),
        ("Battle Axe", 5, 45, False, (), (3, 10)),
        (None, 3, None, False, (), (1, 4)),
        (None, -2, None, False, (), (1, 0)),
    ],
)
@pytest.mark.covers(
    "sil-q-codebase: Damage Calculation Chain",
    "sil-q-manual: Stats / Strength",
    "sil-q-manual: Doing Damage",
)
@pytest.mark.covers("spec-character-combat: 4.8")
def test_strength_adds_sides_as_far_as_weight_carries_it(
    weapon, strength, weight, shield, abilities, dice
):
    game = stage(stats=(strength, 0, 0, 0), abilities=abilities)
    if weapon:
        wear(game, Slot.WEAPON, weapon, **({"weight": weight} if weight else {}))
    if shield:
        wear(game, Slot.ARM, "Round Shield")
    refresh(game)
    assert game.hero.derived.melee_dice == dice


@pytest.mark.covers("sil-q-manual: Combat / Doing Damage")
@pytest.mark.covers("sil-q-manual: Weapons and Armour")
def test_the_manuals_axe_of_3d4_is_3d7_with_strength_3_and_3d9_with_both_hands():
    game = stage(rulings=MANUAL, stats=(3, 0, 0, 0))
    wear(game, Slot.WEAPON, "Battle Axe")
    wear(game, Slot.ARM, "Round Shield")
    assert game.hero.derived.melee_dice == (3, 7)
    del game.hero.worn[Slot.ARM]
    refresh(game)
    assert game.hero.derived.melee_dice == (3, 9)


@pytest.mark.covers("sil-q-codebase: Two-Weapon Combat")
def test_an_off_hand_sword_has_three_less_strength():
    game = stage(stats=(2, 0, 0, 0), abilities=(ab.TWO_WEAPON_FIGHTING,))
    wear(game, Slot.ARM, "Longsword")
    assert game.hero.derived.offhand_dice == (2, 4)


@pytest.mark.ability("Two Weapon Fighting")
@pytest.mark.covers("sil-q-codebase: Two-Weapon Combat")
@pytest.mark.covers("spec-character-combat: 4.8")
def test_two_weapons_of_a_naugrim_with_rapid_attack():
    game = stage(
        race=NAUGRIM,
        house=6,
        stats=(2, 0, 0, 0),
        skills=(13, 0, 0, 0, 0, 0, 0, 0),
        abilities=(ab.TWO_WEAPON_FIGHTING, ab.RAPID_ATTACK),
    )
    wear(game, Slot.WEAPON, "Longsword")
    wear(game, Slot.ARM, "Hand Axe")
    own = game.hero.derived
    assert own.skills[Skill.MELEE] == 10
    assert own.skills[Skill.MELEE] + own.offhand_attack == 10
    assert own.offhand_dice == (4, 1)
    assert own.melee_dice == (2, 4)


def test_an_off_hand_weapon_is_put_away_when_the_ability_goes():
    game = stage(abilities=(ab.TWO_WEAPON_FIGHTING,))
    dagger = wear(game, Slot.ARM, "Dagger")
    game.hero.switched_off.append(ab.TWO_WEAPON_FIGHTING)
    refresh(game)
    assert Slot.ARM not in game.hero.worn
    assert game.hero.pack == [dagger]


def test_a_cursed_off_hand_weapon_stays():
    game = stage()
    game.hero.worn[Slot.ARM] = wear(game, Slot.WEAPON, "Dagger", cursed=True)
    refresh(game)
    assert Slot.ARM in game.hero.worn


# ------------------------------------------------------------------------ bows (worked 20)


@pytest.mark.parametrize(
    ("bow", "strength", "dice", "reach"),
    [
        ("Shortbow", 3, (1, 8), 12),
        ("Longbow", 2, (2, 6), 18),
        ("Longbow", 3, (2, 7), 20),
        ("Dragon-horn Bow", 0, (4, 2), 12),
    ],
)
@pytest.mark.covers("sil-q-codebase: Damage Calculation Chain")
def test_bows_draw_on_strength_and_reach_by_their_dice(bow, strength, dice, reach):
    game = stage(stats=(strength, 0, 0, 0))
    wear(game, Slot.BOW, bow)
    assert game.hero.derived.archery_dice == dice
    assert game.hero.derived.archery_range == reach


@pytest.mark.covers("sil-q-manual: Combat / Archery")
@pytest.mark.covers("spec-dungeon: 9.4")
def test_the_manuals_bow_of_1d10_reaches_15_squares():
    game = stage(rulings=MANUAL)
    wear(game, Slot.BOW, "Longbow", damage_dice=1, damage_sides=10)
    assert game.hero.derived.archery_range == 15


# ------------------------------------------------------------------------ new heroes (worked 57)


@pytest.mark.covers("sil-q-codebase: Player Skills (8 total)", "sil-q-manual: Race and House")
@pytest.mark.covers("spec-character-combat: 4.2")
def test_a_new_naugrim_of_nogrod():
    game = stage(race=NAUGRIM, house=5, stats=(0, 0, 3, 1))
    wear(game, Slot.WEAPON, "Curved Sword")
    own = game.hero.derived
    assert (own.max_health, own.max_voice, own.capacity) == (34, 24, 1000)
    assert own.melee_dice == (2, 5)
    assert own.skills == [-1, -1, 1, 0, 1, 1, 3, 1]


@pytest.mark.covers("sil-q-codebase: Player Skills (8 total)", "sil-q-manual: Weapons and Armour")
@pytest.mark.covers("spec-character-combat: 4.2")
def test_a_new_noldor_of_fingolfin_with_a_longbow():
    game = stage(race=NOLDOR, house=2, stats=(0, 1, 3, 2))
    wear(game, Slot.WEAPON, "Curved Sword")
    own = game.hero.derived
    assert (own.max_health, own.max_voice) == (34, 28)
    assert [own.skills[s] for s in (Skill.MELEE, Skill.EVASION, Skill.SONG, Skill.WILL)] == [
        0,
        2,
        3,
        3,
    ]
    assert own.skills[Skill.ARCHERY] == 1
    wear(game, Slot.BOW, "Longbow")
    assert game.hero.derived.skills[Skill.ARCHERY] == 2


def made_by_name(game, name):
    return item_creation.artefact(game, artefact(name))


@pytest.mark.parametrize(
    ("slot", "name", "skills"),
    [
        (Slot.NECK, "of Tinfang Gelion", {Skill.SONG: 2}),
        (Slot.LEFT_RING, "of Melian", {Skill.PERCEPTION: 7}),
        (Slot.LEFT_RING, "of Mairon", {Skill.STEALTH: 3, Skill.SONG: 3}),
        (Slot.HEAD, "of Feanor", {Skill.WILL: 3}),
        (Slot.HANDS, "of the Swallow", {Skill.ARCHERY: 2}),
    ],
)
def test_worn_things_add_their_number_to_their_skills(slot, name, skills):
    game = stage()
    game.hero.worn[slot] = made_by_name(game, name)
    added = account(game).skill_equipment
    assert {skill: derived.sum_of(added[skill]) for skill in Skill if added[skill]} == skills


def test_what_brings_danger_counts_worn_and_carried():
    game = stage()
    hero = game.hero
    hero.pack = [item("Dagger"), item("Longsword")]
    hero.worn[Slot.WEAPON] = item("Dagger")
    refresh(game)
    assert hero.derived.counts.get("danger", 0) == 0
    hero.pack.append(made_by_name(game, "of Maedhros"))
    refresh(game)
    assert hero.derived.counts["danger"] == 1
    hero.worn[Slot.WEAPON] = made_by_name(game, "'Aranruth'")
    refresh(game)
    assert hero.derived.counts["danger"] == 2


@pytest.mark.parametrize(("weight", "stealth"), [(99, 0), (100, -1), (199, -1), (200, -2)])
def test_armour_weighs_on_stealth_by_whole_ten_pounds(weight, stealth):
    game = stage()
    wear(game, Slot.BODY, "Hauberk", weight=weight)
    assert derived.sum_of(account(game).skill_equipment[Skill.STEALTH]) == stealth


@pytest.mark.covers("sil-q-manual: Affinities", "sil-q-manual: Skill mastery or penalty")
@pytest.mark.covers("spec-character-combat: 4.7")
def test_affinities_add_up_and_a_penalty_counts_against():
    assert peoples.affinities(bundle.load(), SINDAR, 4)[Skill.SONG] == 2
    assert peoples.affinities(bundle.load(), NAUGRIM, 6) == (0, -1, 0, 0, 0, 1, 1, 0)
    assert peoples.affinities(bundle.load(), EDAIN, 9)[Skill.MELEE] == 1


@pytest.mark.covers(
    "sil-q-codebase: Knockback System",
    "sil-q-manual: Hindrances:",
    "sil-q-manual: Weapons and Armour",
)
@pytest.mark.covers("spec-character-combat: 4.7")
def test_armour_weighs_on_stealth_and_the_knocked_out_have_evasion_minus_5():
    game = stage(stats=(0, 2, 0, 0), skills=(0, 0, 6, 0, 0, 0, 0, 0))
    wear(game, Slot.BODY, "Hauberk", weight=370, evasion=-3)
    wear(game, Slot.ARM, "Round Shield", weight=60)
    wear(game, Slot.HEAD, "Helm", weight=40)
    wear(game, Slot.HANDS, "Set of Gauntlets", weight=30, evasion=0)
    own = derived.account(game)
    assert derived.sum_of(own.skill_equipment[Skill.STEALTH]) == -5
    assert not own.skill_misc[Skill.STEALTH]
    game.hero.timers.stun = 101
    game.hero.worn = {Slot.BODY: game.hero.worn[Slot.BODY]}
    refresh(game)
    own = derived.account(game)
    assert derived.sum_of(own.skill_misc[Skill.EVASION]) == -10
    assert own.skills[Skill.EVASION] == -5


# ------------------------------------------------------------------------ abilities of stats


@pytest.mark.ability(
    "Strength",
    "Dexterity (Archery)",
    "Dexterity (Evasion)",
    "Dexterity (Stealth)",
    "Constitution",
    "Grace (Perception)",
    "Grace (Smithing)",
    "Grace (Song)",
)
@pytest.mark.covers("spec-character-combat: 4.3")
def test_the_stat_abilities_add_a_point_each_and_stack():
    refs = (
        ab.STRENGTH,
        ab.DEXTERITY_ARCHERY,
        ab.DEXTERITY_EVASION,
        ab.DEXTERITY_STEALTH,
        ab.CONSTITUTION,
        ab.GRACE_PERCEPTION,
        ab.GRACE_SMITHING,
        ab.GRACE_SONG,
    )
    assert stage(abilities=refs).hero.derived.stats == [1, 3, 1, 3]


@pytest.mark.ability("Strength in Adversity")
@pytest.mark.parametrize(
    ("rulings", "at_half", "at_a_quarter"),
    [(GAME, [1, 1, 0, 1], [3, 3, 0, 3]), (MANUAL, [1, 0, 0, 1], [2, 0, 0, 2])],
)
@pytest.mark.covers("spec-character-combat: 4.3")
def test_wounds_give_strength_in_adversity(rulings, at_half, at_a_quarter):
    game = stage(rulings=rulings, abilities=(ab.STRENGTH_IN_ADVERSITY,))
    assert game.hero.derived.stats == [0, 0, 0, 0]
    game.hero.health = 10
    refresh(game)
    assert game.hero.derived.stats == at_half
    game.hero.health = 5
    refresh(game)
    assert game.hero.derived.stats == at_a_quarter


@pytest.mark.ability("Oath")
@pytest.mark.parametrize(
    ("rulings", "oath", "stats"),
    [
        (GAME, derived.MERCY, [0, 0, 0, 1]),
        (GAME, derived.SILENCE, [1, 0, 0, 0]),
        (GAME, derived.IRON, [0, 0, 2, 0]),
        (MANUAL, derived.MERCY, [0, 0, 0, 1]),
        (MANUAL, derived.SILENCE, [2, 0, 0, 0]),
        (MANUAL, derived.IRON, [0, 0, 3, 0]),
    ],
)
def test_a_kept_oath_is_rewarded_and_a_broken_one_is_not(rulings, oath, stats):
    game = stage(rulings=rulings, abilities=(ab.OATH,))
    game.hero.oath = oath
    refresh(game)
    assert game.hero.derived.stats == stats
    game.hero.oaths_broken.append(oath)
    refresh(game)
    assert game.hero.derived.stats == [0, 0, 0, 0]


@pytest.mark.ability("Poison Resistance")
def test_poison_resistance_is_a_level_of_resistance():
    assert stage(abilities=(ab.POISON_RESISTANCE,)).hero.derived.counts["resist_poison"] == 2


@pytest.mark.ability("Indomitable")
def test_the_indomitable_withstand_by_the_rules_in_force():
    game, manual = (
        stage(abilities=(ab.INDOMITABLE,)),
        stage(rulings=MANUAL, abilities=(ab.INDOMITABLE,)),
    )
    for name in ("resist_confusion", "resist_stun", "resist_hallucination"):
        assert game.hero.derived.counts[name] == manual.hero.derived.counts[name] == 1
    assert game.hero.derived.counts["resist_fear"] == 1
    assert manual.hero.derived.counts["resist_fear"] == 0
    assert (game.hero.derived.hunger, manual.hero.derived.hunger) == (-1, 0)


@pytest.mark.ability("Versatility")
def test_versatility_lends_half_of_archerys_lead():
    many = (4, 9, 0, 0, 0, 0, 0, 0)
    plain = stage(skills=many, house=7).hero.skill(Skill.MELEE)
    assert (
        stage(skills=many, house=7, abilities=(ab.VERSATILITY,)).hero.skill(Skill.MELEE)
        == plain + 2
    )
    few = (9, 4, 0, 0, 0, 0, 0, 0)
    assert stage(skills=few, house=7, abilities=(ab.VERSATILITY,)).hero.skill(Skill.MELEE) == 9


@pytest.mark.ability("Parry")
def test_parry_counts_the_weapons_evasion_twice():
    game = stage(abilities=(ab.PARRY,))
    wear(game, Slot.WEAPON, "Quarterstaff")
    assert game.hero.skill(Skill.EVASION) == 4


@pytest.mark.ability("Polearm Mastery")
@pytest.mark.covers("sil-q-codebase: Skill Bonus Functions")
def test_polearm_mastery_adds_two_with_a_spear():
    game = stage(house=7, abilities=(ab.POLEARM_MASTERY,))
    assert game.hero.skill(Skill.MELEE) == 0
    wear(game, Slot.WEAPON, "Spear")
    assert game.hero.skill(Skill.MELEE) == 2


@pytest.mark.ability("Power")
def test_power_adds_a_side():
    assert stage(abilities=(ab.POWER,)).hero.derived.melee_dice == (1, 2)


@pytest.mark.ability("Rapid Attack")
def test_rapid_attack_costs_three_of_melee_and_of_strength():
    game = stage(house=7, abilities=(ab.RAPID_ATTACK,), stats=(3, 0, 0, 0))
    assert game.hero.skill(Skill.MELEE) == -3
    assert game.hero.derived.melee_dice == (1, 1)


@pytest.mark.ability("Vengeance")
def test_a_charge_of_vengeance_is_a_die():
    game = stage(abilities=(ab.VENGEANCE,))
    game.hero.vengeance = 1
    refresh(game)
    assert game.hero.derived.melee_dice == (2, 1)


# ------------------------------------------------------------------------ speed (worked 50)


@pytest.mark.ability("Sprinting")
@pytest.mark.parametrize(
    ("steps", "fast"),
    [
        ((6, 6, 9, 9), True),
        ((6, 9, 8, 7), True),
        ((6, 6, 2, 2), False),
        ((5, 6, 6, 6), False),
        ((10, 6, 6, 6), False),
    ],
)
def test_four_steps_in_a_line_are_a_sprint(steps, fast):
    game = stage(abilities=(ab.SPRINTING,))
    game.hero.actions = [0, *reversed(steps), 0]
    refresh(game)
    assert game.hero.derived.speed == (3 if fast else 2)


@pytest.mark.covers("sil-q-codebase: Speed and Energy System")
@pytest.mark.covers("spec-character-combat: 4.6")
def test_speed_stays_within_its_bounds_by_the_rules_in_force():
    for rulings, most in ((GAME, 3), (MANUAL, 3)):
        game = stage(rulings=rulings, abilities=(ab.SPRINTING,))
        game.hero.timers.fast = 5
        game.hero.actions = [0, 6, 6, 6, 6, 0]
        refresh(game)
        assert game.hero.derived.speed == most
    game.hero.timers.slow, game.hero.stealth_mode, game.hero.timers.fast = 5, True, 0
    game.hero.actions = [0] * 6
    refresh(game)
    assert game.hero.derived.speed == 1


@pytest.mark.covers("sil-q-manual: Helpful factors:", "sil-q-manual: Stealth")
@pytest.mark.covers("spec-character-combat: 14.1", "spec-character-combat: 12.4")
def test_stealth_mode_adds_five_and_slows_unless_the_hero_waits():
    game = stage()
    game.hero.stealth_mode = True
    refresh(game)
    assert (game.hero.skill(Skill.STEALTH), game.hero.derived.speed) == (5, 1)
    game.hero.actions[0] = 5
    refresh(game)
    assert game.hero.derived.speed == 2


# ------------------------------------------------------------------------ songs (worked 47, 49)


@pytest.mark.covers("sil-q-manual: Hindrances:")
@pytest.mark.covers("spec-character-combat: 12.8")
def test_songs_weigh_on_stealth_and_staying_lifts_will():
    game = stage(skills=(0, 0, 0, 0, 0, 0, 0, 13), house=7)
    hero = game.hero
    hero.song = ab.SONG_OF_STAYING.number
    refresh(game)
    assert (hero.skill(Skill.WILL), hero.skill(Skill.STEALTH)) == (6, -8)
    hero.song, hero.theme = ab.SONG_OF_SILENCE.number, ab.SONG_OF_STAYING.number
    refresh(game)
    assert (hero.skill(Skill.WILL), hero.skill(Skill.STEALTH)) == (3, -4)
    hero.song, hero.theme = ab.SONG_OF_ELBERETH.number, ab.SONG_OF_CHALLENGE.number
    refresh(game)
    assert hero.skill(Skill.STEALTH) == -10


# ------------------------------------------------------------------------ conditions


@pytest.mark.parametrize(("rulings", "at_fifty"), [(GAME, -4), (MANUAL, -2)])
def test_a_stun_of_50_is_heavy_or_not_by_the_rules_in_force(rulings, at_fifty):
    game = stage(rulings=rulings)
    for stun, penalty in ((1, -2), (49, -2), (50, at_fifty), (51, -4)):
        game.hero.timers.stun = stun
        refresh(game)
        assert game.hero.skill(Skill.WILL) == penalty


@pytest.mark.parametrize(("rulings", "melee", "archery"), [(GAME, 0, 1), (MANUAL, 1, 0)])
@pytest.mark.covers("sil-q-manual: Weapon proficiency")
def test_elven_proficiency_helps_as_the_rules_in_force_say(rulings, melee, archery):
    game = stage(rulings=rulings, race=NOLDOR, house=1)
    wear(game, Slot.BOW, "Longbow")
    assert game.hero.skill(Skill.MELEE) == melee
    assert game.hero.skill(Skill.ARCHERY) == archery


def test_regeneration_makes_hungry_when_hurt_or_always_by_the_rules_in_force():
    for rulings, at_rest in ((GAME, 0), (MANUAL, 1)):
        game = stage(rulings=rulings)
        wear(game, Slot.RIGHT_RING, "Accuracy", flags=["REGEN"])
        assert game.hero.derived.hunger == at_rest
        game.hero.health -= 1
        refresh(game)
        assert game.hero.derived.hunger == 1


@pytest.mark.covers("sil-q-codebase: Ability Types")
@pytest.mark.covers("spec-character-combat: 3.4")
def test_what_is_lent_comes_switched_on_and_leaves_no_trace():
    game = stage()
    hero = game.hero
    wear(game, Slot.WEAPON, "Dagger", abilities=[ab.CHARGE])
    assert hero.active(ab.CHARGE)
    hero.switched_off.append(ab.CHARGE)
    refresh(game)
    assert not hero.active(ab.CHARGE)
    del hero.worn[Slot.WEAPON]
    refresh(game)
    assert not hero.owns(ab.CHARGE)
    wear(game, Slot.WEAPON, "Dagger", abilities=[ab.CHARGE])
    assert hero.active(ab.CHARGE)


@pytest.mark.covers("spec-character-combat: 3.3", "spec-character-combat: 3.4")
def test_an_own_ability_that_is_off_stays_off_when_something_lends_it_too():
    game = stage(abilities=(ab.POWER,))
    game.hero.switched_off.append(ab.POWER)
    wear(game, Slot.WEAPON, "Dagger", abilities=[ab.POWER])
    assert not game.hero.active(ab.POWER)


@pytest.mark.covers("spec-character-combat: 4.1", "spec-character-combat: 4.3")
def test_stats_stay_between_their_bounds():
    assert stage(stats=(-30, 40, 0, 0)).hero.derived.stats[:2] == [-9, 20]


@pytest.mark.covers(
    "sil-q-codebase: Skill System (Melee", "sil-q-codebase: Player Skills (8 total)"
)
@pytest.mark.covers(
    "spec-character-combat: 3.1", "spec-character-combat: 4.1", "spec-character-combat: 4.7"
)
def test_every_sum_is_the_sum_of_its_terms():
    game = stage(race=NOLDOR, house=1, stats=(1, 2, 3, 4), skills=(3,) * 8, abilities=(ab.PARRY,))
    wear(game, Slot.WEAPON, "Greatsword")
    out, own = account(game), game.hero.derived
    for skill in Skill:
        terms = out.skill_equipment[skill] + out.skill_misc[skill]
        base = game.hero.skill_base[skill] + out.skill_stat[skill]
        assert own.skills[skill] == base + sum(amount for _, amount in terms)
    assert own.stats[Stat.STR] == 1


def test_a_second_weapon_is_put_away_and_that_told_when_nothing_lets_the_hero_use_it():
    game = stage(abilities=(ab.TWO_WEAPON_FIGHTING,))
    wear(game, Slot.WEAPON, "Longsword")
    dagger = wear(game, Slot.ARM, "Dagger")
    assert game.hero.worn[Slot.ARM] is dagger
    game.hero.bought = []
    derived.update(game)
    assert Slot.ARM not in game.hero.worn
    assert dagger in game.hero.pack
    told = [str(event.text) for event in game.state.events]
    assert told == ["You can no longer fight with two weapons, and put away the dagger."]
