"""Queries of the ladder: "name=ann turn>100", and what to sort by.

A condition is a name, a comparison and a value; a value with spaces stands in quotes. The names
are those of the facts that the ladder's games have: what the rules tell of an ending, and of every
game its `name`, `turn` and `ending`. Nothing here knows a ruleset.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from engine.common.slugs import slug
from table.contest import GameResult, placed, ranked
from table.errors import Refusal

MAX_LETTERS = 200
MAX_CONDITIONS = 10
Fact = int | str

_CONDITION = re.compile(r"""\s*([^\s=!<>"]+)\s*(<=|>=|!=|=|<|>)\s*("[^"]*"|[^\s"=!<>]+)(?=\s|$)""")
_NUMBER = re.compile(r"-?\d{1,18}")
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class LadderCondition(msgspec.Struct, frozen=True):
    """A fact of a game compared with a value."""

    name: str
    comparison: str
    value: str

    def holds(self, facts: Mapping[str, Fact]) -> bool:
        """Return whether a game with these facts meets it; one without the fact does not."""
        fact = facts.get(self.name)
        if fact is None:
            return False
        if isinstance(fact, int):
            if not _NUMBER.fullmatch(self.value):
                return False
            return _COMPARE[self.comparison](fact, int(self.value))
        return (fact == slug(self.value)) == (self.comparison == "=")


class LadderQuery(msgspec.Struct, frozen=True):
    """The games of a ladder to show, and their order. `sort`: a fact's name, the greatest
    first; with a "-" before it, the least first; empty: the ladder's own order."""

    conditions: tuple[LadderCondition, ...] = ()
    sort: str = ""


def facts_of(result: GameResult) -> dict[str, Fact]:
    """Return what can be asked of a game, by name; words are in lower case."""
    told: dict[str, Fact] = {
        "name": slug(result.name),
        "turn": result.turn,
        "ending": "won" if result.won else "not-won",
    }
    for name, fact in result.facts:
        told[name] = slug(fact) if isinstance(fact, str) else fact
    return told


def known_facts(results: Iterable[GameResult]) -> dict[str, tuple[Fact, ...]]:
    """Return the facts that some of these games have, with their values, both in order."""
    found: dict[str, set[Fact]] = {}
    for result in results:
        for name, fact in facts_of(result).items():
            found.setdefault(name, set()).add(fact)
    return {
        name: tuple(sorted(values, key=lambda value: (str(type(value)), value)))
        for name, values in sorted(found.items())
    }


def parse_query(where: str, sort: str, facts: Mapping[str, Sequence[Fact]]) -> LadderQuery:
    """Read a query about games that have these facts. Raises Refusal for what is wrong in it."""
    if len(where) > MAX_LETTERS:
        raise Refusal("A query has at most {most} letters.", most=MAX_LETTERS)
    conditions, place = [], 0
    while where[place:].strip():
        found = _CONDITION.match(where, place)
        if found is None:
            raise Refusal(
                "“{text}” is no condition: write for example turn>100.", text=where[place:].strip()
            )
        name, comparison, value = found.groups()
        conditions.append(_checked(name, comparison, value, facts))
        place = found.end()
    if len(conditions) > MAX_CONDITIONS:
        raise Refusal("A query has at most {most} conditions.", most=MAX_CONDITIONS)
    order = sort.strip().lower()
    if order:
        _check_name(order.removeprefix("-"), facts)
    return LadderQuery(tuple(conditions), order)


def _checked(
    name: str, comparison: str, value: str, facts: Mapping[str, Sequence[Fact]]
) -> LadderCondition:
    """Return a condition that can be compared. Raises Refusal."""
    name, value = name.lower(), value.strip('"').strip()
    _check_name(name, facts)
    numbers = all(isinstance(fact, int) for fact in facts[name])
    if numbers and not _NUMBER.fullmatch(value):
        raise Refusal("“{name}” is a number, and “{value}” is none.", name=name, value=value)
    if not numbers and comparison not in ("=", "!="):
        raise Refusal("“{name}” is a word: it can be compared with = and != only.", name=name)
    return LadderCondition(name, comparison, value)


def _check_name(name: str, facts: Mapping[str, Sequence[Fact]]) -> None:
    if name not in facts:
        raise Refusal(
            "Nothing here is called “{name}”; you can ask for {names}.",
            name=name,
            names=", ".join(facts),
        )


def select(results: Sequence[GameResult], query: LadderQuery) -> tuple[GameResult, ...]:
    """Return the games that meet a query, in its order, with their places."""
    met = []
    for result in results:
        facts = facts_of(result)
        if all(condition.holds(facts) for condition in query.conditions):
            met.append(result)
    if not query.sort:
        return ranked(met)
    name = query.sort.removeprefix("-")
    having = [(facts_of(result), result) for result in met]
    having = [pair for pair in having if name in pair[0]]
    keys = [facts[name] for facts, _ in having]
    descending = not query.sort.startswith("-") and all(isinstance(key, int) for key in keys)
    order = sorted(having, key=lambda pair: (str(type(pair[0][name])), pair[0][name]))
    if descending:
        order.reverse()
    return placed([result for _, result in order], [facts[name] for facts, _ in order])
