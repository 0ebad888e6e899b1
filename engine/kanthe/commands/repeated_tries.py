"""Plans that try the same again until it succeeds: locks, doors, barred ways, hazards."""

from __future__ import annotations

from collections.abc import Callable

from engine.common.plans import Stop, split_terms
from engine.contract.texts import Text
from engine.kanthe.commands.plan_run import PlanRun, tries
from engine.kanthe.encounters.doors import force_door, pick_lock
from engine.kanthe.encounters.hazards import evade_hazard, force_hazard, take_hazard
from engine.kanthe.exploring.movement import run_tasks
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.state import WALLS, Door, FaceHazard, Hazard


def find_door(play: KantheContext, wall: str) -> Door:
    """Return the door in a wall of the hero's place."""
    return next(door for door in play.game.place.doors if WALLS[door.wall] == wall)


def _faced(play: KantheContext) -> Hazard:
    question = play.game.question
    assert isinstance(question, FaceHazard)
    return play.hazard(question.hazard)


def _face(play: KantheContext) -> Hazard:
    """Return the hazard that is faced, and answer the question of it."""
    hazard = _faced(play)
    play.game.question = None
    return hazard


def endure(play: KantheContext, _args: tuple[str, ...]) -> None:
    """Let a hazard come."""
    take_hazard(play, _face(play))


def pick(play: KantheContext, args: tuple[str, ...]) -> None:
    """Pick the locks of a door until none is left."""
    door = find_door(play, args[0])
    run, stop = _try_on(play, "pick", args, lambda: pick_lock(play, door), lambda: not door.locks)
    done = "Tried the lock, {tries}" if door.locks else "Picked the lock, {tries}"
    run.end(Text(done, {"tries": tries(run.turns)}), (), stop)


def force(play: KantheContext, args: tuple[str, ...]) -> None:
    """Force a heavy door, or break a locked one down, until it opens."""
    room, door = play.game.place, find_door(play, args[0])
    run, stop = _try_on(
        play, "force", args, lambda: force_door(play, room, door), lambda: door.opened
    )
    done = "Opened the door, {tries}" if door.opened else "Tried to force the door, {tries}"
    run.end(Text(done, {"tries": tries(run.turns)}), (), stop)


def clear(play: KantheContext, args: tuple[str, ...]) -> None:
    """Force a barred way until it is free."""
    hazard = _faced(play)
    run, stop = _try_on(
        play, "clear", args, lambda: force_hazard(play, _face(play)), lambda: _is_past(hazard)
    )
    done = "Cleared the way, {tries}" if _is_past(hazard) else "Tried to force the way, {tries}"
    run.end(Text(done, {"tries": tries(run.turns)}), (), stop)


def evade(play: KantheContext, args: tuple[str, ...]) -> None:
    """Evade a hazard, again if it strikes again."""
    hazard = _faced(play)
    run, stop = _try_on(
        play, "evade", args, lambda: evade_hazard(play, _face(play)), lambda: _is_past(hazard)
    )
    done = "Passed it, {tries}" if _is_past(hazard) else "Tried to evade it, {tries}"
    run.end(Text(done, {"tries": tries(run.turns)}), (), stop)


def _is_past(hazard: Hazard) -> bool:
    return hazard.state != "active"


def _try_on(
    play: KantheContext,
    plan: str,
    args: tuple[str, ...],
    attempt: Callable[[], None],
    has_succeeded: Callable[[], bool],
) -> tuple[PlanRun, Stop]:
    """Try until it succeeds or something else happens; return the plan and what ended it."""
    _, terms = split_terms(args)
    asked = play.game.question
    faced = asked.hazard if isinstance(asked, FaceHazard) else None
    run, stop = PlanRun(play, plan, terms), None
    while stop is None:
        attempt()
        run_tasks(play)
        question = play.game.question
        again = isinstance(question, FaceHazard) and question.hazard == faced
        done = [Stop("done")] if has_succeeded() else []
        stop = run.look(*done, facing=again)
    return run, stop
