"""Rate limits by route and channel, with Discord's headers.

Discord publishes only the global limit; the others are what bots observe (`README.md`).
"""

from __future__ import annotations

import re
import time
import zlib
from collections import Counter, deque
from collections.abc import Callable
from typing import Any, NamedTuple

OLD_MESSAGE = 3600.0  # seconds: edits of a message of this age have a limit of their own
OLD_EDITS = "edits of old messages"
INVALID = frozenset({401, 403, 429})  # statuses of answers to invalid requests
INVALID_SECONDS, MOST_INVALID = 600, 10_000  # past which Discord bans an address for a while
MAX_REFUSALS_KEPT = 1000


class RouteLimit(NamedTuple):
    """At most `requests` in `seconds` for each channel, server or token of a route."""

    name: str
    method: str
    path: re.Pattern[str]
    requests: int
    seconds: float


def _limit(name: str, method: str, path: str, requests: int, seconds: float) -> RouteLimit:
    return RouteLimit(name, method, re.compile(path), requests, seconds)


ROUTES = (
    _limit("messages", "POST", r"/channels/(\d+)/messages", 5, 5.0),
    _limit("edits", "PATCH", r"/channels/(\d+)/messages/\d+", 5, 5.0),
    _limit("deletions", "DELETE", r"/channels/(\d+)/messages/\d+", 5, 1.0),
    _limit("a message", "GET", r"/channels/(\d+)/messages/\d+", 5, 1.0),
    _limit("history", "GET", r"/channels/(\d+)/messages", 5, 1.0),
    _limit("pins", "*", r"/channels/(\d+)/(?:messages/)?pins(?:/\d+)?", 5, 5.0),
    _limit("threads", "POST", r"/channels/(\d+)(?:/messages/\d+)?/threads", 5, 5.0),
    _limit("thread members", "*", r"/channels/(\d+)/thread-members/.*", 5, 5.0),
    _limit("channel edits", "PATCH", r"/channels/(\d+)", 5, 15.0),
    _limit("commands", "*", r"/applications/(\d+)/.*commands.*", 5, 20.0),
    _limit("follow-ups", "*", r"/webhooks/\d+/([^/]+).*", 5, 2.0),
)
OTHERS = RouteLimit("others", "*", re.compile(".*"), 20, 1.0)
OLD = RouteLimit(OLD_EDITS, "PATCH", re.compile(""), 3, 20.0)
GLOBAL = RouteLimit("all", "*", re.compile(".*"), 50, 1.0)
UNCOUNTED = re.compile(r"/(?:interactions|webhooks)/.*")  # the global limit leaves these out
CALLBACK = re.compile(r"/interactions/.*")


class RateLimitVerdict(NamedTuple):
    """Headers for a request; `retry_after` is set when it is refused."""

    headers: dict[str, str]
    retry_after: float | None = None
    is_global: bool = False
    code: int = 0

    def body(self) -> dict[str, Any]:
        """Return the body of the 429."""
        return {
            "message": "You are being rate limited.",
            "retry_after": self.retry_after,
            "global": self.is_global,
            "code": self.code,
        }


class _Window:
    """The times of the requests of one bucket. A window begins with its first request."""

    def __init__(self) -> None:
        self.began = 0.0
        self.used = 0


class RequestLimits:
    """Counts requests; `is_strict`: refuses those over a limit."""

    def __init__(
        self, *, is_strict: bool = True, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.is_strict = is_strict
        self._clock = clock
        self._windows: dict[tuple[str, str], _Window] = {}
        self._second: deque[float] = deque()
        self._invalid: deque[float] = deque()  # the times of invalid requests
        self.peaks: Counter[str] = Counter()
        self.totals: Counter[str] = Counter()
        self.refusals: list[dict[str, Any]] = []

    def check(self, method: str, path: str, message_age: float = 0.0) -> RateLimitVerdict:
        """Count a request and return its headers, or its refusal. `message_age`: of the message
        that it edits, in seconds."""
        now = self._clock()
        if CALLBACK.fullmatch(path):
            self.totals["answers"] += 1
            return RateLimitVerdict({})
        limit, scope = find_limit(method, path)
        if not UNCOUNTED.fullmatch(path):
            wait = self._count_global(now)
            if wait is not None:
                return self._refuse(GLOBAL, path, wait, {"X-RateLimit-Global": "true"})
        if limit.name == "edits" and message_age > OLD_MESSAGE:
            verdict = self._count(OLD, scope, path, now)
            if verdict.retry_after is not None:
                return verdict._replace(code=30046)
        return self._count(limit, scope, path, now)

    def _count_global(self, now: float) -> float | None:
        """Count a request against the global limit; return how long to wait if it is over."""
        while self._second and self._second[0] <= now - GLOBAL.seconds:
            self._second.popleft()
        if self.is_strict and len(self._second) >= GLOBAL.requests:
            return self._second[0] + GLOBAL.seconds - now
        self._second.append(now)
        self.totals[GLOBAL.name] += 1
        self.peaks[GLOBAL.name] = max(self.peaks[GLOBAL.name], len(self._second))
        return None

    def _count(self, limit: RouteLimit, scope: str, path: str, now: float) -> RateLimitVerdict:
        window = self._windows.setdefault((limit.name, scope), _Window())
        if now >= window.began + limit.seconds:
            window.began, window.used = now, 0
        left = window.began + limit.seconds - now
        headers = {
            "X-RateLimit-Limit": str(limit.requests),
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Bucket": f"{zlib.crc32(limit.name.encode()):08x}",
        }
        if self.is_strict and window.used >= limit.requests:
            return self._refuse(limit, path, left, headers | {"X-RateLimit-Remaining": "0"})
        window.used += 1
        self.totals[limit.name] += 1
        self.peaks[limit.name] = max(self.peaks[limit.name], window.used)
        remaining = max(0, limit.requests - window.used) if self.is_strict else limit.requests
        return RateLimitVerdict(headers | {"X-RateLimit-Remaining": str(remaining)})

    def _refuse(
        self, limit: RouteLimit, path: str, wait: float, headers: dict[str, str]
    ) -> RateLimitVerdict:
        if len(self.refusals) < MAX_REFUSALS_KEPT:
            self.refusals.append({"limit": limit.name, "path": path, "retry_after": wait})
        scope = "global" if limit is GLOBAL else "user"
        headers = headers | {"Retry-After": f"{wait:.3f}", "X-RateLimit-Scope": scope}
        return RateLimitVerdict(headers, round(wait, 3), limit is GLOBAL)

    def note_answer(self, status: int) -> None:
        """Count a request that was answered with this status, if that makes it invalid."""
        if status in INVALID:
            self._invalid.append(self._clock())

    def invalid(self) -> int:
        """Return how many invalid requests there were in the last ten minutes."""
        while self._invalid and self._invalid[0] <= self._clock() - INVALID_SECONDS:
            self._invalid.popleft()
        return len(self._invalid)

    def is_banned(self) -> bool:
        """Return whether there were too many of them, so that nothing is answered for a while."""
        return self.is_strict and self.invalid() >= MOST_INVALID

    def report(self) -> dict[str, Any]:
        """Return what was seen: the most requests in a window, all requests, refusals, invalid
        ones."""
        known = {limit.name: limit for limit in (*ROUTES, OTHERS, OLD, GLOBAL)}
        return {
            "peaks": {
                name: {"seen": seen, "allowed": known[name].requests, "per": known[name].seconds}
                for name, seen in sorted(self.peaks.items())
            },
            "totals": dict(self.totals),
            "refusals": self.refusals,
            "invalid": self.invalid(),
        }


def find_limit(method: str, path: str) -> tuple[RouteLimit, str]:
    """Return the limit of a route and the channel, server or token that it counts for."""
    for limit in ROUTES:
        if limit.method in (method, "*") and (match := limit.path.fullmatch(path)):
            return limit, match.group(1)
    return OTHERS, f"{method} " + re.sub(r"\d{15,}", "id", path)
