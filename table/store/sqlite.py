"""SQLite: a database in a file.

The file is in WAL mode, so readers do not wait; `synchronous=FULL` makes a commit outlast a kill
and a power cut. Readers go over aiosqlite. Writing goes through plain sqlite3 on one thread: a
transaction of a dozen statements is one trip to that thread, where aiosqlite makes one or more a
statement (measured: 0.7 ms of processor time a transaction instead of 2 to 2.6 ms).
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import aiosqlite
from sqlalchemy import Connection, Engine, create_engine, event, inspect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, NullPool, StaticPool

from table.store.backend import Backend, Renew
from table.store.faults import StoreError, describe_fault
from table.store.lock import lock_database
from table.store.migrate import check_revision, is_ours

READERS = 3  # connections
PRAGMAS = ("busy_timeout=10000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
CHECKPOINT_TRIES = 3  # each waits for readers as long as `busy_timeout`


class SqliteBackend(Backend):
    """A database file."""

    suffix = ".sqlite"

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path

    def __str__(self) -> str:
        return str(self._path)

    def check(self) -> None:
        """Raise StoreError when the file cannot be used; let nobody else read it."""
        try:
            existed = self._path.exists()
            with contextlib.closing(sqlite3.connect(self._path)) as db:
                db.execute("PRAGMA user_version")
            self._path.chmod(0o600)
            if existed and not os.access(self._path, os.W_OK):
                raise sqlite3.OperationalError("attempt to write a readonly database")
        except (sqlite3.Error, OSError) as error:
            raise StoreError(describe_fault(error) or f"The database: {error}.") from error

    def writing_engine(self) -> Engine:
        """Return an engine with one connection, to be used on one thread."""
        engine = create_engine(
            f"sqlite:///{self._path}",
            poolclass=StaticPool,
            # It is closed on another thread than it is used on.
            connect_args={"check_same_thread": False},
            hide_parameters=True,  # seeds and states are not for the program's log
        )
        event.listen(engine, "connect", _set_up)
        event.listen(engine, "begin", _begin_to_write)
        return engine

    def reading_engine(self) -> AsyncEngine:
        """Return an engine whose transactions see one state of the database each."""
        engine = create_async_engine(
            f"sqlite+aiosqlite:///{self._path}",
            poolclass=AsyncAdaptedQueuePool,
            pool_size=READERS,
            max_overflow=0,
            hide_parameters=True,
        )
        event.listen(engine.sync_engine, "connect", _set_up)
        event.listen(engine.sync_engine, "begin", _begin_to_read)
        return engine

    @contextlib.contextmanager
    def begin(self, engine: Engine, *, lasting: bool) -> Iterator[Connection]:
        """Begin to write, alone; what is `lasting` is on the disk when the block ends."""
        how = "FULL" if lasting else "NORMAL"
        with engine.connect() as db:
            if db.info.get("synchronous") != how:
                _order(db.connection, f"PRAGMA synchronous={how}")
                db.info["synchronous"] = how
            with db.begin():
                yield db

    def check_whole(self, db: Connection) -> None:
        """Raise StoreError when the database is damaged."""
        if db.exec_driver_sql("PRAGMA quick_check(1)").scalar() != "ok":
            raise StoreError("The database is damaged; restore a backup.")

    def size(self, db: Connection) -> int:
        """Return the bytes of the file."""
        pages = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        return int(db.exec_driver_sql(pages).scalar_one())

    def compact(self, engine: Engine) -> None:
        """Write the file anew, so that nothing which was deleted is left in it, nor in what is
        written ahead. Raises StoreError when somebody reads all the while."""
        with engine.connect() as db:
            connection = db.connection.driver_connection
            assert isinstance(connection, sqlite3.Connection), "the writer uses plain sqlite3"
            connection.execute("VACUUM")
            for _ in range(CHECKPOINT_TRIES):
                busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
                if not busy:
                    return
        raise StoreError(
            "The database is being read all the time: what was deleted is still in it."
        )

    def last_number(self, db: Connection, table: str) -> int:
        """Return the last number that a table has given to a row; 0: none."""
        query = "SELECT seq FROM sqlite_sequence WHERE name = ?"
        return int(db.exec_driver_sql(query, (table,)).scalar() or 0)

    def set_last_number(self, db: Connection, table: str, number: int) -> None:
        """Let a table give only numbers above `number` to new rows."""
        db.exec_driver_sql("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
        db.exec_driver_sql("INSERT INTO sqlite_sequence VALUES (?, ?)", (table, number))

    async def backup(self, path: Path) -> None:
        """Copy the whole database as it stands now into a new file, while games go on."""
        async with aiosqlite.connect(self._path) as here, aiosqlite.connect(path) as there:
            await here.backup(there)

    def check_backup(self, path: Path) -> int:
        """Return how many games a backup holds. Raises StoreError when it cannot be restored."""
        if not path.is_file():
            raise StoreError(f"There is no file {path}.")
        engine = create_engine(f"sqlite:///file:{path}?mode=ro&uri=true", poolclass=NullPool)
        try:
            with engine.connect() as db:
                tables = set(inspect(db).get_table_names())
                if not is_ours(tables):
                    raise StoreError(f"{path} is not a database of this bot.")
                check_revision(db, tables)
                found = db.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
                if found != "ok":
                    raise StoreError(f"{path} is damaged: {found}.")
                return int(db.exec_driver_sql("SELECT count(*) FROM games").scalar_one())
        except DBAPIError as error:
            raise StoreError(f"{path}: {describe_fault(error) or error.orig}") from None

    def restore(self, backup: Path, renew: Renew, now: float) -> Path | None:
        """Put a backup, after `renew`, in the place of the file; keep the old one beside it."""
        database, kept = self._path, None
        fresh = SqliteBackend(database.with_name(database.name + ".restoring"))
        fresh.delete()
        try:
            shutil.copyfile(backup, fresh._path)
            fresh._path.chmod(0o600)
            engine = fresh.writing_engine()
            renew(fresh, engine)
            engine.dispose()  # the last connection writes what is in the write-ahead log
        except (OSError, DBAPIError) as error:
            fresh.delete()
            raise StoreError(f"It cannot be restored: {describe_fault(error) or error}") from None
        if database.exists():
            stamp = time.strftime(".before-%Y%m%d-%H%M%S", time.localtime(now))
            kept = database.with_name(database.name + stamp)
            _checkpoint(database)
            os.replace(database, kept)
        self.delete()
        os.replace(fresh._path, database)
        return kept

    def delete(self) -> None:
        """Delete the file with all that stands beside it."""
        for suffix in ("", "-wal", "-shm"):
            self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)

    @contextlib.asynccontextmanager
    async def serve(self, stop: asyncio.Event, lost: Callable[[], None]) -> AsyncIterator[bool]:
        """Hold the file until the block ends. Raises StoreError when another process does."""
        with self.lock():
            yield True

    def lock(self) -> AbstractContextManager[None]:
        """Hold the file alone until the block ends or the process does, however it ends."""
        return lock_database(self._path)


def _checkpoint(database: Path) -> None:
    """Write what is in the write-ahead log into the file, so that the file alone is whole."""
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(database)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _set_up(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions begin where the two below say
    _order(connection, *(f"PRAGMA {pragma}" for pragma in PRAGMAS))


def _begin_to_write(db: Connection) -> None:
    _order(db.connection, "BEGIN IMMEDIATE")


def _begin_to_read(db: Connection) -> None:
    """By aiosqlite itself: one trip to its thread, where a cursor of SQLAlchemy's makes three."""
    connection: Any = db.connection.dbapi_connection
    connection.run_async(lambda driver: driver.execute_fetchall("BEGIN DEFERRED"))


def _order(connection: Any, *orders: str) -> None:
    """Execute what has no result by the driver: for SQLAlchemy to prepare an order takes longer
    than for SQLite to do it."""
    cursor = connection.cursor()
    for order in orders:
        cursor.execute(order)
    cursor.close()
