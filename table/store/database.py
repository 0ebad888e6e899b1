"""The database file: reading, writing, backup.

The file is in WAL mode, so readers do not wait; `synchronous=FULL` makes a commit outlast a kill
and a power cut.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from table.store.connection import Readers, WriterThread, check_file
from table.store.faults import StoreError, describe_fault
from table.store.migrate import migrate
from table.store.writer import Writer

T = TypeVar("T")

CHECKPOINT_TRIES = 3  # each waits for readers as long as `busy_timeout`


class Database:
    """A database file that is open."""

    def __init__(self, path: Path) -> None:
        self._thread = WriterThread(path)
        self._writer = Writer(self._thread.engine, self._thread.executor)
        self._readers = Readers(path)

    @property
    def engine(self) -> Engine:
        """Return the engine that writes."""
        return self._thread.engine

    @property
    def fault(self) -> str:
        """Return why nothing could be saved last time, in a sentence; empty: all is well."""
        return self._writer.fault

    async def open(self) -> None:
        """Bring the tables up to date. Raises StoreError when the file cannot be used."""
        try:
            await self.write(migrate)
        except (sqlite3.Error, DBAPIError) as error:
            await self.close()
            raise StoreError(describe_fault(error) or f"The database: {error}.") from error
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        """Finish what is being written and read, and close the connections."""
        await self._writer.close()
        await self._readers.close()
        self._thread.close()

    async def write(self, work: Callable[[Connection], T], *, lasting: bool = True) -> T:
        """Return the result of work that may write.

        It is saved when this returns (unless `lasting`, a power cut soon after may lose it); when
        the work raises, nothing of it is.
        """
        return await self.submit(work, lasting=lasting)

    def submit(self, work: Callable[[Connection], T], *, lasting: bool = True) -> asyncio.Future[T]:
        """Begin at once to write, as `write` does.

        Pieces of work submitted one right after the other, without a pause of the event loop, are
        saved in one transaction, in their order.
        """
        return self._writer.submit(work, lasting=lasting)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Return the result of work that sees one state of the database and waits for no writer."""
        return await self._readers.read(work)

    async def compact(self) -> None:
        """Write the file anew, so that nothing which was deleted is left in it, nor in what is
        written ahead. Raises StoreError when somebody reads all the while."""
        await asyncio.get_running_loop().run_in_executor(
            self._thread.executor, _compact, self.engine
        )

    async def backup(self, path: Path) -> None:
        """Copy the whole database as it stands now into a new file, while games go on."""
        await self._readers.backup(path)


def _compact(engine: Engine) -> None:
    with engine.connect() as db:
        connection = db.connection.driver_connection
        assert isinstance(connection, sqlite3.Connection), "the writer uses plain sqlite3"
        connection.execute("VACUUM")
        for _ in range(CHECKPOINT_TRIES):
            busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if not busy:
                return
    raise StoreError("The database is being read all the time: what was deleted is still in it.")


async def open_database(path: str | Path) -> Database:
    """Open (or make) the database file. Raises StoreError when it cannot be used."""
    try:
        check_file(Path(path))
    except (sqlite3.Error, OSError) as error:
        raise StoreError(describe_fault(error) or f"The database: {error}.") from error
    database = Database(Path(path))
    await database.open()
    return database
