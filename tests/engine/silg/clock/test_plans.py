"""Plans by the minute and standing orders: one press for what took several, ended by what their
hero learns, and known to nobody else."""

from __future__ import annotations

import pytest

from engine.common import compass
from engine.common.plans import LIMITS
from engine.contract.action import GM, ActionError
from engine.contract.facts import Attacked, CreatureRef, PlanEnded, SeatRef
from engine.contract.texts import text
from engine.sil.creatures import placement
from engine.sil.level import terrain
from engine.sil.perception import vision
from engine.silg import actions
from engine.silg.clock import kept_plans, minute_plans, off_clock_time, standing_orders
from engine.silg.context import SilGContext
from engine.silg.party_sight import refresh
from engine.silg.verbs import read_gm, read_player
from tests.engine.silg.situations import ROOMS, alone, armed, by_minutes, facing, hurt, placed
from tests.engine.silg.stage import RULES, foe, load, skills, table

pytestmark = pytest.mark.covers("spec-silg-table: 2. The clock")


def say(game: SilGContext, line: str, seat: int = 0) -> None:
    """Do a player's or the Game Master's line."""
    game.events.clear()
    game.weighed.clear()
    if seat == GM:
        actions.do_gm(game, read_gm(line))
    else:
        actions.do_player(game, seat, read_player(game, seat, line))


def ended(game: SilGContext) -> list[PlanEnded]:
    """Return how plans have ended in the last action."""
    return [e.fact for e in game.events if isinstance(e.fact, PlanEnded)]


def passed(game: SilGContext, minutes: int = 1) -> None:
    """Let minutes pass."""
    game.events.clear()
    game.weighed.clear()
    off_clock_time.minute(game, minutes)


# ---------------------------------------------------------------- minutes


def test_exploring_goes_through_doors_until_nothing_is_left():
    game = alone()
    say(game, "explore")
    while game.player(0).plan is not None:
        passed(game)
    (fact,) = ended(game)
    assert (fact.plan, fact.reason) == ("explore", "done")
    assert minute_plans.next_frontier(game, 0, "usual") is None
    assert fact.counts["doors"] == 1
    assert "explore" not in [o.action.verb for o in RULES.legal(game.state, 0)]


def test_a_press_explores_the_whole_minute_and_the_next_ones():
    game = alone()
    game.player(0).left = 3
    say(game, "explore")
    assert game.player(0).ready
    assert RULES.turn(game.state).waiting == (GM,)
    before = game.player(0).plan.turns
    passed(game)
    assert ended(game) or game.player(0).plan.turns > before


def test_an_enemy_that_comes_into_view_ends_exploring_and_the_next_goes_on_elsewhere():
    game = alone()
    foe(game, "Wolf", 1, 14, alertness=-15)
    say(game, "explore")
    while game.player(0).plan is not None:
        passed(game)
    (fact,) = ended(game)
    assert fact.reason == "saw"
    assert "wolf" in str(game.events[-1].text)
    here = game.hero(0).y, game.hero(0).x
    say(game, "explore")
    assert [f.reason for f in ended(game)] != ["saw"]
    assert (game.hero(0).y, game.hero(0).x) != here


def test_explorers_keep_clear_of_a_sleeper_unless_they_are_bold():
    game = by_minutes(table("Ann"))
    wolf = foe(game, "Wolf", 1, 14, alertness=-15)
    kept_plans.note_enemies(game, 0)
    known = game.hero(0).knowledge
    for layer in (known.mark, known.walked, known.glimpsed):
        layer[game.state.sil.level.at(wolf.y, wolf.x + 1)] = 0
    known.glimpsed[game.state.sil.level.at(1, 16)] = 0
    assert minute_plans.next_frontier(game, 0, "careful") is None
    assert minute_plans.next_frontier(game, 0, "bold") is not None


def test_a_rest_goes_on_until_the_hero_is_well():
    game = hurt(by_minutes(armed("Ann")), 30)
    say(game, "rest")
    minutes = 0
    while game.player(0).plan is not None:
        passed(game)
        minutes += 1
    assert game.hero(0).health == game.hero(0).derived.max_health
    (fact,) = ended(game)
    assert (fact.reason, fact.turns) == ("done", minutes)
    assert fact.counts["gained"] > 0


def test_ten_minutes_of_the_game_master_end_with_the_first_plan():
    game = by_minutes(armed())
    hurt(game, 70, 0)
    for seat, line in ((0, "rest"), (1, "ready 9")):
        say(game, line, seat)
    game.hero(1).y = 7
    passed(game, 10)
    assert 1 <= game.state.minutes < 9
    assert [f.plan for f in ended(game)] == ["rest"]
    assert RULES.turn(game.state).waiting == (0,)


def test_minutes_named_in_a_plan_are_its_most():
    game = by_minutes(placed(armed(), 1, 7, 15))
    say(game, "ready 3")
    say(game, "ready 9", 1)
    for _ in range(3):
        assert not ended(game)
        passed(game)
    assert [(f.plan, f.turns) for f in ended(game)] == [("ready", 3)]


def test_waiting_ends_when_the_others_have_come():
    game = by_minutes(placed(armed(), 1, 7, 15))
    say(game, "ready 10")
    placed(game, 1, 4, 5)
    passed(game)
    assert [(f.plan, f.reason) for f in ended(game)] == [("ready", "done")]


def test_what_the_game_master_tells_all_ends_plans_and_a_whisper_does_not():
    game = by_minutes(placed(armed(), 1, 7, 15))
    for seat in (0, 1):
        say(game, "ready 10", seat)
    before = game.state.turn
    say(game, "note-to ann Something scratches at the wall", GM)
    assert all(game.player(seat).plan for seat in (0, 1))
    assert RULES.turn(game.state).waiting == (GM,)
    say(game, "tell Something scratches at the wall", GM)
    assert not any(game.player(seat).plan for seat in (0, 1))
    assert RULES.turn(game.state).waiting == (0, 1)
    assert game.state.turn > before


def test_a_search_of_the_room_ends_with_what_it_finds_or_has_searched_every_wall():
    game = by_minutes(table("Ann"))
    level = game.state.sil.level
    load(game, otherwise=1)
    say(game, "search-room")
    assert not game.player(0).plan or game.player(0).ready
    while game.player(0).plan is not None:
        passed(game)
    (fact,) = ended(game)
    assert (fact.plan, fact.reason) == ("search-room", "done")
    game = by_minutes(table("Ann"))
    game.state.sil.level.feature[level.at(4, 0)] = terrain.SECRET_DOOR
    skills(game, 0, perception=40)
    say(game, "search-room")
    while game.player(0).plan is not None:
        passed(game)
    assert [f.reason for f in ended(game)] == ["found"]


def test_a_search_that_finds_nothing_tells_no_more_than_bare_rock():
    told = []
    for feature in (terrain.SECRET_DOOR, terrain.GRANITE):
        game = by_minutes(table("Ann"))
        level = game.state.sil.level
        level.feature[level.at(0, 4)] = feature
        load(game, otherwise=1)
        say(game, "search-room 1")
        told.append([str(e.text) for e in game.events if e.audience != (GM,)])
    assert told[0] == told[1]


def test_limits_end_a_plan_before_its_next_turn():
    game = alone()
    say(game, "explore usual:2")
    (fact,) = ended(game)
    assert (fact.reason, fact.turns) == ("at most", 2)
    assert game.player(0).left == 28


def test_a_plan_is_told_to_its_player_alone():
    game = by_minutes(placed(armed(), 1, 7, 15))
    say(game, "ready 3")
    say(game, "plan")
    told = [e for e in game.events if e.kind == "plan"]
    assert told
    assert {e.audience for e in told} <= {(0,)}
    assert "Plan" not in {str(name) for name, _ in RULES.view(game.state, 1).facts}


# ---------------------------------------------------------------- on the clock


def test_a_fight_declares_by_itself_until_the_enemy_falls():
    game = facing(armed("Ann"), (4, 5))
    game.creatures[0].health = 1
    load(game, otherwise=15)
    say(game, "fight orc-scout-1")
    assert not game.creatures
    assert [f.plan for f in ended(game)] in ([], ["fight"])
    assert game.player(0).plan is None


def test_a_fight_with_somebody_unseen_is_refused():
    game = facing(armed("Ann"), (4, 5))
    with pytest.raises(ActionError):
        say(game, "fight orc-scout-9")
    assert game.player(0).plan is None


@pytest.mark.parametrize(("percent", "line"), [(70, "fight orc-scout-1"), (40, "")])
def test_a_standing_order_declares_only_while_health_is_enough(percent: int, line: str):
    game = facing(armed("Ann"), (4, 5))
    plan = kept_plans.begin(game, 0, read_player(game, 0, "fight orc-scout-1"))
    hurt(game, percent)
    plan.health = game.hero(0).health
    said = standing_orders.declaration(game, 0)
    assert said == ("step e" if line else "")
    assert (game.player(0).plan is None) == (not line)


def test_one_who_is_new_in_sight_ends_a_standing_order():
    game = facing(armed("Ann"), (1, 14))
    kept_plans.begin(game, 0, read_player(game, 0, "plan wait"))
    assert standing_orders.declaration(game, 0) == "wait"
    foe(game, "Wolf", 7, 14)
    refresh(game)
    assert standing_orders.declaration(game, 0) == ""
    assert [f.reason for f in ended(game)] == ["saw"]


def test_a_fight_in_vain_is_given_up():
    game = facing(armed("Ann"), (4, 5))
    plan = kept_plans.begin(game, 0, read_player(game, 0, "fight orc-scout-1"))
    said = [standing_orders.declaration(game, 0) for _ in range(8)]
    assert said == ["step e"] * 6 + ["", ""]
    assert plan.turns == 6


def test_a_fight_that_does_harm_goes_on_and_tells_how_much():
    game = facing(armed("Ann"), (4, 5))
    plan = kept_plans.begin(game, 0, read_player(game, 0, "fight orc-scout-1"))
    for seat in (0, 1):
        blow = Attacked(by=SeatRef(seat), target=CreatureRef("orc-scout"), hit=True, damage=7)
        game.tell(text("A blow."), (0,), "blow", fact=blow)
    said = [standing_orders.declaration(game, 0) for _ in range(8)]
    assert said == ["step e"] * 8
    assert plan.counts["dealt"] == 7


def test_nobody_declares_for_who_has_no_plan():
    game = facing(armed(), (4, 5))
    say(game, "fight orc-scout-1")
    assert RULES.turn(game.state).waiting == (1,)
    assert game.player(1).secret == ""


def test_a_hero_who_may_think_again_has_no_plan():
    game = facing(armed(), (4, 5))
    say(game, "fight orc-scout-1")
    say(game, "undeclare ann", GM)
    assert game.player(0).plan is None
    assert 0 in RULES.turn(game.state).waiting


def test_the_kept_caution_stands_in_the_lines_of_plans():
    game = alone()
    say(game, "caution bold")
    offered = [str(o.action) for o in RULES.legal(game.state, 0) if o.action.verb == "explore"]
    assert offered == ["explore bold"]
    assert str(read_player(game, 0, "explore")) == "explore bold"
    assert str(read_player(game, 0, "explore careful:9")) == "explore careful:9"
    assert RULES.view(game.state, 0).caution == "bold"


def test_a_shortened_plan_has_so_many_turns_and_other_actions_none():
    game = alone()
    explore = read_player(game, 0, "explore")
    assert str(RULES.shorten_plan(explore, 7)) == "explore usual:7"
    assert str(RULES.shorten_plan(read_player(game, 0, "ready 9 bold"), 2)) == "ready 9 bold:2"
    assert RULES.shorten_plan(read_player(game, 0, "ready"), 7) is None
    assert RULES.shorten_plan(read_player(game, 0, "wait"), 7) is None


def test_waiting_on_ends_when_a_known_enemy_comes_near():
    game = facing(armed("Ann"), (1, 14))
    orc = game.creatures[0]
    kept_plans.begin(game, 0, read_player(game, 0, "plan wait"))
    assert standing_orders.declaration(game, 0) == "wait"
    placement.relocate(game.level_game, orc, 4, 7)
    refresh(game)
    assert standing_orders.declaration(game, 0) == ""
    assert [f.reason for f in ended(game)] == ["near"]


def test_followers_come_along_in_the_same_minute_and_the_next_ones():
    game = table("Ann", "Bob", rows=ROOMS)
    for seat, place in enumerate(((2, 3), (2, 5))):
        placed(game, seat, *place)
    by_minutes(game)
    say(game, "follow ann", 1)
    assert game.player(1).ready
    for _ in range(4):
        if game.player(0).plan is None and minute_plans.next_frontier(game, 0, "usual"):
            game.player(0).ready = False
            say(game, "explore")
        passed(game)
    assert game.hero(0).x > 8
    assert game.hero(1).x > 5
    assert minute_plans.are_gathered(game, 0)


def test_a_roll_that_is_still_asked_for_ends_no_plan_when_something_unseen_is_done():
    game = table("Ann", "Bob", rows=ROOMS)
    for seat, place in enumerate(((2, 3), (2, 5))):
        placed(game, seat, *place)
    by_minutes(game)
    say(game, "ask all melee 10", GM)
    say(game, "follow ann", 1)
    say(game, "secret 3d6", GM)
    assert game.player(1).ready
    assert game.player(1).plan is not None
    say(game, "ask all melee 10", GM)
    assert not game.player(1).ready
    assert [(f.plan, f.reason) for f in ended(game)] == [("follow", "question")]


def test_every_follower_comes_along_whoever_else_has_other_plans():
    game = table("Ann", "Bob", "Eve", rows=ROOMS)
    for seat, place in enumerate(((2, 3), (2, 5), (2, 4))):
        placed(game, seat, *place)
    by_minutes(game)
    say(game, "follow bob", 2)
    before = game.hero(2).y, game.hero(2).x
    minute_plans._bring_followers(game, 0)  # not whom Eve follows
    assert (game.hero(2).y, game.hero(2).x) == before
    placed(game, 1, 2, 9)
    minute_plans._bring_followers(game, 1)
    assert game.hero(2).x > before[1]


def test_a_group_that_was_weighed_ends_exploring_once():
    game = by_minutes(table("Ann"))
    foe(game, "Wolf", 1, 14, alertness=-15)
    plan = kept_plans.begin(game, 0, read_player(game, 0, "explore"))
    limits = LIMITS["usual"]
    foe(game, "Wolf", 2, 15, alertness=-15)
    assert kept_plans.news(game, 0, plan, limits, minds=True) is None
    foe(game, "Orc scout", 7, 15, alertness=-15)
    stop = kept_plans.news(game, 0, plan, limits, minds=True)
    assert stop is not None
    assert stop.reason == "saw"


def test_an_enemy_is_remembered_where_it_was_until_that_square_is_seen_empty():
    game = alone()
    level = game.state.sil.level
    wolf = foe(game, "Wolf", 1, 6)
    kept_plans.note_enemies(game, 0)
    where = {wolf.slot: level.at(1, 6)}
    assert game.player(0).met == where
    placed(game, 0, 2, 12)
    vision.update(game.hero_game(0))
    refresh(game)
    kept_plans.note_enemies(game, 0)
    assert game.player(0).met == where, "behind the door"
    placed(game, 0, 1, 3)
    placement.relocate(game.level_game, wolf, 1, 15)
    vision.update(game.hero_game(0))
    refresh(game)
    kept_plans.note_enemies(game, 0)
    assert game.player(0).met == {}


def test_who_explores_is_told_where_the_stairs_are_that_come_into_view():
    game = alone()
    level = game.state.sil.level
    level.feature[level.at(4, 14)] = terrain.DOWN_STAIR
    say(game, "explore")
    while game.player(0).plan is not None:
        passed(game)
    (fact,) = ended(game)
    assert fact.reason == "choice"
    assert compass.square(4, 14) in str(game.events[-1].text)
