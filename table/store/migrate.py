"""Bring a database's tables up to date."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import Connection, text

from table.store.faults import StoreError
from table.store.reference_people import reference_people

MIGRATIONS = Path(__file__).with_name("migrations")
DATA = {5: reference_people}  # what follows the statements of a migration, by its number


def migrate(db: Connection) -> None:
    """Run the migrations that this database has not had.

    Raises StoreError when the database is damaged, another program's, or a newer version's.
    """
    connection = db.connection.driver_connection
    assert isinstance(connection, sqlite3.Connection), "the writer uses plain sqlite3"
    (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise StoreError("The database is damaged; restore a backup.")
    if not is_ours(connection) and not _is_empty(connection):
        raise StoreError("The database belongs to another program.")
    db.execute(text("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, at REAL)"))
    done = check_migrations(connection)
    for number, path in _files().items():
        if number not in done:
            for statement in _statements(path.read_text(encoding="utf-8")):
                db.exec_driver_sql(statement)
            if number in DATA:
                DATA[number](connection)
            row = {"number": number, "at": time.time()}
            db.execute(text("INSERT INTO migrations VALUES (:number, :at)"), row)


def is_ours(db: sqlite3.Connection) -> bool:
    """Return whether a database was made by this bot."""
    names = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return {"migrations", "games", "snapshots", "outbox"} <= names


def check_migrations(db: sqlite3.Connection) -> set[int]:
    """Return the numbers of the migrations that a database has had. Raises StoreError when a newer
    version of the program has written it."""
    done = {number for (number,) in db.execute("SELECT number FROM migrations")}
    if unknown := done - _files().keys():
        raise StoreError(
            f"The database is from a newer version (its migration {max(unknown)} is unknown)."
        )
    return done


def _is_empty(db: sqlite3.Connection) -> bool:
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return int(tables) == 0


def _files() -> dict[int, Path]:
    return {int(path.name[:4]): path for path in sorted(MIGRATIONS.glob("[0-9]*.sql"))}


def _statements(script: str) -> Sequence[str]:
    statements, so_far = [], ""
    for line in script.splitlines(keepends=True):
        so_far += line
        if sqlite3.complete_statement(so_far):
            statements.append(so_far)
            so_far = ""
    return statements
