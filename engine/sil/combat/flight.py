"""What flies from the hero's hand or bow: aim, path, and where it comes to rest.

Spec: character 9, 10; dungeon 9.1; objects 6.8.
"""

from __future__ import annotations

from engine.game import IllegalAction
from engine.grid import distance
from engine.sil import projection, terrain
from engine.sil.combat import totals
from engine.sil.items import floor, pack
from engine.sil.monsters import senses
from engine.sil.state import Creature, Game, Item

Target = Creature | tuple[int, int]
"""What is aimed at: a creature, or a square (y, x) that gives the direction."""


def aim(game: Game, target: Target, reach: int) -> tuple[int, int]:
    """The (y, x) aimed at. Raises IllegalAction when it is out of range."""
    y, x = (target.y, target.x) if isinstance(target, Creature) else target
    away = distance(game.hero.y, game.hero.x, y, x)
    if away == 0:
        raise IllegalAction("That is where you stand.")
    if away > reach:
        raise IllegalAction(f"That is {away} squares away, and the range is {reach}.")
    return y, x


def path(game: Game, y: int, x: int, reach: int, *, through: bool) -> list[int]:
    """The squares passed on the way to (y, x), or on through it; a wall that stops it is last."""
    hero, field = game.hero, senses.field(game)
    return projection.path(field, hero.y, hero.x, y, x, reach, through=through).grids


def blocked(game: Game, square: int) -> bool:
    """Whether a flight ends at this square, as at a wall."""
    return bool(terrain.OPAQUE[game.level.feature[square]])


def wrong_target(tally: totals.Tally, target: Target, creature: Creature, tried: int) -> None:
    """Only what was aimed at is in real danger; in an open direction, only the first met."""
    if isinstance(target, Creature):
        if creature is not target:
            tally.fix("not aimed at", 0)
    elif tried:
        tally.fix("past another", 0)


def one_of(game: Game, item: Item) -> Item:
    """Take one of a stack out of pack, equipment or the heap underfoot; it will be gathered
    again for nothing."""
    single: Item = pack.take_out(game, item, 1)
    single.pickup = True
    return single


def come_down(game: Game, item: Item, square: int, breakage: int) -> bool:
    """Let a thing fall at the end of its flight, unless it breaks; whether it is still whole."""
    if not item.artefact and game.fate.play.percent(breakage):
        return False
    floor.drop(game, item, *game.level.place(square))
    return True
