"""Logs and states in the database, packed or not: what has been packed is read like the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from msgspec.structs import asdict
from sqlalchemy import (
    BigInteger,
    Connection,
    ScalarSelect,
    Select,
    Table,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
)
from sqlalchemy.sql.elements import ColumnElement

from table.history.snapshot import Snapshot
from table.store import schema as t
from table.store.packing import (
    MAX_ENTRIES,
    MAX_PACKED,
    Block,
    LogRow,
    PackedBlock,
    unpack_entries,
    unpack_rows,
    unpack_states,
)
from table.store.shards import Shards

MAX_NUMBER = 2**31 - 1  # above that of every entry
SETTLED = 3600.0  # seconds after which no request of an entry can come a second time

GameNumber = int | ColumnElement[int]

_log, _snapshots, _packed, _games = t.log.c, t.snapshots.c, t.packed.c, t.games.c
_COLUMNS = [_log[name] for name in LogRow.__struct_fields__]
_STATE = select(_snapshots.number, _snapshots.rules, _snapshots.state, _snapshots.kept)


def _server_of(game: GameNumber) -> ScalarSelect[int]:
    return select(_games.guild).where(_games.id == game).scalar_subquery()


def _of(table: Table, game: GameNumber) -> ColumnElement[bool]:
    """Return the condition that a row is of a game, in its server's part of the table."""
    return (table.c.guild == _server_of(game)) & (table.c.game == game)


# ---------------------------------------------------------------- the log


def log_rows(
    db: Connection,
    game: int,
    after: int = 0,
    last: int = MAX_NUMBER,
    *,
    kinds: Sequence[str] = (),
    events: bool = True,
) -> Iterator[LogRow]:
    """Yield the rows of a log above entry `after`, until entry `last`, of some kinds or all.

    Without `events` those fields hold anything.
    """
    packed, rest = _log_queries(bool(kinds), events)
    values = {"game": game, "after": after, "last": last}
    for entries, told in db.execute(packed, values).all():
        for row in unpack_rows(entries, told) if events else unpack_entries(entries):
            if after < row.number <= last and (not kinds or row.kind in kinds):
                yield row
    for found in db.execute(rest, {**values, "kinds": kinds} if kinds else values):
        yield LogRow(*found)


@cache
def _log_queries(of_kinds: bool, events: bool) -> tuple[Select[Any], Select[Any]]:
    """Return the queries of `log_rows`, which each card asks: for what is packed, and the rest."""
    game, after, last = (bindparam(name, type_=BigInteger) for name in ("game", "after", "last"))
    packed = select(_packed.entries, _packed.events if events else _packed.first)
    packed = packed.where(_of(t.packed, game), _packed.last > after, _packed.first <= last)
    rest = select(*(_COLUMNS if events else _COLUMNS[:-1]))
    rest = rest.where(_of(t.log, game), _log.number > after, _log.number <= last)
    if of_kinds:
        rest = rest.where(_log.kind.in_(bindparam("kinds", expanding=True)))
    return packed.order_by(_packed.first), rest.order_by(_log.number)


def row_of_request(db: Connection, game: int, request: str) -> LogRow | None:
    """Return the row that a request has made."""
    query = select(*_COLUMNS).where(_of(t.log, game), _log.request == request)
    if (found := db.execute(query).first()) is not None:
        return LogRow(*found)
    packed = select(_packed.entries, _packed.events).where(_of(t.packed, game))
    for entries, events in db.execute(packed.order_by(_packed.first.desc())):
        for place, row in enumerate(unpack_entries(entries)):
            if row.request == request:
                return unpack_rows(entries, events)[place]
    return None


# ---------------------------------------------------------------- states


def state_at(
    db: Connection, game: int, at: int | None = None, *, kept: bool = False
) -> Snapshot | None:
    """Return the newest state of a game, or the newest until entry `at`; only of those that stay,
    when `kept`."""
    query = _STATE.where(_of(t.snapshots, game))
    packed = select(_packed.last, _packed.states).where(
        _of(t.packed, game), _packed.first_state.is_not(None)
    )
    if at is not None:
        query = query.where(_snapshots.number <= at)
        packed = packed.where(_packed.first_state <= at)
    if kept:
        query = query.where(_snapshots.kept)
    row = db.execute(query.order_by(_snapshots.number.desc()).limit(1)).first()
    newest = Snapshot(*row) if row else None
    for last, states in db.execute(packed.order_by(_packed.first.desc())):
        if newest is not None and newest.number >= last:
            return newest
        fitting = [
            each
            for each in unpack_states(states)
            if (at is None or each.number <= at) and (each.kept or not kept)
        ]
        if fitting:
            found = max(fitting, key=_number)
            return found if newest is None else max(found, newest, key=_number)
    return newest


def all_states(db: Connection, game: int) -> list[Snapshot]:
    """Return all states of a game, by number."""
    packed = select(_packed.states).where(_of(t.packed, game), _packed.first_state.is_not(None))
    found = [each for part in db.scalars(packed).all() for each in unpack_states(part)]
    found += [Snapshot(*row) for row in db.execute(_STATE.where(_of(t.snapshots, game)))]
    return sorted(found, key=_number)


def _number(state: Snapshot) -> int:
    return state.number


# ---------------------------------------------------------------- packing


def next_block(db: Connection, now: float, without: frozenset[int], shards: Shards) -> Block | None:
    """Return entries that may be packed, with the states of their time, of a game of these shards
    and none of the games `without`: of a game that is over all, of another one whole blocks that
    are settled."""
    over = _games.phase == "over"
    query = (
        select(_log.game, over, func.min(_log.number))
        .join(t.games, (_games.guild == _log.guild) & (_games.id == _log.game))
        .where(_games.id.not_in(without))
        .group_by(_log.game, _games.phase)
        .having(or_(over, func.count() > MAX_ENTRIES))
        .order_by(over.desc(), _log.game)
    )
    for game, is_over, first in db.execute(shards.narrow(query, _log.game)).all():
        settled = select(_log.number).where(
            _of(t.log, game), _log.number == first + MAX_ENTRIES - 1, _log.at < now - SETTLED
        )
        if is_over or db.scalar(settled) is not None:
            rows = _first_rows(db, game)
            return Block(game, rows, _states_of(db, game, rows, whole=is_over))
    return None


def _first_rows(db: Connection, game: int) -> tuple[LogRow, ...]:
    query = select(*_COLUMNS).where(_of(t.log, game)).order_by(_log.number).limit(MAX_ENTRIES)
    rows, size = list[LogRow](), 0
    for found in db.execute(query):
        row = LogRow(*found)
        size += len(row.events.encode())
        if rows and size > MAX_PACKED:
            break
        rows.append(row)
    return tuple(rows)


def _states_of(
    db: Connection, game: int, rows: Sequence[LogRow], *, whole: bool
) -> tuple[Snapshot, ...]:
    """Return the states of the time of some entries; unless `whole`, those that stay for good and
    are not the newest of their game."""
    here = _of(t.snapshots, game) & (_snapshots.number <= rows[-1].number)
    if not whole:
        newest = select(func.max(_snapshots.number)).where(_of(t.snapshots, game))
        here &= _snapshots.kept & (_snapshots.number < newest.scalar_subquery())
    query = _STATE.where(here & (_snapshots.number >= rows[0].number))
    return tuple(Snapshot(*row) for row in db.execute(query.order_by(_snapshots.number)))


def write_block(db: Connection, block: PackedBlock) -> None:
    """Put a packed block in the place of its entries and states; not when they are gone."""
    entries = _of(t.log, block.game) & _log.number.between(block.first, block.last)
    states = _of(t.snapshots, block.game) & _snapshots.number.in_(block.states_of)
    count = block.last - block.first + 1, len(block.states_of)
    found = (
        db.scalar(select(func.count()).where(entries)),
        db.scalar(select(func.count()).where(states)),
    )
    if found != count:
        return
    db.execute(delete(t.log).where(entries))
    db.execute(delete(t.snapshots).where(states))
    row = asdict(block) | {"first_state": min(block.states_of, default=None)}
    del row["states_of"]
    db.execute(insert(t.packed).values(guild=_server_of(block.game), **row))
