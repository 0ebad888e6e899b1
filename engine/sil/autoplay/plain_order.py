"""The plain order of offers that nothing in the situation speaks for."""

from __future__ import annotations

from collections.abc import Iterable

from engine.contract.action import Offer

_GROUPS = ("move", "plan", "act", "target", "item", "growth", "other", "answer")
_SELDOM = frozenset(
    ("remove", "use", "destroy", "inscribe", "examine", "note", "search", "repeat", "again", "hurl",
     "interact", "swap")
)  # fmt: skip
"""Commands that can be done with every thing, or that say once more what is offered already."""
NEAREST = "nearest"


def ordered(offers: Iterable[Offer]) -> list[Offer]:
    """Return offers by their groups: what ends the game, and what is seldom asked for, last."""
    return sorted(offers, key=_place)


def _place(offer: Offer) -> tuple[bool, bool, int]:
    seldom = offer.action.verb in _SELDOM or offer.action.args[:1] == (NEAREST,)
    leaves = offer.intent == "leave"
    return seldom, leaves, _GROUPS.index(offer.group)
