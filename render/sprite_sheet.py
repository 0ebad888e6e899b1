"""Sheets of pictures made by others (`engine.contract.sprites.SpriteSheet`) as palette indexes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from engine.contract.sprites import SpriteSheet
from render.pixels import CLEAR, TILE, Pixels
from render.tile_files import SourceError

MOST_COLOURS = 40


@dataclass(frozen=True)
class SheetCells:
    """The cells of a sheet by sprite, and the colours that they add to a palette."""

    shown: dict[str, Pixels]
    remembered: dict[str, Pixels]
    colours: list[tuple[int, int, int]]


def sheet_cells(sheet: SpriteSheet, first: int) -> SheetCells:
    """Cut the cells of a sheet out of its image; their colours count from palette index `first`
    on. Raises SourceError for an image or a cell that cannot be used."""
    rgba = np.asarray(_image(sheet))
    _check_cells(sheet, rgba.shape[0] // TILE, rgba.shape[1] // TILE)
    wanted = (*sheet.sprites.values(), *sheet.remembered.values())
    if not wanted:
        return SheetCells({}, {}, [])
    cells = np.stack([_cell(rgba, *cell) for cell in wanted])
    pixels, colours = _indexed(cells, rgba, first)
    count = len(sheet.sprites)
    return SheetCells(
        dict(zip(sheet.sprites, pixels[:count], strict=True)),
        dict(zip(sheet.remembered, pixels[count:], strict=True)),
        colours,
    )


def _image(sheet: SpriteSheet) -> Image.Image:
    path = Path(sheet.image)
    if sheet.cell != TILE:
        raise SourceError(path, 0, f"cells of {sheet.cell} pixels cannot be drawn, only of {TILE}")
    try:
        with Image.open(path) as image:
            opened = image.convert("RGBA")
    except (UnidentifiedImageError, OSError) as error:
        raise SourceError(path, 0, f"cannot be read as an image: {error}") from None
    if opened.width % TILE or opened.height % TILE:
        why = f"{opened.width} x {opened.height} is not whole {TILE} x {TILE} cells"
        raise SourceError(path, 0, why)
    return opened


def _check_cells(sheet: SpriteSheet, rows: int, columns: int) -> None:
    """Raise SourceError for a sprite whose cell lies outside the sheet, if it is known where that
    was chosen; a cell that merely follows from another may lie outside: it is empty."""
    for sprite, origin in sheet.origins.items():
        row, column = sheet.sprites.get(sprite, (0, 0))
        if row >= rows or column >= columns:
            where, _, line = origin.rpartition(":")
            why = f"{sprite} is row {row}, column {column} of a sheet of {rows} rows, "
            path = Path(sheet.image).parent / where
            raise SourceError(path, int(line or 0), f"{why}{columns} columns")


def _indexed(
    cells: NDArray[np.uint8], sheet: NDArray[np.uint8], first: int
) -> tuple[Pixels, list[tuple[int, int, int]]]:
    """Return RGBA cells as palette indexes from `first` on, and their colours, at most 40;
    see-through is CLEAR: by alpha if the sheet has any, else the colour of its top left pixel."""
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
    """Return a cell of the sheet; one beyond its edge is empty: all the top left pixel."""
    cell = sheet[row * TILE : (row + 1) * TILE, column * TILE : (column + 1) * TILE]
    if cell.shape[:2] != (TILE, TILE):
        return np.broadcast_to(sheet[0, 0], (TILE, TILE, 4))
    return cell
