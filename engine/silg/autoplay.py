"""Play by itself: a hero by the standing order, else with sense; the Game Master lets things take
their course."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.contract.action import GM, Action, Offer
from engine.silg.state import SilGState


class OfferSource(Protocol):
    """The ruleset, as far as autoplay asks it."""

    def legal(self, state: SilGState, seat: int) -> Sequence[Offer]:
        """Return what the seat may do now."""
        ...


def choose(rules: OfferSource, state: SilGState, seat: int) -> Action | None:
    """Return what the seat does; None when it can do nothing."""
    offers = rules.legal(state, seat)
    if not offers:
        return None
    if seat == GM:
        return _gm(state, offers)
    if state.stage == "setup":
        return _first(offers, "quick", "done", "keep", "begin", "suggested") or offers[0].action
    player = state.players[seat]
    if player.question is not None:  # nothing is spent or chosen for somebody who is away
        return _first(offers, "no", "leave", "back") or offers[0].action
    if player.order and state.stage in ("declare", "monsters"):
        order = Action(*_split(player.order))
        if any(offer.action == order for offer in offers):
            return order
    fights = [offer for offer in offers if offer.intent in ("attack", "shoot")]
    if fights and state.stage == "declare":
        return fights[0].action
    return _named(offers, "wait" if state.stage == "declare" else "ready") or offers[0].action


def _split(line: str) -> tuple[str, tuple[str, ...]]:
    verb, *args = line.split()
    return verb, tuple(args)


def _first(offers: Sequence[Offer], *words: str) -> Action | None:
    for word in words:
        for offer in offers:
            if offer.action.args == (word,):
                return offer.action
    return None


def _named(offers: Sequence[Offer], *verbs: str) -> Action | None:
    for verb in verbs:
        for offer in offers:
            if offer.action.verb == verb:
                return offer.action
    return None


def _gm(state: SilGState, offers: Sequence[Offer]) -> Action | None:
    """Return a command that lets the session go on."""
    if state.stage == "setup":
        return _named(offers, "approve", "begin", "level")
    if state.stage == "minutes":
        advised = [o for o in offers if o.advised and o.action.verb == "clock"]
        return advised[0].action if advised else _named(offers, "minute")
    return _named(offers, "answer-shot", "next")
