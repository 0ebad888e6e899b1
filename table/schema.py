"""The database's tables, as the migrations leave them (`table/migrations/` says what they hold)."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
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
    Column("reason", Text),
    Column("header", JSON(none_as_null=True)),
    Column("number", Integer),
    Column("card", Integer),
    Column("created", Float),
    Column("ended", Float),
    Column("terms", JSON),
    Column("affairs", JSON),
    Column("contest", Integer),
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
    Column("options", JSON),
    Column("seed", LargeBinary),
    Column("created", Float),
    Column("ends", Float),
    Column("ended", Float),
    Column("request", Text),
)

pulse = Table("pulse", metadata, Column("one", Integer, primary_key=True), Column("at", Float))

keys = Table("keys", metadata, Column("name", Text, primary_key=True), Column("key", LargeBinary))

seeds = Table("seeds", metadata, _game(), Column("seed", LargeBinary))

game_settings = Table(
    "game_settings",
    metadata,
    _game(),
    Column("name", Text, primary_key=True),
    Column("value", Text),
)

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
    Column("hero", Text),
    Column("person", Integer),
)

log = Table(
    "log",
    metadata,
    _game(),
    Column("number", Integer, primary_key=True),
    Column("kind", Text),
    Column("seat", Integer),
    Column("text", Text),
    Column("person", Integer),
    Column("request", Text),
    Column("card", Integer),
    Column("events", JSON),
    Column("at", Float),
)

snapshots = Table(
    "snapshots",
    metadata,
    _game(),
    Column("number", Integer, primary_key=True),
    Column("rules", Integer),
    Column("kept", Boolean),
    Column("state", LargeBinary),
    Column("epoch", Integer),
)

cards = Table(
    "cards",
    metadata,
    _game(),
    Column("number", Integer, primary_key=True),
    Column("channel", Integer),
    Column("message", Integer),
    Column("audience", Text),
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
    Column("payload", JSON),
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
    Column("id", Integer, primary_key=True),
    _game(key=False),
    Column("kind", Text),
    Column("due", Float),
    Column("payload", JSON),
)

preferences = Table(
    "preferences",
    metadata,
    Column("person", Integer, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("value", Text),
)
