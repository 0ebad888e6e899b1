"""Tasks that run as long as the bot: begun again when they break."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from table.schedule.waiting import wait_or_timeout

FIRST_RETRY = 0.5  # seconds until a task that broke is begun again
SLOWEST_RETRY = 15.0

_log = logging.getLogger(__name__)


class TaskSupervisor:
    """Runs tasks until `stopping` is set. `broken`: the tasks that broke last time, by name."""

    def __init__(self, stopping: asyncio.Event) -> None:
        self.broken: dict[str, str] = {}
        self._stopping = stopping
        self._tasks: list[asyncio.Task[None]] = []

    def start(self, name: str, run: Callable[[], Awaitable[None]]) -> None:
        """Run a task until it returns by itself."""
        self._tasks.append(asyncio.create_task(self._keep_running(name, run), name=name))

    async def finish(self) -> None:
        """Wait until all tasks have returned."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _keep_running(self, name: str, run: Callable[[], Awaitable[None]]) -> None:
        wait = FIRST_RETRY
        while True:
            began = asyncio.get_running_loop().time()
            try:
                await run()
                return
            except Exception as error:
                _log.exception("the task %s broke", name)
                self.broken[name] = type(error).__name__
            if self._stopping.is_set():
                return
            if asyncio.get_running_loop().time() - began > 10 * SLOWEST_RETRY:
                wait = FIRST_RETRY
            await wait_or_timeout(self._stopping, wait)
            wait = min(SLOWEST_RETRY, 2 * wait)

    def recovered(self, name: str) -> None:
        """Note that a task has done something again."""
        self.broken.pop(name, None)
