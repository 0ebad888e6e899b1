"""Facts kept of a server: who may open games, which commands it has been sent."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from table.rights import check_right
from table.state import Person
from table.store import schema as t
from table.store.database import Database

OPENERS = "opener_role"
COMMANDS = "commands"


class SentCommands(NamedTuple):
    """The commands that a server was sent last.

    `digest`: their hash, "" for none. `created`: how many were new on `day`, that of the last new
    one, in days since 1970.
    """

    digest: str = ""
    day: int = 0
    created: int = 0
    names: frozenset[str] = frozenset()


class ServerSettings:
    """The settings of all servers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def opener_role(self, guild: int) -> int | None:
        """Return the role that may open games; None: everybody may."""
        value = await self._get(guild, OPENERS)
        return int(value) if value else None

    async def set_opener_role(self, who: Person, guild: int, role: int | None) -> None:
        """Let only people with a role open games; None: everybody. Raises Refusal."""
        check_right("choose who opens games", who)
        await self._set(guild, OPENERS, None if role is None else str(role))

    async def commands(self, guild: int) -> SentCommands:
        """Return the commands that a server was sent last."""
        digest, *more = (await self._get(guild, COMMANDS) or "").split(" ")
        if not more:
            return SentCommands(digest)
        day, created, *names = more
        return SentCommands(digest, int(day), int(created), frozenset(names))

    async def set_commands(self, guild: int, sent: SentCommands) -> None:
        """Keep the commands that a server has been sent."""
        text = " ".join((sent.digest, str(sent.day), str(sent.created), *sorted(sent.names)))
        await self._set(guild, COMMANDS, text if sent.digest or sent.created else None)

    async def _get(self, guild: int, name: str) -> str | None:
        c = t.server_settings.c
        query = select(c.value).where(c.guild == guild, c.name == name)
        return await self._database.read(lambda db: db.scalar(query))

    async def _set(self, guild: int, name: str, value: str | None) -> None:
        c = t.server_settings.c
        forget = delete(t.server_settings).where(c.guild == guild, c.name == name)
        row = insert(t.server_settings).values(guild=guild, name=name, value=value)

        def write(db: Connection) -> None:
            db.execute(forget)
            if value is not None:
                db.execute(row)

        await self._database.write(write)

    async def check_may_open(self, who: Person, guild: int) -> None:
        """Raise Refusal when a person may not open games in a server."""
        role = await self.opener_role(guild)
        may_open = role is None or role in who.roles
        check_right("open", who, ["opener" if may_open else None])
