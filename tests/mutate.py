"""`make mutate`: switch off each ability in turn; a test that shows it at work must fail.

Tests name the abilities they show: `@pytest.mark.ability("Charge")`. The abilities that share a
name are told apart as on the sheet, `Dexterity (Evasion)`. The exit status is 1 when the tests of
an ability all pass without it, or when one has no test.
"""

import contextlib
import io
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from engine.sil.data import bundle
from engine.sil.data.records import AbilityRef
from engine.sil.hero import abilities, derived
from engine.sil.state import Hero

TESTS = "tests/engine/sil"


class Collector:
    """A pytest plugin that collects the ids of the tests of each ability, and of failed tests."""

    def __init__(self) -> None:
        self.tests: dict[str, list[str]] = defaultdict(list)
        self.failed: list[str] = []

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            for mark in item.iter_markers("ability"):
                for name in mark.args:
                    self.tests[name].append(item.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)


def _pytest(*args: str) -> Collector:
    collector = Collector()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        pytest.main(["-q", "-p", "no:cacheprovider", *args], plugins=[collector])
    return collector


@contextmanager
def disabled(ref: AbilityRef) -> Iterator[None]:
    """Disable an ability: it can be bought and owned, but is never active."""
    active, add_all = Hero.active, derived._own_abilities

    def is_active(hero: Hero, ability: AbilityRef) -> bool:
        return ability != ref and active(hero, ability)

    def add_own_abilities(hero: Hero, out: derived.Breakdown) -> None:
        add_all(hero, out)
        out.active -= {ref}

    Hero.active, derived._own_abilities = is_active, add_own_abilities  # type: ignore[method-assign]
    try:
        yield
    finally:
        Hero.active, derived._own_abilities = active, add_all  # type: ignore[method-assign]


def main(asked: list[str]) -> int:
    """Test without each of these abilities, or of all; return the exit status."""
    tests = _pytest("--collect-only", TESTS).tests
    status = 0
    for ability in bundle.load().abilities.values():
        name = abilities.name(bundle.load(), ability.ref)
        if asked and name not in asked:
            continue
        if name not in tests:
            print(f"{name}: no test shows it")
            status = 1
            continue
        with disabled(ability.ref):
            failed = _pytest(*tests[name]).failed
        if failed:
            print(f"{name}: {failed[0].rpartition('::')[2]}", flush=True)
        else:
            print(f"{name}: survives {len(tests[name])} tests", flush=True)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
