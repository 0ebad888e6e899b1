"""All that older versions did to a database file, by scripts of SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from alembic import op
from sqlalchemy import Connection

from table.store.migrations.reference_people import reference_people

revision = "0013"
down_revision = None

SCRIPTS = Path(__file__).parents[1] / "sqlite"
DATA = {5: reference_people}  # what follows the statements of a script, by its number


def upgrade() -> None:
    """Run the scripts that the database has not had."""
    db: Connection = op.get_bind()
    connection = db.connection.driver_connection
    assert isinstance(connection, sqlite3.Connection), "PostgreSQL came later"
    done = {number for (number,) in db.exec_driver_sql("SELECT number FROM migrations")}
    for path in sorted(SCRIPTS.glob("[0-9]*.sql")):
        number = int(path.name[:4])
        if number in done:
            continue
        for statement in _statements(path.read_text(encoding="utf-8")):
            db.exec_driver_sql(statement)
        if number in DATA:
            DATA[number](connection)
    db.exec_driver_sql("DROP TABLE migrations")


def _statements(script: str) -> Iterator[str]:
    so_far = ""
    for line in script.splitlines(keepends=True):
        so_far += line
        if sqlite3.complete_statement(so_far):
            yield so_far
            so_far = ""
