"""The one that writes: what piles up is saved together, and each piece stands for itself."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import IntegrityError

from table.store import _begun, _connected
from table.writer import Writer


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    """A database with a table of numbers, each at most once."""
    engine = create_engine(f"sqlite:///{tmp_path / 'numbers.db'}")
    event.listen(engine, "connect", _connected)
    event.listen(engine, "begin", _begun)
    with engine.begin() as db:
        db.exec_driver_sql("CREATE TABLE numbers (n INTEGER PRIMARY KEY)")
    yield engine
    engine.dispose()


def add(*numbers: int) -> Callable[[Connection], int]:
    """Work that writes numbers one after the other."""

    def work(db: Connection) -> int:
        for number in numbers:
            db.exec_driver_sql("INSERT INTO numbers VALUES (?)", (number,))
        return len(numbers)

    return work


def saved(engine: Engine) -> list[int]:
    """The numbers that are there."""
    with engine.connect() as db:
        return list(db.exec_driver_sql("SELECT n FROM numbers ORDER BY n").scalars())


def held_up(writer: Writer, *works: Callable[[Connection], Any]) -> list[Future[Any]]:
    """Submit works while the writer is busy, so that they are saved together."""
    busy, go = threading.Event(), threading.Event()

    def hold(_: Connection) -> None:
        busy.set()
        go.wait(10)

    writer.submit(hold)
    assert busy.wait(10)
    futures = [writer.submit(work) for work in works]
    go.set()
    return futures


def test_what_piles_up_is_saved_in_one_transaction(engine: Engine) -> None:
    commits: list[object] = []
    event.listen(engine, "commit", commits.append)
    writer = Writer(engine)
    futures = held_up(writer, *(add(n) for n in range(20)))
    assert [future.result(10) for future in futures] == [1] * 20
    writer.close()
    assert saved(engine) == list(range(20))
    assert len(commits) == 2


def test_a_piece_that_fails_takes_nothing_of_the_others_with_it(engine: Engine) -> None:
    writer = Writer(engine)
    first, doubled, last = held_up(writer, add(1), add(2, 1), add(3))
    assert (first.result(10), last.result(10)) == (1, 1)
    with pytest.raises(IntegrityError):
        doubled.result(10)
    with pytest.raises(IntegrityError):
        writer.submit(add(4, 4)).result(10)
    writer.close()
    assert saved(engine) == [1, 3]


def test_when_saving_fails_nobody_is_told_otherwise(engine: Engine) -> None:
    writer = Writer(engine)
    commit = engine.dialect.do_commit

    def broken(connection: Any) -> None:
        raise OSError("the disk is full")

    futures = held_up(writer, add(1), add(2))
    futures[0].result(10)
    engine.dialect.do_commit = broken  # type: ignore[method-assign]
    for future in (writer.submit(add(3)), writer.submit(add(4))):
        with pytest.raises(OSError, match="full"):
            future.result(10)
    engine.dialect.do_commit = commit  # type: ignore[method-assign]
    assert writer.submit(add(5)).result(10) == 1
    writer.close()
    assert saved(engine) == [1, 2, 5]


def test_work_that_nobody_waits_for_any_more_is_left_out(engine: Engine) -> None:
    writer = Writer(engine)
    busy, go = threading.Event(), threading.Event()

    def hold(_: Connection) -> None:
        busy.set()
        go.wait(10)

    writer.submit(hold)
    assert busy.wait(10)
    dropped = writer.submit(add(1))
    kept = writer.submit(add(2))
    assert dropped.cancel()
    go.set()
    assert kept.result(10) == 1
    with pytest.raises(CancelledError):
        dropped.result(10)
    writer.close()
    assert saved(engine) == [2]


def test_closing_writes_what_was_submitted(engine: Engine) -> None:
    writer = Writer(engine)
    for n in range(200):
        writer.submit(add(n))
    writer.close()
    assert saved(engine) == list(range(200))
