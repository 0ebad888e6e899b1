"""Deadlines fall due in order, survive restarts, and are struck out only when they were met."""

from __future__ import annotations

import asyncio

import pytest

from table.change import Change
from table.commands.deadlines import CloseLobby
from table.commands.lobby import LOBBY_SECONDS
from table.errors import Refusal
from table.history.entries import Founded, LobbyExpired
from table.schedule import clock as clock_module
from table.schedule.clock import MOST_AT_ONCE, RETRY_SECONDS, Clock
from table.state import Deadline, DeadlineKind
from table.store.changes import Commit
from tests.table.world import ANN, CHANNEL, SEED, TableWorld, meet_due


class Bell:
    """A listener to deadlines; `broken`: raises instead."""

    def __init__(self) -> None:
        self.rung: list[str] = []
        self.broken = False
        self.heard = asyncio.Event()

    async def __call__(self, deadline: Deadline) -> None:
        if self.broken:
            raise ZeroDivisionError
        self.rung.append(deadline.kind)
        self.heard.set()


async def game_with(world: TableWorld, **due: float) -> int:
    """Return a game with these deadlines, in seconds from now, and no other."""
    table = await world.found(CHANNEL, ANN, "toy")
    game = table.game.id
    kinds: list[DeadlineKind] = ["turn", "rota"]
    deadlines = [
        Deadline(game, kind, world.time.now + due[kind], 1) for kind in kinds if kind in due
    ]
    await set_deadlines(world, *deadlines)
    return game


async def set_deadlines(world: TableWorld, *deadlines: Deadline) -> None:
    """Write deadlines, and cancel that of the lobby."""
    state = (await world.table()).actor.memory.state
    change = Change(state, state, card="same", deadlines=deadlines, cancelled=("lobby",))
    await world.tables.store.commit(Commit(change, None, None, world.time.now, SEED, state))


async def test_deadlines_of_games_that_another_process_serves_do_not_fall_due_here(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await game_with(world, turn=1, rota=9)
    deadlines, now = world.tables.store.deadlines, world.time.now
    assert [each.kind for each in await deadlines.fallen_due(now + 5, 99)] == ["turn"]
    assert await deadlines.next_due(now + 5) == now + 9
    narrow = lambda query, column: query.where(column != game)  # noqa: E731
    monkeypatch.setattr(world.tables.shards, "narrow", narrow)
    assert await deadlines.fallen_due(now + 5, 99) == ()
    assert await deadlines.next_due(now + 5) is None
    assert [each.kind for each in await deadlines.of(game)] == ["turn", "rota"]


async def test_deadlines_ring_once_when_they_are_due(world: TableWorld) -> None:
    await game_with(world, turn=10, rota=20)
    bell = Bell()
    clock = Clock(world.tables.store.deadlines, bell, world.time)
    for _ in range(4):
        await meet_due(clock)
        world.time.pass_(10)
    assert bell.rung == ["turn", "rota"]


async def test_a_deadline_set_again_replaces_the_former(world: TableWorld) -> None:
    game = await game_with(world, turn=10)
    (turn,) = await world.tables.store.deadlines.of(game)
    await set_deadlines(world, Deadline(game, "turn", turn.due + 100, 2))
    await world.tables.store.deadlines.remove(turn)
    assert [d.due for d in await world.tables.store.deadlines.of(game)] == [turn.due + 100]


async def test_a_deadline_that_could_not_be_met_rings_again(world: TableWorld) -> None:
    await game_with(world, turn=0)
    bell = Bell()
    bell.broken = True
    clock = Clock(world.tables.store.deadlines, bell, world.time)
    await meet_due(clock)
    bell.broken = False
    await meet_due(clock)
    assert bell.rung == []
    world.time.pass_(RETRY_SECONDS)
    await meet_due(clock)
    assert bell.rung == ["turn"]


class ManyDeadlines:
    """Deadlines of so many games, all due."""

    def __init__(self, games: int) -> None:
        self.due = [Deadline(game, "turn", 0.0, 1) for game in range(games)]
        self.one_is_left = asyncio.Event()
        self.most_read = 0  # at once

    async def fallen_due(self, now: float, limit: int) -> list[Deadline]:
        self.most_read = max(self.most_read, len(self.due[:limit]))
        return self.due[:limit]

    async def next_due(self, now: float) -> None:
        return None

    async def remove(self, deadline: Deadline) -> None:
        self.due.remove(deadline)
        if len(self.due) == 1:
            self.one_is_left.set()


async def test_of_many_deadlines_at_one_moment_a_few_are_met_at_a_time() -> None:
    under_way: set[int] = set()
    most, ended = 0, asyncio.Event()

    async def meet(deadline: Deadline) -> None:
        nonlocal most
        under_way.add(deadline.game)
        most = max(most, len(under_way))
        await (ended.wait() if deadline.game == 0 else asyncio.sleep(0))
        under_way.remove(deadline.game)

    many = ManyDeadlines(100)
    clock = Clock(many, meet, lambda: 1.0)  # type: ignore[arg-type]
    running = asyncio.create_task(clock.run())
    async with asyncio.timeout(60):
        await many.one_is_left.wait()  # one that takes long holds up no other
    assert most == many.most_read == MOST_AT_ONCE
    assert under_way == {0}
    ended.set()
    clock.stop()
    await running
    assert many.due == []


async def test_a_new_deadline_wakes_the_clock(world: TableWorld) -> None:
    bell = Bell()
    clock = Clock(world.tables.store.deadlines, bell, world.time)
    running = asyncio.create_task(clock.run())
    await asyncio.sleep(0.05)
    await game_with(world, turn=0)
    clock.wake()
    async with asyncio.timeout(60):
        await bell.heard.wait()
    clock.stop()
    await running


async def test_a_lobby_that_nobody_begins_is_closed_even_past_a_restart(world: TableWorld) -> None:
    await world.found(CHANNEL, ANN, "toy")
    await world.restart()
    world.time.pass_(LOBBY_SECONDS - 1)
    await meet_due(world.tables.clock)
    assert (await world.table()).game.phase == "lobby"
    world.time.pass_(1)
    await meet_due(world.tables.clock)
    assert (await world.table()).game.phase == "over"
    await world.found(CHANNEL, ANN, "toy")


async def test_a_game_that_has_begun_is_not_closed(world: TableWorld) -> None:
    table = await world.begun()
    assert (await table.status()).deadlines == ()
    world.time.pass_(LOBBY_SECONDS)
    await meet_due(world.tables.clock)
    assert table.game.phase == "play"


async def test_a_deadline_heard_twice_happens_once(world: TableWorld) -> None:
    table = await world.found(CHANNEL, ANN, "toy")
    for _ in range(2):
        await table.actor.run(None, CloseLobby(1), request="deadline")
    entries = [record.entry for record in await table.history.records()]
    assert entries == [Founded(), LobbyExpired()]


@pytest.mark.parametrize("seconds", [-5.0, 0.0])
async def test_a_deadline_missed_while_we_were_away_rings_at_once(
    world: TableWorld, seconds: float
) -> None:
    await game_with(world, turn=seconds)
    await world.restart()
    bell = Bell()
    await meet_due(Clock(world.tables.store.deadlines, bell, world.time))
    assert bell.rung == ["turn"]


class Stubborn(ManyDeadlines):
    """Deadlines that can be put off only at the last try. `put_off`: until when they were."""

    def __init__(self, refusals: int) -> None:
        super().__init__(1)
        self.refusals = refusals
        self.put_off: list[float] = []

    async def postpone(self, deadline: Deadline, until: float) -> None:
        self.refusals -= 1
        if self.refusals >= 0:
            raise OSError("the disk is full")
        self.put_off.append(until)
        self.due.remove(deadline)


async def test_a_deadline_that_can_neither_be_met_nor_put_off_is_tried_again_after_a_pause(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(clock_module, "PAUSE_SECONDS", 0)
    tried: list[int] = []

    async def meet(deadline: Deadline) -> None:
        tried.append(deadline.game)
        raise ZeroDivisionError

    deadlines = Stubborn(2)
    clock = Clock(deadlines, meet, lambda: 100.0)  # type: ignore[arg-type]
    for _ in range(3):
        for task in await clock._begin_due(100.0):
            await task
    assert tried == [0, 0, 0]
    assert deadlines.put_off == [100.0 + RETRY_SECONDS]
    assert clock._under_way == {}
    faults = [each.exc_info[0] for each in caplog.records if each.exc_info]
    met, put_off = ZeroDivisionError, OSError
    assert faults == [met, put_off, met, put_off, met], "what broke is not in the log"


async def test_a_deadline_that_is_refused_is_struck_out() -> None:
    async def meet(_deadline: Deadline) -> None:
        raise Refusal("That deadline has been met already.")

    many = ManyDeadlines(3)
    clock = Clock(many, meet, lambda: 1.0)  # type: ignore[arg-type]
    for task in await clock._begin_due(1.0):
        await task
    assert many.due == []


async def test_what_is_under_way_is_not_begun_again_and_takes_its_place() -> None:
    going = asyncio.Event()

    async def meet(_deadline: Deadline) -> None:
        await going.wait()

    many = ManyDeadlines(20)
    clock = Clock(many, meet, lambda: 1.0)  # type: ignore[arg-type]
    first = await clock._begin_due(1.0)
    assert len(first) == MOST_AT_ONCE
    assert await clock._begin_due(1.0) == []
    going.set()
    await asyncio.gather(*first)
    assert len(many.due) == 20 - MOST_AT_ONCE
