"""The danger of creatures to the built-in player, by their kinds, and his own strength by his
figures."""

from __future__ import annotations

from engine.sil.autoplay.seat_facts import Foe, SeatFacts

UNHEARD_OF = 120  # what a fight with any other costs
TURNS = 10  # that a fight takes
BOWSHOT = 7  # squares from which an archer shoots
_FAST = "CfHmv"  # letters of those that take three steps to his two
_FASTEST = "bI"  # letters of those that take two to his one
_BEGINNER = 9, 10.0  # points of melee or evasion, damage of a hit
_A_POINT = 0.93  # of the cost, for each point of melee or evasion more
_ARMOUR = 3.0  # what a foe's armour takes off a hit


def cost(foe: Foe) -> float:
    """Return the health that a fight with one of a kind costs."""
    return UNHEARD_OF if foe.danger is None else foe.danger


def pace(letter: str, foe: Foe) -> float:
    """Return how many steps one of that kind takes while the hero takes one."""
    if foe.pace is not None:
        return foe.pace
    if letter in _FASTEST:
        return 2.0
    return 1.5 if letter in _FAST else 1.0


def reach(foe: Foe) -> int:
    """Return from how many squares one strikes or shoots."""
    return BOWSHOT if foe.archer else 1


def frailty(facts: SeatFacts) -> float:
    """Return how much more than a beginner a fight costs a hero: less than 1 for one who is
    stronger."""
    points, harm = _BEGINNER
    share: float = _A_POINT ** (facts.evasion - points + sum(facts.guard) / 2)
    number, sides = facts.melee_dice
    hit = max(0.5, number * (sides + 1) / 2 - _ARMOUR)
    share *= _A_POINT ** (facts.melee - points) * (harm - _ARMOUR) / hit
    return share
