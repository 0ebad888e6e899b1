"""The sections of a sheet as cards of ink on paper, dice as faces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from engine.contract.view import SheetSection
from render import strips
from render.canvas import WIDTH, Canvas, words_width
from render.pixels import CLEAR, Mask, Pixels, grown
from render.tileset import TileSet

MARGIN = 16
_TOP, _GAP = 14, 12
_LINE, _DIE_ROW = 30, 62
_NAME = 170  # pixels for the name of a row of dice
_FACES = ("Y", "Q", "U", "L")  # a colour for each row of dice on a card


def draw_cards(
    canvas: Canvas,
    sections: Sequence[SheetSection],
    *,
    left: int = MARGIN,
    right: int = WIDTH - MARGIN,
    foot: int,
    columns: int,
) -> None:
    """Draw a card for each section in some columns, each card where there is most room; what does
    not fit above `foot` is left to the card's text."""
    width = (right - left - _GAP * (columns - 1)) // columns
    heights = [_TOP] * columns
    for section in sections:
        column = heights.index(min(heights))
        x = left + column * (width + _GAP)
        bottom = _draw_card(canvas, section, heights[column], x, width, foot)
        heights[column] = bottom + _GAP


def draw_column(canvas: Canvas, sections: Sequence[SheetSection], left: int, foot: int) -> None:
    """Draw the cards in one column from a pixel column to the right edge: beside a map."""
    draw_cards(canvas, sections, left=left + 8, right=WIDTH - 11, foot=foot, columns=1)


@lru_cache(maxsize=64)
def die(tiles: TileSet, face: int, colour: int) -> Pixels:
    """Return a ten-sided die, 52 pixels wide, its face in ink."""
    y, x = np.mgrid[-28:29, -26:27]
    area = (abs(x) + abs(y) * 2 // 3 <= 26) & (abs(y) <= 27)
    rim = area & ~_eroded(area)
    out = np.full(area.shape, CLEAR, dtype=np.uint8)
    out[area] = colour
    out[(abs(x) <= 1) & (y > 14) & area] = tiles.palette["paper2"]
    out[rim] = tiles.palette["0"]
    canvas = Canvas(tiles)
    canvas.px = out
    canvas.clip = (0, 0, out.shape[0], out.shape[1])
    canvas.words(str(face), 15, (53 - words_width(tiles, str(face), 4)) // 2, "0", 4)
    return out


def _eroded(area: Mask) -> Mask:
    return ~grown(grown(~np.pad(area, 2)))[2:-2, 2:-2]


def wrapped(tiles: TileSet, words: str, room: int) -> list[str]:
    """Return the words in lines of at most `room` pixels; a single word that is wider is cut."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if words_width(tiles, longer, 3) > room and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return [strips.shortened(tiles, line, room) for line in lines]


def _draw_card(
    canvas: Canvas, section: SheetSection, top: int, left: int, width: int, foot: int
) -> int:
    """Draw one section; return its lower edge. A card stops at the foot of the sheet."""
    lines = [row for line in section.lines for row in wrapped(canvas.tiles, line, width - 24)]
    wanted = 44 + _LINE * len(lines) + _DIE_ROW * len(section.dice)
    bottom = min(top + wanted, foot - 6)
    if bottom - top < 44:
        return top
    canvas.fill(top, left, bottom, left + width, "paper2")
    canvas.frame(top, left, bottom, left + width, "0", 2)
    tiles = canvas.tiles
    title = strips.shortened(tiles, section.title, width - 24, 3, True)
    canvas.words(title, top + 9, left + 12, "0", 3, True)
    canvas.fill(top + 34, left + 12, top + 36, left + width - 12, "area")
    y = top + 44
    for line in lines:
        if y + 24 > bottom:
            return bottom
        canvas.words(line, y, left + 12, "0")
        y += _LINE
    for row, (name, faces) in enumerate(section.dice):
        if y + 58 > bottom:
            return bottom
        _draw_dice(canvas, name, faces, _FACES[row % len(_FACES)], y, left + 12, width - 24)
        y += _DIE_ROW
    return bottom


def _draw_dice(
    canvas: Canvas, name: str, faces: tuple[int, ...], colour: str, y: int, x: int, width: int
) -> None:
    canvas.words(strips.shortened(canvas.tiles, name, 160, 3), y + 18, x, "0")
    room = width - 170
    step = min(58, max(20, (room - 53) // max(1, len(faces) - 1))) if faces else 0
    matched = {face for face in faces if faces.count(face) > 1}
    for place, face in enumerate(faces):
        left = x + 170 + place * step
        canvas.stamp(die(canvas.tiles, face, canvas.colour(colour)), y, left)
        if face in matched:
            canvas.fill(y + 57, left + 6, y + 60, left + 47, "0")
