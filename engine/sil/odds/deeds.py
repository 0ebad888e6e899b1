"""Odds of stealth and of work with the hands, as far as the hero can know them."""

from __future__ import annotations

from engine.common import compass, distributions
from engine.sil.creatures import creature_names, known_race, senses
from engine.sil.dungeon import chests, doors, traps
from engine.sil.effects import statuses
from engine.sil.game.context import SilContext, kept
from engine.sil.game.state import Creature
from engine.sil.level import terrain
from engine.sil.perception import noise


def notice_odds(game: SilContext, creature: Creature, *, waiting: bool = False) -> float | None:
    """Return the probability that a creature in sight that is not alert hears or sees something in
    a quiet turn, and grows more alert; None: not known. `waiting`: the hero stands still."""
    known = known_race.of(game, creature)
    if known is None or not known.senses or creature.alertness >= 0 or game.hero.bane:
        return None
    if "MINDLESS" in game.data.monsters[creature.race].flags:
        return None  # nothing shows that it is not alert
    if not senses.in_view(game, creature):
        return None
    if "SHORT_SIGHTED" in known.kind.flags and senses.away(game, creature) > noise.SHORT_SIGHT:
        return 0.0
    return noise.contest(game, creature, known.kind, waiting=waiting).chance()


@kept
def noticed_first(game: SilContext) -> tuple[Creature, float] | None:
    """Return who in sight is likeliest to notice the hero in a turn of walking, and how likely."""
    found = [
        (creature, chance)
        for creature in creature_names.visible(game)
        if (chance := notice_odds(game, creature)) is not None
    ]
    return max(found, key=lambda pair: pair[1], default=None)


def door_percent(game: SilContext, i: int, *, bash: bool) -> int | None:
    """Return the chance in percent to pick the lock of a door, or to bash it; None while the hero
    has not tried, and so knows nothing of it."""
    if i not in game.knowledge.tried or not terrain.KNOWN_DOOR[game.level.feature[i]]:
        return None
    if bash:
        return distributions.as_percent(doors.bash_contest(game, i).chance())
    if not terrain.LOCKED[game.level.feature[i]]:
        return None
    return distributions.as_percent(doors.lock_contest(game, i).chance())


def disarm_percent(game: SilContext, i: int) -> int | None:
    """Return the chance in percent to disarm the trap, or the chest, that the hero knows of on a
    square; None where there is nothing to disarm."""
    chest = chests.at(game, i)
    if chest is not None and chest.known and chests.is_trapped(game.data, chest):
        return distributions.as_percent(chests.disarm_contest(game, chest).chance())
    feature, level = game.level.feature[i], game.level
    if level.hidden[i] or not game.knowledge.mark[i] or not traps.can_disarm(game, feature):
        return None
    return distributions.as_percent(traps.disarm_contest(game, feature).chance())


def escape_percent(game: SilContext) -> int | None:
    """Return the chance in percent to get out of the pit or web that holds the hero."""
    match statuses.trapped_in(game):
        case "pit":
            return distributions.as_percent(1 - traps.climb_contest(game).chance())
        case "web":
            return distributions.as_percent(traps.tear_contest(game).chance())
    return None


def square_of(game: SilContext, direction: str) -> int:
    """Return the square in a direction of the hero; "" is his own."""
    dy, dx = compass.DIRECTIONS[direction] if direction else (0, 0)
    return game.level.at(game.hero.y + dy, game.hero.x + dx)
