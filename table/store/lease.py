"""The lease of a PostgreSQL database: the right to serve its games, held by one process at a time.

Whoever holds it renews it every few seconds; once it has run out, another process may take it, with
a higher number, the fence. Each transaction of a bot reads the fence and locks it against a change:
a process that was thought dead, and was taken over from, can write nothing any more, nor take a
message or a deadline to see to. All times are the database's.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
from collections.abc import Callable

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

from table.store.faults import StoreError

SECONDS = 10.0  # of a lease that is not renewed
RENEW_EVERY = 3.0  # seconds
RETRY_EVERY = 1.0  # seconds, while the database cannot be reached
LOCK = 0x6C656974  # of the advisory lock that a restore or a move holds alone

_log = logging.getLogger(__name__)

_NOW = "coalesce(CAST(:now AS double precision), extract(epoch FROM clock_timestamp()))"
_MAKE = text(
    "CREATE TABLE IF NOT EXISTS leases (shard bigint PRIMARY KEY, owner text NOT NULL, "
    "fence bigint NOT NULL, until double precision NOT NULL)"
)
_ADD = text("INSERT INTO leases VALUES (0, '', 0, 0) ON CONFLICT DO NOTHING")
_TAKE = text(
    f"UPDATE leases SET owner = :owner, fence = fence + 1, until = {_NOW} + {SECONDS} "
    f"WHERE shard = 0 AND until <= {_NOW} RETURNING fence"
)
_RENEW = text(
    f"UPDATE leases SET until = {_NOW} + {SECONDS} WHERE shard = 0 AND fence = :fence RETURNING 1"
)
_RELEASE = text("UPDATE leases SET until = 0 WHERE shard = 0 AND fence = :fence")
_FENCE = text("SELECT fence FROM leases WHERE shard = 0 FOR SHARE")
_HELD = text(f"SELECT 1 FROM leases WHERE shard = 0 AND until > {_NOW}")


class LeaseLost(StoreError):
    """Another process has taken the games over."""


class Lease:
    """A process's lease.

    `lost`: called, on any thread, when another process has taken it. `now`: seconds in place of the
    database's clock.
    """

    def __init__(
        self, engine: Engine, lost: Callable[[], None], now: Callable[[], float] | None = None
    ) -> None:
        self.lost = lost
        self._engine = engine
        self._now = now
        self._owner = f"{socket.gethostname()}:{os.getpid()}"
        self.fence = -1  # it was never held

    def prepare(self) -> None:
        """Make the table of leases."""
        with self._engine.begin() as db:
            db.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK + 1})
            db.execute(_MAKE)
            db.execute(_ADD)

    def take(self) -> bool:
        """Take the lease if it is free; return whether it was."""
        with self._engine.begin() as db:
            # A holder that was frozen within a transaction is waited for, but not here.
            db.execute(text("SET LOCAL lock_timeout = '1s'"))
            shared = text("SELECT pg_try_advisory_xact_lock_shared(:key)")
            if not db.scalar(shared, {"key": LOCK}):
                return False
            fence = db.scalar(_TAKE, {"owner": self._owner, **self._time()})
        if fence is not None:
            self.fence = fence
        return fence is not None

    def renew(self) -> bool:
        """Return whether nobody else has taken the lease; then it is held for longer."""
        with self._engine.begin() as db:
            return db.scalar(_RENEW, {"fence": self.fence, **self._time()}) is not None

    def release(self) -> None:
        """Let another process take the lease at once."""
        with self._engine.begin() as db:
            db.execute(_RELEASE, {"fence": self.fence})

    def check(self, db: Connection) -> None:
        """Let nobody take the lease before the transaction ends. Raises LeaseLost when somebody
        has."""
        if db.scalar(_FENCE) != self.fence:
            self.lost()
            raise LeaseLost("Another bot has taken the games over.")

    def _time(self) -> dict[str, float | None]:
        return {"now": self._now() if self._now else None}


def is_held(db: Connection) -> bool:
    """Return whether a process holds the lease of a database."""
    there = db.scalar(text("SELECT to_regclass('leases')")) is not None
    return there and db.scalar(_HELD, {"now": None}) is not None


class LeaseKeeper:
    """A thread that renews a lease, also while the event loop is busy."""

    def __init__(self, lease: Lease) -> None:
        self._lease = lease
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="lease", daemon=True)

    def start(self) -> None:
        """Begin to renew it."""
        self._thread.start()

    def stop(self) -> None:
        """Renew it no more."""
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        pause, told = RENEW_EVERY, False
        while not self._stopping.wait(pause):
            try:
                if not self._lease.renew():
                    self._lease.lost()
                    return
                pause, told = RENEW_EVERY, False
            except DBAPIError as error:
                if not told:
                    _log.warning("the lease could not be renewed: %s", type(error.orig).__name__)
                pause, told = RETRY_EVERY, True
