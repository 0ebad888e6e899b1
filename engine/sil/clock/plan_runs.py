"""Plans: a run of ordinary turns inside one action, made for play by post.

A plan does one thing a turn, as the hero would. It goes on while nothing changes that its terms do
not allow (`engine.common.plans`), and never uses up a limited thing. `carry_out` is the only way a
plan is run.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Literal

from msgspec.structs import replace

from engine.common import compass
from engine.common.plans import PlanLimits, Stop, StopReason, Terms, account, weightiest
from engine.contract.action import ActionError
from engine.contract.facts import PlanEnded, Who
from engine.contract.texts import Text, Value, counted, text
from engine.contract.view import Mark
from engine.sil.clock import turn_order
from engine.sil.clock.plan_accounts import PlanAccount
from engine.sil.clock.sightings import HeroWatch
from engine.sil.game.context import SilContext
from engine.sil.game.messages import tell

Plan = Literal[
    "explore", "travel", "run", "rest", "search", "tunnel", "repeat", "forge", "fletch", "fight",
    "charge", "await", "shoot", "volley", "drink-fight", "fall-back", "hide", "flee",
    "struggle",
]  # fmt: skip

PlanStep = Callable[[], Stop | None]
"""Does one thing that takes a turn; returns why the plan is over, or None to go on."""

DONE = Stop("done")
LEFT = Stop("done")  # the level, as the plan was to do
_BUSY: frozenset[Plan] = frozenset(
    ("fight", "charge", "await", "shoot", "volley", "drink-fight", "fall-back", "hide", "flee")
)
"""Plans of fights and flights."""
NO_NEWS: frozenset[StopReason] = frozenset(("noticed", "heard"))
"""The rules' disturbances that end no plan: changes of mind are weighed by the watch, and of who
makes a noise it tells when they come."""
_TOLD: dict[Plan, Text] = {
    "explore": counted(0, "Explored {number} turn", "Explored {number} turns"),
    "travel": counted(0, "Walked {number} turn", "Walked {number} turns"),
    "run": counted(0, "Ran {number} turn", "Ran {number} turns"),
    "rest": counted(0, "Rested {number} turn", "Rested {number} turns"),
    "search": counted(0, "Searched {number} turn", "Searched {number} turns"),
    "tunnel": counted(0, "Tunnelled {number} turn", "Tunnelled {number} turns"),
    "forge": counted(0, "Worked {number} turn at the forge", "Worked {number} turns at the forge"),
    "fletch": counted(0, "Fletched {number} arrow", "Fletched {number} arrows"),
    "fight": counted(0, "Fought {number} turn", "Fought {number} turns"),
    "charge": counted(0, "Closed in for {number} turn", "Closed in for {number} turns"),
    "await": counted(0, "Lay in wait {number} turn", "Lay in wait {number} turns"),
    "shoot": counted(0, "Shot for {number} turn", "Shot for {number} turns"),
    "volley": counted(0, "Threw for {number} turn", "Threw for {number} turns"),
    "drink-fight": counted(0, "Drank and fought {number} turn", "Drank and fought {number} turns"),
    "fall-back": counted(0, "Fell back {number} turn", "Fell back {number} turns"),
    "hide": counted(0, "Took cover in {number} turn", "Took cover in {number} turns"),
    "flee": counted(0, "Fled {number} turn", "Fled {number} turns"),
    "struggle": counted(0, "Struggled {number} turn", "Struggled {number} turns"),
    "repeat": counted(
        0, "Repeated “{action}” for {number} turn", "Repeated “{action}” for {number} turns"
    ),
}


def carry_out(
    game: SilContext,
    plan: Plan,
    act: PlanStep,
    terms: Terms,
    *,
    bears: Collection[StopReason | Who] = (),
    look: Callable[[], Iterable[Stop]] = tuple,
    limits: PlanLimits | None = None,
    facts: Mapping[str, Value] = {},
) -> None:
    """Do `act` turn after turn until it says why it is over, something happens that the terms do
    not allow, or their turns have passed; then tell the weightiest reason, and after how long.

    `bears`: the reasons of the rules and of the watch that do not end this plan, and the creatures
    that do not, whatever they do. `look`: what else of a turn ends it. `limits`: others than those
    of the terms. `facts`: what the words of the plan name. What `act` refuses at the first turn is
    refused as a whole, and nothing has changed.
    """
    began = game.hero.turns
    limits = limits or terms.limits
    watch, told = HeroWatch(game, limits, busy=plan in _BUSY), PlanAccount(game)
    end: Stop | None = None
    while end is None:
        own = _act(game, act, began)
        stops = [s for s in _events(game) if s.reason not in NO_NEWS]
        stops = [s for s in (*stops, *watch.look(game)) if not _is_borne(s, bears)]
        stops += look()
        if own is not None:
            stops.append(own)
        elif game.hero.turns - began >= terms.turns:
            stops.append(Stop("at most", text("the most at once")))
        end = weightiest(stops)
        if own is LEFT:
            end = LEFT
    _tell(game, plan, end, game.hero.turns - began, told, facts=facts)


def _act(game: SilContext, act: PlanStep, began: int) -> Stop | None:
    """Do a turn of a plan that began in a turn; return why it is over, or None."""
    before = game.state.energy_used
    game.state.disturbances = []
    end: Stop | None
    try:
        end = act()
    except ActionError as refusal:
        if game.hero.turns == began and game.state.energy_used == before:
            raise
        end = Stop("refused", refusal.text)
    if game.state.energy_used:
        turn_order.finish_action(game)
    elif end is None and not game.state.question:
        end = Stop("other", text("that took no time"))
    return end


def _events(game: SilContext) -> list[Stop]:
    """Return what the rules say of the turn: what disturbed, a question, the end."""
    stops = list(game.state.disturbances)
    if game.state.question:
        stops.append(Stop("question", text("a question")))
    if game.state.ended:
        stops.append(Stop("over", text("the end")))
    if game.state.leaving:
        stops.append(Stop("level", text("a new level")))
    return stops


def _is_borne(stop: Stop, bears: Collection[StopReason | Who]) -> bool:
    return stop.reason in bears or (stop.by is not None and stop.by in bears)


def _tell(
    game: SilContext,
    plan: Plan,
    end: Stop,
    turns: int,
    told: PlanAccount,
    facts: Mapping[str, Value],
) -> None:
    """Say why a plan ended, how long it took and what it brought: "Explored 6 turns: 2 rooms;
    stopped: a wolf, asleep, 3 east." Mark the square of what ended it."""
    if game.state.ended:
        return
    done = replace(_TOLD[plan], facts={"number": turns, **facts})
    brought = list(told.words(end.at))
    if end.reason in ("refused", "done") and end.why:
        words = text("{done} {why}", done=account(done, brought, DONE), why=end.why)
    else:
        words = account(done, brought, end)
    at = game.hero.y, game.hero.x
    if end.at is not None and end.reason != "done":
        game.state.marks.append(Mark("notice", *end.at))
    fact = PlanEnded(plan, end.reason, turns, end.by, told.counts())
    tell(game, words, "plan", at=at, fact=fact)


def direction_to(game: SilContext, i: int) -> str:
    """Return the direction of a square beside the hero."""
    y, x = game.level.place(i)
    return compass.toward(game.hero.y, game.hero.x, y, x)
