"""No code of Delve reads a sentence: other words, the same game."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import msgspec
import pytest

from engine.contract.texts import Text
from engine.delve import terrain
from engine.delve.data.kinds import DelveData
from engine.delve.levels import stairs
from engine.delve.rules.context import DelveContext
from engine.delve.ruleset import Delve
from engine.delve.state import DelveHero, DelveState, Line
from engine.delve.view.view import most_urgent
from tests.rolled import dice_for

GAMES, STEPS = 2, 35
PROSE = frozenset(("text", "arrival", "title", "begins", "ends"))


def scrambled(template: str) -> str:
    """Return letters without sense, with the placeholders where they were."""
    dice = random.Random(template)
    letters = "abcdefghijklmnopqrstuvwxyz  .,"
    pieces = re.split(r"(\{[^}]*\})", template)
    return "".join(
        piece if piece.startswith("{") else "".join(dice.choice(letters) for _ in piece)
        for piece in pieces
    )


def scramble_prose(content: DelveData) -> DelveData:
    """Return the same data with other texts for people."""

    def other(kind: object) -> object:
        fields = {name: scrambled(getattr(kind, name)) for name in PROSE if hasattr(kind, name)}
        return replace(kind, **fields)  # type: ignore[type-var]

    tables = {
        name: {key: other(kind) for key, kind in getattr(content, name).items()}
        for name in ("monsters", "items", "spells", "abilities", "statuses", "classes", "themes")
    }
    prose = {key: tuple(map(scrambled, lines)) for key, lines in content.prose.items()}
    traits = {name: scrambled(words) for name, words in content.trait_words.items()}
    ground = tuple(other(kind) for kind in content.terrain)
    return replace(content, **tables, prose=prose, terrain=ground, trait_words=traits)  # type: ignore[arg-type]


def without_words(state: DelveState) -> object:
    """Return a state as plain data, its words left out."""

    def bare(value: object) -> object:
        if isinstance(value, Text):
            return "words"
        if isinstance(value, Line):
            return value.kind
        if isinstance(value, DelveHero):
            fields = {name: getattr(value, name) for name in value.__struct_fields__}
            return bare(fields | {"killer": bool(value.killer)})
        if isinstance(value, msgspec.Struct):
            return {name: bare(getattr(value, name)) for name in value.__struct_fields__}
        if isinstance(value, dict):
            return {key: bare(each) for key, each in value.items()}
        return [bare(each) for each in value] if isinstance(value, list | tuple) else value

    return bare(state)


def record(rules: Delve, seed: int) -> list[object]:
    """Return what a seeded game consists of beside words."""
    class_name, depth = rules.content.open_classes[seed % 3], 1 + 5 * seed % 26
    state = rules.new({"class": class_name}, ["Ann"], dice_for(f"words {seed}"))
    hero = state.heroes[0]
    hero.full_health = hero.health = 60 + 40 * depth
    stairs.arrive(
        DelveContext(state, rules.content, dice_for(str(seed))), hero, depth, terrain.STAIRS_UP
    )
    state.events.clear()
    told: list[object] = []
    for _ in range(STEPS):
        if state.ended:
            break
        offers = [(str(o.action), o.intent, o.target, o.group) for o in rules.legal(state, 0)]
        view = rules.view(state, 0)
        place = most_urgent(hero)
        headline = hero.lines[place] if place is not None else None
        kind = headline.kind if isinstance(headline, Line) else ""
        action = rules.advise(state, 0).action
        assert action is not None
        events = [
            (each.kind, each.fact)
            for each in rules.apply(state, 0, action, dice_for(f"{seed} {len(told)}"))
        ]
        told.append((offers, view.phase, kind, str(action), events))
    return [*told, without_words(state)]


def compare(seeds: range, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, other = Delve(), Delve()
    plain = [record(rules, seed) for seed in seeds]
    other.content = scramble_prose(other.content)
    say = Text.__str__

    def scramble(self: Text) -> str:
        return say(Text(scrambled(self.template), self.facts, self.plural, self.context))

    monkeypatch.setattr(Text, "__str__", scramble)
    for seed, before in zip(seeds, plain, strict=True):
        assert record(other, seed) == before


def test_no_sentence_is_read_in_play(monkeypatch: pytest.MonkeyPatch) -> None:
    compare(range(GAMES), monkeypatch)


@pytest.mark.soak(part="random")
@pytest.mark.parametrize("seed", range(60))
def test_no_sentence_is_read_in_many_games(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    compare(range(seed, seed + 1), monkeypatch)


def test_scrambling_changes_every_sentence() -> None:
    assert scrambled("{who:The} falls ill.") != "{who:The} falls ill."
    assert scrambled("{who:The} falls ill.").startswith("{who:The}")


def test_lines_of_an_older_save_are_shown_as_they_are() -> None:
    rules = Delve()
    state = rules.new({"class": "mage"}, ["Ann"], dice_for("old"))
    state.heroes[0].lines = ["Ann sees a rat."]
    loaded = rules.load(rules.dump(state))
    assert loaded.heroes[0].lines == ["Ann sees a rat."]
    assert rules.view(loaded, 0).headline == "Ann sees a rat."
