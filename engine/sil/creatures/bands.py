"""Bands that wander together: their goals, and the ways there (rules: monsters 7.1, 11.1)."""

from __future__ import annotations

from engine.sil.creatures import distance_maps
from engine.sil.creatures.situation import makes_way
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature, Group
from engine.sil.level import pathing

FREELY = 50  # percent: whoever leaves a square more often than this costs nothing


def of(game: SilContext, creature: Creature) -> Group | None:
    """Return the band of a creature, None when it has none."""
    return game.level.groups.get(creature.group)


def members(game: SilContext, group: int) -> list[Creature]:
    """Return the living members of a band, oldest first."""
    return [c for c in game.level.creatures if c is not None and c.group == group]


def send(game: SilContext, creature: Creature, goal: int) -> None:
    """Let a creature's band go to a square; its pause ends."""
    group = game.level.groups[creature.group]
    group.destination, group.pause = goal, 0
    look_anew(game, creature)


def look_anew(game: SilContext, creature: Creature) -> None:
    """Let a creature's band take in who stands in its way now."""
    creatures, races = game.level.creatures, game.data.monsters
    eldest = next(iter(members(game, creature.group)), creature)
    race = races[eldest.race]
    bodies = []
    for square, slot in game.level.occupant.items():
        other = creatures[slot]
        assert other is not None, "an occupied square has somebody"
        chance = makes_way(eldest, race, other, races[other.race])  # itself: as an equal
        if chance <= FREELY:
            bodies.append((square, chance))
    game.level.groups[creature.group].bodies = bodies


def distances(game: SilContext, group: Group, eldest: pathing.Walker) -> distance_maps.Distances:
    """Return how far it is to the band's goal for one like its eldest, past whoever stood in the
    way when the band last looked."""
    return distance_maps.shared(eldest, game.ground, group.destination, tuple(group.bodies))
