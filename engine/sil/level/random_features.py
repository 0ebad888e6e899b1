"""Single features as chance makes them: doors, forges, traps (rules: dungeon 1.14 to 1.17, 2.3)."""

from __future__ import annotations

from engine.common import flood
from engine.contract.dice import Stream
from engine.sil.game.state import Level, World
from engine.sil.level import terrain
from engine.sil.level.terrain import CHASM, FLOOR, OPAQUE, ROCK, SHUT_DOOR, STAIR

_ALWAYS = range(21)
_TRAPS: tuple[tuple[int, frozenset[int]], ...] = (
    (terrain.FALSE_FLOOR, frozenset(range(5, 19))),
    (terrain.PIT, frozenset(range(5, 11))),
    (terrain.SPIKED_PIT, frozenset((0, *range(11, 18)))),
    (terrain.DART_TRAP, frozenset(range(8, 16))),
    (terrain.CONFUSION_TRAP, frozenset(range(1, 14))),
    (terrain.MEMORY_TRAP, frozenset()),
    (terrain.ALARM_TRAP, frozenset(_ALWAYS)),
    (terrain.FLASH_TRAP, frozenset(range(1, 21))),
    (terrain.CALTROPS, frozenset(_ALWAYS)),
    (terrain.ROOST, frozenset((0, *range(3, 7)))),
    (terrain.WEB, frozenset(range(8, 21))),
    (terrain.DEADFALL, frozenset((0, *range(14, 21)))),
    (terrain.ACID_TRAP, frozenset(range(1, 21))),
)
"""The kinds of trap and the depths that know them."""

_NEAR_TRAPS = bytes(STAIR[f] | SHUT_DOOR[f] for f in range(256))
_NO_WAY = bytes(ROCK[f] or f == CHASM for f in range(256))


def closed_door(dice: Stream, depth: int, in_vault: bool) -> int:
    """Return a closed door's feature: plain, locked or jammed (rules: dungeon 2.3)."""
    chance = dice.below(100)
    if in_vault:
        if chance < 88:
            return terrain.CLOSED_DOOR
        base = terrain.LOCKED_DOOR if chance < 96 else terrain.JAMMED_DOOR
        return base + min(7, (10 + depth + dice.die(15)) // 5)
    if chance < 75:
        return terrain.CLOSED_DOOR
    base = terrain.LOCKED_DOOR if chance < 99 else terrain.JAMMED_DOOR
    return base + min(7, (depth + dice.die(15)) // 5)


def forge(dice: Stream, depth: int, world: World) -> int:
    """Return a forge's feature; the one and only Orodruth is noted as made (rules: dungeon
    1.17)."""
    if depth <= 2:
        return terrain.FORGE + 3
    uses = 2 + dice.die(2)
    power = max(dice.die(1000) for _ in range(depth))
    if power == 1000 and not world.orodruth_made:
        world.orodruth_made = True
        return terrain.ORODRUTH + 3
    return (terrain.ENCHANTED_FORGE if power >= 990 else terrain.FORGE) + uses


def neighbours(level: Level, i: int) -> tuple[int, ...]:
    """Return the squares round a square, in reading order; fewer at the edge of the map."""
    w = level.width
    if w < i < len(level.feature) - w - 1 and 0 < i % w < w - 1:
        return (i - w - 1, i - w, i - w + 1, i - 1, i + 1, i + w - 1, i + w, i + w + 1)
    y, x = divmod(i, w)
    return tuple(
        v * w + u
        for v in range(max(y - 1, 0), min(y + 2, level.height))
        for u in range(max(x - 1, 0), min(x + 2, w))
        if (v, u) != (y, x)
    )


def near_things(level: Level) -> bytes:
    """By square: 1 where something beside it may make a trap likelier."""
    things = flood.where(level.feature.translate(_NEAR_TRAPS), 1)
    for i in level.floor:
        things |= 1 << i
    return flood.layer_of(flood.spread(things, level.width), len(level.feature))


def trap_chance(level: Level, i: int) -> int:
    """Return how many times in a thousand a square gets a trap (rules: dungeon 1.14)."""
    feature, floor, w = level.feature, level.floor, level.width
    if feature[i] != FLOOR or not level.room[i] or floor.get(i):
        return 0
    chance = 1
    for j in neighbours(level, i):
        if j in floor or _NEAR_TRAPS[feature[j]]:
            chance += 10 * ((j in floor) + _NEAR_TRAPS[feature[j]])
    if i + w < len(feature) and _NO_WAY[feature[i - w]] and _NO_WAY[feature[i + w]]:
        chance += 10
    if _NO_WAY[feature[i - 1]] and _NO_WAY[feature[i + 1]]:
        chance += 10
    return chance


def set_trap(dice: Stream, level: Level, i: int) -> None:
    """Lay a hidden trap of a kind that belongs at this depth (rules: dungeon 1.15)."""
    while True:
        kind, depths = dice.choose(_TRAPS)
        if level.depth not in depths:
            continue
        if kind == terrain.FALSE_FLOOR and dice.one_in(2):
            continue
        if kind == terrain.WEB and not web_holds(level, i):
            continue
        break
    level.feature[i] = kind
    level.hidden[i] = 1


def web_holds(level: Level, i: int) -> bool:
    """Return whether a web has room: two open squares round it at least."""
    return sum(not OPAQUE[level.feature[j]] for j in neighbours(level, i)) >= 2
