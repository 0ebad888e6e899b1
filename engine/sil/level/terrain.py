"""Terrain: the features by serial, and what each lets through (rules: dungeon 0, 2.1).

A table is `bytes` of 256, indexed by feature: `OPAQUE[level.feature[i]]`. Tables double as
arguments of `bytes.translate`, which turns a whole layer into a map of 0s and 1s at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from engine.common import noise_map
from engine.common.grid import marked
from engine.contract.texts import Name
from engine.sil.data.bundle import Data
from engine.sil.game.context import GroundLayers, SilContext
from engine.sil.game.state import Knowledge, Level

DARKNESS = 0
FLOOR = 1
CHASM = 2
GLYPH = 3
OPEN_DOOR = 4
BROKEN_DOOR = 5
WARD_1, WARD_2, WARD_3 = 6, 7, 8
SUNLIGHT = 9

FALSE_FLOOR = 16
PIT = 17
SPIKED_PIT = 18
DART_TRAP = 19
CONFUSION_TRAP = 20
MEMORY_TRAP = 21
ALARM_TRAP = 22
FLASH_TRAP = 23
CALTROPS = 24
ROOST = 25
WEB = 26
DEADFALL = 27
ACID_TRAP = 28

CLOSED_DOOR = 32  # 33 to 39: locked, power 1 to 7
LOCKED_DOOR = 32  # + power
JAMMED_DOOR = 40  # + power 0 to 7
SECRET_DOOR = 48
RUBBLE = 49
QUARTZ = 51
GRANITE = 56  # virgin rock
INNER_WALL = 57
OUTER_WALL = 58  # of a room: corridors may pierce it
SOLID_WALL = 59
PERMANENT = 63

FORGE = 64  # + uses left, 0 to 5
ENCHANTED_FORGE = 70  # + uses left, 0 to 5
ORODRUTH = 76  # + uses left, 0 to 3

UP_STAIR = 80
DOWN_STAIR = 81
UP_SHAFT = 82
DOWN_SHAFT = 83


def table(features: Iterable[int]) -> bytes:
    """Return a predicate: 1 for these features, 0 for all others (256 bytes)."""
    chosen = set(features)
    return bytes(f in chosen for f in range(256))


WARDED = table(range(WARD_1, WARD_3 + 1))
TRAP = table(range(FALSE_FLOOR, ACID_TRAP + 1))
PITS = table((PIT, SPIKED_PIT))
LOCKED = table(range(LOCKED_DOOR + 1, LOCKED_DOOR + 8))
JAMMED = table(range(JAMMED_DOOR, JAMMED_DOOR + 8))
KNOWN_DOOR = table((*range(WARD_1, WARD_3 + 1), *range(CLOSED_DOOR, JAMMED_DOOR + 8)))
"""A closed door that looks like one: plain, locked, jammed or warded."""
SHUT_DOOR = table((*range(WARD_1, WARD_3 + 1), *range(CLOSED_DOOR, SECRET_DOOR + 1)))
"""Any closed door, secret ones too."""
GRANITE_KIND = table((GRANITE, INNER_WALL, OUTER_WALL, SOLID_WALL))
"""Granite that can be dug."""
ROCK = table((SECRET_DOOR, RUBBLE, QUARTZ, *range(GRANITE, SOLID_WALL + 1), PERMANENT))
"""Rock class: what blocks like a wall and is no ordinary door."""
OPAQUE = bytes(a | b for a, b in zip(ROCK, KNOWN_DOOR, strict=True))
"""Wall-like: blocks sight, projections and movement."""
NOISE = bytes(
    noise_map.SHUT if SHUT_DOOR[f] else noise_map.SOLID if ROCK[f] else noise_map.CARRIES
    for f in range(256)
)
"""The classes of `engine.common.noise_map`: what a feature does to noise (rules: dungeon 6.1)."""
PASSABLE = bytes(1 - f for f in OPAQUE)
"""Terrain that the hero can step onto (a chasm, too)."""
FORGES = table(range(FORGE, ORODRUTH + 4))
STAIR = table(range(UP_STAIR, DOWN_SHAFT + 1))
LANDMARK = bytes(a | b for a, b in zip(STAIR, FORGES, strict=True))
"""Terrain worth remembering the way to."""
UPWARD = table((UP_STAIR, UP_SHAFT))
DOWNWARD = table((DOWN_STAIR, DOWN_SHAFT))
SHAFT = table((UP_SHAFT, DOWN_SHAFT))
PERMANENT_KIND = table((PERMANENT, *range(FORGE, ORODRUTH + 4), *range(UP_STAIR, DOWN_SHAFT + 1)))
"""Terrain that nothing can change: permanent rock, forges, stairs."""
HOLDS_OBJECTS = table((FLOOR, SUNLIGHT))
"""Terrain on which an object may come to lie (rules: dungeon 2.9)."""


def opaque(game: SilContext) -> bytes:
    """Return the layer of what blocks sight, as the level stands."""
    return _opaque(game.ground)


@lru_cache(maxsize=64)
def _opaque(ground: GroundLayers) -> bytes:
    return ground.feature.translate(OPAQUE)


def squares(level: Level, kind: bytes) -> list[int]:
    """Return the squares whose feature is of a kind (one of the tables above), in order."""
    return marked(level.feature.translate(kind))


def is_floorlike(level: Level, i: int) -> bool:
    """Plain floor, or what looks like it: an undiscovered trap."""
    return level.feature[i] == FLOOR or bool(level.hidden[i])


def is_clean(level: Level, i: int) -> bool:
    """Plain floor without an object."""
    return level.feature[i] == FLOOR and not level.floor.get(i)


def is_naked(game: SilContext, i: int) -> bool:
    """Plain floor with no object, no creature and not the hero."""
    level = game.level
    return is_clean(level, i) and i not in level.occupant and game.hero_at(i) is None


def is_empty(game: SilContext, i: int) -> bool:
    """Open and no chasm, with no creature and not the hero on it."""
    level = game.level
    feature = level.feature[i]
    return (
        not OPAQUE[feature]
        and feature != CHASM
        and i not in level.occupant
        and game.hero_at(i) is None
    )


def door_power(feature: int) -> int:
    """Return how hard a closed door is to pick or bash: its last three bits (rules: dungeon
    2.4)."""
    return (feature - CLOSED_DOOR) & 7


def forge_uses(feature: int) -> int:
    """Return how often a forge can still be used; 0 for what is no forge."""
    if not FORGES[feature]:
        return 0
    return feature - max(base for base in (FORGE, ENCHANTED_FORGE, ORODRUTH) if base <= feature)


def forge_bonus(feature: int) -> int:
    """Return what a forge adds to Smithing: 0, 3 or 7 (rules: dungeon 1.17); 0 for what is no
    forge."""
    if feature >= ORODRUTH and FORGES[feature]:
        return 7
    return 3 if feature >= ENCHANTED_FORGE and FORGES[feature] else 0


def known_feature(level: Level, known: Knowledge, i: int) -> int:
    """Return what a hero takes a square for that he knows of: its feature, or floor for an
    undiscovered trap and where he has only walked, in the dark, whatever has become of it."""
    on_map = known.mark[i] or known.seen[i]
    return level.feature[i] if on_map and not level.hidden[i] else FLOOR


def words_of(data: Data, feature: int) -> Name:
    """Return a terrain's name: "enchanted forge"."""
    return Name(data.terrain[feature].name.strip())
