"""The lines that `check-discord` prints, where Discord does each thing or refuses it."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import discord
import pytest
from PIL import Image

from cogs import live_check
from cogs.live_check import ANEW, LiveCheck
from cogs.shown_cards import card_texts
from tests.cogs.test_delivery import refused

DONE = [
    "works   post a card with a picture",
    "works   edit the card with a new picture",
    "works   read the card back",
    "works   take the buttons off the card and keep its picture",
    "works   ping the application's owner",
    "works   open and archive a thread",
    "works   register a slash command",
    "Type /leithian-check in #tavern within 0 seconds.",
    "not tried answer a slash command: nobody typed it",
    "works   remove what was posted",
]


class ChannelCheck:
    """A check of a channel in which everything works, and what it prints."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.told: list[str] = []
        self.check = LiveCheck(7, 0, self.told.append)
        self.partial = MagicMock(edit=AsyncMock(), fetch=AsyncMock())
        self.message = MagicMock(delete=AsyncMock())
        self.message.channel.get_partial_message.return_value = self.partial
        self.channel = MagicMock(spec=discord.TextChannel)
        self.channel.name = "tavern"
        self.channel.is_news.return_value = False
        self.channel.permissions_for.return_value = discord.Permissions.all()
        self.channel.send.return_value = self.message
        self.thread = self.channel.create_thread.return_value = AsyncMock()
        self.tree = MagicMock(sync=AsyncMock())
        owner = SimpleNamespace(mention="<@9>", id=9)
        info = AsyncMock(return_value=SimpleNamespace(owner=owner))
        for name, value in {
            "fetch_channel": AsyncMock(return_value=self.channel),
            "application_info": info,
            "_tree": self.tree,
        }.items():
            monkeypatch.setattr(self.check, name, value)
        self.kept: list[Any] = ["the picture"]
        monkeypatch.setattr(live_check, "shown_files", lambda _: self.kept)
        monkeypatch.setattr(live_check, "without_buttons", lambda _: None)

    async def lines(self) -> list[str]:
        """Run the check; return what it printed."""
        await self.check._try_all()
        return self.told


@pytest.fixture
def scene(monkeypatch: pytest.MonkeyPatch) -> ChannelCheck:
    return ChannelCheck(monkeypatch)


async def test_where_everything_works_each_thing_is_told(scene: ChannelCheck) -> None:
    assert await scene.lines() == DONE
    assert scene.check.failures == 0
    assert scene.message.delete.await_count == 2  # the card and the ping
    scene.thread.edit.assert_awaited_once_with(archived=True)
    scene.tree.clear_commands.assert_called_once_with(guild=scene.channel.guild)


@pytest.mark.parametrize(
    ("where", "name", "what", "note"),
    [
        ("channel", "send", "post a card with a picture", ""),
        ("partial", "edit", "edit the card with a new picture", "cards are then posted anew"),
        ("partial", "fetch", "read the card back", ""),
        ("channel", "create_thread", "open and archive a thread", ""),
        ("thread", "edit", "open and archive a thread", ""),
        ("tree", "sync", "register a slash command", ""),
        ("message", "delete", "remove what was posted", ""),
    ],
)
async def test_what_discord_refuses_is_told_with_the_reason(
    scene: ChannelCheck, where: str, name: str, what: str, note: str
) -> None:
    getattr(getattr(scene, where), name).side_effect = refused(403, 50013, "Missing Access")
    told = await scene.lines()
    failed = [line for line in told if line.startswith("FAILED")]
    assert failed[0].startswith(f"FAILED  {what} (403, code 50013: Missing Access)")
    assert note in failed[0]
    assert scene.check.failures == len(failed)
    assert f"works   {what}" not in told
    assert "remove what was posted" in told[-1]


async def test_a_picture_without_an_id_and_a_missing_permission_are_failures(
    scene: ChannelCheck,
) -> None:
    scene.kept = []
    allowed = discord.Permissions.all()
    allowed.attach_files = False
    scene.channel.permissions_for.return_value = allowed
    told = await scene.lines()
    assert told[0] == "MISSING permission: Attach Files"
    assert "FAILED  Discord does not tell the id of the card's picture." in told
    assert scene.check.failures == 2


@pytest.mark.parametrize(
    ("is_news", "kind"),
    [(False, discord.ChannelType.public_thread), (True, discord.ChannelType.news_thread)],
)
async def test_a_thread_of_the_channels_own_kind_is_opened_and_written_in(
    scene: ChannelCheck, is_news: bool, kind: discord.ChannelType
) -> None:
    scene.channel.is_news.return_value = is_news
    await scene.lines()
    assert scene.channel.create_thread.await_args.kwargs["type"] is kind
    scene.thread.send.assert_awaited_once()


@pytest.mark.parametrize("found", [None, "voice"])
async def test_a_channel_that_is_none_is_told_and_nothing_is_tried(
    scene: ChannelCheck, found: str | None
) -> None:
    fetch: Any = scene.check.fetch_channel
    if found is None:
        fetch.side_effect = refused(404, 10003, "Unknown Channel")
        line = "FAILED  channel 7 (404, code 10003: Unknown Channel)"
    else:
        fetch.return_value = found
        line = "FAILED  voice is not a text channel of a server."
    assert await scene.lines() == [line]
    assert scene.check.failures == 1


async def test_pictures_of_answers_are_changed_and_what_cannot_be_is_told(
    scene: ChannelCheck,
) -> None:
    answer: Any = MagicMock(edit_original_response=AsyncMock())
    sent = answer.followup.send = AsyncMock()
    sent.return_value.edit = AsyncMock(side_effect=refused(400, 50035, "Invalid"))
    await scene.check._try_new_pictures(answer)
    assert scene.told == [
        "works   change an answer's picture",
        "works   send a second answer",
        f"FAILED  change a second answer's picture (400, code 50035: Invalid); {ANEW}",
    ]
    scene.told.clear()
    sent.side_effect = answer.edit_original_response.side_effect = refused(500, 0, "")
    await scene.check._try_new_pictures(answer)
    assert [line.split(" (")[0] for line in scene.told] == [
        "FAILED  change an answer's picture",
        "FAILED  send a second answer",
    ]
    assert "no reason given" in scene.told[0]


async def test_the_check_joins_tries_everything_and_leaves(
    scene: ChannelCheck, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = asyncio.Event()
    tried: list[str] = []

    async def start(token: str) -> None:
        tried.append(f"start {token}")
        await closed.wait()

    async def ready() -> None:
        tried.append("ready")

    async def try_all() -> None:
        tried.append("all")
        scene.check.failures = 3

    async def close() -> None:
        closed.set()

    for name, value in {
        "start": start,
        "wait_until_ready": ready,
        "_try_all": try_all,
        "close": close,
    }.items():
        monkeypatch.setattr(scene.check, name, value)
    assert await scene.check.run_check("token") == 3
    assert tried == ["start token", "ready", "all"]
    assert closed.is_set()


async def test_a_connection_that_ends_with_an_error_hides_no_result(
    scene: ChannelCheck, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed, ended = asyncio.Event(), list[str]()

    async def start(token: str) -> None:
        await closed.wait()
        ended.append(token)
        raise discord.GatewayNotFound

    async def close() -> None:
        closed.set()

    monkeypatch.setattr(scene.check, "start", start)
    monkeypatch.setattr(scene.check, "wait_until_ready", AsyncMock())
    monkeypatch.setattr(scene.check, "close", close)
    scene.partial.edit.side_effect = refused(403, 50013, "Missing Access")
    assert await scene.check.run_check("token") == scene.check.failures == 2
    assert ended == ["token"]  # it is waited for
    assert scene.told[-1] == DONE[-1]


async def test_a_token_that_discord_does_not_know_ends_the_check(
    scene: ChannelCheck, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = AsyncMock()
    monkeypatch.setattr(scene.check, "start", AsyncMock(side_effect=discord.LoginFailure("No")))
    monkeypatch.setattr(scene.check, "wait_until_ready", asyncio.Event().wait)
    monkeypatch.setattr(scene.check, "_try_all", tried)
    with pytest.raises(discord.LoginFailure):
        await asyncio.wait_for(scene.check.run_check("wrong"), 30)
    tried.assert_not_awaited()


@pytest.mark.parametrize("is_pressed", [False, True])
async def test_the_command_and_the_button_of_its_answer_are_tried(
    scene: ChannelCheck, is_pressed: bool
) -> None:
    check = scene.check
    check._pressed = asyncio.get_running_loop().create_future()
    sent = MagicMock(edit=AsyncMock())
    asked: Any = MagicMock(edit_original_response=AsyncMock())
    asked.response.send_message = AsyncMock()
    asked.followup.send = AsyncMock(return_value=sent)
    registered: dict[str, Any] = {}
    scene.tree.command = lambda name, description: lambda work: registered.update({name: work})
    await check._register(scene.channel.guild)
    scene.tree.copy_global_to.assert_called_once_with(guild=scene.channel.guild)
    await registered["leithian-check"](asked)
    answered = asked.response.send_message.await_args.kwargs
    assert answered["ephemeral"]
    pressed: Any = MagicMock(type=discord.InteractionType.component)
    pressed.response.edit_message = AsyncMock()
    typed: Any = MagicMock(type=discord.InteractionType.application_command)
    await check.on_interaction(typed)
    assert not check._pressed.done()
    check._wait = 0.01
    if is_pressed:
        await check.on_interaction(pressed)
        await check.on_interaction(pressed)  # no second one
    scene.told.clear()
    await check._try_command(scene.channel)
    assert scene.told == [
        "Type /leithian-check in #tavern within 0 seconds.",
        "Press the button of the answer within 0 seconds.",
        "works   answer a press with a new picture"
        if is_pressed
        else "not tried answer a press with a new picture: nobody pressed it",
    ]
    assert pressed.response.edit_message.await_count == is_pressed
    await check._try_edits(await check._post_card(scene.channel))
    shown = [
        answered,
        asked.edit_original_response.await_args.kwargs,
        asked.followup.send.await_args.kwargs,
        sent.edit.await_args.kwargs,
        scene.channel.send.await_args.kwargs,
        scene.partial.edit.await_args_list[0].kwargs,
        *(each.kwargs for each in pressed.response.edit_message.await_args_list),
    ]
    titles = [card_texts(each["view"].children[0].children)[0] for each in shown]
    pictures = [(each.get("files") or each["attachments"])[0].filename for each in shown]
    assert len({*titles}) == len({*pictures}) == len(shown)  # each card is told from the others


async def test_each_picture_is_one_that_discord_shows_and_another(scene: ChannelCheck) -> None:
    await scene.lines()
    files = [
        each.kwargs.get("files") or each.kwargs.get("attachments")
        for each in (scene.channel.send.await_args_list[0], scene.partial.edit.await_args_list[0])
    ]
    drawn = [Image.open(file[0].fp) for file in files]
    assert [each.size for each in drawn] == [live_check.PICTURE_SIZE] * 2
    assert drawn[0].getpixel((5, 5)) != drawn[1].getpixel((5, 5))
    assert [file[0].filename for file in files] == ["check-1.png", "check-2.png"]


async def test_the_check_hears_of_servers_alone_and_mentions_nobody_by_itself(
    scene: ChannelCheck,
) -> None:
    assert scene.check.intents == discord.Intents(guilds=True)
    assert scene.check.allowed_mentions is not None
    assert scene.check.allowed_mentions.to_dict() == {"parse": []}


async def test_the_card_of_the_check_calls_nobody_and_the_ping_its_owner_alone(
    scene: ChannelCheck,
) -> None:
    await scene.lines()
    card, ping = scene.channel.send.await_args_list
    assert card.kwargs["silent"] is True
    assert card.args == ()
    assert not ping.kwargs.get("silent")
    assert ping.args[0].startswith("<@9>")
    allowed = ping.kwargs["allowed_mentions"]
    assert [each.id for each in allowed.users] == [9]
    assert (allowed.everyone, allowed.roles) == (False, False)
