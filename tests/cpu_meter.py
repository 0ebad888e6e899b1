"""A pytest plugin that sums the processor time of each test folder beside its budget.

`--cpu-budgets=show` prints the sums and marks a folder that took more than `SLACK` times its budget
in tests/checks/cpu_budgets.py; `--cpu-budgets=hold` fails the run for it too. Times are scaled by a
fixed piece of work, since machines differ; but no two machines differ by one number alone, so that
only who asks for it is held to them.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator
from typing import Any

import pytest

from tests.checks.cpu_budgets import BUDGETS, COLLECTION, REFERENCE_SECONDS
from tests.perft import Yardstick

SLACK = 2.0  # a busy machine's caches and shared cores cost processor time too
ROUNDS = 5
KEY = "cpu_seconds"


def cpu_seconds() -> float:
    """Return the processor time of this process and its ended children so far."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def over_budget(seconds: Counter[str], scale: float) -> list[str]:
    """Name the folders that took more than `SLACK` times their budget, times `scale`."""
    return [name for name in seconds if seconds[name] > SLACK * scale * BUDGETS.get(name, 0)]


class CpuMeter:
    """Measures in each worker, or in the only process; reports in the one that prints."""

    def __init__(self, config: pytest.Config) -> None:
        self.is_worker = hasattr(config, "workeroutput")
        self.mode: str | None = config.getoption("--cpu-budgets")
        self.seconds: Counter[str] = Counter()
        self.scale = 1.0

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Add a test with its fixtures; the first that is shared by others bears its cost."""
        start = cpu_seconds()
        done = yield
        folder = item.path.parent.relative_to(item.config.rootpath).as_posix()
        self.seconds[folder] += cpu_seconds() - start
        return done

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self) -> None:
        """Take what was used so far as the time of imports and collection."""
        self.seconds[COLLECTION] += cpu_seconds()

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Hand the sums to the process that prints; there, compare them with the budgets."""
        if self.is_worker:
            session.config.workeroutput[KEY] = dict(self.seconds)  # type: ignore[attr-defined]
        elif self.mode:
            yardstick = Yardstick()
            for _ in range(ROUNDS):
                yardstick.run()
            self.scale = yardstick.mean / REFERENCE_SECONDS
            over = over_budget(self.seconds, self.scale)
            if over and self.mode == "hold" and not session.exitstatus:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Add what an xdist worker measured."""
        self.seconds.update(getattr(node, "workeroutput", {}).get(KEY, {}))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the table of `--cpu-budgets`."""
        if not self.mode:
            return
        over = over_budget(self.seconds, self.scale)
        terminalreporter.section(f"processor time; this machine takes {self.scale:.2f} times ours")
        terminalreporter.write_line(f"{'seconds':>8} {'budget':>7}")
        for name, seconds in self.seconds.most_common():
            excess = f"  MORE THAN {SLACK:g} TIMES ITS BUDGET" if name in over else ""
            budget = self.scale * BUDGETS.get(name, 0)
            terminalreporter.write_line(f"{seconds:8.1f} {budget:7.1f}  {name}{excess}")
        terminalreporter.write_line(f"{self.seconds.total():8.1f}")
