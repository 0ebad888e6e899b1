"""What people set for themselves in their own words: their zone, quiet hours, when they are away.
`table.hours` understands the values; "off" takes one back."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from zoneinfo import available_timezones

import msgspec

from cogs.ui import durations
from cogs.ui.formatting import plain


class Habit(msgspec.Struct, frozen=True):
    """A preference with free values: what it is for, and values to show."""

    name: str
    summary: str
    usual: tuple[str, ...]


OFF = "off"
HABITS = (
    Habit("zone", "Your time zone, for the quiet hours", ("Europe/Berlin",)),
    Habit("quiet", "Hours in which nothing pings you", ("22:00-08:00", "23:00-07:00", OFF)),
    Habit("away", "For how long you are away: votes do not wait for you", (*durations.USUAL, OFF)),
)


def habit(name: str) -> Habit | None:
    """The habit of that name."""
    return next((each for each in HABITS if each.name == name), None)


def kept(name: str, value: str, now: float) -> str | None:
    """The value as it is kept (None: none is). Raises Refusal: no length of time."""
    if value.strip().lower() == OFF:
        return None
    return str(int(now + durations.seconds(value))) if name == "away" else value.strip()


def shown(of: Habit, preferences: Mapping[str, str], now: float) -> str:
    """A habit as it stands, in a line."""
    value = preferences.get(of.name)
    if of.name == "away":
        until = int(float(value or 0))
        told = f"until <t:{until}:f>" if until > now else "no"
    else:
        told = plain(value) if value else {"zone": "UTC"}.get(of.name, "none")
    return f"{of.name}: **{told}** — {of.summary} ({', '.join(of.usual)})"


def values(of: Habit) -> tuple[str, ...]:
    """Values to choose among."""
    return zones() if of.name == "zone" else of.usual


@lru_cache(maxsize=1)
def zones() -> tuple[str, ...]:
    """The names of all time zones, continents first."""
    return tuple(sorted(available_timezones(), key=lambda zone: ("/" not in zone, zone)))
