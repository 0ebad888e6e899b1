"""Translators are given every text of Delve's data."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from engine.contract.texts import Name
from engine.delve.data.content import DelveData
from engine.delve.data.data_words import data_words
from tests.rulesets import RULESETS

NOT_FOR_PEOPLE = frozenset(
    (
        "digest",
        "prose",
        "trait_words",
        "command_groups",
        "usual",
        "level_experience",
        "levels",
        "ground",
    )
)
FOR_PEOPLE = frozenset(
    (
        *("text", "arrival", "title", "begins", "ends", "line", "plural"),
        *("summary", "asks", "plain", "one", "two", "hint", "hint_of_all"),
    )
)


def texts_in(value: Any) -> set[str]:
    """Return the texts for people in data, by what their fields are called."""
    if isinstance(value, dict):
        return texts_in(tuple(value.values()))
    if isinstance(value, str):
        return set()
    if isinstance(value, tuple):
        return set().union(*map(texts_in, value))
    found = {each.name: getattr(value, each.name) for each in fields(value)}
    return {text for name, text in found.items() if name in FOR_PEOPLE and text}


def test_every_text_of_the_data_is_given_to_translators():
    rules: Any = RULESETS["delve"]
    content: DelveData = rules.content
    given = {word.word if isinstance(word, Name) else word.template for word in rules.data_words()}
    tables = {each.name: getattr(content, each.name) for each in fields(content)}
    kinds = [table for name, table in tables.items() if name not in NOT_FOR_PEOPLE]
    assert len(texts_in(tuple(kinds))) > 500
    assert texts_in(tuple(kinds)) - given == set()
    assert {line for lines in content.prose.values() for line in lines} - given == set()
    assert {*content.trait_words.values()} - given == set()
    assert {*content.command_groups.values()} - given == set()
    options = [option for verb in content.verbs.values() for option in verb.options]
    assert {option.summary for option in options} - given == set()
    assert content.monsters.keys() - given == set()


def test_texts_that_few_things_have_are_given_and_no_empty_ones():
    rules: Any = RULESETS["delve"]
    content: DelveData = rules.content
    given = {word.template for word in rules.data_words() if not isinstance(word, Name)}
    seldom = [
        *(each.springs for each in content.terrain),
        *(each.cause for each in content.terrain),
        *(each.mourning for each in content.themes.values()),
        *(each.sight for each in content.places.values()),
        *(line for each in content.endings.values() for line in each.lines),
        *(each.text for each in content.bargains.values()),
        *(each.line for each in content.fountains),
    ]
    assert {text for text in seldom if text} - given == set()
    assert "" not in given


def test_names_are_given_as_sentences_have_them():
    rules: Any = RULESETS["delve"]
    content: DelveData = rules.content
    given = {(word.word, word.proper) for word in rules.data_words() if isinstance(word, Name)}
    with_article = {
        *(each.name for each in content.monsters.values() if not each.unique),
        *(each.name for each in content.items.values()),
        *(each.plural for each in content.items.values()),
        *(each.name for each in content.classes.values()),
    }
    without = {
        *(each.name for each in content.monsters.values() if each.unique),
        *(name for each in content.terrain for name in (each.name, each.title)),
        *(name for each in content.themes.values() for name in (each.name, each.title)),
        *(each.title for each in content.places.values()),
        *(each.title for each in content.abilities.values()),
        *(each.title for each in content.statuses.values()),
        *content.spells,
        *content.bargains,
    }
    expected = {(name, False) for name in with_article} | {(name, True) for name in without}
    assert expected - given == set()
    data = {(word.word, word.proper) for word in data_words(content) if isinstance(word, Name)}
    assert data == expected
