"""Readers of the text files in data/tiles: palette, letters, tiles, badges, icons.

Errors carry file and line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from render.pixels import ACCENT, LETTER, TILE, Mask, Pixels

BADGE_PLACES = ("right", "left", "crown", "corner")


class SourceError(ValueError):
    """A file of tiles cannot be used: `folder/file:line: why`."""

    def __init__(self, path: Path, line: int, why: str) -> None:
        super().__init__(f"{path.parent.name}/{path.name}:{line}: {why}")


@dataclass(frozen=True)
class Palette:
    """Colours: `rgb` in index order, and the index of every name."""

    rgb: tuple[tuple[int, int, int], ...]
    index: dict[str, int]

    def __getitem__(self, name: str) -> int:
        return self.index[name]

    def ramp(self, name: str) -> tuple[int, ...]:
        """Return the indexes of the ground shades of a ramp, dark to light."""
        return tuple(
            self.index[f"{shade}:{name}"]
            for shade in range(1, 8)
            if f"{shade}:{name}" in self.index
        )


def lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines of a text file, without comments."""
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not raw.startswith("# ") and raw != "#":
            yield number, raw.rstrip()


def read_palette(path: Path, base: Palette | None = None) -> Palette:
    """Read a palette: `letter name... hex what for`, one colour a line; the hex word has six
    digits. Its colours take the place of those of the same names in `base`, and follow it."""
    rgb = list(base.rgb) if base else []
    index = dict(base.index) if base else {}
    own: set[str] = set()
    for number, line in lines(path):
        words = line.split()
        if not words:
            continue
        colour = next((word for word in words[2:] if _is_hex(word)), None)
        if colour is None:
            raise SourceError(path, number, "no colour of six hex digits")
        if words[0] in own:
            raise SourceError(path, number, f"colour {words[0]} stands here a second time")
        own.add(words[0])
        shade = int(colour[:2], 16), int(colour[2:4], 16), int(colour[4:], 16)
        if words[0] in index:
            rgb[index[words[0]]] = shade
        else:
            index[words[0]] = len(rgb)
            rgb.append(shade)
    return Palette(tuple(rgb), index)


def _is_hex(word: str) -> bool:
    return len(word) == 6 and all(c in "0123456789abcdef" for c in word)


def read_font(path: Path) -> dict[str, Mask]:
    """Read letters, one a line: the letter, and its rows of `#` and `.`, joined by `/`; nine rows
    at most, two below the line."""
    font: dict[str, Mask] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line or number == 1:  # the first line is a comment; `# ` is also a letter's line
            continue
        letter, _, rows_text = line.partition(" ")
        rows = rows_text.split("/")
        if len(letter) != 1 or len({len(row) for row in rows}) != 1 or set(rows_text) - set("#./"):
            raise SourceError(path, number, "not a letter and its rows of # and .")
        if letter in font:
            raise SourceError(path, number, f"letter {letter} stands here a second time")
        if len(rows) > 9:
            raise SourceError(path, number, f"{len(rows)} rows where 9 are the most")
        font[letter] = np.array([[c == "#" for c in row] for row in rows], dtype=np.bool_)
    return font


def read_tiles(path: Path, palette: Palette) -> dict[str, Pixels]:
    """Read blocks of `tile <name> [mirror]` and sixteen rows."""
    return {name: pixels for name, _, pixels in _blocks(path, palette, "tile", ("mirror",))}


def read_badges(path: Path, palette: Palette) -> tuple[dict[str, Pixels], dict[str, str]]:
    """Read blocks of `badge <name> [place]` and rows of any number and width. Returns the badges
    by name, and where those stand that say it."""
    found = _blocks(path, palette, "badge", BADGE_PLACES)
    return (
        {name: pixels for name, _, pixels in found},
        {name: place for name, place, _ in found if place},
    )


def _blocks(
    path: Path, palette: Palette, word: str, options: tuple[str, ...]
) -> list[tuple[str, str, Pixels]]:
    """Return the name, the option ("": none) and the pixels of each block."""
    found: list[tuple[str, str, Pixels]] = []
    names: set[str] = set()
    block: list[tuple[int, str]] = []
    for number, line in [*lines(path), (0, "")]:
        if line:
            block.append((number, line))
        elif block:
            number, head = block[0]
            words = head.split("#")[0].split()
            if not (2 <= len(words) <= 3 and words[0] == word and set(words[2:]) <= {*options}):
                raise SourceError(path, number, f"expected '{word} <name>'")
            name, option = words[1], "".join(words[2:])
            pixels = _pixels(path, block, palette, word, name, mirror=option == "mirror")
            if name in names:
                raise SourceError(path, number, f"{word} {name} stands here a second time")
            names.add(name)
            found.append((name, option, pixels))
            block = []
    return found


def _pixels(
    path: Path, block: list[tuple[int, str]], palette: Palette, word: str, name: str, mirror: bool
) -> Pixels:
    number = block[0][0]
    if word == "tile":
        width = TILE // 2 if mirror else TILE
        if len(block) != TILE + 1:
            raise SourceError(path, number, f"tile {name} has {len(block) - 1} rows, not {TILE}")
    else:
        width = len(block[1][1]) if len(block) > 1 else 0
    rows = []
    for number, row in block[1:]:
        if len(row) != width:
            raise SourceError(path, number, f"a row of {len(row)} letters where {width} belong")
        rows.append([_code(path, number, letter, palette) for letter in row])
    half = np.array(rows, dtype=np.uint8)
    return np.hstack([half, half[:, ::-1]]) if mirror else half


def _code(path: Path, number: int, letter: str, palette: Palette) -> int:
    if letter == ".":
        return 0
    if letter in "1234567":
        return int(letter)
    if letter in ACCENT:
        return 8 + ACCENT.index(letter)
    if len(letter) == 1 and letter in palette.index:
        return LETTER + palette.index[letter]
    raise SourceError(path, number, f"unknown letter {letter!r}")
