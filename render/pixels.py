"""Arrays of pixels: codes of tiles, palette indexes of sprites and pictures, and masks.

A tile is an array of codes: 0 clear, 1-7 ground shade, 8-10 accent dark, mid and light, and
`LETTER + i` for palette entry i. The renderer turns codes into palette indexes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Mask = NDArray[np.bool_]

TILE = 16  # pixels a side
ACCENT = "xXZ"
LETTER = 16  # code of palette entry 0
CLEAR = 255  # "leave what is there" in an array of palette indexes


def grown(mask: Mask) -> Mask:
    """Return the mask and its four neighbours."""
    out = mask.copy()
    out[1:] |= mask[:-1]
    out[:-1] |= mask[1:]
    out[:, 1:] |= mask[:, :-1]
    out[:, :-1] |= mask[:, 1:]
    return out


def outlined(pixels: Pixels, ink: int, width: int = 1) -> Pixels:
    """Return a sprite with an ink edge of `width` pixels; the array grows by as much on each
    side."""
    wide = np.pad(pixels, width, constant_values=CLEAR)
    shape = wide != CLEAR
    edge = shape
    for _ in range(width):
        edge = grown(edge)
    wide[edge & ~shape] = ink
    return wide


def scaled(pixels: Pixels, scale: int) -> Pixels:
    """Return pixels at a whole scale."""
    return pixels.repeat(scale, 0).repeat(scale, 1)
