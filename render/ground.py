"""The ground of a map: rock, floor, light, memory and the edge of the unknown, all squares at once.

Everything is worked out at 16 pixels a square in four-dimensional arrays (row, pixel row, column,
pixel column) and turned to palette indexes by one gather.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.contract.view import GM_ONLY, REMEMBERED, SEEN, UNKNOWN, MapBoard
from render.ground_kinds import GroundKinds, ground_kinds
from render.pixels import CLEAR, LETTER, TILE, Mask, Pixels
from render.sprite_rules import ROOM as ROOM_LIT
from render.sprite_rules import SUN as SUN_LIT
from render.tileset import MEMORY_FLOOR, MEMORY_WALL, RED, ROOM, SUN, TORCH, VEIL, TileSet
from render.window import Window

DITHER = 0.22  # how far light steps mix at their seams
BRIGHT, MOST_LIFT = 4, 2  # the light that shows a character's square, and the most that is added
_BAYER = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]])
_DARKER = np.array([0, 1, 1, 2, 3, 4, 5, 6, *range(8, 256)], dtype=np.uint8)


@dataclass(frozen=True)
class Squares:
    """The squares of a window and one more on each side, (height + 2, width + 2)."""

    ground: Pixels  # numbers of the legend
    state: Pixels
    light: Pixels
    lighting: Pixels  # 0, or ROOM or SUN: lit by itself
    kinds: GroundKinds
    rock: Mask  # known rock that borders known open ground
    open: Mask  # known ground that is no rock
    wall: Mask  # known walls of a sheet of others
    overlay: Pixels | None  # colours of the dots over open ground, CLEAR: none


def squares(board: MapBoard, window: Window, tiles: TileSet) -> Squares:
    """Cut the window out of the board. What is not known loses whatever else its bytes say."""
    height, width = window.height + 2, window.width + 2  # one more on each side, for neighbours
    top, left = window.top - 1 - board.top, window.left - 1 - board.left
    y0, x0 = max(0, -top), max(0, -left)
    y1, x1 = min(height, board.height - top), min(width, board.width - left)

    def cut(layer: bytes) -> Pixels:
        out = np.zeros((height, width), dtype=np.uint8)
        if y1 > y0 and x1 > x0:
            whole = np.frombuffer(layer, dtype=np.uint8).reshape(board.height, board.width)
            out[y0:y1, x0:x1] = whole[top + y0 : top + y1, left + x0 : left + x1]
        return out

    state = cut(board.state)
    known = state != UNKNOWN
    ground = cut(board.ground) * known
    of = ground_kinds(tiles, board.legend)
    is_rock = of.rock[ground] & known
    is_void = of.void[ground] | ~known
    wall = of.wall[ground] & known
    is_open = ~is_rock & ~is_void & ~wall
    seen = state == SEEN
    ways = np.array([tiles.rules.lighting(name) for name in board.lightings], dtype=np.uint8)
    light, lit = cut(board.light) * seen, ways[cut(board.lighting) * seen]
    return Squares(
        ground=ground,
        state=state,
        light=light + (light > (lit > 0)) * np.uint8(lift(board)),
        lighting=lit,
        kinds=of,
        rock=is_rock & beside_open(is_open),
        open=is_open,
        wall=wall,
        overlay=_overlay(
            board, cut(board.overlay) * ~(is_rock | wall) if board.overlay else None, tiles
        ),
    )


def _overlay(board: MapBoard, numbers: Pixels | None, tiles: TileSet) -> Pixels | None:
    """Return the colours of the dots over each square."""
    if numbers is None:
        return None
    colours = [tiles.palette[tiles.rules.overlay(name)] for name in board.overlays]
    colours[0] = CLEAR
    return np.array(colours, dtype=np.uint8)[numbers]


def beside_open(is_open: Mask) -> Mask:
    """Return the squares that are open or have one among their eight neighbours."""
    near = is_open.copy()
    near[1:] |= is_open[:-1]
    near[:-1] |= is_open[1:]
    wide = near.copy()
    wide[:, 1:] |= near[:, :-1]
    wide[:, :-1] |= near[:, 1:]
    return wide


def lift(board: MapBoard) -> int:
    """Return what is added to carried light, so that a weak torch reaches less far than a lamp but
    shows the character's own square as brightly."""
    if board.focus is None:
        return 0
    y, x = board.focus[0] - board.top, board.focus[1] - board.left
    place = y * board.width + x
    if not (0 <= y < board.height and 0 <= x < board.width) or board.state[place] != SEEN:
        return 0
    own = board.light[place] - (board.lighting[place] > 0)
    return min(max(BRIGHT - own, 0), MOST_LIFT)


@cache
def _spread(count: int) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """Return for each of 16 * count pixels the square before its middle, and how far on it is."""
    place = (np.arange(TILE * count) + 0.5) / TILE + 0.5
    low = place.astype(np.intp)
    return low, (place - low).astype(np.float32)


@cache
def _dither(height: int, width: int) -> NDArray[np.float32]:
    """Return what is added to a light level so that its whole part is the step: level 1 is step
    0."""
    pattern = ((_BAYER - 7.5) / 7.5 * DITHER - 0.5).astype(np.float32)
    return np.tile(pattern, (TILE // 4 * height, TILE // 4 * width))


def steps(level: NDArray[np.int16], lit: Mask) -> Pixels:
    """Return the torch step, 0 to 3, of every pixel, (height, 16, width, 16), of squares with a
    margin of one: the light levels of the lit ones, interpolated between their middles, cut to
    whole steps with an ordered dither at the seams."""
    height, width = level.shape[0] - 2, level.shape[1] - 2
    low, part = _spread(height)
    weighed = np.stack([level * lit, lit]).astype(np.float32)
    tall = weighed[:, low] + (weighed[:, low + 1] - weighed[:, low]) * part[:, None]
    low, part = _spread(width)
    before = tall.take(low, axis=2)
    light, weight = before + (tall.take(low + 1, axis=2) - before) * part
    np.maximum(weight, 1e-6, out=weight)
    light /= weight
    light += _dither(height, width)
    np.clip(light, 0, 3, out=light)
    step: Pixels = light.astype(np.uint8)
    return step.reshape(height, TILE, width, TILE)


@lru_cache(maxsize=64)
def _hash(window: Window) -> NDArray[np.int64]:
    """Return which of three floors a square has: by its place on the level, the same every turn."""
    y = np.arange(window.top, window.top + window.height)[:, None]
    x = np.arange(window.left, window.left + window.width)[None, :]
    mixed = (y * 73856093) ^ (x * 19349663)
    mixed ^= mixed >> 7
    table: NDArray[np.int64] = np.array([0, 1, 0, 2, 0, 1, 0, 0])[(mixed >> 3) % 8]
    return table


def paint(view: Squares, window: Window, tiles: TileSet) -> Pixels:
    """Return palette indexes of the ground, (16 * height, 16 * width)."""
    codes = ground_codes(view, window, tiles)
    treatment, torch, level = treatments(view)
    row = tiles.shades.shape[1]  # codes of one treatment
    places = codes + treatment[1:-1, None, 1:-1, None].astype(np.uint16) * row
    y, x = np.nonzero(torch[1:-1, 1:-1])
    if len(y):  # only the squares round the light need its steps
        rows, columns = slice(y.min(), y.max() + 1), slice(x.min(), x.max() + 1)
        wide = slice(y.min(), y.max() + 3), slice(x.min(), x.max() + 3)
        lit = torch[
            rows.start + 1 : rows.stop + 1, None, columns.start + 1 : columns.stop + 1, None
        ]
        step = steps(level[wide], torch[wide])
        places[rows, :, columns] += step * (lit * np.uint16(row))
    out: Pixels = tiles.shades.ravel().take(places)
    return out.reshape(window.height * TILE, window.width * TILE)


def ground_codes(view: Squares, window: Window, tiles: TileSet) -> Pixels:
    """Return codes of the ground with the edges of its rock, (height, 16, width, 16)."""
    inner = (slice(1, -1), slice(1, -1))
    ground, state = view.ground[inner], view.state[inner]
    rock, is_open = view.rock, view.open
    face = rock[inner] & is_open[2:, 1:-1]
    kept = state == REMEMBERED

    floors = _hash(window)
    ids = view.kinds.tiles[ground, np.where(face, 3, np.where(kept, floors + 4, floors))]
    ids[~(rock | is_open | view.wall)[inner]] = 0
    below = view.kinds.below[ground] & is_open[:-2, 1:-1]
    ids[below & (view.ground[:-2, 1:-1] == ground)] = tiles.void_below
    unknown = state == UNKNOWN
    border = (
        is_open[:-2, 1:-1] * 1
        + is_open[1:-1, 2:] * 2
        + is_open[2:, 1:-1] * 4
        + is_open[1:-1, :-2] * 8
    )
    ids[unknown] = np.array(tiles.fringe)[border[unknown]]
    if view.overlay is not None:
        ids[unknown & (view.overlay[inner] != CLEAR)] = 0
    codes = np.ascontiguousarray(tiles.atlas[ids].transpose(0, 2, 1, 3))
    draw_overlay(codes, view, LETTER)
    _rims(codes, rock, is_open)
    return codes


def draw_overlay(pixels: Pixels, view: Squares, add: int = 0) -> None:
    """Draw dots, four pixels apart, on (height, 16, width, 16) pixels: their colours plus `add`."""
    if view.overlay is None:
        return
    overlay = view.overlay[1:-1, 1:-1]
    y, x = np.nonzero(overlay != CLEAR)
    pixels[y, 2::4, x, 2::4] = (overlay[y, x] + np.uint8(add))[:, None, None]


def _rims(codes: Pixels, rock: Mask, is_open: Mask) -> None:
    """Draw lit edges of rock towards open ground, and the shade at its foot."""
    inner = rock[1:-1, 1:-1]

    def at(dy: int, dx: int, layer: Mask) -> Mask:
        return layer[1 + dy : layer.shape[0] - 1 + dy, 1 + dx : layer.shape[1] - 1 + dx]

    corners = ((-1, 1, 4), (1, 1, 4), (-1, -1, 4), (1, -1, 5))
    for dy, dx, shade in corners:
        y, x = np.nonzero(inner & at(dy, dx, is_open) & ~at(dy, 0, is_open) & ~at(0, dx, is_open))
        rows = slice(0, 2) if dy < 0 else slice(14, 16)
        columns = slice(14, 16) if dx > 0 else slice(0, 2)
        codes[y, rows, x, columns] = shade
    sides = (
        (-1, 0, (slice(0, 2), slice(None)), (2, slice(None)), 4),
        (0, 1, (slice(None), slice(14, 16)), (slice(None), 13), 4),
        (0, -1, (slice(None), slice(0, 2)), (slice(None), 2), 5),
    )
    for dy, dx, edge, shadow, shade in sides:
        y, x = np.nonzero(inner & at(dy, dx, is_open))
        codes[y, shadow[0], x, shadow[1]] = 1
        codes[y, edge[0], x, edge[1]] = shade
    floor = is_open[1:-1, 1:-1]
    y, x = np.nonzero(floor & at(0, -1, rock))
    codes[y, :, x, 0:2] = _DARKER[codes[y, :, x, 0:2]]
    y, x = np.nonzero(floor & at(-1, 0, rock))
    codes[y, 0:3, x, :] = _DARKER[codes[y, 0:3, x, :]]


def treatments(view: Squares) -> tuple[Pixels, Mask, NDArray[np.int16]]:
    """Return the treatment of every square by its state and light (a margin of one included),
    which squares are lit by what the characters carry, and how brightly."""
    state, lit = view.state, view.lighting
    carried = view.light.astype(np.int16) - (lit > 0)
    treatment = np.full(state.shape, TORCH, dtype=np.uint8)
    treatment[(lit == ROOM_LIT) & (carried < 2)] = ROOM
    treatment[lit == SUN_LIT] = SUN
    treatment[view.kinds.red[view.ground]] = RED
    treatment[state == GM_ONLY] = VEIL
    memory = state == REMEMBERED
    treatment[memory & view.open] = MEMORY_FLOOR
    treatment[memory & ~view.open] = MEMORY_WALL
    return treatment, (state == SEEN) & (treatment == TORCH), carried
