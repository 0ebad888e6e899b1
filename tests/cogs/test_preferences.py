"""Durations and preferences as people type them."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from cogs.ui import durations, preferences
from table.errors import Refusal

NOW = datetime(2026, 11, 24, 16, tzinfo=ZoneInfo("Europe/Berlin"))  # a Tuesday


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        *(("3 days", 72), ("12h", 12), (" 2 W ", 336), ("90 min", 1.5), ("1 Woche", 168)),
        *(("12 Stunden", 12), ("in 3 Tagen", 72), ("3 Tage", 72), ("1 month", 720)),
        *(("tomorrow", 24), ("until tomorrow", 24), ("bis morgen", 24), ("morgen früh", 17)),
        *(("Friday evening", 74), ("Freitag Abend", 74), ("bis Freitagabend", 74)),
        *(("Friday", 56), ("nächsten Freitag", 56), ("friday 20:00", 76), ("Freitag 20 Uhr", 76)),
        *(("tonight", 4), ("heute Abend", 2), ("8pm", 4), ("1.12.", 152), ("24. Dezember", 704)),
    ],
)
def test_ends_are_read_in_english_and_german(text: str, hours: float):
    assert durations.parse_end(text, NOW.timestamp(), "Europe/Berlin") == pytest.approx(
        NOW.timestamp() + hours * 3600, abs=1
    )


@pytest.mark.parametrize("example", durations.EXAMPLES)
@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo", "America/Los_Angeles"])
def test_every_example_is_read_in_every_zone(example: str, zone: str):
    for hour in range(24):
        now = NOW.timestamp() + hour * 3600
        assert now < durations.parse_end(example, now, zone) < now + 15 * 86400


@pytest.mark.parametrize(
    "text",
    ["", "soon", "0 days", "-3 days", "53 weeks", "3", "a", "yesterday", "now", "bis", "x" * 99],
)
def test_what_is_no_end_to_come_is_refused(text: str):
    with pytest.raises(Refusal, match="how long"):
        durations.parse_end(text, NOW.timestamp(), "UTC")


def test_preferences_are_stored_and_shown():
    away, quiet = preferences.find("away"), preferences.find("quiet")
    stored = preferences.stored_value(away, "1 day", 1000.0, "UTC")
    assert stored == "87400"
    assert "until <t:87400:f>" in preferences.describe(away, {"away": stored}, 2000.0)
    assert "**no**" in preferences.describe(away, {"away": stored}, 90000.0)
    assert preferences.stored_value(quiet, "Off", 0.0, "UTC") is None
    assert "Europe/Berlin" in preferences.time_zones()


@pytest.mark.parametrize(
    ("name", "chosen", "shown"),
    [
        ("zone", {}, "UTC"),
        ("zone", {"zone": "Europe/Berlin"}, "Europe/Berlin"),
        ("quiet", {}, "none"),
        ("quiet", {"quiet": "22-7", "zone": "UTC"}, "22-7"),
        ("theme", {"theme": "high-contrast"}, "high-contrast"),
    ],
)
def test_a_preference_is_shown_as_it_was_chosen(name: str, chosen: dict[str, str], shown: str):
    line = preferences.describe(preferences.find(name), chosen, 0.0)
    assert line.startswith(f"{name}: **{shown}** — ")


def test_a_fixed_preference_takes_only_its_values():
    theme = preferences.find("theme")
    assert preferences.stored_value(theme, "high-contrast", 0.0, "UTC") == "high-contrast"
    for value in (None, "pink"):
        with pytest.raises(Refusal, match="can be: standard"):
            preferences.stored_value(theme, value, 0.0, "UTC")
    with pytest.raises(Refusal, match="no such option"):
        preferences.find("colour")


@pytest.mark.parametrize(
    ("name", "chosen", "line"),
    [
        (
            "view",
            {"view": "words"},
            "view: **words** — How My view shows the board (picture, words)",
        ),
        ("zone", {}, "zone: **UTC** — Your time zone, for the quiet hours (Europe/Berlin)"),
        ("quiet", {}, "quiet: **none** — Hours without pings (22:00-08:00, 23:00-07:00, off)"),
        (
            "pings",
            {"pings": "*on*"},
            "pings: **\\*on\\*** — Ping you when it is your turn (on, off)",
        ),
    ],
)
def test_a_preference_is_a_line_of_its_value_its_effect_and_what_it_can_be(
    name: str, chosen: dict[str, str], line: str
):
    assert preferences.describe(preferences.find(name), chosen, 0.0) == line


def test_an_absence_ends_at_its_moment():
    away = preferences.find("away")
    assert "**no**" in preferences.describe(away, {}, 0.0)
    assert "**no**" in preferences.describe(away, {"away": "90"}, 90.0)
    assert "**until <t:90:f>**" in preferences.describe(away, {"away": "90"}, 89.0)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("view", "film", "The option view can be: picture, words."),
        ("view", None, "The option view can be: picture, words."),
        ("quiet", None, "Add a value, for example 22:00-08:00."),
    ],
)
def test_what_a_preference_cannot_be_is_refused_with_what_it_can(
    name: str, value: str | None, told: str
):
    with pytest.raises(Refusal) as refused:
        preferences.stored_value(preferences.find(name), value, 0.0, "UTC")
    assert str(refused.value) == told


def test_there_are_completions_for_each_preference_and_none_for_others():
    assert preferences.completions("view") == ("picture", "words")
    assert preferences.completions("quiet") == ("22:00-08:00", "23:00-07:00", "off")
    assert preferences.completions("zone")[0].startswith("Africa/")
    assert preferences.completions("hat") == ()
    assert preferences.defaults()["setup"] == "on the card"
    assert preferences.stored_value(preferences.find("quiet"), " 22:00-08:00 ", 0.0, "UTC") == (
        "22:00-08:00"
    )
    with pytest.raises(Refusal, match=r"There is no such option\. There are: theme, view, "):
        preferences.find("hat")
