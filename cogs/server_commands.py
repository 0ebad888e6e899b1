"""The slash commands of single games: a server has those of the games that it plays."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord

from cogs.command_sync import comparable
from table.server_settings import SentCommands, ServerSettings

# Commands a day in a server, after which none is removed. Discord takes 200, and does not say when
# its days begin: two of ours are less.
MOST_CREATED = 80
DAY = 24 * 3600.0  # seconds
TRY_AGAIN = 3600.0  # seconds after Discord has not taken a server's commands

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
        self._later: dict[int, asyncio.TimerHandle] = {}  # servers that are sent theirs again

    def check(self, guild: int) -> None:
        """Look soon whether a server plays other games than before."""
        self._waiting.put_nowait(guild)

    async def forget(self, guild: int) -> None:
        """Take it that a server has no commands: it has removed the bot."""
        await self._kept.set_commands(guild, SentCommands())

    async def run(self) -> None:
        """Send what is to be sent, one server at a time, for ever."""
        while True:
            guild = await self._waiting.get()
            try:
                await self.update(guild)
            except discord.Forbidden as error:
                log.warning("the commands of server %d: %s", guild, error)
            except (discord.HTTPException, discord.RateLimited) as error:
                log.warning(
                    "Server %d has not got the commands of its games, which go on with buttons and"
                    " /do; they are sent again in an hour (%s)",
                    *(guild, error),
                )
                self._check_later(guild)
            except Exception:
                log.exception("the commands of server %d", guild)

    def _check_later(self, guild: int) -> None:
        if (earlier := self._later.pop(guild, None)) is not None:
            earlier.cancel()
        loop = asyncio.get_running_loop()
        self._later[guild] = loop.call_later(TRY_AGAIN, self.check, guild)

    async def update(self, guild: int) -> None:
        """Send a server the commands of its games, unless it has just those."""
        played = await self._games(guild)
        wanted = {
            payload["name"]: payload
            for name, payloads in self._payloads.items()
            if name in played
            for payload in payloads
        }
        had = await self._kept.commands(guild)
        today = int(self._now() // DAY)
        created = had.created if had.day == today else 0
        if created >= MOST_CREATED:
            wanted = self._named(had.names) | wanted
        if (digest := _digest([*wanted.values()])) == had.digest:
            return
        await self._send(guild, [*wanted.values()])
        created += len(wanted.keys() - had.names)
        sent = SentCommands(digest, today, created, frozenset(wanted))
        await self._kept.set_commands(guild, sent)

    def _named(self, names: frozenset[str]) -> dict[str, Payload]:
        every = {each["name"]: each for game in self._payloads.values() for each in game}
        return {name: every[name] for name in every if name in names}


def _digest(payloads: list[Payload]) -> str:
    """Return a hash of commands, "" for none."""
    if not payloads:
        return ""
    text = json.dumps(comparable(payloads), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
