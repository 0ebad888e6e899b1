"""Autocomplete: the likeliest names first."""

from cogs.base import matching
from cogs.ui.matching import best_matches


def test_orc_finds_orcs_before_torches():
    names = ["Wooden Torch", "sorcerer-1", "black-orc-1", "orc-scout-2", "wolf-1"]
    assert best_matches(names, "orc") == [
        "orc-scout-2",
        "black-orc-1",
        "Wooden Torch",
        "sorcerer-1",
    ]


def test_words_are_found_whatever_stands_between_them():
    assert best_matches(["orc-scout-2", "scout"], "orc scout") == ["orc-scout-2"]
    assert best_matches(["fire orc-scout-2 — Shoot orc scout 2"], "shoot scout") != []
    assert best_matches(["wolf"], "orc") == []
    assert best_matches(["b", "a"], "") == ["b", "a"]


def test_of_a_long_value_the_first_100_letters_are_suggested():
    long = "orc" + "h" * 120
    assert [(each.name, each.value) for each in matching([long], "orc")] == [(long[:100],) * 2]
