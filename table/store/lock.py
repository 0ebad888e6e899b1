"""The lock of the database file, which one process holds at a time."""

from __future__ import annotations

import contextlib
import fcntl
from collections.abc import Iterator
from pathlib import Path

from table.store.backend import IN_USE
from table.store.faults import StoreError, describe_fault

NO_LOCKS = "Files cannot be locked here, so that the database needs another disk."


@contextlib.contextmanager
def lock_database(database: Path) -> Iterator[None]:
    """Hold the database alone until the block ends or the process does, however it ends.

    The operating system keeps the lock, on a file beside the database: the database's own inode is
    replaced by a restore, and closing any descriptor of it would release SQLite's locks. A lock
    file that is left over locks nothing.

    Raises StoreError when another process holds the database, or when no lock can be had.
    """
    real = database.resolve()  # the same lock by whatever link
    try:
        file = real.with_name(real.name + ".lock").open("w")
    except OSError as error:
        fault = describe_fault(error) or f"It cannot be locked: {error.strerror}."
        raise StoreError(fault) from None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StoreError(IN_USE) from None
        except OSError:  # a network file system without locks
            raise StoreError(NO_LOCKS) from None
        yield
