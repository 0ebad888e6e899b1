"""Bring a database's tables up to date."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import Connection, text

MIGRATIONS = Path(__file__).with_name("migrations")


def migrate(db: Connection) -> None:
    """Run the migrations that this database has not had.

    Raises ValueError when a newer version of the program has written it.
    """
    db.execute(text("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, at REAL)"))
    done = {number for (number,) in db.execute(text("SELECT number FROM migrations"))}
    files = {int(path.name[:4]): path for path in sorted(MIGRATIONS.glob("[0-9]*.sql"))}
    if unknown := done - files.keys():
        raise ValueError(
            f"the database is from a newer version (its migration {max(unknown)} is unknown)"
        )
    for number, path in files.items():
        if number not in done:
            for statement in _statements(path.read_text(encoding="utf-8")):
                db.exec_driver_sql(statement)
            row = {"number": number, "at": time.time()}
            db.execute(text("INSERT INTO migrations VALUES (:number, :at)"), row)


def _statements(script: str) -> Sequence[str]:
    statements, so_far = [], ""
    for line in script.splitlines(keepends=True):
        so_far += line
        if sqlite3.complete_statement(so_far):
            statements.append(so_far)
            so_far = ""
    return statements
