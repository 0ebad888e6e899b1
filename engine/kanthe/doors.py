"""Doors, locks and secret doors (rules: kanthe 4, 5)."""

from __future__ import annotations

from engine.kanthe.dice import best_degree, find_matches
from engine.kanthe.generation import BARRING, FOOTING, make_hazard
from engine.kanthe.geometry import SIDE_NAMES
from engine.kanthe.hazards import PITS, bar_way, throw_force
from engine.kanthe.mapping import draw_beyond
from engine.kanthe.naming import capitalise, door_name, plural
from engine.kanthe.play import Play
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


def judge_door(play: Play, task: JudgeDoor) -> None:
    """Throw for the weight and the locks of a door that was found."""
    room = play.game.here.nodes[task.node]
    door = next(door for door in room.doors if door.wall == task.wall)
    if door.judged:
        return
    door.judged = True
    matches = play.call(capitalise(door_name(door)))
    if matches:
        door.heavy = matches[0].degree
        door.locks = [match.degree for match in matches[1:]]
    play.say(f"{capitalise(door_name(door))}: {describe_door(door)}.")


def describe_door(door: Door) -> str:
    """Return what is known of a door, in a few words."""
    if door.opened:
        return {"stairs": "stairs down", "nothing": "a dead end"}.get(door.beyond, "open")
    if not door.judged:
        return "not tried"
    if not door.heavy:
        return "shut"
    locks = f", {plural(len(door.locks), 'lock')} of " if door.locks else ""
    return f"heavy {door.heavy}{locks}{' and '.join(map(str, door.locks))}"


def open_door(play: Play, room: Node, door: Door) -> None:
    """Open a door that nothing holds, and find out what is behind it."""
    door.opened = True
    door.locks = []
    play.say(f"{capitalise(door_name(door))} opens.", "end")
    draw_beyond(play, play.game.here, room, door)
    play.game.tasks.append(CheckSections())


def pick_lock(play: Play, door: Door) -> None:
    """Try the next lock of a door, quietly."""
    if throw_force(play, door.locks[0], "The lock"):
        door.locks.pop(0)
        play.say("The lock gives way.", "end")


def force_door(play: Play, room: Node, door: Door) -> None:
    """Push a heavy door open; with locks on it, break it down, which is noise."""
    breaking = bool(door.locks)
    if throw_force(play, door.heavy, "Breaking the door" if breaking else "The heavy door"):
        open_door(play, room, door)
        if breaking:
            play.game.tasks.append(CallMobile(noise=True))


# ------------------------------------------------------------------------- secret doors


def search_wall(play: Play, room: Node, wall: int) -> None:
    """Search a wall for a secret door. The dice stay for what guards it."""
    room.searched.append(wall)
    challenge = play.game.hero.challenge
    faces = play.throw_challenge(challenge, f"Searching the {SIDE_NAMES[wall]} wall")
    best = best_degree(faces)
    if not best:
        play.say("You find nothing there.")
        return
    play.say(f"A secret door in the {SIDE_NAMES[wall]} wall!", "found")
    room.walls[wall] = "door"
    room.doors.append(Door(wall, secret=True))
    tasks: list[Task] = []
    for match in play.call("What guards the secret door"):
        kind = play.content.stationary[match.value].key
        found = make_hazard(play, kind, match.degree, node=room.id)
        tasks += _spring(play, found, best)
    tasks.append(JudgeDoor(room.id, wall))
    play.game.tasks += reversed(tasks)


def _spring(play: Play, found: Hazard | Opponent | None, best: int) -> list[Task]:
    """Let a hazard of a secret door land if its degree beats the hero's best; guards and animals
    fight in any case."""
    if isinstance(found, Opponent):
        if found.mindless and found.strength <= best:
            found.status = "gone"
            play.say("You keep clear of them.")
            return []
        return [MeetOpponents([found.id])] if found.attacks else []
    if found is None:
        return []
    if found.strength <= best:
        found.state = "gone"
        play.say(f"You avoid it: {found.strength} does not beat {best}.")
        return []
    if found.kind in BARRING:
        bar_way(play, found)
        return []
    if found.kind in FOOTING:
        return []
    found.state = "passed" if found.kind in (*PITS, "trap") else "gone"
    tasks: list[Task] = [TakeWound(found.strength, "It catches you")]
    if found.kind in PITS:
        inside = find_matches(play.throw_opposition(found.strength, "Inside the pit"))
        for match in inside:
            kind = play.content.stationary[match.value].key
            if kind not in PITS:
                thing = make_hazard(play, kind, match.degree, node=found.node)
                if isinstance(thing, Opponent) and thing.attacks:
                    tasks.append(MeetOpponents([thing.id]))
                elif isinstance(thing, Hazard) and thing.kind in BARRING:
                    bar_way(play, thing)
    return tasks
