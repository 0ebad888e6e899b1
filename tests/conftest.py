"""Settings for all tests."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, settings
from xdist.scheduler import LoadFileScheduling

from engine.common.saved_state import SavedStates
from tests import shared_statements
from tests.cpu_meter import CpuMeter
from tests.postgres_server import binaries

# A slow machine must not fail a test: examples take the time they need. `make test` tries the same
# examples each time, so that a change fails for what it does; `make soak` draws new ones.
settings.register_profile("test", deadline=None, derandomize=True, max_examples=40)
settings.register_profile("soak", deadline=None)
# To know that a test fails is enough for `make mutants`: the simplest example takes long to find.
settings.register_profile(
    "mutants", settings.get_profile("test"), phases=(Phase.explicit, Phase.generate)
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "test"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--cpu-budgets", choices=("show", "hold"), help="show or hold each folder's processor time"
    )


# Imports and collection make what stays: collecting garbage meanwhile takes a quarter of them.
gc.disable()


JOURNEYS = Path(__file__).parent / "journeys"
HERE = "tests/journeys/"
SHARED_BOT = f"{HERE}that share a bot"
WAITING = (HERE, "tests/sandbox/", "tests/test_operations.py")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadFileScheduling | None:
    """Give whole files to workers, and those that wait to three of them."""
    return JourneyScheduling(config, log) if config.getoption("dist") == "loadfile" else None


class JourneyScheduling(LoadFileScheduling):  # type: ignore[misc]
    """Lets three workers run the journeys and others that mostly wait, beside the work of the rest.

    Those that share a bot stay together: another worker would start another one.
    """

    _players = ("gw0", "gw1", "gw2")
    _sharing = frozenset(
        f"{HERE}{path.name}"
        for path in JOURNEYS.glob("test_*.py")
        if "\nOWN_BOT = " not in path.read_text("utf-8")
    )

    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        return SHARED_BOT if file in self._sharing else file

    def _assign_work_unit(self, node: Any) -> None:
        """Give a worker the first file that is for it, or any other when there is none."""
        plays = node.gateway.id in self._players
        first = next((file for file in self.workqueue if file.startswith(WAITING) == plays), None)
        if first is not None:
            self.workqueue.move_to_end(first, last=False)
        super()._assign_work_unit(node)


@pytest.fixture(autouse=True)
def saved_states_are_read_back(request: pytest.FixtureRequest) -> Iterator[None]:
    """In the soak each state that is saved is read too: a value of another type than its field's
    is saved without a word, and the game cannot be loaded any more."""
    if "soak" not in request.keywords:
        yield
        return
    dump = SavedStates.dump

    def checked(saved: SavedStates[Any], state: object) -> bytes:
        data = dump(saved, state)
        saved.load(data)
        return data

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SavedStates, "dump", checked)
        yield


class ToldFailures:
    """Tells each failure of many processes at once: what is cut off later has told it."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            print(f"\n{report.nodeid} ({report.when})\n{report.longreprtext}", flush=True)


def pytest_collection_finish() -> None:
    shared_statements.share()
    gc.freeze()
    gc.enable()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if binaries() is None:
        terminalreporter.write_line("PostgreSQL is not installed: nothing was tried on it.")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(CpuMeter(config))
    if config.getoption("numprocesses", None):
        config.pluginmanager.register(ToldFailures())
