"""Changes of objects by themselves, at each of the hero's turns (rules: objects 4.2, 6.5)."""

from __future__ import annotations

from engine.sil.game.context import SilContext
from engine.sil.item_use import pickup
from engine.sil.items import identification, pack


def after_action(game: SilContext) -> None:
    """After an action: spent arrows are gathered, the pack is put in order."""
    if game.state.ended or game.state.leaving:
        return
    pickup.gather_own(game)
    look(game)


def look(game: SilContext) -> None:
    """Look over what the hero has and sees; the pack follows what he learns."""
    if game.state.leaving:
        return
    if identification.scan(game):
        pack.tidy(game)
