"""Plans: a run of ordinary turns inside one action, made for play by post.

A plan does one thing a turn, as the hero would, and breaks off at once for whatever would disturb
a player of Sil. It is bounded by MOST_TURNS; it never uses up a limited thing and never walks into
a danger that is seen. `carry_out` is the only way a plan is run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from msgspec.structs import replace

from engine.common import compass
from engine.contract.action import ActionError
from engine.contract.facts import PlanEnded, Who
from engine.contract.texts import Text, Value, Words, counted, text
from engine.contract.view import Mark
from engine.sil.clock import turn_order
from engine.sil.game.context import Game
from engine.sil.game.event_kinds import StopReason
from engine.sil.game.messages import say

MOST_TURNS = 200
"""The turns after which every plan pauses; its ways are bounded by `travel.MOST_STEPS`."""

Plan = Literal["explore", "travel", "run", "rest", "search", "tunnel", "repeat", "forge", "fletch"]


class PlanEnd(NamedTuple):
    """Why a plan is over, where, and who ended it."""

    reason: StopReason
    why: Words = ""
    at: tuple[int, int] | None = None
    by: Who | None = None


PlanStep = Callable[[], PlanEnd | None]
"""Does one thing that takes a turn; returns why the plan is over, or None to go on."""

DONE = PlanEnd("done")
_TOLD: dict[Plan, Text] = {
    "explore": counted(0, "Explored {number} turn", "Explored {number} turns"),
    "travel": counted(0, "Walked {number} turn", "Walked {number} turns"),
    "run": counted(0, "Ran {number} turn", "Ran {number} turns"),
    "rest": counted(0, "Rested {number} turn", "Rested {number} turns"),
    "search": counted(0, "Searched {number} turn", "Searched {number} turns"),
    "tunnel": counted(0, "Tunnelled {number} turn", "Tunnelled {number} turns"),
    "forge": counted(0, "forging {number} turn", "forging {number} turns"),
    "fletch": counted(0, "fletching {number} turn", "fletching {number} turns"),
    "repeat": counted(
        0,
        "Repeated “{action}” for {number} turn",
        "Repeated “{action}” for {number} turns",
    ),
}


def carry_out(
    game: Game, plan: Plan, act: PlanStep, turns: int = MOST_TURNS, repeated: str = ""
) -> None:
    """Do `act` turn after turn until it says why it is over, something disturbs, or `turns` (at
    most MOST_TURNS) have passed; then tell why it ended, and after how long.

    `repeated` is the action line that is repeated. What `act` refuses at the first turn is
    refused as a whole, and nothing has changed.
    """
    hero = game.hero
    began = hero.turns
    end: PlanEnd | None = None
    most = min(turns, MOST_TURNS)
    while end is None:
        before = game.state.energy_used
        game.state.disturbance = None
        try:
            end = act()
        except ActionError as refusal:
            if hero.turns == began and game.state.energy_used == before:
                raise
            end = PlanEnd("refused", refusal.text)
        if game.state.energy_used:
            turn_order.finish(game)
        elif end is None and not game.state.question:
            end = PlanEnd("other", text("that took no time"))
        if turn_order.interrupted(game):
            end = _interruption(game)
        elif end is None and hero.turns - began >= most:
            end = DONE if turns <= MOST_TURNS else PlanEnd("at most", text("the most at once"))
    _tell(game, plan, end, hero.turns - began, repeated)


def _interruption(game: Game) -> PlanEnd:
    """Return what has broken off a plan."""
    disturbance = game.state.disturbance
    if disturbance is not None:
        return PlanEnd(disturbance.reason, disturbance.why, disturbance.at, disturbance.by)
    if game.state.question:
        return PlanEnd("question", text("a question"))
    return PlanEnd("over", text("the end"))


def _tell(game: Game, plan: Plan, end: PlanEnd, turns: int, repeated: str) -> None:
    """Say why a plan ended and how long it took: "Explored 6 turns, then saw a tanglethorn." Mark
    the square of what ended it."""
    if game.state.ended:
        return
    facts: dict[str, Value] = {"number": turns, **({"action": repeated} if repeated else {})}
    done = replace(_TOLD[plan], facts=facts)
    if end.reason in ("saw", "found"):
        words = text("{done}, then {why}.", done=done, why=end.why)
    elif end.reason == "refused":
        words = text("{done}: {refusal}", done=done, refusal=end.why)
    elif end.reason == "done":
        words = text("{done}.", done=done)
    else:
        words = text("{done}: {why}.", done=done, why=end.why)
    at = game.hero.y, game.hero.x
    if end.at is not None and end.reason != "done":
        game.state.marks.append(Mark("notice", *end.at))
    say(game, words, "plan", at=at, fact=PlanEnded(plan, end.reason, turns, end.by))


def direction_to(game: Game, i: int) -> str:
    """Return the direction of a square beside the hero."""
    y, x = game.level.place(i)
    return compass.toward(game.hero.y, game.hero.x, y, x)
