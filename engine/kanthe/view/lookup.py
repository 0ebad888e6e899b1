"""Topics to look up: who and what is in sight, rows of the printed lists, own items."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from engine.common.slugs import slug
from engine.contract.texts import Name, Text, Value, Words, cut, cut_words, joined, text
from engine.contract.view import Topic
from engine.kanthe.data.content import CreatureKind, FoundRow
from engine.kanthe.dice import percent_of_match
from engine.kanthe.encounters.pools import tools
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.names import creature_name, item_name, item_refs
from engine.kanthe.view.pages import describe_item, describe_opponent
from engine.kanthe.words import alone, dice

_TITLE, _NAME = 100, 60


def list_topics(game: KantheContext) -> tuple[Topic, ...]:
    """Return what can be looked up now."""
    return tuple(topic for topic, _ in _entries(game))


def explain_topic(game: KantheContext, topic: Topic) -> Words:
    """Return what there is to say of a topic; "" if it is none."""
    return next((told for known, told in _entries(game) if known == topic), "")


def _entries(game: KantheContext) -> Iterator[tuple[Topic, Text]]:
    state = game.state
    if state.setup is None:
        notes = {row.key: row.text for row in game.content.occupants}
        for who in state.here.opponents:
            told = [describe_opponent(game, who.id)]
            if who.kind in notes:
                told.append(text(notes[who.kind]))
            yield _topic("sight", who.name, creature_name(who)), joined(told, "\n")
        for tool in tools(game):
            told_of = text(
                "{tool:The}: {dice} more in a fight, at a risk.",
                tool=alone(tool.name),
                dice=dice(tool.strength),
            )
            yield _topic("sight", tool.ref, tool.name), told_of
    for ref, item in item_refs(game).items():
        name = item_name(game, item)
        told = [describe_item(game, item)]
        if item.arcane:
            row = game.method_of(item)
            told.append(
                text(
                    "Method: {method}. Form: {form}. Reaches {whom}; {lasts}.",
                    method=Name(row.method),
                    form=Name(row.form),
                    whom=text(row.whom),
                    lasts=text(row.lasts),
                )
            )
        yield _topic("lore", ref, name), joined(told, "\n")
    yield from _list_entries("occupant", game.content.occupants)
    yield from _list_entries("hazard", game.content.stationary)
    yield from _list_entries("mobile", game.content.mobile)
    for number in range(2, 12):
        title = text("The chance of a match with {number} dice", number=number)
        chance = text(
            "{number} dice show a match {percent} times in a hundred.",
            number=number,
            percent=percent_of_match(number),
        )
        yield _topic("lore", f"odds-{number}", title), chance


def _list_entries(
    prefix: str, rows: Sequence[FoundRow | CreatureKind]
) -> Iterator[tuple[Topic, Text]]:
    seen: set[str] = set()
    for row in rows:
        if row.name not in seen:
            seen.add(row.name)
            name, words = Name(row.name), text(row.text)
            if isinstance(row, CreatureKind):  # its notes are sentences
                told = text("{name}: {told}", name=name, told=words)
            else:
                told = text("{name}: {told}.", name=name, told=words)
            yield _topic("lore", f"{prefix}-{slug(row.name)}", Name(row.name)), told


def _topic(kind: Literal["sight", "lore"], name: str, title: Value) -> Topic:
    return Topic(kind, cut(name, _NAME), cut_words(text("{title:The}", title=title), _TITLE))
