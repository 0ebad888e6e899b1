"""Budgets of what is stored: bytes of the database file a person, a server, and in all.

The triggers of `table.store.size_triggers` count them, rather a little too many than too few.

A full budget refuses new games, forks and imports; games that are under way go on.
"""

from __future__ import annotations

from sqlalchemy import Connection, func, select

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
    "This server's games take up the {number} MB that I keep for one server. "
    "Delete some that are over: `/game delete`."
)
ALL = "I can store no more games; whoever runs this bot must make room."


async def check_room(
    database: Database, budgets: StorageBudgets, person: int, guild: int, incoming: int
) -> None:
    """Raise Refusal when so many more bytes of a person in a server would be too much."""
    used_person, used_server, used = await database.read(lambda db: _used(db, person, guild))
    if used_person + incoming > budgets.person:
        raise Refusal(PERSON, number=budgets.person // MB)
    if used_server + incoming > budgets.server:
        raise Refusal(SERVER, number=budgets.server // MB)
    if used + incoming > budgets.all:
        raise Refusal(ALL)


def _used(db: Connection, person: int, guild: int) -> tuple[int, int, int]:
    games, people, total = t.games.c, t.people.c, func.sum(t.sizes.c.bytes)
    of_games = t.sizes.join(t.games, t.sizes.c.game == games.id)
    founder = (people.game == games.id) & (people.reference == games.founder)
    of_person = select(total).select_from(of_games.join(t.people, founder))
    queries = (
        of_person.where(people.person == person),
        select(total).select_from(of_games).where(games.guild == guild),
        select(total),
    )
    used = [int(db.scalar(query) or 0) for query in queries]
    return used[0], used[1], used[2]


def size_of(change: Change) -> int:
    """Return the bytes that the past of an imported game will take up in the file."""
    if change.past is None:
        return 0
    written = (link.written for link in change.past.links)
    parts = [len(each.entry.encode()) + len(each.events.encode()) for each in written]
    parts += [len(each.state) for each in change.past.snapshots]
    return sum(ROW + part * 4 // 3 for part in parts)
