"""Ground without texture: blocks with thick edges (high contrast), or nothing but letters."""

from __future__ import annotations

import numpy as np

from engine.contract.view import GM_ONLY, SEEN, UNKNOWN, MapBoard
from render.canvas import DOT, Canvas, line_mask
from render.ground import Squares, draw_overlay
from render.pixels import TILE, Mask, Pixels, grown
from render.tileset import MEMORY_FLOOR, TileSet
from render.window import Square, Window

EDGE = 3  # tile pixels of white round rock


def paint_blocks(view: Squares, window: Window, tiles: TileSet) -> Pixels:
    """Return palette indexes of high-contrast ground, (16 * height, 16 * width)."""
    p = tiles.palette
    inner = (slice(1, -1), slice(1, -1))
    state, ground = view.state[inner], view.ground[inner]
    seen = (state == SEEN) | (state == GM_ONLY)
    out = np.full((window.height, TILE, window.width, TILE), p["void"], dtype=np.uint8)
    rock, is_open = view.rock[inner], view.open[inner]
    _fill(out, rock & seen, p["d"])
    _fill(out, rock & ~seen, p["3:memo"])
    _fill(out, is_open & seen, p["panel"])
    y, x = np.nonzero(is_open & seen)
    out[y, 0, x, :] = p["void"]
    out[y, :, x, 0] = p["void"]
    floor = view.kinds.floor[ground] & is_open
    _fill(out, (is_open & ~floor), p["void"])
    y, x = np.nonzero(is_open & ~floor)
    codes = tiles.atlas[view.kinds.tiles[ground[y, x], 0]]
    table = _table(tiles)
    out[y, :, x, :] = table[np.where(seen[y, x], 0, 1)[:, None, None], codes]
    y, x = np.nonzero(floor)
    dot = np.where(seen[y, x], p["w"], p["4:memo"])[:, None, None]
    out[y, 7:9, x, 7:9] = dot
    draw_overlay(out, view)
    _edges(out, view, seen, tiles)
    return out.reshape(window.height * TILE, window.width * TILE)


def _fill(out: Pixels, where: Mask, index: int) -> None:
    y, x = np.nonzero(where)
    out[y, :, x, :] = index


def _table(tiles: TileSet) -> Pixels:
    """Return the table [seen 0 or remembered 1, code] of palette indexes without texture."""
    p = tiles.palette
    table = np.array([tiles.shades[0], tiles.shades[MEMORY_FLOOR]], dtype=np.uint8)
    table[0, 1:4] = p["void"]
    table[0, 4:6] = p["m"]
    table[0, 6:8] = p["w"]
    table[1, 1:4] = p["void"]
    table[:, 0] = p["void"]
    return table


def _edges(out: Pixels, view: Squares, seen: Mask, tiles: TileSet) -> None:
    rock = view.rock[1:-1, 1:-1]
    strip, end = slice(0, EDGE), slice(TILE - EDGE, TILE)
    every = slice(None)
    sides = (
        (view.open[:-2, 1:-1], strip, every),
        (view.open[2:, 1:-1], end, every),
        (view.open[1:-1, :-2], every, strip),
        (view.open[1:-1, 2:], every, end),
        (view.open[:-2, :-2], strip, strip),
        (view.open[:-2, 2:], strip, end),
        (view.open[2:, :-2], end, strip),
        (view.open[2:, 2:], end, end),
    )
    for neighbour, rows, columns in sides:
        for where, name in ((seen, "W"), (~seen, "5:memo")):
            y, x = np.nonzero(rock & neighbour & where)
            out[y, rows, x, columns] = tiles.palette[name]


def draw_letters(
    canvas: Canvas, board: MapBoard, view: Squares, window: Window, origin: Square
) -> None:
    """Draw every known square's own letter, in its colour while seen, in memory blue after. Ground
    with darkness below is nothing but the edge of the ground to its north."""
    tiles = canvas.tiles
    side = TILE * window.scale
    below = view.kinds.below[view.ground]
    for y in range(window.height):
        for x in range(window.width):
            state = view.state[y + 1, x + 1]
            if state == UNKNOWN:
                continue
            kind = board.legend[view.ground[y + 1, x + 1]]
            colour = tiles.palette[tiles.rules.accent(kind.colour)[1]]
            if state != SEEN:
                colour = tiles.palette["5:veil"] if state == GM_ONLY else tiles.palette["5:memo"]
            down, right = origin[0] + y * side, origin[1] + x * side
            if not below[y + 1, x + 1]:
                draw_letter(canvas, kind.letter, colour, down, right, side=side)
            elif not below[y, x + 1]:
                canvas.fill(down, right, down + 3, right + side, colour)


def draw_letter(canvas: Canvas, text: str, colour: int, top: int, left: int, side: int) -> None:
    """Draw one letter in the middle of a square, with an ink edge."""
    mask = line_mask(canvas.tiles, "·" if text == "." else text, dot=max(DOT, side // 16 + 1))
    y, x = top + (side - mask.shape[0]) // 2, left + (side - mask.shape[1]) // 2
    around = grown(np.pad(mask, 1))
    canvas.paint(around, y - 1, x - 1, "0")
    canvas.paint(mask, y, x, colour)
