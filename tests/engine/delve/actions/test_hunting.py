"""The plan to explore and fight what is easy: whom it fights, and when it ends."""

from __future__ import annotations

import pytest

from engine.common.plans import CAUTIONS, Stop, Terms
from engine.contract.view import Caution
from engine.delve import terrain
from engine.delve.actions import hunting, plan_runner
from engine.delve.odds import fights
from engine.delve.rules.context import DelveContext, gap
from engine.delve.rules.threats import is_alert
from engine.delve.rules.vision import visible_enemies
from engine.delve.state import DelveHero, Line, Plan, words_of
from engine.delve.view.view import most_urgent
from tests.engine.delve.actions.test_plans import do, hall
from tests.engine.delve.stage import Stage, content, ruleset
from tests.rolled import dice_for


def watched(game: DelveContext, hero: DelveHero, plan: Plan) -> Stop | None:
    """Take a step of the plan; check whom it fights."""
    alert = [each for each in visible_enemies(game, hero) if is_alert(game, hero, each)]
    health, seen = hero.health, {each.uid: each for each in alert}
    cost = 100 * fights.cost(game, hero, alert)
    plain = not any(game.kind(each).spells or game.kind(each).has("steals") for each in alert)
    target = plan.target
    stop = hunting.hunt(game, hero, plan)
    fights_on = stop is None and plan.target in seen and plan.target != target
    if fights_on:
        assert cost <= hunting.COSTS[plan.caution] * hero.full_health
        assert plain
        assert 100 * health >= Terms(plan.caution).limits.least_health * hero.full_health
        FOUGHT.append(plan.target)
    return stop


FOUGHT: list[int] = []


def check_only_easy_enemies_are_fought(
    monkeypatch: pytest.MonkeyPatch, games: int, actions: int
) -> None:
    kind = plan_runner.KINDS["hunt"]._replace(step=watched)
    monkeypatch.setattr(plan_runner, "KINDS", {**plan_runner.KINDS, "hunt": kind})
    FOUGHT.clear()
    rules, classes = ruleset(), content().open_classes
    for number in range(games):
        chosen = classes[number % len(classes)]
        state = rules.new({"class": chosen}, ["Ann"], dice_for(f"hunt {number}"))
        state.heroes[0].caution = CAUTIONS[-1 - number % len(CAUTIONS)]
        for done in range(actions):
            if not rules.turn(state).waiting:
                break
            advice = rules.advise(state, 0)
            assert advice is not None
            rules.apply(state, 0, advice.action, dice_for(f"hunt {number} {done}"))
    assert len(FOUGHT) >= games


def test_nobody_is_fought_who_costs_more_than_the_terms(monkeypatch: pytest.MonkeyPatch) -> None:
    check_only_easy_enemies_are_fought(monkeypatch, 1, 80)


@pytest.mark.soak(part="pace")
def test_nobody_is_ever_fought_who_costs_more_than_the_terms(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    check_only_easy_enemies_are_fought(monkeypatch, 30, 300)


def strong_hall() -> Stage:
    made = hall()
    made.hero.health = made.hero.full_health = 200
    return made


def test_easy_enemies_are_slain_on_the_way_and_told_of() -> None:
    made = strong_hall()
    made.put("blind worm", 0, 6)
    made.put("blind worm", 0, 14, asleep=True)
    [ended] = do(made, "hunt")
    assert ended.reason == "done"
    assert not made.level.monsters
    assert made.said("slew 2 × blind worm")
    headline = most_urgent(made.hero)
    assert headline is not None
    assert "slew 2 × blind worm" in str(words_of(made.hero.lines[headline]))


def test_who_dies_on_a_hunt_reads_of_that_before_what_it_brought() -> None:
    made = hall()
    made.hero.lines = [Line("death", "Ann dies."), Line("hunted", "Slew a blind worm.")]
    assert most_urgent(made.hero) == 0


@pytest.mark.parametrize("kind", ["pickpocket", "rust beetle", "goblin shaman"])
def test_who_takes_more_than_health_ends_the_plan_as_it_ends_exploring(kind: str) -> None:
    made = strong_hall()
    made.put(kind, 0, 14, asleep=True)
    [ended] = do(made, "hunt")
    assert ended.reason == "saw"
    assert len(made.level.monsters) == 1


@pytest.mark.parametrize("kind", ["kobold slinger", "mould", "siren"])
def test_moulds_sirens_and_those_who_throw_do_not_end_the_plan(kind: str) -> None:
    made = hall()
    made.hero.level, made.hero.power = 24, 20
    made.hero.health = made.hero.full_health = 2000
    made.put(kind, 0, 14, asleep=True)
    [ended] = do(made, "hunt")
    assert ended.reason != "saw"


def test_asleep_those_whose_like_was_slain_do_not_end_the_plan() -> None:
    made = strong_hall()
    made.put("pickpocket", 0, 14, asleep=True)
    made.hero.kills["pickpocket"] = 1
    [ended] = do(made, "hunt")
    assert ended.reason != "saw"


@pytest.mark.parametrize("caution", CAUTIONS)
def test_the_limit_of_a_fight_is_that_of_the_terms(caution: Caution) -> None:
    made = Stage()
    enemy = made.put("jackal", 0, 3)
    cost = fights.cost(made.game, made.hero, [enemy])
    least = int(100 * cost / hunting.COSTS[caution])
    for full, is_prey in ((max(1, least - 1), False), (least + 2, True)):
        made.hero.health = made.hero.full_health = full
        assert (enemy in hunting.prey(made.game, made.hero, caution)) is is_prey


def test_a_fight_that_costs_more_than_expected_ends_the_plan() -> None:
    made = strong_hall()
    made.dummy(0, 1, health=60, full_health=60)
    plan_runner.begin(made.game, made.hero, "hunt", (), Terms())
    for _ in range(2):
        assert plan_runner.step(made.game, made.hero)
        made.hero.health -= 46
    assert not plan_runner.step(made.game, made.hero)
    assert made.said("the fight costs more than expected")


@pytest.mark.parametrize("other", [-1, 1])
def test_for_another_enemy_the_waiting_begins_anew(other: int) -> None:
    made = strong_hall()
    enemy = made.put("blind worm", 0, 1)
    plan = Plan("hunt", target=enemy.uid + other, waited=9, prey=[enemy.uid])
    plan.begun_with["fight"], made.hero.plan = made.hero.health, plan
    assert hunting.hunt(made.game, made.hero, plan) is None
    assert plan.target == enemy.uid
    assert plan.waited < 9


def test_a_hurt_hero_hunts_only_who_is_there() -> None:
    made = strong_hall()
    made.hero.health = 125
    assert "hunt" not in made.offers()
    assert "explore" in made.offers()
    made.put("blind worm", 0, 5)
    [ended] = do(made, "hunt")
    assert not made.level.monsters
    assert ended.reason == "other"
    assert made.said("rest is needed")


def test_a_sleeper_who_goes_out_of_sight_is_walked_on_to() -> None:
    made = Stage()
    made.toughen()
    sleeper = made.put("blind worm", 0, 8, asleep=True)
    plan_runner.begin(made.game, made.hero, "hunt", (), Terms())
    assert plan_runner.step(made.game, made.hero)
    for dy in (-1, 0, 1):
        made.ground(dy, 5, terrain.WALL)
    assert sleeper.uid not in made.hero.in_view
    made.game.memory(made.hero).ground[:] = made.level.ground  # nothing is left to explore
    away = gap(made.hero.at, sleeper.at)
    assert plan_runner.step(made.game, made.hero)
    assert gap(made.hero.at, sleeper.at) == away - 1
