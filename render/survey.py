"""The whole level as a seat knows it: blocks for rock and floor, tiles for places to go to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.game import SEEN, UNKNOWN, VEILED, Grid, View
from render import strips
from render.canvas import WIDTH, Canvas, words_width
from render.source import Mask, Pixels
from render.tileset import TileSet
from render.turn import Picture, finished, for_game_master, theme_of
from render.window import Square, Window, choose, column_name, square_name

SMALLEST, LARGEST = 6, 16  # pixels a square
MOST_PLACES = 7
_EVERY = 10  # squares between two letters or figures
_FOOT = 3  # pixels of shade under a block of rock


@dataclass(frozen=True)
class Place:
    """A numbered place of the overview."""

    number: int
    y: int
    x: int
    name: str


def places(view: View, tiles: TileSet | None = None) -> list[Place]:
    """The places worth going to, in the order of their numbers: stairs, forges and locked doors,
    then what lies about, each from north to south; at most seven."""
    tiles = tiles or TileSet.own()
    grid = view.board
    if not isinstance(grid, Grid):
        return []
    found: list[tuple[int, int, str]] = []
    for index, kind in enumerate(grid.legend):
        look = tiles.look(kind)
        worth = kind.letter in "<>0" or bool(look.mark)
        if not worth or look.rock or look.void:
            continue
        at = (_layer(grid, grid.ground) == index) & (_layer(grid, grid.state) != UNKNOWN)
        found += [(int(y) + grid.top, int(x) + grid.left, kind.name) for y, x in np.argwhere(at)]
    found.sort()
    things = sorted((t.y, t.x, t.name) for t in grid.things)
    chosen = (found + things)[:MOST_PLACES]
    return [Place(number, y, x, name) for number, (y, x, name) in enumerate(chosen, 1)]


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
    crop = _known_box(grid)
    height, width = crop[2] - crop[0], crop[3] - crop[1]
    size = min((bottom - top - 8) // height, (WIDTH - left - 11) // width)
    size = min(max(size, SMALLEST), LARGEST)
    y0 = top + max(0, (bottom - top - size * height) // 2)
    x0 = left + max(0, (WIDTH - 3 - left - size * width) // 2)
    sheet = _Sheet(canvas, grid, (y0, x0), (crop[0], crop[1]), size)
    canvas.clip = (top, left, bottom, WIDTH - 3)
    is_open = sheet.blocks()
    shown = window or choose(grid)
    sheet.box(shown)
    listed = places(view, tiles)
    sheet.beings()
    for place in listed:
        sheet.place(place)
    for end in open_ends(grid, is_open):
        y, x = sheet.middle(end)
        canvas.emblem(1, 5, "O", "", y, x)
    canvas.clip = (0, 0, canvas.px.shape[0], WIDTH)
    sheet.rulers(crop)
    _legend(canvas, view, listed)
    strips.frame(canvas, "V" if for_game_master(grid) else "t")
    return finished(canvas, look, view, shown)


def _known_box(grid: Grid) -> tuple[int, int, int, int]:
    """Top, left, bottom, right of the known part, as squares of the level."""
    known = np.argwhere(_layer(grid, grid.state) != UNKNOWN)
    if not len(known):
        return grid.top, grid.left, grid.top + 1, grid.left + 1
    (y0, x0), (y1, x1) = known.min(0), known.max(0)
    return (
        grid.top + int(y0),
        grid.left + int(x0),
        grid.top + int(y1) + 1,
        grid.left + int(x1) + 1,
    )


class _Sheet:
    """The level at `size` pixels a square; the square `first` stands at the pixel `origin`."""

    def __init__(
        self, canvas: Canvas, grid: Grid, origin: Square, first: Square, size: int
    ) -> None:
        self.canvas, self.grid, self.origin, self.first = canvas, grid, origin, first
        self.size = size

    def corner(self, square: Square) -> Square:
        return (
            self.origin[0] + (square[0] - self.first[0]) * self.size,
            self.origin[1] + (square[1] - self.first[1]) * self.size,
        )

    def middle(self, square: Square) -> Square:
        y, x = self.corner(square)
        return y + self.size // 2, x + self.size // 2

    def blocks(self) -> Mask:
        """Floor blocks, rock blocks with a darker foot. Returns which squares are open."""
        grid, tiles, size = self.grid, self.canvas.tiles, self.size
        state, ground = _layer(grid, grid.state), _layer(grid, grid.ground)
        ground = ground * (state != UNKNOWN)
        looks = [tiles.look(kind) for kind in grid.legend]
        void = np.array([look.void for look in looks])[ground] | (state == UNKNOWN)
        solid = np.array([kind.solid for kind in grid.legend])[ground] & ~void
        p = tiles.palette
        floor = np.where(state == SEEN, p["4:warm"], p["3:memo"])
        floor = np.where(state == VEILED, p["3:veil"], floor)
        rock = np.where(state == VEILED, p["5:veil"], p["5:memo"])
        foot = np.where(state == VEILED, p["4:veil"], p["4:memo"])
        block = np.where(solid, rock, np.where(void, p["void"], floor)).astype(np.uint8)
        big = block.repeat(size, 0).repeat(size, 1)
        wide = np.where(solid, foot, block).astype(np.uint8).repeat(size, 1)
        for row in range(min(_FOOT, size // 3 + 1)):
            big[size - 1 - row :: size] = wide
        y, x = self.corner((grid.top, grid.left))
        self.canvas.stamp(big, y, x)
        is_open: Mask = ~solid & ~void
        return is_open

    def box(self, window: Window) -> None:
        y, x = self.corner((window.top, window.left))
        bottom, right = y + window.height * self.size, x + window.width * self.size
        self.canvas.frame(y, x, bottom, right, "Y", 2)

    def beings(self) -> None:
        for being in sorted(self.grid.beings, key=lambda b: (b.seat is not None, b.y, b.x)):
            tiles = self.canvas.tiles
            sprite = tiles.being(being.ref, being.letter, being.colour, being.seat)
            if being.seat is not None:
                sprite = sprite.repeat(2, 0).repeat(2, 1)
            y, x = self.middle((being.y, being.x))
            self.canvas.stamp(sprite, y - sprite.shape[0] // 2, x - sprite.shape[1] // 2)

    def place(self, place: Place) -> None:
        """A real tile on a dark field, and its number on a disc."""
        y, x = self.middle((place.y, place.x))
        sprite = _place_sprite(self.grid, place, self.canvas.tiles)
        self.canvas.fill(y - 19, x - 19, y + 19, x + 19, "0")
        self.canvas.fill(y - 17, x - 17, y + 17, x + 17, "2:memo")
        self.canvas.stamp(sprite, y - sprite.shape[0] // 2, x - sprite.shape[1] // 2)
        self.canvas.emblem(0, 9, "W", str(place.number), y + 17, x + 20)

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


def _place_sprite(grid: Grid, place: Place, tiles: TileSet) -> Pixels:
    """The tile of what lies or stands at a place, at twice its size."""
    thing = next(
        (t for t in grid.things if (t.y, t.x, t.name) == (place.y, place.x, place.name)), None
    )
    if thing is not None:
        sprite = tiles.thing(thing.ref, thing.letter, thing.colour)
    else:
        index = _layer(grid, grid.ground)[place.y - grid.top, place.x - grid.left]
        codes = tiles.atlas[tiles.look(grid.legend[index]).plain[0]]
        sprite = tiles.shades[4][codes]
    return sprite.repeat(2, 0).repeat(2, 1)


def _legend(canvas: Canvas, view: View, listed: list[Place]) -> None:
    for place in listed:
        row, column = divmod(place.number - 1, 4)
        y, x = 611 + 30 * row, 14 + 200 * column
        canvas.emblem(0, 9, "W", str(place.number), y + 10, x + 11)
        name = place.name.partition(" (")[0].replace("staircase", "stair")
        canvas.words(strips.shortened(canvas.tiles, name, 168), y, x + 27, "W")
    row, column = divmod(MOST_PLACES, 4)
    y, x = 611 + 30 * row, 14 + 200 * column
    canvas.emblem(1, 5, "O", "", y + 10, x + 11)
    canvas.words("not yet walked", y, x + 27, "O")
    depth = view.facts[0][1] if view.facts else ""
    canvas.words(depth, 611, WIDTH - 14 - words_width(canvas.tiles, depth, 3, True), "W", 3, True)
    grid = view.board
    assert isinstance(grid, Grid)
    at = listed[0] if listed else None
    y, x = (at.y, at.x) if at else grid.focus or (grid.top, grid.left)
    named = f"{at.number} lies at" if at else "You stand at"
    words = f"Squares have names: {named} {square_name(y, x)}."
    strips.log(canvas, words, f"turn {view.turn}", "w")
