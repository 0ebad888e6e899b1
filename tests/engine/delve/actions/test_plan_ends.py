"""Plans that cannot go on say why, in one line, before another turn passes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.common.plans import StopReason, Terms
from engine.contract.facts import PlanEnded
from engine.delve import terrain
from engine.delve.actions import plan_runner
from engine.delve.state import Plan
from tests.engine.delve.stage import Stage

Change = Callable[[Stage, Plan], object]


def begun(made: Stage, line: str) -> Plan:
    """Begin a plan on usual terms."""
    verb, *args = line.split()
    plan_runner.begin(made.game, made.hero, verb, args, Terms("usual"))
    assert made.hero.plan is not None
    return made.hero.plan


def ended(made: Stage) -> tuple[StopReason, str] | None:
    """Do a turn of the hero's plan; return how it ended, and the reason that is told."""
    if plan_runner.step(made.game, made.hero):
        return None
    [fact] = [each.fact for each in made.state.events if isinstance(each.fact, PlanEnded)]
    _, _, why = str(made.hero.lines[-1].text).partition("; stopped: ")
    return fact.reason, why.rstrip(".")


def stage(*spells: str) -> Stage:
    """Return a strong hero with a blind worm three squares to the east, who cannot move."""
    made = Stage("mage")
    made.know(*spells)
    made.toughen()
    made.dummy(0, 3, statuses={"webbed": 1}, web=9000)
    made.state.events.clear()
    return made


def status(name: str, points: int = 9) -> Change:
    return lambda made, plan: made.hero.statuses.update({name: points})


def turns(number: int) -> Change:
    return lambda made, plan: setattr(plan, "turns", number)


def shut_in(made: Stage, plan: Plan) -> None:
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            if dy or dx:
                made.game.set_ground(made.level, made.at(dy, dx), terrain.WALL)
    made.look()


def run_away(made: Stage, plan: Plan) -> None:
    plan.begun_with["fled"] = 0
    made.level.monsters[0].fled = True


def run_again(made: Stage, plan: Plan) -> None:
    plan.begun_with["fled"] = 1
    made.level.monsters[0].fled = True


def take_away(made: Stage, plan: Plan) -> None:
    made.level.monsters.clear()
    made.look()


def wall(dx: int) -> Change:
    """Return the change that hides what is east of a column."""

    def change(made: Stage, plan: Plan) -> None:
        for dy in range(-9, 20):
            made.game.set_ground(made.level, made.at(dy, dx), terrain.WALL)
        made.look()

    return change


def put_null(made: Stage, plan: Plan) -> None:
    made.put("null", 0, 1)
    plan.kinds.append("null")


@pytest.mark.parametrize(
    ("line", "change", "expected"),
    [
        ("travel fountain", status("frozen"), ("blocked", "frozen")),
        ("travel fountain", status("webbed"), ("blocked", "webbed")),
        ("travel fountain", shut_in, ("blocked", "there is no way")),
        ("explore", status("webbed"), ("blocked", "webbed")),
        ("wait", turns(20), ("done", "")),
        ("wait", turns(19), None),
        ("search", turns(5), ("done", "")),
        ("search", turns(4), None),
        ("rest", lambda made, plan: None, ("done", "")),
        ("rest", lambda made, plan: setattr(made.hero, "energy", 0), None),
        ("fall-back", status("frozen"), ("blocked", "there is no way")),
        ("hide", shut_in, ("blocked", "there is no way")),
        ("flee", status("webbed"), ("blocked", "there is no way")),
        ("flee", shut_in, ("blocked", "there is no way")),
        ("fight blind-worm", take_away, ("own deed", "it is dead")),
        ("fight blind-worm", turns(30), ("at most", "there is no end of it")),
        ("fight blind-worm", turns(29), None),
        ("fight all", turns(30), None),
        ("fight all", turns(60), ("at most", "there is no end of it")),
        ("fight all", take_away, ("own deed", "nobody alert is in reach")),
        (
            "fight blind-worm",
            lambda made, plan: setattr(made.hero, "energy", 0),
            ("other", "no energy is left"),
        ),
        ("fight blind-worm", run_away, ("own deed", "the blind worm flees")),
        ("fight blind-worm", run_again, ("own deed", "the blind worm flees")),
        ("fight blind-worm", status("frozen"), ("blocked", "there is no way to the blind worm")),
        ("cast-at spark blind-worm", put_null, ("other", "no spell works here")),
        (
            "cast-at spark blind-worm",
            lambda made, plan: setattr(made.hero, "energy", 3),
            ("other", "too little energy is left"),
        ),
        ("cast-at spark blind-worm", lambda made, plan: setattr(made.hero, "energy", 4), None),
        (
            "cast-at spark blind-worm",
            lambda made, plan: made.hero.spells.remove("spark"),
            ("other", "too little energy is left"),
        ),
        ("cast-at spark blind-worm", wall(2), ("other", "the blind worm is out of sight")),
        ("volley blind-worm", lambda made, plan: None, ("own deed", "nothing is left to throw")),
        ("volley blind-worm", wall(2), ("other", "the blind worm is out of sight")),
    ],
)
def test_a_plan_says_why_it_cannot_go_on(
    line: str, change: Change, expected: tuple[StopReason, str] | None
) -> None:
    made = stage("spark")
    made.ground(-5, -5, terrain.FOUNTAIN)
    made.ground(5, -5, terrain.STAIRS_DOWN)
    plan = begun(made, line)
    change(made, plan)
    assert ended(made) == expected


@pytest.mark.parametrize(("waited", "expected"), [(0, None), (1, None), (2, "blocked")])
def test_one_who_comes_is_let_come_the_last_step_for_two_turns(
    waited: int, expected: str | None
) -> None:
    made = Stage()
    made.dummy(0, 2)
    plan = begun(made, "fight blind-worm")
    shut_in(made, plan)
    made.ground(0, 1, terrain.DEEP)
    plan.waited = waited
    found = ended(made)
    assert (found and found[0]) == expected
    assert plan.waited == min(waited + 1, 2)


@pytest.mark.parametrize(("waited", "follows"), [(0, True), (1, True), (2, False)])
def test_a_fighter_follows_who_went_out_of_sight_for_two_turns(waited: int, follows: bool) -> None:
    made = stage()
    plan = begun(made, "fight blind-worm")
    plan_runner.step(made.game, made.hero)
    here, plan.waited = made.hero.at, waited
    made.game.put(made.level.monsters[0], made.at(0, 9))
    wall(5)(made, plan)
    assert (ended(made) is None) is follows
    assert (made.hero.at != here) is follows
    assert plan.waited == waited + follows


@pytest.mark.parametrize(("blows", "expected"), [(39, None), (40, ("refused", "it holds"))])
def test_a_locked_door_is_left_alone_after_forty_blows(
    blows: int, expected: tuple[str, str] | None
) -> None:
    made = Stage()
    made.hero.power = 0
    made.ground(0, 1, terrain.LOCKED_DOOR)
    made.rig(rest="high")
    made.hero.plan = plan = Plan("force", made.at(0, 1), begun_with=plan_runner._figures(made.hero))
    plan.waited, plan.health = blows, made.hero.health
    assert ended(made) == expected


def test_a_door_that_is_open_by_now_ends_the_work_at_it() -> None:
    made = Stage()
    made.ground(0, 1, terrain.OPEN_DOOR)
    made.hero.plan = Plan(
        "force", made.at(0, 1), health=made.hero.health, begun_with=plan_runner._figures(made.hero)
    )
    assert ended(made) == ("done", "")
    assert made.said("Worked 0 turns", "the door is open")


@pytest.mark.parametrize(
    ("abilities", "away", "asleep", "expected"),
    [
        (["light sleeper"], 10, False, "something is coming"),
        (["light sleeper"], 11, False, None),
        (["light sleeper"], 10, True, None),
        ([], 10, False, None),
    ],
)
def test_a_light_sleeper_wakes_while_a_hunter_is_out_of_sight(
    abilities: list[str], away: int, asleep: bool, expected: str | None
) -> None:
    made = Stage()
    made.hero.abilities = abilities
    made.hero.energy = 0
    for dy in range(-2, 3):
        made.game.set_ground(made.level, made.at(dy, 4), terrain.WALL)
    made.put("rat", 0, away, hunting=20, asleep=asleep)
    begun(made, "rest").turns = 1
    found = ended(made)
    assert (found and found[1]) == expected


def test_who_is_ill_waits_until_it_is_over() -> None:
    made = Stage()
    made.hero.statuses["diseased"] = 5
    begun(made, "wait")
    assert ended(made) is None
    made.hero.statuses = {"fatigued": 5}
    assert ended(made) == ("done", "")


@pytest.mark.parametrize(("before", "after"), [(3, {"fatigued": 2}), (1, {})])
def test_a_quiet_turn_takes_some_fatigue_away(before: int, after: dict[str, int]) -> None:
    made = Stage()
    made.hero.statuses["fatigued"] = before
    begun(made, "wait")
    assert ended(made) is None
    assert made.hero.statuses == after


@pytest.mark.parametrize(
    ("line", "percent", "expected"),
    [
        ("explore", 100, (50, 20, 7)),
        ("explore", 50, (50, 20, 7)),
        ("explore", 49, (24, 20, 7)),
        ("hunt", 100, (50, 40, 7)),
        ("fight rat", 100, (50, 40, 0)),
        ("fight rat 20", 100, (20, 40, 0)),
        ("fight rat 90", 60, (30, 40, 0)),
        ("hide", 100, (25, 20, 0)),
        ("hide", 20, (10, 20, 0)),
    ],
)
def test_each_manner_of_plan_has_its_limits_and_a_weak_hero_may_lose_half(
    line: str, percent: int, expected: tuple[int, int, int]
) -> None:
    made = Stage()
    made.hero.health, made.hero.full_health = 2 * percent, 200
    made.put("rat", 0, 5)
    limits = plan_runner._limits(made.hero, begun(made, line))
    assert (limits.least_health, limits.most_loss, limits.near) == expected
