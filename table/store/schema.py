"""The database's tables, as the migrations leave them (`migrations/` says what they hold)."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

metadata = MetaData()


def _game(*, key: bool = True) -> Column[int]:
    return Column("game", Integer, ForeignKey("games.id"), primary_key=key, nullable=False)


games = Table(
    "games",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("channel", Integer),
    Column("guild", Integer),
    Column("ruleset", Text),
    Column("founder", Integer),
    Column("mode", Text),
    Column("phase", Text),
    Column("pause_reason", Text),
    Column("options", Text),
    Column("settings", Text),
    Column("contest", Integer),
    Column("header", Text),
    Column("number", Integer),
    Column("card", Integer),
    Column("created", Float),
    Column("ended", Float),
    Column("activity", Text),
)

contests = Table(
    "contests",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild", Integer),
    Column("channel", Integer),
    Column("founder", Integer),
    Column("name", Text),
    Column("ruleset", Text),
    Column("options", Text),
    Column("seed", LargeBinary),
    Column("created", Float),
    Column("ends", Float),
    Column("ended", Float),
    Column("request", Text),
)

heartbeat = Table(
    "heartbeat", metadata, Column("one", Integer, primary_key=True), Column("at", Float)
)

keys = Table("keys", metadata, Column("name", Text, primary_key=True), Column("key", LargeBinary))

seeds = Table("seeds", metadata, _game(), Column("seed", LargeBinary))

members = Table(
    "members",
    metadata,
    _game(),
    Column("person", Integer, primary_key=True),
    Column("name", Text),
    Column("place", Integer),
)

seats = Table(
    "seats",
    metadata,
    _game(),
    Column("seat", Integer, primary_key=True),
    Column("character", Text),
    Column("person", Integer),
)

log = Table(
    "log",
    metadata,
    _game(),
    Column("number", Integer, primary_key=True),
    Column("kind", Text),
    Column("entry", Text),
    Column("events", Text),
    Column("person", Integer),
    Column("request", Text),
    Column("card", Integer),
    Column("at", Float),
)

snapshots = Table(
    "snapshots",
    metadata,
    _game(),
    Column("number", Integer, primary_key=True),
    Column("rules", Integer),
    Column("state", LargeBinary),
    Column("kept", Boolean),
    Column("epoch", Integer),
)

cards = Table(
    "cards",
    metadata,
    _game(),
    Column("number", Integer, primary_key=True),
    Column("channel", Integer),
    Column("message", Integer),
    Column("state", Text),
    Column("posted", Float),
    Column("changed", Float),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True),
    _game(key=False),
    Column("kind", Text),
    Column("card", Integer),
    Column("content", Text),
    Column("nonce", Text),
    Column("state", Text),
    Column("attempts", Integer),
    Column("not_before", Float),
    Column("message", Integer),
    Column("fault", Text),
)

deadlines = Table(
    "deadlines",
    metadata,
    _game(),
    Column("kind", Text, primary_key=True),
    Column("due", Float),
    Column("set_by", Integer),
)

preferences = Table(
    "preferences",
    metadata,
    Column("person", Integer, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("value", Text),
)

contest_entries = Table(
    "contest_entries",
    metadata,
    Column("contest", Integer, primary_key=True),
    Column("mark", LargeBinary, primary_key=True),
)

server_settings = Table(
    "server_settings",
    metadata,
    Column("guild", Integer, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("value", Text),
)

results = Table(
    "results",
    metadata,
    _game(),
    Column("number", Integer),
    Column("result", Text),
)

life = Table("life", metadata, Column("one", Integer, primary_key=True), Column("mark", Text))
