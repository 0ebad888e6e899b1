"""The Silmarils: loose ones, and those that the Iron Crown still holds (rules: endgame 13.4)."""

from __future__ import annotations

from engine.sil.data.bundle import Data
from engine.sil.game.state import Hero, Item


def crowns(data: Data) -> list[int]:
    """Return the crown's artefacts, from the one without a jewel to the one with three."""
    kind = data.kinds[data.rules.item_roles["iron crown"]]
    crown = kind.tval, kind.sval
    return [a.serial for a in data.artefacts.values() if (a.tval, a.sval) == crown]


def is_crown(data: Data, item: Item) -> bool:
    """Return whether an object is the Iron Crown, with or without jewels."""
    return item.kind == data.rules.item_roles["iron crown"]


def is_silmaril(data: Data, item: Item) -> bool:
    """Return whether an object is a loose Silmaril."""
    return item.kind == data.rules.item_roles["silmaril"]


def jewels(data: Data, item: Item) -> int:
    """Return how many Silmarils an object is or holds."""
    if is_silmaril(data, item):
        return item.count
    if not is_crown(data, item) or item.artefact not in crowns(data):
        return 0
    return crowns(data).index(item.artefact)


def carried(data: Data, hero: Hero) -> int:
    """Return the Silmarils the hero has with him: loose ones, and those in a crown he carries."""
    return sum(jewels(data, item) for item in (*hero.pack, *hero.worn.values()))
