"""The signs of places' plans, and the fixtures of their rules."""

from __future__ import annotations

from collections.abc import Mapping

from engine.delve import terrain

FIXTURE_SIGN, NICHE_SIGN, SLEEPER_SIGN, RIVAL_SIGN, KEPT_SIGN = "X", "n", "m", "r", "?"
PLAN_SIGNS: Mapping[str, int] = {
    "%": terrain.WALL,
    "+": terrain.DOOR,
    ".": terrain.FLOOR,
    ",": terrain.TIMBER,
    "o": terrain.OIL,
    "g": terrain.GAS,
    "w": terrain.WEB,
    '"': terrain.GRASS,
    "~": terrain.SHALLOW,
    "=": terrain.DEEP,
    "_": terrain.ICE,
    "c": terrain.CRACKED,
    "^": terrain.VENT,
    "L": terrain.LAVA,
    NICHE_SIGN: terrain.NICHE,
    SLEEPER_SIGN: terrain.FLOOR,
    RIVAL_SIGN: terrain.FLOOR,
    FIXTURE_SIGN: terrain.UNKNOWN,  # the fixture of the place's rule
    KEPT_SIGN: terrain.UNKNOWN,
}
FIXTURES: Mapping[str, int] = {
    "bargains": terrain.SHRINE,
    "frees": terrain.CAGE,
    "gives-one": terrain.PEDESTAL,
    "holds": terrain.STRONGBOX,
    "sells": terrain.STALL,
    "sleeps": terrain.CAMP,
}
SHOWING = frozenset({"gives-one", "sells"})  # whose stock stands in niches for all to see
