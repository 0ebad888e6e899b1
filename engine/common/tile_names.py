"""The colours, icons and letters that the tile set of a ruleset has, for checking the data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

TILES = Path(__file__).parents[2] / "data" / "tiles"


@dataclass(frozen=True)
class TileNames:
    """The names of a tile set that the data may use."""

    colours: frozenset[str]
    icons: frozenset[str]
    letters: frozenset[str]  # of monsters
    sprites: frozenset[str]  # "monster/web-spider"


@cache
def tile_names(ruleset: str) -> TileNames:
    """Return the names that the tile set of a ruleset defines."""
    own, common = TILES / ruleset, TILES / "common"
    sprites = [line.split() for line in _lines(own / "sprites.txt")]
    icons = [line.split() for folder in (own, common) for line in _lines(folder / "icons.txt")]
    return TileNames(
        frozenset(words[1] for words in sprites if words[0] == "colour") | {"void"},
        frozenset(words[1] for words in icons if words[0] == "badge"),
        frozenset(words[1] for words in sprites if words[0] == "entity"),
        frozenset(words[1] for words in sprites if words[0] == "sprite"),
    )


def _lines(file: Path) -> list[str]:
    return [line for line in file.read_text(encoding="utf-8").splitlines() if len(line.split()) > 1]
