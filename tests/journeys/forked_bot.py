"""The bot's process, forked from one that has imported everything: it starts in a fraction of the
time, and is then the same as a process of its own."""

from __future__ import annotations

import multiprocessing
import os
import runpy
import sys
from collections.abc import Mapping, Sequence
from multiprocessing import forkserver
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

from tests.journeys.parts import Bot

PRELOADED = [
    "pytest",
    "app.command_line",
    "cogs.ui.render_worker",
    "tests.deep",
    "tests.doomed",
    "tests.forging",
    "tests.toys.council.ruleset",
    "tests.toys.guessing",
    "tests.toys.mastered",
    "tests.toys.waiting",
    "tests.toys.wandering",
]
END = 120  # seconds


def run(environment: Mapping[str, str], log: Path, arguments: Sequence[str]) -> None:
    """Be the bot, and end with its exit status."""
    with log.open("ab") as file:
        for output in (sys.stdout, sys.stderr):
            os.dup2(file.fileno(), output.fileno())
    os.environ.update(environment)
    server: Any = forkserver._forkserver
    server.ensure_running = lambda: None  # what draws is forked from the same process
    sys.argv[1:] = arguments
    runpy.run_module("tests.journeys.host", run_name="__main__")


class ForkedBot(Bot):
    """A bot that starts in a fraction of the time."""

    _forked: ForkServerProcess | None = None

    def launch(self) -> None:
        """Start it, and wait for nothing."""
        self.starts += 1
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(PRELOADED)
        arguments = (str(self.starts), str(self.seconds))
        self._forked = context.Process(target=run, args=(self.environment, self.log, arguments))
        self._forked.start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._forked is not None
        assert self._forked.pid is not None
        return self._forked.pid

    def wait(self) -> int:
        """Wait until it ends by itself; the exit status."""
        assert self._forked is not None
        self._forked.join(END)
        status = self._forked.exitcode
        self._forked.kill()  # what has not ended would be waited for at the end of the tests
        self._forked = None
        assert status is not None, "it did not end"
        return status

    def kill(self) -> None:
        """SIGKILL: no goodbye."""
        if self._forked is not None:
            self._forked.kill()
            self._forked.join(END)
            self._forked = None

    def stop(self) -> int:
        """SIGTERM; the exit status."""
        if self._forked is None:
            return 0
        self._forked.terminate()
        return self.wait()
