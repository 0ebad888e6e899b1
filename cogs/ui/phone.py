"""The room of phones that are 350 to 390 points wide: how much of a card fits, in points.

Texts and buttons are measured on the narrowest, where they take more rows. A picture is higher on
the widest, so what stands beside one has to fit that, too.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from cogs.ui.components import ROW_LENGTH, Component, IdButton

CARD_POINTS = 640  # of a whole card: what Discord's bars leave of a phone of 844
FRAME_POINTS = 97  # of the sender of a card, its title, its edges, and signs of other fonts
PRIVATE_POINTS = 24  # of the words that only one person sees it
PICTURE_POINTS = 179
WIDER_PICTURE = 25  # points that a picture is higher on the widest phone
ROW_POINTS = 48  # of buttons side by side, or of a menu
GAP_POINTS = 8  # above a text that is one more
ROW_WIDTH = 272  # of buttons side by side, each with the gap behind it
_BUTTON_EDGES, _BUTTON_GAP, _NARROWEST_BUTTON = 16, 5, 40
_LINE_WIDTH, _LINE_POINTS = 266.0, 22
_WIDER_LINE = 40.0  # more of a line on the widest phone
PICTURE_LINES = PICTURE_POINTS // _LINE_POINTS  # of text, as high as a picture
_QUOTED_WIDTH = 250.0  # beside the bar at the left of a quotation
_SMALL_POINTS, _TITLE_POINTS = 18, 20
_MENTION, _TIME = "@Tinuviel.", "in 60 minutes."  # as long as most of Discord, with their edges
_LETTER_SIZE, _SMALL_SIZE, _BUTTON_SIZE = 16, 13, 13
_BOLD = 1.3  # points that a bold letter is wider
_WIDTHS = {  # points of letters of 16 points in DejaVu Sans, which is wider than Discord's own
    letter: width
    for width, letters in {
        4.4: "'",
        4.45: "ijlíîï",
        4.72: "IJÍÎ",
        5.09: "’ \N{NO-BREAK SPACE}.,·",
        5.4: "|;:/",
        5.64: "f",
        5.78: "-",
        6.28: "t()[]",
        6.42: "!",
        6.58: "r",
        7.36: '"',
        8.0: "*–",
        8.29: "“”„",
        8.34: "s",
        8.4: "z",
        8.5: "?",
        8.8: "c",
        8.92: "L",
        9.21: "F",
        9.27: "k",
        9.47: "vxy",
        9.65: "P",
        9.81: "aoäöáóâôTY«»",
        9.85: "eéêë",
        10.11: "ßEÉÊË",
        10.18: "bdghnpquüúûS$0123456789",
        10.5: "K",
        10.98: "ABVXZÄÁÂ",
        11.12: "R",
        11.18: "C",
        11.72: "UÜÚÛ",
        11.97: "N",
        12.04: "H",
        12.32: "D▲◆",
        12.4: "G",
        12.48: "&",
        12.6: "OQÖÓÔ",
        13.09: "w",
        13.41: "+~<>−=#✚",
        13.97: "●⬢",
        15.12: "■",
        15.21: "%",
        16.0: "@…",
    }.items()
    for letter in letters
}
_WIDEST = 16  # of all other letters
_SHAPES = (  # how a line begins that is not plain: its width, the size of its letters, its height
    ("-# ", _LINE_WIDTH, _SMALL_SIZE, _SMALL_POINTS),
    ("> ", _QUOTED_WIDTH, _LETTER_SIZE, _LINE_POINTS),
    ("", _LINE_WIDTH, _LETTER_SIZE, _LINE_POINTS),
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
    """A line of a card. `order`: among those of its rank, the smallest stays longest; of what is
    needed, that of order 0 always stays.
    `least`: rows of a phone to which it may be shortened; to one before another is left out.
    `shorter`: what it may be shortened to, the longest first, before words are cut off."""

    text: str
    rank: Rank = Rank.NEEDED
    order: int = 0
    least: int = 99
    shorter: tuple[str, ...] = ()


def text_points(text: str, *, widest: bool = False) -> int:
    """Return how many points high a text is; `widest`: on the widest phone."""
    wider = _WIDER_LINE * widest
    return sum(_rows(line, wider) * _row_points(line) for line in text.splitlines())


@lru_cache(maxsize=8192)
def _rows(line: str, wider: float = 0.0) -> int:
    """Return in how many rows a phone shows a line; `wider`: than the narrowest, in points."""
    start, width, size, _ = _shape(line)
    shown = _as_shown(line.removeprefix(start))
    return _wrapped(shown, (width + wider) * _LETTER_SIZE / size)


def _as_shown(text: str) -> str:
    """Return a text with the words for times and mentions that Discord shows."""
    return re.sub(r"<t:\d+(:\w)?>", _TIME, re.sub(r"<@\d+>", _MENTION, text))


def _wrapped(text: str, width: float) -> int:
    """Return in how many rows of a width a text is wrapped, of which parts are `**bold**`."""
    rows, room, bold = 0, 0.0, False
    for word in re.sub(r"[\\`]", "", text).split():
        wide = 0.0
        for number, part in enumerate(word.split("**")):
            bold ^= number > 0
            wide += _text_width(part) + (_BOLD * len(part) if bold else 0)
        if wide > room:
            filled = math.ceil(wide / width)
            rows += filled
            room = width * filled
        room -= wide + _WIDTHS[" "]
    return rows


def _text_width(text: str) -> float:
    """Return how many points wide a text is in letters of 16 points."""
    return sum(_WIDTHS.get(letter, _WIDEST) for letter in text)


def _row_points(line: str) -> int:
    return _shape(line)[3]


def _shape(line: str) -> tuple[str, float, int, int]:
    return next(shape for shape in _SHAPES if line.startswith(shape[0]))


def title_points(title: str) -> int:
    """Return how many points a title has beyond its first row."""
    return _TITLE_POINTS * (max(1, _wrapped(f"**{title}**", _LINE_WIDTH)) - 1)


def fit_row(labels: Sequence[str]) -> bool:
    """Return whether buttons with these labels stand in one row."""
    return sum(map(_button_width, labels)) <= ROW_WIDTH


def _button_width(label: str) -> float:
    """Return how many points wide a button is, with the gap behind it."""
    letters = _text_width(label) * _BUTTON_SIZE / _LETTER_SIZE
    return max(_NARROWEST_BUTTON, _BUTTON_EDGES + letters) + _BUTTON_GAP


def rows_points(rows: Sequence[Sequence[Component]]) -> int:
    """Return how many points high rows of buttons are, those that are wrapped counted."""
    high = 0
    for row in rows:
        labels = [str(button.label) for button in row if isinstance(button, IdButton)]
        high += rows_of(labels) if labels else len(row)
    return ROW_POINTS * high


def rows_of(labels: Iterable[str]) -> int:
    """Return in how many rows a phone shows buttons of one row."""
    rows, room = 0, 0.0
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


def points_left(points: int, texts: Collection[str], *, picture: bool) -> int:
    """Return how many of some points texts leave on every phone; `picture`: these are what one
    leaves of a card on the narrowest."""
    left = points - sum(map(text_points, texts))
    if not picture:
        return left
    high = sum(text_points(text, widest=True) for text in texts)
    return min(left, points - WIDER_PICTURE - high)


def fit(points: int, *blocks: Sequence[CardLine], picture: bool = False) -> list[list[str]]:
    """Return the texts of blocks of lines that fit in some points together; `picture`: these are
    what one leaves of a card on the narrowest phone.

    What is needed stays: shortened if it must be, from the last line to the first, before any is
    left out, from the greatest order. Of each other rank, from the weightiest, lines stay in their
    order until one does not fit.
    """
    lines = dict(enumerate(line for block in blocks for line in block if line.text))
    needed = [n for n, line in lines.items() if line.rank is Rank.NEEDED]
    kept = {n: lines[n].text for n in needed}

    def room() -> int:
        return points_left(points, kept.values(), picture=picture)

    for fewest, most in ((1, 99), (1, 1), (0, 1)):  # first to their least, then to a row
        for n in reversed(needed):
            if (left := room()) < 0:
                least = min(max(lines[n].least, fewest), most)
                kept[n] = shortened(kept[n], -left, least, lines[n].shorter)
    for n in sorted(needed, key=lambda n: -lines[n].order):
        if room() < 0 < lines[n].order:
            del kept[n]
    closed = {Rank.NEEDED}
    for n, line in sorted(lines.items(), key=lambda pair: (pair[1].rank, pair[1].order)):
        if line.rank in closed:
            continue
        kept[n] = line.text
        if room() < 0:
            del kept[n]
            closed.add(line.rank)
    numbers = iter(lines)
    own = [[next(numbers) for line in block if line.text] for block in blocks]
    return [[kept[n] for n in block if kept.get(n)] for block in own]


def least_points(*blocks: Sequence[CardLine]) -> int:
    """Return how many points high what is needed of blocks of lines is, a row of each line."""
    needed = [line for block in blocks for line in block if line.rank is Rank.NEEDED]
    return sum(_row_points(line.text) for line in needed if line.text and line.least)


def shortened(text: str, points: int, least: int, shorter: Sequence[str] = ()) -> str:
    """Return a line that is some points lower, but not lower than `least` rows: the first of the
    `shorter` lines that is low enough, else the last with its last words left out for an ellipsis,
    or its last sentences; empty where that is none."""
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
    ends = [n for n, word in enumerate(words, 1) if word[-1:] in (".", "!", "?")]
    if ends and 3 * ends[-1] >= 2 * len(words):  # no half sentence where whole ones tell most of it
        whole = " ".join(words[: ends[-1]]) + " …"
        short = whole if _rows(whole) <= rows else short
    return f"{short}**" if len(short.split("**")) % 2 == 0 else short  # what is bold ends here
