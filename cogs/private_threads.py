"""Private threads: what one person may read of a game, and the Game Master's desk.

Nobody else sees that such a thread is made or that something is written there. One is made when the
first message for it is due, and belongs to a person and the Game Master of that time: another Game
Master gets threads of their own.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

import discord

from cogs.ui.formatting import truncate
from cogs.ui.languages import translate
from cogs.ui.threads import ARCHIVE_MINUTES, add_member
from table.actor import GameActor
from table.store.private_threads import PrivateThread
from table.tables import Tables

T = TypeVar("T")


class PrivateMessenger:
    """Finds and makes private threads, each once."""

    def __init__(self, client: discord.Client, tables: Tables) -> None:
        self._client = client
        self._tables = tables

    async def in_thread(
        self,
        actor: GameActor,
        person: int,
        work: Callable[[discord.PartialMessageable, PrivateThread], Awaitable[T]],
    ) -> T | None:
        """Do something in the thread of a person with the Game Master, which is made if there is
        none, or none any more. Return None where no thread can be made."""
        master = actor.reader.game_master()
        if master is None:
            return None
        found = await self._tables.private_threads.find(actor.state, person, master)
        if found is not None:
            with suppress(discord.NotFound):
                return await work(self._messageable(found.thread), found)
            await self._tables.private_threads.forget(found.thread)
        made = await self._make(actor, person, master)
        return None if made is None else await work(self._messageable(made.thread), made)

    def _messageable(self, thread: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(thread)

    async def keep_desk(self, thread: int, message: int) -> None:
        """Note which message of a thread shows the desk."""
        await self._tables.private_threads.keep_desk(thread, message)

    async def _make(self, actor: GameActor, person: int, master: int) -> PrivateThread | None:
        found = await self._client.fetch_channel(actor.game.channel)
        channel = found.parent if isinstance(found, discord.Thread) else found
        if not isinstance(channel, discord.TextChannel) or channel.is_news():
            return None
        try:
            thread = await channel.create_thread(
                name=truncate(_name(actor, person, master), 100),
                type=discord.ChannelType.private_thread,
                auto_archive_duration=ARCHIVE_MINUTES,
                invitable=False,
            )
        except discord.Forbidden:
            return None
        for member in dict.fromkeys((person, master)):
            await add_member(thread, discord.Object(member))
        await self._tables.private_threads.keep(actor.state, person, master, thread.id)
        return PrivateThread(thread.id)


def _name(actor: GameActor, person: int, master: int) -> str:
    title = actor.ruleset.title
    if person == master:
        return translate("{title}: the Game Master's desk", title=title)
    names = [each.name for each in actor.state.members if each.person == person]
    name = next(iter(names), translate("Somebody"))
    return translate("{title}: {name} and the Game Master", title=title, name=name)
