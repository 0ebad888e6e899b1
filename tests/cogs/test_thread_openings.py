"""Threads of forks and contests: where they are opened, of which kind, and for whom."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import discord
import pytest

from cogs.ui import threads
from cogs.ui.threads import ThreadOpener, check_private_threads
from table.errors import Refusal
from tests.cogs.test_threads import refusal, slept

__all__ = ["slept"]
pytestmark = pytest.mark.asyncio
ANN = discord.Object(5)
WEEK = 7 * 24 * 60  # minutes


def text_channel(*, news: bool = False) -> Any:
    """A channel that opens threads of number 70."""
    channel = MagicMock(spec=discord.TextChannel)
    channel.is_news.return_value = news
    channel.create_thread = AsyncMock(return_value=opened_thread())
    return channel


def forum() -> Any:
    """A forum: what it opens has a first message, too."""
    channel = MagicMock(spec=discord.ForumChannel)
    post = SimpleNamespace(thread=opened_thread())
    channel.create_thread = AsyncMock(return_value=post)
    return channel


def opened_thread() -> Any:
    """A thread that has been opened."""
    return MagicMock(spec=discord.Thread, id=70, add_user=AsyncMock(), edit=AsyncMock())


def thread_in(parent: Any, *, private: bool, invitable: bool = True, members: tuple = ()) -> Any:
    """A thread in which some people are."""

    async def fetch_member(person: int) -> object:
        if person not in members:
            raise refusal(discord.NotFound, 404)
        return SimpleNamespace(id=person)

    thread = MagicMock(spec=discord.Thread, invitable=invitable)
    thread.parent = parent  # a mock's own argument of this name is another one
    thread.is_private.return_value = private
    thread.fetch_member = fetch_member
    return thread


def asked_in(channel: Any, number: int = 1, *missing: str) -> Any:
    """Ann's interaction in a channel; `missing`: permissions that the bot lacks there."""
    allowed = discord.Permissions.all()
    allowed.update(**dict.fromkeys(missing, False))
    return SimpleNamespace(id=number, channel=channel, user=ANN, app_permissions=allowed)


async def opened(asked: Any, *people: int, alone: bool = False, name: str = "A fork") -> Any:
    """Open a thread for an interaction."""
    async with ThreadOpener().open(asked, name, people, alone=alone) as thread:
        return thread


def added(thread: Any) -> list[int]:
    """Return who was added to a thread."""
    return [call.args[0].id for call in thread.add_user.await_args_list]


@pytest.mark.parametrize(
    ("news", "kind"),
    [(False, discord.ChannelType.public_thread), (True, discord.ChannelType.news_thread)],
)
async def test_a_channel_gets_a_thread_of_the_kind_that_everybody_sees_there(
    news: bool, kind: discord.ChannelType
) -> None:
    channel = text_channel(news=news)
    thread = await opened(asked_in(channel), 6, name="N" * 120)
    [made] = channel.create_thread.await_args_list
    assert made.kwargs == {"name": "N" * 99 + "…", "type": kind, "auto_archive_duration": WEEK}
    assert added(thread) == [ANN.id]


async def test_a_forum_gets_a_post_that_says_what_it_is() -> None:
    channel = forum()
    thread = await opened(asked_in(channel))
    [made] = channel.create_thread.await_args_list
    assert made.kwargs == {"name": "A fork", "content": "A fork", "auto_archive_duration": WEEK}
    assert (thread.id, added(thread)) == (70, [ANN.id])


async def test_a_thread_of_a_public_thread_is_public_beside_it() -> None:
    channel = text_channel()
    await opened(asked_in(thread_in(channel, private=False, members=(6,))), 6)
    [made] = channel.create_thread.await_args_list
    assert made.kwargs["type"] is discord.ChannelType.public_thread
    assert added(channel.create_thread.return_value) == [ANN.id]


@pytest.mark.parametrize("invitable", [False, True])
async def test_what_is_asked_for_in_a_private_thread_is_as_private_and_for_those_in_it(
    invitable: bool,
) -> None:
    channel = text_channel()
    private = thread_in(channel, private=True, invitable=invitable, members=(6, 8))
    thread = await opened(asked_in(private), 6, 7, 8)
    [made] = channel.create_thread.await_args_list
    assert made.kwargs == {
        "name": "A fork",
        "type": discord.ChannelType.private_thread,
        "auto_archive_duration": WEEK,
        "invitable": invitable,
    }
    assert added(thread) == [ANN.id, 6, 8]


@pytest.mark.parametrize("within", [None, False, True])
async def test_a_thread_for_one_person_alone_is_private_and_nobody_else_is_invited(
    within: bool | None,
) -> None:
    channel = text_channel()
    place = channel if within is None else thread_in(channel, private=within, members=(6,))
    thread = await opened(asked_in(place), 6, alone=True)
    [made] = channel.create_thread.await_args_list
    assert made.kwargs["type"] is discord.ChannelType.private_thread
    assert made.kwargs["invitable"] is False
    assert added(thread) == [ANN.id]


PUBLIC, PRIVATE = "create_public_threads", "create_private_threads"
SEND = "send_messages_in_threads"
NO_THREADS = "Threads can only be opened from a text channel or a forum."
NO_PRIVATE = "Private threads can only be opened from a text channel."
LACKING = "I cannot open a thread here. A moderator can give me: "


@pytest.mark.parametrize(
    ("channel", "missing", "alone", "told"),
    [
        (MagicMock(spec=discord.DMChannel), (), False, NO_THREADS),
        (thread_in(None, private=False), (), False, NO_THREADS),
        (forum(), (), True, NO_PRIVATE),
        (text_channel(news=True), (), True, NO_PRIVATE),
        (text_channel(), (PUBLIC,), False, f"{LACKING}Create Public Threads."),
        (
            text_channel(),
            (PUBLIC, SEND),
            False,
            f"{LACKING}Create Public Threads, Send Messages in Threads.",
        ),
        (text_channel(), (PRIVATE,), True, f"{LACKING}Create Private Threads."),
        (text_channel(), (PRIVATE,), False, ""),
        (text_channel(), (PUBLIC,), True, ""),
        (thread_in(text_channel(), private=True), (PUBLIC,), False, ""),
        (
            thread_in(text_channel(), private=True),
            (PRIVATE, SEND),
            False,
            f"{LACKING}Create Private Threads, Send Messages in Threads.",
        ),
    ],
)
async def test_where_no_thread_can_be_opened_it_is_told_why(
    channel: Any, missing: tuple[str, ...], alone: bool, told: str
) -> None:
    asked = asked_in(channel, 1, *missing)
    if not told:
        assert (await opened(asked, alone=alone)).id == 70
        return
    with pytest.raises(Refusal) as refused:
        await opened(asked, alone=alone)
    assert str(refused.value) == told
    assert not any("create_thread" in str(call) for call in channel.mock_calls)


@pytest.mark.parametrize(
    ("channel", "missing", "told"),
    [
        (text_channel(), (), ""),
        (thread_in(text_channel(), private=False), (), ""),
        (thread_in(forum(), private=False), (), NO_PRIVATE),
        (text_channel(news=True), (), NO_PRIVATE),
        (MagicMock(spec=discord.VoiceChannel), (), NO_PRIVATE),
        (text_channel(), (SEND,), f"{LACKING}Send Messages in Threads."),
    ],
)
async def test_private_threads_are_possible_in_and_below_text_channels_alone(
    channel: Any, missing: tuple[str, ...], told: str
) -> None:
    with pytest.raises(Refusal, match=told) if told else nullcontext():
        check_private_threads(asked_in(channel, 1, *missing))


def failing(channel: Any, kind: type[discord.HTTPException], status: int, text: str) -> Any:
    """A channel whose threads Discord refuses with a text."""
    fault = refusal(kind, status)
    fault.text = text
    channel.create_thread.side_effect = fault
    return channel


@pytest.mark.parametrize(
    ("kind", "status", "text", "told"),
    [
        (discord.Forbidden, 403, "Missing", "Discord does not let me open a thread here."),
        (discord.HTTPException, 400, "Too many", "No thread could be opened: Too many."),
        (discord.HTTPException, 400, "", "No thread could be opened: Discord refused."),
    ],
)
async def test_what_discord_refuses_is_told(
    kind: type[discord.HTTPException], status: int, text: str, told: str
) -> None:
    with pytest.raises(Refusal) as refused:
        await opened(asked_in(failing(text_channel(), kind, status, text)))
    assert str(refused.value) == told


async def test_a_thread_that_cannot_be_opened_for_a_moment_is_opened_then(
    slept: list[float],
) -> None:
    channel = text_channel()
    thread = channel.create_thread.return_value
    channel.create_thread.side_effect = [refusal(discord.DiscordServerError, 503), thread]
    assert await opened(asked_in(channel)) is thread
    assert slept == [*threads.PAUSES[:1]]


async def test_an_interaction_that_comes_twice_has_one_thread() -> None:
    opener, channel = ThreadOpener(), text_channel()

    async def once(number: int) -> Any:
        async with opener.open(asked_in(channel, number), "A fork") as thread:
            return thread

    await asyncio.gather(once(1), once(1))
    await once(1)
    assert channel.create_thread.await_count == 1
    await once(2)
    assert channel.create_thread.await_count == 2


async def test_the_oldest_of_many_interactions_are_forgotten_first() -> None:
    opener, channel = ThreadOpener(), text_channel()
    for number in (*range(threads.MAX_REMEMBERED + 1), 1):
        async with opener.open(asked_in(channel, number), "A fork"):
            pass
    assert channel.create_thread.await_count == threads.MAX_REMEMBERED + 1
    async with opener.open(asked_in(channel, 0), "A fork"):
        pass
    assert channel.create_thread.await_count == threads.MAX_REMEMBERED + 2


async def test_the_thread_of_a_game_that_does_not_start_is_archived() -> None:
    channel = text_channel()
    thread = channel.create_thread.return_value
    await opened(asked_in(channel))
    thread.edit.assert_not_awaited()
    thread.edit.side_effect = refusal(discord.NotFound, 404)
    with pytest.raises(Refusal, match="Full"):
        async with ThreadOpener().open(asked_in(channel), "A fork"):
            raise Refusal("Full.")
    thread.edit.assert_awaited_once_with(archived=True)
