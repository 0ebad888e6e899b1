"""The one line that writes. What piles up while a transaction is being saved is saved together
in the next one. A piece that fails takes nothing of the others with it: they are written once more,
each for itself."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine

from table.line import Line

TOGETHER = 64  # pieces in one transaction

Work = Callable[[Connection], Any]
Ended = tuple[Any, Exception | None]  # what a piece of work came to


class Piece(NamedTuple):
    """Work that waits to be written. It may be done twice, but its changes are kept once."""

    work: Work
    done: asyncio.Future[Any]
    lasting: bool


class Writer:
    """Writes through one line until it is closed."""

    def __init__(self, engine: Engine, line: Line) -> None:
        self._engine = engine.execution_options(begin="IMMEDIATE")
        self._line = line
        self._waiting: deque[Piece] = deque()
        self._saving: asyncio.Task[None] | None = None
        self._synchronous = ""  # as the line last was told to be

    def submit(self, work: Work, *, lasting: bool = True) -> asyncio.Future[Any]:
        """Have it written: its result once it is saved for good. What is not `lasting` may be
        lost when the power fails, until something lasting is saved after it."""
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append(Piece(work, done, lasting))
        if self._saving is None:
            self._saving = asyncio.create_task(self._save_all())
        return done

    async def close(self) -> None:
        """Write what was submitted, and close the line."""
        if self._saving is not None:
            await self._saving
        await self._line.close()

    async def _save_all(self) -> None:
        while self._waiting:
            batch = [self._waiting.popleft() for _ in range(min(TOGETHER, len(self._waiting)))]
            batch = [piece for piece in batch if not piece.done.cancelled()]
            if not batch:
                continue
            try:
                ended = await self._line.run(partial(self._save, batch))
            except Exception as failure:
                ended = [(None, failure)] * len(batch)
            for piece, (result, fault) in zip(batch, ended, strict=True):
                if piece.done.cancelled():
                    continue
                if fault is None:
                    piece.done.set_result(result)
                else:
                    piece.done.set_exception(fault)
        self._saving = None

    def _save(self, batch: Sequence[Piece]) -> list[Ended]:
        """Save them in one transaction; on the line's thread."""
        try:
            with self._transaction(batch) as db:
                return [(piece.work(db), None) for piece in batch]
        except Exception:
            if len(batch) == 1:
                raise
        with self._transaction(batch) as db:
            return [_by_itself(db, piece.work) for piece in batch]

    @contextmanager
    def _transaction(self, batch: Sequence[Piece]) -> Iterator[Connection]:
        """It is on the disk when it ends if any piece of it is lasting."""
        how = "FULL" if any(piece.lasting for piece in batch) else "NORMAL"
        with self._engine.connect() as db:
            if how != self._synchronous:
                cursor = db.connection.cursor()
                cursor.execute(f"PRAGMA synchronous={how}")
                cursor.close()
                self._synchronous = how
            with db.begin():
                yield db


def _by_itself(db: Connection, work: Work) -> Ended:
    try:
        with db.begin_nested():
            result = work(db)
    except Exception as fault:
        return None, fault
    return result, None
