"""A bot whose people and channel are watched, for tests of what they are told."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.twins.onlooker_bot import OnlookerBot


@pytest.fixture
async def onlooker(tmp_path: Path) -> AsyncIterator[OnlookerBot]:
    bot = await OnlookerBot.open(tmp_path / "table.db")
    yield bot
    await bot.close()
