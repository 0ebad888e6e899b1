"""Connections to the database file: one that writes, on a thread of its own, and some that read.

Readers are SQLAlchemy's asyncio engine over aiosqlite. Writing goes through plain sqlite3 on one
thread: a transaction of a dozen statements is one trip to that thread, where aiosqlite makes one
or more a statement (measured: 0.7 ms of processor time a transaction instead of 2 to 2.6 ms).
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, StaticPool

T = TypeVar("T")

READERS = 3  # connections
PRAGMAS = ("busy_timeout=10000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")


def _set_up(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions begin where `_begin` says
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    how = connection.get_execution_options().get("begin", "DEFERRED")
    connection.exec_driver_sql(f"BEGIN {how}")


def writing_engine(path: Path) -> Engine:
    """Return an engine with one connection, to be used on one thread."""
    engine = create_engine(
        f"sqlite:///{path}",
        poolclass=StaticPool,
        connect_args={"check_same_thread": False},  # closed on another thread than it is used on
        hide_parameters=True,  # seeds and states are not for the program's log
    )
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    return engine


class Readers:
    """Connections that read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._engine: AsyncEngine = create_async_engine(
            f"sqlite+aiosqlite:///{path}",
            poolclass=AsyncAdaptedQueuePool,
            pool_size=READERS,
            max_overflow=0,
            hide_parameters=True,
        )
        event.listen(self._engine.sync_engine, "connect", _set_up)
        event.listen(self._engine.sync_engine, "begin", _begin)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Return the result of work that sees one state of the database."""
        async with self._engine.connect() as db:
            return await db.run_sync(work)

    async def backup(self, path: Path) -> None:
        """Copy the whole database as it stands now into a new file."""
        async with aiosqlite.connect(self._path) as here, aiosqlite.connect(path) as there:
            await here.backup(there)

    async def close(self) -> None:
        """Close the connections."""
        await self._engine.dispose()


class WriterThread:
    """The thread of the connection that writes."""

    def __init__(self, path: Path) -> None:
        self.engine = writing_engine(path)
        self.executor = ThreadPoolExecutor(1, thread_name_prefix="store")

    def close(self) -> None:
        """Finish what was asked, and close the connection."""
        self.executor.shutdown()
        self.engine.dispose()


def check_file(path: Path) -> None:
    """Raise sqlite3.Error or OSError when the file cannot be opened, made or written to; let
    nobody else read it."""
    existed = path.exists()
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version")
    path.chmod(0o600)
    if existed and not os.access(path, os.W_OK):
        raise sqlite3.OperationalError("attempt to write a readonly database")
