"""Threads with games of their own: forks and contests. One that is asked for in a private thread is
private, too; those of contests always are."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from functools import partial
from typing import Final, TypeVar

import discord

from cogs.ui.formatting import truncate
from cogs.ui.languages import translate
from table.errors import Refusal

NEEDED_PERMISSIONS = {
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
}
NEEDED_IN_PRIVATE = {
    "create_private_threads": "Create Private Threads",
    "send_messages_in_threads": "Send Messages in Threads",
}
ARCHIVE_MINUTES: Final = 10080  # a week, the longest
MAX_REMEMBERED = 200  # interactions: Discord may deliver one twice, and that is one thread
PAUSES = (0.5, 1.5, 4.0)  # seconds before a request is made again that Discord cannot serve now

T = TypeVar("T")


class ThreadOpener:
    """Opens one thread for each interaction, however often that is delivered."""

    def __init__(self) -> None:
        self._opened: OrderedDict[int, asyncio.Task[discord.Thread]] = OrderedDict()

    @contextlib.asynccontextmanager
    async def open(
        self,
        interaction: discord.Interaction,
        name: str,
        people: Collection[int] = (),
        *,
        alone: bool = False,
    ) -> AsyncIterator[discord.Thread]:
        """Open a thread for a game that is started meanwhile; archive it if that fails.

        `people`: the game's people by Discord's ids. A private thread gets those who are in the
        private thread that it was asked for in, and whoever asks. `alone`: a private thread for
        whoever asks, wherever that is.

        Raises Refusal: no threads here, or not for us.
        """
        task = self._opened.get(interaction.id)
        if task is None:
            task = asyncio.create_task(_create(interaction, name, people, alone=alone))
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


async def persist(request: Callable[[], Awaitable[T]]) -> T:
    """Make a request, again after pauses where Discord cannot serve it: the library gives up at
    once on a status of 503, and on any of the outbox. Raises discord.HTTPException."""
    for pause in PAUSES:
        with contextlib.suppress(discord.DiscordServerError):
            return await request()
        await asyncio.sleep(pause)
    return await request()


async def add_member(thread: discord.Thread, person: discord.abc.Snowflake) -> None:
    """Add somebody to a thread, if they are still on its server."""
    with contextlib.suppress(discord.HTTPException):
        await persist(partial(thread.add_user, person))


def check_private_threads(interaction: discord.Interaction) -> None:
    """Raise Refusal where no private threads can be opened."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    if not isinstance(channel, discord.TextChannel) or channel.is_news():
        raise Refusal("Private threads can only be opened from a text channel.")
    _check_permissions(interaction, NEEDED_IN_PRIVATE)


def _check_permissions(interaction: discord.Interaction, needed: Mapping[str, str]) -> None:
    allowed = interaction.app_permissions
    missing = [shown for flag, shown in needed.items() if not getattr(allowed, flag)]
    if missing:
        raise Refusal(
            "I cannot open a thread here. A moderator can give me: {missing}.",
            missing=", ".join(missing),
        )


async def _create(
    interaction: discord.Interaction, name: str, people: Collection[int], *, alone: bool
) -> discord.Thread:
    channel, private = interaction.channel, None
    if isinstance(channel, discord.Thread):
        private = channel if channel.is_private() and not alone else None
        channel = channel.parent
    if not isinstance(channel, discord.TextChannel | discord.ForumChannel):
        raise Refusal("Threads can only be opened from a text channel or a forum.")
    if alone:
        check_private_threads(interaction)
    else:
        needed = NEEDED_PERMISSIONS if private is None else NEEDED_IN_PRIVATE
        _check_permissions(interaction, needed)
    try:
        opening = partial(_open, channel, truncate(name, 100), private, alone=alone)
        thread = await persist(opening)
    except discord.Forbidden as error:
        raise Refusal("Discord does not let me open a thread here.") from error
    except discord.HTTPException as error:
        reason = error.text or translate("Discord refused")
        raise Refusal("No thread could be opened: {reason}.", reason=reason) from error
    await add_member(thread, interaction.user)
    if private is not None:
        await _add_members_of(private, thread, people)
    return thread


async def _add_members_of(
    private: discord.Thread, thread: discord.Thread, people: Collection[int]
) -> None:
    """Add those of the people to a thread who are in a private one.

    They are looked up one by one: the list of a thread's members needs a privileged intent.
    """
    for person in people:
        with contextlib.suppress(discord.HTTPException):  # not in it, or not on the server any more
            await persist(partial(private.fetch_member, person))
            await add_member(thread, discord.Object(person))


async def _open(
    channel: discord.TextChannel | discord.ForumChannel,
    name: str,
    private: discord.Thread | None,
    *,
    alone: bool,
) -> discord.Thread:
    """Open a thread like the private one, or a private one into which nobody else is invited, or
    else one of the only kind that everybody sees in such a channel."""
    if isinstance(channel, discord.ForumChannel):
        post = await channel.create_thread(
            name=name, content=name, auto_archive_duration=ARCHIVE_MINUTES
        )
        return post.thread
    kinds = discord.ChannelType
    if private is not None or alone:
        return await channel.create_thread(
            name=name,
            type=kinds.private_thread,
            auto_archive_duration=ARCHIVE_MINUTES,
            invitable=private is not None and private.invitable,
        )
    return await channel.create_thread(
        name=name,
        type=kinds.news_thread if channel.is_news() else kinds.public_thread,
        auto_archive_duration=ARCHIVE_MINUTES,
    )
