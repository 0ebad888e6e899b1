"""Numbers of attacks and damage (rules: silg 7 items 11 to 29)."""

from __future__ import annotations

from copy import copy

import pytest
from msgspec.structs import replace

from engine.sil.combat import archery
from engine.sil.creatures import skill_rolls
from engine.sil.game.state import Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import derived, gear
from engine.sil.items import item_handles
from engine.sil.level import terrain
from engine.silg.clock import encounter_clock
from engine.silg.combat import blows, breaths, missiles, skill_totals, standing_defence
from engine.silg.combat.skill_totals import AttackRoll, critical_dice, number_to_beat
from engine.silg.rulings import SIL_G
from engine.silg.state import DeclaredAction, Fighter, RolledBlow
from engine.silg.verbs import GM_COMMANDS
from tests.engine.sil.stage import item
from tests.engine.silg.stage import foe, load, skills, table, texts, wear

ATTACKING = "sil-g-rulebook: Combat / Attacking"
DAMAGE = "sil-g-rulebook: Combat / Doing Damage"


@pytest.mark.covers(ATTACKING, "sil-g-rulebook: Skills / Melee")
@pytest.mark.parametrize(("total", "hits"), [(15, False), (16, True)])
def test_an_attack_must_beat_the_evasion_result(total, hits):
    blow = RolledBlow("sword", total - 10, 10, 15)
    assert blow.hit == hits
    assert blow.margin == total - 15


def surrounded(squares):
    game = table("Hador")
    hero = game.hero(0)
    hero.y, hero.x = 4, 8
    skills(game, 0, evasion=7)
    attacker = foe(game, "Orc scout", 3, 8)
    for dy, dx in squares:
        foe(game, "Orc scout", 4 + dy, 8 + dx)
    return game, attacker


@pytest.mark.covers(ATTACKING, "sil-g-rulebook: Skills / Evasion")
def test_being_surrounded_costs_two_for_each_far_side_and_one_for_others():
    game, orc = surrounded([(1, 0), (1, 1), (0, -1)])
    assert skill_totals.hero_evasion(game, 0, orc).total == 7 - 5
    all_others = [(-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]
    game, orc = surrounded(all_others)
    game.hero_game(0).learn(orc).visible = False
    assert skill_totals.hero_evasion(game, 0, orc).total == -3  # and not halved any more


@pytest.mark.covers(ATTACKING)
def test_halvings_follow_one_by_one():
    game, orc = surrounded([(0, 1)])
    assert skill_totals.hero_evasion(game, 0, orc).total == 6
    game.hero_game(0).learn(orc).visible = False
    assert skill_totals.hero_evasion(game, 0, orc).total == 3
    level = game.state.sil.level
    level.feature[level.at(4, 8)] = terrain.WEB
    assert skill_totals.hero_evasion(game, 0, orc).total == 1


@pytest.mark.covers(ATTACKING, "spec-silg-table: 1. What differs from Sil-Q")
def test_monsters_are_overwhelmed_too():
    game = table("Hador", "Elu", "Nar")
    orc = foe(game, "Orc scout", 5, 5)
    (game.hero(0).y, game.hero(0).x) = 4, 5
    (game.hero(1).y, game.hero(1).x) = 6, 5
    (game.hero(2).y, game.hero(2).x) = 5, 4
    base = game.data.monsters[orc.race].evasion
    evasion = skill_totals.creature_evasion(game, orc, (4, 5))
    light = [word for word in map(str, evasion.terms) if word.startswith("light")]
    assert not light
    assert evasion.total == base - 2 - 1


@pytest.mark.covers(
    ATTACKING,
    "sil-g-rulebook: Stealth / Unwary",
    "sil-g-rulebook: Stealth / Asleep",
    "sil-g-rulebook: Combat / Archery",
)
def test_unwary_and_sleeping_orcs(monkeypatch):
    game = table("Hador")
    orc = foe(game, "Orc scout", 4, 6, alertness=-5)
    race = game.data.monsters[orc.race]
    score = skill_totals.creature_evasion(game, orc, (4, 4)).total
    assert score == race.evasion // 2
    assert number_to_beat(3, 9) == 12
    assert number_to_beat(3, 9, shot=True) == 6
    orc.alertness = -15
    foe(game, "Orc scout", 4, 7)
    assert skill_totals.creature_evasion(game, orc, (4, 4)).total == -5
    assert number_to_beat(-5, 9) == 4
    assert number_to_beat(-5, 9, shot=True) == 2


@pytest.mark.covers("sil-g-rulebook: Combat / Archery", "sil-g-rulebook: Skills / Archery")
def test_archery_is_opposed_by_half_of_score_and_die():
    assert number_to_beat(8, 11, shot=True) == 9
    game = table("Hador")
    skills(game, 0, archery=7)
    bow = wear(game, 0, Slot.BOW, "Shortbow")
    arrow = wear(game, 0, Slot.QUIVER1, "Arrow", count=5)
    bow.attack = arrow.attack = 0
    derived.update(game.hero_game(0))
    orc = foe(game, "Orc scout", 4, 15)  # 11 squares off: -2
    game.state.fighters = [Fighter(f"c{orc.slot}", die=11)]
    score = skill_totals.creature_evasion(game, orc, (4, 4)).total
    load(game, 6)
    rolled = missiles._roll_shot(game, 0, bow, arrow, orc)
    assert rolled.score == game.hero(0).derived.skills[1] - 2
    assert rolled.against == (score + 11) // 2


@pytest.mark.covers(DAMAGE)
@pytest.mark.parametrize(
    ("margin", "pounds", "dice"),
    [(9, 3, 0), (10, 3, 1), (20, 3, 2), (30, 3, 3), (6, 0.8, 0), (7, 0.8, 1), (22, 4, 2)],
)
def test_critical_dice_come_by_full_steps_of_seven_and_the_pounds(margin, pounds, dice):
    rolled = AttackRoll(10, margin)
    assert critical_dice(SIL_G, rolled, int(pounds * 10), natural=False) == dice


@pytest.mark.covers(ATTACKING)
def test_a_natural_twenty_adds_a_die_only_if_it_hits():
    assert number_to_beat(5, skill_totals.EVERY_DIE) == 15
    assert critical_dice(SIL_G, AttackRoll(20, 28 - 15), 30, natural=True) == 2
    assert critical_dice(SIL_G, AttackRoll(20, 28 - 28), 30, natural=True) == 0
    assert critical_dice(SIL_G, AttackRoll(19, 13), 30, natural=True) == 1
    assert skill_rolls.crit_against(2, frozenset({"RES_CRIT"})) == 1
    assert number_to_beat(5, 10, shot=True) == 7
    assert number_to_beat(2, 10) == 12
    assert number_to_beat(2, 10, shot=True) == 6


def beset_archer():
    """Elu with evasion result 14 and protection 2; orcs A and B on her, C on Hador, D stepping."""
    game = table("Elu", "Hador")
    (game.hero(0).y, game.hero(0).x) = 4, 8
    (game.hero(1).y, game.hero(1).x) = 6, 8
    orcs = [foe(game, "Orc scout", *at) for at in ((3, 7), (3, 8), (5, 8), (5, 7))]
    for orc in orcs:
        standing_defence.entered(game, f"c{orc.slot}")
    elu = standing_defence.entered(game, "h0")
    elu.armour = [("leather", 2)]
    return game, orcs, elu


@pytest.mark.covers("sil-g-rulebook: Combat / Archery")
def test_shooting_beside_enemies_gives_each_its_choice():
    game, (a, b, c, d), elu = beset_archer()
    game.state.stage, game.state.clock = "declare", 3

    def declared(orc, target, die, score=0, damage=0):
        fighter = game.fighter(f"c{orc.slot}")
        blow = RolledBlow("hit", score, die, 14, damage=damage, method="HIT")
        fighter.deed, fighter.due = DeclaredAction("attack", "attack", target, blows=[blow]), 4
        return fighter

    first = declared(a, "h0", 17, damage=9)
    second = declared(b, "h0", 12)
    third = declared(c, "h1", 13)
    step = game.fighter(f"c{d.slot}")
    step.deed, step.due = DeclaredAction("step", "step A1", squares=[1]), 4
    assert missiles.attackers_beside(game, 0) == [first, second, third]

    before = game.hero(0).health
    encounter_clock.answer_shot(game, first.key, 0, "resolve")
    assert before - game.hero(0).health == 7
    assert (first.due, first.done) == (3, False)  # it declares again now: due 3.5
    load(game, 5, 5, 5, 5)
    encounter_clock.answer_shot(game, second.key, 0, "halve")
    blow = second.deed.blows[0]
    assert (blow.against, blow.hit, blow.margin, second.due) == (7, True, 5, 4)
    assert blow.damage > 0
    skills(game, 0, evasion=0)
    elu.die = 14 - skill_totals.hero_evasion(game, 0, c).total
    encounter_clock.answer_shot(game, third.key, 0, "switch")
    turned = third.deed.blows[0]
    assert (third.deed.target, turned.die, turned.against, third.due) == ("h0", 13, 14, 4)
    assert step.deed.kind == "step"


@pytest.mark.parametrize("by", ["bot", "gm"])
def test_the_game_master_may_answer_for_enemies_that_the_bot_runs(by):
    game, (a, b, c, _), _ = beset_archer()
    game.state.stage, game.state.clock = "monsters", 3
    for orc, target, score in ((a, "h0", 20), (b, "h0", -9), (c, "h1", 20)):
        fighter = game.fighter(f"c{orc.slot}")
        blow = RolledBlow("hit", score, 10, 14, damage=9, method="HIT")
        fighter.deed, fighter.due = DeclaredAction("attack", "attack", target, blows=[blow]), 4
    GM_COMMANDS["shots"].do(game, (by,))
    keys = [f"c{orc.slot}" for orc in (a, b, c)]
    encounter_clock.provoke(game, 0, DeclaredAction("shot", "fire x", target=keys[0]))
    if by == "gm":
        assert game.state.provoked == [(key, 0) for key in keys]
        assert game.fighter(keys[0]).deed is not None
        told = [o for o in GM_COMMANDS["answer-shot"].offers(game) if o.advised]
        assert [o.action.args[1] for o in told] == ["resolve", "halve", "leave"]
        for key, word in zip(keys[:2], ("resolve", "halve"), strict=True):
            GM_COMMANDS["answer-shot"].do(game, (game.handle(key), word))
    assert game.state.provoked == ([(keys[2], 0)] if by == "gm" else [])
    assert game.hero(0).health < game.hero(0).derived.max_health  # A's attack counted
    assert game.fighter(keys[1]).deed.blows[0].against == 7
    assert game.fighter(keys[2]).deed.target == "h1"


@pytest.mark.parametrize(
    ("able", "aimed", "answering"), [(True, 0, [1, 2]), (True, 2, [0, 1]), (False, 0, [0, 1, 2])]
)
def test_point_blank_archery_spares_the_enemy_aimed_at_alone(able, aimed, answering):
    game, (a, b, c, _), _ = beset_archer()
    keys = [f"c{orc.slot}" for orc in (a, b, c)]
    for key in keys:
        game.fighter(key).deed = DeclaredAction("attack", "attack", "h0")
    game.state.desk.asked_of_shots = True
    if able:
        game.hero(0).bought.append(ab.POINT_BLANK_ARCHERY)
    encounter_clock.provoke(game, 0, DeclaredAction("shot", "fire x", target=keys[aimed]))
    assert game.state.provoked == [(keys[n], 0) for n in answering]


# ---------------------------------------------------------------- damage


@pytest.mark.covers(DAMAGE, "sil-g-rulebook: Stats / Strength")
@pytest.mark.parametrize(
    ("strength", "shield", "sides"), [(3, True, 7), (3, False, 9), (6, True, 8), (-2, True, 2)]
)
def test_a_battle_axe_of_four_pounds_by_strength(strength, shield, sides):
    game = table("Hador")
    hero = game.hero(0)
    axe = wear(game, 0, Slot.WEAPON, "Battle Axe", weight=40)
    assert (axe.damage_dice, axe.damage_sides) == (3, 4)
    if shield:
        wear(game, 0, Slot.ARM, "Round Shield")
    hero.stat_base[0] = strength
    derived.update(game.hero_game(0))
    assert blows.strikes.blow_dice(game.hero_game(0), axe, 0, offhand=False) == (3, sides)


@pytest.mark.covers(DAMAGE, "sil-g-rulebook: Combat / Weapons and Armour")
def test_a_slaying_weapon_has_a_die_more():
    game = table("Hador")
    axe = wear(game, 0, Slot.WEAPON, "Battle Axe", weight=40)
    axe.flags = ["SLAY_ORC"]
    game.hero(0).stat_base[0] = 3
    derived.update(game.hero_game(0))
    orc = foe(game, "Orc scout", 4, 5)
    standing_defence.entered(game, f"c{orc.slot}").die = 1
    load(game, 20, 3, 3, 3, 3, otherwise=3)
    (blow,) = blows.roll_hero_blows(game, 0, orc)
    assert (blow.dice - blow.crit, blow.sides) == (4, 9)


@pytest.mark.covers("sil-g-rulebook: Elements and Resistances / Elemental Damage")
@pytest.mark.parametrize(("count", "dice"), [(1, 3), (2, 2), (3, 2), (0, 4)])
def test_a_werewolfs_bite_by_resistance_to_poison(count, dice):
    game = table("Hador")
    game.hero(0).derived.counts["resist_poison"] = count
    assert 2 + blows.blow_rolls.elemental_dice(game.hero_game(0), "POISON") == dice


@pytest.mark.covers(DAMAGE)
@pytest.mark.parametrize(
    ("pieces", "kept"),
    [([(1, 4)], 3), ([(2, 4)], 5), ([(1, 4), (1, 2), (1, 2)], 6), ([(2, 4), (1, 2), (1, 1)], 8)],
)
def test_armour_averaging_sums_first_and_rounds_up_once(monkeypatch, pieces, kept):
    game = table("Hador", armour="on")
    named = [(f"piece {n}", *piece) for n, piece in enumerate(pieces)]
    monkeypatch.setattr(standing_defence, "_pieces", lambda *_: named)
    fighter = standing_defence.entered(game, "h0")
    assert standing_defence.standing(game, fighter) == kept


@pytest.mark.covers("sil-g-rulebook: Combat / Weapons and Armour")
def test_armour_hinders_by_its_numbers():
    game = table("Hador")
    melee, evasion = game.hero(0).derived.skills[0], game.hero(0).derived.skills[2]
    corslet = wear(game, 0, Slot.BODY, "Mail Corslet")
    now = game.hero(0).derived.skills
    assert now[0] == melee + corslet.attack
    assert now[2] == evasion + corslet.evasion
    assert (corslet.attack, corslet.evasion) == (-1, -3)
    assert (corslet.protection_dice, corslet.protection_sides) == (2, 4)


@pytest.mark.covers(DAMAGE)
def test_damage_that_protection_eats_does_nothing():
    game = table("Hador")
    orc = foe(game, "Orc scout", 4, 5)
    fighter = standing_defence.entered(game, "h0")
    fighter.armour = [("mail", 4)]
    before = game.hero(0).health
    blow = RolledBlow("hit", 30, 1, 5, damage=4, method="HIT")
    blows.deal_to_hero(game, orc, 0, blow)
    assert game.hero(0).health == before
    fighter.armour = [("mail", 5)]
    for damage, lost in ((9, 4), (6, 1)):  # each loses all of it
        before = game.hero(0).health
        blow = RolledBlow("hit", 30, 1, 5, damage=damage, method="HIT")
        blows.deal_to_hero(game, orc, 0, blow)
        assert before - game.hero(0).health == lost


@pytest.mark.covers("sil-g-rulebook: Combat / Archery")
def test_a_bows_range_is_one_and_a_half_times_its_sides():
    game = table("Hador")
    bow = wear(game, 0, Slot.BOW, "Longbow", damage_dice=1, damage_sides=10)
    assert game.hero(0).derived.archery_range == 15
    bow.damage_dice, bow.damage_sides = 2, 4
    derived.update(game.hero_game(0))
    assert game.hero(0).derived.archery_range == 12


@pytest.mark.covers("sil-g-rulebook: Combat / Thrown Weapons")
def test_throwing_goes_by_capacity_and_weight():
    game = table("Hador")
    hero = game.hero(0)
    hero.derived.capacity = 1000
    spear = wear(game, 0, Slot.WEAPON, "Spear", weight=40)
    hero.derived.capacity = 1000
    assert missiles.throwing.reach(game.hero_game(0), spear) == 3
    assert missiles.throwing.made_to_throw(game.hero_game(0), spear)
    sword = wear(game, 0, Slot.WEAPON, "Longsword", damage_dice=2, damage_sides=5)
    assert "not made for throwing -5" in str(
        missiles.throwing.attack_base(game.hero_game(0), sword)
    )
    assert missiles.throwing.damage_dice(game.hero_game(0), sword) == (2, 2)


@pytest.mark.covers("spec-silg-table: 1. What differs from Sil-Q")
def test_a_trident_where_the_data_have_one_is_made_to_throw(monkeypatch):
    game = table("Hador")
    hero_game, glaive = game.hero_game(0), wear(game, 0, Slot.WEAPON, "Glaive")
    assert not missiles.throwing.made_to_throw(hero_game, glaive)
    trident = replace(gear.traits(hero_game.data, glaive), role="trident")
    monkeypatch.setattr(gear, "traits", lambda *_: trident)
    assert missiles.throwing.made_to_throw(hero_game, glaive)
    assert "trident" not in hero_game.data.rules.item_roles  # Sil's data have none


@pytest.mark.covers(
    "sil-g-rulebook: Elements and Resistances / Elemental Damage",
    "sil-g-rulebook: Elements and Resistances / Fire",
)
@pytest.mark.parametrize(("level", "left"), [(1, 20), (2, 10), (3, 6), (-2, 40)])
def test_a_breath_meets_protection_first_then_resistance(level, left):
    assert breaths.resisted(24 - 4, level) == left


@pytest.mark.covers("sil-g-rulebook: Elements and Resistances / Darkness")
@pytest.mark.parametrize(("light", "left"), [(2, 24), (3, 12), (5, 6)])
def test_light_above_two_resists_the_dark(light, left):
    game = table("Hador")
    hero, level = game.hero(0), game.state.sil.level
    hero.knowledge.light[level.at(hero.y, hero.x)] = light
    assert breaths.resisted(24, breaths.protection.resistance(game.hero_game(0), "dark")) == left


@pytest.mark.covers("sil-g-rulebook: Elements and Resistances / Cold")
def test_body_armour_counts_nothing_against_cold_but_a_shield_does():
    game = table("Hador")
    wear(game, 0, Slot.BODY, "Mail Corslet")
    wear(game, 0, Slot.ARM, "Round Shield")
    fighter = standing_defence.entered(game, "h0")
    fighter.armour = [("body", 6), ("arm", 2)]
    assert standing_defence.standing(game, fighter) == 8
    assert standing_defence.standing(game, fighter, "cold") == 2
    assert standing_defence.standing(game, fighter, "poison") == 0


@pytest.mark.covers("sil-g-rulebook: Race and House / Weapon proficiency")
def test_elves_have_a_point_of_melee_with_blades_alone():
    game = table("Elu")
    hero = game.hero(0)
    hero.race, hero.house = 0, 1
    wear(game, 0, Slot.WEAPON, "Longsword", attack=0)
    blade = hero.derived.skills[0]
    wear(game, 0, Slot.WEAPON, "Spear", attack=0)
    assert blade == hero.derived.skills[0] + 1


def test_a_reported_blow_tells_its_numbers_to_all(capsys):
    game = table("Hador")
    orc = foe(game, "Orc scout", 4, 5)
    texts(game)
    blow = RolledBlow("sword", 6, 12, 12, dice=2, sides=5, damage=8)
    standing_defence.entered(game, f"c{orc.slot}").armour = [("hide", 5)]
    blows.deal_to_creature(game, 0, orc, blow)
    hit = next(e for e in game.events if e.kind == "blow")
    assert hit.audience is None
    assert "Protection 5; 3 gets through." in str(hit.detail)


def test_a_miss_is_told_and_makes_its_target_alert():
    game = table("Hador")
    orc = foe(game, "Orc scout", 4, 5, alertness=-5)
    texts(game)
    assert not blows.deal_to_creature(game, 0, orc, RolledBlow("sword", 1, 1, 30, damage=9))
    assert any("misses" in told for told in texts(game))
    assert orc.alertness >= 0
    assert orc.health == orc.max_health


@pytest.mark.ability("Smite")
@pytest.mark.parametrize("smites", [True, False])
def test_a_smite_costs_the_next_turn(smites):
    game = table("Hador")
    hero = game.hero(0)
    wear(game, 0, Slot.WEAPON, "Greatsword")
    if smites:
        hero.bought.append(ab.SMITE)
        derived.update(game.hero_game(0))
    orc = foe(game, "Orc scout", 4, 5)
    blows.roll_hero_blows(game, 0, orc, "main")
    assert hero.skip_turn == smites


def test_a_creature_s_free_attack_harms_at_once():
    game = table("Hador")
    orc = foe(game, "Orc scout", 4, 5)
    encounter_clock.start(game)
    hero = game.hero(0)
    before = hero.health
    load(game, 20, otherwise=4)
    blows.strike_hero_freely(game, orc, 0)
    assert hero.health < before


@pytest.mark.parametrize("damage", [0, 40])
def test_an_attack_on_a_man_breaks_the_oath_of_mercy_whether_it_harms_or_not(damage):
    game = table("Hador")
    man = foe(game, "Easterling warrior", 4, 5, health=100)
    blow = RolledBlow("blow", 30, 1, 5, damage=damage, method="HIT")
    blows.deal_to_creature(game, 0, man, blow)
    assert game.hero(0).oaths_broken == [derived.MERCY]


def test_a_critical_hit_of_a_cruel_hero_confuses(monkeypatch):
    monkeypatch.setattr(skill_rolls, "hero_check", lambda *args, **kwargs: 1)
    game = table("Hador")
    game.hero(0).bought.append(ab.CRUEL_BLOW)
    orc = foe(game, "Orc scout", 4, 5, health=100)
    blow = RolledBlow("blow", 30, 1, 5, damage=60, crit=3, method="HIT")
    blows.deal_to_creature(game, 0, orc, blow)
    assert orc.confused == 4


def test_a_hero_is_as_light_as_he_is_once_a_thing_has_left_his_hand():
    game = table("Hador")
    hero = game.hero(0)
    hero.pack.append(item("Great Axe", weight=600))
    derived.update(game.hero_game(0))
    before = copy(hero.derived)
    [handle] = [name for name, held in item_handles.items(game.hero_game(0)).items() if held]
    foe(game, "Orc scout", 4, 6)
    missiles.declare_throw(game, 0, f"throw {handle} e")
    thrown = copy(hero.derived)
    derived.update(game.hero_game(0))
    assert thrown == hero.derived != before


@pytest.mark.parametrize("walled", [True, False])
def test_an_arrow_that_meets_a_wall_breaks_twice_as_often(walled, monkeypatch):
    game, broken = table("Hador"), []
    monkeypatch.setattr(
        missiles.missile_flight, "come_down", lambda *landed: broken.append(landed[-1])
    )
    level = game.state.sil.level
    squares = [level.at(4, x) for x in (5, 6)]
    if walled:
        level.feature[squares[-1]] = terrain.GRANITE
    deed = DeclaredAction("shot", "fire e", squares=squares, item=item("Arrow"))
    missiles.land(game, 0, deed)
    assert broken == [archery.BREAKAGE * (2 if walled else 1)]
