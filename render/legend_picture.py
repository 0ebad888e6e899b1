"""The picture of a ruleset's legend: what stands for what, as its `legend.txt` lists it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from render.canvas import LETTER_HEIGHT, WIDTH, Canvas, shortened
from render.pictures import Picture, finish
from render.pixels import Pixels, scaled
from render.themes import theme_of
from render.tile_files import SourceError
from render.tile_library import TileLibrary, own_tiles
from render.tileset import COMMON, FOLDER, TileSet

FILE = "legend.txt"
_COLUMNS, _CELL, _ROW, _HEAD, _MARGIN = 3, 308, 62, 46, 12
_TALLEST = 1080  # pixels: apps show nothing higher than 350 points, and a phone 307 points wide
_KINDS, _SCALE = ("tile", "badge", "icon", "sunlit"), 3


class LegendEntry(NamedTuple):
    """A picture of the legend."""

    kind: str  # tile, badge, icon, or sunlit: a tile in sunlight
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


def legend_words(ruleset: str) -> tuple[str, ...]:
    """Return the words of a ruleset's legend, or of what is common to all."""
    sections = entries(_file(FOLDER / ruleset))
    return tuple(
        dict.fromkeys(
            words for head, some in sections for words in (head, *(each.words for each in some))
        )
    )


def _file(folder: Path) -> Path:
    path = folder / FILE
    return path if path.is_file() else FOLDER / COMMON / FILE


def legend_parts(ruleset: str) -> int:
    """Return how many pictures a ruleset's legend is."""
    return len(parts(_file(FOLDER / ruleset)))


@lru_cache(maxsize=16)
def parts(path: Path) -> tuple[tuple[tuple[str, tuple[LegendEntry, ...]], ...], ...]:
    """Return the sections of a legend by pictures, each of which a phone shows as wide as it is."""
    made: list[list[tuple[str, tuple[LegendEntry, ...]]]] = [[]]
    for heading, some in entries(path):
        rows = [some[n : n + _COLUMNS] for n in range(0, len(some), _COLUMNS)]
        while rows:
            room = (_TALLEST - _height(made[-1]) - _HEAD) // _ROW
            if room < 1:
                made.append([])
                continue
            made[-1].append((heading, tuple(each for row in rows[:room] for each in row)))
            rows = rows[room:]
    return tuple(map(tuple, made))


def _height(sections: Sequence[tuple[str, tuple[LegendEntry, ...]]]) -> int:
    """Return how many pixels high a picture of some sections is."""
    return 2 * _MARGIN + sum(_HEAD + _ROW * -(-len(some) // _COLUMNS) for _, some in sections)


def legend(
    ruleset: str,
    part: int = 0,
    *,
    words: Mapping[str, str] = MappingProxyType({}),
    theme: str = "standard",
    tiles: TileLibrary | None = None,
) -> Picture:
    """Return one of the pictures that show all that players of a ruleset meet, each with its name
    beside it, 948 pixels wide and as tall as it takes; for a ruleset without a legend what is
    common to all. `part`: which one, from 0. `words`: those of `legend_words` in another language.
    Raises ValueError for a theme that there is not."""
    look = theme_of(theme)
    tile_set = (tiles or own_tiles()).tile_set(ruleset)
    sections = parts(_file(tile_set.folder))[part]
    height = _height(sections)
    canvas = Canvas(tile_set)
    canvas.px = np.full((height, WIDTH), tile_set.palette["void"], dtype=np.uint8)
    canvas.clip = (0, 0, height, WIDTH)
    top = _MARGIN
    for heading, some in sections:
        canvas.words(words.get(heading, heading), top, _MARGIN, "O", bold=True)
        top += _HEAD
        for place, entry in enumerate(some):
            row, column = divmod(place, _COLUMNS)
            label = words.get(entry.words, entry.words)
            _draw_entry(canvas, entry, label, top + row * _ROW, _MARGIN + column * _CELL)
        top += _ROW * -(-len(some) // _COLUMNS)
    return finish(canvas, look)


def _draw_entry(canvas: Canvas, entry: LegendEntry, label: str, top: int, left: int) -> None:
    shown = scaled(_sprite(canvas.tiles, entry), _SCALE)
    y = top + (54 - shown.shape[0]) // 2
    canvas.stamp(shown, y, left + max(0, (54 - shown.shape[1]) // 2))
    words = shortened(canvas.tiles, label, _CELL - 72)
    canvas.words(words, top + (54 - LETTER_HEIGHT) // 2, left + 64, "w")


def _sprite(tiles: TileSet, entry: LegendEntry) -> Pixels:
    if entry.kind == "badge":
        return tiles.badge(entry.name)
    if entry.kind == "icon":
        return tiles.icon(entry.name)
    if entry.kind == "sunlit":
        return tiles.sunlit(entry.name)
    return tiles.named(entry.name, entry.accent)
