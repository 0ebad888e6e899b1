"""The text sources in data/tiles: palette, letters, tiles, marks, icons.

Errors carry file and line.

A tile is an array of codes: 0 clear, 1-7 ground shade, 8-10 accent dark, mid and light, and
`LETTER + i` for palette entry i. The renderer turns codes into palette indexes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Mask = NDArray[np.bool_]

TILE = 16  # pixels a side
ACCENT = "xXZ"
LETTER = 16  # code of palette entry 0
CLEAR = 255  # "leave what is there" in an array of palette indexes


class SourceError(ValueError):
    """A tile source cannot be used: `file:line: why`."""

    def __init__(self, path: Path, line: int, why: str) -> None:
        super().__init__(f"{path.name}:{line}: {why}")


@dataclass(frozen=True)
class Palette:
    """The colours of one file: `rgb` in index order, and the index of every name."""

    rgb: tuple[tuple[int, int, int], ...]
    index: dict[str, int]

    def __getitem__(self, name: str) -> int:
        return self.index[name]

    def ramp(self, name: str) -> tuple[int, ...]:
        """Indexes of the ground shades of a ramp, dark to light."""
        return tuple(
            self.index[f"{shade}:{name}"]
            for shade in range(1, 8)
            if f"{shade}:{name}" in self.index
        )


def lines(path: Path) -> Iterator[tuple[int, str]]:
    """The numbered lines of a text file, without comments."""
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not raw.startswith("# ") and raw != "#":
            yield number, raw.rstrip()


def read_palette(path: Path) -> Palette:
    """`letter name... hex what for`, one colour a line; the hex word has six digits."""
    rgb: list[tuple[int, int, int]] = []
    index: dict[str, int] = {}
    for number, line in lines(path):
        words = line.split()
        if not words:
            continue
        colour = next((word for word in words[2:] if _is_hex(word)), None)
        if colour is None:
            raise SourceError(path, number, "no colour of six hex digits")
        if words[0] in index:
            raise SourceError(path, number, f"colour {words[0]} stands here a second time")
        index[words[0]] = len(rgb)
        rgb.append((int(colour[:2], 16), int(colour[2:4], 16), int(colour[4:], 16)))
    return Palette(tuple(rgb), index)


def _is_hex(word: str) -> bool:
    return len(word) == 6 and all(c in "0123456789abcdef" for c in word)


def read_font(path: Path) -> dict[str, Mask]:
    """Letter to rows of `#` and `.`, joined by `/`; nine rows at most, two below the line."""
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


def read_tiles(path: Path, palette: Palette, word: str = "tile") -> dict[str, Pixels]:
    """Blocks of `tile <name> [mirror]` and sixteen rows; or `badge <name>` of any size."""
    found: dict[str, Pixels] = {}
    block: list[tuple[int, str]] = []
    for number, line in [*lines(path), (0, "")]:
        if line:
            block.append((number, line))
        elif block:
            name, pixels = _block(path, block, palette, word)
            if name in found:
                raise SourceError(path, block[0][0], f"{word} {name} stands here a second time")
            found[name] = pixels
            block = []
    return found


def _block(
    path: Path, block: list[tuple[int, str]], palette: Palette, word: str
) -> tuple[str, Pixels]:
    number, head = block[0]
    words = head.split("#")[0].split()
    if (
        not words
        or words[0] != word
        or len(words) not in (2, 3)
        or words[2:] not in ([], ["mirror"])
    ):
        raise SourceError(path, number, f"expected '{word} <name>'")
    mirror = len(words) == 3
    if word == "tile":
        width = TILE // 2 if mirror else TILE
        if len(block) != TILE + 1:
            raise SourceError(
                path, number, f"tile {words[1]} has {len(block) - 1} rows, not {TILE}"
            )
    else:
        width = len(block[1][1]) if len(block) > 1 else 0
    rows = []
    for number, row in block[1:]:
        if len(row) != width:
            raise SourceError(path, number, f"a row of {len(row)} letters where {width} belong")
        rows.append([_code(path, number, letter, palette) for letter in row])
    half = np.array(rows, dtype=np.uint8)
    return words[1], np.hstack([half, half[:, ::-1]]) if mirror else half


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
