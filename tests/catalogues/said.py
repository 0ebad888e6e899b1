"""The templates and names that games say, collected from played games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from engine.contract.action import ActionError
from engine.contract.ruleset import AnyRuleset
from engine.contract.texts import Listing, Name, Text
from tests.rolled import dice_for

Said = tuple[str, str, str]  # context, English and its plural
MOVES_BETWEEN_LOOKS = 5


def played(rules: AnyRuleset, seed: int, moves: int) -> Iterator[Said]:
    """Yield what a game that plays itself says, but for names that were given."""
    state = rules.new({}, ["Ann"], dice_for(f"said {seed}"))
    for move in range(moves):
        advice = rules.autoplay(state, 0)
        if advice is None:
            break
        try:
            yield from _keys(
                tuple(rules.apply(state, 0, advice.action, dice_for(rules.dump(state))))
            )
        except ActionError as error:
            yield from _keys(error.args)
        if move % MOVES_BETWEEN_LOOKS == 0:
            yield from _look(rules, state)
    yield from _look(rules, state)
    yield from _keys(rules.outcome(state))


def _look(rules: AnyRuleset, state: Any) -> Iterator[Said]:
    topics = rules.topics(state, 0)
    yield from _keys((rules.view(state, 0), tuple(rules.legal(state, 0)), tuple(topics)))
    for topic in topics:
        yield from _keys(rules.explain(state, 0, topic))


def _keys(told: Any) -> Iterator[Said]:
    if isinstance(told, Name):
        if not told.given:
            yield "name", told.word, ""
        yield from _keys(told.facts)
    elif isinstance(told, Text):
        yield told.context, told.template, told.plural
        yield from _keys(told.facts)
    elif isinstance(told, Listing):
        yield from _keys(told.items)
    elif isinstance(told, Mapping):
        yield from _keys(tuple(told.values()))
    elif isinstance(told, msgspec.Struct):
        yield from _keys(tuple(getattr(told, name) for name in told.__struct_fields__))
    elif isinstance(told, tuple | list):
        for each in told:
            yield from _keys(each)
