"""Threads with games of their own: forks and contests."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import AsyncIterator
from typing import Final

import discord

from cogs.ui.formatting import truncate
from cogs.ui.languages import translate
from table.errors import Refusal

NEEDED_PERMISSIONS = {
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
}
ARCHIVE_MINUTES: Final = 10080  # a week, the longest
MAX_REMEMBERED = 200  # interactions: Discord may deliver one twice, and that is one thread


class ThreadOpener:
    """Opens one thread for each interaction, however often that is delivered."""

    def __init__(self) -> None:
        self._opened: OrderedDict[int, asyncio.Task[discord.Thread]] = OrderedDict()

    @contextlib.asynccontextmanager
    async def open(
        self, interaction: discord.Interaction, name: str
    ) -> AsyncIterator[discord.Thread]:
        """Open a thread for a game that is started meanwhile; archive it if that fails.

        Raises Refusal: no threads here, or not for us.
        """
        task = self._opened.get(interaction.id)
        if task is None:
            task = asyncio.create_task(_create(interaction, name))
            self._opened[interaction.id] = task
            if len(self._opened) > MAX_REMEMBERED:
                self._opened.popitem(last=False)
        thread = await asyncio.shield(task)
        try:
            yield thread
        except BaseException:
            with contextlib.suppress(discord.HTTPException):
                await thread.edit(archived=True)  # we may not delete one
            raise


async def _create(interaction: discord.Interaction, name: str) -> discord.Thread:
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    if not isinstance(channel, discord.TextChannel | discord.ForumChannel):
        raise Refusal("Threads can only be opened from a text channel or a forum.")
    allowed = interaction.app_permissions
    missing = [shown for flag, shown in NEEDED_PERMISSIONS.items() if not getattr(allowed, flag)]
    if missing:
        raise Refusal(
            "I cannot open a thread here. A moderator can give me: {missing}.",
            missing=", ".join(missing),
        )
    try:
        thread = await _open(channel, truncate(name, 100))
    except discord.Forbidden as error:
        raise Refusal("Discord does not let me open a thread here.") from error
    except discord.HTTPException as error:
        reason = error.text or translate("Discord refused")
        raise Refusal("No thread could be opened: {reason}.", reason=reason) from error
    with contextlib.suppress(discord.HTTPException):  # they see it anyway, but it is not listed
        await thread.add_user(interaction.user)
    return thread


async def _open(channel: discord.TextChannel | discord.ForumChannel, name: str) -> discord.Thread:
    """Open a thread of the only kind that everybody sees in such a channel."""
    if isinstance(channel, discord.ForumChannel):
        post = await channel.create_thread(
            name=name, content=name, auto_archive_duration=ARCHIVE_MINUTES
        )
        return post.thread
    kinds = discord.ChannelType
    return await channel.create_thread(
        name=name,
        type=kinds.news_thread if channel.is_news() else kinds.public_thread,
        auto_archive_duration=ARCHIVE_MINUTES,
    )
