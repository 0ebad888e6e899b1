"""Texts and names that several rules share, and references for facts."""

from __future__ import annotations

from collections.abc import Iterable

from engine.contract.facts import CreatureRef, SeatRef, ThingRef, Who
from engine.contract.texts import Name, Text, Value, Words, text
from engine.delve.state import DelveCreature, DelveHero, DelveItem, DelveMonster

ELLIPSIS = text("…")


def spell(name: str) -> Name:
    """Return what a sentence calls a spell."""
    return Name(name, proper=True)


def ability(name: str) -> Name:
    """Return what a sentence calls an ability."""
    return Name(name, proper=True)


def element(name: str) -> Name:
    """Return what a sentence calls an element."""
    return Name(name, proper=True)


def row(values: Iterable[Value], between: str = ", ") -> Text:
    """Return values one after the other, with the same marks between them."""
    facts = {f"_{number}": value for number, value in enumerate(values)}
    return Text(between.join(f"{{{name}}}" for name in facts), facts)


def healed(who: Name, points: int) -> Text:
    """Return the line of somebody who gets health back."""
    return text("{who:The} heals {points}.", who=who, points=points)


def signed(figure: int) -> str:
    """Return a figure with its sign."""
    return f"+{figure}" if figure >= 0 else str(figure)


def capital(words: Words | Name) -> Text:
    """Return words with a capital at their head."""
    return Text("{words:The}", {"words": words if not isinstance(words, str) else Text(words)})


def reference(who: DelveCreature) -> Who:
    """Return who a fact is about."""
    if isinstance(who, DelveHero):
        return SeatRef(who.seat)
    assert isinstance(who, DelveMonster)
    return CreatureRef(who.kind, who.uid)


def thing(item: DelveItem) -> ThingRef:
    """Return what thing a fact is about."""
    return ThingRef(item.kind, item.count)
