"""Requests of all outboxes together stay below what Discord takes in a second."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from cogs import pacing
from cogs.delivery import REQUESTS_PER_SECOND, DiscordSender
from cogs.pacing import Pacing


@pytest.mark.parametrize("processes", [1, 2, 5])
def test_all_processes_together_make_no_more_requests_than_one_may(processes: int) -> None:
    """Each has its share, also when others have come or gone since it began."""
    tables: Any = SimpleNamespace(shards=SimpleNamespace(processes=1))
    nothing: Any = None
    sender = DiscordSender(nothing, tables, nothing, nothing)
    tables.shards.processes = processes
    assert sender._pacing._per_second() * processes == pytest.approx(REQUESTS_PER_SECOND)


class Loop:
    """A loop's clock that moves when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def time(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> Loop:
    loop = Loop()
    faked = {"get_running_loop": lambda: loop, "sleep": loop.sleep}
    monkeypatch.setattr(pacing, "asyncio", SimpleNamespace(**vars(asyncio) | faked))
    return loop


async def test_requests_that_come_at_once_are_spread_evenly(loop: Loop) -> None:
    pace = Pacing(lambda: 4)
    for _ in range(5):
        await pace.wait()
    assert loop.slept == [0.25] * 4


async def test_the_first_request_never_waits_whatever_the_clock_shows(loop: Loop) -> None:
    loop.now = 0.0
    await Pacing(lambda: 4).wait()
    assert loop.slept == []


async def test_nobody_waits_who_comes_late_enough_and_pauses_are_not_saved_up(loop: Loop) -> None:
    pace = Pacing(lambda: 4)
    for _ in range(3):
        await pace.wait()
        loop.now += 60
    assert loop.slept == []
    await pace.wait()
    await pace.wait()
    assert loop.slept == [0.25]


async def test_the_pace_is_that_of_the_moment(loop: Loop) -> None:
    rates = iter([2.0, 10.0, 10.0])
    pace = Pacing(lambda: next(rates))
    for _ in range(3):
        await pace.wait()
    assert loop.slept == pytest.approx([0.5, 0.1])
