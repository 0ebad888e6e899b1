"""Write one command's change: functions of an open transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import asdict, replace
from sqlalchemy import Connection, bindparam, delete, insert, select, update

from table.change import Change
from table.history.chain import Written, extend, seal
from table.outbox.delivery import Delivery
from table.outbox.rows import Content, OutboxDraft, RowKind, nonce_of
from table.references import by_reference, rename_in_entry, rename_in_state
from table.state import KnownPerson, TableState
from table.store import schema as t
from table.store.packed_games import log_rows
from table.store.packing import LogRow
from table.store.records import game_row, link_row, to_json
from table.store.upsert import upsert

MAX_UNDONE_CARDS = 10  # marked as undone; older ones are out of sight


class Commit(msgspec.Struct, frozen=True):
    """A change to be stored: who asked for it, by which request, and when.

    `stored`: the state that the store holds; None: it holds none of this game. `entropy`: fresh
    random bytes.
    """

    change: Change
    person: int | None
    request: str | None
    at: float
    entropy: bytes
    stored: TableState | None = None

    @property
    def sends(self) -> bool:
        """Return whether something is to be sent at once."""
        return any(draft.not_before <= self.at for draft in self.change.outbox)


class Committed(msgspec.Struct, frozen=True):
    """The result of a commit: the game's number, the head of its log and what was appended to it,
    and how its card is shown after all."""

    game: int
    head: str
    rows: tuple[LogRow, ...]
    delivery: Delivery | None


# Statements that every turn needs are made once: to make one costs more than to run it.
_game: Any = bindparam("which")
_outbox = t.outbox.c
_SET_GAME = update(t.games).where(t.games.c.id == _game)
_APPEND = insert(t.log)
_snapshots = t.snapshots.c
_DROP_STATES = delete(t.snapshots).where(
    _snapshots.guild == bindparam("server"), _snapshots.game == _game, _snapshots.kept.is_(False)
)
_ADD_STATE = insert(t.snapshots)
_OWE = insert(t.outbox)
_WAITING_REDRAW = select(_outbox.id).where(
    _outbox.game == _game,
    _outbox.kind == "redraw",
    _outbox.state == "pending",
    _outbox.card == bindparam("shown"),
)
_DROP_DESK = (  # a newer one takes its place
    update(t.outbox)
    .where(_outbox.game == _game, _outbox.kind == "desk", _outbox.state == "pending")
    .values(state="dropped")
)
_PINGS = select(_outbox.id, _outbox.state, _outbox.message).where(
    _outbox.game == _game, _outbox.kind == "ping", _outbox.state.in_(("pending", "sending", "sent"))
)
_CANCEL = delete(t.deadlines).where(
    t.deadlines.c.game == _game, t.deadlines.c.kind.in_(bindparam("kinds", expanding=True))
)
_SET_DUE = insert(t.deadlines)


def write_commit(db: Connection, commit: Commit, life: str) -> Committed:
    """Write a commit. `life`: the database's mark (`schema.life`).

    Raises sqlalchemy's IntegrityError when the channel has a game, or the request or entry is there
    already.
    """
    change = commit.change
    rows, head = _log_rows(commit)
    game = _write_state(db, commit, head)
    if change.contest_mark is not None:
        entry = {"contest": change.state.game.contest, "mark": change.contest_mark}
        db.execute(insert(t.contest_entries), entry)
    of_game = {"guild": change.state.game.guild, "game": game}
    if rows:
        db.execute(_APPEND, [of_game | row for row in rows])
    if change.past and change.past.snapshots:
        db.execute(_ADD_STATE, [of_game | asdict(each) for each in change.past.snapshots])
    if change.snapshot is not None:
        db.execute(_DROP_STATES, {"which": game, "server": change.state.game.guild})
        states = [each for each in (change.passed, change.snapshot) if each is not None]
        db.execute(_ADD_STATE, [of_game | asdict(each) for each in states])
    delivery = _write_outbox(db, game, change, life)
    _write_deadlines(db, game, commit)
    return Committed(game, head, tuple(LogRow(**row) for row in rows), delivery)


def _write_state(db: Connection, commit: Commit, head: str) -> int:
    change, stored = commit.change, commit.stored
    state = rename_in_state(change.state, by_reference(change.state.references))
    row = {**game_row(state), "head": head}
    if state.game.id:
        db.execute(_SET_GAME, {"which": state.game.id, **row})
        game = state.game.id
    else:
        del row["id"]
        game = int(db.execute(insert(t.games).values(row).returning(t.games.c.id)).scalar_one())
    if change.secrets:
        drawn = [(each.first, asdict(each.secret)) for each in change.secrets]
        db.execute(insert(t.seeds), [{"game": game, "first": n, **row} for n, row in drawn])
    if stored is None or change.state.members is not stored.members:
        members = (
            {"reference": member.person, "name": member.name, "place": place}
            for place, member in enumerate(state.members)
        )
        _replace_rows(db, t.members, game, members)
    if stored is None or change.state.seats is not stored.seats:
        seats = (
            {"seat": seat.seat, "character": seat.character, "reference": seat.person}
            for seat in state.seats
        )
        _replace_rows(db, t.seats, game, seats)
    if stored is not None and stored.lost_seconds and not state.lost_seconds:
        db.execute(delete(t.absences).where(t.absences.c.game == game))
    _write_people(db, game, state.references, stored.references if stored else {})
    return game


def _write_people(
    db: Connection, game: int, known: Mapping[int, KnownPerson], stored: Mapping[int, KnownPerson]
) -> None:
    rows = [
        {"game": game, "reference": reference, "person": each.person, "name": each.name}
        for reference, each in known.items()
        if stored.get(reference) != each
    ]
    if rows:
        db.execute(upsert(db, t.people, "person", "name"), rows)


def _replace_rows(db: Connection, table: Any, game: int, rows: Iterable[dict[str, Any]]) -> None:
    db.execute(delete(table).where(table.c.game == game))
    if fresh := [{"game": game, **row} for row in rows]:
        db.execute(insert(table), fresh)


def _log_rows(commit: Commit) -> tuple[list[dict[str, Any]], str]:
    """Return the rows to append to the log, and its head after them. The first new entry is the
    one that answers the request."""
    change = commit.change
    naming = by_reference(change.state.references)
    person = None if commit.person is None else naming(commit.person)
    links = list(change.past.links) if change.past is not None else []
    links += [
        seal(
            Written(
                number=change.first_number + n,
                reference=None if n else person,
                at=commit.at,
                request=None if n else commit.request,
                entry=to_json(rename_in_entry(new.entry, naming)),
                events=to_json(new.events),
            ),
            commit.entropy,
        )
        for n, new in enumerate(change.entries)
    ]
    head = change.state.game.head
    for link in links:
        head = extend(head, link)
    card = change.state.game.card
    return [{**link_row(link), "card": card} for link in links], head


def _write_deadlines(db: Connection, game: int, commit: Commit) -> None:
    change, stored = commit.change, commit.stored
    there = stored.deadlines if stored is not None else {}
    cancelled = {kind for kind in change.cancelled if kind in there}
    if gone := cancelled | {deadline.kind for deadline in change.deadlines}:
        db.execute(_CANCEL, {"which": game, "kinds": sorted(gone)})
    latest = {deadline.kind: deadline for deadline in change.deadlines}
    if latest:
        rows = [
            {"game": game, "kind": each.kind, "due": each.due, "set_by": each.set_by}
            for each in latest.values()
        ]
        db.execute(_SET_DUE, rows)


# ---------------------------------------------------------------- the outbox


def _write_outbox(db: Connection, game: int, change: Change, life: str) -> Delivery | None:
    if change.silent:
        drop_pending(db, game)
    if change.delete_pings:
        _delete_pings(db, game)
    delivery, drafts = change.delivery, change.outbox
    if change.undone_after is not None:
        _mark_undone(db, game, change.undone_after)
    if delivery is not None:
        delivery = replace(delivery, game=game)
        if delivery.how == "edit":
            delivery, drafts = _edit_in_place(db, delivery, drafts)
    for draft in drafts:
        if draft.kind == "redraw" and _redraw_waits(db, game, draft.card):
            continue
        if draft.kind == "desk":
            db.execute(_DROP_DESK, {"which": game})
        owe(
            db,
            game,
            draft.kind,
            card=draft.card,
            content=_by_reference(draft.content, change.state),
            nonce=nonce_of(life, game, draft.name) if draft.name else None,
            not_before=draft.not_before,
        )
    return delivery


def _by_reference(content: Content, state: TableState) -> Content:
    naming = by_reference(state.references)
    return replace(content, people=tuple(map(naming, content.people)))


def _mark_undone(db: Connection, game: int, after: int) -> None:
    """Owe a mark for the newest cards that show what was undone, or are about to."""
    shown = next((row.card for row in log_rows(db, game, after - 1, after, events=False)), 0)
    cards = (
        select(t.cards.c.number)
        .where(
            t.cards.c.game == game,
            t.cards.c.number > shown,
            t.cards.c.state.in_(("live", "stripped")),
        )
        .order_by(t.cards.c.number.desc())
        .limit(MAX_UNDONE_CARDS)
    )
    coming = select(t.outbox.c.card).where(
        t.outbox.c.game == game,
        t.outbox.c.kind == "card",
        t.outbox.c.state.in_(("pending", "sending")),
        t.outbox.c.card > shown,
    )
    for number in sorted({*db.scalars(cards), *db.scalars(coming)}):
        owe(db, game, "undone", card=number)
    _take_posts_back(db, game, shown)


def _take_posts_back(db: Connection, game: int, shown: int) -> None:
    """Owe a mark for the newest posts that tell what was undone after a card; those on their way
    are not sent, or deleted."""
    posts = t.posts.c
    undone = delete(t.posts).where(posts.game == game, posts.card > shown)
    for message in sorted(db.scalars(undone.returning(posts.message))):
        owe(db, game, "undone", message=message)
    coming = (_outbox.game == game) & (_outbox.kind == "post") & (_outbox.card > shown)
    for before, after in (("pending", "dropped"), ("sending", "withdrawn")):
        here = update(t.outbox).where(coming, _outbox.state == before)
        db.execute(here.values(state=after))


def _edit_in_place(
    db: Connection, delivery: Delivery, drafts: tuple[OutboxDraft, ...]
) -> tuple[Delivery | None, tuple[OutboxDraft, ...]]:
    """Let the message that showed the last card show the new one, or the same one drawn again;
    without one, post what is new."""
    if not _move_card(db, delivery):
        again = delivery.replaces == delivery.card
        return None if again else Delivery(delivery.game, delivery.card, "post"), drafts
    others = (draft for draft in drafts if draft.kind not in ("card", "redraw"))
    redraw = OutboxDraft("redraw", None, delivery.card, not_before=delivery.until)
    return delivery, (*others, redraw)


def owe(
    db: Connection,
    game: int,
    kind: RowKind,
    *,
    card: int | None = None,
    message: int | None = None,
    content: Content | None = None,
    nonce: str | None = None,
    not_before: float = 0.0,
) -> None:
    """Add a row to the outbox."""
    row = {
        "game": game,
        "kind": kind,
        "card": card,
        "message": message,
        "content": to_json(content or Content()),
        "nonce": nonce,
        "state": "pending",
        "attempts": 0,
        "not_before": not_before,
        "fault": "",
    }
    db.execute(_OWE, row)


def drop_pending(db: Connection, game: int) -> None:
    """Drop all that is owed to a game."""
    owed = (_outbox.game == game) & _outbox.state.in_(("pending", "failed"))
    db.execute(update(t.outbox).where(owed).values(state="dropped"))


def _move_card(db: Connection, delivery: Delivery) -> bool:
    c = t.cards.c
    shown = (c.game == delivery.game) & (c.number == delivery.replaces) & (c.state == "live")
    if delivery.message is not None:
        shown &= c.message == delivery.message
    moved = db.execute(update(t.cards).where(shown).values(number=delivery.card))
    return bool(moved.rowcount)


def _redraw_waits(db: Connection, game: int, card: int | None) -> bool:
    return db.scalar(_WAITING_REDRAW, {"which": game, "shown": card}) is not None


def _delete_pings(db: Connection, game: int) -> None:
    for ping in db.execute(_PINGS, {"which": game}).all():
        state = "withdrawn" if ping.state == "sending" else "dropped"
        db.execute(update(t.outbox).where(_outbox.id == ping.id).values(state=state))
        if ping.state == "sent":
            owe(db, game, "delete_ping", message=ping.message)
