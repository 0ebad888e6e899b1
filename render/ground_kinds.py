"""Tables of the kinds of ground in a map's legend, so that one gather answers for all squares."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.contract.view import Ground
from render.pixels import Mask
from render.tileset import TileSet


@dataclass(frozen=True)
class GroundKinds:
    """The looks of a legend's n kinds of ground (`tileset.Look`): (n,) but for `tiles`."""

    tiles: NDArray[np.intp]  # (n, 7) atlas numbers: three variants, rock's face, three remembered
    rock: Mask
    void: Mask
    wall: Mask
    floor: Mask
    below: Mask  # pure darkness where the same ground lies to the north
    red: Mask
    solid: Mask
    marked: Mask  # a mark or a figure stands on it, or it is a secret door
    notable: Mask  # something to see: stairs, forges, traps


@lru_cache(maxsize=32)
def ground_kinds(tiles: TileSet, legend: tuple[Ground, ...]) -> GroundKinds:
    """Return the tables of a legend, which stays the same from turn to turn of a game."""
    looks = [tiles.look(kind) for kind in legend]
    pairs = list(zip(looks, legend, strict=True))
    return GroundKinds(
        tiles=np.array([(*look.plain, look.face, *look.kept) for look in looks]),
        rock=np.array([look.rock for look in looks]),
        void=np.array([look.void for look in looks]),
        wall=np.array([look.wall for look in looks]),
        floor=np.array([look.floor for look in looks]),
        below=np.array([look.below for look in looks]),
        red=np.array([look.red for look in looks]),
        solid=np.array([kind.solid for kind in legend]),
        marked=np.array(
            [bool(look.mark or look.figure) or (kind.solid and kind.door) for look, kind in pairs]
        ),
        notable=np.array(
            [not (look.rock or look.void or look.floor or kind.door) for look, kind in pairs]
        ),
    )
