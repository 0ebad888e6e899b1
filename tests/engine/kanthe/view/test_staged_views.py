"""Views of staged situations in Kanthe: what must be seen of them, and what must not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.contract.view import UNTHROWN
from engine.kanthe.state import Door, Feature, KantheState, Node
from tests.engine.kanthe.stage import (
    RULES,
    add_hazard,
    add_opponent,
    begun,
    give,
    in_room,
    new_game,
    start_conflict,
)
from tests.staged_views import Seat, StagedView, check, seen_alike

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


def _room(
    change: Callable[[KantheState, Node], object] = lambda _state, _room: None,
) -> Callable[[], KantheState]:
    """Return a way to build a game whose hero is in a room, after a change of it."""

    def build() -> KantheState:
        state = begun()
        change(state, in_room(state))
        return state

    return build


def _warrior(strength: int = 3, **fields: object) -> Callable[[], KantheState]:
    return _room(lambda state, _: add_opponent(state, "warrior", strength, **fields))


def _hazard(kind: str = "pit", **fields: object) -> Callable[[], KantheState]:
    def change(state: KantheState, _: Node) -> None:
        hazard = add_hazard(state, kind, 2)
        for name, value in fields.items():
            setattr(hazard, name, value)

    return _room(change)


def _door(**fields: Any) -> Callable[[], KantheState]:
    def change(_: KantheState, room: Node) -> None:
        room.walls[1] = "door"
        room.doors.append(Door(1, **fields))

    return _room(change)


def _two_warriors() -> KantheState:
    state = _warrior(3)()
    add_opponent(state, "warrior", 2)
    return state


def _left_out() -> KantheState:
    state = begun()
    state.hero.items[0].ticked = False
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
    seen_alike(
        "a dead opponent lies there and is on the plan no more",
        _warrior(status="dead"),
        "Room 1: Warrior, strength 3: dead",
        hidden=("warrior-1 at 14 16", ROOM[0]),
        revealed=_warrior(),
    ),
    seen_alike(
        "a friend",
        _warrior(status="befriended"),
        "Room 1: Warrior, strength 3: a friend",
        "warrior-1 at 14 16",
        "warrior-1 friend",
        hidden=(ROOM[0],),
        revealed=_warrior(),
    ),
    seen_alike(
        "who has gone is nowhere",
        _warrior(status="gone"),
        hidden=(ROOM[0], "warrior-1 at 14 16", "warrior-1: warrior, strength 3"),
        revealed=_warrior(),
    ),
    seen_alike(
        "two opponents of one kind stand apart",
        _two_warriors,
        ROOM[0],
        "Room 1: Warrior, strength 2: hostile",
        "warrior-1 at 14 16",
        "warrior-2 at 16 16",
    ),
    seen_alike(
        "a wounded opponent",
        _warrior(wounds=2),
        "warrior-1 has Wounds 4/6",
        hidden=("warrior-1 friend",),
        revealed=_warrior(status="befriended"),
    ),
    seen_alike(
        "an unhurt opponent has no bar",
        _warrior(),
        "warrior-1: warrior, strength 3",
        hidden=("warrior-1 has Wounds 4/6",),
        revealed=_warrior(wounds=2),
    ),
    seen_alike("a pit", _hazard(), "Room 1: A pit, strength 2", "a pit at 15 15"),
    seen_alike(
        "a pit behind the hero",
        _hazard(state="passed"),
        "Room 1: A pit, strength 2, passed",
        hidden=("Room 1: A pit, strength 2",),
        revealed=_hazard(),
    ),
    seen_alike(
        "a pit that is gone",
        _hazard(state="gone"),
        hidden=("Room 1: A pit, strength 2", "a pit at 15 15"),
        revealed=_hazard(),
    ),
    seen_alike(
        "a pit that was searched", _hazard(searched=True), "Room 1: A pit, strength 2, searched"
    ),
    seen_alike(
        "a statue that was used and searched",
        _room(lambda _, room: room.features.append(Feature(2, 3, used=True, searched=True))),
        "Room 1: Statue, strength 3, used, searched",
        "statue at 15 15",
        hidden=("Room 1: Statue, strength 3",),
        revealed=_crowded,
    ),
    seen_alike(
        "walls that were tried for a secret door",
        _room(lambda _, room: room.searched.extend([0, 2])),
        "Room 1: Searched for secret doors: the north wall and the south wall",
    ),
    seen_alike(
        "what a fallen hero has left",
        _room(lambda _, room: setattr(room, "remains_coins", 4)),
        "Room 1: What a fallen hero left",
        "a fallen hero at 15 15",
    ),
    seen_alike(
        "a heavy door with a lock",
        _door(judged=True, heavy=2, locks=[3]),
        "Room 1: The east door: heavy 2, 1 lock of 3",
        "a shut door at 15 16",
    ),
    seen_alike(
        "a door that nobody has tried tells no weight and no lock",
        _door(heavy=2, locks=[3]),
        "Room 1: The east door: not tried",
        hidden=("Room 1: The east door: heavy 2, 1 lock of 3",),
        revealed=_door(judged=True, heavy=2, locks=[3]),
    ),
    seen_alike(
        "a door before a dead end",
        _door(judged=True, opened=True, beyond="nothing"),
        "Room 1: The east door: a dead end",
        "a dead end at 15 16",
        hidden=("a shut door at 15 16",),
        revealed=_door(),
    ),
    seen_alike(
        "a door before stairs",
        _door(judged=True, opened=True, beyond="stairs"),
        "stairs down at 15 16",
        "Room 1: The east door: stairs down",
        hidden=("a shut door at 15 16",),
        revealed=_door(),
    ),
    seen_alike(
        "a wand that nobody has tried, and a scroll",
        _room(
            lambda state, _: (give(state, "wand", 3, 4), give(state, "scroll", 3, 4, ("d", "h")))
        ),
        "Odda: Green eagle's head wand: not known",
        "Odda: Scroll of Dorya Halvo: not known",
    ),
    seen_alike(
        "a sword that is left out of throws",
        _left_out,
        "Odda: Sword: 1 die to fight and force, left out of throws",
        hidden=("Odda: Sword: 1 die to fight and force",),
        revealed=begun,
    ),
)


@pytest.mark.parametrize("staged", SITUATIONS, ids=[each.name for each in SITUATIONS])
def test_all_see_what_they_must_and_nothing_else(staged: StagedView) -> None:
    check(staged, lambda state, seat: (RULES.view(state, seat), RULES.pages(state, seat)))
