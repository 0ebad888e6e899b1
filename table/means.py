"""What all tables share: the store, the time, chance, worker threads, and whom to wake."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from table.errors import Refusal
from table.hours import Habits
from table.steps import Step
from table.store import Store

T = TypeVar("T")

WORKERS = 2  # threads take Python from one another: more would only hold up the answers


class Means:
    """`now`: seconds since 1970; `draw`: so many random bytes; `saving` is called when
    a commit is under way, `spoken` after it, with what was written."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], float],
        draw: Callable[[int], bytes],
        saving: Callable[[Step], None],
        spoken: Callable[[int, Step], None],
    ) -> None:
        self.store = store
        self.now = now
        self.draw = draw
        self._saving = saving
        self._spoken = spoken
        self._workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="table")
        self._toilers = ThreadPoolExecutor(WORKERS, thread_name_prefix="rules")
        self._requests: set[asyncio.Task[Any]] = set()
        self._closed = False
        self.known: dict[int, Habits] = {}  # what we have read of people's habits

    async def work(self, task: Callable[..., T], *args: Any) -> T:
        """The result of a call that takes some milliseconds, made in a worker thread."""
        return await asyncio.get_running_loop().run_in_executor(self._workers, task, *args)

    async def toil(self, task: Callable[..., T], *args: Any) -> T:
        """The result of a call that may take long (a plan, a replay), made in a thread where
        looks and votes do not queue behind it."""
        return await asyncio.get_running_loop().run_in_executor(self._toilers, task, *args)

    async def whole(self, request: Coroutine[Any, Any, T]) -> T:
        """Run a request to its end even when the one who waits for it is cancelled: half a
        request would leave a worker with a state that the next one is given too."""
        if self._closed:
            request.close()
            raise Refusal("The bot is about to restart; please try again in a minute.")
        task = asyncio.create_task(request)
        self._requests.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._requests.discard(task)
        if not task.cancelled():
            task.exception()  # nobody may be waiting for it any more

    async def habits(self, people: Collection[int]) -> dict[int, Habits]:
        """What each of the people has set for themselves; read once, then known."""
        if strangers := [person for person in people if person not in self.known]:
            found = await self.store.preferences(strangers)
            self.known |= {person: Habits.of(set_) for person, set_ in found.items()}
        return self.known

    async def commit(self, step: Step) -> int:
        """Write a step, then wake those who act on it; the game's id."""
        saved = self.store.commit(step)
        # Submitted behind it, so that whoever waits for `saved` goes on first.
        self._saving(step)
        game = await saved
        self._spoken(game, step)
        return game

    async def close(self) -> None:
        """Take no more requests, and let those under way end."""
        self._closed = True
        await asyncio.gather(*self._requests, return_exceptions=True)
        self._workers.shutdown()
        self._toilers.shutdown()
