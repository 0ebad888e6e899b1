"""A hero with flavours dealt, and things put into his hands, for tests of objects."""

from typing import Any

from engine.sil.data import bundle
from engine.sil.game.context import SilContext
from engine.sil.game.state import Item
from engine.sil.item_use import activation
from engine.sil.items import flavours, item_classes, item_creation, pack
from tests.engine.sil.stage import refresh, stage


def bearer(**how: Any) -> SilContext:
    """Return a hero on the stage who knows nothing of flavoured things."""
    game = stage(**how)
    flavours.deal(game)
    return game


def thing(tval: int, name: str, count: int = 1, **changes: Any) -> Item:
    """Return a standard object by class and plain name; single fields can be set."""
    for kind in bundle.load().kinds.values():
        if kind.tval == tval and kind.name.replace("& ", "").replace("~", "") == name:
            item = item_creation.of_kind(bundle.load(), kind.serial, count)
            for field, value in changes.items():
                setattr(item, field, value)
            return item
    raise KeyError(name)


def special(name: str) -> int:
    """Return the serial of the first special type of that name."""
    return next(s.serial for s in bundle.load().specials.values() if s.name == name)


def artefact(name: str) -> int:
    """Return the serial of the first artefact of that name."""
    return next(a.serial for a in bundle.load().artefacts.values() if a.name == name)


def given(game: SilContext, *items: Item) -> list[Item]:
    """Put things into the pack."""
    held = [pack.carry(game, item) for item in items]
    refresh(game)
    return held


def lying(game: SilContext, *items: Item, dy: int = 0, dx: int = 0) -> None:
    """Put things onto the hero's square, or so far from it, in sight."""
    square = game.level.at(game.hero.y + dy, game.hero.x + dx)
    for item in items:
        item.seen_by = 1
    game.level.floor[square] = list(items)


def units(game: SilContext) -> int:
    """Return how many things there are in all: carried, worn and lying about."""
    heaps = game.level.floor.values()
    return sum(
        item.count for items in (game.hero.pack, game.hero.worn.values(), *heaps) for item in items
    )


def weight(game: SilContext) -> int:
    """Return what all of them weigh together, in tenths of a pound."""
    heaps = game.level.floor.values()
    return sum(
        item.count * item.weight
        for items in (game.hero.pack, game.hero.worn.values(), *heaps)
        for item in items
    )


POTION, FOOD, STAFF, HORN = (
    item_classes.POTION,
    item_classes.FOOD,
    item_classes.STAFF,
    item_classes.HORN,
)


def effect(game: SilContext, tval: int, name: str) -> bool:
    """Let what a thing does befall the hero; whether he understands it now."""
    return activation.take_effect(game, thing(tval, name))


def names(tval: int) -> list[str]:
    """Return the names of the kinds of a class."""
    return sorted(kind.name for kind in bundle.load().kinds.values() if kind.tval == tval)
