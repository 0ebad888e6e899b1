"""The limits on what one person, one server, and all together may cause: how often, how many bytes,
how much time of the worker."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec

from engine.contract.texts import Text, counted
from table.errors import Refusal

MAX_KEYS = 10_000  # people and servers that are counted at a time
MB = 1_000_000


class StorageBudgets(msgspec.Struct, frozen=True):
    """The most bytes of the database file that the games of one founder, of one server, and all
    may take up."""

    person: int = 100 * MB
    server: int = 1_000 * MB
    all: int = 20_000 * MB


class HeavyBudgets(msgspec.Struct, frozen=True):
    """The most seconds of the worker that a person and a server may have had, of which half are
    forgotten after `half_life` seconds; the most seconds of one piece of work, and in the queue;
    the most pieces of a server at a time. A person has one at a time."""

    person: float = 120.0
    server: float = 600.0
    half_life: float = 600.0
    piece: float = 60.0
    queue: float = 300.0
    pieces: int = 8


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
        self._forget_old(now)
        counts = [
            (self._recent((name, "person", person), limit, now), limit.person, _PERSON),
            (self._recent((name, "server", guild), limit, now), limit.server, _SERVER),
        ]
        for times, most, who in counts:
            if len(times) >= most:
                span = minutes_text(times[0] + limit.seconds - now)
                raise Refusal(who, what=Text(limit.what), span=span)
        for times, _, _ in counts:
            times.append(now)

    @contextmanager
    def spending(self, name: str, person: int, guild: int) -> Iterator[None]:
        """Count one more, but for the person alone when it is refused: that holds up nobody else.
        Raises Refusal when that is too much."""
        self.spend(name, person, guild)
        try:
            yield
        except Refusal:
            self._done[name, "server", guild].pop()
            raise

    def _forget_old(self, now: float) -> None:
        if len(self._done) > MAX_KEYS:
            oldest = now - max(each.seconds for each in LIMITS.values())
            self._done = {k: t for k, t in self._done.items() if t and t[-1] > oldest}

    def _recent(self, key: tuple[str, str, int], limit: Limit, now: float) -> deque[float]:
        times = self._done.setdefault(key, deque())
        while times and times[0] <= now - limit.seconds:
            times.popleft()
        return times


def minutes_text(seconds: float) -> Text:
    """Return a span of time in minutes, in words."""
    minutes = max(1, round(seconds / 60))
    return counted(minutes, "{number} minute", "{number} minutes")
