"""Texts of the table: what people type is said as it stands in every language."""

from __future__ import annotations

from engine.contract.texts import Text, Value, typed


def text(template: str, /, **facts: Value) -> Text:
    """Return a text with its facts by name; a plain string is typed words, a square or dice."""
    return Text(
        template,
        {name: typed(fact) if isinstance(fact, str) else fact for name, fact in facts.items()},
    )
