"""Make a database's tables, or bring them up to date.

A new database is made from `schema`. An older one is brought up to date by Alembic with the
revisions in `migrations/versions`, which change SQLite and PostgreSQL alike.
"""

from __future__ import annotations

import secrets
from importlib import import_module
from pathlib import Path

from sqlalchemy import Connection, insert, inspect, select

from table.store import schema as t
from table.store.backend import Backend
from table.store.faults import StoreError
from table.store.lease import TABLES

MIGRATIONS = Path(__file__).with_name("migrations")
BEFORE_ALEMBIC = "migrations"  # the table in which older versions noted their migrations
OURS = {"games", "snapshots", "outbox"}


def migrate(db: Connection, backend: Backend) -> None:
    """Make the tables of an empty database, or run the migrations that it has not had.

    Raises StoreError when the database is damaged, another program's, or a newer version's.
    """
    backend.check_whole(db)
    found = tables_of_games(db)
    if not found:
        make_tables(db)
    elif not is_ours(found):
        raise StoreError("The database belongs to another program.")
    elif check_revision(db, found) != newest_revision():
        import_module("table.store.upgrade").upgrade(db, MIGRATIONS)  # slow to import


def tables_of_games(db: Connection) -> set[str]:
    """Return the tables of a database, but for those of leases, which are there before."""
    return set(inspect(db).get_table_names()) - {*TABLES}


def is_current(db: Connection) -> bool:
    """Return whether `migrate` would change nothing. Raises StoreError as that does."""
    found = tables_of_games(db)
    return is_ours(found) and check_revision(db, found) == newest_revision()


def make_tables(db: Connection) -> None:
    """Make all tables in an empty database."""
    t.metadata.create_all(db, checkfirst=False)
    db.execute(insert(t.alembic_version).values(version_num=newest_revision()))
    db.execute(insert(t.life).values(one=1, mark=secrets.token_hex(4)))


def is_ours(tables: set[str]) -> bool:
    """Return whether a database with these tables was made by this bot."""
    return tables >= OURS and not tables.isdisjoint({BEFORE_ALEMBIC, t.alembic_version.name})


def check_revision(db: Connection, tables: set[str]) -> str:
    """Return the newest migration that a database has had, "" before there was Alembic. Raises
    StoreError when a newer version of the program has written it."""
    if t.alembic_version.name not in tables:
        return ""
    revision: str | None = db.scalar(select(t.alembic_version.c.version_num))
    if revision is None:
        raise StoreError("Games are being moved into the database: run move-database to its end.")
    check_known(revision)
    return revision


def check_known(revision: str) -> None:
    """Raise StoreError when a newer version of the program has made a migration."""
    if revision not in _revisions():
        raise StoreError(
            f"The database is from a newer version (its migration {revision} is unknown)."
        )


def newest_revision() -> str:
    """Return the newest migration that there is."""
    return _revisions()[-1]


def _revisions() -> list[str]:
    return sorted(path.stem[1:5] for path in (MIGRATIONS / "versions").glob("r[0-9]*.py"))
