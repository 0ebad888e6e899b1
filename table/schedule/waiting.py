"""Waiting that can be cut short."""

from __future__ import annotations

import asyncio


async def wait_or_timeout(event: asyncio.Event, seconds: float) -> None:
    """Wait until the event is set, at most so long."""
    try:
        async with asyncio.timeout(max(0.0, seconds)):
            await event.wait()
    except TimeoutError:
        pass
