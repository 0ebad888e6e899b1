"""Try a mutant: in a copy of the tree, run the tests that may notice it until one does."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib.util import cache_from_source
from pathlib import Path, PurePosixPath
from typing import Any

from tests.mutants import code_patch, fork_server
from tests.mutants.executions import Executions
from tests.mutants.fork_server import Answer, Request
from tests.mutants.sample import ROOT, Mutant

ALL_SHARE = 0.08  # of the suite's processor time that the tests of one mutant may take
PROCESSES = 4  # that try mutants: some tests mostly wait
LEAST_SECONDS = 5.0  # that they may take of a small suite
RECORDED = "tests/recorded/"
FAVOUR = 0.1  # by which seconds of the nearest and the recorded tests count less than others'
FEW = 10  # tests that execute a line in a function whose results are kept
START_SECONDS = 5  # of processor time, for what a test needs before it can begin
SLOWER = 5  # times as long as measured is endless
NOTICED = (1, 2, 4, fork_server.SIGNALLED)  # 2, 4: its module cannot even be imported
PASSED = (0, 5)


class Copy:
    """A copy of the tree in a temporary folder, without what git ignores, and the fork server that
    runs tests in it."""

    def __init__(self, options: Sequence[str] = (), root: Path = ROOT) -> None:
        self._outer = Path(tempfile.mkdtemp(prefix="mutants-"))
        self.folder = self._outer / "tree"
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(listed, cwd=root, capture_output=True, text=True, check=True).stdout
        for name in filter(None, names.split("\0")):
            if (root / name).is_file():
                target = self.folder / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(root / name, target)
        self._sound: set[str] = set()
        self._unsound: set[str] = set()  # they fail in the copy without any fault
        # Without bytecode each fork would compile everything anew.
        changed = {"PYTHONDONTWRITEBYTECODE": "", "HYPOTHESIS_PROFILE": "mutants"}
        self._server = subprocess.Popen(
            [sys.executable, "-m", fork_server.__name__, *options],
            cwd=self.folder,
            env={**os.environ, **changed},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._receive()  # it has collected: now the tree may be changed

    def remove(self) -> None:
        """End the server, and delete the folder."""
        self._server.communicate()
        shutil.rmtree(self._outer)

    def notices(self, mutant: Mutant, tests: dict[str, int], *, fresh: bool) -> bool:
        """Tell whether a test fails on a mutant, or does not end in its seconds.

        `fresh`: whether the module is imported anew.
        """
        request: Request = {
            "tests": tests,
            "without": sorted(self._unsound),
            "path": mutant.path,
            "source": mutant.source,
            "mutated": mutant.mutated,
            "fresh": fresh,
        }
        self._write(mutant.path, mutant.mutated)
        try:
            answer = self._ask(request)
        finally:
            self._write(mutant.path, mutant.source)
        failed = answer["failed"]
        if not failed or self._is_sound(failed, request):
            return answer["status"] in NOTICED
        return self.notices(mutant, tests, fresh=fresh)

    def _is_sound(self, test: str, request: Request) -> bool:
        """Tell whether a test passes in the copy without a fault."""
        if test not in self._sound | self._unsound:
            limit = max(request["tests"].values())
            whole: Request = {**request, "tests": {test: limit}, "path": "", "fresh": False}
            passes = self._ask(whole)["status"] in PASSED
            (self._sound if passes else self._unsound).add(test)
        return test in self._sound

    def _ask(self, request: Request) -> Answer:
        assert self._server.stdin is not None
        self._server.stdin.write(f"{json.dumps(request)}\n")
        self._server.stdin.flush()
        answer: Answer = self._receive()
        if answer["status"] not in (*NOTICED, *PASSED):
            raise RuntimeError(f"pytest came to no result: {answer}\n{self._log()}")
        return answer

    def _receive(self) -> Any:
        assert self._server.stdout is not None
        line = self._server.stdout.readline()
        if not line:
            raise RuntimeError(f"the fork server has ended:\n{self._log()}")
        return json.loads(line)

    def _log(self) -> str:
        return (self.folder / fork_server.LOG).read_text("utf-8", "replace")[-5000:]

    def _write(self, path: str, source: str) -> None:
        """Write a module, and drop its bytecode: it is told from the new one's by whole seconds."""
        target = self.folder / path
        target.write_text(source, "utf-8")
        Path(cache_from_source(str(target))).unlink(missing_ok=True)


def notices(copy: Copy, executions: Executions, mutant: Mutant) -> bool:
    """Tell whether a test fails on a mutant, or does not end."""
    return any(
        copy.notices(mutant, limits(executions, tests), fresh=fresh)
        for tests, fresh in batches(executions, mutant)
        if tests
    )


def limits(executions: Executions, tests: list[str]) -> dict[str, int]:
    """Return the seconds after which each test will never end."""
    return {test: START_SECONDS + int(SLOWER * executions.seconds(test)) for test in tests}


def batches(executions: Executions, mutant: Mutant) -> Iterator[tuple[list[str], bool]]:
    """Yield the tests to run, and whether the module must be imported anew for them.

    They are those that execute the statement, the fastest first, the nearest and the recorded ones
    before others of their length; where none does, those that use the module, for what other
    processes execute is not known. A statement that few execute may be in a function whose results
    are cached, or in a migration, which alembic loads: the tests beside use it. What is executed at
    import is used by these and by all that execute anything in the module.
    """
    near = nearest_tests(mutant.path)
    executing = executions.tests_of(mutant) or executions.tests_using(mutant.path)
    beside = executions.tests_beside(near)
    tests = _likely_first(executions, near, executing)
    if len(executing) <= FEW:
        tests += _likely_first(executions, near, beside)
    yield _affordable(executions, tests), not code_patch.can_patch(mutant.source, mutant.mutated)
    if executions.runs_at_import(mutant):
        using = executions.tests_using(mutant.path) | beside
        yield _affordable(executions, [*tests, *_likely_first(executions, near, using)]), True


def _likely_first(executions: Executions, near: str, tests: set[str]) -> list[str]:
    """Sort tests by their seconds, as a fast one notices as much as a slow one; those of the
    nearest folder notice more, and the recorded ones tell of whatever comes of a line."""
    favoured = (f"{near}/", RECORDED)

    def order(test: str) -> tuple[float, str]:
        seconds = executions.seconds(test)
        return (seconds * FAVOUR if test.startswith(favoured) else seconds), test

    return sorted(tests, key=order)


def _affordable(executions: Executions, tests: list[str]) -> list[str]:
    """Return as many of the tests as may be run, from the first."""
    chosen: list[str] = []
    spent, most = 0.0, max(LEAST_SECONDS, ALL_SHARE * executions.all_seconds)
    for test in dict.fromkeys(tests):
        spent += executions.seconds(test)
        if spent < most:
            chosen.append(test)
    return chosen


def nearest_tests(path: str, root: Path = ROOT) -> str:
    """Return the folder of tests that mirrors a module's, or the first above that exists."""
    folder = PurePosixPath("tests", path).parent
    while not (root / folder).is_dir():
        folder = folder.parent
    return folder.as_posix()
