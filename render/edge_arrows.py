"""Arrows at the edge of a map to what lies outside its window, with the distance in squares."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.contract.view import MapBoard
from render.canvas import LETTER_HEIGHT, Canvas, words_width
from render.pixels import TILE
from render.window import Square, Window, centre

MOST_ARROWS = 6
_HALF = 16  # of an arrow, in pixels
_MARGIN = 22  # from the edge of the map to the middle of an arrow
_GAP = 56  # pixels: nearer than this to another arrow, one is left out


def draw_edge_arrows(
    canvas: Canvas, board: MapBoard, window: Window, box: tuple[int, int, int, int]
) -> None:
    """Draw an arrow for what broke off a plan, and for each creature in sight, that the window
    does not show: the nearest first. `box`: the map's top, left, bottom and right in pixels."""
    focus, side = centre(board), TILE * window.scale
    standing = [
        (box[0] + (e.y - window.top) * side, box[1] + (e.x - window.left) * side, side)
        for e in board.entities
    ]
    notices = [(mark.y, mark.x) for mark in board.marks if mark.kind == "notice"]
    others = [(e.y, e.x) for e in board.entities if e.seat is None and not e.hidden]
    outside = [s for s in dict.fromkeys((*notices, *others)) if not window.holds(s)]
    outside.sort(key=lambda square: (square not in notices, _distance(focus, square), square))
    placed: list[Square] = []
    for square in outside:
        place = _edge_point(window, focus, square, box)
        if any(max(abs(place[0] - y), abs(place[1] - x)) < _GAP for y, x in placed):
            continue
        if len(placed) == MOST_ARROWS:
            break
        placed.append(place)
        colour = "Y" if square in notices else "W"
        _draw_arrow(canvas, place, focus, square, colour)
        _draw_distance(canvas, place, focus, square, colour, standing=standing)


def _distance(one: Square, other: Square) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _edge_point(
    window: Window, focus: Square, square: Square, box: tuple[int, int, int, int]
) -> Square:
    """Return where the line from the character to a square leaves the map, in pixels."""
    side = TILE * window.scale
    top, left, bottom, right = box
    y0 = top + (focus[0] - window.top) * side + side // 2
    x0 = left + (focus[1] - window.left) * side + side // 2
    dy, dx = (square[0] - focus[0]) * side, (square[1] - focus[1]) * side
    parts = [1.0]
    if dy:
        parts.append(((bottom - _MARGIN if dy > 0 else top + _MARGIN) - y0) / dy)
    if dx:
        parts.append(((right - _MARGIN if dx > 0 else left + _MARGIN) - x0) / dx)
    part = max(0.0, min(parts))
    return round(y0 + dy * part), round(x0 + dx * part)


def _draw_arrow(canvas: Canvas, place: Square, focus: Square, square: Square, colour: str) -> None:
    """Draw an arrowhead that points at a square."""
    angle = np.arctan2(square[0] - focus[0], square[1] - focus[1])
    rows, columns = np.mgrid[-_HALF : _HALF + 1, -_HALF : _HALF + 1]
    along = columns * np.cos(angle) + rows * np.sin(angle)
    across = abs(rows * np.cos(angle) - columns * np.sin(angle))
    y, x = place
    edge = (along >= -10) & (across <= (15 - along) * 0.62)
    inner = (along >= -7) & (across <= (11 - along) * 0.55)
    canvas.paint(edge, y - _HALF, x - _HALF, "0")
    canvas.paint(inner, y - _HALF, x - _HALF, colour)


def _draw_distance(
    canvas: Canvas,
    place: Square,
    focus: Square,
    square: Square,
    colour: str,
    standing: Sequence[tuple[int, int, int]],
) -> None:
    """Draw the distance behind an arrowhead, unless it would cover who stands there. `standing`:
    the pixel (y, x) and the side of each square where somebody stands."""
    angle = np.arctan2(square[0] - focus[0], square[1] - focus[1])
    words = str(_distance(focus, square))
    width = words_width(canvas.tiles, words)
    top = place[0] - round(34 * np.sin(angle)) - LETTER_HEIGHT // 2
    left = place[1] - round(40 * np.cos(angle)) - width // 2
    if not any(
        top < y + side and y < top + LETTER_HEIGHT and left < x + side and x < left + width
        for y, x, side in standing
    ):
        canvas.words(words, top, left, colour, edge=2)
