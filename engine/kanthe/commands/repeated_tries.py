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


def find_door(game: KantheContext, wall: str) -> Door:
    """Return the door in a wall of the hero's place."""
    return next(door for door in game.state.place.doors if WALLS[door.wall] == wall)


def _faced(game: KantheContext) -> Hazard:
    question = game.state.question
    assert isinstance(question, FaceHazard)
    return game.hazard(question.hazard)


def _face(game: KantheContext) -> Hazard:
    """Return the hazard that is faced, and answer the question of it."""
    hazard = _faced(game)
    game.state.question = None
    return hazard


def endure(game: KantheContext, _args: tuple[str, ...]) -> None:
    """Let a hazard come."""
    take_hazard(game, _face(game))


def pick(game: KantheContext, args: tuple[str, ...]) -> None:
    """Pick the locks of a door until none is left."""
    door = find_door(game, args[0])
    run, stop = _try_on(game, "pick", args, lambda: pick_lock(game, door), lambda: not door.locks)
    done = "Tried the lock, {tries}" if door.locks else "Picked the lock, {tries}"
    run.end(Text(done, {"tries": tries(run.turns)}), (), stop)


def force(game: KantheContext, args: tuple[str, ...]) -> None:
    """Force a heavy door, or break a locked one down, until it opens."""
    room, door = game.state.place, find_door(game, args[0])
    run, stop = _try_on(
        game, "force", args, lambda: force_door(game, room, door), lambda: door.opened
    )
    done = "Opened the door, {tries}" if door.opened else "Tried to force the door, {tries}"
    run.end(Text(done, {"tries": tries(run.turns)}), (), stop)


def clear(game: KantheContext, args: tuple[str, ...]) -> None:
    """Force a barred way until it is free."""
    hazard = _faced(game)
    run, stop = _try_on(
        game, "clear", args, lambda: force_hazard(game, _face(game)), lambda: _is_past(hazard)
    )
    done = "Cleared the way, {tries}" if _is_past(hazard) else "Tried to force the way, {tries}"
    run.end(Text(done, {"tries": tries(run.turns)}), (), stop)


def evade(game: KantheContext, args: tuple[str, ...]) -> None:
    """Evade a hazard, again if it strikes again."""
    hazard = _faced(game)
    run, stop = _try_on(
        game, "evade", args, lambda: evade_hazard(game, _face(game)), lambda: _is_past(hazard)
    )
    done = "Passed it, {tries}" if _is_past(hazard) else "Tried to evade it, {tries}"
    run.end(Text(done, {"tries": tries(run.turns)}), (), stop)


def _is_past(hazard: Hazard) -> bool:
    return hazard.state != "active"


def _try_on(
    game: KantheContext,
    plan: str,
    args: tuple[str, ...],
    attempt: Callable[[], None],
    has_succeeded: Callable[[], bool],
) -> tuple[PlanRun, Stop]:
    """Try until it succeeds or something else happens; return the plan and what ended it."""
    _, terms = split_terms(args)
    asked = game.state.question
    faced = asked.hazard if isinstance(asked, FaceHazard) else None
    run, stop = PlanRun(game, plan, terms), None
    while stop is None:
        attempt()
        run_tasks(game)
        question = game.state.question
        again = isinstance(question, FaceHazard) and question.hazard == faced
        done = [Stop("done")] if has_succeeded() else []
        stop = run.look(*done, facing=again)
    return run, stop
