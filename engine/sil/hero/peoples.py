"""Races and houses: affinities and proficiencies (rules: character 1.2, 1.3)."""

from __future__ import annotations

from functools import lru_cache

from engine.contract.texts import Name
from engine.sil.data.bundle import Data
from engine.sil.game.state import Hero

_PREFIXES = ("MEL", "ARC", "EVN", "STL", "PER", "WIL", "SMT", "SNG")


@lru_cache(maxsize=256)
def _affinities(race: int, house: int, data: Data) -> tuple[int, ...]:
    content = data
    flags = (content.races[race].flags, content.houses[house].flags)
    return tuple(
        sum((f"{prefix}_AFFINITY" in f) - (f"{prefix}_PENALTY" in f) for f in flags)
        for prefix in _PREFIXES
    )


def affinities(data: Data, race: int, house: int) -> tuple[int, ...]:
    """Return the affinity level with each skill: 2 mastery, 1 affinity, -1 penalty."""
    return _affinities(race, house, data)


def affinity(data: Data, hero: Hero, skill: int) -> int:
    """Return the hero's affinity level with a skill."""
    return affinities(data, hero.race, hero.house)[skill]


@lru_cache(maxsize=256)
def _proficiency(race: int, house: int, kind: str, data: Data) -> int:
    content = data
    flag = f"{kind}_PROFICIENCY"
    return (flag in content.races[race].flags) + (flag in content.houses[house].flags)


def bow_proficiency(data: Data, hero: Hero) -> int:
    """Return points of bow proficiency, from race and house."""
    return _proficiency(hero.race, hero.house, "BOW", data)


def axe_proficiency(data: Data, hero: Hero) -> int:
    """Return points of axe proficiency, from race and house."""
    return _proficiency(hero.race, hero.house, "AXE", data)


def names(data: Data, hero: Hero) -> dict[str, Name]:
    """Return the names of the hero's people and house, as facts of a text."""
    race, house = data.races[hero.race], data.houses[hero.house]
    return {"people": Name(race.name, proper=True), "house": Name(house.name, proper=True)}


def is_elf(data: Data, hero: Hero) -> bool:
    """Return whether elf-bane strikes the hero: Noldor and Sindar (rules: combat 5.5)."""
    return data.rules.peoples[hero.race].eldar
