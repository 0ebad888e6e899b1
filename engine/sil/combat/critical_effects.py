"""Effects of a critical hit besides damage: knock back, cruel blow, crippling shot.

Rules: character 12.1, 12.2, 12.4.
"""

from __future__ import annotations

from engine.common import compass
from engine.contract.texts import text
from engine.sil.creatures import creature_names, creature_stats, placement, skill_rolls
from engine.sil.creatures.slays import AWE
from engine.sil.game.context import SilContext
from engine.sil.game.messages import tell
from engine.sil.game.state import Creature, Item, Stat
from engine.sil.hero import abilities as ab
from engine.sil.hero import gear
from engine.sil.level import terrain

FIST_POUNDS = 4


def wounding_power(game: SilContext, dice: int) -> int:
    """Return the strength of a wound of so many critical dice."""
    base, fall = game.rulings.wounding_crit_power
    return base - fall // (dice + 2)


def _reels(game: SilContext, creature: Creature, dice: int) -> bool:
    if dice < 1 or creature_stats.has(game, creature, "RES_CRIT"):
        return False
    power = wounding_power(game, dice)
    return skill_rolls.hero_check(game, power, creature_stats.will(game, creature), creature) > 0


def cruel_blow(game: SilContext, creature: Creature, dice: int) -> None:
    """Confuse with a critical melee hit that hurt, perhaps, and dismay those who watch."""
    if not game.hero.active(ab.CRUEL_BLOW) or not _reels(game, creature, dice):
        return
    if game.known(creature).visible:
        tell(
            game, text("{who:The} reels in pain.", who=creature_names.name(game, creature)), "wound"
        )
    if not creature_stats.has(game, creature, "NO_CONF"):
        creature.confused += dice + 1
    creature_stats.shake(game, creature, AWE)


def crippling_shot(game: SilContext, creature: Creature, dice: int) -> None:
    """Slow with a critical shot that hurt, perhaps."""
    if not game.hero.active(ab.CRIPPLING_SHOT) or not _reels(game, creature, dice):
        return
    if game.known(creature).visible:
        tell(game, text("{who:The} is crippled.", who=creature_names.name(game, creature)), "wound")
    creature.slowed += dice + 1


def knock_force(game: SilContext, weapon: Item | None, strength: int, *, both_hands: bool) -> int:
    """Return the force of a blow that may push: strength as far as the weapon carries it."""
    limit = FIST_POUNDS if weapon is None else weapon.weight // 10
    return max(-limit, min(limit, strength)) + (2 if both_hands else 0)


def knocks_back(
    game: SilContext, creature: Creature, weapon: Item | None, adjustment: int, *, offhand: bool
) -> bool:
    """Return whether a hit pushes its victim. `adjustment`: to Strength, for charging and the
    like."""
    hero = game.hero
    if not hero.active(ab.KNOCK_BACK) or creature_stats.has(game, creature, "NEVER_MOVE"):
        return False
    both = gear.two_handed(game.data, hero) and not offhand
    force = knock_force(game, weapon, hero.stat(Stat.STR) + adjustment, both_hands=both)
    return (
        skill_rolls.hero_check(game, 2 * force, 2 * creature_stats.constitution(creature), creature)
        > 0
    )


def push(game: SilContext, creature: Creature, keypad: int) -> bool:
    """Push a creature a square straight on, or to one side of that; false without room.

    It loses its next turn.
    """
    side = 1 if game.streams.play.one_in(2) else -1
    for eighths in (0, side, -side):
        dy, dx = compass.OFFSETS[compass.turned(keypad, eighths)]
        y, x = creature.y + dy, creature.x + dx
        if terrain.is_empty(game, game.level.at(y, x)):
            placement.relocate(game, creature, y, x)
            creature.skip_turn = True
            creature.last_moves[0] = 10
            if game.known(creature).visible:
                tell(
                    game,
                    text("{who:The} is knocked back.", who=creature_names.name(game, creature)),
                    "wound",
                )
            return True
    return False
