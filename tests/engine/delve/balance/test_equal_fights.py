"""Fights of equals: how many blows a monster and a hero of one level bear."""

from __future__ import annotations

import pytest

from engine.delve.balance.equal_fights import blow, blow_ratio, equal_fight, equal_fights
from engine.delve.state import DEEPEST
from tests.engine.delve.stage import content

LEVELS = range(DEEPEST + 1)


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


@pytest.mark.parametrize("level", LEVELS)
def test_an_equal_monster_takes_three_to_four_blows_of_those_who_live_by_them(level: int) -> None:
    blows = [equal_fight(content(), name, level).kills_in for name in ("fighter", "monk")]
    assert all(3 <= each <= 4.3 for each in blows), blows
    assert mean(blows) <= 4


@pytest.mark.parametrize("level", LEVELS)
def test_an_equal_monster_kills_a_hero_in_six_to_eight_blows(level: int) -> None:
    blows = [equal_fight(content(), name, level).falls_in for name in content().open_classes]
    assert 6 <= mean(blows) <= 8.5, blows
    assert all(5.5 <= each <= 9 for each in blows), blows


@pytest.mark.parametrize("level", LEVELS)
def test_a_fighter_strikes_harder_than_a_mage_all_the_way(level: int) -> None:
    assert blow_ratio(content(), "fighter", "mage", level) >= 1.6
    assert blow_ratio(content(), "monk", "mage", level) >= 1.1


def test_every_open_class_has_its_fights() -> None:
    found = list(equal_fights(content()))
    assert len(found) == len(LEVELS) * len(content().open_classes)


def test_a_blow_by_hand() -> None:
    """One die of one side, at full energy 1.4 rounded down: 1; doubled once in ten."""
    assert blow(0, 1, 0, miss=0) == pytest.approx(1.1)
    assert blow(0, 1, 0) == pytest.approx(1.0)


@pytest.mark.parametrize("power", [0, -3])
def test_who_has_no_power_strikes_as_with_the_least(power: int) -> None:
    assert blow(0, power, 0) == blow(0, 1, 0)
