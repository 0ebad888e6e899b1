"""Dice pools of both sides, source by source (rules: kanthe 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from engine.contract.texts import Name, Text, Value, text
from engine.kanthe.encounters.finds import describe_hazard
from engine.kanthe.magic.arcane_things import effect_dice, fits, used_items
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.names import creature_name, feature_name, feature_ref, item_name
from engine.kanthe.state import Conflict, Hazard, KantheItem, KantheState, Opponent, Reach


class PoolSource(msgspec.Struct, frozen=True):
    """Dice of a pool and where they come from."""

    label: Value
    dice: int
    mundane: bool = False  # from mundane items, which ghosts do not feel


class Tool(msgspec.Struct, frozen=True):
    """A feature or hazard that can be used as a weapon."""

    ref: str
    name: Name | Text
    strength: int


def opponents_of(game: KantheContext, conflict: Conflict) -> list[Opponent]:
    """Return the opponents who still are in a conflict."""
    known = {o.id: o for o in game.state.here.opponents}
    return [known[n] for n in conflict.opponents if n in known and known[n].here]


def hero_pool(
    game: KantheContext, purpose: str, conflict: Conflict | None = None
) -> list[PoolSource]:
    """Return the hero's dice for a throw, source by source."""
    hero = game.state.hero
    pool = [PoolSource(text("Challenge"), hero.challenge)]
    against = opponents_of(game, conflict) if conflict is not None else []
    for item, dice in used_items(game, purpose, against):
        name = item_name(game, item) if item.arcane else Name(item.name)  # the dice say its rating
        pool.append(PoolSource(name, dice, not item.arcane))
    for effect in hero.potions:
        if dice := effect_dice(game, effect, purpose, "one", against):
            pool.append(PoolSource(game.effect_name(effect), dice))
    if hero.boost:
        pool.append(PoolSource(text("the feature's gift"), hero.boost))
    if conflict is not None:
        pool += _conflict_sources(game, purpose, conflict)
    return pool


def _conflict_sources(
    game: KantheContext, purpose: str, conflict: Conflict
) -> Iterator[PoolSource]:
    hero = game.state.hero
    against = opponents_of(game, conflict)
    for spoken in conflict.spoken:
        if dice := effect_dice(game, spoken.effect, purpose, spoken.reach, against):
            yield PoolSource(game.effect_name(spoken.effect), dice)
    if purpose == "fight":
        for ally in hero.allies:
            yield PoolSource(creature_name(ally), ally.strength)
        for helper in _helpers(game, conflict):
            yield PoolSource(creature_name(helper), helper.strength)
        for tool in tools(game):
            if tool.ref == conflict.tool:
                yield PoolSource(tool.name, tool.strength)
    if purpose == "persuade":
        for slave in against:
            if game.kind_of(slave).has("pleads"):
                hopes = text("hopes of {who:the}", who=creature_name(slave))
                yield PoolSource(hopes, slave.strength)
        if social := sum(o.social for o in against):
            yield PoolSource(text("their doubts"), social)
    elif suffered := sum(o.wounds for o in against):
        yield PoolSource(text("their wounds"), suffered)


def _helpers(game: KantheContext, conflict: Conflict) -> list[Opponent]:
    return [o for o in game.state.here.opponents if o.id in conflict.helpers and o.here]


def opposition_pool(
    game: KantheContext,
    purpose: str,
    conflict: Conflict | None = None,
    hazard: Hazard | None = None,
) -> list[PoolSource]:
    """Return the opposition's dice for a throw, source by source."""
    state = game.state
    pool: list[PoolSource] = []
    if hazard is not None:
        pool.append(PoolSource(describe_hazard(game, hazard, known=True), hazard.strength))
    if conflict is not None:
        pool += _sources_against(game, purpose, conflict)
    if state.hero.wounds:
        pool.append(PoolSource(text("your wounds"), state.hero.wounds))
    for footing in hazards_at(state, conflict.node if conflict is not None else -1):
        if footing is hazard or footing.state != "active":
            continue
        if game.hazard_kind(footing).has("footing"):
            pool.append(PoolSource(describe_hazard(game, footing, known=True), footing.strength))
    return pool


def _sources_against(game: KantheContext, purpose: str, conflict: Conflict) -> Iterator[PoolSource]:
    for opponent in opponents_of(game, conflict):
        who = creature_name(opponent)
        yield PoolSource(who, opponent.strength)
        if things := sum(thing_dice(game, thing) for thing in opponent.things):
            yield PoolSource(text("things of {who:the}", who=who), things)
    if conflict.turned:
        name = next((tool.name for tool in tools(game) if tool.ref == conflict.barred), None)
        yield PoolSource(name or text("what was turned against you"), conflict.turned)
    if purpose == "persuade" and conflict.social:
        yield PoolSource(text("your doubts"), conflict.social)
    for spoken in conflict.spoken:
        if fits(game, spoken.effect, "fight") and (own := _own_side(game, conflict, spoken.reach)):
            name = text("{effect} on your own side", effect=game.effect_name(spoken.effect))
            yield PoolSource(name, own * game.content.effect_dice)


def _own_side(game: KantheContext, conflict: Conflict, reach: Reach) -> int:
    """Return how many of the hero's side an effect reaches."""
    friends = len(game.state.hero.allies) + len(_helpers(game, conflict))
    return {"near": friends, "room": friends + 1}.get(reach, 0)


def thing_dice(game: KantheContext, thing: KantheItem) -> int:
    """Return the dice that a thing adds to its owner's throws."""
    return game.content.effect_dice if thing.arcane else thing.rating


def hazards_at(state: KantheState, node: int = -1) -> list[Hazard]:
    """Return the hazards of a place; by default of the place or passage where the hero is."""
    hazards = state.here.hazards
    if node < 0 and state.passage >= 0:
        return [hazard for hazard in hazards if hazard.passage == state.passage]
    return [hazard for hazard in hazards if hazard.node == (node if node >= 0 else state.node)]


def total(pool: Sequence[PoolSource]) -> int:
    """Return how many dice a pool has."""
    return sum(source.dice for source in pool)


def tools(game: KantheContext) -> list[Tool]:
    """Return what the place holds that can be used as a weapon."""
    state = game.state
    found = []
    if state.passage < 0:
        for feature in state.place.features:
            name = feature_name(state, feature.row)
            found.append(Tool(feature_ref(state, feature.row), name, feature.strength))
    for hazard in hazards_at(state):
        if hazard.state != "gone":
            known = describe_hazard(game, hazard, known=True)
            found.append(Tool(hazard.name, known, hazard.strength))
    return found


def describe_sources(pool: Sequence[PoolSource]) -> list[Value]:
    """Return the sources of a pool with their dice: "Sword 1"."""
    return [text("{source} {dice}", source=source.label, dice=source.dice) for source in pool]
