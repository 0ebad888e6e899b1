"""Default avatars."""

from __future__ import annotations

import functools
import struct
import zlib

SIDE = 64
COLOURS = (
    (88, 101, 242),
    (59, 165, 93),
    (250, 166, 26),
    (237, 66, 69),
    (235, 69, 158),
    (87, 94, 107),
)


@functools.cache
def draw_avatar(number: int) -> bytes:
    """Return a PNG of one colour, 64 x 64 pixels; the number selects the colour."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        checksum = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + checksum

    row = b"\0" + bytes(COLOURS[number % len(COLOURS)]) * SIDE
    header = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)
    pieces = ((b"IHDR", header), (b"IDAT", zlib.compress(row * SIDE)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(kind, data) for kind, data in pieces)
