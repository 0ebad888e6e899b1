"""Morgoth's iron crown falls (spec: character 13.2; world 13.4)."""

from __future__ import annotations

from engine.common.grid import neighbours
from engine.sil import data, terrain
from engine.sil.combat import foes
from engine.sil.items import make
from engine.sil.state import Creature, Game, Item
from engine.sil.tell import note, say

HARD_BLOW = 10  # net damage that shakes the crown
CROWN = (33, 50)  # tval and sval of its kind; the last artefact of them holds all three jewels


def is_crowned(game: Game, creature: Creature) -> bool:
    """Whether this is Morgoth, still wearing the crown."""
    kind = data.current().monsters[creature.race]
    unique = kind.name.startswith(foes.MORGOTH) and "UNIQUE" in kind.flags
    return unique and "crownless" not in creature.flags


def struck(game: Game, creature: Creature, net: int) -> None:
    """A hard hit unbalances the crown, the second knocks it off."""
    if net < HARD_BLOW or not is_crowned(game, creature):
        return
    if "crown loosened" in creature.flags:
        drop(game, creature)
        return
    foes.mark(creature, "crown loosened")
    say(game, "You have knocked his crown off balance.", "crown")


def drop(game: Game, creature: Creature) -> None:
    """The crown falls onto a random open square beside Morgoth, and he darkens."""
    if not is_crowned(game, creature):
        return
    foes.mark(creature, "crownless")
    level = game.level
    here = level.at(creature.y, creature.x)
    open_squares = [
        here + step
        for step in neighbours(level.width)
        if terrain.PASSABLE[level.feature[here + step]]
    ]
    square = game.streams.play.choose(open_squares) if open_squares else here
    level.floor.setdefault(square, []).insert(0, _made(game))
    say(game, "The Iron Crown of Morgoth falls from his brow!", "crown")
    note(game, "Knocked the Iron Crown from the brow of Morgoth.")
    foes.anger(game, creature, 1)


def _made(game: Game) -> Item:
    crowns = [a.serial for a in data.current().artefacts.values() if (a.tval, a.sval) == CROWN]
    crown: Item = make.artefact(game, crowns[-1])
    crown.known = True
    return crown
