"""The templates and names that games say, collected from played games."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from engine.contract.action import GM, ActionError
from engine.contract.ruleset import AnyRuleset
from engine.contract.texts import Listing, Name, Text
from tests.rolled import dice_for

Said = tuple[str, str, str]  # context, English and its plural
MOVES_BETWEEN_LOOKS = 5
REFUSED = ("xyzzy", "take the moon", "")  # what is typed in vain


def played(rules: AnyRuleset, seed: int, moves: int) -> Iterator[Said]:
    """Yield what a game that plays itself says, but for names that were given. A Game Master does
    what is advised, or anything."""
    chance, has_gm = random.Random(seed), rules.roles({}).gm == "required"
    state = rules.new({}, ["Ann"], dice_for(f"said {seed}"), gm=has_gm)
    seats = (0, GM) if has_gm else (0,)
    for move in range(moves):
        seat = 0 if 0 in rules.turn(state).waiting else GM
        advice = rules.autoplay(state, seat)
        actions = [] if advice is None else [advice.action]
        if seat == GM and (not actions or move % 2):
            actions = [offer.action for offer in rules.legal(state, GM)]
        if not actions:
            break
        action = chance.choice(actions)
        try:
            yield from _keys(tuple(rules.apply(state, seat, action, dice_for(rules.dump(state)))))
        except ActionError as error:
            yield from _keys(error.args)
        if move % MOVES_BETWEEN_LOOKS == 0:
            yield from (key for each in seats for key in _look(rules, state, each))
    yield from (key for each in seats for key in _look(rules, state, each))
    yield from _keys(rules.outcome(state))


def _look(rules: AnyRuleset, state: Any, seat: int) -> Iterator[Said]:
    topics = rules.topics(state, seat)
    yield from _keys((rules.view(state, seat), tuple(rules.legal(state, seat)), tuple(topics)))
    for topic in topics:
        yield from _keys(rules.explain(state, seat, topic))
    for line in REFUSED:
        try:
            action = rules.parse(line, state, seat)
            rules.apply(state, seat, action, dice_for(line))
        except ActionError as error:
            yield from _keys(error.args)


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
