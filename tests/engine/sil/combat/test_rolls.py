"""Hit rolls, checks, saves, criticals: the worked checks of the rules."""

from itertools import product

import pytest

from engine.sil.combat import strikes
from engine.sil.combat.critical_effects import wounding_power
from engine.sil.creatures import combat_totals, creature_stats, skill_rolls
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import RaceLore, Skill, Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import banes
from tests.engine.sil.stage import NOLDOR, foe, load_dice, race, refresh, stage, wear
from tests.oracle.combat import Faces

pytestmark = pytest.mark.covers("spec-character-combat: 5. Core rolls")

HITS = {0: 190, 1: 210, 2: 229, 5: 280, 10: 345, 15: 385, 19: 399, 20: 400}
HITS |= {-1: 171, -5: 105, -10: 45, -18: 1, -19: 0}
CHECKS = {0: 45, 1: 55, 2: 64, 3: 72, 5: 85, 8: 97, 10: 100, -1: 36, -3: 21, -5: 10, -8: 1, -9: 0}


def ways(sides):
    return map(Faces, product(range(1, sides + 1), repeat=2))


@pytest.mark.parametrize(("lead", "hits"), HITS.items())
@pytest.mark.covers("sil-q-manual: Attacking", "sil-q-manual: Skills / Melee")
@pytest.mark.covers("spec-character-combat: 5.2")
def test_hits_of_400(lead, hits):
    assert sum(skill_rolls.hit_contest(lead, 0).roll(way).margin > 0 for way in ways(20)) == hits


@pytest.mark.parametrize(("lead", "won"), CHECKS.items())
@pytest.mark.covers("sil-q-manual: Skills")
@pytest.mark.covers("spec-character-combat: 5.1")
def test_checks_of_100(lead, won):
    assert sum(skill_rolls.skill_check(way, lead, 0) > 0 for way in ways(10)) == won


@pytest.mark.parametrize(
    ("weight", "adjustment", "margins"),
    [
        (5, 0, (8, 15, 23)),
        (10, 0, (8, 16, 24)),
        (15, 0, (9, 17, 26)),
        (20, 0, (9, 18, 27)),
        (30, 0, (10, 20, 30)),
        (40, 0, (11, 22, 33)),
        (45, 0, (12, 23, 35)),
        (60, 0, (13, 26, 39)),
        (70, 0, (14, 28, 42)),
        (80, 0, (15, 30, 45)),
        (5, -20, (6, 11, 17)),
        (30, -20, (8, 16, 24)),
        (70, -20, (12, 24, 36)),
        (5, -40, (4, 7, 11)),
        (30, -40, (6, 12, 18)),
        (30, 10, (11, 22, 33)),
        (80, 10, (16, 32, 48)),
        (30, -10, (9, 18, 27)),
        (45, -10, (11, 21, 32)),
        (100, 0, (17, 34, 51)),
    ],
)
@pytest.mark.covers("spec-character-combat: 7.5")
def test_margins_of_critical_dice(weight, adjustment, margins):
    for dice, margin in enumerate(margins, 1):
        assert skill_rolls.crit_dice(GAME, margin, weight, adjustment) == dice
        assert skill_rolls.crit_dice(GAME, margin - 1, weight, adjustment) == dice - 1


@pytest.mark.covers("sil-q-manual: Combat / Doing Damage")
def test_the_manuals_longsword_has_criticals_at_10_20_and_30_and_its_dagger_by_sevens():
    found = [skill_rolls.crit_dice(MANUAL, margin, 30) for margin in (9, 10, 19, 20, 29, 30)]
    assert found == [0, 1, 1, 2, 2, 3]
    assert [skill_rolls.crit_dice(MANUAL, margin, 5) for margin in (6, 7, 13, 14)] == [0, 1, 1, 2]
    assert skill_rolls.crit_dice(GAME, 7, 5) == 0


@pytest.mark.covers(
    "sil-q-codebase: Critical Hit Modifiers", "sil-q-codebase: Critical Hit Resistance"
)
@pytest.mark.covers("spec-character-combat: 7.5")
def test_what_resists_criticals_halves_the_dice():
    assert (
        skill_rolls.crit_against(skill_rolls.crit_dice(GAME, 30, 30), frozenset(("RES_CRIT",))) == 1
    )
    assert (
        skill_rolls.crit_against(skill_rolls.crit_dice(GAME, 19, 30), frozenset(("RES_CRIT",))) == 0
    )
    assert skill_rolls.crit_against(9, frozenset(("NO_CRIT",))) == 0


@pytest.mark.ability("Finesse", "Power", "Subtlety")
@pytest.mark.covers("sil-q-codebase: Critical Hit Modifiers")
def test_training_moves_the_step_of_criticals():
    game = stage(abilities=(ab.FINESSE, ab.SUBTLETY))
    assert strikes.crit_adjustment(game.data, game.hero) == -40
    assert strikes.crit_adjustment(game.data, game.hero, thrown=True) == -20
    wear(game, Slot.ARM, "Round Shield")
    assert strikes.crit_adjustment(game.data, game.hero) == -20
    assert strikes.crit_adjustment(game.data, stage(abilities=(ab.POWER,)).hero) == 10


@pytest.mark.ability("Subtlety")
def test_a_weapon_in_both_hands_is_not_subtle():
    game = stage(abilities=(ab.SUBTLETY,))
    assert strikes.crit_adjustment(game.data, game.hero) == -20
    wear(game, Slot.WEAPON, "Greatsword")
    assert strikes.crit_adjustment(game.data, game.hero) == 0


@pytest.mark.covers("spec-character-combat: 5.2")
def test_the_cursed_keep_the_worse_of_two_dice():
    game = stage()
    game.hero.cursed = True
    load_dice(game, 9, 2, 5)
    assert skill_rolls.hero_check(game, 4, 0) == 2 + 4 - 5
    load_dice(game, 9, 8, 2)
    assert skill_rolls.foe_check(game, None, 0, 1) == 9 - (1 + 2)


@pytest.mark.covers("sil-q-manual: Will")
@pytest.mark.covers("spec-character-combat: 5.3")
def test_a_save_is_won_on_ties_and_by_one_resistance_against_equal_will():
    game = stage(skills=(0, 0, 0, 0, 0, 10, 0, 0))
    load_dice(game, 5, 5)
    assert skill_rolls.will_save(game, None)
    load_dice(game, 6, 5)
    assert not skill_rolls.will_save(game, None)
    assert all(skill_rolls.skill_check(way, 10 - 10, 10) <= 0 for way in ways(10))


# ------------------------------------------------------------------------ what is asked of foes


@pytest.mark.parametrize(
    ("health", "con"),
    [(10, -3), (16, -1), (20, 0), (24, 1), (30, 2), (40, 4), (60, 6), (100, 9), (200, 13)],
)
@pytest.mark.covers("spec-character-combat: 5.4")
def test_a_monsters_constitution_follows_its_health(health, con):
    game = stage()
    assert creature_stats.constitution(foe(game, "Wolf", health=health)) == con


@pytest.mark.parametrize(
    ("kills", "bonus"),
    [(1, 0), (2, 1), (3, 1), (4, 2), (7, 2), (8, 3), (15, 3), (16, 4), (31, 4), (32, 5)],
)
@pytest.mark.covers("sil-q-codebase: Skill Bonus Functions")
@pytest.mark.covers("spec-character-combat: 5.5")
def test_bane_grows_with_the_power_of_two_in_the_kills(kills, bonus):
    game = stage()
    game.hero.bane = 2
    game.lore.races[race("Wolf")] = RaceLore(kills=kills)
    assert creature_stats.bane(game, foe(game, "Wolf")) == bonus
    assert creature_stats.bane(game, foe(game, "Orc scout", 0, 2)) == 0
    game.hero.timers.entranced = 1
    assert banes.bane_bonus(game) == 0


@pytest.mark.covers("sil-q-codebase: Skill Bonus Functions")
@pytest.mark.covers("spec-character-combat: 5.5")
def test_elf_bane_strikes_the_eldar_alone():
    for people, bonus in ((NOLDOR, 5), (3, 0)):
        game = stage(race=people, house=1 if people == NOLDOR else 9)
        assert creature_stats.elf_bane(game, foe(game, "Dagorhir, the Elfbane")) == bonus


def rolled_against(game, creature):
    """Totals and margins between the hero and a creature: three of its own, then three of his."""
    load_dice(game, *(5, 5) * 2)
    return (
        combat_totals.monster_attack(game, creature, 0).total,
        combat_totals.monster_evasion(game, creature).total,
        skill_rolls.foe_check(game, creature, 0, 0),
        attack(game, creature, 0),
        combat_totals.hero_evasion(game, creature).total,
        skill_rolls.hero_check(game, 0, 0, creature),
    )


@pytest.mark.covers("spec-character-combat: 5.5", "spec-character-combat: 6.2")
def test_elf_bane_helps_a_creature_in_each_roll_with_the_eldar():
    rolls = []
    for people, house in ((3, 9), (NOLDOR, 1)):
        game = stage(race=people, house=house)
        rolls.append(rolled_against(game, foe(game, "Dagorhir, the Elfbane")))
    assert [more - less for less, more in zip(*rolls, strict=True)] == [5, 5, 5, 0, 0, -5]


@pytest.mark.covers("spec-character-combat: 5.5", "spec-character-combat: 6.1")
def test_bane_helps_the_hero_in_each_roll_with_those_whom_he_has_slain():
    rolls = []
    for bane in (0, 2):
        game = stage()
        game.hero.bane = bane
        game.lore.races[race("Wolf")] = RaceLore(kills=8)
        rolls.append(rolled_against(game, foe(game, "Wolf")))
    assert [more - less for less, more in zip(*rolls, strict=True)] == [0, 0, -3, 3, 3, 3]


@pytest.mark.parametrize(
    ("rulings", "powers"),
    [(GAME, [10, 15, 18, 20, 22, 23, 24, 24]), (MANUAL, [20 - 40 // (c + 2) for c in range(1, 9)])],
)
def test_the_strength_of_cruel_blows(rulings, powers):
    assert [wounding_power(stage(rulings=rulings), c) for c in range(1, 9)] == powers


def test_morgoths_figures_only_rise():
    game = stage()
    morgoth = foe(game, "Morgoth, Lord of Darkness")
    seen = []
    for game.world.morgoth_stage in range(5):
        kind = creature_stats.race(game, morgoth)
        first = kind.blows[0]
        seen.append((kind.evasion, first.attack, first.damage.number, kind.will, kind.perception))
    assert seen == [
        (20, 20, 6, 25, 10),
        (22, 20, 6, 25, 15),
        (25, 30, 7, 30, 20),
        (25, 30, 7, 35, 25),
        (30, 40, 8, 40, 30),
    ]


def test_a_lost_crown_darkens_morgoth_unless_the_games_slip_stands():
    for rulings, light in ((GAME, 7), (MANUAL, 0)):
        game = stage(rulings=rulings)
        morgoth = foe(game, "Morgoth, Lord of Darkness")
        game.world.morgoth_stage = 2
        creature_stats.anger(game, 1)
        assert creature_stats.race(game, morgoth).light == light
        assert game.world.morgoth_stage == 2


# ------------------------------------------------------------------------ totals (worked 31 to 35)


def attack(game, creature, base):
    return combat_totals.hero_attack(game, creature, combat_totals.Tally("Melee", base)).total


@pytest.mark.covers("sil-q-manual: Attacking")
@pytest.mark.covers("spec-character-combat: 6.1")
def test_the_unseen_and_the_held_halve_a_positive_score():
    game = stage()
    wolf = foe(game, "Wolf", visible=False)
    assert attack(game, wolf, 8) == 4
    assert attack(game, wolf, -3) == -3
    game.level.feature[game.level.at(game.hero.y, game.hero.x)] = 26
    assert attack(game, wolf, 8) == 2


@pytest.mark.covers(
    "sil-q-manual: Stealth / Mechanics / Asleep", "sil-q-manual: Stealth / Mechanics / Unwary"
)
@pytest.mark.covers("spec-character-combat: 5.4", "spec-character-combat: 6.2")
@pytest.mark.covers("spec-monsters: 16. Evasion and attack by state")
def test_states_of_a_monster_halve_or_fix_its_evasion():
    game = stage()
    shadow = foe(game, "Wolf")
    evasion = creature_stats.race(game, shadow).evasion
    shadow.alertness = -5
    assert combat_totals.monster_evasion(game, shadow).total == evasion // 2
    shadow.alertness = -11
    assert combat_totals.monster_evasion(game, shadow).total == -5
    shadow.alertness, shadow.stun = 0, 3
    assert combat_totals.monster_evasion(game, shadow).total == evasion - 2


@pytest.mark.covers("sil-q-manual: Combat / Archery", "sil-q-manual: Skills / Archery")
def test_an_arrow_halves_once_more():
    game = stage()
    horn = foe(game, "Hummerhorn")
    full = creature_stats.race(game, horn).evasion
    assert combat_totals.monster_evasion(game, horn, shot=True).total == full // 2
    horn.alertness = -5
    assert combat_totals.monster_evasion(game, horn, shot=True).total == full // 2 // 2


def test_bright_light_hurts_those_who_hate_it():
    game = stage()
    orc = foe(game, "Orc soldier")
    game.knowledge.light[game.level.at(orc.y, orc.x)] = 5
    assert (
        combat_totals.monster_evasion(game, orc).total == creature_stats.race(game, orc).evasion - 3
    )
    assert combat_totals.monster_attack(game, orc, 6).total == 3


@pytest.mark.ability("Dodging")
@pytest.mark.covers("spec-character-combat: 6.4", "spec-character-combat: 12.3")
def test_dodging_adds_three_after_a_step():
    game = stage(skills=(0, 0, 9, 0, 0, 0, 0, 0), abilities=(ab.DODGING,))
    unseen = foe(game, "Wolf", visible=False)
    game.hero.actions[0] = 6
    assert combat_totals.hero_evasion(game, unseen).total == 6
    game.level.feature[game.level.at(game.hero.y, game.hero.x)] = 17
    assert combat_totals.hero_evasion(game, unseen).total == 3
    game.hero.actions[0] = 10
    assert combat_totals.hero_evasion(game).total == 9


def test_a_bowmans_guard_is_halved():
    game = stage(skills=(0, 0, 9, 0, 0, 0, 0, 0))
    assert combat_totals.hero_evasion(game, foe(game, "Wolf"), off_guard=True).total == 4
    assert combat_totals.hero_evasion(game, foe(game, "Wolf", 0, 4), shot=True).total == 4


@pytest.mark.parametrize(("rulings", "evasion"), [(GAME, -2), (MANUAL, -5)])
def test_the_immobile_face_arrows_as_the_rules_in_force_say(rulings, evasion):
    game = stage(rulings=rulings, skills=(0, 0, 9, 0, 0, 0, 0, 0))
    game.hero.timers.entranced = 3
    refresh(game)
    archer = foe(game, "Orc archer", 0, 4)
    assert combat_totals.hero_evasion(game, archer, shot=True).total == evasion


@pytest.mark.ability("Crowd Fighting")
@pytest.mark.covers("sil-q-manual: Attacking", "sil-q-manual: Skills / Evasion")
@pytest.mark.covers("spec-character-combat: 6.4")
def test_overwhelm_counts_the_far_side_double_and_crowd_fighting_halves_it():
    for abilities, first, second, full in (((), 5, 3, 10), ((ab.CROWD_FIGHTING,), 2, 1, 5)):
        game = stage(abilities=abilities)
        attacker = foe(game, "Wolf", 0, 1)
        for dy, dx in ((0, -1), (1, -1), (-1, 0)):
            foe(game, "Wolf", dy, dx)
        assert combat_totals.overwhelm(game, attacker) == first
        game = stage(abilities=abilities)
        attacker = foe(game, "Wolf", 1, 1)
        for dy, dx in ((-1, 0), (0, 1)):
            foe(game, "Wolf", dy, dx)
        assert combat_totals.overwhelm(game, attacker) == second
        game = stage(abilities=abilities)
        attacker = foe(game, "Wolf", 0, 1)
        for dy, dx in ((1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)):
            foe(game, "Wolf", dy, dx)
        assert combat_totals.overwhelm(game, attacker) == full


@pytest.mark.covers("spec-character-combat: 6.3")
def test_being_surrounded_helps_the_attacker_or_costs_evasion_by_the_rules_in_force():
    for rulings, attack_bonus, evasion in ((GAME, 2, 9), (MANUAL, 0, 7)):
        game = stage(rulings=rulings, skills=(0, 0, 9, 0, 0, 0, 0, 0))
        attacker = foe(game, "Wolf", 0, 1)
        foe(game, "Wolf", 0, -1)
        assert combat_totals.monster_attack(game, attacker, 0).total == attack_bonus
        assert combat_totals.hero_evasion(game, attacker).total == evasion


@pytest.mark.ability("Master Hunter")
def test_kills_teach_the_master_hunter_up_to_a_share_of_perception():
    skills = (0, 0, 0, 0, 9, 0, 0, 0)
    for rulings, bonus in ((GAME, 4), (MANUAL, 2)):
        game = stage(rulings=rulings, skills=skills, abilities=(ab.MASTER_HUNTER,))
        game.lore.races[race("Wolf")] = RaceLore(kills=7)
        assert attack(game, foe(game, "Wolf"), 0) == bonus
    game = stage(skills=(0, 0, 0, 0, -3, 0, 0, 0), abilities=(ab.MASTER_HUNTER,))
    game.lore.races[race("Wolf")] = RaceLore(kills=7)
    assert attack(game, foe(game, "Wolf"), 0) == -1


@pytest.mark.parametrize(
    "lore", [{}, {race("Wolf"): RaceLore()}, {race("Warg"): RaceLore(kills=7)}]
)
def test_the_master_hunter_knows_nothing_of_a_race_that_he_has_not_slain(lore):
    game = stage(skills=(0, 0, 0, 0, 9, 0, 0, 0), abilities=(ab.MASTER_HUNTER,))
    game.lore.races.update(lore)
    assert combat_totals.hunter(game, foe(game, "Wolf")) == 0


def test_kills_teach_only_the_master_hunter():
    game = stage(skills=(0, 0, 0, 0, 9, 0, 0, 0))
    game.lore.races[race("Wolf")] = RaceLore(kills=7)
    assert combat_totals.hunter(game, foe(game, "Wolf")) == 0


@pytest.mark.ability("Concentration")
@pytest.mark.covers("spec-character-combat: 12.5")
def test_concentration_deepens_on_one_target_and_is_lost_on_another():
    game = stage(skills=(0, 0, 0, 0, 10, 0, 0, 0), abilities=(ab.CONCENTRATION,))
    wolf, other = foe(game, "Wolf"), foe(game, "Wolf", 0, -1)
    game.hero.concentration_on, game.hero.concentration = wolf.slot, 3
    assert attack(game, wolf, 0) == 3
    game.hero.concentration = 9
    assert attack(game, wolf, 0) == 5
    assert attack(game, other, 0) == 0
    assert (game.hero.concentration, game.hero.concentration_on) == (0, other.slot)


@pytest.mark.ability("Focused attack")
def test_focus_helps_the_first_roll_alone():
    game = stage(skills=(0, 0, 0, 0, 10, 0, 0, 0), abilities=(ab.FOCUSED_ATTACK,))
    wolf = foe(game, "Wolf")
    game.hero.focused = True
    assert attack(game, wolf, 0) == 5
    assert attack(game, wolf, 0) == 0


@pytest.mark.covers("sil-q-manual: Thrown weapons")
def test_distance_costs_a_point_for_five_squares():
    game = stage()
    assert attack(game, foe(game, "Wolf", 0, 9), 4) == 3


def test_the_hero_is_told_how_a_total_came_about():
    game = stage(skills=(0,) * 8)
    wolf = foe(game, "Wolf", visible=False)
    tally = combat_totals.hero_attack(game, wolf, combat_totals.Tally("Melee", 8))
    assert str(tally) == "Melee 8, halved (unseen target) = 4"
    assert game.hero.skill(Skill.MELEE) == 1
