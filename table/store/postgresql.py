"""PostgreSQL: a database on a server, through psycopg.

Writing goes through its synchronous side on one thread, as with SQLite; readers through its
asynchronous one, each in a transaction that sees one snapshot.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import URL, Connection, Engine, create_engine, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from table.schedule.waiting import wait_or_timeout
from table.store import schema
from table.store.backend import IN_USE, Backend, Renew
from table.store.faults import StoreError, describe_fault
from table.store.lease import (
    CHANNEL,
    LOCK,
    TABLES,
    LeasedShards,
    LeaseKeeper,
    connection_name,
    is_held,
    new_process_name,
)
from table.store.migrate import check_known, is_current
from table.store.size_triggers import TRIGGERS

READERS = 3  # connections
NOT_DUMPED = tuple(f"--exclude-table={table}" for table in TABLES)
DUMP = ("pg_dump", "--format=custom", "--no-owner", "--no-acl", *NOT_DUMPED, "--file")
SCRIPT = ("pg_restore", "--no-owner")
RESTORE = ("psql", "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1")
EMPTY = (  # `pg_restore --clean` cannot drop the keys of parts of tables
    f"DROP TABLE IF EXISTS {', '.join(schema.metadata.tables)} CASCADE; "
    f"DROP FUNCTION IF EXISTS {', '.join(TRIGGERS)}"
)
ABOUT_PEOPLE = "people, preferences, games, contests, seats, outbox"  # tables
ENTER_EVERY = 0.5  # seconds between attempts to begin to serve
LISTEN_AGAIN = 1.0  # seconds, while the server cannot be reached
CONNECT_ARGS = {
    "connect_timeout": 5,  # seconds
    "keepalives_idle": 5,  # seconds; so that a server that vanished is noticed
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,  # milliseconds
    # A process that freezes in a transaction holds nobody up for long. This clock does not run
    # after a statement for several rows: then who takes over ends the connection.
    "options": "-c idle_in_transaction_session_timeout=5s",
}

_log = logging.getLogger(__name__)


class PostgresqlBackend(Backend):
    """A database of a PostgreSQL server. Raises StoreError when `address` is none."""

    suffix = ".dump"

    def __init__(self, address: str) -> None:
        super().__init__()
        self._name = new_process_name()
        try:
            self._url: URL = make_url(address).set(drivername="postgresql+psycopg")
        except (ValueError, ArgumentError):
            raise StoreError("LEITHIAN_DB is no address of a PostgreSQL database.") from None

    def __str__(self) -> str:
        url = self._url.set(drivername="postgresql", query={})
        return url.render_as_string(hide_password=True)

    def check(self) -> None:
        """Raise StoreError when the database cannot be reached or written to."""
        with self._own_engine() as engine, engine.connect() as db:
            if db.scalar(text("SHOW transaction_read_only")) == "on":
                raise StoreError("The database may not be written to.")
            if db.scalar(text("SHOW server_encoding")) != "UTF8":
                raise StoreError("The database's encoding must be UTF8.")

    @contextlib.contextmanager
    def _own_engine(self, connections: int = 1) -> Iterator[Engine]:
        """Make an engine for a block. Raises StoreError when the database fails in it."""
        engine = self._engine(connections)
        try:
            yield engine
        except DBAPIError as error:
            raise StoreError(describe_fault(error) or "The database cannot be opened.") from error
        finally:
            engine.dispose()

    def connection(self) -> psycopg.Connection[Any]:
        """Return a connection of its own, in autocommit mode. Raises psycopg.Error."""
        arguments = {**self._address_arguments, **self._connect_arguments}
        return psycopg.connect(autocommit=True, **arguments)

    def writing_engine(self) -> Engine:
        """Return an engine with one connection, to be used on one thread."""
        return self._engine(1)

    @property
    def _connect_arguments(self) -> dict[str, Any]:
        return {**CONNECT_ARGS, "application_name": connection_name(self._name)}

    @property
    def _address_arguments(self) -> dict[str, Any]:
        """The address as libpq's keywords, of several hosts too."""
        _, keywords = self._url.get_dialect()().create_connect_args(self._url)
        return dict(keywords)

    def _engine(self, connections: int) -> Engine:
        return create_engine(
            self._url,
            pool_size=connections,
            max_overflow=0,
            connect_args=self._connect_arguments,
            hide_parameters=True,  # seeds and states are not for the program's log
        )

    def reading_engine(self) -> AsyncEngine:
        """Return an engine whose transactions see one state of the database each."""
        return create_async_engine(
            self._url,
            pool_size=READERS,
            max_overflow=0,
            isolation_level="REPEATABLE READ",
            connect_args=self._connect_arguments,
            hide_parameters=True,
        )

    @contextlib.contextmanager
    def begin(self, engine: Engine, *, lasting: bool) -> Iterator[Connection]:
        """Begin to write; what is `lasting` is on the disk when the block ends."""
        with engine.begin() as db:
            if not lasting:
                db.exec_driver_sql("SET LOCAL synchronous_commit TO off")
            yield db

    def check_whole(self, db: Connection) -> None:
        """Do nothing: the server looks after its files."""

    def size(self, db: Connection) -> int:
        """Return the bytes that the database takes up."""
        return int(db.execute(text("SELECT pg_database_size(current_database())")).scalar_one())

    def compact(self, engine: Engine) -> None:
        """Let the server reuse the room of what was deleted about people, overwriting it by and
        by."""
        with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as db:
            db.exec_driver_sql(f"VACUUM {ABOUT_PEOPLE}")

    def last_number(self, db: Connection, table: str) -> int:
        """Return the last number that a table has given to a row; 0: none."""
        query = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {}_id_seq"
        return int(db.exec_driver_sql(query.format(table)).scalar_one())

    def set_last_number(self, db: Connection, table: str, number: int) -> None:
        """Let a table give only numbers above `number` to new rows."""
        values = {"name": f"{table}_id_seq", "number": max(1, number), "called": number > 0}
        db.execute(text("SELECT setval(:name, :number, :called)"), values)

    async def backup(self, path: Path) -> None:
        """Have pg_dump copy the database as it stands now into a new file, while games go on."""
        await asyncio.to_thread(self._run, *DUMP, str(path))

    def _run(self, program: str, *arguments: str) -> str:
        """Run one of PostgreSQL's programs on this database; return what it prints. Raises
        StoreError."""
        variables = {o.keyword.decode(): o.envvar for o in psycopg.pq.Conninfo.get_defaults()}
        environment = {
            variable.decode(): str(value)
            for name, value in self._address_arguments.items()
            if (variable := variables.get(name))
        }
        try:
            done = subprocess.run(
                [program, *arguments],
                env={**os.environ, **environment},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
                text=True,
            )
        except FileNotFoundError:
            raise StoreError(f"{program} is not installed here.") from None
        if done.returncode:
            raise StoreError(done.stderr.strip())
        return done.stdout

    def check_backup(self, path: Path) -> int:
        """Return how many games a backup holds. Raises StoreError when it cannot be restored."""
        if not path.is_file():
            raise StoreError(f"There is no file {path}.")
        revisions, games = (self._rows_in(path, name) for name in ("alembic_version", "games"))
        if revisions is None or games is None:
            raise StoreError(f"{path} is not a database of this bot.")
        for revision in revisions:
            check_known(revision)
        return len(games)

    def _rows_in(self, backup: Path, table: str) -> list[str] | None:
        """Return the lines of a table in a backup; None when it has no such table."""
        data = self._run("pg_restore", "--data-only", f"--table={table}", "--file=-", str(backup))
        _, found, rows = data.partition(" FROM stdin;\n")
        return rows.partition("\\.\n")[0].splitlines() if found else None

    def restore(self, backup: Path, renew: Renew, now: float) -> Path | None:
        """Put a backup in the place of the database, and `renew` it; dump the old one before."""
        stamp = time.strftime("before-%Y%m%d-%H%M%S", time.localtime(now))
        kept = backup.with_name(stamp + self.suffix)
        self._run(*DUMP, str(kept))
        with tempfile.NamedTemporaryFile(dir=backup.parent, suffix=".sql") as script:
            self._run(*SCRIPT, f"--file={script.name}", str(backup))
            self._run(*RESTORE, f"--command={EMPTY}", f"--file={script.name}")
        with self._own_engine() as engine:
            renew(self, engine)
        return kept

    @contextlib.asynccontextmanager
    async def serve(self, stop: asyncio.Event, lost: Callable[[], None]) -> AsyncIterator[bool]:
        """Become one of the processes that serve the database, until the block ends."""
        with self._own_engine(connections=2) as engine:  # one of them renews
            shards = LeasedShards(engine, self._name, lost)
            await asyncio.to_thread(shards.prepare)
            if not await _enter(shards, stop):
                yield False
                return
            keeper = LeaseKeeper(shards)
            keeper.start()
            self.shards = shards
            listening = asyncio.create_task(self._listen(shards))
            try:
                yield True
            finally:
                listening.cancel()
                await asyncio.to_thread(keeper.stop)
                with contextlib.suppress(DBAPIError):  # the leases run out by themselves
                    await asyncio.to_thread(shards.leave)

    async def _listen(self, shards: LeasedShards) -> None:
        """Pass on what other processes announce."""
        arguments = {**self._address_arguments, **self._connect_arguments}
        while True:
            with contextlib.suppress(psycopg.OperationalError):
                db = await psycopg.AsyncConnection.connect(autocommit=True, **arguments)
                async with db:
                    await db.execute(f"LISTEN {CHANNEL}")
                    shards.hear("")  # whatever was announced before was missed
                    async for notice in db.notifies():
                        shards.hear(notice.payload)
            await asyncio.sleep(LISTEN_AGAIN)

    @contextlib.contextmanager
    def lock(self) -> Iterator[None]:
        """Hold the database alone by an advisory lock, on a connection of its own."""
        with (
            self._own_engine() as engine,
            engine.execution_options(isolation_level="AUTOCOMMIT").connect() as db,
        ):
            taken = db.scalar(text("SELECT pg_try_advisory_lock(:key)"), {"key": LOCK})
            if not taken or is_held(db):
                raise StoreError(IN_USE)
            yield


async def _enter(shards: LeasedShards, stop: asyncio.Event) -> bool:
    """Wait until this process may serve; return False when told to stop before."""
    told = False
    while not stop.is_set():
        with contextlib.suppress(OperationalError):  # a lock or the server was waited for in vain
            if await asyncio.to_thread(shards.enter, is_current):
                return True
        if not told:
            _log.info("a restore, a bot of another version, or one that has just died: waiting")
            told = True
        await wait_or_timeout(stop, ENTER_EVERY)
    return False
