"""Pools of ten-sided dice: matches, their degree, and the odds.

A match is a face shown by two or more dice of one throw. Its value is the face (0 to 9, 0 the
lowest), its degree the number of dice that show it (rules: kanthe 6, 5).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from engine.common.distributions import as_percent

SIDES = 10
MAP_SIDES = 6


class Match(msgspec.Struct, frozen=True, order=True):
    """A face that two or more dice of a throw show."""

    value: int
    degree: int

    def __str__(self) -> str:
        return " ".join([str(self.value)] * self.degree)


def find_matches(faces: Sequence[int]) -> tuple[Match, ...]:
    """Return the matches of a throw in rising value."""
    counts = Counter(faces)
    return tuple(Match(value, counts[value]) for value in sorted(counts) if counts[value] > 1)


def best_degree(faces: Sequence[int]) -> int:
    """Return the largest degree among the matches, 0 without a match."""
    return max((match.degree for match in find_matches(faces)), default=0)


def chance_of_match(dice: int) -> float:
    """Return the chance that so many dice show at least one match."""
    none = 1.0
    for thrown in range(dice):
        none *= max(0, SIDES - thrown) / SIDES
    return 1.0 - none


def percent_of_match(dice: int) -> int:
    """Return the chance of at least one match as a whole percentage."""
    return as_percent(chance_of_match(dice))
