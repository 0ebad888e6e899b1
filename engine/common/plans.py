"""Plans: one action of many turns, which goes on while nothing changes that matters.

A plan carries its terms in its action line: how daring it is, and after how many turns it ends at
the latest ("explore bold", "travel BK27 usual:12"). `Watch` tells after each turn what has
happened that the terms do not allow; of several the weightiest ends the plan and is told. Rulesets
say who is in sight and what it is doing; what a plan does in a turn is theirs alone.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, get_args

from engine.contract.facts import Who
from engine.contract.texts import Text, Words, listed, text
from engine.contract.view import Caution

CAUTIONS: tuple[Caution, ...] = get_args(Caution)
USUAL: Caution = "usual"
MOST_TURNS = 200
"""The turns after which every plan pauses."""


class PlanLimits(NamedTuple):
    """The limits of a plan: health in percent of the full, distance in turns of the plan's hero."""

    least_health: int  # below it no further turn begins
    most_loss: int  # lost in one turn: more ends it
    near: int  # turns that an alert enemy needs to reach the hero: nearer than that ends it
    fight_until: int  # health below which a fight is broken off


LIMITS: Mapping[Caution, PlanLimits] = {
    "careful": PlanLimits(least_health=70, most_loss=10, near=12, fight_until=75),
    "usual": PlanLimits(least_health=50, most_loss=20, near=7, fight_until=50),
    "bold": PlanLimits(least_health=30, most_loss=35, near=4, fight_until=30),
}

StopReason = Literal[
    "over", "question", "danger", "health", "loss", "attacked", "hurt", "saw", "noticed", "near",
    "status", "choice", "found", "lying", "level", "heard", "own deed", "blocked", "refused",
    "done", "at most", "other",
]  # fmt: skip
"""Why a plan ended, the weightiest first.

over: the game has ended, or the character is dead; danger: one in sight who could kill within a
few turns; health, loss: the limits; saw: a creature never seen before; noticed: one has become
alert; near: an alert one has come too near; choice: something to decide on (an unknown thing, a
way down); found, lying: places and things; own deed: the plan's own aim is reached by a blow;
done: its aim; at most: the most turns."""

WEIGHTS: Mapping[StopReason, int] = {
    reason: place for place, reason in enumerate(reversed(get_args(StopReason)))
}


class Stop(NamedTuple):
    """Why a plan is over: in words without a full stop ("an orc scout, alert, 9 east"), where, and
    who ended it."""

    reason: StopReason
    why: Words = ""
    at: tuple[int, int] | None = None
    by: Who | None = None


def weightiest(stops: Iterable[Stop]) -> Stop | None:
    """Return what matters most; of equals the first."""
    return max(stops, key=lambda stop: WEIGHTS[stop.reason], default=None)


# ------------------------------------------------------------------ terms


class Terms(NamedTuple):
    """The caution of a plan, and its most turns. `str()` is its word in an action line: "" for the
    usual."""

    caution: Caution = USUAL
    turns: int = MOST_TURNS

    @property
    def limits(self) -> PlanLimits:
        """Return what the plan bears."""
        return LIMITS[self.caution]

    def __str__(self) -> str:
        if self.turns < MOST_TURNS:
            return f"{self.caution}:{self.turns}"
        return "" if self.caution == USUAL else self.caution


_TERMS = re.compile(rf"({'|'.join(CAUTIONS)})(?::([1-9]\d{{0,2}}))?")


def split_terms(args: Sequence[str]) -> tuple[tuple[str, ...], Terms]:
    """Return the other arguments of a plan, and its terms, which are the last word if they are
    there."""
    found = _TERMS.fullmatch(args[-1].lower()) if args else None
    if found is None:
        return tuple(args), Terms()
    caution = next(each for each in CAUTIONS if each == found[1])
    turns = min(int(found[2]), MOST_TURNS) if found[2] else MOST_TURNS
    return tuple(args[:-1]), Terms(caution, turns)


def with_terms(args: Sequence[str], terms: Terms) -> tuple[str, ...]:
    """Return the arguments of a plan on these terms."""
    plain, _ = split_terms(args)
    return (*plain, str(terms)) if str(terms) else plain


# ------------------------------------------------------------------ watching


class Sighting(NamedTuple):
    """An enemy in sight after a turn, as far as the plan's hero can tell.

    `alert`: it knows of the hero and would act against him: not asleep, unwary, fleeing, or rooted
    out of reach. `turns`: the hero's turns until it could do harm: its speed and what it shoots
    count; 0 at once.
    """

    key: Hashable
    who: Who | None
    words: Words  # "an orc scout, alert, 9 east"
    at: tuple[int, int]
    alert: bool
    turns: float
    new: bool = False  # never seen before


class Watch:
    """The enemies whom a plan's hero has seen and weighed: who is not new does not end it."""

    def __init__(
        self, limits: PlanLimits, sightings: Iterable[Sighting], health: int, full_health: int
    ) -> None:
        self.limits = limits
        self._alert = {each.key: each.alert for each in sightings}
        self._near = {each.key for each in sightings if each.alert and each.turns < limits.near}
        self._health = health
        self._full = max(1, full_health)

    def look(self, sightings: Sequence[Sighting], health: int) -> list[Stop]:
        """Return what ends the plan after a turn, and remember what is in sight now."""
        stops = [*self._losses(health)]
        for each in sightings:
            if stop := self._change(each):
                stops.append(stop)
        self._alert |= {each.key: each.alert for each in sightings}
        self._near |= {e.key for e in sightings if e.alert and e.turns < self.limits.near}
        self._health = health
        return stops

    def _losses(self, health: int) -> Iterable[Stop]:
        lost = self._health - health
        if 100 * health < self.limits.least_health * self._full and lost > 0:
            yield Stop("health", text("health is low"))
        if 100 * lost > self.limits.most_loss * self._full:
            yield Stop("loss", text("lost {number} health at once", number=lost))

    def _change(self, each: Sighting) -> Stop | None:
        if each.key not in self._alert:
            if each.new or each.alert:
                return Stop("saw", each.words, each.at, each.who)
            return None
        if each.alert and not self._alert[each.key]:
            return Stop("noticed", each.words, each.at, each.who)
        if each.alert and each.turns < self.limits.near and each.key not in self._near:
            return Stop("near", each.words, each.at, each.who)
        return None


# ------------------------------------------------------------------ telling


def account(done: Text, counts: Sequence[Words], stop: Stop) -> Text:
    """Return how a plan went, in one line: "Explored 41 turns: 3 rooms, a forge; stopped: an orc
    scout, alert, 9 east." `done` has no full stop, nor have the others."""
    if counts:
        done = text("{done}: {counts}", done=done, counts=listed(counts))
    if stop.reason == "done" or not stop.why:
        return text("{done}.", done=done)
    return text("{done}; stopped: {why}.", done=done, why=stop.why)
