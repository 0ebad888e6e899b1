"""Deadlines fall due in order, survive restarts, and are struck out only when they were met."""

from __future__ import annotations

import asyncio

import pytest
from table.clock import AGAIN, Clock
from table.records import Deadline
from table.steps import Step

from table.registry import LOBBY_LASTS
from tests.table.world import ANN, CHANNEL, World


class Bell:
    """Who hears deadlines; `broken`: raises instead."""

    def __init__(self) -> None:
        self.rung: list[str] = []
        self.broken = False
        self.heard = asyncio.Event()

    async def __call__(self, deadline: Deadline) -> None:
        if self.broken:
            raise ZeroDivisionError
        self.rung.append(deadline.kind)
        self.heard.set()


async def game_with(world: World, **due: float) -> int:
    """A game with these deadlines, in seconds from now, and no other."""
    table = await world.found(CHANNEL, ANN, "toy")
    await world.tables.store.commit(
        Step(
            table.game,
            world.time.now,
            due=tuple(Deadline(0, kind, world.time.now + s) for kind, s in due.items()),
            undue=("lobby",),
        )
    )
    return table.game.id


async def test_deadlines_ring_once_when_they_are_due(world: World) -> None:
    await game_with(world, tea=10, dinner=20)
    bell = Bell()
    clock = Clock(world.tables.store, bell, world.time)
    for _ in range(4):
        await clock.meet_due()
        world.time.pass_(10)
    assert bell.rung == ["tea", "dinner"]


async def test_a_deadline_set_again_replaces_the_former(world: World) -> None:
    game = await game_with(world, tea=10)
    (tea,) = await world.tables.store.deadlines(game)
    table = await world.table()
    later = Deadline(game, "tea", tea.due + 100)
    await world.tables.store.commit(Step(table.game, world.time.now, due=(later,)))
    await world.tables.store.done(tea)
    assert [d.due for d in await world.tables.store.deadlines(game)] == [tea.due + 100]


async def test_a_deadline_that_could_not_be_met_rings_again(world: World) -> None:
    await game_with(world, tea=0)
    bell = Bell()
    bell.broken = True
    clock = Clock(world.tables.store, bell, world.time)
    await clock.meet_due()
    bell.broken = False
    await clock.meet_due()
    assert bell.rung == []
    world.time.pass_(AGAIN)
    await clock.meet_due()
    assert bell.rung == ["tea"]


async def test_a_new_deadline_wakes_the_clock(world: World) -> None:
    bell = Bell()
    clock = Clock(world.tables.store, bell, world.time)
    running = asyncio.create_task(clock.run())
    await asyncio.sleep(0.05)
    await game_with(world, tea=0)
    clock.wake()
    async with asyncio.timeout(5):
        await bell.heard.wait()
    clock.stop()
    await running


async def test_a_lobby_that_nobody_begins_is_closed_even_past_a_restart(world: World) -> None:
    await world.found(CHANNEL, ANN, "toy")
    await world.restart()
    world.time.pass_(LOBBY_LASTS - 1)
    await world.tables.clock.meet_due()
    assert (await world.table()).game.phase == "lobby"
    world.time.pass_(1)
    await world.tables.clock.meet_due()
    assert (await world.table()).game.phase == "over"
    await world.found(CHANNEL, ANN, "toy")


async def test_a_game_that_has_begun_is_not_closed(world: World) -> None:
    table = await world.begun()
    assert (await table.status()).deadlines == ()
    world.time.pass_(LOBBY_LASTS)
    await world.tables.clock.meet_due()
    assert table.game.phase == "play"


async def test_a_deadline_heard_twice_happens_once(world: World) -> None:
    table = await world.found(CHANNEL, ANN, "toy")
    await table.expire(request="deadline-1")
    await table.expire(request="deadline-1")
    assert [entry.text for entry in await table.history.records()] == ["found", "expire"]


@pytest.mark.parametrize("seconds", [-5.0, 0.0])
async def test_a_deadline_missed_while_we_were_away_rings_at_once(
    world: World, seconds: float
) -> None:
    await game_with(world, tea=seconds)
    await world.restart()
    bell = Bell()
    await Clock(world.tables.store, bell, world.time).meet_due()
    assert bell.rung == ["tea"]
