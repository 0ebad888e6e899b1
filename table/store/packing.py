"""Blocks of a game's past in few bytes: entries, events and states, each compressed together.

Neighbouring events and states are alike, so a block takes up a fraction of what its parts would.
Pure functions; packing is for a worker process.
"""

from __future__ import annotations

import lzma
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from table.history.snapshot import Snapshot
from table.loaded_game import compress, unpack
from table.unpacking import unpack_at_most

MAX_ENTRIES = 250  # of a block
MAX_PACKED = 4 << 20  # bytes of events in a block, unless one entry alone has more
MAX_STATES = 16 << 20  # bytes of a block's states, unpacked
MAX_PART = 128 << 20  # bytes of a part, unpacked: more is damage
MEMORY = 32 << 20  # bytes that unpacking may take beside its result
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": 4 << 20}]


class LogRow(msgspec.Struct, frozen=True, array_like=True):
    """A row of `log`, but for its game."""

    number: int
    kind: str
    entry: str
    reference: int | None
    request: str | None
    card: int
    at: float
    salt: bytes | None
    leaf: bytes | None
    events: str = ""


class Block(msgspec.Struct, frozen=True):
    """Entries of a game's log, one after the other, and the states of that time that stay."""

    game: int
    rows: tuple[LogRow, ...]
    states: tuple[Snapshot, ...]


class PackedBlock(msgspec.Struct, frozen=True):
    """A block as it is stored, and the numbers of the states that it holds."""

    game: int
    first: int
    last: int
    states_of: tuple[int, ...]
    entries: bytes
    events: bytes
    states: bytes


_ROWS = msgspec.msgpack.Decoder(tuple[LogRow, ...])
_EVENTS = msgspec.msgpack.Decoder(tuple[str, ...])
_STATES = msgspec.msgpack.Decoder(tuple[Snapshot, ...])
_encode = msgspec.msgpack.Encoder().encode


def pack_block(block: Block) -> PackedBlock:
    """Return a block packed. States that cannot be unpacked, or are far too large, stay outside."""
    states, size = list[Snapshot](), 0
    for each in block.states:
        try:
            state = unpack(each.state)
        except ValueError:
            continue
        size += len(state)
        if size > MAX_STATES:
            break
        states.append(replace(each, state=state))
    return PackedBlock(
        game=block.game,
        first=block.rows[0].number,
        last=block.rows[-1].number,
        states_of=tuple(each.number for each in states),
        entries=_pack([replace(row, events="") for row in block.rows]),
        events=_pack([row.events for row in block.rows]),
        states=_pack(states),
    )


def unpack_entries(packed: bytes) -> tuple[LogRow, ...]:
    """Return the entries of a block without their events. Raises ValueError."""
    return _ROWS.decode(_unpack(packed))


def unpack_rows(packed: bytes, events: bytes) -> tuple[LogRow, ...]:
    """Return the entries of a block with their events. Raises ValueError."""
    pairs = zip(unpack_entries(packed), _EVENTS.decode(_unpack(events)), strict=True)
    return tuple(replace(row, events=told) for row, told in pairs)


def unpack_states(packed: bytes) -> tuple[Snapshot, ...]:
    """Return the states of a block, by number. Raises ValueError."""
    states = _STATES.decode(_unpack(packed))
    return tuple(replace(each, state=compress(each.state)) for each in states)


def _pack(parts: Sequence[object]) -> bytes:
    return lzma.compress(_encode(parts), check=lzma.CHECK_CRC32, filters=_FILTERS)


def _unpack(packed: bytes) -> bytes:
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MEMORY)
    return unpack_at_most(MAX_PART, unpacker, packed)
