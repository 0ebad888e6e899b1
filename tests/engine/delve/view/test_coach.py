"""The coach's line: a hero's state, what threatens him, and what is best."""

from __future__ import annotations

import pytest

from engine.delve import terrain
from engine.delve.view import coach
from tests.engine.delve.expert_situations import ExpertSituation, Scene


@pytest.mark.parametrize(
    ("scene", "told"),
    [
        (lambda made: made.healthy(70), "70 of 100 health. No enemy in sight."),
        (lambda made: made.hunger(99), "20 of 20 health, hungry."),
        (lambda made: made.hunger(100), "20 of 20 health."),
        (lambda made: made.hunger(24), "20 of 20 health, starving."),
        (lambda made: made.hunger(25), "20 of 20 health, hungry."),
        (
            lambda made: (setattr(made.hero, "full_energy", 100), made.tire(24)),
            "20 of 20 health, 24 energy.",
        ),
        (
            lambda made: (setattr(made.hero, "full_energy", 100), made.tire(25)),
            "20 of 20 health. No enemy in sight.",
        ),
        (lambda made: made.ground(0, 0, terrain.GAS), "You stand in "),
        (
            lambda made: (made.ground(0, 0, terrain.OIL), made.ground(0, 1, terrain.FLAMES)),
            "Fire is about to reach you.",
        ),
        (lambda made: made.choose("marksman"), "A fifth level: choose what grows for good. Best: "),
        (lambda made: made.ask(), "A question that is asked once. Best: "),
    ],
)
def test_the_coach_tells_how_a_hero_stands(scene: Scene, told: str) -> None:
    made = ExpertSituation("fighter", "coach")
    scene(made)
    lines = [str(line) for line in coach.lines(made.game, made.hero)]
    assert told in lines[0]
    assert "(" in lines[0]
    assert "(" not in lines[1]
    assert lines[-1].startswith("Best: ")
    assert sorted(lines, key=len, reverse=True) == lines


@pytest.mark.parametrize(
    ("scene", "told"),
    [
        (lambda made: made.put("rat", 0, 1), "A rat, fighting you, 1 east."),
        (lambda made: made.put("rat", -3, 0), "A rat, coming, 3 north."),
        (lambda made: made.put("rat", 0, 3, asleep=True), "A rat, asleep, 3 east."),
        (lambda made: made.put("rat", 0, 3, statuses={"asleep": 2}), "A rat, asleep, 3 east."),
        (lambda made: made.put("rat", 0, 3, statuses={"frozen": 2}), "A rat, frozen, 3 east."),
        (lambda made: made.put("rat", 0, 3, fled=True), "A rat, fleeing, 3 east."),
        (lambda made: made.put("mould", 0, 3), "A mould, keeping its place, 3 east."),
        (
            lambda made: (made.put("mould", 0, 1, asleep=True), made.put("rat", 0, 3)),
            "A rat, coming, 3 east; 1 more.",
        ),
        (
            lambda made: (made.put("jackal", 0, 2, asleep=True), made.put("mould", 0, 3)),
            "A mould, keeping its place, 3 east; 1 more.",
        ),
    ],
)
def test_the_coach_tells_of_the_enemy_that_matters_most(scene: Scene, told: str) -> None:
    made = ExpertSituation("fighter", "coach")
    scene(made)
    assert told in str(coach.lines(made.game, made.hero)[0])


@pytest.mark.parametrize(
    ("scene", "told"),
    [
        (lambda made: None, None),
        (lambda made: made.put("rat", 0, 3, asleep=True), None),
        (lambda made: made.put("rat", 0, 3), "The rat comes for Ann."),
        (lambda made: made.put("rat", 0, 1), "The rat fights Ann."),
        (lambda made: made.put("rat", 0, 3, statuses={"frozen": 3}), "The rat threatens Ann."),
        (
            lambda made: (made.put("rat", 0, 1), made.put("jackal", 0, 3)),
            "The rat fights Ann. One more is near.",
        ),
        (
            lambda made: (made.put("rat", 0, 2), made.put("jackal", 0, 3), made.put("rat", 2, 3)),
            "The jackal comes for Ann. 2 more are near.",
        ),
    ],
)
def test_the_greatest_threat_is_told_with_how_many_more_there_are(
    scene: Scene, told: str | None
) -> None:
    made = ExpertSituation("fighter", "coach")
    scene(made)
    found = coach.threatening(made.game, made.hero)
    assert (found and str(found)) == told


def test_of_those_who_are_no_threat_the_strongest_is_told() -> None:
    made = ExpertSituation("fighter", "coach")
    assert coach.sleeping(made.game, made.hero) is None
    made.put("rat", 0, 2, asleep=True)
    made.put("cave bear", 0, 5, asleep=True)
    assert str(coach.sleeping(made.game, made.hero)) == "The cave bear, asleep."
    made.hero.fallen = True
    assert coach.sleeping(made.game, made.hero) is None
