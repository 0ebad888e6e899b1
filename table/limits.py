"""Limits on what one person, or one server, may cause in a while."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import msgspec

from engine.contract.texts import Text, counted
from table.errors import Refusal

MAX_KEYS = 10_000  # people and servers that are counted at a time


class Limit(msgspec.Struct, frozen=True):
    """At most so many times a person and a server in so many seconds; `what` completes "You have
    ... often"."""

    what: str
    person: int
    server: int
    seconds: float


LIMITS = {
    "game": Limit("opened games", 30, 100, 3600.0),
    "thread": Limit("opened threads", 3, 12, 600.0),
    "seat": Limit("handed over characters", 6, 20, 600.0),
    "ping": Limit("pinged people", 3, 12, 600.0),
    "card": Limit("deleted cards", 5, 100, 600.0),  # counted by channel
    "film": Limit("posted films", 3, 12, 600.0),
    "file": Limit("imported files", 5, 20, 600.0),
    "upload": Limit("uploaded files", 15, 60, 600.0),
}


_PERSON = "You have {what} too often; try again in {span}."
_SERVER = "People here have {what} too often; try again in {span}."


class PersonLimits:
    """Counts what was done lately. What nobody did for long is forgotten."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._done: dict[tuple[str, str, int], deque[float]] = {}

    def spend(self, name: str, person: int, guild: int) -> None:
        """Count one more. Raises Refusal, and counts nothing, when that is too much."""
        limit, now = LIMITS[name], self._now()
        counts = [
            (self._recent((name, "person", person), limit, now), limit.person, _PERSON),
            (self._recent((name, "server", guild), limit, now), limit.server, _SERVER),
        ]
        for times, most, who in counts:
            if len(times) >= most:
                minutes = max(1, round((times[0] + limit.seconds - now) / 60))
                span = counted(minutes, "{number} minute", "{number} minutes")
                raise Refusal(who, what=Text(limit.what), span=span)
        for times, _, _ in counts:
            times.append(now)

    def _recent(self, key: tuple[str, str, int], limit: Limit, now: float) -> deque[float]:
        if len(self._done) > MAX_KEYS:
            oldest = now - max(each.seconds for each in LIMITS.values())
            self._done = {k: t for k, t in self._done.items() if t and t[-1] > oldest}
        times = self._done.setdefault(key, deque())
        while times and times[0] <= now - limit.seconds:
            times.popleft()
        return times
