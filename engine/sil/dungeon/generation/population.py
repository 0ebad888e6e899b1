"""Population of a new level: the calls from the builders to monsters and items.

Each function places something on a square of the level under construction, or nothing when the
rules find nothing fit. Levels of monsters and objects are dungeon levels.
"""

from __future__ import annotations

from engine.sil.dungeon.generation import creature_stocking as monsters_stocking
from engine.sil.dungeon.generation import item_stocking as items_stocking
from engine.sil.dungeon.generation.construction import Site

MONSTER, BOTH, OBJECT = 1, 2, 3  # what a `?` of a vault's map turns out to be


def symbol(site: Site, i: int, letter: str) -> None:
    """Place what a vault's map wants on a square (rules: dungeon 1.6)."""
    wanted = site.dice.die(3) if letter == "?" else BOTH
    if wanted != OBJECT:
        monsters_stocking.symbol(site.game, i, letter)
    if wanted != MONSTER:
        items_stocking.symbol(site.game, i, letter)


def chest(site: Site, y: int, x: int, level: int) -> None:
    """Put a chest on a square."""
    items_stocking.chest(site.game, site.level.at(y, x), level)


def objects(site: Site, number: int) -> None:
    """Ordinary objects on the floors of rooms."""
    items_stocking.stock(site.game, number)


def monsters(site: Site, number: int) -> None:
    """Sleeping monsters with their groups, out of the hero's sight."""
    monsters_stocking.stock(site.game, number)


def clear(site: Site, i: int) -> None:
    """Send away whoever stands on a square: the hero comes here."""
    monsters_stocking.clear(site.game, i)
