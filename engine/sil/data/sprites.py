"""Names of the pictures of creatures, items, terrain and heroes: "sil:monster/wolf"."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

import msgspec

from engine.common.slugs import slug
from engine.sil.data.records import Flavour, Kind, Monster, Race, Terrain

NAMESPACE = "sil"
ARMS = ("sword", "axe", "spear", "hammer", "staff", "bow")  # what a hero is drawn with


class SpriteNames(msgspec.Struct, frozen=True):
    """Sprite names by serial number. No two records of a table share a name: the second of a name
    gets "-2"."""

    monsters: dict[int, str]
    kinds: dict[int, str]
    terrain: dict[int, str]
    flavours: dict[int, str]
    heroes: dict[int, str]  # by race


def sprite_names(
    monsters: Mapping[int, Monster],
    kinds: Mapping[int, Kind],
    terrain: Mapping[int, Terrain],
    flavours: Mapping[int, Flavour],
    races: Mapping[int, Race],
) -> SpriteNames:
    """Return the sprite names of some records. They depend on names alone, so that changed
    figures leave them as they are."""
    return SpriteNames(
        _numbered("monster", {serial: record.name for serial, record in monsters.items()}),
        _numbered("item", {serial: record.name for serial, record in kinds.items()}),
        _numbered("terrain", {serial: record.name for serial, record in terrain.items()}),
        _numbered("flavour", {serial: record.word for serial, record in flavours.items()}),
        _numbered("hero", {serial: record.name for serial, record in races.items()}),
    )


def armed(sprite: str, arms: str) -> str:
    """Return the sprite of a hero who holds one of ARMS; "": nothing."""
    return f"{sprite}-{arms}" if arms else sprite


def _numbered(folder: str, table: Mapping[int, str]) -> dict[int, str]:
    found: dict[int, str] = {}
    taken: set[str] = set()
    for serial, name in sorted(table.items()):
        word = slug(name) or "nameless"
        numbered = (f"{word}-{n}" if n > 1 else word for n in count(1))
        free = next(each for each in numbered if each not in taken)
        taken.add(free)
        found[serial] = f"{NAMESPACE}:{folder}/{free}"
    return found
