"""Measure which tests execute which lines, and what each costs, by one run of the suite.

This module is a pytest plugin too: with it, a run records the lines that each test executes, in
a coverage.py database whose contexts are the tests' node ids, and the seconds of processor time
that each test took. Lines that run in another process (a render worker, the bot of a journey) are
not recorded.
"""

from __future__ import annotations

import json
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from coverage import Coverage, CoverageData

ROOT = Path(__file__).parents[2]
FOLDER = "var/mutants"
DATABASE = "lines.db"
SECONDS = "seconds.json"
AT_IMPORT = ""  # the context of what no test executes
SOURCES = ("cogs", "engine", "render", "table")


class LineMap:
    """The tests that execute each line, and the seconds of processor time they take."""

    def __init__(self, root: Path = ROOT) -> None:
        self._root = root
        folder = root / FOLDER
        self._data = CoverageData(basename=str(folder / DATABASE))
        self._data.read()
        self._seconds: dict[str, float] = json.loads((folder / SECONDS).read_text("utf-8"))
        self.all_seconds = sum(self._seconds.values())
        self._made = (folder / SECONDS).stat().st_mtime
        self._files: dict[str, dict[int, set[str]]] = {}

    def tests_of(self, path: str, lines: range | None = None) -> list[str]:
        """Return the tests that execute one of these lines of a file, the fastest first.

        Without lines, or of a file that was changed since, they are those that execute anything in
        the file.
        """
        executed = self._executed(path)
        if lines is None or self.is_older_than(self._root / path):
            lines = range(max(executed, default=0) + 1)
        found = {test for line in lines for test in executed.get(line, ())}
        return self._fastest_first(found & self._seconds.keys())

    def runs_at_import(self, path: str, lines: range) -> bool:
        """Tell whether one of these lines is executed outside of tests, or may be, in a file that
        was changed since."""
        executed = self._executed(path)
        changed = self.is_older_than(self._root / path)
        return changed or any(AT_IMPORT in executed.get(line, ()) for line in lines)

    def _executed(self, path: str) -> dict[int, set[str]]:
        """Return what executes each line of a file."""
        if path not in self._files:
            self._files[path] = {
                line: set(tests) for line, tests in self._data.contexts_by_lineno(path).items()
            }
        return self._files[path]

    def tests_beside(self, folder: str) -> list[str]:
        """Return the tests of a folder, not of those in it, the fastest first."""
        return self._fastest_first({test for test in self._seconds if _folder(test) == folder})

    def changed_tests(self, folder: str) -> list[str]:
        """Return the test files of a folder that were changed since, or are new."""
        files = sorted((self._root / folder).glob("test_*.py"))
        return [f"{folder}/{path.name}" for path in files if self.is_older_than(path)]

    def is_older_than(self, path: Path) -> bool:
        """Tell whether a file was changed since the map was made."""
        return path.stat().st_mtime > self._made

    def seconds(self, test: str) -> float:
        """Return the processor time that a test took, or all of a file."""
        if test in self._seconds:
            return self._seconds[test]
        return sum(took for other, took in self._seconds.items() if _file(other) == test)

    def _fastest_first(self, tests: set[str]) -> list[str]:
        """Sort tests; for those in a file that was changed since, which may have another name,
        name the file, first."""
        files = {_file(test) for test in tests}
        kept = {file for file in files if (self._root / file).exists()}
        changed = {file for file in kept if self.is_older_than(self._root / file)}
        known = {test for test in tests if _file(test) in kept - changed}
        return sorted(changed) + sorted(known, key=lambda test: (self._seconds[test], test))


def _file(test: str) -> str:
    return test.partition("::")[0]


def _folder(test: str) -> str:
    return _file(test).rpartition("/")[0]


class LineRecorder:
    """The plugin's state in one process."""

    def __init__(self, config: pytest.Config) -> None:
        self.worker_output: dict[str, Any] | None = getattr(config, "workeroutput", None)
        worker = getattr(config, "workerinput", {}).get("workerid", "main")
        self.folder = config.rootpath / FOLDER
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self.coverage = Coverage(
            data_file=str(self.folder / DATABASE),
            data_suffix=worker,
            source=[str(config.rootpath / name) for name in SOURCES],
            config_file=False,
            concurrency=["greenlet", "thread"],  # SQLAlchemy's statements run in greenlets
        )
        self.coverage.set_option("run:relative_files", True)
        self.coverage._warn_no_data = False  # the process that only hands out tests has none

    def pytest_sessionstart(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Record what a test executes, with its fixtures, under its name."""
        start = time.process_time()
        self.coverage.switch_context(item.nodeid)
        done = yield
        self.coverage.switch_context(AT_IMPORT)
        self.seconds[item.nodeid] = time.process_time() - start
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test that fails even without a fault."""
        if report.failed:
            self.failed.add(report.nodeid)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Add what an xdist worker measured."""
        self.seconds.update(getattr(node, "workeroutput", {}).get(SECONDS, {}))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        """Write the database of this process; in the one that ends last, combine all."""
        self.coverage.stop()
        self.coverage.save()
        if self.worker_output is not None:
            self.worker_output[SECONDS] = self.seconds
            return
        whole = Coverage(data_file=str(self.folder / DATABASE), config_file=False)
        whole.set_option("run:relative_files", True)
        whole.combine([str(self.folder)])
        whole.save()
        passed = {test: took for test, took in self.seconds.items() if test not in self.failed}
        (self.folder / SECONDS).write_text(json.dumps(passed), "utf-8")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(LineRecorder(config))
