"""Plans: they go on while nothing matters, keep to their limits, and tell how they went."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from engine.common.plans import MOST_TURNS, split_terms
from engine.contract.action import Action, AmbiguousAction, Event, IllegalAction
from engine.contract.facts import PlanEnded
from engine.kanthe.commands.exploring_plans import _Tally
from engine.kanthe.commands.plan_lines import aim_of, shorten
from engine.kanthe.encounters.odds import health_of
from engine.kanthe.state import (
    Approach,
    ChooseTarget,
    ChooseVictim,
    Door,
    Feature,
    KantheState,
    ShareTreasure,
)
from tests.engine.kanthe import stage
from tests.engine.kanthe.stage import (
    RULES,
    act,
    add_opponent,
    begun,
    in_room,
    lines,
    new_game,
    script,
    start_conflict,
)
from tests.rolled import dice_for


def plan_of(events: list[Event]) -> PlanEnded:
    """Return the fact that a plan has ended."""
    return next(event.fact for event in events if isinstance(event.fact, PlanEnded))


def random_plans(seed: int, plans: int) -> Iterator[tuple[KantheState, Action]]:
    """Yield states of random games with a plan that is offered there."""
    random = Random(seed)
    while plans:
        state = new_game(str(random.random()), length=random.choice(["half-hour", "evening"]))
        for _ in range(40):
            offers = RULES.legal(state, 0)
            if not offers:
                break
            found = [offer.action for offer in offers if aim_of(offer.action) is not None]
            if found and plans:
                plans -= 1
                yield state, random.choice(found)
            chosen = offers[0] if random.random() < 0.6 else random.choice(offers)
            act(state, str(chosen.action))


def check_limits(seed: int, plans: int) -> None:
    """Assert that a plan ends with the turn in which its limit is passed, and that a shorter plan
    is its beginning."""
    for number, (state, action) in enumerate(random_plans(seed, plans)):
        before, dice = RULES.dump(state), f"{seed} {number}"
        whole = plan_of(list(RULES.apply(game_of(before), 0, action, dice_for(dice))))
        for turns in range(1, min(whole.turns, 6)):
            shorter = shorten(action, turns)
            assert shorter is not None
            copy = game_of(before)
            ended = plan_of(list(RULES.apply(copy, 0, shorter, dice_for(dice))))
            assert (ended.turns, ended.reason) == (turns, "at most")
            _, terms = split_terms(action.args)
            limits = terms.limits
            fights = action.verb in ("fight", "persuade", "flee", "sneak")
            least = limits.fight_until if fights else limits.least_health
            lost = "health" in ended.counts
            full = copy.hero.challenge + 1
            assert not lost or 100 * health_of(copy) >= least * full


def game_of(saved: bytes) -> KantheState:
    """Return a saved game."""
    return RULES.load(saved)


def test_no_turn_of_a_plan_begins_after_its_limit_is_passed() -> None:
    check_limits(1, 25)


@pytest.mark.soak(part="pace")
@pytest.mark.parametrize("seed", range(2, 6))
def test_no_turn_of_many_plans_begins_after_its_limit_is_passed(seed: int) -> None:
    check_limits(seed, 10_000)


# ------------------------------------------------------------------ terms


def test_caution_is_kept_and_stands_in_every_plan_that_is_offered_or_typed() -> None:
    state = begun()
    assert RULES.view(state, 0).caution == "usual"
    turn = RULES.turn(state)
    act(state, "caution careful")
    assert RULES.turn(state) == turn
    assert RULES.view(state, 0).caution == "careful"
    assert "explore careful" in lines(state)
    assert {"caution usual", "caution bold"} <= set(lines(state))
    assert "caution careful" not in lines(state)
    assert str(RULES.parse("explore", state, 0)) == "explore careful"
    assert str(RULES.parse("explore usual", state, 0)) == "explore usual"
    assert str(RULES.parse("explore bold:3", state, 0)) == "explore bold:3"
    assert plan_of(act(state, "explore usual:1")).turns == 1


def test_a_fight_names_its_aim_and_its_limit_and_shortens() -> None:
    state = begun()
    in_room(state)
    who = add_opponent(state, "warrior", 2)
    start_conflict(state, who)
    assert str(RULES.parse("fight warr", state, 0)) == "fight warrior-1"
    assert str(RULES.parse("fight warrior-1 30 bold:2", state, 0)) == "fight warrior-1 30 bold:2"
    for line in ("fight warrior-1 0", "fight nobody", "fight warrior-1 30 40"):
        with pytest.raises(IllegalAction):
            act(state, line)
    fight = Action("fight", ("warrior-1", "30"))
    assert RULES.shorten_plan(fight, 2) == Action("fight", ("warrior-1", "30", "usual:2"))
    assert RULES.shorten_plan(fight, MOST_TURNS) == fight
    assert RULES.shorten_plan(Action("fight"), 2) is None
    assert RULES.shorten_plan(Action("search", ("n",)), 2) is None


def test_a_shortened_name_that_fits_two_is_asked_about() -> None:
    state = begun()
    in_room(state)
    start_conflict(state, add_opponent(state, "warrior", 2), add_opponent(state, "warrior", 2))
    with pytest.raises(AmbiguousAction):
        RULES.parse("fight warrior", state, 0)


# ------------------------------------------------------------------ fights


@pytest.mark.covers("kanthe-rulebook: Encounter")
def test_a_fight_goes_on_until_its_aim_is_overcome() -> None:
    state = begun()
    in_room(state)
    who = add_opponent(state, "warrior", 2)
    start_conflict(state, who)
    script(
        state,
        (1, 1, 1, 2, 3, 4, 5), (0, 9),
        (1, 1, 1, 2, 3, 4, 5, 6, 7, 8), (0, 9),
    )  # fmt: skip
    ended = plan_of(act(state, f"fight {who.name}"))
    assert (ended.plan, ended.reason, ended.turns) == ("fight", "done", 2)
    assert who.status == "dead"
    assert ended.counts["dealt"] == who.wounds > 0
    view = RULES.view(state, 0)
    assert any("Overcame" in str(line) for line in view.lines)
    assert len(view.details) > len(view.lines)


def test_a_fight_is_broken_off_when_health_is_below_its_limit() -> None:
    state = begun()
    in_room(state)
    who = add_opponent(state, "warrior", 4)
    start_conflict(state, who)
    script(state, (0, 1, 2, 3, 4, 5, 6), (9, 9, 9, 9))
    ended = plan_of(act(state, f"fight {who.name}"))
    assert (ended.reason, ended.turns, ended.counts["health"]) == ("health", 1, -4)
    assert state.conflict is not None


@pytest.mark.parametrize("purpose", ["fight", "persuade"])
@pytest.mark.parametrize("suffered", [0, 4])
def test_a_plan_asks_who_takes_a_wound_only_where_an_ally_would_die_of_it(
    purpose: str, suffered: int
) -> None:
    asked = borne = 0
    for seed in range(40):
        state = begun()
        ally, aim, _ = (add_opponent(state, "warrior", 5) for _ in range(3))
        state.here.opponents.remove(ally)
        state.hero.allies.append(ally)
        ally.wounds = suffered
        start_conflict(state, *state.here.opponents)
        dice = dice_for(f"aims {seed}")
        line = f"{purpose} {aim.name}"
        list(RULES.apply(state, 0, RULES.parse(line, state, 0), dice))
        borne += ally.wounds > suffered
        while isinstance(state.question, ChooseVictim):
            asked += 1
            assert ally.wounds + state.question.degree > state.difficulty
            list(RULES.apply(state, 0, RULES.parse(f"wound {ally.name}", state, 0), dice))
            assert not state.hero.allies
        assert not (isinstance(state.question, ChooseTarget) and aim.here)
    assert asked > 10
    assert (borne > 10) == (suffered == 0)


def test_of_several_the_aim_is_hit_and_the_plan_ends_with_it() -> None:
    state = begun()
    in_room(state)
    weak, strong = add_opponent(state, "warrior", 1, wounds=4), add_opponent(state, "warrior", 2)
    start_conflict(state, strong, weak)
    script(state, (1, 1, 0, 2, 3, 4, 5, 6, 7, 8, 9), (0, 1, 2))
    ended = plan_of(act(state, f"fight {weak.name}"))
    assert ended.reason == "done"
    assert (weak.status, strong.status) == ("dead", "")
    assert state.conflict is not None


# ------------------------------------------------------------------ exploring


def test_exploring_goes_into_rooms_where_nobody_is_hostile_and_stops_before_others() -> None:
    stopped = entered = 0
    for number in range(12):
        state = begun(str(number))
        explore = RULES.parse("explore", state, 0)
        ended = plan_of(list(RULES.apply(state, 0, explore, dice_for(str(number)))))
        entered += ended.counts.get("rooms", 0)
        if isinstance(state.question, Approach):
            stopped += 1
            assert ended.reason == "saw"
            assert ended.by is not None
    assert stopped
    assert entered


def test_exploring_tells_of_peaceful_people_that_are_met_once_and_of_no_others() -> None:
    state = begun()
    in_room(state)
    add_opponent(state, "merchant", peaceful=True)
    tally = _Tally(stage.game_of(state))
    assert list(tally.choices()) == []  # he was known before
    add_opponent(state, "priest", peaceful=True)
    add_opponent(state, "warrior")
    add_opponent(state, "thief", peaceful=True).node += 1
    [met] = tally.choices()
    assert (met.reason, str(met.why)) == ("choice", "a priest, not hostile")
    assert list(tally.choices()) == []


def test_a_room_that_one_turned_back_from_is_explored_no_more() -> None:
    for number in range(12):
        state = begun(str(number))
        act(state, "explore")
        if isinstance(state.question, Approach):
            left = state.question.node
            act(state, "turn-back")
            while "explore" in lines(state):
                act(state, "explore")
                question = state.question
                assert not (isinstance(question, Approach) and question.node == left)
                if question is not None or state.conflict is not None:
                    break


def test_exploring_searches_what_it_finds_and_opens_what_is_only_shut() -> None:
    state = begun()
    room = in_room(state)
    room.features.append(Feature(2, 3))
    script(state, (4, 4, 1, 2, 3))
    ended = plan_of(act(state, "explore"))
    assert ended.reason == "found"
    assert isinstance(state.question, ShareTreasure)
    act(state, "coins 4")
    room.walls[0] = "door"
    room.doors.append(Door(0, judged=True))
    act(state, "explore usual:1")
    assert room.doors[0].opened


def test_all_walls_of_a_room_are_searched_as_one_plan() -> None:
    state = begun()
    room = in_room(state)
    room.walls = ["", "", "", "way"]
    script(state, (0, 1, 2, 3, 4), (0, 1, 2, 3, 4), (0, 1, 2, 3, 4))
    ended = plan_of(act(state, "search"))
    assert (ended.reason, ended.turns) == ("done", 3)
    assert room.searched == [0, 1, 2]
    assert not any(line.startswith("search") for line in lines(state))


def test_a_lock_is_tried_until_it_gives() -> None:
    state = begun()
    room = in_room(state)
    room.walls[0] = "door"
    room.doors.append(Door(0, 2, [2], judged=True))
    script(state, (0, 1, 2, 3, 4, 5), (0, 1, 2, 3, 4, 5), (7, 7, 7, 3, 4, 5))
    ended = plan_of(act(state, "pick n"))
    assert (ended.reason, ended.turns) == ("done", 3)


def test_what_cannot_be_forced_is_not_offered() -> None:
    state = begun()
    room = in_room(state)
    room.walls[0] = "door"
    room.doors.append(Door(0, 9, judged=True))
    assert not any(line.startswith("force") for line in lines(state))


@pytest.mark.parametrize(("verb", "own"), [("fight", 7), ("persuade", 5)])
def test_who_begins_below_the_limit_goes_on_until_more_is_lost(verb: str, own: int) -> None:
    state = begun()
    in_room(state)
    who = add_opponent(state, "warrior", 2)
    start_conflict(state, who)
    state.hero.wounds = 2
    nothing = [*range(10)]
    script(state, nothing[:own], nothing[:4], nothing[:own], (0, 0, 1, 2))
    events = act(state, f"{verb} {who.name} careful")
    assert plan_of(events).reason == "health"
    assert state.hero.wounds == 4
