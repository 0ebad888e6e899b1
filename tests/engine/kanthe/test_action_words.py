"""Actions of Kanthe are told in words."""

from __future__ import annotations

import pytest

from engine.kanthe.commands.action_words import action_text
from engine.kanthe.commands.parsing import COMMANDS


@pytest.mark.parametrize("verb", COMMANDS)
def test_every_action_is_told_in_words(verb: str) -> None:
    arguments = COMMANDS[verb].arguments
    if all(name.endswith("?") for name in arguments):
        assert str(action_text(verb)) != verb
    if arguments and arguments[0] != "terms?":
        assert str(action_text(f"{verb} xyzzy")) not in (f"{verb} xyzzy", verb)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("walk nw-2", "Walk north-west (2)"),
        (
            "fight warrior-2 50 careful",
            "Fight warrior-2, until your health is below 50 % (careful)",
        ),
        ("caution bold", "Plans: bold"),
        ("search n usual:5", "Search the wall, north (usual)"),
        ("nosuch a", "nosuch a"),
        ("", ""),
    ],
)
def test_an_action_is_told_with_what_it_is_about(line: str, told: str) -> None:
    assert str(action_text(line)) == told
