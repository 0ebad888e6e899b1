"""The database's tables, as `migrations/` makes them; their comments say what the columns hold."""

from __future__ import annotations

from sqlalchemy import Boolean, MetaData, Table, create_engine
from sqlalchemy.pool import StaticPool

from table.store.migrate import migrate


def _read_tables() -> MetaData:
    """Return the tables of an empty database after all migrations."""
    engine = create_engine("sqlite://", poolclass=StaticPool)
    found = MetaData()
    with engine.begin() as db:
        migrate(db)
        found.reflect(db)
    engine.dispose()
    return found


metadata = _read_tables()


def _table(name: str) -> Table:
    return metadata.tables[name]


games = _table("games")
contests = _table("contests")
heartbeat = _table("heartbeat")
keys = _table("keys")
seeds = _table("seeds")
members = _table("members")
seats = _table("seats")
people = _table("people")
log = _table("log")
snapshots = _table("snapshots")
packed = _table("packed")
cards = _table("cards")
outbox = _table("outbox")
deadlines = _table("deadlines")
preferences = _table("preferences")
contest_entries = _table("contest_entries")
server_settings = _table("server_settings")
results = _table("results")
life = _table("life")
sizes = _table("sizes")
private_threads = _table("private_threads")
library = _table("library")
posts = _table("posts")
verdicts = _table("verdicts")

snapshots.c.kept.type = Boolean()  # SQLite has none
