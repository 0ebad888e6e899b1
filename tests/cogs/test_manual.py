"""Help finds a subject by its name, by other words for it, and by its text."""

from __future__ import annotations

import pytest

from cogs.ui import manual
from engine.contract.action import Event
from engine.contract.view import HelpTopic
from tests.toys.guessing import Toy


class Explained(Toy):
    """A toy ruleset with a manual."""

    def help_topics(self):
        return (
            HelpTopic(
                "words",
                "Words",
                "Each player has a secret word.",
                ("letters", "guess"),
                "spelling 1, 2.3",
            ),
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


def test_a_subject_that_several_rulesets_have_is_told_for_the_first_and_named_for_the_others():
    lines = manual.search((*RULESETS.values(), *RULESETS.values()), "letters")
    assert lines[0] == "**Words** (Toy)"
    assert lines[-1] == "-# Also: `/help toy words`"


def test_what_happened_leads_to_the_first_rules_behind_it():
    ruleset = Explained()
    ruleset.rule_pages = {"guess": "spelling 2", "hit": "spelling 1, 3", "miss": "spelling 2"}
    events = [Event(kind, "It happens.") for kind in ("note", "guess", "hit", "miss")]
    assert manual.rules_behind(ruleset, events) == [
        "-# In full: `docs/rules/spelling.md`, 2",
        "-# In full: `docs/rules/spelling.md`, 1, 3",
    ]


def test_all_names_can_be_asked_for():
    assert manual.names(RULESETS) == ["toy words", "toy steps"]
    for name in manual.names(RULESETS):
        assert manual.search(RULESETS.values(), name)


def test_a_subject_names_its_page_of_rules_and_links_to_it_where_the_address_is_known():
    lines = manual.search(RULESETS.values(), "words")
    assert lines[-1] == "-# In full: `docs/rules/spelling.md`, 1, 2.3"
    lines = manual.search(RULESETS.values(), "words", "https://example.org/files")
    page = "docs/rules/spelling.md"
    assert lines[-1] == f"-# In full: [{page}](<https://example.org/files/{page}>), 1, 2.3"
    assert len(manual.search(RULESETS.values(), "steps")) == 2
