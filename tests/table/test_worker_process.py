"""The process of heavy work: its limits and its answers."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from types import SimpleNamespace

import pytest

from table.heavy import worker
from tests.table.test_heavy import double, fail, refuse

MEMORY = 123 << 20


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch) -> tuple[Connection, Connection]:
    """Return both ends of a pipe for a worker that lays its limits on nobody."""
    monkeypatch.setattr(worker, "os", SimpleNamespace(nice=lambda _: 0))
    monkeypatch.setattr(worker, "resource", SimpleNamespace(setrlimit=lambda *_: 0, RLIMIT_DATA=0))
    monkeypatch.setattr(worker, "_exit_with_parent", lambda: None)
    monkeypatch.setattr(
        worker, "signal", SimpleNamespace(signal=lambda *_: None, SIGINT=2, SIG_IGN=1)
    )
    return multiprocessing.Pipe()


def test_a_worker_answers_piece_by_piece_until_its_memory_is_full(
    pipe: tuple[Connection, Connection],
) -> None:
    ours, theirs = pipe
    for work, args in ((double, (21,)), (refuse, ()), (fail, (MemoryError("x"),)), (double, (4,))):
        ours.send((work, args))
    worker._serve(theirs, MEMORY)
    answers = [ours.recv() for _ in range(3)]
    assert answers[0] == (True, 42)
    assert [(done, type(result).__name__) for done, result in answers[1:]] == [
        (False, "Refusal"),
        (False, "MemoryError"),
    ]
    assert not ours.poll(0)


def test_a_worker_ends_when_the_bot_has_closed_its_end(pipe: tuple[Connection, Connection]) -> None:
    ours, theirs = pipe
    ours.send((double, (1,)))
    ours.close()
    worker._serve(theirs, MEMORY)  # it comes to an end


def test_a_worker_lays_its_limits_on_itself_before_any_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    laid: list[object] = []
    watching, watched = list[bool](), threading.Event()

    def watch() -> None:
        watching.append(threading.current_thread().daemon)
        watched.set()

    def note(name: str) -> Callable[..., None]:
        return lambda *args: laid.append((name, *args))

    monkeypatch.setattr(signal, "signal", note("signal"))
    monkeypatch.setattr(os, "nice", note("nice"))
    monkeypatch.setattr(worker.resource, "setrlimit", note("limit"))
    monkeypatch.setattr(worker, "_exit_with_parent", watch)
    ours, theirs = multiprocessing.Pipe()
    ours.close()
    worker._serve(theirs, MEMORY)
    assert watched.wait(60)
    assert watching == [True]
    assert laid == [
        ("signal", signal.SIGINT, signal.SIG_IGN),
        ("nice", 10),
        ("limit", worker.resource.RLIMIT_DATA, (MEMORY, MEMORY)),
    ]


@pytest.mark.parametrize(("parent", "ended"), [(True, [("join",), ("exit", 1)]), (False, [])])
def test_a_worker_ends_with_the_bot(
    monkeypatch: pytest.MonkeyPatch, parent: bool, ended: list[object]
) -> None:
    seen: list[object] = []
    bot = SimpleNamespace(join=lambda: seen.append(("join",))) if parent else None
    monkeypatch.setattr(worker.multiprocessing, "parent_process", lambda: bot)
    monkeypatch.setattr(os, "_exit", lambda status: seen.append(("exit", status)))
    worker._exit_with_parent()
    assert seen == ended


class SlowlyEndingProcess:
    """A process that takes a moment to end after it was killed."""

    def __init__(self) -> None:
        self.killed, self.alive = False, True

    def kill(self) -> None:
        """Begin to end."""
        self.killed = True

    def join(self) -> None:
        """End."""
        assert self.killed
        self.alive = False

    def is_alive(self) -> bool:
        """Return whether it has not ended."""
        return self.alive


def test_a_worker_that_was_closed_has_ended_and_takes_no_work() -> None:
    ours, theirs = multiprocessing.Pipe()
    ended = worker.Worker.__new__(worker.Worker)
    ended._process, ended._ours = SlowlyEndingProcess(), ours
    assert ended.alive
    ended.close()
    assert not ended.alive
    with pytest.raises(worker.OverLimit, match="ended"):
        ended.run(double, (1,), 0.0)
    with pytest.raises(EOFError):
        theirs.recv()
