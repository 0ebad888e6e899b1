"""The lease of a database: one process writes at a time, whatever is frozen, killed or cut off."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.exc import DBAPIError

from table.store.backend import IN_USE, Backend
from table.store.database import backend_of
from table.store.faults import UNREACHABLE, StoreError, describe_fault
from table.store.lease import SECONDS, Lease, LeaseLost
from table.store.store import Store
from tests.postgres_server import Server, address, binaries
from tests.table.world import PostgresDatabases

pytestmark = pytest.mark.skipif(binaries() is None, reason="PostgreSQL is not installed")

PROCESSES = st.integers(0, 2)


class Process:
    """A process with its lease, and the writes that it has made."""

    def __init__(self, url: str, machine: LeaseMachine) -> None:
        self.engine = create_engine(url, pool_size=2)
        self.lost = 0
        self.lease = Lease(self.engine, self._note_lost, lambda: machine.now)

    def _note_lost(self) -> None:
        self.lost += 1

    def write(self) -> bool:
        """Write as a commit does; return whether that was let through."""
        try:
            with self.engine.begin() as db:
                self.lease.check(db)
                note = text("INSERT INTO written (fence) VALUES (:fence)")
                db.execute(note, {"fence": self.lease.fence})
        except LeaseLost:
            return False
        return True


class LeaseMachine(RuleBasedStateMachine):
    """Three processes that take, renew and release a lease, freeze and go on, while time passes.

    The model: who holds the newest fence, and until when.
    """

    url: str

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0
        self.processes = [Process(self.url, self) for _ in range(3)]
        self.holder: int | None = None  # of the newest fence
        self.until = 0.0
        self.fences = 0
        with self.processes[0].engine.begin() as db:
            db.execute(text("DROP TABLE IF EXISTS leases, written"))
            db.execute(text("CREATE TABLE written (n serial PRIMARY KEY, fence bigint NOT NULL)"))
        for process in self.processes:
            process.lease.prepare()

    @rule(seconds=st.sampled_from((0.5, 3.0, SECONDS - 0.5, SECONDS, 2 * SECONDS)))
    def time_passes(self, seconds: float) -> None:
        self.now += seconds

    @rule(which=PROCESSES)
    def take(self, which: int) -> None:
        taken = self.processes[which].lease.take()
        assert taken == (self.until <= self.now)
        if taken:
            self.holder, self.until = which, self.now + SECONDS
            self.fences += 1
            assert self.processes[which].lease.fence == self.fences

    @rule(which=PROCESSES)
    def renew(self, which: int) -> None:
        renewed = self.processes[which].lease.renew()
        assert renewed == (which == self.holder)
        if renewed:
            self.until = self.now + SECONDS

    @rule(which=PROCESSES)
    def release(self, which: int) -> None:
        self.processes[which].lease.release()
        if which == self.holder:
            self.until = 0.0

    @rule(which=PROCESSES)
    def write(self, which: int) -> None:
        process = self.processes[which]
        lost = process.lost
        assert process.write() == (which == self.holder)
        assert (process.lost > lost) == (which != self.holder)

    @precondition(lambda self: self.holder is not None)
    @rule(which=PROCESSES)
    def write_while_another_takes(self, which: int) -> None:
        """A transaction that has passed the check is finished before anybody takes the lease."""
        writer, other = self.processes[self.holder or 0], self.processes[which]
        if self.until > self.now or which == self.holder:
            return
        taken: list[bool] = []
        taking = threading.Thread(target=lambda: taken.append(other.lease.take()))
        with writer.engine.begin() as db:
            writer.lease.check(db)
            taking.start()
            taking.join(0.05)
            assert not taken, "it was taken in the middle of a write"
            note = text("INSERT INTO written (fence) VALUES (:fence)")
            db.execute(note, {"fence": writer.lease.fence})
        taking.join()
        assert taken == [True]
        self.holder, self.until = which, self.now + SECONDS
        self.fences += 1

    @invariant()
    def fences_only_grow(self) -> None:
        with self.processes[0].engine.connect() as db:
            written = list(db.scalars(text("SELECT fence FROM written ORDER BY n")))
        assert written == sorted(written)

    def teardown(self) -> None:
        for process in self.processes:
            process.engine.dispose()


@pytest.fixture
async def database(engine: str, postgres: PostgresDatabases, tmp_path: Path) -> str:
    """The address of a database without tables."""
    path = tmp_path / "leased.db"
    await postgres.make_bare(path)
    return postgres.address(path)


def play(database: str, examples: int, steps: int) -> None:
    """Run the machine on a database."""
    machine = type("Machine", (LeaseMachine,), {"url": database.replace("://", "+psycopg://", 1)})
    case = machine.TestCase
    case.settings = settings(max_examples=examples, stateful_step_count=steps, deadline=None)
    case("runTest").runTest()


def test_three_processes_never_write_under_an_older_fence(database: str) -> None:
    play(database, 8, 15)


@pytest.mark.soak(part="kills")
def test_three_processes_never_write_under_an_older_fence_at_length(database: str) -> None:
    play(database, 500, 40)


class Serving:
    """A process that serves a database, or waits to. `lost`: it was told that it must not."""

    def __init__(self, database: str) -> None:
        self.backend = backend_of(database)
        self.serves = asyncio.Event()
        self.lost = threading.Event()
        self._end = asyncio.Event()
        self._stop = asyncio.Event()
        self._task = asyncio.create_task(self._serve())

    async def _serve(self) -> bool:
        async with self.backend.serve(self._stop, self.lost.set) as may:
            if may:
                self.serves.set()
                await self._end.wait()
            return may

    async def stop(self) -> bool:
        """End it in order; return whether it ever served."""
        self._stop.set()
        self._end.set()
        return await self._task


async def soon(event: asyncio.Event) -> None:
    """Wait for an event."""
    async with asyncio.timeout(120):
        await event.wait()


async def test_a_process_that_ends_hands_over_to_the_one_that_waits(database: str) -> None:
    first = Serving(database)
    await soon(first.serves)
    second, third = Serving(database), Serving(database)
    await asyncio.sleep(0.2)
    assert not second.serves.is_set()
    assert not third.serves.is_set()
    assert await first.stop()
    done, _ = await asyncio.wait(
        [asyncio.create_task(each.serves.wait()) for each in (second, third)],
        return_when=asyncio.FIRST_COMPLETED,
        timeout=120,
    )
    assert len(done) == 1
    assert sorted([await second.stop(), await third.stop()]) in ([False, True], [True, True])
    assert not first.lost.is_set()


async def test_tools_wait_for_the_bot_to_stop_and_the_bot_for_them(
    database: str, tmp_path: Path
) -> None:
    tool = backend_of(database)
    serving = Serving(database)
    await soon(serving.serves)
    with pytest.raises(StoreError, match=IN_USE), tool.lock():
        pass
    await serving.stop()
    with tool.lock():
        serving = Serving(database)
        await asyncio.sleep(0.5)
        assert not serving.serves.is_set()
    await soon(serving.serves)
    await serving.stop()


async def test_a_process_that_was_taken_over_from_is_refused_and_told(database: str) -> None:
    first = Serving(database)
    await soon(first.serves)
    store = await Store.open(first.backend)
    await store.beat(1.0)
    # As if it had been frozen for longer than its lease, and another had come.
    with psycopg.connect(database, autocommit=True) as db:
        db.execute("UPDATE leases SET until = 0, fence = fence + 1")
    with pytest.raises(LeaseLost):
        await store.beat(2.0)
    assert await store.last_beat() == 1.0
    assert first.lost.is_set()
    await store.close()
    await first.stop()


def frozen_write(backend: Backend, engine: Engine, work: Callable[[Connection], None]) -> None:
    """Write as the writer does."""
    with backend.begin(engine, lasting=True) as db:
        work(db)


async def test_nobody_is_held_up_by_a_process_frozen_in_a_transaction(database: str) -> None:
    frozen = Serving(database)
    await soon(frozen.serves)
    store = await Store.open(frozen.backend)
    await store.beat(1.0)
    engine = frozen.backend.writing_engine()

    def freeze(db: Connection) -> None:
        db.exec_driver_sql("UPDATE heartbeat SET at = 2")
        with psycopg.connect(database, autocommit=True) as other:
            other.execute("SET lock_timeout = '60s'")
            other.execute("UPDATE leases SET fence = fence + 1")  # after the server has cut it off

    with pytest.raises(DBAPIError):
        frozen_write(frozen.backend, engine, freeze)
    engine.dispose()
    assert await store.last_beat() == 1.0
    await store.close()
    await frozen.stop()


async def test_a_server_that_was_restarted_is_used_on(tmp_path: Path) -> None:
    server = Server()
    try:
        server.make()
        server.start()
        database = address(server.folder, "postgres")
        store = await Store.open(backend_of(database))
        await store.beat(1.0)
        assert await store.last_beat() == 1.0
        server.stop()
        with pytest.raises(DBAPIError) as raised:
            await store.beat(2.0)
        assert describe_fault(raised.value) == UNREACHABLE
        assert store.database.fault == UNREACHABLE
        server.start()
        await store.beat(3.0)
        assert await store.last_beat() == 3.0
        server.stop(signal.SIGQUIT)
        server.start()
        await store.beat(4.0)  # over a connection that was lost since
        assert await store.last_beat() == 4.0
        assert store.database.fault == ""
        await store.close()
    finally:
        server.delete()
