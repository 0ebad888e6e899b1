"""The numbered places of the overview, each drawn as large as leaves the others free."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.contract.view import UNKNOWN, MapBoard, View
from render.canvas import Canvas
from render.pixels import Pixels
from render.tile_library import TileLibrary, own_tiles
from render.tileset import TileSet
from render.window import Square

MOST_PLACES = 7
_DISC = 18  # radius of a number's disc, without its edge
_CHARACTER = 14  # half of what must be seen of a character
# By the scale of a place's tile: half the side of its field, and where at its corner the disc is.
_FIELDS = {2: (19, (24, 27)), 1: (11, (20, 23))}
_STEPS = (-2, -1, 0, 1, 2)
# Where a disc alone may stand: on its square, else round what stands there, the nearest first.
_ASIDE = sorted(
    ((32 * down, 32 * right) for down in _STEPS for right in _STEPS),
    key=lambda place: (abs(place[0]) + abs(place[1]), place),
)


@dataclass(frozen=True)
class Place:
    """A numbered place of the overview."""

    number: int
    y: int
    x: int
    name: str
    label: str = ""  # a shorter name for the overview


@dataclass(frozen=True)
class PlacedMarker:
    """A place as drawn: its tile's scale (0: the number alone) and its disc's middle, in pixels
    from the middle of the square."""

    place: Place
    scale: int
    disc: Square


def places(view: View, tiles: TileLibrary | None = None) -> list[Place]:
    """Return the places worth going to, in the order of their numbers: stairs, locked doors and
    the like, then what lies about, each from north to south; at most seven."""
    board = view.map
    if board is None:
        return []
    return board_places(board, (tiles or own_tiles()).of_view(view))


def board_places(board: MapBoard, tiles: TileSet) -> list[Place]:
    """Return the places of a map (see `places`)."""
    looks = [tiles.look(kind) for kind in board.legend]
    worth = {n for n, look in enumerate(looks) if look.place and not look.rock and not look.void}
    found = []
    for at, (index, state) in enumerate(zip(board.ground, board.state, strict=True)):
        if index in worth and state != UNKNOWN:
            y, x = divmod(at, board.width)
            name, label = str(board.legend[index].name), looks[index].label
            found.append((board.top + y, board.left + x, name, label))
    items = sorted((item.y, item.x, str(item.name), "") for item in board.items)
    chosen = (sorted(found) + items)[:MOST_PLACES]
    return [Place(number, *place) for number, place in enumerate(chosen, 1)]


class _Taken:
    """The parts of a picture that nothing more may cover, each its top, left, bottom and right;
    and the part where all must lie."""

    def __init__(self, within: tuple[int, int, int, int]) -> None:
        self.within = within
        self.boxes: list[tuple[int, int, int, int]] = []

    def add(self, middle: Square, half: int) -> None:
        y, x = middle
        self.boxes.append((y - half, x - half, y + half, x + half))

    def free(self, middle: Square, half: int) -> bool:
        y, x = middle
        top, left, bottom, right = self.within
        if not (top + half <= y <= bottom - half and left + half <= x <= right - half):
            return False
        return all(
            y + half <= top or bottom <= y - half or x + half <= left or right <= x - half
            for top, left, bottom, right in self.boxes
        )


def placed_markers(
    middles: Sequence[tuple[Place, Square]],
    characters: Iterable[Square],
    within: tuple[int, int, int, int],
) -> list[PlacedMarker]:
    """Return how to draw each place, given the middles of the places and of the characters in
    pixels: as large as leaves all others free, down to its number alone. `within`: the top, left,
    bottom and right of where all must lie."""
    taken = _Taken(within)
    for middle in characters:
        taken.add(middle, _CHARACTER)
    markers = []
    for place, middle in middles:
        others = _Taken(within)
        others.boxes = list(taken.boxes)
        for other, at in middles:
            if other.number > place.number:
                others.add(at, 2)
        marker = _largest(place, middle, others)
        if marker.scale:
            taken.add(middle, _FIELDS[marker.scale][0])
        taken.add((middle[0] + marker.disc[0], middle[1] + marker.disc[1]), _DISC)
        markers.append(marker)
    return markers


def _largest(place: Place, middle: Square, taken: _Taken) -> PlacedMarker:
    y, x = middle
    for scale, (half, (down, right)) in _FIELDS.items():
        for disc in ((down, right), (down, -right), (-down, right), (-down, -right)):
            if taken.free(middle, half) and taken.free((y + disc[0], x + disc[1]), _DISC):
                return PlacedMarker(place, scale, disc)
    for disc in _ASIDE:
        if taken.free((y + disc[0], x + disc[1]), _DISC):
            return PlacedMarker(place, 0, disc)
    return PlacedMarker(place, 0, _ASIDE[0])


def draw_marker(canvas: Canvas, board: MapBoard, marker: PlacedMarker, middle: Square) -> None:
    """Draw the place's tile on a dark field, and its number on a disc."""
    y, x = middle
    if marker.scale:
        half = _FIELDS[marker.scale][0]
        edge = marker.scale
        canvas.fill(y - half, x - half, y + half, x + half, "0")
        canvas.fill(y - half + edge, x - half + edge, y + half - edge, x + half - edge, "2:memo")
        sprite = _sprite(board, marker.place, canvas.tiles)
        sprite = sprite.repeat(marker.scale, 0).repeat(marker.scale, 1)
        canvas.stamp(sprite, y - sprite.shape[0] // 2, x - sprite.shape[1] // 2)
    canvas.emblem(0, _DISC, "W", str(marker.place.number), y + marker.disc[0], x=x + marker.disc[1])


def _sprite(board: MapBoard, place: Place, tiles: TileSet) -> Pixels:
    """Return the tile of what lies or stands at a place."""
    for item in board.items:
        if (item.y, item.x, item.name) == (place.y, place.x, place.name):
            return tiles.item(item.sprite, item.letter, item.colour)
    at = (place.y - board.top) * board.width + place.x - board.left
    codes = tiles.atlas[tiles.look(board.legend[board.ground[at]]).plain[0]]
    shades: Pixels = tiles.shades[4][codes]
    return shades
