"""SIGTERM ends the bot within ten seconds, whatever it is doing."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.journeys.parts import Bot
from tests.sandbox_process import SandboxProcess, running_sandbox

MAX_SECONDS = 10.0


@pytest.fixture
def sandbox() -> Iterator[SandboxProcess]:
    with running_sandbox() as process:
        yield process


@pytest.fixture
def bot(sandbox: SandboxProcess, tmp_path: Path) -> Iterator[Bot]:
    process = Bot(sandbox, tmp_path)
    yield process
    process.kill()


def seconds_to_stop(bot: Bot) -> float:
    """Return how long it takes to stop; the exit status is 0."""
    assert bot.process is not None
    start = time.monotonic()
    bot.process.send_signal(signal.SIGTERM)
    assert bot.process.wait(MAX_SECONDS) == 0
    bot.process = None
    return time.monotonic() - start


def test_connected_it_stops(bot: Bot):
    bot.start()
    assert seconds_to_stop(bot) < MAX_SECONDS


def test_waiting_for_the_next_attempt_to_connect_it_stops(bot: Bot, sandbox: SandboxProcess):
    bot.start()
    sandbox.process.kill()
    sandbox.process.wait()
    sandbox.client.until(lambda: "Attempting a reconnect" in bot.log.read_text(), 20)
    assert seconds_to_stop(bot) < MAX_SECONDS


@pytest.mark.parametrize("request_", ["GET /users/@me", "GET /applications/*/commands"])
def test_told_by_discord_to_wait_before_it_is_connected_it_stops(
    bot: Bot, sandbox: SandboxProcess, request_: str
):
    sandbox.client.faults(match=request_, status=429, retry_after=50, times=9)
    with pytest.raises(TimeoutError):
        bot.start(seconds=6)
    assert seconds_to_stop(bot) < MAX_SECONDS


def test_a_port_that_is_taken_is_told_by_the_sandbox(sandbox: SandboxProcess, tmp_path: Path):
    port = sandbox.base.rsplit(":", 1)[1]
    environment = {"PATH": "/usr/bin", "PORT": port, "LEITHIAN_DB": str(tmp_path / "games.sqlite")}
    done = subprocess.run(
        Bot.COMMAND, cwd=Bot.ROOT, env=environment, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2
    assert f"cannot be served on port {port}" in done.stderr
    assert "The sandbox could not be started: see above." in done.stderr
