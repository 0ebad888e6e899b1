"""The database: its tables come from the migrations, and a step is written whole or not at all."""

from __future__ import annotations

import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from threading import get_ident
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import event, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from table.change import Change
from table.errors import TableFault
from table.history.entries import Ended
from table.store import migrate
from table.store.changes import Commit
from table.store.connection import WriterThread
from table.store.faults import StoreError
from table.store.migrations import reference_people
from table.store.sqlite import SqliteBackend
from table.store.store import Store
from tests.table.make_fixture import databases
from tests.table.world import ANN, BOB, CHANNEL, EVE, SEED, TableWorld, all_rows, change, rows

FIXTURE = databases()[0]  # of the oldest version


def structure(path: Path) -> dict[str, Any]:
    """Return the tables, columns, keys, indexes and triggers of a database file."""
    with closing(sqlite3.connect(path)) as db:
        found: dict[str, Any] = {}
        for name, kind in db.execute("SELECT name, type FROM sqlite_master").fetchall():
            if kind == "trigger":
                found[name] = kind
            elif kind == "table":
                columns = db.execute(f"PRAGMA table_info({name})").fetchall()
                keys = db.execute(f"PRAGMA foreign_key_list({name})").fetchall()
                indexes = db.execute(f"PRAGMA index_list({name})").fetchall()
                found[name] = (
                    {column(*each) for each in columns},
                    {each[2:] for each in keys},
                    {(index_columns(db, each[1]), *each[2:]) for each in indexes},
                )
        return found


def column(_place: int, name: str, kind: str, needed: int, default: str, key: int) -> object:
    """Return what matters of a column: a Boolean is an integer to SQLite, and keys are needed."""
    return name, kind.replace("BOOLEAN", "INTEGER"), needed or key > 0, default, key


def index_columns(db: sqlite3.Connection, index: str) -> tuple[str, ...]:
    """Return the columns of an index."""
    return tuple(name for _, _, name in db.execute(f"PRAGMA index_info({index})"))


@pytest.mark.sqlite_only
async def test_a_migrated_database_is_as_a_new_one(tmp_path: Path) -> None:
    old, new = tmp_path / "old.db", tmp_path / "new.db"
    shutil.copy(FIXTURE, old)
    for path in (old, new):
        await (await Store.open(path)).close()
    assert structure(old) == structure(new)


@pytest.mark.sqlite_only
async def test_every_migration_runs_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.db"
    shutil.copy(FIXTURE, path)
    store = await Store.open(path)
    assert await rows(store, "SELECT version_num FROM alembic_version") == [
        (migrate.newest_revision(),)
    ]
    await store.close()
    monkeypatch.setattr(migrate, "import_module", lambda _: pytest.fail("it is up to date"))
    await (await Store.open(path)).close()


@pytest.mark.sqlite_only
async def test_a_migration_that_breaks_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.db"
    shutil.copy(FIXTURE, path)

    def fail(_: object) -> None:
        raise ValueError("half way")

    with monkeypatch.context() as patch:
        patch.setattr(reference_people, "reference_people", fail)
        with pytest.raises(ValueError, match="half way"):
            await Store.open(path)
    with closing(sqlite3.connect(path)) as found, closing(sqlite3.connect(FIXTURE)) as kept:
        assert list(found.iterdump()) == list(kept.iterdump())
    await (await Store.open(path)).close()


@pytest.mark.sqlite_only
async def test_a_database_from_the_future_is_refused(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "games.db")
    await change(store, "UPDATE alembic_version SET version_num = '9999'")
    await store.close()
    with pytest.raises(StoreError, match="newer version"):
        await Store.open(tmp_path / "games.db")


@pytest.mark.sqlite_only
async def test_the_file_is_set_up_to_outlast_a_power_cut(world: TableWorld) -> None:
    expected = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10000}
    for pragma, value in expected.items():
        query = f"PRAGMA {pragma}"
        found = await world.tables.store.database.write(
            lambda db, q=query: db.exec_driver_sql(q).scalar()
        )
        assert found == value


@pytest.mark.sqlite_only
async def test_who_reads_the_file_waits_for_it_as_who_writes(world: TableWorld) -> None:
    reading = world.backend.reading_engine()
    async with reading.connect() as db:
        for pragma, value in {"foreign_keys": 1, "busy_timeout": 10000}.items():
            assert (await db.exec_driver_sql(f"PRAGMA {pragma}")).scalar() == value
    await reading.dispose()


async def test_what_need_not_outlast_a_power_cut_is_written_sooner(world: TableWorld) -> None:
    database, file = world.tables.store.database, isinstance(world.backend, SqliteBackend)
    query = "PRAGMA synchronous" if file else "SHOW synchronous_commit"
    for lasting, how in ((True, (2, "on")), (False, (1, "off")), (True, (2, "on"))):
        found = await database.write(lambda db: db.exec_driver_sql(query).scalar(), lasting=lasting)
        assert found == how[not file]


async def test_a_fault_tells_nothing_that_was_to_be_kept(world: TableWorld) -> None:
    """Seeds and states are not for the program's log."""
    broken = text("SELECT nothing FROM nowhere WHERE place = :place")
    thread = WriterThread(world.backend)
    reading = world.backend.reading_engine()
    with pytest.raises(DBAPIError) as written, thread.engine.begin() as db:
        db.execute(broken, {"place": "a secret"})
    with pytest.raises(DBAPIError) as read:
        async with reading.connect() as there:
            await there.execute(broken, {"place": "a secret"})
    thread.close()
    await reading.dispose()
    for fault in (written, read):
        assert "a secret" not in str(fault.value)
        assert "nowhere" in str(fault.value)


@pytest.mark.sqlite_only
async def test_one_thread_writes(world: TableWorld) -> None:
    thread = WriterThread(world.backend)

    def write() -> int:
        time.sleep(0.02)
        return get_ident()

    assert len(set(thread.executor.map(lambda _: write(), range(3)))) == 1
    thread.close()


async def test_faults_of_what_waits_and_of_the_newest_card_are_problems(world: TableWorld) -> None:
    table = await world.begun()
    newest = table.game.card
    sent = [("pending", 1), ("failed", 1), ("sending", 1), ("sent", newest), ("sent", newest - 1)]
    for state, card in [*sent, ("dropped", newest)]:
        values = f"{table.game.id}, {card}, 'redraw', '{{}}', '{state}', 0, 0, '{state} {card}'"
        await change(
            world.tables.store,
            "INSERT INTO outbox (game, card, kind, content, state, attempts, not_before, fault) "
            f"VALUES ({values})",
        )
    told = [f"{state} {card}" for state, card in sent[:4]]
    assert sorted(await world.tables.store.games.problems(table.game.id)) == sorted(told)


async def test_wherever_the_store_fails_a_move_is_there_whole_or_not_at_all(
    world: TableWorld,
) -> None:
    table = await world.begun()
    moves = [(ANN, "step s"), (BOB, "step n"), (ANN, "step n"), (BOB, "step s")]
    engine = world.tables.store.database.engine
    statement = 0
    failed = 0
    while True:
        before = await all_rows(world.tables.store)
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
        assert await all_rows(world.tables.store) == before
        await table.act(who, what, request=f"r{failed}")
        failed += 1
        assert table.game.number == 3 + failed
    assert failed > 7  # statements
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


async def test_a_game_is_read_with_nothing_of_another_one(world: TableWorld) -> None:
    """Its people, seats, deadlines and times out are its own, whatever was founded before."""
    for channel, pace, people in (
        (CHANNEL, "brisk", (EVE, ANN, BOB)),
        (CHANNEL + 1, "none", (BOB,)),
        (CHANNEL + 2, "daily", (ANN, BOB)),
    ):
        table = await world.found(channel, people[0], settings={"pace": pace})
        for person in people[1:]:
            await table.join(person)
        await table.begin(people[0])
    before = [(await world.table(CHANNEL + n)).state for n in range(3)]
    assert [len(state.deadlines) for state in before] == [2, 0, 2]
    assert [len(state.references) for state in before] == [3, 1, 2]
    await world.restart()
    after = [(await world.table(CHANNEL + n)).state for n in range(3)]
    for one, other in zip(before, after, strict=True):
        assert replace(one, summary=None) == replace(other, summary=None)


async def test_servers_are_found_by_why_their_games_are_paused(world: TableWorld) -> None:
    for place, (reason, paused) in enumerate(
        [("I was removed.", True), ("Dinner.", True), ("Zzz.", True), ("I was removed.", False)]
    ):
        table = await world.found(CHANNEL + place, ANN, guild=100 + place)
        await table.join(BOB)
        await table.begin(ANN)
        await table.pause(ANN, reason)
        if not paused:
            await table.resume(ANN)
    assert await world.tables.store.games.paused_servers("I was removed.") == {100}


async def test_a_game_that_is_listed_names_its_founder(world: TableWorld) -> None:
    await world.begun()
    games = world.tables.store.games
    newest = await games.at(CHANNEL)
    assert newest is not None
    assert [each.founder for each in (newest, *await games.going())] == [ANN.id, ANN.id]
