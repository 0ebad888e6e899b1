"""A bot whose people and channel are watched, for tests of what they are told."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest

from cogs.client import Leithian
from tests.cogs.offline_bot import OfflineBot
from tests.cogs.test_server_cache import US
from tests.twins.onlooker_bot import OnlookerBot


@pytest.fixture
async def onlooker(tmp_path: Path) -> AsyncIterator[OnlookerBot]:
    bot = await OnlookerBot.open(tmp_path / "table.db")
    yield bot
    await bot.close()


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[OfflineBot]:
    """A bot that is not connected, without a game."""
    bot = await OfflineBot.open(tmp_path)
    yield bot
    await bot.tables.close()


@pytest.fixture
async def client(bot: OfflineBot) -> Leithian:
    """The client of a bot that has logged in, with nobody connected."""
    await bot.client._async_setup_hook()
    state: Any = bot.client._connection
    state.user = discord.ClientUser(state=state, data=US)  # type: ignore[arg-type]
    state.shard_count = 1
    state.dispatch = lambda *_, **_also: None
    return bot.client
