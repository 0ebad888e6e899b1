"""What lasts: games and all that belongs to them, in one SQLite file.

A request writes everything that it changes as one `Step` in one transaction. The file is in WAL
mode, so readers do not wait; `synchronous=FULL` makes a commit outlast a kill and a power cut.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from sqlalchemy import (
    Connection,
    Engine,
    delete,
    func,
    select,
    text,
    update,
)
from sqlalchemy.dialects.sqlite import insert

from engine.game import Event
from table import schema as t
from table.line import Line, core
from table.records import Contest, Deadline, Entry, Game, Member, Seat
from table.steps import Snapshot, Step, write
from table.writer import Writer

T = TypeVar("T")

READERS = 3  # lines that read
MIGRATIONS = Path(__file__).with_name("migrations")


class Answered(msgspec.Struct, frozen=True):
    """A line that a request has already made."""

    number: int
    card: int
    seat: int | None
    text: str
    events: tuple[Event, ...]


# What rows become. Looked at before there are threads: msgspec breaks when two of them ask for a
# type for the first time.
for _kind in (Answered, Contest, Deadline, Entry, Game):
    msgspec.msgpack.Decoder(_kind)


class Store:
    """The database of all games. Open it with `Store.open`."""

    def __init__(self, engine: Engine, lines: Sequence[Line]) -> None:
        self.engine = engine
        writing, *reading = lines
        self._writer = Writer(engine, writing)
        self._lines = reading
        self._idle: asyncio.LifoQueue[Line] = asyncio.LifoQueue()
        for line in reading:
            self._idle.put_nowait(line)

    @classmethod
    async def open(cls, path: str | Path) -> Store:
        """Open (or make) the database file and bring its tables up to date. Raises ValueError
        when a newer version of the program has written it."""
        store = cls(core(), [await Line.open(path) for _ in range(1 + READERS)])
        try:
            await store._migrate()
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Finish what is being written and read, and close the connections."""
        await self._writer.close()
        for line in self._lines:
            await line.close()

    async def write(self, work: Callable[[Connection], T], *, lasting: bool = True) -> T:
        """The result of work that may write. It is saved when this returns (unless `lasting`, a
        power cut soon after may lose it); when the work raises, nothing of it is."""
        return await self.submit(work, lasting=lasting)

    def submit(self, work: Callable[[Connection], T], *, lasting: bool = True) -> asyncio.Future[T]:
        """As `write`, begun at once: pieces of work submitted one right after the other, without a
        pause of the event loop, are saved in one transaction, in their order."""
        return self._writer.submit(work, lasting=lasting)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """The result of work that sees one state of the database and waits for no writer."""

        def reading() -> T:
            with self.engine.connect() as db:
                return work(db)

        line = await self._idle.get()
        try:
            return await line.run(reading)
        finally:
            self._idle.put_nowait(line)

    async def backup(self, path: Path) -> None:
        """Copy the whole database as it stands now into a new file, while games go on."""
        line = await self._idle.get()
        try:
            await line.backup(path)
        finally:
            self._idle.put_nowait(line)

    async def _migrate(self) -> None:
        await self.write(_migrate)

    # ------------------------------------------------------------ one request's changes

    def commit(self, step: Step) -> asyncio.Future[int]:
        """Write a step in one transaction; the game's id. Raises sqlalchemy's IntegrityError
        when the channel has a game, or the request or line is there already."""
        return self.submit(lambda db: write(db, step))

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

    async def games(
        self, guild: int | None = None, person: int | None = None, contest: int | None = None
    ) -> list[Game]:
        """The games that are not over, of a server, of a member, by number; of a contest: all."""
        if contest is not None:
            return await self._games(t.games.c.contest == contest)
        conditions = [t.games.c.phase != "over"]
        if guild is not None:
            conditions.append(t.games.c.guild == guild)
        if person is not None:
            theirs = select(t.members.c.game).where(t.members.c.person == person)
            conditions.append(t.games.c.id.in_(theirs))
        return await self._games(*conditions)

    async def finished(self, guild: int, ruleset: str, limit: int) -> list[Game]:
        """The newest games of a ruleset in a server that are over, by number."""
        c = t.games.c
        over = (c.guild == guild) & (c.ruleset == ruleset) & (c.phase == "over")
        newest = select(c.id).where(over).order_by(c.id.desc()).limit(limit)
        return await self._games(c.id.in_(newest))

    async def _games(self, *conditions: Any) -> list[Game]:
        def reading(db: Connection) -> list[Game]:
            rows = db.execute(select(t.games).where(*conditions).order_by("id")).all()
            ids = [row.id for row in rows]
            options: dict[int, dict[str, str]] = {game: {} for game in ids}
            chosen = select(t.game_settings).where(t.game_settings.c.game.in_(ids))
            for row in db.execute(chosen):
                options[row.game][row.name] = row.value
            return [_record(row, Game, options=options[row.id]) for row in rows]

        return await self.read(reading)

    async def company(
        self, game: int
    ) -> tuple[tuple[Member, ...], tuple[Seat, ...], tuple[Deadline, ...]]:
        """A game's members in the order of joining, its seats, and its deadlines."""
        m, s, d = t.members.c, t.seats.c, t.deadlines.c
        members = select(m.person, m.name).where(m.game == game).order_by(m.place)
        seats = select(s.seat, s.hero, s.person).where(s.game == game).order_by(s.seat)
        due = select(t.deadlines).where(d.game == game)
        return await self.read(
            lambda db: (
                tuple(Member(*row) for row in db.execute(members)),
                tuple(Seat(*row) for row in db.execute(seats)),
                tuple(_record(row, Deadline) for row in db.execute(due)),
            )
        )

    async def seed(self, game: int) -> bytes | None:
        """The sealed seed: for the end of the game, and for nothing shown before it."""
        query = select(t.seeds.c.seed).where(t.seeds.c.game == game)
        return await self.read(lambda db: db.scalar(query))

    async def snapshot(
        self, game: int, at: int | None = None, *, kept: bool = False
    ) -> Snapshot | None:
        """The newest state of a game, or the newest at most as new as line `at`; of those that
        stay alone, when `kept`."""
        s = t.snapshots.c
        query = select(s.number, s.rules, s.state, s.kept, s.epoch).where(s.game == game)
        if at is not None:
            query = query.where(s.number <= at)
        if kept:
            query = query.where(s.kept)
        query = query.order_by(s.number.desc()).limit(1)
        row = await self.read(lambda db: db.execute(query).first())
        return Snapshot(*row) if row else None

    async def snapshots(self, game: int) -> list[Snapshot]:
        """All states of a game that there are, by number."""
        s = t.snapshots.c
        query = select(s.number, s.rules, s.state, s.kept, s.epoch).where(s.game == game)
        rows = await self.read(lambda db: db.execute(query.order_by(s.number)).all())
        return [Snapshot(*row) for row in rows]

    async def shown_in(self, game: int, card: int) -> int | None:
        """The message that shows a card, if one does."""
        c = t.cards.c
        query = select(c.message).where(c.game == game, c.number == card, c.state == "live")
        return await self.read(lambda db: db.scalar(query))

    async def drawn(self, game: int, card: int, now: float) -> None:
        """Somebody has drawn a card anew in its message: no edit of it is owed."""
        edits = (t.outbox.c.game == game) & (t.outbox.c.card == card) & (t.outbox.c.kind == "edit")
        waiting = update(t.outbox).where(edits, t.outbox.c.state == "pending")
        shown = update(t.cards).where(t.cards.c.game == game, t.cards.c.number == card)

        def writing(db: Connection) -> None:
            db.execute(waiting.values(state="dropped"))
            db.execute(shown.values(changed=now))

        await self.write(writing)

    async def answered(self, game: int, request: str) -> Answered | None:
        """The line that a request has made, if it was here before."""
        c = t.log.c
        query = select(c.number, c.card, c.seat, c.text, c.events)
        query = query.where(c.game == game, c.request == request)
        row = await self.read(lambda db: db.execute(query).first())
        return _record(row, Answered) if row else None

    async def lines(self, game: int, after: int, limit: int) -> list[Entry]:
        """The log above line `after`, unfiltered: at most `limit` lines."""
        c = t.log.c
        query = select(c.number, c.kind, c.seat, c.text, c.person, c.at, c.events)
        query = query.where(c.game == game, c.number > after).order_by(c.number).limit(limit)
        return await self.read(lambda db: [_record(row, Entry) for row in db.execute(query)])

    async def whole(self, game: int) -> tuple[bytes, list[Entry], list[Snapshot]]:
        """A game's seed, log and states, as of one moment."""
        c, s = t.log.c, t.snapshots.c
        log = select(c.number, c.kind, c.seat, c.text, c.person, c.at, c.events)
        log = log.where(c.game == game).order_by(c.number)
        states = select(s.number, s.rules, s.state, s.kept, s.epoch)
        states = states.where(s.game == game).order_by(s.number)
        seed = select(t.seeds.c.seed).where(t.seeds.c.game == game)
        return await self.read(
            lambda db: (
                db.execute(seed).scalar_one(),
                [_record(row, Entry) for row in db.execute(log)],
                [Snapshot(*row) for row in db.execute(states)],
            )
        )

    async def orders(self, game: int, last: int) -> list[Entry]:
        """The lines up to number `last` that say how the state came about, without events: the
        engine's, and the table's that went on from another state (`undo to`, `import`)."""
        c = t.log.c
        query = select(c.number, c.kind, c.seat, c.text, c.person, c.at)
        query = query.where(
            c.game == game,
            c.number <= last,
            (c.kind == "engine") | c.text.startswith("undo ") | (c.text == "import"),
        ).order_by(c.number)
        return await self.read(lambda db: [_record(row, Entry) for row in db.execute(query)])

    async def troubles(self, game: int) -> tuple[str, ...]:
        """Why messages of a game do not arrive, one sentence each."""
        box = t.outbox.c
        faults = select(box.fault).where(
            box.game == game, box.fault != "", box.state.in_(("pending", "sending", "failed"))
        )
        return await self.read(lambda db: tuple(dict.fromkeys(db.scalars(faults))))

    # ------------------------------------------------------------ the bot itself

    async def key(self, name: str, fresh: bytes) -> bytes:
        """This bot's key for a purpose: `fresh`, when it has none yet."""
        k = t.keys.c

        def writing(db: Connection) -> bytes:
            row = insert(t.keys).values(name=name, key=fresh)
            db.execute(row.on_conflict_do_nothing())
            return bytes(db.execute(select(k.key).where(k.name == name)).scalar_one())

        return await self.write(writing)

    async def beat(self, now: float) -> None:
        """Note that the bot is alive."""
        row = insert(t.pulse).values(one=1, at=now)
        row = row.on_conflict_do_update(index_elements=["one"], set_={"at": now})
        await self.write(lambda db: db.execute(row))

    async def last_beat(self) -> float | None:
        """When the bot last was alive."""
        return await self.read(lambda db: db.scalar(select(t.pulse.c.at)))

    # ------------------------------------------------------------ contests

    async def contests(self, *conditions: Any) -> list[Contest]:
        """The contests for which the conditions (on `schema.contests`) hold, by number."""
        query = select(t.contests).where(*conditions).order_by(t.contests.c.id)
        rows = await self.read(lambda db: db.execute(query).all())
        return [_record(row, Contest) for row in rows]

    async def put_contest(self, contest: Contest, request: str) -> int:
        """Write a contest (id 0: a new one); its id. Raises sqlalchemy's IntegrityError when its
        channel has one that goes on."""
        row = msgspec.structs.asdict(contest)
        number = row.pop("id")

        def writing(db: Connection) -> int:
            if number:
                db.execute(update(t.contests).where(t.contests.c.id == number).values(row))
                return int(number)
            new = insert(t.contests).values(request=request or None, **row)
            return int(db.execute(new.returning(t.contests.c.id)).scalar_one())

        return await self.write(writing)

    # ------------------------------------------------------------ deadlines

    async def deadlines(self, game: int) -> tuple[Deadline, ...]:
        """A game's deadlines, the earliest first."""
        return await self._deadlines(t.deadlines.c.game == game)

    async def fallen_due(self, now: float) -> tuple[Deadline, ...]:
        """The deadlines of all games that are due, the earliest first."""
        return await self._deadlines(t.deadlines.c.due <= now)

    async def due_after(self, moment: float) -> tuple[Deadline, ...]:
        """The deadlines of all games later than that."""
        return await self._deadlines(t.deadlines.c.due > moment)

    async def next_due(self, now: float) -> float | None:
        """When the next deadline of any game falls due that is not due by now."""
        query = select(func.min(t.deadlines.c.due)).where(t.deadlines.c.due > now)
        return await self.read(lambda db: db.scalar(query))

    async def done(self, deadline: Deadline) -> None:
        """Forget a deadline that was met; one set anew since then stays."""
        query = delete(t.deadlines).where(t.deadlines.c.id == deadline.id)
        await self.write(lambda db: db.execute(query))

    async def postpone(self, deadline: Deadline, due: float) -> None:
        """Let a deadline fall due again later."""
        query = update(t.deadlines).where(t.deadlines.c.id == deadline.id).values(due=due)
        await self.write(lambda db: db.execute(query))

    async def _deadlines(self, condition: Any) -> tuple[Deadline, ...]:
        c = t.deadlines.c
        query = select(t.deadlines).where(condition).order_by(c.due, c.id)
        return await self.read(
            lambda db: tuple(_record(row, Deadline) for row in db.execute(query))
        )

    # ------------------------------------------------------------ people

    async def preferences(self, people: Iterable[int]) -> dict[int, dict[str, str]]:
        """What each of the people has set for themselves."""
        c = t.preferences.c
        found: dict[int, dict[str, str]] = {person: {} for person in people}
        query = select(t.preferences).where(c.person.in_(list(found)))
        for row in await self.read(lambda db: db.execute(query).all()):
            found[row.person][row.name] = row.value
        return found

    async def prefer(self, person: int, name: str, value: str | None) -> None:
        """Set a preference; None takes it away."""
        c = t.preferences.c

        def writing(db: Connection) -> None:
            db.execute(delete(t.preferences).where(c.person == person, c.name == name))
            if value is not None:
                db.execute(insert(t.preferences).values(person=person, name=name, value=value))

        await self.write(writing)


def _record(row: Any, kind: type[T], **more: Any) -> T:
    # str(): SQLAlchemy's keys are of a class of its own, which msgspec does not take
    fields = {str(key): row._mapping[key] for key in row._mapping}
    return msgspec.convert(fields | more, kind, str_keys=True)


def _statements(script: str) -> Sequence[str]:
    statements, so_far = [], ""
    for line in script.splitlines(keepends=True):
        so_far += line
        if sqlite3.complete_statement(so_far):
            statements.append(so_far)
            so_far = ""
    return statements


def _migrate(db: Connection) -> None:
    db.execute(text("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, at REAL)"))
    done = {number for (number,) in db.execute(text("SELECT number FROM migrations"))}
    files = {int(path.name[:4]): path for path in sorted(MIGRATIONS.glob("[0-9]*.sql"))}
    if unknown := done - files.keys():
        raise ValueError(
            f"the database is from a newer version (its migration {max(unknown)} is unknown)"
        )
    for number, path in files.items():
        if number not in done:
            for statement in _statements(path.read_text(encoding="utf-8")):
                db.exec_driver_sql(statement)
            row = {"number": number, "at": time.time()}
            db.execute(text("INSERT INTO migrations VALUES (:number, :at)"), row)
