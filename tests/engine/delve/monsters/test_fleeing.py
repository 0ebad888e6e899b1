"""Monsters that flee: how far, until when, and what they do in a corner."""

from __future__ import annotations

import pytest

from engine.delve import terrain
from engine.delve.monsters import monster_turn
from engine.delve.rules import vision
from engine.delve.rules.context import gap
from engine.delve.turns import end_of_turn
from tests.engine.delve.monsters.test_monsters import HIT, theft, turn
from tests.engine.delve.stage import HERE, Stage


def test_the_cowardly_flee_and_the_cornered_fight() -> None:
    made = Stage()
    rat = made.put("rat", 0, 1, health=2)
    turn(made, rat)
    assert gap(rat.at, HERE) == 2
    assert rat.fled
    made = Stage()
    made.toughen()
    rat = made.put("rat", 0, 1, health=2)
    for dy in (-1, 0, 1):
        made.ground(dy, 2, terrain.WALL)
    made.ground(-1, 1, terrain.WALL)
    made.ground(1, 1, terrain.WALL)
    made.rig(HIT, 2)
    turn(made, rat)
    assert made.is_hurt()


@pytest.mark.parametrize(("kind", "threatens"), [("kobold slinger", True), ("kobold", False)])
def test_of_the_cornered_only_those_who_shoot_are_a_threat_from_afar(
    kind: str, threatens: bool
) -> None:
    made = Stage()
    made.toughen()
    cornered = made.put(kind, 0, 4, health=2)
    for dy in (-1, 0, 1):
        for dx in (3, 4, 5):
            if (dy, dx) not in ((0, 3), (0, 4)):
                made.ground(dy, dx, terrain.WALL)
    turn(made, cornered)
    assert vision.is_threat(made.game, made.hero, cornered) is threatens


@pytest.mark.parametrize("squares", [2, 4, 7])
def test_who_flees_goes_on_out_of_sight_and_does_not_turn_back(squares: int) -> None:
    made = Stage()
    rat = made.put("rat", 0, squares, health=2)
    turn(made, rat)
    for dy in range(-9, 19):
        made.ground(dy, squares, terrain.WALL)
    before = gap(rat.at, HERE)
    for _ in range(monster_turn.FOLLOWS):
        turn(made, rat)
        assert gap(rat.at, HERE) >= before
        before = gap(rat.at, HERE)
    assert before > squares + 1


def test_a_thief_gets_away() -> None:
    made, thief = theft()
    for dx in range(3, 12, 2):
        made.ground(0, dx, terrain.WALL)
    for _ in range(15):
        turn(made, thief)
    assert gap(thief.at, HERE) > 8


def test_shields_by_nature_last_and_cast_ones_run_out() -> None:
    made = Stage()
    salamander, founder = made.put("fire salamander", 0, 5), made.put("the Founder", 0, 7)
    salamander.statuses["ice shield"] = 3
    for _ in range(200):
        for each in (salamander, founder):
            end_of_turn.end_turn(made.game, each)
    assert set(salamander.statuses) == {"fire shield"}
    assert "fire shield" in founder.statuses
