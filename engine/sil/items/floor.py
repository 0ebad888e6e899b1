"""Where a dropped thing comes to lie (spec: objects 3.12)."""

from __future__ import annotations

from engine import sight
from engine.dice import Stream
from engine.sil import data, terrain
from engine.sil.state import Game, Item

NEAR = 4  # squares each way, within a squared distance of 17
NEAREST = 17


def drop(game: Game, item: Item, y: int, x: int, stream: Stream | None = None) -> bool:
    """Lay a thing on the best square near (y, x): near, and not on a heap. False: it is lost.

    `stream` decides between equals: that of play, unless told.
    """
    level = game.level
    opaque = level.feature.translate(terrain.OPAQUE)
    best: list[int] = []
    most = 0
    for dy in range(-NEAR, NEAR + 1):
        for dx in range(-NEAR, NEAR + 1):
            away = dy * dy + dx * dx
            if away > NEAREST or not _inside(game, y + dy, x + dx):
                continue
            square = level.at(y + dy, x + dx)
            score = 1000 - away - 5 * (len(level.floor.get(square, ())) + 1)
            if score < most or not _takes(game, item, square):
                continue
            if not sight.los(opaque, level.width, y, x, y + dy, x + dx):
                continue
            best = [square] if score > most else [*best, square]
            most = score
    if not best:
        return False
    square = (stream or game.fate.play).choose(best)
    heap = level.floor.setdefault(square, [])
    for lying in heap:
        if _alike(lying, item):
            lying.count += item.count
            return True
    heap.insert(0, item)
    return True


def _inside(game: Game, y: int, x: int) -> bool:
    return 0 <= y < game.level.height and 0 <= x < game.level.width


def _takes(game: Game, item: Item, square: int) -> bool:
    """Plain floor, without a creature that never strikes, empty or holding only its like."""
    level = game.level
    if not terrain.HOLDS_OBJECTS[level.feature[square]]:
        return False
    creature = level.creatures[level.occupant.get(square, 0)]
    if creature is not None and "NEVER_BLOW" in data.current().monsters[creature.race].flags:
        return False
    heap = level.floor.get(square)
    return not heap or (len(heap) == 1 and _alike(heap[0], item))


def _alike(one: Item, other: Item) -> bool:
    """Whether two lie as one stack: equal in all but number, and not too many."""
    if one.artefact or one.count + other.count > 99:
        return False
    return all(
        getattr(one, field) == getattr(other, field)
        for field in one.__struct_fields__
        if field not in ("count", "seen", "pickup", "image")
    )
