"""Lengths of time as people write them: `3 days`, `12h`, `2w`."""

from __future__ import annotations

import re

from table.errors import Refusal

_UNITS = {"m": 60.0, "h": 3600.0, "d": 86400.0, "w": 7 * 86400.0}
_SPAN = re.compile(
    r"(\d{1,4}) ?(m|min|minutes?|h|hours?|d|days?|w|weeks?)", re.ASCII | re.IGNORECASE
)
LONGEST = 366 * 86400.0  # seconds
USUAL = ("12 hours", "1 day", "3 days", "1 week", "2 weeks")


def seconds(text: str) -> float:
    """So many seconds. Raises Refusal: not a length of time, none at all, more than a year."""
    found = _SPAN.fullmatch(text.strip())
    length = int(found[1]) * _UNITS[found[2][0].lower()] if found else 0.0
    if not 0 < length <= LONGEST:
        raise Refusal("A length of time is written like 12 hours, 3 days or 2 weeks.")
    return length
