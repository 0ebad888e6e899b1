"""The library of a server: maps, monsters, encounters and tables for all of its games."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, delete, func, select

from table.budgets import check_room, row_bytes
from table.errors import Refusal
from table.services import Services
from table.store import schema as t
from table.store.records import to_json
from table.store.upsert import upsert

MOST_KEPT = 60  # of a ruleset in a server
MAX_LETTERS = 60_000  # of one

_LINES = msgspec.json.Decoder(tuple[str, ...])


class Library:
    """Things that Game Masters have kept, by server and ruleset."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._database = services.store.database

    async def names(self, guild: int, ruleset: str) -> list[str]:
        """Return the names of what is kept, in their order."""
        c = t.library.c
        query = select(c.name).where(c.guild == guild, c.ruleset == ruleset).order_by(c.name)
        return await self._database.read(lambda db: [*db.scalars(query)])

    async def lines(self, guild: int, ruleset: str, name: str) -> tuple[str, ...]:
        """Return the action lines that make something again. Raises Refusal."""
        c = t.library.c
        query = select(c.lines).where(c.guild == guild, c.ruleset == ruleset, c.name == name)
        found = await self._database.read(lambda db: db.scalar(query))
        if found is None:
            raise Refusal("The library has no “{name}”.", name=name)
        return _LINES.decode(found)

    async def keep(self, guild: int, ruleset: str, name: str, lines: Sequence[str]) -> None:
        """Keep something in place of what had its name. Raises Refusal when there is no room."""
        c, written = t.library.c, to_json(lines)
        if len(written) > MAX_LETTERS:
            raise Refusal("That is too large for the library.")
        size = row_bytes(len(written.encode()))
        await check_room(self._database, self._services.budgets, None, guild, size)
        there = select(func.count(c.name)).where(
            c.guild == guild, c.ruleset == ruleset, c.name != name
        )
        row = {"guild": guild, "ruleset": ruleset, "name": name, "lines": written, "bytes": size}

        def write(db: Connection) -> bool:
            if int(db.scalar(there) or 0) >= MOST_KEPT:
                return False
            db.execute(upsert(db, t.library, "lines", "bytes"), row)
            return True

        if not await self._database.write(write):
            raise Refusal("The library is full; /library drop: makes room.")

    async def drop(self, guild: int, ruleset: str, name: str) -> None:
        """Forget something. Raises Refusal when it is not there."""
        await self.lines(guild, ruleset, name)
        c = t.library.c
        query = delete(t.library).where(c.guild == guild, c.ruleset == ruleset, c.name == name)
        await self._database.write(lambda db: db.execute(query))
