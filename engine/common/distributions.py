"""Exact distributions of dice: the probability of each whole number that a roll can come to.

A distribution is a mapping from results to probabilities, which sum to 1; nobody may change one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from math import fsum

Distribution = Mapping[int, float]

CERTAIN: Distribution = {0: 1.0}
_CERTAIN = 1e-9  # how near to 0 or 1 a sum of probabilities is when it is certain


def mix(parts: Iterable[tuple[Distribution, float]]) -> Distribution:
    """Return what one of several distributions comes to, each as likely as its weight."""
    total: dict[int, float] = {}
    for part, weight in parts:
        for value, chance in part.items():
            total[value] = total.get(value, 0.0) + weight * chance
    return total


def mapped(of: Distribution, change: Callable[[int], int]) -> Distribution:
    """Return the distribution of a function of a roll."""
    return mix(({change(value): 1.0}, chance) for value, chance in of.items())


def added(one: Distribution, other: Distribution) -> Distribution:
    """Return the distribution of the sum of two independent rolls."""
    return mix(
        ({value + more: chance for more, chance in other.items()}, weight)
        for value, weight in one.items()
    )


@lru_cache(maxsize=64)
def die(sides: int, worst_of: int = 1) -> Distribution:
    """Return one die, or the lowest of several; 0 when it has no sides."""
    if sides <= 0:
        return CERTAIN
    least = [((sides - face + 1) / sides) ** worst_of for face in range(1, sides + 2)]
    return {face: least[face - 1] - least[face] for face in range(1, sides + 1)}


@lru_cache(maxsize=1024)
def dice(number: int, sides: int) -> Distribution:
    """Return the sum of `number` dice of `sides` sides (0 when either is 0 or less)."""
    if number <= 0 or sides <= 0:
        return CERTAIN
    before, window = dice(number - 1, sides), 0.0
    found: dict[int, float] = {}
    for total in range(number, number * sides + 1):  # of the sums that one die leads to it
        window += before.get(total - 1, 0.0) - before.get(total - sides - 1, 0.0)
        found[total] = max(0.0, window) / sides
    return found


def mean(of: Distribution) -> float:
    """Return the mean of a roll. `fsum`, for `sum` rounds otherwise since Python 3.12: printed
    figures would differ."""
    return fsum(value * chance for value, chance in of.items())


def at_least(of: Distribution, least: int) -> float:
    """Return the probability of a number that is not smaller."""
    return above(of, least - 1)


def above(of: Distribution, limit: int) -> float:
    """Return the probability of more than a limit."""
    return fsum(chance for value, chance in of.items() if value > limit)


def as_percent(chance: float) -> int:
    """Return a probability in percent: 0 and 100 only where it is certain."""
    if chance < _CERTAIN:
        return 0
    if chance > 1 - _CERTAIN:
        return 100
    return min(99, max(1, round(100 * chance)))
