"""A fresh world for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.table.world import TableWorld


@pytest_asyncio.fixture
async def world(tmp_path: Path) -> AsyncIterator[TableWorld]:
    """A bot's inside over a database that did not exist before."""
    world = await TableWorld(tmp_path / "games.db").open()
    yield world
    await world.close()
