"""Tile sheets with pref files (rules: edit-files 6) as a neutral `SpriteSheet`."""

from __future__ import annotations

from pathlib import Path

from engine.contract.sprites import MARKS, Cell, SpriteSheet
from engine.sil.data.bundle import Data, DataErrors
from engine.sil.data.edit_files import DataError
from engine.sil.data.prefs import Prefs, read_prefs
from engine.sil.data.sprites import ARMS, armed

_IMAGES = (".png", ".bmp", ".gif")
_FIRST_READ = ("graf.prf", "graf-new.prf")
_TWINNED = ".#%^"  # floors, walls, quartz, traps: the next cell is for what is only remembered
# The special pictures that have a meaning in a picture of a turn. The others belong to the
# original's moving display: missiles in flight, bolts and blasts as they spread, digits of damage
# that flash (here they are words), the icon of an alert creature (here the unwary have one), and
# the glow of a weapon, which no view tells.
_SPECIALS = {0x0A: f"{MARKS}heard"}
_POSES = 16  # a hero's own cell and the fifteen behind it


def read_sprite_sheet(folder: Path, data: Data) -> SpriteSheet:
    """Return the sheet of a folder with an image and pref files. A hero has fifteen cells more
    behind its own: "sil:hero/noldor+4". Raises DataErrors, with file and line where it can."""
    images = sorted(path for path in folder.glob("*") if path.suffix.lower() in _IMAGES)
    if len(images) != 1:
        raise _problem(folder, f"{len(images)} sheet images where one belongs")
    names = sorted(path.name for path in folder.glob("*.prf"))
    if not names:
        raise _problem(folder, "no .prf file beside the sheet")
    first = next((name for name in _FIRST_READ if name in names), names[0])
    prefs, errors = read_prefs(first, [folder], data)
    if errors:
        raise DataErrors(errors)
    sprites, remembered, origins = _cells(prefs, data)
    return SpriteSheet(str(images[0]), sprites, remembered, origins)


def _problem(folder: Path, problem: str) -> DataErrors:
    return DataErrors([DataError(folder.name, 0, problem)])


def _cells(prefs: Prefs, data: Data) -> tuple[dict[str, Cell], dict[str, Cell], dict[str, str]]:
    """Return the cells of all that has one, those of what is remembered by another, and the lines
    that chose them."""
    cells: dict[str, Cell] = {}
    remembered: dict[str, Cell] = {}
    origins: dict[str, str] = {}
    for letter, names in _tables(data).items():
        for serial, picture in prefs.table(letter).items():
            if letter == "F":  # what looks like something else has that one's picture
                picture = prefs.terrain[data.terrain[serial].lookalike]
            if picture.cell is None or serial not in names:
                continue
            row, column = picture.cell
            name = names[serial]
            cells[name] = row, column
            if place := prefs.places.get((letter, serial)):
                origins[name] = f"{place[0]}:{place[1]}"
            if letter == "F" and data.terrain[serial].glyph.char in _TWINNED:
                remembered[name] = row, column + 1
            if letter == "R" and serial in data.races:
                for held in ("", *ARMS):  # a sheet's heroes look alike whatever they hold
                    hero = armed(name, held)
                    cells[hero] = row, column
                    cells |= {f"{hero}+{pose}": (row, column + pose) for pose in range(_POSES)}
    return cells, remembered, origins


def _tables(data: Data) -> dict[str, dict[int, str]]:
    """Return the sprite names by the letter of pref lines; the first monsters are the heroes."""
    names = data.sprites
    return {
        "R": names.monsters | names.heroes,
        "K": names.kinds,
        "F": names.terrain,
        "L": names.flavours,
        "S": _SPECIALS,
    }
