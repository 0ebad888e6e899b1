"""Games do not depend on the words in which they are told."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from random import Random

import msgspec
import pytest

from engine.contract.texts import Text
from engine.kanthe.data.content import FOLDER
from engine.kanthe.ruleset import Kanthe
from engine.kanthe.state import KantheState
from tests.pages import page_texts
from tests.rolled import dice_for

SAVED_WITH_SENTENCES = Path(__file__).parent / "saved_before_texts.bin"
_WORDS = re.compile(r"\{[^}]*\}|[^\W\d_]")


def scramble(template: str) -> str:
    """Return a template with other letters, of the same length and with the same placeholders."""
    random = Random(template)

    def other(found: re.Match[str]) -> str:
        kept = found[0]
        return kept if len(kept) > 1 else random.choice("abcdefghijklmnopqrstuvwxyz")

    return _WORDS.sub(other, template)


def scrambled_prose(folder: Path) -> Path:
    """Return a copy of the data in which the prose says something else."""
    shutil.copytree(FOLDER, folder)
    prose = folder / "prose.txt"
    lines = prose.read_text("utf-8").splitlines()
    prose.write_text("\n".join(_scrambled_line(line) for line in lines), "utf-8")
    return folder


def _scrambled_line(line: str) -> str:
    """Return a line of the prose; the heads of records and fields stay."""
    if not line.startswith(" "):
        return line
    head, colon, rest = line.rpartition("lines: ")
    return head + colon + scramble(rest)


def without_words(state: KantheState) -> object:
    """Return a state as plain data, its texts without their templates."""

    def strip(part: object) -> object:
        if isinstance(part, dict):
            hidden = ("template", "plural") if part.get("type") == "text" else ()
            return {key: strip(value) for key, value in part.items() if key not in hidden}
        return [strip(each) for each in part] if isinstance(part, list) else part

    return strip(msgspec.to_builtins(state))


def account(rules: Kanthe, number: int, steps: int) -> list[object]:
    """Return all of a game that plays itself, but for its words."""
    random = Random(number)
    length = random.choice(["half-hour", "evening", "weeks"])
    state = rules.new({"length": length}, ["Odda"], dice_for(str(number)))
    told: list[object] = []
    for _ in range(steps):
        offers = rules.legal(state, 0)
        if not offers:
            break
        by_itself = rules.advise(state, 0).action
        action = by_itself if number % 2 else random.choice(offers).action
        assert action is not None
        told.append((str(by_itself), str(action)))
        told.append([(str(o.action), o.intent, o.target, o.group) for o in offers])
        told.append(
            [
                (e.kind, e.fact, e.rolls)
                for e in rules.apply(state, 0, action, dice_for(f"{number} {len(told)}"))
            ]
        )
        view = rules.view(state, 0)
        told.append((view.phase, view.ending, view.turn, bool(view.question)))
    told.append(without_words(state))
    return told


def check(monkeypatch: pytest.MonkeyPatch, folder: Path, numbers: range, steps: int) -> None:
    """Assert that games are the same when all sentences are random letters."""
    plain = [account(Kanthe(), number, steps) for number in numbers]

    def say(self: Text) -> str:
        many = self.plural and self.facts["number"] != 1
        return scramble(self.plural if many else self.template).format_map(self.facts)

    rules = Kanthe(scrambled_prose(folder))
    monkeypatch.setattr(Text, "__str__", say)
    assert [account(rules, number, steps) for number in numbers] == plain


def test_games_are_the_same_when_every_sentence_is_random_letters(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    check(monkeypatch, tmp_path / "kanthe", range(2), 30)


@pytest.mark.soak(part="random")
@pytest.mark.parametrize("number", range(200))
def test_whole_games_are_the_same_when_every_sentence_is_random_letters(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, number: int
) -> None:
    check(monkeypatch, tmp_path / "kanthe", range(number, number + 1), 250)


def test_a_game_saved_with_sentences_is_read_and_goes_on() -> None:
    rules = Kanthe()
    state = rules.load(SAVED_WITH_SENTENCES.read_bytes())
    assert state.chronicle
    assert all(isinstance(line, str) for line in state.chronicle)
    assert "Chronicle" in page_texts(rules.pages(state, 0))
    told = 0
    for number in range(20):
        advice = rules.advise(state, 0)
        if advice is None:
            break
        rules.apply(state, 0, advice.action, dice_for(f"old {number}"))
        told += bool(rules.view(state, 0).lines)
    assert told > 5
    assert rules.dump(rules.load(rules.dump(state))) == rules.dump(state)
