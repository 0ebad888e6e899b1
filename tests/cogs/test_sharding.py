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
        self.due = frozenset[int]()
        self.asked = frozenset[int]()
        self.reported: list[int] = []
        self.others = False  # to whom shards can be handed over
        self.handed: list[tuple[int, list[int]]] = []
        self._woken = asyncio.Event()

    async def assign(self) -> Assignment:
        return Assignment(held=self.held, due=self.due, asked=self.asked)

    async def wait(self) -> None:
        await self._woken.wait()
        self._woken.clear()

    def wake(self) -> None:
        self._woken.set()

    async def report_connected(self, shard: int) -> None:
        self.reported.append(shard)

    async def hand_over(self, shard: int, answered: list[int]) -> None:
        self.handed.append((shard, answered))
        del self.held[shard]
        self.due = frozenset()

    async def retire(self) -> bool:
        if self.others:
            self.due = frozenset(self.held)
        return self.others


class SlowGateway:
    """A gateway at which each session begins when it is let."""

    def __init__(self) -> None:
        self.connected: set[int] = set()
        self.begun: list[int] = []
        self.did: list[str] = []
        self.lets = asyncio.Semaphore(0)
        self.closes = asyncio.Event()  # its answer when a session is ended
        self.closes.set()

    async def connect_shard(self, shard: int) -> None:
        self.begun.append(shard)
        await self.lets.acquire()
        self.connected.add(shard)

    async def disconnect_shard(self, shard: int) -> None:
        self.connected.discard(shard)
        await self.closes.wait()

    async def finish_answers(self, shard: int) -> None:
        self.did.append(f"finish answers of {shard}")

    def answered_lately(self, shard: int) -> list[int]:
        return [10 + shard]

    def begin_to_answer(self, shard: int, but: Any) -> None:
        self.did.append(f"answer {shard} but {but}")


class ShardTables:
    """Tables that note which shards they begin and end to serve."""

    def __init__(self, shards: HeldShards, did: list[str]) -> None:
        self.shards, self._did = shards, did

    async def take_over(self, fresh: set[int]) -> None:
        self._did.append(f"take over {sorted(fresh)}")
        self.shards.served |= fresh

    async def end_shard(self, shard: int) -> None:
        assert shard not in self.shards.served
        self._did.append(f"end {shard}")


def runner_of(shards: HeldShards, gateway: SlowGateway, concurrency: int = 1) -> ShardRunner:
    tables: Any = ShardTables(shards, gateway.did)
    return ShardRunner(tables, cast("Any", gateway), concurrency)


async def settle() -> None:
    """Let all that is under way go as far as it can."""
    for _ in range(30):
        await asyncio.sleep(0)


async def test_a_shard_that_is_handed_over_before_its_turn_is_not_connected() -> None:
    shards, gateway = HeldShards(0, 1, 2), SlowGateway()
    runner = runner_of(shards, gateway)
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


async def test_as_many_sessions_begin_at_a_time_as_discord_lets() -> None:
    shards, gateway = HeldShards(0, 1, 2, 3, 4), SlowGateway()
    runner = runner_of(shards, gateway, 2)
    running = asyncio.create_task(runner.run())
    await settle()
    assert gateway.begun == [0, 1]  # one of the even shards, and one of the odd
    gateway.lets.release()
    await settle()
    assert gateway.begun == [0, 1, 2]
    runner.stop()
    await running
    await settle()
    assert gateway.begun == [0, 1, 2]
    assert asyncio.all_tasks() == {asyncio.current_task()}  # what was under way is given up


async def test_a_shard_is_handed_over_after_its_answers_and_the_next_one_taken_over() -> None:
    shards, gateway = HeldShards(0, 1), SlowGateway()
    gateway.connected = {0, 1}
    runner = runner_of(shards, gateway)
    shards.due = frozenset({0})
    await runner._adjust()
    assert gateway.did == ["finish answers of 0", "end 0"]
    assert shards.handed == [(0, [10])]
    assert shards.served == {1}
    gateway.did.clear()
    await settle()
    assert gateway.connected == {1}  # the other is another's now
    shards.held = {1: (), 2: (7,)}
    gateway.connected.add(2)
    await runner._adjust()
    assert gateway.did == ["take over [2]", "answer 2 but (7,)"]
    assert gateway.connected == {1, 2}


async def test_a_session_that_is_slow_to_end_holds_up_no_other_shard() -> None:
    shards, gateway = HeldShards(0), SlowGateway()
    gateway.connected = {0, 1}
    gateway.closes.clear()
    runner = runner_of(shards, gateway)
    await runner._adjust()
    await settle()
    assert gateway.connected == {0}
    shards.held = {0: (), 1: (), 2: ()}
    await runner._adjust()
    await settle()
    assert gateway.did == ["take over [1, 2]", "answer 1 but ()", "answer 2 but ()"]
    assert gateway.begun == [2]  # the other when its last session has ended
    gateway.closes.set()
    gateway.lets.release()
    await settle()
    await runner._adjust()
    await settle()
    assert gateway.begun == [2, 1]
    runner.stop()


async def test_a_shard_that_is_asked_for_is_connected_and_reported_once() -> None:
    shards, gateway = HeldShards(), SlowGateway()
    runner = runner_of(shards, gateway)
    shards.asked = frozenset({3})
    await runner._adjust()
    assert shards.reported == []
    gateway.lets.release()
    await settle()
    assert gateway.begun == [3]
    for _ in range(2):
        await runner._adjust()
    assert shards.reported == [3]
    shards.asked = frozenset()
    await runner._adjust()
    await settle()
    assert gateway.connected == set()
    gateway.connected = {3}
    shards.asked = frozenset({3})
    await runner._adjust()
    assert shards.reported == [3, 3]


async def test_a_shard_that_cannot_be_connected_is_logged_and_tried_again(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    shards, gateway = HeldShards(0), SlowGateway()
    tries: list[int] = []

    async def fail_first(shard: int) -> None:
        tries.append(shard)
        if len(tries) == 1:
            raise ConnectionError
        gateway.connected.add(shard)

    monkeypatch.setattr(gateway, "connect_shard", fail_first)
    runner = runner_of(shards, gateway)
    running = asyncio.create_task(runner.run())
    await settle()
    assert tries == [0, 0]
    [told] = caplog.records
    assert told.getMessage() == "the session of shard 0 did not begin or end"
    assert told.exc_info is not None
    runner.stop()
    await running


@pytest.mark.parametrize("others", [False, True])
async def test_all_shards_are_handed_over_at_the_end_where_there_is_somebody_to_take_them(
    others: bool,
) -> None:
    shards, gateway = HeldShards(0, 1), SlowGateway()
    gateway.connected = {0, 1}
    shards.others = others
    runner = runner_of(shards, gateway)
    running = asyncio.create_task(runner.run())
    await settle()
    await asyncio.wait_for(runner.hand_over_all(), 30)
    assert [shard for shard, _ in shards.handed] == [0, 1] * others
    runner.stop()
    await running
