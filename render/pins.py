"""The numbered places of the overview: how large each is drawn, so that none hides another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.game import UNKNOWN, Grid, View
from render.canvas import Canvas
from render.source import Pixels
from render.tileset import TileSet
from render.window import Square

MOST_PLACES = 7
_DISC = 9  # radius of a number's disc, without its edge
_HERO = 14  # half of what a hero must keep of himself
# By the scale of a place's tile: half the side of its field, and where at its corner the disc is.
_FIELDS = {2: (19, (17, 20)), 1: (11, (14, 17))}
# Where a disc alone may stand: on its square, else round what stands there.
_ASIDE = (
    *((0, 0), (20, 20), (20, -20), (-20, 20), (-20, -20)),
    *((0, 28), (0, -28), (28, 0), (-28, 0)),
)


@dataclass(frozen=True)
class Place:
    """A numbered place of the overview."""

    number: int
    y: int
    x: int
    name: str


@dataclass(frozen=True)
class Pin:
    """A place as drawn: its tile's scale (0: the number alone) and its disc's middle, in pixels
    from the middle of the square."""

    place: Place
    scale: int
    disc: Square


def places(view: View, tiles: TileSet | None = None) -> list[Place]:
    """The places worth going to, in the order of their numbers: stairs, forges and locked doors,
    then what lies about, each from north to south; at most seven."""
    tiles = tiles or TileSet.own()
    grid = view.board
    if not isinstance(grid, Grid):
        return []
    worth = set()
    for index, kind in enumerate(grid.legend):
        look = tiles.look(kind)
        if (kind.letter in "<>0" or look.mark) and not look.rock and not look.void:
            worth.add(index)
    found = []
    for at, (index, state) in enumerate(zip(grid.ground, grid.state, strict=True)):
        if index in worth and state != UNKNOWN:
            y, x = divmod(at, grid.width)
            found.append((grid.top + y, grid.left + x, grid.legend[index].name))
    things = sorted((t.y, t.x, t.name) for t in grid.things)
    chosen = (sorted(found) + things)[:MOST_PLACES]
    return [Place(number, y, x, name) for number, (y, x, name) in enumerate(chosen, 1)]


class _Taken:
    """The parts of a picture that nothing more may cover: top, left, bottom, right."""

    def __init__(self) -> None:
        self.boxes: list[tuple[int, int, int, int]] = []

    def add(self, middle: Square, half: int) -> None:
        y, x = middle
        self.boxes.append((y - half, x - half, y + half, x + half))

    def free(self, middle: Square, half: int) -> bool:
        y, x = middle
        return all(
            y + half <= top or bottom <= y - half or x + half <= left or right <= x - half
            for top, left, bottom, right in self.boxes
        )


def pinned(middles: Sequence[tuple[Place, Square]], heroes: Iterable[Square]) -> list[Pin]:
    """How to draw each place, given the middles of the places and of the heroes in pixels: as
    large as leaves the heroes and the other places free, down to its number alone."""
    taken = _Taken()
    for middle in heroes:
        taken.add(middle, _HERO)
    pins = []
    for place, middle in middles:
        others = _Taken()
        others.boxes = list(taken.boxes)
        for other, at in middles:
            if other.number > place.number:
                others.add(at, 2)
        pin = _largest(place, middle, others)
        if pin.scale:
            taken.add(middle, _FIELDS[pin.scale][0])
        taken.add((middle[0] + pin.disc[0], middle[1] + pin.disc[1]), _DISC)
        pins.append(pin)
    return pins


def _largest(place: Place, middle: Square, taken: _Taken) -> Pin:
    y, x = middle
    for scale, (half, (down, right)) in _FIELDS.items():
        for disc in ((down, right), (down, -right), (-down, right), (-down, -right)):
            if taken.free(middle, half) and taken.free((y + disc[0], x + disc[1]), _DISC):
                return Pin(place, scale, disc)
    for disc in _ASIDE:
        if taken.free((y + disc[0], x + disc[1]), _DISC):
            return Pin(place, 0, disc)
    return Pin(place, 0, _ASIDE[0])


def draw(canvas: Canvas, grid: Grid, pin: Pin, middle: Square) -> None:
    """A real tile on a dark field, and its number on a disc."""
    y, x = middle
    if pin.scale:
        half = _FIELDS[pin.scale][0]
        edge = pin.scale
        canvas.fill(y - half, x - half, y + half, x + half, "0")
        canvas.fill(y - half + edge, x - half + edge, y + half - edge, x + half - edge, "2:memo")
        sprite = _sprite(grid, pin.place, canvas.tiles)
        sprite = sprite.repeat(pin.scale, 0).repeat(pin.scale, 1)
        canvas.stamp(sprite, y - sprite.shape[0] // 2, x - sprite.shape[1] // 2)
    canvas.emblem(0, _DISC, "W", str(pin.place.number), y + pin.disc[0], x + pin.disc[1])


def _sprite(grid: Grid, place: Place, tiles: TileSet) -> Pixels:
    """The tile of what lies or stands at a place."""
    for thing in grid.things:
        if (thing.y, thing.x, thing.name) == (place.y, place.x, place.name):
            return tiles.thing(thing.ref, thing.letter, thing.colour)
    at = (place.y - grid.top) * grid.width + place.x - grid.left
    codes = tiles.atlas[tiles.look(grid.legend[grid.ground[at]]).plain[0]]
    shades: Pixels = tiles.shades[4][codes]
    return shades
