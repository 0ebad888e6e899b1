"""Threads are opened, and people come into them, though Discord cannot serve it for a moment."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.ui import threads
from cogs.ui.threads import PAUSES, add_member, persist

pytestmark = pytest.mark.asyncio


def refusal(kind: type[discord.HTTPException], status: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    return kind(response, "")


class FailingThread:
    """A thread to which nobody can be added until requests have failed."""

    def __init__(self, *faults: discord.HTTPException) -> None:
        self._faults = list(faults)
        self.added: list[discord.abc.Snowflake] = []
        self.asked = 0

    async def add_user(self, person: discord.abc.Snowflake) -> None:
        self.asked += 1
        if self._faults:
            raise self._faults.pop(0)
        self.added.append(person)


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(threads, "asyncio", SimpleNamespace(**vars(asyncio) | {"sleep": sleep}))
    return pauses


async def test_what_discord_cannot_serve_is_asked_again(slept: list[float]) -> None:
    ann, unavailable = discord.Object(1), refusal(discord.DiscordServerError, 503)
    thread: Any = FailingThread(unavailable, unavailable)
    await add_member(thread, ann)
    assert thread.added == [ann]
    assert slept == [*PAUSES[:2]]


async def test_it_is_given_up_in_the_end(slept: list[float]) -> None:
    thread = FailingThread(*[refusal(discord.DiscordServerError, 503)] * 9)
    with pytest.raises(discord.DiscordServerError):
        await persist(lambda: thread.add_user(discord.Object(1)))
    assert thread.asked == len(PAUSES) + 1
    assert slept == [*PAUSES]


async def test_what_is_refused_is_not_asked_again(slept: list[float]) -> None:
    thread: Any = FailingThread(refusal(discord.Forbidden, 403))
    await add_member(thread, discord.Object(1))
    assert (thread.asked, thread.added, slept) == (1, [], [])
