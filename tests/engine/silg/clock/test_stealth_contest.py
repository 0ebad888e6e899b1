"""Stealth, senses, morale, saves and growth (rules: silg 7 items 30 to 42)."""

from __future__ import annotations

import pytest

from engine.contract.texts import typed
from engine.sil.creatures import morale, skill_rolls
from engine.sil.dungeon import search
from engine.sil.game.state import Skill
from engine.sil.hero import abilities as ab
from engine.sil.hero import experience
from engine.sil.level import terrain
from engine.sil.setup import hero_creation
from engine.silg.clock import creature_ai, dice_rolls, off_clock_time, stealth_contest
from engine.silg.clock.stealth_contest import ContestSide
from tests.engine.silg.stage import DATA, foe, heard, load, skills, table, texts

STEALTH = "sil-g-rulebook: Stealth / Mechanics"
MODIFIERS = "sil-g-rulebook: Stealth / Modifiers to Stealth"


def stealthy(score, *, mode=False, passed=False):
    game = table("Elu")
    skills(game, 0, stealth=score)
    game.hero(0).stealth_mode = mode
    off_clock_time.begin(game)
    skills(game, 0, stealth=score)
    game.player(0).passed = passed
    return game


@pytest.mark.covers(
    STEALTH,
    MODIFIERS,
    "sil-g-rulebook: Stealth / Helpful factors",
    "sil-g-rulebook: Skills / Stealth",
)
@pytest.mark.parametrize(
    ("mode", "passed", "total"),
    [(True, False, 15), (False, False, 10), (False, True, 17), (True, True, 17)],
)
def test_how_quiet_a_hero_was(mode, passed, total):
    game = stealthy(6, mode=mode, passed=passed)
    assert stealth_contest.quietness(game, 0, 4).total == total


@pytest.mark.covers(STEALTH, "sil-g-rulebook: Stealth / Asleep")
def test_a_sleeping_orc_seven_squares_and_a_door_away():
    rows = ("###########", "#...#######", "#...+.....#", "#...#######", "###########")
    game = table("Elu", rows=rows)
    game.hero(0).y, game.hero(0).x = 2, 1
    orc = foe(game, "Orc scout", 2, 8, alertness=-15)
    stealth_contest.noise.rebuild(game.hero_game(0))
    keen = stealth_contest.keenness(game, orc, 0, 9)
    own = game.data.monsters[orc.race].perception
    assert keen.total - own - 9 == -12
    load(game, 4, 9)
    stealth_contest.minute(game)
    assert orc.alertness == -15


@pytest.mark.covers(
    STEALTH,
    "sil-g-rulebook: Stealth / Hindrances",
    "sil-g-rulebook: Stealth / Alert",
    "sil-g-rulebook: Stealth / Unwary",
)
def test_an_unwary_orc_in_sight_of_a_hero_who_attacked(monkeypatch):
    game = stealthy(6)
    orc = foe(game, "Orc scout", 4, 7, alertness=-3)
    monkeypatch.setattr(stealth_contest.noise, "open_squares", lambda _: 5)
    monkeypatch.setattr(stealth_contest.creature_stats, "perception", lambda *_: 5)
    stealth_contest.noise.rebuild(game.hero_game(0))
    game.hero(0).attacked = True
    quiet = stealth_contest.quietness(game, 0, 4)
    assert quiet.total == 6 + 4
    keen = stealth_contest.keenness(game, orc, 0, 6)
    assert keen.total == 5 - 3 + 2 + 5 + 2 + 6
    load(game, 4, 6)
    game.hero(0).attacked = True
    stealth_contest.minute(game)
    assert orc.alertness == -3 + 7
    assert "The orc scout notices you." in texts(game)


@pytest.mark.parametrize(
    ("alertness", "disguised", "seen"),
    [(-3, False, 5 + 4), (-3, True, 2 + 2), (-15, True, 0), (-15, False, 0), (0, True, 0)],
)
def test_disguise_halves_what_the_unwary_notice_by_sight(monkeypatch, alertness, disguised, seen):
    game = table("Elu")
    orc = foe(game, "Orc scout", 4, 7, alertness=alertness)
    monkeypatch.setattr(stealth_contest.noise, "open_squares", lambda _: 5)
    monkeypatch.setattr(stealth_contest.creature_stats, "perception", lambda *_: 5)
    stealth_contest.noise.rebuild(game.hero_game(0))
    hero = game.hero(0)
    hero.attacked = hero.was_attacked = True
    if disguised:
        hero.bought.append(ab.DISGUISE)
    keen = stealth_contest.keenness(game, orc, 0, 6)
    assert keen.total == 5 - 3 + 4 + seen + 6


@pytest.mark.covers("sil-g-rulebook: Stealth / One-off effects that are not modified by stealth:")
def test_a_horn_wakes_a_sleeper(monkeypatch):
    game = table("Elu")
    orc = foe(game, "Orc scout", 4, 10, alertness=-14)
    monkeypatch.setattr(stealth_contest.creature_stats, "perception", lambda *_: 5)
    monkeypatch.setattr(stealth_contest.noise, "flow", lambda *_: bytearray([20]) * 1000)
    load(game, 6, 4)
    stealth_contest.make_noise(game, 0, 40)
    assert orc.alertness == 9


@pytest.mark.covers(STEALTH)
@pytest.mark.parametrize(
    ("alertness", "failure", "memory", "left"),
    [(8, 37, 25, -4), (8, 25, 25, 8), (8, 33, 25, 0), (8, 60, 15, -10)],
)
def test_losing_track_takes_what_is_beyond_twenty_five(alertness, failure, memory, left):
    assert stealth_contest.forgotten(alertness, failure, memory) == left


@pytest.mark.covers(STEALTH)
def test_alertness_rises_by_the_largest_difference_alone(monkeypatch):
    game = table("Elu", "Nar")
    orc = foe(game, "Orc scout", 1, 14, alertness=-9)
    keens = {0: 15, 1: 23}
    monkeypatch.setattr(
        stealth_contest,
        "keenness",
        lambda s, c, seat, die: ContestSide((("perception", keens[seat]),), 0),
    )
    quiet = {0: ContestSide((("stealth", 10),), 0), 1: ContestSide((("stealth", 18),), 0)}
    stealth_contest._may_notice(game, orc, quiet, 1)
    assert orc.alertness == -9 + 5


@pytest.mark.covers("sil-g-rulebook: Skills / Perception")
def test_a_secret_door_is_found_by_distance_and_by_search():
    rows = ("############", "#..........#", "#..........#", "####s#######", "############")
    game = table("Elu", rows=rows, depth=6)
    level, hero = game.state.sil.level, game.hero(0)
    door = level.at(3, 4)
    level.feature[door] = terrain.SECRET_DOOR
    hero.y, hero.x = 2, 4
    hero.knowledge.light[level.at(2, 4)] = 2
    difficulty = stealth_contest.notice_difficulty
    assert difficulty(game, 0, door, 1, searching=False) == 13
    assert difficulty(game, 0, door, 4, searching=False) == 19
    assert difficulty(game, 0, door, 1, searching=True) == 8
    skills(game, 0, perception=4)
    score = hero.derived.skills[Skill.PERCEPTION]
    load(game, 5, 5)
    stealth_contest.notice(game, 0, searching=True)
    told = texts(game)
    assert f"Elu notices at E3: {score + 5} against 13." in told
    assert "You find nothing." in told
    assert search.hides(game.hero_game(0), door)
    load(game, 20, 1)
    stealth_contest.notice(game, 0, searching=True)
    assert ("You have found a secret door.", (0,)) in heard(game)


def test_what_no_line_of_sight_leads_to_does_not_end_the_search() -> None:
    rows = (
        "########s##",
        "#.........#",
        "###########",
        "#.........#",
        "######s####",
        "###########",
    )
    game = table("Elu", rows=rows, depth=6)
    level, hero = game.state.sil.level, game.hero(0)
    hidden, plain = level.at(0, 8), level.at(4, 6)
    for door in (hidden, plain):
        level.feature[door] = terrain.SECRET_DOOR
        hero.knowledge.seen[door] = True
    hero.y, hero.x = 3, 8
    skills(game, 0, perception=60)
    stealth_contest.notice(game, 0)
    assert search.hides(game.hero_game(0), hidden)
    assert not search.hides(game.hero_game(0), plain)


def test_what_is_out_of_sight_does_not_end_the_search_either() -> None:
    game = table("Elu", depth=6)
    level, hero = game.state.sil.level, game.hero(0)
    dark, beside, seen = level.at(1, 4), level.at(4, 5), level.at(7, 4)
    for door in (dark, beside, seen):
        level.feature[door] = terrain.SECRET_DOOR
        hero.knowledge.seen[door] = door == seen
    skills(game, 0, perception=60)
    stealth_contest.notice(game, 0)
    assert search.hides(game.hero_game(0), dark)
    assert not search.hides(game.hero_game(0), beside)
    assert not search.hides(game.hero_game(0), seen)


@pytest.mark.covers("sil-g-rulebook: Skills")
def test_a_check_must_be_won_by_more_and_the_first_three_skills_roll_d20():
    game = table("Elu")
    load(game, 4, 4)
    assert dice_rolls.check(game, 0, Skill.WILL, 0).margin == 0
    assert [dice_rolls.sides(skill) for skill in Skill] == [20, 20, 20, 10, 10, 10, 10, 10]


def test_a_check_is_told_with_its_sum_and_to_others_without_its_difficulty():
    check = dice_rolls.Check(typed("Elu"), Skill.WILL, skill=4, die=7, difficulty=9, against=3)
    assert str(check.in_full()) == "Elu, Will: 4 + 7 = 11 against 9 + 3 = 12: fails."
    assert str(check.without_difficulty()) == "Elu, Will: rolls 11 and fails."


@pytest.mark.covers(
    "sil-g-rulebook: Skills / Will",
    "spec-silg-table: 1. What differs from Sil-Q",
    "sil-g-rulebook: Temporary Status Effects / Resistances",
)
@pytest.mark.parametrize(
    ("mine", "theirs", "resistance", "resists"),
    [(4, 6, 0, False), (5, 6, 0, True), (4, 6, 1, True)],
)
def test_a_tie_in_a_will_save_lets_the_effect_land(mine, theirs, resistance, resists, monkeypatch):
    game = table("Elu")
    orc = foe(game, "Orc scout", 4, 5)
    skills(game, 0, will=5)
    will = game.hero(0).derived.skills[Skill.WILL]
    monkeypatch.setattr(skill_rolls.creature_stats, "will", lambda *_: will - 2)
    load(game, theirs, mine)  # the threat's die falls first
    assert skill_rolls.will_save(game.hero_game(0), orc, resistance) == resists


@pytest.mark.covers("sil-g-rulebook: Morale / Temporary modifiers (which decay by 1 each turn):")
@pytest.mark.parametrize(("mood", "later"), [(60, 50), (-60, -50), (5, 0), (-5, 0), (0, 0)])
def test_temporary_morale_decays_by_one_each_turn_of_the_monsters_own(mood, later):
    assert creature_ai.decayed(mood) == later


@pytest.mark.covers(
    "sil-g-rulebook: Morale / Bonuses:",
    "sil-g-rulebook: Morale / Penalties:",
    "sil-g-rulebook: Morale / Confident",
    "sil-g-rulebook: Morale",
)
def test_morale_term_by_term():
    game = table("Elu", depth=2)
    orc = foe(game, "Orc scout", 4, 8, health=100)
    friends = [foe(game, "Orc scout", 3, 8), foe(game, "Orc scout", 5, 8)]
    game.state.sil.level.depth = game.data.monsters[orc.race].level
    orc.health = 70
    hero = game.hero(0)
    hero.health = hero.derived.max_health * 40 // 100
    hero.timers.stun = 10
    assert len(friends) == 2
    terms = dict(morale.terms(game.hero_game(0), orc))
    assert sum(terms.values()) == 120
    assert morale.stance(game.hero_game(0), orc, 120) == "confident"
    majesty = -10 * (13 // 4)
    hero.bought.append(ab.MAJESTY)
    hero.skill_base[Skill.WILL] = 13
    hero.derived.skills[Skill.WILL] = 13
    assert dict(morale.terms(game.hero_game(0), orc))["your majesty"] == majesty


@pytest.mark.covers("sil-g-rulebook: Morale / Fleeing", "sil-g-rulebook: Morale / Aggressive")
def test_stances_by_morale():
    game = table("Elu")
    orc = foe(game, "Orc scout", 4, 8)
    hero_game = game.hero_game(0)
    assert morale.stance(hero_game, orc, 0) == "fleeing"
    assert morale.stance(hero_game, orc, 200) == "confident"
    assert morale.stance(hero_game, orc, 201) == "aggressive"


# ---------------------------------------------------------------- growth


@pytest.mark.covers("sil-g-rulebook: Stats")
def test_thirteen_points_buy_stats_by_triangular_numbers():
    assert hero_creation.points_cost((3, 3, 1, 0)) == 13
    assert hero_creation.points_cost((4, 2, 0, 0)) == 13
    assert [hero_creation.points_cost((n, 0, 0, 0)) for n in (1, 2, 3, 4)] == [1, 3, 6, 10]


@pytest.mark.covers("sil-g-rulebook: Experience / Spending Experience points")
def test_three_points_of_a_skill_cost_six_hundred():
    assert experience.skill_cost(0, 3) == 600


@pytest.mark.covers(
    "sil-g-rulebook: Race and House / Affinities",
    "sil-g-rulebook: Race and House / Skill Mastery",
    "sil-g-rulebook: Race and House / Penalty",
)
@pytest.mark.parametrize(
    ("level", "prices"),
    [(0, [500, 1000, 1500]), (1, [0, 500, 1000]), (2, [0, 0, 500]), (-1, [1000, 1500, 2000])],
)
def test_abilities_by_affinity(level, prices, monkeypatch):
    game = table("Elu")
    hero = game.hero(0)
    monkeypatch.setattr(ab.peoples, "affinity", lambda *_: level)
    melee = [a.ref for a in DATA.abilities.values() if a.skill == Skill.MELEE]
    paid = []
    for count in range(3):
        hero.bought = melee[:count]
        paid.append(ab.price(DATA, hero, melee[5]))
    assert paid == prices


@pytest.mark.covers(
    "sil-g-rulebook: Experience / Encountering monsters",
    "sil-g-rulebook: Experience / Killing monsters",
)
def test_encounters_and_kills_pay_less_each_time():
    race = next(m for m in DATA.monsters.values() if m.level == 3 and "UNIQUE" not in m.flags)
    assert [experience.encounter_award(race, n) for n in range(5)] == [30, 15, 10, 7, 6]
    assert [experience.kill_award(race, n) for n in range(5)] == [30, 15, 10, 7, 6]


@pytest.mark.covers("sil-g-rulebook: Experience / Descending")
def test_descent_pays_every_newly_reached_step():
    game = table("Elu")
    hero = game.hero(0)
    hero.deepest, before = 2, hero.experience
    experience.reach(game.hero_game(0), 4)
    assert hero.experience - before == 350


@pytest.mark.covers("sil-g-rulebook: Experience / Identification")
def test_identification_pays_once():
    game = table("Elu")
    hero, before = game.hero(0), game.hero(0).experience
    for _ in range(2):
        experience.learn_kind(game.hero_game(0), 200)
        experience.learn_artefact(game.hero_game(0), 30)
    assert hero.experience - before == 100 + 200


@pytest.mark.covers(
    "spec-silg-table: 2. The clock", "sil-g-rulebook: Temporary Status Effects / Hunger"
)
def test_a_minute_is_thirty_rounds_and_heals_a_fifth():
    game = table("Elu")
    off_clock_time.begin(game)
    hero = game.hero(0)
    hero.stat_base[2] = 6
    skills(game, 0)
    hero.health, food = 1, hero.food
    off_clock_time.minute(game, 1)
    assert hero.food == food - 30
    assert hero.turns == 30
    gained = hero.health - 1
    assert abs(gained - hero.derived.max_health / 5) <= 2


@pytest.mark.covers("sil-g-rulebook: Stats / Constitution")
def test_a_point_of_constitution_is_a_fifth_of_health_more():
    game = table("Elu")
    hero, healths = game.hero(0), []
    for points in (0, 1, 2):
        hero.stat_base[2] = points
        skills(game, 0)
        healths.append(hero.derived.max_health)
    assert healths == [20, 24, 28]


@pytest.mark.covers("sil-g-rulebook: Stats / Grace", "sil-g-rulebook: Stats / Dexterity")
def test_grace_and_dexterity_raise_four_skills_each():
    game = table("Elu")
    hero = game.hero(0)
    before = list(hero.derived.skills)
    hero.stat_base[1], hero.stat_base[3] = 1, 2
    skills(game, 0)
    now = hero.derived.skills
    assert [b - a for a, b in zip(before, now, strict=True)] == [1, 1, 1, 1, 2, 2, 2, 2]
    assert hero.derived.max_voice == 28


@pytest.mark.covers("spec-silg-table: 3. What the GM can do")
def test_the_unwary_stroll_in_a_minute_unless_the_game_master_runs_them():
    game = table("Elu")
    off_clock_time.begin(game)
    wolf = foe(game, "Wolf", 6, 12, alertness=-6)
    sleeper = foe(game, "Wolf", 7, 14, alertness=-19)
    place = wolf.y, wolf.x
    game.state.desk.run_by_gm = [f"c{wolf.slot}"]
    off_clock_time._patrol(game)
    assert (wolf.y, wolf.x) == place
    game.state.desk.run_by_gm = []
    visited = set()
    for _ in range(20):
        off_clock_time._patrol(game)
        visited.add((wolf.y, wolf.x))
    assert len(visited) > 3
    assert (sleeper.y, sleeper.x) == (7, 14)


def test_a_noise_wakes_every_enemy_and_no_ally(monkeypatch):
    game = table("Elu")
    first, ally, last = (foe(game, "Orc scout", 4, x, alertness=-14) for x in (8, 10, 12))
    keys = (f"c{ally.slot}",)
    monkeypatch.setattr(type(game), "is_ally", lambda _, key: key in keys)
    stealth_contest.make_noise(game, 0, 100)
    assert first.alertness > -14
    assert last.alertness > -14
    assert ally.alertness == -14
