"""Bars: seen and thrown through, opened by a throw at the plate behind them."""

from __future__ import annotations

from math import sqrt

import pytest

from engine.common import flood
from engine.delve import terrain
from engine.delve.rules.formulas import throw_chances
from engine.delve.state import WIDTH
from tests.engine.delve.stage import Stage

GAMES = 120
INNER = [(dy, dx) for dy in (-1, 0, 1) for dx in (3, 4)]


def barred(*things: str, inside: bool = False) -> Stage:
    """Return a hero two squares before bars with a closet behind them, or inside of it."""
    made = Stage()
    for dy in (-2, -1, 0, 1, 2):
        for dx in (2, 3, 4, 5):
            made.ground(dy, dx, terrain.WALL)
    for dy, dx in INNER:
        made.ground(dy, dx, terrain.FLOOR)
    made.ground(0, 2, terrain.BARS)
    made.ground(0, 5, terrain.PLATE)
    made.hero.at = made.at(0, 4 if inside else 0)
    made.hero.memory = {}
    made.free_dice()
    for name in things:
        made.give(name)
    made.look()
    return made


def is_open(made: Stage) -> bool:
    ground = made.level.ground
    return (ground[made.at(0, 2)], ground[made.at(0, 5)]) == (terrain.FLOOR, terrain.WALL)


def walkable(made: Stage) -> bool:
    """Return whether the closet can be walked into."""
    free = flood.where(made.level.ground, terrain.FLOOR)
    return bool(flood.region(free, WIDTH, made.at(0, 0)) >> made.at(0, 4) & 1)


def test_a_throw_that_hits_opens_the_bars_and_lies_behind_them() -> None:
    made = barred("dart")
    made.rig(rest="high")
    made.do("move e")
    assert not walkable(made)
    made.do("throw dart e")
    assert is_open(made)
    assert walkable(made)
    assert [item.kind for item in made.level.items[made.at(0, 4)]] == ["dart"]
    assert made.said("bars go up")


def test_a_throw_that_misses_leaves_them_shut() -> None:
    made = barred("dart")
    made.rig(rest="low")
    made.do("move e")
    made.do("throw dart e")
    assert not is_open(made)
    assert made.said("beside the plate")
    assert [item.kind for item in made.level.items[made.at(0, 4)]] == ["dart"]


def test_a_throw_that_falls_short_comes_down_before_the_bars() -> None:
    made = barred()
    made.give("dart", range=2)
    made.rig(rest="high")
    made.do("throw dart e")
    assert not is_open(made)
    assert [item.kind for item in made.level.items[made.at(0, 1)]] == ["dart"]


def test_whoever_stands_before_the_plate_is_hit_first() -> None:
    made = barred("dart")
    guard = made.dummy(0, 4)
    made.rig(rest="high")
    made.do("move e")
    made.do("throw dart e")
    assert guard.health < 500
    assert not is_open(made)


@pytest.mark.parametrize(
    ("level", "abilities"),
    [
        (8, ("marksman",)),
        pytest.param(0, (), marks=pytest.mark.soak(part="random")),
        pytest.param(5, (), marks=pytest.mark.soak(part="random")),
    ],
)
def test_a_plate_is_hit_as_often_as_the_button_says(level: int, abilities: tuple[str, ...]) -> None:
    opened = 0
    printed: set[int] = set()
    for number in range(GAMES):
        made = barred("dart")
        made.hero.level, made.hero.abilities = level, list(abilities)
        made.hero.at = made.at(0, 1)
        made.look()
        made.free_dice(f"plate {level} {number}")
        [offer] = [o for o in made.rules.legal(made.state, 0) if o.action.verb == "unbar"]
        printed.add(offer.chances[0].percent)
        made.do("throw dart e")
        opened += is_open(made)
    share = 1 - throw_chances(100, level, marksman=bool(abilities))
    assert printed == {round(100 * share)}
    error = sqrt(GAMES * share * (1 - share))
    assert abs(opened - GAMES * share) < 4 * error


def test_the_plan_goes_there_and_throws_what_is_worth_least_until_it_gives() -> None:
    made = barred("long sword", *["stone"] * 9, "potion of healing")
    made.hero.at = made.at(6, -3)
    made.look()
    made.do("unbar")
    assert is_open(made)
    assert {"long sword", "potion of healing"} <= {item.kind for item in made.hero.pack}
    assert made.level.items[made.at(0, 4)][0].kind == "stone"


def test_nothing_fragile_or_worn_is_thrown_by_the_plan() -> None:
    made = barred("potion of healing")
    made.give("long sword", worn=True)
    assert not any(line.startswith("unbar") for line in made.offers())


def test_who_is_inside_presses_the_plate() -> None:
    made = barred(inside=True)
    assert "move e" in made.offers()
    made.do("unbar")
    assert is_open(made)
    assert not made.hero.pack


def test_bars_alone_in_sight_are_gone_to_first() -> None:
    made = barred(*["dart"] * 9)
    made.game.memory(made.hero).ground[made.at(0, 5)] = terrain.UNKNOWN
    made.hero.at = made.at(3, -1)
    assert any(line.startswith("unbar") for line in made.offers())
    made.do("unbar")
    assert is_open(made)
