"""Dangers of the ground, by what a hero knows of it: for plans, paths and the coach line."""

from __future__ import annotations

from engine.common import flood
from engine.delve import terrain
from engine.delve.ground.fire import WARNING
from engine.delve.rules.context import DelveContext
from engine.delve.state import WIDTH, DelveHero

HURTING = frozenset({terrain.FLAMES, terrain.GAS, terrain.LAVA})  # each turn


def near_fire(game: DelveContext, hero: DelveHero) -> int:
    """Return the squares that a hero knows to burn, or that fire may take within two rounds."""
    ground = game.memory(hero).ground
    if terrain.FLAMES not in ground:
        return 0
    fuel = sum(flood.where(ground, code) for code in game.content.fuels)
    burning = flood.where(ground, terrain.FLAMES)
    for _ in range(WARNING):
        burning |= flood.spread(burning, WIDTH) & fuel
    return burning


def is_near_fire(game: DelveContext, hero: DelveHero, at: int) -> bool:
    """Return whether a square is one of `near_fire`."""
    return bool(near_fire(game, hero) >> at & 1)
