"""A game's state between two requests, and the work on it that worker threads do."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection, Iterable
from typing import Any

import msgspec

from engine.common.log import Header, start
from engine.game import (
    GM,
    ActionError,
    AmbiguousAction,
    Event,
    Offer,
    Outcome,
    Ruleset,
    View,
)
from table.ballot import Proposal
from table.errors import Refusal

LONGEST_ORDER = 400


class Standing(msgspec.Struct, frozen=True):
    """What the table wants to know of a state: its bytes (packed), the seats to move, how it
    ended, what everybody sees, and what the seat to move may do if it is but one."""

    packed: bytes
    to_move: tuple[int, ...]
    outcome: Outcome | None
    public: View
    offers: tuple[Offer, ...] | None


class Played(msgspec.Struct, frozen=True):
    """An action that was done: its line, its events, and how the game stands after it."""

    text: str
    events: tuple[Event, ...]
    standing: Standing


Ahead = Callable[[View], None]
"""Is called, in a worker's thread, with what everybody will see, while the rest is worked out."""


def stand(ruleset: Ruleset, state: Any, ahead: Ahead | None = None) -> Standing:
    """Take stock of a state."""
    public = ruleset.view(state, None)
    if ahead is not None:
        ahead(public)
    to_move = tuple(ruleset.to_act(state))
    return Standing(
        zlib.compress(ruleset.dump(state), 1),
        to_move,
        ruleset.outcome(state),
        public,
        tuple(ruleset.legal(state, to_move[0])) if len(to_move) == 1 else None,
    )


def wake(ruleset: Ruleset, packed: bytes) -> Any:
    """The state that was packed. Raises ValueError when it cannot be read."""
    return ruleset.load(zlib.decompress(packed))


def deal(ruleset: Ruleset, header: Header, seed: bytes) -> tuple[Any, Standing]:
    """A game's first state. Raises Refusal when the rules will not begin like that."""
    try:
        state = start(ruleset, header, seed)
    except ActionError as error:
        raise Refusal(str(error)) from None
    return state, stand(ruleset, state)


def play(ruleset: Ruleset, state: Any, seat: int, what: str, ahead: Ahead | None = None) -> Played:
    """Do an action, in place. Raises Refusal, and then the state has not changed; after any
    other exception it is to be thrown away."""
    try:
        action = ruleset.parse(what, state, seat)
        events = tuple(ruleset.apply(state, seat, action))
    except AmbiguousAction as error:
        raise Refusal(str(error), error.choices) from None
    except ActionError as error:
        raise Refusal(str(error)) from None
    return Played(str(action), events, stand(ruleset, state, ahead))


def proposed(
    ruleset: Ruleset,
    state: Any,
    packed: bytes,
    seat: int,
    what: str,
    offers: Iterable[Offer],
    by: int,
) -> Proposal:
    """A line of text as a proposal, which has no letter yet. What stands among no offers is tried
    on a copy. Raises Refusal when it cannot be done now."""
    try:
        action = ruleset.parse(what, state, seat)
        alike = [offer for offer in offers if offer.action.verb == action.verb]
        offer = next((offer for offer in alike if offer.action == action), None)
        if offer is None:
            ruleset.apply(wake(ruleset, packed), seat, action)
    except AmbiguousAction as error:
        raise Refusal(str(error), error.choices) from None
    except ActionError as error:
        raise Refusal(str(error)) from None
    text = str(action)
    if offer is None:
        return Proposal("", text, by, any(each.grave for each in alike), text[:38])
    return Proposal("", text, by, offer.grave, offer.label, offer.at, offer.path)


def audible(events: Iterable[Event], seats: Collection[int]) -> tuple[Event, ...]:
    """The events that those seats may hear; the Game Master hears all."""
    return tuple(
        event
        for event in events
        if event.audience is None or GM in seats or not set(event.audience).isdisjoint(seats)
    )
