"""The room of a phone's screen of 390 points: what of a card fits it, by letters and points."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import NamedTuple

from cogs.ui.components import ROW_LENGTH, Component, IdButton

CARD_POINTS = 640  # of a whole card: what Discord's bars leave of a phone of 844
FRAME_POINTS = 98  # of the sender of a card, its title and its edges
PICTURE_POINTS = 204
ROW_POINTS = 48  # of buttons side by side, or of a menu
ROW_WIDTH = 312  # of buttons side by side, each with the gap behind it
_LETTER_WIDTH, _BUTTON_EDGES, _BUTTON_GAP, _NARROWEST_BUTTON = 7, 18, 5, 40
_LINE_LETTERS, _LINE_POINTS = 35, 22
PICTURE_LINES = PICTURE_POINTS // _LINE_POINTS  # of text, as high as a picture
_SMALL_LETTERS, _SMALL_POINTS = 46, 18  # in small print
_QUOTED_LETTERS = 32  # in a quotation, which has a bar at its left
_TITLE_LETTERS, _TITLE_POINTS = 31, 20  # of a title's lines after its first
_MENTION, _TIME = "@Tinuviel", "in 60 minutes"  # as long as most that Discord shows
_SHAPES = (  # how a line begins that is not plain: its letters and points a line of a phone
    ("-# ", _SMALL_LETTERS, _SMALL_POINTS),
    ("> ", _QUOTED_LETTERS, _LINE_POINTS),
    ("", _LINE_LETTERS, _LINE_POINTS),
)


class Rank(IntEnum):
    """The weight of a card's line: where room is short the greater numbers go first."""

    NEEDED = 0  # shortened rather than left out
    NEWEST = 1  # of what happened, beside the headline
    ODDS = 2
    RESULT = 3  # of the last vote, of those who play by themselves
    FORECAST = 4
    STORY = 5  # what happened before
    HELP = 6


class CardLine(NamedTuple):
    """A line of a card. `order`: among those of its rank, the smallest stays longest.
    `least`: rows of a phone to which it may be shortened; to one before another is left out.
    `shorter`: what it may be shortened to, the longest first, before words are cut off."""

    text: str
    rank: Rank = Rank.NEEDED
    order: int = 0
    least: int = 99
    shorter: tuple[str, ...] = ()


def text_points(text: str) -> int:
    """Return how many points high a text is."""
    return sum(_rows(line) * _row_points(line) for line in text.splitlines())


def _rows(line: str) -> int:
    """Return in how many rows a phone shows a line."""
    shown = re.sub(r"<t:\d+(:\w)?>", _TIME, re.sub(r"<@\d+>", _MENTION, line))
    start, letters, _ = _shape(line)
    shown = re.sub(r"\*\*|\\", "", shown.removeprefix(start))
    return len(textwrap.wrap(shown, letters))


def _row_points(line: str) -> int:
    return _shape(line)[2]


def _shape(line: str) -> tuple[str, int, int]:
    return next(shape for shape in _SHAPES if line.startswith(shape[0]))


def title_points(title: str) -> int:
    """Return how many points a title has beyond its first row."""
    return _TITLE_POINTS * (max(1, len(textwrap.wrap(title, _TITLE_LETTERS))) - 1)


def fit_row(labels: Sequence[str]) -> bool:
    """Return whether buttons with these labels stand in one row."""
    return sum(map(_button_width, labels)) <= ROW_WIDTH


def _button_width(label: str) -> int:
    """Return how many points wide a button is, with the gap behind it."""
    return max(_NARROWEST_BUTTON, _BUTTON_EDGES + _LETTER_WIDTH * len(label)) + _BUTTON_GAP


def rows_points(rows: Sequence[Sequence[Component]]) -> int:
    """Return how many points high rows of buttons are, those that are wrapped counted."""
    high = 0
    for row in rows:
        labels = [str(button.label) for button in row if isinstance(button, IdButton)]
        high += rows_of(labels) if labels else len(row)
    return ROW_POINTS * high


def rows_of(labels: Iterable[str]) -> int:
    """Return in how many rows a phone shows buttons of one row."""
    rows, room = 0, 0
    for label in labels:
        width = _button_width(label)
        if width > room:
            rows, room = rows + 1, ROW_WIDTH
        room -= width
    return rows


def one_row(row: Sequence[IdButton]) -> list[IdButton]:
    """Return the first button of a row, and those after it that fit beside it."""
    kept = list(row[:1])
    for button in row[1:]:
        if fit_row([str(each.label) for each in (*kept, button)]):
            kept.append(button)
    return kept


def first_of_row(row: Sequence[IdButton]) -> list[IdButton]:
    """Return the first buttons, as many as stand in one row."""
    labels = [str(button.label) for button in row[:ROW_LENGTH]]
    return [button for n, button in enumerate(row[:ROW_LENGTH]) if fit_row(labels[: n + 1])]


def packed(buttons: Sequence[IdButton], most: int) -> list[list[IdButton]]:
    """Return the first buttons in at most so many rows, each of which fits a phone."""
    rows: list[list[IdButton]] = []
    left = list(buttons)
    while left and len(rows) < most:
        row = first_of_row(left) or left[:1]
        rows.append(row)
        left = left[len(row) :]
    return rows


def fit(points: int, *blocks: Sequence[CardLine]) -> list[list[str]]:
    """Return the texts of blocks of lines that fit in some points together.

    What is needed stays: shortened if it must be, from the last line to the first, before any is
    left out. Of each other rank, from the weightiest, lines stay in their order until one does not
    fit.
    """
    lines = dict(enumerate(line for block in blocks for line in block if line.text))
    needed = [n for n, line in lines.items() if line.rank is Rank.NEEDED]
    kept = {n: lines[n].text for n in needed}
    room = points - sum(map(text_points, kept.values()))
    for fewest, most in ((1, 99), (1, 1), (0, 1)):  # first to their least, then to a row
        for n in reversed(needed):
            if room < 0:
                before = text_points(kept[n])
                least = max(min(lines[n].least, most), fewest)
                kept[n] = shortened(kept[n], -room, least, lines[n].shorter)
                room += before - text_points(kept[n])
    closed = {Rank.NEEDED}
    for n, line in sorted(lines.items(), key=lambda pair: (pair[1].rank, pair[1].order)):
        if line.rank not in closed and text_points(line.text) <= room:
            room -= text_points(line.text)
            kept[n] = line.text
        else:
            closed.add(line.rank)
    numbers = iter(lines)
    own = [[next(numbers) for line in block if line.text] for block in blocks]
    return [[kept[n] for n in block if kept.get(n)] for block in own]


def shortened(text: str, points: int, least: int, shorter: Sequence[str] = ()) -> str:
    """Return a line that is some points lower, but not lower than `least` rows: the first of the
    `shorter` lines that is low enough, else the last with its last words left out for an ellipsis;
    empty where that is none."""
    rows = max(least, _rows(text) - -(-points // _row_points(text)))
    if rows >= _rows(text):
        return text
    if rows <= 0:
        return ""
    for text in shorter:
        if _rows(text) <= rows:
            return text
    words = text.split(" ")
    while len(words) > 1 and _rows(" ".join(words) + "…") > rows:
        words.pop()
    short = " ".join(words).rstrip(" ,;:.") + "…"
    return f"{short}**" if len(short.split("**")) % 2 == 0 else short  # what is bold ends here
