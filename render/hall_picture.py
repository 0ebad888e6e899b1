"""The hall of a server: who fell where, on one map of the levels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from render.canvas import HEIGHT, LETTER_HEIGHT, WIDTH, Canvas, shortened, words_width
from render.pictures import Picture, finish
from render.themes import theme_of
from render.tile_library import TileLibrary, own_tiles

_HEAD, _MARGIN, _LABEL = 60, 12, 120  # pixels
_TALLEST, _SMALLEST = 56, 40  # pixels a level
_NAME = 200  # the widest name, in pixels
_GAP = 14
_DISC, _CROSS, _SIZE = 0, 4, 5  # before the names of those who came out, and of the fallen


class HallName(NamedTuple):
    """Somebody whose game is over: the level where they fell, 0 for who came out."""

    name: str
    level: int


def hall(
    title: str,
    fallen: Sequence[HallName],
    ruleset: str,
    *,
    theme: str = "standard",
    tiles: TileLibrary | None = None,
) -> Picture:
    """Return the picture of a hall, 948 x 605: a row a level, with the names of those who fell
    there, the first before the others; above all those who came out. Levels where nobody fell
    share a row. Raises ValueError for a theme that there is not."""
    look = theme_of(theme)
    canvas = Canvas((tiles or own_tiles()).tile_set(ruleset), "void")
    canvas.words(title, 18, _MARGIN, "O", bold=True)
    rows = _rows(sorted({each.level for each in fallen}))
    height = max(_SMALLEST, min(_TALLEST, (HEIGHT - _HEAD - _MARGIN) // max(1, len(rows))))
    for number, (first, last) in enumerate(rows[: (HEIGHT - _HEAD) // height]):
        top = _HEAD + number * height
        names = [each.name for each in fallen if each.level == first]
        _draw_row(canvas, top, height, (first, last), names)
    return finish(canvas, look)


def _rows(levels: Sequence[int]) -> list[tuple[int, int]]:
    """Return the first and the last level of each row."""
    rows, before = [], 0
    for level in levels:
        if level > before + 1:
            rows.append((before + 1, level - 1))
        rows.append((level, level))
        before = level
    return rows


def _label(first: int, last: int) -> str:
    return f"{first}-{last}" if last > first else str(first) if first else "^"


def _draw_row(
    canvas: Canvas, top: int, height: int, levels: tuple[int, int], names: Sequence[str]
) -> None:
    canvas.fill(top, _LABEL, top + height - 2, WIDTH - _MARGIN, "panel" if names else "void")
    middle = top + height // 2
    canvas.words(_label(*levels), middle - LETTER_HEIGHT // 2, _MARGIN, "W" if names else "t")
    x = _LABEL + _GAP
    for number, name in enumerate(names):
        shown = shortened(canvas.tiles, name, _NAME)
        rest = f"+{len(names) - number}"
        wide = words_width(canvas.tiles, shown) + 3 * _GAP
        if x + wide + words_width(canvas.tiles, rest) > WIDTH - _MARGIN:
            canvas.words(rest, middle - LETTER_HEIGHT // 2, x, "w")
            return
        canvas.emblem(_CROSS if levels[0] else _DISC, _SIZE, "w", "", y=middle, x=x)
        x = canvas.words(shown, middle - LETTER_HEIGHT // 2, x + _GAP, "W") + 2 * _GAP
