"""The legend: what stands for what on the pictures, as `data/tiles/legend.txt` lists it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from engine.game import Sheet
from render.canvas import WIDTH, Canvas
from render.png import encode
from render.source import Pixels, SourceError
from render.strips import shortened
from render.themes import colours
from render.tileset import FOLDER, TileSet
from render.turn import Picture, theme_of

FILE = FOLDER / "legend.txt"
_COLUMNS, _CELL, _ROW, _HEAD, _MARGIN = 11, 98, 80, 34, 14
_KINDS, _SCALE = ("tile", "badge", "icon"), 3


class Entry(NamedTuple):
    """One picture of the legend."""

    kind: str  # tile, badge or icon
    name: str
    accent: str
    words: str


@lru_cache(maxsize=1)
def entries(path: Path = FILE) -> tuple[tuple[str, tuple[Entry, ...]], ...]:
    """Headings with their pictures, in the order of a file. Raises SourceError, with the line,
    for a line that is none of its kinds."""
    found: list[tuple[str, list[Entry]]] = []
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
        found[-1][1].append(Entry(kind, name, "mwW" if accent == "-" else accent, label))
    return tuple((heading, tuple(some)) for heading, some in found)


def legend(*, theme: str = "standard", tiles: TileSet | None = None) -> Picture:
    """Every picture that players meet with its name under it, 1100 pixels wide and as tall as it
    takes. Raises ValueError for a theme that there is not."""
    look = theme_of(theme)
    tiles = tiles or TileSet.own()
    height = 2 * _MARGIN + sum(_HEAD + _ROW * -(-len(some) // _COLUMNS) for _, some in entries())
    canvas = Canvas(tiles)
    canvas.px = np.full((height, WIDTH), tiles.palette["void"], dtype=np.uint8)
    canvas.clip = (0, 0, height, WIDTH)
    top = _MARGIN
    for heading, some in entries():
        canvas.words(heading, top, _MARGIN, "O", 3, True)
        top += _HEAD
        for place, entry in enumerate(some):
            row, column = divmod(place, _COLUMNS)
            _entry(canvas, entry, top + row * _ROW, _MARGIN + column * _CELL)
        top += _ROW * -(-len(some) // _COLUMNS)
    return Picture(encode(canvas.px, colours(tiles, look, Sheet(()))), None, WIDTH, height)


def _entry(canvas: Canvas, entry: Entry, top: int, left: int) -> None:
    sprite = _sprite(canvas.tiles, entry)
    shown = sprite.repeat(_SCALE, 0).repeat(_SCALE, 1)
    y = top + (54 - shown.shape[0]) // 2
    canvas.stamp(shown, y, left + max(0, (54 - shown.shape[1]) // 2))
    words = shortened(canvas.tiles, entry.words, _CELL - 4, 2)
    canvas.words(words, top + 56, left, "w", 2)


def _sprite(tiles: TileSet, entry: Entry) -> Pixels:
    if entry.kind == "badge":
        return tiles.badge(entry.name)
    if entry.kind == "icon":
        return tiles.icon(entry.name)
    return tiles.named(entry.name, entry.accent)
