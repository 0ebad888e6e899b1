"""Flights from the hero's hand or bow: aim, path, and resting place.

Rules: combat 9, 10; dungeon 9.1; objects 6.8.
"""

from __future__ import annotations

from typing import Literal

from engine.common import compass
from engine.common.grid import distance
from engine.contract.action import IllegalAction
from engine.contract.texts import text
from engine.sil.creatures import combat_totals, senses
from engine.sil.effects import oaths
from engine.sil.game import questions
from engine.sil.game.context import SilContext
from engine.sil.game.messages import tell
from engine.sil.game.state import Creature, Item
from engine.sil.items import floor_items, pack
from engine.sil.level import projection, terrain

Target = Creature | int | tuple[int, int]
"""A target: a creature, a keypad direction, or a square (y, x)."""


def aim(game: SilContext, target: Target, reach: int) -> tuple[int, int]:
    """Return the (y, x) aimed at. Raises IllegalAction when it is out of range or out of the line
    of fire, and to who cannot tell what is real (rules: dungeon 9.5)."""
    if isinstance(target, Creature):
        y, x = target.y, target.x
        if game.hero.timers.hallucinating:
            raise IllegalAction(text("You cannot tell what is real: aim in a direction."))
        if not senses.in_fire(game, target):
            raise IllegalAction(text("That is not in your line of fire."))
    elif isinstance(target, int):
        dy, dx = compass.OFFSETS[target]
        y, x = game.hero.y + dy, game.hero.x + dx
    else:
        y, x = target
    away = distance(game.hero.y, game.hero.x, y, x)
    if away == 0:
        raise IllegalAction(text("That is where you stand."))
    if away > reach:
        raise IllegalAction(
            text("That is {away} squares away, and the range is {reach}.", away=away, reach=reach)
        )
    return y, x


def astray(game: SilContext, target: Target) -> Target:
    """Return what a confused hero aims at in truth: any of the eight directions (rules: dungeon
    7.5)."""
    if not game.hero.timers.confused:
        return target
    tell(game, text("Confused, you cannot aim."), "confused")
    return compass.RING[game.streams.play.below(8)]


def path(game: SilContext, target: Target, reach: int, *, through: bool = False) -> list[int]:
    """Return the squares passed on the way to a target; on through it, as in a mere direction
    always. A wall that stops the flight is last. Raises IllegalAction when it is out of range."""
    y, x = aim(game, target, reach)
    through = through or isinstance(target, int)
    hero, field = game.hero, senses.field(game)
    passing = projection.Passing(through=through)
    return projection.path(field, hero.y, hero.x, y, x, reach=reach, passing=passing).grids


def asks_first(
    game: SilContext, squares: list[int], deed: Literal["shoot", "throw"], action: str
) -> bool:
    """Ask before something flies over these squares, if anything speaks against it; return
    whether it was asked. `action` is the line that was typed."""
    if game.state.sure:
        return False
    if game.world.truce:
        questions.sure(game, text("Break the truce?"), action)
        return True
    if spares_somebody(game, squares):
        words = text("Break your oath of Mercy and throw?")
        if deed == "shoot":
            words = text("Break your oath of Mercy and shoot?")
        questions.sure(game, words, action, "oath")
        return True
    return False


def spares_somebody(game: SilContext, squares: list[int]) -> bool:
    """Return whether the hero sees somebody on these squares whom his oath protects."""
    level = game.level
    met = (level.creatures[level.occupant.get(square, 0)] for square in squares)
    return any(
        creature is not None and game.known(creature).visible and oaths.is_protected(game, creature)
        for creature in met
    )


def is_blocked(game: SilContext, square: int) -> bool:
    """Return whether a flight ends at this square, as at a wall."""
    return bool(terrain.OPAQUE[game.level.feature[square]])


def wrong_target(
    tally: combat_totals.Tally, target: Target, creature: Creature, tried: int
) -> None:
    """Only what was aimed at is in real danger; in an open direction, only the first met."""
    if isinstance(target, Creature):
        if creature is not target:
            tally.fix(text("not aimed at"), 0)
    elif tried:
        tally.fix(text("past another"), 0)


def one_of(game: SilContext, item: Item) -> Item:
    """Take one of a stack out of pack, equipment or the heap underfoot; it will be gathered
    again for nothing."""
    single: Item = pack.take_out(game, item, 1)
    single.pickup = True
    return single


def come_down(game: SilContext, item: Item, square: int, breakage: int) -> bool:
    """Let a thing fall at the end of its flight, unless it breaks; whether it is still whole."""
    if not item.artefact and game.streams.play.percent(breakage):
        return False
    floor_items.drop(game, item, *game.level.place(square))
    return True
