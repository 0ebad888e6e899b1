"""Nothing that Delve lets people read is plain English: all can be put into other languages."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache

import msgspec
import pytest

from engine.contract.action import ActionError
from engine.contract.texts import Listing, Name, Text, Value
from engine.contract.view import View
from engine.delve import terrain
from engine.delve.levels import stairs
from engine.delve.rules.world import DelveWorld
from engine.delve.state import DelveGame
from tests.engine.delve.stage import content, ruleset
from tests.rolled import dice_for

LETTERS = re.compile(r"[^\W\d_]")
REFUSED = (
    "dance", "cast nothing n", "throw stone n", "read nothing", "eat stone", "rest", "search",
    "lookup nothing", "lookup potion", "lookup rat", "drop nothing", "move up", "close n", "",
)  # fmt: skip
CODE_NAMES = frozenset(("arrow",))  # what monsters shoot that lies nowhere


@cache
def data_names() -> frozenset[str]:
    """Return the words of names that translators get from the data."""
    return frozenset(each.word for each in ruleset().data_words() if isinstance(each, Name))


def faults(words: Value) -> Iterator[str]:
    """Yield what of some words cannot be put into another language."""
    if isinstance(words, str):
        if LETTERS.search(words):
            yield words
    elif isinstance(words, Text):
        for fact in words.facts.values():
            yield from faults(fact)
    elif isinstance(words, Listing):
        for item in words.items:
            yield from faults(item)
    elif isinstance(words, Name) and not (
        words.given or words.word in data_names() or words.word in CODE_NAMES
    ):
        yield words.word


def words_in(view: View) -> Iterator[Value]:
    """Yield all that people read of a view."""
    yield from (view.title, view.headline, view.alt, view.question, *view.lines, *view.details)
    yield from (each for pair in view.facts for each in pair)
    yield from (each for page in view.pages for each in (page.title, page.text))
    yield from (each for _, each in view.note_key)
    if view.prompt is not None:
        yield view.prompt.label
    for character in view.characters:
        yield from (character.name, *(bar.name for bar in character.bars))
        yield from (each for one in character.conditions for each in (one.word, one.label))
    if view.map is not None:
        yield from (ground.name for ground in view.map.legend)
        yield from (item.name for item in view.map.items)
        for entity in view.map.entities:
            assert entity.title
            yield from (entity.title, entity.description, *(bar.name for bar in entity.bars))
    for section in view.sheet.sections if view.sheet is not None else ():
        yield from (section.title, *section.lines, *(label for label, _ in section.dice))


def refusals(game: DelveGame) -> Iterator[Value]:
    rules = ruleset()
    for line in REFUSED:
        copy = rules.load(rules.dump(game))
        try:
            rules.apply(copy, 0, rules.parse(line, copy, 0), dice_for(rules.dump(copy)))
        except ActionError as refusal:
            yield refusal.text


def words_of_game(seed: int, steps: int) -> Iterator[Value]:
    """Yield all that people read in a game of some chance."""
    rules, chance = ruleset(), random.Random(seed)
    game = rules.new({}, ["Ann"], dice_for(f"texts {seed}"))
    yield from words_in(rules.view(game, 0))
    yield from refusals(game)
    rules.apply(game, 0, chance.choice(rules.legal(game, 0)).action, dice_for(rules.dump(game)))
    hero = game.heroes[0]
    hero.full_health = hero.health = 300
    stairs.arrive(
        DelveWorld(game, rules.content, dice_for(str(seed))),
        hero,
        chance.randint(1, 26),
        terrain.STAIRS_UP,
    )
    game.events.clear()
    for step in range(steps):
        if game.ended:
            break
        offers = rules.legal(game, 0)
        yield from (each for offer in offers for each in (offer.label, offer.hint))
        yield from (rules.action_text(str(offer.action)) for offer in offers)
        yield from words_in(rules.view(game, 0))
        if step % 20 == 0:
            yield from words_in(rules.view(game, -1))
            yield from refusals(game)
            for topic in chance.sample(rules.topics(game, 0), 12):
                yield from (topic.title, rules.explain(game, 0, topic))
        action = chance.choice(offers).action if step % 3 else rules.choose_action(game, 0)
        assert action is not None
        for event in rules.apply(game, 0, action, dice_for(f"round {seed} {step}")):
            yield from (event.text, event.detail, *(roll.purpose for roll in event.rolls))
    for ending in ("escaped", "quiet", "left", "dead"):
        over = rules.load(rules.dump(game))
        over.ended = ending
        outcome = rules.outcome(over)
        assert outcome is not None
        yield from (outcome.title, *outcome.story)


@pytest.mark.parametrize("seed", range(5))
def test_all_that_people_read_can_be_translated(seed: int) -> None:
    found = {fault for words in words_of_game(seed, 40) for fault in faults(words)}
    assert found == set()


@pytest.mark.soak(part="random")
def test_all_that_people_read_in_long_games_can_be_translated() -> None:
    for seed in range(100):
        found = {fault for words in words_of_game(seed, 300) for fault in faults(words)}
        assert found == set(), seed


def test_every_page_can_be_translated() -> None:
    rules = ruleset()
    game = rules.new({"class": "mage"}, ["Ann"], dice_for("pages"))
    pages = [rules.explain(game, 0, topic) for topic in rules.topics(game, 0)]
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
    assert words in list(words_in(msgspec.structs.replace(view, headline=words)))
