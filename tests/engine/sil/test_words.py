"""No code of Sil's reads a sentence: with random letters for all words, games play the same."""

from __future__ import annotations

import random
import string
from collections.abc import Iterator

import msgspec
import pytest

from engine.contract.action import GM, ActionError
from engine.contract.texts import Text
from engine.sil.game import questions
from engine.sil.game.state import SilState
from engine.sil.ruleset import SilQ
from tests.engine.contract.plain_words import plain_words
from tests.rolled import dice_for

SIL = SilQ()
GAME = {"rules": "game"}
Record = list[tuple[object, ...]]


def scrambled(template: str) -> str:
    """Return random letters with the placeholders of a template."""
    letters = random.Random(template)
    pieces = []
    for _, field, form, _ in string.Formatter().parse(template):
        pieces.append("".join(letters.choices(string.ascii_letters, k=letters.randint(1, 12))))
        if field is not None:
            pieces.append(f"{{{field}:{form}}}" if form else f"{{{field}}}")
    return " ".join(pieces)


def said_in_nonsense(text: Text) -> str:
    """Return a text in random letters, with its facts."""
    many = text.plural and text.facts["number"] != 1
    template = scrambled(text.plural if many else text.template)
    return template.format_map(text.facts) if text.facts else template


def played(seed: int, actions: int) -> Record:
    """Return what code may know of each turn of a game that plays by itself."""
    state = SIL.new({"hero": "quick"}, ["Ann"], dice_for(seed.to_bytes(16, "big")))
    record: Record = []
    while not state.ended and len(record) < actions:
        offers = SIL.legal(state, 0)
        view = SIL.view(state, 0)
        action = SIL.advise(state, 0).action
        assert action is not None
        told = SIL.apply(state, 0, action, dice_for(f"{seed} {len(record)}"))
        record.append((
            str(action),
            [(o.action, o.group, o.at, o.advised, o.intent, o.target) for o in offers],
            [(e.kind, e.at, e.notable, e.rolls, e.fact) for e in told],
            [each.text == view.headline for each in state.said],
            len(view.lines),
            wordless(state),
        ))  # fmt: skip
    return record


def wordless(state: SilState) -> bytes:
    """Return a state without its words."""
    copy = SIL.saved.load(SIL.saved.dump(state))
    copy.said = []
    copy.combat_rolls = []
    for hero in copy.heroes:
        hero.notes = [msgspec.structs.replace(note, text="") for note in hero.notes]
        hero.history = ""
    return msgspec.msgpack.encode(copy)


@pytest.mark.parametrize(
    ("seed", "actions"),
    [
        (1, 20),
        *(pytest.param(seed, 600, marks=pytest.mark.soak(part="random")) for seed in range(10, 50)),
    ],
)
def test_random_letters_for_words_change_nothing_of_a_game(
    seed: int, actions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = played(seed, actions)
    monkeypatch.setattr(Text, "__str__", said_in_nonsense)
    assert str(Text("You leap.")) != "You leap."
    assert played(seed, actions) == plain


WORDS = ("", "n", "a", "floor-1", "light", "wolf", "10", "xyzzy", "body", "yes")
BEGINNINGS = ({}, {"hero": "quick"}, {"hero": "tutorial"}, {"hero": "quick", "begin": "950 ft"})
GIVEN = {"Ann", "manual", "game", *WORDS}


def told_in(state: SilState, dice: random.Random) -> Iterator[object]:
    """Yield what people may read of a state, and of what is refused or happens next."""
    yield SIL.view(state, 0)
    yield from SIL.legal(state, 0)
    raw = SIL.dump(state)
    for verb in dice.sample([verb.name for verb in SIL.verbs], 6):
        copy, line = SIL.load(raw), f"{verb} {dice.choice(WORDS)}"
        try:
            happened = SIL.apply(copy, 0, SIL.parse(line, copy, 0), dice_for(raw))
        except ActionError as refused:
            yield refused.text
        else:
            yield from happened
            yield SIL.action_text(line)


def told_of_topics(state: SilState) -> Iterator[object]:
    """Yield all that may be looked up."""
    for topic in SIL.topics(state, 0):
        yield topic
        yield SIL.explain(state, 0, topic)
    yield SIL.view(state, GM)


def strings_in_play(options: dict[str, str], seed: int, actions: int) -> set[str]:
    """Return the plain strings with words that people read in a game of random play."""
    state = SIL.new(options, ["Ann"], dice_for(seed.to_bytes(16, "big")))
    dice, found = random.Random(seed), set[str]()
    for number in range(actions):
        told = [*told_in(state, dice)]
        if number % 50 == 0:
            told += told_of_topics(state)
        if state.ended:
            told.append(SIL.outcome(state))
            break
        action = dice.choice(SIL.legal(state, 0)).action
        told += SIL.apply(state, 0, action, dice_for(SIL.dump(state)))
        found.update(word for each in told for word in plain_words(each, GIVEN))
    return found


@pytest.mark.parametrize(
    ("options", "seed", "actions"),
    [
        ({}, 3, 4),
        ({"hero": "quick", "begin": "950 ft"}, 3, 8),
        *(
            pytest.param(options, seed, 300, marks=pytest.mark.soak(part="random"))
            for seed in range(4)
            for options in BEGINNINGS
        ),
    ],
)
def test_no_plain_string_is_told_in_random_play(
    options: dict[str, str], seed: int, actions: int
) -> None:
    assert not strings_in_play(options, seed, actions)


def test_the_manual_and_the_rules_in_force_are_texts() -> None:
    told: list[object] = [*SIL.help_topics(), SIL.describe_rules({}), SIL.describe_rules(GAME)]
    assert not {word for each in told for word in plain_words(each, GIVEN)}


def test_a_sentence_that_is_no_text_is_found() -> None:
    state = SIL.new({"hero": "quick"}, ["Ann"], dice_for(bytes(16)))
    questions.sure(SIL.game(state), "Step into the dark?", "step e")
    assert {*plain_words(SIL.view(state, 0), GIVEN)} == {"Step into the dark?"}


def test_a_state_saved_with_sentences_is_read_with_their_kinds() -> None:
    state = SIL.new({"hero": "quick"}, ["Ann"], dice_for(bytes(16)))
    raw = msgspec.msgpack.decode(SIL.dump(state)[1:], strict=False)
    raw["heroes"][0]["notes"] = [
        [7, 1, "Came to 50 ft."], [9, 2, "Slew Gorgol."], [9, 2, "“Came to a wall.”"],
    ]  # fmt: skip
    raw["said"] = [{"turn": 1, "kind": "blow", "text": "You hit the wolf for 3.", "detail": ""}]
    read = SIL.load(SIL.dump(state)[:1] + msgspec.msgpack.encode(raw))
    assert [note.kind for note in read.heroes[0].notes] == ["arrived", "slew", "own"]
    assert [message.kind for message in read.said] == ["strike"]
    assert SIL.load(SIL.dump(read)) == read
