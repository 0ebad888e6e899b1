"""Duties beside the games: the heartbeat, lost time, suspended games, what is owed later."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from table import tables
from table.change import Change
from table.errors import NoGame, Refusal, TableFault
from table.outbox.rows import OutboxDraft
from table.schedule.waiting import wait_or_timeout
from table.store.changes import Commit
from tests.table.test_commands import STATES
from tests.table.world import ANN, BOB, CHANNEL, GUILD, TableWorld

pytestmark = pytest.mark.sqlite_only


async def beaten(world: TableWorld, monkeypatch: pytest.MonkeyPatch, times: int) -> list[float]:
    """Let the heart beat so many times; return the pauses."""
    pauses: list[float] = []

    async def wait(stopping: asyncio.Event, seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == times:
            stopping.set()

    monkeypatch.setattr(tables, "wait_or_timeout", wait)
    await world.tables._run_heartbeat()
    monkeypatch.setattr(tables, "wait_or_timeout", wait_or_timeout)
    return pauses


@pytest.mark.parametrize("serves", [True, False])
async def test_with_the_heartbeat_backups_are_made_where_all_servers_games_are_served(
    world: TableWorld, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, serves: bool
) -> None:
    world.tables.keep_backups(tmp_path / "backups", 7)
    monkeypatch.setattr(world.tables.shards, "serves", lambda guild: serves and not guild)
    world.tables.supervisor.broken["clock"] = "KeyError"
    assert await beaten(world, monkeypatch, 2) == [15.0, 15.0]
    made = [*(tmp_path / "backups").glob("*")] if serves else []
    assert len(made) == serves
    assert (tmp_path / "backups").exists() is serves
    assert world.tables.supervisor.broken == {}
    assert await world.tables.store.last_beat() == world.time.now


async def test_a_heartbeat_that_fails_is_logged_and_followed_by_the_next(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    beats = 0

    async def end_due() -> None:
        nonlocal beats
        beats += 1
        raise ZeroDivisionError

    monkeypatch.setattr(world.tables.contests, "end_due", end_due)
    world.tables.supervisor.broken["clock"] = "KeyError"
    assert len(await beaten(world, monkeypatch, 3)) == beats == 3
    assert world.tables.supervisor.broken == {"clock": "KeyError"}
    logged = [(each.getMessage(), each.exc_info) for each in caplog.records]
    assert [(told, error and error[0]) for told, error in logged] == [
        ("the heartbeat", ZeroDivisionError)
    ] * 3


async def test_whoever_starts_the_tables_starts_all_that_runs_beside_the_games(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []

    def note(owner: object, name: str) -> None:
        async def looked(*_: object) -> None:
            begun.append(name)

        monkeypatch.setattr(owner, name, looked)

    here = world.tables
    for owner, name in (
        (here.clock, "run"),
        (here.store, "beat"),
        (here.packer, "pack_next"),
        (here.daily, "check_next"),
        (here.store, "next_absence"),
    ):
        note(owner, name)
    await here.start(world.office)
    for _ in range(3):
        await asyncio.sleep(0)
    assert sorted(begun) == ["beat", "check_next", "next_absence", "pack_next", "run"]


async def pauses_of(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch, run: str, owner: object, name: str
) -> list[float]:
    """Return the pauses of what looks for work that it finds twice, but not a third time."""
    found, pauses = iter((True, True, False)), list[float]()

    async def look() -> bool:
        return next(found)

    async def wait(stopping: asyncio.Event, seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            stopping.set()

    monkeypatch.setattr(owner, name, look)
    monkeypatch.setattr(tables, "wait_or_timeout", wait)
    await getattr(world.tables, run)()
    monkeypatch.setattr(tables, "wait_or_timeout", wait_or_timeout)
    return pauses


@pytest.mark.parametrize(
    ("run", "owner", "name"),
    [("_run_packing", "packer", "pack_next"), ("_check_daily_runs", "daily", "check_next")],
)
async def test_work_in_the_background_goes_on_soon_until_none_is_left(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch, run: str, owner: str, name: str
) -> None:
    looked_at = getattr(world.tables, owner)
    first, second, third = await pauses_of(world, monkeypatch, run, looked_at, name)
    assert first == second < third


async def test_daily_runs_are_checked_only_where_all_servers_games_are_served(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world.tables.shards, "serves", lambda guild: bool(guild))
    daily = world.tables.daily
    pauses = await pauses_of(world, monkeypatch, "_check_daily_runs", daily, "check_next")
    assert len({*pauses}) == 1  # as where there is nothing to check


async def test_a_game_that_cannot_be_told_of_lost_time_holds_up_no_other(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []
    asked: list[set[int]] = []
    waiting = [3, 5, 7, None]

    class Absent:
        def __init__(self, game: int) -> None:
            self.game = game

        async def catch_up(self) -> None:
            """Note it, unless the game cannot be used."""
            if self.game == 3:
                raise Refusal("No.")
            if self.game == 5:
                raise TableFault("0")
            told.append(self.game)

    async def next_absence(failed: set[int]) -> int | None:
        asked.append({*failed})
        return waiting[len(asked) - 1]

    async def get(game: int) -> Absent:
        return Absent(game)

    monkeypatch.setattr(world.tables.store, "next_absence", next_absence)
    monkeypatch.setattr(world.tables, "get", get)
    await world.tables._tell_of_lost_time()
    assert (told, asked) == ([7], [set(), {3}, {3, 5}, {3, 5}])
    world.tables._stopping.set()
    await world.tables._tell_of_lost_time()
    assert len(asked) == 4


async def test_suspended_games_of_a_server_resume_all_or_for_one_reason(world: TableWorld) -> None:
    suspend, games = world.tables.suspend, []
    for place, (guild, reason) in enumerate(
        ((GUILD, "a"), (GUILD, "b"), (GUILD + 1, "a"), (GUILD, "a"), (GUILD, ""))
    ):
        table = await world.found(CHANNEL + place, ANN, guild=guild, request=f"r{place}")
        await table.begin(ANN)
        games.append(table)
        if reason:
            await suspend(table.game.id, reason)

    def phases() -> str:
        return " ".join(table.game.phase for table in games)

    assert phases() == "paused paused paused paused play"
    await world.tables.resume_suspended(GUILD, "a")
    assert phases() == "play paused paused play play"
    await world.tables.resume_suspended(GUILD)
    assert phases() == "play play paused play play"


async def test_a_game_is_seen_from_its_channel_and_its_private_threads(world: TableWorld) -> None:
    first = await world.found(CHANNEL, ANN)
    second = await world.found(CHANNEL + 1, BOB)

    async def game_of(channel: int) -> int | None:
        return second.game.id if channel == 777 else None

    world.tables.private_threads.game_of = game_of  # type: ignore[method-assign]
    assert (await world.tables.seen_from(CHANNEL)).game.id == first.game.id
    assert (await world.tables.seen_from(777)).game.id == second.game.id
    with pytest.raises(NoGame):
        await world.tables.seen_from(778)


@pytest.mark.parametrize(
    ("moments", "woken"),
    [((), []), ((5.0, 3.0, 4.0), [(7, 3.0)]), ((5.0, 2.0), [(7,)]), ((0.0,), [(7,)])],
)
def test_what_is_owed_is_looked_at_at_once_or_at_its_first_moment(
    moments: tuple[float, ...], woken: list[tuple[float, ...]]
) -> None:
    looked: list[tuple[float, ...]] = []
    outbox = SimpleNamespace(
        wake=lambda game: looked.append((game,)),
        wake_at=lambda game, moment: looked.append((game, moment)),
    )
    owed = tuple(OutboxDraft("redraw", not_before=moment) for moment in moments)
    state = STATES["play"]
    commit = Commit(Change(state, state, outbox=owed), ANN.id, None, 2.0, b"", state)
    beside: Any = SimpleNamespace(outbox=outbox, clock=None, on_games_changed=None)
    tables.Tables._on_saved(beside, 7, commit)
    assert looked == woken


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (None, "lobby", True),
        ("lobby", "play", True),
        ("play", "over", True),
        ("play", "play", False),
    ],
)
def test_servers_learn_of_games_that_are_new_or_begin_or_end_and_of_no_other(
    before: str | None, after: str, told: bool
) -> None:
    changed: list[int] = []
    state, stored = STATES[after], STATES[before] if before else None
    commit = Commit(Change(state, stored), ANN.id, None, 2.0, b"", stored)
    beside: Any = SimpleNamespace(outbox=None, clock=None, on_games_changed=changed.append)
    tables.Tables._on_saved(beside, 7, commit)
    assert changed == [state.game.guild] * told


async def test_who_closes_the_table_waits_for_requests_under_way_and_takes_no_more(
    world: TableWorld,
) -> None:
    services = world.tables.services
    may_go_on = asyncio.Event()
    request = asyncio.create_task(services.run_to_completion(may_go_on.wait()))
    await asyncio.sleep(0)
    closing = asyncio.create_task(services.close())
    for _ in range(10):
        await asyncio.sleep(0)
    assert not closing.done()
    with pytest.raises(Refusal, match="about to restart"):
        await services.run_to_completion(may_go_on.wait())
    may_go_on.set()
    await closing
    assert await request
