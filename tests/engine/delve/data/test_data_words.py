"""Translators are given every text of Delve's data."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from engine.contract.texts import Name
from engine.delve.data.content import DelveData
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
