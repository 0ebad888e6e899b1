"""A server has the commands of the games that it plays, and is sent them only when they change."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from cogs.server_commands import DAY, MOST_CREATED, ServerCommands
from table.server_settings import ServerSettings
from table.store.store import Store

GUILD = 7
DISCORDS_CREATIONS = 200  # a day in a server


def payload(name: str, text: str = "Play") -> dict[str, Any]:
    return {"name": name, "description": text, "type": 1}


PAYLOADS = {"sil": ["sil"], "silg": ["silg", "gm"], "delve": ["delve"], "toy": ["toy", "gm"]}


class Discord:
    """A server's commands as Discord holds them, and how many were created on each day."""

    def __init__(self, settings: ServerSettings) -> None:
        self.played: set[str] = set()
        self.commands: set[str] = set()
        self.created: dict[int, int] = {}
        self.puts = 0
        self.time = 0.0
        self.settings = settings
        self.restart()

    def restart(self, text: str = "Play") -> None:
        payloads = {game: [payload(n, text) for n in names] for game, names in PAYLOADS.items()}
        now = lambda: self.time  # noqa: E731
        self.bot = ServerCommands(payloads, self.send, self.games, self.settings, now)

    async def send(self, guild: int, commands: list[dict[str, Any]]) -> None:
        names = [each["name"] for each in commands]
        assert len(names) == len(set(names))
        day = int(self.time // DAY)
        self.created[day] = self.created.get(day, 0) + len(set(names) - self.commands)
        self.commands = set(names)
        self.puts += 1

    async def games(self, guild: int) -> frozenset[str]:
        return frozenset(self.played)

    def wanted(self) -> set[str]:
        return {name for game in self.played for name in PAYLOADS[game]}


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Discord]:
    store = await Store.open(tmp_path / "games.sqlite")
    yield Discord(ServerSettings(store.database))
    await store.close()


async def test_a_server_has_just_the_commands_of_its_games(server: Discord):
    draw = random.Random(5)
    for _ in range(40):
        server.played ^= {draw.choice(list(PAYLOADS))}
        server.time += DAY / 4
        puts, before = server.puts, server.commands
        await server.bot.update(GUILD)
        assert server.commands == server.wanted()
        assert (server.puts > puts) == (before != server.wanted())
        await server.bot.update(GUILD)
        if draw.random() < 0.3:
            server.restart()
            await server.bot.update(GUILD)
        assert server.puts - puts <= 1


async def test_games_opened_and_ended_all_day_create_no_more_than_discord_takes(server: Discord):
    for _ in range(2 * MOST_CREATED):
        server.played ^= {"silg"}
        await server.bot.update(GUILD)
        assert server.wanted() <= server.commands
    assert MOST_CREATED <= server.created[0] <= DISCORDS_CREATIONS
    server.time += DAY
    server.played = set()
    await server.bot.update(GUILD)
    assert not server.commands


async def test_a_new_text_is_sent_and_so_is_everything_to_a_server_that_came_back(server: Discord):
    server.played = {"sil"}
    await server.bot.update(GUILD)
    server.restart("Play it")
    await server.bot.update(GUILD)
    assert server.puts == 2
    await server.bot.forget(GUILD)
    server.commands = set()
    await server.bot.update(GUILD)
    assert server.commands == {"sil"}
