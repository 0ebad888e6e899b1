"""The database: its tables come from the migrations, and a step is written whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import Table, event
from sqlalchemy.exc import IntegrityError

from table.change import Change
from table.errors import TableFault
from table.history.entries import Ended
from table.store import migrate, schema
from table.store.changes import Commit
from table.store.faults import StoreError
from table.store.store import Store
from tests.table.test_table import everything
from tests.table.world import ANN, BOB, CHANNEL, SEED, TableWorld, change, rows


async def test_the_code_knows_all_tables_that_the_migrations_make(world: TableWorld) -> None:
    made = await rows(world.tables.store, "SELECT name FROM sqlite_master WHERE type = 'table'")
    own = {"migrations", "sqlite_sequence"}
    known = {table.name for table in vars(schema).values() if isinstance(table, Table)}
    assert {name for (name,) in made} - own == known


async def test_every_migration_runs_once(tmp_path: Path) -> None:
    for _ in range(2):
        database = await Store.open(tmp_path / "games.db")
        done = await rows(database, "SELECT number FROM migrations")
        await database.close()
        assert done == [(int(path.name[:4]),) for path in sorted(migrate.MIGRATIONS.glob("*.sql"))]


async def test_a_migration_that_breaks_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripts = tmp_path / "migrations"
    scripts.mkdir()
    first = scripts / "0001_first.sql"
    first.write_text("CREATE TABLE a (x); -- one\nCREATE TABLE b (y);\nCREATE TABLE a (z);\n")
    monkeypatch.setattr(migrate, "MIGRATIONS", scripts)
    with pytest.raises(Exception, match="already exists"):
        await Store.open(tmp_path / "games.db")
    first.write_text("CREATE TABLE a (x);\nCREATE TABLE b (y);\n")
    (scripts / "0002_second.sql").write_text("ALTER TABLE a ADD COLUMN z;\n")
    database = await Store.open(tmp_path / "games.db")
    columns = await rows(database, "PRAGMA table_info(a)")
    assert [row[1] for row in columns] == ["x", "z"]
    await database.close()


async def test_a_database_from_the_future_is_refused(tmp_path: Path) -> None:
    database = await Store.open(tmp_path / "games.db")
    await change(database, "INSERT INTO migrations VALUES (9999, 0)")
    await database.close()
    with pytest.raises(StoreError, match="newer version"):
        await Store.open(tmp_path / "games.db")


async def test_the_file_is_set_up_to_outlast_a_power_cut(world: TableWorld) -> None:
    expected = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10000}
    for pragma, value in expected.items():
        query = f"PRAGMA {pragma}"
        found = await world.tables.store.database.write(
            lambda db, q=query: db.exec_driver_sql(q).scalar()
        )
        assert found == value


async def test_wherever_the_store_fails_a_move_is_there_whole_or_not_at_all(
    world: TableWorld,
) -> None:
    table = await world.begun()
    moves = [(ANN, "step s"), (BOB, "step n"), (ANN, "step n"), (BOB, "step s")]
    engine = world.tables.store.database.engine
    statement = 0
    failed = 0
    while True:
        before = await everything(world)
        who, what = moves[failed % 4]
        left = [statement]

        def fail(*_: object, left: list[int] = left) -> None:
            left[0] -= 1
            if left[0] == 0:
                raise OSError("the disk is full")

        statement += 1
        left[0] = statement
        event.listen(engine, "before_cursor_execute", fail)
        try:
            await table.act(who, what, request=f"r{failed}")
            break
        except TableFault:
            pass
        finally:
            event.remove(engine, "before_cursor_execute", fail)
        assert await everything(world) == before
        await table.act(who, what, request=f"r{failed}")
        failed += 1
        assert table.game.number == 3 + failed
    assert failed > 8
    await world.restart()
    assert (await (await world.table()).view(None)).turn == failed + 1


async def test_an_entry_or_request_cannot_be_written_twice(world: TableWorld) -> None:
    table = await world.begun()
    state = table.state

    def again(number: int, request: str | None = None) -> Commit:
        """Return a commit of one entry with this number."""
        game = replace(state.game, number=number - 1)
        before = replace(state, game=game)
        change = Change(before, before, card="same").log(Ended())
        return Commit(change, None, request, 0.0, SEED)

    with pytest.raises(IntegrityError):
        await world.tables.store.commit(again(3))
    await table.act(ANN, "step s", request="r")
    with pytest.raises(IntegrityError):
        await world.tables.store.commit(again(9, "r"))


async def test_the_games_of_a_channel_follow_one_another(world: TableWorld) -> None:
    for _ in range(3):
        table = await world.found(CHANNEL, ANN, "toy")
        assert (await world.table()).actor is table.actor
        await table.end(ANN)
        assert (await world.table()).actor is table.actor
