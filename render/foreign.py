"""Somebody else's tile sheet with its pref file, laid over our own tiles (LEITHIAN_TILES).

Cells are 16 x 16. What the sheet has no cell for keeps our tile; marks, rings and strips stay ours.
spec: edit-files 6
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from engine.sil.data.bundle import Data
from engine.sil.data.bundle import load as load_data
from engine.sil.data.prefs import Prefs, read_prefs
from render.source import CLEAR, TILE, Pixels, SourceError
from render.tileset import TileSet

Cell = tuple[int, int]  # row, column

MOST_COLOURS = 40
_IMAGES = (".png", ".bmp", ".gif")
_FIRST_READ = ("graf.prf", "graf-new.prf")
_TWINNED = ".#%^"  # floors, walls, quartz, traps: the next cell is for what is only remembered
_HERO_RACES, _HERO_POSES = 4, 16  # R:0 to R:3 and the fifteen cells behind each


def load(directory: Path, data: Data | None = None) -> TileSet:
    """Our tile set with the sheet of `directory` over it. `data` tells which numbers there are; by
    default that of the edit files in use. Raises SourceError, with file and line where it can."""
    image = _sheet(directory)
    data = data or load_data()
    prefs = _prefs(directory, data, image)
    tiles = TileSet()
    cells, twins = _wanted(prefs, data)
    rgba = np.asarray(image)
    shown = np.stack([_cell(rgba, *cell) for cell in (*cells.values(), *twins.values())])
    pixels, colours = _indexed(shown, rgba, len(tiles.rgb))
    tiles.rgb += colours
    tiles.recolour()
    tiles.sheet = dict(zip(cells, pixels[: len(cells)], strict=True))
    tiles.twins = dict(zip(twins, pixels[len(cells) :], strict=True))
    return tiles


def _wanted(prefs: Prefs, data: Data) -> tuple[dict[str, Cell], dict[str, Cell]]:
    """The cell of everything that has one, by ref, and of what is remembered by another picture.
    Heroes have fifteen more behind their own: "R:1+4"."""
    cells: dict[str, Cell] = {}
    twins: dict[str, Cell] = {}
    for letter in "RKFL":
        for serial, picture in prefs.table(letter).items():
            if letter == "F":  # what looks like something else has that one's picture
                picture = prefs.terrain[data.terrain[serial].lookalike]
            if picture.cell is None:
                continue
            row, column = picture.cell
            ref = f"{letter}:{serial}"
            cells[ref] = row, column
            if letter == "F" and data.terrain[serial].glyph.char in _TWINNED:
                twins[ref] = row, column + 1
            if letter == "R" and serial < _HERO_RACES:
                cells |= {f"{ref}+{pose}": (row, column + pose) for pose in range(_HERO_POSES)}
    return cells, twins


def _sheet(directory: Path) -> Image.Image:
    found = sorted(p for p in directory.glob("*") if p.suffix.lower() in _IMAGES)
    if len(found) != 1:
        raise SourceError(directory, 0, f"{len(found)} sheet images where one belongs")
    try:
        with Image.open(found[0]) as image:
            sheet = image.convert("RGBA")
    except (UnidentifiedImageError, OSError) as error:
        raise SourceError(found[0], 0, f"cannot be read as an image: {error}") from None
    if sheet.width % TILE or sheet.height % TILE:
        raise SourceError(found[0], 0, f"{sheet.width} x {sheet.height} is not whole 16 x 16 cells")
    return sheet


def _prefs(directory: Path, data: Data, image: Image.Image) -> Prefs:
    names = sorted(path.name for path in directory.glob("*.prf"))
    if not names:
        raise SourceError(directory, 0, "no .prf file beside the sheet")
    first = next((name for name in _FIRST_READ if name in names), names[0])
    prefs, errors = read_prefs(first, [directory], data)
    errors += prefs.outside(image.height // TILE, image.width // TILE)
    if errors:
        raise SourceError(directory / errors[0].file, errors[0].line, errors[0].problem)
    return prefs


def _indexed(
    cells: NDArray[np.uint8], sheet: NDArray[np.uint8], first: int
) -> tuple[Pixels, list[tuple[int, int, int]]]:
    """RGBA cells as palette indexes from `first` on, at most 40 colours; see-through is CLEAR: by
    alpha if the sheet has any, else the colour of its top left pixel."""
    if (sheet[..., 3] < 255).any():
        clear = cells[..., 3] < 128
    else:
        clear = (cells[..., :3] == sheet[0, 0, :3]).all(-1)
    opaque = cells[..., :3][~clear]
    colours, which = np.unique(opaque, axis=0, return_inverse=True)
    if len(colours) > MOST_COLOURS:
        strip = Image.fromarray(opaque.reshape(1, -1, 3))
        fewer = strip.quantize(MOST_COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        which = np.asarray(fewer)
        table = np.array(fewer.getpalette() or [], dtype=np.uint8).reshape(-1, 3)
        colours = table[: int(which.max()) + 1]
    out: Pixels = np.full(cells.shape[:3], CLEAR, dtype=np.uint8)
    out[~clear] = first + which.reshape(-1)
    return out, [(int(red), int(green), int(blue)) for red, green, blue in colours]


def _cell(sheet: NDArray[np.uint8], row: int, column: int) -> NDArray[np.uint8]:
    """A cell of the sheet; one beyond its edge is empty: all the top left pixel."""
    cell = sheet[row * TILE : (row + 1) * TILE, column * TILE : (column + 1) * TILE]
    if cell.shape[:2] != (TILE, TILE):
        return np.broadcast_to(sheet[0, 0], (TILE, TILE, 4))
    return cell
