"""Names of people and heroes. Mark-up and mentions in them are escaped where they are shown."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

from table.errors import Refusal

LONGEST = 32
_TURNS_TEXT = {chr(n) for n in (*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F)}


def proper(name: str) -> str:
    """The name without blanks around it, cut to 32 letters. Refuses an empty one, control
    letters, line breaks, and marks that turn the direction of the text around them."""
    name = name.strip()
    if any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") or c in _TURNS_TEXT for c in name):
        raise Refusal("A name cannot hold control characters.")
    name = name[:LONGEST].strip()
    if not name:
        raise Refusal("A name needs at least one letter.")
    return name


def distinct(name: str, taken: Collection[str]) -> str:
    """The name, with a number behind it when somebody in the game has it already."""
    known = {other.casefold() for other in taken}
    fresh, n = name, 2
    while fresh.casefold() in known:
        fresh = f"{name[: LONGEST - 4].rstrip()} {n}"
        n += 1
    return fresh
