"""The expert's advice on healing."""

from __future__ import annotations

import pytest

from engine.delve.autoplay import fighting
from tests.engine.delve.stage import Stage


@pytest.mark.parametrize(
    ("missing", "held", "advised"),
    [
        (fighting.MUCH_HEALTH, True, ["drink potion-of-healing"]),
        (fighting.MUCH_HEALTH - 1, True, []),
        (0, True, []),
        (fighting.MUCH_HEALTH, False, []),
    ],
)
def test_a_potion_of_healing_is_for_the_hurt_who_have_one(
    missing: int, held: bool, advised: list[str]
) -> None:
    made = Stage()
    made.hero.full_health = 3 * fighting.MUCH_HEALTH
    made.hero.health = made.hero.full_health - missing
    if held:
        made.give("potion of healing")
    assert [str(each.action) for each in fighting.heal(made.game, made.hero)] == advised
