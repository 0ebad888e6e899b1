"""Rows as records, and records as rows: structs are stored as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.common.game_log import Header
from engine.contract.action import Event
from engine.contract.dice import commitment
from table.contest import Contest, GameResult
from table.game_settings import GameSettings
from table.history.chain import Link, Written
from table.history.entries import AnyEntry, LogRecord
from table.outbox.rows import Content
from table.references import Naming, by_person, rename_in_entry, rename_in_state
from table.state import Deadline, GameRecord, KnownPerson, Member, Seat, TableState

# Decoders are made before there are threads: msgspec breaks when two of them ask for a type for
# the first time.
_ENTRY = msgspec.json.Decoder(AnyEntry)
_EVENTS = msgspec.json.Decoder(tuple[Event, ...])
_CONTENT = msgspec.json.Decoder(Content)
_SETTINGS = msgspec.json.Decoder(GameSettings)
_OPTIONS = msgspec.json.Decoder(dict[str, str])
_HEADER = msgspec.json.Decoder(Header)
_STATE = msgspec.json.Decoder(TableState)
_RESULT = msgspec.json.Decoder(GameResult)


def to_json(value: Any) -> str:
    """Return a value as JSON."""
    return msgspec.json.encode(value).decode()


def game_row(state: TableState) -> dict[str, Any]:
    """Return a state as a row of `games`."""
    game = state.game
    row = msgspec.structs.asdict(game)
    bare = replace(
        state,
        game=_NO_GAME,
        members=(),
        seats=(),
        deadlines={},
        summary=None,
        lost_seconds=0.0,
        references={},
    )
    row["options"] = to_json(game.options)
    row["settings"] = to_json(game.settings)
    row["header"] = None if game.header is None else to_json(game.header)
    row["activity"] = to_json(bare)
    return row


def link_row(link: Link) -> dict[str, Any]:
    """Return an entry of a log as a row of `log`, but for its game and card."""
    written = link.written
    return {
        **msgspec.structs.asdict(written),
        "kind": _ENTRY.decode(written.entry).kind,
        "salt": link.salt or None,
        "leaf": link.leaf or None,
    }


_NO_GAME = GameRecord(id=0, channel=0, guild=0, ruleset="", founder=0, mode="")


def read_game(row: Any, naming: Naming) -> GameRecord:
    """Return a row of `games` as a record. `naming`: says who is meant by a reference."""
    fields = _fields_of(row, GameRecord)
    fields["options"] = _OPTIONS.decode(row.options)
    fields["settings"] = _SETTINGS.decode(row.settings)
    fields["header"] = None if row.header is None else _HEADER.decode(row.header)
    fields["founder"] = naming(row.founder)
    return GameRecord(**fields)


def _fields_of(row: Any, kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the columns of a row that have the names of a struct's fields."""
    return {name: getattr(row, name) for name in kind.__struct_fields__}


def read_state(
    row: Any,
    members: Iterable[Any],
    seats: Iterable[Any],
    deadlines: Iterable[Any],
    people: Iterable[Any],
    *,
    lost_seconds: float,
) -> TableState:
    """Return the rows of a game as a table's state, whose rules are not loaded."""
    known = {each.reference: KnownPerson(each.person, each.name) for each in people}
    due = (Deadline(each.game, each.kind, each.due, each.set_by) for each in deadlines)
    state = replace(
        _STATE.decode(row.activity),
        game=read_game(row, _same),
        members=tuple(Member(each.reference, each.name) for each in members),
        seats=tuple(Seat(each.seat, each.character, each.reference) for each in seats),
        deadlines={each.kind: each for each in due},
        lost_seconds=lost_seconds,
        references=known,
    )
    return rename_in_state(state, by_person({r: each.person for r, each in known.items()}))


def _same(reference: int) -> int:
    return reference


def read_log(row: Any, naming: Naming) -> LogRecord:
    """Return a row of `log` as a record. `naming`: says who is meant by a reference."""
    return replace(read_log_without_events(row, naming), events=_EVENTS.decode(row.events))


def read_log_without_events(row: Any, naming: Naming) -> LogRecord:
    """Return a row of `log` as a record, without its events."""
    person = None if row.reference is None else naming(row.reference)
    entry = rename_in_entry(_ENTRY.decode(row.entry), naming)
    return LogRecord(row.number, entry, person, row.at)


def read_link(row: Any) -> Link:
    """Return a row of `log` as a link of its chain."""
    return Link(Written(**_fields_of(row, Written)), row.salt or b"", row.leaf or b"")


def read_content(text: str, naming: Naming) -> Content:
    """Return the content of an outbox row. `naming`: says who is meant by a reference."""
    content = _CONTENT.decode(text)
    return replace(content, people=tuple(map(naming, content.people)))


def read_result(text: str) -> GameResult:
    """Return the result that JSON holds."""
    return _RESULT.decode(text)


def read_contest(row: Any) -> Contest:
    """Return a row of `contests` as a record; its seed is only told of one that has ended."""
    names = [name for name in Contest.__struct_fields__ if name != "seed_hash"]
    fields = {name: getattr(row, name) for name in names}
    fields["options"] = _OPTIONS.decode(row.options)
    fields["seed"] = None if row.ended is None else row.seed
    return Contest(**fields, seed_hash=commitment(row.seed))
