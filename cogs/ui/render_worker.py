"""A process that draws. It imports neither Discord nor the rules, which it would only carry."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Mapping
from typing import TypeVar

import render
from engine.contract.sprites import SpriteSheet
from render import TileLibrary

T = TypeVar("T")

_tiles: TileLibrary | None = None


def start(sheets: tuple[SpriteSheet, ...]) -> None:
    """Prepare a worker process: load its tiles, leave Ctrl-C to the bot, end with the bot."""
    global _tiles
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    _tiles = TileLibrary(sheets)


def _exit_with_parent() -> None:
    """End this process when the bot ends, even if that was killed: an idle worker would wait for
    its next call for ever, because it holds the other end of the queue as well."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def in_words(said: Mapping[str, str], work: Callable[..., T], *args: object) -> T:
    """Call a function of `render` with other words for its own (see `render.translated`)."""
    with render.translated(said):
        return work(*args)


def with_tiles(work: Callable[..., T], *args: object, **also: object) -> T:
    """Call a function of `render` with the worker's tiles."""
    return work(*args, tiles=_tiles, **also)
