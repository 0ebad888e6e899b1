"""Nothing that Delve lets people read is plain English: all can be put into other languages."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from engine.contract.action import ActionError
from engine.contract.texts import Name, Text, Value
from engine.delve import terrain
from engine.delve.levels import stairs
from engine.delve.rules.context import DelveContext
from engine.delve.state import DelveState
from tests.engine.contract.plain_words import plain_words
from tests.engine.delve.stage import content, ruleset
from tests.rolled import dice_for

REFUSED = (
    "dance", "cast nothing n", "throw stone n", "read nothing", "eat stone", "rest", "search",
    "lookup nothing", "lookup potion", "lookup rat", "drop nothing", "move up", "close n", "",
)  # fmt: skip
CODE_NAMES = frozenset(("arrow",))  # what monsters shoot that lies nowhere


@cache
def data_names() -> frozenset[str]:
    """Return the words of names that translators get from the data."""
    return frozenset(each.word for each in ruleset().data_words() if isinstance(each, Name))


def faults(told: Any) -> Iterator[str]:
    """Yield what of a struct or of some words cannot be put into another language."""
    yield from plain_words(told, ())
    yield from unknown_names(told)


def unknown_names(told: Any) -> Iterator[str]:
    """Yield the names that translators do not get from the data."""
    if isinstance(told, Name) and not told.given:
        if told.word not in data_names() | CODE_NAMES:
            yield told.word
    elif isinstance(told, Text):
        yield from (word for fact in told.facts.values() for word in unknown_names(fact))
    elif isinstance(told, tuple):
        yield from (word for each in told for word in unknown_names(each))
    elif isinstance(told, msgspec.Struct):
        fields = (getattr(told, name) for name in told.__struct_fields__)
        yield from (word for each in fields for word in unknown_names(each))


def refusals(state: DelveState) -> Iterator[object]:
    rules = ruleset()
    for line in REFUSED:
        copy = rules.load(rules.dump(state))
        try:
            rules.apply(copy, 0, rules.parse(line, copy, 0), dice_for(rules.dump(copy)))
        except ActionError as refusal:
            yield refusal.text


def words_of_game(seed: int, steps: int) -> Iterator[object]:
    """Yield all that people read in a game of some chance."""
    rules, chance = ruleset(), random.Random(seed)
    state = rules.new({}, ["Ann"], dice_for(f"texts {seed}"))
    yield rules.view(state, 0)
    yield from refusals(state)
    rules.apply(state, 0, chance.choice(rules.legal(state, 0)).action, dice_for(rules.dump(state)))
    hero = state.heroes[0]
    hero.full_health = hero.health = 300
    stairs.arrive(
        DelveContext(state, rules.content, dice_for(f"arrival {seed}")),
        hero,
        chance.randint(1, 26),
        terrain.STAIRS_UP,
    )
    state.events.clear()
    for step in range(steps):
        if state.ended:
            break
        offers = rules.legal(state, 0)
        yield from offers
        yield from (rules.action_text(str(offer.action)) for offer in offers)
        yield rules.view(state, 0)
        if step % 20 == 0:
            yield rules.view(state, -1)
            yield from refusals(state)
            for topic in chance.sample(rules.topics(state, 0), 12):
                yield from (topic, rules.explain(state, 0, topic))
        action = chance.choice(offers).action if step % 3 else rules.advise(state, 0).action
        assert action is not None
        yield from rules.apply(state, 0, action, dice_for(rules.dump(state)))
    for ending in rules.content.endings:
        over = rules.load(rules.dump(state))
        over.ended = ending
        outcome = rules.outcome(over)
        assert outcome is not None
        yield outcome


def test_all_that_people_read_can_be_translated() -> None:
    found = {fault for words in words_of_game(1, 30) for fault in faults(words)}
    assert found == set()


@pytest.mark.soak(part="random")
def test_all_that_people_read_in_long_games_can_be_translated() -> None:
    for seed in range(100):
        found = {fault for words in words_of_game(seed, 300) for fault in faults(words)}
        assert found == set(), seed


def test_every_page_can_be_translated() -> None:
    rules = ruleset()
    state = rules.new({"class": "mage"}, ["Ann"], dice_for("pages"))
    pages = [rules.explain(state, 0, topic) for topic in rules.topics(state, 0)]
    assert len(pages) > len(content().items)
    assert [fault for page in pages for fault in faults(page)] == []


@pytest.mark.parametrize(
    "words",
    [
        "You leap.",
        Text("{what} leaps.", {"what": "the wolf"}),
        Text("{what}", {"what": Text("{name}", {"name": Name("no such kind")})}),
    ],
)
def test_plain_english_is_a_fault(words: Value) -> None:
    assert list(faults(words))
    assert not list(faults(Text("{what} leaps.", {"what": Name("rat"), "number": "3 (4)"})))
    view = ruleset().view(ruleset().new({}, ["Ann"], dice_for("plain")), 0)
    assert list(faults(msgspec.structs.replace(view, headline=words)))
