"""Searching for treasure, and sharing out what the dice found (rules: kanthe 5)."""

from __future__ import annotations

from itertools import combinations

import msgspec

from engine.contract.facts import SeatRef, ThingRef, Took
from engine.contract.texts import Name, Text, Value, text
from engine.kanthe.data.content import PURPOSES
from engine.kanthe.dice import find_matches
from engine.kanthe.encounters.conflict import stays_unnoticed
from engine.kanthe.encounters.finds import describe_hazard
from engine.kanthe.encounters.presence import hostile_at
from engine.kanthe.magic.arcane_things import make_arcane
from engine.kanthe.map.level_plan import passages_at
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.names import creature_name, feature_name, feature_ref, item_name
from engine.kanthe.state import Feature, Hazard, KantheItem, Opponent, ShareTreasure
from engine.kanthe.words import coins, purposes


def item_kinds(game: KantheContext) -> dict[str, Value]:
    """Return what a found item can be, with words for it: a kind of ware, or two purposes."""
    kinds: dict[str, Value] = {
        key: Name(key) for key, kind in game.content.ware_kinds.items() if kind.purposes
    }
    return kinds | {"-".join(pair): purposes(pair) for pair in combinations(PURPOSES, 2)}


class TreasureSource(msgspec.Struct, frozen=True):
    """Something that can be searched for treasure."""

    ref: str
    name: Text
    thing: Opponent | Feature | Hazard
    watched: bool  # somebody hostile is here, and may notice it


def sources(game: KantheContext) -> list[TreasureSource]:
    """Return what can be searched here, or in the corridors that begin here."""
    state = game.state
    around = {passage.id for passage in passages_at(state.here, state.node)}
    watched = bool(hostile_at(state, node=state.node))
    found = []
    for who in state.here.opponents:
        near = who.node == state.node or who.passage in around
        open_to = who.status in ("dead", "befriended") or (who.status == "" and state.unnoticed)
        if near and open_to and not who.searched and not game.kind_of(who).has("mindless"):
            name = text("{who:the}", who=creature_name(who))
            found.append(TreasureSource(who.name, name, who, watched))
    for feature in state.place.features:
        if not feature.searched:
            name = text("{feature:the}", feature=feature_name(state, feature.row))
            ref = feature_ref(state, feature.row)
            found.append(TreasureSource(ref, name, feature, watched))
    for hazard in state.here.hazards:
        near = hazard.node == state.node or hazard.passage in around
        holds = game.hazard_kind(hazard).has("treasure") and not hazard.searched
        if near and hazard.state != "active" and holds:
            name = describe_hazard(game, hazard, known=True)
            found.append(TreasureSource(hazard.name, name, hazard, watched))
    return found


def search_source(game: KantheContext, source: TreasureSource) -> None:
    """Throw Challenge dice for the treasure of a body, a feature or a hazard. Before the eyes of
    somebody hostile the same dice must keep the hero unnoticed."""
    hero = game.state.hero
    faces = game.throw_challenge(hero.challenge, "treasure", what=source.name)
    if source.watched and not stays_unnoticed(game, faces):
        return
    source.thing.searched = True
    matches = find_matches(faces)
    if not matches:
        game.tell(text("There is nothing of value."))
        return
    for match in matches:
        degree = match.degree
        found = text("{coins} or an item of {degree}", coins=coins(degree), degree=degree)
        game.show("challenge", match.value, degree, found)
    change = source.thing.change_row if isinstance(source.thing, Opponent) else -1
    game.state.question = ShareTreasure(
        [match.value for match in matches], [match.degree for match in matches], change
    )


def take_coins(game: KantheContext, question: ShareTreasure, value: int) -> None:
    """Take a match as coins."""
    degree = _take_match(question, value)
    game.state.hero.coins += degree
    words = text("You pocket {coins}.", coins=coins(degree))
    game.tell(words, "found", Took(SeatRef(0), ThingRef("coins", degree)))
    _go_on(game, question)


def take_all_as_coins(game: KantheContext, question: ShareTreasure) -> None:
    """Take each match that is left as coins."""
    for value in [*question.values]:
        take_coins(game, question, value)


def take_item(
    game: KantheContext, question: ShareTreasure, value: int, kind: str, name: str
) -> None:
    """Take a match as a mundane item under the name that the player gives it."""
    ware = game.content.ware_kinds.get(kind)
    serves = ware.purposes if ware is not None else tuple(kind.split("-"))
    item = KantheItem(game.new_id(), name, _take_match(question, value), serves)
    game.state.hero.items.append(item)
    words = text("{thing:A} is yours.", thing=item_name(game, item))
    game.tell(words, "found", Took(SeatRef(0), ThingRef(name)))
    _go_on(game, question)


def take_arcane(game: KantheContext, question: ShareTreasure, essence: int, action: int) -> None:
    """Take two matches as an arcane thing: its essence's word and its action's."""
    state = game.state
    _take_match(question, essence)
    _take_match(question, action)
    kind = game.content.arcane_kinds[game.one_die("arcane-kind")]
    by_change = question.change_row >= 0 and not game.content.methods[kind].has("letters")
    row = question.change_row if by_change else essence
    item = make_arcane(game, kind, row, action, by_change=by_change)
    state.hero.items.append(item)
    name = item_name(game, item)
    took = Took(SeatRef(0), ThingRef(kind))
    game.tell(text("You find {thing:a}.", thing=name), "found", took)
    game.record(text("Found {thing:a}.", thing=name))
    _go_on(game, question)


def _take_match(question: ShareTreasure, value: int) -> int:
    at = question.values.index(value)
    question.values.pop(at)
    return question.degrees.pop(at)


def _go_on(game: KantheContext, question: ShareTreasure) -> None:
    game.state.question = question if question.values else None
