"""Single writer with group commit.

Work that piles up while a transaction is being saved is saved together in the next one. A piece
that fails takes nothing of the others with it: they are written once more, each for itself.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from table.store.connection import WriterThread
from table.store.faults import describe_fault
from table.store.shards import UNSCOPED, Scope, Shards

MAX_BATCH = 64  # pieces in one transaction

Work = Callable[[Connection], Any]
Result = tuple[Any, Exception | None]


class PendingWrite(NamedTuple):
    """Work that waits to be written. It may be run twice, but its changes are kept once."""

    work: Work
    done: asyncio.Future[Any]
    lasting: bool
    scope: Scope


class Writer:
    """A writer through one connection, until it is closed."""

    def __init__(self, thread: WriterThread) -> None:
        self._thread = thread
        self._waiting: deque[PendingWrite] = deque()
        self._saving: asyncio.Task[None] | None = None
        self.fault = ""  # why nothing could be saved last time, in a sentence

    def submit(
        self, work: Work, *, lasting: bool = True, scope: Scope = UNSCOPED
    ) -> asyncio.Future[Any]:
        """Have work written; the future has its result once it is saved for good.

        What is not `lasting` may be lost when the power fails, until something lasting is saved
        after it. `scope`: what it belongs to; the work is refused where others serve that.
        """
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append(PendingWrite(work, done, lasting, scope))
        if self._saving is None:
            self._saving = asyncio.create_task(self._save_all())
        return done

    async def close(self) -> None:
        """Write what was submitted."""
        if self._saving is not None:
            await self._saving

    async def _save_all(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch = [self._waiting.popleft() for _ in range(min(MAX_BATCH, len(self._waiting)))]
            batch = [piece for piece in batch if not piece.done.cancelled()]
            if not batch:
                continue
            try:
                results = await loop.run_in_executor(
                    self._thread.executor, partial(self._save, batch)
                )
                self.fault = ""
            except Exception as failure:
                self.fault = describe_fault(failure)
                results = [(None, failure)] * len(batch)
            for piece, (result, fault) in zip(batch, results, strict=True):
                if piece.done.cancelled():
                    continue
                if fault is None:
                    piece.done.set_result(result)
                else:
                    piece.done.set_exception(fault)
        self._saving = None

    def _save(self, batch: Sequence[PendingWrite]) -> list[Result]:
        """Save the pieces in one transaction; on the writer's thread."""
        try:
            with self._transaction(batch) as db:
                self._shards.check(db, {piece.scope for piece in batch})
                return [(piece.work(db), None) for piece in batch]
        except Exception as error:
            if len(batch) == 1 and not _is_cut(error):
                raise
        with self._transaction(batch) as db:
            return [self._save_alone(db, piece) for piece in batch]

    def _save_alone(self, db: Connection, piece: PendingWrite) -> Result:
        try:
            with db.begin_nested():
                self._shards.check(db, {piece.scope})
                result = piece.work(db)
        except Exception as fault:
            return None, fault
        return result, None

    @property
    def _shards(self) -> Shards:
        return self._thread.backend.shards

    def _transaction(self, batch: Sequence[PendingWrite]) -> AbstractContextManager[Connection]:
        """Begin a transaction. It is on the disk when it ends if any piece of it is lasting."""
        lasting = any(piece.lasting for piece in batch)
        return self._thread.backend.begin(self._thread.engine, lasting=lasting)


def _is_cut(error: Exception) -> bool:
    """Return whether the connection to the server was lost; the next transaction makes another."""
    return isinstance(error, DBAPIError) and error.connection_invalidated
