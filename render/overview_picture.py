"""The picture of the whole level as a seat knows it: blocks for the ground, tiles for places; of a
plan beside a sheet the plan itself, smaller."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.contract.view import GM_ONLY, SEEN, UNKNOWN, MapBoard, View
from render import strips
from render.canvas import LETTER_HEIGHT, WIDTH, Canvas, shortened, words_width
from render.ground import beside_open
from render.ground_kinds import ground_kinds
from render.pictures import Picture, finish
from render.pixels import TILE, Mask, Pixels
from render.place_markers import MOST_PLACES, Place, board_places, draw_marker, placed_markers
from render.themes import Theme, theme_of
from render.tile_library import TileLibrary, own_tiles
from render.tileset import TileSet
from render.turn_picture import TurnRequest, draw_map, has_secrets
from render.window import (
    NARROW_SHAPES,
    SHAPES,
    Square,
    Window,
    centre,
    choose,
    column_name,
    square_name,
)
from render.wording import worded

SMALLEST, LARGEST, LARGEST_OF_PLAN = 6, 16, 96  # pixels a square
_PLAN_SCALES = (2, 6)  # the smallest that is as large as the plan is used
_EVERY = 10  # squares between two letters or figures
_FOOT = 3  # pixels of shade under a block of rock
_LIP = (3, 2, 4, 2, 3, 1, 4, 3)  # pixels that the ground hangs over the void to its south
_COLUMNS, _ROW, _ROWS = 3, 38, 4  # of the list under the level; the last row is for words
_BOTTOM = strips.LOWER - _ROW * (_ROWS - 1) - 8  # where the level ends
_COLUMN = (WIDTH - strips.CORNER - 6) // _COLUMNS


def _layer(board: MapBoard, layer: bytes) -> Pixels:
    return np.frombuffer(layer, dtype=np.uint8).reshape(board.height, board.width)


def open_ends(board: MapBoard, is_open: Mask) -> list[Square]:
    """Return one square for each cluster of known open ground that borders the unknown."""
    unknown = np.pad(_layer(board, board.state) == UNKNOWN, 1, constant_values=True)
    beside = unknown[:-2, 1:-1] | unknown[2:, 1:-1] | unknown[1:-1, :-2] | unknown[1:-1, 2:]
    left = {(int(y), int(x)) for y, x in np.argwhere(is_open & beside)}
    ends: list[Square] = []
    while left:
        first = min(left)
        cluster, reached = [first], [first]
        left.discard(first)
        while reached:
            y, x = reached.pop()
            near = {(y + dy, x + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)} & left
            left -= near
            reached += sorted(near)
            cluster += sorted(near)
        cluster.sort()
        y, x = cluster[len(cluster) // 2]
        ends.append((y + board.top, x + board.left))
    return ends


def overview(
    view: View,
    *,
    window: Window | None = None,
    theme: str = "standard",
    tiles: TileLibrary | None = None,
) -> Picture:
    """Return the level as known. `window` is what the turn picture shows; it is framed in yellow.
    Raises ValueError for a view without a map."""
    look = theme_of(theme)
    board = view.map
    if board is None:
        raise ValueError("This game has no map to look over.")
    canvas = Canvas((tiles or own_tiles()).of_view(view))
    top, left, bottom = strips.MAP_TOP, strips.MAP_LEFT, _BOTTOM
    canvas.fill(top, left, bottom, WIDTH, "void")
    layers = _layers(board, canvas.tiles)
    crop = _box(board, _layer(board, board.state) != UNKNOWN if view.sheet else layers.drawn)
    height, width = crop[2] - crop[0], crop[3] - crop[1]
    size = min((bottom - top - 8) // height, (WIDTH - left - 11) // width)
    size = min(max(size, SMALLEST), LARGEST_OF_PLAN if view.sheet else LARGEST)
    y0 = top + max(0, (bottom - top - size * height) // 2)
    x0 = left + max(0, (WIDTH - 3 - left - size * width) // 2)
    drawing = _Overview(canvas, board, layers, (y0, x0), (crop[0], crop[1]), size=size)
    canvas.clip = (top, left, bottom, WIDTH - 3)
    shown = window or choose(board, shapes=NARROW_SHAPES if view.sheet else SHAPES)
    listed = [] if view.sheet else board_places(board, canvas.tiles)
    if view.sheet:
        scale = next(scale for scale in _PLAN_SCALES if TILE * scale >= size)
        drawing.draw_plan(view, look, Window(crop[0], crop[1], height, width, scale))
        drawing.draw_box(shown)
    else:
        drawing.draw_blocks()
        drawing.draw_box(shown)
        for end in open_ends(board, layers.open & ~layers.below):
            y, x = drawing.middle(end)
            canvas.emblem(1, 5, "O", "", y, x=x)
        drawing.draw_creatures()
        drawing.draw_places(listed)
        drawing.draw_characters()
    canvas.clip = (0, 0, canvas.px.shape[0], WIDTH)
    drawing.draw_rulers(crop)
    game_master = has_secrets(board)
    _draw_legend(canvas, view, board, listed, game_master)
    strips.frame(canvas, "V" if game_master else "t", _BOTTOM)
    return finish(canvas, look, shown)


def _box(board: MapBoard, shown: Mask) -> tuple[int, int, int, int]:
    """Return top, left, bottom, right of what is drawn, as squares of the level."""
    squares = [(int(y) + board.top, int(x) + board.left) for y, x in np.argwhere(shown)]
    squares += [(b.y, b.x) for b in board.entities] + [(t.y, t.x) for t in board.items]
    rows, columns = zip(*(squares or [(board.top, board.left)]), strict=True)
    return min(rows), min(columns), max(rows) + 1, max(columns) + 1


@dataclass(frozen=True)
class _Layers:
    """The ground to draw on each square of the board."""

    ground: Pixels  # legend numbers, 0 where nothing is known
    open: Mask  # known ground that is no rock
    below: Mask  # open ground with darkness below
    wall: Mask  # rock beside open ground; what lies deeper in it is not drawn

    @property
    def drawn(self) -> Mask:
        """The ground that is drawn."""
        drawn: Mask = self.open | self.wall
        return drawn


def _layers(board: MapBoard, tiles: TileSet) -> _Layers:
    unknown = _layer(board, board.state) == UNKNOWN
    ground = _layer(board, board.ground) * ~unknown
    of = ground_kinds(tiles, board.legend)
    void = of.void[ground] | unknown
    solid = of.solid[ground] & ~void
    known_open = ~solid & ~void
    below = of.below[ground] & known_open
    return _Layers(ground, known_open, below, solid & beside_open(known_open))


class _Overview:
    """The level at `size` pixels a square; the square `first` stands at the pixel `origin`."""

    def __init__(
        self,
        canvas: Canvas,
        board: MapBoard,
        layers: _Layers,
        origin: Square,
        first: Square,
        size: int,
    ) -> None:
        self.canvas, self.board, self.layers = canvas, board, layers
        self.origin, self.first = origin, first
        self.size = size

    def corner(self, square: Square) -> Square:
        return (
            self.origin[0] + (square[0] - self.first[0]) * self.size,
            self.origin[1] + (square[1] - self.first[1]) * self.size,
        )

    def middle(self, square: Square) -> Square:
        y, x = self.corner(square)
        return y + self.size // 2, x + self.size // 2

    def draw_plan(self, view: View, theme: Theme, window: Window) -> None:
        """Draw the squares of a window as the turn picture does, each reduced to `size` pixels."""
        side = TILE * window.scale
        request = TurnRequest(view, self.board, theme, (), "", tiles=self.canvas.tiles)
        box = (0, 0, window.height * side, window.width * side)
        large = Canvas(self.canvas.tiles)
        large.px = np.zeros(box[2:], dtype=np.uint8)
        draw_map(large, request, window, False, box)
        kept = (np.arange(self.size) * 2 + 1) * side // (2 * self.size)
        squares = large.px.reshape(window.height, side, window.width, side)
        small = squares[:, kept][..., kept].reshape(
            window.height * self.size, window.width * self.size
        )
        self.canvas.stamp(small, *self.corner((window.top, window.left)))

    def draw_blocks(self) -> None:
        """Draw floor blocks, rock blocks with a darker foot, doors, darkness below."""
        board, layers, size = self.board, self.layers, self.size
        state, p = _layer(board, board.state), self.canvas.tiles.palette
        floor = np.where(state == SEEN, p["4:warm"], p["3:memo"])
        floor = np.where(state == GM_ONLY, p["3:veil"], floor)
        rock = np.where(state == GM_ONLY, p["5:veil"], p["5:memo"])
        foot = np.where(state == GM_ONLY, p["4:veil"], p["4:memo"])
        block = np.where(layers.open & ~layers.below, floor, p["void"])
        block = np.where(layers.wall, rock, block).astype(np.uint8)
        big = block.repeat(size, 0).repeat(size, 1)
        wide = np.where(layers.wall, foot, block).astype(np.uint8).repeat(size, 1)
        for row in range(min(_FOOT, size // 3 + 1)):
            big[size - 1 - row :: size] = wide
        self.canvas.stamp(big, *self.corner((board.top, board.left)))
        self._draw_lips(floor)
        doors = np.array([kind.door for kind in board.legend])[layers.ground]
        for row, column in np.argwhere(doors & (layers.open | layers.wall)):
            self._draw_door(int(row), int(column))

    def _draw_lips(self, floor: Pixels) -> None:
        """Draw the ragged edge of the ground that hangs over the darkness to its south."""
        below = self.layers.below
        for row, column in np.argwhere(below[1:] & (self.layers.open & ~below)[:-1]):
            y, x = self.corner((self.board.top + int(row) + 1, self.board.left + int(column)))
            colour = int(floor[row, column])
            for pixel in range(0, self.size, 2):
                hangs = _LIP[(x + pixel) // 2 % len(_LIP)]
                self.canvas.fill(y, x + pixel, y + hangs, x + min(pixel + 2, self.size), colour)

    def _draw_door(self, row: int, column: int) -> None:
        """Draw a bronze block; with a dark gap when it stands open; violet when it is secret."""
        kind = self.board.legend[self.layers.ground[row, column]]
        y, x = self.corner((self.board.top + row, self.board.left + column))
        bottom, right = y + self.size, x + self.size
        self.canvas.fill(y, x, bottom, right, "0")
        self.canvas.fill(y + 1, x + 1, bottom - 1, right - 1, "P" if kind.solid else "t")
        if kind.letter != "+" and not kind.solid:
            third = self.size // 3
            self.canvas.fill(y + third, x + third, bottom - third, right - third, "0")

    def draw_box(self, window: Window) -> None:
        """Draw the frame of what the turn picture shows, as far as it lies on this one."""
        top, left, bottom, right = self.canvas.clip
        y, x = self.corner((window.top, window.left))
        end = y + window.height * self.size, x + window.width * self.size
        self.canvas.frame(
            max(y, top), max(x, left), min(end[0], bottom), min(end[1], right), "Y", thick=2
        )

    def draw_creatures(self) -> None:
        """Draw all creatures, and a dashed box round what is hidden from the players."""
        hidden = [(b.y, b.x) for b in self.board.entities if b.hidden]
        hidden += [(t.y, t.x) for t in self.board.items if t.hidden]
        for square in hidden:
            y, x = self.middle(square)
            self.canvas.dashed(y - 10, x - 10, 20, 2)
        for entity in sorted(self.board.entities, key=lambda b: (b.y, b.x)):
            if entity.seat is None:
                sprite = self.canvas.tiles.entity(entity.sprite, entity.letter, entity.colour)
                self._stand(sprite, (entity.y, entity.x))

    def draw_places(self, listed: list[Place]) -> None:
        """Draw the numbered places."""
        characters = [self.middle((b.y, b.x)) for b in self.board.entities if b.seat is not None]
        middles = [(place, self.middle((place.y, place.x))) for place in listed]
        for marker in placed_markers(middles, characters, self.canvas.clip):
            middle = self.middle((marker.place.y, marker.place.x))
            draw_marker(self.canvas, self.board, marker, middle)

    def draw_characters(self) -> None:
        """Draw the characters, over everything, at twice their size."""
        for entity in sorted(self.board.entities, key=lambda b: (b.y, b.x)):
            if entity.seat is not None:
                sprite = self.canvas.tiles.entity(
                    entity.sprite, entity.letter, entity.colour, entity.seat
                )
                self._stand(sprite.repeat(2, 0).repeat(2, 1), (entity.y, entity.x))

    def _stand(self, sprite: Pixels, square: Square) -> None:
        y, x = self.middle(square)
        self.canvas.stamp(sprite, y - sprite.shape[0] // 2, x - sprite.shape[1] // 2)

    def draw_rulers(self, crop: tuple[int, int, int, int]) -> None:
        """Draw letters and figures every ten squares."""
        canvas = self.canvas
        strips.corner(canvas)
        for column in range(-(-crop[1] // _EVERY) * _EVERY, crop[3], _EVERY):
            _, x = self.middle((crop[0], column))
            name = column_name(column)
            canvas.words(name, 4, x - words_width(canvas.tiles, name) // 2, "w")
            canvas.fill(34, x - 1, 40, x + 1, "w")
        for row in range(-(-crop[0] // _EVERY) * _EVERY, crop[2], _EVERY):
            y, _ = self.middle((row, crop[1]))
            left = strips.MAP_LEFT - 4 - words_width(canvas.tiles, str(row))
            canvas.words(str(row), y - LETTER_HEIGHT // 2, left, "w")
            canvas.fill(y - 1, 40, y + 1, 48, "w")


def _draw_legend(
    canvas: Canvas, view: View, board: MapBoard, listed: list[Place], game_master: bool
) -> None:
    """Draw the list of the numbered places."""
    tiles = canvas.tiles
    for place in listed:
        y, x = _entry(place.number)
        canvas.emblem(0, 18, "W", str(place.number), y + LETTER_HEIGHT // 2, x=x + 20)
        name = place.label or place.name.partition(" (")[0]
        name = name.removeprefix("a ").removeprefix("an ")
        canvas.words(shortened(tiles, name, _COLUMN - 52), y, x + 46, "W")
    if not view.sheet:
        y, x = _entry(MOST_PLACES + 1)
        canvas.emblem(1, 7, "O", "", y + LETTER_HEIGHT // 2, x=x + 20)
        canvas.words(shortened(tiles, worded("unexplored"), _COLUMN - 44), y, x + 38, "O")
    fact = worded("GM ONLY") if game_master else str(view.facts[0][1]) if view.facts else ""
    y, x = _entry(_COLUMNS * (_ROWS - 1))
    fact = shortened(tiles, fact, _COLUMN - 12, bold=True)
    left = WIDTH - 12 - words_width(tiles, fact, bold=True)
    canvas.words(fact, y, left, "P" if game_master else "W", bold=True)
    at = listed[0] if listed else None
    y, x = (at.y, at.x) if at else centre(board)
    words = worded("Squares have names: You stand at {square}.", square=square_name(y, x))
    if at:
        template = "Squares have names: {place} lies at {square}."
        words = worded(template, place=at.number, square=square_name(y, x))
    strips.log(canvas, words, colour="w")


def _entry(number: int) -> Square:
    """Return where the legend's entry of a number stands."""
    row, column = divmod(number - 1, _COLUMNS)
    return _BOTTOM + 10 + _ROW * row, strips.CORNER + _COLUMN * column
