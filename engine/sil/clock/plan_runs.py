"""Plans: a run of ordinary turns inside one action, made for play by post.

A plan does one thing a turn, as the hero would, and breaks off at once for whatever would disturb
a player of Sil. It is bounded by MOST_TURNS; it never uses up a limited thing and never walks into
a danger that is seen. `carry_out` is the only way a plan is run.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.common import compass
from engine.contract.action import ActionError
from engine.contract.view import Mark
from engine.sil.clock import turn_order
from engine.sil.game import Game
from engine.sil.messages import say

MOST_TURNS = 200
"""The turns after which every plan pauses; its ways are bounded by `travel.MOST_STEPS`."""

PlanStep = Callable[[], str]
"""Does one thing that takes a turn; returns why the plan is over, or "" to go on."""


def carry_out(game: Game, name: str, act: PlanStep, turns: int = MOST_TURNS) -> None:
    """Do `act` turn after turn until it says why it is over, something disturbs, or `turns` (at
    most MOST_TURNS) have passed; then tell why it ended, and after how long.

    `name` says what the hero did ("Explored"). What `act` refuses at the first turn is
    refused as a whole, and nothing has changed.
    """
    hero = game.hero
    began = hero.turns
    reason = ""
    most = min(turns, MOST_TURNS)
    while not reason:
        before = game.state.energy_used
        game.state.disturbed, game.state.disturbed_at = "", None
        try:
            reason = act()
        except ActionError as refusal:
            if hero.turns == began and game.state.energy_used == before:
                raise
            reason = str(refusal).rstrip(".")
        if game.state.energy_used:
            turn_order.finish(game)
        elif not reason and not game.state.question:
            reason = "that took no time"
        if turn_order.interrupted(game):
            reason = game.state.disturbed or ("a question" if game.state.question else "the end")
        elif not reason and hero.turns - began >= most:
            reason = "done" if turns <= MOST_TURNS else "the most at once"
    _tell(game, name, reason, hero.turns - began)


def _tell(game: Game, name: str, reason: str, turns: int) -> None:
    """Say why a plan ended and how long it took: "Explored 6 turns, then saw a tanglethorn." Mark
    the square of what ended it."""
    if game.state.ended:
        return
    text = f"{name} {turns} turn{'' if turns == 1 else 's'}"
    if reason.startswith(("saw ", "found ")):
        text += f", then {reason}"
    elif reason != "done":
        text += f": {reason}"
    at = game.hero.y, game.hero.x
    if game.state.disturbed_at is not None and reason != "done":
        game.state.marks.append(Mark("notice", *game.state.disturbed_at))
    say(game, f"{text}.", "plan", at=at)


def direction_to(game: Game, i: int) -> str:
    """Return the direction of a square beside the hero."""
    y, x = game.level.place(i)
    return compass.toward(game.hero.y, game.hero.x, y, x)
