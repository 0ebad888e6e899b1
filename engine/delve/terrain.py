"""Terrain: codes of the level layers, and what each kind does to those who would pass.

The codes are part of saved games. `data/delve/terrain.txt` has the words.
"""

from __future__ import annotations

(
    UNKNOWN,
    ROCK,  # the border: nothing digs it
    WALL,
    FLOOR,
    RUBBLE,
    DOOR,
    OPEN_DOOR,
    LOCKED_DOOR,
    SECRET_DOOR,
    STAIRS_UP,
    STAIRS_DOWN,
    SHAFT,
    ALTAR,
    FOUNTAIN,
    SHALLOW,
    DEEP,
    ICE,
    LAVA,
    GRASS,
    WEB,
    GRAVE,
    DART_TRAP,
    PIT,
    ALARM,
    GAS_TRAP,
    VENT,
    FLAMES,
    ICE_WALL,
    DRY_FOUNTAIN,
    DIM_ALTAR,
) = range(30)

NAMES: tuple[str, ...] = (
    "unknown",
    "rock",
    "wall",
    "floor",
    "rubble",
    "door",
    "open door",
    "locked door",
    "secret door",
    "stairs up",
    "stairs down",
    "shaft",
    "altar",
    "fountain",
    "shallow water",
    "deep water",
    "ice",
    "lava",
    "grass",
    "web",
    "open grave",
    "dart trap",
    "pit",
    "alarm",
    "gas trap",
    "vent",
    "flames",
    "ice wall",
    "dry fountain",
    "dim altar",
)
CODES = {name: code for code, name in enumerate(NAMES)}

SOLID = frozenset({ROCK, WALL, RUBBLE, SECRET_DOOR, ICE_WALL, LOCKED_DOOR})  # nobody walks in
OPAQUE = frozenset({ROCK, WALL, RUBBLE, SECRET_DOOR, DOOR, LOCKED_DOOR})
DIGGABLE = frozenset({WALL, RUBBLE, SECRET_DOOR, ICE_WALL})
TRAPS = frozenset({DART_TRAP, PIT, ALARM, GAS_TRAP})
STAIRS = frozenset({STAIRS_UP, STAIRS_DOWN, SHAFT})
WATER = frozenset({SHALLOW, DEEP})
ALTARS = frozenset({ALTAR, DIM_ALTAR})
# What an explorer does not walk into by itself.
HARMFUL = frozenset({LAVA, DEEP, WEB, VENT, FLAMES}) | TRAPS
FIXED = frozenset({STAIRS_UP, STAIRS_DOWN, SHAFT, ALTAR, DIM_ALTAR, FOUNTAIN, DRY_FOUNTAIN, GRAVE})
BARE = frozenset({FLOOR, GRASS})  # where things may be put


def table(codes: frozenset[int]) -> bytes:
    """Return a translation table that maps these codes to 1 and all others to 0."""
    return bytes(code in codes for code in range(256))


OPAQUE_TABLE = table(OPAQUE)
