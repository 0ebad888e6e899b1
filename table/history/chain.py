"""The log as a chain of hashes: no entry can be changed, left out or put in afterwards.

An entry's leaf is the hash of a random salt and of the entry as it is stored: number, author by
reference, time, request, action, events. Each link hashes the link before it and its entry's leaf;
the last link is the log's head. The salt keeps a hidden entry from being guessed from its leaf, so
that a log can be shown without it and still be checked. All hashes are SHA-256.
"""

from __future__ import annotations

from hashlib import blake2b, sha256

import msgspec

SALT_BYTES = 16
SHORT = 32  # letters of a head that are shown: too many for two logs to be made that share them
_START = bytes(32)  # the link before the first one


class Written(msgspec.Struct, frozen=True, array_like=True):
    """An entry of a log as it is stored: `entry` and `events` as JSON, people by reference."""

    number: int
    reference: int | None
    at: float
    request: str | None
    entry: str
    events: str

    def content(self) -> bytes:
        """Return what the leaf covers."""
        return msgspec.json.encode(self)


class Link(msgspec.Struct, frozen=True):
    """An entry in its chain: what was written, with its salt, or the leaf of what is hidden."""

    written: Written
    salt: bytes = b""
    leaf: bytes = b""  # of a hidden entry, of which `written` tells only number and time


def seal(written: Written, entropy: bytes) -> Link:
    """Return an entry with a salt of its own, made from `entropy`."""
    name = b"salt %d" % written.number
    return Link(written, blake2b(name, key=entropy, digest_size=SALT_BYTES).digest())


def leaf_of(link: Link) -> bytes:
    """Return the hash of an entry and its salt."""
    return link.leaf or sha256(link.salt + link.written.content()).digest()


def extend(head: str, link: Link) -> str:
    """Return the head (hex) of a log after another entry; an empty log has the head ""."""
    return sha256((bytes.fromhex(head) or _START) + leaf_of(link)).hexdigest()


def short_head(head: str) -> str:
    """Return as much of a head as people compare."""
    return head[:SHORT]
