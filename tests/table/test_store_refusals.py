"""The store refuses in a sentence, and leaves nothing behind."""

from __future__ import annotations

import errno
import fcntl
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from table.store.backend import IN_USE
from table.store.backups import Backups
from table.store.database import Database
from table.store.faults import StoreError
from table.store.lock import NO_LOCKS, lock_database
from table.store.postgresql import PostgresqlBackend
from table.store.sqlite import SqliteBackend
from table.store.store import Store

UNKNOWN = OperationalError("SELECT 1", {}, sqlite3.OperationalError("too odd"))
FULL = OperationalError("SELECT 1", {}, sqlite3.OperationalError("database or disk is full"))
FULL.__cause__ = FULL.orig  # as SQLAlchemy raises it
SEVEN_DAYS = 7 * 86400.0


async def test_a_backup_without_the_program_for_it_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(StoreError, match=r"^pg_dump is not installed here\.$"):
        await PostgresqlBackend("postgresql://nobody@127.0.0.1/none").backup(tmp_path / "made")


# ---------------------------------------------------------------- the lock


def test_a_database_is_held_once_by_whatever_link_and_free_after_the_block(tmp_path: Path) -> None:
    path, link = tmp_path / "games.db", tmp_path / "link.db"
    path.touch()
    link.symlink_to(path)
    with lock_database(path):
        for again in (path, link):
            with pytest.raises(StoreError) as refusal, lock_database(again):
                pass
            assert str(refusal.value) == IN_USE
    with lock_database(link):
        pass
    assert {each.name for each in tmp_path.iterdir()} == {"games.db", "link.db", "games.db.lock"}


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.ENOLCK, "No locks available"), NO_LOCKS),
        (BlockingIOError(errno.EAGAIN, "held"), IN_USE),
    ],
)
def test_a_lock_that_cannot_be_had_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, said: str
) -> None:
    def refuse(*_: object) -> None:
        raise error

    monkeypatch.setattr(fcntl, "flock", refuse)
    with pytest.raises(StoreError) as refusal, lock_database(tmp_path / "games.db"):
        pass
    assert str(refusal.value) == said


def test_a_lock_file_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "games.db.lock").mkdir()
    for path, said in (
        (tmp_path / "games.db", "It cannot be locked: Is a directory."),
        (tmp_path / "no" / "games.db", "It cannot be locked: No such file or directory."),
    ):
        with pytest.raises(StoreError) as refusal, lock_database(path):
            pass
        assert str(refusal.value) == said


# ---------------------------------------------------------------- opening and restoring


@pytest.mark.parametrize(
    ("error", "said"), [(FULL, "The disk is full."), (UNKNOWN, f"The database: {UNKNOWN}.")]
)
async def test_a_database_that_cannot_be_opened_is_told_and_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OperationalError, said: str
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("table.store.database.migrate", fail)
    database = Database(SqliteBackend(tmp_path / "games.db"))
    with pytest.raises(StoreError) as refusal:
        await database.open()
    assert str(refusal.value) == said
    with pytest.raises(RuntimeError):  # its thread has ended
        await database.write(lambda _: None)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (FULL, "It cannot be restored: The disk is full."),
        (OSError("odd"), "It cannot be restored: odd"),
    ],
)
def test_a_restore_that_fails_leaves_the_database_as_it_was(
    tmp_path: Path, error: Exception, said: str
) -> None:
    path, backup = tmp_path / "games.db", tmp_path / "backup"
    path.write_bytes(b"old")
    backup.write_bytes(b"")

    def renew(*_: object) -> None:
        raise error

    with pytest.raises(StoreError) as refusal:
        SqliteBackend(path).restore(backup, renew, 0.0)
    assert str(refusal.value) == said
    assert path.read_bytes() == b"old"
    assert {each.name for each in tmp_path.iterdir()} == {"games.db", "backup"}


async def test_backups_are_told_by_their_names_whatever_lies_beside_them(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "games.db")
    folder = tmp_path / "backups"
    folder.mkdir()
    backups = Backups(store, folder, 7, lambda: SEVEN_DAYS + 60)
    suffix = store.database.backend.suffix
    moments = {"19700101-000100": 60.0, "19700101-000059": 59.0, "19700102-010203": 90123.0}
    names = [*moments, "old", "19700101", "19701301-000000", "x", "yy", "19700101-0001000"]
    for name in sorted(names, key=len):
        (folder / f"games-{name}{suffix}").touch()
    (folder / f"other-19700101-000059{suffix}").touch()
    (folder / "games-19700101-000059.part").touch()
    assert backups._found() == {
        folder / f"games-{name}{suffix}": seconds for name, seconds in moments.items()
    }
    await store.close()
