"""One request's changes, as one `Step`, and how it is written: functions of an open transaction."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, delete, select, update
from sqlalchemy.dialects.sqlite import insert

from engine.game import Event
from table import schema as t
from table.records import Deadline, Game, Kind, Member, Seat


class Line(msgspec.Struct, frozen=True):
    """A line to append to the log; `seat` is None for the table's own lines."""

    number: int
    kind: str
    text: str
    seat: int | None = None
    person: int | None = None
    request: str | None = None
    events: tuple[Event, ...] = ()
    at: float | None = None  # when it was, if not when the step is


class Draft(msgspec.Struct, frozen=True):
    """A message to owe: see `table.records.Owed`. Not sent before `not_before`."""

    kind: Kind
    nonce: str | None = None
    card: int | None = None
    payload: dict[str, Any] = {}
    not_before: float = 0.0


class Snapshot(msgspec.Struct, frozen=True):
    """A state (`Ruleset.dump`) after line `number`; the store keeps the newest and the `kept`.
    `epoch`: how often the dice were renewed before it."""

    number: int
    rules: int
    state: bytes
    kept: bool = False
    epoch: int = 0


class Moved(msgspec.Struct, frozen=True):
    """The message that showed card `card` shall show the newest one; `by`: if nobody has done
    it till then, the outbox does. When there is no such message the card is posted."""

    card: int
    message: int
    by: float


class Step(msgspec.Struct, frozen=True):
    """All that one request changes. `game` is the row as it shall be (id 0: a new game)."""

    game: Game
    at: float
    lines: tuple[Line, ...] = ()
    snapshot: Snapshot | None = None
    past: tuple[Snapshot, ...] = ()  # states of former lines, of an imported game
    members: tuple[Member, ...] | None = None
    seats: tuple[Seat, ...] | None = None
    seed: bytes | None = None
    owed: tuple[Draft, ...] = ()
    moved: Moved | None = None
    unping: bool = False  # take back the pings sent so far
    hush: bool = False  # drop what is still owed
    due: tuple[Deadline, ...] = ()
    undue: tuple[str, ...] = ()  # kinds of deadlines to take away

    @property
    def sends(self) -> bool:
        """Whether something is to be sent at once."""
        return any(draft.not_before <= self.at for draft in self.owed)


# Statements that every turn needs are made once: to make one costs more than to run it.
_game: Any = bindparam("which")
_box = t.outbox.c
_SET_GAME = update(t.games).where(t.games.c.id == _game)
_APPEND = insert(t.log)
_FORGET_STATES = delete(t.snapshots).where(
    t.snapshots.c.game == _game, t.snapshots.c.kept.is_(False)
)
_KEEP_STATE = insert(t.snapshots)
_OWE = insert(t.outbox)
_WAITING_EDIT = select(_box.id).where(
    _box.game == _game,
    _box.kind == "edit",
    _box.state == "pending",
    _box.card == bindparam("shown"),
)
_PINGS = select(_box.id, _box.state, _box.message).where(
    _box.game == _game, _box.kind == "ping", _box.state.in_(("pending", "sending", "sent"))
)
_STRIKE = delete(t.deadlines).where(
    t.deadlines.c.game == _game, t.deadlines.c.kind.in_(bindparam("kinds", expanding=True))
)
_SET_DUE = insert(t.deadlines)


def write(db: Connection, step: Step) -> int:
    """Write a step; the game's id. Raises sqlalchemy's IntegrityError when the channel has a
    game, or the request or line is there already."""
    game = _put_game(db, step.game)
    if step.seed is not None:
        db.execute(insert(t.seeds).values(game=game, seed=step.seed))
    if step.members is not None:
        rows = (
            {"person": member.person, "name": member.name, "place": place}
            for place, member in enumerate(step.members)
        )
        _replace(db, t.members, game, rows)
    if step.seats is not None:
        _replace(db, t.seats, game, map(msgspec.structs.asdict, step.seats))
    if log := [_log_row(game, step, line) for line in step.lines]:
        db.execute(_APPEND, log)
    if past := [msgspec.structs.asdict(each) for each in step.past]:
        db.execute(_KEEP_STATE, [{"game": game, **row} for row in past])
    if step.snapshot is not None:
        _put_snapshot(db, game, step.snapshot)
    _owe(db, game, step)
    if dropped := (*step.undue, *(deadline.kind for deadline in step.due)):
        db.execute(_STRIKE, {"which": game, "kinds": dropped})
    if step.due:  # a deadline set anew is another one: whoever heard the former cannot strike it
        due = ({"kind": d.kind, "due": d.due, "payload": d.payload} for d in step.due)
        db.execute(_SET_DUE, [{"game": game, **row} for row in due])
    return game


def _log_row(game: int, step: Step, line: Line) -> dict[str, Any]:
    row: dict[str, Any] = msgspec.to_builtins(line)
    row["at"] = step.at if line.at is None else line.at
    return {"game": game, "card": step.game.card, **row}


def _put_game(db: Connection, game: Game) -> int:
    row = msgspec.to_builtins(game, str_keys=True)
    options = row.pop("options")
    if game.id:
        db.execute(_SET_GAME, {"which": game.id, **row})
        number = game.id
    else:
        del row["id"]
        made = db.execute(insert(t.games).values(row).returning(t.games.c.id))
        number = int(made.scalar_one())
    if game.header is None:  # the lobby's choices; the header holds them from then on
        chosen = ({"name": name, "value": value} for name, value in options.items())
        _replace(db, t.game_settings, number, chosen)
    return number


def _replace(db: Connection, table: Any, game: int, rows: Iterable[dict[str, Any]]) -> None:
    db.execute(delete(table).where(table.c.game == game))
    if fresh := [{"game": game, **row} for row in rows]:
        db.execute(insert(table), fresh)


def _put_snapshot(db: Connection, game: int, snapshot: Snapshot) -> None:
    db.execute(_FORGET_STATES, {"which": game})
    db.execute(_KEEP_STATE, {"game": game, **msgspec.structs.asdict(snapshot)})


def _owe(db: Connection, game: int, step: Step) -> None:
    box = t.outbox
    if step.hush:
        db.execute(
            update(box)
            .where(box.c.game == game, box.c.state.in_(("pending", "failed")))
            .values(state="dropped")
        )
    if step.unping:
        _take_back_pings(db, game)
    owed = step.owed
    if step.moved and _move_card(db, game, step.moved, step.game.card):
        owed = (
            *(draft for draft in owed if draft.kind != "card"),
            Draft("edit", None, step.game.card, not_before=step.moved.by),
        )
    for draft in owed:
        if draft.kind == "edit" and _edit_waits(db, game, draft.card):
            continue
        owe(
            db,
            game,
            draft.kind,
            card=draft.card,
            payload=draft.payload,
            nonce=f"t{game}-{draft.nonce}" if draft.nonce else None,
            not_before=draft.not_before,
        )


def owe(
    db: Connection,
    game: int,
    kind: Kind,
    *,
    card: int | None = None,
    message: int | None = None,
    payload: dict[str, Any] | None = None,
    nonce: str | None = None,
    not_before: float = 0.0,
) -> None:
    """Owe a message."""
    row = {
        "game": game,
        "kind": kind,
        "card": card,
        "message": message,
        "payload": payload or {},
        "nonce": nonce,
        "state": "pending",
        "attempts": 0,
        "not_before": not_before,
        "fault": "",
    }
    db.execute(_OWE, row)


def _move_card(db: Connection, game: int, moved: Moved, card: int) -> bool:
    c = t.cards.c
    shown = (c.game == game) & (c.number == moved.card) & (c.message == moved.message)
    done = db.execute(update(t.cards).where(shown, c.state == "live").values(number=card))
    return bool(done.rowcount)


def _edit_waits(db: Connection, game: int, card: int | None) -> bool:
    return db.scalar(_WAITING_EDIT, {"which": game, "shown": card}) is not None


def _take_back_pings(db: Connection, game: int) -> None:
    for ping in db.execute(_PINGS, {"which": game}).all():
        state = "withdrawn" if ping.state == "sending" else "dropped"
        db.execute(update(t.outbox).where(_box.id == ping.id).values(state=state))
        if ping.state == "sent":
            owe(db, game, "unping", message=ping.message)
