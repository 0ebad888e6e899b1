"""The whole level as a seat knows it: blocks for rock and floor, tiles for places to go to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.game import SEEN, UNKNOWN, VEILED, Grid, View
from render import pins, strips
from render.canvas import WIDTH, Canvas, words_width
from render.ground import beside_open
from render.kinds import kinds
from render.pins import MOST_PLACES, Place, places
from render.source import Mask, Pixels
from render.tileset import TileSet
from render.turn import Picture, finished, for_game_master, theme_of
from render.window import Square, Window, choose, column_name, square_name

SMALLEST, LARGEST = 6, 16  # pixels a square
_EVERY = 10  # squares between two letters or figures
_FOOT = 3  # pixels of shade under a block of rock
_LIP = (3, 2, 4, 2, 3, 1, 4, 3)  # pixels that the ground north of a chasm hangs over it
_COLUMN = 242  # pixels of an entry in the legend


def _layer(grid: Grid, layer: bytes) -> Pixels:
    return np.frombuffer(layer, dtype=np.uint8).reshape(grid.height, grid.width)


def open_ends(grid: Grid, is_open: Mask) -> list[Square]:
    """One square for each cluster of known open ground that borders the unknown."""
    unknown = np.pad(_layer(grid, grid.state) == UNKNOWN, 1, constant_values=True)
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
        ends.append((y + grid.top, x + grid.left))
    return ends


def overview(
    view: View,
    *,
    window: Window | None = None,
    theme: str = "standard",
    tiles: TileSet | None = None,
) -> Picture:
    """The level as known. `window` is what the turn picture shows; it is framed in yellow.
    Raises ValueError for a view without a map."""
    look = theme_of(theme)
    tiles = tiles or TileSet.own()
    grid = view.board
    if not isinstance(grid, Grid):
        raise ValueError("This game has no map to look over.")
    canvas = Canvas(tiles)
    top, left, bottom = strips.MAP_TOP, strips.MAP_LEFT, strips.MAP_BOTTOM
    canvas.fill(top, left, bottom, WIDTH, "void")
    layers = _layers(grid, tiles)
    crop = _box(grid, layers.open | layers.wall)
    height, width = crop[2] - crop[0], crop[3] - crop[1]
    size = min((bottom - top - 8) // height, (WIDTH - left - 11) // width)
    size = min(max(size, SMALLEST), LARGEST)
    y0 = top + max(0, (bottom - top - size * height) // 2)
    x0 = left + max(0, (WIDTH - 3 - left - size * width) // 2)
    sheet = _Sheet(canvas, grid, layers, (y0, x0), (crop[0], crop[1]), size)
    canvas.clip = (top, left, bottom, WIDTH - 3)
    sheet.blocks()
    shown = window or choose(grid)
    sheet.box(shown)
    for end in open_ends(grid, layers.open & ~layers.deep):
        y, x = sheet.middle(end)
        canvas.emblem(1, 5, "O", "", y, x)
    sheet.creatures()
    listed = places(view, tiles)
    sheet.places(listed)
    sheet.heroes()
    canvas.clip = (0, 0, canvas.px.shape[0], WIDTH)
    sheet.rulers(crop)
    game_master = for_game_master(grid)
    _legend(canvas, view, listed, game_master)
    strips.frame(canvas, "V" if game_master else "t")
    return finished(canvas, look, view, shown)


def _box(grid: Grid, shown: Mask) -> tuple[int, int, int, int]:
    """Top, left, bottom, right of what is drawn, as squares of the level."""
    squares = [(int(y) + grid.top, int(x) + grid.left) for y, x in np.argwhere(shown)]
    squares += [(b.y, b.x) for b in grid.beings] + [(t.y, t.x) for t in grid.things]
    rows, columns = zip(*(squares or [(grid.top, grid.left)]), strict=True)
    return min(rows), min(columns), max(rows) + 1, max(columns) + 1


@dataclass(frozen=True)
class _Layers:
    """What there is to draw on each square of the grid."""

    ground: Pixels  # legend numbers, 0 where nothing is known
    open: Mask  # known ground that is no rock, chasms included
    deep: Mask  # chasms
    wall: Mask  # rock beside open ground; what lies deeper in it is not drawn


def _layers(grid: Grid, tiles: TileSet) -> _Layers:
    unknown = _layer(grid, grid.state) == UNKNOWN
    ground = _layer(grid, grid.ground) * ~unknown
    of = kinds(tiles, grid.legend)
    void = of.void[ground] | unknown
    solid = of.solid[ground] & ~void
    known_open = ~solid & ~void
    rules = [tiles.rules.find("ground", kind.ref, kind.letter) for kind in grid.legend]
    deep = np.array([bool(rule and rule.below) for rule in rules])[ground] & known_open
    return _Layers(ground, known_open, deep, solid & beside_open(known_open))


class _Sheet:
    """The level at `size` pixels a square; the square `first` stands at the pixel `origin`."""

    def __init__(
        self,
        canvas: Canvas,
        grid: Grid,
        layers: _Layers,
        origin: Square,
        first: Square,
        size: int,
    ) -> None:
        self.canvas, self.grid, self.layers = canvas, grid, layers
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

    def blocks(self) -> None:
        """Floor blocks, rock blocks with a darker foot, doors, chasms."""
        grid, layers, size = self.grid, self.layers, self.size
        state, p = _layer(grid, grid.state), self.canvas.tiles.palette
        floor = np.where(state == SEEN, p["4:warm"], p["3:memo"])
        floor = np.where(state == VEILED, p["3:veil"], floor)
        rock = np.where(state == VEILED, p["5:veil"], p["5:memo"])
        foot = np.where(state == VEILED, p["4:veil"], p["4:memo"])
        block = np.where(layers.open & ~layers.deep, floor, p["void"])
        block = np.where(layers.wall, rock, block).astype(np.uint8)
        big = block.repeat(size, 0).repeat(size, 1)
        wide = np.where(layers.wall, foot, block).astype(np.uint8).repeat(size, 1)
        for row in range(min(_FOOT, size // 3 + 1)):
            big[size - 1 - row :: size] = wide
        self.canvas.stamp(big, *self.corner((grid.top, grid.left)))
        self._lips(floor)
        doors = np.array([kind.door for kind in grid.legend])[layers.ground]
        for row, column in np.argwhere(doors & (layers.open | layers.wall)):
            self._door(int(row), int(column))

    def _lips(self, floor: Pixels) -> None:
        """The ragged edge of the ground over the north side of a chasm: the rest of it is void."""
        deep = self.layers.deep
        for row, column in np.argwhere(deep[1:] & (self.layers.open & ~deep)[:-1]):
            y, x = self.corner((self.grid.top + int(row) + 1, self.grid.left + int(column)))
            colour = int(floor[row, column])
            for pixel in range(0, self.size, 2):
                hangs = _LIP[(x + pixel) // 2 % len(_LIP)]
                self.canvas.fill(y, x + pixel, y + hangs, x + min(pixel + 2, self.size), colour)

    def _door(self, row: int, column: int) -> None:
        """A bronze block; with a dark gap when it stands open; violet when it is secret."""
        kind = self.grid.legend[self.layers.ground[row, column]]
        y, x = self.corner((self.grid.top + row, self.grid.left + column))
        bottom, right = y + self.size, x + self.size
        self.canvas.fill(y, x, bottom, right, "0")
        self.canvas.fill(y + 1, x + 1, bottom - 1, right - 1, "P" if kind.solid else "t")
        if kind.letter != "+" and not kind.solid:
            third = self.size // 3
            self.canvas.fill(y + third, x + third, bottom - third, right - third, "0")

    def box(self, window: Window) -> None:
        """The frame of what the turn picture shows, as far as it lies on this one."""
        top, left, bottom, right = self.canvas.clip
        y, x = self.corner((window.top, window.left))
        end = y + window.height * self.size, x + window.width * self.size
        self.canvas.frame(
            max(y, top), max(x, left), min(end[0], bottom), min(end[1], right), "Y", 2
        )

    def creatures(self) -> None:
        """All but the heroes, and a dashed box round what is hidden from the players."""
        hidden = [(b.y, b.x) for b in self.grid.beings if b.hidden]
        hidden += [(t.y, t.x) for t in self.grid.things if t.hidden]
        for square in hidden:
            y, x = self.middle(square)
            self.canvas.dashed(y - 10, x - 10, 20, 2)
        for being in sorted(self.grid.beings, key=lambda b: (b.y, b.x)):
            if being.seat is None:
                sprite = self.canvas.tiles.being(being.ref, being.letter, being.colour)
                self._stand(sprite, (being.y, being.x))

    def places(self, listed: list[Place]) -> None:
        """The numbered places."""
        heroes = [self.middle((b.y, b.x)) for b in self.grid.beings if b.seat is not None]
        middles = [(place, self.middle((place.y, place.x))) for place in listed]
        for pin in pins.pinned(middles, heroes):
            pins.draw(self.canvas, self.grid, pin, self.middle((pin.place.y, pin.place.x)))

    def heroes(self) -> None:
        """The heroes, over everything, at twice their size."""
        for being in sorted(self.grid.beings, key=lambda b: (b.y, b.x)):
            if being.seat is not None:
                sprite = self.canvas.tiles.being(being.ref, being.letter, being.colour, being.seat)
                self._stand(sprite.repeat(2, 0).repeat(2, 1), (being.y, being.x))

    def _stand(self, sprite: Pixels, square: Square) -> None:
        y, x = self.middle(square)
        self.canvas.stamp(sprite, y - sprite.shape[0] // 2, x - sprite.shape[1] // 2)

    def rulers(self, crop: tuple[int, int, int, int]) -> None:
        """Letters and figures every ten squares."""
        canvas = self.canvas
        strips.corner(canvas)
        for column in range(-(-crop[1] // _EVERY) * _EVERY, crop[3], _EVERY):
            _, x = self.middle((crop[0], column))
            name = column_name(column)
            canvas.words(name, 4, x - words_width(canvas.tiles, name, 3) // 2, "w")
            canvas.fill(26, x - 1, 34, x + 1, "w")
        for row in range(-(-crop[0] // _EVERY) * _EVERY, crop[2], _EVERY):
            y, _ = self.middle((row, crop[1]))
            canvas.words(str(row), y - 10, 34 - words_width(canvas.tiles, str(row), 3), "w")
            canvas.fill(y - 1, 40, y + 1, 48, "w")


def _legend(canvas: Canvas, view: View, listed: list[Place], game_master: bool) -> None:
    tiles = canvas.tiles
    depth = "GM ONLY" if game_master else view.facts[0][1] if view.facts else ""
    end = WIDTH - 14 - words_width(tiles, depth, 3, True)
    canvas.words(depth, 611, end, "P" if game_master else "W", 3, True)
    for place in listed:
        y, x = _entry(place.number)
        canvas.emblem(0, 9, "W", str(place.number), y + 10, x + 11)
        name = place.name.partition(" (")[0].replace("staircase", "stair")
        name = name.removeprefix("a ").removeprefix("an ")
        room = min(_COLUMN - 32, end - x - 37) if y == _entry(1)[0] else _COLUMN - 32
        canvas.words(strips.shortened(tiles, name, room), y, x + 27, "W")
    y, x = _entry(MOST_PLACES + 1)
    canvas.emblem(1, 5, "O", "", y + 10, x + 11)
    canvas.words("not yet walked", y, x + 27, "O")
    grid = view.board
    assert isinstance(grid, Grid)
    at = listed[0] if listed else None
    y, x = (at.y, at.x) if at else grid.focus or (grid.top, grid.left)
    named = f"{at.number} lies at" if at else "You stand at"
    words = f"Squares have names: {named} {square_name(y, x)}."
    strips.log(canvas, words, f"turn {view.turn}", "w")


def _entry(number: int) -> Square:
    """Where the legend's entry of a number stands."""
    row, column = divmod(number - 1, 4)
    return 611 + 30 * row, 14 + _COLUMN * column
