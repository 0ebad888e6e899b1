"""Backups are made while games go on; a restored one loses only what was not in it; a database
that cannot be used is told in a sentence."""

from __future__ import annotations

import itertools
import os
import sqlite3
import stat
from pathlib import Path

import pytest

from table.errors import StaleCard
from table.outbox.delivery import Press
from table.store.backups import EVERY, Backups
from table.store.faults import StoreError
from table.store.restore import BEGINNING, restore
from table.store.sqlite import SqliteBackend
from table.store.store import Store
from tests.table.make_fixture import databases
from tests.table.world import ANN, BOB, EVE, TableWorld, change, rows

DAY = 86400.0


async def test_a_restored_game_goes_on_and_shows_every_move(
    world: TableWorld, tmp_path: Path
) -> None:
    table = await world.begun()
    await table.act(ANN, "step s")
    await world.outbox.flush()
    backups = Backups(world.tables.store, tmp_path / "backups", 7, world.time)
    saved = await backups.make()
    for who, what in ((BOB, "step n"), (ANN, "step n"), (BOB, "step s"), (ANN, "step e")):
        await table.act(who, what)  # these are lost
        await world.outbox.flush()
    lost_card = table.game.card
    office, shown = world.office, len(world.office.shown("card"))
    await world.close()
    kept = restore(saved, world.backend, BEGINNING + DAY)
    assert kept
    assert kept.exists()
    await world.open()
    world.office = office
    world.outbox = world.tables.send_by(office)
    await world.outbox.resume(world.tables.shards.held)
    await world.outbox.flush()
    table = await world.table()
    assert (await table.view(None)).turn == 1
    assert len(office.shown("card")) == shown + 1
    with pytest.raises(StaleCard):
        await table.act(BOB, "step n", press=Press(lost_card))
    for n, (who, what) in enumerate(((BOB, "step w"), (ANN, "step n"), (BOB, "step e")), 2):
        await table.act(who, what, press=Press(table.game.card))
        await world.outbox.flush()
        assert len(office.shown("card")) == shown + n
        assert office.shown("card")[-1].card == table.game.card > lost_card
    assert (await table.history.proof()).ok
    live = await rows(world.tables.store, "SELECT number FROM cards WHERE state = 'live'")
    assert live == [(table.game.card,)]


async def test_no_number_of_a_lost_time_is_ever_given_again(
    world: TableWorld, tmp_path: Path
) -> None:
    await world.begun()
    saved = await Backups(world.tables.store, tmp_path / "backups", 7, world.time).make()
    printed: set[int] = set()
    cards: set[tuple[int, int]] = set()
    for channel in range(10, 13):  # the same backup is restored again and again
        lost = await world.found(channel, EVE)
        assert lost.game.id not in printed, "a press of a lost game would move this one"
        printed.add(lost.game.id)
        first = await world.table()
        await first.act(ANN, "step s")
        assert (first.game.id, first.game.card) not in cards
        cards.add((first.game.id, first.game.card))
        await world.close()
        restore(saved, world.backend, BEGINNING + 60 * channel)
        await world.open()


async def test_a_backup_is_made_each_day_and_kept_for_some(
    world: TableWorld, tmp_path: Path
) -> None:
    folder = tmp_path / "backups"
    backups = Backups(world.tables.store, folder, 3, world.time)
    made = []
    for _ in range(6):
        made.append(await backups.make_due())
        assert await backups.make_due() is None
        world.time.pass_(EVERY)
    assert all(made)
    left = sorted(folder.iterdir())
    assert left == made[-4:]
    assert stat.S_IMODE(left[0].stat().st_mode) == 0o600
    assert await Backups(world.tables.store, folder, 0, world.time).make_due() is None


async def test_a_failing_backup_is_told_once_and_tried_again_after_growing_pauses(
    world: TableWorld, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    barred = tmp_path / "backups"
    barred.write_text("no folder")
    world.tables.keep_backups(barred, 7)
    backups = world.tables.backups
    assert backups
    tries = []
    for minute in range(24 * 60):
        before = backups.problem, backups._not_before
        assert await backups.make_due() is None
        if (backups.problem, backups._not_before) != before:
            tries.append(minute)
        world.time.pass_(60)
    pauses = [late - early for early, late in itertools.pairwise(tries)]
    assert pauses == [10, 20, 40, 80, 160, 320, 360, 360]
    assert caplog.text.count("no backup could be made") == 1
    (told,) = (await world.tables.health.check()).problems
    assert told.startswith("No backup can be made: ")
    barred.unlink()
    world.time.pass_(DAY)
    assert await backups.make_due()
    assert (await world.tables.health.check()).ok


@pytest.mark.sqlite_only
async def test_only_a_whole_backup_of_ours_is_restored(world: TableWorld, tmp_path: Path) -> None:
    await world.begun()
    await world.close()
    before = world.path.read_bytes()
    whole = databases()[0].read_bytes()
    damaged = bytearray(whole)
    damaged[5000:60_000] = os.urandom(55_000)
    foreign = tmp_path / "foreign"
    with sqlite3.connect(foreign) as db:
        db.execute("CREATE TABLE other (x)")
    newer = tmp_path / "newer"
    newer.write_bytes(whole)
    with sqlite3.connect(newer) as db:
        db.execute("CREATE TABLE alembic_version (version_num)")
        db.execute("INSERT INTO alembic_version VALUES ('9999')")
    for name, content in (("text", b"hello" * 999), ("cut", whole[:9_000]), ("bad", damaged)):
        (tmp_path / name).write_bytes(content)
    for name in ("text", "cut", "bad", "foreign", "newer", "missing"):
        with pytest.raises(StoreError) as error:
            restore(tmp_path / name, world.backend, 0)
        assert str(error.value).endswith(".")
    assert world.path.read_bytes() == before
    await world.open()


def test_a_file_that_cannot_be_written_to_is_refused_and_a_new_one_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    backend = SqliteBackend(tmp_path / "games.sqlite")
    backend.check()
    assert stat.S_IMODE((tmp_path / "games.sqlite").stat().st_mode) == 0o600
    with pytest.raises(StoreError, match="may not be written to"):
        backend.check()


async def test_a_backup_is_checked_before_it_is_restored(world: TableWorld, tmp_path: Path) -> None:
    await world.begun()
    store = world.tables.store
    whole = await Backups(store, tmp_path / "whole", 7, world.time).make()
    assert world.backend.check_backup(whole) == 1
    await change(store, "UPDATE alembic_version SET version_num = '9999'")
    newer = await Backups(store, tmp_path / "newer", 7, world.time).make()
    with pytest.raises(StoreError, match="newer version"):
        world.backend.check_backup(newer)
    for content in (b"", whole.read_bytes()[:3000], b"hello" * 999):
        (tmp_path / "other").write_bytes(content)
        with pytest.raises(StoreError):
            world.backend.check_backup(tmp_path / "other")


@pytest.mark.sqlite_only
async def test_a_backup_of_an_earlier_version_is_restored(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    assert restore(databases()[0], SqliteBackend(path), 0) is None
    store = await Store.open(path)
    assert await rows(store, "SELECT length(mark) FROM life") == [(8,)]
    await store.close()


@pytest.mark.sqlite_only
@pytest.mark.parametrize("kind", ["text", "foreign", "cut", "folder"])
async def test_a_database_that_cannot_be_used_is_told_in_a_sentence(
    tmp_path: Path, kind: str
) -> None:
    path = tmp_path / "games.db"
    if kind == "text":
        path.write_bytes(b"hello" * 999)
    elif kind == "cut":
        path.write_bytes(databases()[0].read_bytes()[:20_000])
    elif kind == "foreign":
        with sqlite3.connect(path) as db:
            db.execute("CREATE TABLE migrations (id)")
            db.execute("CREATE TABLE other (x)")
    else:
        path = tmp_path / "no" / "such" / "folder.db"
    with pytest.raises(StoreError) as error:
        await Store.open(path)
    assert str(error.value).count("\n") == 0
    assert str(error.value).endswith(".")


@pytest.mark.sqlite_only
async def test_nobody_else_may_read_the_database(world: TableWorld) -> None:
    assert stat.S_IMODE(world.path.stat().st_mode) == 0o600
