"""Faults by chance: what Discord does now and then, the same for the same seed."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import Any

ROUTES = re.compile(r"/(?:channels|webhooks|interactions)/.*")
OWN_ROUTES = re.compile(r"/channels/.*")  # none that answers a press
WAYS = {  # of giving an old message a new picture, each of which Discord may refuse
    "edit": ("PATCH", re.compile(r"/channels/\d+/messages/\d+")),
    "update": ("POST", re.compile(r"/interactions/\d+/[^/]+/callback")),
    "original": ("PATCH", re.compile(r"/webhooks/\d+/[^/]+/messages/@original")),
    "follow-up": ("POST", re.compile(r"/webhooks/\d+/[^/]+")),
}
UPDATE = 7  # the answer to a press that changes its message
INTERACTIONS = ("repeat", "late")
GATEWAY = ("drop", "reconnect", "invalid-session")
LOSING = frozenset({"late", "invalid-session"})  # faults with which a press is not answered
IDENTIFY_EVERY = 5.0  # seconds


@dataclass(kw_only=True)
class FailedRequest:
    """A request that fails with a status; `is_done`: though it was done."""

    status: int
    retry_after: float = 0.3  # seconds
    is_global: bool = False
    code: int = 0
    is_done: bool = False

    def response(self) -> tuple[dict[str, Any], dict[str, str]]:
        """Return Discord's body and headers for this status; those of a 429 hold the wait."""
        if self.status != 429:
            return {"message": "A fault of the sandbox", "code": self.code}, {}
        body = {
            "message": "You are being rate limited.",
            "retry_after": self.retry_after,
            "global": self.is_global,
        }
        headers = {
            "Retry-After": str(self.retry_after),
            "X-RateLimit-Scope": "global" if self.is_global else "user",
        }
        if self.is_global:
            headers["X-RateLimit-Global"] = "true"
        else:
            headers |= {"X-RateLimit-Remaining": "0"}
            headers |= {"X-RateLimit-Reset-After": str(self.retry_after)}
        return body, headers


class FaultSchedule:
    """Draws delays and faults; without a seed there are none.

    `is_mild`: people notice that all takes longer, but each of their presses is answered.
    """

    def __init__(self, seed: int = 0, *, is_mild: bool = False) -> None:
        self._chance = random.Random(seed)
        self.is_active = bool(seed)
        self.ready_after = self._seconds(1.5)  # from a client's identification
        self.servers_after = self._seconds(2.5)  # from READY
        self._answers_after = self._seconds(0.4)  # at most
        self.refused_pictures = frozenset(way for way in WAYS if self._happens(0.4))
        self._routes = OWN_ROUTES if is_mild else ROUTES
        losing = LOSING if is_mild else ()
        self._interactions = [fault for fault in INTERACTIONS if fault not in losing]
        self._gateway = [fault for fault in GATEWAY if fault not in losing]

    def _seconds(self, most: float) -> float:
        return self._chance.uniform(0, most) if self.is_active else 0.0

    def _happens(self, share: float) -> bool:
        return self.is_active and self._chance.random() < share

    def delay(self) -> float:
        """Return the seconds that an answer takes."""
        return self._seconds(self._answers_after)

    def refusal(self, method: str, path: str) -> FailedRequest | None:
        """Return how a request fails, if it does."""
        if not self._routes.fullmatch(path):
            return None
        if self._happens(0.04):
            return FailedRequest(status=self._chance.choice((500, 502, 503)))
        if self._happens(0.02):
            return FailedRequest(status=429, retry_after=self._chance.uniform(0.1, 1))
        if method != "GET" and self._happens(0.02):
            return FailedRequest(status=502, is_done=True)
        return None

    def refuses_picture(self, method: str, path: str, body: Any) -> bool:
        """Return whether a request that brings a new picture may not do so in this way."""
        for way in self.refused_pictures:
            wanted, pattern = WAYS[way]
            if method == wanted and pattern.fullmatch(path):
                return way != "update" or body.get("type") == UPDATE
        return False

    def interaction_fault(self) -> str | None:
        """Return what happens to an interaction: it comes twice, or too late to be answered."""
        if self._happens(0.06):
            return self._chance.choice(self._interactions)
        return None

    def gateway_fault(self) -> str | None:
        """Return what happens to the connections before an interaction."""
        return self._chance.choice(self._gateway) if self._happens(0.04) else None
