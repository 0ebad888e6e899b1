"""A start with many games stays under Discord's limits, and every card comes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from table.commands.lobby import NewGame
from table.state import Person
from table.store.store import Store
from table.tables import Tables
from tests.journeys.parts import Bot
from tests.sandbox_process import SandboxProcess, running_sandbox
from tests.toys.guessing import Toy

OWN_BOT = "its start is what is looked at"

GAMES = 60


@pytest.fixture(scope="module")
def sandbox() -> Iterator[SandboxProcess]:
    with running_sandbox("--channels", str(GAMES)) as process:
        yield process


async def open_lobbies(database: Path, channels: list[dict[str, Any]]) -> None:
    """Open a lobby in each channel while the bot is away."""
    tables = Tables(await Store.open(database), {"toy": Toy()}, keep=len(channels))
    for channel in channels:
        new = NewGame(int(channel["id"]), int(channel["server"]), "toy")
        await tables.found(Person(1, "Ann"), new)
    await tables.close()


def limits(sandbox: SandboxProcess) -> dict[str, Any]:
    found: dict[str, Any] = sandbox.client.request("GET", "/limits")
    assert found["refusals"] == []
    assert found["peaks"]["all"]["seen"] <= 50
    return found


def test_all_cards_come_and_are_checked_under_the_limits(sandbox: SandboxProcess, tmp_path: Path):
    channels = [c for c in sandbox.client.world()["channels"] if c["name"].startswith("hall-")]
    bot = Bot(sandbox, tmp_path)
    asyncio.run(open_lobbies(bot.database, channels))
    bot.start()
    live = "SELECT COUNT(*) FROM cards WHERE state = 'live'"
    sandbox.client.until(lambda: bot.rows(live) == [(GAMES,)])
    assert limits(sandbox)["totals"]["messages"] == GAMES
    assert bot.stop() == 0
    bot.start()
    waiting = "SELECT COUNT(*) FROM outbox WHERE kind = 'check' AND state = 'pending'"
    sandbox.client.until(lambda: bot.rows(waiting) == [(0,)])
    assert limits(sandbox)["totals"]["a message"] == GAMES
    assert limits(sandbox)["totals"]["messages"] == GAMES
    assert bot.stop() == 0
