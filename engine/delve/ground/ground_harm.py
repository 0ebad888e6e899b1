"""Harm that the ground does, as the data say, to whoever enters it or stands on it."""

from __future__ import annotations

from engine.contract.texts import text
from engine.delve.combat import statuses
from engine.delve.combat.damage import strike_element
from engine.delve.data.kinds import TerrainKind, Trait
from engine.delve.rules.context import DelveContext
from engine.delve.state import DelveCreature, DelveLevel


def enter(game: DelveContext, who: DelveCreature, code: int) -> None:
    """Do what a terrain does to whoever enters it."""
    kind = game.content.terrain[code]
    _act(game, who, kind, kind.enters)


def stand(game: DelveContext, who: DelveCreature, level: DelveLevel) -> None:
    """Do what the ground under a creature does in this turn."""
    kind = game.content.terrain[level.ground[who.at]]
    if kind.each_turn and level.turns % kind.every == 0:
        if kind.springs:
            game.tell(text(kind.springs, who=game.the(who)), who, "trap")
        _act(game, who, kind, kind.each_turn)


def _act(
    game: DelveContext, who: DelveCreature, kind: TerrainKind, effects: tuple[Trait, ...]
) -> None:
    for effect in effects:
        if effect.name == "status":
            statuses.add(game, who, effect.args[0], effect.number(1))
        else:
            rolled = game.dice.roll(effect.number(1), effect.number(2))
            strike_element(game, who, rolled, effect.args[0], None, cause=text(kind.cause))
