"""A check that every place on a level can be reached (rules: dungeon 1.13)."""

from __future__ import annotations

from engine.common import flood
from engine.sil.game.state import Level
from engine.sil.level.terrain import CHASM, DOWNWARD, ROCK, RUBBLE, SECRET_DOOR

_DIGGABLE_WAY = bytes(not ROCK[f] or f in (SECRET_DOOR, RUBBLE) for f in range(256))
_CLEAR_WAY = bytes((not ROCK[f] or f == SECRET_DOOR) and f != CHASM for f in range(256))


def is_connected(level: Level, start: int, need_way_down: bool) -> bool:
    """Return whether the hero can reach every square, rubble and chasms disregarded, and (if asked)
    a way down with rubble and chasms in the way."""
    here, ways = 1 << start, _ways(level, _DIGGABLE_WAY)
    if ways & ~flood.region(ways | here, level.width, start):
        return False
    if not need_way_down:
        return True
    reached = flood.region(_ways(level, _CLEAR_WAY) | here, level.width, start)
    return bool(reached & flood.where(level.feature.translate(DOWNWARD), 1))


def _ways(level: Level, table: bytes) -> int:
    """Return where one can pass; squares deep inside a vault count as passable whatever they
    are."""
    ways, icky, w = level.feature.translate(table), level.icky, level.width
    inside = _all_of(icky[w:-w], icky[: -2 * w], icky[2 * w :], icky[w - 1 : -w - 1], icky[w + 1 :])
    ways[w:-w] = (int.from_bytes(ways[w:-w]) | inside).to_bytes(len(ways) - 2 * w)
    return flood.where(ways, 1)


def _all_of(*layers: bytearray) -> int:
    size = len(layers[0])
    result = int.from_bytes(layers[0])
    for layer in layers[1:]:
        result &= int.from_bytes(layer[:size])
    return result
