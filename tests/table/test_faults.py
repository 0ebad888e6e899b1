"""Faults of the database and the disk: what breaks begins again, and health tells of it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable

import pytest
from sqlalchemy import event, update

from table.errors import TableFault
from table.health import LATE
from table.history.entries import StateRecovered
from table.outbox import outbox as outbox_module
from table.outbox.outbox import Forbidden
from table.outbox.rows import OutboxRow
from table.schedule import supervision
from table.store.schema import snapshots
from tests.table.test_history import walked
from tests.table.world import ANN, BOB, TableWorld, change, rows


def failing(world: TableWorld, times: int, text: str, when: str = "") -> Callable[[], None]:
    """Let the next statements that hold `when` fail; return what ends that."""
    engine, left = world.tables.store.database.engine, [times]

    def fail(_c: object, _cursor: object, statement: str, *_: object) -> None:
        if when in statement and left[0]:
            left[0] -= 1
            raise sqlite3.OperationalError(text)

    event.listen(engine, "before_cursor_execute", fail)
    return lambda: event.remove(engine, "before_cursor_execute", fail)


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(120):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_what_was_posted_is_noted_even_if_the_database_was_locked(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox_module, "STORE_RETRY", 0.01)
    table = await world.begun()
    await table.act(ANN, "step s")
    stop = failing(world, 3, "database is locked", "INSERT INTO cards")
    await world.outbox.flush()
    stop()
    assert [row.card for row in world.office.shown("card")][-1] == table.game.card
    live = await rows(world.tables.store, "SELECT number FROM cards WHERE state = 'live'")
    assert live == [(table.game.card,)]
    posted = len(world.office.messages)
    world.time.pass_(400)
    await world.outbox.flush()
    assert len(world.office.messages) == posted


async def test_tasks_that_break_begin_again(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervision, "FIRST_RETRY", 0.01)
    tables = world.tables
    calls = {"clock": 0, "outbox": 0}

    async def broken_deadlines(_now: float, _limit: int) -> object:
        calls["clock"] += 1
        if calls["clock"] == 1:
            raise sqlite3.OperationalError("disk I/O error")
        return ()

    async def broken_rows() -> object:
        calls["outbox"] += 1
        if calls["outbox"] == 1:
            raise sqlite3.OperationalError("disk I/O error")
        return {}

    monkeypatch.setattr(tables.store.deadlines, "fallen_due", broken_deadlines)
    await tables.start(world.office)
    assert tables.outbox
    monkeypatch.setattr(tables.outbox.rows, "due", broken_rows)
    tables.outbox.look()
    await until(lambda: calls["clock"] > 1 and calls["outbox"] > 1)


async def test_a_task_begins_again_ever_more_slowly_and_at_once_after_it_ran_for_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loop, stopping, waits = asyncio.get_running_loop(), asyncio.Event(), list[float]()
    real, passed = loop.time, [0.0]
    monkeypatch.setattr(loop, "time", lambda: real() + passed[0])

    async def wait(_event: asyncio.Event, seconds: float) -> None:
        waits.append(seconds)

    async def break_down() -> None:
        if len(waits) == 7:
            passed[0] += 11 * supervision.SLOWEST_RETRY
        if len(waits) == 9:
            return
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(supervision, "wait_or_timeout", wait)
    supervisor = supervision.TaskSupervisor(stopping)
    supervisor.start("clock", break_down)
    await supervisor.finish()
    assert waits == [0.5, 1, 2, 4, 8, 15, 15, 0.5, 1]
    assert supervisor.broken == {"clock": "OperationalError"}


async def test_health_tells_of_what_is_late(world: TableWorld) -> None:
    health = world.tables.health
    await world.begun()
    assert (await health.check()).ok
    now = world.time.now
    await change(world.tables.store, f"INSERT INTO deadlines VALUES (1, 'turn', {now}, 1)")
    await change(
        world.tables.store,
        "INSERT INTO outbox (game, kind, content, state, attempts, not_before, fault) "
        "VALUES (1, 'notice', '{}', 'pending', 0, 0, '')",
    )
    assert (await health.check()).ok
    world.time.pass_(LATE + 1)
    found = await health.check()
    assert found.problems == ("1 deadlines are late.", "1 messages are late.")
    assert (found.deadlines_due, found.messages_due, found.games) == (1, 1, 1)


async def test_changes_and_faults_are_counted_with_their_time(world: TableWorld) -> None:
    table, counters = await world.begun(), world.tables.services.counters
    before, seconds = counters.commits, counters.commit_seconds
    await table.act(ANN, "step s")
    assert (counters.commits, counters.faults) == (before + 1, 0)
    assert counters.commit_seconds > seconds
    failing(world, 1, "disk is full", "INSERT INTO log")
    with pytest.raises(TableFault):
        await table.act(BOB, "step n")
    assert (counters.commits, counters.faults) == (before + 1, 1)


async def test_a_full_disk_is_told_to_players_and_in_health(world: TableWorld) -> None:
    table = await world.begun()
    stop = failing(world, 1000, "database or disk is full", "INSERT INTO log")
    with pytest.raises(TableFault, match=r"The disk is full. Nothing has changed"):
        await table.act(ANN, "step s")
    assert (await world.tables.health.check()).problems == (
        "Changes cannot be saved: The disk is full.",
    )
    stop()
    await table.act(ANN, "step s")
    assert (await world.tables.health.check()).ok


async def test_an_iterator_that_ends_too_soon_in_a_worker_holds_up_no_game(
    world: TableWorld,
) -> None:
    table = await world.begun()
    with pytest.raises(TableFault):
        await asyncio.wait_for(table.actor.memory.read("none", lambda _: next(iter(()))), 20)
    assert (await table.act(ANN, "step e")).number


async def test_a_newest_state_that_cannot_be_read_is_replayed(world: TableWorld) -> None:
    table = await walked(world)
    view = await table.view(0)
    broken = update(snapshots).where(~snapshots.c.kept).values(state=b"\0")
    await world.tables.store.database.write(lambda db: db.execute(broken))
    await world.restart()
    table = await world.table()
    assert await table.view(0) == view
    await table.act(ANN, "step s")
    kinds = [record.entry for record in await table.history.records()]
    assert StateRecovered() in kinds
    assert (await table.history.proof()).ok
    await world.outbox.flush()
    (notice,) = world.office.shown("notice")
    assert "replayed" in str(notice.content.text)
    await world.restart()
    table = await world.table()
    await table.act(BOB, "step n")
    assert (await table.history.proof()).ok


async def test_a_card_that_was_posted_before_a_kill_is_found_and_loses_its_buttons(
    world: TableWorld,
) -> None:
    table = await world.begun()
    await table.act(ANN, "step s")
    row = (await world.outbox.rows.take(table.game.id, world.time.now)).row
    assert row
    assert row.kind == "card"
    orphan = await world.office.post(row)  # killed before this was noted
    office = world.office
    await world.restart()
    office._nonces.clear()  # after some minutes Discord has forgotten them
    world.office = office
    world.outbox = world.tables.send_by(office)
    table = await world.table()
    await table.act(BOB, "step n")
    await world.outbox.flush()
    known = await rows(world.tables.store, "SELECT number, message, state FROM cards")
    assert (row.card, orphan, "stripped") in known
    assert [state for *_, state in known].count("live") == 1


async def test_a_card_whose_post_got_no_answer_loses_its_buttons_though_the_game_went_on(
    world: TableWorld,
) -> None:
    table = await world.begun()
    await table.act(ANN, "step s")
    card, world.office.losses = table.game.card, 1
    await world.outbox.flush()
    await table.act(BOB, "step n")
    world.time.pass_(60)
    await world.outbox.flush()
    assert [row.card for row in world.office.shown("card")][-2:] == [card, table.game.card]
    known = await rows(world.tables.store, "SELECT number, state FROM cards ORDER BY number")
    assert known[-2:] == [(card, "stripped"), (table.game.card, "live")]


async def test_an_old_card_that_may_not_be_changed_pauses_nothing(world: TableWorld) -> None:
    table = await world.begun()
    await table.act(ANN, "step s")
    post = world.office.edit

    async def forbidden(row: OutboxRow) -> None:
        if row.kind == "strip":
            raise Forbidden("Missing Permissions")
        await post(row)

    world.office.edit = forbidden  # type: ignore[method-assign]
    await world.outbox.flush()
    table = await world.table()
    assert table.game.phase == "play"
    await table.act(BOB, "step n")


async def test_a_deleted_card_comes_back_by_itself_though_not_for_ever(world: TableWorld) -> None:
    table = await world.begun()
    for n in range(8):
        newest = max(m for m, row in world.office.messages.items() if row.kind == "card")
        del world.office.messages[newest]
        await world.tables.message_deleted(newest)
        await world.outbox.flush()
        table = await world.table()
        assert len(world.office.shown("card")) == (1 if n < 5 else 0)
        if n >= 5:
            break
    await table.act(ANN, "step s")
    await world.outbox.flush()
    assert world.office.shown("card")[-1].card == table.game.card
    await world.tables.message_deleted(123456)
