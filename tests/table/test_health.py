"""The bot's health: what is late, what broke, what cannot be read or saved."""

from __future__ import annotations

import pytest

from table.health import LATE, Health, HealthMonitor
from tests.table.world import ANN, CHANNEL, TableWorld, change

pytestmark = pytest.mark.sqlite_only


def watched(world: TableWorld, **broken: str) -> HealthMonitor:
    return HealthMonitor(world.tables.store, world.time, broken)


async def test_a_bot_with_nothing_to_do_is_well_and_counts_games_that_are_played(
    world: TableWorld,
) -> None:
    monitor = watched(world)
    health = await monitor.check()
    assert health == Health((), 0, 0, 0, health.database_bytes)
    assert health.ok
    assert health.database_bytes > 4096
    await world.begun()
    await world.found(CHANNEL + 1, ANN)
    assert (await monitor.check()).games == 1


async def test_a_deadline_is_late_more_than_two_minutes_after_it_was_seen_to_be_due(
    world: TableWorld,
) -> None:
    await world.found(CHANNEL, ANN)
    await world.found(CHANNEL + 1, ANN)
    due = world.time.now + 1000
    await change(world.tables.store, f"UPDATE deadlines SET due = {due}")
    monitor = watched(world)
    assert (await monitor.check()).deadlines_due == 0
    world.time.now = due
    await change(world.tables.store, "UPDATE outbox SET state = 'sent'")
    assert await monitor.check() == Health((), 2, 0, 0, (await monitor.check()).database_bytes)
    world.time.pass_(LATE)
    assert (await monitor.check()).ok
    world.time.pass_(1)
    late = await monitor.check()
    assert late.problems == ("2 deadlines are late.",)
    assert not late.ok
    await change(world.tables.store, "UPDATE deadlines SET set_by = set_by + 1")
    assert (await monitor.check()).ok  # those were met; others are due since now
    world.time.pass_(LATE + 1)
    assert not (await monitor.check()).ok


async def test_messages_are_late_while_they_are_owed_and_may_be_sent(world: TableWorld) -> None:
    await world.found(CHANNEL, ANN)
    monitor = watched(world)
    assert (await monitor.check()).messages_due == 1
    world.time.pass_(LATE + 1)
    assert (await monitor.check()).problems == ("1 messages are late.",)
    for state, due in (("sending", 1), ("failed", 0), ("sent", 0), ("pending", 1)):
        await change(world.tables.store, f"UPDATE outbox SET state = '{state}'")
        assert (await monitor.check()).messages_due == due, state
    later = world.time.now + 1
    await change(world.tables.store, f"UPDATE outbox SET not_before = {later}")
    assert (await monitor.check()).messages_due == 0
    world.time.pass_(1)
    assert (await monitor.check()).messages_due == 1


async def test_tasks_that_broke_and_problems_that_are_watched_are_told(world: TableWorld) -> None:
    said = [""]
    monitor = watched(world, clock="KeyError")
    monitor.watch(lambda: said[0])
    broke = "The task clock broke (KeyError) and is begun again."
    assert (await monitor.check()).problems == (broke,)
    said[0] = "No backup can be made."
    assert (await monitor.check()).problems == (broke, "No backup can be made.")


async def test_where_changes_cannot_be_saved_it_is_told_why(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = world.tables.store.database
    monkeypatch.setattr(database._writer, "fault", "The disk is full.")
    monitor = watched(world)
    health = await monitor.check()
    assert health.problems == ("Changes cannot be saved: The disk is full.",)
    assert health.database_bytes

    async def broken(_query: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(database, "read", broken)
    unread = Health(("The database cannot be read: The disk is full.",), 0, 0, 0, 0)
    assert await monitor.check() == unread
    monkeypatch.setattr(database._writer, "fault", "")
    assert (await monitor.check()).problems == ("The database cannot be read: ZeroDivisionError.",)
