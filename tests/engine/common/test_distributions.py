"""Exact distributions of dice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from engine.common import distributions as d


def test_dice_are_counted_exactly() -> None:
    for number, sides in [(1, 6), (2, 6), (3, 4), (4, 1)]:
        rolls = [sum(faces) for faces in product(range(1, sides + 1), repeat=number)]
        expected = {total: rolls.count(total) / len(rolls) for total in set(rolls)}
        d.dice.cache_clear()  # or else it may have been counted for another test
        assert d.dice(number, sides) == pytest.approx(expected)


def test_no_dice_come_to_nothing() -> None:
    for number, sides in [(0, 6), (-1, 6), (2, 0), (2, -3)]:
        assert d.dice(number, sides) == {0: 1.0}


def test_the_lowest_of_several_dice() -> None:
    for sides, worst_of in [(6, 1), (6, 2), (4, 3), (1, 2)]:
        rolls = [min(faces) for faces in product(range(1, sides + 1), repeat=worst_of)]
        expected = {face: rolls.count(face) / len(rolls) for face in set(rolls)}
        assert d.die(sides, worst_of) == pytest.approx(expected)


def test_a_die_without_sides_shows_nothing() -> None:
    assert d.die(0) == d.die(-2) == {0: 1.0}


def test_sums_functions_and_mixtures_of_rolls() -> None:
    coin = {0: 0.5, 1: 0.5}
    assert d.added(coin, coin) == {0: 0.25, 1: 0.5, 2: 0.25}
    assert d.mapped(d.die(4), lambda face: face // 2) == {0: 0.25, 1: 0.5, 2: 0.25}
    assert d.mix([(coin, 0.5), ({1: 1.0}, 0.25), ({2: 1.0}, 0.25)]) == {0: 0.25, 1: 0.5, 2: 0.25}
    assert d.mean(d.dice(2, 6)) == pytest.approx(7)


def test_more_than_a_limit_and_at_least_one_more_are_the_same() -> None:
    for limit, above in [(0, 6), (1, 5), (5, 1), (6, 0)]:
        chance = float(Fraction(above, 6))
        assert d.above(d.die(6), limit) == pytest.approx(chance)
        assert d.at_least(d.die(6), limit + 1) == pytest.approx(chance)


def test_percents_are_0_and_100_only_where_it_is_certain() -> None:
    for chance, percent in [
        (0.0, 0),
        (1e-10, 0),
        (1e-8, 1),
        (0.004, 1),
        (0.015, 2),
        (0.5, 50),
        (0.994, 99),
        (0.999, 99),
        (1 - 1e-8, 99),
        (1 - 1e-10, 100),
        (1.0, 100),
    ]:
        assert d.as_percent(chance) == percent
