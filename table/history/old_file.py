"""Files of the format before this one ("leithian game 2"): their log is no chain, and people stand
in it by Discord's ids. They are read, and given references and a chain."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from engine.contract.dice import GameSecret
from table.history.chain import Written, extend, seal
from table.history.entries import AnyEntry, Forked, Imported, Joined, LogRecord
from table.history.file_parts import FileContent, FileHead, records_of, unpack
from table.history.sealing import unseal_body
from table.history.secrets import SecretFrom
from table.history.snapshot import Snapshot
from table.references import (
    by_reference,
    name_for,
    people_in,
    refer,
    rename_in_entry,
    rename_in_state,
)
from table.state import GameRecord, Member, Person, Seat, TableState

MAGIC = b"leithian game 2\n"


class _Head(msgspec.Struct, frozen=True):
    game: GameRecord
    members: tuple[Member, ...]
    seats: tuple[Seat, ...]
    origin: Forked | Imported | None
    owner: int = 0


class _Body(msgspec.Struct, frozen=True):
    seed: bytes
    records: tuple[LogRecord, ...]
    snapshots: tuple[Snapshot, ...]


class _File(msgspec.Struct, frozen=True):
    head: bytes
    body: bytes
    nonce: bytes


_HEAD = msgspec.msgpack.Decoder(_Head)
_BODY = msgspec.msgpack.Decoder(_Body)
_FILE = msgspec.msgpack.Decoder(_File)


def open_old_file(
    data: bytes, keys: Sequence[bytes], entropy: bytes
) -> tuple[FileHead, FileContent, bool]:
    """Return the head and content of a file, and whether it was sealed. References and salts are
    made from `entropy`."""
    file = _FILE.decode(data[len(MAGIC) :])
    packed = unseal_body(file.body, file.nonce, file.head, keys) if file.nonce else file.body
    head, body = _HEAD.decode(file.head), _BODY.decode(unpack(packed))
    state = _with_references(head, body, entropy)
    naming = by_reference(state.references)
    links = tuple(
        seal(
            Written(
                number=record.number,
                reference=None if record.person is None else naming(record.person),
                at=record.at,
                request=None,
                entry=msgspec.json.encode(
                    rename_in_entry(_without_names(record, state), naming)
                ).decode(),
                events=msgspec.json.encode(record.events).decode(),
            ),
            entropy,
        )
        for record in body.records
    )
    top = ""
    for link in links:
        top = extend(top, link)
    owner = naming(head.owner) if head.owner else 0
    stored = rename_in_state(state, naming)
    fresh = FileHead(
        game=replace(stored.game, head=top),
        members=stored.members,
        seats=stored.seats,
        origin=head.origin,
        owner=owner,
        people=state.references,
    )
    secrets = (SecretFrom(0, GameSecret(body.seed)),)
    content = FileContent(secrets, links, records_of(links), body.snapshots)
    return fresh, content, bool(file.nonce)


def _with_references(head: _Head, body: _Body, entropy: bytes) -> TableState:
    """Return the state that the head tells, in which everybody of the file has a reference and the
    names of members are placeholders."""
    state = TableState(head.game, head.members, head.seats)
    names = {member.person: member.name for member in head.members}
    authors = (record.person for record in body.records if record.person is not None)
    named = people_in(state, [record.entry for record in body.records])
    everybody = dict.fromkeys((*named, *authors, *([head.owner] if head.owner else [])))
    people = [Person(person, names.get(person, "")) for person in everybody]
    state = refer(state, people, entropy)
    members = tuple(Member(each.person, name_for(state, each.person)) for each in head.members)
    return replace(state, members=members)


def _without_names(record: LogRecord, state: TableState) -> AnyEntry:
    if isinstance(record.entry, Joined) and record.person is not None:
        return Joined(name_for(state, record.person))
    return record.entry
