"""Topics to look up: who and what is in sight, rows of the printed lists, own items."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from engine.common.slugs import slug
from engine.contract.texts import Value
from engine.contract.view import Topic
from engine.kanthe.data.content import CreatureKind, FoundRow
from engine.kanthe.dice import percent_of_match
from engine.kanthe.encounters.conflict import tools
from engine.kanthe.rules.context import Play
from engine.kanthe.rules.names import creature_name, item_name, item_refs
from engine.kanthe.rules.offer_making import fit_text
from engine.kanthe.view.pages import describe_item, describe_opponent
from engine.kanthe.words import english

_TITLE, _NAME = 100, 60


def list_topics(play: Play) -> tuple[Topic, ...]:
    """Return what can be looked up now."""
    return tuple(topic for topic, _ in _entries(play))


def explain_topic(play: Play, topic: Topic) -> str:
    """Return what there is to say of a topic; "" if it is none."""
    return next((text for known, text in _entries(play) if known == topic), "")


def _entries(play: Play) -> Iterator[tuple[Topic, str]]:
    game = play.game
    if game.setup is None and game.levels:
        notes = {row.key: row.text for row in play.content.occupants}
        for who in game.here.opponents:
            text = english(describe_opponent(play, who.id))
            note = notes.get(who.kind, "")
            yield _topic("sight", who.name, creature_name(who)), f"{text}\n{note}".strip()
        for tool in tools(play):
            text = f"{english(tool.name)}: {tool.strength} dice more in a fight, at a risk."
            yield _topic("sight", tool.ref, tool.name), text
    for ref, item in item_refs(play).items():
        name = item_name(play, item)
        text = english(describe_item(play, item))
        if item.arcane:
            row = play.method_of(item)
            text += f"\nMethod: {row.method}. Form: {row.form}. Reaches {row.whom}; {row.lasts}."
        yield _topic("lore", ref, name), text
    yield from _list_entries("occupant", play.content.occupants)
    yield from _list_entries("hazard", play.content.stationary)
    yield from _list_entries("mobile", play.content.mobile)
    for dice in range(2, 12):
        topic = _topic("lore", f"odds-{dice}", f"The chance of a match with {dice} dice")
        yield topic, f"{dice} dice show a match {percent_of_match(dice)} times in a hundred."


def _list_entries(
    prefix: str, rows: Sequence[FoundRow | CreatureKind]
) -> Iterator[tuple[Topic, str]]:
    seen: set[str] = set()
    for row in rows:
        if row.name not in seen:
            seen.add(row.name)
            yield _topic("lore", f"{prefix}-{slug(row.name)}", row.name), f"{row.name}: {row.text}."


def _topic(kind: Literal["sight", "lore"], name: str, title: Value) -> Topic:
    return Topic(kind, fit_text(name, _NAME), fit_text(english(title), _TITLE))
