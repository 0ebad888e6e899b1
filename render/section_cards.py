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
_DIE, _WIDE_STEP, _NARROW_STEP = (
    53,
    58,
    38,
)  # pixels: a die, and from one to the next at most, at least
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
    lines = [row for line in section.lines for row in wrapped(canvas.tiles, str(line), width - 24)]
    dice_rows = [row for name, faces in section.dice for row in _in_rows(faces, width - 24)]
    wanted = 44 + _LINE * len(lines) + _DIE_ROW * len(dice_rows)
    bottom = min(top + wanted, foot - 6)
    if bottom - top < 44:
        return top
    canvas.fill(top, left, bottom, left + width, "paper2")
    canvas.frame(top, left, bottom, left + width, "0", 2)
    tiles = canvas.tiles
    room = width - 24
    if section.sprite:
        portrait = tiles.entity(section.sprite, "@", section.colour).repeat(2, 0).repeat(2, 1)
        room -= portrait.shape[1]
        canvas.stamp(portrait, top + 1, left + 12 + room)
    title = strips.shortened(tiles, str(section.title), room, 3, True)
    canvas.words(title, top + 9, left + 12, "0", 3, True)
    canvas.fill(top + 34, left + 12, top + 36, left + width - 12, "area")
    y = top + 44
    for line in lines:
        if y + 24 > bottom:
            return bottom
        canvas.words(line, y, left + 12, "0")
        y += _LINE
    for kind, (name, faces) in enumerate(section.dice):
        for number, row in enumerate(_in_rows(faces, width - 24)):
            if y + 58 > bottom:
                return bottom
            if number == 0:
                shown = strips.shortened(tiles, str(name), _NAME - 10, 3)
                canvas.words(shown, y + 18, left + 12, "0")
            colour = canvas.colour(_FACES[kind % len(_FACES)])
            matched = {face for face in faces if faces.count(face) > 1}
            _draw_dice(canvas, row, matched, colour, (y, left + 12 + _NAME), width - 24 - _NAME)
            y += _DIE_ROW
    return bottom


def _in_rows(faces: tuple[int, ...], width: int) -> list[tuple[int, ...]]:
    """Split dice into rows in which every face can be read, of nearly equal length."""
    most = 1 + max(0, width - _NAME - _DIE) // _NARROW_STEP
    rows = max(1, -(-len(faces) // most))
    length = max(1, -(-len(faces) // rows))
    return [faces[i : i + length] for i in range(0, max(1, len(faces)), length)]


def _draw_dice(
    canvas: Canvas,
    faces: tuple[int, ...],
    matched: set[int],
    colour: int,
    corner: tuple[int, int],
    room: int,
) -> None:
    """Draw a row of dice from the pixel `corner` on; those of a match are underlined."""
    y, x = corner
    step = min(_WIDE_STEP, max(_NARROW_STEP, (room - _DIE) // max(1, len(faces) - 1)))
    for place, face in enumerate(faces):
        left = x + place * step
        canvas.stamp(die(canvas.tiles, face, colour), y, left)
        if face in matched:
            canvas.fill(y + 57, left + 6, y + 60, left + min(step, 47), "0")
