"""What lasts: games and all that belongs to them, in one SQLite file.

A request writes everything that it changes as one `Step` in one transaction. The file is in WAL
mode, so readers do not wait; `synchronous=FULL` makes a commit outlast a kill and a power cut.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, delete, event, func, select, text, update
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from engine.game import Event
from table import schema as t
from table.records import Deadline, Entry, Game, Kind, Member, Seat

T = TypeVar("T")

MIGRATIONS = Path(__file__).with_name("migrations")


class Line(msgspec.Struct, frozen=True):
    """A line to append to the log; `seat` is None for the table's own lines."""

    number: int
    kind: str
    text: str
    seat: int | None = None
    person: int | None = None
    request: str | None = None
    events: tuple[Event, ...] = ()


class Draft(msgspec.Struct, frozen=True):
    """A message to owe: see `table.records.Owed`."""

    kind: Kind
    nonce: str | None = None
    card: int | None = None
    payload: dict[str, Any] = {}


class Snapshot(msgspec.Struct, frozen=True):
    """A state (`Ruleset.dump`) after line `number`; the store keeps the newest and the `kept`."""

    number: int
    rules: int
    state: bytes
    kept: bool = False


class Step(msgspec.Struct, frozen=True):
    """All that one request changes. `game` is the row as it shall be (id 0: a new game)."""

    game: Game
    at: float
    lines: tuple[Line, ...] = ()
    snapshot: Snapshot | None = None
    members: tuple[Member, ...] | None = None
    seats: tuple[Seat, ...] | None = None
    seed: bytes | None = None
    owed: tuple[Draft, ...] = ()
    unping: bool = False  # take back the pings sent so far
    hush: bool = False  # drop what is still owed
    due: tuple[Deadline, ...] = ()
    undue: tuple[str, ...] = ()  # kinds of deadlines to take away


class Answered(msgspec.Struct, frozen=True):
    """A line that a request has already made."""

    number: int
    card: int
    seat: int | None
    text: str
    events: tuple[Event, ...]


def _connected(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions begin where `_begun` says
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "busy_timeout=10000",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begun(connection: Connection) -> None:
    how = connection.get_execution_options().get("begin", "DEFERRED")
    connection.exec_driver_sql(f"BEGIN {how}")


class Store:
    """The database of all games. Open it with `Store.open`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self._writer = engine.execution_options(begin="IMMEDIATE")
        self._writing = asyncio.Lock()  # SQLite has one writer: wait here, not in its threads

    @classmethod
    async def open(cls, path: str | Path) -> Store:
        """Open (or make) the database file and bring its tables up to date. Raises ValueError
        when a newer version of the program has written it."""
        engine = create_async_engine(
            f"sqlite+aiosqlite:///{path}",
            pool_size=4,
            max_overflow=4,
            hide_parameters=True,  # seeds and states are not for the program's log
        )
        event.listen(engine.sync_engine, "connect", _connected)
        event.listen(engine.sync_engine, "begin", _begun)
        store = cls(engine)
        try:
            await store._migrate()
        except BaseException:
            await engine.dispose()
            raise
        return store

    async def close(self) -> None:
        """Close the connections."""
        await self.engine.dispose()

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that may write; it commits at the end, or not at all."""
        async with self._writing, self._writer.begin() as connection:
            yield connection

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that sees one state of the database and waits for no writer."""
        async with self.engine.connect() as connection:
            yield connection

    async def _migrate(self) -> None:
        async with self.write() as db:
            await db.execute(
                text("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, at REAL)")
            )
            done = {number for (number,) in await db.execute(text("SELECT number FROM migrations"))}
        files = {int(path.name[:4]): path for path in sorted(MIGRATIONS.glob("[0-9]*.sql"))}
        if unknown := done - files.keys():
            raise ValueError(
                f"the database is from a newer version (its migration {max(unknown)} is unknown)"
            )
        for number, path in files.items():
            if number in done:
                continue
            async with self.write() as db:
                for statement in _statements(path.read_text(encoding="utf-8")):
                    await db.exec_driver_sql(statement)
                await db.execute(
                    text("INSERT INTO migrations VALUES (:number, :at)"),
                    {"number": number, "at": time.time()},
                )

    # ------------------------------------------------------------ one request's changes

    async def commit(self, step: Step) -> int:
        """Write a step in one transaction; the game's id. Raises sqlalchemy's IntegrityError
        when the channel has a game, or the request or line is there already."""
        async with self.write() as db:
            game = await _put_game(db, step.game)
            if step.seed is not None:
                await db.execute(insert(t.seeds).values(game=game, seed=step.seed))
            if step.members is not None:
                await _replace(
                    db,
                    t.members,
                    game,
                    (
                        {"person": member.person, "name": member.name, "place": place}
                        for place, member in enumerate(step.members)
                    ),
                )
            if step.seats is not None:
                await _replace(db, t.seats, game, map(msgspec.structs.asdict, step.seats))
            for line in step.lines:
                row = msgspec.to_builtins(line)
                await db.execute(
                    insert(t.log).values(game=game, card=step.game.card, at=step.at, **row)
                )
            if step.snapshot is not None:
                await _put_snapshot(db, game, step.snapshot)
            await self._owe(db, game, step)
            for kind in step.undue:
                await db.execute(
                    delete(t.deadlines).where(
                        t.deadlines.c.game == game, t.deadlines.c.kind == kind
                    )
                )
            for deadline in step.due:
                await _put_deadline(db, msgspec.structs.replace(deadline, game=game))
        return game

    async def _owe(self, db: AsyncConnection, game: int, step: Step) -> None:
        box = t.outbox
        if step.hush:
            await db.execute(
                update(box)
                .where(box.c.game == game, box.c.state.in_(("pending", "failed")))
                .values(state="dropped")
            )
        if step.unping:
            await _take_back_pings(db, game)
        for draft in step.owed:
            if draft.kind == "edit" and await _edit_waits(db, game, draft.card):
                continue
            nonce = f"t{game}-{draft.nonce}" if draft.nonce else None
            await db.execute(
                owed_row(game, draft.kind, card=draft.card, payload=draft.payload, nonce=nonce)
            )

    # ------------------------------------------------------------ games

    async def game(self, game: int) -> Game | None:
        """A game by its number."""
        found = await self._games(t.games.c.id == game)
        return found[0] if found else None

    async def game_at(self, channel: int) -> Game | None:
        """The channel's game that is not over, else its newest."""
        going = await self._games(t.games.c.channel == channel, t.games.c.phase != "over")
        if going:
            return going[0]
        last = select(func.max(t.games.c.id)).where(t.games.c.channel == channel)
        over = await self._games(t.games.c.id == last.scalar_subquery())
        return over[0] if over else None

    async def games(self, guild: int | None, person: int | None) -> list[Game]:
        """The games that are not over, of a server, of a member, by number."""
        conditions = [t.games.c.phase != "over"]
        if guild is not None:
            conditions.append(t.games.c.guild == guild)
        if person is not None:
            theirs = select(t.members.c.game).where(t.members.c.person == person)
            conditions.append(t.games.c.id.in_(theirs))
        return await self._games(*conditions)

    async def _games(self, *conditions: Any) -> list[Game]:
        async with self.read() as db:
            rows = (await db.execute(select(t.games).where(*conditions).order_by("id"))).all()
            ids = [row.id for row in rows]
            options: dict[int, dict[str, str]] = {game: {} for game in ids}
            chosen = select(t.game_settings).where(t.game_settings.c.game.in_(ids))
            for row in await db.execute(chosen):
                options[row.game][row.name] = row.value
        return [_record(row, Game, options=options[row.id]) for row in rows]

    async def company(self, game: int) -> tuple[tuple[Member, ...], tuple[Seat, ...]]:
        """A game's members in the order of joining, and its seats."""
        async with self.read() as db:
            members = await db.execute(
                select(t.members.c.person, t.members.c.name)
                .where(t.members.c.game == game)
                .order_by(t.members.c.place)
            )
            seats = await db.execute(
                select(t.seats.c.seat, t.seats.c.hero, t.seats.c.person)
                .where(t.seats.c.game == game)
                .order_by(t.seats.c.seat)
            )
            return tuple(Member(*row) for row in members), tuple(Seat(*row) for row in seats)

    async def seed(self, game: int) -> bytes | None:
        """The sealed seed: for the end of the game, and for nothing shown before it."""
        async with self.read() as db:
            seed: bytes | None = await db.scalar(
                select(t.seeds.c.seed).where(t.seeds.c.game == game)
            )
        return seed

    async def snapshot(self, game: int) -> Snapshot | None:
        """The newest state of a game."""
        s = t.snapshots.c
        query = select(s.number, s.rules, s.state, s.kept).where(s.game == game)
        async with self.read() as db:
            row = (await db.execute(query.order_by(s.number.desc()).limit(1))).first()
        return Snapshot(*row) if row else None

    async def answered(self, game: int, request: str) -> Answered | None:
        """The line that a request has made, if it was here before."""
        c = t.log.c
        query = select(c.number, c.card, c.seat, c.text, c.events)
        async with self.read() as db:
            row = (await db.execute(query.where(c.game == game, c.request == request))).first()
        return _record(row, Answered) if row else None

    async def lines(self, game: int, after: int, limit: int) -> list[Entry]:
        """The log above line `after`, unfiltered: at most `limit` lines."""
        c = t.log.c
        query = select(c.number, c.kind, c.seat, c.text, c.person, c.at, c.events)
        query = query.where(c.game == game, c.number > after).order_by(c.number).limit(limit)
        async with self.read() as db:
            return [_record(row, Entry) for row in await db.execute(query)]

    async def troubles(self, game: int) -> tuple[str, ...]:
        """Why messages of a game do not arrive, one sentence each."""
        box = t.outbox.c
        query = select(box.fault).where(
            box.game == game, box.fault != "", box.state.in_(("pending", "sending", "failed"))
        )
        async with self.read() as db:
            return tuple(dict.fromkeys(fault for (fault,) in await db.execute(query)))

    # ------------------------------------------------------------ deadlines

    async def deadlines(self, game: int) -> tuple[Deadline, ...]:
        """A game's deadlines, the earliest first."""
        return await self._deadlines(t.deadlines.c.game == game)

    async def fallen_due(self, now: float) -> tuple[Deadline, ...]:
        """The deadlines of all games that are due, the earliest first."""
        return await self._deadlines(t.deadlines.c.due <= now)

    async def next_due(self) -> float | None:
        """When the next deadline of any game falls due."""
        async with self.read() as db:
            due: float | None = await db.scalar(select(func.min(t.deadlines.c.due)))
        return due

    async def done(self, deadline: Deadline) -> None:
        """Forget a deadline that was met; one set anew since then stays."""
        c = t.deadlines.c
        async with self.write() as db:
            await db.execute(delete(t.deadlines).where(c.id == deadline.id, c.due == deadline.due))

    async def postpone(self, deadline: Deadline, due: float) -> None:
        """Let a deadline fall due again later."""
        c = t.deadlines.c
        async with self.write() as db:
            await db.execute(
                update(t.deadlines)
                .where(c.id == deadline.id, c.due == deadline.due)
                .values(due=due)
            )

    async def _deadlines(self, condition: Any) -> tuple[Deadline, ...]:
        async with self.read() as db:
            rows = await db.execute(
                select(t.deadlines).where(condition).order_by(t.deadlines.c.due, t.deadlines.c.id)
            )
            return tuple(_record(row, Deadline) for row in rows)

    # ------------------------------------------------------------ people

    async def preferences(self, person: int) -> dict[str, str]:
        """What a person has set for themselves."""
        c = t.preferences.c
        async with self.read() as db:
            rows = await db.execute(select(c.name, c.value).where(c.person == person))
            return {row.name: row.value for row in rows}

    async def prefer(self, person: int, name: str, value: str | None) -> None:
        """Set a preference; None takes it away."""
        c = t.preferences.c
        async with self.write() as db:
            await db.execute(delete(t.preferences).where(c.person == person, c.name == name))
            if value is not None:
                await db.execute(
                    insert(t.preferences).values(person=person, name=name, value=value)
                )

    async def who_prefers(self, people: Iterable[int], name: str, value: str) -> set[int]:
        """Those of the people who have set this preference to this value."""
        c = t.preferences.c
        query = select(c.person).where(
            c.person.in_(tuple(people)), c.name == name, c.value == value
        )
        async with self.read() as db:
            return set(await db.scalars(query))


def _record(row: Any, kind: type[T], **more: Any) -> T:
    # str(): SQLAlchemy's keys are of a class of its own, which msgspec does not take
    return msgspec.convert({str(key): row._mapping[key] for key in row._mapping} | more, kind)


def _statements(script: str) -> Sequence[str]:
    statements, so_far = [], ""
    for line in script.splitlines(keepends=True):
        so_far += line
        if sqlite3.complete_statement(so_far):
            statements.append(so_far)
            so_far = ""
    return statements


async def _put_game(db: AsyncConnection, game: Game) -> int:
    row = msgspec.to_builtins(game)
    options = row.pop("options")
    if game.id:
        await db.execute(update(t.games).where(t.games.c.id == game.id).values(row))
        number = game.id
    else:
        del row["id"]
        made = await db.execute(insert(t.games).values(row))
        number = int(made.inserted_primary_key[0])  # type: ignore[index]
    if game.header is None:  # the lobby's choices; the header holds them from then on
        chosen = ({"name": name, "value": value} for name, value in options.items())
        await _replace(db, t.game_settings, number, chosen)
    return number


async def _replace(
    db: AsyncConnection, table: Any, game: int, rows: Iterable[dict[str, Any]]
) -> None:
    await db.execute(delete(table).where(table.c.game == game))
    if fresh := [{"game": game, **row} for row in rows]:
        await db.execute(insert(table), fresh)


async def _put_snapshot(db: AsyncConnection, game: int, snapshot: Snapshot) -> None:
    s = t.snapshots.c
    await db.execute(delete(t.snapshots).where(s.game == game, s.kept.is_(False)))
    row = insert(t.snapshots).values(game=game, **msgspec.structs.asdict(snapshot))
    await db.execute(row)


async def _put_deadline(db: AsyncConnection, deadline: Deadline) -> None:
    """Set a deadline, in place of the game's one of the same kind."""
    values = {"due": deadline.due, "payload": deadline.payload}
    row = insert(t.deadlines).values(game=deadline.game, kind=deadline.kind, **values)
    await db.execute(row.on_conflict_do_update(index_elements=["game", "kind"], set_=values))


def owed_row(
    game: int,
    kind: Kind,
    *,
    card: int | None = None,
    message: int | None = None,
    payload: dict[str, Any] | None = None,
    nonce: str | None = None,
) -> Any:
    """The statement that owes a message."""
    return insert(t.outbox).values(
        game=game,
        kind=kind,
        card=card,
        message=message,
        payload=payload or {},
        nonce=nonce,
        state="pending",
        attempts=0,
        not_before=0.0,
        fault="",
    )


async def _edit_waits(db: AsyncConnection, game: int, card: int | None) -> bool:
    box = t.outbox.c
    query = select(box.id).where(
        box.game == game, box.kind == "edit", box.state == "pending", box.card == card
    )
    return await db.scalar(query) is not None


async def _take_back_pings(db: AsyncConnection, game: int) -> None:
    box = t.outbox
    pings = (
        await db.execute(
            select(box.c.id, box.c.state, box.c.message).where(
                box.c.game == game,
                box.c.kind == "ping",
                box.c.state.in_(("pending", "sending", "sent")),
            )
        )
    ).all()
    for ping in pings:
        state = "withdrawn" if ping.state == "sending" else "dropped"
        await db.execute(update(box).where(box.c.id == ping.id).values(state=state))
        if ping.state == "sent":
            await db.execute(owed_row(game, "unping", message=ping.message))
