"""Morgoth's iron crown falls (rules: combat 13.2; endgame 13.4)."""

from __future__ import annotations

from engine.common.grid import neighbours
from engine.contract.texts import text
from engine.sil.creatures import creature_stats
from engine.sil.game.context import SilContext
from engine.sil.game.messages import note, tell
from engine.sil.game.state import Creature, Item
from engine.sil.hero import silmarils
from engine.sil.items import item_creation
from engine.sil.level import terrain

HARD_BLOW = 10  # net damage that shakes the crown


def is_crowned(game: SilContext, creature: Creature) -> bool:
    """Return whether this is Morgoth, still wearing the crown."""
    return creature_stats.is_morgoth(game.data, creature.race) and not game.world.crown_fallen


def struck(game: SilContext, creature: Creature, net: int) -> None:
    """Let a hard hit unbalance the crown; the second knocks it off."""
    if net < HARD_BLOW or not is_crowned(game, creature):
        return
    if "crown loosened" in creature.flags:
        drop(game, creature)
        return
    creature_stats.mark(creature, "crown loosened")
    tell(game, text("You have knocked his crown off balance."), "crown")


def drop(game: SilContext, creature: Creature) -> None:
    """Let the crown fall onto a random open square beside Morgoth, and darken him."""
    if not is_crowned(game, creature):
        return
    game.world.crown_fallen = True
    level = game.level
    here = level.at(creature.y, creature.x)
    open_squares = [
        here + step
        for step in neighbours(level.width)
        if terrain.PASSABLE[level.feature[here + step]]
    ]
    square = game.streams.play.choose(open_squares) if open_squares else here
    level.floor.setdefault(square, []).insert(0, _made(game))
    tell(game, text("The Iron Crown of Morgoth falls from his brow!"), "crown")
    note(game, "crown", text("Knocked the Iron Crown from the brow of Morgoth"))
    creature_stats.anger(game, 1)


def _made(game: SilContext) -> Item:
    crown: Item = item_creation.artefact(game, silmarils.crowns(game.data)[-1])
    crown.known = True
    return crown
