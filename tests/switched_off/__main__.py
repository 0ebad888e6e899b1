"""`make mutate`: switch off one thing after another; a test that shows it at work must fail.

    python -m tests.switched_off [RULESET ...] [NAME ...]

Each module of this package yields the mutants of one ruleset. The exit status is 1 when the
tests of a mutant all pass, or when a thing has no test.
"""

from __future__ import annotations

import contextlib
import io
import sys
from types import ModuleType

import pytest

from tests.switched_off import SwitchedOff, delve, sil

RULESETS: dict[str, ModuleType] = {"delve": delve, "sil": sil}


class Collector:
    """A pytest plugin that keeps the collected tests, and counts those that passed."""

    def __init__(self) -> None:
        self.items: list[pytest.Item] = []
        self.failed: list[str] = []
        self.passed = 0

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        self.items = list(items)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)
        self.passed += report.passed and report.when == "call"


def _pytest(*args: str) -> Collector:
    collector = Collector()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        pytest.main(["-q", "-p", "no:cacheprovider", *args], plugins=[collector])
    return collector


def survives(mutant: SwitchedOff, items: list[pytest.Item]) -> bool:
    """Run the tests that show a thing without it; tell, and return whether nothing was noticed."""
    tests = [item.nodeid for item in items if mutant.shows(item)]
    if not tests:
        print(f"{mutant.name}: no test shows it")
        return True
    with mutant.off():
        run = _pytest("-x", *tests)
    survived = f"survives {run.passed} of {len(tests)} tests"
    told = run.failed[0].rpartition("::")[2] if run.failed else survived
    print(f"{mutant.name}: {told}", flush=True)
    return not run.failed


def main(asked: list[str]) -> int:
    """Test the mutants of these rulesets or names, or all; return the exit status."""
    rulesets = [name for name in asked if name in RULESETS] or list(RULESETS)
    names = [name for name in asked if name not in RULESETS]
    status = 0
    for ruleset in rulesets:
        module = RULESETS[ruleset]
        mutants = [each for each in module.mutants() if not names or each.name in names]
        items = _pytest("--collect-only", "-m", "not soak", module.TESTS).items if mutants else []
        status |= sum(survives(mutant, items) for mutant in mutants) > 0
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
