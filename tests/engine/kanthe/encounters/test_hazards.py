"""Hazards: who is asked about them, what is left of them, and ways that they bar."""

from __future__ import annotations

import pytest

from engine.contract.action import IllegalAction, InvalidAction
from engine.kanthe.encounters import hazards
from engine.kanthe.encounters.pools import hazards_at
from engine.kanthe.map.level_plan import passages_at
from engine.kanthe.state import (
    ArcaneEffect,
    CallMobile,
    FaceHazard,
    KantheState,
    MeetHazard,
    MeetOpponents,
    TakeWound,
    Walk,
)
from tests.engine.kanthe.stage import (
    RULES,
    act,
    add_hazard,
    add_opponent,
    begun,
    game_of,
    in_room,
    new_game,
    script,
)
from tests.rolled import dice_for

pytestmark = pytest.mark.covers("spec-kanthe: Encounter")

GUARD = 8  # the face whose match is a guard


def deep() -> KantheState:
    """Return a game on level 1, in a room."""
    state = begun()
    state.here.number = state.level = 1
    in_room(state)
    return state


@pytest.mark.parametrize(
    ("kind", "status", "passage", "asked", "may_turn"),
    [
        ("trap", "active", -1, True, False),
        ("flood", "active", -1, True, True),
        ("pit", "active", 0, True, True),
        ("pit", "active", -1, True, False),
        ("footing", "active", -1, False, False),
        ("trap", "passed", -1, False, False),
        ("trap", "gone", -1, False, False),
    ],
)
def test_a_hazard_that_is_there_and_to_be_met_asks_what_to_do(
    kind, status, passage, asked, may_turn
):
    state = deep()
    hazard = add_hazard(state, kind, 3, essence=1, passage=passage)
    hazard.state = status
    hazards.meet_hazard(game_of(state), hazard.id)
    question = state.question
    assert isinstance(question, FaceHazard) == asked
    assert not asked or question.may_turn == may_turn


def test_what_is_found_in_a_place_is_met_by_its_kind():
    state = deep()
    game = game_of(state)
    guard = add_opponent(state, "warrior", 3)
    idle = add_opponent(state, "warrior", 3, attacks=False)
    trap = add_hazard(state, "trap", 3, essence=1)
    footing = add_hazard(state, "footing", 3, essence=1)
    flood = add_hazard(state, "flood", 3, essence=1)
    assert hazards.meetings_of(game, guard) == [MeetOpponents([guard.id])]
    assert hazards.meetings_of(game, idle) == []
    assert hazards.meetings_of(game, trap) == [MeetHazard(trap.id)]
    assert hazards.meetings_of(game, None) == []
    assert hazards.meetings_of(game, footing) == []
    assert footing.node == state.node
    assert hazards.meetings_of(game, flood) == []
    assert flood.node == -1


@pytest.mark.parametrize(
    ("kind", "landed", "left", "again"),
    [
        ("vortex", [2], "active", True),
        ("vortex", [], "gone", False),
        ("trap", [2], "passed", False),
        ("trap", [], "passed", False),
        ("gust", [2], "gone", False),
    ],
)
def test_a_hazard_stays_repeats_or_is_gone_by_its_kind(kind, landed, left, again):
    state = deep()
    hazard = add_hazard(state, kind, 2, essence=1)
    hazards._after_contact(game_of(state), hazard, landed)
    assert hazard.state == left
    wounds = [task.degree for task in state.tasks if isinstance(task, TakeWound)]
    assert wounds == landed
    assert (MeetHazard(hazard.id) in state.tasks) == again
    if again:
        assert isinstance(state.tasks[-1], TakeWound), "the wound comes first"


def test_who_falls_into_a_pit_is_wounded_and_then_meets_who_waits_inside():
    state = deep()
    script(state, [GUARD, GUARD, 1, 2])
    hazards.take_hazard(game_of(state), add_hazard(state, "pit", 4, essence=1))
    [guard] = state.here.opponents
    met, wound = state.tasks
    assert isinstance(wound, TakeWound), "the wound comes first"
    assert met == MeetOpponents([guard.id])


def test_a_way_is_barred_ahead_of_who_walks_and_else_not_behind_them():
    state = deep()
    game = game_of(state)
    walked = add_hazard(state, "flood", 3, essence=1)
    state.tasks.append(Walk([7, 8]))
    hazards.bar_way(game, walked)
    assert (walked.node, walked.passage) == (-1, 7)
    state.tasks.clear()
    around = passages_at(state.here, state.node)
    state.previous = 4
    standing = add_hazard(state, "flood", 3, essence=1)
    hazards.bar_way(game, standing)
    assert standing.passage == around[-1].id
    state.here.passages.clear()
    nowhere = add_hazard(state, "flood", 3, essence=1)
    hazards.bar_way(game, nowhere)
    assert nowhere.state == "gone"


@pytest.mark.parametrize(
    ("mine", "left", "strength", "told"),
    [
        ((2, 2, 2, 2, 0, 1), "gone", 3, "The way is free."),
        ((2, 2, 0, 1, 3, 4), "active", 2, "A part of it gives way: its strength is 2 now."),
        ((0, 1, 2, 3, 4, 5), "active", 3, "It holds: you need 4 equal dice."),
    ],
)
def test_a_barred_way_is_forced_or_weakened(mine, left, strength, told):
    state = deep()
    hazard = add_hazard(state, "blocked", 3, essence=1)
    state.hero.boost = 0
    game = game_of(state)
    script(state, (*mine, 6, 7, 8, 9))
    hazards.force_hazard(game, hazard)
    assert (hazard.state, hazard.strength) == (left, strength)
    assert told in [str(event.text) for event in game.events]
    assert any(isinstance(task, CallMobile) for task in state.tasks) == (left != "gone")
    assert state.tasks[0] == MeetHazard(hazard.id)


def test_dice_for_the_next_throw_serve_one_evasion():
    state = deep()
    hazard = add_hazard(state, "gust", 3)
    state.hero.boost = 2
    hazards.evade_hazard(game_of(state), hazard)
    assert state.hero.boost == 0


def test_only_the_hazards_own_essence_clears_it_and_healing_never_does():
    state = deep()
    game = game_of(state)
    hazard = add_hazard(state, "gust", 3, essence=2)
    harmful = next(a for a in range(10) if not game.heals(ArcaneEffect(a, 2)))
    healing = [a for a in range(10) if game.heals(ArcaneEffect(a, 2))]
    assert hazards.clears(game, ArcaneEffect(harmful, 2), hazard)
    assert not any(hazards.clears(game, ArcaneEffect(harmful, e), hazard) for e in (1, 3))
    assert not any(hazards.clears(game, ArcaneEffect(a, 2), hazard) for a in healing)


# ------------------------------------------------------------------------- who plays


@pytest.mark.parametrize(
    ("seats", "gm", "why"),
    [
        (["Odda"], True, "Kanthe is played without a Game Master."),
        (["Odda", "Ebba"], False, "Kanthe is played with one hero."),
        ([], False, "Kanthe is played with one hero."),
    ],
)
def test_kanthe_is_played_by_one_alone(seats, gm, why):
    with pytest.raises(InvalidAction, match=why):
        RULES.new({}, seats, dice_for("1"), gm=gm)


def test_nobody_else_acts_and_nobody_after_the_end():
    state = new_game()
    action = RULES.parse("begin", state, 0)
    with pytest.raises(IllegalAction, match="You have no hero in this game"):
        RULES.apply(state, 1, action, dice_for("1"))
    act(state, "begin")
    state.ended = True
    with pytest.raises(IllegalAction, match="This delve is over"):
        RULES.apply(state, 0, action, dice_for("1"))


def test_hazards_are_those_of_the_place_or_of_the_corridor_that_the_hero_is_in():
    state = deep()
    here = add_hazard(state, "footing", 2, essence=1)
    ways = [passage.id for passage in state.here.passages[:3]]
    found = [add_hazard(state, "footing", 2, essence=1, node=-1, passage=way) for way in ways]
    assert hazards_at(state) == [here]
    state.passage = ways[1]
    assert hazards_at(state) == [found[1]]
    assert hazards_at(state, state.node) == [here]
