"""The slash commands of single games: a server has those of the games that it plays."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord

from cogs.command_sync import comparable
from table.server_settings import ServerSettings

MOST_CREATED = 100  # commands a day in a server, after which none is removed; Discord takes 200
DAY = 24 * 3600.0  # seconds

log = logging.getLogger(__name__)

Payload = dict[str, Any]
Send = Callable[[int, list[Payload]], Awaitable[None]]
Games = Callable[[int], Awaitable[frozenset[str]]]


class ServerCommands:
    """Sends each server the commands of the games that it plays, when they are others than before.

    Args:
        payloads: the commands of a game, by the name of its ruleset.
        send: puts commands in the place of a server's.
        games: the rulesets of the games that are not over in a server.
        kept: which commands servers have been sent.
    """

    def __init__(
        self,
        payloads: Mapping[str, list[Payload]],
        send: Send,
        games: Games,
        kept: ServerSettings,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._payloads = payloads
        self._send = send
        self._games = games
        self._kept = kept
        self._now = now
        self._waiting: asyncio.Queue[int] = asyncio.Queue()
        self._names: dict[int, frozenset[str]] = {}  # of the commands that a server has
        self._created: Counter[int] = Counter()  # today, by server
        self._today = 0

    def check(self, guild: int) -> None:
        """Look soon whether a server plays other games than before."""
        self._waiting.put_nowait(guild)

    async def forget(self, guild: int) -> None:
        """Take it that a server has no commands: it has removed the bot."""
        self._names.pop(guild, None)
        await self._kept.set_commands(guild, "")

    async def run(self) -> None:
        """Send what is to be sent, one server at a time, for ever."""
        while True:
            guild = await self._waiting.get()
            try:
                await self.update(guild)
            except discord.HTTPException as error:
                log.warning("the commands of server %d: %s", guild, error)
            except Exception:
                log.exception("the commands of server %d", guild)

    async def update(self, guild: int) -> None:
        """Send a server the commands of its games, unless it has just those."""
        played = await self._games(guild)
        wanted = {
            payload["name"]: payload
            for name, payloads in self._payloads.items()
            if name in played
            for payload in payloads
        }
        had = self._names.get(guild, frozenset())
        if (today := int(self._now() // DAY)) != self._today:
            self._created.clear()
            self._today = today
        if self._created[guild] >= MOST_CREATED:
            wanted = self._named(had) | wanted
        digest = _digest([*wanted.values()])
        if digest != await self._kept.commands(guild):
            await self._send(guild, [*wanted.values()])
            await self._kept.set_commands(guild, digest)
            self._created[guild] += len(wanted.keys() - had)
        self._names[guild] = frozenset(wanted)

    def _named(self, names: frozenset[str]) -> dict[str, Payload]:
        every = {each["name"]: each for game in self._payloads.values() for each in game}
        return {name: every[name] for name in every if name in names}


def _digest(payloads: list[Payload]) -> str:
    """Return a hash of commands, "" for none."""
    if not payloads:
        return ""
    text = json.dumps(comparable(payloads), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
