"""Two bots on one PostgreSQL database: one serves, the other waits, and takes over when the first
is killed, frozen or told to stop. No acknowledged move is lost, none is played twice, and one card
can be pressed."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest

from table.store.lease import SECONDS
from tests.journeys.forked_bot import ForkedBot
from tests.journeys.parts import Hall, card_number, text
from tests.postgres_server import Server, address, binaries
from tests.sandbox_process import SandboxProcess

OWN_BOT = "two take turns"
RESPONSE_SECONDS = 3  # presses that nobody answers take this long
SEED = 36
LATEST = 0.3  # seconds from the press to what happens, at most
FROZEN = SECONDS + 3.0  # seconds; longer than the lease
RESTARTS = "is about to restart"  # the answer of a bot that was just told to stop
ENDS = ("kill", "freeze", "stop")

pytestmark = pytest.mark.skipif(binaries() is None, reason="PostgreSQL is not installed")


class PostgresBot(ForkedBot):
    """A bot over a database of a server."""

    def __init__(self, sandbox: SandboxProcess, folder: Path, seconds: float, url: str) -> None:
        folder.mkdir()
        super().__init__(sandbox, folder, seconds)
        self.url = url

    @property
    def environment(self) -> dict[str, str]:
        """The environment of the process."""
        folder = str(self.log.parent)
        return {**super().environment, "LEITHIAN_DB": self.url, "LEITHIAN_FOLDER": folder}

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return rows of the database, read beside the running bots."""
        with psycopg.connect(self.url) as db:
            return db.execute(query, values).fetchall()


class Pair:
    """The bot that serves and the one that waits."""

    def __init__(self, first: PostgresBot, second: PostgresBot) -> None:
        self.serving, self.waiting = first, second
        first.start()
        self._wait(second)

    def _wait(self, bot: PostgresBot) -> None:
        """Start a bot that waits."""
        told = self._told(bot)
        bot.launch()
        bot.sandbox.client.until(lambda: self._told(bot) > told, 120)

    def _told(self, bot: PostgresBot) -> int:
        return bot.log.read_text().count("waits to take over") if bot.log.exists() else 0

    def end(self, how: str) -> float:
        """End the one that serves; return the seconds until the other has connected."""
        ended, heir = self.serving, self.waiting
        connections, began = heir._connections(), time.monotonic()
        if how == "kill":
            ended.kill()
        elif how == "stop":
            assert ended.stop() == 0
        else:
            os.kill(ended.pid, signal.SIGSTOP)
            time.sleep(FROZEN)
        heir.sandbox.client.until(lambda: heir._connections() > connections, 120)
        taken = time.monotonic() - began
        if how == "freeze":
            os.kill(ended.pid, signal.SIGCONT)
            assert ended.wait() == 1
            assert "has taken the games over" in ended.log.read_text()
        heir.until_it_answers()
        self.serving, self.waiting = heir, ended
        self._wait(ended)
        return taken


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server()
    server.make()
    server.start()
    yield server
    server.delete()


@pytest.fixture(scope="module")
def pair(
    sandbox: SandboxProcess, server: Server, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Pair]:
    folder = tmp_path_factory.mktemp("pair")
    url = address(server.folder, "postgres")
    bots = [
        PostgresBot(sandbox, folder / name, RESPONSE_SECONDS, url) for name in ("first", "second")
    ]
    pair = Pair(*bots)
    yield pair
    assert pair.waiting.stop() == 0
    assert pair.serving.stop() == 0


@pytest.fixture
def hall(pair: Pair) -> Hall:
    """A channel without a game."""
    return next(pair.serving.halls)


@pytest.mark.parametrize(
    "ends", [3, pytest.param(200, marks=pytest.mark.soak(part="kills"))], ids=["few", "many"]
)
def test_moves_survive_the_end_of_either_bot(
    hall: Hall, pair: Pair, ends: int, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = random.Random(SEED)
    hall.begin(people=("Beren",))
    played, times = 0, dict[str, list[float]]()
    for number in range(ends):
        for _ in range(2):
            assert _press(hall, pair, played)
            hall.client.until(lambda least=played + 1: _moves(hall, pair) == least)
            played += 1
        how = ENDS[number % len(ENDS)]
        with ThreadPoolExecutor(1) as pool:
            pressed = pool.submit(_press, hall, pair, played)
            time.sleep(chance.uniform(0, LATEST))
            times.setdefault(how, []).append(pair.end(how))
            acknowledged = pressed.result()
        now = _moves(hall, pair)
        assert now in ((played + 1,) if acknowledged else (played, played + 1)), how
        played = now
        hall.client.until(lambda turn=played: _is_right(hall, pair, turn))
    longest = {how: max(seconds) for how, seconds in times.items()}
    with capsys.disabled():
        print(f"\nthe other had connected after at most {longest} s")
    assert set(times) == set(ENDS)


def _press(hall: Hall, pair: Pair, played: int) -> bool:
    """Make the next move; return whether it was acknowledged, and not put off."""
    card = hall.card(_card(hall, pair))
    way = ("EW", "WE")[played % 2][played // 2 % 2]
    answer = hall.press("Beren", way, card)
    refused = any(RESTARTS in text(message) for message in answer["messages"])
    return answer["answered"] is not None and not refused


def _game(hall: Hall, pair: Pair) -> tuple[int, int]:
    """Return a channel's game and its newest card."""
    channel = int(hall.client.channel(hall.name))
    [found] = pair.serving.rows("SELECT id, card FROM games WHERE channel = %s", channel)
    return found


def _card(hall: Hall, pair: Pair) -> int:
    return _game(hall, pair)[1]


def _moves(hall: Hall, pair: Pair) -> int:
    game, _ = _game(hall, pair)
    query = "SELECT count(*) FROM log WHERE game = %s AND kind = 'acted'"
    [(moves,)] = pair.serving.rows(query, game)
    return int(moves)


def _is_right(hall: Hall, pair: Pair, played: int) -> bool:
    """Return whether one card can be pressed, the newest, which shows the game as it stands."""
    live = hall.live()
    return (
        len(live) == 1
        and card_number(live[0]) == _card(hall, pair)
        and f"turn {played}" in text(live[0])
    )
