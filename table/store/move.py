"""Move all games from one database into another, of the same kind or not.

Rows are copied in the order of their primary keys, some hundred in a transaction: a move that was
interrupted goes on after the last row that arrived. At the end each table's digest must be the same
on both sides; only then can a bot open the new database.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, Table, delete, func, insert, literal, select
from sqlalchemy import tuple_ as row_of
from sqlalchemy.exc import DBAPIError

from table.store import schema as t
from table.store.backend import Backend
from table.store.faults import StoreError, describe_fault
from table.store.migrate import migrate, newest_revision, tables_of_games

BATCH = 300  # rows
NOT_COPIED = {t.sizes, t.alembic_version}  # triggers write to the one, the other ends the move
COUNTED = ("contests", "games", "outbox")  # tables that number their rows

_encode = msgspec.msgpack.Encoder().encode

Key = tuple[Any, ...]


def move_database(source: Backend, target: Backend, tell: Callable[[str], None]) -> int:
    """Copy everything into an empty database, or go on with that; return the number of games.

    `tell`: is given a sentence for each table. Raises StoreError, in a sentence; what has arrived
    stays there, and the source is as it was.
    """
    with ExitStack() as stack:
        stack.enter_context(source.lock())
        stack.enter_context(target.lock())
        source.check()
        target.check()
        reading, writing = source.writing_engine(), target.writing_engine()
        stack.callback(reading.dispose)
        stack.callback(writing.dispose)
        try:
            return _move(_End(source, reading), _End(target, writing), tell)
        except DBAPIError as error:
            raise StoreError(describe_fault(error) or f"The move broke: {error.orig}") from error


class _End:
    """One of the two databases."""

    def __init__(self, backend: Backend, engine: Engine) -> None:
        self.backend = backend
        self._engine = engine

    def begin(self) -> AbstractContextManager[Connection]:
        """Begin a transaction."""
        return self.backend.begin(self._engine, lasting=True)


def _move(source: _End, target: _End, tell: Callable[[str], None]) -> int:
    with source.begin() as db:
        if not tables_of_games(db):
            raise StoreError(f"There are no games in {source.backend}.")
        migrate(db, source.backend)
    with target.begin() as db:
        _prepare(db, target.backend)
    for table in t.metadata.sorted_tables:
        if table not in NOT_COPIED:
            rows = _copy(source, target, table)
            with source.begin() as here, target.begin() as there:
                _compare(here, there, table, target.backend)
            tell(f"{table.name}: {rows} rows.")
    with source.begin() as here, target.begin() as there:
        there.execute(delete(t.sizes))
        for batch in _batches(here, t.sizes):
            there.execute(insert(t.sizes), batch)
        _compare(here, there, t.sizes, target.backend)
        for name in COUNTED:
            number = source.backend.last_number(here, name)
            target.backend.set_last_number(there, name, number)
        there.execute(insert(t.alembic_version).values(version_num=newest_revision()))
        return _count(there, t.games)


def _prepare(db: Connection, target: Backend) -> None:
    """Make the tables, unless a move has begun."""
    found = tables_of_games(db)
    if not found:
        t.metadata.create_all(db, checkfirst=False)
    elif t.alembic_version.name not in found or db.scalar(select(t.alembic_version)) is not None:
        raise StoreError(f"{target} is not empty.")


def _copy(source: _End, target: _End, table: Table) -> int:
    """Copy the rows of a table that are not there yet; return how many there are then."""
    key = table.primary_key.columns
    with source.begin() as here:
        with target.begin() as there:
            newest = select(*key).order_by(*(each.desc() for each in key)).limit(1)
            found = there.execute(newest).first()
        for batch in _batches(here, table, tuple(found) if found else None):
            with target.begin() as there:
                there.execute(insert(table), batch)
        return _count(here, table)


def _count(db: Connection, table: Table) -> int:
    return int(db.execute(select(func.count()).select_from(table)).scalar_one())


def _batches(
    db: Connection, table: Table, after: Key | None = None
) -> Iterator[Sequence[dict[str, Any]]]:
    """Yield the rows above a key, in the order of their keys."""
    key = list(table.primary_key.columns)
    ordered = select(table).order_by(*key).limit(BATCH)
    while True:
        query = ordered
        if after is not None:
            last = (literal(value, each.type) for value, each in zip(after, key, strict=True))
            query = query.where(row_of(*key) > row_of(*last))
        batch = [dict(row) for row in db.execute(query).mappings()]
        if batch:
            yield batch
        if len(batch) < BATCH:
            return
        after = tuple(batch[-1][each.name] for each in key)


def _compare(here: Connection, there: Connection, table: Table, target: Backend) -> None:
    """Raise StoreError unless a table is the same on both sides."""
    if _digest(here, table) != _digest(there, table):
        raise StoreError(
            f"{table.name} is not the same in {target}: was the old database used since the move "
            "began? Empty the new one and move again."
        )


def _digest(db: Connection, table: Table) -> bytes:
    digest = hashlib.sha256()
    for batch in _batches(db, table):
        for row in batch:
            digest.update(_encode([_plain(value) for value in row.values()]))
    return digest.digest()


def _plain(value: Any) -> Any:
    """Return a value without what PostgreSQL's texts cannot hold."""
    return value.replace("\0", "") if isinstance(value, str) else value
