"""Personal data: shown to the person, given to them, deleted on their wish.

Games outlive the people in them, so that they can go on and be replayed: whoever wants to be
forgotten leaves a tombstone, a small number instead of Discord's id, in the games and their logs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, delete, select, update

from engine.contract.dice import Stream
from table.admission import is_banned
from table.commands.lobby import Leave, without_member
from table.contests import Contests
from table.errors import Refusal
from table.history.entries import NAMING_A_PERSON, LogRecord
from table.history.text_log import describe
from table.registry import Registry
from table.state import Person, TableState
from table.store import schema as t
from table.store.records import game_row, read_content, read_log, read_state, to_json
from table.voting.ballot import Ballot, BallotProposal

V = TypeVar("V")

TOMBSTONES = 1 << 32  # Discord's ids are far greater
STREAM_SEED = 32  # bytes


class KeptGame(msgspec.Struct, frozen=True):
    """A game that a person founded, joined or did something in; `names`: their characters."""

    id: int
    ruleset: str
    phase: str
    names: tuple[str, ...]


class KeptEntry(msgspec.Struct, frozen=True):
    """An entry of a log that a person made."""

    game: int
    number: int
    at: float
    kind: str
    text: str


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
        """Delete a person from everything that is kept; return in how many games a tombstone
        stands for them.

        They leave the games that go on, and their preferences go.
        """
        for game in await self._registry.games(person=who.id):
            actor = await self._registry.get(game.id)
            try:
                await actor.run(who, Leave())
            except Refusal:  # they had left already
                continue
        tombstone = 1 + Stream(self._services.draw(STREAM_SEED)).below(TOMBSTONES - 1)
        write = self._store.database.write
        changed = await write(lambda db: _forget(db, who.id, tombstone))
        for number in changed:
            await self._registry.reread(number)
        self._services.preferences.forget(who.id)
        return len(changed)


def _kept_games(db: Connection, person: int) -> tuple[KeptGame, ...]:
    games, members, seats = t.games.c, t.members.c, t.seats.c
    theirs = _games_of(db, person)
    found = []
    for row in db.execute(select(games.id, games.ruleset, games.phase).where(games.id.in_(theirs))):
        mine = select(members.name).where(members.game == row.id, members.person == person)
        held = select(seats.character).where(seats.game == row.id, seats.person == person)
        names = tuple(dict.fromkeys([*db.scalars(mine), *db.scalars(held)]))
        found.append(KeptGame(row.id, row.ruleset, row.phase, names))
    return tuple(found)


def _kept_entries(db: Connection, person: int) -> tuple[KeptEntry, ...]:
    log = t.log.c
    query = select(t.log).where(log.person == person).order_by(log.game, log.number)
    return tuple(_kept_entry(row.game, read_log(row)) for row in db.execute(query))


def _bans(db: Connection, person: int) -> tuple[int, ...]:
    """Return the numbers of the games that a person is banned from."""
    games = select(t.games).where(t.games.c.activity.contains('"banned"')).order_by(t.games.c.id)
    states = (read_state(row, (), (), ()) for row in db.execute(games))
    return tuple(state.game.id for state in states if is_banned(state, person))


def _kept_entry(game: int, record: LogRecord) -> KeptEntry:
    kind, text = record.entry.kind, describe(record.entry)
    return KeptEntry(game, record.number, record.at, kind, text)


def _games_of(db: Connection, person: int) -> list[int]:
    games, members, seats, log = t.games.c, t.members.c, t.seats.c, t.log.c
    sources = (
        select(games.id).where(games.founder == person),
        select(members.game).where(members.person == person),
        select(seats.game).where(seats.person == person),
        select(log.game).where(log.person == person),
    )
    return sorted({game for query in sources for game in db.scalars(query)})


def _forget(db: Connection, person: int, tombstone: int) -> list[int]:
    theirs = _games_of(db, person)
    for table, column in (
        (t.games, t.games.c.founder),
        (t.contests, t.contests.c.founder),
        (t.members, t.members.c.person),
        (t.log, t.log.c.person),
    ):
        db.execute(update(table).where(column == person).values({column.name: tombstone}))
    db.execute(update(t.members).where(t.members.c.person == tombstone).values(name="Somebody"))
    db.execute(update(t.seats).where(t.seats.c.person == person).values(person=None))
    db.execute(delete(t.preferences).where(t.preferences.c.person == person))
    db.execute(delete(t.results).where(t.results.c.game.in_(theirs)))
    _forget_in_logs(db, person, tombstone)
    _forget_in_pings(db, person)
    return sorted({*theirs, *_forget_in_states(db, person, tombstone)})


def _forget_in_logs(db: Connection, person: int, tombstone: int) -> None:
    """Replace the person in entries that name them, and their names in those they made."""
    log = t.log.c
    kinds = [kind.__struct_config__.tag for kind in NAMING_A_PERSON]
    naming = log.kind.in_(kinds) & log.entry.contains(str(person))
    joined = (log.kind == "joined") & (log.person == tombstone)
    for row in db.execute(select(t.log).where(naming | joined)).all():
        entry: Any = read_log(row).entry
        if isinstance(entry, NAMING_A_PERSON):
            if entry.person == person:
                entry = replace(entry, person=tombstone)
        else:
            entry = replace(entry, name="Somebody")
        here = (log.game == row.game) & (log.number == row.number)
        db.execute(update(t.log).where(here).values(entry=to_json(entry)))


def _forget_in_pings(db: Connection, person: int) -> None:
    """Messages to the person go unsent."""
    outbox = t.outbox.c
    pings = select(outbox.id, outbox.content).where(
        outbox.kind == "ping", outbox.content.contains(str(person))
    )
    for row in db.execute(pings).all():
        content = read_content(row.content)
        if person in content.people:
            values = {"content": to_json(replace(content, people=())), "state": "dropped"}
            db.execute(update(t.outbox).where(outbox.id == row.id).values(values))


def _forget_in_states(db: Connection, person: int, tombstone: int) -> list[int]:
    """Replace the person in what is under way at tables; return the numbers of the games."""
    games = select(t.games).where(t.games.c.activity.contains(str(person)))
    changed = []
    for row in db.execute(games).all():
        state = without_person(read_state(row, (), (), ()), person, tombstone)
        values = {"activity": game_row(state)["activity"]}
        db.execute(update(t.games).where(t.games.c.id == row.id).values(values))
        changed.append(row.id)
    return changed


def without_person(state: TableState, person: int, tombstone: int) -> TableState:
    """Return a state without a person: where they must be named, the tombstone stands."""
    left = without_member(state, person)
    delegations = {p: d for p, d in left.delegations.items() if d.person != person}
    return replace(
        left,
        ballot=_in_ballot(state.ballot, person, tombstone),
        motion=_in_ballot(state.motion, person, tombstone),
        decided=_in_proposal(state.decided, person, tombstone),
        delegations=delegations,
        offers={s: o for s, o in left.offers.items() if person not in (o.person, o.by)},
        invited=tuple(each for each in left.invited if each != person),
    )


def _in_ballot(ballot: Ballot | None, person: int, tombstone: int) -> Ballot | None:
    if ballot is None:
        return None
    proposals = tuple(
        replace(each, by=tombstone) if each.by == person else each for each in ballot.proposals
    )
    return replace(ballot, proposals=proposals, votes=_renamed(ballot.votes, person, tombstone))


def _in_proposal(
    proposal: BallotProposal | None, person: int, tombstone: int
) -> BallotProposal | None:
    if proposal is None or proposal.by != person:
        return proposal
    return replace(proposal, by=tombstone)


def _renamed(mapping: Mapping[int, V], person: int, tombstone: int) -> dict[int, V]:
    return {tombstone if each == person else each: value for each, value in mapping.items()}
