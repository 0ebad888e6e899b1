"""Leases of shards in a PostgreSQL database: the right to serve the games of their servers.

Each shard is held by one process at a time, which renews its lease every few seconds; once that has
run out, another process may take it, with a higher number, the fence. Each transaction reads the
fences of the shards it writes to and locks them against a change: a process that was thought dead,
and was taken over from, can write nothing any more, nor take a message or a deadline to see to.

Shards are shared out evenly. A process with too few asks one with too many; that goes on serving
until the other has connected the shard to Discord, and hands it over then. All times are the
database's.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import socket
import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, literal_column, select, text
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.sql.elements import ColumnElement

from table.schedule.waiting import wait_or_timeout
from table.store import schema as t
from table.store.faults import StoreError
from table.store.shards import IDENTIFY_EVERY, SHARD_BITS, Assignment, Scope, Shards

SECONDS = 10.0  # of a lease that is not renewed
RENEW_EVERY = 3.0  # seconds
RETRY_EVERY = 1.0  # seconds, while the database cannot be reached
LOOK_EVERY = 1.0  # seconds between two looks at who holds what
LOCK = 0x6C656974  # of the advisory lock that a restore or a move holds alone
CHANNEL = "leithian"  # of notifications
ELSEWHERE = "Another bot serves this server now; please try again."
OVERTAKEN = "Another bot has taken the games over."
TABLES = ("leases", "processes", "identifies", "jobs")  # of running bots, in no backup

_log = logging.getLogger(__name__)

_NOW = "coalesce(CAST(:now AS double precision), extract(epoch FROM clock_timestamp()))"
# `heir`: the process that has asked for the shard, `connected`: it has connected it. `answered`:
# the interactions of the last seconds, noted when it was handed over.
_MAKE = (
    "CREATE TABLE IF NOT EXISTS leases (shard bigint PRIMARY KEY, owner text NOT NULL, "
    "fence bigint NOT NULL, until double precision NOT NULL, heir text NOT NULL DEFAULT '', "
    "connected boolean NOT NULL DEFAULT false, answered text NOT NULL DEFAULT '')",
    "CREATE TABLE IF NOT EXISTS processes (name text PRIMARY KEY, until double precision NOT NULL, "
    "shards bigint, retired boolean NOT NULL DEFAULT false)",
    "CREATE TABLE IF NOT EXISTS identifies (bucket bigint PRIMARY KEY, "
    "next double precision NOT NULL)",
)
_HAS_HEIRS = text(
    "SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass('leases') AND attname = 'heir'"
)
_ADD_HEIRS = text(  # to a table of a version that had one lease
    "ALTER TABLE leases ADD heir text NOT NULL DEFAULT '', "
    "ADD connected boolean NOT NULL DEFAULT false, ADD answered text NOT NULL DEFAULT ''"
)
_IN_TURN = text("SELECT pg_advisory_xact_lock(:key)")
_NOBODY_ALONE = text("SELECT pg_try_advisory_xact_lock_shared(:key)")
_LEASED = text(f"SELECT 1 FROM leases WHERE until > {_NOW} LIMIT 1")
_LIVING = text(f"SELECT name, shards, retired FROM processes WHERE until > {_NOW} ORDER BY name")
_DEAD = text(f"SELECT name FROM processes WHERE until <= {_NOW} AND name <> :me")
_END = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE application_name = ANY(:connections) AND usename = current_user"
)
_BURY = text("DELETE FROM processes WHERE name = ANY(:names)")
_ENTER = text(f"INSERT INTO processes (name, until) VALUES (:me, {_NOW} + {SECONDS})")
_JOIN = text("UPDATE processes SET shards = :count WHERE name = :me")
_RETIRE = text("UPDATE processes SET retired = true WHERE name = :me")
_ADD = text(
    "INSERT INTO leases SELECT n, '', 0, 0 FROM generate_series(0, CAST(:count AS bigint) - 1) n "
    "ON CONFLICT DO NOTHING"
)
_LEASES = text(
    f"SELECT shard, owner, fence, until > {_NOW} AS living, heir, connected, answered "
    "FROM leases WHERE shard < :count ORDER BY shard"
)
_TAKE = text(
    f"UPDATE leases SET owner = :me, fence = fence + 1, until = {_NOW} + {SECONDS}, heir = '', "
    "connected = false, answered = '' "
    f"WHERE shard = ANY(:shards) AND until <= {_NOW} RETURNING shard, fence"
)
_ASK = text("UPDATE leases SET heir = :me, connected = false WHERE shard = ANY(:shards)")
_CONNECTED = text("UPDATE leases SET connected = true WHERE shard = :shard AND heir = :me")
_HAND_OVER = text(
    f"UPDATE leases SET owner = heir, fence = fence + 1, until = {_NOW} + {SECONDS}, heir = '', "
    "connected = false, answered = :answered WHERE shard = :shard AND fence = :fence "
    f"AND heir IN (SELECT name FROM processes WHERE until > {_NOW})"
)
_STAY = text(f"UPDATE processes SET until = {_NOW} + {SECONDS} WHERE name = :me RETURNING 1")
_RENEW = text(
    f"UPDATE leases SET until = {_NOW} + {SECONDS} WHERE owner = :me RETURNING shard, fence"
)
_RELEASE = text("UPDATE leases SET until = 0 WHERE owner = :me")
_DROP = text("UPDATE leases SET heir = '' WHERE heir = :me AND shard = ANY(:shards)")
_DROP_ALL = text("UPDATE leases SET heir = '' WHERE heir = :me")
_LEAVE = text("DELETE FROM processes WHERE name = :me")
_FENCES = text(
    "SELECT shard, fence FROM leases WHERE shard = ANY(:shards) OR shard IN "
    f"(SELECT (guild >> {SHARD_BITS}) % :count FROM games WHERE id = ANY(:games)) FOR SHARE"
)
_ALIVE = text("SELECT 1 FROM processes WHERE name = :me FOR KEY SHARE")
_RESERVE = text(
    f"INSERT INTO identifies AS i VALUES (:bucket, {_NOW} + {IDENTIFY_EVERY}) "
    f"ON CONFLICT (bucket) DO UPDATE SET next = greatest(i.next, {_NOW}) + {IDENTIFY_EVERY} "
    f"RETURNING i.next - {IDENTIFY_EVERY} - {_NOW}"
)
_SHARD_BITS: ColumnElement[int] = literal_column(
    str(SHARD_BITS)
)  # PostgreSQL wants an int, and no bigint
_TELL = text("SELECT pg_notify(:channel, :news)")


class LeaseLost(StoreError):
    """Another process serves the games."""


class Lease(NamedTuple):
    """A shard's lease. `living`: it has not run out. The others are as in the table."""

    shard: int
    owner: str
    fence: int
    living: bool
    heir: str
    connected: bool
    answered: str


class SharePlan(NamedTuple):
    """Shards that a process takes, asks for, and asks for no more."""

    take: tuple[int, ...]
    ask: tuple[int, ...]
    drop: tuple[int, ...]


def share_out(me: str, processes: Collection[str], leases: Sequence[Lease]) -> SharePlan:
    """Return how a process comes to its even share.

    `processes`: those that live and do not retire. Those that have most keep what is left over of
    an even division, so that no shard is moved in vain.
    """
    asked = {each.shard: each.heir for each in leases if each.heir in processes}
    owned = {each.shard: each.owner for each in leases if each.living}
    mine = [each.shard for each in leases if each.heir == me]
    if me not in processes:
        return SharePlan((), (), tuple(mine))
    counts = Counter({**owned, **asked}.values())  # as if all that was asked for were given
    least, more = divmod(len(leases), len(processes))
    ranked = sorted(processes, key=lambda name: (-counts[name], name))
    quotas = {name: least + (place < more) for place, name in enumerate(ranked)}
    wanted = quotas[me] - counts[me]
    take = [shard for shard in mine if shard not in owned]  # it died before it handed them over
    free = [each.shard for each in leases if each.shard not in owned and each.shard not in asked]
    take += free[: max(0, wanted)]
    wanted -= len(free[: max(0, wanted)])
    ask = []
    for shard, owner in owned.items():
        if wanted > 0 and shard not in asked and counts[owner] > quotas.get(owner, 0):
            counts[owner] -= 1
            wanted -= 1
            ask.append(shard)
    drop = [shard for shard in mine if shard not in take][: max(0, -wanted)]
    return SharePlan(tuple(take), tuple(ask), tuple(drop))


def new_process_name() -> str:
    """Return a name for this process that no other one has, with its machine and number."""
    return f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"


def connection_name(process: str) -> str:
    """Return the name that the server knows a process's connections by."""
    return f"leithian {process.rpartition(':')[2]}"  # it keeps 63 bytes


class LeasedShards(Shards):
    """The shards that a process has leased.

    `name`: the process's. `lost`: called, on any thread, when another process has taken over.
    `now`: seconds in place of the database's clock.
    """

    def __init__(
        self,
        engine: Engine,
        name: str,
        lost: Callable[[], None],
        now: Callable[[], float] | None = None,
    ) -> None:
        super().__init__()
        self.name = name
        self.lost = lost
        self.fences: dict[int, int] = {}  # of the shards that are held
        self._answered: dict[int, frozenset[int]] = {}  # when they were handed over to us
        self._engine = engine
        self._now = now
        self._woken = asyncio.Event()

    @property
    def held(self) -> frozenset[int]:
        """Return the shards that are leased."""
        return frozenset(self.fences)

    def narrow(
        self, query: Any, game: ColumnElement[int], only: Collection[int] | None = None
    ) -> Any:
        """Return a query about the games of the shards that are served, or of `only` some."""
        games, shards = t.games.alias().c, self.served if only is None else only
        shard = games.guild.op(">>")(_SHARD_BITS) % self.count
        return query.where(game.in_(select(games.id).where(shard.in_(sorted(shards)))))

    def hear(self, news: str) -> None:
        """Act on what was announced; an empty text: something may have been missed."""
        sender, _, rest = news.partition(" ")
        topic, _, value = rest.partition(" ")
        if topic in ("shards", ""):
            self._woken.set()
        if sender != self.name and topic != "shards" and self.on_news is not None:
            self.on_news(topic, value)

    # ------------------------------------------------------------ transactions

    def prepare(self) -> None:
        """Make the tables of leases, or bring them up to date."""
        with self._engine.begin() as db:
            db.execute(_IN_TURN, {"key": LOCK + 1})
            for statement in _MAKE:
                db.execute(text(statement))
            if db.scalar(_HAS_HEIRS) is None:
                db.execute(_ADD_HEIRS)

    def enter(self, is_current: Callable[[Connection], bool]) -> bool:
        """Become one of the processes that serve the database; return whether that could be now.

        It cannot while a restore has the database alone, nor while others serve it and
        `is_current` says that its tables are to be changed.
        """
        with self._transaction() as db:
            if db is None:
                return False
            others = db.execute(_LIVING, self._values()).all()
            if others and not is_current(db):
                return False
            if not others and db.scalar(_LEASED, self._values()) is not None:
                return False  # of a process that has just died, or of a version with one lease
            self._bury(db)
            db.execute(_ENTER, self._values())
        self.is_first = not others
        return True

    def begin_to_take(self, count: int) -> bool:
        """Take part in the sharing out of `count` shards, or of as many as the others have; return
        whether that could be now. The first process takes all, the others wait until it has."""
        with self._transaction() as db:
            if db is None:
                return False
            living = db.execute(_LIVING, self._values()).all()
            agreed = [each.shards for each in living if each.shards is not None]
            self.is_first = self.is_first or {each.name for each in living} == {self.name}
            if not agreed and not self.is_first:
                return False
            self.count = agreed[0] if agreed else count
            db.execute(_JOIN, {**self._values(), "count": self.count})
            db.execute(_ADD, {"count": self.count})
            taken = self._set(db, _TAKE, range(self.count)) if self.is_first else []
        self.fences = {row.shard: row.fence for row in taken}
        if self.count != count:
            _log.warning(
                "Discord wants %d shards: the bots keep their %d until all of them have stopped",
                *(count, self.count),
            )
        return True

    def balance(self) -> Assignment:
        """Take what is free, ask for what others have too much of; return what is to be done."""
        with self._transaction() as db:
            if db is None:
                return Assignment(self._held())
            rows = db.execute(_LIVING, self._values()).all()
            living = {each.name for each in rows}
            if self.name not in living:
                self.lost()
                raise LeaseLost(OVERTAKEN)
            self._bury(db)
            processes = [e.name for e in rows if e.shards is not None and not e.retired]
            leases = [
                Lease(*row) for row in db.execute(_LEASES, {**self._values(), "count": self.count})
            ]
            plan = share_out(self.name, processes, leases)
            taken = self._set(db, _TAKE, plan.take)
            self._set(db, _ASK, plan.ask)
            self._set(db, _DROP, plan.drop)
            if plan.ask:
                self.announce(db, "shards", "")
        self.processes = max(1, len(living))
        ours = [each for each in leases if each.owner == self.name and each.living]
        for each in ours:
            if each.shard not in self.fences:
                self.fences[each.shard] = each.fence
                self._answered[each.shard] = frozenset(map(int, each.answered.split()))
        self.fences |= {row.shard: row.fence for row in taken}
        asked = {each.shard for each in leases if each.heir == self.name}
        asked -= {*plan.take, *plan.drop}
        due = {e.shard for e in ours if e.connected and e.heir in living - {self.name}}
        return Assignment(self._held(), frozenset(asked | {*plan.ask}), frozenset(due))

    def renew(self) -> bool:
        """Hold for longer what is held; return whether nobody else has taken any of it."""
        before = dict(self.fences)
        with self._engine.begin() as db:
            alive = db.scalar(_STAY, self._values()) is not None
            renewed = {row.shard: row.fence for row in db.execute(_RENEW, self._values())}
        kept = {shard: fence for shard, fence in before.items() if shard in self.fences}
        return alive and all(renewed.get(shard) == fence for shard, fence in kept.items())

    def give(self, shard: int, answered: Collection[int]) -> None:
        """Give a shard to the process that has connected it."""
        fence = self.fences.pop(shard)
        values = {"shard": shard, "fence": fence, "answered": " ".join(map(str, answered))}
        with self._engine.begin() as db:
            db.execute(_HAND_OVER, {**self._values(), **values})
            self.announce(db, "shards", "")

    def leave(self) -> None:
        """Let other processes take at once what is held."""
        self.fences = {}
        with self._engine.begin() as db:
            for statement in (_RELEASE, _DROP_ALL, _LEAVE):
                db.execute(statement, self._values())
            self.announce(db, "shards", "")

    def check(self, db: Connection, scopes: Collection[Scope]) -> None:
        """Let nobody take over what belongs to these until the transaction ends. Raises LeaseLost
        when this process may not write it."""
        games = [each.game for each in scopes if each.game]
        shards = [self.of(each.guild) for each in scopes if each.guild is not None]
        if (games or shards) and not self.fences:
            raise LeaseLost(ELSEWHERE)
        if games or shards:
            values = {"games": games, "shards": shards, "count": self.count}
            found = db.execute(_FENCES, values).all()
        else:
            found = []
            if db.scalar(_ALIVE, {"me": self.name}) is None:
                self.lost()
                raise LeaseLost(OVERTAKEN)
        for shard, fence in found:
            held = self.fences.get(shard)
            if held is None:
                raise LeaseLost(ELSEWHERE)
            if held != fence:
                self.lost()
                raise LeaseLost(OVERTAKEN)

    def announce(self, db: Connection, topic: str, value: str) -> None:
        """Tell the other processes something, when the transaction is saved."""
        db.execute(_TELL, {"channel": CHANNEL, "news": f"{self.name} {topic} {value}"})

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[Connection | None]:
        """Begin a transaction that others like it wait for; None while a restore is alone."""
        with self._engine.begin() as db:
            # A holder that was frozen within a transaction is waited for, but not here.
            db.execute(text("SET LOCAL lock_timeout = '1s'"))
            if not db.scalar(_NOBODY_ALONE, {"key": LOCK}):
                yield None
                return
            db.execute(_IN_TURN, {"key": LOCK + 1})
            yield db

    def _bury(self, db: Connection) -> None:
        """Forget processes whose time has run out, and end their connections: one that hangs in a
        transaction may have locked what others are to take."""
        if dead := db.scalars(_DEAD, self._values()).all():
            db.execute(_END, {"connections": list(map(connection_name, dead))})
            db.execute(_BURY, {"names": list(dead)})

    def _set(self, db: Connection, statement: Any, shards: Sequence[int]) -> Sequence[Any]:
        if not shards:
            return []
        result = db.execute(statement, {**self._values(), "shards": list(shards)})
        return result.all() if result.returns_rows else []

    def _held(self) -> dict[int, frozenset[int]]:
        # Of a shard that we had before, old numbers may stand there: no interaction comes again.
        return {shard: self._answered.get(shard, frozenset()) for shard in self.fences}

    def _values(self) -> dict[str, Any]:
        return {"me": self.name, "now": self._now() if self._now else None}

    # ------------------------------------------------------------ the same, beside the event loop

    async def join(self, count: int) -> None:
        """Take part in the sharing out of shards."""
        while not await asyncio.to_thread(self.begin_to_take, count):
            await self.wait()

    async def assign(self) -> Assignment:
        """Take what is free, ask for what others have too much of; return what is to be done."""
        while True:
            with contextlib.suppress(OperationalError):  # a lock or the server: waited for in vain
                return await asyncio.to_thread(self.balance)
            await self.wait()

    async def wait(self) -> None:
        """Wait a second, or until another process has something to tell of shards."""
        await wait_or_timeout(self._woken, LOOK_EVERY)
        self._woken.clear()

    def wake(self) -> None:
        """Let `wait` return."""
        self._woken.set()

    async def report_connected(self, shard: int) -> None:
        """Let the process that serves a shard hand it over to this one."""

        def write() -> None:
            with self._engine.begin() as db:
                db.execute(_CONNECTED, {"shard": shard, "me": self.name})
                self.announce(db, "shards", "")

        await asyncio.to_thread(write)

    async def hand_over(self, shard: int, answered: Collection[int]) -> None:
        """Give a shard to the process that has connected it."""
        await asyncio.to_thread(self.give, shard, answered)

    async def retire(self) -> bool:
        """Take no more shards; return whether there are others to whom they can be handed over."""

        def write() -> bool:
            with self._engine.begin() as db:
                db.execute(_RETIRE, self._values())
                self.announce(db, "shards", "")
                rows = db.execute(_LIVING, self._values()).all()
            return any(each.shards is not None and not each.retired for each in rows)

        with contextlib.suppress(DBAPIError):  # then the leases run out by themselves
            return await asyncio.to_thread(write)
        return False

    async def reserve_identify(self, bucket: int) -> float:
        """Return the seconds to wait before a session may be begun in a bucket."""

        def write() -> float:
            with self._engine.begin() as db:
                pause = db.scalar(_RESERVE, {"bucket": bucket, **self._values()})
            return max(0.0, float(pause or 0.0))

        return await asyncio.to_thread(write)


def is_held(db: Connection) -> bool:
    """Return whether a process serves a database."""
    for table in ("leases", "processes"):
        there = db.scalar(text("SELECT to_regclass(:name)"), {"name": table}) is not None
        query = text(f"SELECT 1 FROM {table} WHERE until > {_NOW} LIMIT 1")
        if there and db.scalar(query, {"now": None}) is not None:
            return True
    return False


class LeaseKeeper:
    """A thread that renews leases, also while the event loop is busy."""

    def __init__(self, shards: LeasedShards) -> None:
        self._shards = shards
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="lease", daemon=True)

    def start(self) -> None:
        """Begin to renew them."""
        self._thread.start()

    def stop(self) -> None:
        """Renew them no more."""
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        pause, told = RENEW_EVERY, False
        while not self._stopping.wait(pause):
            try:
                if not self._shards.renew():
                    self._shards.lost()
                    return
                pause, told = RENEW_EVERY, False
            except SQLAlchemyError as error:  # a connection may be waited for in vain too
                if not told:
                    cause = error.orig if isinstance(error, DBAPIError) else error
                    _log.warning("the lease could not be renewed: %s", type(cause).__name__)
                pause, told = RETRY_EVERY, True
