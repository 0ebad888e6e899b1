"""Why plans of heroes end where something has come between, and why actions are refused."""

from __future__ import annotations

import pytest

from engine.common.plans import Stop, Terms
from engine.contract.action import Action, IllegalAction
from engine.contract.texts import text
from engine.delve import terrain
from engine.delve.actions import fight_plans, last_ways, plan_runner, turn_order
from engine.delve.state import Plan
from tests.engine.delve.stage import Stage, content


def refused(made: Stage, action: Action) -> str:
    """Return why an action is refused; nothing has changed then."""
    before = made.rules.dump(made.state)
    with pytest.raises(IllegalAction) as caught:
        made.rules.apply(made.state, 0, action, made.dice)
    assert made.rules.dump(made.state) == before
    return str(caught.value)


def test_a_spell_that_no_book_at_hand_has_is_refused_with_its_name() -> None:
    made = Stage("mage")
    made.hero.spells = ["spark"]
    cast = Action("cast", ("spark", "e"))
    assert refused(made, cast) == "Your book does not have spark."
    assert refused(made, Action("cast", ("freeze", "e"))) == "You know no such spell."
    made.hero.statuses["enlightened"] = 9
    made.rules.apply(made.state, 0, cast, made.dice)
    assert made.said("Ann casts spark.")


@pytest.mark.parametrize("lies", [False, True])
def test_a_door_that_something_stands_in_is_not_closed(lies: bool) -> None:
    made = Stage()
    made.ground(0, 1, terrain.OPEN_DOOR)
    if lies:
        made.level.items[made.at(0, 1)] = [made.give("dagger")]
        made.hero.pack = []
    made.rules.apply(made.state, 0, Action("close", ("e",)), made.dice)
    closed = made.level.ground[made.at(0, 1)] == terrain.DOOR
    assert closed is not lies
    assert made.said("Something is in the way.") is lies


def test_who_is_frozen_is_offered_no_fight_after_a_drink() -> None:
    made = Stage()
    made.put("rat", 0, 2)
    made.give(next(name for name, kind in content().items.items()
                   if "potion" in name and kind.advice.get("prepare")))  # fmt: skip
    assert fight_plans.fights_after_drinking(made.game, made.hero, Terms())
    made.hero.statuses["frozen"] = 3
    assert fight_plans.fights_after_drinking(made.game, made.hero, Terms()) == []


@pytest.mark.parametrize("held", [False, True])
def test_who_is_frozen_on_the_way_to_a_door_goes_no_farther(held: bool) -> None:
    made = Stage()
    made.ground(0, 3, terrain.LOCKED_DOOR)
    if held:
        made.hero.statuses["frozen"] = 3
    stop = last_ways.force(made.game, made.hero, Plan("force", made.at(0, 3)))
    assert stop == (Stop("blocked", text("there is no way")) if held else None)
    assert made.hero.at == made.at(0, 0 if held else 1)


@pytest.mark.parametrize("held", [False, True])
def test_who_is_frozen_on_the_way_across_goes_no_farther(held: bool) -> None:
    made = Stage()
    for dx in (1, 2):
        made.ground(0, dx, terrain.VENT)
    if held:
        made.hero.statuses["frozen"] = 3
    plan = Plan("cross", made.at(0, 3), args=("vent",))
    stop = last_ways.cross(made.game, made.hero, plan)
    assert stop == (Stop("blocked", text("there is no way")) if held else None)
    assert (made.hero.at == made.at(0, 0)) is held


def test_who_meditates_wakes_when_somebody_fights_them() -> None:
    made = Stage()
    made.toughen()
    made.hero.meditating, made.hero.fought = 5, True
    turn_order._advance(made.game)
    assert made.hero.meditating == 0


@pytest.mark.parametrize("asked", [{"choices": [[]]}, {"offered_secret": True}])
def test_a_question_ends_a_plan_and_nothing_is_done_before_it_is_answered(
    asked: dict[str, object],
) -> None:
    made = Stage()
    plan_runner.begin(made.game, made.hero, "wait", (), Terms("usual"))
    for name, value in asked.items():
        setattr(made.hero, name, value)
    before = made.state.round
    turn_order.advance(made.game)
    assert made.hero.plan is None
    assert str(made.hero.lines[-1].text) == "Waited 0 turns; stopped: a question."
    assert made.state.round == before
