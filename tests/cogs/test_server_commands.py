"""A server has the commands of the games that it plays, and is sent them only when they change."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from cogs import server_commands
from cogs.server_commands import DAY, MOST_CREATED, TRY_AGAIN, ServerCommands
from sandbox.daily_limit import DailyLimit
from sandbox.world import CREATIONS_A_DAY
from table.server_settings import ServerSettings
from table.store.store import Store
from tests.cogs.test_command_sync import NO_MORE_TODAY
from tests.cogs.test_delivery import refused

GUILD = 7


def payload(name: str, text: str = "Play") -> dict[str, Any]:
    return {"name": name, "description": text, "type": 1}


PAYLOADS = {"sil": ["sil"], "silg": ["silg", "gm"], "delve": ["delve"], "toy": ["toy", "gm"]}


class Discord:
    """A server's commands as Discord holds them, and how many it takes in 24 hours."""

    def __init__(self, settings: ServerSettings) -> None:
        self.played: set[str] = set()
        self.commands: set[str] = set()
        self.puts = 0
        self.time = 0.0
        self.settings = settings
        self.limit = DailyLimit(CREATIONS_A_DAY, lambda: self.time)
        self.restart()

    def restart(self, text: str = "Play") -> None:
        payloads = {game: [payload(n, text) for n in names] for game, names in PAYLOADS.items()}
        self.bot = ServerCommands(payloads, self.send, self.games, self.settings, lambda: self.time)

    async def send(self, guild: int, commands: list[dict[str, Any]]) -> None:
        names = [each["name"] for each in commands]
        assert len(names) == len(set(names))
        assert self.limit.spend(len(set(names) - self.commands))
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


@pytest.mark.parametrize("seed", range(3))
async def test_games_opened_and_ended_by_day_and_night_create_no_more_than_discord_takes(
    server: Discord, seed: int
):
    draw = random.Random(seed)
    steps = 3 * CREATIONS_A_DAY
    server.time = draw.uniform(0, DAY)
    for _ in range(steps):
        server.time += draw.uniform(0, 2 * DAY / steps) * draw.choice((0.1, 1))
        server.played ^= {draw.choice(list(PAYLOADS))}
        if draw.random() < 0.2:
            server.restart()
        await server.bot.update(GUILD)
        assert server.wanted() <= server.commands
    assert server.limit.left() < CREATIONS_A_DAY - MOST_CREATED
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


async def test_commands_whose_languages_only_stand_in_another_order_are_not_sent_again(
    server: Discord,
):
    server.played = {"sil"}
    for languages in (("de", "fr"), ("fr", "de")):
        said = {"description_localizations": dict.fromkeys(languages, "Spiele")}
        payloads = {"sil": [payload("sil") | said]}
        bot = ServerCommands(payloads, server.send, server.games, server.settings, lambda: 0.0)
        await bot.update(GUILD)
    assert server.puts == 1


@pytest.mark.parametrize("refusal", NO_MORE_TODAY)
async def test_commands_that_discord_does_not_take_are_told_and_sent_again(
    server: Discord,
    refusal: Exception,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    refusals, done = [refusal], asyncio.Event()

    async def send(guild: int, commands: list[dict[str, Any]]) -> None:
        if refusals:
            raise refusals.pop()
        await Discord.send(server, guild, commands)
        done.set()

    monkeypatch.setattr(server_commands, "TRY_AGAIN", 0.01)
    server.send = send
    server.restart()
    server.played = {"sil"}
    server.bot.check(GUILD)
    running = asyncio.create_task(server.bot.run())
    await asyncio.wait_for(done.wait(), 60)
    running.cancel()
    assert server.commands == {"sil"}
    [told] = caplog.records
    assert "Server 7 has not got the commands of its games" in told.getMessage()
    assert told.exc_info is None


@pytest.mark.parametrize(
    ("error", "level", "is_ours"),
    [(refused(403, 50001), "WARNING", False), (ZeroDivisionError(), "ERROR", True)],
)
async def test_one_servers_trouble_is_logged_and_does_not_keep_others_from_theirs(
    server: Discord, caplog: pytest.LogCaptureFixture, error: Exception, level: str, is_ours: bool
):
    done = asyncio.Event()

    async def send(guild: int, commands: list[dict[str, Any]]) -> None:
        if guild == GUILD:
            raise error
        done.set()

    server.send = send  # type: ignore[method-assign]
    server.restart()
    server.played = {"sil"}
    server.bot.check(GUILD)
    server.bot.check(GUILD + 1)
    running = asyncio.create_task(server.bot.run())
    await asyncio.wait_for(done.wait(), 60)
    running.cancel()
    [told] = caplog.records
    assert told.levelname == level
    assert "commands of server 7" in told.getMessage()
    assert (told.exc_info is not None) is is_ours


async def test_a_server_that_is_refused_twice_is_sent_its_commands_again_once(server: Discord):
    server.bot._check_later(GUILD)
    first = server.bot._later[GUILD]
    server.bot._check_later(GUILD)
    assert first.cancelled()
    second = server.bot._later[GUILD]
    assert not second.cancelled()
    assert second.when() - asyncio.get_running_loop().time() > TRY_AGAIN - 60
    second.cancel()
