"""Durations as people write them: `3 days`, `12h`, `2w`."""

from __future__ import annotations

import re

from table.errors import Refusal

_UNITS = {"m": 60.0, "h": 3600.0, "d": 86400.0, "w": 7 * 86400.0}
_PATTERN = re.compile(
    r"(\d{1,4}) ?(m|min|minutes?|h|hours?|d|days?|w|weeks?)", re.ASCII | re.IGNORECASE
)
_MAX_SECONDS = 366 * 86400.0
EXAMPLES = ("12 hours", "1 day", "3 days", "1 week", "2 weeks")


def parse_duration(text: str) -> float:
    """Return a duration in seconds. Raises Refusal for no duration, zero, or over a year."""
    found = _PATTERN.fullmatch(text.strip())
    length = int(found[1]) * _UNITS[found[2][0].lower()] if found else 0.0
    if not 0 < length <= _MAX_SECONDS:
        raise Refusal("Write a duration like 12 hours, 3 days or 2 weeks.")
    return length
