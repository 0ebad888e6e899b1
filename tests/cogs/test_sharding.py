"""The shards that a process connects are those that it is to serve when their turn comes."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from cogs.sharding import ShardRunner
from table.store.shards import Assignment

pytestmark = pytest.mark.asyncio


class HeldShards:
    """Leases that are as they are told to be."""

    def __init__(self, *held: int) -> None:
        self.held: dict[int, tuple[int, ...]] = dict.fromkeys(held, ())
        self.served: set[int] = {*held}
        self._woken = asyncio.Event()

    async def assign(self) -> Assignment:
        return Assignment(held=self.held, due=frozenset(), asked=frozenset())

    async def wait(self) -> None:
        await self._woken.wait()
        self._woken.clear()

    def wake(self) -> None:
        self._woken.set()


class SlowGateway:
    """A gateway at which each session begins when it is let."""

    def __init__(self) -> None:
        self.connected: set[int] = set()
        self.begun: list[int] = []
        self.lets = asyncio.Semaphore(0)

    async def connect_shard(self, shard: int) -> None:
        self.begun.append(shard)
        await self.lets.acquire()
        self.connected.add(shard)

    async def disconnect_shard(self, shard: int) -> None:
        self.connected.discard(shard)


async def test_a_shard_that_is_handed_over_before_its_turn_is_not_connected() -> None:
    shards, gateway = HeldShards(0, 1, 2), SlowGateway()
    tables: Any = type("Tables", (), {"shards": shards})()
    runner = ShardRunner(tables, cast("Any", gateway), 1)
    running = asyncio.create_task(runner.run())
    while not gateway.begun:  # noqa: ASYNC110
        await asyncio.sleep(0)
    del shards.held[1]
    shards.wake()
    for _ in range(20):
        await asyncio.sleep(0)
    for _ in range(3):
        gateway.lets.release()
    while gateway.connected != {0, 2}:  # noqa: ASYNC110
        await asyncio.sleep(0)
    assert gateway.begun == [0, 2]
    runner.stop()
    await running
