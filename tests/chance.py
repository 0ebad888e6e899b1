"""Chi-square tests for counts of random draws."""

from collections.abc import Mapping
from math import erfc, sqrt


def upper_tail(chi_square: float, freedom: int) -> float:
    """Return the probability of a chi-square at least so large.

    Uses Wilson and Hilferty's approximation.
    """
    if freedom < 1:
        return 1.0
    spread = 2 / (9 * freedom)
    z = ((chi_square / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread)
    return erfc(z / sqrt(2)) / 2


def same_distribution(one: Mapping[int, int], other: Mapping[int, int], least: int = 60) -> float:
    """Return the probability that two samples of one distribution differ at least as much.

    A two-sample chi-square test; neighbouring values are pooled until each column counts `least`.
    """
    columns: list[tuple[int, int]] = []
    a = b = 0
    for value in sorted({*one, *other}):
        a, b = a + one.get(value, 0), b + other.get(value, 0)
        if a + b >= least:
            columns.append((a, b))
            a = b = 0
    if columns:
        columns[-1] = (columns[-1][0] + a, columns[-1][1] + b)
    totals = sum(a for a, _ in columns), sum(b for _, b in columns)
    everything = sum(totals)
    chi_square = 0.0
    for column in columns:
        for count, total in zip(column, totals, strict=True):
            expected = sum(column) * total / everything
            chi_square += (count - expected) ** 2 / expected
    return upper_tail(chi_square, len(columns) - 1)
