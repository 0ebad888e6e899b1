"""A bot that is started again and again never comes to Discord's limit of sessions a day."""

from __future__ import annotations

import asyncio

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.client import Leithian
from cogs.session_starts import pause_before
from tests.cogs.test_commands import client  # noqa: F401

DAY = 86_400


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


def test_a_usual_start_waits_for_nothing_and_one_too_many_for_the_next_day() -> None:
    assert pause_before(limits(1000, 0), 1) == 0
    assert pause_before(limits(201, DAY), 1) == 0
    assert 0 < pause_before(limits(200, DAY), 1) < pause_before(limits(100, DAY), 1) < DAY
    assert pause_before(limits(0, 600), 1) == 600
    assert pause_before(limits(3, 600), 4) == 600


async def test_the_bot_waits_before_it_connects_and_says_so(
    client: Leithian,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    done: list[object] = []

    async def gateway() -> tuple[int, str, dict[str, int]]:
        told = {"total": 1000, "remaining": 10, "reset_after": 7_200_000, "max_concurrency": 1}
        return 1, "wss://gateway", told

    async def sleep(seconds: float) -> None:
        done.append(seconds)

    async def connect(_: object, *, reconnect: bool) -> None:
        done.append("connected")

    monkeypatch.setattr(client.http, "get_bot_gateway", gateway)
    monkeypatch.setattr(asyncio, "sleep", sleep)
    monkeypatch.setattr(discord.AutoShardedClient, "connect", connect)
    await client.connect()
    assert done == [720.0, "connected"]
    assert "10 sessions of today's 1000 are left: the bot connects in 720 seconds" in caplog.text
