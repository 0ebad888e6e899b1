"""One task over the deadlines in the store: it sleeps until the earliest and rings it.

A deadline is a row with the name of what falls due, never a callback, so it outlasts a restart.
It is rung first and struck out afterwards: killed in between, it rings again, so whoever hears it
must bear to hear it twice (the request id `deadline-<id>` sees to that).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from table.errors import Refusal
from table.records import Deadline
from table.store import Store

LONGEST_SLEEP = 3600.0
AGAIN = 60.0  # seconds until a deadline rings again that could not be met

_log = logging.getLogger(__name__)


class Clock:
    """`ring` is called with each deadline that is due; `now` is the time."""

    def __init__(
        self,
        store: Store,
        ring: Callable[[Deadline], Awaitable[None]],
        now: Callable[[], float],
    ) -> None:
        self._store = store
        self._ring = ring
        self._now = now
        self._nudged = asyncio.Event()
        self._stopped = False
        self._ringing: dict[int, asyncio.Task[None]] = {}

    def wake(self) -> None:
        """Look again: a deadline was set."""
        self._nudged.set()

    def stop(self) -> None:
        """Let `run` return when what rings now was heard."""
        self._stopped = True
        self._nudged.set()

    async def run(self) -> None:
        """Ring what falls due, until stopped. What takes long holds nothing else up."""
        while not self._stopped:
            self._nudged.clear()
            now = self._now()
            await self._begin_ringing(now)
            due = await self._store.next_due(now)
            sleep = LONGEST_SLEEP if due is None else min(LONGEST_SLEEP, due - self._now())
            if not self._stopped:
                await nap(self._nudged, sleep)
        await asyncio.gather(*self._ringing.values())

    async def ring_due(self) -> None:
        """Ring all that is due now, those of different games side by side, to the end."""
        await asyncio.gather(*await self._begin_ringing(self._now()))

    async def _begin_ringing(self, now: float) -> list[asyncio.Task[None]]:
        due = await self._store.fallen_due(now)
        fresh = [deadline for deadline in due if deadline.id not in self._ringing]
        for deadline in fresh:
            self._ringing[deadline.id] = asyncio.create_task(self._meet(deadline))
        return [self._ringing[deadline.id] for deadline in fresh]

    async def _meet(self, deadline: Deadline) -> None:
        try:
            await self._met(deadline)
        except Exception:
            _log.exception("deadline %s of game %s", deadline.kind, deadline.game)
        finally:
            self._ringing.pop(deadline.id, None)
            self._nudged.set()

    async def _met(self, deadline: Deadline) -> None:
        try:
            await self._ring(deadline)
        except Refusal as refusal:
            _log.info("deadline %s of game %s: %s", deadline.kind, deadline.game, refusal)
        except Exception:
            _log.exception("deadline %s of game %s", deadline.kind, deadline.game)
            await self._store.postpone(deadline, self._now() + AGAIN)
            return
        await self._store.done(deadline)


async def nap(nudged: asyncio.Event, seconds: float) -> None:
    """Sleep so long, or until nudged."""
    try:
        async with asyncio.timeout(max(0.0, seconds)):
            await nudged.wait()
    except TimeoutError:
        pass
