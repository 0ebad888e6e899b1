"""Encoder of pictures: a PNG of palette indexes, eight bits a pixel (PNG specification, W3C).

Written here because a library packs what a turn's picture has most of, rows that repeat the row
above them, twice as slowly and half as well.
"""

from __future__ import annotations

import struct
import zlib

import numpy as np

from render.pixels import Pixels

MOST_BYTES = 60_000
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_AS_IT_IS, _UP = 0, 2  # filters: a row itself, or what it adds to the row above
_TIGHT = 6  # the zlib level of a file that would be too large
_BAND = 100  # rows packed at a time: memory for all of them would be the system's, new each time
_MEMORY = 6  # zlib's memLevel for runs: a small table of hashes is all that they need


def encode(pixels: Pixels, palette: bytes) -> bytes:
    """Return palette indexes, (height, width), and three bytes a colour as a PNG file.

    The same picture gives the same bytes. A file larger than `MOST_BYTES` is packed again, slower
    and tighter.
    """
    file = _file(pixels, palette, _runs(pixels))
    return file if len(file) <= MOST_BYTES else _file(pixels, palette, _tight(pixels))


def _runs(pixels: Pixels) -> bytes:
    """Pack quickly: a row that repeats the one above is a run of zeros; only runs are sought."""
    packer = zlib.compressobj(1, zlib.DEFLATED, zlib.MAX_WBITS, _MEMORY, zlib.Z_RLE)
    packed = b""
    above = np.zeros(pixels.shape[1], dtype=np.uint8)
    for top in range(0, len(pixels), _BAND):
        band = pixels[top : top + _BAND]
        rows = np.full((len(band), 1 + len(above)), _UP, dtype=np.uint8)
        np.subtract(band[0], above, out=rows[0, 1:])
        np.subtract(band[1:], band[:-1], out=rows[1:, 1:])
        packed += packer.compress(rows.data)
        above = band[-1]
    return packed + packer.flush()


def _tight(pixels: Pixels) -> bytes:
    """Pack a picture too full for runs: whatever is like something before it is found."""
    return zlib.compress(np.pad(pixels, ((0, 0), (1, 0)), constant_values=_AS_IT_IS).data, _TIGHT)


def _file(pixels: Pixels, palette: bytes, packed: bytes) -> bytes:
    height, width = pixels.shape
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)  # 8 bits, indexes of a palette
    chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", packed), (b"IEND", b""))
    return _SIGNATURE + b"".join(
        struct.pack(">I", len(content))
        + kind
        + content
        + struct.pack(">I", zlib.crc32(kind + content))
        for kind, content in chunks
    )
