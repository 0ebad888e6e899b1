"""The expert's advice on what to drink: for healing, and before a hard fight."""

from __future__ import annotations

import pytest

from engine.delve.autoplay import fighting
from engine.delve.combat.statuses import SHIELDS
from engine.delve.rules.inventory import token
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


BEFORE_A_FIGHT = {  # the states that potions bring
    "potion of speed": "hasted",
    "potion of stone": "stoneskin",
    "potion of the avatar": "avatar",
    "potion of enlightenment": "enlightened",
    "potion of flames": "fire shield",
    "potion of frost": "ice shield",
    "potion of sparks": "shock shield",
    "potion of vitriol": "acid shield",
}


def drinks_before_a_hard_fight(made: Stage) -> set[str]:
    """Return what the expert would drink with a bear two squares off."""
    bear = made.put("cave bear", 0, 2, level=made.hero.level + 1, health=900, full_health=900)
    found = fighting.recommend(made.game, made.hero, [bear])
    return {str(each.action) for each in found if each.action.verb == "drink"}


@pytest.mark.parametrize("held", [True, False])
@pytest.mark.parametrize(("energy", "is_low"), [(30, False), (10, False), (9, True), (0, True)])
def test_a_potion_of_energy_is_for_those_who_have_one_and_little_energy(
    energy: int, is_low: bool, held: bool
) -> None:
    made = Stage()
    made.hero.energy, made.hero.full_energy = energy, 30
    if held:
        made.give("potion of energy")
    wanted = {"drink potion-of-energy"} if held and is_low else set()
    assert drinks_before_a_hard_fight(made) == wanted


@pytest.mark.parametrize("status", ["", "fire shield", "ice shield", "hasted", "stoneskin"])
def test_before_a_hard_fight_one_drinks_what_one_does_not_feel_yet(status: str) -> None:
    made = Stage()
    for name in BEFORE_A_FIGHT:
        made.give(name)
    made.hero.statuses = {status: 20} if status else {}
    wanted = {
        f"drink {token(name)}"
        for name, given in BEFORE_A_FIGHT.items()
        if given != status and not (given in SHIELDS and status in SHIELDS)
    }
    assert drinks_before_a_hard_fight(made) == wanted
