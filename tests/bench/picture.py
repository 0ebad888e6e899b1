"""The picture of one turn against pasting the same palette tiles one by one with Pillow.

The baseline draws the same picture (compared pixel by pixel) in the usual way: square by square, a
16 x 16 palette tile is recoloured for its light (through four masks where torch light is dithered),
enlarged and pasted; entities, items and marks likewise, and words letter by letter. Its light
levels are computed in advance. Both encode the file alike. The fullest possible picture, with an
entity and marks on every square, is compared with the ordinary one.
"""

import io
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from unittest.mock import patch

import numpy as np
from PIL import Image

import render
from engine.contract.view import MapBoard
from render import canvas as brush
from render import ground, png, turn_picture
from render.pixels import CLEAR, TILE, Mask, Pixels
from render.themes import THEMES, colours
from render.tile_library import own_tiles
from render.tileset import TORCH, TileSet
from render.turn_picture import TurnRequest
from tests.bench import Measure, compare
from tests.render import scenes

_SCALE = 3
_ONLY = [[255 if value == level else 0 for value in range(256)] for level in range(4)]


def _image(pixels: Pixels) -> Image.Image:
    size = pixels.shape[1], pixels.shape[0]
    return Image.frombuffer("P", size, np.ascontiguousarray(pixels), "raw", "P", 0, 1)


def _mask(pixels: Mask) -> Image.Image:
    return Image.fromarray(pixels.astype(np.uint8) * 255)


class PreparedGround:
    """The codes, treatments and light of every square, computed for the baseline in advance."""

    def __init__(self, board: MapBoard, window: render.Window, tiles: TileSet) -> None:
        view = ground.squares(board, window, tiles)
        self.codes = ground.ground_codes(view, window, tiles)
        self.treatment, self.torch, level = ground.treatments(view)
        self.step = ground.steps(level, self.torch)
        width = tiles.shades.shape[1]
        self.tables = [[*row.tolist(), *[0] * (256 - width)] for row in tiles.shades]


class PastedCanvas(brush.Canvas):
    """A canvas that draws everything by pasting."""

    def __init__(self, tiles: TileSet, prepared: PreparedGround) -> None:
        self.tiles = tiles
        self.image = Image.new("P", (brush.WIDTH, brush.HEIGHT), tiles.palette["panel"])
        self.ground = prepared
        self.clip = (0, 0, brush.HEIGHT, brush.WIDTH)

    def _inside(self, top: int, left: int, bottom: int, right: int) -> tuple[int, int, int, int]:
        t, le, b, r = self.clip
        return max(t, top), max(le, left), min(b, bottom), min(r, right)

    def fill(self, top: int, left: int, bottom: int, right: int, name: str | int) -> None:
        top, left, bottom, right = self._inside(top, left, bottom, right)
        if bottom > top and right > left:
            self.image.paste(self.colour(name), (left, top, right, bottom))

    def stamp(self, sprite: Pixels, top: int, left: int) -> None:
        tile, mask = _image(sprite), _mask(sprite != CLEAR)
        height, width = sprite.shape
        t, le, b, r = self._inside(top, left, top + height, left + width)
        if b <= t or r <= le:
            return
        if (t, le, b, r) != (top, left, top + height, left + width):
            box = (le - left, t - top, r - left, b - top)
            tile, mask = tile.crop(box), mask.crop(box)
        self.image.paste(tile, (le, t), mask)

    def paint(self, mask: Mask, top: int, left: int, name: str | int) -> None:
        t, le, b, r = self._inside(top, left, top + mask.shape[0], left + mask.shape[1])
        if b > t and r > le:
            part = mask[t - top : b - top, le - left : r - left]
            self.image.paste(self.colour(name), (le, t, r, b), _mask(part))

    def words(
        self,
        words: str,
        top: int,
        left: int,
        name: str | int = "W",
        scale: int = 3,
        bold: bool = False,
        edge: int = 0,
    ) -> int:
        if edge or unicodedata.normalize("NFD", words) != words:
            return super().words(words, top, left, name, scale, bold, edge)
        for letter in words:
            mask = brush.line_mask(self.tiles, letter, 1, bold)
            if letter != " ":
                big = _mask(mask).resize((mask.shape[1] * scale, mask.shape[0] * scale), 0)
                y = top - brush.ABOVE * scale
                self.image.paste(
                    self.colour(name), (left, y, left + big.width, y + big.height), big
                )
            left += (mask.shape[1] + 1) * scale
        return left - scale

    def stamp_all(self, pixels: Pixels, scale: int, top: int, left: int) -> None:
        """Recolour, enlarge and paste square by square."""
        side = TILE * scale
        for y, row in enumerate(self.ground.treatment[1:-1, 1:-1]):
            for x, treatment in enumerate(row):
                tile = _image(self.ground.codes[y, :, x, :])
                lit = tile.point(self.ground.tables[treatment])
                if self.ground.torch[y + 1, x + 1]:
                    step = Image.fromarray(self.ground.step[y, :, x, :])
                    for level in (1, 2, 3):
                        here = step.point(_ONLY[level])
                        lit.paste(tile.point(self.ground.tables[TORCH + level]), (0, 0), here)
                big = lit.resize((side, side), Image.Resampling.NEAREST)
                self.image.paste(big, (left + x * side, top + y * side))


def measure() -> Iterator[Measure]:
    """Measure the milliseconds of drawing and encoding the picture of a turn."""
    view = scenes.exploring()
    window = render.Window(14, 36, 12, 22, _SCALE)
    tiles, look = own_tiles().of_view(view), THEMES["standard"]
    palette = colours(tiles, look)
    assert view.map is not None
    prepared = PreparedGround(view.map, window, tiles)
    request = TurnRequest(view, view.map, look, (), view.headline, tiles)

    def ours() -> bytes:
        return render.picture(view, window=window).png

    def pasted() -> PastedCanvas:
        canvas = PastedCanvas(tiles, prepared)
        with patch.object(ground, "paint", lambda *_: prepared.codes):
            turn_picture.draw_turn(canvas, request, window)
        return canvas

    def theirs() -> bytes:
        return png.encode(np.asarray(pasted().image), palette)

    if not np.array_equal(np.asarray(pasted().image), np.asarray(Image.open(io.BytesIO(ours())))):
        raise AssertionError("the baseline draws another picture")
    timed = compare("picture", ours, "Pillow, tile by tile", theirs, 1, rounds=60)
    yield _in_ms(timed)
    full = scenes.worst()
    yield _in_ms(
        compare(
            "fullest_picture", lambda: render.picture(full), "the ordinary turn", ours, 1, rounds=20
        )
    )
    size = len(ours())
    yield Measure("picture_bytes", size, "bytes", "limit", png.MOST_BYTES, size / png.MOST_BYTES)


def _in_ms(timed: Measure) -> Measure:
    return replace(
        timed, value=timed.value / 1000, baseline_value=timed.baseline_value / 1000, unit="ms"
    )
