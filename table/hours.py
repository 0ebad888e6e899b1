"""People's hours: when somebody is asleep or away, and how waking time passes. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from table.errors import Refusal

_SPAN = re.compile(r"([01]?\d|2[0-3]):([0-5]\d) ?[-–] ?([01]?\d|2[0-3]):([0-5]\d)")
NIGHTS = 400  # nights that a span of waking time may reach over


class Habits(msgspec.Struct, frozen=True):
    """What a person has set: pings at all, a word when they are next, quiet hours in their zone
    (from, to: minutes of the day), and until when they are away."""

    pings: bool = True
    next: bool = False
    zone: str = "UTC"
    quiet: tuple[int, int] | None = None
    away: float = 0.0

    @classmethod
    def of(cls, preferences: Mapping[str, str]) -> Habits:
        """From preferences that `check` has let pass."""
        return cls(
            pings=preferences.get("pings") != "off",
            next=preferences.get("next") == "on",
            zone=preferences.get("zone", "UTC"),
            quiet=_span(preferences["quiet"]) if "quiet" in preferences else None,
            away=float(preferences.get("away", "0")),
        )


def check(name: str, value: str) -> None:
    """Whether a preference can be understood. Raises Refusal; unknown names are not ours."""
    if name == "zone":
        try:
            ZoneInfo(value)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise Refusal("A time zone is named like Europe/Berlin.") from None
    elif name == "quiet":
        _span(value)
    elif name == "away":
        try:
            far = float(value) < 1e11
        except ValueError:
            far = False
        if not far:
            raise Refusal("Say until when you are away.")


def _span(text: str) -> tuple[int, int]:
    found = _SPAN.fullmatch(text.strip())
    if not found:
        raise Refusal("Quiet hours are written like 22:00-08:00.")
    a, b, c, d = map(int, found.groups())
    start, end = a * 60 + b, c * 60 + d
    if start == end:
        raise Refusal("Quiet hours must leave some of the day.")
    return start, end


def awake_at(habits: Habits, now: float) -> float:
    """The first moment from `now` on at which the person is neither away nor in quiet hours."""
    now = max(now, habits.away)
    if habits.quiet is None:
        return now
    local = datetime.fromtimestamp(now, ZoneInfo(habits.zone))
    start, end = habits.quiet
    minute = local.hour * 60 + local.minute
    asleep = start <= minute < end if start < end else minute >= start or minute < end
    if not asleep:
        return now
    return _next(local, end)


def asleep_at(habits: Habits, now: float) -> float | None:
    """When quiet hours next begin after `now`, a waking moment."""
    if habits.quiet is None:
        return None
    return _next(datetime.fromtimestamp(now, ZoneInfo(habits.zone)), habits.quiet[0])


def after(habits: Habits, now: float, seconds: float) -> float:
    """When so many seconds of the person's waking time will have passed since `now`."""
    left = seconds
    for _ in range(NIGHTS):
        now = awake_at(habits, now)
        night = asleep_at(habits, now)
        if night is None or now + left <= night:
            break
        left -= night - now
        now = night
    return now + left


def _next(local: datetime, minute: int) -> float:
    """When the clock on the wall next shows that minute of the day. It may show it twice in a
    night, or never: then the moment counts at which it would have."""
    now = local.timestamp()
    at = time(minute // 60, minute % 60)
    found = (
        datetime.combine(local.date() + timedelta(days), at, local.tzinfo).replace(fold=fold)
        for days in range(3)
        for fold in (0, 1)
    )
    return next(moment.timestamp() for moment in found if moment.timestamp() > now)
