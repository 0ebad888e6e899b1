"""Queries for games: their states, seeds, snapshots and logs."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, select

from engine.contract.action import Event
from engine.contract.dice import GameSecret
from table.history.chain import Link
from table.history.entries import STATE_CHANGES, AnyEntry, LogRecord
from table.history.secrets import SecretFrom
from table.history.snapshot import Snapshot
from table.references import Naming, by_person
from table.state import GameRecord, TableState
from table.store import schema as t
from table.store.database import Database
from table.store.packed_games import all_states, log_rows, row_of_request, state_at
from table.store.records import read_game, read_link, read_log, read_log_without_events, read_state

_SECRET = (
    select(t.seeds.c.seed, t.seeds.c.shared)
    .where(t.seeds.c.game == bindparam("which"))
    .order_by(t.seeds.c.first.desc())
    .limit(1)
)
_MEMBER = (t.members.c.game == t.people.c.game) & (t.members.c.reference == t.people.c.reference)
_PEOPLE = select(t.people.c.reference, t.people.c.person).where(
    t.people.c.game == bindparam("game")
)
_STATE_KINDS = [str(kind.__struct_config__.tag) for kind in STATE_CHANGES]


class WholeGame(msgspec.Struct, frozen=True):
    """A game with all that files of it hold; people stand in its log by reference."""

    state: TableState
    secrets: tuple[SecretFrom, ...]
    links: tuple[Link, ...]
    snapshots: tuple[Snapshot, ...]


class Answered(msgspec.Struct, frozen=True):
    """The entry that a request has made already."""

    number: int
    card: int
    entry: AnyEntry
    events: tuple[Event, ...]


class GameQueries:
    """Queries for games."""

    def __init__(self, database: Database) -> None:
        self._read = database.read

    async def load(self, game: int) -> TableState | None:
        """Return a table by its game's number; its rules are not loaded."""

        def read(db: Connection) -> TableState | None:
            row = db.execute(select(t.games).where(t.games.c.id == game)).first()
            return load_state(db, row) if row else None

        return await self._read(read)

    async def secret(self, game: int) -> GameSecret | None:
        """Return what a game's dice come from now; None when it is lost."""
        query, which = _SECRET, {"which": game}
        row = await self._read(lambda db: db.execute(query, which).first())
        return GameSecret(row.seed, row.shared) if row else None

    async def secrets(self, game: int) -> tuple[SecretFrom, ...]:
        """Return all that a game's dice came from, in the order of its log."""
        return await self._read(lambda db: _read_secrets(db, game))

    async def at(self, channel: int) -> GameRecord | None:
        """Return the channel's game that is not over, else its newest."""
        c = t.games.c
        query = select(t.games).where(c.channel == channel)
        query = query.order_by(c.phase == "over", c.id.desc()).limit(1)

        def read(db: Connection) -> GameRecord | None:
            row = db.execute(query).first()
            return read_game(row, naming_in(db, row.id)) if row else None

        return await self._read(read)

    async def going(self, guild: int | None = None, person: int | None = None) -> list[GameRecord]:
        """Return the games that are not over, of a server, of a member, by number."""
        conditions = [t.games.c.phase != "over"]
        if guild is not None:
            conditions.append(t.games.c.guild == guild)
        if person is not None:
            theirs = (
                select(t.members.c.game).join(t.people, _MEMBER).where(t.people.c.person == person)
            )
            conditions.append(t.games.c.id.in_(theirs))
        return await self._games(*conditions)

    async def paused_servers(self, reason: str) -> set[int]:
        """Return the servers with games that are paused for this reason."""
        c = t.games.c
        query = select(c.guild).distinct().where(c.phase == "paused", c.pause_reason == reason)
        return await self._read(lambda db: set(db.scalars(query)))

    async def of_contest(self, contest: int) -> list[GameRecord]:
        """Return the games of a contest, by number."""
        return await self._games(t.games.c.contest == contest)

    async def _games(self, *conditions: Any) -> list[GameRecord]:
        query = select(t.games).where(*conditions).order_by(t.games.c.id)
        return await self._read(
            lambda db: [read_game(row, naming_in(db, row.id)) for row in db.execute(query).all()]
        )

    # ------------------------------------------------------------ snapshots

    async def snapshot(
        self, game: int, at: int | None = None, *, kept: bool = False
    ) -> Snapshot | None:
        """Return the newest snapshot of a game, or the newest until entry `at`; only of those
        that stay, when `kept`."""
        return await self._read(lambda db: state_at(db, game, at, kept=kept))

    async def snapshots(self, game: int) -> list[Snapshot]:
        """Return all snapshots of a game, by number."""
        return await self._read(lambda db: all_states(db, game))

    # ------------------------------------------------------------ the log

    async def answered(self, game: int, request: str) -> Answered | None:
        """Return the entry that a request has made, if it was here before."""

        def read(db: Connection) -> Answered | None:
            row = row_of_request(db, game, request)
            if row is None:
                return None
            record = read_log(row, naming_in(db, game))
            return Answered(record.number, row.card, record.entry, record.events)

        return await self._read(read)

    async def records(self, game: int, after: int, limit: int) -> list[LogRecord]:
        """Return the log above entry `after`, unfiltered: at most `limit` records."""

        def read(db: Connection) -> list[LogRecord]:
            naming = naming_in(db, game)
            return [read_log(row, naming) for row in log_rows(db, game, after, after + limit)]

        return await self._read(read)

    async def state_records(self, game: int, last: int) -> list[LogRecord]:
        """Return the records up to number `last` that say how the state came about, without
        events."""

        def read(db: Connection) -> list[LogRecord]:
            naming = naming_in(db, game)
            rows = log_rows(db, game, last=last, kinds=_STATE_KINDS, events=False)
            return [read_log_without_events(row, naming) for row in rows]

        return await self._read(read)

    async def everything(self, game: int) -> WholeGame:
        """Return all of a game, as of one moment."""
        row = select(t.games).where(t.games.c.id == game)
        return await self._read(
            lambda db: WholeGame(
                load_state(db, db.execute(row).one()),
                _read_secrets(db, game),
                tuple(read_link(row) for row in log_rows(db, game)),
                tuple(all_states(db, game)),
            )
        )

    # ------------------------------------------------------------ messages

    async def problems(self, game: int) -> tuple[str, ...]:
        """Return why messages of a game do not arrive, one sentence each."""
        box = t.outbox.c
        newest = select(t.games.c.card).where(t.games.c.id == game).scalar_subquery()
        faults = select(box.fault).where(
            box.game == game,
            box.fault != "",
            box.state.in_(("pending", "sending", "failed"))
            | ((box.state == "sent") & (box.card == newest)),
        )
        return await self._read(lambda db: tuple(dict.fromkeys(db.scalars(faults))))


def _read_secrets(db: Connection, game: int) -> tuple[SecretFrom, ...]:
    query = select(t.seeds).where(t.seeds.c.game == game).order_by(t.seeds.c.first)
    return tuple(
        SecretFrom(row.first, GameSecret(row.seed, row.shared)) for row in db.execute(query)
    )


def load_state(db: Connection, row: Any) -> TableState:
    """Return the state of a table whose row of `games` is given."""
    m, s, d, p = t.members.c, t.seats.c, t.deadlines.c, t.people.c
    members = select(m.reference, m.name).where(m.game == row.id).order_by(m.place)
    seats = select(s.seat, s.character, s.reference).where(s.game == row.id).order_by(s.seat)
    deadlines = select(t.deadlines).where(d.game == row.id)
    people = select(t.people).where(p.game == row.id).order_by(p.reference)
    lost = select(t.absences.c.seconds).where(t.absences.c.game == row.id)
    return read_state(
        row,
        db.execute(members),
        db.execute(seats),
        db.execute(deadlines),
        db.execute(people),
        lost_seconds=db.scalar(lost) or 0.0,
    )


def naming_in(db: Connection, game: int) -> Naming:
    """Return what says who is meant by the references of a game."""
    return by_person({row.reference: row.person for row in db.execute(_PEOPLE, {"game": game})})
