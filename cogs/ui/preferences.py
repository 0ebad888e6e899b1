"""Preferences: what people choose for themselves, from fixed values or in their own words.

The table reads `pings`, `next`, `zone`, `quiet` and `away` as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from zoneinfo import available_timezones

import msgspec

import render
from cogs.ui import durations
from cogs.ui.formatting import escape
from cogs.ui.languages import translate
from table.errors import Refusal


class Preference(msgspec.Struct, frozen=True):
    """Something that people choose for themselves. With `values`, it is one of those (the first is
    the default); otherwise any text that the table understands, as in `examples`; "off" clears it.
    """

    name: str
    summary: str
    values: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()


OFF = "off"
PREFERENCES = (
    Preference("theme", "Colours of the pictures that only you see", values=(*render.THEMES,)),
    Preference("view", "How My view shows the board", values=("picture", "words")),
    Preference(
        "setup",
        "Where you create a character that is yours alone",
        values=("on the card", "in private"),
    ),
    Preference("pings", "Ping you when it is your turn", values=("on", "off")),
    Preference(
        "next", "Tell you when you are next (in games where players take turns)", ("off", "on")
    ),
    Preference("zone", "Your time zone, for the quiet hours", examples=("Europe/Berlin",)),
    Preference("quiet", "Hours without pings", examples=("22:00-08:00", "23:00-07:00", OFF)),
    Preference(
        "away",
        "How long you are away: votes do not wait for you",
        examples=(*durations.EXAMPLES, OFF),
    ),
)
_BY_NAME = {preference.name: preference for preference in PREFERENCES}


def defaults() -> dict[str, str]:
    """Return the default of each preference that has fixed values."""
    return {each.name: each.values[0] for each in PREFERENCES if each.values}


def find(name: str) -> Preference:
    """Return the preference of that name. Raises Refusal."""
    if name not in _BY_NAME:
        raise Refusal("There is no such option. There are: {by_name}.", by_name=", ".join(_BY_NAME))
    return _BY_NAME[name]


def stored_value(of: Preference, value: str | None, now: float, zone: str) -> str | None:
    """Return the value to store for what somebody in a time zone typed; None clears it. Raises
    Refusal.

    "away" takes a span or a moment and is stored as the time when it ends (seconds since 1970).
    """
    if of.values:
        if value not in of.values:
            raise Refusal(
                "The option {name} can be: {values}.", name=of.name, values=", ".join(of.values)
            )
        return value
    if value is None:
        raise Refusal("Add a value, for example {examples}.", examples=of.examples[0])
    if value.strip().lower() == OFF:
        return None
    if of.name == "away":
        return str(int(durations.parse_end(value, now, zone)))
    return value.strip()


def describe(of: Preference, chosen: Mapping[str, str], now: float) -> str:
    """Return a preference and its value as a line."""
    value = chosen.get(of.name)
    if of.name == "away":
        until = int(float(value or 0))
        shown = translate("until <t:{until}:f>", until=until) if until > now else translate("no")
    else:
        shown = escape(value) if value else {"zone": "UTC"}.get(of.name, translate("none"))
    return (
        f"{of.name}: **{shown}** — {translate(of.summary)} ({', '.join(of.values or of.examples)})"
    )


def completions(name: str) -> tuple[str, ...]:
    """Return values to choose among."""
    if name == "zone":
        return time_zones()
    of = _BY_NAME.get(name)
    return (of.values or of.examples) if of else ()


@lru_cache(maxsize=1)
def time_zones() -> tuple[str, ...]:
    """Return the names of all time zones, continents first."""
    return tuple(sorted(available_timezones(), key=lambda zone: ("/" not in zone, zone)))
