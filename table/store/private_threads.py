"""Private threads of games: each of somebody with a Game Master, the Game Master's own alone."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import delete, insert, select, update

from table.references import by_reference
from table.state import TableState
from table.store import schema as t
from table.store.database import Database
from table.store.shards import Scope


class PrivateThread(NamedTuple):
    """A private thread, and the message in it that shows the Game Master's desk."""

    thread: int
    desk: int | None = None


class PrivateThreads:
    """The private threads of all games. People are stored by reference."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, state: TableState, person: int, master: int) -> PrivateThread | None:
        """Return the thread of a person with a Game Master; None when none was made."""
        c, naming = t.private_threads.c, by_reference(state.references)
        query = select(c.thread, c.desk).where(
            c.game == state.game.id, c.reference == naming(person), c.master == naming(master)
        )
        row = await self._database.read(lambda db: db.execute(query).first())
        return PrivateThread(row.thread, row.desk) if row else None

    async def keep(self, state: TableState, person: int, master: int, thread: int) -> None:
        """Note the thread of a person with a Game Master."""
        naming = by_reference(state.references)
        row = insert(t.private_threads).values(
            thread=thread, game=state.game.id, reference=naming(person), master=naming(master)
        )
        await self._database.write(lambda db: db.execute(row), scope=Scope(state.game.id))

    async def keep_desk(self, thread: int, message: int) -> None:
        """Note which message of a thread shows the desk."""
        c = t.private_threads.c
        query = update(t.private_threads).where(c.thread == thread).values(desk=message)
        await self._database.write(lambda db: db.execute(query))

    async def forget(self, thread: int) -> None:
        """Forget a thread that is gone."""
        query = delete(t.private_threads).where(t.private_threads.c.thread == thread)
        await self._database.write(lambda db: db.execute(query))

    async def game_of(self, thread: int) -> int | None:
        """Return the game that a thread belongs to."""
        c = t.private_threads.c
        query = select(c.game).where(c.thread == thread)
        return await self._database.read(lambda db: db.scalar(query))
