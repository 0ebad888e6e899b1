"""Personal data: shown to the person, given to them, deleted on their wish.

Games outlive the people in them, so that they can go on and be replayed. They know people only by
reference: whoever wants to be forgotten is deleted from the one table that says who is meant, and
what is left names nobody.
"""

from __future__ import annotations

import asyncio
import contextlib
import time

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, delete, select, update

from engine.contract.uploads import without_uploads
from table.admission import is_banned
from table.commands.lobby import Leave, without_member
from table.contests import Contests
from table.errors import Refusal
from table.history.entries import Acted, AnyEntry, LogRecord
from table.history.reading import names_entry
from table.references import by_reference, names_in, rename_in_state
from table.registry import Registry
from table.shown_names import fill_names
from table.state import Person, TableState
from table.store import schema as t
from table.store.games import load_state, naming_in
from table.store.packed_games import log_rows
from table.store.records import game_row, read_content, read_log_without_events, to_json

LEAVE_SECONDS = 3.0  # that other processes have
NOBODY = 0  # instead of the id of somebody who was forgotten


class KeptGame(msgspec.Struct, frozen=True):
    """A game that a person founded, joined or did something in; `names`: their characters."""

    id: int
    ruleset: str
    phase: str
    names: tuple[str, ...]


class KeptEntry(msgspec.Struct, frozen=True):
    """An entry of a log that a person made. It has no number, which would count what others did.

    `entry` is left out where it names another one by its number.
    """

    game: int
    at: float
    kind: str
    entry: AnyEntry | None


class KeptContest(msgspec.Struct, frozen=True):
    """A contest that a person founded or entered."""

    id: int
    name: str
    founded: bool
    entered: bool


class KeptData(msgspec.Struct, frozen=True):
    """All that is kept about a person; `bans`: numbers of the games that they may not join."""

    person: int
    preferences: dict[str, str]
    games: tuple[KeptGame, ...]
    entries: tuple[KeptEntry, ...]
    contests: tuple[KeptContest, ...]
    bans: tuple[int, ...]

    def file(self) -> bytes:
        """Return it as JSON, for people and machines to read."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1)


class Privacy:
    """Data of people, on their own request."""

    def __init__(self, registry: Registry, contests: Contests) -> None:
        self._registry = registry
        self._contests = contests
        self._services = registry.services
        self._store = registry.services.store
        self._shards = registry.services.store.database.shards

    async def kept(self, person: int) -> KeptData:
        """Return what is kept about a person."""
        read = self._store.database.read
        games, entries, bans = await read(
            lambda db: (_kept_games(db, person), _kept_entries(db, person), _bans(db, person))
        )
        return KeptData(
            person=person,
            preferences=await self._services.preferences.of(person),
            games=games,
            entries=entries,
            contests=await self._kept_contests(person),
            bans=bans,
        )

    async def _kept_contests(self, person: int) -> tuple[KeptContest, ...]:
        found = []
        for contest in await self._store.contests.all():
            founded = contest.founder == person
            entered = await self._contests.has_entered(person, contest.id)
            if founded or entered:
                found.append(KeptContest(contest.id, contest.name, founded, entered))
        return tuple(found)

    async def forget(self, who: Person) -> int:
        """Delete a person from everything that is kept; return in how many games they were.

        They leave the games that go on, and their preferences go. Afterwards the database's file
        holds neither their id nor the name that Discord shows of them.
        """
        for game in await self._registry.games(person=who.id):
            if self._shards.serves(game.guild):
                await self._leave(game.id, who)
        await self._leave_elsewhere(who.id)
        changed = await self._store.database.write(lambda db: self._forget(db, who.id))
        for number in changed:
            await self._registry.reread(number)
        self._services.preferences.forget(who.id)
        await self._store.database.compact()
        return len(changed)

    async def leave(self, game: int, person: int) -> None:
        """Let a person leave a game if this process serves it: another one was asked to forget
        them."""
        actor = await self._registry.get(game)
        if self._shards.serves(actor.game.guild):
            await self._leave(game, Person(person, ""))

    async def _leave(self, game: int, who: Person) -> None:
        with contextlib.suppress(Refusal):  # they had left already
            await (await self._registry.get(game)).run(who, Leave())

    async def _leave_elsewhere(self, person: int) -> None:
        """Let other processes take the person out of their games. What they have not done in time
        is done without them: then the games go on with a seat that nobody holds."""
        asked: set[int] = set()
        end = time.monotonic() + LEAVE_SECONDS
        while time.monotonic() < end:
            games = await self._registry.games(person=person)
            theirs = {game.id for game in games if not self._shards.serves(game.guild)}
            if not theirs:
                return
            for game in theirs - asked:
                await self._store.announce("leave", f"{game} {person}")
            asked |= theirs
            await asyncio.sleep(LEAVE_SECONDS / 30)

    def _forget(self, db: Connection, person: int) -> list[int]:
        changed = _forget(db, person)
        for game in changed:
            self._shards.announce(db, "game", str(game))
        self._shards.announce(db, "preferences", str(person))
        return changed


def _kept_games(db: Connection, person: int) -> tuple[KeptGame, ...]:
    games = t.games.c
    found = []
    for row in db.execute(select(t.games).where(games.id.in_(_games_of(db, person)))).all():
        state = load_state(db, row)
        mine = [each.name for each in state.members if each.person == person]
        held = [each.character for each in state.seats if each.person == person]
        names = fill_names(tuple(dict.fromkeys((*mine, *held))), names_in(state))
        found.append(KeptGame(row.id, row.ruleset, row.phase, names))
    return tuple(found)


def _kept_entries(db: Connection, person: int) -> tuple[KeptEntry, ...]:
    kept: list[KeptEntry] = []
    for game in _games_of(db, person):
        state = load_state(db, db.execute(select(t.games).where(t.games.c.id == game)).one())
        names, naming = names_in(state), naming_in(db, game)
        records = (read_log_without_events(row, naming) for row in log_rows(db, game, events=False))
        mine = (record for record in records if record.person == person)
        kept += [fill_names(_kept_entry(game, record), names) for record in mine]
    return tuple(kept)


def _kept_entry(game: int, record: LogRecord) -> KeptEntry:
    entry = record.entry
    if isinstance(entry, Acted):
        entry = replace(entry, action=without_uploads(entry.action))
    told = None if names_entry(entry) else entry
    return KeptEntry(game, record.at, entry.kind, told)


def _bans(db: Connection, person: int) -> tuple[int, ...]:
    """Return the numbers of the games that a person is banned from."""
    games = select(t.games).where(t.games.c.activity.contains('"banned"')).order_by(t.games.c.id)
    states = (load_state(db, row) for row in db.execute(games).all())
    return tuple(state.game.id for state in states if is_banned(state, person))


def _games_of(db: Connection, person: int) -> list[int]:
    people = t.people.c
    query = select(people.game).where(people.person == person).order_by(people.game)
    return list(db.scalars(query))


def _forget(db: Connection, person: int) -> list[int]:
    """Delete who is meant by the references that games have for a person; return the games."""
    theirs = _games_of(db, person)
    for game in theirs:
        _forget_in_game(db, game, person)
    db.execute(delete(t.people).where(t.people.c.person == person))
    db.execute(delete(t.preferences).where(t.preferences.c.person == person))
    db.execute(update(t.contests).where(t.contests.c.founder == person).values(founder=NOBODY))
    return theirs


def _forget_in_game(db: Connection, game: int, person: int) -> None:
    """Drop what waits for the person in a game: nobody could answer it any more."""
    row = db.execute(select(t.games).where(t.games.c.id == game)).one()
    stored = load_state(db, row)
    naming = by_reference(stored.references)
    state = rename_in_state(without_person(stored, person), naming)
    values = {name: game_row(state)[name] for name in ("founder", "activity")}
    db.execute(update(t.games).where(t.games.c.id == game).values(values))
    seats = t.seats.c
    held = (seats.game == game) & (seats.reference == naming(person))
    db.execute(update(t.seats).where(held).values(reference=None))
    outbox = t.outbox.c
    pings = select(outbox.id, outbox.content).where(outbox.game == game, outbox.kind == "ping")
    for ping in db.execute(pings).all():
        content = read_content(ping.content, int)
        if naming(person) in content.people:
            values = {"content": to_json(replace(content, people=())), "state": "dropped"}
            db.execute(update(t.outbox).where(outbox.id == ping.id).values(values))


def without_person(state: TableState, person: int) -> TableState:
    """Return a state in which nothing waits for a person who is forgotten."""
    left = without_member(state, person)
    return replace(
        left,
        members=state.members,  # they name nobody, and games that are over keep theirs
        delegations={p: d for p, d in left.delegations.items() if d.person != person},
        offers={s: o for s, o in left.offers.items() if person not in (o.person, o.by)},
        invited=tuple(each for each in left.invited if each != person),
    )
