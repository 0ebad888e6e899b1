"""One sandbox and one bot a module; every test takes a channel of its own."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.journeys.parts import Bot, Hall
from tests.sandbox_process import SandboxProcess, running_sandbox

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
collect_ignore = [] if CHROMIUM else ["test_page.py"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    journeys = [item for item in items if here in item.path.parents]
    for item in journeys:
        item.add_marker(pytest.mark.journey)
    # The longest first: whole files go to one worker, and none should be left for the end.
    items.sort(key=lambda item: here not in item.path.parents)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not CHROMIUM:
        terminalreporter.write_line("The page was not read: there is no chromium on this machine.")


@pytest.fixture(scope="module")
def sandbox(request: pytest.FixtureRequest) -> Iterator[SandboxProcess]:
    # Discord's 3 seconds would fail tests on a slow machine; a module may ask for another time.
    seconds = vars(request.module).get("RESPONSE_SECONDS", 10)
    with running_sandbox("--channels", "40", "--response-seconds", str(seconds)) as process:
        yield process
        violations = process.client.violations()
    assert violations == []


@pytest.fixture(scope="module")
def bot(sandbox: SandboxProcess, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bot]:
    process = Bot(sandbox, tmp_path_factory.mktemp("bot"))
    process.start()
    yield process
    assert process.stop() == 0


@pytest.fixture(scope="module")
def halls(sandbox: SandboxProcess) -> Iterator[Hall]:
    return (Hall(sandbox.client, f"hall-{number}") for number in itertools.count(1))


@pytest.fixture
def hall(bot: Bot, halls: Iterator[Hall]) -> Hall:
    """A channel without a game."""
    return next(halls)
