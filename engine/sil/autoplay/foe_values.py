"""The danger of creatures to the built-in player, who knows them by their names, and his own
strength by the figures on his sheet."""

from __future__ import annotations

import re

_COSTS = {
    "wolf": 2, "grimhawk": 0.5, "mewlip": 5, "orc-skirmisher": 3, "orc-scout": 2.5,
    "orc-thrallmaster": 3, "spider-hatchling": 0.7, "blue-serpent": 5, "gorcrow": 0.7,
    "brood-spider": 14, "orc-soldier": 6, "orc-archer": 7, "red-serpent": 8, "white-wolf": 8,
    "gorgol-the-butcher": 35, "orc-warrior": 11, "sword-spider": 30, "crebain": 1.5,
    "phantom": 3, "mountain-troll": 25, "attercop": 8, "tattered-wight": 9,
    "green-serpent": 12, "easterling-warrior": 22, "orc-champion": 35, "hummerhorn": 6,
    "grave-wight": 20, "dark-serpent": 20, "orc-captain": 35, "warg": 22,
    "easterling-archer": 15, "twisted-bat": 18, "whispering-shadow": 5,
}  # fmt: skip
"""The health that a fight with one costs a beginner who has a sword."""

UNHEARD_OF = 40  # what a fight with any other costs
ROOTED = "&"  # the letter of those that cannot come
_BEGINNER = 10, 11.0  # points of melee or evasion, damage of a hit
_A_POINT = 0.93  # of the cost, for each point of melee or evasion more
_ARMOUR = 3.0  # what a foe's armour takes off a hit
_DICE = re.compile(r"\(([+-]\d+), (\d+)d(\d+)\)")
_GUARD = re.compile(r"^Guard \[([+-]\d+), (\d+)-(\d+)\]", re.MULTILINE)


def cost(name: str) -> float:
    """Return the health that a fight with one of that name costs: "orc-scout-2"."""
    return _COSTS.get(re.sub(r"-\d+$", "", name), UNHEARD_OF)


def frailty(combat: str) -> float:
    """Return how much more than a beginner a fight costs a hero, by his page of combat: less than
    1 for one who is stronger."""
    points, harm = _BEGINNER
    share = 1.0
    if guard := _GUARD.search(combat):
        evasion, least, most = map(int, guard.groups())
        share *= _A_POINT ** (evasion - points + (least + most) / 2)
    if dice := _DICE.search(combat):
        melee, number, sides = map(int, dice.groups())
        hit = max(0.5, number * (sides + 1) / 2 - _ARMOUR)
        share *= _A_POINT ** (melee - points) * (harm - _ARMOUR) / hit
    return share
