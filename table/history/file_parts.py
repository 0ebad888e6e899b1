"""The parts of a game's file, and how its body is packed."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import msgspec

from engine.contract.action import Event
from table.errors import Refusal
from table.history.chain import Link
from table.history.entries import AnyEntry, Forked, Imported, LogRecord
from table.history.secrets import SecretFrom
from table.history.snapshot import Snapshot
from table.state import GameRecord, KnownPerson, Member, Seat
from table.unpacking import unpack_at_most

MAX_UNPACKED = 32 << 20  # bytes


_ENTRY = msgspec.json.Decoder(AnyEntry)
_EVENTS = msgspec.json.Decoder(tuple[Event, ...])


class FileHead(msgspec.Struct, frozen=True):
    """The part of a file that anybody may read. People stand in it by reference: `people` says who
    they are, but for those who were forgotten. `owner`: who alone may import it while it is
    sealed."""

    game: GameRecord
    members: tuple[Member, ...]
    seats: tuple[Seat, ...]
    origin: Forked | Imported | None
    owner: int
    people: dict[int, KnownPerson]


class FileContent(msgspec.Struct, frozen=True):
    """The content of a file's body: `records` are what the `links` of the log tell, with people
    by reference."""

    secrets: tuple[SecretFrom, ...]
    links: tuple[Link, ...]
    records: tuple[LogRecord, ...]
    snapshots: tuple[Snapshot, ...]


def records_of(links: Sequence[Link]) -> tuple[LogRecord, ...]:
    """Return what the entries of a log tell, with people by reference. Raises ValueError for
    anything else."""
    return tuple(
        LogRecord(
            number=each.written.number,
            entry=_ENTRY.decode(each.written.entry),
            person=each.written.reference,
            at=each.written.at,
            events=_EVENTS.decode(each.written.events),
        )
        for each in links
    )


def unpack(packed: bytes) -> bytes:
    """Return a body's bytes. Raises Refusal when they are damaged, cut off or far too many."""
    try:
        return unpack_at_most(MAX_UNPACKED, zlib.decompressobj(), packed)
    except ValueError:
        raise Refusal("That file is cut off, or larger than a game can be.") from None
