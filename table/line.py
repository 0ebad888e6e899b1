"""SQLAlchemy Core over aiosqlite: a line is one connection of aiosqlite with its own thread, on
which whole pieces of work run, so that a request costs one trip to the thread and not one a
statement."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import SingletonThreadPool

T = TypeVar("T")

_here = threading.local()  # `connection`: the one that aiosqlite opened for this thread


def _connection() -> sqlite3.Connection:
    connection: sqlite3.Connection = _here.connection
    return connection


def _connected(connection: sqlite3.Connection, _record: Any) -> None:
    connection.isolation_level = None  # transactions begin where `_begun` says
    for pragma in (
        "busy_timeout=10000",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begun(connection: Connection) -> None:
    how = connection.get_execution_options().get("begin", "DEFERRED")
    connection.exec_driver_sql(f"BEGIN {how}")


def core() -> Engine:
    """SQLAlchemy's side of all lines of a store: on each line's thread its own connection."""
    engine = create_engine(
        "sqlite://",
        creator=_connection,
        poolclass=SingletonThreadPool,
        hide_parameters=True,  # seeds and states are not for the program's log
    )
    event.listen(engine, "connect", _connected)
    event.listen(engine, "begin", _begun)
    return engine


class Line:
    """A connection to the database file. Open it with `Line.open`."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    @classmethod
    async def open(cls, path: str | Path) -> Line:
        """Open (or make) the file. Raises sqlite3.OperationalError when that cannot be."""

        def connect() -> sqlite3.Connection:
            _here.connection = sqlite3.connect(path)
            return _connection()

        # aiosqlite's own `connect` does the same, but keeps its thread's connection to itself.
        return cls(await aiosqlite.Connection(connect, iter_chunk_size=64))

    async def run(self, work: Callable[[], T]) -> T:
        """The result of work that is done on the line's thread, after what was asked before."""
        result: T = await self._connection._execute(work)  # type: ignore[no-untyped-call]
        return result

    async def backup(self, path: str | Path) -> None:
        """Copy the whole database as it stands now into a new file."""
        async with aiosqlite.connect(path) as there:
            await self._connection.backup(there)

    async def close(self) -> None:
        """Finish what was asked, and close."""
        await self._connection.close()
