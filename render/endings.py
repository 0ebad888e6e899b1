"""The picture of an ending: a scene of the tile set, and the outcome's words under it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from engine.contract.view import REMEMBERED, SEEN, UNKNOWN, Entity, MapBoard, Outcome, View
from render import ground, strips
from render.canvas import WIDTH, Canvas, shortened, words_width
from render.pictures import Picture, finish
from render.pixels import TILE, Pixels, scaled
from render.proposals import draw_ring
from render.scenes import Layer, Scene
from render.themes import theme_of
from render.tile_library import TileLibrary, namespace_of, own_tiles, scenery_of
from render.tileset import TileSet
from render.window import Square, Window, centre
from render.wording import grouped

_CLOSE = 6  # scale of the last place
_GLOW = ((2, 2, 2), (2, 4, 2), (2, 2, 2))  # light left round the fallen
_PIXEL = 4  # the sky is drawn at a quarter of its size
_SKY_HEIGHT = 110  # quarter pixels
_BAYER = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]])


def ending(
    view: View, outcome: Outcome, *, theme: str = "standard", tiles: TileLibrary | None = None
) -> Picture:
    """Return the picture of an ending: the scene that the outcome names, or a plain one for how it
    ended. Raises ValueError for a theme that there is not."""
    look = theme_of(theme)
    namespace, _, name = outcome.scene.rpartition(":")
    tile_set = (tiles or own_tiles()).tile_set(namespace or namespace_of(view), scenery_of(view))
    scene = tile_set.scenes.get(name) or tile_set.scenes[outcome.ending or "left"]
    canvas = Canvas(tile_set, scene.ground)
    _ScenePainter(canvas, view, outcome, scene).draw()
    _draw_words(canvas, outcome, scene)
    strips.frame(canvas, scene.frame, scene.split)
    return finish(canvas, look)


def _draw_words(canvas: Canvas, outcome: Outcome, scene: Scene) -> None:
    """Draw the title and up to two lines under it, centred where that leaves the ALT badge free:
    the story's first line, and the figures or else its last line."""
    tiles, left = canvas.tiles, strips.CORNER + 12
    room = WIDTH - left - 20
    lines = [(str(outcome.title), "W", True)]
    if outcome.story:
        lines.append((str(outcome.story[0]), scene.words, False))
    told = [f"{grouped(value)} {name}" for name, value in outcome.figures[:4]]
    while len(told) > 1 and words_width(tiles, "   ".join(told)) > room:
        told.pop()
    if told:
        lines.append(("   ".join(told), "w", False))
    elif len(outcome.story) > 1:
        lines.append((str(outcome.story[-1]), "t", False))
    y = scene.split + 14
    for words, colour, bold in lines:
        shown = shortened(tiles, words, room, bold)
        x = max(left, (WIDTH - words_width(tiles, shown, bold)) // 2)
        canvas.words(shown, y, x, colour, bold=bold)
        y += 40


class _ScenePainter:
    """Draws the layers of a scene. `sky` is drawn at a quarter of its size and laid on the canvas
    before the first layer that is not of the sky."""

    def __init__(self, canvas: Canvas, view: View, outcome: Outcome, scene: Scene) -> None:
        self.canvas, self.view, self.outcome, self.scene = canvas, view, outcome, scene
        shape = _SKY_HEIGHT, WIDTH // _PIXEL
        self.sky: Pixels = np.full(shape, canvas.colour(scene.ground), dtype=np.uint8)
        self.peaks = 0

    def draw(self) -> None:
        """Draw all layers, the lowest first."""
        sky: dict[str, Callable[[Layer], None]] = {
            "sky": self._sky,
            "stars": self._stars,
            "peak": self._peak,
            "disc": self._disc,
            "rain": self._rain,
            "smoke": self._smoke,
        }
        rest: dict[str, Callable[[Layer], None]] = {
            "tokens": self._tokens,
            "shore": self._shore,
            "character": self._character,
            "last_place": self._last_place,
        }
        for layer in self.scene.layers:
            if layer.kind in sky:
                sky[layer.kind](layer)
        if any(layer.kind in sky for layer in self.scene.layers):
            height = _SKY_HEIGHT * _PIXEL
            wide = self.sky.repeat(_PIXEL, 0).repeat(_PIXEL, 1)
            self.canvas.px[3 : 3 + height, :] = wide[:height, :WIDTH]
        for layer in self.scene.layers:
            if layer.kind in rest:
                rest[layer.kind](layer)

    def _colours(self, letters: str) -> Pixels:
        return np.array([self.canvas.colour(letter) for letter in letters], dtype=np.uint8)

    def _sky(self, layer: Layer) -> None:
        bands = self._colours(layer.words[0])
        height, width = self.sky.shape
        y, x = np.mgrid[0:height, 0:width]
        level = y / height * (len(bands) - 1) + (_BAYER[y % 4, x % 4] - 7.5) / 15
        self.sky[:] = bands[np.clip(np.rint(level), 0, len(bands) - 1).astype(np.intp)]

    def _stars(self, layer: Layer) -> None:
        colours = self._colours(layer.words[0])
        for number, place in enumerate(_noise(layer.numbers[0], 3)):
            y, x = int(place) % 62 + number % 3, int(place) * 7 % self.sky.shape[1]
            self.sky[y, x] = colours[number % len(colours)]

    def _peak(self, layer: Layer) -> None:
        colour, rim = (self.canvas.colour(name) for name in layer.words)
        px, py, left, right = layer.numbers
        height = self.sky.shape[0]
        rough = np.cumsum(_noise(height, self.peaks + 7) % 3 - 1)
        self.peaks += 1
        for row in range(py, height):
            part = (row - py) / (height - py)
            start = round(px + (left - px) * part**1.1) + int(rough[row]) % 4
            end = round(px + (right - px) * part**1.2) - int(rough[-row]) % 4
            self.sky[row, max(0, start) : max(0, end)] = colour
            self.sky[row, max(0, start) : max(0, start + 2)] = rim

    def _disc(self, layer: Layer) -> None:
        """Draw a sun or a moon, with a ring of its light around it."""
        x0, y0, radius = layer.numbers
        y, x = np.mgrid[0 : self.sky.shape[0], 0 : self.sky.shape[1]]
        away = (y - y0) ** 2 + (x - x0) ** 2
        colour = self.canvas.colour(layer.words[0])
        self.sky[(away <= (radius * 7 // 4) ** 2) & ((x + y) % 2 == 0)] = colour
        self.sky[away <= radius * radius] = colour

    def _rain(self, layer: Layer) -> None:
        """Draw drops that a wind from the west drives."""
        count, first = layer.numbers
        colour = self.canvas.colour(layer.words[0])
        height, width = self.sky.shape
        for number, place in enumerate(_noise(count, 11)):
            y = first + int(place) % (height - first)
            x = (int(place) * 13 + number * 29) % width
            for step in range(3):
                if y + step < height:
                    self.sky[y + step, (x + step // 2) % width] = colour

    def _smoke(self, layer: Layer) -> None:
        """Draw a plume that is blown to the east."""
        dark, light = self._colours(layer.words[0])[[0, -1]]
        x0, y0 = layer.numbers
        y, x = np.mgrid[0 : self.sky.shape[0], 0 : self.sky.shape[1]]
        for step in range(14):
            cy, cx, size = y0 - step * 0.8, x0 + step * 3.2, 1.5 + step * 0.25
            puff = (y - cy) ** 2 + (x - cx) ** 2 <= size * size
            self.sky[puff] = light if step % 3 == 0 else dark

    def _tokens(self, layer: Layer) -> None:
        """Draw a shining tile for each of what a fact of the outcome counts."""
        tile, name = layer.words
        for number in range(min(int(dict(self.outcome.facts).get(name, 0)), layer.numbers[0])):
            self._token(tile, 330 - 54 * (number % 2), 648 - 92 * number)

    def _token(self, tile: str, y: int, x: int) -> None:
        canvas = self.canvas
        for ray in range(24):
            angle = ray * np.pi / 12
            reach = 180 if ray % 6 == 0 else 120 if ray % 2 == 0 else 80
            for far in range(36, reach, 12):
                ry, rx = (
                    y + round(float(np.sin(angle)) * far),
                    x + round(float(np.cos(angle)) * far),
                )
                if ry < self.scene.split - 8:
                    canvas.fill(ry - 2, rx - 2, ry + 2, rx + 2, "W" if far < 80 else "U")
        pixels = canvas.tiles.colours("mwW")[canvas.tiles.tiles[tile]]
        canvas.stamp(pixels.repeat(4, 0).repeat(4, 1), y - 32, x - 32)

    def _shore(self, layer: Layer) -> None:
        y, left, right = layer.numbers
        self.canvas.fill(y, left, y + 4, right, layer.words[0])

    def _character(self, layer: Layer) -> None:
        """Draw the first character, eight times its size."""
        y, x = layer.numbers
        entities = self.view.map.entities if self.view.map else ()
        first = next((entity for entity in entities if entity.seat is not None), None)
        tiles = self.canvas.tiles
        if first is not None:
            sprite = tiles.entity(first.sprite, first.letter, first.colour, first.seat)
        else:
            named = [status.sprite for status in self.view.characters] or [""]
            sprite = tiles.entity(named[0], "@", "w", 0)
        self.canvas.stamp(sprite.repeat(8, 0).repeat(8, 1), y - 16 * 8, x)

    def _last_place(self, layer: Layer) -> None:
        if self.view.map is not None:
            _draw_last_place(self.canvas, self.view.map, self.outcome, layer, self.scene.split)


def _noise(count: int, seed: int) -> NDArray[np.int64]:
    """Return numbers that look like chance and never change."""
    n = np.arange(count, dtype=np.int64) * 2654435761 + seed * 40503
    n ^= (n >> 13) & 0xFFFF
    mixed: NDArray[np.int64] = (n * 48271 % 65537) & 0xFFFF
    return mixed


# ---------------------------------------------------------------------- the last place


def _draw_last_place(
    canvas: Canvas, board: MapBoard, outcome: Outcome, layer: Layer, bottom: int
) -> None:
    """Draw where the character fell in memory blue, down to `bottom`; only the squares beside it
    keep a dying glow, and only the killer its colours."""
    fallen = centre(board)
    side = TILE * _CLOSE
    window = Window(fallen[0] - 3, fallen[1] - 6, 7, 13, _CLOSE)
    origin = bottom // 2 - side // 2 - 3 * side, WIDTH // 2 - side // 2 - 6 * side
    canvas.clip = (3, 3, bottom, WIDTH - 3)
    canvas.fill(*canvas.clip, "void")
    tiles = canvas.tiles
    squares = ground.squares(_dying(board, fallen), window, tiles)
    canvas.stamp(scaled(ground.paint(squares, window, tiles), _CLOSE), *origin)

    def stand(sprite: Pixels, square: Square) -> None:
        y = origin[0] + (square[0] - window.top) * side - _CLOSE
        x = origin[1] + (square[1] - window.left) * side - _CLOSE
        canvas.stamp(scaled(sprite, _CLOSE), y, x)

    for item in board.items:
        sprite = tiles.item(item.sprite, item.letter, item.colour)
        near = max(abs(item.y - fallen[0]), abs(item.x - fallen[1])) <= 1
        stand(sprite if near else tiles.remembered(sprite), (item.y, item.x))
    killer = _killer(board, fallen, outcome)
    for entity in sorted(board.entities, key=lambda e: (e.y, e.x)):
        if entity.seat is not None and (entity.y, entity.x) == fallen:
            continue
        sprite = tiles.entity(entity.sprite, entity.letter, entity.colour, entity.seat)
        stand(sprite if entity == killer else tiles.remembered(sprite), (entity.y, entity.x))
    stand(tiles.named(layer.words[0]), fallen)
    if killer is not None:
        draw_ring(canvas, (killer.y, killer.x), window, origin, "R", thick=12, arm=28, out=6)
        _draw_crown(canvas, tiles, killer, window, origin)
    canvas.clip = (0, 0, canvas.px.shape[0], WIDTH)


def _draw_crown(
    canvas: Canvas, tiles: TileSet, killer: Entity, window: Window, origin: Square
) -> None:
    """Draw the killer's crown, if it has a badge of that place."""
    side = TILE * _CLOSE
    for name in killer.badges:
        if tiles.badge_place(name) == "crown":
            crown = tiles.badge(name)
            y = origin[0] + (killer.y - window.top) * side - 3 * _CLOSE
            x = origin[1] + (killer.x - window.left) * side
            canvas.stamp(scaled(crown, _CLOSE), y, x + (side - crown.shape[1] * _CLOSE) // 2)


def _dying(board: MapBoard, fallen: Square) -> MapBoard:
    """Return the map with all but the 3 x 3 squares round the fallen turned to memory."""
    state = bytearray(REMEMBERED if known else UNKNOWN for known in board.state)
    light = bytearray(len(state))
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            y, x = fallen[0] + dy - board.top, fallen[1] + dx - board.left
            place = y * board.width + x
            if 0 <= y < board.height and 0 <= x < board.width and state[place]:
                state[place] = SEEN
                light[place] = _GLOW[dy + 1][dx + 1]
    return replace(
        board,
        state=bytes(state),
        light=bytes(light),
        lighting=bytes(len(state)),
        items=(),
        entities=(),
        marks=(),
        overlay=b"",
    )


def _killer(board: MapBoard, fallen: Square, outcome: Outcome) -> Entity | None:
    """Return the killer, else the nearest creature, if it stands close."""
    creatures = [entity for entity in board.entities if entity.seat is None]
    creatures.sort(key=lambda e: (max(abs(e.y - fallen[0]), abs(e.x - fallen[1])), e.y, e.x))
    for creature in creatures:
        if outcome.killer and creature.sprite == outcome.killer:
            return creature
    near = [e for e in creatures if max(abs(e.y - fallen[0]), abs(e.x - fallen[1])) <= 1]
    return near[0] if near else None
