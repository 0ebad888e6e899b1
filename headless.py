"""A game without Discord: `python bot.py play`. One line of text an action in, events out, the
digest of the last state at the end. The same ruleset, seed and script print the same lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from engine.common import log
from engine.common.dice import seed_from
from engine.game import ActionError, Ruleset, autoplay


def play(
    ruleset: Ruleset, seed: str, script: Iterable[str], turns: int, seats: int | None = None
) -> Iterator[str]:
    """Play the script's lines, then up to `turns` actions of the built-in player, and yield
    what there is to print. In a script, `#` starts a comment line and `1: step ne` names the seat
    (otherwise the first seat whose move it is acts). A line that is refused is told and passed
    over: it changes nothing. Raises ActionError when the game cannot be started."""
    names = [f"Hero {n + 1}" for n in range(seats or ruleset.seats[0])]
    state = ruleset.new({}, names, seed_from(seed))
    for line in script:
        text = line.strip()
        if text and not text.startswith("#"):
            seat, order = _addressed(text, ruleset.to_act(state))
            yield from _told(ruleset, state, seat, order)
    yield from _by_itself(ruleset, state, turns)
    if ended := ruleset.outcome(state):
        yield f"* {ended.title}"
    yield f"digest {log.digest(ruleset, state)}"


def _addressed(text: str, to_act: tuple[int, ...]) -> tuple[int, str]:
    head, colon, rest = text.partition(":")
    if colon and head.strip().removeprefix("-").isdigit():
        return int(head), rest.strip()
    return (to_act[0] if to_act else 0), text


def _told(ruleset: Ruleset, state: Any, seat: int, order: str) -> Iterator[str]:
    yield f"> {seat}: {order}"
    try:
        events = log.play(ruleset, state, log.Line(seat, order))
    except ActionError as error:
        yield f"! {error}"
        return
    for event in events:
        to = "" if event.audience is None else f" (to {', '.join(map(str, event.audience))})"
        yield f"  {event.text}{to}"


def _by_itself(ruleset: Ruleset, state: Any, turns: int) -> Iterator[str]:
    for _ in range(turns):
        seats = ruleset.to_act(state)
        action = autoplay(ruleset, state, seats[0], grave=True) if seats else None
        if action is None:
            return
        yield from _told(ruleset, state, seats[0], str(action))
