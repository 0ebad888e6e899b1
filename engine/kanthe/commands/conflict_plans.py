"""Throws of conflicts, one by one or as plans: fight on, talk on, get away."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.common.plans import Stop, Terms, split_terms
from engine.contract.facts import CreatureRef
from engine.contract.texts import Text, Value, Words, counted, text
from engine.kanthe.commands.plan_run import PlanRun, throws
from engine.kanthe.encounters.conflict import bears, continue_conflict, throw_conflict, wound_ally
from engine.kanthe.encounters.odds import health_of, least_health
from engine.kanthe.encounters.presence import conflict_at, hostile_at
from engine.kanthe.exploring.movement import enter_place
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.names import creature_name
from engine.kanthe.state import Approach, ChooseVictim, Conflict, Manner, Opponent, Purpose

Handler = Callable[[KantheContext, tuple[str, ...]], None]


def find_opponent(game: KantheContext, name: str) -> Opponent:
    """Return somebody of this level by the name that action lines use."""
    return next(o for o in game.state.here.opponents if o.name == name)


def engage(game: KantheContext, name: str) -> None:
    """Begin the conflict that an approach or a choice of one's own leads to."""
    state = game.state
    if state.conflict is not None:
        return
    question = state.question
    if isinstance(question, Approach):
        conflict = conflict_at(state, question.node)
        state.question = None
        enter_place(game, question.node)
        state.conflict = conflict
        return
    state.conflict = conflict_with(game, find_opponent(game, name))
    state.unnoticed = False


def conflict_with(game: KantheContext, who: Opponent) -> Conflict:
    """Return the conflict that acting against somebody here begins: with those of its side, and
    the help of those whom it is fighting."""
    state = game.state
    side = [who]
    helpers: list[Opponent] = []

    def is_guest(one: Opponent) -> bool:
        return game.kind_of(one).has("guest")

    if who.peaceful:
        at_odds = [
            o for o in state.here.opponents if o.node == state.node and o.here and o.peaceful
        ]
        side = [o for o in at_odds if is_guest(o) == is_guest(who)]
        helpers = [o for o in at_odds if o not in side]
    elif who.attacks:
        side = hostile_at(state, node=state.node) or [who]
    return Conflict([o.id for o in side], [o.id for o in helpers])


def contend(purpose: Purpose) -> Handler:
    """Return what does one throw of a fight or of words; with somebody as its aim, throw after
    throw until that one is overcome or the hero hurt."""

    def throw(game: KantheContext, args: tuple[str, ...]) -> None:
        plain, terms = split_terms(args)
        if not plain:
            engage(game, "")
            throw_conflict(game, purpose)
            return
        percent = int(plain[1]) if len(plain) > 1 else terms.limits.fight_until
        _contend_on(game, purpose, plain[0], percent, terms)

    return throw


def _contend_on(
    game: KantheContext, purpose: Purpose, name: str, percent: int, terms: Terms
) -> None:
    engage(game, name)
    state, target = game.state, find_opponent(game, name)
    conflict = state.conflict
    assert conflict is not None
    run = PlanRun(game, purpose, terms)
    dealt = target.social if purpose == "persuade" else target.wounds
    least, stop = _limit(game, percent), None
    while stop is None:
        throw_conflict(game, purpose, aim=target)
        _let_allies_bear(game)
        over = state.conflict is not conflict or not target.here
        ended = [_end_of(game, target, purpose)] if over else []
        stop = run.count([*ended, *_breaks(game, conflict, least)])
    now = target.social if purpose == "persuade" else target.wounds
    counts: list[Words] = []
    if now > dealt:
        counts.append(_dealt(purpose, now - dealt))
    facts: dict[str, Value] = {"throws": throws(run.turns), "who": creature_name(target)}
    done = Text(_DONE[target.status or purpose], facts)
    run.end(done, counts, stop, dealt=now - dealt)


def _dealt(purpose: Purpose, number: int) -> Text:
    """Return how much of what a plan dealt went home."""
    if purpose == "persuade":
        return counted(number, "{number} word went home", "{number} words went home")
    return counted(number, "{number} wound dealt", "{number} wounds dealt")


_DONE = {
    "fight": "Fought {who:the}, {throws}",
    "persuade": "Talked with {who:the}, {throws}",
    "dead": "Overcame {who:the}, {throws}",
    "befriended": "Befriended {who:the}, {throws}",
    "gone": "Fought {who:the}, {throws}",
}


def _end_of(game: KantheContext, target: Opponent, purpose: Purpose) -> Stop:
    """Return the end of a plan whose conflict is over, or whose aim is no longer there."""
    by = CreatureRef(target.kind, target.id)
    if game.state.result:
        return Stop("over", text("the delve is over"))
    if not target.here:
        return Stop("done", by=by)
    if purpose == "persuade":
        return Stop("refused", text("no arguments are left"), by=by)
    return Stop("done")


def _limit(game: KantheContext, percent: int) -> int:
    """Return the health below which a plan breaks off: that of a percentage, or what the hero has
    where he begins with less."""
    return min(least_health(game.state, percent), health_of(game.state))


def _breaks(game: KantheContext, conflict: Conflict, least: int) -> Iterator[Stop]:
    """Yield what breaks a plan off while its conflict goes on."""
    state = game.state
    if state.conflict is not conflict:
        return
    if state.question is not None:
        yield Stop("question", text("there is something to choose"))
    if (health := health_of(state)) < least:
        full = state.hero.challenge + 1
        yield Stop("health", text("your health is {health} of {full}", health=health, full=full))


def _let_allies_bear(game: KantheContext) -> None:
    """Let allies take the wounds that they survive; others are asked about."""
    state = game.state
    while isinstance(question := state.question, ChooseVictim):
        bearer = next((each for each in state.hero.allies if bears(game, each, question)), None)
        if bearer is None:
            return
        state.question = None
        wound_ally(game, bearer, question.degree)
        continue_conflict(game)


def evade_opponents(manner: Manner) -> Handler:
    """Return what tries to get away from opponents, throw after throw until the hero does or is
    hurt; hiding is tried once."""

    def throw(game: KantheContext, args: tuple[str, ...]) -> None:
        _, terms = split_terms(args)
        engage(game, "")
        conflict = game.state.conflict
        assert conflict is not None
        if manner == "hide":
            throw_conflict(game, "evade", manner)
            return
        run, stop = PlanRun(game, manner, terms), None
        least = _limit(game, terms.limits.fight_until)
        while stop is None:
            throw_conflict(game, "evade", manner)
            _let_allies_bear(game)
            ended = [] if game.state.conflict is conflict else [_end_of_flight(game)]
            stop = run.count([*ended, *_breaks(game, conflict, least)])
        done = "Got away, {throws}" if stop.reason == "done" else "Tried to get away, {throws}"
        run.end(Text(done, {"throws": throws(run.turns)}), (), stop)

    return throw


def _end_of_flight(game: KantheContext) -> Stop:
    if game.state.result:
        return Stop("over", text("the delve is over"))
    return Stop("done")
