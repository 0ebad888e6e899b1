"""Connections to the database: one that writes, on a thread of its own, and some that read."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from table.store.backend import Backend

T = TypeVar("T")


class Readers:
    """Connections that read."""

    def __init__(self, backend: Backend) -> None:
        self._engine = backend.reading_engine()

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Return the result of work that sees one state of the database."""
        try:
            return await self._read(work)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        return await self._read(work)  # the server was restarted: over a new connection

    async def _read(self, work: Callable[[Connection], T]) -> T:
        async with self._engine.connect() as db:
            return await db.run_sync(work)

    async def close(self) -> None:
        """Close the connections."""
        await self._engine.dispose()


class WriterThread:
    """The thread of the connection that writes."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.engine = backend.writing_engine()
        self.executor = ThreadPoolExecutor(1, thread_name_prefix="store")

    def close(self) -> None:
        """Finish what was asked, and close the connection."""
        self.executor.shutdown()
        self.engine.dispose()
