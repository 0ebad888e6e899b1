"""A table without Discord: a clock that tests turn, and a post office that behaves as Discord."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

import psycopg
from sqlalchemy import Connection, select, text, update

from engine.contract.ruleset import AnyRuleset
from table.commands.lobby import NewGame
from table.outbox.outbox import Gone, Outbox
from table.outbox.rows import OutboxRow
from table.schedule.clock import Clock
from table.state import Person
from table.store.backend import Backend
from table.store.database import backend_of
from table.store.move import move_database
from table.store.schema import log, metadata
from table.store.sqlite import SqliteBackend
from table.store.store import Store
from table.tables import Tables
from tests.postgres_server import address
from tests.rulesets import RULESETS
from tests.table.driver import TableDriver
from tests.toys.guessing import Toy
from tests.toys.mastered import Mastered
from tests.toys.wandering import Wandering

ANN, BOB, EVE = Person(1, "Ann"), Person(2, "Bob"), Person(3, "Eve")
CHANNEL, GUILD = 100, 10
SEED = bytes(range(16))


class Time:
    """A clock that stands still until it is turned."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now

    def pass_(self, seconds: float) -> None:
        """Turn it on."""
        self.now += seconds


class PostOffice:
    """Messages as Discord keeps them. A nonce sent twice makes one message. `faults`: exceptions
    to raise, one a request, before anything is done; `losses`: how many replies get lost after
    it was done."""

    def __init__(self) -> None:
        self.messages: dict[int, OutboxRow] = {}
        self.edits: list[OutboxRow] = []
        self.faults: list[Exception] = []
        self.losses = 0
        self.requests = 0
        self.made = 0  # messages, those that were deleted since too
        self._ids = itertools.count(5000)
        self._nonces: dict[str, int] = {}

    def shown(self, kind: str) -> list[OutboxRow]:
        """The messages of a kind that are there, oldest first."""
        return [row for row in self.messages.values() if row.kind == kind]

    def _come(self) -> None:
        self.requests += 1
        if self.faults:
            raise self.faults.pop(0)

    def _go(self) -> None:
        if self.losses:
            self.losses -= 1
            raise ConnectionError("the reply was lost")

    def _there(self, row: OutboxRow) -> int:
        if row.message not in self.messages:
            raise Gone("message")
        return row.message

    async def post(self, row: OutboxRow) -> int:
        """Post it, once a nonce."""
        self._come()
        assert 0 < len(row.nonce) <= 25
        if row.nonce not in self._nonces:
            self._nonces[row.nonce] = next(self._ids)
            self.messages[self._nonces[row.nonce]] = row
            self.made += 1
        self._go()
        return self._nonces[row.nonce]

    async def edit(self, row: OutboxRow) -> None:
        """Note the edit."""
        self._come()
        self._there(row)
        self.edits.append(row)
        self._go()

    async def delete(self, row: OutboxRow) -> None:
        """Take the message away."""
        self._come()
        del self.messages[self._there(row)]
        self._go()

    async def find(self, row: OutboxRow) -> int | None:
        """Look for the card."""
        self._come()
        shown = (m for m, posted in self.messages.items() if posted.card == row.card)
        return next(shown, None)

    async def check(self, row: OutboxRow) -> None:
        """Look whether it is there."""
        self._come()
        self._there(row)


async def rows(store: Store, query: str) -> list[tuple[Any, ...]]:
    """Return the rows of a query."""
    return await store.database.read(lambda db: [tuple(row) for row in db.exec_driver_sql(query)])


async def all_rows(store: Store) -> list[Sequence[Any]]:
    """Return the rows of all tables."""
    queries = [select(table).order_by(*table.primary_key) for table in metadata.sorted_tables]
    return await store.database.read(lambda db: [db.execute(query).all() for query in queries])


async def change(store: Store, statement: str) -> None:
    """Change the database behind everybody's back."""
    await store.database.write(lambda db: db.exec_driver_sql(statement))


async def edit_log(store: Store, condition: str, edit: Callable[[Any], None]) -> None:
    """Change entries of logs, as JSON, behind everybody's back."""
    c = log.c

    def write(db: Connection) -> None:
        query = select(c.game, c.number, c.entry).where(text(condition))
        for row in db.execute(query).all():
            entry = json.loads(row.entry)
            edit(entry)
            here = (c.game == row.game) & (c.number == row.number)
            db.execute(update(log).where(here).values(entry=json.dumps(entry)))

    await store.database.write(write)


async def meet_due(clock: Clock) -> None:
    """Have met all that is due now."""
    await asyncio.gather(*await clock._begin_due(clock._now()))


_empty: list[bytes] = []  # a database as a first start leaves it


async def empty_database() -> bytes:
    """Return a database file as a first start leaves it: most tests take less time than making
    it."""
    if not _empty:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "games.sqlite"
            await (await Store.open(path)).close()
            _empty.append(path.read_bytes())
    return _empty[0]


class PostgresDatabases:
    """Databases of a PostgreSQL server, each named after the file that it stands for."""

    def __init__(self, socket: Path) -> None:
        self._socket = socket
        self._made: set[str] = set()
        self._empty = f"empty_{os.getpid()}"  # as a first start leaves it; the others are copies

    def backend(self, path: Path) -> Backend:
        """Return the database that stands for a file."""
        return self._backend(self._name(path))

    def address(self, path: Path) -> str:
        """Return the address of the database that stands for a file."""
        return address(self._socket, self._name(path))

    def connection(self) -> psycopg.Connection[Any]:
        """Return a connection to a database that stands for no file, this process's own."""
        name = f"work_{os.getpid()}"
        if name not in self._made:
            self._made.add(name)
            with psycopg.connect(address(self._socket, "postgres"), autocommit=True) as db:
                db.execute(f"CREATE DATABASE {name}")
        return psycopg.connect(address(self._socket, name), autocommit=True)

    def _backend(self, name: str) -> Backend:
        return backend_of(address(self._socket, name))

    def _name(self, path: Path) -> str:
        return f"t{hashlib.sha256(str(path).encode()).hexdigest()[:32]}"

    async def make(self, path: Path) -> None:
        """Make the database that stands for a file, unless there is one."""
        name = self._name(path)
        if self._empty not in self._made:
            self._made.add(self._empty)
            await self._run(f"CREATE DATABASE {self._empty}")
            await (await Store.open(self._backend(self._empty))).close()
        if name in self._made:
            return
        if await asyncio.to_thread(path.exists):
            await self.make_bare(path)
            move_database(SqliteBackend(path), self.backend(path), lambda _: None)
        else:
            self._made.add(name)
            await self._run(f"CREATE DATABASE {name} TEMPLATE {self._empty} STRATEGY file_copy")

    async def make_bare(self, path: Path) -> None:
        """Make the database that stands for a file, without tables."""
        name = self._name(path)
        self._made.add(name)
        await self._run(f"CREATE DATABASE {name}")

    async def _run(self, statement: str) -> None:
        with psycopg.connect(address(self._socket, "postgres"), autocommit=True) as db:
            db.execute(statement)


class TableWorld:
    """The inside of a bot over a database file; `restart` is a start after any end."""

    postgres: ClassVar[PostgresDatabases | None] = None  # None: worlds are over files

    def __init__(self, path: Path) -> None:
        self.path = path
        databases = TableWorld.postgres
        self.backend = databases.backend(path) if databases else SqliteBackend(path)
        self.time = Time()
        self.office = PostOffice()
        toys = (Toy(), Mastered(), Wandering())
        self.rulesets: dict[str, AnyRuleset] = {**{toy.name: toy for toy in toys}, **RULESETS}
        self.draw = lambda n: (SEED * n)[:n]
        self.tables: Tables
        self.outbox: Outbox

    async def open(self) -> TableWorld:
        """Start."""
        if TableWorld.postgres:
            await TableWorld.postgres.make(self.path)
        elif not self.path.exists():
            self.path.write_bytes(await empty_database())
        store = await Store.open(self.backend)
        draw = lambda n: self.draw(n)  # noqa: E731  (tests change it while the bot runs)
        self.tables = Tables(store, self.rulesets, now=self.time, draw=draw)
        self.outbox = self.tables.send_by(self.office)
        await self.tables.begin_shards(self.tables.shards.held)
        return self

    async def close(self) -> None:
        """Stop."""
        await self.tables.close()

    async def restart(self) -> None:
        """Stop and start."""
        await self.close()
        await self.open()

    async def table(self, channel: int = CHANNEL) -> TableDriver:
        """Return the table of a channel."""
        return TableDriver(await self.tables.at(channel))

    async def found(
        self,
        channel: int,
        who: Person,
        ruleset: str = "toy",
        *,
        guild: int = GUILD,
        request: str = "",
        **fields: Any,
    ) -> TableDriver:
        """Return a new lobby; `fields`: of `NewGame`."""
        new = NewGame(channel, guild, ruleset, **fields)
        return TableDriver(await self.tables.found(who, new, request=request))

    async def begun(self, mode: str = "solo") -> TableDriver:
        """Return a game of Ann and Bob that has begun; Ann is to act, all messages are out."""
        table = await self.found(CHANNEL, ANN, mode=mode)
        await table.join(BOB)
        await table.begin(ANN)
        await self.outbox.flush()
        return table
