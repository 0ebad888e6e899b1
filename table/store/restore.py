"""Put a backup in the place of the database.

The time since the backup is lost, but Discord still shows its messages: the restored database
begins a new life, with other nonces, and with numbers of cards, games and contests above all that
were ever given, so that nothing of the lost time is taken for something of its own.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import time
from pathlib import Path

from table.store.faults import StoreError, describe_fault
from table.store.migrate import check_migrations, is_ours

BEGINNING = 1_700_000_000  # seconds since 1970: before the first game
_RENEW = """
UPDATE life SET mark = lower(hex(randomblob(4)));
UPDATE outbox SET state = 'dropped' WHERE state IN ('pending', 'sending', 'failed')
    AND kind IN ('card', 'redraw', 'ping', 'notice', 'check');
UPDATE games SET card = max(card, :floor) + 1;
UPDATE games SET activity = json_set(activity, '$.turn_card', card)
    WHERE json_extract(activity, '$.turn_card') IS NOT NULL;
INSERT INTO outbox (game, kind, card, content, nonce, state, attempts, not_before, fault)
    SELECT id, 'card', card, '{}', 'r' || lower(hex(randomblob(10))), 'pending', 0, 0, ''
    FROM games WHERE phase IN ('lobby', 'play');
INSERT INTO sqlite_sequence (name, seq) SELECT each.name, 0
    FROM (SELECT 'games' AS name UNION SELECT 'contests') AS each
    WHERE each.name NOT IN (SELECT name FROM sqlite_sequence);
UPDATE sqlite_sequence SET seq = max(seq, :floor) WHERE name IN ('games', 'contests');
"""


def check_backup(path: Path) -> int:
    """Return how many games a backup holds. Raises StoreError, in a sentence, when it cannot be
    restored."""
    if not path.is_file():
        raise StoreError(f"There is no file {path}.")
    try:
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            if not is_ours(db):
                raise StoreError(f"{path} is not a database of this bot.")
            check_migrations(db)
            (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
            if found != "ok":
                raise StoreError(f"{path} is damaged: {found}.")
            games: int = db.execute("SELECT count(*) FROM games").fetchone()[0]
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {describe_fault(error) or error}") from None
    return games


def restore(backup: Path, database: Path, now: float) -> Path | None:
    """Put a backup in the place of the database; return where the old one is kept, if there was
    one. Raises StoreError, and then nothing has changed.

    `now`: seconds since 1970, later than anything was ever printed."""
    check_backup(backup)
    fresh = database.with_name(database.name + ".restoring")
    fresh.unlink(missing_ok=True)
    try:
        shutil.copyfile(backup, fresh)
        fresh.chmod(0o600)
        _begin_new_life(fresh, now)
    except (OSError, sqlite3.Error) as error:
        fresh.unlink(missing_ok=True)
        raise StoreError(f"It cannot be restored: {describe_fault(error) or error}") from None
    kept = None
    if database.exists():
        kept = database.with_name(
            database.name + time.strftime(".before-%Y%m%d-%H%M%S", time.localtime(now))
        )
        _checkpoint(database)
        os.replace(database, kept)
    for suffix in ("-wal", "-shm"):
        database.with_name(database.name + suffix).unlink(missing_ok=True)
    os.replace(fresh, database)
    return kept


def _begin_new_life(path: Path, now: float) -> None:
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode=DELETE")
        migrated = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'life'").fetchone()
        if migrated is None:  # of before there were lives
            db.executescript(
                (Path(__file__).with_name("migrations") / "0002_trust.sql").read_text("utf-8")
            )
            db.execute("INSERT INTO migrations VALUES (2, ?)", (now,))
            db.commit()
        # Fewer than one number a second is ever given, so that the clock is above all of them,
        # whichever backup is restored, and however often.
        floor = {"floor": int(now) - BEGINNING}
        with db:
            for statement in _RENEW.split(";\n"):
                db.execute(statement, floor if ":floor" in statement else {})


def _checkpoint(database: Path) -> None:
    """Write what is in the write-ahead log into the file, so that the file alone is whole."""
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(database)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
