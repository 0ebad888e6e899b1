"""Views of staged situations in Kanthe: what must be seen of them, and what must not."""

from __future__ import annotations

import pytest

from engine.contract.view import UNTHROWN
from engine.kanthe.state import Door, Feature, KantheState
from tests.engine.kanthe.stage import (
    RULES,
    add_hazard,
    add_opponent,
    begun,
    in_room,
    new_game,
    start_conflict,
)
from tests.staged_views import Seat, StagedView, check

EVERYBODY: tuple[Seat, ...] = (0, None)
_YOURS = "You 7: Challenge 5, Sword 1, Leather Armour 1"
_THEIRS = "They 5: warrior 3, the bad footing of earth 2"


def _crowded() -> KantheState:
    """Return a game whose hero is in a room with an opponent, a hazard and a statue."""
    state = begun()
    room = in_room(state)
    room.features.append(Feature(2, 3))
    add_opponent(state, "warrior", 3)
    add_hazard(state, "footing", 2, essence=1)
    return state


def _left() -> KantheState:
    """Return the same game, the hero back at the start."""
    state = _crowded()
    state.node, state.previous = state.previous, state.node
    return state


def _unnoticed() -> KantheState:
    state = _crowded()
    state.unnoticed = True
    return state


def _peaceful() -> KantheState:
    state = begun()
    in_room(state)
    add_opponent(state, "warrior", 3, peaceful=True)
    return state


def _fighting() -> KantheState:
    state = _crowded()
    start_conflict(state, *state.here.opponents)
    return state


def _wounded() -> KantheState:
    state = begun()
    state.hero.wounds, state.hero.coins = 2, 7
    return state


def _doors() -> KantheState:
    state = begun()
    room = in_room(state)
    for wall, opened in ((0, False), (1, True)):
        room.walls[wall] = "door"
        room.doors.append(Door(wall, judged=True, opened=opened))
    return state


def _not_entered() -> KantheState:
    state = _left()
    state.here.nodes[state.previous].entered = False
    return state


def _stairs() -> KantheState:
    state = begun()
    in_room(state).stairs = True
    return state


ROOM = (
    "Room 1: Warrior, strength 3: hostile",
    "Room 1: Statue, strength 3",
    "Room 1: Bad footing of earth, strength 2",
)
SITUATIONS = (
    StagedView(
        "the hero at the start",
        begun,
        dict.fromkeys(
            EVERYBODY,
            (
                "odda at 10 10",
                "the starting room at 10 10",
                "The starting room: South-east: open corridor d",
                "Odda: Challenge 5, 0 wounds of 6, 0 coins",
                "Phase: Mapping",
            ),
        ),
        dict.fromkeys(EVERYBODY, ROOM),
        revealed=_crowded,
    ),
    StagedView(
        "an opponent, a hazard and a statue here",
        _crowded,
        dict.fromkeys(EVERYBODY, (*ROOM, "odda at 15 15", "warrior-1 at 14 16", "statue at 15 15")),
        dict.fromkeys(EVERYBODY, ("Odda is hidden",)),
        revealed=_unnoticed,
    ),
    StagedView(
        "what was left behind stands on the plan, and no more on the sheet",
        _left,
        dict.fromkeys(
            EVERYBODY,
            (
                "odda at 10 10",
                "warrior-1 at 14 16",
                "bad footing of earth at 15 15",
                "The starting room: South-east: room 1",
            ),
        ),
        dict.fromkeys(EVERYBODY, ROOM),
        revealed=_crowded,
    ),
    StagedView(
        "a hero whom nobody has noticed",
        _unnoticed,
        dict.fromkeys(EVERYBODY, (*ROOM, "Odda is hidden")),
        {},
    ),
    StagedView(
        "a peaceful opponent",
        _peaceful,
        dict.fromkeys(
            EVERYBODY, ("Room 1: Warrior, strength 3: does not attack", "warrior-1 at 14 16")
        ),
        dict.fromkeys(EVERYBODY, ROOM[:1]),
        revealed=_crowded,
    ),
    StagedView(
        "a conflict",
        _fighting,
        dict.fromkeys(
            EVERYBODY,
            (
                "Phase: Encounter",
                f"A throw of a fight: {_YOURS} {(UNTHROWN,) * 7} ",
                f"A throw of a fight: {_THEIRS} {(UNTHROWN,) * 5} ",
                "asked: Against you: a warrior. What do you do?",
            ),
        ),
        dict.fromkeys(EVERYBODY, ("Phase: Mapping",)),
        revealed=_crowded,
    ),
    StagedView(
        "wounds and coins",
        _wounded,
        dict.fromkeys(
            EVERYBODY, ("Odda has Health 4/6", "odda has Health 4/6", "Odda is wounded", "Coins: 7")
        ),
        dict.fromkeys(EVERYBODY, ("Odda has Health 6/6", "Coins: 0")),
        revealed=begun,
    ),
    StagedView(
        "doors shut and open",
        _doors,
        dict.fromkeys(EVERYBODY, ("Room 1: The north door: shut", "Room 1: The east door: open")),
        {},
    ),
    StagedView(
        "stairs",
        _stairs,
        dict.fromkeys(EVERYBODY, ("Room 1: Stairs down", "stairs down at 15 16")),
        {},
    ),
    StagedView(
        "a room that was not entered yet",
        _not_entered,
        dict.fromkeys(EVERYBODY, ("The starting room: South-east: room 1 (not entered)",)),
        dict.fromkeys(EVERYBODY, ("The starting room: South-east: room 1",)),
        revealed=_left,
    ),
    StagedView(
        "the set-up",
        new_game,
        dict.fromkeys(EVERYBODY, ("asked: You can begin at any time.",)),
        dict.fromkeys(EVERYBODY, ("odda at 10 10",)),
        revealed=begun,
    ),
)


@pytest.mark.parametrize("staged", SITUATIONS, ids=[each.name for each in SITUATIONS])
def test_all_see_what_they_must_and_nothing_else(staged: StagedView) -> None:
    check(staged, RULES.view)
