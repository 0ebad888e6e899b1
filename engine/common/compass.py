"""Directions and the names of squares.

A square is named as on the edges of the map: spreadsheet letters for the column, the row's figure
behind them (`BK27` is column 62, row 27). Sil numbers directions like a keypad.
"""

from __future__ import annotations

import re

from engine.contract.texts import text

# Clockwise from north; (dy, dx), y down.
DIRECTIONS: dict[str, tuple[int, int]] = {
    "n": (-1, 0),
    "ne": (-1, 1),
    "e": (0, 1),
    "se": (1, 1),
    "s": (1, 0),
    "sw": (1, -1),
    "w": (0, -1),
    "nw": (-1, -1),
}
NAMES = {
    "n": "north",
    "ne": "north-east",
    "e": "east",
    "se": "south-east",
    "s": "south",
    "sw": "south-west",
    "w": "west",
    "nw": "north-west",
}
WORDS = {
    "n": text("north"),
    "ne": text("north-east"),
    "e": text("east"),
    "se": text("south-east"),
    "s": text("south"),
    "sw": text("south-west"),
    "w": text("west"),
    "nw": text("north-west"),
}
LETTERS = {
    "n": text("N"),
    "ne": text("NE"),
    "e": text("E"),
    "se": text("SE"),
    "s": text("S"),
    "sw": text("SW"),
    "w": text("W"),
    "nw": text("NW"),
}
KEYPAD = {"sw": 1, "s": 2, "se": 3, "w": 4, "e": 6, "nw": 7, "n": 8, "ne": 9}
BY_KEYPAD = {number: name for name, number in KEYPAD.items()}
RING = (1, 2, 3, 6, 9, 8, 7, 4)  # keypad numbers counter-clockwise (rules: dungeon 0)
OFFSETS = {number: DIRECTIONS[name] for name, number in KEYPAD.items()} | {5: (0, 0)}
# The order in which the rules look at neighbours (rules: dungeon 0): S N E W SE SW NE NW.
SCAN = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))

_WORDS = {name.replace("-", ""): short for short, name in NAMES.items()}
_WORDS |= {short: short for short in NAMES}
_WORDS |= {str(number): name for name, number in KEYPAD.items()}
_WORDS |= {"up": "n", "down": "s", "left": "w", "right": "e"}
_SQUARE = re.compile(r"([A-Za-z]{1,2})(\d{1,3})")


def read(text: str) -> str | None:
    """Return the short name of a direction however it is written (`NE`, `north-east`, `9`), or
    None."""
    return _WORDS.get(re.sub(r"[^a-z0-9]", "", text.lower()))


def turned(keypad: int, eighths: int) -> int:
    """Return a keypad direction turned by eighths, counter-clockwise (5 stays 5)."""
    if keypad == 5:
        return 5
    return RING[(RING.index(keypad) + eighths) % 8]


def keypad_of(dy: int, dx: int) -> int:
    """Return the keypad number of a step whose parts are -1, 0 or 1."""
    return 5 - 3 * dy + dx


def toward(y1: int, x1: int, y2: int, x2: int) -> str:
    """Return the compass name that best tells where the second square lies; "" for the same
    square."""
    dy, dx = y2 - y1, x2 - x1
    if not dy and not dx:
        return ""
    if abs(dy) >= 2 * abs(dx):
        dx = 0
    elif abs(dx) >= 2 * abs(dy):
        dy = 0
    return ("n" if dy < 0 else "s" if dy else "") + ("w" if dx < 0 else "e" if dx else "")


def column(x: int) -> str:
    """Return the letters of a column: 0 is A, 26 is AA."""
    letters = ""
    x += 1
    while x:
        x, rest = divmod(x - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def square(y: int, x: int) -> str:
    """Return the name of a square."""
    return f"{column(x)}{y}"


def read_square(text: str) -> tuple[int, int] | None:
    """Return the (y, x) of a square's name, or None when it is no such name."""
    match = _SQUARE.fullmatch(text.strip())
    if match is None:
        return None
    x = 0
    for letter in match[1].upper():
        x = x * 26 + ord(letter) - 64
    return int(match[2]), x - 1
