"""The writer: work that piles up is saved together, and each piece stands for itself."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import IntegrityError

from table.store.connection import Readers, WriterThread
from table.store.sqlite import SqliteBackend
from table.store.writer import Writer


class Desk(NamedTuple):
    """A writer, and a connection by which to see what it has saved."""

    engine: Engine
    writer: Writer
    reading: Readers

    async def saved(self) -> list[int]:
        """Return the numbers that are there."""
        query = "SELECT n FROM numbers ORDER BY n"
        return await self.reading.read(lambda db: list(db.exec_driver_sql(query).scalars()))

    async def held_up(self, *works: Callable[[Connection], Any]) -> list[asyncio.Future[Any]]:
        """Submit works while the writer is busy, so that they are saved together."""
        busy, go = threading.Event(), threading.Event()

        def hold(_: Connection) -> None:
            busy.set()
            go.wait(100)

        self.writer.submit(hold)
        assert await asyncio.to_thread(busy.wait, 60)
        futures = [self.writer.submit(work) for work in works]
        go.set()
        return futures


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    """A database with a table of numbers, each at most once."""
    path = tmp_path / "numbers.db"
    backend = SqliteBackend(path)
    thread = WriterThread(backend)
    desk = Desk(thread.engine, Writer(thread), Readers(backend))
    await desk.writer.submit(
        lambda db: db.exec_driver_sql("CREATE TABLE numbers (n INTEGER PRIMARY KEY)") and None
    )
    yield desk
    await desk.writer.close()
    await desk.reading.close()
    thread.close()


def add(*numbers: int) -> Callable[[Connection], int]:
    """Work that writes numbers one after the other."""

    def work(db: Connection) -> int:
        for number in numbers:
            db.exec_driver_sql("INSERT INTO numbers VALUES (?)", (number,))
        return len(numbers)

    return work


async def test_what_piles_up_is_saved_in_one_transaction(desk: Desk) -> None:
    commits: list[object] = []
    event.listen(desk.engine, "commit", commits.append)
    futures = await desk.held_up(*(add(n) for n in range(20)))
    assert await asyncio.gather(*futures) == [1] * 20
    assert await desk.saved() == list(range(20))
    assert len(commits) == 2


async def test_a_piece_that_fails_takes_nothing_of_the_others_with_it(desk: Desk) -> None:
    first, doubled, last = await desk.held_up(add(1), add(2, 1), add(3))
    assert (await first, await last) == (1, 1)
    with pytest.raises(IntegrityError):
        await doubled
    with pytest.raises(IntegrityError):
        await desk.writer.submit(add(4, 4))
    assert await desk.saved() == [1, 3]


async def test_when_saving_fails_nobody_is_told_otherwise(desk: Desk) -> None:
    dialect = desk.engine.dialect
    commit = dialect.do_commit

    def broken(connection: Any) -> None:
        raise OSError("the disk is full")

    await asyncio.gather(*await desk.held_up(add(1), add(2)))
    dialect.do_commit = broken  # type: ignore[method-assign]
    for future in (desk.writer.submit(add(3)), desk.writer.submit(add(4))):
        with pytest.raises(OSError, match="full"):
            await future
    dialect.do_commit = commit  # type: ignore[method-assign]
    assert await desk.writer.submit(add(5)) == 1
    assert await desk.saved() == [1, 2, 5]


async def test_work_that_nobody_waits_for_any_more_is_left_out(desk: Desk) -> None:
    dropped, kept = await desk.held_up(add(1), add(2))
    assert dropped.cancel()
    assert await kept == 1
    assert dropped.cancelled()
    assert await desk.saved() == [2]


async def test_a_batch_that_nobody_waits_for_holds_up_no_later_one(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table.store.writer.MAX_BATCH", 1)
    dropped, kept = await desk.held_up(add(1), add(2))
    assert dropped.cancel()
    await desk.writer.close()
    assert kept.done()
    assert (await kept, await desk.saved()) == (1, [2])


async def test_a_piece_given_up_while_it_is_written_holds_up_no_other(desk: Desk) -> None:
    begun, go = threading.Event(), threading.Event()

    def hold(db: Connection) -> int:
        begun.set()
        go.wait(60)
        return add(1)(db)

    dropped, kept = await desk.held_up(hold, add(2))
    assert await asyncio.to_thread(begun.wait, 60)
    assert dropped.cancel()
    go.set()
    await desk.writer.close()
    assert kept.done()
    assert (dropped.cancelled(), await kept, await desk.saved()) == (True, 1, [1, 2])


async def test_closing_writes_what_was_submitted(tmp_path: Path, desk: Desk) -> None:
    thread = WriterThread(SqliteBackend(tmp_path / "numbers.db"))
    writer = Writer(thread)
    futures = [writer.submit(add(n)) for n in range(200)]
    await writer.close()
    thread.close()
    assert all(future.done() for future in futures)
    assert await desk.saved() == list(range(200))
