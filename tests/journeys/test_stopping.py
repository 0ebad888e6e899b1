"""SIGTERM ends the bot at once, whatever it is waiting for."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.journeys.parts import Bot
from tests.sandbox_process import SandboxProcess, running_sandbox

OWN_BOT = "it is stopped at every moment"

END = 120  # seconds, when something that is waited for never comes
TOLD_TO_WAIT, TIMES = 50, 9  # seconds, by Discord: together far more than END


@pytest.fixture
def sandbox() -> Iterator[SandboxProcess]:
    with running_sandbox("--response-seconds", "20") as process:
        yield process


@pytest.fixture
def bot(sandbox: SandboxProcess, tmp_path: Path) -> Iterator[Bot]:
    process = Bot(sandbox, tmp_path)
    yield process
    process.kill()


def assert_it_stops(bot: Bot) -> None:
    """Ask it to stop, and assert that it ends with status 0."""
    assert bot.process is not None
    bot.process.send_signal(signal.SIGTERM)
    assert bot.process.wait(END) == 0
    bot.process = None


@pytest.mark.soak(part="journeys")
def test_connected_it_stops(bot: Bot):
    bot.start()
    assert_it_stops(bot)


def test_waiting_for_the_next_attempt_to_connect_it_stops(bot: Bot, sandbox: SandboxProcess):
    bot.start()
    sandbox.process.kill()
    sandbox.process.wait()
    sandbox.client.until(lambda: "Attempting a reconnect" in bot.log.read_text())
    assert_it_stops(bot)


def test_with_a_token_that_was_reset_it_ends_with_one_sentence(bot: Bot, sandbox: SandboxProcess):
    bot.start()
    sandbox.client.faults(gateway="reset-token")
    assert bot.process is not None
    assert bot.process.wait(END) == 1
    assert bot.log.read_text().splitlines()[-1] == "Discord does not accept this DISCORD_TOKEN."
    bot.launch()
    assert bot.process.wait(END) == 1
    *_, before, last = bot.log.read_text().splitlines()
    assert last == "Discord does not accept this DISCORD_TOKEN."
    assert "Traceback" not in bot.log.read_text(), before
    bot.process = None


@pytest.mark.parametrize(
    "request_",
    [
        "GET /users/@me",
        pytest.param("GET /applications/*/commands", marks=pytest.mark.soak(part="journeys")),
    ],
)
def test_told_by_discord_to_wait_before_it_is_connected_it_stops(
    bot: Bot, sandbox: SandboxProcess, request_: str
):
    sandbox.client.faults(match=request_, status=429, retry_after=TOLD_TO_WAIT, times=TIMES)
    bot.launch()
    sandbox.client.until(lambda: "Retrying in" in bot.log.read_text())
    assert_it_stops(bot)


def test_a_port_that_is_taken_is_told_by_the_sandbox(sandbox: SandboxProcess, tmp_path: Path):
    port = sandbox.base.rsplit(":", 1)[1]
    environment = {"PATH": "/usr/bin", "PORT": port, "LEITHIAN_DB": str(tmp_path / "games.sqlite")}
    command = [*Bot.COMMAND, "1", "3"]
    done = subprocess.run(
        command, cwd=Bot.ROOT, env=environment, capture_output=True, text=True, timeout=END
    )
    assert done.returncode == 2
    assert f"cannot be served on port {port}" in done.stderr
    assert "The sandbox could not be started: see above." in done.stderr
