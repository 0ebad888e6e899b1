"""Pictures and heavy work done by workers on other machines, through a PostgreSQL database.

A bot puts a piece of work into a table and waits for its result; a worker (`python bot.py worker`)
takes one that nobody else has, and says every few seconds that it is still at it. What no worker
takes soon, and what a worker left undone, the bot does itself: workers help, and none is needed.
Work is of the bot's own functions, and is taken by workers of the same version alone.
"""

from __future__ import annotations

import contextlib
import pickle
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Literal, NamedTuple, TypeVar

import psycopg

from table.errors import Refusal
from table.heavy.worker import OverLimit, Worker

T = TypeVar("T")

Kind = Literal["picture", "heavy"]
WAIT: dict[Kind, float] = {"picture": 0.5, "heavy": 2.0}  # seconds for a worker to take it
PICTURE_SECONDS = 60.0  # that a picture may take
HELD = 6.0  # seconds that a worker has a piece of work without saying more
RENEW_EVERY = 2.0  # seconds
LOOK_EVERY = 1.0  # seconds between two looks, should a notification get lost
THREADS = 8  # pieces of work that a bot waits for at a time
WORK_CHANNEL = "leithian_work"

_NOW = "extract(epoch FROM clock_timestamp())"
_LOCK = 0x6C656976  # of the advisory lock under which the table is made
_MAKE = (
    "CREATE UNLOGGED TABLE IF NOT EXISTS jobs (id bigserial PRIMARY KEY, kind text NOT NULL, "
    "version text NOT NULL, work bytea NOT NULL, seconds double precision NOT NULL, "
    "asker text NOT NULL, worker text NOT NULL DEFAULT '', "
    "held_until double precision NOT NULL DEFAULT 0, result bytea)"
)
_PUT = (
    "INSERT INTO jobs (kind, version, work, seconds, asker) VALUES (%s, %s, %s, %s, %s) "
    "RETURNING id"
)
_TAKE = (
    f"UPDATE jobs SET worker = %s, held_until = {_NOW} + {HELD} WHERE id = (SELECT id FROM jobs "
    "WHERE worker = '' AND version = %s ORDER BY kind DESC, id FOR UPDATE SKIP LOCKED LIMIT 1) "
    "RETURNING id, kind, work, seconds"
)
_RENEW = f"UPDATE jobs SET held_until = {_NOW} + {HELD} WHERE id = %s AND worker = %s"
_GIVE = "UPDATE jobs SET result = %s WHERE id = %s AND worker = %s RETURNING asker"
_LOOK = f"SELECT worker, held_until < {_NOW}, result FROM jobs WHERE id = %s"
_REMOVE = "DELETE FROM jobs WHERE id = %s"
_REMOVE_UNTAKEN = "DELETE FROM jobs WHERE id = %s AND worker = ''"
_REMOVE_OLD = f"DELETE FROM jobs WHERE worker <> '' AND held_until < {_NOW} - 3600"

Connect = Callable[[], "psycopg.Connection[Any]"]


class NotDone(Exception):
    """No worker took the work, or the one that did has left it undone."""


class TakenWork(NamedTuple):
    """A piece of work that a worker has taken: a pickled function and its arguments."""

    id: int
    kind: Kind
    work: bytes
    seconds: float


def make_table(connect: Connect) -> None:
    """Make the table of work, if there is none."""
    with connect() as db, db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        db.execute(_MAKE)


class Elsewhere:
    """Work that a bot has done by workers. Its methods are for any thread."""

    def __init__(self, connect: Connect, version: str) -> None:
        """`connect`: returns a new connection, in autocommit mode."""
        self._connect = connect
        self._version = version
        self._idle: list[tuple[psycopg.Connection[Any], str]] = []
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="elsewhere")

    def submit(self, here: Callable[[], T], work: Callable[..., T], *args: Any) -> Future[T]:
        """Have a picture drawn; `here` draws it when no worker does."""

        def run() -> T:
            try:
                return self.run("picture", work, args, PICTURE_SECONDS)  # type: ignore[no-any-return]
            except NotDone:
                return here()

        return self._threads.submit(run)

    def run(
        self,
        kind: Kind,
        work: Callable[..., Any],
        args: tuple[Any, ...],
        seconds: float,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Any:
        """Return what a worker's work returned, or raise what it raised. Raises NotDone, and
        OverLimit when it was cancelled."""
        try:
            with self._connection() as (db, name):
                values = (kind, self._version, pickle.dumps((work, args)), seconds, name)
                with db.transaction():
                    (number,) = db.execute(_PUT, values).fetchone() or (0,)
                    db.execute("SELECT pg_notify(%s, '')", (WORK_CHANNEL,))
                answer = self._wait(db, number, WAIT[kind], cancelled)
        except psycopg.Error as error:
            raise NotDone from error
        done, result = pickle.loads(answer)
        if not done:
            raise result
        return result

    def _wait(
        self, db: psycopg.Connection[Any], number: int, wait: float, cancelled: Callable[[], bool]
    ) -> bytes:
        """Return the result, and remove the work."""
        until = time.monotonic() + wait
        while True:
            for _ in db.notifies(timeout=min(LOOK_EVERY, wait), stop_after=1):
                pass
            found = db.execute(_LOOK, (number,)).fetchone()
            if found is None:  # a server that has crashed begins with an empty table
                raise NotDone
            worker, left, result = found
            if result is not None:
                db.execute(_REMOVE, (number,))
                return bytes(result)
            if cancelled():
                db.execute(_REMOVE, (number,))
                raise OverLimit("cancelled")
            if worker and left:
                db.execute(_REMOVE, (number,))
                raise NotDone
            waited = not worker and time.monotonic() >= until
            if waited and db.execute(_REMOVE_UNTAKEN, (number,)).rowcount:
                raise NotDone

    @contextlib.contextmanager
    def _connection(self) -> Iterator[tuple[psycopg.Connection[Any], str]]:
        """Take a connection that listens for results under a name of its own."""
        try:
            db, name = self._idle.pop()
        except IndexError:
            db, name = self._connect(), f"leithian_{secrets.token_hex(8)}"
            db.execute(f"LISTEN {name}")
        try:
            yield db, name
        except psycopg.Error:
            db.close()
            raise
        finally:
            if not db.closed:
                self._idle.append((db, name))

    def close(self) -> None:
        """Wait for what is under way, and close the connections."""
        self._threads.shutdown()
        for db, _ in self._idle:
            db.close()


class DistantWorker:
    """A worker of `HeavyQueue` whose work is done by others, or by a process here when none of
    them does it."""

    alive = True

    def __init__(self, elsewhere: Elsewhere) -> None:
        self._elsewhere = elsewhere
        self._killed = False
        self._here: Worker | None = None

    def run(self, work: Callable[..., Any], args: tuple[Any, ...], seconds: float) -> Any:
        """Return the result of the work; re-raise its exception. Raises OverLimit."""
        try:
            return self._elsewhere.run("heavy", work, args, seconds, lambda: self._killed)
        except NotDone:
            self._here = self._here or Worker()
            return self._here.run(work, args, seconds)

    def kill(self) -> None:
        """End the work under way, which raises OverLimit."""
        self._killed = True
        if self._here is not None:
            self._here.kill()

    def close(self) -> None:
        """End the process here, if there is one."""
        if self._here is not None:
            self._here.close()


class Taker:
    """Takes work from the database and does it, one piece after the other; for a thread.

    `draw` does what `do` does, with the tiles at hand.
    """

    def __init__(self, connect: Connect, version: str, draw: Callable[[bytes], bytes]) -> None:
        self._connect = connect
        self._version = version
        self._draw = draw
        self._name = secrets.token_hex(8)
        self._worker: Worker | None = None
        self.taken = 0

    def serve(self, stop: threading.Event) -> None:
        """Do work until told to stop. Raises psycopg.Error when the database is gone."""
        with self._connect() as db:
            db.execute(f"LISTEN {WORK_CHANNEL}")
            db.execute(_REMOVE_OLD)
            while not stop.is_set():
                taken = db.execute(_TAKE, (self._name, self._version)).fetchone()
                if taken is None:
                    for _ in db.notifies(timeout=LOOK_EVERY, stop_after=1):
                        pass
                else:
                    self._do(db, TakenWork(*taken))
        self.close()

    def close(self) -> None:
        """End the process that does heavy work."""
        if self._worker is not None:
            self._worker.close()
            self._worker = None

    def _do(self, db: psycopg.Connection[Any], job: TakenWork) -> None:
        self.taken += 1
        with ThreadPoolExecutor(1) as pool:
            doing = pool.submit(self._answer, job)
            while not _is_done(doing, RENEW_EVERY):
                if not db.execute(_RENEW, (job.id, self._name)).rowcount:  # nobody waits for it
                    if self._worker is not None:
                        self._worker.kill()
                    break
            answer = doing.result()
        with db.transaction():
            asker = db.execute(_GIVE, (answer, job.id, self._name)).fetchone()
            if asker is not None:
                db.execute("SELECT pg_notify(%s, '')", asker)

    def _answer(self, job: TakenWork) -> bytes:
        """Return whether the work was done, and its result or exception, pickled."""
        try:
            if job.kind == "picture":
                return self._draw(job.work)
            if self._worker is None or not self._worker.alive:
                self._worker = Worker()
            done: bytes = self._worker.run(do, (job.work,), job.seconds)
            return done
        except OverLimit as limit:
            self.close()
            return pickle.dumps((False, limit))
        except Exception as error:
            return pickle.dumps((False, error))


def do(work: bytes) -> bytes:
    """Do a pickled piece of work; return its result or Refusal, pickled."""
    function, args = pickle.loads(work)
    try:
        return pickle.dumps((True, function(*args)))
    except Refusal as refusal:
        return pickle.dumps((False, refusal))


def _is_done(doing: Future[Any], seconds: float) -> bool:
    with contextlib.suppress(TimeoutError):
        doing.exception(seconds)
        return True
    return False
