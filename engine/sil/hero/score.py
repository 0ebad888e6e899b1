"""The figure by which heroes are ranked (rules: endgame 14.2)."""

from __future__ import annotations

from engine.sil.game.context import SilContext
from engine.sil.hero import derived, experience

_FASTEST = 100_000
PER_LEVEL, PER_JEWEL, FOR_ESCAPE = 10_000_000, 1_000_000, 10_000_000
_BOTTOM = 40  # levels of the way in and out again


def morgoth_is_slain(game: SilContext) -> bool:
    """Return whether a hero has done what nobody can do."""
    return game.data.rules.creature_roles["morgoth"] in game.world.dead_uniques


def score(game: SilContext) -> int:
    """Return the hero's score as things stand; a practice game has none."""
    if experience.is_practice(game):
        return 0
    hero, content = game.hero, game.data
    way = _BOTTOM - game.level.depth if hero.silmarils else hero.deepest
    return (
        max(0, min(_FASTEST - 1, _FASTEST - hero.turns))
        + 100_000 * content.rules.peoples[hero.race].score
        + (0 if experience.is_fixed(game) else 100_000)
        + (0 if derived.IRON in hero.oaths_broken else 200_000)
        + PER_JEWEL * hero.silmarils
        + PER_LEVEL * way
        + (FOR_ESCAPE if game.state.ended == "escaped" else 0)
        + (1_000_000_000 if morgoth_is_slain(game) else 0)
    )
