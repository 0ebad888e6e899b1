"""Variants of the look: all keep shapes and layout; they swap colours, two of them the ground."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from render.tileset import TileSet


@dataclass(frozen=True)
class Theme:
    """A look. `colours` replaces palette names by six hex digits; `blocks` draws the ground as
    blocks and dots; `letters` puts the letter on the tag; `plain` shows nothing but letters."""

    colours: Mapping[str, str] = field(default_factory=dict)
    blocks: bool = False
    letters: bool = False
    plain: bool = False


def _hexes(text: str) -> dict[str, str]:
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


_GREY_MEMORY = _hexes(
    "1:memo 14161a 2:memo 1b1e22 3:memo 2b2f33 4:memo 3f454a 5:memo 616a6b 6:memo 8b928c"
)

THEMES: dict[str, Theme] = {
    "standard": Theme(),
    "high-contrast": Theme(
        _hexes(
            "d 5a5a5a m 9a9a9a w d8d8d8 W ffffff R ff3b3b Q ff8f80 O ff9a1f Y ffe600 G 30d060"
            " L a8ff60 C 40f0e8 B 5c90ff U a8d4ff V b070ff P e0b8ff T ffd890 panel 1c1c1c"
            " 0 000000 void 000000 line 3a3a3a"
            " 1:memo 000000 2:memo 1c1c1c 3:memo 444444 4:memo 6a6a6a 5:memo 9a9a9a 6:memo c8c8c8"
        ),
        blocks=True,
        letters=True,
    ),
    "red-green-safe": Theme(
        _hexes(
            "r 6b2a00 R d55e00 Q ff9d5c g 0b3f55 G 1f86b4 L 7cc9ee o 8a5a00 O e69f00 C 56c7d9"
            " B 2f5fc0 V 7a5ab8 P cfa6e8"
        )
    ),
    "blue-yellow-safe": Theme(_GREY_MEMORY | {"B": "9a9a9a", "U": "e0e0e0"}),
    "plain": Theme(plain=True),
}


def theme_of(name: str) -> Theme:
    """Return a theme by name. Raises ValueError for one that there is not."""
    if name not in THEMES:
        raise ValueError(f"There is no look called {name!r}: choose one of {', '.join(THEMES)}.")
    return THEMES[name]


def colours(tiles: TileSet, theme: Theme) -> bytes:
    """Return the palette of a picture's file: three bytes a colour, in index order."""
    out = bytearray()
    names = {index: name for name, index in tiles.palette.index.items()}
    for index, rgb in enumerate(tiles.rgb):
        swap = theme.colours.get(names.get(index, ""))
        out += bytes.fromhex(swap) if swap else bytes(rgb)
    return bytes(out)
