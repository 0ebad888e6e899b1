"""Terrain: codes of the level layers, and what each kind does to those who would pass.

The codes are part of saved games. `data/delve/terrain.txt` has the words.
"""

from __future__ import annotations

# Nothing digs rock, the border; a niche shows a thing that a place gives.
(
    UNKNOWN, ROCK, WALL, FLOOR, RUBBLE, DOOR, OPEN_DOOR, LOCKED_DOOR, SECRET_DOOR, STAIRS_UP,
    STAIRS_DOWN, SHAFT, ALTAR, FOUNTAIN, SHALLOW, DEEP, ICE, LAVA, GRASS, WEB, GRAVE, DART_TRAP,
    PIT, ALARM, GAS_TRAP, VENT, FLAMES, ICE_WALL, DRY_FOUNTAIN, DIM_ALTAR, OIL, TIMBER, GAS,
    CRACKED, BROKEN, NICHE, EMPTY_NICHE, PEDESTAL, BARE_PEDESTAL, STRONGBOX, EMPTY_STRONGBOX,
    CAGE, OPEN_CAGE, SHRINE, SILENT_SHRINE, STALL, BARE_STALL, CAMP, COLD_CAMP, BARS, PLATE,
) = range(51)  # fmt: skip
NAMES = (
    "unknown", "rock", "wall", "floor", "rubble", "door", "open door", "locked door",
    "secret door", "stairs up", "stairs down", "shaft", "altar", "fountain", "shallow water",
    "deep water", "ice", "lava", "grass", "web", "open grave", "dart trap", "pit", "alarm",
    "gas trap", "vent", "flames", "ice wall", "dry fountain", "dim altar", "oil", "timber floor",
    "gas", "cracked floor", "broken floor", "niche", "empty niche", "pedestal", "bare pedestal",
    "strongbox", "empty strongbox", "cage", "open cage", "shrine", "silent shrine", "stall",
    "bare stall", "camp", "cold camp", "bars", "plate",
)  # fmt: skip
CODES = {name: code for code, name in enumerate(NAMES)}

NICHES = frozenset({NICHE, EMPTY_NICHE})
# Nobody walks in.
SOLID = NICHES | {ROCK, WALL, RUBBLE, SECRET_DOOR, ICE_WALL, LOCKED_DOOR, BARS, PLATE}
OPAQUE = frozenset({ROCK, WALL, RUBBLE, SECRET_DOOR, DOOR, LOCKED_DOOR, PLATE})
STOPS_FLIGHT = OPAQUE | NICHES | {ICE_WALL}  # throws and spells
DIGGABLE = frozenset({WALL, RUBBLE, SECRET_DOOR, ICE_WALL})
TRAPS = frozenset({DART_TRAP, PIT, ALARM, GAS_TRAP})
STAIRS = frozenset({STAIRS_UP, STAIRS_DOWN, SHAFT})
WATER = frozenset({SHALLOW, DEEP})
ALTARS = frozenset({ALTAR, DIM_ALTAR})
# What an explorer does not walk into by itself.
HARMFUL = frozenset({LAVA, DEEP, WEB, VENT, FLAMES, GAS, CRACKED, BROKEN}) | TRAPS
# What places are made for, and what is left of each when it is done with.
SPENT = {
    PEDESTAL: BARE_PEDESTAL,
    STRONGBOX: EMPTY_STRONGBOX,
    CAGE: OPEN_CAGE,
    SHRINE: SILENT_SHRINE,
    STALL: BARE_STALL,
    CAMP: COLD_CAMP,
}
FIXTURES = frozenset(SPENT)
BARE = frozenset({FLOOR, GRASS, TIMBER})  # where things may be put
BARS_AWAY = 3  # squares of bars from the plate that holds them


def table(codes: frozenset[int]) -> bytes:
    """Return a translation table that maps these codes to 1 and all others to 0."""
    return bytes(code in codes for code in range(256))


OPAQUE_TABLE = table(OPAQUE)
