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


def opponents_of(play: KantheContext, conflict: Conflict) -> list[Opponent]:
    """Return the opponents who still are in a conflict."""
    known = {o.id: o for o in play.game.here.opponents}
    return [known[n] for n in conflict.opponents if n in known and known[n].here]


def hero_pool(
    play: KantheContext, purpose: str, conflict: Conflict | None = None
) -> list[PoolSource]:
    """Return the hero's dice for a throw, source by source."""
    hero = play.game.hero
    pool = [PoolSource(text("Challenge"), hero.challenge)]
    against = opponents_of(play, conflict) if conflict is not None else []
    for item, dice in used_items(play, purpose, against):
        name = item_name(play, item) if item.arcane else Name(item.name)  # the dice say its rating
        pool.append(PoolSource(name, dice, not item.arcane))
    for effect in hero.potions:
        if dice := effect_dice(play, effect, purpose, "one", against):
            pool.append(PoolSource(play.effect_name(effect), dice))
    if hero.boost:
        pool.append(PoolSource(text("the feature's gift"), hero.boost))
    if conflict is not None:
        pool += _conflict_sources(play, purpose, conflict)
    return pool


def _conflict_sources(
    play: KantheContext, purpose: str, conflict: Conflict
) -> Iterator[PoolSource]:
    hero = play.game.hero
    against = opponents_of(play, conflict)
    for spoken in conflict.spoken:
        if dice := effect_dice(play, spoken.effect, purpose, spoken.reach, against):
            yield PoolSource(play.effect_name(spoken.effect), dice)
    if purpose == "fight":
        for ally in hero.allies:
            yield PoolSource(creature_name(ally), ally.strength)
        for helper in _helpers(play, conflict):
            yield PoolSource(creature_name(helper), helper.strength)
        for tool in tools(play):
            if tool.ref == conflict.tool:
                yield PoolSource(tool.name, tool.strength)
    if purpose == "persuade":
        for slave in against:
            if play.kind_of(slave).has("pleads"):
                hopes = text("hopes of {who:the}", who=creature_name(slave))
                yield PoolSource(hopes, slave.strength)
        if social := sum(o.social for o in against):
            yield PoolSource(text("their doubts"), social)
    elif suffered := sum(o.wounds for o in against):
        yield PoolSource(text("their wounds"), suffered)


def _helpers(play: KantheContext, conflict: Conflict) -> list[Opponent]:
    return [o for o in play.game.here.opponents if o.id in conflict.helpers and o.here]


def opposition_pool(
    play: KantheContext,
    purpose: str,
    conflict: Conflict | None = None,
    hazard: Hazard | None = None,
) -> list[PoolSource]:
    """Return the opposition's dice for a throw, source by source."""
    game = play.game
    pool: list[PoolSource] = []
    if hazard is not None:
        pool.append(PoolSource(describe_hazard(play, hazard, known=True), hazard.strength))
    if conflict is not None:
        pool += _sources_against(play, purpose, conflict)
    if game.hero.wounds:
        pool.append(PoolSource(text("your wounds"), game.hero.wounds))
    for footing in hazards_at(game, conflict.node if conflict is not None else -1):
        if footing is hazard or footing.state != "active":
            continue
        if play.hazard_kind(footing).has("footing"):
            pool.append(PoolSource(describe_hazard(play, footing, known=True), footing.strength))
    return pool


def _sources_against(play: KantheContext, purpose: str, conflict: Conflict) -> Iterator[PoolSource]:
    for opponent in opponents_of(play, conflict):
        who = creature_name(opponent)
        yield PoolSource(who, opponent.strength)
        if things := sum(thing_dice(play, thing) for thing in opponent.things):
            yield PoolSource(text("things of {who:the}", who=who), things)
    if conflict.turned:
        name = next((tool.name for tool in tools(play) if tool.ref == conflict.barred), None)
        yield PoolSource(name or text("what was turned against you"), conflict.turned)
    if purpose == "persuade" and conflict.social:
        yield PoolSource(text("your doubts"), conflict.social)
    for spoken in conflict.spoken:
        if fits(play, spoken.effect, "fight") and (own := _own_side(play, conflict, spoken.reach)):
            name = text("{effect} on your own side", effect=play.effect_name(spoken.effect))
            yield PoolSource(name, own * play.content.effect_dice)


def _own_side(play: KantheContext, conflict: Conflict, reach: Reach) -> int:
    """Return how many of the hero's side an effect reaches."""
    friends = len(play.game.hero.allies) + len(_helpers(play, conflict))
    return {"near": friends, "room": friends + 1}.get(reach, 0)


def thing_dice(play: KantheContext, thing: KantheItem) -> int:
    """Return the dice that a thing adds to its owner's throws."""
    return play.content.effect_dice if thing.arcane else thing.rating


def hazards_at(game: KantheState, node: int = -1) -> list[Hazard]:
    """Return the hazards of a place; by default of the place or passage where the hero is."""
    hazards = game.here.hazards
    if node < 0 and game.passage >= 0:
        return [hazard for hazard in hazards if hazard.passage == game.passage]
    return [hazard for hazard in hazards if hazard.node == (node if node >= 0 else game.node)]


def total(pool: Sequence[PoolSource]) -> int:
    """Return how many dice a pool has."""
    return sum(source.dice for source in pool)


def tools(play: KantheContext) -> list[Tool]:
    """Return what the place holds that can be used as a weapon."""
    game = play.game
    found = []
    if game.passage < 0:
        for feature in game.place.features:
            name = feature_name(game, feature.row)
            found.append(Tool(feature_ref(game, feature.row), name, feature.strength))
    for hazard in hazards_at(game):
        if hazard.state != "gone":
            known = describe_hazard(play, hazard, known=True)
            found.append(Tool(hazard.name, known, hazard.strength))
    return found


def describe_sources(pool: Sequence[PoolSource]) -> list[Value]:
    """Return the sources of a pool with their dice: "Sword 1"."""
    return [text("{source} {dice}", source=source.label, dice=source.dice) for source in pool]
