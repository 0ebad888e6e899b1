"""A board that is no grid: its parts as cards of ink on paper, dice as faces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from engine.game import Part, Sheet, View
from render import strips
from render.canvas import HEIGHT, WIDTH, Canvas, words_width
from render.source import CLEAR, Pixels
from render.tileset import TileSet, grown
from render.turn import Picture, finished, theme_of
from render.votes import Proposal

_TOP, _FOOT, _MARGIN, _GAP = 14, 664, 16, 12
_LINE, _DICE = 30, 62
_FACES = ("Y", "Q", "U", "L")  # a colour for each row of dice on a card


@lru_cache(maxsize=64)
def die(tiles: TileSet, face: int, colour: int) -> Pixels:
    """A ten-sided die, 52 pixels wide, its face in ink."""
    y, x = np.mgrid[-28:29, -26:27]
    body = (abs(x) + abs(y) * 2 // 3 <= 26) & (abs(y) <= 27)
    rim = body & ~_eroded(body)
    out = np.full(body.shape, CLEAR, dtype=np.uint8)
    out[body] = colour
    out[(abs(x) <= 1) & (y > 14) & body] = tiles.palette["paper2"]
    out[rim] = tiles.palette["0"]
    canvas = Canvas(tiles)
    canvas.px = out
    canvas.clip = (0, 0, out.shape[0], out.shape[1])
    canvas.words(str(face), 15, (53 - words_width(tiles, str(face), 4)) // 2, "0", 4)
    return out


def _eroded(
    body: np.ndarray[tuple[int, ...], np.dtype[np.bool_]],
) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    return ~grown(grown(~np.pad(body, 2)))[2:-2, 2:-2]


def sheet(
    view: View,
    *,
    theme: str = "standard",
    proposals: Sequence[Proposal] = (),
    tiles: TileSet | None = None,
    log_line: str | None = None,
) -> Picture:
    """A card for each part of the board, in two columns when there are several, over the strip of a
    vote if there is one; what does not fit is left to the card's text. Raises ValueError for a view
    without a sheet."""
    look = theme_of(theme)
    tiles = tiles or TileSet.own()
    if not isinstance(view.board, Sheet):
        raise ValueError("This game is played on a map, not on a sheet.")
    canvas = Canvas(tiles, "paper")
    foot = strips.MAP_BOTTOM if proposals else _FOOT
    columns = 1 if len(view.board.parts) < 2 else 2
    width = (WIDTH - 2 * _MARGIN - _GAP * (columns - 1)) // columns
    heights = [_TOP] * columns
    for part in view.board.parts:
        column = heights.index(min(heights))
        left = _MARGIN + column * (width + _GAP)
        bottom = _card(canvas, part, heights[column], left, width, foot)
        heights[column] = bottom + _GAP
    words = view.headline if log_line is None else log_line
    if proposals:
        canvas.fill(foot, 0, HEIGHT, WIDTH, "panel")
        strips.vote(canvas, proposals)
        strips.log(canvas, words, f"turn {view.turn}", "w")
        strips.frame(canvas, "O")
    else:
        _strip(canvas, words, f"turn {view.turn}")
    return finished(canvas, look, view)


def _strip(canvas: Canvas, words: str, right: str) -> None:
    """One line under the cards, ink on shaded paper."""
    canvas.fill(_FOOT, 0, HEIGHT, WIDTH, "paper2")
    canvas.fill(_FOOT, 0, _FOOT + 3, WIDTH, "0")
    x = WIDTH - 14 - words_width(canvas.tiles, right, 3)
    canvas.words(right, 673, x, "pencil")
    canvas.words(strips.shortened(canvas.tiles, words, x - 30), 673, 14, "0")
    canvas.frame(0, 0, HEIGHT, WIDTH, "t", strips.FRAME)


def wrapped(tiles: TileSet, words: str, room: int) -> list[str]:
    """The words in lines of at most `room` pixels; a single word that is wider is cut."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if words_width(tiles, longer, 3) > room and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return [strips.shortened(tiles, line, room) for line in lines]


def _card(canvas: Canvas, part: Part, top: int, left: int, width: int, foot: int) -> int:
    """One part; returns its lower edge. A card stops at the foot of the sheet."""
    lines = [row for line in part.lines for row in wrapped(canvas.tiles, line, width - 24)]
    wanted = 44 + _LINE * len(lines) + _DICE * len(part.dice)
    bottom = min(top + wanted, foot - 6)
    if bottom - top < 44:
        return top
    canvas.fill(top, left, bottom, left + width, "paper2")
    canvas.frame(top, left, bottom, left + width, "0", 2)
    tiles = canvas.tiles
    canvas.words(
        strips.shortened(tiles, part.title, width - 24, 3, True), top + 9, left + 12, "0", 3, True
    )
    canvas.fill(top + 34, left + 12, top + 36, left + width - 12, "area")
    y = top + 44
    for line in lines:
        if y + 24 > bottom:
            return bottom
        canvas.words(line, y, left + 12, "0")
        y += _LINE
    for row, (name, faces) in enumerate(part.dice):
        if y + 58 > bottom:
            return bottom
        _row_of_dice(canvas, name, faces, _FACES[row % len(_FACES)], y, left + 12, width - 24)
        y += _DICE
    return bottom


def _row_of_dice(
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
