"""/help on a ruleset tells how it is played, within what one message holds."""

from __future__ import annotations

import pytest

from cogs.help import MOST_SUBJECTS, _ruleset_help
from cogs.ui.formatting import escape
from cogs.ui.languages import LANGUAGES, speaking
from engine.contract.ruleset import AnyRuleset
from engine.contract.view import Roles
from tests.rulesets import RULESETS
from tests.toys.guessing import Toy

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


@pytest.mark.parametrize("ruleset", [*RULESETS.values(), Toy()], ids=[*RULESETS, "toy"])
def test_a_ruleset_with_a_manual_names_its_first_subjects_and_one_without_none(
    ruleset: AnyRuleset,
) -> None:
    told = [line for line in _ruleset_help(ruleset) if line.startswith("Subjects: ")]
    names = [topic.name for topic in ruleset.help_topics()]
    shown = escape(", ".join(names[:MOST_SUBJECTS]))
    command = f"`/help {ruleset.name} <subject>` explains one."
    assert told == ([f"Subjects: {shown}. {command}"] if names else [])
    assert bool(names) is (ruleset.name in RULESETS)


@pytest.mark.parametrize(
    ("roles", "told"),
    [
        (Roles(1, 1), "(1 player): "),
        (Roles(1, 4), "(1 to 4 players): "),
        (Roles(2, 2, "optional"), "(2 players, with or without a Game Master): "),
        (Roles(1, 10, "required"), "(1 to 10 players and a Game Master): "),
    ],
)
def test_help_on_a_ruleset_says_who_plays_it(roles: Roles, told: str) -> None:
    class NumberedPlayers(Toy):
        """The guessing game for so many people, without settings."""

        settings = ()

        def roles(self, options: object) -> Roles:
            """Return who plays it."""
            return roles

    first, *more = _ruleset_help(NumberedPlayers())
    assert first.startswith(f"**{Toy.title}** {told}")
    assert not [line for line in more if "Before the game begins" in line]
