"""Plans: they go on while nothing changes that matters, within their terms, and tell how it
went."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from engine.common.plans import CAUTIONS, LIMITS, Sighting, Stop, Terms
from engine.contract.action import Action, Event
from engine.contract.facts import PlanEnded
from engine.contract.view import Caution
from engine.delve import terrain
from engine.delve.actions import plan_runner
from engine.delve.actions.legal_actions import PLAN_CHOICES
from engine.delve.rules import inventory
from engine.delve.rules.context import DelveContext
from engine.delve.state import DelveHero, DelveState, Plan
from tests.engine.delve.stage import Stage, content, ruleset
from tests.rolled import dice_for


def do(made: Stage, line: str) -> list[PlanEnded]:
    """Do a line, and return how the plans ended that it began."""
    action = made.rules.parse(line, made.state, 0)
    events = made.rules.apply(made.state, 0, action, made.dice)
    return [each.fact for each in events if isinstance(each.fact, PlanEnded)]


def hall(width: int = 30) -> Stage:
    """Return a stage whose hero knows all but the far end of a corridor."""
    made = Stage()
    for dx in range(-3, width):
        for dy in (-1, 1):
            made.ground(dy, dx, terrain.WALL)
    made.ground(0, -3, terrain.WALL)
    made.ground(0, width - 1, terrain.WALL)
    made.level.lit = bytearray(len(made.level.lit))
    made.hero.memory.clear()
    made.free_dice()
    made.look()
    return made


# ------------------------------------------------------------------ what ends a plan


@pytest.mark.parametrize("figures", [{"asleep": True}, {"statuses": {"calm": 50}}])
def test_what_was_weighed_and_is_not_alert_neither_stops_nor_forbids(figures) -> None:  # type: ignore[no-untyped-def]
    made = hall()
    made.put("blind worm", -5, 3, **figures)
    for plan in ("explore", "search", "wait"):
        assert plan in made.offers()
    made.hero.health -= 5
    assert "rest" in made.offers()
    [ended] = do(made, "explore")
    assert ended.turns > 10
    assert ended.reason == "done"


def test_a_new_enemy_ends_a_plan_and_the_weightiest_is_told_with_its_place() -> None:
    made = hall()
    made.put("jackal", 0, 14, asleep=True)
    [ended] = do(made, "explore")
    assert ended.reason == "saw"
    assert made.said("a jackal, asleep", "east")
    assert made.hero.broken_at == made.at(0, 14)


def test_an_alert_enemy_forbids_plans_only_from_the_distance_of_the_terms() -> None:
    made = Stage()
    made.put("rat", 0, 8)
    near = LIMITS["usual"].near
    assert near <= 7 < LIMITS["careful"].near
    for caution in CAUTIONS:
        made.hero.caution = caution
        offered = any(line.startswith("wait") for line in made.offers())
        assert offered is (caution != "careful")


@pytest.mark.parametrize("caution", CAUTIONS)
def test_a_loss_in_one_turn_beyond_the_limit_ends_a_plan_and_no_smaller_one(
    caution: Caution,
) -> None:
    for more, goes_on in ((0, True), (1, False)):
        made = hall()
        made.hero.health = made.hero.full_health = 100
        plan_runner.begin(made.game, made.hero, "explore", (), Terms(caution))
        assert plan_runner.step(made.game, made.hero)
        made.hero.health -= LIMITS[caution].most_loss + more
        least = LIMITS[caution].least_health
        assert made.hero.health >= least or not goes_on
        assert plan_runner.step(made.game, made.hero) is (goes_on and made.hero.health >= least)


def test_a_found_flight_of_stairs_is_a_choice() -> None:
    made = hall()
    made.ground(0, 20, terrain.STAIRS_DOWN)
    made.hero.memory.clear()
    made.look()
    [ended] = do(made, "explore")
    assert (ended.reason, ended.counts["stairs down"]) == ("choice", 1)


# ------------------------------------------------------------------ laws


def plays(seed: str, actions: int, seats: int = 1) -> Iterator[tuple[DelveState, int, Action]]:
    """Play plans and advice by turns, and yield each decision before it is taken."""
    rules = ruleset()
    classes = content().open_classes
    chosen = classes[sum(seed.encode()) % len(classes)]
    state = rules.new({"class": chosen}, ["Ann", "Bea", "Cid"][:seats], dice_for(seed))
    for number in range(actions):
        waiting = rules.turn(state).waiting
        if not waiting:
            return
        offers = rules.legal(state, waiting[0])
        plans = [offer.action for offer in offers if offer.action.verb in PLAN_CHOICES]
        action = plans[number % len(plans)] if plans and number % 3 else offers[0].action
        yield state, waiting[0], action
        events = rules.apply(state, waiting[0], action, dice_for(f"{seed} {number}"))
        assert all(ended.turns for ended in ends(events)), f"{action} did nothing"


def ends(events: Iterable[Event]) -> list[PlanEnded]:
    return [event.fact for event in events if isinstance(event.fact, PlanEnded)]


@pytest.mark.parametrize(("seed", "seats"), [("plan a", 1), ("plan b", 3)])
def test_every_offered_plan_lets_time_pass(seed: str, seats: int) -> None:
    rules = ruleset()
    for number, (state, seat, _) in enumerate(plays(seed, 24, seats)):
        if number % 8:
            continue
        for offer in rules.legal(state, seat):
            if offer.action.verb in PLAN_CHOICES and not offer.free:
                copy = rules.load(rules.dump(state))
                events = rules.apply(copy, seat, offer.action, dice_for("once"))
                assert all(ended.turns for ended in ends(events)), str(offer.action)
                hero, before = copy.heroes[seat], state.heroes[seat]
                assert hero.turns > before.turns or hero.acts_left < before.acts_left or hero.plan


@pytest.mark.parametrize("turns", [2])
def test_a_shortened_plan_is_the_beginning_of_the_plan(turns: int) -> None:
    rules = ruleset()
    compared = 0
    for number, (state, seat, action) in enumerate(plays("short", 32)):
        shorter = rules.shorten_plan(action, turns)
        if shorter is None or number % 4:
            continue
        short, long = rules.load(rules.dump(state)), rules.load(rules.dump(state))
        one = list(rules.apply(short, seat, shorter, dice_for("same")))
        all_events = list(rules.apply(long, seat, action, dice_for("same")))
        [end] = ends(one) or [None]
        if end is None or end.reason != "at most":
            continue
        assert end.turns == turns
        told = [event for event in one if not isinstance(event.fact, PlanEnded)]
        assert told == all_events[: len(told)]
        compared += 1
    assert compared


def test_only_plans_are_shortened() -> None:
    rules = ruleset()
    assert rules.shorten_plan(Action("move", ("n",)), 3) is None
    assert rules.shorten_plan(Action("explore", ("bold",)), 3) == Action("explore", ("bold:3",))
    assert rules.shorten_plan(Action("rest", ("usual:5",)), 30) == Action("rest", ("usual:5",))


# ------------------------------------------------------------------ terms


def test_the_kept_caution_stands_in_the_lines_of_plans_and_in_the_view() -> None:
    made = hall()
    assert "explore" in made.offers()
    made.do("caution bold")
    assert "explore bold" in made.offers()
    assert made.rules.view(made.state, 0).caution == "bold"
    assert str(made.rules.parse("explore", made.state, 0)) == "explore bold"
    usual = made.rules.parse("explore usual", made.state, 0)
    assert made.rules.parse(str(usual), made.state, 0) == usual
    cautions = [line for line in made.offers() if line.startswith("caution")]
    assert cautions == ["caution careful", "caution usual"]


# ------------------------------------------------------------------ rest


def test_rest_goes_on_through_poison_that_does_not_kill() -> None:
    made = hall()
    made.hero.statuses["poisoned"] = 4
    made.hero.health = made.hero.full_health - 1
    [ended] = do(made, "rest")
    assert ended.turns > 4
    made.hero.statuses["poisoned"] = 20
    made.hero.health = 5
    assert "rest" not in made.offers()
    with pytest.raises(ValueError, match="poison may kill"):
        made.do("rest")


@pytest.mark.parametrize(("nourishment", "able"), [(24, False), (25, True)])
def test_who_regains_anything_can_rest_and_who_starves_cannot(nourishment: int, able: bool) -> None:
    made = hall()
    made.hero.energy = 0
    made.hero.nourishment = nourishment
    assert ("rest" in made.offers()) is able


def watched_step(kind: plan_runner.PlanKind) -> plan_runner.PlanKind:
    """Return the same plan with a check that no limit was passed before any of its turns."""

    def step(game: DelveContext, hero: DelveHero, plan: Plan) -> Stop | None:
        before = BEFORE.get(hero.uid)
        if plan.turns and before is not None:
            lost = before - hero.health
            limits = LIMITS[plan.caution]
            begun = 100 * plan.begun_with["health"] // hero.full_health
            fights = kind.manner in ("fight", "hunt")
            most_loss = limits.most_loss * (plan_runner.FIGHT_LOSS if fights else 1)
            assert 100 * lost <= most_loss * hero.full_health
            if kind.manner in ("calm", "hunt") and lost > 0 and begun >= limits.least_health:
                assert 100 * hero.health >= limits.least_health * hero.full_health
            assert plan.turns < plan.most_turns
        BEFORE[hero.uid] = hero.health
        CHECKED[plan.verb] = CHECKED.get(plan.verb, 0) + 1
        return kind.step(game, hero, plan)

    return kind._replace(step=step)


BEFORE: dict[int, int] = {}
CHECKED: dict[str, int] = {}


def check_no_turn_begins_after_its_limit(
    monkeypatch: pytest.MonkeyPatch, games: int, actions: int
) -> None:
    kinds = {verb: watched_step(kind) for verb, kind in plan_runner.KINDS.items()}
    monkeypatch.setattr(plan_runner, "KINDS", kinds)
    CHECKED.clear()
    for number in range(games):
        BEFORE.clear()
        for _ in plays(f"limits {number}", actions, 1 + number % 2):
            pass
    assert sum(CHECKED.values()) > actions


def test_no_turn_of_a_plan_begins_after_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    check_no_turn_begins_after_its_limit(monkeypatch, 1, 25)


@pytest.mark.soak(part="random")
def test_no_turn_of_any_plan_begins_after_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    check_no_turn_begins_after_its_limit(monkeypatch, 800, 400)  # some 50 plans a game
    assert {"explore", "travel", "fight", "rest", "search", "wait"} <= set(CHECKED)


def test_travel_takes_the_nearest_stairs_that_can_be_reached() -> None:
    made = hall(12)
    near, far = made.at(4, 2), made.at(0, 9)
    for at in (near, far):
        made.level.ground[at] = terrain.STAIRS_DOWN
        made.game.memory(made.hero).ground[at] = terrain.STAIRS_DOWN
    made.do("travel stairs-down")
    assert made.hero.at == far


def test_one_travels_to_the_heart_that_one_has_seen() -> None:
    made = hall(12)
    assert not any(each.startswith("travel heart") for each in made.offers())
    heart = inventory.fresh(content(), content().heart, made.game.new_uid())
    made.level.items[made.at(0, 6)] = [heart]
    made.look()
    [ended] = do(made, "travel heart-of-the-delve")
    assert ended.reason == "done"
    assert made.hero.at == made.at(0, 6)


def test_going_down_walks_to_the_stairs_and_takes_them() -> None:
    made = hall(12)
    made.ground(0, 6, terrain.STAIRS_DOWN)
    made.look()
    assert "descend" in made.offers()
    [ended] = do(made, "descend")
    assert (ended.plan, ended.reason) == ("descend", "done")
    assert made.hero.depth == 2


def test_going_down_from_afar_is_not_begun_with_an_alert_enemy_near() -> None:
    made = hall(12)
    made.ground(0, 6, terrain.STAIRS_DOWN)
    made.put("rat", 0, 4)
    assert "descend" not in made.offers()
    made.ground(0, 0, terrain.STAIRS_DOWN)
    assert "descend" in made.offers()


@pytest.mark.parametrize(
    ("alert", "turns", "near"), [(True, 1, True), (True, 99, False), (False, 1, False)]
)
def test_a_plan_counts_as_near_whom_it_sees_alert_and_about_to_reach_the_hero(
    alert: bool, turns: int, near: bool
) -> None:
    made, plan = Stage(), Plan("explore")
    seen = [Sighting(7, None, "a rat", (1, 1), alert, turns)] * 2
    plan_runner._weigh(made.hero, plan, seen)
    assert made.hero.weighed == {7: alert}
    assert plan.near == [7] * near
