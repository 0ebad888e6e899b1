"""The outbox's queries.

A row is `pending`, then `sending` while Discord is asked, then `sent`. A row that is `sending`
while nobody serves its game was under way when something broke: it is still owed. `dropped`: no
longer worth sending. `withdrawn`: a ping or a post that was withdrawn while it was under way.
`failed`: given up until the next start. The nonce makes it safe to send a row again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from msgspec.structs import replace
from sqlalchemy import (
    BigInteger,
    Connection,
    Row,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    literal,
    select,
    update,
)

from engine.contract.placeholders import PLACEHOLDER
from table.outbox.delivery import Delivery
from table.outbox.rows import Content, OutboxRow, RowKind
from table.references import names_in
from table.shown_names import fill_names
from table.store import schema as t
from table.store.changes import owe
from table.store.database import Database
from table.store.games import load_state, naming_in
from table.store.records import read_content, to_json
from table.store.shards import Scope

OWED = ("pending", "sending")
POSTS = ("card", "ping", "notice", "post")
EDIT_EVERY = 5.0  # seconds between edits of a message
OLD = 3600.0  # seconds: a message of this age is edited more rarely
EDIT_OLD_EVERY = 20.0  # seconds
DONE_KEPT = 10  # newest cards of a game whose rows stay when they are done
MAX_KEPT_POSTS = 20  # of a game: older ones are out of sight when they are undone
CHECK_EVERY = 0.1  # seconds between the checks of two cards after a start

_outbox = t.outbox.c
_cards = t.cards.c
_OWED = (  # to a game, the urgent first, with the message that shows its card
    select(
        t.outbox,
        t.games.c.channel,
        t.games.c.card.label("newest"),
        _cards.message.label("shown"),
        _cards.state.label("card_state"),
        _cards.posted,
        _cards.changed,
    )
    .join(t.games, t.games.c.id == _outbox.game)
    .outerjoin(t.cards, and_(_cards.game == _outbox.game, _cards.number == _outbox.card))
    .where(_outbox.game == bindparam("which"), _outbox.state.in_(OWED))
    .order_by(
        # New messages first: they reopen an archived thread, in which nothing can be changed.
        case(
            (_outbox.kind.in_((*POSTS, "private")), 0),
            (_outbox.kind.in_(("strip", "check")), 2),
            else_=1,
        ),
        _outbox.id,
    )
)
_SET = update(t.outbox).where(_outbox.id == bindparam("row"))
_MARK = update(t.cards).where(_cards.game == bindparam("which"), _cards.number == bindparam("card"))
_OF_GAME = t.games.c.id == bindparam("which", type_=BigInteger)
_SHOWN = insert(t.cards).from_select(
    ["game", "number", "channel", "message", "state", "posted", "changed"],
    select(
        t.games.c.id,
        bindparam("number", type_=BigInteger),
        t.games.c.channel,
        bindparam("message", type_=BigInteger),
        literal("live"),
        bindparam("now", type_=t.TIME),
        bindparam("now", type_=t.TIME),
    ).where(_OF_GAME),
)


def _owed_row(kind: RowKind, game: Any, not_before: Any) -> dict[str, Any]:
    """Return the columns of a row about each card that is selected: what `owe` adds for one."""
    return {
        "game": game,
        "kind": literal(kind),
        "card": _cards.number,
        "content": literal(to_json(Content())),
        "state": literal("pending"),
        "attempts": literal(0),
        "not_before": not_before,
        "fault": literal(""),
    }


_newer = t.cards.alias().c
_STRIP = _owed_row("strip", _cards.game, literal(0.0))
# For each live card but the newest, unless it is owed already.
_STRIP_OLDER = insert(t.outbox).from_select(
    [*_STRIP],
    select(*_STRIP.values())
    .where(
        _cards.game == bindparam("which", type_=BigInteger),
        _cards.state == "live",
        exists().where(
            _newer.game == _cards.game, _newer.state == "live", _newer.number > _cards.number
        ),
        ~exists().where(
            _outbox.game == _cards.game,
            _outbox.kind == "strip",
            _outbox.card == _cards.number,
            _outbox.state.in_(OWED),
        ),
    )
    .order_by(_cards.number),
)
_DONE = (_outbox.state == "dropped") | ((_outbox.state == "sent") & (_outbox.kind != "ping"))
_number = bindparam("number", type_=BigInteger)
_OLDEST_KEPT = (
    select(case((t.games.c.phase == "over", _number), else_=_number - DONE_KEPT))
    .where(_OF_GAME)
    .scalar_subquery()
)
_FORGET = delete(t.outbox).where(
    _outbox.game == bindparam("which", type_=BigInteger),
    _outbox.card.is_(None) | (_outbox.card < _OLDEST_KEPT),
    _DONE,
)
_ANSWER = (
    update(t.outbox)
    .where(
        _outbox.game == bindparam("which"),
        _outbox.kind == "card",
        _outbox.card == bindparam("number"),
        _outbox.state == "pending",
    )
    .values(state="sent", message=bindparam("posted"))
)
_CARD_ROW = select(_outbox.id, _outbox.state, _outbox.message).where(
    _outbox.game == bindparam("which"), _outbox.kind == "card", _outbox.card == bindparam("card")
)
_GAMES_DUE = (
    select(_outbox.game, func.min(_outbox.not_before))
    .where(_outbox.state.in_(OWED))
    .group_by(_outbox.game)
)


class Owed(NamedTuple):
    """The row that is to be sent to a game now, if any, and when the earliest of those is due that
    have to wait."""

    row: OutboxRow | None
    next_due: float | None


class OutboxStore:
    """The outbox's rows in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._shards = database.shards

    async def resume(self, now: float, shards: Collection[int]) -> None:
        """Begin to serve shards: put back what was under way in their games, forget what is done,
        and check one by one whether the newest cards are still there."""

        def write(db: Connection) -> None:
            self._shards.check(db, {self._shards.scope(shard) for shard in shards})
            _resume(db, now, lambda query, game: self._shards.narrow(query, game, shards))

        await self._database.write(write)

    async def due(self) -> dict[int, float]:
        """Return the served games to which something is owed, and when the first of it is due."""
        query = self._shards.narrow(_GAMES_DUE, _outbox.game)
        return await self._database.read(lambda db: dict(map(tuple, db.execute(query))))

    def take(self, game: int, now: float) -> asyncio.Future[Owed]:
        """Return the most urgent row owed to the game now, marked as under way.

        Old cards are dealt with after everything else. What has been overtaken is dropped, edits
        that come too early are put off. A power cut may undo the mark: the row is owed then, as it
        is when anything else breaks while it is under way.
        """
        return self._database.submit(
            lambda db: _take(db, game, now), lasting=False, scope=Scope(game)
        )

    async def sent(self, row: OutboxRow, message: int | None, now: float) -> Owed:
        """Note that a row was delivered, as `message` when it was posted; take the next one."""

        def write(db: Connection) -> Owed:
            _mark_sent(db, row, message, now)
            return _take(db, row.game, now)

        return await self._database.write(write, scope=Scope(row.game))

    def delivered(
        self, delivery: Delivery, message: int | None, now: float
    ) -> asyncio.Future[None]:
        """Note that whoever pressed has shown a card in `message`; None: they could not, so that
        it is to be sent now."""

        def write(db: Connection) -> None:
            if delivery.how == "edit":
                _edited(db, delivery, message, now)
            else:
                _answered(db, delivery, message, now)

        return self._database.submit(write, scope=Scope(delivery.game))

    async def gone(self, row: OutboxRow) -> None:
        """Note that the message that a row was about is gone."""

        def write(db: Connection) -> None:
            _set(db, row.id, state="dropped")
            _mark(db, row, state="gone")

        await self._database.write(write, scope=Scope(row.game))

    async def message_gone(self, message: int) -> int | None:
        """Note that a message was deleted; return the game whose newest card it showed."""
        shown = select(_cards.game, _cards.number, t.games.c.card).join(
            t.games, t.games.c.id == _cards.game
        )
        shown = shown.where(_cards.message == message, _cards.state == "live")

        def write(db: Connection) -> int | None:
            row = db.execute(shown).first()
            if row is None:
                return None
            here = (_cards.game == row.game) & (_cards.number == row.number)
            db.execute(update(t.cards).where(here).values(state="gone"))
            return int(row.game) if row.number == row.card else None

        found = await self._database.read(lambda db: db.execute(shown).first())
        if found is None:
            return None
        return await self._database.write(write, scope=Scope(found.game))

    async def drop(self, row: OutboxRow) -> None:
        """Give a row up for good."""
        scope = Scope(row.game)
        await self._database.write(lambda db: _set(db, row.id, state="dropped"), scope=scope)

    async def refused(self, row: OutboxRow, fault: str) -> None:
        """Give up a row that Discord does not take. Nobody tries again to take the buttons off an
        old card; anything else is tried once more after the next start."""

        def write(db: Connection) -> None:
            _set(db, row.id, state="failed", fault=fault)
            if row.kind == "strip":
                _mark(db, row, state="stripped")  # it is not tried again: presses on it are stale

        await self._database.write(write, scope=Scope(row.game))

    async def make_plain(self, row: OutboxRow, not_before: float, fault: str) -> None:
        """Let a card that Discord has refused because of `fault`, a sentence, be sent in words
        alone, not before that time."""

        def write(db: Connection) -> None:
            text = db.scalar(select(_outbox.content).where(_outbox.id == row.id))
            if text is not None:
                values = {"state": "pending", "not_before": not_before, "fault": fault}
                _set(db, row.id, content=_with(text, plain=True), **values)

        await self._database.write(write, scope=Scope(row.game))

    async def put_back(
        self,
        row: OutboxRow,
        not_before: float,
        fault: str = "",
        *,
        give_up: bool = False,
        is_unsure: bool,
    ) -> None:
        """Note that a row could not be sent because of `fault`, a sentence: it is tried again
        then, or given up. `is_unsure`: what was to be posted may be there."""

        def write(db: Connection) -> None:
            stored = db.execute(select(t.outbox).where(_outbox.id == row.id)).first()
            if stored is None:  # its game was deleted
                return
            withdrawn = stored.state == "withdrawn"
            after = "dropped" if withdrawn else "failed" if give_up else "pending"
            content = stored.content
            if is_unsure and row.kind in POSTS:
                content = _with(content, look_first=True)
            values = {"state": after, "not_before": not_before, "content": content}
            _set(db, row.id, **values, **_told(row, fault))

        await self._database.write(write, scope=Scope(row.game))


def _resume(db: Connection, now: float, narrow: Callable[[Any, Any], Any]) -> None:
    posted = select(_outbox.id, _outbox.content).where(
        _outbox.state == "sending", _outbox.kind.in_(POSTS)
    )
    for row in db.execute(narrow(posted, _outbox.game)).all():  # what was being posted may be there
        _set(db, row.id, content=_with(row.content, look_first=True))
    again = (
        update(t.outbox)
        .where(_outbox.state.in_(("sending", "failed")))
        .values(state="pending", attempts=0, not_before=0.0)
    )
    db.execute(narrow(again, _outbox.game))
    done = delete(t.outbox).where(_DONE | (_outbox.state == "withdrawn"))
    db.execute(narrow(done, _outbox.game))
    checked = exists().where(
        _outbox.game == t.games.c.id, _outbox.kind == "check", _outbox.state == "pending"
    )
    place = func.row_number().over(order_by=t.games.c.id) - 1
    check = _owed_row("check", t.games.c.id, now + place * CHECK_EVERY)
    newest = (
        select(*check.values())
        .join(t.cards, and_(_cards.game == t.games.c.id, _cards.number == t.games.c.card))
        .where(t.games.c.phase.in_(("lobby", "play")), _cards.state == "live", ~checked)
    )
    db.execute(insert(t.outbox).from_select([*check], narrow(newest, t.games.c.id)))


def _take(db: Connection, game: int, now: float) -> Owed:
    due: list[float] = []
    for row in db.execute(_OWED, {"which": game}).all():
        if row.not_before > now:
            due.append(row.not_before)
            continue
        change = _overtaken(row) or _too_early(row, now) or _not_shown(db, row, now)
        if change is None:
            return Owed(_begin(db, row), None)
        _set(db, row.id, **change)
        due += [change["not_before"]] if "not_before" in change else []
    return Owed(None, min(due, default=None))


def _begin(db: Connection, row: Row[Any]) -> OutboxRow:
    """Mark a row as under way, and return it."""
    _set(db, row.id, state="sending", attempts=row.attempts + 1)
    return OutboxRow(
        id=row.id,
        game=row.game,
        channel=row.channel,
        kind="find" if _must_be_found(row) else row.kind,
        nonce=row.nonce or "",
        card=row.card,
        message=row.message if row.shown is None else row.shown,
        content=_shown_content(db, row.game, row.content),
        attempts=row.attempts,
    )


def _shown_content(db: Connection, game: int, text: str) -> Content:
    """Return the content of a row with its people and today's names."""
    content = read_content(text, int)
    if content.people:
        content = replace(content, people=tuple(map(naming_in(db, game), content.people)))
    if PLACEHOLDER.search(text) is None:
        return content
    stored = db.execute(select(t.games).where(t.games.c.id == game)).one()
    return fill_names(content, names_in(load_state(db, stored)))


def _told(row: OutboxRow, fault: str) -> dict[str, str]:
    """Return what is told of a row from now on; of a card in words people go on to be told why."""
    return {} if row.content.plain else {"fault": fault}


def _mark_sent(db: Connection, row: OutboxRow, message: int | None, now: float) -> None:
    if row.kind in ("ping", "post"):
        state = db.scalar(select(_outbox.state).where(_outbox.id == row.id))
        if state == "withdrawn":
            _set(db, row.id, state="dropped", message=message)
            owe(db, row.game, "delete_ping", message=message)
            return
    _set(db, row.id, state="sent", message=message, **_told(row, ""))
    if row.kind in ("card", "find") and row.card is not None and message is not None:
        _mark_shown(db, row.game, row.card, message, now)
    elif row.kind == "post" and message is not None:
        _keep_post(db, row, message)
    elif row.kind == "redraw":
        _mark(db, row, changed=now)
        _forget_done(db, row.game, row.card or 0)
    elif row.kind == "strip":
        _mark(db, row, state="stripped")


def _keep_post(db: Connection, row: OutboxRow, message: int) -> None:
    """Note which message is a post, for as long as it may be undone."""
    posts = t.posts.c
    db.execute(insert(t.posts).values(message=message, game=row.game, card=row.card))
    newest = select(posts.message).where(posts.game == row.game).order_by(posts.card.desc())
    kept = newest.limit(MAX_KEPT_POSTS).scalar_subquery()
    db.execute(delete(t.posts).where(posts.game == row.game, posts.message.not_in(kept)))


def _answered(db: Connection, delivery: Delivery, message: int | None, now: float) -> None:
    """Record a card that was sent as the answer to a press.

    If that was given up waiting for, so that the card is being sent again, one of both messages has
    to go.
    """
    card = {"which": delivery.game, "number": delivery.card}
    if message is not None and db.execute(_ANSWER, {**card, "posted": message}).rowcount:
        _mark_shown(db, delivery.game, delivery.card, message, now)
        return
    row = db.execute(_CARD_ROW, {"which": delivery.game, "card": delivery.card}).first()
    if row is None:
        return
    if message is None:
        if row.state == "pending":
            _set(db, row.id, not_before=0.0)
    elif row.message != message:
        owe(db, delivery.game, "delete_ping", message=message)


def _edited(db: Connection, delivery: Delivery, message: int | None, now: float) -> None:
    here = (_outbox.game == delivery.game) & (_outbox.card == delivery.card)
    waiting = here & (_outbox.kind == "redraw") & (_outbox.state == "pending")
    if message is None:
        db.execute(update(t.outbox).where(waiting).values(not_before=0.0))
        return
    db.execute(update(t.outbox).where(waiting).values(state="dropped"))
    db.execute(_MARK, {"which": delivery.game, "card": delivery.card, "changed": now})


def _must_be_found(row: Row[Any]) -> bool:
    """Return whether an older card may be in the channel without our knowing, with its buttons."""
    overtaken = row.kind == "card" and row.card != row.newest
    return overtaken and read_content(row.content, int).look_first


def _overtaken(row: Row[Any]) -> dict[str, Any] | None:
    live = row.card_state == "live"
    if row.kind in ("card", "redraw", "check"):
        worth_it = row.card == row.newest and (live or row.kind == "card")
        worth_it = worth_it or _must_be_found(row)
    else:
        worth_it = live or row.kind != "strip"
    return None if worth_it else {"state": "dropped"}


def _too_early(row: Row[Any], now: float) -> dict[str, Any] | None:
    if row.kind != "redraw" or row.shown is None:
        return None
    every = EDIT_OLD_EVERY if now - row.posted > OLD else EDIT_EVERY
    earliest = row.changed + every
    return {"not_before": earliest} if earliest > now else None


def _not_shown(db: Connection, row: Row[Any], now: float) -> dict[str, Any] | None:
    """Put off the mark of an undone card that is still on its way; drop it when it never came."""
    if row.kind != "undone" or row.shown is not None or row.message is not None:
        return None
    card = db.execute(_CARD_ROW, {"which": row.game, "card": row.card}).first()
    coming = card is not None and card.state in OWED
    return {"not_before": now + EDIT_EVERY} if coming else {"state": "dropped"}


def _with(content: str, **changes: Any) -> str:
    """Return the content of a row with some of its fields changed."""
    return to_json(replace(read_content(content, int), **changes))


def _set(db: Connection, row: int, **values: Any) -> None:
    db.execute(_SET, {"row": row, **values})


def _mark(db: Connection, row: OutboxRow, **values: Any) -> None:
    db.execute(_MARK, {"which": row.game, "card": row.card, **values})


def _mark_shown(db: Connection, game: int, card: int, message: int | None, now: float) -> None:
    """Note which message shows a card. Of all that are live only the newest keeps its buttons."""
    _forget_done(db, game, card)
    db.execute(_SHOWN, {"which": game, "number": card, "message": message, "now": now})
    db.execute(_STRIP_OLDER, {"which": game})


def _forget_done(db: Connection, game: int, card: int) -> None:
    """Delete rows that are done, of cards of long ago or of a game that is over."""
    db.execute(_FORGET, {"which": game, "number": card})
