"""One task over the deadlines in the store: it sleeps until the earliest and has it met.

A deadline is a row with the name of what falls due, never a callback, so it outlasts a restart. It
is met first and removed in the same transaction; whoever meets it must bear to be asked twice (the
request id of a deadline sees to that).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from table.errors import Refusal
from table.schedule.waiting import wait_or_timeout
from table.state import Deadline
from table.store.store import DeadlineQueries

MAX_SLEEP = 3600.0  # seconds
RETRY_SECONDS = 5.0  # until a deadline that could not be met is tried again
MOST_AT_ONCE = 8  # deadlines met side by side: presses come between those of many games
PAUSE_SECONDS = 1.0  # after a deadline that could not even be put off

_log = logging.getLogger(__name__)


class Clock:
    """`meet` is called with each deadline that is due; `now` is the time."""

    def __init__(
        self,
        deadlines: DeadlineQueries,
        meet: Callable[[Deadline], Awaitable[None]],
        now: Callable[[], float],
    ) -> None:
        self._deadlines = deadlines
        self._meet_one = meet
        self._now = now
        self._woken = asyncio.Event()
        self._stopped = False
        self._under_way: dict[Deadline, asyncio.Task[None]] = {}

    def wake(self) -> None:
        """Look again: a deadline was set."""
        self._woken.set()

    def stop(self) -> None:
        """Let `run` return when what is due now was met."""
        self._stopped = True
        self._woken.set()

    async def run(self) -> None:
        """Have met what falls due, until stopped, in some games side by side."""
        while not self._stopped:
            self._woken.clear()
            now = self._now()
            await self._begin_due(now)
            due = await self._deadlines.next_due(now)
            sleep = MAX_SLEEP if due is None else min(MAX_SLEEP, due - self._now())
            if not self._stopped:
                await wait_or_timeout(self._woken, sleep)
        await asyncio.gather(*self._under_way.values())

    async def _begin_due(self, now: float) -> list[asyncio.Task[None]]:
        free = MOST_AT_ONCE - len(self._under_way)
        if not free:  # the next one is asked for when one of these is met
            return []
        due = await self._deadlines.fallen_due(now, MOST_AT_ONCE)
        fresh = [deadline for deadline in due if deadline not in self._under_way][:free]
        for deadline in fresh:
            self._under_way[deadline] = asyncio.create_task(self._meet(deadline))
        return [self._under_way[deadline] for deadline in fresh]

    async def _meet(self, deadline: Deadline) -> None:
        try:
            await self._try_to_meet(deadline)
        except Exception:
            _log.exception("deadline %s of game %s", deadline.kind, deadline.game)
            await asyncio.sleep(PAUSE_SECONDS)
        finally:
            self._under_way.pop(deadline, None)
            self._woken.set()

    async def _try_to_meet(self, deadline: Deadline) -> None:
        try:
            await self._meet_one(deadline)
        except Refusal as refusal:
            _log.info("deadline %s of game %s: %s", deadline.kind, deadline.game, refusal)
        except Exception:
            _log.exception("deadline %s of game %s", deadline.kind, deadline.game)
            await self._deadlines.postpone(deadline, self._now() + RETRY_SECONDS)
            return
        await self._deadlines.remove(deadline)
