"""Help finds a subject by its name, by other words for it, and by its text."""

from __future__ import annotations

import pytest

from cogs.ui import manual
from engine.contract.view import HelpTopic
from tests.toys.guessing import Toy


class Explained(Toy):
    """A toy ruleset with a manual."""

    def help_topics(self):
        return (
            HelpTopic("words", "Words", "Each player has a secret word.", ("letters", "guess")),
            HelpTopic("steps", "Steps", "A step takes a turn; a word takes none.", ("moves",)),
        )


RULESETS = {"toy": Explained()}


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("words", "**Words** (Toy)"),
        ("toy words", "**Words** (Toy)"),
        ("letters", "**Words** (Toy)"),
        ("mov", "**Steps** (Toy)"),
        ("secret", "**Words** (Toy)"),
    ],
)
def test_a_subject_is_found(wanted, found):
    assert manual.search(RULESETS.values(), wanted)[0] == found


def test_several_that_speak_of_it_are_listed():
    lines = manual.search(RULESETS.values(), "has")
    assert lines[0] == "**Words** (Toy)"
    lines = manual.search(RULESETS.values(), "ord")
    assert lines[0] == "**Words** (Toy)"  # a name is worth more than a text
    lines = manual.search(RULESETS.values(), " a ")
    assert lines == []
    lines = manual.search((*RULESETS.values(), *RULESETS.values()), "secret")
    assert lines == ["**secret** is spoken of here:", *["- `/help toy words`"] * 2]


@pytest.mark.parametrize("wanted", ["dragon", "s", ""])
def test_what_nothing_speaks_of_finds_nothing(wanted):
    assert manual.search(RULESETS.values(), wanted) == []


def test_all_names_can_be_asked_for():
    assert manual.names(RULESETS) == ["toy words", "toy steps"]
    for name in manual.names(RULESETS):
        assert manual.search(RULESETS.values(), name)
