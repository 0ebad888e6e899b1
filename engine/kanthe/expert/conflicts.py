"""Recommendations before a room that somebody holds, and in a conflict."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from msgspec.structs import replace

from engine.common.distributions import as_percent
from engine.common.plans import LIMITS
from engine.contract.texts import Words, text
from engine.kanthe.encounters.odds import estimate
from engine.kanthe.encounters.pools import opponents_of
from engine.kanthe.encounters.presence import conflict_at
from engine.kanthe.expert.judgement import (
    contest_worth,
    escape_worth,
    is_hurt,
    sneak_worth,
    weakest,
)
from engine.kanthe.expert.recommendation import Choices, OfferTable, Recommendation
from engine.kanthe.expert.things import healing_things, helpful_things
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.state import Approach, Conflict, Purpose

_SAFE = 0.9  # the chance to win above which nothing is used up for a fight

Valued = list[tuple[float, list[Recommendation]]]


def approach_choices(game: KantheContext, question: Approach, table: OfferTable) -> Choices:
    """Yield what to do before a room or a place."""
    state = game.state
    conflict = conflict_at(state, question.node)
    valued = _contests(game, conflict, table)
    sneaking = list(table.by_chance("sneak", "you get past them {percent} %"))
    valued.append((sneak_worth(game, conflict), sneaking))
    known = question.node in state.here.left
    back = -inf if known else 0.0
    why = text("you are hurt") if is_hurt(state) else text("they are too strong for you now")
    valued.append((back, list(table.first("turn-back", why))))
    return _best_first(valued)


def conflict_choices(
    game: KantheContext, conflict: Conflict, table: OfferTable
) -> Iterator[Recommendation]:
    """Yield what to do in a conflict: heal, use what helps, fight, talk or get away."""
    yield from healing_things(game, table)
    valued = _contests(game, conflict, table)
    followed = any(o.follows for o in opponents_of(game, conflict))
    on_the_way = game.state.passage >= 0
    # Who follows is there again after a flight, and who bars a way when it is tried again.
    verb = "sneak" if followed or on_the_way else "flee"
    away = list(table.by_chance(verb, "you get away {percent} %"))
    valued.append((escape_worth(game, conflict), away))
    ranked = _best_first(valued)
    if ranked and ranked[0].offer.action.verb in ("fight", "persuade"):
        purpose: Purpose = "fight" if ranked[0].offer.action.verb == "fight" else "persuade"
        if estimate(game, conflict, purpose).success < _SAFE:
            yield from helpful_things(game, table, purpose)
    yield from ranked


def _contests(game: KantheContext, conflict: Conflict, table: OfferTable) -> Valued:
    """Return fighting and talking with what each is worth, against the weakest first."""
    opponents = opponents_of(game, conflict)
    valued: Valued = []
    for purpose in _PURPOSES:
        offers = [
            each
            for who in weakest(game, opponents)
            for each in table.the(chance_reason(game, conflict, purpose), purpose, who.name)
        ]
        if offers:
            valued.append((contest_worth(game, conflict, purpose), offers))
    return valued


_PURPOSES: tuple[Purpose, ...] = ("fight", "persuade")


def chance_reason(game: KantheContext, conflict: Conflict, purpose: Purpose) -> Words:
    """Return the chance as a reason: that which stands on the plan's button."""
    limit = LIMITS[game.state.hero.caution].fight_until
    percent = as_percent(estimate(game, conflict, purpose, limit).success)
    if purpose == "persuade":
        return text("words win about {percent} %", percent=percent)
    if len(opponents_of(game, conflict)) > 1:
        return text("together they fall about {percent} %", percent=percent)
    return text("it is overcome {percent} %", percent=percent)


def _best_first(valued: Valued) -> list[Recommendation]:
    """Return recommendations by their worth; of those of one worth the first comes first, its
    like after all others."""
    ordered = sorted((each for each in valued if each[1]), key=lambda each: -each[0])
    ranked = [[replace(each, pays=worth > 0) for each in offers] for worth, offers in ordered]
    return [*(offers[0] for offers in ranked), *(each for offers in ranked for each in offers[1:])]
