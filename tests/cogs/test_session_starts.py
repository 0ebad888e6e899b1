"""A bot that is started again and again never comes to Discord's limit of sessions a day."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.client import Leithian
from cogs.session_starts import patience, pause_before, wait_for_sessions
from sandbox.daily_limit import DAY, DailyLimit
from sandbox.routes import session_start_limit
from sandbox.world import SESSIONS_A_DAY, DiscordWorld
from tests.cogs.test_commands import client  # noqa: F401
from tests.sandbox.set_clock import SetClock

CRASH = 15.0  # seconds after a start


def limits(remaining: int, seconds: float, total: int = 1000) -> discord.SessionStartLimits:
    return discord.SessionStartLimits(
        total=total, remaining=remaining, reset_after=round(seconds * 1000), max_concurrency=1
    )


@given(st.integers(1, 40), st.floats(1, 600))
def test_a_day_of_crashes_stays_below_the_limit(shards: int, life: float) -> None:
    clock, started = 0.0, 0
    while clock < DAY:
        clock += pause_before(limits(1000 - started, DAY - clock), shards)
        if clock < DAY - 0.01:  # Discord tells milliseconds
            started += shards
        clock += life
    assert started <= 1000


@given(st.integers(1, 100))
def test_the_first_half_of_a_days_starts_waits_for_little_and_one_too_many_for_the_next_day(
    shards: int,
) -> None:
    total = shards * 20
    pauses = [pause_before(limits(left, DAY, total), shards) for left in range(total, -1, -shards)]
    assert pauses == sorted(pauses)  # longer and longer
    assert pauses[0] == 0
    assert max(pauses[:10]) < 60
    assert pauses[-1] == DAY
    assert pause_before(limits(shards - 1, 600, total), shards) == 600


@given(st.integers(0, 2000), st.integers(1, 200))
def test_the_health_check_waits_for_the_pause_and_for_each_shard(left: int, shards: int) -> None:
    told = limits(left, DAY, 2000)
    assert patience(told, shards) > pause_before(told, shards) + 5 * shards


class CountingDiscord:
    """The loopback's count of sessions on a clock that moves when somebody sleeps; a bot with so
    many shards."""

    def __init__(self, shards: int, patch: pytest.MonkeyPatch, bot: Leithian) -> None:
        self.clock, self.shards = SetClock(), shards
        self.world = DiscordWorld("http://127.0.0.1:1")
        self.world.sessions = DailyLimit(SESSIONS_A_DAY, self.clock)
        self.begun = 0
        patch.setattr(bot.http, "get_bot_gateway", self.gateway)
        patch.setattr(asyncio, "sleep", self.sleep)
        patch.setattr(discord.AutoShardedClient, "connect", self.connect)

    async def gateway(self) -> tuple[int, str, dict[str, int]]:
        return self.shards, "wss://gateway", session_start_limit(self.world)

    async def sleep(self, seconds: float) -> None:
        self.clock.now += seconds

    async def connect(self, *, reconnect: bool) -> None:
        """Begin a session of each shard."""
        if not self.world.sessions.spend(self.shards):
            pytest.fail("the token was reset")
        self.begun += self.shards


@pytest.mark.parametrize(
    ("remaining", "seconds", "is_told"),
    [(0, 0, True), (0, 600, True), (1000, 600, False), (600, 600, False), (1, 600, True)],
)
async def test_a_start_that_waits_a_second_or_longer_is_told_with_what_is_left(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    remaining: int,
    seconds: float,
    is_told: bool,
) -> None:
    left = {"total": 1000, "remaining": remaining, "reset_after": round(seconds * 1000)}
    day = {**left, "max_concurrency": 1}
    fresh = {**day, "remaining": 1000}
    http: Any = SimpleNamespace(
        get_bot_gateway=AsyncMock(side_effect=[(1, "", day), (1, "", fresh)])
    )
    slept = AsyncMock()
    monkeypatch.setattr(asyncio, "sleep", slept)
    patiences = [each async for each in wait_for_sessions(http)]
    pauses = [call.args[0] for call in slept.await_args_list]
    assert len(pauses) == len(patiences) == (2 if remaining == 0 else 1)  # it asks again
    assert all(patience > pause for patience, pause in zip(patiences, pauses, strict=True))
    told = [each.getMessage() for each in caplog.records]
    assert (
        told
        == [
            f"{remaining} sessions of today's 1000 are left: the bot connects in "
            f"{int(pauses[0])} seconds"
        ]
        * is_told
    )


@pytest.mark.parametrize("shards", [1, 7])
async def test_a_bot_that_crashes_15_seconds_after_each_start_keeps_its_token(
    client: Leithian,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    shards: int,
) -> None:
    there = CountingDiscord(shards, monkeypatch, client)
    end = there.clock.now + 2 * DAY
    while there.clock.now < end:
        await client.connect()
        there.clock.now += CRASH
    assert there.begun > SESSIONS_A_DAY * 1.5  # it does not give up either
    told = [each.getMessage() for each in caplog.records if each.levelname == "WARNING"]
    assert all("sessions of today's 1000 are left: the bot connects in" in each for each in told)
    assert len(told) > SESSIONS_A_DAY / shards / 4


@pytest.mark.parametrize("is_taken_over", [False, True])
async def test_a_shard_whose_sessions_end_all_day_keeps_the_token(
    client: Leithian,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    is_taken_over: bool,
) -> None:
    there = CountingDiscord(1, monkeypatch, client)
    monkeypatch.setattr(client._shards, "reserve_identify", AsyncMock(return_value=0.0))
    await client.connect()
    if is_taken_over:  # again and again from other processes, once this one has its own
        client._all_there.set()
    else:
        client.connected.add(0)
    end = there.clock.now + 2 * DAY
    while there.clock.now < end:
        await client.before_identify_hook(0)
        await there.connect(reconnect=True)
        there.clock.now += CRASH


async def test_the_health_check_is_patient_with_a_start_and_not_with_a_lost_connection(
    client: Leithian,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def gateway() -> tuple[int, str, dict[str, int]]:
        told = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        return 100, "wss://gateway", told

    async def connect(_: object, *, reconnect: bool) -> None:
        pass

    async def is_touched(after: float) -> bool:
        client._alive.unlink(missing_ok=True)
        with monkeypatch.context() as patch:
            patch.setattr(time, "monotonic", lambda: began + after)
            await client._pulse.coro(client)
        return client._alive.exists()

    monkeypatch.setattr(client.http, "get_bot_gateway", gateway)
    monkeypatch.setattr(discord.AutoShardedClient, "connect", connect)
    began = time.monotonic()
    assert not await is_touched(0)
    await client.connect()
    assert await is_touched(100 * 5)
    assert not await is_touched(1000)
    await client.on_shard_ready(0)
    assert not await is_touched(1)
