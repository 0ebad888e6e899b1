"""All games move from one database into another: whole, the same, and after any interruption."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError

from table.store import move
from table.store.backend import Backend
from table.store.faults import StoreError
from table.store.move import move_database
from table.store.schema import metadata
from table.store.sqlite import SqliteBackend
from table.store.store import Store
from tests.table.make_fixture import databases
from tests.table.world import TableWorld, all_rows, change, rows

FIXTURE = databases()[0]  # of the oldest version


@pytest.fixture
def full(tmp_path: Path) -> Backend:
    """A file with games of every way to play."""
    path = tmp_path / "full.db"
    shutil.copy(FIXTURE, path)
    return SqliteBackend(path)


@pytest.fixture
async def empty(engine: str, tmp_path: Path) -> Backend:
    """An empty database of either kind."""
    path = tmp_path / "empty.db"
    if TableWorld.postgres:
        await TableWorld.postgres.make_bare(path)
        return TableWorld.postgres.backend(path)
    return SqliteBackend(path)


async def content(backend: Backend) -> list[object]:
    """Return all that a database holds, with the last numbers that it has given."""
    store = await Store.open(backend)
    try:
        last = await store.database.write(
            lambda db: [backend.last_number(db, table) for table in move.COUNTED]
        )
        return [*await all_rows(store), last]
    finally:
        await store.close()


async def test_all_that_is_stored_moves_there_and_back(
    full: Backend, empty: Backend, tmp_path: Path
) -> None:
    told: list[str] = []
    games = move_database(full, empty, told.append)
    moved = await content(full)
    assert await content(empty) == moved
    assert f"games: {games} rows." in told
    back = SqliteBackend(tmp_path / "back.db")
    assert move_database(empty, back, told.append) == games
    assert await content(back) == moved


async def test_a_move_tells_how_many_rows_each_table_has(full: Backend, empty: Backend) -> None:
    told: list[str] = []
    move_database(full, empty, told.append)
    tables = [table for table in metadata.sorted_tables if table not in move.NOT_COPIED]
    store = await Store.open(full)
    found = [await rows(store, f"SELECT count(*) FROM {table.name}") for table in tables]
    await store.close()
    assert told == [f"{table.name}: {found[at][0][0]} rows." for at, table in enumerate(tables)]
    assert any(said.endswith(": 0 rows.") for said in told)


async def test_a_database_without_games_moves(empty: Backend, tmp_path: Path) -> None:
    source = SqliteBackend(tmp_path / "new.db")
    await (await Store.open(source)).close()
    told: list[str] = []
    assert move_database(source, empty, told.append) == 0
    assert "games: 0 rows." in told
    assert await content(empty) == await content(source)


async def test_a_move_that_was_interrupted_goes_on(
    full: Backend, empty: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(move, "BATCH", 30)
    copied, interruptions = move._batches, 0
    allowed = 1

    class Interrupted(Exception):
        pass

    def interrupted(*given: object) -> object:
        for batch in copied(*given):
            nonlocal left
            if not left:
                raise Interrupted
            left -= 1
            yield batch

    monkeypatch.setattr(move, "_batches", interrupted)
    while True:
        left = allowed
        try:
            move_database(full, empty, lambda _: None)
            break
        except Interrupted:
            interruptions += 1
            allowed += 15
            with pytest.raises(StoreError, match="run move-database to its end"):
                await Store.open(empty)
    assert interruptions > 2
    assert await content(empty) == await content(full)


@pytest.mark.sqlite_only
def test_what_was_moved_outlasts_a_power_cut(
    full: Backend, empty: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[bool] = []
    begin = SqliteBackend.begin

    def noted(self: SqliteBackend, engine: Engine, *, lasting: bool) -> object:
        kept.append(lasting)
        return begin(self, engine, lasting=lasting)

    monkeypatch.setattr(SqliteBackend, "begin", noted)
    move_database(full, empty, lambda _: None)
    assert set(kept) == {True}


@pytest.mark.parametrize(
    ("fault", "said"),
    [("disk is full", "The disk is full."), ("no such thing", "The move broke: no such thing")],
)
async def test_a_move_that_breaks_says_why(
    full: Backend, empty: Backend, fault: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*given: object) -> object:
        orig = sqlite3.OperationalError(fault)
        raise OperationalError("INSERT", {}, orig) from orig

    monkeypatch.setattr(move, "_batches", broken)
    with pytest.raises(StoreError) as told:
        move_database(full, empty, lambda _: None)
    assert str(told.value) == said


async def test_only_an_empty_database_is_moved_into(full: Backend, empty: Backend) -> None:
    await (await Store.open(empty)).close()
    with pytest.raises(StoreError, match="is not empty"):
        move_database(full, empty, lambda _: None)


async def test_a_row_that_changed_during_a_move_is_noticed(full: Backend, empty: Backend) -> None:
    def play_on(told: str) -> None:
        if told.startswith("log"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        move_database(full, empty, play_on)
    store = await Store.open(full)
    await change(store, "UPDATE games SET number = number + 1 WHERE id = 1")
    await store.close()
    with pytest.raises(StoreError, match="games is not the same"):
        move_database(full, empty, lambda _: None)
