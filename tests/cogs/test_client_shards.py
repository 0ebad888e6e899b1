"""The bot connects the shards that it holds, takes them over from others, and stops."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest
from discord.ext import commands
from yarl import URL

from cogs import client as client_module
from cogs.client import Leithian, invitation
from cogs.ui.render_pool import RenderPool
from table.tables import Tables
from tests.cogs.offline_bot import BOB, OfflineBot
from tests.cogs.test_client import APPLICATION, GATEWAY, join, serve
from tests.table.world import PostOffice


async def test_a_shard_is_connected_for_the_first_time_and_again(
    client: Leithian, monkeypatch: pytest.MonkeyPatch
) -> None:
    client._gateway = URL(GATEWAY)
    begun: list[tuple[Any, ...]] = []
    there = SimpleNamespace(connect=AsyncMock(side_effect=lambda: begin("again")))

    def begin(*how: Any) -> None:
        begun.append(how)
        client.dispatch("shard_connect", 0)
        asyncio.get_running_loop().call_later(0.01, client.dispatch, "shard_connect", 1)

    monkeypatch.setattr(client, "launch_shard", AsyncMock(side_effect=begin))
    monkeypatch.setattr(client_module, "SESSION_SECONDS", 60)
    await asyncio.wait_for(client.connect_shard(1), 30)
    assert begun == [(URL(GATEWAY), 1)]
    assert 1 in client.connected
    client.connected.clear()
    monkeypatch.setattr(client, "get_shard", {1: there}.get)
    await asyncio.wait_for(client.connect_shard(1), 30)
    assert begun[1:] == [("again",)]
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_session_that_does_not_begin_is_not_waited_for_longer_than_is_set(
    client: Leithian, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "launch_shard", AsyncMock())
    monkeypatch.setattr(client_module, "SESSION_SECONDS", 0.01)
    await asyncio.wait_for(client.connect_shard(0), 30)
    assert not client.connected
    client.connected.add(0)
    monkeypatch.setattr(client_module, "SESSION_SECONDS", 60)
    await asyncio.wait_for(client.connect_shard(0), 30)  # it has begun meanwhile


async def test_a_shard_that_is_disconnected_is_forgotten_with_its_servers(
    bot: OfflineBot, client: Leithian, monkeypatch: pytest.MonkeyPatch
) -> None:
    serve(bot, 0, 1, of=2)
    join(client, 4)
    join(client, 5)
    client.connected |= {0, 1}
    client._settled |= {0, 1}
    clear, there = Mock(), SimpleNamespace(disconnect=AsyncMock())
    monkeypatch.setattr(client._shown_cards, "clear", clear)
    await client.disconnect_shard(0)
    assert [guild.id for guild in client.guilds] == [5 << 22]
    assert (client.connected, client._settled) == ({1}, {1})
    clear.assert_called_once_with()
    monkeypatch.setattr(client, "get_shard", {1: there}.get)
    await client.disconnect_shard(1)
    there.disconnect.assert_awaited_once_with()
    assert not [*client.guilds]


async def test_the_shards_that_are_held_are_connected_and_answered_until_the_bot_stops(
    bot: OfflineBot, client: Leithian, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot.tables.send_by(PostOffice())
    await bot.tables.shards.join(2)
    serve(bot, of=2)
    connected = asyncio.Event()
    steps: list[int] = []

    async def connect(shard: int) -> None:
        steps.append(shard)
        await asyncio.sleep(0)
        steps.append(shard)
        client.connected.add(shard)
        if shard == 1:
            connected.set()

    monkeypatch.setattr(client, "connect_shard", connect)
    closed = AsyncMock()
    monkeypatch.setattr(commands.AutoShardedBot, "close", closed)
    monkeypatch.setattr(RenderPool, "close", AsyncMock())
    await client.hand_over()  # nothing is there yet
    await client.launch_shards()
    await asyncio.wait_for(connected.wait(), 60)
    assert client.shard_count == client._connection.shard_count == 2
    assert bot.tables.shards.served == {0, 1}
    await asyncio.gather(*bot.tables._heard)
    hand_over = AsyncMock()
    runner = client._shard_runner
    assert runner is not None
    monkeypatch.setattr(runner, "hand_over_all", hand_over)
    await client.hand_over()
    hand_over.assert_awaited_once_with()
    await client.close()
    closed.assert_awaited_once_with()
    RenderPool.close.assert_awaited_once_with()  # type: ignore[attr-defined]
    assert runner._stopped
    assert "shards" not in [each.get_name() for each in asyncio.all_tasks()]
    assert steps == [0, 0, 1, 1]  # one at a time, as long as Discord allows no more


async def test_the_bot_stops_once_after_its_answers(
    client: Leithian, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[str] = []

    def note(name: str) -> AsyncMock:
        return AsyncMock(side_effect=lambda *_: closed.append(name))

    monkeypatch.setattr(client_module, "finish_answers", note("answers"))
    monkeypatch.setattr(Tables, "close", note("tables"))
    monkeypatch.setattr(RenderPool, "close", note("render pool"))
    monkeypatch.setattr(commands.AutoShardedBot, "close", note("Discord"))
    client._sending = asyncio.create_task(asyncio.sleep(60))
    client._pulse.start()
    await client.close()
    assert closed == ["answers", "tables", "render pool", "Discord"]
    for _ in range(3):
        await asyncio.sleep(0)
    assert client._sending.cancelled()
    assert not client._pulse.is_running()
    monkeypatch.setattr(client, "is_closed", lambda: True)
    await client.close()
    assert len(closed) == 4
    monkeypatch.undo()


async def test_what_was_asked_in_the_last_moment_is_answered_by_whoever_takes_over(
    bot: OfflineBot, client: Leithian, monkeypatch: pytest.MonkeyPatch
) -> None:
    serve(bot, of=2)
    handler = client.handlers["help"] = AsyncMock(return_value="Here.")
    cleared = Mock()
    monkeypatch.setattr(client._shown_cards, "clear", cleared)
    asked = {}
    for number, shard in ((1, 0), (2, 0), (3, 1)):
        pressed = bot._interaction(BOB, {"custom_id": "v1:0:0:help:start"}, "component")
        pressed.id, pressed.guild_id = number, join(client, 4 + shard).id
        asked[pressed.id] = asyncio.create_task(client.on_interaction(pressed))
    await asyncio.sleep(0)
    serve(bot, 0, of=2)
    client.begin_to_answer(0, {1})
    cleared.assert_called_once_with()  # the process before has edited them
    await asyncio.gather(asked[1], asked[2])
    [answered] = handler.await_args_list
    assert answered.args[0].id == 2
    assert [*client.answered_lately(0)] == [2]
    assert [*client.answered_lately(1)] == []
    assert not asked[3].done()
    await client.disconnect_shard(1)
    await asked[3]
    assert handler.await_count == 1


async def test_only_servers_of_a_shard_that_is_taken_over_are_looked_after(
    bot: OfflineBot, client: Leithian, monkeypatch: pytest.MonkeyPatch
) -> None:
    serve(bot, 0, 1, of=2)
    for number in (4, 5, 6):
        join(client, number)
    looked: list[int] = []
    monkeypatch.setattr(client, "_check_commands", looked.append)
    client.begin_to_answer(0, ())
    assert looked == [4 << 22, 6 << 22]


async def test_a_connection_is_noted_and_lets_the_shards_be_looked_at_again(
    bot: OfflineBot, client: Leithian, caplog: pytest.LogCaptureFixture
) -> None:
    waiting = asyncio.create_task(bot.tables.shards.wait())
    with caplog.at_level(logging.INFO):
        await client.on_shard_connect(3)
    assert client.connected == {3}
    assert "connected to Discord, shard 3" in caplog.text
    await asyncio.wait_for(waiting, 30)
    await client.on_shard_resumed(5)
    assert client.connected == {3, 5}


async def test_the_bot_is_ready_when_all_its_shards_are(
    bot: OfflineBot, client: Leithian, caplog: pytest.LogCaptureFixture
) -> None:
    await bot.tables.shards.join(2)
    waiting = asyncio.create_task(client.wait_until_ready())
    join(client)
    with caplog.at_level(logging.INFO):
        await client.on_shard_ready(1)
        await asyncio.sleep(0)
        assert not client.is_ready()
        assert not waiting.done()
        assert caplog.text == ""
        await client.on_shard_ready(0)
    assert client.is_ready()
    await asyncio.wait_for(waiting, 30)
    assert "in 1 servers" in caplog.text
    assert "invite it" not in caplog.text  # it is not logged in
    client._connection.application_id = APPLICATION
    with caplog.at_level(logging.INFO):
        await client.on_shard_ready(0)
    assert invitation(APPLICATION) in caplog.text


async def test_answers_under_way_are_waited_for_when_a_shard_is_handed_over(
    bot: OfflineBot, client: Leithian, monkeypatch: pytest.MonkeyPatch
) -> None:
    finish = AsyncMock()
    monkeypatch.setattr(client_module, "finish_answers", finish)
    serve(bot, of=2)
    await client.finish_answers(1)
    assert finish.await_count == 1
    assert [finish.await_args.args[1](guild << 22) for guild in (4, 5)] == [False, True]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("was_connected", "all_there", "reserved", "pause", "asks"),
    [
        (False, False, 2.0, 2.0, False),  # at the start
        (False, True, 2.0, 2.0, True),
        (True, False, 2.0, 9.0, True),  # Discord has ended its session
        (True, True, 20.0, 20.0, True),
    ],
)
async def test_a_session_begins_after_the_pauses_that_discord_wants(
    bot: OfflineBot,
    client: Leithian,
    monkeypatch: pytest.MonkeyPatch,
    was_connected: bool,
    all_there: bool,
    reserved: float,
    pause: float,
    asks: bool,
) -> None:
    slept: list[float] = []
    asked: list[int] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async def wait_for_sessions(_: object, sessions: int) -> AsyncIterator[float]:
        asked.append(sessions)
        yield 60.0

    reserve = AsyncMock(return_value=reserved)
    monkeypatch.setattr(
        client_module, "asyncio", SimpleNamespace(**vars(asyncio) | {"sleep": sleep})
    )
    monkeypatch.setattr(client_module, "wait_for_sessions", wait_for_sessions)
    monkeypatch.setattr(client_module, "AFTER_INVALID", (9.0, 9.0))
    monkeypatch.setattr(bot.tables.shards, "reserve_identify", reserve)
    client._concurrency = 16
    if was_connected:
        client.connected.add(17)
    if all_there:
        client._all_there.set()
    await client.before_identify_hook(17)
    reserve.assert_awaited_once_with(1)
    assert (slept, asked) == ([pause], [1] * asks)
    assert (time.monotonic() < client._connected_by) is asks
    await client.before_identify_hook(None)
    reserve.assert_awaited_with(0)
