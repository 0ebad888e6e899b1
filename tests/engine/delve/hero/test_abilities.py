"""Each ability, passive and active."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from engine.common.plans import Terms
from engine.delve import terrain
from engine.delve.actions import legal_actions, plan_runner
from engine.delve.combat import melee
from engine.delve.hero import abilities
from engine.delve.magic import spellcasting
from engine.delve.movement import movement
from engine.delve.rules import sheet_values, vision
from engine.delve.turns import end_of_turn
from tests.engine.delve.stage import HERE, Stage, content

HIT, MISS = 500, 0


def able(name: str, class_name: str = "fighter") -> Stage:
    made = Stage(class_name)
    made.hero.abilities.append(name)
    return made


@pytest.mark.covers("delve-manual: 9")
def test_marksman_halves_the_misses_of_throws() -> None:
    made = able("marksman")
    worm = made.dummy(0, 3)
    made.hero.level = 5
    assert sheet_values.throw_miss(made.game, made.hero, worm) == Fraction(1, 12)


def test_thick_hide_and_cold_blood_protect() -> None:
    made = able("thick hide")
    assert sheet_values.defence(made.game, made.hero) == made.hero.defence + 2
    made = able("cold blood")
    assert sheet_values.resistance(made.game, made.hero, "ice") == 4


def test_sure_footed_heroes_neither_slip_nor_fall() -> None:
    for ability, place in (("", 4), ("sure-footed", 1)):
        made = able(ability) if ability else Stage()
        for n in (1, 2, 3):
            made.ground(0, n, terrain.ICE)
        made.do("move e")
        assert made.hero.at == made.at(0, place)
    made.level.ground[made.at(-1, 1)] = terrain.PIT
    made.do("move n")
    assert made.hero.health == made.hero.full_health


def test_web_walkers_are_not_held() -> None:
    made = able("web-walker")
    made.ground(0, 1, terrain.WEB)
    made.do("move e")
    assert "webbed" not in made.hero.statuses


def test_a_spider_charm_keeps_cast_webs_off_too() -> None:
    for charmed in (False, True):
        made = Stage()
        if charmed:
            made.give("spider charm", worn=True)
        spider = made.put("web spider", 0, 4)
        made.rig(rest="high")
        spellcasting.cast_spell(made.game, spider, "web", "w")
        assert ("webbed" in made.hero.statuses) is not charmed


def test_swimmers_lose_nothing_in_deep_water() -> None:
    for ability, energy in (("", 4), ("swimmer", 5)):
        made = able(ability) if ability else Stage()
        made.hero.energy = 5
        made.ground(0, 1, terrain.DEEP)
        movement.enter(made.game, made.hero, made.at(0, 1))
        assert made.hero.energy == energy


def test_the_sixth_sense_feels_what_stands_behind_a_wall() -> None:
    made = able("sixth sense")
    for n in range(-9, 10):
        made.ground(n, 1, terrain.WALL)
    rat = made.put("rat", 0, 2)
    assert rat in vision.visible(made.game, made.hero)
    made.hero.abilities = []
    assert rat not in vision.visible(made.game, made.hero)


def test_light_sleepers_wake_before_the_hunter_comes_into_view() -> None:
    for ability, resting in (("", True), ("light sleeper", False)):
        made = able(ability) if ability else Stage()
        for n in range(-9, 19):
            made.ground(n, 3, terrain.WALL)
        made.put("rat", 0, 5, hunting=20)
        plan_runner.begin(made.game, made.hero, "rest", (), Terms())
        made.hero.energy = 1
        plan_runner.step(made.game, made.hero)
        plan_runner.step(made.game, made.hero)
        assert (made.hero.plan is not None) is resting


@pytest.mark.parametrize(
    ("ability", "field", "period"),
    [("deep breath", "energy", 30), ("quick mending", "health", 180)],
)
def test_deep_breath_and_quick_mending_bring_back_a_third_more(
    ability: str, field: str, period: int
) -> None:
    made = able(ability)
    hero = made.hero
    hero.energy = hero.health = 1
    hero.energy_counter = period - hero.full_energy if field == "energy" else 0
    hero.health_counter = period - hero.full_health if field == "health" else 0
    end_of_turn.regenerate(made.game, hero)
    assert (hero.energy if field == "energy" else hero.health) == 2


def test_riposte_strikes_back_once_a_turn_at_who_missed() -> None:
    made = able("riposte")
    worm = made.dummy(0, 1)
    made.rig(MISS, HIT, 0)
    melee.strike(made.game, worm, made.hero)
    after = worm.health
    assert after < worm.full_health
    made.rig(MISS, HIT, 0)
    melee.strike(made.game, worm, made.hero)
    assert worm.health == after


def test_steady_heroes_pay_nothing_for_misses() -> None:
    made = able("steady")
    worm = made.dummy(0, 1)
    made.rig(MISS)
    melee.strike(made.game, made.hero, worm)
    assert made.hero.energy == made.hero.full_energy


def test_opportunists_roll_a_die_more_against_the_fleeing() -> None:
    made = able("opportunist")
    worm = made.dummy(0, 1, fled=True)
    made.hero.energy = 9
    made.rig(HIT, 5, 5)
    melee.strike(made.game, made.hero, worm)
    assert worm.full_health - worm.health == 12


def test_spell_thrift_takes_one_off_the_cost_but_not_all() -> None:
    made = able("spell thrift")
    spells = content().spells
    assert spellcasting.cost(made.game, made.hero, spells["spark"]) == 3
    assert spellcasting.cost(made.game, made.hero, spells["light"]) == 1


def test_scholars_keep_one_scroll_in_four() -> None:
    for drawn, left in ((24, 1), (25, 0)):
        made = able("scholar")
        made.give("scroll of light")
        made.rig(drawn)
        made.do("read scroll of light")
        assert sum(item.kind == "scroll of light" for item in made.hero.pack) == left


@pytest.mark.parametrize(
    ("ability", "kind"),
    [("bane of beasts", "rat"), ("bane of the undead", "ghoul"), ("bane of constructs", "golem")],
)
def test_banes_halve_the_misses_against_their_kind(ability: str, kind: str) -> None:
    made = able(ability)
    victim, other = made.put(kind, 0, 1), made.put("mould", 1, 0)
    assert sheet_values.miss_chance(made.game, made.hero, victim) == 50
    assert sheet_values.miss_chance(made.game, made.hero, other) == 100


def test_a_treasure_nose_smells_things_within_eight_squares() -> None:
    made = able("treasure nose")
    for n in range(-9, 10):
        made.ground(n, 2, terrain.WALL)
    for place in (6, 12):
        made.level.items[made.at(0, place)] = [made.give("dagger")]
    made.hero.pack = []
    made.look()
    known = made.game.memory(made.hero).items
    assert made.at(0, 6) in known
    assert made.at(0, 12) not in known


def test_the_last_stand_counts_energy_as_full() -> None:
    made = able("last stand")
    made.hero.energy, made.hero.health = 0, made.hero.full_health // 4
    assert sheet_values.effective_energy(made.game, made.hero) == (18, 18)


# ------------------------------------------------------------------ active


@pytest.mark.covers("delve-manual: 10")
def test_charge_runs_and_strikes_with_a_die_more() -> None:
    made = able("charge")
    worm = made.dummy(0, 4)
    made.rig(HIT, 5, 5)
    abilities.use(made.game, made.hero, "charge", "e")
    assert made.hero.at == made.at(0, 3)
    assert worm.full_health - worm.health == 12 * 7 // 5
    assert made.hero.energy == 18 - 4


def test_whirl_strikes_everyone_beside() -> None:
    made = able("whirl")
    worms = [made.dummy(0, 1), made.dummy(0, -1), made.dummy(1, 1)]
    made.rig(HIT, 0, HIT, 0, HIT, 0, rest="real")
    abilities.use(made.game, made.hero, "whirl")
    assert all(worm.health < worm.full_health for worm in worms)


def test_shove_pushes_back() -> None:
    made = able("shove")
    worm = made.dummy(0, 1)
    abilities.use(made.game, made.hero, "shove", "e")
    assert worm.at == made.at(0, 3)


def test_after_a_feint_the_next_blow_cannot_miss() -> None:
    made = able("feint")
    worm = made.dummy(0, 1)
    abilities.use(made.game, made.hero, "feint")
    made.rig(MISS)
    assert melee.strike(made.game, made.hero, worm)
    made.rig(MISS)
    assert not melee.strike(made.game, made.hero, worm)


def test_five_quiet_turns_of_meditation_bring_the_energy_of_ten() -> None:
    gained = {}
    for ability in ("meditate", ""):
        made = able("meditate")
        made.hero.full_energy, made.hero.energy = 80, 0
        made.hero.hunger_in = 900
        if ability:
            made.do("use meditate")
        else:
            for _ in range(5):
                made.do("pause")
        gained[ability] = made.hero.energy
    assert gained[""] == 10
    assert gained["meditate"] == 20


def test_a_war_cry_sends_the_wounded_running() -> None:
    made = able("war cry")
    hurt, whole = made.dummy(0, 2, health=100), made.dummy(0, -2)
    abilities.use(made.game, made.hero, "war cry")
    assert ("terrified" in hurt.statuses, "terrified" in whole.statuses) == (True, False)


def test_disarm_weakens_and_tumble_changes_places() -> None:
    made = able("disarm")
    worm = made.dummy(0, 1, power=6)
    abilities.use(made.game, made.hero, "disarm", "e")
    assert worm.power == 4
    made = able("tumble")
    worm = made.dummy(0, 1)
    abilities.use(made.game, made.hero, "tumble", "e")
    assert (made.hero.at, worm.at) == (made.at(0, 1), HERE)


def test_focus_makes_the_next_spell_two_points_stronger() -> None:
    made = able("focus", "mage")
    abilities.use(made.game, made.hero, "focus")
    spark = content().spells["spark"]
    assert spellcasting.make_cast(made.game, made.hero, spark).power == 10
    made.dummy(0, 2)
    spellcasting.cast_spell(made.game, made.hero, "spark", "e")
    assert spellcasting.make_cast(made.game, made.hero, spark).power == 8


def test_dig_clears_a_wall_at_once() -> None:
    made = able("dig")
    made.ground(0, 1, terrain.WALL)
    made.do("use dig e")
    assert made.level.ground[made.at(0, 1)] == terrain.FLOOR


def test_laying_on_hands_heals_by_the_level_and_six() -> None:
    made = able("lay hands")
    made.hero.level, made.hero.health = 4, 1
    abilities.use(made.game, made.hero, "lay hands")
    assert made.hero.health == 11
    made.hero.health, made.hero.energy = 1, 4
    abilities.use(made.game, made.hero, "lay hands")
    assert made.hero.health == 6
    assert not abilities.is_useful(made.game, made.hero, "lay hands")


def test_the_buried_do_not_rise() -> None:
    made = able("bury")
    made.level.dead = [("rat", made.at(0, 2)), ("rat", made.at(0, 9))]
    abilities.use(made.game, made.hero, "bury")
    assert made.level.dead == [("rat", made.at(0, 9))]


def test_no_ability_is_offered_that_would_change_nothing() -> None:
    made = Stage()
    made.hero.abilities += ["war cry", "shove", "lay hands", "bury", "meditate"]
    worm = made.dummy(0, 1)
    made.ground(0, 2, terrain.WALL)
    assert not legal_actions.uses(made.game, made.hero)
    made.ground(0, 2, terrain.FLOOR)
    made.hero.health -= 1
    worm.health = 1
    made.level.dead = [("rat", made.at(1, 0))]
    offered = {args[0] for args in legal_actions.uses(made.game, made.hero)}
    assert offered == {"war-cry", "shove", "lay-hands", "bury"}
    worm.statuses["webbed"] = 9
    assert ("shove", "e") not in legal_actions.uses(made.game, made.hero)


def test_what_is_worn_can_give_an_ability() -> None:
    made = Stage()
    made.give("ring of breath", worn=True)
    assert sheet_values.has_ability(made.game, made.hero, "deep breath")


@pytest.mark.covers("delve-manual: 8")
def test_there_are_24_passive_and_12_active_abilities_each_tested() -> None:
    kinds = [kind for kind in content().abilities.values() if kind.classes]
    assert sum(kind.active for kind in kinds) == 12
    assert sum(not kind.active for kind in kinds) == 24
    told = Path(__file__).read_text()
    elsewhere = {"vibrant warmth", "fireproof pack", "iron stomach", "dual element"}
    assert not [k.name for k in kinds if f'"{k.name}"' not in told and k.name not in elsewhere]
