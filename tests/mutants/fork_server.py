"""A process that imports and collects once, and forks for each list of tests to run.

    python -m tests.mutants.fork_server [OPTION OF PYTEST, or FILE ...]

It runs in a copy of the tree (`trial.Copy`), writes a line when all is collected, then reads a
request a line, in JSON, and answers each with a line. Two processes wait to be forked. One has
collected all tests: what it forks gives the functions of the mutated module their new code
(`code_patch`). For what runs at import that is too late: the other has imported nothing but
libraries, and what it forks imports the module from the copy.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TypedDict

import pytest

from tests.mutants import code_patch
from tests.mutants.executions import CHOSEN

# Those that take longest to import.
LIBRARIES = (
    "PIL.Image",
    "aiosqlite",
    "alembic.command",
    "babel.messages",
    "cryptography.fernet",
    "dateparser",
    "discord.ext.commands",
    "hypothesis",
    "msgspec",
    "numpy",
    "prometheus_client",
    "pytest_asyncio",
    "sqlalchemy.ext.asyncio",
    "xdist",
)
TEMPORARY = Path("../temporary")
LOG = Path("../log.txt")
OPTIONS = ["-x", "-q", "-s", "--assert=plain", "--tb=native", f"--basetemp={TEMPORARY}"]
MEMORY = 8 << 30  # bytes of addresses, for faults that never stop to append
IMPORT_SECONDS = 60  # of processor time, for a child that imports and collects
WAITING = 20  # times as long as a test may compute it may last, on a busy machine
SIGNALLED = -1


class Request(TypedDict):
    """Tests to run, by the seconds of processor time that each may take."""

    tests: dict[str, int]
    without: list[str]  # tests that are left out
    path: str  # of the module that is changed; "": none
    source: str
    mutated: str
    fresh: bool  # whether the module is to be imported anew


class Answer(TypedDict):
    """The result of a request."""

    status: int  # pytest's exit status, or SIGNALLED
    failed: str  # the test that failed first; "": none, or pytest came to none


def main() -> None:
    """Serve requests until the input ends."""
    requests, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w", buffering=1)
    _redirect()
    for library in LIBRARIES:
        import_module(library)
    collected, server = Pipe()
    if not os.fork():
        collected.close()
        os._exit(pytest.main([*CHOSEN, *OPTIONS, *sys.argv[1:]], plugins=[ForkingLoop(server)]))
    server.close()
    print(json.dumps(collected.recv()), file=answers)
    for line in requests:
        request: Request = json.loads(line)
        if request["fresh"]:
            answer = _run_fresh(request)
        else:
            collected.send(request)
            answer = collected.recv()
        print(json.dumps(answer), file=answers)
    collected.close()
    os.wait()


def _redirect() -> None:
    """Let tests read nothing, and write into the log."""
    log = os.open(LOG, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(log, 1)
    os.dup2(log, 2)


def _run_fresh(request: Request) -> Answer:
    child = Child(request["tests"])
    if child.is_here:
        left_out = [f"--deselect={test}" for test in request["without"]]
        os._exit(pytest.main([*CHOSEN, *OPTIONS, *left_out, *request["tests"]], plugins=[child]))
    return child.answer()


class ForkingLoop:
    """A pytest plugin: after collection, answer requests instead of running the tests."""

    def __init__(self, requests: Connection) -> None:
        self._requests = requests

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """In a child, choose the tests and let pytest run them; stay here until all are served."""
        if session.testsfailed:
            return None  # pytest tells what could not be collected
        functions = code_patch.living_functions()
        items = {item.nodeid: item for item in session.items}
        self._requests.send(len(session.items))
        for request in self._received():
            child = Child(request["tests"])
            if child.is_here:
                session.config.pluginmanager.register(child)
                if request["path"]:
                    file = str(session.config.rootpath / request["path"])
                    code_patch.patch(functions, file, request["source"], request["mutated"])
                left_out = set(request["without"])
                chosen = (test for test in request["tests"] if test not in left_out)
                session.items = [items[test] for test in chosen if test in items]
                return None
            self._requests.send(child.answer())
        return True

    def _received(self) -> Iterator[Request]:
        try:
            while True:
                yield self._requests.recv()
        except EOFError:
            return


class Child:
    """A process that runs tests, seen from itself and from its parent.

    In the child it is a pytest plugin that ends what takes too long, and tells which test fails
    first. `seconds`: what each test may take, by its name.
    """

    def __init__(self, seconds: dict[str, int]) -> None:
        self._seconds = seconds
        self._read, self._write = os.pipe()
        self._process = os.fork()
        self.is_here = not self._process
        if self.is_here:
            os.setpgid(0, 0)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            self._end_after(IMPORT_SECONDS)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Begin to count a test's seconds."""
        self._end_after(self._seconds[nodeid])

    def _end_after(self, seconds: int) -> None:
        end = int(time.process_time()) + 1 + seconds
        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (end, most))
        signal.setitimer(signal.ITIMER_REAL, WAITING * seconds)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Tell a test that fails."""
        if report.failed:
            os.write(self._write, f"{report.nodeid}\n".encode())

    def answer(self) -> Answer:
        """Wait until the child ends; end what it started."""
        _, status = os.waitpid(self._process, 0)
        with suppress(ProcessLookupError):
            os.killpg(self._process, signal.SIGKILL)
        os.close(self._write)
        with os.fdopen(self._read, "rb") as told:
            os.set_blocking(told.fileno(), False)
            failed = (told.read() or b"").decode().partition("\n")[0]
        return {
            "status": os.WEXITSTATUS(status) if os.WIFEXITED(status) else SIGNALLED,
            "failed": failed,
        }


if __name__ == "__main__":
    main()
