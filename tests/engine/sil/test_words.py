"""No code of Sil's reads a sentence: with random letters for all words, games play the same."""

from __future__ import annotations

import random
import string

import msgspec
import pytest

from engine.contract.texts import Text
from engine.sil.game.state import GameState
from engine.sil.ruleset import SilQ
from tests.rolled import dice_for

SIL = SilQ()
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
        action = SIL.choose_action(state, 0)
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


def wordless(state: GameState) -> bytes:
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
        *((seed, 30) for seed in range(1, 5)),
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
