"""Limits on what Discord takes in a day."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

DAY = 86_400.0  # seconds


class DailyLimit:
    """Counts what may be done `most` times in any 24 hours.

    Discord does not say when its days begin: whoever keeps to this keeps to a day of any kind.
    """

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self._clock = clock
        self._spent: deque[float] = deque()  # when

    def left(self) -> int:
        """Return how often it may still be done."""
        while self._spent and self._spent[0] <= self._clock() - DAY:
            self._spent.popleft()
        return self.most - len(self._spent)

    def reset_after(self) -> float:
        """Return the seconds until it may be done once more often; 0: nothing was done."""
        left = self.left()
        return self._spent[0] + DAY - self._clock() if left < self.most else 0.0

    def spend(self, times: int = 1) -> bool:
        """Count what is done, unless it is too much; return whether it is not."""
        if times > self.left():
            return False
        self._spent.extend([self._clock()] * times)
        return True
