"""Creatures that fall, and those who would rather jump (rules: monsters 14.5; dungeon 2.7)."""

from __future__ import annotations

from engine.contract.texts import text
from engine.sil.creatures import creature_names, placement
from engine.sil.creatures.situation import Situation
from engine.sil.effects import injury
from engine.sil.game.context import SilContext
from engine.sil.game.messages import tell
from engine.sil.game.state import Creature
from engine.sil.level import terrain

DICE, LAST_DICE = 6, 3  # d4s of a fall two levels deep, and of one that only goes one level
LAST_LEVEL = 18
DESPAIR = -200  # morale at which a creature leaps


def fall(game: SilContext, creature: Creature) -> None:
    """Take a creature over a chasm away; it dies when the fall would kill it, without loot."""
    dice = LAST_DICE if game.level.depth == LAST_LEVEL else DICE
    if game.known(creature).visible:
        where = (creature.y, creature.x)
        tell(
            game,
            text(
                "{who:The} falls into the darkness below.", who=creature_names.name(game, creature)
            ),
            "fall",
            at=where,
        )
    if game.streams.play.roll(dice, 4) >= creature.health:
        creature.carried = []
        injury.kill(
            game,
            creature,
            by_hero=True,
            note=text("{who:The} falls to its death.", who=creature_names.name(game, creature)),
        )
    else:
        placement.remove(game, creature)


def leaps(s: Situation) -> bool:
    """Return whether a creature in despair throws itself into a chasm beside it."""
    c = s.creature
    if not s.fleeing or c.morale >= DESPAIR or "FLYING" in s.flags or not s.play.percent(50):
        return False
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            i = s.here + dy * s.level.width + dx
            if s.level.feature[i] == terrain.CHASM and i not in s.level.occupant:
                if s.game.known(c).visible:
                    tell(
                        s.game,
                        text("{who:The} leaps into the chasm!", who=creature_names.name(s.game, c)),
                        at=(c.y, c.x),
                    )
                placement.relocate(s.game, c, c.y + dy, c.x + dx)
                fall(s.game, c)
                return True
    return False
