"""Facts kept of a server: who may open games, which commands it has been sent."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from table.rights import check_right
from table.state import Person
from table.store import schema as t
from table.store.database import Database

OPENERS = "opener_role"
COMMANDS = "commands"


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

    async def commands(self, guild: int) -> str:
        """Return the hash of the commands that a server was sent last, "" for none."""
        return await self._get(guild, COMMANDS) or ""

    async def set_commands(self, guild: int, digest: str) -> None:
        """Keep the hash of the commands that a server has been sent."""
        await self._set(guild, COMMANDS, digest or None)

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
