"""Faults of the database, in sentences for people."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

UNREACHABLE = "The database cannot be reached."

_SENTENCES = (  # parts of SQLite's messages
    ("disk is full", "The disk is full."),
    ("No space left", "The disk is full."),
    ("locked", "Another program has locked the database."),
    ("readonly", "The database may not be written to."),
    ("malformed", "The database is damaged."),
    ("not a database", "The file is not a database."),
    ("disk I/O", "The disk does not read or write."),
    ("unable to open", "The database cannot be opened."),
)
_STATES = (  # beginnings of PostgreSQL's SQLSTATEs
    ("53100", "The disk is full."),
    ("55P03", "Another program has locked the database."),
    ("25006", "The database may not be written to."),
    ("XX", "The database is damaged."),
    ("28", "The database does not accept this user and password."),
    ("42501", "The database does not let this user do that."),
    ("3D000", "There is no database of this name."),
    ("08", UNREACHABLE),
    ("57P", UNREACHABLE),
)


class StoreError(Exception):
    """A database that cannot be used, in one sentence."""


def describe_fault(error: BaseException) -> str:
    """Return a database's fault as a sentence; empty when the error is no such fault."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, sqlite3.Error | OSError):
            text = str(seen)
            return next((said for part, said in _SENTENCES if part in text), "")
        if isinstance(seen, StoreError):
            return str(seen)
        if isinstance(seen, DBAPIError):
            state = getattr(seen.orig, "sqlstate", "")  # of PostgreSQL
            if state:
                return next((said for start, said in _STATES if state.startswith(start)), "")
            if state is None and isinstance(seen, OperationalError | InterfaceError):
                return UNREACHABLE
        seen = seen.__cause__ or seen.__context__
    return ""
