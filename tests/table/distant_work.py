"""Workers elsewhere, as threads of the tests that take work from a PostgreSQL database."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest

from table.store.elsewhere import Elsewhere, Taker, do, make_table
from tests.postgres_server import binaries
from tests.table.world import PostgresDatabases

NEEDS_POSTGRESQL = pytest.mark.skipif(binaries() is None, reason="PostgreSQL is not installed")


@dataclass
class Workers:
    """The bot that asks for work, and those who take it."""

    connect: Callable[[], psycopg.Connection[Any]]
    elsewhere: Elsewhere
    takers: list[Taker]


@contextlib.contextmanager
def working(postgres: PostgresDatabases, count: int, version: str = "1") -> Iterator[Workers]:
    """Let so many workers of a version take the work of a bot of version 1."""
    connect = postgres.connection
    make_table(connect)
    with connect() as db:
        db.execute("TRUNCATE jobs")
    workers = Workers(
        connect, Elsewhere(connect, "1"), [Taker(connect, version, do) for _ in range(count)]
    )
    stop = threading.Event()
    with ThreadPoolExecutor(max(1, count)) as threads:
        serving = [threads.submit(taker.serve, stop) for taker in workers.takers]
        try:
            yield workers
        finally:
            stop.set()
        for served in serving:
            served.result()
    workers.elsewhere.close()
