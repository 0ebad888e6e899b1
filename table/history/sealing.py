"""Sealing of a file's body until its game may tell everything, with ChaCha20-Poly1305."""

from __future__ import annotations

import sys
from collections.abc import Sequence

if sys.platform != "emscripten":  # a browser has no such package: it replays open files alone
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305


class SealedError(Exception):
    """None of the keys opens a body, or it was changed."""


def seal_body(packed: bytes, nonce: bytes, head: bytes, key: bytes) -> bytes:
    """Return a body sealed together with its head."""
    return ChaCha20Poly1305(key).encrypt(nonce, packed, head)


def unseal_body(sealed: bytes, nonce: bytes, head: bytes, keys: Sequence[bytes]) -> bytes:
    """Return a body that was sealed together with its head. Raises SealedError."""
    for key in keys:
        try:
            return ChaCha20Poly1305(key).decrypt(nonce, sealed, head)
        except InvalidTag:
            continue
    raise SealedError
