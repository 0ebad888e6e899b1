"""On PostgreSQL the tables of games' pasts are divided by server, and what is packed can be put on
another disk."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, delete, inspect, text

from table.store import schema as t
from table.store.move import move_database
from table.store.packed_games import all_states, log_rows, row_of_request, state_at
from table.store.partitions import PARTITIONS
from table.store.sqlite import SqliteBackend
from table.store.store import Store
from tests.postgres_server import binaries
from tests.table.make_fixture import databases
from tests.table.test_packing import all_that_is_read, long_game, pack
from tests.table.world import ANN, PostgresDatabases, TableWorld, all_rows, rows

pytestmark = pytest.mark.skipif(binaries() is None, reason="PostgreSQL is not installed")

SCALING = Path(__file__).parents[2] / "docs" / "scaling.md"
PARTS = "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = '{}'::regclass"
MOVED = (
    "SELECT relname FROM pg_class JOIN pg_tablespace s ON s.oid = reltablespace "
    "WHERE spcname = 'slow' AND relkind = 'r'"
)
LOOKED_INTO = text(
    "SELECT relname FROM pg_stat_xact_user_tables "
    "WHERE relname ~ '_[0-9]+$' AND seq_scan + idx_scan + n_tup_ins + n_tup_upd + n_tup_del > 0"
)


@pytest.fixture
def engine(postgres: PostgresDatabases) -> Iterator[str]:
    """PostgreSQL for all worlds here."""
    TableWorld.postgres = postgres
    yield "postgresql"
    TableWorld.postgres = None


def parts_looked_into(world: TableWorld, work: Callable[[Connection], Any]) -> set[str]:
    """Return the numbers of the parts that a transaction reads or writes."""
    engine = world.backend.writing_engine()  # a new connection: one that was used counts on
    try:
        with engine.begin() as db:
            work(db)
            return {name.rpartition("_")[2] for name in db.scalars(LOOKED_INTO)}
    finally:
        engine.dispose()


async def test_a_games_past_is_looked_for_in_the_part_of_its_server_alone(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table.store.packed_games.MAX_ENTRIES", 15)
    table = await long_game(world, 12)
    game = table.game.id

    def read(db: Connection) -> None:
        assert list(log_rows(db, game))
        assert row_of_request(db, game, "r3")
        assert row_of_request(db, game, "none") is None
        assert state_at(db, game)
        assert all_states(db, game)

    found = parts_looked_into(world, read)
    assert len(found) == 1
    await table.end(ANN)
    assert await pack(world)
    assert parts_looked_into(world, read) == found
    gone = delete(t.games).where(t.games.c.id == game)
    assert parts_looked_into(world, lambda db: db.execute(gone)) == found


async def test_a_server_has_all_its_rows_in_one_part(world: TableWorld) -> None:
    await world.begun()
    for name in ("log", "snapshots"):
        counts = [
            (await rows(world.tables.store, f"SELECT count(*) FROM {part}"))[0][0]
            for (part,) in await rows(world.tables.store, PARTS.format(name))
        ]
        assert len(counts) == PARTITIONS
        assert sum(map(bool, counts)) == 1


async def test_packed_games_move_to_another_disk_by_the_documented_statement(
    world: TableWorld, postgres: PostgresDatabases
) -> None:
    table = await long_game(world, 12)
    await table.end(ANN)
    assert await pack(world)
    before = await all_that_is_read(world, table)
    [statement] = re.findall(r"    (SELECT format\(.*) \\gexec", SCALING.read_text())
    with psycopg.connect(postgres.address(world.path), autocommit=True) as db:
        db.execute("SET allow_in_place_tablespaces = on")
        db.execute("CREATE TABLESPACE slow LOCATION ''")
        try:
            for (move,) in db.execute(statement).fetchall():
                db.execute(move)
            assert {name for (name,) in db.execute(MOVED)} == {
                f"packed_{number}" for number in range(PARTITIONS)
            }
            assert await all_that_is_read(world, table) == before
        finally:
            for (move,) in db.execute(statement.replace("slow", "pg_default")).fetchall():
                db.execute(move)
            db.execute("DROP TABLESPACE slow")


def structure(db: Connection) -> dict[str, Any]:
    """Return columns, keys, indexes, parts and triggers of all tables."""
    known = inspect(db)
    return {
        name: (
            [
                (each["name"], str(each["type"]), each["nullable"])
                for each in known.get_columns(name)
            ],
            known.get_pk_constraint(name)["constrained_columns"],
            {
                (*each["constrained_columns"], each["referred_table"], *each["options"].items())
                for each in known.get_foreign_keys(name)
            },
            {(*each["column_names"], each["unique"]) for each in known.get_indexes(name)},
            {*db.scalars(text(PARTS.format(name)))},
            {
                *db.scalars(
                    text(
                        f"SELECT tgname FROM pg_trigger WHERE tgrelid = '{name}'::regclass "
                        "AND NOT tgisinternal"
                    )
                )
            },
        )
        for name in known.get_table_names()
    }


BEFORE = {  # the keys of the big tables in the version before they had parts
    "log": "PRIMARY KEY (game, number)",
    "snapshots": "PRIMARY KEY (game, number)",
    "packed": "PRIMARY KEY (game, first)",
}


def undo_the_migration(db: Connection) -> None:
    """Let the big tables be as they were before they had parts."""
    triggers = "SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger "
    for name, key in BEFORE.items():
        mine = text(f"{triggers} WHERE tgrelid = '{name}'::regclass AND NOT tgisinternal")
        found = db.execute(mine).all()
        for statement in (
            f"ALTER TABLE {name} RENAME TO {name}_parts",
            f"CREATE TABLE {name} (LIKE {name}_parts)",
            f"INSERT INTO {name} SELECT * FROM {name}_parts",
            f"DROP TABLE {name}_parts",
            f"ALTER TABLE {name} DROP guild, ADD {key}, "
            "ADD FOREIGN KEY (game) REFERENCES games (id) ON DELETE CASCADE",
            *(each.pg_get_triggerdef for each in found),
        ):
            db.exec_driver_sql(statement)
    db.exec_driver_sql("CREATE UNIQUE INDEX one_entry_a_request ON log (game, request)")
    db.exec_driver_sql("DROP INDEX games_of_server")
    db.exec_driver_sql("UPDATE alembic_version SET version_num = '0015'")


async def test_a_database_of_before_gets_parts_and_keeps_its_rows(
    postgres: PostgresDatabases, tmp_path: Path
) -> None:
    path, old = tmp_path / "games.db", tmp_path / "moved.db"
    shutil.copy(databases()[0], path)
    await postgres.make_bare(old)
    move_database(SqliteBackend(path), postgres.backend(old), lambda _: None)
    store = await Store.open(postgres.backend(old))
    before = await all_rows(store)
    expected = await store.database.write(structure)
    await store.database.write(undo_the_migration)
    assert await store.database.write(structure) != expected
    await store.close()
    store = await Store.open(postgres.backend(old))
    assert await store.database.write(structure) == expected
    assert await all_rows(store) == before
    await store.close()
