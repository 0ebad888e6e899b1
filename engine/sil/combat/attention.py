"""Concentration and focus from turn to turn (rules: combat 6.1; world 1.4)."""

from __future__ import annotations

from engine.sil.game.context import SilContext
from engine.sil.hero import action_costs


def start_turn(game: SilContext) -> None:
    """Before the hero's turn, and before `attacked` is forgotten: an attack deepens
    concentration; ripostes are his again."""
    hero = game.hero
    hero.ripostes = 0
    if hero.attacked and hero.concentration_on:
        hero.concentration += 1


def end_turn(game: SilContext) -> None:
    """After the hero's turn: unless he waited, focus lapses, and without an attack concentration
    is broken."""
    hero = game.hero
    if hero.actions[0] == action_costs.PASS:
        return
    hero.focused = False
    if not hero.attacked:
        hero.concentration = hero.concentration_on = 0
