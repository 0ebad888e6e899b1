"""Texts and names that several rules share, and references for facts."""

from __future__ import annotations

from collections.abc import Mapping

from engine.common.plans import CAUTIONS
from engine.contract.facts import CreatureRef, SeatRef, ThingRef, Who
from engine.contract.texts import Name, Text, Value, text, typed
from engine.delve.data.kinds import (
    CATEGORIES,
    FAMILIES,
    FIGURES,
    GROWTH,
    PROPERTIES,
    SCHOOLS,
    DelveData,
)
from engine.delve.state import ELEMENTS, DelveCreature, DelveHero, DelveItem, DelveMonster

_WORDS = (
    *(*ELEMENTS, *FAMILIES, *CATEGORIES, *PROPERTIES, *SCHOOLS, *FIGURES, *GROWTH, *CAUTIONS),
    *("blessed", "poison", "yes", "no", "on", "off", "fountain"),
    *("web", "trap", "vent", "flames", "gas"),
    *("auto-sort", "auto-take", "transcript", "stats", "transcript-lines"),
)
TERMS: Mapping[str, Text] = {
    **{word: Text(word) for word in _WORDS},
    "all": text("them all"),
    "deep-water": text("deep water"),
    "cracked-floor": text("cracked floor"),
}
"""Words of the rules themselves: elements, categories, figures, answers and the like."""


MISSILES = {"stone": Name("stone"), "arrow": Name("arrow")}  # of monsters that shoot


def term(word: str) -> Value:
    """Return what a sentence calls a word of the rules, or else of the data."""
    return TERMS[word] if word in TERMS else Name(word, proper=True)


def not_a_verb(word: str) -> Text:
    """Return the refusal of an action that there is not."""
    return text("“{word}” is nothing a hero can do.", word=typed(word))


def spell(name: str) -> Name:
    """Return what a sentence calls a spell."""
    return Name(name, proper=True)


def ability(content: DelveData, key: str) -> Name:
    """Return what a sentence calls an ability."""
    return Name(content.abilities[key].title, proper=True)


def status(content: DelveData, key: str) -> Name:
    """Return what a sentence calls a status."""
    return Name(content.statuses[key].title, proper=True)


def resistance(element: str, figure: int) -> Text:
    """Return an element with a figure."""
    return text("{element} {by}", element=TERMS[element], by=signed(figure))


def healed(who: Name, points: int) -> Text:
    """Return the line of somebody who gets health back."""
    return text("{who:The} heals {points}.", who=who, points=points)


def signed(figure: int) -> str:
    """Return a figure with its sign."""
    return f"+{figure}" if figure >= 0 else str(figure)


def reference(who: DelveCreature) -> Who:
    """Return who a fact is about."""
    if isinstance(who, DelveHero):
        return SeatRef(who.seat)
    assert isinstance(who, DelveMonster)
    return CreatureRef(who.kind, who.uid)


def thing(item: DelveItem) -> ThingRef:
    """Return what thing a fact is about."""
    return ThingRef(item.kind, item.count)


def monster_sprite(kind: str) -> str:
    """Return the name of a monster's picture in the tile set."""
    return f"delve:monster/{kind.replace(' ', '-')}"
