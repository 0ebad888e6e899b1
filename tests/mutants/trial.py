"""Try a mutant: in a copy of the tree, run the tests that may notice it until one does."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import cache_from_source
from pathlib import Path, PurePosixPath

from tests.mutants.line_map import ROOT, LineMap
from tests.mutants.sample import Mutant

FIRST_SECONDS = 5.0  # of the tests that are tried before the others
ALL_SECONDS = 45.0  # as long as the tests of one mutant may take, as they were measured
PROCESSES = 2  # that record the map, and that try mutants
FEW = 10  # tests that execute a line in a function whose results are kept
START_SECONDS = 60.0  # for a busy machine to import and collect
NOTICED = (1, 2, 4)  # pytest's exit status: a test fails, or its module cannot even be imported
PASSED = (0, 5)


class Copy:
    """A copy of the tree in a temporary folder, without what git ignores, to put faults in."""

    def __init__(self, root: Path = ROOT) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="mutants-"))
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(listed, cwd=root, capture_output=True, text=True, check=True).stdout
        for name in filter(None, names.split("\0")):
            if (root / name).is_file():
                target = self.folder / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(root / name, target)

    def write(self, path: str, source: str) -> None:
        """Write a module, and drop its bytecode: it is told from the new one's by whole seconds."""
        target = self.folder / path
        target.write_text(source, "utf-8")
        Path(cache_from_source(str(target))).unlink(missing_ok=True)

    def remove(self) -> None:
        """Delete it."""
        shutil.rmtree(self.folder)

    def run(self, tests: list[str], seconds: float) -> bool:
        """Run tests until one fails; return whether one does, or they take longer than that."""
        listed = self.folder / "tests-to-run.txt"
        listed.write_text("\n".join(tests), "utf-8")
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-x",
            "-m",
            "not soak and not journey",
            f"@{listed}",
        ]
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
        try:
            done = subprocess.run(
                command, cwd=self.folder, env=environment, capture_output=True, timeout=seconds
            )
        except subprocess.TimeoutExpired:
            return True
        if done.returncode not in (*NOTICED, *PASSED):
            raise RuntimeError(f"pytest ended with {done.returncode}: {done.stdout.decode()}")
        return done.returncode in NOTICED


def notices(copy: Copy, line_map: LineMap, mutant: Mutant) -> bool:
    """Tell whether a test fails on a mutant, or does not end."""
    copy.write(mutant.path, mutant.mutated)
    try:
        return any(
            copy.run(tests, START_SECONDS + 10 * line_map.seconds(tests))
            for tests in batches(line_map, mutant)
        )
    finally:
        copy.write(mutant.path, mutant.source)


def batches(line_map: LineMap, mutant: Mutant) -> Iterator[list[str]]:
    """Yield the tests to run, in two lists: the nearest and fastest first.

    They are those that execute the line, and files of tests changed since the map was made. A line
    that few execute may be in a function whose results are cached: the others beside them use it.
    """
    near = nearest_tests(mutant.path)
    executing = line_map.tests_of(mutant.path, mutant.lines)
    nearest = [test for test in executing if test.startswith(f"{near}/")]
    beside = line_map.tests_beside(near) if 0 < len(executing) <= FEW else []
    first: list[str] = []
    rest: list[str] = []
    spent = 0.0
    for test in dict.fromkeys([*line_map.changed_tests(near), *nearest, *executing, *beside]):
        spent += line_map.seconds([test])
        if spent < ALL_SECONDS:
            (first if spent < FIRST_SECONDS else rest).append(test)
    yield from filter(None, (first, rest))


def nearest_tests(path: str, root: Path = ROOT) -> str:
    """Return the folder of tests that mirrors a module's, or the first above that exists."""
    folder = PurePosixPath("tests", path).parent
    while not (root / folder).is_dir():
        folder = folder.parent
    return folder.as_posix()
