"""The bot does its part when Discord tells of messages, servers, channels and connections."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock
from urllib.parse import parse_qs, urlsplit

import aiohttp
import discord
import pytest
from yarl import URL

from cogs.admin import EFFECTS
from cogs.client import REMOVED, Leithian, invitation
from cogs.delivery import DiscordSender
from cogs.ui.render_pool import RenderPool
from table.commands.lobby import End, Pause
from table.server_settings import SentCommands
from table.tables import Tables
from tests.cogs.offline_bot import ANN, BOB, OfflineBot
from tests.cogs.test_server_cache import server
from tests.table.world import CHANNEL, GUILD, PostOffice

SERVER = 4 << 22  # of shard 0, and of two shards too
APPLICATION = 77
GATEWAY = "wss://gateway.example"


@pytest.fixture
async def office(bot: OfflineBot) -> PostOffice:
    """The post office of a lobby of Ann's."""
    office = PostOffice()
    outbox = bot.tables.send_by(office)
    await bot.tables.begin_shards({0})
    await bot.found(begins=False, guild=SERVER)
    await outbox.flush()
    return office


async def phase(bot: OfflineBot) -> str:
    game = (await bot.tables.at(CHANNEL)).game
    return f"paused: {game.pause_reason}" if game.phase == "paused" else game.phase


def join(client: Leithian, number: int = 4) -> discord.Guild:
    """Let Discord tell of a server."""
    told = server(number)
    client._connection.parsers["GUILD_CREATE"](told)
    guild = client.get_guild(int(told["id"]))
    assert guild is not None
    return guild


def serve(bot: OfflineBot, *shards: int, of: int = 1) -> None:
    """Let the bot serve some shards of so many."""
    bot.tables.shards.count, bot.tables.shards.served = of, frozenset(shards)


# ------------------------------------------------------------ messages


@pytest.mark.parametrize("at_once", [False, True])
async def test_a_card_that_was_deleted_is_posted_again_by_who_serves_its_server(
    bot: OfflineBot, client: Leithian, office: PostOffice, at_once: bool
) -> None:
    [card] = [number for number, row in office.messages.items() if row.kind == "card"]
    outbox = bot.tables.outbox
    assert outbox is not None
    del office.messages[card]
    for is_served in (False, True):
        serve(bot, *([0] if is_served else []))
        if at_once:
            payload: Any = SimpleNamespace(guild_id=SERVER, message_ids=[1, card])
            await client.on_raw_bulk_message_delete(payload)
        else:
            payload = SimpleNamespace(guild_id=SERVER, message_id=card)
            await client.on_raw_message_delete(payload)
        serve(bot, 0)
        await outbox.flush()
        assert len(office.shown("card")) == is_served


@pytest.mark.parametrize(
    ("kind", "is_answered"), [("component", True), ("modal_submit", True), ("ping", False)]
)
async def test_presses_and_forms_are_answered_and_their_wait_is_counted(
    bot: OfflineBot, client: Leithian, kind: str, is_answered: bool
) -> None:
    handler = client.handlers["help"] = AsyncMock(return_value="Here.")
    asked = bot._interaction(BOB, {"custom_id": "v1:0:0:help:start", "components": []})
    asked.type = discord.InteractionType[kind]
    await client.on_interaction(asked)
    assert handler.await_count == is_answered
    assert [said.words for said in asked.response.said] == ["Here."] * is_answered
    path = f"/interactions/{asked.id}/token/callback"
    ended: Any = SimpleNamespace(response=SimpleNamespace(status=200), url=URL(path))
    await client.traffic.note(None, None, ended)
    assert client.traffic.registry.get_sample_value("leithian_answer_seconds_count") == 1


async def test_every_request_to_discord_is_counted(client: Leithian) -> None:
    trace: Any = client.http.http_trace
    assert isinstance(trace, aiohttp.TraceConfig)
    trace.freeze()
    ended = SimpleNamespace(response=SimpleNamespace(status=403), url=URL("/channels/1"))
    await trace.on_request_end.send(None, None, ended)
    value = client.traffic.registry.get_sample_value
    assert value("leithian_discord_requests_total", {"status": "403"}) == 1


# ------------------------------------------------------------ servers and channels


async def test_games_are_paused_while_the_bot_is_removed_from_their_server(
    bot: OfflineBot, client: Leithian, office: PostOffice
) -> None:
    await client.on_guild_remove(join(client, 8))
    assert await phase(bot) == "lobby"
    guild = join(client)
    await client.on_guild_remove(guild)
    assert await phase(bot) == f"paused: {REMOVED}"
    await client.on_guild_join(join(client, 8))
    assert await phase(bot) == f"paused: {REMOVED}"
    await client.on_guild_join(guild)
    assert await phase(bot) == "lobby"


async def test_a_server_of_another_process_is_left_alone(
    bot: OfflineBot, client: Leithian, office: PostOffice
) -> None:
    guild = join(client)
    channel: Any = SimpleNamespace(id=CHANNEL, guild=guild)
    thread: Any = SimpleNamespace(guild_id=SERVER, thread_id=CHANNEL)
    serve(bot)
    await client.on_guild_remove(guild)
    await client.on_guild_channel_delete(channel)
    await client.on_raw_thread_delete(thread)
    assert await phase(bot) == "lobby"
    serve(bot, 0)
    await client.on_guild_remove(guild)
    serve(bot)
    await client.on_guild_join(guild)
    assert await phase(bot) == f"paused: {REMOVED}"


async def test_the_game_of_a_deleted_channel_or_thread_is_paused(
    bot: OfflineBot, client: Leithian, office: PostOffice
) -> None:
    async def delete(kind: str, channel: int) -> None:
        if kind == "channel":
            gone: Any = SimpleNamespace(id=channel, guild=SimpleNamespace(id=SERVER))
            await client.on_guild_channel_delete(gone)
        else:
            payload: Any = SimpleNamespace(guild_id=SERVER, thread_id=channel)
            await client.on_raw_thread_delete(payload)

    for kind in ("channel", "thread"):
        await delete(kind, CHANNEL + 1)  # without a game
        assert await phase(bot) == "lobby"
        await delete(kind, CHANNEL)
        assert await phase(bot) == "paused: The channel is gone."
        await bot.tables.resume_suspended(SERVER)


@pytest.mark.parametrize("begins", [False, True])
async def test_a_lobby_whose_channel_goes_is_paused_and_what_stands_still_stays_as_it_is(
    bot: OfflineBot, client: Leithian, begins: bool
) -> None:
    bot.tables.send_by(PostOffice())
    gone: Any = SimpleNamespace(id=CHANNEL, guild=SimpleNamespace(id=GUILD))
    await bot.found(BOB, begins=begins)
    if begins:
        actor = await bot.tables.at(CHANNEL)
        for command, stays in ((Pause("Tea."), "paused: Tea."), (End(), "over")):
            await actor.run(ANN, command)
            await client.on_guild_channel_delete(gone)
            assert await phase(bot) == stays
    else:
        await client.on_guild_channel_delete(gone)
        assert await phase(bot) == "paused: The channel is gone."


async def test_a_server_that_invited_the_bot_while_it_was_away_goes_on(
    bot: OfflineBot, client: Leithian, office: PostOffice
) -> None:
    game = (await bot.tables.at(CHANNEL)).game.id

    async def after(reason: str) -> str:
        """Pause the game; return its phase once the shard is ready."""
        await bot.tables.suspend(game, reason)
        await client.on_shard_ready(0)
        return await phase(bot)

    assert await after(REMOVED) == f"paused: {REMOVED}"  # it is not there
    join(client)
    serve(bot)
    await client.on_shard_ready(0)
    assert await phase(bot) == f"paused: {REMOVED}"  # another process serves it
    serve(bot, 0)
    await client.on_shard_ready(0)
    assert await phase(bot) == "lobby"
    assert await after("The channel is gone.") == "paused: The channel is gone."


async def test_an_error_in_an_event_is_logged(
    client: Leithian, caplog: pytest.LogCaptureFixture
) -> None:
    try:
        raise ZeroDivisionError
    except ZeroDivisionError:
        await client.on_error("on_message")
    [told] = caplog.records
    assert told.getMessage() == "error in on_message"
    assert told.exc_info is not None


# ------------------------------------------------------------ commands


class CommandsOfDiscord:
    """Discord's side of the commands: those that it has, and what it was sent."""

    def __init__(self, client: Leithian, monkeypatch: pytest.MonkeyPatch) -> None:
        self.has: list[Any] = []
        self.everywhere: list[list[Any]] = []
        self.of_servers: list[tuple[int, list[str]]] = []
        client._connection.application_id = APPLICATION
        for name, answer in {
            "request": self._request,
            "bulk_upsert_global_commands": self._take,
            "bulk_upsert_guild_commands": self._take_of_server,
            "get_bot_gateway": AsyncMock(return_value=(2, GATEWAY, {"max_concurrency": 16})),
        }.items():
            monkeypatch.setattr(client.http, name, answer)
        monkeypatch.setattr(RenderPool, "open", lambda _: None)

    async def _request(self, route: discord.http.Route, **options: Any) -> list[Any]:
        assert (route.method, route.path) == ("GET", "/applications/{application_id}/commands")
        assert str(APPLICATION) in route.url
        # Without it the names in other languages are left out, and never equal ours.
        assert options == {"params": {"with_localizations": "true"}}
        return self.has

    async def _take(self, application: int, payload: list[Any]) -> None:
        assert application == APPLICATION
        self.everywhere.append(payload)

    async def _take_of_server(self, application: int, guild: int, payload: list[Any]) -> None:
        assert application == APPLICATION
        self.of_servers.append((guild, [each["name"] for each in payload]))


@pytest.fixture
def theirs(client: Leithian, monkeypatch: pytest.MonkeyPatch) -> CommandsOfDiscord:
    return CommandsOfDiscord(client, monkeypatch)


async def test_commands_are_sent_to_discord_once_in_all_languages(
    client: Leithian, theirs: CommandsOfDiscord
) -> None:
    await client._sync_commands()
    [sent] = theirs.everywhere
    names = {each["name"] for each in sent}
    assert {"game", "help", "do"} <= names
    assert not {"toy", "mastered", "wandering"} & names
    roll = next(each for each in sent if each["name"] == "roll")
    assert roll["description_localizations"]["de"] != roll["description"]
    theirs.has = sent
    await client._sync_commands()
    assert len(theirs.everywhere) == 1


async def test_commands_are_sent_by_nobody_who_is_not_logged_in(client: Leithian) -> None:
    with pytest.raises(RuntimeError):
        await client._sync_commands()
    await client._send_to_server(SERVER, [])


async def test_a_server_is_sent_the_commands_of_its_games_and_again_when_it_comes_back(
    bot: OfflineBot, client: Leithian, theirs: CommandsOfDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot.tables.send_by(PostOffice())
    guild, is_kept, keep = join(client), asyncio.Event(), bot.tables.servers.set_commands

    async def note(guild: int, commands: SentCommands) -> None:
        await keep(guild, commands)
        is_kept.set()

    monkeypatch.setattr(bot.tables.servers, "set_commands", note)
    await client._sync_commands()
    await bot.found(begins=False, guild=SERVER)
    await asyncio.wait_for(is_kept.wait(), 60)
    assert theirs.of_servers == [(SERVER, ["toy"])]
    assert client._server_commands is not None
    assert client._sending is not None
    client._sending.cancel()  # the rest at once
    await client._server_commands.update(SERVER)
    assert len(theirs.of_servers) == 1
    await client._server_commands.update(GUILD)  # without a game
    await client.on_guild_remove(guild)
    await client._server_commands.update(SERVER)
    assert theirs.of_servers[1:] == [(SERVER, ["toy"])]


async def test_the_commands_of_servers_are_looked_at_where_the_bot_is_and_serves(
    bot: OfflineBot, client: Leithian
) -> None:
    looked: list[int] = []
    unknown: Any = SimpleNamespace(id=SERVER)
    known = join(client, 8)
    await client.on_guild_available(known)  # the commands are not known yet
    client._server_commands = SimpleNamespace(check=looked.append)  # type: ignore[assignment]
    await client.on_guild_available(unknown)
    assert looked == []
    for event in (client.on_guild_available, client.on_guild_join):
        await event(known)
        assert looked == [known.id]
        looked.clear()
    serve(bot)
    await client.on_guild_available(known)
    assert looked == []


async def test_the_start_sends_the_commands_and_connects_nothing_yet(
    bot: OfflineBot, client: Leithian, theirs: CommandsOfDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.tree.clear_commands(guild=None)
    for name in [*client.cogs]:
        await client.remove_cog(name)
    opened = Mock()
    monkeypatch.setattr(RenderPool, "open", opened)
    start = AsyncMock()
    monkeypatch.setattr(Tables, "start", start)
    await client.setup_hook()
    assert len(theirs.everywhere) == 1
    assert {"HelpCog", "ShownCards"} <= client.cogs.keys()
    assert "act" in client.handlers
    opened.assert_called_once_with()
    assert bot.tables.shards.held == {0, 1}
    assert (client._gateway, client._concurrency) == (URL(GATEWAY), 16)
    assert isinstance(start.await_args.args[0], DiscordSender)  # type: ignore[union-attr]
    assert client._pulse.is_running()
    client._pulse.cancel()


# ------------------------------------------------------------ what the bot asks of Discord


async def test_the_bot_asks_for_little_and_mentions_nobody_by_itself(client: Leithian) -> None:
    assert client.intents == discord.Intents(guilds=True, guild_messages=True)
    assert client.allowed_mentions is not None
    assert client.allowed_mentions.to_dict() == {"parse": []}
    state = client._connection
    assert state.member_cache_flags == discord.MemberCacheFlags.none()
    assert not state._chunk_guilds
    assert state._messages is None
    assert client.help_command is None


def test_the_invitation_asks_for_what_the_bot_needs_and_no_more() -> None:
    address = urlsplit(invitation(APPLICATION))
    asked = parse_qs(address.query)
    assert address.hostname == "discord.com"
    assert asked["client_id"] == [str(APPLICATION)]
    assert asked["scope"] == ["bot applications.commands"]
    allowed = discord.Permissions(int(asked["permissions"][0]))
    assert [name for name in EFFECTS if not getattr(allowed, name)] == []
    assert len([name for name, is_set in allowed if is_set]) == len(EFFECTS)
