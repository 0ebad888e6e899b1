"""People's quiet hours and absences, and how their waking time passes. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from table.errors import Refusal

_HOURS = re.compile(r"([01]?\d|2[0-3]):([0-5]\d) ?[-–] ?([01]?\d|2[0-3]):([0-5]\d)")
MAX_NIGHTS = 400  # that a span of waking time may reach over
MAX_AWAY = 1e11  # seconds since 1970


class Preferences(msgspec.Struct, frozen=True):
    """A person's wishes about being asked to act.

    `quiet_hours`: from and to, minutes of the day in their time zone.
    """

    pings: bool = True
    pings_when_next: bool = False  # in a rota: a word when one is next
    zone: str = "UTC"
    quiet_hours: tuple[int, int] | None = None
    away_until: float = 0.0

    @classmethod
    def parse(cls, values: Mapping[str, str]) -> Preferences:
        """Return the preferences with these values, which `check_preference` has let pass."""
        return cls(
            pings=values.get("pings") != "off",
            pings_when_next=values.get("next") == "on",
            zone=values.get("zone", "UTC"),
            quiet_hours=_parse_hours(values["quiet"]) if "quiet" in values else None,
            away_until=float(values.get("away", "0")),
        )


def check_preference(name: str, value: str) -> None:
    """Raise Refusal when a preference cannot be understood. Unknown names are not ours."""
    if name == "zone":
        try:
            ZoneInfo(value)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise Refusal("Write the time zone like Europe/Berlin.") from None
    elif name == "quiet":
        _parse_hours(value)
    elif name == "away":
        try:
            valid = float(value) < MAX_AWAY
        except ValueError:
            valid = False
        if not valid:
            raise Refusal("Say until when you are away.")


def _parse_hours(text: str) -> tuple[int, int]:
    found = _HOURS.fullmatch(text.strip())
    if not found:
        raise Refusal("Write quiet hours like 22:00-08:00.")
    a, b, c, d = map(int, found.groups())
    start, end = a * 60 + b, c * 60 + d
    if start == end:
        raise Refusal("Quiet hours cannot last all day.")
    return start, end


def next_waking_time(preferences: Preferences, now: float) -> float:
    """Return the first moment from `now` on when the person is neither away nor in quiet hours."""
    now = max(now, preferences.away_until)
    if preferences.quiet_hours is None:
        return now
    local = datetime.fromtimestamp(now, ZoneInfo(preferences.zone))
    start, end = preferences.quiet_hours
    minute = local.hour * 60 + local.minute
    asleep = start <= minute < end if start < end else minute >= start or minute < end
    return _next_time(local, end) if asleep else now


def next_quiet_time(preferences: Preferences, now: float) -> float | None:
    """Return when quiet hours next begin after `now`, a waking moment; None: never."""
    if preferences.quiet_hours is None:
        return None
    local = datetime.fromtimestamp(now, ZoneInfo(preferences.zone))
    return _next_time(local, preferences.quiet_hours[0])


def add_waking_time(preferences: Preferences, now: float, seconds: float) -> float:
    """Return when so many seconds of the person's waking time will have passed since `now`."""
    left = seconds
    for _ in range(MAX_NIGHTS):
        now = next_waking_time(preferences, now)
        night = next_quiet_time(preferences, now)
        if night is None or now + left <= night:
            break
        left -= night - now
        now = night
    return now + left


def _next_time(local: datetime, minute: int) -> float:
    """Return when a wall clock next shows that minute of the day.

    It may show it twice in a night, or never: then the moment counts at which it would have.
    """
    now = local.timestamp()
    at = time(minute // 60, minute % 60)
    found = (
        datetime.combine(local.date() + timedelta(days), at, local.tzinfo).replace(fold=fold)
        for days in range(3)
        for fold in (0, 1)
    )
    return next(moment.timestamp() for moment in found if moment.timestamp() > now)
