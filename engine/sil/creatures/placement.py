"""Creatures taken off the level or put on another square."""

from __future__ import annotations

from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature


def remove(game: SilContext, creature: Creature) -> None:
    """Take a creature off the level."""
    level = game.level
    level.occupant.pop(level.at(creature.y, creature.x), None)
    level.creatures[creature.slot] = None
    for hero in game.state.heroes:
        known = hero.knowledge.creatures.pop(creature.slot, None)
        if known is not None and known.visible:
            hero.knowledge.pursuers.pop(creature.slot, None)
    if game.hero.concentration_on == creature.slot:
        game.hero.concentration_on = game.hero.concentration = 0


def relocate(game: SilContext, creature: Creature, y: int, x: int) -> None:
    """Move a creature to a free square."""
    level = game.level
    level.occupant.pop(level.at(creature.y, creature.x), None)
    creature.y, creature.x = y, x
    level.occupant[level.at(y, x)] = creature.slot
