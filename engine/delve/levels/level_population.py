"""Kinds of monsters and things for a level, by chance."""

from __future__ import annotations

from collections.abc import Container

from engine.delve.data.kinds import ItemKind, MonsterKind
from engine.delve.rules.context import DelveContext

BELOW = 2  # levels that the weakest are below the depth
OUT_OF_DEPTH = 5  # per cent


def choose_kind(game: DelveContext, depth: int, theme: str) -> MonsterKind:
    """Return a kind for a level by chance: of level d - 2 to d + 2, seldom to d + 5; those above
    the level's own are rarer, and the first levels have few of them."""
    dice = game.streams.level
    above = min(5 if dice.percent(OUT_OF_DEPTH) else 2, depth - 1)
    top = depth + above
    kinds = [
        kind
        for kind in game.content.monsters.values()
        if depth - BELOW <= kind.level <= top
        and not kind.unique
        and kind.weight
        and (not kind.themes or theme in kind.themes)
    ]
    weights = [kind.weight * 2 // (2 + max(0, kind.level - depth)) for kind in kinds]
    return kinds[dice.weighted(weights)]


# How often each category lies about, of a hundred things that are no food.
CATEGORY_SHARES = {
    "weapon": 11,
    "thrown": 12,
    "armour": 7,
    "shield": 5,
    "headgear": 6,
    "ring": 8,
    "amulet": 6,
    "spellbook": 6,
    "scroll": 17,
    "potion": 18,
    "tool": 4,
}


def choose_item(
    game: DelveContext, depth: int, category: str = "", without: Container[str] = ()
) -> ItemKind:
    """Return a kind of thing for a level by chance: a category where none is given, then a kind of
    it that is none of those."""
    dice = game.streams.level
    shares = {category: 1} if category else CATEGORY_SHARES
    while True:
        drawn = tuple(shares)[dice.weighted(tuple(shares.values()))]
        kinds = [
            kind
            for kind in game.content.items.values()
            if kind.category == drawn and kind.weight and kind.name not in without
        ]
        near = [kind for kind in kinds if kind.first <= depth <= kind.last]
        if near or category:
            chosen = near or kinds
            return chosen[dice.weighted([kind.weight for kind in chosen])]
