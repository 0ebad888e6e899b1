"""Action lines as people read them."""

from __future__ import annotations

import pytest

from engine.sil.commands import action_words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("quaff c", "Drink item c"),
        ("throw a ne", "Throw item a at north-east"),
        ("rest 5", "Rest 5"),
        ("fire orc-scout-1 2", "Shoot at orc scout 1 2"),
        ("step n", "Step north"),
    ],
)
def test_single_letters_are_things_of_the_pack_and_numbers_are_none(line, words):
    assert str(action_words.in_words(line)) == words
