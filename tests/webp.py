"""Files of WebP whose pixels nobody reads."""

from __future__ import annotations


def webp(pixels: bytes, kind: bytes = b"VP8L", more: bytes = b"") -> bytes:
    """Return a file of one chunk; `more`: further bytes that its size counts."""
    chunk = kind + len(pixels).to_bytes(4, "little") + pixels + bytes(len(pixels) % 2)
    body = b"WEBP" + chunk + more
    return b"RIFF" + len(body).to_bytes(4, "little") + body
