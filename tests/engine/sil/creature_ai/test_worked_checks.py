"""Worked checks of the monsters' rules, in the figures in which the rules give them: each chance
is counted over all the faces that the dice can show."""

import itertools

import pytest

from engine.sil.creatures import combat_totals, creature_stats, skill_rolls
from engine.sil.data import bundle
from engine.sil.effects import blow_rolls, creature_upkeep
from engine.sil.game.presets import GAME
from engine.sil.game.state import Skill
from engine.sil.hero import abilities as ab
from engine.sil.hero import experience
from engine.sil.level import terrain
from engine.sil.perception import noise
from tests.engine.sil.stage import DATA, foe, load_dice, race, stage

pytestmark = pytest.mark.covers("spec-monsters: 20. Worked checks")
PAIRS = tuple(itertools.product(range(1, 11), repeat=2))


def hearer(name, alertness, cost, *, seen=False, **changes):
    """Return a creature three squares off, in the open, and the noise that gets there."""
    game = stage(**changes)
    game.hero.turns = 1
    game.level.depth = 4
    creature = foe(game, name, 0, 3, alertness=alertness)
    game.knowledge.noise = bytearray([cost]) * len(game.level.feature)
    if not seen:
        for dy in (-1, 0, 1):
            game.level.feature[game.level.at(creature.y + dy, creature.x - 1)] = terrain.GRANITE
    return game, creature


def gains(game, creature, hear=noise.main_check):
    """Return what it gains in alertness, for each pair of dice."""
    before, found = creature.alertness, []
    for hero, its in PAIRS:
        creature.alertness, creature.skip_turn = before, False
        load_dice(game, hero, its)
        hear(game)
        found.append(creature.alertness - before)
    return found


def percent(game, creature, hear=noise.main_check):
    return sum(gain > 0 for gain in gains(game, creature, hear))


@pytest.mark.parametrize("seen", [False, True])
@pytest.mark.covers(
    "sil-q-codebase: Perception Check (Stealth vs Perception)",
    "sil-q-manual: Stealth / Mechanics / Asleep",
)
def test_a_sleeping_wolf_wakes_a_little_in_a_third_of_all_turns(seen):
    game, wolf = hearer("Wolf", -20, 3, seen=seen)
    game.hero.stealth_score = 0
    assert percent(game, wolf) == 36
    assert set(gains(game, wolf)) == set(range(9))


@pytest.mark.parametrize(("stealth", "expected"), [(0, 94), (7, 45)])
@pytest.mark.covers(
    "sil-q-codebase: Perception Check (Stealth vs Perception)", "sil-q-manual: Stealth / Mechanics"
)
@pytest.mark.covers("spec-world: 2.2")
def test_an_unwary_wolf_in_sight_mostly_notices(stealth, expected):
    game, wolf = hearer("Wolf", -5, 3, seen=True)
    game.hero.stealth_score = stealth
    assert percent(game, wolf) == expected


def test_an_unwary_wolf_is_half_deceived_by_a_disguise():
    game, wolf = hearer("Wolf", -5, 3, seen=True, abilities=(ab.DISGUISE,))
    game.hero.stealth_score = 0
    assert percent(game, wolf) == 72


def test_an_alert_wolf_learns_little_more():
    game, wolf = hearer("Wolf", 8, 3, seen=True)
    game.hero.stealth_score = 0
    assert percent(game, wolf) == 36


@pytest.mark.parametrize(
    ("name", "alertness", "more"), [("Wolf", -20, 0), ("Wolf", -5, 10), ("Tanglethorn", -5, 0)]
)
def test_aggravation_rouses_the_unwary_who_have_a_mind(name, alertness, more):
    game, creature = hearer(name, alertness, 3)
    kind = DATA.monsters[creature.race]
    plain = noise._perception(game, creature, kind, 0)
    game.hero.derived.counts["aggravation"] = 1
    assert noise._perception(game, creature, kind, 0) == plain + more
    game.hero.on_the_run = True
    assert noise._perception(game, creature, kind, 0) == plain + more + 5


@pytest.mark.parametrize(
    ("cost", "loud", "alertness", "expected"), [(8, -10, -10, 72), (25, -20, -14, 15)]
)
def test_shouts_and_bells_are_heard_by_distance(cost, loud, alertness, expected):
    game, soldier = hearer("Orc soldier", alertness, cost)
    assert percent(game, soldier, lambda game: noise.noise(game, loud)) == expected


def test_the_short_sighted_are_not_even_rolled_for():
    game, horror = hearer("Lurking horror", -5, 0)
    game.hero.stealth_score = -20
    assert percent(game, horror) == 0


@pytest.mark.parametrize(
    ("abilities", "share", "least", "most"), [((), 79, 1, 13), ((ab.VANISH,), 100, 5, 23)]
)
@pytest.mark.covers("sil-q-codebase: Losing Alertness")
@pytest.mark.covers("spec-world: 2.3")
def test_how_often_a_quiet_hero_is_lost_track_of(abilities, share, least, most):
    game, soldier = hearer("Orc soldier", 20, 20, abilities=abilities)
    game.hero.derived.skills[Skill.STEALTH] = 10
    falls = []
    for its, hero in PAIRS:
        soldier.alertness, soldier.stance = 20, "confident"
        load_dice(game, its, hero, otherwise=5)
        creature_upkeep._lose_track(game, soldier)
        falls.append(20 - soldier.alertness)
    lost = [fall for fall in falls if fall]
    assert (len(lost), min(lost), max(lost)) == (share, least, most)


@pytest.mark.parametrize(
    ("name", "strength"),
    [("Mountain troll", 5), ("Orc soldier", 0), ("Giant", 7), ("Orc warrior", 2)],
)
@pytest.mark.covers("sil-q-codebase: Monster Skills (3 of 8)")
def test_how_strong_creatures_are(name, strength):
    assert creature_stats.strength(DATA.monsters[race(name)]) == strength


@pytest.mark.parametrize(
    ("health", "con"), [(19, -1), (20, 0), (24, 1), (28, 2), (34, 3), (40, 4), (50, 5), (100, 9)]
)
def test_how_hardy_creatures_are(health, con):
    assert creature_stats.constitution(foe(stage(), "Wolf", health=health)) == con


@pytest.mark.parametrize(
    ("dice", "margin", "more"),
    [(1, 8, 0), (1, 9, 1), (1, 18, 2), (2, 10, 0), (2, 11, 1), (2, 22, 2), (3, 12, 0), (3, 13, 1)],
)
def test_blows_of_more_dice_are_seldomer_critical(dice, margin, more):
    assert skill_rolls.crit_dice(GAME, margin, blow_rolls.DIE_WEIGHT * dice) == more


@pytest.mark.parametrize(
    ("alertness", "stun", "light", "shot", "evasion"),
    [(-5, 0, 0, False, 1), (-5, 0, 0, True, 0), (-15, 0, 0, False, -5), (5, 3, 4, False, -1)],
)
def test_the_evasion_of_an_orc_soldier(alertness, stun, light, shot, evasion):
    game = stage()
    soldier = foe(game, "Orc soldier", alertness=alertness)
    soldier.stun = stun
    game.knowledge.light[game.level.at(soldier.y, soldier.x)] = light
    assert combat_totals.monster_evasion(game, soldier, shot=shot).total == evasion


def test_an_ally_at_the_flank_makes_up_for_a_point():
    game = stage()
    soldier, _ = foe(game, "Orc soldier"), foe(game, "Orc soldier", 1, 1)
    soldier.stun = 3
    game.knowledge.light[game.level.at(soldier.y, soldier.x)] = 3
    blow = creature_stats.race(game, soldier).blows[0]
    assert blow.attack == 3
    assert combat_totals.monster_attack(game, soldier, blow.attack).total == 1


def test_every_further_kill_teaches_less_but_of_the_unique():
    races = bundle.load().monsters
    fifth = next(kind for kind in races.values() if kind.level == 5 and "UNIQUE" not in kind.flags)
    for award in (experience.kill_award, experience.encounter_award):
        assert [award(fifth, before) for before in range(5)] == [50, 25, 16, 12, 10]
        assert award(races[race("Gorgol, the Butcher")], 1) == 50


@pytest.mark.parametrize(("bonus", "evasion", "share"), [(6, 4, 57.25), (10, 10, 47.5)])
def test_how_often_shots_and_blows_hit(bonus, evasion, share):
    hits = sum(a + bonus > b + evasion for a, b in itertools.product(range(1, 21), repeat=2))
    game = stage()
    found = 0
    for a, b in itertools.product(range(1, 21), repeat=2):
        load_dice(game, a, b)
        found += skill_rolls.hit_contest(bonus, evasion).roll(game.streams.play).margin > 0
    assert found == hits
    assert found / 4 == share
