"""Plans by the minute and standing orders: one press for what took several, ended by what their
hero learns, and known to nobody else."""

from __future__ import annotations

import pytest

from engine.common.plans import LIMITS
from engine.contract.action import GM, ActionError
from engine.contract.facts import PlanEnded
from engine.sil.creatures import placement
from engine.sil.level import terrain
from engine.silg import actions
from engine.silg.clock import kept_plans, minute_plans, off_clock_time, standing_orders
from engine.silg.context import SilGContext
from engine.silg.party_sight import refresh
from engine.silg.verbs import read_gm, read_player
from tests.engine.silg.situations import ROOMS, alone, armed, by_minutes, facing, hurt, placed
from tests.engine.silg.stage import RULES, foe, load, skills, table

pytestmark = pytest.mark.covers("spec-silg-table: 2. The clock")


def say(session: SilGContext, line: str, seat: int = 0) -> None:
    """Do a player's or the Game Master's line."""
    session.events.clear()
    session.weighed.clear()
    if seat == GM:
        actions.do_gm(session, read_gm(line))
    else:
        actions.do_player(session, seat, read_player(session, seat, line))


def ended(session: SilGContext) -> list[PlanEnded]:
    """Return how plans have ended in the last action."""
    return [e.fact for e in session.events if isinstance(e.fact, PlanEnded)]


def passed(session: SilGContext, minutes: int = 1) -> None:
    """Let minutes pass."""
    session.events.clear()
    session.weighed.clear()
    off_clock_time.minute(session, minutes)


# ---------------------------------------------------------------- minutes


def test_exploring_goes_through_doors_until_nothing_is_left():
    session = alone()
    say(session, "explore")
    while session.player(0).plan is not None:
        passed(session)
    (fact,) = ended(session)
    assert (fact.plan, fact.reason) == ("explore", "done")
    assert minute_plans.next_frontier(session, 0, "usual") is None
    assert fact.counts["doors"] == 1
    assert "explore" not in [o.action.verb for o in RULES.legal(session.state, 0)]


def test_a_press_explores_the_whole_minute_and_the_next_ones():
    session = alone()
    session.player(0).left = 3
    say(session, "explore")
    assert session.player(0).ready
    assert RULES.turn(session.state).waiting == (GM,)
    before = session.player(0).plan.turns
    passed(session)
    assert ended(session) or session.player(0).plan.turns > before


def test_an_enemy_that_comes_into_view_ends_exploring_and_the_next_goes_on_elsewhere():
    session = alone()
    foe(session, "Wolf", 1, 14, alertness=-15)
    say(session, "explore")
    while session.player(0).plan is not None:
        passed(session)
    (fact,) = ended(session)
    assert fact.reason == "saw"
    assert "wolf" in str(session.events[-1].text)
    here = session.hero(0).y, session.hero(0).x
    say(session, "explore")
    assert [f.reason for f in ended(session)] != ["saw"]
    assert (session.hero(0).y, session.hero(0).x) != here


def test_explorers_keep_clear_of_a_sleeper_unless_they_are_bold():
    session = by_minutes(table("Ann"))
    wolf = foe(session, "Wolf", 1, 14, alertness=-15)
    kept_plans.note_enemies(session, 0)
    known = session.hero(0).knowledge
    for layer in (known.mark, known.walked, known.glimpsed):
        layer[session.state.sil.level.at(wolf.y, wolf.x + 1)] = 0
    known.glimpsed[session.state.sil.level.at(1, 16)] = 0
    assert minute_plans.next_frontier(session, 0, "careful") is None
    assert minute_plans.next_frontier(session, 0, "bold") is not None


def test_a_rest_goes_on_until_the_hero_is_well():
    session = hurt(by_minutes(armed("Ann")), 30)
    say(session, "rest")
    minutes = 0
    while session.player(0).plan is not None:
        passed(session)
        minutes += 1
    assert session.hero(0).health == session.hero(0).derived.max_health
    (fact,) = ended(session)
    assert (fact.reason, fact.turns) == ("done", minutes)
    assert fact.counts["gained"] > 0


def test_ten_minutes_of_the_game_master_end_with_the_first_plan():
    session = by_minutes(armed())
    hurt(session, 70, 0)
    for seat, line in ((0, "rest"), (1, "ready 9")):
        say(session, line, seat)
    session.hero(1).y = 7
    passed(session, 10)
    assert 1 <= session.state.minutes < 9
    assert [f.plan for f in ended(session)] == ["rest"]
    assert RULES.turn(session.state).waiting == (0,)


def test_minutes_named_in_a_plan_are_its_most():
    session = by_minutes(placed(armed(), 1, 7, 15))
    say(session, "ready 3")
    say(session, "ready 9", 1)
    for _ in range(3):
        assert not ended(session)
        passed(session)
    assert [(f.plan, f.turns) for f in ended(session)] == [("ready", 3)]


def test_waiting_ends_when_the_others_have_come():
    session = by_minutes(placed(armed(), 1, 7, 15))
    say(session, "ready 10")
    placed(session, 1, 4, 5)
    passed(session)
    assert [(f.plan, f.reason) for f in ended(session)] == [("ready", "done")]


def test_what_the_game_master_tells_all_ends_plans_and_a_whisper_does_not():
    session = by_minutes(placed(armed(), 1, 7, 15))
    for seat in (0, 1):
        say(session, "ready 10", seat)
    before = session.state.turn
    say(session, "note-to ann Something scratches at the wall", GM)
    assert all(session.player(seat).plan for seat in (0, 1))
    assert RULES.turn(session.state).waiting == (GM,)
    say(session, "tell Something scratches at the wall", GM)
    assert not any(session.player(seat).plan for seat in (0, 1))
    assert RULES.turn(session.state).waiting == (0, 1)
    assert session.state.turn > before


def test_a_search_of_the_room_ends_with_what_it_finds_or_has_searched_every_wall():
    session = by_minutes(table("Ann"))
    level = session.state.sil.level
    load(session, otherwise=1)
    say(session, "search-room")
    assert not session.player(0).plan or session.player(0).ready
    while session.player(0).plan is not None:
        passed(session)
    (fact,) = ended(session)
    assert (fact.plan, fact.reason) == ("search-room", "done")
    session = by_minutes(table("Ann"))
    session.state.sil.level.feature[level.at(4, 0)] = terrain.SECRET_DOOR
    skills(session, 0, perception=40)
    say(session, "search-room")
    while session.player(0).plan is not None:
        passed(session)
    assert [f.reason for f in ended(session)] == ["found"]


def test_a_search_that_finds_nothing_tells_no_more_than_bare_rock():
    told = []
    for feature in (terrain.SECRET_DOOR, terrain.GRANITE):
        session = by_minutes(table("Ann"))
        level = session.state.sil.level
        level.feature[level.at(0, 4)] = feature
        load(session, otherwise=1)
        say(session, "search-room 1")
        told.append([str(e.text) for e in session.events if e.audience != (GM,)])
    assert told[0] == told[1]


def test_limits_end_a_plan_before_its_next_turn():
    session = alone()
    say(session, "explore usual:2")
    (fact,) = ended(session)
    assert (fact.reason, fact.turns) == ("at most", 2)
    assert session.player(0).left == 28


def test_a_plan_is_told_to_its_player_alone():
    session = by_minutes(placed(armed(), 1, 7, 15))
    say(session, "ready 3")
    say(session, "plan")
    told = [e for e in session.events if e.kind == "plan"]
    assert told
    assert {e.audience for e in told} <= {(0,)}
    assert "Plan" not in {str(name) for name, _ in RULES.view(session.state, 1).facts}


# ---------------------------------------------------------------- on the clock


def test_a_fight_declares_by_itself_until_the_enemy_falls():
    session = facing(armed("Ann"), (4, 5))
    session.creatures[0].health = 1
    load(session, otherwise=15)
    say(session, "fight orc-scout-1")
    assert not session.creatures
    assert [f.plan for f in ended(session)] in ([], ["fight"])
    assert session.player(0).plan is None


def test_a_fight_with_somebody_unseen_is_refused():
    session = facing(armed("Ann"), (4, 5))
    with pytest.raises(ActionError):
        say(session, "fight orc-scout-9")
    assert session.player(0).plan is None


@pytest.mark.parametrize(("percent", "line"), [(70, "fight orc-scout-1"), (40, "")])
def test_a_standing_order_declares_only_while_health_is_enough(percent: int, line: str):
    session = facing(armed("Ann"), (4, 5))
    plan = kept_plans.begin(session, 0, read_player(session, 0, "fight orc-scout-1"))
    hurt(session, percent)
    plan.health = session.hero(0).health
    said = standing_orders.declaration(session, 0)
    assert said == ("step e" if line else "")
    assert (session.player(0).plan is None) == (not line)


def test_one_who_is_new_in_sight_ends_a_standing_order():
    session = facing(armed("Ann"), (1, 14))
    kept_plans.begin(session, 0, read_player(session, 0, "plan wait"))
    assert standing_orders.declaration(session, 0) == "wait"
    foe(session, "Wolf", 7, 14)
    refresh(session)
    assert standing_orders.declaration(session, 0) == ""
    assert [f.reason for f in ended(session)] == ["saw"]


def test_a_fight_in_vain_is_given_up():
    session = facing(armed("Ann"), (4, 5))
    plan = kept_plans.begin(session, 0, read_player(session, 0, "fight orc-scout-1"))
    said = [standing_orders.declaration(session, 0) for _ in range(8)]
    assert said == ["step e"] * 6 + ["", ""]
    assert plan.turns == 6


def test_nobody_declares_for_who_has_no_plan():
    session = facing(armed(), (4, 5))
    say(session, "fight orc-scout-1")
    assert RULES.turn(session.state).waiting == (1,)
    assert session.player(1).secret == ""


def test_a_hero_who_may_think_again_has_no_plan():
    session = facing(armed(), (4, 5))
    say(session, "fight orc-scout-1")
    say(session, "undeclare ann", GM)
    assert session.player(0).plan is None
    assert 0 in RULES.turn(session.state).waiting


def test_the_kept_caution_stands_in_the_lines_of_plans():
    session = alone()
    say(session, "caution bold")
    offered = [str(o.action) for o in RULES.legal(session.state, 0) if o.action.verb == "explore"]
    assert offered == ["explore bold"]
    assert str(read_player(session, 0, "explore")) == "explore bold"
    assert str(read_player(session, 0, "explore careful:9")) == "explore careful:9"
    assert RULES.view(session.state, 0).caution == "bold"


def test_a_shortened_plan_has_so_many_turns_and_other_actions_none():
    session = alone()
    explore = read_player(session, 0, "explore")
    assert str(RULES.shorten_plan(explore, 7)) == "explore usual:7"
    assert str(RULES.shorten_plan(read_player(session, 0, "ready 9 bold"), 2)) == "ready 9 bold:2"
    assert RULES.shorten_plan(read_player(session, 0, "ready"), 7) is None
    assert RULES.shorten_plan(read_player(session, 0, "wait"), 7) is None


def test_waiting_on_ends_when_a_known_enemy_comes_near():
    session = facing(armed("Ann"), (1, 14))
    orc = session.creatures[0]
    kept_plans.begin(session, 0, read_player(session, 0, "plan wait"))
    assert standing_orders.declaration(session, 0) == "wait"
    placement.relocate(session.level_game, orc, 4, 7)
    refresh(session)
    assert standing_orders.declaration(session, 0) == ""
    assert [f.reason for f in ended(session)] == ["near"]


def test_followers_come_along_in_the_same_minute_and_the_next_ones():
    session = table("Ann", "Bob", rows=ROOMS)
    for seat, place in enumerate(((2, 3), (2, 5))):
        placed(session, seat, *place)
    by_minutes(session)
    say(session, "follow ann", 1)
    assert session.player(1).ready
    for _ in range(4):
        if session.player(0).plan is None and minute_plans.next_frontier(session, 0, "usual"):
            session.player(0).ready = False
            say(session, "explore")
        passed(session)
    assert session.hero(0).x > 8
    assert session.hero(1).x > 5
    assert minute_plans.are_gathered(session, 0)


def test_a_roll_that_is_still_asked_for_ends_no_plan_when_something_unseen_is_done():
    session = table("Ann", "Bob", rows=ROOMS)
    for seat, place in enumerate(((2, 3), (2, 5))):
        placed(session, seat, *place)
    by_minutes(session)
    say(session, "ask all melee 10", GM)
    say(session, "follow ann", 1)
    say(session, "secret 3d6", GM)
    assert session.player(1).ready
    assert session.player(1).plan is not None
    say(session, "ask all melee 10", GM)
    assert not session.player(1).ready
    assert [(f.plan, f.reason) for f in ended(session)] == [("follow", "question")]


def test_every_follower_comes_along_whoever_else_has_other_plans():
    session = table("Ann", "Bob", "Eve", rows=ROOMS)
    for seat, place in enumerate(((2, 3), (2, 5), (2, 4))):
        placed(session, seat, *place)
    by_minutes(session)
    say(session, "follow bob", 2)
    before = session.hero(2).y, session.hero(2).x
    minute_plans._bring_followers(session, 0)  # not whom Eve follows
    assert (session.hero(2).y, session.hero(2).x) == before
    placed(session, 1, 2, 9)
    minute_plans._bring_followers(session, 1)
    assert session.hero(2).x > before[1]


def test_a_group_that_was_weighed_ends_exploring_once():
    session = by_minutes(table("Ann"))
    foe(session, "Wolf", 1, 14, alertness=-15)
    plan = kept_plans.begin(session, 0, read_player(session, 0, "explore"))
    limits = LIMITS["usual"]
    foe(session, "Wolf", 2, 15, alertness=-15)
    assert kept_plans.news(session, 0, plan, limits, minds=True) is None
    foe(session, "Orc scout", 7, 15, alertness=-15)
    stop = kept_plans.news(session, 0, plan, limits, minds=True)
    assert stop is not None
    assert stop.reason == "saw"
