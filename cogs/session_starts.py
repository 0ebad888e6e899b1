"""Discord lets a bot start about a thousand sessions a day, and resets the token of one that starts
more: a bot that is started again and again waits, longer and longer."""

from __future__ import annotations

from discord import SessionStartLimits

SPREAD = 5  # the last of so many parts of a day's starts have to wait


def pause_before(limits: SessionStartLimits, shards: int) -> float:
    """Return the seconds to wait before a bot starts a session of each of its shards.

    Discord's own count is used: it outlives whatever is lost here. The last fifth of a day's starts
    is spread over the rest of the day.
    """
    if limits.remaining * SPREAD > limits.total:
        return 0.0
    left = limits.reset_after / 1000
    return min(left * shards / limits.remaining, left) if limits.remaining >= shards else left
