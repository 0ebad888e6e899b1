"""maps.json: the levels that the other files' cases play on, and that their layers agree."""

from functools import lru_cache
from typing import Any

from tests.oracle import OracleFiles, Result, result

SIGHT, NOISE, GLOW = ".#", ".#+", ".*"


class Map:
    """One level: flat layers `opaque`, `noise` (engine.common.noise_map's classes) and `glow`."""

    def __init__(self, opaque: list[str], noise: list[str], glow: list[str]) -> None:
        self.height, self.width = len(opaque), len(opaque[0])
        self.opaque = flat(opaque, SIGHT)
        self.noise = flat(noise, NOISE)
        self.glow = flat(glow, GLOW)

    def indices(self, grids: list[list[int]]) -> list[int]:
        """Flat indices of [y, x] pairs."""
        return [y * self.width + x for y, x in grids]


def flat(rows: list[str], glyphs: str) -> bytes:
    """Return the layer of rows of glyphs: each glyph's place among `glyphs` (ValueError for
    others)."""
    return bytes(glyphs.index(glyph) for row in rows for glyph in row)


@lru_cache(maxsize=2)
def load(data: OracleFiles) -> dict[int, Map]:
    """Return the levels by the number that cases name them by."""
    return {m["map"]: Map(m["sight"], m["noise"], m["glow"]) for m in data.read("maps")}


def agrees(level: dict[str, Any]) -> bool:
    """Return whether a level's rows have its size and alphabet and do not contradict one another.

    All that stops noise stops sight, so do doors, and nothing else but secret doors (which noise
    knows as doors); the border is closed.
    """
    rows = {name: level[name] for name in ("sight", "noise", "glow")}
    alphabets = {"sight": SIGHT, "noise": NOISE, "glow": GLOW}
    for name, layer in rows.items():
        if len(layer) != level["height"] or any(len(row) != level["width"] for row in layer):
            return False
        if set("".join(layer)) - set(alphabets[name]):
            return False
    pairs = zip("".join(rows["sight"]), "".join(rows["noise"]), strict=True)
    if any((sight == "#") != (noise != ".") for sight, noise in pairs):
        return False
    noise = rows["noise"]
    border = noise[0] + noise[-1] + "".join(row[0] + row[-1] for row in noise)
    return set(border) == {"#"}


def check(data: OracleFiles) -> Result:
    """Return each level agrees with itself."""
    return result((f"map {m['map']} contradicts itself", agrees(m)) for m in data.read("maps"))
