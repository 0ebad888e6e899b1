"""The rows of the outbox: what is owed, what is under way, what was sent.

A row is `pending`, then `sending` while Discord is asked, then `sent`. A row that is `sending`
while nobody serves its game was under way when something broke: it is owed still. `dropped`: no
longer worth sending. `withdrawn`: a ping that was taken back while it was under way. `failed`:
given up until the next start. The nonce makes it safe to send a row again.
"""

from __future__ import annotations

import asyncio
from typing import Any

from sqlalchemy import Connection, Row, and_, bindparam, delete, exists, func, select, update
from sqlalchemy.dialects.sqlite import insert

from table import schema as t
from table.records import Owed
from table.steps import owe
from table.store import Store

OWED = ("pending", "sending")
EDIT_EVERY = 5.0  # seconds between edits of a message
OLD = 3600.0  # a message of this age may be edited more rarely:
EDIT_OLD_EVERY = 20.0

_box = t.outbox.c
_cards = t.cards.c
_DUE = (  # what is owed to a game, with the message that shows its card
    select(
        t.outbox,
        t.games.c.channel,
        t.games.c.card.label("newest"),
        _cards.message.label("shown"),
        _cards.state.label("standing"),
        _cards.posted,
        _cards.changed,
    )
    .join(t.games, t.games.c.id == _box.game)
    .outerjoin(t.cards, and_(_cards.game == _box.game, _cards.number == _box.card))
    .where(
        _box.game == bindparam("which"),
        _box.state.in_(OWED),
        _box.not_before <= bindparam("moment"),
    )
    .order_by(_box.id)
)
_SET = update(t.outbox).where(_box.id == bindparam("row"))
_MARK = update(t.cards).where(_cards.game == bindparam("which"), _cards.number == bindparam("card"))
_LIVE = select(_cards.number).where(_cards.game == bindparam("which"), _cards.state == "live")
_SHOWN = insert(t.cards)
_IN_HAND = select(_box.id, _box.state, _box.message).where(
    _box.game == bindparam("which"), _box.kind == "card", _box.card == bindparam("card")
)


class Box:
    """The outbox's queries."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def take_up(self) -> None:
        """After a start: put back what was under way, forget what is done, and see whether the
        newest cards are still there."""
        await self._store.write(_take_up)

    async def games_due(self, now: float) -> list[int]:
        """The games to which something is owed now."""
        query = select(_box.game).distinct()
        query = query.where(_box.state.in_(OWED), _box.not_before <= now)
        return await self._store.read(lambda db: list(db.scalars(query)))

    async def next_due(self, now: float) -> float | None:
        """When the next message that must wait may go."""
        query = select(func.min(_box.not_before))
        query = query.where(_box.state == "pending", _box.not_before > now)
        return await self._store.read(lambda db: db.scalar(query))

    def take(self, game: int, now: float) -> asyncio.Future[Owed | None]:
        """The oldest message owed to the game now, marked as under way. What has been overtaken
        is dropped, edits that come too early are put off. A power cut may undo the mark: the
        message is owed then, as it is when anything else breaks while it is under way."""
        return self._store.submit(lambda db: _take(db, game, now), lasting=False)

    async def sent(self, owed: Owed, message: int | None, now: float) -> Owed | None:
        """It was delivered, as `message` when it was posted; the next one, taken."""

        def writing(db: Connection) -> Owed | None:
            _sent(db, owed, message, now)
            return _take(db, owed.game, now)

        return await self._store.write(writing)

    async def posted(self, game: int, card: int, message: int | None, now: float) -> None:
        """Whoever had a card in hand has posted it as `message`; None: it is to be sent now. When
        it was given up waiting for, so that it is being sent already, one of both has to go."""

        def writing(db: Connection) -> None:
            row = db.execute(_IN_HAND, {"which": game, "card": card}).first()
            if row is None:
                return
            if message is None:
                if row.state == "pending":
                    _set(db, row.id, not_before=0.0)
            elif row.state == "pending":
                _set(db, row.id, state="sent", message=message)
                _card_is_shown(db, game, card, message, now)
            elif row.message != message:
                owe(db, game, "unping", message=message)

        await self._store.write(writing)

    async def gone(self, owed: Owed) -> None:
        """The message that it was about is gone."""

        def writing(db: Connection) -> None:
            _set(db, owed.id, state="dropped")
            _mark(db, owed, state="gone")

        await self._store.write(writing)

    async def drop(self, owed: Owed) -> None:
        """It will not be sent."""
        await self._store.write(lambda db: _set(db, owed.id, state="dropped"))

    async def put_back(self, owed: Owed, not_before: float, fault: str, *, give_up: bool) -> None:
        """It could not be sent because of `fault`, a sentence: try again then, or not again."""

        def writing(db: Connection) -> None:
            state = db.scalar(select(_box.state).where(_box.id == owed.id))
            after = "dropped" if state == "withdrawn" else "failed" if give_up else "pending"
            _set(db, owed.id, state=after, not_before=not_before, fault=fault)

        await self._store.write(writing)


def _take_up(db: Connection) -> None:
    db.execute(
        update(t.outbox)
        .where(_box.state.in_(("sending", "failed")))
        .values(state="pending", attempts=0, not_before=0.0)
    )
    db.execute(
        delete(t.outbox).where(
            _box.state.in_(("dropped", "withdrawn"))
            | ((_box.state == "sent") & (_box.kind != "ping"))
        )
    )
    checked = exists().where(
        _box.game == t.games.c.id, _box.kind == "check", _box.state == "pending"
    )
    newest = (
        select(t.games.c.id, _cards.number)
        .join(t.cards, and_(_cards.game == t.games.c.id, _cards.number == t.games.c.card))
        .where(t.games.c.phase.in_(("lobby", "play")), _cards.state == "live", ~checked)
    )
    for game, card in db.execute(newest).all():
        owe(db, game, "check", card=card)


def _take(db: Connection, game: int, now: float) -> Owed | None:
    for row in db.execute(_DUE, {"which": game, "moment": now}).all():
        change = _overtaken(row) or _too_early(row, now)
        if change is None:
            _set(db, row.id, state="sending", attempts=row.attempts + 1)
            return Owed(
                id=row.id,
                game=game,
                channel=row.channel,
                kind=row.kind,
                nonce=row.nonce or "",
                card=row.card,
                message=row.message if row.shown is None else row.shown,
                payload=row.payload,
                attempts=row.attempts,
            )
        _set(db, row.id, **change)
    return None


def _sent(db: Connection, owed: Owed, message: int | None, now: float) -> None:
    if owed.kind == "ping":
        state = db.scalar(select(_box.state).where(_box.id == owed.id))
        if state == "withdrawn":
            _set(db, owed.id, state="dropped", message=message)
            owe(db, owed.game, "unping", message=message)
            return
    _set(db, owed.id, state="sent", message=message, fault="")
    if owed.kind == "card" and owed.card is not None:
        _card_is_shown(db, owed.game, owed.card, message, now)
    elif owed.kind == "edit":
        _mark(db, owed, changed=now)
    elif owed.kind == "strip":
        _mark(db, owed, state="stripped")


def _overtaken(row: Row[Any]) -> dict[str, Any] | None:
    live = row.standing == "live"
    if row.kind in ("card", "edit", "check"):
        worth_it = row.card == row.newest and (live or row.kind == "card")
    else:
        worth_it = live or row.kind != "strip"
    return None if worth_it else {"state": "dropped"}


def _too_early(row: Row[Any], now: float) -> dict[str, Any] | None:
    if row.kind != "edit" or row.shown is None:
        return None
    every = EDIT_OLD_EVERY if now - row.posted > OLD else EDIT_EVERY
    earliest = row.changed + every
    return {"not_before": earliest} if earliest > now else None


def _set(db: Connection, row: int, **values: Any) -> None:
    db.execute(_SET, {"row": row, **values})


def _mark(db: Connection, owed: Owed, **values: Any) -> None:
    db.execute(_MARK, {"which": owed.game, "card": owed.card, **values})


def _card_is_shown(db: Connection, game: int, card: int, message: int | None, now: float) -> None:
    """Note which message shows a card. Of all that are live only the newest keeps its buttons."""
    channel = db.scalar(select(t.games.c.channel).where(t.games.c.id == game))
    row = {
        "game": game,
        "number": card,
        "channel": channel,
        "message": message,
        "audience": None,
        "state": "live",
        "posted": now,
        "changed": now,
    }
    db.execute(_SHOWN, row)
    for number in sorted(db.scalars(_LIVE, {"which": game}))[:-1]:
        owe(db, game, "strip", card=number)
