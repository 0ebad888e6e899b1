"""Services that all tables share: the store, the time, chance, worker threads."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from table.errors import Refusal
from table.heavy.queue import HeavyQueue
from table.limits import StorageBudgets
from table.preferences import PreferenceService
from table.store.changes import Commit, Committed
from table.store.store import Store

T = TypeVar("T")

ENTROPY = 16  # bytes of chance for a command

WORKERS = 2  # threads of a pool; they take Python from one another: more would delay the answers


class Counters:
    """Numbers since the start, for whoever watches the bot."""

    def __init__(self) -> None:
        self.commits = 0
        self.commit_seconds = 0.0
        self.faults = 0  # commits that failed, also because a request came twice


class Services:
    """The store, the time (`now`, seconds since 1970), random bytes (`draw`), and worker threads.

    `on_saving` is called when a commit is under way, `on_saved` after it, with what was written.
    `heavy` runs replays and reads files in processes of their own.
    """

    def __init__(
        self,
        store: Store,
        now: Callable[[], float],
        draw: Callable[[int], bytes],
        on_saving: Callable[[Commit], None],
        on_saved: Callable[[int, Commit], None],
    ) -> None:
        self.store = store
        self.now = now
        self.draw = draw
        self.preferences = PreferenceService(store)
        self.heavy = HeavyQueue()
        self.budgets = StorageBudgets()
        self.counters = Counters()
        self._on_saving = on_saving
        self._on_saved = on_saved
        self._short = ThreadPoolExecutor(WORKERS, thread_name_prefix="table")
        self._long = ThreadPoolExecutor(WORKERS, thread_name_prefix="rules")
        self._requests: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def run_short(self, work: Callable[..., T], *args: Any) -> T:
        """Run work of some milliseconds in a worker thread."""
        return await _run(self._short, work, *args)

    async def run_long(self, work: Callable[..., T], *args: Any) -> T:
        """Run work that may take long (a plan) in a thread of its own pool: reads and votes never
        wait for it. Replays and files go to `heavy`."""
        return await _run(self._long, work, *args)

    async def run_to_completion(self, request: Coroutine[Any, Any, T]) -> T:
        """Run a request to its end even when whoever waits for it is cancelled: otherwise a worker
        would go on with a state that the next request is given too."""
        if self._closed:
            request.close()
            raise Refusal("The bot is about to restart; please try again in a minute.")
        task = asyncio.create_task(request)
        self._requests.add(task)
        task.add_done_callback(self._request_done)
        return await asyncio.shield(task)

    def _request_done(self, task: asyncio.Task[Any]) -> None:
        self._requests.discard(task)
        if not task.cancelled():
            task.exception()  # nobody may be waiting for it any more

    async def commit(self, commit: Commit) -> Committed:
        """Write a change, then tell those who act on it."""
        saved = self.store.commit(commit)
        # Submitted behind it, so that whoever waits for `saved` goes on first.
        self._on_saving(commit)
        began = time.monotonic()
        try:
            committed = await saved
        except Exception:
            self.counters.faults += 1
            raise
        self.counters.commits += 1
        self.counters.commit_seconds += time.monotonic() - began
        self._on_saved(committed.game, commit)
        return committed

    async def close(self) -> None:
        """Take no more requests, and let those under way end."""
        self._closed = True
        self.heavy.close()
        await asyncio.gather(*self._requests, return_exceptions=True)
        self._short.shutdown()
        self._long.shutdown()


async def _run(executor: ThreadPoolExecutor, work: Callable[..., T], *args: Any) -> T:
    def call() -> T:
        try:
            return work(*args)
        except StopIteration as error:  # a future refuses it, and would be waited for without end
            raise RuntimeError("nothing is left of an iterator") from error

    return await asyncio.get_running_loop().run_in_executor(executor, call)
