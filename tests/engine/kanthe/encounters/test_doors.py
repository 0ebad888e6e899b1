"""Doors: how heavy and locked they are, what it takes to open them, and what guards secret ones."""

from __future__ import annotations

import pytest

from engine.contract.facts import Found
from engine.kanthe.encounters import doors
from engine.kanthe.state import (
    CallMobile,
    CheckSections,
    Door,
    Hazard,
    JudgeDoor,
    KantheState,
    MeetOpponents,
    Node,
    Opponent,
    TakeWound,
)
from tests.engine.kanthe.stage import (
    act,
    add_hazard,
    add_opponent,
    begun,
    game_of,
    in_room,
    lines,
    script,
)

pytestmark = pytest.mark.covers("spec-kanthe: Encounter")
NOTHING = (0, 1, 2, 3, 4, 5, 6, 7, 8)


def behind(door: Door) -> tuple[KantheState, Node]:
    """Return a game on level 1 whose hero stands in a room with this door."""
    state = begun()
    state.here.number = state.level = 1
    room = in_room(state)
    room.walls = ["", "", "", "way"]
    room.walls[door.wall] = "door"
    room.doors.append(door)
    return state, room


def told(state: KantheState, line: str) -> list[str]:
    """Do an action; return what was told."""
    return [str(event.text) for event in act(state, line)]


@pytest.mark.parametrize(
    ("faces", "heavy", "locks", "words"),
    [
        ((0, 1, 2, 3, 4, 5), 0, [], "shut"),
        ((3, 3, 3, 4, 5, 6), 3, [], "heavy 3"),
        ((3, 3, 5, 5, 5, 6), 2, [3], "heavy 2, 1 lock of 3"),
        ((1, 1, 3, 3, 5, 5), 2, [2, 2], "heavy 2, 2 locks of 2 and 2"),
    ],
)
def test_a_door_is_judged_once_by_the_matches_of_its_throw(faces, heavy, locks, words):
    door = Door(0)
    state, room = behind(door)
    game = game_of(state)
    script(state, faces)
    doors.judge_door(game, JudgeDoor(room.id, 0))
    assert (door.judged, door.heavy, door.locks) == (True, heavy, locks)
    assert str(doors.describe_door(door)) == words
    assert str(game.events[-1].text).endswith(f": {words}.")
    game.events.clear()
    doors.judge_door(game, JudgeDoor(room.id, 0))
    assert not game.events


@pytest.mark.parametrize(
    ("door", "words"),
    [
        (Door(0), "not tried"),
        (Door(0, heavy=4, judged=True, opened=True, beyond="way"), "open"),
        (Door(0, judged=True, opened=True, beyond="stairs"), "stairs down"),
        (Door(0, judged=True, opened=True, beyond="nothing"), "a dead end"),
    ],
)
def test_a_door_is_described_by_what_is_known_of_it(door, words):
    assert str(doors.describe_door(door)) == words


@pytest.mark.parametrize(
    ("mine", "opens", "noise"), [((2, 2, 2, 0, 1), True, False), ((2, 2, 0, 1, 3), False, True)]
)
def test_a_heavy_door_gives_way_to_more_equal_dice_than_it_weighs(mine, opens, noise):
    door = Door(0, heavy=2, judged=True)
    state, room = behind(door)
    game = game_of(state)
    script(state, mine)
    doors.force_door(game, room, door)
    assert door.opened == opens
    assert any(isinstance(task, CallMobile) for task in state.tasks) == noise
    assert any(isinstance(task, CheckSections) for task in state.tasks) == opens
    if not opens:
        assert "It holds: you need 3 equal dice." in [str(e.text) for e in game.events]


def test_to_break_a_locked_door_is_noise_and_frees_it_of_its_locks():
    door = Door(0, heavy=2, locks=[2], judged=True)
    state, room = behind(door)
    script(state, (2, 2, 2, 0, 1))
    doors.force_door(game_of(state), room, door)
    assert (door.opened, door.locks) == (True, [])
    [noise] = [task for task in state.tasks if isinstance(task, CallMobile)]
    assert noise.noise


@pytest.mark.parametrize(
    ("mine", "left", "noise"), [((2, 2, 2, 0, 1), [3], False), ((2, 2, 0, 1, 3), [2, 3], True)]
)
def test_locks_are_picked_one_after_another_and_only_failing_is_heard(mine, left, noise):
    door = Door(0, heavy=2, locks=[2, 3], judged=True)
    state, _ = behind(door)
    game = game_of(state)
    script(state, mine)
    doors.pick_lock(game, door)
    assert door.locks == left
    assert ("The lock gives way." in [str(e.text) for e in game.events]) != noise
    assert any(isinstance(task, CallMobile) for task in state.tasks) == noise
    assert not door.opened


def test_a_tunnel_is_dug_with_noise_and_leads_somewhere():
    state, room = behind(Door(1))
    game = game_of(state)
    doors.dig(game, room, 2)
    door = room.doors[-1]
    assert (door.wall, door.judged, door.opened, room.walls[2]) == (2, True, True, "door")
    assert door.beyond
    assert [type(task) for task in state.tasks] == [CallMobile, CheckSections]
    assert state.tasks[0].noise
    assert str(game.events[0].text).startswith("You dig through the south wall")


# ------------------------------------------------------------------------- secret doors


def test_a_search_without_a_match_finds_nothing_and_is_not_made_twice():
    state, room = behind(Door(1))
    script(state, NOTHING)
    assert "You find nothing there." in told(state, "search n")
    assert (room.searched, room.walls[0]) == ([0], "")
    assert "search n" not in lines(state)


def test_a_match_finds_a_secret_door_that_is_judged_then():
    state, room = behind(Door(1))
    script(state, (4, 4, 6, 8, 9), (), NOTHING)
    game = game_of(state)
    doors.search_wall(game, room, 0)
    assert room.walls[0] == "door"
    assert room.doors[-1].wall == 0
    found = [str(event.text) for event in game.events if event.fact == Found("secret-door")]
    assert found == ["A secret door in the north wall!"]
    assert isinstance(state.tasks[0], JudgeDoor)
    assert (state.tasks[0].node, state.tasks[0].wall) == (room.id, 0)


def told_last(state: KantheState) -> str:
    """Return what was told last; "" for nothing."""
    return str(state.lines[-1]) if state.lines else ""


def sprung(found: Hazard | Opponent | None, state: KantheState, best: int = 2) -> list[object]:
    """Let something guard a secret door that was found with this best degree; return the tasks."""
    state.lines.clear()
    return list(doors._spring(game_of(state), found, best))


@pytest.mark.parametrize(
    ("kind", "strength", "attacks", "gone", "meets"),
    [
        ("warrior", 2, True, False, True),
        ("warrior", 3, True, False, True),
        ("warrior", 3, False, False, False),
        ("vermin", 2, True, True, False),
        ("vermin", 3, True, False, True),
    ],
)
def test_guards_of_a_secret_door_fight_and_the_mindless_are_avoided(
    kind, strength, attacks, gone, meets
):
    state, _ = behind(Door(1))
    who = add_opponent(state, kind, strength, attacks=attacks)
    tasks = sprung(who, state)
    assert (who.status == "gone") == gone
    assert told_last(state) == ("You keep clear of them." if gone else "")
    assert tasks == ([MeetOpponents([who.id])] if meets else [])


@pytest.mark.parametrize(("strength", "lands"), [(2, False), (3, True)])
def test_a_hazard_of_a_secret_door_lands_if_it_beats_the_hero(strength, lands):
    state, _ = behind(Door(1))
    gust = add_hazard(state, "gust", strength, essence=1)
    tasks = sprung(gust, state)
    assert gust.state == "gone"
    assert told_last(state) == ("" if lands else "You avoid it: 2 does not beat 2.")
    assert [task.degree for task in tasks if isinstance(task, TakeWound)] == ([3] if lands else [])


def test_nothing_springs_where_nothing_is_and_bad_footing_only_stays():
    state, _ = behind(Door(1))
    assert sprung(None, state) == []
    footing = add_hazard(state, "footing", 3, essence=1)
    before = footing.state
    assert sprung(footing, state) == []
    assert footing.state == before


@pytest.mark.parametrize("kind", ["flood", "blocked"])
def test_what_bars_the_way_behind_a_secret_door_lies_in_the_passage(kind):
    state, _ = behind(Door(1))
    hazard = add_hazard(state, kind, 3, essence=1)
    assert sprung(hazard, state) == []
    assert hazard.node == -1
    assert hazard.passage >= 0
