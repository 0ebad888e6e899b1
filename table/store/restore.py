"""Put a backup in the place of the database.

The time since the backup is lost, but Discord still shows its messages: the restored database
begins a new life, with other nonces, and with numbers of cards, games and contests above all that
were ever given, so that nothing of the lost time is taken for something of its own.
"""

from __future__ import annotations

import secrets
from pathlib import Path

import msgspec
from sqlalchemy import Connection, Engine, case, insert, select, update

from table.store import schema as t
from table.store.backend import Backend
from table.store.migrate import migrate

BEGINNING = 1_700_000_000  # seconds since 1970: before the first game
LOST = ("card", "redraw", "ping", "notice", "check")  # what is owed for cards of the lost time


def restore(backup: Path, backend: Backend, now: float) -> Path | None:
    """Put a backup in the place of the database; return where the old one is kept, if there was
    one. Raises StoreError, and then nothing has changed.

    `now`: seconds since 1970, later than anything was ever printed."""
    backend.check_backup(backup)

    def renew(restored: Backend, engine: Engine) -> None:
        with restored.begin(engine, lasting=True) as db:
            migrate(db, restored)
            begin_new_life(db, restored, now)

    return backend.restore(backup, renew, now)


def begin_new_life(db: Connection, backend: Backend, now: float) -> None:
    """Let nothing that is sent from now on be taken for something of a time that was lost."""
    games, outbox = t.games.c, t.outbox.c
    # Fewer than one number a second is ever given, so that the clock is above all of them,
    # whichever backup is restored, and however often.
    floor = int(now) - BEGINNING
    db.execute(update(t.life).values(mark=secrets.token_hex(4)))
    owed = outbox.state.in_(("pending", "sending", "failed")) & outbox.kind.in_(LOST)
    db.execute(update(t.outbox).where(owed).values(state="dropped"))
    fresh = case((games.card < floor, floor), else_=games.card) + 1
    db.execute(update(t.games).values(card=fresh))
    for row in db.execute(select(games.id, games.phase, games.card, games.activity)).all():
        activity = msgspec.json.decode(row.activity)
        activity["turn_card"] = row.card
        text = msgspec.json.encode(activity).decode()
        db.execute(update(t.games).where(games.id == row.id).values(activity=text))
        if row.phase in ("lobby", "play"):
            db.execute(insert(t.outbox), _new_card(row.id, row.card))
    for table in ("games", "contests"):
        backend.set_last_number(db, table, max(backend.last_number(db, table), floor))


def _new_card(game: int, card: int) -> dict[str, object]:
    return {
        "game": game,
        "kind": "card",
        "card": card,
        "content": "{}",
        "nonce": "r" + secrets.token_hex(10),
        "state": "pending",
        "attempts": 0,
        "not_before": 0,
        "fault": "",
    }
