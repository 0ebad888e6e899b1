"""Doors, locks and secret doors (rules: kanthe 4, 5)."""

from __future__ import annotations

from engine.contract.facts import Found, Own, SeatRef
from engine.contract.texts import Text, counted, text
from engine.kanthe.dice import best_degree
from engine.kanthe.encounters.finds import find_hazard
from engine.kanthe.encounters.hazards import bar_way, cause_of_wounds, inside_pit, throw_force
from engine.kanthe.map.area_drawing import draw_beyond
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.names import door_name
from engine.kanthe.state import (
    CallMobile,
    CheckSections,
    Door,
    Hazard,
    JudgeDoor,
    MeetOpponents,
    Node,
    Opponent,
    TakeWound,
    Task,
)
from engine.kanthe.words import ROOM_WALLS, listing


def judge_door(game: KantheContext, task: JudgeDoor) -> None:
    """Throw for the weight and the locks of a door that was found."""
    room = game.state.here.nodes[task.node]
    door = next(door for door in room.doors if door.wall == task.wall)
    if door.judged:
        return
    door.judged = True
    matches = game.call("door", door=door_name(door))
    if matches:
        door.heavy = matches[0].degree
        door.locks = [match.degree for match in matches[1:]]
    game.tell(text("{door:The}: {state}.", door=door_name(door), state=describe_door(door)))


def describe_door(door: Door) -> Text:
    """Return what is known of a door, in a few words."""
    if door.opened:
        beyond = {"stairs": text("stairs down"), "nothing": text("a dead end")}
        return beyond.get(door.beyond) or text("open")
    if not door.judged:
        return text("not tried")
    if not door.heavy:
        return text("shut")
    if not door.locks:
        return text("heavy {weight}", weight=door.heavy)
    return text(
        "heavy {weight}, {locks} of {degrees}",
        weight=door.heavy,
        locks=counted(len(door.locks), "{number} lock", "{number} locks"),
        degrees=listing(door.locks),
    )


def open_door(game: KantheContext, room: Node, door: Door) -> None:
    """Open a door that nothing holds, and find out what is behind it."""
    door.opened = True
    door.locks = []
    game.tell(text("{door:The} opens.", door=door_name(door)), "end", Own("door-opened"))
    _find_out_beyond(game, room, door)


def dig(game: KantheContext, room: Node, wall: int) -> None:
    """Dig a tunnel through a wall, which is noise, and find out what is behind it."""
    door = Door(wall, judged=True, opened=True)
    room.walls[wall] = "door"
    room.doors.append(door)
    words = text("You dig through {wall}.", wall=ROOM_WALLS[wall])
    game.tell(words, "end", Own("tunnel-dug", SeatRef(0)))
    game.state.tasks.append(CallMobile(noise=True))
    _find_out_beyond(game, room, door)


def _find_out_beyond(game: KantheContext, room: Node, door: Door) -> None:
    draw_beyond(game, game.state.here, room, door)
    game.state.tasks.append(CheckSections())


def pick_lock(game: KantheContext, door: Door) -> None:
    """Try the next lock of a door, quietly."""
    if throw_force(game, door.locks[0], "lock") > door.locks[0]:
        door.locks.pop(0)
        game.tell(text("The lock gives way."), "end", Own("lock-picked", SeatRef(0)))


def force_door(game: KantheContext, room: Node, door: Door) -> None:
    """Push a heavy door open; with locks on it, break it down, which is noise."""
    breaking = bool(door.locks)
    if throw_force(game, door.heavy, "breaking" if breaking else "heavy-door") > door.heavy:
        open_door(game, room, door)
        if breaking:
            game.state.tasks.append(CallMobile(noise=True))


# ------------------------------------------------------------------------- secret doors


def search_wall(game: KantheContext, room: Node, wall: int) -> None:
    """Search a wall for a secret door. The dice stay for what guards it."""
    room.searched.append(wall)
    challenge = game.state.hero.challenge
    faces = game.throw_challenge(challenge, "search", wall=ROOM_WALLS[wall])
    best = best_degree(faces)
    if not best:
        game.tell(text("You find nothing there."))
        return
    words = text("A secret door in {wall}!", wall=ROOM_WALLS[wall])
    game.tell(words, "found", Found("secret-door"))
    room.walls[wall] = "door"
    room.doors.append(Door(wall))
    tasks: list[Task] = []
    for match in game.call("secret-door"):
        row = game.content.stationary[match.value]
        found = find_hazard(game, row, match.degree, node=room.id)
        tasks += _spring(game, found, best)
    tasks.append(JudgeDoor(room.id, wall))
    game.state.tasks += reversed(tasks)


def _spring(game: KantheContext, found: Hazard | Opponent | None, best: int) -> list[Task]:
    """Let a hazard of a secret door land if its degree beats the hero's best; guards and animals
    fight in any case."""
    if isinstance(found, Opponent):
        if game.kind_of(found).has("mindless") and found.strength <= best:
            found.status = "gone"
            game.tell(text("You keep clear of them."))
            return []
        return [MeetOpponents([found.id])] if found.attacks else []
    if found is None:
        return []
    if found.strength <= best:
        found.state = "gone"
        game.tell(
            text(
                "You avoid it: {strength} does not beat {best}.", strength=found.strength, best=best
            )
        )
        return []
    kind = game.hazard_kind(found)
    if kind.has("bars"):
        bar_way(game, found)
        return []
    if kind.has("footing"):
        return []
    found.state = "passed" if kind.has("stays") else "gone"
    tasks: list[Task] = [TakeWound(found.strength, cause_of_wounds(game, found))]
    for thing in inside_pit(game, found) if kind.has("pit") else ():
        if isinstance(thing, Opponent) and thing.attacks:
            tasks.append(MeetOpponents([thing.id]))
        elif isinstance(thing, Hazard) and game.hazard_kind(thing).has("bars"):
            bar_way(game, thing)
    return tasks
