"""Ways over ground that the hero knows (no rule of Sil's: made for plans).

Only his knowledge counts: what he remembers, sees, has walked, or saw once in passing. Seen
traps and chasms, and squares within reach of a visible enemy, are no way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.common.grid import neighbours
from engine.sil.creatures import creature_names
from engine.sil.dungeon import doors
from engine.sil.game.context import SilContext, kept
from engine.sil.game.state import Level
from engine.sil.level import terrain

BERTHS = (3, 2, 1, 0)
"""The squares that he keeps from enemies, as far as there is a way; 0: one from those in sight, and
none from where others were seen last."""
MOST_STEPS = 400
"""The longest way that a plan takes."""

_SAFE = bytes(
    terrain.PASSABLE[f] and not terrain.TRAP[f] and f not in (terrain.CHASM, terrain.DARKNESS)
    for f in range(256)
)


def known_enemies(game: SilContext) -> list[int]:
    """Return the squares where enemies are, or were when they were last seen; not of those that
    cannot leave their place."""
    return sorted(
        square
        for square, race in game.knowledge.last_seen.values()
        if not {"PEACEFUL", "NEVER_MOVE"} & _flags(game, race)
    )


def _flags(game: SilContext, race: int) -> frozenset[str]:
    """Return the flags of a race; of an enemy as the raging see it none."""
    return frozenset() if race == creature_names.ENEMY else game.data.monsters[race].flags


def known_squares(game: SilContext, *, glimpsed: bool = False) -> bytearray:
    """By square: 1 where the hero knows what is there; with `glimpsed`, also what he has seen
    once and the rules have not kept on his map."""
    known = _glimpsed(game) if glimpsed else _known(game)
    return bytearray(known.to_bytes(len(game.knowledge.mark), "little"))


def edge_of_known(game: SilContext) -> bytearray:
    """By square: 1 where the hero does not know a square beside it, or the square itself."""
    level = game.level
    size, row = len(level.feature), 8 * level.width
    unknown = _glimpsed(game) ^ number(bytearray(b"\1" * size))
    rows = unknown | unknown << 8 | unknown >> 8
    around = rows | rows << row | rows >> row
    return bytearray((around & (1 << 8 * size) - 1).to_bytes(size, "little"))


# A layer as one number, a byte a square: loops over whole levels are slow.


@kept
def _known(game: SilContext) -> int:
    known = game.knowledge
    return number(known.mark) | number(known.seen) | number(known.walked)


@kept
def _glimpsed(game: SilContext) -> int:
    return _known(game) | number(game.knowledge.glimpsed)


@kept
def _looks_safe(game: SilContext) -> int:
    """Return where nothing stops the hero if he knows of it: what he has not found looks like
    floor, and what is not on his map was floor when he saw it, whatever it has become."""
    level = game.level
    return number(level.feature.translate(_SAFE)) | number(level.hidden) | off_map(game)


@kept
def off_map(game: SilContext) -> int:
    """By square, a byte each: 1 where neither the map nor the eye shows the hero what is there."""
    known = game.knowledge
    on_map = number(known.mark) | number(known.seen)
    return on_map ^ number(bytearray(b"\1" * len(known.mark)))


def number(layer: bytearray) -> int:
    """Return a layer as one number, square i its byte i."""
    return int.from_bytes(layer, "little")


def ground(game: SilContext, *, glimpsed: bool = False) -> bytearray:
    """By square: 1 where the hero knows that he can walk without harm by the ground, whoever is
    there."""
    both = _looks_safe(game) & (_glimpsed(game) if glimpsed else _known(game))
    return bytearray(both.to_bytes(len(game.level.feature), "little"))


def ways(game: SilContext, *, glimpsed: bool = False, berth: int = 1) -> bytearray:
    """By square: 1 where the hero knows that he can walk, and knows of no danger: not within
    `berth` squares (see `BERTHS`) of where an enemy is or was last seen, nor beside what is rooted.
    Captives that he has met bar the way out of his sight too: they stay where they are."""
    level, hero = game.level, game.hero
    free = ground(game, glimpsed=glimpsed)
    for slot, (square, race) in game.knowledge.last_seen.items():
        flags = _flags(game, race)
        if "PEACEFUL" not in flags:
            if "NEVER_MOVE" in flags:
                _bar(level, free, square, 1)
            elif berth or _is_seen(game, slot):
                _bar(level, free, square, max(1, berth))
        elif "NEVER_MOVE" in flags or _is_seen(game, slot):
            free[square] = 0
    free[level.at(hero.y, hero.x)] = 1
    return free


def _is_seen(game: SilContext, slot: int) -> bool:
    known = game.knowledge.creatures.get(slot)
    return known is not None and known.visible


def _bar(level: Level, free: bytearray, middle: int, berth: int) -> None:
    """Let no way go within so many squares of a place."""
    y, x = level.place(middle)
    for row in range(max(0, y - berth), min(level.height, y + berth + 1)):
        for column in range(max(0, x - berth), min(level.width, x + berth + 1)):
            free[level.at(row, column)] = 0


def nearest(
    free: bytearray, width: int, start: int, wanted: Callable[[int], bool]
) -> list[int] | None:
    """Return the first of `ways_to`; None when there is none."""
    return next(ways_to(free, width, start, wanted), None)


def ways_to(
    free: bytearray, width: int, start: int, wanted: Callable[[int], bool]
) -> Iterator[list[int]]:
    """Yield the ways from `start` to the squares that are wanted, the nearest first: the squares of
    each in order, the start left out; none longer than MOST_STEPS. `wanted` is asked of every
    square that borders on free ground, so that a door can be one."""
    came = {start: start}
    steps = neighbours(width)
    front = [start]
    for _ in range(MOST_STEPS):
        ahead: list[int] = []
        for i in front:
            for step in steps:
                j = i + step
                if j in came:
                    continue
                came[j] = i
                if wanted(j):
                    yield _back(came, start, j)
                if free[j]:
                    ahead.append(j)
        if not ahead:
            return
        front = ahead


def _back(came: dict[int, int], start: int, goal: int) -> list[int]:
    way = [goal]
    while came[way[-1]] != start:
        way.append(came[way[-1]])
    way.reverse()
    return way


def way_to(game: SilContext, goal: int) -> list[int] | None:
    """Return the shortest known way to a square, through known doors that he may open; None if
    there is none within MOST_STEPS."""
    level, hero = game.level, game.hero
    for berth in BERTHS if known_enemies(game) else BERTHS[-1:]:
        free = with_doors(game, ways(game, berth=berth))
        way = nearest(free, level.width, level.at(hero.y, hero.x), lambda i: i == goal)
        if free[goal] and way:
            return way
    return None


def with_doors(game: SilContext, free: bytearray) -> bytearray:
    """Return the same ways, and through closed doors as well, which the hero opens as he goes."""
    level = game.level
    for i in terrain.squares(level, terrain.KNOWN_DOOR):
        if game.knowledge.mark[i] and not doors.stays_shut(game, i):
            free[i] = 1
    return free
