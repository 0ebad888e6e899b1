"""Balls, cones, beams and bolts: who and what an effect meets, and in which order.

Everything works on terrain first, then on objects, then on creatures, then on the hero, each time
the nearest squares first. Damage dice weaken by two for each square of distance (rules: dungeon
9.3; world 7.6). The projector itself is never affected.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from engine.contract.texts import Words, text
from engine.sil.creatures import senses
from engine.sil.effects import creature_effects, earthquake, elements
from engine.sil.game.context import SilContext
from engine.sil.game.messages import disturb
from engine.sil.game.state import Creature
from engine.sil.level import projection, terrain
from engine.sil.perception import vision

MOST_SQUARES = 255
FALL_OFF = 2  # dice lost for each square of distance
ON_WALLS = frozenset(("kill_wall", "kill_door", "acid"))
"""Effects that work on walls too."""

AreaCells = Sequence[tuple[int, int]]


class AreaEffect(Struct, frozen=True):
    """The effect of a projection.

    `kind`: one of `elements.KINDS`, of `smiting.Effect`, or of `quaking.ON_TERRAIN`. `dice` and
    `sides` at distance 0; `power`: the skill behind contests; `by`: what the hero dies of;
    `uniform`: the dice do not weaken.
    """

    kind: str
    dice: int = 0
    sides: int = 0
    power: int = 0
    by: Words = ""
    uniform: bool = False

    def dice_at(self, away: int) -> int:
        """Return the dice that are left at a distance."""
        return self.dice if self.uniform else max(0, self.dice - FALL_OFF * away)


def ball(
    game: SilContext,
    effect: AreaEffect,
    y: int,
    x: int,
    radius: int,
    source: Creature | None = None,
) -> AreaCells:
    """Let an effect burst on (y, x). `source` None: the hero's doing, or a trap's: it spares him.

    Returns the (index, distance) of the squares it reached.
    """
    level = game.level
    cells = projection.ball(
        terrain.opaque(game),
        level.width,
        y,
        x,
        radius,
        walls=effect.kind in ON_WALLS,
        everywhere=effect.kind == "light",
    )
    return work(game, effect, cells, source)


def arc(
    game: SilContext,
    effect: AreaEffect,
    y: int,
    x: int,
    target: tuple[int, int],
    degrees: int,
    radius: int,
    source: Creature | None = None,
) -> AreaCells:
    """Let an effect spread from (y, x) towards `target`, so many degrees wide: breaths, horns.

    A radius of 0 is the whole sight range.
    """
    level = game.level
    cells = projection.arc(
        terrain.opaque(game),
        level.width,
        y,
        x,
        target,
        degrees=degrees,
        radius=radius,
        walls=effect.kind in ON_WALLS,
    )
    return work(game, effect, cells, source)


def breath(
    game: SilContext, effect: AreaEffect, creature: Creature, target: tuple[int, int], degrees: int
) -> AreaCells:
    """Return a creature's breath: `effect.power` halved is its radius; two dice more make up for
    what the first square takes away (rules: world 7.6)."""
    return arc(
        game,
        _strengthened(effect),
        creature.y,
        creature.x,
        target,
        degrees=degrees,
        radius=min(20, effect.power // 2),
        source=creature,
    )


def _strengthened(effect: AreaEffect) -> AreaEffect:
    return AreaEffect(
        effect.kind,
        effect.dice + FALL_OFF,
        effect.sides,
        effect.power,
        effect.by,
        uniform=effect.uniform,
    )


def work(
    game: SilContext, effect: AreaEffect, cells: AreaCells, source: Creature | None
) -> AreaCells:
    """Let an effect work on these squares, in the order of the rules; returns them."""
    cells = cells[:MOST_SQUARES]
    for i, _ in cells:
        earthquake.affect_terrain(game, effect.kind, i, effect.power)
    for i, _ in cells:
        elements.destroy_floor(game, i, effect.kind)
    _strike_creatures(game, effect, cells, source)
    _strike_hero(game, effect, cells, source)
    if game.state.view_due:  # after all damage, which the light of before divides
        vision.update(game)
    return cells


def _strike_creatures(
    game: SilContext, effect: AreaEffect, cells: Iterable[tuple[int, int]], source: Creature | None
) -> None:
    if effect.kind in earthquake.ON_TERRAIN and effect.kind not in ("light", "kill_wall"):
        return
    level, play = game.level, game.streams.play
    for i, away in cells:
        creature = level.creatures[level.occupant.get(i, 0)]
        if creature is None or creature is source or terrain.OPAQUE[level.feature[i]]:
            continue
        dice = effect.dice_at(away)
        if effect.dice and not dice:
            continue
        kind = "blast" if effect.kind == "kill_wall" else effect.kind
        amount = play.roll(dice, effect.sides)
        creature_effects.strike_creature(
            game,
            creature,
            kind,  # type: ignore[arg-type]
            amount,
            power=effect.power,
            by_hero=source is None,
        )


def _strike_hero(
    game: SilContext, effect: AreaEffect, cells: Iterable[tuple[int, int]], source: Creature | None
) -> None:
    if source is None or game.state.ended:
        return
    here = senses.hero_square(game)
    for i, away in cells:
        if i != here:
            continue
        dice = effect.dice_at(away)
        if effect.kind in elements.KINDS and dice:
            elements.strike_hero(game, effect.kind, dice, effect.sides, effect.by, source=source)
        else:
            by = effect.by or text("something")
            disturb(game, text("{by} reached you", by=by), "attacked", flagged=True)
        return
