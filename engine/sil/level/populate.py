"""Who and what a new level holds: the calls from the builders to monsters and items.

Each function places something on a square of the level under construction, or nothing when the
rules find nothing fit. Levels of monsters and objects are dungeon levels.
"""

from __future__ import annotations

from engine.sil.level.site import Site
from engine.sil.monsters import stocking


def symbol(site: Site, i: int, letter: str) -> None:
    """What a vault's map wants on a square (spec: dungeon 1.6)."""
    if letter == "?" and site.dice.die(3) == 3:
        return
    stocking.symbol(site.game, i, letter)


def chest(site: Site, y: int, x: int, level: int) -> None:
    """A chest."""


def objects(site: Site, number: int) -> None:
    """Ordinary objects on the floors of rooms."""


def monsters(site: Site, number: int) -> None:
    """Sleeping monsters with their groups, out of the hero's sight."""
    stocking.stock(site.game, number)


def clear(site: Site, i: int) -> None:
    """Send away whoever stands on a square: the hero comes here."""
    stocking.clear(site.game, i)
