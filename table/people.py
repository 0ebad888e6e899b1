"""What is kept about one person: shown to them, given to them, taken out on their wish.

Games outlive the people in them, so that they can go on and be replayed: somebody who wants to be
forgotten leaves a tombstone, a small number instead of Discord's id, in the games' logs.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, or_, select, update

from table import schema as t
from table.affairs import Affairs
from table.checks import without
from table.errors import Refusal
from table.records import Person
from table.store import Store
from table.tables import Tables

TOMBSTONES = 1 << 32  # Discord's ids are far greater


class Kept(msgspec.Struct, frozen=True):
    """All that is kept about a person."""

    person: int
    preferences: dict[str, str]
    games: tuple[dict[str, Any], ...]  # id, ruleset, phase, hero names
    lines: tuple[dict[str, Any], ...]  # of the logs: game, number, at, text

    def file(self) -> bytes:
        """As JSON, for people and machines to read."""
        return json.dumps(msgspec.to_builtins(self), indent=1, ensure_ascii=False).encode()


async def kept(store: Store, person: int) -> Kept:
    """What is kept about a person."""
    preferences = (await store.preferences([person]))[person]
    return await store.read(lambda db: _kept(db, person, preferences))


def _kept(db: Connection, person: int, preferences: dict[str, str]) -> Kept:
    games, members, seats, log = t.games.c, t.members.c, t.seats.c, t.log.c
    theirs = _games_of(db, person)
    found = []
    for row in db.execute(select(games.id, games.ruleset, games.phase).where(games.id.in_(theirs))):
        names = [
            *db.scalars(
                select(members.name).where(members.game == row.id, members.person == person)
            ),
            *db.scalars(select(seats.hero).where(seats.game == row.id, seats.person == person)),
        ]
        unique = list(dict.fromkeys(names))
        found.append({"id": row.id, "ruleset": row.ruleset, "phase": row.phase, "names": unique})
    query = select(log.game, log.number, log.at, log.text).where(log.person == person)
    lines = [dict(row) for row in db.execute(query.order_by(log.game, log.number)).mappings()]
    return Kept(person, preferences, tuple(found), tuple(lines))


def _games_of(db: Connection, person: int) -> list[int]:
    games, members, seats, log = t.games.c, t.members.c, t.seats.c, t.log.c
    sources = (
        select(games.id).where(games.founder == person),
        select(members.game).where(members.person == person),
        select(seats.game).where(seats.person == person),
        select(log.game).where(log.person == person),
    )
    return sorted({game for query in sources for game in db.scalars(query)})


async def forget(tables: Tables, who: Person) -> int:
    """Take a person out of everything that is kept: they leave the games that go on, their
    preferences go, and a tombstone stands in their stead. The number of games it stands in."""
    for game in await tables.games(person=who.id):
        table = await tables.get(game.id)
        try:
            await table.leave(who, request="")
        except Refusal:  # they had left already
            continue
    stream = tables.stream()
    tombstone = 1 + stream.below(TOMBSTONES - 1)
    changed = await tables.store.write(lambda db: _bury(db, who.id, tombstone))
    for number in changed:
        await tables.reread(number)
    tables.forgotten(who.id)
    return len(changed)


def _bury(db: Connection, person: int, tombstone: int) -> list[int]:
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
    _reword(db, person, tombstone)
    for row in db.execute(select(t.games.c.id, t.games.c.affairs)).all():
        if str(person) in json.dumps(row.affairs):
            clean = _without(row.affairs, person, tombstone)
            db.execute(update(t.games).where(t.games.c.id == row.id).values(affairs=clean))
    return theirs


def _reword(db: Connection, person: int, tombstone: int) -> None:
    """Lines of the logs name people by their ids: `give 0 12345`. Messages to them go unsent."""
    log, word = t.log.c, str(person)
    named = select(log.game, log.number, log.text).where(
        log.kind == "table", or_(log.text.endswith(f" {word}"), log.text.contains(f" {word} "))
    )
    for row in db.execute(named).all():
        words = [str(tombstone) if each == word else each for each in row.text.split(" ")]
        here = (log.game == row.game) & (log.number == row.number)
        db.execute(update(t.log).where(here).values(text=" ".join(words)))
    box = t.outbox.c
    for ping in db.execute(select(box.id, box.payload).where(box.kind == "ping")).all():
        if person in (ping.payload or {}).get("whom", ()):
            changed = {"payload": {**ping.payload, "whom": []}, "state": "dropped"}
            db.execute(update(t.outbox).where(box.id == ping.id).values(changed))


def _without(affairs: dict[str, Any], person: int, tombstone: int) -> Any:
    """What is under way, without the person: where they must be named, by the tombstone."""
    plain = json.loads(json.dumps(affairs).replace(str(person), str(tombstone)))
    kept = without(msgspec.convert(plain, Affairs, str_keys=True, strict=False), tombstone)
    return msgspec.to_builtins(kept, str_keys=True)
