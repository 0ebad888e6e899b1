"""The interface between the store and a kind of database."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from pathlib import Path

from sqlalchemy import Connection, Engine
from sqlalchemy.ext.asyncio import AsyncEngine

from table.store.shards import AllShards, Shards

Renew = Callable[["Backend", Engine], None]  # brings what was restored up to date

IN_USE = "Another bot or a restore is using this database; stop that first."


class Backend(ABC):
    """A database of one kind. `str()` names it for people, without its password."""

    suffix: str  # of the names of its backups

    def __init__(self) -> None:
        self.shards: Shards = AllShards()

    @abstractmethod
    def check(self) -> None:
        """Raise StoreError when the database cannot be opened, made or written to."""

    @abstractmethod
    def writing_engine(self) -> Engine:
        """Return an engine with one connection, to be used on one thread."""

    @abstractmethod
    def reading_engine(self) -> AsyncEngine:
        """Return an engine whose transactions see one state of the database each."""

    @abstractmethod
    def begin(self, engine: Engine, *, lasting: bool) -> AbstractContextManager[Connection]:
        """Begin to write, alone; what is `lasting` is on the disk when the block ends."""

    @abstractmethod
    def check_whole(self, db: Connection) -> None:
        """Raise StoreError when the database is damaged."""

    @abstractmethod
    def size(self, db: Connection) -> int:
        """Return the bytes that the database takes up."""

    @abstractmethod
    def compact(self, engine: Engine) -> None:
        """Write the tables anew, so that nothing which was deleted is left in them. Raises
        StoreError when somebody reads all the while."""

    @abstractmethod
    def last_number(self, db: Connection, table: str) -> int:
        """Return the last number that a table has given to a row; 0: none."""

    @abstractmethod
    def set_last_number(self, db: Connection, table: str, number: int) -> None:
        """Let a table give only numbers above `number` to new rows."""

    @abstractmethod
    async def backup(self, path: Path) -> None:
        """Copy the whole database as it stands now into a new file, while games go on."""

    @abstractmethod
    def check_backup(self, path: Path) -> int:
        """Return how many games a backup holds. Raises StoreError, in a sentence, when it cannot
        be restored."""

    @abstractmethod
    def restore(self, backup: Path, renew: Renew, now: float) -> Path | None:
        """Put a backup, after `renew`, in the place of the database; return where the old one is
        kept, if there was one. Raises StoreError, and then nothing has changed."""

    @abstractmethod
    def serve(
        self, stop: asyncio.Event, lost: Callable[[], None]
    ) -> AbstractAsyncContextManager[bool]:
        """Wait until this process may serve games, those of `shards`, until the block ends.

        Yields False when `stop` was set before. `lost`: called, on any thread, when another process
        has taken over what this one serves. Raises StoreError when waiting is no use.
        """

    @abstractmethod
    def lock(self) -> AbstractContextManager[None]:
        """Hold the database alone until the block ends or the process does, however it ends.

        Raises StoreError when another process holds it, or when no lock can be had.
        """
