"""A database that is open: reading, writing, backup."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from table.store.backend import Backend
from table.store.connection import Readers, WriterThread
from table.store.faults import StoreError, describe_fault
from table.store.migrate import migrate
from table.store.shards import UNSCOPED, Scope, Shards
from table.store.sqlite import SqliteBackend
from table.store.writer import Writer

T = TypeVar("T")

POSTGRESQL = ("postgresql://", "postgres://")


class Database:
    """A database that is open."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self._thread = WriterThread(backend)
        self._writer = Writer(self._thread)
        self._readers = Readers(backend)

    @property
    def engine(self) -> Engine:
        """Return the engine that writes."""
        return self._thread.engine

    @property
    def fault(self) -> str:
        """Return why nothing could be saved last time, in a sentence; empty: all is well."""
        return self._writer.fault

    async def open(self) -> None:
        """Bring the tables up to date. Raises StoreError when the database cannot be used."""
        try:
            await self.write(lambda db: migrate(db, self.backend))
        except DBAPIError as error:
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

    @property
    def shards(self) -> Shards:
        """Return the shards whose games are served."""
        return self.backend.shards

    async def write(
        self, work: Callable[[Connection], T], *, lasting: bool = True, scope: Scope = UNSCOPED
    ) -> T:
        """Return the result of work that may write.

        It is saved when this returns (unless `lasting`, a power cut soon after may lose it); when
        the work raises, nothing of it is. `scope`: what it belongs to; raises LeaseLost where
        another process serves that.
        """
        return await self.submit(work, lasting=lasting, scope=scope)

    def submit(
        self, work: Callable[[Connection], T], *, lasting: bool = True, scope: Scope = UNSCOPED
    ) -> asyncio.Future[T]:
        """Begin at once to write, as `write` does.

        Pieces of work submitted one right after the other, without a pause of the event loop, are
        saved in one transaction, in their order.
        """
        return self._writer.submit(work, lasting=lasting, scope=scope)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Return the result of work that sees one state of the database and waits for no writer."""
        return await self._readers.read(work)

    async def compact(self) -> None:
        """Write the tables anew, so that nothing which was deleted is left in them. Raises
        StoreError when somebody reads all the while."""
        await asyncio.get_running_loop().run_in_executor(
            self._thread.executor, self.backend.compact, self.engine
        )

    async def backup(self, path: Path) -> None:
        """Copy the whole database as it stands now into a new file, while games go on."""
        await self.backend.backup(path)


def backend_of(address: str | Path) -> Backend:
    """Return the database at the address of a PostgreSQL server or in a file. Raises StoreError."""
    if str(address).startswith(POSTGRESQL):
        if find_spec("psycopg") is None:
            raise StoreError("PostgreSQL needs psycopg: pip install 'leithian[postgresql]'.")
        module = import_module("table.store.postgresql")  # slow to import
        backend: Backend = module.PostgresqlBackend(str(address))
        return backend
    return SqliteBackend(Path(address))


async def open_database(backend: Backend) -> Database:
    """Open (or make) a database. Raises StoreError when it cannot be used."""
    backend.check()
    database = Database(backend)
    await database.open()
    return database
