"""Sentences with facts, which can be said in any language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Union

import msgspec

Fact = Union[str, int, float, "Text"]


class Text(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence for people: `template` in English, with the names of its `facts` in braces.

    A fact can be a text itself. `str()` says it in English; `cogs.ui.languages` in others.
    """

    template: str
    facts: Mapping[str, Fact] = {}

    def __str__(self) -> str:
        return self.template.format(**self.facts) if self.facts else self.template


def joined(texts: Sequence[Text]) -> Text:
    """Return texts one after the other."""
    if len(texts) == 1:
        return texts[0]
    facts: dict[str, Fact] = {f"_{number}": text for number, text in enumerate(texts)}
    return Text(" ".join(f"{{{name}}}" for name in facts), facts)


def counted(number: int, one: str, many: str) -> Text:
    """Return `one` or `many` with the number in place of {number}."""
    return Text(one if number == 1 else many, {"number": number})
