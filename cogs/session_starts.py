"""Discord lets a bot start about a thousand sessions a day, and resets the token of one that starts
more: a bot that is started again and again waits, longer and longer."""

from __future__ import annotations

from discord import SessionStartLimits

from table.store.shards import IDENTIFY_EVERY

STEEPNESS = 8  # the first half of a day's starts waits for next to nothing
TO_CONNECT = 120.0  # seconds beside that, for servers to be taken in and for a second attempt


def pause_before(limits: SessionStartLimits, shards: int) -> float:
    """Return the seconds to wait before a bot starts a session of each of its shards.

    Discord's own count is used: it outlives whatever is lost here. The more of a day's starts are
    used, the more evenly the others are spread over the rest of the day.
    """
    left = limits.reset_after / 1000
    if limits.remaining < shards:
        return left
    used = 1 - limits.remaining / limits.total
    return left * shards / limits.remaining * used**STEEPNESS


def patience(limits: SessionStartLimits, shards: int) -> float:
    """Return the seconds within which a bot that begins to connect now is expected to be ready."""
    return pause_before(limits, shards) + shards * IDENTIFY_EVERY + TO_CONNECT
