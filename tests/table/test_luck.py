"""Luck is how far dice were from their mean, in standard deviations."""

from __future__ import annotations

import pytest

from engine.contract.action import Event, Roll
from table.history.roll_stats import luckiest, unluckiest

# A die of three sides has the mean 2 and the variance 2/3; one of six 3.5 and 35/12.


def own(*faces: int, sides: int = 6, lowest: int = 1) -> Roll:
    """Return a roll of the reader's character."""
    return Roll("own", sides, faces, own=True, lowest=lowest)


def event(*rolls: Roll) -> Event:
    """Return an event with these dice."""
    return Event("roll", "A roll.", rolls=rolls)


def others(*faces: int) -> Roll:
    """Return a roll of somebody else, of six sides."""
    return Roll("others", 6, faces)


@pytest.mark.parametrize(
    ("luckier", "less"),
    [
        (event(own(6)), event(own(5))),
        (event(own(3, sides=3)), event(own(10, 10, sides=13))),  # 1.22, 1.13
        (event(own(12, 11, sides=13)), event(own(3, sides=3))),  # 1.70, 1.22
        (event(own(2, sides=2)), event(own(16, sides=20))),  # 1, 0.95
        (event(own(6, 6)), event(own(6))),  # 2.07, 1.46
        (event(own(6, 3)), event(own(4))),  # 0.83, 0.29
        (event(own(5)), event(own(5), others(4))),
        (event(own(5), others(3)), event(own(5))),
        (event(own(5), own(4)), event(own(5))),
        (event(own(6, lowest=1)), event(own(6, lowest=3))),  # 1.46, 0.29
        (event(own(4)), event(own(1, sides=1))),  # 0.29, 0
    ],
)
def test_of_two_rolls_that_is_luckier_which_is_further_above_its_mean(
    luckier: Event, less: Event
) -> None:
    assert luckiest([luckier, less]) is luckiest([less, luckier]) is luckier


@pytest.mark.parametrize(
    ("worse", "less"),
    [
        (event(own(1)), event(own(2))),
        (event(own(1, 1)), event(own(1))),
        (event(own(3), others(4)), event(own(3))),
        (event(own(1), others(2)), event(own(3))),  # -0.59, -0.29
        (event(own(3)), event(own(1, sides=1))),
    ],
)
def test_of_two_rolls_that_is_unluckier_which_is_further_below_its_mean(
    worse: Event, less: Event
) -> None:
    assert unluckiest([worse, less]) is unluckiest([less, worse]) is worse


@pytest.mark.parametrize(
    "found",
    [
        event(),
        event(others(1, 1), others(6)),  # dice of others alone are nobody's luck
        event(others(6)),
        event(own(1, sides=1)),
        event(own(2, sides=3)),
        event(own(4), others(4)),
    ],
)
def test_dice_at_their_mean_and_dice_of_others_alone_are_no_luck(found: Event) -> None:
    assert (luckiest([found]), unluckiest([found])) == (None, None)
    assert (luckiest([]), unluckiest([])) == (None, None)
