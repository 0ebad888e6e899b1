"""The signs of places' plans with their check, and the fixtures of the places' rules."""

from __future__ import annotations

from collections.abc import Mapping

from engine.common.data_files import Record
from engine.common.effects import unknown
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


def check_plan(record: Record, plan: tuple[str, ...], niches: int) -> None:
    """Raise a fault unless the plan is a rectangle of known signs with one fixture."""
    squares = "".join(plan)
    if not plan or len({len(row) for row in plan}) > 1:
        raise record.fault("a plan is a rectangle", "plan")
    for sign in squares:
        if sign not in PLAN_SIGNS:
            raise record.fault(unknown(sign, PLAN_SIGNS, "sign"), "plan")
    if squares.count(FIXTURE_SIGN) != 1:
        raise record.fault(f"a plan has one {FIXTURE_SIGN}", "plan")
    if squares.count(NICHE_SIGN) != niches:
        raise record.fault(f"this plan needs {niches} niches", "plan")
