"""The outbox's loop sleeps until something is due, and pauses when the database does not answer."""

from __future__ import annotations

import asyncio

import pytest

from table.outbox import outbox
from table.outbox.outbox_store import OutboxStore, Owed
from table.outbox.rows import OutboxRow
from tests.table.test_faults import until
from tests.table.world import ANN, CHANNEL, TableWorld, rows


async def test_it_sleeps_until_the_earliest_message_is_due_and_a_minute_at_most(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await world.found(CHANNEL, ANN, "toy")
    await world.outbox.flush()
    slept: list[float] = []

    async def sleep(woken: asyncio.Event, seconds: float) -> None:
        slept.append(seconds)
        await woken.wait()

    monkeypatch.setattr(outbox, "wait_or_timeout", sleep)
    running = asyncio.create_task(world.outbox.run())
    await until(lambda: bool(slept))
    for seconds in (90.0, 30.0, 2.0, 50.0):
        world.outbox.wake_at(table.game.id, world.time.now + seconds)
        await asyncio.sleep(0)
    assert slept == [60.0, 60.0, 30.0, 2.0, 2.0]
    world.outbox.look()  # and finds nothing that is due: the game may be another process's now
    await until(lambda: len(slept) > 5)
    assert slept[-1] == 60.0
    world.outbox._due.clear()  # nothing is owed any more
    assert world.outbox._next_due(world.time.now) == world.time.now + 60.0
    world.outbox.stop()
    await running


async def test_a_database_that_stays_full_is_asked_again_only_after_a_pause(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked: list[float] = []

    async def fail(_store: OutboxStore, _game: int, now: float) -> Owed:
        asked.append(now)
        raise OSError("the disk is full")

    table = await world.found(CHANNEL, ANN, "toy")
    monkeypatch.setattr(OutboxStore, "take", fail)
    running = asyncio.create_task(world.outbox.run())
    await asyncio.sleep(0)
    world.outbox.expect(table.game.id)  # what is being saved is not: others tell that
    await until(lambda: "the outbox of game 1" in caplog.text or len(asked) > 2)
    world.outbox.stop()
    await running
    assert len(asked) == 2


async def test_who_finishes_waits_for_the_messages_under_way_and_for_nothing_else(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrived, goes_on = asyncio.Event(), asyncio.Event()
    post = world.office.post

    async def slow(owed: OutboxRow) -> int:
        arrived.set()
        await goes_on.wait()
        return await post(owed)

    monkeypatch.setattr(world.office, "post", slow)
    await world.found(CHANNEL, ANN, "toy")
    await world.outbox.finish()  # nothing is under way
    running = asyncio.create_task(world.outbox.run())
    await arrived.wait()
    finishing = asyncio.create_task(world.outbox.finish())
    for _ in range(9):
        await asyncio.sleep(0)
    assert not finishing.done()
    goes_on.set()
    await finishing
    assert [owed.card for owed in world.office.shown("card")] == [1]
    world.outbox.stop()
    await running


async def test_who_finishes_does_not_wait_long_for_a_message_that_hangs(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrived, goes_on = asyncio.Event(), asyncio.Event()

    async def hang(_: OutboxRow) -> int:
        arrived.set()
        await goes_on.wait()
        return 1

    monkeypatch.setattr(world.office, "post", hang)
    monkeypatch.setattr(outbox, "GRACE", 0.01)
    await world.found(CHANNEL, ANN, "toy")
    running = asyncio.create_task(world.outbox.run())
    await arrived.wait()
    await world.outbox.finish()
    assert world.office.messages == {}
    goes_on.set()
    world.outbox.stop()
    await running


async def test_what_hangs_is_ended_with_the_outbox(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrived, ended = asyncio.Event(), asyncio.Event()

    async def hang(_: OutboxRow) -> int:
        arrived.set()
        try:
            return await asyncio.get_running_loop().create_future()
        finally:
            ended.set()

    monkeypatch.setattr(world.office, "post", hang)
    monkeypatch.setattr(outbox, "GRACE", 0.01)
    await world.found(CHANNEL, ANN, "toy")
    running = asyncio.create_task(world.outbox.run())
    await arrived.wait()
    world.outbox.stop()
    await running
    assert ended.is_set()
    assert running.exception() is None


async def test_without_an_outbox_games_go_on_and_owe_their_messages(world: TableWorld) -> None:
    table = await world.begun()
    world.tables.outbox = None
    await table.act(ANN, "step s")
    owed = "SELECT count(*) FROM outbox WHERE state = 'pending' AND kind = 'card'"
    assert await rows(world.tables.store, owed) == [(1,)]


async def test_the_outbox_looks_at_no_game_of_a_shard_that_is_served_no_more(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    async def noted(name: str) -> None:
        done.append(name)

    monkeypatch.setattr(world.outbox, "look", lambda: done.append("look"))
    monkeypatch.setattr(world.outbox, "finish", lambda: noted("finish"))
    monkeypatch.setattr(world.tables.registry, "release", lambda shard: noted(f"release {shard}"))
    await world.tables.end_shard(3)
    assert done == ["look", "release 3", "finish"]
    world.tables.outbox = None  # before anything is sent
    await world.tables.end_shard(4)
    assert done[3:] == ["release 4"]
