"""Faults of the database file, in sentences for people."""

from __future__ import annotations

import sqlite3

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


class StoreError(Exception):
    """A database that cannot be used, in one sentence."""


def describe_fault(error: BaseException) -> str:
    """Return a database's fault as a sentence; empty when the error is no such fault."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, sqlite3.Error | OSError):
            text = str(seen)
            return next((said for part, said in _SENTENCES if part in text), "")
        seen = seen.__cause__ or seen.__context__
    return ""
