"""Durations and preferences as people type them."""

from __future__ import annotations

import pytest

from cogs.ui import durations, preferences
from table.errors import Refusal


@pytest.mark.parametrize(
    ("text", "seconds"), [("3 days", 259200), ("12h", 43200), (" 2 W ", 1209600), ("90 min", 5400)]
)
def test_durations_are_read(text: str, seconds: float):
    assert durations.parse_duration(text) == seconds


@pytest.mark.parametrize("text", ["", "soon", "0 days", "-3 days", "53 weeks", "3", "٣ days"])
def test_what_is_no_duration_is_refused(text: str):
    with pytest.raises(Refusal, match="duration"):
        durations.parse_duration(text)


def test_preferences_are_stored_and_shown():
    away, quiet = preferences.find("away"), preferences.find("quiet")
    stored = preferences.stored_value(away, "1 day", 1000.0)
    assert stored == "87400"
    assert "until <t:87400:f>" in preferences.describe(away, {"away": stored}, 2000.0)
    assert "**no**" in preferences.describe(away, {"away": stored}, 90000.0)
    assert preferences.stored_value(quiet, "Off", 0.0) is None
    assert "Europe/Berlin" in preferences.time_zones()


def test_a_fixed_preference_takes_only_its_values():
    theme = preferences.find("theme")
    assert preferences.stored_value(theme, "high-contrast", 0.0) == "high-contrast"
    for value in (None, "pink"):
        with pytest.raises(Refusal, match="can be: standard"):
            preferences.stored_value(theme, value, 0.0)
    with pytest.raises(Refusal, match="no such option"):
        preferences.find("colour")
