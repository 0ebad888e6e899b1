"""Races and houses: affinities and proficiencies (spec: character 1.2, 1.3)."""

from __future__ import annotations

from functools import lru_cache

from engine.sil.data import bundle
from engine.sil.state import Hero

_PREFIXES = ("MEL", "ARC", "EVN", "STL", "PER", "WIL", "SMT", "SNG")


@lru_cache(maxsize=256)
def _affinities(race: int, house: int, _digest: str) -> tuple[int, ...]:
    content = bundle.current()
    flags = (content.races[race].flags, content.houses[house].flags)
    return tuple(
        sum((f"{prefix}_AFFINITY" in f) - (f"{prefix}_PENALTY" in f) for f in flags)
        for prefix in _PREFIXES
    )


def affinities(race: int, house: int) -> tuple[int, ...]:
    """The affinity level with each skill: 2 mastery, 1 affinity, -1 penalty."""
    return _affinities(race, house, bundle.current().digest)


def affinity(hero: Hero, skill: int) -> int:
    """The hero's affinity level with a skill."""
    return affinities(hero.race, hero.house)[skill]


@lru_cache(maxsize=256)
def _proficiency(race: int, house: int, kind: str, _digest: str) -> int:
    content = bundle.current()
    flag = f"{kind}_PROFICIENCY"
    return (flag in content.races[race].flags) + (flag in content.houses[house].flags)


def bow_proficiency(hero: Hero) -> int:
    """Points of bow proficiency, from race and house."""
    return _proficiency(hero.race, hero.house, "BOW", bundle.current().digest)


def axe_proficiency(hero: Hero) -> int:
    """Points of axe proficiency, from race and house."""
    return _proficiency(hero.race, hero.house, "AXE", bundle.current().digest)


def is_elf(hero: Hero) -> bool:
    """Whether elf-bane strikes the hero: Noldor and Sindar (spec: character 5.5)."""
    return bundle.current().races[hero.race].name in ("Noldor", "Sindar")
