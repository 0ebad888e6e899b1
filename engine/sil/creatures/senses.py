"""Sight, smell and reach between hero and creatures: questions that all of a monster's rules
ask."""

from __future__ import annotations

from engine.common import field_of_view
from engine.common.compass import SCAN
from engine.common.grid import distance
from engine.sil.data.records import Monster
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature
from engine.sil.level import projection, terrain

OLDEST_SCENT = 80
CAT_SCENT = 40
SCENT_AHEAD = 2  # scent is stamped with the player turn, so far ahead that 0 can mean none


def away(game: SilContext, creature: Creature) -> int:
    """Return its distance from the hero."""
    return distance(game.hero.y, game.hero.x, creature.y, creature.x)


def square(game: SilContext, creature: Creature) -> int:
    """Return the index of the square it stands on."""
    return creature.y * game.level.width + creature.x


def hero_square(game: SilContext) -> int:
    """Return the index of the hero's square."""
    return game.hero.y * game.level.width + game.hero.x


def sees_hero(game: SilContext, creature: Creature) -> bool:
    """Return whether a creature has line of sight to the hero, even if he could not see it."""
    hero, level = game.hero, game.level
    layer = terrain.opaque(game)
    return field_of_view.los(layer, level.width, creature.y, creature.x, hero.y, x2=hero.x)


def in_view(game: SilContext, creature: Creature) -> bool:
    """Return whether the hero has line of sight to it, lit or not (rules: monsters 0)."""
    return bool(game.knowledge.view[creature.y * game.level.width + creature.x])


def adjacent(game: SilContext, y: int, x: int) -> bool:
    """Return whether a square touches the hero's."""
    return max(abs(game.hero.y - y), abs(game.hero.x - x)) == 1


def noise_cost(game: SilContext, creature: Creature) -> int:
    """Return what the hero's noise loses on the way to it; 250 or more: it does not get there."""
    return game.knowledge.noise[creature.y * game.level.width + creature.x]


def scent_age(game: SilContext, i: int) -> int:
    """Return how many player turns old the hero's scent on a square is; a great number for none."""
    laid = game.knowledge.scent[i]
    age = game.hero.turns + SCENT_AHEAD - laid if laid else OLDEST_SCENT + 1
    return age if age <= OLDEST_SCENT else 1000


def smells(game: SilContext, race: Monster, i: int) -> bool:
    """Return whether this race can follow the scent on a square: wolves any, cats a fresh one."""
    if race.glyph.char == "C":
        return scent_age(game, i) <= OLDEST_SCENT
    return race.glyph.char == "f" and scent_age(game, i) <= CAT_SCENT


def field(game: SilContext, without: int = -1) -> projection.Field:
    """Return what projections fly over, as the level stands; the body on one square may be left
    out."""
    level = game.level
    here = hero_square(game)
    return projection.Field(
        terrain.opaque(game),
        level.width,
        level.height,
        here,
        _Layer(game.knowledge.fire),
        bodies={*level.occupant, here, *game.squares_of_others()} - {without},
    )


class _Layer:
    """A layer as the set of its marked squares."""

    def __init__(self, layer: bytearray) -> None:
        self.layer = layer

    def __contains__(self, i: object) -> bool:
        return isinstance(i, int) and bool(self.layer[i])


def in_fire(game: SilContext, creature: Creature) -> bool:
    """Return whether it stands in the hero's line of fire."""
    return bool(game.knowledge.fire[creature.y * game.level.width + creature.x])


def reaches_hero(game: SilContext, creature: Creature) -> bool:
    """Return whether a projection from it arrives at the hero."""
    if not in_fire(game, creature):
        return False
    hero = game.hero
    return projection.projectable(field(game), creature.y, creature.x, hero.y, hero.x)


def clear_shot(game: SilContext, y: int, x: int, archer: Creature) -> bool:
    """Return whether an arrow of this archer's from a square reaches the hero past anybody else."""
    if not game.knowledge.fire[y * game.level.width + x]:
        return False
    over = field(game, without=square(game, archer))
    return projection.clear(over, y, x, game.hero.y, game.hero.x)


def keenly_seen(game: SilContext, i: int) -> bool:
    """Return whether Keen Senses make out what stands on a dark square: one beside it is open, in
    view and lit (rules: dungeon 8.9)."""
    level, known = game.level, game.knowledge
    if not known.view[i] or known.light[i] != 0:
        return False
    for dy, dx in SCAN:
        beside = i + dy * level.width + dx
        lit = known.view[beside] and known.light[beside] > 0
        if lit and terrain.PASSABLE[level.feature[beside]]:
            return True
    return False
