"""Workers on other machines: those who draw for the bots and replay games, and the way to them."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import psycopg

from app.serving import WORKERS_IMPORT
from cogs.ui.render_pool import RenderPool, count_workers, memory_limit
from engine.contract.sprites import SpriteSheet
from settings import __version__
from table.heavy.queue import HeavyQueue
from table.store.backend import Backend
from table.store.elsewhere import Connect, DistantWorker, Elsewhere, Taker, do, make_table
from table.store.faults import UNREACHABLE, StoreError
from table.store.postgresql import PostgresqlBackend

HEAVY = 4  # pieces of heavy work of a bot that are under way at a time
AGAIN = 1.0  # seconds, while the database cannot be reached

_log = logging.getLogger(__name__)


def elsewhere_of(backend: Backend) -> Elsewhere:
    """Return the bot's way to the workers. Raises StoreError."""
    connect = _connect_of(backend)
    try:
        make_table(connect)
    except psycopg.Error as error:
        raise StoreError(UNREACHABLE) from error
    return Elsewhere(connect, __version__)


def employ(elsewhere: Elsewhere, queue: HeavyQueue) -> None:
    """Have a queue's work done by the workers."""
    queue.employ(lambda: DistantWorker(elsewhere), HEAVY)


def work(backend: Backend, sheets: Sequence[SpriteSheet]) -> int:
    """Be a worker until told to stop; return the exit status. Raises StoreError."""
    connect = _connect_of(backend)
    multiprocessing.set_forkserver_preload(WORKERS_IMPORT)
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    pool = RenderPool(sheets)
    count = count_workers(os.cpu_count() or 1, memory_limit())

    def draw(packed: bytes) -> bytes:
        return pool.submit(do, packed).result()

    def serve() -> None:
        taker = Taker(connect, __version__, draw)
        told = False
        while not stop.is_set():
            try:
                make_table(connect)
                _log.info("takes work")
                taker.serve(stop)
            except psycopg.Error as error:
                if not told:
                    _log.warning("the database cannot be reached: %s", error)
                told = True
                stop.wait(AGAIN)
        taker.close()
        _log.info("has done %d pieces of work", taker.taken)

    with ThreadPoolExecutor(count, thread_name_prefix="worker") as threads:
        for served in [threads.submit(serve) for _ in range(count)]:
            served.result()
    pool.shutdown()
    return 0


def _connect_of(backend: Backend) -> Connect:
    if not isinstance(backend, PostgresqlBackend):
        raise StoreError("Workers elsewhere need a PostgreSQL database in LEITHIAN_DB.")
    return backend.connection
