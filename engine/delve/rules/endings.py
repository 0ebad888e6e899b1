"""The end of a game: which ending fits what was done (rules: delve 22)."""

from __future__ import annotations

from engine.delve.data.kinds import EndedBy, EndingKind
from engine.delve.rules.context import DelveContext


def end(world: DelveContext, by: EndedBy) -> None:
    """End the game in the first way that fits."""
    kinds = world.content.endings.values()
    world.game.ended = next(kind.name for kind in kinds if kind.by == by and _fits(world, kind))


def _fits(world: DelveContext, kind: EndingKind) -> bool:
    game = world.game
    return (
        len(game.lords) >= kind.lords
        and game.deeds.get("freed", 0) >= kind.freed
        and not (kind.honest and game.deeds.get("robbed", 0))
    )
