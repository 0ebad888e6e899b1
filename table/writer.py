"""The one thread that writes. What piles up while a transaction is being saved is saved together
in the next one, each piece for itself: a piece that fails takes nothing of the others with it."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine

TOGETHER = 64  # pieces in one transaction

Piece = tuple[Callable[[Connection], Any], "Future[Any]", bool]  # the last: lasting


class Writer:
    """Writes through one connection of `engine` until it is closed."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine.execution_options(begin="IMMEDIATE")
        self._pieces: queue.SimpleQueue[Piece | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Connection], Any], *, lasting: bool = True) -> Future[Any]:
        """Have it written: its result once it is saved for good. What is not `lasting` may be
        lost when the power fails, until something lasting is saved after it."""
        done: Future[Any] = Future()
        self._pieces.put((work, done, lasting))
        return done

    def close(self) -> None:
        """Write what was submitted, and stop."""
        self._pieces.put(None)
        self._thread.join()

    def _run(self) -> None:
        going = True
        while going:
            batch: list[Piece] = []
            piece = self._pieces.get()
            while piece is not None:
                batch.append(piece)
                if len(batch) == TOGETHER:
                    break
                try:
                    piece = self._pieces.get_nowait()
                except queue.Empty:
                    break
            going = piece is not None
            if batch:
                self._save(batch)

    def _save(self, batch: list[Piece]) -> None:
        batch = [piece for piece in batch if piece[1].set_running_or_notify_cancel()]
        ended: list[tuple[Future[Any], Any, Exception | None]] = []
        try:
            with self._engine.connect() as db, self._saved(db, batch):
                for work, done, _ in batch:
                    result, fault = self._piece(db, work, alone=len(batch) == 1)
                    ended.append((done, result, fault))
        except Exception as failure:
            ended = [(done, None, failure) for _, done, _ in batch]
        for done, result, fault in ended:
            if fault is None:
                done.set_result(result)
            else:
                done.set_exception(fault)

    @contextmanager
    def _saved(self, db: Connection, batch: list[Piece]) -> Iterator[None]:
        """A transaction, on the disk when it ends if any piece of it is lasting."""
        lasting = any(piece[2] for piece in batch)
        cursor = db.connection.cursor()
        cursor.execute(f"PRAGMA synchronous={'FULL' if lasting else 'NORMAL'}")
        cursor.close()
        with db.begin():
            yield

    def _piece(
        self, db: Connection, work: Callable[[Connection], Any], *, alone: bool
    ) -> tuple[Any, Exception | None]:
        if alone:
            return work(db), None
        try:
            with db.begin_nested():
                result = work(db)
        except Exception as fault:
            return None, fault
        return result, None
