"""Flavours of unidentified kinds: dealt anew for every game (rules: objects 2.4)."""

from __future__ import annotations

from engine.sil.data.records import Flavour
from engine.sil.game.context import SilContext
from engine.sil.items import item_classes


def deal(game: SilContext) -> None:
    """Bind every kind that has a flavour to one: first those fixed by the data, then each class
    at random from its pool. A kind left without one is no secret."""
    content, stream = game.data, game.streams.flavour
    bound: dict[int, int] = {}
    for flavour in content.flavours.values():
        fixed = content.kinds_by_value.get(_value(flavour))
        if fixed is not None:
            bound[fixed.serial] = flavour.serial
    for tval in item_classes.FLAVOURED:
        pool = [f.serial for f in content.flavours.values() if f.tval == tval and f.sval is None]
        for kind in content.kinds.values():
            if kind.tval != tval or kind.serial in bound or not pool:
                continue
            if tval != item_classes.FOOD or item_classes.is_herb(kind):
                bound[kind.serial] = pool.pop(stream.below(len(pool)))
    game.world.flavours = bound


def _value(flavour: Flavour) -> tuple[int, int]:
    """Return the class and kind that a flavour is fixed to; no kind is -1."""
    return flavour.tval, -1 if flavour.sval is None else flavour.sval
