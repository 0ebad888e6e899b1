"""Find out which tests execute the statements that mutants change, and what each test costs.

One run of the suite finds it out. This module is a pytest plugin for it: modules with statements to
be changed are imported with a mark before each of these and at the start of each function, and
each test is noted with the marks that it passed and with its seconds of processor time. What runs
in another process (a render worker, the bot of a journey) is not noted.
"""

from __future__ import annotations

import ast
import builtins
import json
import shutil
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from typing import Any

import pytest

from tests.mutants.sample import ROOT, Mutant

FOLDER = "var/mutants"
PLACES = "places.json"
FOUND = "executions.json"
AT_IMPORT = ""  # stands for what no test executes
MARK = "__passed_mark__"
CHOSEN = ("-m", "not soak and not journey")


class Executions:
    """The tests that execute each statement, and the seconds of processor time they take."""

    def __init__(self, root: Path = ROOT) -> None:
        found = json.loads((root / FOLDER / FOUND).read_text("utf-8"))
        self._seconds: dict[str, float] = found["seconds"]
        self._passed: dict[str, list[str]] = found["passed"]
        if not self._seconds:
            raise RuntimeError("The suite has no test that passes.")
        self.all_seconds = sum(self._seconds.values())

    def tests_of(self, mutant: Mutant) -> set[str]:
        """Return the tests that execute its statement."""
        return self._known(self._passed.get(_mark(mutant.path, mutant.lines.start), ()))

    def tests_using(self, path: str) -> set[str]:
        """Return the tests that execute any function of a file."""
        marks = [mark for mark in self._passed if mark.startswith(_mark(path, ""))]
        return self._known(test for mark in marks for test in self._passed[mark])

    def runs_at_import(self, mutant: Mutant) -> bool:
        """Tell whether its statement is executed outside of tests."""
        return AT_IMPORT in self._passed.get(_mark(mutant.path, mutant.lines.start), ())

    def tests_beside(self, folder: str) -> set[str]:
        """Return the tests of a folder, not of those in it."""
        return {test for test in self._seconds if _folder(test) == folder}

    def seconds(self, test: str) -> float:
        """Return the processor time that a test took."""
        return self._seconds[test]

    def _known(self, tests: Iterable[str]) -> set[str]:
        """Leave out what is no test, and those that fail without a fault."""
        return set(tests) & self._seconds.keys()


def _mark(path: str, line: int | str) -> str:
    return f"{path}:{line}"


def _folder(test: str) -> str:
    return test.partition("::")[0].rpartition("/")[0]


def find(mutants: Iterable[Mutant], options: Sequence[str], root: Path = ROOT) -> Executions:
    """Run the suite, with these options of pytest, and return what executes these mutants."""
    lines: dict[str, set[int]] = defaultdict(set)
    for mutant in mutants:
        lines[mutant.path].add(mutant.lines.start)
    folder = root / FOLDER
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    places = {path: sorted(found) for path, found in lines.items()}
    (folder / PLACES).write_text(json.dumps(places), "utf-8")
    command = [sys.executable, "-m", "pytest", "-p", __name__, *CHOSEN, *options]
    subprocess.run(command, cwd=root, check=False)
    return Executions(root)


def with_marks(source: str, path: str, lines: Iterable[int]) -> ast.Module:
    """Return a module that passes a mark before these statements and in each function.

    A mark is a call with the path and the line. Statements are given by their first lines; what
    has none of its own (the head of a `case`, an `except`) is marked before the whole.
    """
    tree = ast.parse(source)
    wanted = set(lines)
    for node in list(ast.walk(tree)):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                setattr(node, name, list(_marked(block, path, wanted)))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            first = int(ast.get_docstring(node, clean=False) is not None)
            node.body.insert(first, _call(path, node, node.lineno))
    return ast.fix_missing_locations(tree)


def _marked(block: list[ast.stmt], path: str, wanted: set[int]) -> Iterator[ast.stmt]:
    for statement in block:
        for line in sorted(_own_lines(statement) & wanted):
            yield _call(path, statement, line)
        yield statement


def _own_lines(statement: ast.stmt) -> set[int]:
    """Return the lines of a statement that are of no statement in it."""
    decorators = [node.lineno for node in getattr(statement, "decorator_list", ())]
    lines = set(range(min([statement.lineno, *decorators]), _end(statement)))
    for inner in ast.walk(statement):
        if inner is not statement and isinstance(inner, ast.stmt):
            lines -= set(range(inner.lineno, _end(inner)))
    return lines


def _end(statement: ast.stmt) -> int:
    return (statement.end_lineno or statement.lineno) + 1


def _call(path: str, at: ast.stmt, line: int) -> ast.stmt:
    call = ast.Call(ast.Name(MARK, ast.Load()), [ast.Constant(_mark(path, line))], [])
    return ast.copy_location(ast.Expr(call), at)


class MarkingFinder(MetaPathFinder):
    """Finds the modules that are imported with marks; `places`: lines by path from the root."""

    def __init__(self, root: Path, places: dict[str, list[int]]) -> None:
        self._places = {str(root / path): (path, lines) for path, lines in places.items()}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: Any = None
    ) -> ModuleSpec | None:
        """Return a module's spec when it is one of them."""
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.origin not in self._places:
            return None
        spec.loader = MarkingLoader(fullname, spec.origin, *self._places[spec.origin])
        return spec


class MarkingLoader(SourceFileLoader):
    """Loads a module with marks, without bytecode."""

    def __init__(self, fullname: str, origin: str, path: str, lines: list[int]) -> None:
        super().__init__(fullname, origin)
        self._place = path, lines

    def get_code(self, fullname: str) -> Any:
        """Compile the module with its marks."""
        tree = with_marks(Path(self.path).read_text("utf-8"), *self._place)
        return compile(tree, self.path, "exec", dont_inherit=True)


class ExecutionRecorder:
    """The plugin's state in one process."""

    def __init__(self, config: pytest.Config) -> None:
        self._folder = config.rootpath / FOLDER
        self._seconds: dict[str, float] = {}
        self._passed: dict[str, list[str]] = defaultdict(list)
        self._failed: set[str] = set()
        self._now: set[str] = set()
        setattr(builtins, MARK, self._now.add)
        places = json.loads((self._folder / PLACES).read_text("utf-8"))
        sys.meta_path.insert(0, MarkingFinder(config.rootpath, places))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Note what a test executes, with its fixtures, under its name."""
        self._note(AT_IMPORT)
        start = time.process_time()
        done = yield
        self._seconds[item.nodeid] = time.process_time() - start
        self._note(item.nodeid)
        return done

    def _note(self, test: str) -> None:
        for mark in self._now:
            self._passed[mark].append(test)
        self._now.clear()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test that fails even without a fault."""
        if report.failed:
            self._failed.add(report.nodeid)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Add what an xdist worker noted."""
        told = getattr(node, "workeroutput", {})
        self._seconds.update(told.get("seconds", {}))
        for mark, tests in told.get("passed", {}).items():
            self._passed[mark] += tests

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Tell the process that hands out tests; there, write all."""
        passed = {mark: sorted(set(tests)) for mark, tests in self._passed.items()}
        worker_output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
        if worker_output is not None:
            worker_output.update(seconds=self._seconds, passed=passed)
            return
        seconds = {test: took for test, took in self._seconds.items() if test not in self._failed}
        found = {"seconds": seconds, "passed": passed}
        (self._folder / FOUND).write_text(json.dumps(found), "utf-8")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Begin before a conftest.py imports any of the modules."""
    early_config.pluginmanager.register(ExecutionRecorder(early_config))
