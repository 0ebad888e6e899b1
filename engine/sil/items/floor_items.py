"""Objects on the floor, and where a dropped one comes to lie (rules: objects 3.12)."""

from __future__ import annotations

from engine.common import field_of_view
from engine.contract.dice import Stream
from engine.sil.data.bundle import Data
from engine.sil.game.context import SilContext
from engine.sil.game.state import Item
from engine.sil.hero import silmarils
from engine.sil.items import item_choice, stacking
from engine.sil.level import terrain

NEAR = 4  # squares each way, within a squared distance of 17
NEAREST = 17


def drop(game: SilContext, item: Item, y: int, x: int, stream: Stream | None = None) -> bool:
    """Lay a thing on the best square near (y, x): near, and not on a heap. False: it is lost.

    Silmarils and the crown that bears them are never lost. `stream` breaks ties: that of play,
    unless told.
    """
    level = game.level
    opaque = terrain.opaque(game)
    best: list[int] = []
    most = 0
    for dy in range(-NEAR, NEAR + 1):
        for dx in range(-NEAR, NEAR + 1):
            away = dy * dy + dx * dx
            if away > NEAREST or not _inside(game, y + dy, x + dx):
                continue
            square = level.at(y + dy, x + dx)
            score = 1000 - away - 5
            if score < most or not _takes(game, item, square):
                continue
            if not field_of_view.los(opaque, level.width, y, x, y + dy, x2=x + dx):
                continue
            best = [square] if score > most else [*best, square]
            most = score
    if best:
        _lay(game, item, (stream or game.streams.play).choose(best))
        return True
    if not _precious(game.data, item):
        if item.artefact in game.world.artefacts_made:
            game.world.artefacts_made.remove(item.artefact)  # the world may bring it forth anew
        return False
    _lay(game, item, _somewhere(game, level.at(y, x)))
    return True


def dreamt(game: SilContext) -> int:
    """Return the kind that something lying about looks like to a hallucinating hero."""
    kind = item_choice.draw_kind(
        game.data, game.streams.flavour, item_choice.DEEPEST, "not damaged"
    )
    return kind.serial if kind is not None else 0


def _lay(game: SilContext, item: Item, square: int) -> None:
    """Put a thing on a square that takes it."""
    heap = game.level.floor.setdefault(square, [])
    item.image = item.image or dreamt(game)
    item.seen_by = 0
    for hero in game.state.heroes:
        if hero.knowledge.seen[square]:
            game.acting(hero).notice(item)
    for lying in heap:
        if stacking.are_alike(game, lying, item):
            stacking.merge(lying, item)
            return
    heap.insert(0, item)


def take(game: SilContext, item: Item) -> None:
    """Take a thing off the floor of the level, wherever it lies."""
    floor = game.level.floor
    for square, heap in floor.items():
        if any(lying is item for lying in heap):
            heap[:] = [lying for lying in heap if lying is not item]
            if not heap:
                del floor[square]
            return


def _inside(game: SilContext, y: int, x: int) -> bool:
    return 0 <= y < game.level.height and 0 <= x < game.level.width


def _open(game: SilContext, square: int) -> bool:
    """Plain floor, without a creature that never strikes."""
    level = game.level
    if not terrain.HOLDS_OBJECTS[level.feature[square]]:
        return False
    creature = level.creatures[level.occupant.get(square, 0)]
    return creature is None or "NEVER_BLOW" not in game.data.monsters[creature.race].flags


def _takes(game: SilContext, item: Item, square: int) -> bool:
    """Open, and empty or holding only a stack that the thing goes onto entirely."""
    if not _open(game, square):
        return False
    heap = game.level.floor.get(square)
    if not heap:
        return True
    return (
        len(heap) == 1
        and stacking.are_alike(game, heap[0], item)
        and heap[0].count + item.count <= stacking.MOST
    )


def _precious(data: Data, item: Item) -> bool:
    return silmarils.is_silmaril(data, item) or (silmarils.is_crown(data, item) and item.pval > 0)


def _somewhere(game: SilContext, target: int) -> int:
    """Room for what must not be lost: the target, the nearest open square, or any; ordinary
    things that lie there are gone."""
    level = game.level
    y, x = level.place(target)

    def away(square: int) -> int:
        v, u = level.place(square)
        return (v - y) ** 2 + (u - x) ** 2

    def free(square: int) -> bool:
        return not any(_precious(game.data, lying) for lying in level.floor.get(square, ()))

    squares = [i for i in range(len(level.feature)) if _open(game, i) and free(i)]
    if not squares:
        return target
    square = min(squares, key=away)
    level.floor.pop(square, None)
    return square
