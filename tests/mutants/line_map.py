"""Measure which tests execute which lines, and how long each takes, by one run of the suite.

This module is a pytest plugin too: with it, a run records the lines that each test executes, in
a coverage.py database whose contexts are the tests' node ids, and the seconds that each test took.
Lines that run in another process (a render worker, the bot of a journey) are not recorded.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from pathlib import Path

import pytest
from coverage import Coverage, CoverageData

ROOT = Path(__file__).parents[2]
FOLDER = "var/mutants"
DATABASE = "lines.db"
SECONDS = "seconds.json"
AT_IMPORT = ""  # the context of what no test executes
SOURCES = ("cogs", "engine", "render", "table")


class LineMap:
    """The tests that execute each line, and the seconds they take."""

    def __init__(self, root: Path = ROOT) -> None:
        self._root = root
        folder = root / FOLDER
        self._data = CoverageData(basename=str(folder / DATABASE))
        self._data.read()
        self._seconds: dict[str, float] = json.loads((folder / SECONDS).read_text("utf-8"))
        self._made = (folder / SECONDS).stat().st_mtime
        self._files: dict[str, dict[int, set[str]]] = {}

    def tests_of(self, path: str, lines: range) -> list[str]:
        """Return the tests that execute one of these lines of a file, the fastest first.

        Of a file that was changed since, and of what is executed at import, they are those that
        execute anything in the file.
        """
        if path not in self._files:
            self._files[path] = {
                line: set(tests) for line, tests in self._data.contexts_by_lineno(path).items()
            }
        executed = self._files[path]
        found = {test for line in lines for test in executed.get(line, ())}
        if AT_IMPORT in found or self.is_older_than(self._root / path):
            found = {test for tests in executed.values() for test in tests}
        return self._fastest_first(found & self._seconds.keys())

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

    def seconds(self, tests: list[str]) -> float:
        """Return how long tests took together."""
        return sum(self._seconds.get(test, 0.0) for test in tests)

    def _fastest_first(self, tests: set[str]) -> list[str]:
        """Sort tests; leave out those whose file was changed since: they may have another name."""
        files = {test: self._root / test.partition("::")[0] for test in tests}
        changed = {file for file in set(files.values()) if self._is_stale(file)}
        known = (test for test, file in files.items() if file not in changed)
        return sorted(known, key=lambda test: (self._seconds[test], test))

    def _is_stale(self, file: Path) -> bool:
        return not file.exists() or self.is_older_than(file)


def _folder(test: str) -> str:
    return test.partition("::")[0].rpartition("/")[0]


class LineRecorder:
    """The plugin's state in one process."""

    def __init__(self, config: pytest.Config) -> None:
        worker = getattr(config, "workerinput", {}).get("workerid", "main")
        self.is_worker = worker != "main"
        self.folder = config.rootpath / FOLDER
        self.seconds: dict[str, float] = {}
        self.coverage = Coverage(
            data_file=str(self.folder / DATABASE),
            data_suffix=worker,
            source=[str(config.rootpath / name) for name in SOURCES],
            config_file=False,
        )
        self.coverage.set_option("run:relative_files", True)
        self.coverage._warn_no_data = False  # the process that only hands out tests has none

    def pytest_sessionstart(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Record what a test executes, with its fixtures, under its name."""
        self.coverage.switch_context(item.nodeid)
        done = yield
        self.coverage.switch_context(AT_IMPORT)
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up a test's phases; leave out those that fail even without a fault."""
        total = self.seconds.get(report.nodeid, 0.0) + report.duration
        self.seconds[report.nodeid] = float("inf") if report.failed else total

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        """Write the database of this process; in the one that ends last, combine all."""
        self.coverage.stop()
        self.coverage.save()
        if self.is_worker:
            return
        whole = Coverage(data_file=str(self.folder / DATABASE), config_file=False)
        whole.set_option("run:relative_files", True)
        whole.combine([str(self.folder)])
        whole.save()
        passed = {test: took for test, took in self.seconds.items() if took < float("inf")}
        (self.folder / SECONDS).write_text(json.dumps(passed), "utf-8")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(LineRecorder(config))
