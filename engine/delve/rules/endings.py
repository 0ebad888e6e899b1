"""The end of a game: which ending fits what was done (rules: delve 22)."""

from __future__ import annotations

from engine.delve.data.kinds import EndedBy, EndingKind
from engine.delve.rules.context import DelveContext


def end(game: DelveContext, by: EndedBy) -> None:
    """End the game in the first way that fits."""
    kinds = game.content.endings.values()
    game.state.ended = next(kind.name for kind in kinds if kind.by == by and _fits(game, kind))


def _fits(game: DelveContext, kind: EndingKind) -> bool:
    state = game.state
    return (
        len(state.lords) >= kind.lords
        and state.deeds.get("freed", 0) >= kind.freed
        and not (kind.honest and state.deeds.get("robbed", 0))
    )
