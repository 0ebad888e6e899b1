"""Order and orders on the clock, lines that are refused at once, stairs, newcomers in sight."""

from __future__ import annotations

import pytest

from engine.contract.action import GM, Action, ActionError
from engine.contract.facts import CreatureRef, Seen
from engine.sil.level import terrain
from engine.silg import party_sight
from engine.silg.clock import (
    clock_lengths,
    encounter_clock,
    kept_plans,
    line_checks,
    minute_plans,
    monster_orders,
    party_stairs,
    walking,
)
from engine.silg.combat import skill_totals
from engine.silg.state import Fighter, KeptPlan
from tests.engine.silg.situations import ROOMS, armed, by_minutes, carrying, facing, placed
from tests.engine.silg.stage import foe, heard, table


@pytest.mark.parametrize(
    ("halves", "told"), [(0, "0 s"), (1, "0.5 s"), (2, "1 s"), (7, "3.5 s"), (120, "60 s")]
)
def test_times_are_told_in_seconds_and_halves(halves, told):
    assert str(encounter_clock.seconds(halves)) == told


def test_speed_is_that_of_now_and_usual_for_who_is_gone():
    game = facing(armed(), (4, 8), name="Wolf")
    key = f"c{game.creatures[0].slot}"
    assert encounter_clock.speed_of(game, "h0") == 2
    assert encounter_clock.speed_of(game, key) == 3
    game.hero(0).derived.speed, game.creatures[0].speed = 3, 1
    assert encounter_clock.speed_of(game, "h0") == 3
    assert encounter_clock.speed_of(game, key) == 1
    assert encounter_clock.speed_of(game, "c99") == 2


def test_allies_act_before_enemies_and_these_in_the_game_masters_order():
    game = armed()
    made = [foe(game, "Wolf", 1, x) for x in (8, 10, 12, 14)]
    one, two, three, four = (f"c{each.slot}" for each in made)
    game.state.desk.allies, game.state.desk.order = [three], [four, two]
    order = [f"c{each.slot}" for each in encounter_clock.in_order(game)]
    assert order == [three, four, two, one]


@pytest.mark.parametrize(("alertness", "due"), [(0, 0), (-1, encounter_clock.OFF)])
def test_only_the_alert_are_due_when_the_clock_starts(alertness, due):
    game = armed("Ann")
    foe(game, "Wolf", 1, 14, alertness=alertness)
    encounter_clock.start(game)
    assert [fighter.due for fighter in game.state.fighters] == [0, due]


def test_who_wakes_is_on_the_clock_and_who_falls_asleep_is_off_it():
    game = facing(armed(), (4, 12))
    wolf, sleeper = foe(game, "Wolf", 1, 14), foe(game, "Wolf", 1, 12, alertness=-15)
    game.state.clock = 10
    wolf.skip_turn = True
    encounter_clock.join(game)
    due = {fighter.key: fighter.due for fighter in game.state.fighters}
    assert due[f"c{wolf.slot}"] == 10 + clock_lengths.length(wolf.speed)
    assert due[f"c{sleeper.slot}"] == encounter_clock.OFF
    assert not wolf.skip_turn
    sleeper.alertness, wolf.alertness = 0, -15
    encounter_clock.join(game)
    due = {fighter.key: fighter.due for fighter in game.state.fighters}
    assert (due[f"c{wolf.slot}"], due[f"c{sleeper.slot}"]) == (encounter_clock.OFF, 10)
    unwary = game.creatures[0]
    unwary.alertness = -5
    before = game.fighter(f"c{unwary.slot}").due
    encounter_clock.join(game)
    assert game.fighter(f"c{unwary.slot}").due == before  # who is awake goes on


# ---------------------------------------------------------------- orders of monsters


def test_a_monster_that_waits_is_asked_about_again_when_a_hero_is_beside_it():
    game = armed()
    wolf = foe(game, "Wolf", 1, 14)
    key = f"c{wolf.slot}"
    game.state.desk.orders = {key: "wait"}
    assert monster_orders.declaration(game, wolf) == "wait"
    placed(game, 1, 2, 13)
    game.events.clear()
    assert not monster_orders.leads_on(game, wolf, "wait")
    assert monster_orders.declaration(game, wolf) == ""
    assert game.state.desk.orders == {}
    assert heard(game) == [("The wolf: a hero is beside it. You decide again.", (GM,))]
    assert monster_orders.declaration(game, wolf) == ""
    assert heard(game) == []


def test_a_monster_that_goes_for_a_hero_is_asked_about_when_it_loses_courage_or_them():
    game = armed()
    wolf = foe(game, "Wolf", 4, 10)
    key = f"c{wolf.slot}"
    game.state.desk.orders = {key: "attack 0"}
    assert monster_orders.declaration(game, wolf).split()[0] == "step"
    wolf.stance = "fleeing"
    game.events.clear()
    assert monster_orders.declaration(game, wolf) == ""
    assert "it has lost courage" in heard(game)[0][0]
    wolf.stance, game.state.desk.orders = "confident", {key: "attack 0"}
    game.player(0).ending = "left"
    assert monster_orders.declaration(game, wolf) == ""
    assert "it does not get there" in heard(game)[0][0]


# ---------------------------------------------------------------- lines


@pytest.mark.parametrize(
    ("verb", "args", "why"),
    [
        ("step", (), "Step n, ne, e, se, s, sw, w or nw."),
        ("step", ("sideways",), "Step n, ne, e, se, s, sw, w or nw."),
        ("quaff", ("z",), "That cannot be done here."),
        ("throw", ("a", "wolf-9"), "That cannot be reached from here."),
        ("throw", ("z", "e"), "That cannot be reached from here."),
        ("fire", ("nearest",), "That cannot be reached from here."),
    ],
)
def test_what_can_be_seen_to_be_impossible_is_refused(verb, args, why):
    game = carrying(facing(armed(), (4, 10)), "Spear")
    with pytest.raises(ActionError) as refused:
        line_checks.check_line(game, 0, Action(verb, args))
    assert str(refused.value) == why


@pytest.mark.parametrize(
    ("verb", "args"),
    [("step", ("w",)), ("step", ("e",)), ("wait", ()), ("search", ()), ("throw", ("a", "e")),
     ("throw", ("a", "K4")), ("throw", ("a", "nearest"))],
)  # fmt: skip
def test_what_may_be_possible_may_be_tried(verb, args):
    game = carrying(facing(armed(), (4, 10)), "Spear")
    line_checks.check_line(game, 0, Action(verb, args))


def test_only_what_takes_time_is_declared():
    game = facing(armed(), (4, 10))
    assert line_checks.read_declaration(game, 0, "E") == "step e"
    with pytest.raises(ActionError, match="cannot be declared"):
        line_checks.read_declaration(game, 0, "stealth on")


def test_who_carries_too_much_or_is_confused_goes_nowhere_by_a_plan():
    game = by_minutes(armed())
    assert walking.hindrance(game, 0) == ""
    game.hero(0).timers.confused = 3
    assert str(walking.hindrance(game, 0)).startswith("You are confused")


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (Action("rest", ("0",)), "Say 1 to 60 minutes."),
        (Action("rest", ("61",)), "Say 1 to 60 minutes."),
        (Action("ready", ("5", "6")), "Say 1 to 60 minutes."),
        (Action("explore", ("5",)), "Say explore, and careful, usual or bold if you like."),
        (Action("follow", ("ann",)), "Say which of the party you follow."),
        (Action("follow", ("eve",)), "Say which of the party you follow."),
        (Action("rest"), "You need no rest."),
    ],
)
def test_a_plan_that_cannot_begin_is_refused(action, why):
    game = by_minutes(armed())
    with pytest.raises(ActionError) as refused:
        minute_plans.begin(game, 0, action)
    assert str(refused.value) == why
    assert game.player(0).plan is None


def test_nobody_walks_by_a_plan_whose_minute_is_spent():
    game = by_minutes(armed())
    game.player(0).left = 0
    with pytest.raises(ActionError, match="Your minute is spent"):
        minute_plans.begin(game, 0, Action("explore"))


# ---------------------------------------------------------------- stairs


@pytest.mark.parametrize(
    ("feature", "way"),
    [(terrain.DOWN_STAIR, "down"), (terrain.UP_STAIR, "up"), (terrain.FLOOR, "")],
)
def test_stairs_lead_where_those_underfoot_do(feature, way):
    game = by_minutes(armed())
    level = game.state.sil.level
    level.feature[level.at(4, 4)] = feature
    assert party_stairs.way_of(game, 0) == way


def test_who_stands_beside_somebody_who_waits_goes_with_them():
    game = by_minutes(armed())
    game.player(1).stairs = "up"
    assert party_stairs.way_of(game, 0) == ""  # two squares away
    placed(game, 1, 4, 5)
    assert party_stairs.way_of(game, 0) == "up"
    assert party_stairs.agreed_way(game) == ""
    game.player(0).stairs = "down"
    assert party_stairs.agreed_way(game) == ""
    game.player(0).stairs = "up"
    assert party_stairs.agreed_way(game) == "up"


# ---------------------------------------------------------------- sight


def test_who_comes_into_view_is_told_once_by_the_name_that_all_use():
    game = placed(armed(), 1, 7, 15)
    game.events.clear()
    wolf = foe(game, "Wolf", 1, 14)
    [event] = [each for each in game.events if isinstance(each.fact, Seen)]
    assert (str(event.text), event.audience) == ("A wolf comes into view.", None)
    assert event.fact == Seen(CreatureRef("wolf", 1))
    game.events.clear()
    party_sight.refresh(game)
    assert game.events == []
    foe(game, "Wolf", 1, 12)
    assert heard(game) == [("A wolf comes into view.", None)]  # the other one is in view already
    assert list(game.state.tags.values()) == [1, 2]
    assert game.state.highest == {wolf.race: 2}


def test_whom_nobody_sees_is_not_told_of():
    game = placed(table("Ann", rows=ROOMS), 0, 2, 3)
    game.events.clear()
    foe(game, "Wolf", 2, 12)
    assert game.events == []
    assert game.state.tags == {}


def test_who_is_gone_is_off_the_clock_and_off_the_game_masters_lists():
    game = facing(armed(), (4, 8))
    there, gone = f"c{game.creatures[0].slot}", "c99"
    desk = game.state.desk
    game.state.fighters.append(Fighter(gone))
    desk.run_by_gm, desk.allies, desk.order = [gone, there], [gone], [there, gone]
    desk.names, desk.evasion, desk.orders = {gone: "Grim"}, {gone: 2, there: 1}, {gone: "wait"}
    party_sight.drop_gone(game)
    assert gone not in [fighter.key for fighter in game.state.fighters]
    assert (desk.run_by_gm, desk.allies, desk.order) == ([there], [], [there])
    assert (desk.names, desk.evasion, desk.orders) == ({}, {there: 1}, {})


# ---------------------------------------------------------------- plans, and being surrounded


@pytest.mark.parametrize(
    ("caution", "action", "line"),
    [
        ("bold", Action("explore"), "explore bold"),
        ("bold", Action("explore", ("careful",)), "explore careful"),
        ("bold", Action("ready"), "ready"),
        ("bold", Action("plan", ("wait",)), "plan wait bold"),
        ("usual", Action("explore"), "explore"),
    ],
)
def test_a_plan_gets_the_heros_caution_unless_it_names_one(caution, action, line):
    game = armed()
    game.hero(0).caution = caution
    assert str(kept_plans.with_caution(game, 0, action)) == line


def test_a_plan_is_shortened_to_one_turn_at_least():
    found = [str(kept_plans.shortened(Action("rest"), turns)) for turns in (0, 3)]
    assert found == ["rest usual:1", "rest usual:3"]
    assert kept_plans.shortened(Action("ready"), 3) is None


def test_what_is_told_to_all_by_the_game_master_ends_plans_off_the_clock():
    game = by_minutes(armed())
    for seat in (0, 1):
        game.player(seat).plan, game.player(seat).ready = KeptPlan("rest"), True
    turn = game.state.turn
    game.events.clear()
    game.tell_gm(kept_plans.text("you are noticed"))
    kept_plans.interrupt(game)
    assert game.player(0).plan is not None
    game.tell(kept_plans.text("you are noticed"))
    game.player(1).asked = "will 9"
    kept_plans.interrupt(game)
    assert [game.player(seat).plan for seat in (0, 1)] == [None, None]
    assert [game.player(seat).ready for seat in (0, 1)] == [False, False]
    assert game.state.turn == turn + 1
    reasons = [each.fact.reason for each in game.events if each.fact is not None]
    assert reasons == ["heard", "question"]


@pytest.mark.parametrize(
    ("place", "cost"),
    [((3, 4), 1), ((3, 3), 2), ((4, 3), 2), ((5, 3), 2), ((5, 4), 1), ((5, 5), 1)],
)
def test_who_is_surrounded_loses_more_to_those_behind(place, cost):
    game = armed("Ann")
    foe(game, "Orc scout", 4, 5)
    assert skill_totals.overwhelmed(game, 4, 4, (4, 5), heroes=False) == 0
    foe(game, "Orc scout", *place)
    assert skill_totals.overwhelmed(game, 4, 4, (4, 5), heroes=False) == cost
    assert skill_totals.overwhelmed(game, 4, 4, (4, 5), heroes=True) == 0
