"""One sandbox and one bot for all; every test takes a channel of its own.

A module that changes more than its channels says why it needs a bot of its own: `OWN_BOT = "..."`;
one that looks at the bot's processes has it started as people do: `BOT = Bot`.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.journeys.forked_bot import ForkedBot
from tests.journeys.parts import Bot, Hall
from tests.journeys.postgres_bot import PostgresBot
from tests.postgres_server import FORCED, Server, address
from tests.sandbox_process import SandboxProcess, running_sandbox

HERE = "tests/journeys/"
FAULT_SEED = os.environ.get("JOURNEYS_FAULT_SEED")  # of mild faults; None: Discord has none
RESPONSE_SECONDS = 20  # Discord's 3 seconds would fail tests on a slow machine
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
collect_ignore = (
    []
    if CHROMIUM
    else ["test_page.py", "test_phone_heights.py", "test_verify_page.py", "test_replay_page.py"]
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    journeys = [item for item in items if item.nodeid.startswith(HERE)]
    for item in journeys:
        item.add_marker(pytest.mark.journey)
        if FORCED and item.get_closest_marker("sqlite_only"):
            item.add_marker(pytest.mark.skip("it looks at the file of the database"))
    # The longest first: whole files go to one worker, and none should be left for the end.
    items.sort(key=lambda item: not item.nodeid.startswith(HERE))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not CHROMIUM:
        terminalreporter.write_line("The pages were not read: there is no chromium here.")


@contextlib.contextmanager
def lawful_sandbox(channels: int, response_seconds: int, *more: str) -> Iterator[SandboxProcess]:
    """Start a sandbox; at its end assert that all requests were as Discord describes them.

    It has no rate limits: `test_start` and `test_servers` hold the bot to them, all others would
    only wait.
    """
    arguments = ("--channels", str(channels), "--response-seconds", str(response_seconds))
    if FAULT_SEED is not None and "--fault-seed" not in more:
        more = (*more, "--fault-seed", FAULT_SEED, "--mild-faults")
    with running_sandbox(*arguments, "--unlimited", *more) as process:
        yield process
        violations = process.client.violations()
    assert violations == []


@contextlib.contextmanager
def started_bot(
    sandbox: SandboxProcess, folder: Path, seconds: float, kind: type[Bot] = ForkedBot
) -> Iterator[Bot]:
    """Start a bot; at its end assert that it stops as it should. LEITHIAN_TEST_POSTGRES=1: over a
    server of its own, unless it is started as people do."""
    with contextlib.ExitStack() as stack:
        if FORCED and kind is ForkedBot:
            server = Server()
            stack.callback(server.delete)
            server.make()
            server.start()
            process: Bot = PostgresBot(sandbox, folder, seconds, address(server.folder, "postgres"))
        else:
            process = kind(sandbox, folder, seconds)
        process.start()
        yield process
        assert process.stop() == 0


@pytest.fixture(scope="package")
def shared_bot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bot]:
    with (
        lawful_sandbox(150, RESPONSE_SECONDS) as sandbox,
        started_bot(sandbox, tmp_path_factory.mktemp("bot"), RESPONSE_SECONDS) as process,
    ):
        yield process


@pytest.fixture(scope="module")
def sandbox(request: pytest.FixtureRequest) -> Iterator[SandboxProcess]:
    if not hasattr(request.module, "OWN_BOT"):
        yield request.getfixturevalue("shared_bot").sandbox
        return
    with lawful_sandbox(40, response_seconds(request)) as process:
        yield process


def response_seconds(request: pytest.FixtureRequest) -> int:
    """Return how long the sandbox of a module waits for an answer."""
    return int(vars(request.module).get("RESPONSE_SECONDS", RESPONSE_SECONDS))


@pytest.fixture(scope="module")
def bot(
    request: pytest.FixtureRequest,
    sandbox: SandboxProcess,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Bot]:
    if not hasattr(request.module, "OWN_BOT"):
        yield request.getfixturevalue("shared_bot")
        return
    kind = vars(request.module).get("BOT", ForkedBot)
    folder = tmp_path_factory.mktemp("bot")
    with started_bot(sandbox, folder, response_seconds(request), kind) as process:
        yield process


@pytest.fixture(scope="module")
def halls(bot: Bot) -> Iterator[Hall]:
    return bot.halls


@pytest.fixture
def hall(bot: Bot, halls: Iterator[Hall]) -> Hall:
    """A channel without a game."""
    return next(halls)
