"""Features placed when rooms and corridors stand (rules: dungeon 1.8 to 1.12, 1.14)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.common.compass import SCAN
from engine.sil.dungeon.generation.construction import Site, Unfit
from engine.sil.level import random_features, terrain
from engine.sil.level.terrain import (
    CHASM,
    CLOSED_DOOR,
    FLOOR,
    GRANITE_KIND,
    OPAQUE,
    QUARTZ,
    ROCK,
    SHUT_DOOR,
)

STAIRS_BY_WIDTH = {99: 1, 132: 2, 165: 4}
CHASM_DEPTHS = range(3, 19)
DEEPEST_SHAFT = 17
RUBBLE_FROM = 4


def doors(site: Site) -> None:
    """Make of each place where a corridor meets a room a door of some kind, or none."""
    feature, icky = site.feature, site.level.icky
    i = feature.find(CLOSED_DOOR)
    while i >= 0:
        if not icky[i]:
            feature[i] = _corridor_door(site)
        i = feature.find(CLOSED_DOOR, i + 1)


def _corridor_door(site: Site) -> int:
    dice = site.dice
    if dice.one_in(4):
        return FLOOR
    kind = dice.below(60 + site.depth)
    if kind < 20:
        return terrain.OPEN_DOOR
    if kind < 60:
        return random_features.closed_door(dice, site.depth, in_vault=False)
    return terrain.SECRET_DOOR


# ---------------------------------------------------------------- stairs


def stairs(site: Site) -> None:
    """Place the ways down, then the ways up. Raises Unfit when they find no place."""
    running = site.game.hero.on_the_run
    _flight(
        site,
        terrain.DOWN_STAIR,
        terrain.DOWN_SHAFT,
        deep=site.depth <= DEEPEST_SHAFT,
        shaft_first=running,
        number=_number(site, terrain.DOWNWARD, doubled=running),
    )
    _flight(
        site,
        terrain.UP_STAIR,
        terrain.UP_SHAFT,
        deep=site.depth >= 2,
        shaft_first=running and site.depth >= 2,
        number=_number(site, terrain.UPWARD, doubled=running and site.depth >= 2),
    )


def _number(site: Site, direction: bytes, doubled: bool) -> int:
    number = STAIRS_BY_WIDTH[site.width] * (2 if doubled else 1)
    if direction[site.arrive_by]:
        number -= 1
    rooms = len(site.centres)
    return 1 if rooms == 4 else min(number, rooms // 2)


def _flight(
    site: Site, stair: int, shaft: int, *, deep: bool, shaft_first: bool, number: int
) -> None:
    """Stairs of one direction; from some point on they may all be shafts."""
    kind = shaft if shaft_first else stair
    for placed in range(number):
        if placed and kind == stair and deep and (site.game.hero.on_the_run or site.dice.one_in(2)):
            kind = shaft
        site.feature[_place_for_stair(site)] = kind


def _place_for_stair(site: Site) -> int:
    feature, w = site.feature, site.width
    for _ in range(1000):
        i = site.random_naked(1, room=True)
        if i is not None and not any(
            feature[j] == CLOSED_DOOR for j in (i - w, i + w, i - 1, i + 1)
        ):
            return i
    raise Unfit("no place for stairs")


# ---------------------------------------------------------------- rock


def streamers(site: Site) -> None:
    """Four veins of quartz, each across the middle of the map in some direction."""
    dice, feature, width = site.dice, site.feature, site.width
    offsets = dice.draws(5)
    for _ in range(4):
        y = site.height // 2 + dice.between(-10, 10)
        x = width // 2 + dice.between(-15, 15)
        dy, dx = dice.choose(SCAN)
        while 0 <= y < site.height and 0 <= x < width:
            for _ in range(5):
                i = _near(site, y, x, offsets)
                if GRANITE_KIND[feature[i]]:
                    feature[i] = QUARTZ
            y, x = y + dy, x + dx


def _near(site: Site, y: int, x: int, offsets: Iterator[int]) -> int:
    """Return a square of the map at most two rows and two columns away: 2 stands for none."""
    while True:
        v, u = y + next(offsets) - 2, x + next(offsets) - 2
        if 0 <= v < site.height and 0 <= u < site.width:
            return v * site.width + u


def chasms(site: Site) -> None:
    """Open chasms at middling depths."""
    dice = site.dice
    if site.depth not in CHASM_DEPTHS or not dice.percent(site.depth + 30):
        return
    size = site.panels // 3
    number = dice.die(size)
    while dice.one_in(2):
        number += dice.die(size)
    for _ in range(min(number, 12)):
        while not _open_chasm(site):
            pass


def _open_chasm(site: Site) -> bool:
    dice = site.dice
    y, x = dice.between(10, site.height - 10), dice.between(10, site.width - 10)
    main = dice.choose(SCAN[:4])
    marked: set[int] = set()
    for _ in range(dice.roll(4, 8)):
        dy, dx = dice.choose(SCAN[:4]) if dice.one_in(2) else main
        y, x = y + dy, x + dx
        if y < 3 or y > site.height - 3 or x < 3 or x > site.width - 3:
            break
        marked.add(y * site.width + x)
    if not _may_fall(site, marked):
        return False
    for i in marked:
        site.feature[i] = CHASM
    return True


def _may_fall(site: Site, marked: set[int]) -> bool:
    """Return whether a chasm here cuts no corridor, opens no vault and undermines no door."""
    feature, level, w = site.feature, site.level, site.width
    if any(level.icky[i] for i in marked) or all(OPAQUE[feature[i]] for i in marked):
        return False

    def corridor(i: int) -> bool:
        return i in marked and feature[i] == FLOOR and not level.room[i]

    for i in marked:
        if corridor(i) and (corridor(i + 1) or corridor(i + w)):
            return False
        lit_rock = ROCK[feature[i]] and level.glow[i]
        for j in (i - w, i + w, i - 1, i + 1):
            if SHUT_DOOR[feature[j]]:
                return False
            if lit_rock and j not in marked and ROCK[feature[j]] and not level.glow[j]:
                return False
    return True


def rubble(site: Site) -> None:
    """Scatter rubble, now and then a whole rockfall."""
    dice = site.dice
    number = dice.die(site.panels // 3)
    if site.depth >= 10 and dice.one_in(10):
        number += 2 * site.panels
    if site.depth < RUBBLE_FROM:
        return
    for _ in range(number):
        i = site.random_naked(10000)
        if i is not None:
            site.feature[i] = terrain.RUBBLE


def sunlight(site: Site) -> None:
    """Let the sun in where the roof has fallen, on the first level of a game."""
    dice, hero = site.dice, site.game.hero
    if site.depth != 1 or hero.stairs_taken:
        return
    for _ in range(40):
        y = min(max(hero.y + dice.between(-5, 5), 1), site.height - 2)
        x = min(max(hero.x + dice.between(-5, 5), 1), site.width - 2)
        _break_roof(site, site.level.at(y, x))
    for _ in range(20):
        y, x = dice.between(10, site.height - 10), dice.between(10, site.width - 10)
        _break_roof(site, site.level.at(y, x))


def _break_roof(site: Site, i: int) -> None:
    feature, glow = site.feature, site.level.glow
    block = sorted((i, *random_features.neighbours(site.level, i)))
    if not glow[i] or sum(feature[j] == FLOOR for j in block) <= 6:
        return
    if feature[i] == FLOOR:
        feature[i] = terrain.RUBBLE
    for j in block:
        if glow[j] and feature[j] == FLOOR and site.dice.one_in(4):
            feature[j] = terrain.SUNLIGHT


def traps(site: Site) -> None:
    """Set hidden traps over every square: the level's own pass."""
    level, dice, room = site.level, site.dice, site.level.room
    near = random_features.near_things(level)
    alone, highest = 1 + 20, 1 + 8 * 20 + 20
    rolls = dice.draws(1000)
    i = site.feature.find(FLOOR)
    while i >= 0:
        if room[i]:
            roll = next(rolls) + 1
            may_be = roll <= (highest if near[i] else alone)
            if may_be and roll <= random_features.trap_chance(level, i) and site.naked(i):
                random_features.set_trap(dice, level, i)
        i = site.feature.find(FLOOR, i + 1)
