"""Texts of the table: what people type is said as it stands in every language."""

from __future__ import annotations

from collections.abc import Iterable

from engine.contract.texts import Name, Text, Value, joined, typed


def text(template: str, /, **facts: Value) -> Text:
    """Return a text with its facts by name; a plain string is typed words, a square or dice."""
    return Text(template, {name: _fact(fact) for name, fact in facts.items()})


def listed(items: Iterable[Value]) -> Text:
    """Return names one after the other, with commas alone."""
    return joined([_fact(item) for item in items], ", ")


def the(name: Name) -> Text:
    """Return a name with its article: "the wolf", "wolf 2"."""
    return text("{who:the}", who=name)


def _fact(value: Value) -> Value:
    return typed(value) if isinstance(value, str) else value
