"""The few words that pictures and texts say beside those of a view, in the language asked for."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from contextvars import ContextVar

WORDS = (
    "away", "hidden from all", "players know", "turn {number}", "{who} (to move)",
    "GM ONLY", "unexplored", "Squares have names: {place} lies at {square}.",
    "Squares have names: You stand at {square}.", "something heard, not seen", "{thing} and more",
    "{thing}, remembered", "{square} and {number} more:", "Turn {number}", "The last lines",
    "The map", "1,000",
)  # fmt: skip
_translations: ContextVar[Mapping[str, str]] = ContextVar("translations")


@contextlib.contextmanager
def translated(translations: Mapping[str, str]) -> Iterator[None]:
    """Say `WORDS` as they are translated within the block; what is missing stays English."""
    token = _translations.set(translations)
    try:
        yield
    finally:
        _translations.reset(token)


def grouped(number: int) -> str:
    """Return a number with its thousands apart: "1,234"."""
    return f"{number:,}".replace(",", worded("1,000")[1])


def worded(template: str, **facts: str | int) -> str:
    """Return one of `WORDS` in the language asked for, with its facts."""
    return _translations.get({}).get(template, template).format(**facts)
