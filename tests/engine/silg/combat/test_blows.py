"""Blows by hand: what is rolled for them, what they bring beyond harm, and the attacks that answer
them (rules: silg 2, 5)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.common import compass
from engine.contract.facts import CreatureRef, Died, SeatRef
from engine.sil.data.records import AbilityRef, Blow, Dice
from engine.sil.effects import injury
from engine.sil.game.state import Creature, Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import derived
from engine.silg.combat import blows, standing_defence
from engine.silg.context import SilGContext
from engine.silg.state import DeclaredAction, RolledBlow
from tests.engine.silg.stage import foe, load, skills, table, texts, wear

pytestmark = pytest.mark.covers("sil-g-rulebook: Combat / Attacking")


def fighter(*names: str, weapon: str = "Longsword", ability: AbilityRef | None = None):
    """Return heroes of whom the first is armed."""
    game = table(*(names or ("Hador",)))
    skills(game, 0, melee=10)
    if weapon:
        wear(game, 0, Slot.WEAPON, weapon)
    if ability is not None:
        game.hero(0).bought.append(ability)
        derived.update(game.hero_game(0))
    return game


def orc_at(game: SilGContext, y: int, x: int, health: int = 100, die: int = -50) -> Creature:
    """Put an orc on a square; whether a blow hits it depends on its evasion die."""
    orc = foe(game, "Orc scout", y, x, health=health)
    standing = standing_defence.entered(game, f"c{orc.slot}")
    standing.die, standing.armour = die, []
    return orc


def sure(**changes: object) -> RolledBlow:
    """Return a blow that hits."""
    return replace(RolledBlow("blow", 30, 10, 5, damage=9, method="HIT"), **changes)


# ---------------------------------------------------------------- what is rolled


def test_a_blow_says_its_weapon_its_terms_and_both_dice():
    game = fighter()
    orc = orc_at(game, 4, 5, die=7)
    load(game, 12, otherwise=3)
    (blow,) = blows.roll_hero_blows(game, 0, orc)
    melee = game.hero(0).derived.skills[0]
    assert (blow.score, blow.die, blow.against) == (melee, 12, 4 + 7)
    told = str(blow.account)
    assert told.startswith("Longsword")
    assert "rolled 12." in told
    assert told.endswith("die 7")
    assert game.hero(0).attacked


@pytest.mark.parametrize(("die", "rolled"), [(60, False), (-50, True)])
def test_damage_is_rolled_for_a_hit_alone(die, rolled):
    game = fighter()
    orc = orc_at(game, 4, 5, die=die)
    load(game, otherwise=3)
    (blow,) = blows.roll_hero_blows(game, 0, orc)
    assert blow.hit == rolled
    assert (blow.dice > 0, blow.damage == 3 * blow.dice) == (rolled, True)


def test_an_accurate_weapon_tries_twice():
    game = fighter()
    game.hero(0).worn[Slot.WEAPON].flags = ["ACCURATE"]
    orc = orc_at(game, 4, 5, die=20)
    load(game, 1, 20, otherwise=1)
    (blow,) = blows.roll_hero_blows(game, 0, orc)
    assert (blow.die, blow.hit) == (20, True)


@pytest.mark.parametrize(("flags", "dice"), [([], True), (["CUMBERSOME"], False)])
def test_a_cumbersome_weapon_gives_no_critical_hits(flags, dice):
    game = fighter()
    game.hero(0).worn[Slot.WEAPON].flags = flags
    orc = orc_at(game, 4, 5)
    load(game, 10, otherwise=3)
    (blow,) = blows.roll_hero_blows(game, 0, orc)
    assert (blow.crit > 0) == dice
    assert blow.dice == 2 + blow.crit


def test_bare_hands_weigh_little_and_crit_often():
    crits = {}
    for weapon in ("", "Greatsword"):
        game = fighter(weapon=weapon)
        orc = orc_at(game, 4, 5)
        load(game, 10, otherwise=3)
        crits[weapon] = blows.roll_hero_blows(game, 0, orc)[0].crit
    assert crits[""] > crits["Greatsword"]


def test_a_smite_does_its_whole_damage():
    game = fighter(weapon="Greatsword", ability=ab.SMITE)
    orc = orc_at(game, 4, 5)
    load(game, 10, otherwise=1)
    (blow,) = blows.roll_hero_blows(game, 0, orc)
    assert blow.damage == blow.dice * blow.sides > blow.dice


def test_a_sharp_weapon_halves_what_protection_counts():
    game = fighter()
    game.hero(0).worn[Slot.WEAPON].flags = ["SHARPNESS", "BRAND_FIRE"]
    orc = orc_at(game, 4, 5)
    load(game, 10, otherwise=3)
    (blow,) = blows.roll_hero_blows(game, 0, orc)
    assert (blow.percent, blow.slays, blow.brands) == (50, 0, 1)
    standing_defence.entered(game, f"c{orc.slot}").armour = [("hide", 5)]
    blows.deal_to_creature(game, 0, orc, sure(percent=50))
    assert orc.health == 100 - (9 - 2)


def biter(game: SilGContext, name: str = "Wolf") -> Creature:
    """Put a creature beside the hero, whose standing evasion is bad and whose armour is none."""
    creature = foe(game, name, 4, 5)
    standing = standing_defence.entered(game, "h0")
    standing.die, standing.armour = 1, []
    return creature


@pytest.mark.parametrize("straight", [True, False])
def test_who_charges_strikes_better_and_harder(straight):
    game = table("Hador")
    warrior = biter(game, "Orc warrior")
    warrior.last_moves = [4, 4 if straight else 8, *[5] * 4]
    load(game, 20, otherwise=3)
    blow = blows.roll_creature_blow(game, warrior, 0)
    kind = game.data.monsters[warrior.race].blows[0]
    more = 3 if straight else 0
    assert (blow.score, blow.sides) == (kind.attack + more, kind.damage.sides + more)
    assert ("charge" in str(blow.account)) == straight


@pytest.mark.parametrize(
    ("method", "effect", "certain", "armoured"),
    [
        ("HIT", "HURT", False, True),
        ("SPORE", "HURT", True, False),
        ("HIT", "", True, True),
        ("TOUCH", "HURT", False, False),
    ],
)
def test_spores_and_blows_without_effect_cannot_miss(method, effect, certain, armoured):
    game = table("Hador")
    wolf = biter(game)
    standing_defence.entered(game, "h0").die = 90
    load(game, 1, otherwise=3)
    blow = blows.roll_creature_blow(game, wolf, 0, Blow(method, effect, 3, Dice(2, 5)))
    assert blow.hit == certain
    assert not certain or blow.margin == 1
    assert blow.armoured == armoured
    assert (blow.name, blow.method) == (method.lower(), method)
    assert (blow.damage > 0) == (certain and bool(effect))


@pytest.mark.parametrize(("number", "second"), [(0, False), (1, True)])
def test_the_second_blow_of_a_creature_does_what_it_does(number, second):
    game = table("Hador")
    wight = biter(game, "Tattered wight")
    kind = game.data.monsters[wight.race].blows[number]
    load(game, 20, otherwise=3)
    blow = blows.roll_creature_blow(game, wight, 0, kind)
    assert blow.second == second
    before = game.hero(0).stat_drain[1]
    blows.deal_to_hero(game, wight, 0, blow)
    assert (game.hero(0).stat_drain[1] != before) == second


def test_who_has_no_blows_rolls_none():
    game = table("Hador")
    thrall = foe(game, "Dejected human thrall", 4, 5)
    assert blows.roll_creature_blow(game, thrall, 0) is None
    texts(game)
    blows.strike_hero_freely(game, thrall, 0)
    assert texts(game) == []


@pytest.mark.parametrize(("method", "crits"), [("BITE", True), ("TOUCH", False)])
def test_a_creature_crits_by_the_weight_of_its_dice_unless_it_only_touches(method, crits):
    game = table("Hador")
    wolf = biter(game)
    load(game, 15, otherwise=2)
    blow = blows.roll_creature_blow(game, wolf, 0, Blow(method, "HURT", 20, Dice(1, 5)))
    assert blow.crit == (3 if crits else 0)
    assert (blow.dice, blow.damage) == (1 + blow.crit, 2 * (1 + blow.crit))


@pytest.mark.parametrize(("perception", "crit"), [(40, 0), (-40, 3)])
@pytest.mark.ability("Outwit")
def test_who_outwits_an_attacker_suffers_no_critical_hit(perception, crit):
    game = table("Hador")
    skills(game, 0, perception=perception)
    game.hero(0).bought.append(ab.OUTWIT)
    derived.update(game.hero_game(0))
    wolf = biter(game)
    load(game, otherwise=5)
    assert blows.outwitted(game, 0, wolf, 3) == crit


# ---------------------------------------------------------------- what a blow brings


def test_after_a_kill_the_other_blows_are_lost_and_the_kill_is_told():
    game = fighter()
    orc = orc_at(game, 4, 5, health=5)
    key = f"c{orc.slot}"
    texts(game)
    blows.deal_hero_blows(game, 0, DeclaredAction("attack", "step e", key, blows=[sure(), sure()]))
    told = texts(game)
    assert sum("hits the orc scout" in each for each in told) == 1
    assert told[-1] == "The orc scout is slain."


@pytest.mark.parametrize("seen", [True, False])
def test_a_kill_names_who_fell_and_by_whom_unless_nobody_saw_it(seen):
    game = fighter()
    orc = orc_at(game, 4, 5, health=5)
    game.hero_game(0).learn(orc).visible = seen
    game.events.clear()
    assert blows.deal_to_creature(game, 0, orc, sure())
    facts = [event.fact for event in game.events if isinstance(event.fact, Died)]
    assert facts == ([Died(CreatureRef("orc-scout", 1), SeatRef(0))] if seen else [])


@pytest.mark.parametrize(
    ("armoured", "damage", "lost"), [(True, 9, 5), (True, 3, 0), (False, 9, 9), (False, 3, 3)]
)
def test_a_touch_passes_armour_by_and_protection_never_heals(armoured, damage, lost):
    game = fighter()
    wolf = biter(game)
    standing_defence.entered(game, "h0").armour = [("mail", 4)]
    game.hero(0).health -= 2
    before = game.hero(0).health
    texts(game)
    blows.deal_to_hero(game, wolf, 0, sure(damage=damage, armoured=armoured))
    assert before - game.hero(0).health == lost
    harm = f"for {lost}." if lost else "and does no harm."
    assert f"The wolf hits Hador {harm}" in texts(game)


def test_a_miss_at_a_hero_is_told_and_does_nothing():
    game = fighter()
    wolf = biter(game)
    before = game.hero(0).health
    texts(game)
    blows.deal_to_hero(game, wolf, 0, RolledBlow("hit", 1, 1, 30, damage=9))
    assert texts(game) == ["The wolf misses Hador."]
    assert game.hero(0).health == before


def test_a_hard_blow_loosens_the_iron_crown():
    game = fighter()
    morgoth = foe(game, "Morgoth, Lord of Darkness", 4, 5, health=500)
    standing_defence.entered(game, f"c{morgoth.slot}").armour = []
    blows.deal_to_creature(game, 0, morgoth, sure(damage=100))
    assert "You have knocked his crown off balance." in texts(game)


@pytest.mark.parametrize(("slaying", "shaken"), [(0, False), (1, True)])
def test_a_slaying_blow_awes(slaying, shaken):
    game = fighter()
    orc = orc_at(game, 4, 5)
    blows.deal_to_creature(game, 0, orc, sure(slays=slaying))
    assert (orc.temporary_morale < 0) == shaken


@pytest.mark.parametrize("blow", [sure(), sure(damage=0), RolledBlow("blow", 1, 1, 30)])
def test_who_is_attacked_is_alert_then_and_the_next_hero_hears_nothing_of_it(blow):
    game = fighter()
    orc = orc_at(game, 4, 5)
    orc.alertness = -5
    blows.deal_to_creature(game, 0, orc, blow)
    assert orc.alertness >= 0
    assert not game.state.sil.events


@pytest.mark.parametrize("missile", [False, True])
@pytest.mark.parametrize("blow", [sure(), RolledBlow("hit", 1, 1, 30)])
def test_a_hero_whom_an_attack_wakes_from_a_trance_hears_of_it_alone(missile, blow):
    game = fighter("Hador", "Elu")
    wolf = biter(game)
    game.hero(0).timers.entranced = 5
    game.events.clear()
    if missile:
        injury.under_attack(game.hero_game(0))
        blows.land_missile(game, wolf, 0, blow, kept=0, net=blow.damage)
    else:
        blows.deal_to_hero(game, wolf, 0, blow)
    assert not game.hero(0).timers.entranced
    assert any(event.audience == (0,) for event in game.events)
    assert not game.state.sil.events


@pytest.mark.parametrize(("ranged", "mark"), [(False, "hit by melee"), (True, "hit by ranged")])
def test_a_creature_remembers_how_it_was_hit_and_a_hero_has_had_their_vengeance(ranged, mark):
    game = fighter()
    orc = orc_at(game, 4, 5)
    orc.alertness = -5
    game.hero(0).vengeance = 1
    blows.deal_to_creature(game, 0, orc, sure(), ranged=ranged)
    assert mark in orc.flags
    assert orc.alertness >= 0
    assert game.hero(0).vengeance == 0


@pytest.mark.parametrize(
    ("ability", "ranged", "crit", "damage", "slowed"),
    [
        (ab.CRIPPLING_SHOT, True, 2, 9, True),
        (ab.CRIPPLING_SHOT, False, 2, 9, False),
        (ab.CRIPPLING_SHOT, True, 0, 9, False),
        (ab.CRIPPLING_SHOT, True, 2, 0, False),
    ],
)
def test_a_critical_shot_that_hurts_cripples(ability, ranged, crit, damage, slowed, monkeypatch):
    monkeypatch.setattr(blows.critical_effects, "_reels", lambda *args: args[2] > 0)
    game = fighter(ability=ability)
    orc = orc_at(game, 4, 5)
    blows.deal_to_creature(game, 0, orc, sure(crit=crit, damage=damage), ranged=ranged)
    assert orc.slowed == (crit + 1 if slowed else 0)


@pytest.mark.parametrize(("damage", "vengeance"), [(9, 1), (4, 0)])
def test_an_arrow_that_hurts_calls_for_vengeance(damage, vengeance):
    game = fighter(ability=ab.VENGEANCE)
    archer = foe(game, "Orc archer", 4, 9)
    before = game.hero(0).health
    texts(game)
    blow = sure(name="arrow", damage=damage)
    blows.land_missile(game, archer, 0, blow, kept=4, net=damage - 4)
    assert before - game.hero(0).health == damage - 4
    assert game.hero(0).vengeance == vengeance
    harm = "for 5." if damage == 9 else "and does no harm."
    assert f"The orc archer shoots Hador {harm}" in texts(game)


def test_an_arrow_may_miss_or_slay():
    game = fighter("Hador", "Elu")
    archer = foe(game, "Orc archer", 4, 9)
    before = game.hero(0).health
    texts(game)
    miss = RolledBlow("arrow", 1, 1, 30, damage=50)
    blows.land_missile(game, archer, 0, miss, kept=0, net=0)
    assert texts(game) == ["The orc archer misses Hador."]
    assert game.hero(0).health == before
    blows.land_missile(game, archer, 0, sure(name="arrow", damage=500), kept=0, net=500)
    assert any(told.startswith("Hador is slain by an orc archer") for told in texts(game))
    assert game.heroes == [1]


@pytest.mark.parametrize("missile", [False, True])
def test_a_hero_s_death_is_told_once_to_all(missile):
    game = fighter("Hador", "Elu")
    wolf = biter(game)
    game.events.clear()
    if missile:
        blows.land_missile(game, wolf, 0, sure(damage=500), kept=0, net=500)
    else:
        blows.deal_to_hero(game, wolf, 0, sure(damage=500))
    game.overhear(1)
    deaths = [event.audience for event in game.events if event.kind == "death"]
    assert deaths == [None]


def test_of_a_creature_that_is_gone_or_whose_target_is_no_further_blow_lands():
    game = fighter("Hador", "Elu")
    wolf = biter(game)
    deed = DeclaredAction("attack", "attack 0", "h0", blows=[sure(damage=500), sure()])
    texts(game)
    blows.deal_creature_blows(game, wolf, deed)
    assert sum(told.startswith("The wolf hits Hador") for told in texts(game)) == 1
    other = foe(game, "Wolf", 5, 6)
    game.state.sil.level.creatures[other.slot] = None
    texts(game)
    blows.deal_creature_blows(game, other, DeclaredAction("attack", "", "h1", blows=[sure()]))
    assert texts(game) == []


# ---------------------------------------------------------------- attacks that answer


@pytest.mark.ability("Follow-Through")
@pytest.mark.parametrize(
    ("places", "struck"),
    [([(3, 5), (5, 5)], 0), ([(5, 5), (4, 3)], 1), ([(5, 5)], 0), ([(4, 6)], None)],
)
def test_after_a_kill_the_next_enemy_round_the_ring_is_struck(places, struck):
    game = fighter(ability=ab.FOLLOW_THROUGH)
    orc_at(game, 4, 5, health=1)
    others = [orc_at(game, *place) for place in places]
    load(game, otherwise=10)
    key = f"c{game.creatures[0].slot}"
    blows.deal_hero_blows(game, 0, DeclaredAction("attack", "step e", key, blows=[sure()]))
    hurt = [n for n, orc in enumerate(others) if orc.health < 100]
    assert hurt == ([] if struck is None else [struck])


@pytest.mark.ability("Follow-Through")
@pytest.mark.parametrize("side", compass.RING)
def test_from_whoever_falls_the_ring_is_gone_round_against_the_clock(side):
    game = fighter(ability=ab.FOLLOW_THROUGH)
    places = [compass.OFFSETS[compass.turned(side, eighths)] for eighths in (0, 1, 7)]
    fallen, following, last = (orc_at(game, 4 + dy, 4 + dx) for dy, dx in places)
    fallen.health = 1
    load(game, otherwise=10)
    deed = DeclaredAction("attack", "step", f"c{fallen.slot}", blows=[sure()])
    blows.deal_hero_blows(game, 0, deed)
    assert (following.health < 100, last.health) == (True, 100)


def test_without_the_ability_a_kill_is_all():
    game = fighter()
    fallen, other = orc_at(game, 4, 5, health=1), orc_at(game, 3, 5)
    load(game, otherwise=10)
    blows.follow_through(game, 0, fallen)
    assert other.health == 100


@pytest.mark.ability("Riposte")
@pytest.mark.parametrize(
    ("weight", "by", "method", "changes", "ripostes"),
    [
        (30, 13, "HIT", {}, True),
        (30, 12, "HIT", {}, False),
        (31, 14, "HIT", {}, True),
        (31, 13, "HIT", {}, False),
        (None, 10, "HIT", {}, True),
        (None, 9, "HIT", {}, False),
        (30, 30, "ENGULF", {}, False),
        (30, 30, "HIT", {"x": 6}, False),
        (30, 30, "HIT", {"ripostes": 1}, False),
        (30, 30, "HIT", {"afraid": 5}, False),
        (30, 30, "HIT", {"stun": 105}, False),
        (30, 30, "HIT", {"without": True}, False),
    ],
)
def test_a_hero_ripostes_who_is_missed_by_far(weight, by, method, changes, ripostes):
    game = fighter(weapon="" if weight is None else "Longsword")
    if weight is not None:
        game.hero(0).worn[Slot.WEAPON].weight = weight
    if "without" not in changes:
        game.hero(0).bought.append(ab.RIPOSTE)
    derived.update(game.hero_game(0))
    orc = orc_at(game, 4, changes.get("x", 5))
    game.hero(0).ripostes = changes.get("ripostes", 0)
    for timer in ("afraid", "stun"):
        setattr(game.hero(0).timers, timer, changes.get(timer, 0))
    load(game, otherwise=10)
    blows.deal_to_hero(game, orc, 0, RolledBlow("hit", 0, 1, 1 + by, method=method))
    assert (orc.health < 100) == ripostes
    assert game.hero(0).ripostes == changes.get("ripostes", 0) + ripostes


@pytest.mark.parametrize(
    ("name", "by", "x", "ripostes"),
    [
        ("Maeglin, Betrayer of Gondolin", 14, 5, True),
        ("Maeglin, Betrayer of Gondolin", 13, 5, False),
        ("Maeglin, Betrayer of Gondolin", 30, 6, False),
        ("Orc scout", 30, 5, False),
    ],
)
def test_a_creature_ripostes_that_is_missed_by_far(name, by, x, ripostes):
    game = fighter()
    creature = foe(game, name, 4, x)
    standing_defence.entered(game, "h0").armour = []
    load(game, otherwise=20)
    miss = RolledBlow("blow", 0, 1, 1 + by, method="HIT")
    deed = DeclaredAction("attack", "step e", f"c{creature.slot}", blows=[miss])
    before = game.hero(0).health
    blows.deal_hero_blows(game, 0, deed)
    assert (game.hero(0).health < before) == ripostes
