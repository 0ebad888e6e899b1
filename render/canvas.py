"""The canvas: palette indexes, on which letters, shapes and sprites are drawn without blending."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

import numpy as np

from render.pixels import CLEAR, Mask, Pixels, grown
from render.tileset import TileSet

WIDTH, HEIGHT = 948, 605
DOT = (
    4  # pixels of a letter's dot: capitals are 28 high, nine points where a phone shows the picture
)
LETTER_HEIGHT = 7 * DOT  # pixels of a capital

# Combining marks over a letter: rows from top to bottom, "#" set. They end in the row above it.
_ACCENTS = {
    "\u0300": ("#.", ".#"),
    "\u0301": (".#", "#."),
    "\u0302": (".#.", "#.#"),
    "\u0303": (".#.#", "#.#."),
    "\u0304": ("###",),
    "\u0306": ("#.#", ".#."),
    "\u0308": ("#.#",),
    "\u030a": (".#.", "#.#", ".#."),
    "\u030c": ("#.#", ".#."),
}
_LOW = "acegijmnopqrsuvwxyz"  # small letters whose first two rows are empty
_SPACE = 2
ABOVE = 3  # rows kept free above the capitals, for accents
_BELOW = 2


def readable(tiles: TileSet, words: str) -> bool:
    """Return whether the font has every letter of these words."""
    return all(
        letter == " " or letter in tiles.font or letter in _ACCENTS
        for letter in unicodedata.normalize("NFD", words)
    )


def _line(tiles: TileSet, words: str, bold: bool) -> Mask:
    """Return a line of letters, one pixel a dot: 3 rows for accents, 7 for capitals, 2 below."""
    cells: list[Mask] = []
    last = ""
    rows = ABOVE + 7 + _BELOW
    for letter in unicodedata.normalize("NFD", words):
        if letter in _ACCENTS:
            if last:
                _put_accent(cells[-1], _ACCENTS[letter], last)
            continue
        last = letter
        if letter == " ":
            cells.append(np.zeros((rows, _SPACE + 1), dtype=np.bool_))
            continue
        glyph = tiles.font.get(letter, tiles.font["?"])
        cell = np.zeros((rows, glyph.shape[1] + 1 + bold), dtype=np.bool_)
        cell[ABOVE : ABOVE + glyph.shape[0], : glyph.shape[1]] = glyph
        if bold:
            cell[:, 1:-1] |= cell[:, :-2].copy()
        cells.append(cell)
    if not cells:
        return np.zeros((rows, 0), dtype=np.bool_)
    return np.hstack(cells)[:, :-1]


def _put_accent(cell: Mask, rows: tuple[str, ...], letter: str) -> None:
    """Set an accent over a letter: with a row of air above low letters, close above tall ones."""
    low = letter in _LOW
    if letter in "ij":
        cell[: ABOVE + 2] = False  # the dot gives way
    lowest = ABOVE if low else ABOVE - 2
    left = max(0, (cell.shape[1] - 1 - len(rows[0]) + 1) // 2)
    for above, row in enumerate(reversed(rows)):
        for x, dot in enumerate(row):
            y = lowest - above
            if dot == "#" and y >= 0 and left + x < cell.shape[1]:
                cell[y, left + x] = True


@lru_cache(maxsize=2048)
def line_mask(tiles: TileSet, words: str, bold: bool = False, dot: int = DOT) -> Mask:
    """Return a line of words, with the rows above and below it; `dot` pixels a letter's dot."""
    mask: Mask = _line(tiles, words, bold).repeat(dot, 0).repeat(dot, 1)
    return mask


@lru_cache(maxsize=1024)
def line_sprite(tiles: TileSet, words: str, bold: bool, colour: int, edge: int) -> Pixels:
    """Return a line of words in a colour, with `edge` pixels of ink round it."""
    mask = np.pad(line_mask(tiles, words, bold), edge)
    around = mask
    for _ in range(edge):
        around = grown(around)
    out: Pixels = np.full(mask.shape, CLEAR, dtype=np.uint8)
    out[around] = tiles.palette["0"]
    out[mask] = colour
    return out


def words_width(tiles: TileSet, words: str, bold: bool = False) -> int:
    """Return how many pixels a line takes."""
    width: int = line_mask(tiles, words, bold).shape[1]
    return width


def shortened(tiles: TileSet, words: str, room: int, bold: bool = False) -> str:
    """Return the words, cut to fit `room` pixels; what is cut off shows as dots. Empty where not
    a letter has room."""
    if words_width(tiles, words, bold) <= room:
        return words
    while words and words_width(tiles, words + "...", bold) > room:
        words = words[:-1]
    return words.rstrip() + "..." if words else ""


@lru_cache(maxsize=512)
def shape(kind: int, size: int) -> Mask:
    """Return a seat's or proposal's shape of about `2 * size` pixels. 0 disc, 1 diamond, 2 square,
    3 triangle, 4 cross, 5 hexagon: always the same order as their letters and colours."""
    half = size * 3 // 2
    y, x = np.mgrid[-half : half + 1, -half : half + 1]
    near, far = abs(x), abs(y)
    area: Mask
    if kind == 0:
        area = x * x + y * y <= size * size + size // 2
    elif kind == 1:
        area = (near + far <= size * 4 // 3) & (far <= size * 6 // 5) & (near <= size * 6 // 5)
    elif kind == 2:
        area = (near <= size * 9 // 10) & (far <= size * 9 // 10)
    elif kind == 3:
        area = (near * 2 <= y + size * 4 // 3 + 1) & (y <= size)
    elif kind == 4:
        arm, end = size // 2 if size >= 8 else 1, size * 8 // 7
        area = ((near <= arm) & (far <= end)) | ((far <= arm) & (near <= end))
    else:
        area = (near * 2 + far <= size * 9 // 4) & (far <= size)
    return area


@lru_cache(maxsize=512)
def emblem(tiles: TileSet, kind: int, size: int, colour: int, letter: str) -> Pixels:
    """Return a shape in a colour with an ink edge and an ink letter in its middle, which wants a
    size of 18."""
    ink = tiles.palette["0"]
    edge = 4 if size >= 16 else 3 if size >= 4 else 2
    area = np.pad(shape(kind, size), edge)
    around = area
    for _ in range(edge):
        around = grown(around)
    out: Pixels = np.full(area.shape, CLEAR, dtype=np.uint8)
    out[around] = ink
    out[area] = colour
    if letter:
        mask = line_mask(tiles, letter)[ABOVE * DOT : (ABOVE + 7) * DOT]
        drop = size // 4 if kind == 3 else 0
        top = (out.shape[0] - mask.shape[0]) // 2 + drop
        left = (out.shape[1] - mask.shape[1] + 1) // 2
        out[top : top + mask.shape[0], left : left + mask.shape[1]][mask] = ink
    return out


class Canvas:
    """A picture that is being drawn. `px` holds its palette indexes, (605, 948); what would leave
    `clip` is cut off."""

    def __init__(self, tiles: TileSet, ground: str = "panel") -> None:
        self.tiles = tiles
        self.px: Pixels = np.full((HEIGHT, WIDTH), tiles.palette[ground], dtype=np.uint8)
        self.clip = (0, 0, HEIGHT, WIDTH)  # top, left, bottom, right

    def colour(self, name: str | int) -> int:
        """Return the index of a palette name."""
        return name if isinstance(name, int) else self.tiles.palette[name]

    def fill(self, top: int, left: int, bottom: int, right: int, name: str | int) -> None:
        """Fill a rectangle, bottom and right not included."""
        t, le, b, r = self.clip
        self.px[max(t, top) : max(t, min(b, bottom)), max(le, left) : max(le, min(r, right))] = (
            self.colour(name)
        )

    def frame(
        self, top: int, left: int, bottom: int, right: int, name: str | int, thick: int = 1
    ) -> None:
        """Draw the edge of a rectangle, inside it."""
        self.fill(top, left, top + thick, right, name)
        self.fill(bottom - thick, left, bottom, right, name)
        self.fill(top, left, bottom, left + thick, name)
        self.fill(top, right - thick, bottom, right, name)

    def dashed(self, top: int, left: int, side: int, thick: int) -> None:
        """Draw the dashed violet edge of a box: hidden from the players."""
        dash = thick + 1
        bottom, right = top + side, left + side
        for start in range(0, side, 2 * thick):
            end = min(start + dash, side)
            self.fill(top, left + start, top + thick, left + end, "P")
            self.fill(bottom - thick, left + start, bottom, left + end, "P")
            self.fill(top + start, left, top + end, left + thick, "P")
            self.fill(top + start, right - thick, top + end, right, "P")

    def stamp(self, sprite: Pixels, top: int, left: int) -> None:
        """Draw a sprite; CLEAR leaves what is there."""
        t, le, b, r = self.clip
        y0, x0 = max(t - top, 0), max(le - left, 0)
        y1, x1 = min(b - top, sprite.shape[0]), min(r - left, sprite.shape[1])
        if y1 <= y0 or x1 <= x0:
            return
        part = sprite[y0:y1, x0:x1]
        place = self.px[top + y0 : top + y1, left + x0 : left + x1]
        np.copyto(place, part, where=part != CLEAR)

    def stamp_all(self, pixels: Pixels, scale: int, top: int, left: int) -> None:
        """Draw a whole field at a scale, cut to the clip."""
        _, _, bottom, right = self.clip
        wide = pixels.repeat(scale, 1)[:, : right - left]
        place = self.px[top : min(bottom, top + scale * len(wide)), left : left + wide.shape[1]]
        for row in range(scale):
            part = place[row::scale]
            part[:] = wide[: len(part)]

    def paint(self, mask: Mask, top: int, left: int, name: str | int) -> None:
        """Colour the pixels of a mask."""
        t, le, b, r = self.clip
        y0, x0 = max(t - top, 0), max(le - left, 0)
        y1, x1 = min(b - top, mask.shape[0]), min(r - left, mask.shape[1])
        if y1 <= y0 or x1 <= x0:
            return
        place = self.px[top + y0 : top + y1, left + x0 : left + x1]
        place[mask[y0:y1, x0:x1]] = self.colour(name)

    def words(
        self,
        words: str,
        top: int,
        left: int,
        name: str | int = "W",
        *,
        bold: bool = False,
        edge: int = 0,
    ) -> int:
        """Draw a line of words, the tops of its capitals at `top`, with `edge` pixels of ink round
        them. Returns the x behind it."""
        sprite = line_sprite(self.tiles, words, bold, self.colour(name), edge)
        self.stamp(sprite, top - ABOVE * DOT - edge, left - edge)
        return left + int(sprite.shape[1]) - 2 * edge

    def emblem(self, kind: int, size: int, name: str, letter: str, y: int, x: int) -> None:
        """Draw a seat's or proposal's shape with its letter, its middle at (y, x)."""
        sprite = emblem(self.tiles, kind, size, self.colour(name), letter)
        self.stamp(sprite, y - sprite.shape[0] // 2, x - sprite.shape[1] // 2)
