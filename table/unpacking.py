"""Unpacking with a bound: what people send, or what a disk damages, may claim any size."""

from __future__ import annotations

import lzma
import zlib
from typing import Protocol


class Unpacker(Protocol):
    """An object of `zlib` or `lzma` that unpacks one stream."""

    @property
    def eof(self) -> bool:
        """True when the stream was read to its end."""

    @property
    def unused_data(self) -> bytes:
        """The bytes after the stream's end."""

    def decompress(self, data: bytes, max_length: int, /) -> bytes:
        """Return at most so many unpacked bytes."""


def unpack_at_most(most: int, unpacker: Unpacker, packed: bytes) -> bytes:
    """Return all of a packed stream, which only zeros may follow. Raises ValueError when it is
    damaged, cut off, or has more than `most` bytes."""
    try:
        unpacked = unpacker.decompress(packed, most)
    except (zlib.error, lzma.LZMAError) as error:
        raise ValueError(f"it cannot be unpacked: {error}") from None
    if not unpacker.eof or unpacker.unused_data.strip(b"\0"):
        raise ValueError("it is cut off, or larger than it may be")
    return unpacked
