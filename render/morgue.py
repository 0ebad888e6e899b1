"""A character as one text file: how it ended, the last lines, the map, and every page."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from engine.contract.texts import fitted
from engine.contract.view import MapBoard, Outcome, Page, View
from render.text_view import letters
from render.window import Window
from render.wording import grouped, worded

WIDTH = 76
LAST_LINES = 15


def morgue(title: str, view: View, pages: Sequence[Page], outcome: Outcome | None = None) -> str:
    """Return the text of a game called `title`, as its view and pages tell of it and, once it is
    over, its outcome. The lines hold at most `WIDTH` letters, but for the map."""
    parts = [[title, "=" * min(WIDTH, len(title))]]
    if outcome is not None:
        parts.append(_wrapped(map(str, (outcome.title, *outcome.story))))
        figures = [(fitted(str(name), "The", ""), value) for name, value in outcome.figures]
        parts.append([f"{name}: {grouped(value)}" for name, value in figures])
    parts.append([f"{name}: {value}" for name, value in view.facts])
    last = [f"> {line}" for line in view.lines[-LAST_LINES:]]
    parts.append(_section(worded("The last lines"), _wrapped(last)))
    if view.map is not None:
        parts.append(_section(worded("The map"), _drawn(view.map)))
    for page in pages:
        parts.append(_section(str(page.title), _wrapped(str(page.text).split("\n"))))
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _section(title: str, lines: list[str]) -> list[str]:
    """Return lines under their title; nothing without lines."""
    return [f"[{title}]", "", *lines] if lines else []


def _wrapped(lines: Iterable[str]) -> list[str]:
    return [part for line in lines for part in textwrap.wrap(line, WIDTH) or [""]]


def _drawn(board: MapBoard) -> list[str]:
    """Return the whole map in letters, without the empty rows around it."""
    whole = Window(board.top, board.left, board.height, board.width, 1)
    rows = [row.rstrip() for row in letters(board, whole)]
    while rows and not rows[-1]:
        rows.pop()
    while rows and not rows[0]:
        rows.pop(0)
    left = min((len(row) - len(row.lstrip()) for row in rows if row), default=0)
    return [row[left:] for row in rows]
