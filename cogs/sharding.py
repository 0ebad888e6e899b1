"""The shards that this process connects to Discord: those that it holds, and those that another
process is about to hand over to it."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Collection, Coroutine
from typing import Any, Protocol

from table.schedule.waiting import wait_or_timeout
from table.tables import Tables

HAND_OVER_SECONDS = 40.0  # that the others have for connecting our shards when we stop

_log = logging.getLogger(__name__)


class Connections(Protocol):
    """Discord's gateway, as this needs it."""

    connected: set[int]
    """The shards whose sessions have begun."""

    async def connect_shard(self, shard: int) -> None:
        """Begin a session, or try to: `connected` tells when it has begun."""
        ...

    async def disconnect_shard(self, shard: int) -> None:
        """End a session."""
        ...

    async def finish_answers(self, shard: int) -> None:
        """Wait a moment until what has been asked so far in a shard is answered."""
        ...

    def answered_lately(self, shard: int) -> Collection[int]:
        """Return the interactions of the last seconds that this process has answered."""
        ...

    def begin_to_answer(self, shard: int, but: Collection[int]) -> None:
        """Answer what is asked from now on, and was asked in the last moment, `but` some that the
        last process has answered."""
        ...


class ShardRunner:
    """Keeps the connections as the leases are.

    A shard is connected by the next process before the last one hands it over, so that nothing is
    asked in vain meanwhile: the next one keeps what is asked until it serves the shard.

    Args:
        concurrency: how many sessions Discord lets begin at a time.
    """

    def __init__(self, tables: Tables, connections: Connections, concurrency: int) -> None:
        self._tables = tables
        self._shards = tables.shards
        self._connections = connections
        self._concurrency = concurrency
        self._changing: dict[int, asyncio.Task[None]] = {}  # sessions that begin or end
        self._buckets: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._reported: set[int] = set()
        self._idle = asyncio.Event()  # no shard is held
        self._stopped = False

    async def run(self) -> None:
        """Serve shards, until stopped."""
        while not self._stopped:
            await self._adjust()
            await self._shards.wait()
        for changing in self._changing.values():
            changing.cancel()

    def stop(self) -> None:
        """Let `run` return."""
        self._stopped = True
        self._shards.wake()

    async def hand_over_all(self) -> None:
        """Let other processes take all shards, if there are any; wait until they have."""
        if await self._shards.retire():
            self._idle.clear()
            self._shards.wake()
            await wait_or_timeout(self._idle, HAND_OVER_SECONDS)

    async def _adjust(self) -> None:
        assignment = await self._shards.assign()
        held = assignment.held.keys() - assignment.due
        self._shards.wanted = wanted = held | assignment.asked
        for shard in sorted(assignment.due):
            await self._hand_over(shard)
        fresh = held - self._shards.served
        if fresh:
            await self._tables.take_over(fresh)
        for shard in fresh:
            self._connections.begin_to_answer(shard, assignment.held[shard])
        for shard in sorted(wanted - self._connections.connected - self._changing.keys()):
            self._change(shard, self._connect(shard))
        for shard in self._connections.connected - wanted - self._changing.keys():
            # Discord may take half a minute for it: not while shards wait to be taken over.
            self._change(shard, self._connections.disconnect_shard(shard))
        self._reported &= assignment.asked
        for shard in (assignment.asked & self._connections.connected) - self._reported:
            await self._shards.report_connected(shard)
            self._reported.add(shard)
        if not held:
            self._idle.set()

    async def _hand_over(self, shard: int) -> None:
        self._shards.served -= {shard}
        await self._connections.finish_answers(shard)
        await self._tables.end_shard(shard)
        await self._shards.hand_over(shard, self._connections.answered_lately(shard))
        _log.info("shard %d is another process's now", shard)

    def _change(self, shard: int, change: Coroutine[Any, Any, None]) -> None:
        """Begin or end the session of a shard, beside what else is done."""
        self._changing[shard] = task = asyncio.create_task(change)
        task.add_done_callback(lambda done: self._note_changed(shard, done))

    async def _connect(self, shard: int) -> None:
        # One after another in each bucket: Discord waits not long for a session to be begun.
        async with self._buckets[shard % self._concurrency]:
            if shard in self._shards.wanted:  # it may have been handed over before its turn came
                await self._connections.connect_shard(shard)

    def _note_changed(self, shard: int, done: asyncio.Task[None]) -> None:
        del self._changing[shard]
        if not done.cancelled() and (error := done.exception()) is not None:
            _log.error("the session of shard %d did not begin or end", shard, exc_info=error)
        self._shards.wake()
