"""A bot whose people and channel are watched, for tests of what they are told."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.cogs.offline_bot import OfflineBot
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
