"""Attackers whom a hero does not see: they are not named, and nobody is advised to rest there."""

from __future__ import annotations

import pytest

from engine.delve import terrain
from engine.delve.autoplay import expert
from engine.delve.rules import threats
from engine.delve.rules.threats import note_attack
from engine.delve.state import Plan
from tests.engine.delve.stage import Stage

WAY_OUT = "flee"


def ambushed(made: Stage, dy: int, dx: int) -> None:
    """Let somebody attack the hero whom a wall hides."""
    made.ground(0, 6, terrain.STAIRS_DOWN)
    for row in (-1, 0, 1):
        made.ground(row, -2, terrain.WALL)
    thrower = made.put("stone thrower", dy, dx)
    assert thrower.at not in made.game.seen_by(made.hero)
    note_attack(made.game, made.hero, thrower)


@pytest.mark.parametrize("share", [20, 50, 90])
@pytest.mark.parametrize("place", [(0, -4), (0, -5)])
def test_a_hero_whom_somebody_unseen_attacks_is_advised_to_leave_and_not_to_rest(
    share: int, place: tuple[int, int]
) -> None:
    made = Stage()
    made.hero.health = made.hero.full_health * share // 100
    ambushed(made, *place)
    advised = [str(each.action) for each in expert.ranked(made.game, made.hero)]
    assert WAY_OUT in advised
    assert "rest" not in advised
    made.free_dice()
    made.do(WAY_OUT)
    assert made.hero.depth == 2
    assert not threats.is_ambushed(made.hero)


def test_an_ambush_is_forgotten_in_time() -> None:
    made = Stage()
    ambushed(made, 0, -4)
    assert WAY_OUT in made.offers()
    made.hero.turns += threats.AMBUSH_TURNS + 1
    assert WAY_OUT not in made.offers()


def test_a_plan_that_somebody_unseen_ends_does_not_name_him() -> None:
    made = Stage()
    made.hero.plan = Plan("rest")
    ambushed(made, 0, -4)
    [stop] = made.hero.plan.stops
    assert (stop.reason, stop.by, stop.at) == ("attacked", None, None)
    assert "stone thrower" not in str(stop.why)
