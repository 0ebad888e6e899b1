"""The danger of creatures to the built-in player, by their kinds, and his own strength by his
figures."""

from __future__ import annotations

from engine.sil.autoplay.seat_facts import SeatFacts

_COSTS = {
    "wolf": 2, "orc-thrallmaster": 6, "orc-skirmisher": 3, "grimhawk": 2, "mewlip": 6,
    "orc-scout": 3, "spider-hatchling": 0.8, "blue-serpent": 5, "orc-soldier": 6, "gorcrow": 4,
    "brood-spider": 15, "orc-archer": 8, "white-wolf": 8, "red-serpent": 11,
    "gorgol-the-butcher": 45, "orc-warrior": 13, "sword-spider": 45, "crebain": 4, "phantom": 3,
    "attercop": 13, "green-serpent": 17, "mountain-troll": 45, "tattered-wight": 25,
    "boldog-the-merciless": 110, "orc-champion": 60, "easterling-warrior": 34, "hummerhorn": 11,
    "balcmeg-the-relentless": 160, "lug-the-grotesque": 150, "orc-captain": 63, "warg": 30,
    "grave-wight": 60, "dark-serpent": 60, "orcobal-champion-of-the-orcs": 170,
    "whispering-shadow": 60, "distended-spider": 67, "easterling-archer": 22, "twisted-bat": 60,
    "easterling-spy": 30, "fire-drake-hatchling": 55,
}  # fmt: skip
"""The health that a fight with one costs a beginner who has a sword."""

UNHEARD_OF = 120  # what a fight with any other costs
TURNS = 10  # that a fight takes
BOWSHOT = 7  # squares from which an archer shoots
_SLOW = frozenset(("brood-spider", "phantom", "tattered-wight", "whispering-shadow"))
_ARCHERS = frozenset(("orc-archer", "easterling-archer"))
_FAST_SPIDERS = frozenset(("sword-spider", "shadow-spider"))
_FAST = "CfHmv"  # letters of those that take three steps to his two
_FASTEST = "bI"  # letters of those that take two to his one
_BEGINNER = 9, 10.0  # points of melee or evasion, damage of a hit
_A_POINT = 0.93  # of the cost, for each point of melee or evasion more
_ARMOUR = 3.0  # what a foe's armour takes off a hit


def cost(kind: str) -> float:
    """Return the health that a fight with one of a kind costs: "orc-scout"."""
    return _COSTS.get(kind, UNHEARD_OF)


def pace(letter: str, kind: str) -> float:
    """Return how many steps one of that kind takes while the hero takes one."""
    if kind in _SLOW:
        return 0.5
    if letter in _FASTEST:
        return 2.0
    return 1.5 if letter in _FAST or kind in _FAST_SPIDERS else 1.0


def is_archer(kind: str) -> bool:
    """Return whether those of a kind shoot."""
    return kind in _ARCHERS


def reach(kind: str) -> int:
    """Return from how many squares one strikes or shoots."""
    return BOWSHOT if is_archer(kind) else 1


def frailty(facts: SeatFacts) -> float:
    """Return how much more than a beginner a fight costs a hero: less than 1 for one who is
    stronger."""
    points, harm = _BEGINNER
    share: float = _A_POINT ** (facts.evasion - points + sum(facts.guard) / 2)
    number, sides = facts.melee_dice
    hit = max(0.5, number * (sides + 1) / 2 - _ARMOUR)
    share *= _A_POINT ** (facts.melee - points) * (harm - _ARMOUR) / hit
    return share
