"""Labels of offers: bearings of places, and what tells apart two that are alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import msgpack
from msgspec.structs import replace

from engine.common import compass
from engine.contract.action import Offer
from engine.contract.texts import Name, Text, text, typed


def distinct(offers: Sequence[Offer]) -> list[Offer]:
    """Return the offers with their arguments added to labels that several have."""
    labels = [msgpack.encode(offer.label) for offer in offers]
    if len(set(labels)) == len(labels):
        return list(offers)
    times = Counter(labels)
    return [
        offer if times[label] == 1 else replace(offer, label=_with_tail(offer))
        for offer, label in zip(offers, labels, strict=True)
    ]


def _with_tail(offer: Offer) -> Text:
    arguments = " ".join(offer.action.args)
    room = 35 - len(arguments)
    return text(
        "{label:.{room}} ({arguments})", label=offer.label, room=room, arguments=typed(arguments)
    )


def bearing_label(name: Name | Text, steps: int, dy: int, dx: int, *, flees: bool = False) -> Text:
    """Return "Go to the down staircase, 12 NE", or "Flee to" a place, the name cut to what a label
    holds."""
    way = compass.toward(0, 0, dy, dx)
    room = 27 - len(str(steps)) - len(way) if flees else 29 - len(str(steps)) - len(way)
    return text(
        "Flee to {place:the.{room}}, {steps} {way}"
        if flees
        else "Go to {place:the.{room}}, {steps} {way}",
        place=name, room=room, steps=steps, way=compass.LETTERS[way],
    )  # fmt: skip


def stairs_label(stairs: Name, steps: int, dy: int, dx: int, *, flees: bool = False) -> Text:
    """Return "Take the down staircase, 12 NE", or "Flee by" it."""
    return text(
        "Flee by {stairs:the}, {steps} {way}" if flees else "Take {stairs:the}, {steps} {way}",
        stairs=stairs,
        steps=steps,
        way=compass.LETTERS[compass.toward(0, 0, dy, dx)],
    )
