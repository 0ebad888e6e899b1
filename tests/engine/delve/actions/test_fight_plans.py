"""Plans of a fight: one aim each, within their terms, to their end."""

from __future__ import annotations

import random

import pytest

from engine.common.plans import LIMITS, Terms
from engine.contract.facts import Attacked, CreatureRef, PlanEnded, SeatRef
from engine.delve import terrain
from engine.delve.actions import fight_plans
from engine.delve.actions.legal_actions import CHOICES
from engine.delve.movement import paths
from engine.delve.rules.context import gap
from tests.engine.delve.stage import Stage
from tests.sampled import sampled


def do(made: Stage, line: str) -> tuple[PlanEnded, list[Attacked]]:
    """Do a plan; return how it ended, and the attacks until then."""
    action = made.rules.parse(line, made.state, 0)
    events = made.rules.apply(made.state, 0, action, made.dice)
    [ended] = [each.fact for each in events if isinstance(each.fact, PlanEnded)]
    return ended, [each.fact for each in events if isinstance(each.fact, Attacked)]


def own(attacks: list[Attacked]) -> list[Attacked]:
    return [each for each in attacks if isinstance(each.by, SeatRef)]


def test_a_fight_goes_to_the_enemy_and_ends_when_it_is_dead() -> None:
    made = Stage()
    made.free_dice()
    made.toughen()
    made.dummy(0, 4, health=12)
    ended, attacks = do(made, "fight blind-worm")
    assert (ended.plan, ended.reason) == ("fight", "own deed")
    assert made.level.monsters == []
    assert own(attacks)
    assert ended.counts["experience"] > 0


@pytest.mark.parametrize("percent", [20, 50, 90])
def test_no_turn_of_a_fight_begins_below_the_health_that_was_said(percent: int) -> None:
    made = Stage()
    made.free_dice(f"fight {percent}")
    made.hero.health = made.hero.full_health = 200
    for dx in (1, -1):
        made.dummy(0, dx, power=30, level=1)
    line = f"fight blind-worm {percent} bold"
    ended, _ = do(made, line)
    while ended.reason == "at most":
        ended, _ = do(made, line)
    assert ended.reason in ("health", "loss")
    biggest = LIMITS["bold"].most_loss
    assert ended.reason == "loss" or 100 * made.hero.health < percent * 200
    assert 100 * made.hero.health > (percent - 2 * biggest) * 200


def test_a_new_enemy_ends_a_fight() -> None:
    made = Stage()
    made.free_dice()
    made.toughen()
    made.dummy(0, 1)
    for dy in range(-9, 19):
        made.ground(dy, 4, terrain.WALL)
    made.put("rat", 0, 6, hunting=50, goal=made.hero.at)
    made.ground(0, 4, terrain.DOOR)
    ended, _ = do(made, "fight blind-worm")
    assert (ended.reason, ended.by) == ("saw", CreatureRef("rat", made.level.monsters[-1].uid))


def test_things_made_for_throwing_are_thrown_until_the_enemy_has_come() -> None:
    made = Stage()
    made.toughen()
    made.give("dart", 9)
    rat = made.put("rat", 0, 4, health=500, full_health=500)
    made.free_dice()
    ended, attacks = do(made, "volley rat")
    assert ended.reason == "own deed"
    assert gap(rat.at, made.hero.at) == 1
    assert {each.means for each in own(attacks)} == {"throw"}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", ["cellar bat", "spark wisp"])
def test_a_thrower_goes_after_an_enemy_who_leaves_the_line(kind: str, seed: int) -> None:
    made = Stage()
    made.toughen()
    made.hero.energy = made.hero.full_energy = 900
    made.give("dart", 40)
    made.put(kind, 0, 4, health=5000, full_health=5000, energy=0)
    made.free_dice(f"volley {seed}")
    ended, attacks = do(made, f"volley {kind.replace(' ', '-')}")
    assert ended.reason in ("own deed", "at most")
    assert {each.means for each in own(attacks)} <= {"throw"}


def test_a_volley_is_over_when_nothing_is_left_to_throw() -> None:
    made = Stage()
    made.toughen()
    made.give("dart", 3)
    made.dummy(0, 5, statuses={"webbed": 1}, web=9000)
    made.free_dice()
    ended, attacks = do(made, "volley blind-worm")
    assert ended.reason == "own deed"
    assert len(own(attacks)) <= 3
    assert not [item for item in made.hero.pack if item.kind == "dart"]


@pytest.mark.parametrize(
    ("health", "energy", "reason"),
    [(20, 200, "own deed"), (5000, 200, "at most"), (5000, 20, "other")],
)
def test_a_spell_is_cast_until_it_kills_or_energy_is_short(
    health: int, energy: int, reason: str
) -> None:
    made = Stage("mage")
    made.know("spark")
    made.toughen()
    made.hero.energy = energy
    made.dummy(0, 3, health=health, statuses={"webbed": 1}, web=9000)
    made.free_dice()
    ended, attacks = do(made, "cast-at spark blind-worm")
    assert ended.reason == reason
    assert {each.means for each in own(attacks)} == {"spell"}


@pytest.mark.parametrize(("line", "kind"), [("hide", "hidden"), ("fall-back", "narrow")])
def test_a_retreat_leads_to_a_place_that_serves_its_aim(line: str, kind: str) -> None:
    made = Stage()
    made.toughen()
    made.free_dice()
    for dy in (-2, -1, 1, 2):
        for dx in (-2, -3, -4, -5):
            made.ground(dy, dx, terrain.WALL)
    for dy in range(-9, 10):
        if dy:
            made.ground(dy, -2, terrain.WALL)
    made.put("rat", 0, 9)
    made.put("rat", 1, 9)
    assert line in made.offers()
    ended, _ = do(made, line)
    assert ended.reason in ("done", "near")
    if ended.reason == "done":
        assert made.hero.at // 60 == made.at(0, 0) // 60 or kind == "hidden"


@pytest.mark.parametrize("seed", sampled(range(40), 4, pytest.mark.soak(part="pace")))
def test_a_flight_leads_to_another_level_and_whoever_follows_does_not_strike(seed: int) -> None:
    made, chance = Stage(), random.Random(seed)
    made.toughen()
    made.free_dice(f"flight {seed}")
    goal = made.at(chance.choice([-7, 7]), chance.randrange(-7, 8))
    made.game.set_ground(made.level, goal, terrain.STAIRS_DOWN)
    made.look()
    for _ in range(30):
        dy, dx = chance.randrange(-8, 9), chance.randrange(-8, 9)
        if gap(made.at(dy, dx), made.hero.at) > 1 and made.at(dy, dx) != goal:
            made.ground(dy, dx, terrain.WALL)
    enemy = made.put("kobold", chance.choice([-1, 1]), chance.randrange(-1, 2))
    steps = len(paths.way_to(made.game, made.hero, goal))
    if "flee" not in made.offers():
        assert gap(enemy.at, goal) <= steps
        return
    ended, attacks = do(made, "flee")
    assert made.hero.depth == 2, ended
    assert ended.reason == "done"
    assert len(attacks) <= 1  # by one who stood where the way led past


def test_nobody_flees_to_stairs_to_which_an_enemy_is_nearer() -> None:
    made = Stage()
    made.ground(0, 6, terrain.STAIRS_DOWN)
    made.put("kobold", 0, -1)
    assert "flee" in made.offers()
    made.put("kobold", 0, 2)
    assert "flee" not in made.offers()


@pytest.mark.parametrize(("gap_at", "steps"), [(11, 39), (12, 40), (13, 41)])
def test_nobody_flees_to_stairs_that_are_more_than_forty_steps_away(
    gap_at: int, steps: int
) -> None:
    made = Stage()
    made.ground(0, 38, terrain.STAIRS_DOWN)
    for dy in range(-9, 19):  # across the hall, but for a gap
        if dy != gap_at:
            made.ground(dy, 10, terrain.WALL)
    made.game.memory(made.hero).ground[:] = made.level.ground
    made.put("kobold", -2, 0)
    assert len(paths.way_to(made.game, made.hero, made.at(0, 38))) == steps
    assert ("flee" in made.offers()) is (steps <= fight_plans.FLIGHT_STEPS)


@pytest.mark.parametrize("code", [terrain.STAIRS_UP, terrain.STAIRS_DOWN])
@pytest.mark.parametrize("carries", [False, True])
def test_from_the_first_level_one_flees_down_and_with_the_heart_out(
    code: int, carries: bool
) -> None:
    made = Stage()
    made.ground(0, 6, code)
    made.put("kobold", 0, -1)
    if carries:
        made.give(made.rules.content.heart)
    assert ("flee" in made.offers()) is (carries == (code == terrain.STAIRS_UP))


def test_sleepers_and_friends_are_no_reason_to_retreat() -> None:
    made = Stage()
    made.put("rat", 0, 5, asleep=True)
    assert fight_plans.hidings(made.game, made.hero, Terms()) == []


def test_all_alert_enemies_are_fought_one_after_the_other_and_sleepers_left_alone() -> None:
    made = Stage()
    made.free_dice()
    made.toughen()
    for dx in (2, -2, 3):
        made.dummy(0, dx, health=10)
    sleeper = made.dummy(4, 0, asleep=True, statuses={"asleep": 90})
    ended, attacks = do(made, "fight all")
    assert ended.reason == "own deed"
    assert made.level.monsters == [sleeper]
    assert len({each.target for each in own(attacks)}) == 3
    assert not any(line.startswith("fight all") for line in made.offers())


def test_another_of_a_kind_that_was_there_ends_no_fight() -> None:
    made = Stage()
    made.free_dice()
    made.toughen()
    made.dummy(0, 1, health=60)
    for dy in range(-9, 19):
        made.ground(dy, 4, terrain.WALL)
    made.dummy(0, 6, health=60, hunting=50, goal=made.hero.at)
    made.ground(0, 4, terrain.DOOR)
    ended, _ = do(made, "fight blind-worm")
    assert ended.reason == "own deed"


def test_one_drinks_and_then_fights_until_it_is_over() -> None:
    made = Stage()
    made.hero.full_health, made.hero.health, made.hero.power = 60, 20, 30
    made.give("potion of healing")
    made.dummy(0, 1, health=40, full_health=40)
    made.rig(rest="real")
    made.do("drink-then-fight potion-of-healing blind-worm")
    assert not made.hero.pack
    assert not made.level.monsters
    assert made.hero.health > 20


def test_only_potions_that_help_in_a_fight_are_drunk_before_it() -> None:
    made = Stage()
    made.give("potion of bile")
    made.give("potion of stone")
    made.put("rat", 0, 1)
    whole = CHOICES["drink-then-fight"](made.game, made.hero)
    assert whole == [("potion-of-stone", "rat")]


def test_one_casts_what_helps_and_then_fights_until_it_is_over() -> None:
    made = Stage("mage")
    made.know("stoneskin", "freeze")
    made.hero.health = made.hero.full_health = 60
    made.dummy(0, 1, health=12)
    choices = CHOICES["cast-then-fight"](made.game, made.hero)
    assert choices == [("stoneskin", "blind-worm")]
    made.rig(rest="real")
    ended, attacks = do(made, "cast-then-fight stoneskin blind-worm")
    assert ended.reason == "own deed"
    assert own(attacks)
    assert "stoneskin" in made.hero.statuses
    assert not made.level.monsters


def test_the_limit_of_health_counts_from_after_the_drink() -> None:
    made = Stage()
    made.hero.full_health, made.hero.health = 100, 20
    made.give("potion of great healing")
    made.put("cave bear", 0, 1, health=900, full_health=900)
    made.free_dice()
    made.do("drink-then-fight potion-of-great-healing cave-bear")
    assert made.hero.fallen or made.hero.health >= 25
