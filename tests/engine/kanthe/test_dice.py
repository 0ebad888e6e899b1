"""The dice: matches, degrees, and their odds against exact enumeration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb, factorial

import pytest

from engine.kanthe.dice import (
    SIDES,
    Match,
    best_degree,
    chance_of_match,
    find_matches,
    percent_of_match,
)

MOST = 12


def compositions(dice: int, faces: int) -> Iterator[tuple[int, ...]]:
    """Yield how many dice show each face, for every unordered throw."""
    if faces == 1:
        yield (dice,)
        return
    for count in range(dice + 1):
        for rest in compositions(dice - count, faces - 1):
            yield (count, *rest)


def by_partitions(dice: int) -> Counter[tuple[int, ...]]:
    """Return in how many of the 10 ** dice ordered throws the matches have these degrees, worked
    out from the partitions of the dice alone."""
    counts: Counter[tuple[int, ...]] = Counter()

    def parts(left: int, most: int, chosen: tuple[int, ...]) -> None:
        if left == 0:
            ways, faces = factorial(dice), SIDES
            for size in set(chosen):
                number = chosen.count(size)
                ways //= factorial(size) ** number
                ways *= comb(faces, number)
                faces -= number
            counts[tuple(sorted(size for size in chosen if size > 1))] += ways
            return
        for size in range(min(left, most), 0, -1):
            if len(chosen) < SIDES:
                parts(left - size, size, (*chosen, size))

    parts(dice, dice, ())
    return counts


@pytest.mark.covers("spec-kanthe: Dice", "kanthe-rulebook: Encounter")
@pytest.mark.parametrize("dice", range(1, 8))
def test_matches_of_every_throw_are_as_frequent_as_the_partitions_say(dice: int) -> None:
    found: Counter[tuple[int, ...]] = Counter()
    for counts in compositions(dice, SIDES):
        faces = [face for face, count in enumerate(counts) for _ in range(count)]
        ways = factorial(dice)
        for count in counts:
            ways //= factorial(count)
        found[tuple(sorted(match.degree for match in find_matches(faces)))] += ways
    assert found == by_partitions(dice)
    assert found.total() == SIDES**dice


@pytest.mark.covers("spec-kanthe: Dice")
@pytest.mark.parametrize("dice", range(1, MOST + 1))
def test_chance_of_a_match_is_exact(dice: int) -> None:
    degrees = by_partitions(dice)
    assert degrees.total() == SIDES**dice
    none = Fraction(degrees[()], SIDES**dice)
    assert chance_of_match(dice) == pytest.approx(float(1 - none), abs=1e-12)


def test_five_dice_of_discovery_fall_as_the_spec_says() -> None:
    matches: Counter[int] = Counter()
    for degrees, ways in by_partitions(5).items():
        matches[len(degrees)] += ways
    assert [matches[n] for n in (0, 1, 2)] == [30240, 58060, 11700]


@pytest.mark.parametrize(
    ("dice", "none"),
    [(2, 0.9), (3, 0.72), (4, 0.504), (5, 0.3024), (6, 0.1512), (7, 0.06048), (10, 0.00036288)],
)
def test_chance_of_no_match_is_the_published_one(dice: int, none: float) -> None:
    assert 1 - chance_of_match(dice) == pytest.approx(none)


def test_eleven_dice_are_sure_of_a_match_and_ten_are_not() -> None:
    assert chance_of_match(11) == 1.0
    assert (percent_of_match(10), percent_of_match(11)) == (99, 100)


@pytest.mark.covers("kanthe-rulebook: Discovery")
@pytest.mark.parametrize(
    ("faces", "matches"),
    [
        ((3, 1, 4, 1, 3), (Match(1, 2), Match(3, 2))),  # the rulebook's own example
        ((7, 7, 7, 7, 7), (Match(7, 5),)),
        ((0, 0, 4), (Match(0, 2),)),
        ((0, 1, 2, 3, 4), ()),
    ],
)
def test_matches_are_read_in_rising_value(
    faces: tuple[int, ...], matches: tuple[Match, ...]
) -> None:
    assert find_matches(faces) == matches
    assert best_degree(faces) == max((match.degree for match in matches), default=0)


def test_a_match_is_written_as_its_dice() -> None:
    assert str(Match(7, 3)) == "7 7 7"
