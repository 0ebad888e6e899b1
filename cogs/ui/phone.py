"""The room of a phone's screen: what of a card fits it, by letters and points."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

from cogs.ui.components import Component, IdButton

TEXT_POINTS = 250  # of 844, for texts between a picture and five rows of buttons
ROW_POINTS = 45  # of a row of buttons
ROW_LETTERS = 44  # of the labels of buttons side by side, with their edges
BUTTON_EDGE = 3  # letters that the edge of a button takes
_LINE_LETTERS, _LINE_POINTS = 35, 22
_SMALL_LETTERS, _SMALL_POINTS = 46, 18  # in small print
_QUOTED_LETTERS = 32  # in a quotation, which has a bar at its left
_MENTION, _TIME = "@Tinuviel", "in 60 minutes"  # as long as most that Discord shows


def text_points(text: str) -> int:
    """Return how many points high a text is."""
    shown = re.sub(r"<t:\d+(:\w)?>", _TIME, re.sub(r"<@\d+>", _MENTION, text))
    points = 0
    for line in re.sub(r"\*\*|\\", "", shown).splitlines():
        if line.startswith("-# "):
            points += _SMALL_POINTS * len(textwrap.wrap(line[3:], _SMALL_LETTERS))
        elif line.startswith("> "):
            points += _LINE_POINTS * len(textwrap.wrap(line[2:], _QUOTED_LETTERS))
        else:
            points += _LINE_POINTS * len(textwrap.wrap(line, _LINE_LETTERS))
    return points


def fit_row(labels: Sequence[str]) -> bool:
    """Return whether buttons with these labels stand in one row."""
    return sum(len(label) + BUTTON_EDGE for label in labels) <= ROW_LETTERS


def one_row(row: Sequence[Component], last: Sequence[Component] = ()) -> list[Component]:
    """Return the first button of a row, and those after it that fit beside it and before the
    `last` ones."""
    kept = list(row[:1])
    for button in row[1:]:
        shown = (*kept, button, *last)
        labels = [str(each.label) for each in shown if isinstance(each, IdButton)]
        if fit_row(labels):
            kept.append(button)
    return kept


def last_lines(lines: Sequence[str], kept: int, points: int) -> list[str]:
    """Return the line at the position `kept`, and the last ones as many as fit with it in some
    points, in their order."""
    positions = {kept}
    for position in reversed(range(len(lines))):
        wanted = [line for n, line in enumerate(lines) if n in positions | {position}]
        if text_points("\n".join(wanted)) > points:
            break
        positions.add(position)
    return [line for n, line in enumerate(lines) if n in positions]


def first_lines(lines: Sequence[str], points: int) -> list[str]:
    """Return the first lines, as many as fit in some points."""
    kept = list(lines)
    while kept and text_points("\n".join(kept)) > points:
        kept.pop()
    return kept
