"""Dangers of the ground, by what a hero knows of it: for plans, paths and the coach line."""

from __future__ import annotations

from engine.common import flood
from engine.delve import terrain
from engine.delve.ground.fire import FUELS, WARNING
from engine.delve.state import WIDTH

HURTING = frozenset({terrain.FLAMES, terrain.GAS, terrain.LAVA})  # each turn


def near_fire(ground: bytes | bytearray) -> int:
    """Return the squares that burn, or may be taken by fire within two rounds."""
    if terrain.FLAMES not in ground:
        return 0
    fuel = sum(flood.where(ground, code) for code in FUELS)
    burning = flood.where(ground, terrain.FLAMES)
    for _ in range(WARNING):
        burning |= flood.spread(burning, WIDTH) & fuel
    return burning


def is_near_fire(ground: bytes | bytearray, at: int) -> bool:
    """Return whether a square burns, or may be taken by fire within two rounds."""
    return bool(near_fire(ground) >> at & 1)
