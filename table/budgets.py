"""Budgets of what is stored: bytes of the database file a person, a server, and in all.

The triggers of `table.store.size_triggers` count those of games, rather a little too many than too
few. What a server's library takes up is the server's, and nobody's own.

A full budget refuses new games, forks, imports and things of the library; games that are under way
go on.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Select, func, select

from table.change import Change
from table.errors import Refusal
from table.limits import MB, StorageBudgets
from table.store import schema as t
from table.store.database import Database

ROW = 160  # bytes of a row beside its content, with its places in indexes

PERSON = (
    "Your games take up the {number} MB that I keep for one person. "
    "Delete some that are over: `/game delete`."
)
SERVER = (
    "This server's games and its library take up the {number} MB that I keep for one server. "
    "Delete some that are over: `/game delete`, or `/library drop:` something."
)
ALL = "I can store no more games; whoever runs this bot must make room."


async def check_room(
    database: Database, budgets: StorageBudgets, person: int | None, guild: int, incoming: int
) -> None:
    """Raise Refusal when so many more bytes of a person (None: of nobody) in a server would be too
    much."""
    used_person, used_server, used = await database.read(lambda db: _used(db, person, guild))
    if person is not None and used_person + incoming > budgets.person:
        raise Refusal(PERSON, number=budgets.person // MB)
    if used_server + incoming > budgets.server:
        raise Refusal(SERVER, number=budgets.server // MB)
    if used + incoming > budgets.all:
        raise Refusal(ALL)


def _used(db: Connection, person: int | None, guild: int) -> tuple[int, int, int]:
    games, people, total = t.games.c, t.people.c, func.sum(t.sizes.c.bytes)
    kept = select(func.sum(t.library.c.bytes))
    of_games = t.sizes.join(t.games, t.sizes.c.game == games.id)
    founder = (people.game == games.id) & (people.reference == games.founder)
    of_person = select(total).select_from(of_games.join(t.people, founder))
    of_server = select(total).select_from(of_games).where(games.guild == guild)

    def count(*queries: Select[Any]) -> int:
        return sum(int(db.scalar(query) or 0) for query in queries)

    return (
        count(of_person.where(people.person == person)),
        count(of_server, kept.where(t.library.c.guild == guild)),
        count(select(total), kept),
    )


def row_bytes(content: int) -> int:
    """Return what a row takes up whose content has so many bytes: pages are not full."""
    return ROW + content * 4 // 3


def size_of(change: Change) -> int:
    """Return the bytes that the past of an imported game will take up in the file."""
    if change.past is None:
        return 0
    written = (link.written for link in change.past.links)
    parts = [len(each.entry.encode()) + len(each.events.encode()) for each in written]
    parts += [len(each.state) for each in change.past.snapshots]
    return sum(map(row_bytes, parts))
