"""The store: games and all that belongs to them. A command's change is one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, delete, func, insert, literal, select, update
from sqlalchemy.sql.elements import ColumnElement

from table.contest import Contest
from table.state import Deadline
from table.store import schema as t
from table.store.backend import Backend
from table.store.changes import Commit, Committed, write_commit
from table.store.database import Database, backend_of, open_database
from table.store.games import GameQueries
from table.store.packed_games import next_block, write_block
from table.store.packing import Block, PackedBlock
from table.store.records import read_contest, to_json
from table.store.results import ResultQueries
from table.store.shards import Scope
from table.store.upsert import upsert


class Store:
    """The store of all games. Open it with `Store.open`."""

    def __init__(self, database: Database, life: str) -> None:
        """`life`: the database's mark (`schema.life`); while it is open no other is restored."""
        self.database = database
        self._life = life
        self.games = GameQueries(database)
        self.deadlines = DeadlineQueries(database)
        self.contests = ContestQueries(database)
        self.results = ResultQueries(database)
        self._read, self._write = database.read, database.write

    @classmethod
    async def open(cls, database: Backend | Path) -> Store:
        """Open (or make) the database, or the file, and bring its tables up to date.

        Raises StoreError, in a sentence, when it cannot be used.
        """
        backend = backend_of(database) if isinstance(database, Path) else database
        opened = await open_database(backend)
        life = await opened.read(lambda db: db.scalars(select(t.life.c.mark)).one())
        return cls(opened, life)

    async def close(self) -> None:
        """Finish what is being written and read, and close the connections."""
        await self.database.close()

    def commit(self, commit: Commit) -> asyncio.Future[Committed]:
        """Write a change in one transaction.

        Raises sqlalchemy's IntegrityError when the channel has a game, or the request or entry is
        there already.
        """
        game = commit.change.state.game
        scope = Scope(game.id) if game.id else Scope(guild=game.guild)
        return self.database.submit(lambda db: write_commit(db, commit, self._life), scope=scope)

    async def backup(self, path: Path) -> None:
        """Copy the whole database as it stands now into a new file, while games go on."""
        await self.database.backup(path)

    async def next_block(self, now: float, without: frozenset[int]) -> Block | None:
        """Return a part of a game's past that may be packed, of none of the games `without`."""
        return await self._read(lambda db: next_block(db, now, without, self.database.shards))

    async def pack(self, block: PackedBlock) -> None:
        """Store a part of a game's past packed."""
        scope = Scope(block.game)
        await self._write(lambda db: write_block(db, block), lasting=False, scope=scope)

    async def delete_game(self, game: int) -> None:
        """Delete a game with all that belongs to it."""
        query = delete(t.games).where(t.games.c.id == game)
        await self._write(lambda db: db.execute(query), scope=Scope(game))

    # ------------------------------------------------------------ the bot itself

    async def key(self, name: str, fresh: bytes) -> bytes:
        """Return this bot's key of that name: `fresh`, when it has none yet."""
        k = t.keys.c

        def write(db: Connection) -> bytes:
            db.execute(upsert(db, t.keys), {"name": name, "key": fresh})
            return bytes(db.execute(select(k.key).where(k.name == name)).scalar_one())

        return await self._write(write)

    async def beat(self, now: float) -> None:
        """Note that the bot is alive."""
        row = {"one": 1, "at": now}
        await self._write(lambda db: db.execute(upsert(db, t.heartbeat, "at"), row))

    async def last_beat(self) -> float | None:
        """Return when the bot last was alive."""
        return await self._read(lambda db: db.scalar(select(t.heartbeat.c.at)))

    async def announce(self, topic: str, value: str) -> None:
        """Tell the other processes something."""
        shards = self.database.shards
        await self._write(lambda db: shards.announce(db, topic, value), lasting=False)

    async def come_back(self, now: float, tolerated: float, moved: Collection[str]) -> None:
        """Note that the bot is alive again.

        If it was away for more than `tolerated` seconds, move all deadlines of the kinds `moved`
        that fell or fall due since then by as much, and note that their games have lost the time.
        """
        d, lost = t.deadlines.c, t.absences.c

        def write(db: Connection) -> None:
            last = db.scalar(select(t.heartbeat.c.at))
            if last is not None and now - last > tolerated:
                away = now - last
                those = (d.due > last) & d.kind.in_(moved)
                games = select(d.game).where(those)
                again = update(t.absences).where(lost.game.in_(games))
                db.execute(again.values(seconds=lost.seconds + away))
                rows = games.add_columns(literal(away)).distinct()
                db.execute(upsert(db, t.absences).from_select(["game", "seconds"], rows))
                db.execute(update(t.deadlines).where(those).values(due=d.due + away))
            db.execute(upsert(db, t.heartbeat, "at"), {"one": 1, "at": now})

        await self._write(write)

    async def next_absence(self, without: Collection[int]) -> int | None:
        """Return a served game that does not know yet that it has lost time, none of those."""
        lost = t.absences.c.game
        query = select(lost).where(lost.not_in(without)).order_by(lost).limit(1)
        query = self.database.shards.narrow(query, lost)
        return await self._read(lambda db: db.scalar(query))

    # ------------------------------------------------------------ preferences

    async def preferences(self, people: Iterable[int]) -> dict[int, dict[str, str]]:
        """Return what each of the people has set for themselves."""
        c = t.preferences.c
        found: dict[int, dict[str, str]] = {person: {} for person in people}
        query = select(t.preferences).where(c.person.in_(list(found)))
        for row in await self._read(lambda db: db.execute(query).all()):
            found[row.person][row.name] = row.value
        return found

    async def set_preference(self, person: int, name: str, value: str | None) -> None:
        """Set a preference; None takes it away."""
        c = t.preferences.c

        def write(db: Connection) -> None:
            db.execute(delete(t.preferences).where(c.person == person, c.name == name))
            if value is not None:
                db.execute(insert(t.preferences).values(person=person, name=name, value=value))
            self.database.shards.announce(db, "preference", f"{person} {name}")

        await self._write(write)


class DeadlineQueries:
    """Queries for deadlines of all games."""

    def __init__(self, database: Database) -> None:
        self._read, self._write = database.read, database.write
        self._shards = database.shards

    async def of(self, game: int) -> tuple[Deadline, ...]:
        """Return a game's deadlines, the earliest first."""
        return await self._select(t.deadlines.c.game == game)

    async def fallen_due(self, now: float, limit: int) -> tuple[Deadline, ...]:
        """Return so many deadlines of served games that are due, the earliest first."""
        return await self._select(t.deadlines.c.due <= now, limit, served=True)

    async def next_due(self, now: float) -> float | None:
        """Return when the next deadline of a served game falls due that is not due by now."""
        query = select(func.min(t.deadlines.c.due)).where(t.deadlines.c.due > now)
        query = self._shards.narrow(query, t.deadlines.c.game)
        return await self._read(lambda db: db.scalar(query))

    async def remove(self, deadline: Deadline) -> None:
        """Forget a deadline; one set anew since then stays."""
        query = delete(t.deadlines).where(_same(deadline))
        await self._write(lambda db: db.execute(query), scope=Scope(deadline.game))

    async def postpone(self, deadline: Deadline, due: float) -> None:
        """Let a deadline fall due again later."""
        query = update(t.deadlines).where(_same(deadline)).values(due=due)
        await self._write(lambda db: db.execute(query), scope=Scope(deadline.game))

    async def _select(
        self, condition: ColumnElement[bool], limit: int | None = None, *, served: bool = False
    ) -> tuple[Deadline, ...]:
        c = t.deadlines.c
        query = select(c.game, c.kind, c.due, c.set_by).where(condition)
        query = query.order_by(c.due, c.set_by).limit(limit)
        if served:
            query = self._shards.narrow(query, c.game)
        return await self._read(lambda db: tuple(Deadline(*row) for row in db.execute(query)))


def _same(deadline: Deadline) -> ColumnElement[bool]:
    c = t.deadlines.c
    return (c.game == deadline.game) & (c.kind == deadline.kind) & (c.set_by == deadline.set_by)


class ContestQueries:
    """Queries for contests."""

    def __init__(self, database: Database) -> None:
        self._read, self._write = database.read, database.write
        self._shards = database.shards

    async def get(self, contest: int) -> Contest | None:
        """Return a contest by its number."""
        found = await self._select(t.contests.c.id == contest)
        return found[0] if found else None

    async def all(self) -> list[Contest]:
        """Return every contest that there ever was."""
        return await self._select()

    async def at(self, channel: int) -> list[Contest]:
        """Return the contests of a channel, by number."""
        return await self._select(t.contests.c.channel == channel)

    async def due(self, now: float) -> list[Contest]:
        """Return the contests whose time has come."""
        return await self._select(t.contests.c.ended.is_(None), t.contests.c.ends <= now)

    async def left_over(self) -> list[tuple[int, int]]:
        """Return the served games that go on though their contests have ended, with those."""
        games, contests = t.games.c, t.contests.c
        query = select(games.id, games.contest).join(t.contests, contests.id == games.contest)
        query = query.where(contests.ended.is_not(None), games.phase != "over").order_by(games.id)
        query = self._shards.narrow(query, games.id)
        return await self._read(lambda db: [(row[0], row[1]) for row in db.execute(query)])

    async def ended_since(self, channel: int, since: float) -> list[Contest]:
        """Return the contests of a channel that have ended since then, by number."""
        return await self._select(t.contests.c.channel == channel, t.contests.c.ended >= since)

    async def verdicts(self, contest: int) -> dict[int, bool | None]:
        """Return of each game of a contest whether it came out as played when it was replayed; None
        while it was not."""
        games, verdicts = t.games.c, t.verdicts.c
        joined = t.games.outerjoin(t.verdicts, games.id == verdicts.game)
        query = select(games.id, verdicts.sound).select_from(joined)
        query = query.where(games.contest == contest)

        def read(db: Connection) -> dict[int, bool | None]:
            rows = db.execute(query)
            return {game: None if sound is None else bool(sound) for game, sound in rows}

        return await self._read(read)

    async def next_unchecked(self, channel: int, but: Collection[int]) -> int | None:
        """Return a game of an ended contest of a channel that was not replayed since, and is none
        of some."""
        games, contests = t.games.c, t.contests.c
        query = select(games.id).join(t.contests, contests.id == games.contest)
        query = query.where(
            contests.channel == channel,
            contests.ended.is_not(None),
            games.phase == "over",
            games.id.not_in(select(t.verdicts.c.game)),
            games.id.not_in(but),
        )
        return await self._read(lambda db: db.scalar(query.order_by(games.id).limit(1)))

    async def keep_verdict(self, game: int, *, sound: bool) -> None:
        """Keep whether a game came out as played."""
        query = insert(t.verdicts).values(game=game, sound=sound)
        await self._write(lambda db: db.execute(query))

    async def of_request(self, channel: int, request: str) -> Contest | None:
        """Return the contest that a request has opened."""
        c = t.contests.c
        found = await self._select(c.channel == channel, c.request == request)
        return found[0] if found else None

    async def secret(self, contest: int) -> bytes:
        """Return what the start and the levels of a contest's games come from."""
        query = select(t.contests.c.seed).where(t.contests.c.id == contest)
        return await self._read(lambda db: bytes(db.execute(query).scalar_one()))

    async def add(self, contest: Contest, request: str) -> int:
        """Store a new contest; return its number. Raises sqlalchemy's IntegrityError when its
        channel has one that goes on."""
        row = _contest_row(contest) | {"request": request or None}
        query = insert(t.contests).values(row).returning(t.contests.c.id)
        return await self._write(lambda db: int(db.execute(query).scalar_one()))

    async def has_entered(self, contest: int, mark: bytes) -> bool:
        """Return whether a person has entered a contest, by their mark."""
        c = t.contest_entries.c
        query = select(c.contest).where(c.contest == contest, c.mark == mark)
        return await self._read(lambda db: db.scalar(query) is not None)

    async def set_ended(self, contest: int, ended: float) -> None:
        """Note that a contest has ended."""
        query = update(t.contests).where(t.contests.c.id == contest).values(ended=ended)
        await self._write(lambda db: db.execute(query))

    async def _select(self, *conditions: ColumnElement[bool]) -> list[Contest]:
        query = select(t.contests).where(*conditions).order_by(t.contests.c.id)
        return await self._read(lambda db: [read_contest(row) for row in db.execute(query)])


def _contest_row(contest: Contest) -> dict[str, Any]:
    return {
        "guild": contest.guild,
        "channel": contest.channel,
        "founder": contest.founder,
        "name": contest.name,
        "ruleset": contest.ruleset,
        "options": to_json(contest.options),
        "seed": contest.seed,
        "created": contest.created,
        "ends": contest.ends,
        "ended": contest.ended,
    }
