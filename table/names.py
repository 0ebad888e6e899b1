"""Names of people and characters. Mark-up and mentions in them are escaped where they are shown."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

from table.errors import Refusal

MAX_LENGTH = 32  # letters
_DIRECTION_MARKS = {
    chr(n) for n in (*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x061C, 0x200E, 0x200F)
}
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters of which nothing is drawn
_INVISIBLE_CATEGORIES = ("Cf", "Cn", "Co", "Me", "Mn", "Zs")
_CONTROL_CATEGORIES = ("Cc", "Co", "Cs", "Zl", "Zp")
_LINE_BREAKS = "\n\t"


def clean_name(name: str) -> str:
    """Return the name without blanks around it, cut to 32 letters.

    Raises Refusal for a name of which nothing can be seen, control and private-use letters, line
    breaks, and marks that turn the direction of the text around them.
    """
    name = name.strip()
    if any(map(_is_control, name)):
        raise Refusal("A name cannot hold control characters.")
    name = name[:MAX_LENGTH].strip()
    if not any(_is_visible(c) for c in name):
        raise Refusal("A name needs at least one letter.")
    return name


def shown_name(name: str) -> str:
    """Return the name that Discord shows of somebody, made fit to stand in a sentence."""
    try:
        return clean_name("".join(c for c in name if not _is_control(c)))
    except Refusal:
        return "Somebody"


def clean_text(text: str) -> str:
    """Return what somebody typed without control and private-use letters and marks of direction;
    line breaks stay."""
    if text.isprintable():
        return text
    return "".join(c for c in text if c in _LINE_BREAKS or not _is_control(c))


def _is_control(letter: str) -> bool:
    return letter in _DIRECTION_MARKS or unicodedata.category(letter) in _CONTROL_CATEGORIES


def _is_visible(letter: str) -> bool:
    return letter not in _BLANKS and unicodedata.category(letter) not in _INVISIBLE_CATEGORIES


def unique_name(name: str, taken: Collection[str]) -> str:
    """Return the name, with a number behind it when somebody in the game has it already."""
    known = {other.casefold() for other in taken}
    fresh, n = name, 2
    while fresh.casefold() in known:
        fresh = f"{name[: MAX_LENGTH - 4].rstrip()} {n}"
        n += 1
    return fresh
