"""The picture of a ruleset's legend: what stands for what, as its `legend.txt` lists it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from render.canvas import WIDTH, Canvas
from render.pictures import Picture, finish
from render.pixels import Pixels, scaled
from render.strips import shortened
from render.themes import theme_of
from render.tile_files import SourceError
from render.tile_library import TileLibrary, own_tiles
from render.tileset import COMMON, TileSet

FILE = "legend.txt"
_COLUMNS, _CELL, _ROW, _HEAD, _MARGIN = 11, 98, 80, 34, 14
_KINDS, _SCALE = ("tile", "badge", "icon"), 3


class LegendEntry(NamedTuple):
    """A picture of the legend."""

    kind: str  # tile, badge or icon
    name: str
    accent: str
    words: str


@lru_cache(maxsize=16)
def entries(path: Path) -> tuple[tuple[str, tuple[LegendEntry, ...]], ...]:
    """Return headings with their pictures, in the order of a file. Raises SourceError, with the
    line, for a line that is none of its kinds."""
    found: list[tuple[str, list[LegendEntry]]] = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        kind, _, rest = line.strip().partition(" ")
        if not kind or kind == "#":
            continue
        if kind == "=":
            found.append((rest, []))
            continue
        words = rest.split(" ", 2)
        if kind not in _KINDS or len(words) < 3 or not found:
            raise SourceError(path, number, f"this is no line of a legend: {line}")
        name, accent, label = words
        found[-1][1].append(LegendEntry(kind, name, "mwW" if accent == "-" else accent, label))
    return tuple((heading, tuple(some)) for heading, some in found)


def legend(ruleset: str, *, theme: str = "standard", tiles: TileLibrary | None = None) -> Picture:
    """Return every picture that players of a ruleset meet with its name under it, 1100 pixels wide
    and as tall as it takes; for a ruleset without a legend what is common to all. Raises ValueError
    for a theme that there is not."""
    look = theme_of(theme)
    tile_set = (tiles or own_tiles()).tile_set(ruleset)
    path = tile_set.folder / FILE
    sections = entries(path if path.is_file() else tile_set.folder.parent / COMMON / FILE)
    height = 2 * _MARGIN + sum(_HEAD + _ROW * -(-len(some) // _COLUMNS) for _, some in sections)
    canvas = Canvas(tile_set)
    canvas.px = np.full((height, WIDTH), tile_set.palette["void"], dtype=np.uint8)
    canvas.clip = (0, 0, height, WIDTH)
    top = _MARGIN
    for heading, some in sections:
        canvas.words(heading, top, _MARGIN, "O", 3, True)
        top += _HEAD
        for place, entry in enumerate(some):
            row, column = divmod(place, _COLUMNS)
            _draw_entry(canvas, entry, top + row * _ROW, _MARGIN + column * _CELL)
        top += _ROW * -(-len(some) // _COLUMNS)
    return finish(canvas, look)


def _draw_entry(canvas: Canvas, entry: LegendEntry, top: int, left: int) -> None:
    shown = scaled(_sprite(canvas.tiles, entry), _SCALE)
    y = top + (54 - shown.shape[0]) // 2
    canvas.stamp(shown, y, left + max(0, (54 - shown.shape[1]) // 2))
    words = shortened(canvas.tiles, entry.words, _CELL - 4, 2)
    canvas.words(words, top + 56, left, "w", 2)


def _sprite(tiles: TileSet, entry: LegendEntry) -> Pixels:
    if entry.kind == "badge":
        return tiles.badge(entry.name)
    if entry.kind == "icon":
        return tiles.icon(entry.name)
    return tiles.named(entry.name, entry.accent)
