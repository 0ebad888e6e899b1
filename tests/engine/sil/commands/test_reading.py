"""Orders as people type them: what they mean, and what is said of those that mean nothing."""

import pytest

from engine.contract.action import ActionError, AmbiguousAction, IllegalAction, InvalidAction
from engine.sil.game import questions
from engine.sil.game.questions import Asked
from engine.sil.game.state import Slot
from engine.sil.ruleset import SilQ
from tests.engine.sil.arena import arena, look
from tests.engine.sil.stage import foe, item, wear

SIL = SilQ()


@pytest.fixture
def game():
    """Return two wolves west and north-west, an orc far off, things in the pack."""
    game = arena("#########", "#.......#", "#.@.....#", "#.......#", "#.......#", "#########")
    foe(game, "Wolf", 0, -1)
    foe(game, "Wolf", -1, -1)
    foe(game, "Orc scout", 2, 3)
    game.hero.pack = [item("Miruvor"), item("Spear"), item("Shortsword"), item("Hand Axe")]
    wear(game, Slot.BOW, "Longbow")
    wear(game, Slot.QUIVER1, "Arrow", count=20)
    look(game)
    return game


def read(game, line):
    return str(SIL.parse(line, game.state, 0))


NATURAL = [
    ("go north", "step n"),
    ("north-east", "step ne"),
    ("8", "step n"),
    ("5", "wait"),
    (".", "wait"),
    ("attack wolf-1", "step w"),
    ("Hit the Wolf-2", "step nw"),
    ("kill wolf 1", "step w"),
    ("fight wolf-1", "fight wolf-1"),
    ("open door", "open"),
    ("open the east door", "open e"),
    ("close door e", "close e"),
    ("disarm the trap", "disarm"),
    ("bash door", "bash"),
    ("dig n", "dig n"),
    ("rest 50", "rest 50"),
    ("rest until healed", "rest until healed"),
    ("quaff miruvor", "quaff a"),
    ("drink the Miruvor", "quaff a"),
    ("pick up", "get"),
    ("put on shortsword", "wear c"),
    ("wield my sword", "wear c"),
    ("take off longbow", "remove bow"),
    ("put down spear", "drop b"),
    ("shoot wolf-2", "shoot wolf-2"),
    ("shoot at the orc", "shoot orc-scout-1"),
    ("fire ne", "fire ne"),
    ("fire at e4", "fire E4"),
    ("fire orc 2", "fire orc-scout-1 2"),
    ("throw spear at wolf-1", "throw b wolf-1"),
    ("throw the hand axe at the orc scout", "throw d orc-scout-1"),
    ("throw spear at the orc scout", "throw b orc-scout-1"),
    ("throw hand axe wolf-1", "throw d wolf-1"),
    ("throw spear n", "throw b n"),
    ("travel to the stairs", "travel stairs"),
    ("go downstairs", "stairs down"),
    (">", "stairs down"),
    ("<", "stairs up"),
    ("downstairs", "stairs down"),
    ("descend", "descend"),
    ("exch wolf-1", "exchange wolf-1"),
    ("learn song of the trees", "learn song of the trees"),
    ("inscribe hand axe the best", "inscribe hand axe the best"),
]


@pytest.mark.parametrize(("line", "meant"), NATURAL[:-1])
def test_an_order_is_read_as_people_type_it(game, line, meant):
    assert read(game, line) == meant
    assert read(game, meant) == meant


@pytest.mark.parametrize(
    ("line", "words", "choices"),
    [
        ("attack wolf", ["wolf-1", "wolf-2"], ["step nw", "step w"]),
        ("shoot the wolf", ["wolf-1", "wolf-2"], ["shoot wolf-1", "shoot wolf-2"]),
        ("throw spear at wolf", ["wolf-1", "wolf-2"], ["throw b wolf-1", "throw b wolf-2"]),
        ("wield s", ["Spear", "(b)", "Shortsword", "(c)"], ["wear b", "wear c"]),
        ("ex", ["examine", "exchange", "explore"], ["examine", "exchange", "explore"]),
        ("e b", ["eat", "examine"], ["eat b", "examine b", "exchange b", "explore b", "wear b"]),
    ],
)
def test_an_order_that_may_mean_several_lists_them(game, line, words, choices):
    with pytest.raises(AmbiguousAction) as refusal:
        read(game, line)
    assert sorted(refusal.value.choices) == choices
    assert all(word in str(refusal.value) for word in words)


def test_of_several_only_those_beside_the_hero_can_be_struck(game):
    assert read(game, "attack wolf-1") == "step w"
    with pytest.raises(IllegalAction, match="does not stand beside you"):
        read(game, "attack orc scout")
    with pytest.raises(InvalidAction, match="nor anybody in sight"):
        read(game, "attack balrog")


@pytest.mark.parametrize(
    "line",
    ["", "xyzzy", "attack", "attack troll", "open window", "rest forever", "wait 5", "quaff beer",
     "quaff", "fire", "fire at", "throw", "throw spear", "throw spear at", "throw at wolf-1",
     "fire nobody", "drop spear many", "the", "go", "take all", "stairs", "exchange", "raise luck",
     "learn magic", "switch", "repeat 3", "stealth perhaps", "travel to"],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_in_one_sentence_and_changes_nothing(game, line):
    before = SIL.dump(game.state)
    with pytest.raises(ActionError) as refusal:
        SIL.apply(game.state, 0, SIL.parse(line, game.state, 0), game.streams)
    text = str(refusal.value)
    assert text[-1] in ".?”"
    assert "\n" not in text
    assert SIL.dump(game.state) == before


def test_a_bare_word_answers_what_was_asked(game):
    questions.sure(game, "Step into the chasm?", "step n")
    for line, meant in (("yes", "answer yes"), ("Y", "answer yes"), ("n", "answer no"),
                        ("answer no", "answer no")):  # fmt: skip
        assert read(game, line) == meant
    with pytest.raises(IllegalAction, match="First an answer"):
        SIL.apply(game.state, 0, SIL.parse("step n", game.state, 0), game.streams)


def test_where_any_text_will_do_a_bare_line_is_the_text(game):
    questions.ask(game, "birth", Asked("What is the name?", [("no", "None")]), free="name")
    assert read(game, "Beren son of Barahir") == "answer Beren son of Barahir"
    assert read(game, "wait") == "wait"
