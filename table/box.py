"""The rows of the outbox: what is owed, what is under way, what was sent.

A row is `pending`, then `sending` while Discord is asked, then `sent`. A row that is `sending`
while nobody serves its game was under way when something broke: it is owed still. `dropped`: no
longer worth sending. `withdrawn`: a ping that was taken back while it was under way. `failed`:
given up until the next start. The nonce makes it safe to send a row again.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row, and_, delete, exists, func, select, update
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from table import schema as t
from table.records import Owed
from table.store import Store, owed_row

OWED = ("pending", "sending")
EDIT_EVERY = 5.0  # seconds between edits of a message
OLD = 3600.0  # a message of this age may be edited more rarely:
EDIT_OLD_EVERY = 20.0

_box = t.outbox.c
_cards = t.cards.c


class Box:
    """The outbox's queries."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def take_up(self) -> None:
        """After a start: put back what was under way, forget what is done, and see whether the
        newest cards are still there."""
        async with self._store.write() as db:
            await db.execute(
                update(t.outbox)
                .where(_box.state.in_(("sending", "failed")))
                .values(state="pending", attempts=0, not_before=0.0)
            )
            await db.execute(
                delete(t.outbox).where(
                    _box.state.in_(("dropped", "withdrawn"))
                    | ((_box.state == "sent") & (_box.kind != "ping"))
                )
            )
            newest = (
                select(t.games.c.id, _cards.number)
                .join(t.cards, and_(_cards.game == t.games.c.id, _cards.number == t.games.c.card))
                .where(t.games.c.phase.in_(("lobby", "play")), _cards.state == "live")
                .where(
                    ~exists().where(
                        _box.game == t.games.c.id, _box.kind == "check", _box.state == "pending"
                    )
                )
            )
            for game, card in (await db.execute(newest)).all():
                await db.execute(owed_row(game, "check", card=card))

    async def games_due(self, now: float) -> list[int]:
        """The games to which something is owed now."""
        query = select(_box.game).distinct()
        async with self._store.read() as db:
            return list(await db.scalars(query.where(_box.state.in_(OWED), _box.not_before <= now)))

    async def next_due(self, now: float) -> float | None:
        """When the next message that must wait may go."""
        query = select(func.min(_box.not_before))
        async with self._store.read() as db:
            due: float | None = await db.scalar(
                query.where(_box.state == "pending", _box.not_before > now)
            )
        return due

    async def take(self, game: int, now: float) -> Owed | None:
        """The oldest message owed to the game now, marked as under way. What has been overtaken
        is dropped, edits that come too early are put off."""
        query = (
            select(t.outbox, t.games.c.channel, t.games.c.card.label("newest"))
            .join(t.games, t.games.c.id == _box.game)
            .where(_box.game == game, _box.state.in_(OWED), _box.not_before <= now)
            .order_by(_box.id)
        )
        async with self._store.write() as db:
            for row in (await db.execute(query)).all():
                shown = await _shown(db, game, row.card)
                change = _overtaken(row, shown) or _too_early(row, shown, now)
                if change is None:
                    await _set(db, row.id, state="sending", attempts=row.attempts + 1)
                    message = row.message if shown is None else shown.message
                    return Owed(
                        id=row.id,
                        game=game,
                        channel=row.channel,
                        kind=row.kind,
                        nonce=row.nonce or "",
                        card=row.card,
                        message=message,
                        payload=row.payload,
                        attempts=row.attempts,
                    )
                await _set(db, row.id, **change)
        return None

    async def sent(self, owed: Owed, message: int | None, now: float) -> None:
        """It was delivered, as `message` when it was posted."""
        async with self._store.write() as db:
            state = await db.scalar(select(_box.state).where(_box.id == owed.id))
            await _set(db, owed.id, state="sent", message=message, fault="")
            if owed.kind == "card":
                await _card_is_shown(db, owed, message, now)
            elif owed.kind == "edit":
                await _mark(db, owed, changed=now)
            elif owed.kind == "strip":
                await _mark(db, owed, state="stripped")
            elif owed.kind == "ping" and state == "withdrawn":
                await _set(db, owed.id, state="dropped")
                await db.execute(owed_row(owed.game, "unping", message=message))

    async def gone(self, owed: Owed) -> None:
        """The message that it was about is gone."""
        async with self._store.write() as db:
            await _set(db, owed.id, state="dropped")
            await _mark(db, owed, state="gone")

    async def drop(self, owed: Owed) -> None:
        """It will not be sent."""
        async with self._store.write() as db:
            await _set(db, owed.id, state="dropped")

    async def put_back(self, owed: Owed, not_before: float, fault: str, *, give_up: bool) -> None:
        """It could not be sent because of `fault`, a sentence: try again then, or not again."""
        async with self._store.write() as db:
            state = await db.scalar(select(_box.state).where(_box.id == owed.id))
            after = "dropped" if state == "withdrawn" else "failed" if give_up else "pending"
            await _set(db, owed.id, state=after, not_before=not_before, fault=fault)


def _overtaken(row: Row[Any], shown: Row[Any] | None) -> dict[str, Any] | None:
    live = shown is not None and shown.state == "live"
    if row.kind in ("card", "edit", "check"):
        worth_it = row.card == row.newest and (live or row.kind == "card")
    else:
        worth_it = live or row.kind != "strip"
    return None if worth_it else {"state": "dropped"}


def _too_early(row: Row[Any], shown: Row[Any] | None, now: float) -> dict[str, Any] | None:
    if row.kind != "edit" or shown is None:
        return None
    every = EDIT_OLD_EVERY if now - shown.posted > OLD else EDIT_EVERY
    earliest = shown.changed + every
    return {"not_before": earliest} if earliest > now else None


async def _shown(db: AsyncConnection, game: int, card: int | None) -> Row[Any] | None:
    query = select(t.cards).where(_cards.game == game, _cards.number == card)
    return (await db.execute(query)).first()


async def _set(db: AsyncConnection, row: int, **values: Any) -> None:
    await db.execute(update(t.outbox).where(_box.id == row).values(**values))


async def _mark(db: AsyncConnection, owed: Owed, **values: Any) -> None:
    card = (_cards.game == owed.game) & (_cards.number == owed.card)
    await db.execute(update(t.cards).where(card).values(**values))


async def _card_is_shown(db: AsyncConnection, owed: Owed, message: int | None, now: float) -> None:
    older = select(_cards.number).where(
        _cards.game == owed.game, _cards.number < owed.card, _cards.state == "live"
    )
    for number in (await db.scalars(older)).all():
        await db.execute(owed_row(owed.game, "strip", card=number))
    await db.execute(
        insert(t.cards).values(
            game=owed.game,
            number=owed.card,
            channel=owed.channel,
            message=message,
            audience=None,
            state="live",
            posted=now,
            changed=now,
        )
    )
