"""Leases: one process writes to a shard's games at a time, whatever is frozen, killed, cut off."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections import Counter
from pathlib import Path

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.exc import DBAPIError

from table.store import migrate
from table.store.backend import IN_USE
from table.store.database import backend_of
from table.store.faults import UNREACHABLE, StoreError, describe_fault
from table.store.lease import SECONDS, Lease, LeasedShards, LeaseLost, new_process_name, share_out
from table.store.shards import SHARD_BITS, Scope
from table.store.store import Store
from tests.postgres_server import Server, address, binaries
from tests.table.world import PostgresDatabases

pytestmark = pytest.mark.skipif(binaries() is None, reason="PostgreSQL is not installed")

PROCESSES = st.integers(0, 2)
COUNT = 3  # shards
SHARDS = st.integers(0, COUNT - 1)
GAMES = (1, 2, 3)  # the first is of the first shard, and so on


class Process:
    """A process with its leases, and the writes that it has made."""

    def __init__(self, url: str, machine: LeaseMachine) -> None:
        self.engine = create_engine(url, pool_size=2)
        self.lost = 0
        self.shards = LeasedShards(
            self.engine, new_process_name(), self._note_lost, lambda: machine.now
        )

    def _note_lost(self) -> None:
        self.lost += 1

    def write(self, scope: Scope, shard: int) -> bool:
        """Write as a commit does; return whether that was let through."""
        try:
            with self.engine.begin() as db:
                self.shards.check(db, {scope})
                note = text("INSERT INTO written (shard, fence) VALUES (:shard, :fence)")
                db.execute(note, {"shard": shard, "fence": self.shards.fences[shard]})
        except LeaseLost:
            return False
        return True


class LeaseMachine(RuleBasedStateMachine):
    """Three processes that enter, take, ask for, hand over and renew the leases of three shards,
    freeze and go on, while time passes. One that is told that it was overtaken begins anew.

    The model: who holds the newest fence of each shard, and until when.
    """

    url: str

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0
        self.processes = [Process(self.url, self) for _ in range(3)]
        self.holders: dict[int, Process] = {}  # of the newest fence of each shard
        self.until: dict[int, float] = {}
        with self.processes[0].engine.begin() as db:
            db.execute(text("DROP TABLE IF EXISTS leases, processes, identifies, written, games"))
            db.execute(
                text(
                    "CREATE TABLE written (n serial PRIMARY KEY, shard bigint, fence bigint);"
                    "CREATE TABLE games (id bigint PRIMARY KEY, guild bigint);"
                )
            )
            for shard, game in enumerate(GAMES):
                row = {"game": game, "guild": (7 * COUNT + shard) << SHARD_BITS | 99}
                db.execute(text("INSERT INTO games VALUES (:game, :guild)"), row)
        self.processes[0].shards.prepare()

    def renew_model(self, process: Process) -> None:
        """Note that all which a process holds was renewed."""
        for shard, holder in self.holders.items():
            if holder is process:
                self.until[shard] = self.now + SECONDS

    def note_owners(self) -> None:
        """Note who holds what from now on, by the table itself."""
        names = {each.shards.name: each for each in self.processes}
        with self.processes[0].engine.connect() as db:
            rows = db.execute(text("SELECT shard, owner, until FROM leases")).all()
        for row in rows:
            if row.owner in names:
                self.holders[row.shard] = names[row.owner]
            self.until[row.shard] = row.until

    def begin_anew(self, which: int) -> None:
        """Let a process that was overtaken end, and another come in its place."""
        self.processes[which].engine.dispose()
        self.processes[which] = Process(self.url, self)

    @rule(seconds=st.sampled_from((0.5, 3.0, SECONDS - 0.5, SECONDS, 2 * SECONDS)))
    def time_passes(self, seconds: float) -> None:
        self.now += seconds

    @rule(which=PROCESSES)
    def balance(self, which: int) -> None:
        process = self.processes[which]
        if process.shards.name not in self.names():
            if process.shards.enter(lambda _: True):
                process.shards.begin_to_take(COUNT)
            self.note_owners()
            return
        before, until = dict(self.holders), dict(self.until)
        try:
            process.shards.balance()
        except LeaseLost:
            self.begin_anew(which)
            return
        self.note_owners()
        for shard, holder in self.holders.items():
            if before.get(shard) is not holder:
                assert holder is process
                assert until[shard] <= self.now, "a lease was taken before it had run out"

    def names(self) -> set[str]:
        """Return the processes that are noted in the database."""
        with self.processes[0].engine.connect() as db:
            return {*db.scalars(text("SELECT name FROM processes"))}

    @rule(which=PROCESSES)
    def connect(self, which: int) -> None:
        """Tell that all which was asked for is connected."""
        process = self.processes[which]
        with process.engine.begin() as db:
            db.execute(
                text("UPDATE leases SET connected = true WHERE heir = :me"),
                {"me": process.shards.name},
            )

    @rule(which=PROCESSES)
    def hand_over(self, which: int) -> None:
        process = self.processes[which]
        if process.shards.name not in self.names():
            return
        try:
            due = process.shards.balance().due
        except LeaseLost:
            self.begin_anew(which)
            return
        self.note_owners()
        for shard in due:
            process.shards.give(shard, [])
            assert not process.write(Scope(game=GAMES[shard]), shard)
        self.note_owners()
        assert all(self.holders[shard] is not process for shard in due)

    @rule(which=PROCESSES)
    def renew(self, which: int) -> None:
        process = self.processes[which]
        if process.shards.name not in self.names():
            return
        mine = set(process.shards.fences)
        kept = all(self.holders[shard] is process for shard in mine)
        renewed = process.shards.renew()
        assert renewed == kept
        self.note_owners()
        if not renewed:
            self.begin_anew(which)

    @rule(which=PROCESSES)
    def leave(self, which: int) -> None:
        self.processes[which].shards.leave()
        self.note_owners()
        self.begin_anew(which)

    @rule(which=PROCESSES, shard=SHARDS, new=st.booleans())
    def write(self, which: int, shard: int, new: bool) -> None:
        """Write to a game that there is, or a new one of a server."""
        process = self.processes[which]
        server = Scope(guild=(5 * COUNT + shard) << SHARD_BITS)
        lost = process.lost
        holds = self.holders.get(shard) is process and shard in process.shards.fences
        written = process.write(server if new else Scope(game=GAMES[shard]), shard)
        assert written == holds
        overtaken = shard in process.shards.fences and not holds
        assert (process.lost > lost) == overtaken
        if overtaken:
            self.begin_anew(which)

    @rule(which=PROCESSES, shard=SHARDS)
    def write_while_another_takes(self, which: int, shard: int) -> None:
        """A transaction that has passed the check is finished before anybody takes the lease."""
        writer, other = self.holders.get(shard), self.processes[which]
        if writer not in self.processes or writer is other or writer is None:
            return
        if self.until[shard] > self.now or shard not in writer.shards.fences:
            return
        if other.shards.name not in self.names():
            return
        done: list[bool] = []

        def take() -> None:
            try:
                done.append(shard in other.shards.balance().held)
            except LeaseLost:
                done.append(False)

        taking = threading.Thread(target=take)
        with writer.engine.begin() as db:
            writer.shards.check(db, {Scope(game=GAMES[shard])})
            taking.start()
            taking.join(0.05)
            assert done != [True], "it was taken in the middle of a write"
            note = text("INSERT INTO written (shard, fence) VALUES (:shard, :fence)")
            db.execute(note, {"shard": shard, "fence": writer.shards.fences[shard]})
        taking.join()
        if not done[0] and other.shards.name not in self.names():
            self.begin_anew(which)
        self.note_owners()

    @invariant()
    def fences_only_grow(self) -> None:
        with self.processes[0].engine.connect() as db:
            for shard in range(COUNT):
                query = text("SELECT fence FROM written WHERE shard = :shard ORDER BY n")
                written = list(db.scalars(query, {"shard": shard}))
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


@given(
    owners=st.lists(st.sampled_from(("a", "b", "c", "dead", "retired")), min_size=1, max_size=12),
    processes=st.sets(st.sampled_from(("a", "b", "c")), min_size=1),
)
def test_shards_come_to_even_shares_and_none_moves_in_vain(
    owners: list[str], processes: set[str]
) -> None:
    leases = [
        Lease(shard, owner, 1, owner != "dead", "", connected=False, answered="")
        for shard, owner in enumerate(owners)
    ]
    counts = Counter(owner for owner in owners if owner in processes)
    least, more = divmod(len(owners), len(processes))
    kept = sorted((counts[name] for name in processes), reverse=True)
    must_move = sum(max(0, n - least - (place < more)) for place, n in enumerate(kept))
    must_move += sum(owner not in {*processes, "dead"} for owner in owners)
    moved = 0
    for _ in range(3):
        for name in sorted(processes):
            plan = share_out(name, processes, leases)
            assert all(not leases[shard].living for shard in plan.take)
            for shard in plan.take:
                leases[shard] = leases[shard]._replace(owner=name, living=True, heir="")
            for shard in plan.ask:
                assert leases[shard].owner != name
                leases[shard] = leases[shard]._replace(owner=name, heir="")
                moved += 1
            assert not plan.drop
    shares = Counter(each.owner for each in leases)
    assert sorted(shares[name] for name in processes) == sorted(
        least + (place < more) for place in range(len(processes))
    )
    assert moved == must_move


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

    async def join(self, count: int) -> tuple[LeasedShards, Store]:
        """Wait until it serves, and take part in the sharing out of so many shards."""
        await soon(self.serves)
        store, shards = await Store.open(self.backend), self.backend.shards
        assert isinstance(shards, LeasedShards)
        await shards.join(count)
        return shards, store

    async def stop(self) -> bool:
        """End it in order; return whether it ever served."""
        self._stop.set()
        self._end.set()
        return await self._task


async def soon(event: asyncio.Event) -> None:
    """Wait for an event."""
    async with asyncio.timeout(120):
        await event.wait()


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


async def test_a_process_that_is_stopped_before_it_may_serve_never_does(database: str) -> None:
    with backend_of(database).lock():
        serving = Serving(database)
        assert await serving.stop() is False


async def test_a_process_that_was_taken_over_from_is_refused_and_told(database: str) -> None:
    first = Serving(database)
    await soon(first.serves)
    store = await Store.open(first.backend)
    await store.beat(1.0)
    # As if it had been frozen for longer than its lease, and another had come.
    with psycopg.connect(database, autocommit=True) as db:
        db.execute("DELETE FROM processes")
    with pytest.raises(LeaseLost):
        await store.beat(2.0)
    assert await store.last_beat() == 1.0
    assert first.lost.is_set()
    await store.close()
    await first.stop()


async def test_of_writes_that_are_saved_together_those_of_others_games_are_refused_alone(
    database: str,
) -> None:
    first = Serving(database)
    shards, store = await first.join(2)
    with psycopg.connect(database, autocommit=True) as db:
        db.execute("UPDATE leases SET owner = 'other', fence = fence + 1 WHERE shard = 1")
    write, note = store.database.submit, "UPDATE heartbeat SET at = at + 1"
    await store.beat(1.0)
    pieces = [
        write(lambda db: db.exec_driver_sql(note), scope=shards.scope(shard)) for shard in (0, 1, 0)
    ]
    done = await asyncio.gather(*pieces, return_exceptions=True)
    assert [isinstance(each, LeaseLost) for each in done] == [False, True, False]
    assert await store.last_beat() == 3.0
    assert first.lost.is_set()
    await store.close()
    await first.stop()


async def test_nobody_is_held_up_by_a_process_frozen_in_a_transaction(database: str) -> None:
    frozen = Serving(database)
    shards, store = await frozen.join(1)
    await store.beat(1.0)

    def freeze(db: Connection) -> None:
        db.exec_driver_sql("UPDATE heartbeat SET at = 2")
        with psycopg.connect(database, autocommit=True) as other:
            other.execute("SET lock_timeout = '60s'")
            other.execute("UPDATE leases SET fence = fence + 1")  # after the server has cut it off

    with pytest.raises((DBAPIError, LeaseLost)):
        await store.database.write(freeze, scope=shards.scope(0))
    assert await store.last_beat() == 1.0
    await store.close()
    await frozen.stop()


async def test_a_process_frozen_between_rows_of_a_statement_is_taken_over_from(
    database: str,
) -> None:
    frozen = Serving(database)
    shards, store = await frozen.join(1)
    heir = Serving(database)
    await soon(heir.serves)
    await heir.backend.shards.join(1)
    taken = threading.Event()

    def freeze(db: Connection) -> None:
        rows = [{"name": "first"}, {"name": "second"}]
        db.execute(text("INSERT INTO processes VALUES (:name, 0)"), rows)
        assert taken.wait(120)

    writing = asyncio.create_task(store.database.write(freeze, scope=shards.scope(0)))
    async with asyncio.timeout(120):
        while 0 not in (await heir.backend.shards.assign()).held:
            await heir.backend.shards.wait()
    taken.set()
    with pytest.raises((DBAPIError, LeaseLost)):
        await writing
    assert await asyncio.to_thread(frozen.lost.wait, 120)
    await store.close()
    await frozen.stop()
    await heir.stop()


async def test_a_bot_whose_tables_are_newer_waits_for_the_others_to_end(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Serving(database)
    await soon(first.serves)
    await (await Store.open(first.backend)).close()
    monkeypatch.setattr(migrate, "newest_revision", lambda: "9999")
    second = Serving(database)
    await asyncio.sleep(0.7)
    assert not second.serves.is_set()
    await first.stop()
    await soon(second.serves)
    await second.stop()


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


async def test_of_several_servers_that_which_answers_is_used_by_all_programs(
    tmp_path: Path,
) -> None:
    server = Server()
    try:
        server.make()
        server.start()
        several = Path(f"{tmp_path},{server.folder}")  # no server has its socket in the first
        store = await Store.open(backend_of(address(several, "postgres")))
        await store.beat(1.0)
        assert await store.last_beat() == 1.0
        await store.database.backup(tmp_path / "backup")
        assert store.database.backend.check_backup(tmp_path / "backup") == 0
        await store.close()
    finally:
        server.delete()
