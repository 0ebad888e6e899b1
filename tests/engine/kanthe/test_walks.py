"""Walking: what stops the hero, who comes along, stairs up and down, and what plans lead to."""

from __future__ import annotations

import pytest

from engine.contract.facts import Arrived, CreatureRef, Healed, Noticed, Own, SeatRef
from engine.kanthe.exploring import arcane_use, movement
from engine.kanthe.map.level_plan import add_node, connect, ways_from
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.state import (
    NOWHERE,
    ArcaneEffect,
    CallMobile,
    ChooseStairs,
    Conflict,
    CrossOff,
    Door,
    Feature,
    JudgeDoor,
    KantheState,
    MeetHazard,
    MeetOpponents,
    Node,
    Section,
    Walk,
)
from tests.engine.kanthe.stage import (
    add_hazard,
    add_opponent,
    begun,
    game_of,
    give,
    in_room,
    script,
)
from tests.engine.kanthe.test_told_facts import fact_of

FIRE, MOVE = 3, 0


def told(game: KantheContext) -> list[str]:
    """Return all that a context has told."""
    return [str(event.text) for event in game.events]


def next_room(state: KantheState, dx: int = 30, *, entered: bool = False) -> Node:
    """Return a room beside the hero's, on a straight way from it."""
    level, here = state.here, state.place
    room = add_node(level, "room", (here.x + dx, here.y), here.area)
    room.die, room.called, room.entered = 4, True, entered
    connect(level, here, room)
    return room


# ---------------------------------------------------------------- areas and potions


def test_what_was_drunk_ends_once_in_another_area_and_the_area_is_called_upon():
    state = begun()
    game = game_of(state)
    state.hero.potions = [ArcaneEffect(MOVE, FIRE)]
    movement._enter_area(game, (1, 1))
    assert (state.area, state.hero.potions) == ((1, 1), [])
    assert told(game) == ["What you drank wears off."]
    assert game.events[0].fact == Own("potions-ended", SeatRef(0))
    assert state.tasks == [CallMobile()]
    movement._enter_area(game, (1, 2))
    assert len(game.events) == 1


@pytest.mark.parametrize(("circles", "left"), [(2, 1), (1, 0), (0, 0)])
def test_a_mobile_hazard_that_was_met_is_crossed_off_its_area(circles, left):
    state = begun()
    in_room(state)
    area = state.here.areas[-1]
    area.circles = circles
    state.tasks = [CrossOff(area.cell)]
    movement.run_tasks(game_of(state))
    assert area.circles == left


def test_only_an_area_with_circles_is_called_upon():
    state = begun()
    in_room(state)
    game = game_of(state)
    state.here.areas[-1].circles = 0
    movement._call_mobile(game, CallMobile())
    assert (state.tasks, game.events) == ([], [])
    state.here.areas[-1].circles = 1
    script(state, [0] * 10)
    movement._call_mobile(game, CallMobile())
    crossed = [task for task in state.tasks if isinstance(task, CrossOff)]
    assert [task.area for task in crossed] == [state.area]


def test_a_noise_gives_away_only_who_was_unnoticed():
    for unnoticed in (True, False):
        state = begun()
        in_room(state)
        who = add_opponent(state, "warrior")
        state.unnoticed = unnoticed
        game = game_of(state)
        movement._call_mobile(game, CallMobile(noise=True))
        assert state.unnoticed is False
        assert state.tasks == ([MeetOpponents([who.id])] if unnoticed else [])
        assert told(game)[:1] == (["They hear you."] if unnoticed else [])
    quiet = begun()
    in_room(quiet)
    add_opponent(quiet, "warrior")
    quiet.unnoticed = True
    movement._call_mobile(game_of(quiet), CallMobile())
    assert quiet.unnoticed


# ---------------------------------------------------------------- steps


def test_who_goes_on_stands_in_the_place_and_remembers_the_one_before():
    state = begun()
    room = in_room(state)
    other = next_room(state)
    state.unnoticed = True
    state.here.left = [other.id, 0]
    rooms = state.hero.rooms
    movement.enter_place(game_of(state), other.id)
    assert (state.node, state.previous) == (other.id, room.id)
    assert state.here.left == [0]
    assert not state.unnoticed
    assert (other.entered, state.hero.rooms) == (True, rooms + 1)
    movement.enter_place(game_of(state), other.id)
    assert (state.previous, state.hero.rooms) == (room.id, rooms + 1)


@pytest.mark.parametrize(
    ("die", "key"), [(4, "room-plain"), (5, "room-feature"), (6, "room-doors")]
)
def test_a_room_that_is_new_is_described_by_its_die(die, key, monkeypatch):
    state = begun()
    in_room(state)
    room = next_room(state)
    room.die = die
    game, keys = game_of(state), []
    monkeypatch.setattr(
        KantheContext, "describe", lambda self, key, *args, **more: keys.append(key)
    )
    movement.enter_place(game, room.id)
    assert keys == [key]


def test_doors_of_a_room_are_judged_in_order_once():
    state = begun()
    room = in_room(state)
    room.doors = [Door(0), Door(1, judged=True), Door(2)]
    movement.enter_place(game_of(state), room.id)
    assert state.tasks == [JudgeDoor(room.id, 2), JudgeDoor(room.id, 0)]  # the last is done first


def test_the_start_lies_in_no_area():
    state = begun()
    in_room(state)
    assert state.area != NOWHERE
    movement.enter_place(game_of(state), 0)
    assert state.area == NOWHERE


def test_a_room_that_somebody_holds_is_approached_and_not_entered():
    state = begun()
    room = in_room(state)
    other = next_room(state)
    add_opponent(state, "warrior", node=other.id)
    movement.start_walk(game_of(state), [len(state.here.passages) - 1])
    movement.run_tasks(game_of(state))
    assert state.node == room.id
    assert state.question is not None
    assert state.question.node == other.id


@pytest.mark.parametrize("footing", [False, True])
def test_what_lies_in_a_corridor_is_met_there_unless_it_is_bad_footing(footing):
    state = begun()
    in_room(state)
    next_room(state)
    way = state.here.passages[-1]
    game = game_of(state)
    kinds = game.content.hazards.items()
    kind = next(name for name, each in kinds if each.has("footing") == footing)
    hazard = add_hazard(state, kind, 2, node=-1, passage=way.id)
    assert movement._meetings(game, way) == ([] if footing else [MeetHazard(hazard.id)])
    hazard.state = "passed"
    assert movement._meetings(game, way) == []


def test_who_holds_a_corridor_is_met_there_unless_one_goes_unnoticed():
    state = begun()
    in_room(state)
    next_room(state)
    way = state.here.passages[-1]
    who = add_opponent(state, "warrior", node=-1, passage=way.id)
    assert movement._meetings(game_of(state), way) == [MeetOpponents([who.id])]
    state.unnoticed = True
    assert movement._meetings(game_of(state), way) == []


def test_only_who_is_there_and_attacks_is_met():
    state = begun()
    in_room(state)
    calm = add_opponent(state, "warrior", attacks=False)
    dead = add_opponent(state, "warrior", status="dead")
    grim = add_opponent(state, "warrior")
    movement._meet_opponents(game_of(state), [calm.id, dead.id])
    assert state.conflict is None
    movement._meet_opponents(game_of(state), [calm.id, dead.id, grim.id, 999])
    assert state.conflict == Conflict([grim.id])


def test_a_swarm_comes_along_and_is_met_again():
    state = begun()
    in_room(state)
    swarm = add_opponent(
        state, "swarm" if "swarm" in game_of(state).content.creatures else "vermin"
    )
    swarm.follows, swarm.passage, swarm.node = True, 3, -1
    gone = add_opponent(state, "vermin", follows=True, status="dead", node=-1)
    other = next_room(state, entered=True)
    game = game_of(state)
    movement.enter_place(game, other.id)
    assert (swarm.node, swarm.passage, gone.node) == (other.id, -1, -1)
    noticed = Noticed(CreatureRef(swarm.kind, swarm.id))
    assert fact_of(game.events, "The swarm is still behind you.") == noticed
    assert state.tasks[-1] == MeetOpponents([swarm.id])


def test_who_turns_back_leaves_the_place_alone_and_forgets_the_way():
    state = begun()
    in_room(state)
    other = next_room(state)
    state.tasks, state.passage = [Walk([1]), CallMobile()], 1
    movement.turn_back(game_of(state), other.id)
    movement.turn_back(game_of(state), other.id)
    assert state.here.left == [other.id]
    assert (state.tasks, state.passage) == ([CallMobile()], -1)
    movement.turn_back(game_of(state))
    assert state.here.left == [other.id]


# ---------------------------------------------------------------- plans


def test_places_to_explore_are_those_without_the_heros_foot():
    state = begun()
    in_room(state)
    new, known = next_room(state), next_room(state, -30, entered=True)
    waiting = [node.id for node in state.here.nodes if node.waiting]
    assert movement.places_to_explore(state) == sorted([*waiting, new.id])
    assert known.id not in movement.places_to_explore(state)
    state.here.left = [new.id]
    assert new.id not in movement.places_to_explore(state)


def test_a_way_round_is_preferred_to_a_corridor_with_a_hazard_that_is_not_known():
    state = begun()
    room = in_room(state)
    level = state.here
    for node in level.nodes:
        node.waiting = False
    near, far = next_room(state, 20), next_room(state, -60)
    short, long = level.passages[-2], level.passages[-1]
    game = game_of(state)
    assert movement.find_plan(game) == [short.id]
    short.hazard = True
    assert movement.find_plan(game) == [long.id]
    short.called = True
    assert movement.find_plan(game) == [short.id]
    short.called = False
    assert movement.find_known_way(game, near.id) == []
    assert movement.find_known_way(game, far.id) == [long.id]
    far.entered = True
    assert movement.find_plan(game) == [short.id]
    add_opponent(state, "warrior", node=-1, passage=short.id)
    assert movement.find_plan(game) == []
    assert room.id == state.node


def test_no_plan_leads_through_a_room_that_somebody_holds_or_that_is_new():
    state = begun()
    in_room(state)
    level = state.here
    for node in level.nodes:
        node.waiting = False
    middle = next_room(state, 20, entered=True)
    end = add_node(level, "room", (middle.x + 20, middle.y), middle.area)
    way = connect(level, middle, end)
    first = level.passages[-2].id
    game = game_of(state)
    assert movement.find_plan(game) == [first, way.id]
    assert movement.first_leg(game, [first, way.id]) == [first]
    held = add_opponent(state, "warrior", node=middle.id)
    assert movement.find_plan(game) == []
    held.status = "dead"
    middle.entered = False
    assert movement.find_plan(game) == [first]


def test_a_way_is_called_by_where_it_leads():
    state = begun()
    in_room(state)
    room = next_room(state)
    ways = {way.node: way for way in ways_from(state.here, state.place)}
    label = str(movement.way_label(state, ways[room.id]))
    assert label.startswith("East: ")
    assert label.endswith(" (not entered)")
    room.entered = True
    assert str(movement.way_label(state, ways[room.id])) == label.removesuffix(" (not entered)")
    border = next(node for node in state.here.nodes if node.waiting)
    start = state.here.nodes[0]
    ways = {way.node: way for way in ways_from(state.here, start)}
    assert "open corridor" in str(movement.way_label(state, ways[border.id]))


# ---------------------------------------------------------------- stairs


def test_stairs_lead_down_and_up_to_where_they_were_taken():
    state = begun(length="weeks")
    room = in_room(state)
    state.unnoticed, state.hero.potions = True, [ArcaneEffect(MOVE, FIRE)]
    swarm = add_opponent(state, "vermin", follows=True)
    stays = add_opponent(state, "warrior", attacks=False)
    game = game_of(state)
    movement.descend(game)
    assert (state.level, state.node, state.area) == (1, 0, state.here.nodes[0].area)
    assert (state.here.arrived_from, state.hero.deepest) == (room.id, 1)
    assert not state.unnoticed
    assert state.hero.potions == []
    assert state.here.opponents == [swarm]
    assert swarm.node == 0
    words = f"You are on level 1, Difficulty {state.difficulty}."
    assert fact_of(game.events, words) == Arrived(SeatRef(0), 1)
    swarm.follows = False
    game = game_of(state)
    movement.climb(game)
    assert (state.level, state.node, state.hero.deepest) == (0, room.id, 1)
    assert state.here.opponents == [stays]
    assert fact_of(game.events, "You are back in the ruins.") == Arrived(SeatRef(0), 0)
    movement.descend(game)
    movement.descend(game)
    game = game_of(state)
    movement.climb(game)
    assert "You are back on level 1." in told(game)
    assert len(state.levels) == 3


@pytest.mark.parametrize("known", ["", "stairs", "the last level", "gone"])
def test_stairs_are_asked_for_when_all_is_explored_and_none_were_found(known):
    state = begun(length="weeks")
    room = in_room(state)
    state.here.sections = [Section((0, 0), explored=True)]
    room.stairs = known == "stairs"
    if known == "the last level":
        state.domain.levels = 0
    state.result = "left" if known == "gone" else ""
    movement.check_sections(game_of(state))
    assert isinstance(state.question, ChooseStairs) == (known == "")


def test_stairs_that_nobody_found_can_be_in_each_room_entered_the_nearest_first():
    state = begun()
    room = in_room(state)
    far, near = next_room(state, 40, entered=True), next_room(state, -20, entered=True)
    new = next_room(state, 10)
    found = movement.rooms_for_stairs(state)
    assert found == [room, near, far]
    assert new not in found
    for each in found:
        each.entered = False
    assert movement.rooms_for_stairs(state) == [state.here.nodes[0]]


# ---------------------------------------------------------------- explored sections


@pytest.mark.parametrize(("face", "challenge"), [(5, 5), (6, 6)])
def test_a_section_heals_a_wound_and_may_raise_the_challenge(face, challenge):
    state = begun()
    state.hero.wounds, state.hero.challenge = 2, 5
    script(state, [face] * state.difficulty)
    game = game_of(state)
    movement._reward(game)
    assert (state.hero.sections, state.hero.wounds, state.hero.challenge) == (1, 1, challenge)
    assert fact_of(game.events, "One of your wounds has healed.") == Healed(SeatRef(0), 1)
    state.hero.wounds = 0
    movement._reward(game)
    assert state.hero.wounds == 0


# ---------------------------------------------------------------- using things


def test_a_feature_of_no_use_here_adds_dice_to_the_next_throw():
    state = begun()
    in_room(state)
    game = game_of(state)
    state.domain.arcane_features[3] = ArcaneEffect(1, FIRE)
    feature = Feature(3, 2)
    arcane_use.use_feature(game, feature)
    assert feature.used
    assert state.hero.boost == game.content.effect_dice
    bonus = game.content.effect_dice
    assert f"Its power stays with you: {bonus} dice in your next throw." in told(game)


def test_what_is_worn_takes_the_place_of_what_there_is_no_room_for():
    state = begun()
    game = game_of(state)
    rings = [give(state, "ring", row, 7) for row in (0, 1, 2)]
    most = game.method_of(rings[0]).number("worn")
    for ring in rings[:most]:
        assert arcane_use.has_room(game, ring)
        arcane_use.wear(game, ring)
    assert not arcane_use.has_room(game, rings[most])
    arcane_use.wear(game, rings[most])
    assert [ring.worn for ring in rings] == [False] + [True] * most
    assert any(line.startswith("You take off the ") for line in told(game))
    arcane_use.take_off(game, rings[1])
    assert not rings[1].worn
    assert told(game)[-1].startswith("You take off the ")


def test_a_wall_stops_who_follows_and_no_other():
    state = begun()
    in_room(state)
    game = game_of(state)
    swarm, dead = add_opponent(state, "vermin", follows=True), add_opponent(state, "vermin")
    dead.follows, dead.status = True, "dead"
    state.conflict = Conflict([swarm.id])
    arcane_use._shake_off(game)
    assert swarm.follows
    state.conflict = None
    arcane_use._shake_off(game)
    assert (swarm.follows, dead.follows) == (False, True)
    [event] = game.events
    assert str(event.text).startswith("The wall stops the ")
    assert event.fact == Own("shaken-off")


def test_nothing_here_for_an_effect_to_work_on_is_told():
    state = begun()
    in_room(state)
    game = game_of(state)
    arcane_use._overcome_obstacle(game, ArcaneEffect(MOVE, FIRE))
    assert told(game) == ["There is nothing here for it to work on."]


def test_hazards_that_a_feature_calls_are_met():
    state = begun()
    in_room(state)
    game = game_of(state)
    state.domain.arcane_features[3] = None
    row = next(n for n, each in enumerate(game.content.stationary) if each.kind == "pit")
    others = [n for n in range(10) if n != row]
    script(state, [row, row, *others[: state.difficulty - 2]])
    arcane_use.use_feature(game, Feature(3, 2))
    [pit] = state.here.hazards
    assert state.tasks == [MeetHazard(pit.id)]
