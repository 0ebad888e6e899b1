"""Threads that games of their own are played in."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import AsyncIterator

import discord

from cogs.ui.formatting import truncate
from table.errors import Refusal

NEEDED = {
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
}
REMEMBERED = 200  # interactions: Discord may deliver one twice, and that is one thread


class Threads:
    """Makes threads, one an interaction."""

    def __init__(self) -> None:
        self._made: OrderedDict[int, asyncio.Task[discord.Thread]] = OrderedDict()

    @contextlib.asynccontextmanager
    async def opened(
        self, interaction: discord.Interaction, name: str
    ) -> AsyncIterator[discord.Thread]:
        """A thread for a game that is begun meanwhile; it is archived when that fails. Raises
        Refusal: no threads here, or not for us."""
        task = self._made.get(interaction.id)
        if task is None:
            task = asyncio.create_task(_make(interaction, name))
            self._made[interaction.id] = task
            if len(self._made) > REMEMBERED:
                self._made.popitem(last=False)
        thread = await asyncio.shield(task)
        try:
            yield thread
        except BaseException:
            with contextlib.suppress(discord.HTTPException):
                await thread.edit(archived=True)  # we may not delete one
            raise


async def _make(interaction: discord.Interaction, name: str) -> discord.Thread:
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    if not isinstance(channel, discord.TextChannel):
        raise Refusal("A thread can only be opened from a text channel.")
    missing = [shown for flag, shown in NEEDED.items() if not _may(interaction, flag)]
    if missing:
        raise Refusal(
            f"I may not open a thread here; a moderator can allow me: {', '.join(missing)}."
        )
    try:
        thread = await channel.create_thread(
            name=truncate(name, 100),
            type=discord.ChannelType.public_thread,
            auto_archive_duration=10080,
        )
    except discord.Forbidden as error:
        raise Refusal("Discord does not let me open a thread here.") from error
    except discord.HTTPException as error:
        raise Refusal(f"No thread could be opened: {error.text or 'Discord refused'}.") from error
    with contextlib.suppress(discord.HTTPException):  # it is theirs to see, listed or not
        await thread.add_user(interaction.user)
    return thread


def _may(interaction: discord.Interaction, flag: str) -> bool:
    return bool(getattr(interaction.app_permissions, flag))
