"""Discord's answers to us, and our answers to presses, counted for whoever watches the bot."""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from typing import Any

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Histogram

_ANSWER = re.compile(r"/interactions/(\d+)/[^/]+/callback$")
_REMEMBERED = 1000  # presses that are not answered yet
_SECONDS = (0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 3.0)  # Discord waits for three
INVALID = frozenset({401, 403, 429})  # Discord bans an address after 10,000 in ten minutes


class Traffic:
    """Counts requests by status, and how long presses and commands wait for their answer."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "leithian_discord_requests",
            "Requests to Discord by the status of their answer.",
            ["status"],
            registry=self.registry,
        )
        self._invalid = Counter(
            "leithian_discord_invalid_requests",
            "Requests that Discord counts as invalid: refused, forbidden, too many.",
            registry=self.registry,
        )
        self._answers = Histogram(
            "leithian_answer_seconds",
            "Seconds from a press or command to the end of its first answer.",
            buckets=_SECONDS,
            registry=self.registry,
        )
        self._asked: OrderedDict[int, float] = OrderedDict()  # by interaction

    def asked(self, interaction: int) -> None:
        """Note that an interaction has come."""
        self._asked[interaction] = time.monotonic()
        if len(self._asked) > _REMEMBERED:
            self._asked.popitem(last=False)

    async def note(
        self, _session: Any, _context: Any, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        """Count a request that Discord has answered; for aiohttp's `on_request_end`."""
        status = ended.response.status
        self._requests.labels(str(status)).inc()
        if status in INVALID:
            self._invalid.inc()
        if answer := _ANSWER.search(ended.url.path):
            began = self._asked.pop(int(answer[1]), None)
            if began is not None:
                self._answers.observe(time.monotonic() - began)
