"""The worth of objects to the built-in player, who knows them by their names, in small
letters. `worn`: the names of what he wears, by place."""

from __future__ import annotations

import re
from collections.abc import Mapping

HELPFUL = ("healing", "miruvor", "rage", "lembas", "quickness")
FOOD = ("bread", "lembas", "cram", "meat", "pasty", "broth", "fragment")
USEFUL = (*FOOD, "potion", "draught", "arrow", "torch", "lantern", "orcish liquor")
THROWN = ("spear", "throwing axe", "dagger")
BOTH_HANDS = ("quarterstaff", "great", "glaive", "mattock")  # leave none for a shield
_PLACES = {
    "weapon": ("sword", "dagger", "axe", "spear", "hammer", "glaive", "staff", "mattock", "shovel"),
    "bow": ("bow",),
    "body": ("leather", "mail", "robe", "corslet", "hauberk"),
    "outer": ("cloak",),
    "arm": ("shield",),
    "head": ("helm", "crown", "cap"),
    "hands": ("gloves", "gauntlets"),
    "feet": ("boots", "greaves", "shoes"),
    "quiver1": ("arrow",),
    "left-ring": ("ring",),
    "neck": ("amulet", "necklace", "pearl"),
}


def place(label: str) -> str:
    """Return the place where a thing of that name is worn."""
    return next(
        (where for where, words in _PLACES.items() if any(word in label for word in words)), ""
    )


def merit(name: str) -> float:
    """Return how good a weapon or a piece of armour is, by the figures in its name."""
    worth = 0.0
    for bonus, number, sides in re.findall(r"[(\[]([+-]\d+),? ?(\d+)d(\d+)", name):
        worth += int(bonus) / 2 + int(number) * (int(sides) + 1) / 2
    for bonus in re.findall(r"\[([+-]\d+)\]", name):
        worth += int(bonus)
    return worth


def better(name: str, worn: Mapping[str, str]) -> bool:
    """Return whether a thing is better worn than what is in its place; a light never is."""
    where = place(name)
    if not where:
        return False
    if where == "arm" and any(word in worn.get("weapon", "") for word in BOTH_HANDS):
        return False
    return where not in worn or merit(name) > merit(worn[where])


def is_missile(verb: str, name: str) -> bool:
    """Return whether a shot, or a throw of a thing, is worth a turn."""
    return verb == "fire" or any(word in name for word in THROWN)


def is_known_potion(name: str) -> bool:
    """Return whether a potion's name says what it does: "a Red Potion of Healing"."""
    return " of " in name or "potion" not in name.lower()


def is_wanted(name: str, worn: Mapping[str, str]) -> bool:
    """Return whether he picks a thing up."""
    return any(word in name for word in USEFUL) or better(name, worn)


def worth_a_way(name: str, worn: Mapping[str, str]) -> bool:
    """Return whether he goes to a thing: to bones too, which may have something on them."""
    return is_wanted(name, worn) or ("skeleton" in name and "searched" not in name)
