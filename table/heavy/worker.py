"""A worker process with limits of memory and time, for work on what strangers sent."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import resource
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, Protocol

from table.errors import Refusal

MEMORY = 384 << 20  # bytes of data that a worker may hold
NICENESS = 10  # moves go before replays


class OverLimit(Exception):
    """The work took too much memory or time, or was cancelled; its process has ended."""


class HeavyWorker(Protocol):
    """Runs one piece of work at a time. Its methods but `kill` block: they are for threads."""

    @property
    def alive(self) -> bool:
        """Return whether it can take more work."""

    def run(self, work: Callable[..., Any], args: tuple[Any, ...], seconds: float) -> Any:
        """Return the result of the work; re-raise its exception.

        Raises OverLimit when it takes too long or too much; the worker has ended then.
        """

    def kill(self) -> None:
        """End it at once; work under way raises OverLimit."""

    def close(self) -> None:
        """End it and free what belongs to it."""


class Worker:
    """A heavy worker that is a process here."""

    def __init__(self, memory: int = MEMORY) -> None:
        context = multiprocessing.get_context("forkserver")
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, memory), daemon=True)
        self._process.start()
        theirs.close()

    def run(self, work: Callable[..., Any], args: tuple[Any, ...], seconds: float) -> Any:
        """Return the result of the work; re-raise its exception. Raises OverLimit."""
        try:
            self._ours.send((work, args))
            if not self._ours.poll(seconds):
                raise OverLimit("time")
            done, result = self._ours.recv()
        except (EOFError, OSError):
            raise OverLimit("ended") from None
        if isinstance(result, MemoryError):
            raise OverLimit("memory")
        if not done:
            raise result
        return result

    @property
    def alive(self) -> bool:
        """Return whether the process can take more work."""
        return self._process.is_alive()

    def kill(self) -> None:
        """End the process at once; work under way raises OverLimit."""
        self._process.kill()

    def close(self) -> None:
        """End the process and free what belongs to it."""
        self._process.kill()
        self._process.join()
        self._ours.close()


def _serve(connection: Connection, memory: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    with contextlib.suppress(EOFError, OSError):
        while True:
            work, args = connection.recv()
            answer = _answer(work, args)
            del work, args
            connection.send(answer)
            if isinstance(answer[1], MemoryError):
                return


def _answer(work: Callable[..., Any], args: tuple[Any, ...]) -> tuple[bool, Any]:
    try:
        return True, work(*args)
    except MemoryError:
        return False, MemoryError()
    except Refusal as refusal:
        return False, Refusal(str(refusal), refusal.choices)
    except Exception as error:
        return False, RuntimeError(f"{type(error).__name__}: {error}")


def _exit_with_parent() -> None:
    """End this process when the bot ends, even if that was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
