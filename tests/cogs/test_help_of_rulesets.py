"""/help on a ruleset tells how it is played, within what one message holds."""

from __future__ import annotations

from cogs.help import _ruleset_help
from cogs.ui.formatting import escape
from cogs.ui.languages import LANGUAGES, speaking
from tests.rulesets import RULESETS

MESSAGE_LETTERS = 1900


def test_each_ruleset_fits_on_one_screen_of_help() -> None:
    for language in LANGUAGES:
        for ruleset in RULESETS.values():
            with speaking(language):
                text = "\n".join(_ruleset_help(ruleset))
            assert len(text) <= MESSAGE_LETTERS
            assert ruleset.title in text


def test_help_on_delve_tells_the_goal_and_how_to_reach_it() -> None:
    text = "\n".join(_ruleset_help(RULESETS["delve"]))
    for words in ("Heart of the Delve", "level 26", "altar", "/delve lookup"):
        assert words in text


def test_help_on_delve_speaks_german() -> None:
    with speaking("de"):
        text = "\n".join(_ruleset_help(RULESETS["delve"]))
    for words in ("Herz der Tiefe", "Ebene 26", "Welche Klasse alle Helden haben"):
        assert words in text


def test_each_step_of_a_guide_is_a_line_of_its_own() -> None:
    for ruleset in RULESETS.values():
        told = _ruleset_help(ruleset)
        steps = ruleset.guide.splitlines()
        assert told[1 : 1 + len(steps)] == [escape(step) for step in steps]
