"""Discord lets a bot start about a thousand sessions a day, and resets the token of one that starts
more: a bot that is started again and again waits, longer and longer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

from discord import SessionStartLimits
from discord.http import HTTPClient

from table.store.shards import IDENTIFY_EVERY

STEEPNESS = 8  # the first half of a day's starts waits for next to nothing
TO_CONNECT = 120.0  # seconds beside that, for servers to be taken in and for a second attempt

log = logging.getLogger(__name__)


def pause_before(limits: SessionStartLimits, shards: int) -> float:
    """Return the seconds to wait before a bot starts a session of each of its shards.

    Discord's own count is used: it outlives whatever is lost here. The more of a day's starts are
    used, the more evenly the others are spread over the rest of the day.
    """
    left = limits.reset_after / 1000
    if limits.remaining < shards:
        return max(left, 1.0)  # Discord rounds to milliseconds: never ask it without a pause
    used = 1 - limits.remaining / limits.total
    return left * shards / limits.remaining * used**STEEPNESS


def patience(limits: SessionStartLimits, shards: int) -> float:
    """Return the seconds within which a bot that begins to connect now is expected to be ready."""
    return pause_before(limits, shards) + shards * IDENTIFY_EVERY + TO_CONNECT


async def wait_for_sessions(http: HTTPClient, sessions: int | None = None) -> AsyncIterator[float]:
    """Wait until Discord's limit allows so many sessions, or one of each shard. Before each wait,
    yield within how many seconds the bot is expected to be ready.

    Raises GatewayNotFound.
    """
    is_allowed = False
    while not is_allowed:
        shards, _, told = await http.get_bot_gateway()
        limits = SessionStartLimits(**told)
        wanted = shards if sessions is None else sessions
        is_allowed, pause = limits.remaining >= wanted, pause_before(limits, wanted)
        yield patience(limits, wanted)
        if pause >= 1:
            log.warning(
                "%d sessions of today's %d are left: the bot connects in %d seconds",
                *(limits.remaining, limits.total, pause),
            )
        await asyncio.sleep(pause)
