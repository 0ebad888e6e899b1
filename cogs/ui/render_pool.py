"""A pool of processes that draw pictures, so that no answer waits for Python while another map is
drawn."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, TypeVarTuple

import render
from cogs.ui import render_worker
from cogs.ui.languages import translations
from engine.contract.sprites import SpriteSheet

if TYPE_CHECKING:
    from table.store.elsewhere import Elsewhere

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

_CONTAINER_LIMIT = Path("/sys/fs/cgroup/memory.max")
_WORKER_BYTES = 256 << 20  # a worker with a film in hand, generously


def count_workers(cores: int, memory: int) -> int:
    """Return how many workers a machine gets, started when needed: two where there is room, for
    one may be busy with a film while another draws the next turn. `memory`: bytes, of which
    the workers take half at most."""
    return max(1, min(max(2, cores // 2), memory // 2 // _WORKER_BYTES))


def memory_limit() -> int:
    """Return how many bytes the machine has, or the container that this runs in."""
    whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    try:
        return min(whole, int(_CONTAINER_LIMIT.read_text()))
    except (OSError, ValueError):  # no container, or one without a limit ("max")
        return whole


class RenderPool:
    """Worker processes that draw. `sheets`: tiles of others, drawn instead of ours; `elsewhere`:
    workers of other machines, which draw what they take at once.

    A worker that was killed breaks its whole `ProcessPoolExecutor`: the pool then makes a new one
    and draws the interrupted pictures once more.
    """

    def __init__(
        self, sheets: Sequence[SpriteSheet] = (), elsewhere: Elsewhere | None = None
    ) -> None:
        self._sheets = tuple(sheets)
        self._elsewhere = elsewhere
        self._executor = self._new_executor()

    def open(self) -> None:
        """Start one worker, so that the first picture need not wait for it."""
        self._executor.submit(os.getpid)

    async def draw(self, work: Callable[..., T], *args: object, **also: object) -> T:
        """Run a function of `render` with these arguments and the pool's tiles (`tiles`) in a
        worker; re-raise its exception."""
        return await self.run(partial(render_worker.with_tiles, work, *args, **also))

    def start(self, work: Callable[..., T], *args: object, **also: object) -> Future[T]:
        """Have a function of `render` run with the pool's tiles, as `submit` does."""
        return self.submit(partial(render_worker.with_tiles, work, *args, **also))

    async def run(self, work: Callable[[*Ts], T], *args: *Ts) -> T:
        """Run a function that needs no tiles in a worker; re-raise its exception."""
        executor = self._executor
        try:
            return await asyncio.wrap_future(self.submit(work, *args))
        except BrokenProcessPool:
            if self._executor is executor:  # else another call has replaced it already
                self._executor = self._new_executor()
                executor.shutdown(wait=False)
            return await asyncio.wrap_future(self.submit(work, *args))

    async def close(self) -> None:
        """Wait for the pictures that are being drawn, drop those that wait, and end the workers."""
        await asyncio.to_thread(self.shutdown)

    def shutdown(self) -> None:
        """The same, blocking."""
        self._executor.shutdown(cancel_futures=True)

    def _new_executor(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("forkserver")  # the bot has threads: it cannot fork
        workers = count_workers(os.cpu_count() or 1, memory_limit())
        return ProcessPoolExecutor(workers, context, render_worker.start, (self._sheets,))

    def submit(self, work: Callable[..., T], *args: object) -> Future[T]:
        """Run a function that needs no tiles in a worker; in any thread. This and the future raise
        BrokenProcessPool."""
        said, executor = translations(render.WORDS), self._executor
        if self._elsewhere is None:
            return _submit(executor, render_worker.in_words, said, work, *args)

        def here() -> T:
            drawn: T = _submit(executor, render_worker.in_words, said, work, *args).result()
            return drawn

        return self._elsewhere.submit(here, render_worker.in_words, said, work, *args)


def _submit(executor: ProcessPoolExecutor, work: Callable[..., T], *args: object) -> Future[T]:
    """Submit work. Raises BrokenProcessPool also while a broken executor closes its queues, when
    starting another worker raises OSError instead."""
    try:
        return executor.submit(work, *args)
    except OSError as fault:
        raise BrokenProcessPool from fault
