"""The server in each row of the big tables, by which PostgreSQL divides them into parts."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy import Connection

revision = "0016"
down_revision = "0015"

PARTS = 16
INTEGER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TIME: Any = sa.Double().with_variant(sa.REAL(), "sqlite")
TABLES: dict[str, tuple[sa.Column[Any], ...]] = {  # the columns after server and game
    "log": (
        sa.Column("number", INTEGER, primary_key=True, autoincrement=False),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("entry", TEXT, nullable=False),
        sa.Column("events", TEXT, nullable=False),
        sa.Column("reference", INTEGER),
        sa.Column("request", TEXT),
        sa.Column("card", INTEGER, nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.Column("salt", sa.LargeBinary),
        sa.Column("leaf", sa.LargeBinary),
    ),
    "snapshots": (
        sa.Column("number", INTEGER, primary_key=True, autoincrement=False),
        sa.Column("rules", INTEGER, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.Column("kept", sa.Boolean, nullable=False),
    ),
    "packed": (
        sa.Column("first", INTEGER, primary_key=True, autoincrement=False),
        sa.Column("last", INTEGER, nullable=False),
        sa.Column("first_state", INTEGER),
        sa.Column("entries", sa.LargeBinary, nullable=False),
        sa.Column("events", sa.LargeBinary, nullable=False),
        sa.Column("states", sa.LargeBinary, nullable=False),
    ),
}
TRIGGERS = (  # of PostgreSQL, each of its function's name
    ("log_grows", "INSERT", "log"),
    ("log_shrinks", "DELETE", "log"),
    ("states_grow", "INSERT", "snapshots"),
    ("states_shrink", "DELETE", "snapshots"),
    ("packed_grows", "INSERT", "packed"),
)


def upgrade() -> None:
    """Write the three tables anew. SQLite needs as much room again until the end."""
    db = op.get_bind()
    op.create_index("games_of_server", "games", ["guild", "id"], unique=True)
    triggers = _triggers(db)
    op.drop_index("one_entry_a_request", "log")
    for name, columns in TABLES.items():
        _write_anew(db, name, columns)
    op.create_index("one_entry_a_request", "log", ["guild", "game", "request"], unique=True)
    for trigger in triggers:
        op.execute(sa.text(trigger))


def _triggers(db: Connection) -> list[str]:
    """Return the statements that make the tables' triggers, which go with the old tables."""
    if db.dialect.name == "sqlite":
        query = "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN "
        return list(db.exec_driver_sql(query + str(tuple(TABLES))).scalars())
    return [
        f"CREATE TRIGGER {name} AFTER {when} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()"
        for name, when, table in TRIGGERS
    ]


def _write_anew(db: Connection, name: str, columns: tuple[sa.Column[Any], ...]) -> None:
    old = f"{name}_before"
    op.rename_table(name, old)
    if db.dialect.name == "postgresql":
        op.execute(f"ALTER TABLE {old} DROP CONSTRAINT {name}_pkey")
    op.create_table(
        name,
        sa.Column("guild", INTEGER, primary_key=True, autoincrement=False),
        sa.Column("game", INTEGER, primary_key=True, autoincrement=False),
        *columns,
        sa.ForeignKeyConstraint(["guild", "game"], ["games.guild", "games.id"], ondelete="CASCADE"),
        postgresql_partition_by="HASH (guild)",
    )
    if db.dialect.name == "postgresql":
        for number in range(PARTS):
            op.execute(
                f"CREATE TABLE {name}_{number} PARTITION OF {name} "
                f"FOR VALUES WITH (MODULUS {PARTS}, REMAINDER {number})"
            )
    names = [column.name for column in columns]
    copied = ", ".join(["games.guild", *(f"{old}.{column}" for column in ["game", *names])])
    op.execute(
        f"INSERT INTO {name} (guild, game, {', '.join(names)}) "
        f"SELECT {copied} FROM {old} JOIN games ON games.id = {old}.game"
    )
    op.drop_table(old)
