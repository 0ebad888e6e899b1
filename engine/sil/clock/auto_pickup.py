"""Picking up by itself: by an inscription, or by the option of the game (rules: world 1, 11.1)."""

from __future__ import annotations

from engine.sil.clock import turn_order
from engine.sil.creatures import creature_names
from engine.sil.game.context import SilContext
from engine.sil.game.state import Item
from engine.sil.item_use import pickup
from engine.sil.items import inscriptions, pack

SETTING = "pickup"


def gather(game: SilContext) -> None:
    """Pick up what the hero wants of the heap that he has come to, a turn each, while no enemy is
    in sight."""
    for item in list(pack.underfoot(game)):
        if not _is_at_leisure(game):
            return
        if pack.lies_here(game, item) and _is_wanted(game, item):
            text = inscriptions.wanted_by(game.data, game.hero, item)
            if not item.inscription:
                item.inscription = text  # it joins its like
            pickup.pick_up(game, item)
            turn_order.finish_action(game)


def _is_at_leisure(game: SilContext) -> bool:
    state = game.state
    if state.ended or state.leaving or state.question is not None:
        return False
    return all(creature_names.seems(game, c, "PEACEFUL") for c in creature_names.visible(game))


def _is_wanted(game: SilContext, item: Item) -> bool:
    asked = game.state.options.get(SETTING) == "yes"
    if not asked and not inscriptions.wanted_by(game.data, game.hero, item):
        return False
    return pickup.can_pick_up(game, item)
