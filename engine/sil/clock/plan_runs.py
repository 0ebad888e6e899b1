"""Plans: a run of ordinary turns inside one action, made for play by post.

A plan does one thing a turn, as the hero would. It goes on while nothing changes that its terms do
not allow (`engine.common.plans`), and never uses up a limited thing. `carry_out` is the only way a
plan is run.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Literal

from msgspec.structs import replace

from engine.common import compass
from engine.common.plans import PlanLimits, Stop, StopReason, Terms, account, weightiest
from engine.contract.action import ActionError
from engine.contract.facts import PlanEnded
from engine.contract.texts import Text, Value, counted, text
from engine.contract.view import Mark
from engine.sil.clock import turn_order
from engine.sil.clock.sightings import HeroWatch
from engine.sil.game.context import Game
from engine.sil.game.messages import say

Plan = Literal["explore", "travel", "run", "rest", "search", "tunnel", "repeat", "forge", "fletch"]

PlanStep = Callable[[], Stop | None]
"""Does one thing that takes a turn; returns why the plan is over, or None to go on."""

DONE = Stop("done")
_TOLD: dict[Plan, Text] = {
    "explore": counted(0, "Explored {number} turn", "Explored {number} turns"),
    "travel": counted(0, "Walked {number} turn", "Walked {number} turns"),
    "run": counted(0, "Ran {number} turn", "Ran {number} turns"),
    "rest": counted(0, "Rested {number} turn", "Rested {number} turns"),
    "search": counted(0, "Searched {number} turn", "Searched {number} turns"),
    "tunnel": counted(0, "Tunnelled {number} turn", "Tunnelled {number} turns"),
    "forge": counted(0, "Worked {number} turn at the forge", "Worked {number} turns at the forge"),
    "fletch": counted(0, "Fletched {number} turn", "Fletched {number} turns"),
    "repeat": counted(
        0,
        "Repeated “{action}” for {number} turn",
        "Repeated “{action}” for {number} turns",
    ),
}


def carry_out(
    game: Game,
    plan: Plan,
    act: PlanStep,
    terms: Terms,
    *,
    turns: int | None = None,
    bears: Collection[StopReason] = (),
    limits: PlanLimits | None = None,
    facts: Mapping[str, Value] = {},
) -> None:
    """Do `act` turn after turn until it says why it is over, something happens that the terms do
    not allow, or their turns have passed; then tell the weightiest reason, and after how long.

    After `turns` the plan has done what it was for. `bears`: the reasons of the rules and of the
    watch that do not end this plan. `limits`: others than those of the terms. `facts`: what the
    words of the plan name. What `act` refuses at the first turn is refused as a whole, and nothing
    has changed.
    """
    hero = game.hero
    began = hero.turns
    limits = limits or terms.limits
    watch = HeroWatch(game, limits)
    end: Stop | None = None
    while end is None:
        before = game.state.energy_used
        game.state.disturbances = []
        own: Stop | None
        try:
            own = act()
        except ActionError as refusal:
            if hero.turns == began and game.state.energy_used == before:
                raise
            own = Stop("refused", refusal.text)
        if game.state.energy_used:
            turn_order.finish(game)
        elif own is None and not game.state.question:
            own = Stop("other", text("that took no time"))
        stops = [*_events(game), *watch.look(game)]
        stops = [s for s in stops if s.reason not in bears and not _is_far(game, limits, s)]
        if own is not None:
            stops.append(own)
        elif turns is not None and hero.turns - began >= turns:
            stops.append(DONE)
        elif hero.turns - began >= terms.turns:
            stops.append(Stop("at most", text("the most at once")))
        end = weightiest(stops)
    _tell(game, plan, end, hero.turns - began, facts)


def _events(game: Game) -> list[Stop]:
    """Return what the rules say of the turn: what disturbed, a question, the end."""
    stops = list(game.state.disturbances)
    if game.state.question:
        stops.append(Stop("question", text("a question")))
    if game.state.ended:
        stops.append(Stop("over", text("the end")))
    if game.state.leaving:
        stops.append(Stop("level", text("a new level")))
    return stops


def _is_far(game: Game, limits: PlanLimits, stop: Stop) -> bool:
    """Return whether it is a noise, or a light, from farther than the limits care for."""
    if stop.reason != "heard" or stop.at is None:
        return False
    hero, (y, x) = game.hero, stop.at
    return max(abs(y - hero.y), abs(x - hero.x)) > limits.near


def _tell(game: Game, plan: Plan, end: Stop, turns: int, facts: Mapping[str, Value]) -> None:
    """Say why a plan ended and how long it took: "Explored 6 turns; stopped: a wolf, asleep, 3
    east." Mark the square of what ended it."""
    if game.state.ended:
        return
    done = replace(_TOLD[plan], facts={"number": turns, **facts})
    if end.reason == "refused":
        words = text("{done}. {refusal}", done=done, refusal=end.why)
    else:
        words = account(done, (), end)
    at = game.hero.y, game.hero.x
    if end.at is not None and end.reason != "done":
        game.state.marks.append(Mark("notice", *end.at))
    say(game, words, "plan", at=at, fact=PlanEnded(plan, end.reason, turns, end.by))


def direction_to(game: Game, i: int) -> str:
    """Return the direction of a square beside the hero."""
    y, x = game.level.place(i)
    return compass.toward(game.hero.y, game.hero.x, y, x)
