"""Ends of spans of time as people write them: `3 days`, `until tomorrow`, `Freitag Abend`."""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo

import dateparser

from table.errors import Refusal

LANGUAGES = ["en", "de"]  # both are read, whichever language somebody is spoken to in
_MAX_SECONDS = 366 * 86400.0
_BEFORE = re.compile(r"^(until|till|for|bis|für)\b|\b(next|nächste[nrs]?|kommende[nrs]?|zum)\b")
_HOURS = {  # of the day, for words that the library does not know
    "früh": 9, "vormittag": 10, "mittag": 12, "nachmittag": 15, "abend": 18, "nacht": 22,
}  # fmt: skip
_HOUR_WORDS = re.compile(rf"({'|'.join(_HOURS)})s?\b")
_CLOCK = re.compile(r"\b(\d{1,2}) ?uhr\b")
_DAY_AND_MONTH = re.compile(r"\b(\d{1,2})\.(\d{1,2})\.?$")
_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_SHORT = re.compile(r"^(\d{1,4}) ?([mhdw])$")
EXAMPLES = ("12 hours", "tomorrow", "3 days", "Friday evening", "1 week", "2 weeks")


def parse_end(text: str, now: float, zone: str) -> float:
    """Return the time (seconds since 1970) that somebody means by a span or a moment to come, in
    their time zone. Raises Refusal for none, for one that is over, or further off than a year."""
    words = " ".join(_BEFORE.sub(" ", text.strip().lower()).split())
    words = _SHORT.sub(lambda found: f"{found[1]} {_UNITS[found[2]]}", words)
    words = _HOUR_WORDS.sub(lambda found: f" {_HOURS[found[1]]}:00", words)
    words = _DAY_AND_MONTH.sub(r"\1/\2", _CLOCK.sub(r"\1:00", words))
    end = 0.0
    if len(words) > 2 and not words.startswith("-"):
        here = ZoneInfo(zone)
        settings = {
            "RELATIVE_BASE": datetime.fromtimestamp(now, here).replace(tzinfo=None),
            "PREFER_DATES_FROM": "future",
            "TIMEZONE": zone,
            "RETURN_AS_TIMEZONE_AWARE": True,
            "DATE_ORDER": "DMY",
        }
        found = dateparser.parse(words, languages=LANGUAGES, settings=settings)
        end = found.timestamp() if found is not None else 0.0
    if not now < end <= now + _MAX_SECONDS:
        raise Refusal("Write how long or until when, like 12 hours, tomorrow or Friday evening.")
    return end
