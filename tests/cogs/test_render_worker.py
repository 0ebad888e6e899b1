"""A process that draws leaves Ctrl-C to the bot, loads its tiles, and ends after the bot."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.ui import render_worker
from table.heavy import worker


def test_a_worker_that_starts_leaves_ctrl_c_to_the_bot_and_loads_its_tiles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    left: list[tuple[object, ...]] = []
    daemons: list[bool] = []
    watched = threading.Event()

    def watch() -> None:
        daemons.append(threading.current_thread().daemon)
        watched.set()

    monkeypatch.setattr(signal, "signal", lambda *args: left.append(args))
    monkeypatch.setattr(render_worker, "_exit_with_parent", watch)
    monkeypatch.setattr(render_worker, "_tiles", None)
    monkeypatch.setattr(render_worker, "TileLibrary", lambda sheets: ("tiles of", sheets))
    render_worker.start(())
    assert watched.wait(60)
    assert (left, daemons) == ([(signal.SIGINT, signal.SIG_IGN)], [True])
    assert render_worker.with_tiles(lambda *args, **also: (args, also), 1, b=2) == (
        (1,),
        {"tiles": ("tiles of", ()), "b": 2},
    )


@pytest.mark.parametrize("process", [render_worker, worker])
@pytest.mark.parametrize("has_parent", [True, False])
def test_a_worker_that_draws_or_replays_ends_after_the_bot_and_not_where_there_is_none(
    monkeypatch: pytest.MonkeyPatch, process: Any, has_parent: bool
) -> None:
    done: list[object] = []
    parent = SimpleNamespace(join=lambda: done.append("joined")) if has_parent else None
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: parent)
    monkeypatch.setattr(os, "_exit", done.append)
    process._exit_with_parent()
    assert done == (["joined", 1] if has_parent else [])
