"""Placeholders of names: single private-use characters that stand for the names of people.

A seat of somebody who chose no name for their character is called by one. Rules treat it like any
name; whoever shows their words puts today's name in its place. Nobody can type one: such characters
are taken out of all that people send.
"""

from __future__ import annotations

import re

_BASE = 0xF0000  # the first of Unicode's private-use characters beyond the basic ones
REFERENCES = range(1, 65_534)
PLACEHOLDERS = f"{chr(_BASE + REFERENCES[0])}-{chr(_BASE + REFERENCES[-1])}"  # in a pattern's []
PLACEHOLDER = re.compile(f"[{PLACEHOLDERS}]")


def placeholder(reference: int) -> str:
    """Return the character that stands for the name of the person with a reference."""
    return chr(_BASE + reference)


def reference_of(character: str) -> int:
    """Return the reference of the person for whom a placeholder stands."""
    return ord(character) - _BASE


def is_placeholder(name: str) -> bool:
    """Return whether a whole name is a placeholder."""
    return PLACEHOLDER.fullmatch(name) is not None


def is_printable(name: str) -> bool:
    """Return whether everything of a name can be shown: placeholders can."""
    return PLACEHOLDER.sub("", name).isprintable()
