"""The health and mind of a creature as its bearing shows them (rules: world 15.3)."""

from __future__ import annotations

from engine.contract.texts import Words, listed, text
from engine.sil.creatures import morale
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature


def alertness(creature: Creature) -> str:
    """Return "asleep", "unwary" or "alert"."""
    if creature.alertness < -10:
        return "asleep"
    return "unwary" if creature.alertness < 0 else "alert"


def health_band(now: int, most: int) -> int:
    """Return 4 for unhurt, 3 hurt, 2 half, 1 nearly dead (rules: world 15.3);
    the first two bands count as one."""
    return 4 if now >= most else max(1, min(3, -(-4 * now // most)))


_HURT = {1: text("nearly dead"), 2: text("badly hurt"), 3: text("hurt")}
_MINDS = {"asleep": text("asleep"), "unwary": text("unwary"), "alert": text("alert")}
_BRIEFLY = {"fleeing": text("fleeing"), "aggressive": text("aggressive")}


def words(
    game: SilContext, creature: Creature, everything: bool = False, *, brief: bool = False
) -> Words:
    """Return a creature's health and mind in words, `brief`: without its morale, which the
    confident do not show; the hallucinating believe nothing."""
    if game.hero.timers.hallucinating and not everything:
        return text("not to be believed")
    kind = game.data.monsters[creature.race]
    band = health_band(creature.health, creature.max_health)
    found = [_HURT[band]] if band in _HURT else []
    if "MINDLESS" not in kind.flags:
        mind = alertness(creature)
        if not brief:
            found.append(morale.confidence(creature) or _MINDS[mind])
        elif mind == "alert":
            found.append(_BRIEFLY.get(creature.stance, _MINDS[mind]))
        else:
            found.append(_MINDS[mind])
    return listed(found) if found else ""
