"""A cap on how many requests are made a second."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Pacing:
    """Lets at most so many requests through in any second; the others wait their turn."""

    def __init__(self, per_second: Callable[[], float]) -> None:
        self._per_second = per_second
        self._next = 0.0

    async def wait(self) -> None:
        """Wait until the next request may be made."""
        now = asyncio.get_running_loop().time()
        at = max(now, self._next)
        self._next = at + 1 / self._per_second()
        if at > now:
            await asyncio.sleep(at - now)
