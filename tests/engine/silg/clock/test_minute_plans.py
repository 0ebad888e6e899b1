"""Plans by the minute: what cannot begin, how far each goes, what ends it (rules: silg 2, T2)."""

from __future__ import annotations

import pytest

from engine.common import compass
from engine.contract.action import ActionError
from engine.contract.facts import PlanEnded
from engine.sil.level import terrain
from engine.silg import actions
from engine.silg.clock import minute_plans, off_clock_time
from engine.silg.context import SilGContext
from engine.silg.party_sight import refresh
from engine.silg.verbs import read_player
from tests.engine.sil.stage import item
from tests.engine.silg.situations import ROOMS, alone, armed, by_minutes, hurt, placed
from tests.engine.silg.stage import load, table

CORRIDOR = ("#" * 26, "#" + "." * 24 + "#", "#" * 26)

pytestmark = pytest.mark.covers("spec-silg-table: 2. The clock")


def say(game: SilGContext, line: str, seat: int = 0) -> None:
    """Do a player's line; only what comes of it has been told then."""
    game.events.clear()
    game.weighed.clear()
    actions.do_player(game, seat, read_player(game, seat, line))


def passed(game: SilGContext) -> None:
    """Let a minute pass; only what comes of it has been told then."""
    game.events.clear()
    game.weighed.clear()
    off_clock_time.minute(game, 1)


def ended(game: SilGContext) -> list[PlanEnded]:
    """Return how plans have ended in the last action."""
    return [e.fact for e in game.events if isinstance(e.fact, PlanEnded)]


def heard(game: SilGContext) -> list[tuple[str, object]]:
    """Return what was told in the last action, with its audience."""
    return [(str(event.text), event.audience) for event in game.events]


def at(game: SilGContext, seat: int = 0) -> tuple[int, int]:
    """Return where a hero stands."""
    return game.hero(seat).y, game.hero(seat).x


def pair(rows=ROOMS, *places: tuple[int, int]) -> SilGContext:
    """Return Ann and Bob at the beginning of a minute, on these squares."""
    game = table("Ann", "Bob", rows=rows)
    for seat, place in enumerate(places or ((2, 3), (2, 5))):
        placed(game, seat, *place)
    return by_minutes(game)


# ---------------------------------------------------------------- what cannot begin


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("explore north", "Say explore, and careful, usual or bold"),
        ("follow", "needs hero"),
        ("follow ann", "which of the party you follow"),
        ("follow nobody", "which of the party you follow"),
        ("follow bob bob", "which of the party you follow"),
        ("rest 0", "Say 1 to 60 minutes"),
        ("rest 61", "Say 1 to 60 minutes"),
        ("rest long", "Say 1 to 60 minutes"),
        ("rest 5 5", "Say 1 to 60 minutes"),
        ("search-room 61", "Say 1 to 60 minutes"),
        ("go Q6", "."),
        ("go nowhere", "is no square"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused_and_not_kept(line, why):
    game = hurt(pair(), 50)
    with pytest.raises(ActionError, match=why):
        say(game, line)
    assert game.player(0).plan is None


@pytest.mark.parametrize("line", ["rest 1", "rest 60", "search-room 60", "follow bob"])
def test_a_plan_that_makes_sense_is_kept_or_done(line):
    game = hurt(pair(), 50)
    say(game, line)
    assert game.player(0).plan is not None or ended(game)


def test_nobody_rests_who_is_well_and_nobody_explores_what_they_know():
    game = pair()
    with pytest.raises(ActionError, match="You need no rest"):
        say(game, "rest")
    game = by_minutes(table("Ann"))
    with pytest.raises(ActionError, match="Nothing that you know of is left to explore"):
        say(game, "explore")


@pytest.mark.parametrize(
    ("line", "allowed"),
    [
        ("explore", False),
        ("search-room", False),
        ("follow bob", True),
        ("rest", True),
        ("ready 5", True),
    ],
)
def test_who_has_spent_the_minute_only_keeps_still_or_follows(line, allowed):
    game = hurt(pair(ROOMS, (2, 3), (4, 7)), 50)
    game.player(0).left = 0
    if allowed:
        say(game, line)
        assert game.player(0).plan.line == line
    else:
        with pytest.raises(ActionError, match="Your minute is spent"):
            say(game, line)
        game.player(0).left = 1
        say(game, line)


@pytest.mark.parametrize("hindrance", ["load", "confusion"])
def test_who_cannot_walk_can_rest(hindrance):
    game = hurt(pair(), 50)
    if hindrance == "load":
        game.hero(0).pack.append(item("Great Axe", weight=9000))
        refresh(game)
    else:
        game.hero(0).timers.confused = 50
    with pytest.raises(ActionError, match="too heavy" if hindrance == "load" else "confused"):
        say(game, "explore")
    say(game, "rest")
    assert game.player(0).plan is not None


# ---------------------------------------------------------------- ready


def test_all_hear_once_that_somebody_is_ready_and_then_the_game_master_is_asked():
    game = pair(ROOMS, (2, 3), (4, 7))
    turn = game.state.turn
    say(game, "ready 9")
    assert ("Ann is ready for the next minute.", None) in heard(game)
    assert (game.player(0).ready, game.state.turn) == (True, turn)
    say(game, "ready 9", 1)
    assert game.state.turn == turn + 1
    passed(game)
    assert game.player(0).ready
    assert not any("is ready" in told for told, _ in heard(game))


# ---------------------------------------------------------------- walking


def test_a_walk_goes_as_far_as_the_minute_and_on_in_the_next():
    game = pair(CORRIDOR, (1, 1), (1, 24))
    game.player(0).left = 3
    say(game, f"go {compass.square(1, 6)}")
    assert (at(game), game.player(0).left, game.player(0).ready) == ((1, 4), 0, True)
    assert game.player(0).plan.turns == 3
    passed(game)
    [fact] = ended(game)
    assert (fact.plan, fact.reason, fact.turns) == ("go", "done", 5)
    assert (at(game), game.player(0).left, game.player(0).ready) == ((1, 6), 28, False)


def test_following_ends_when_its_leader_is_gone():
    game = pair(ROOMS, (2, 3), (4, 7))
    game.player(0).left = 0
    say(game, "follow bob")
    game.player(1).ending = "lost"
    passed(game)
    [fact] = ended(game)
    assert (fact.plan, fact.reason) == ("follow", "other")
    assert "they are gone" in str(game.events[-1].text)


def test_who_follows_goes_on_trying_where_the_way_is_barred():
    game = pair(CORRIDOR, (1, 1), (1, 20))
    level = game.state.sil.level
    level.feature[level.at(1, 5)] = terrain.GRANITE
    say(game, "follow bob")
    assert ended(game) == []
    assert game.player(0).plan.line == "follow bob"
    assert game.player(0).ready
    assert at(game) == (1, 4)


def test_who_follows_stops_two_squares_from_their_leader_who_stays():
    game = pair(CORRIDOR, (1, 1), (1, 7))
    say(game, "follow bob")
    assert (at(game), game.player(0).left) == ((1, 5), 26)
    assert game.player(0).plan.turns == 4
    assert heard(game).count(("Ann moves.", None)) == 1
    passed(game)
    assert game.player(0).plan is not None
    assert not any("moves" in told for told, _ in heard(game))


def test_who_walks_is_followed_at_once_and_heard_from_where_they_are():
    game = pair(CORRIDOR, (1, 1), (1, 3))
    say(game, "follow bob")
    game.player(1).ready = False
    say(game, f"go {compass.square(1, 9)}", 1)
    assert (at(game), at(game, 1)) == ((1, 7), (1, 9))
    level = game.state.sil.level
    sound = game.hero(1).knowledge.noise
    assert (sound[level.at(1, 9)], sound[level.at(1, 3)] > 0) == (0, True)


def test_a_trap_on_the_way_ends_a_plan_and_what_it_cost_is_told():
    game = pair(CORRIDOR, (1, 1), (1, 24))
    level = game.state.sil.level
    level.feature[level.at(1, 3)], level.hidden[level.at(1, 3)] = terrain.PIT, 1
    game.hero(0).health = 12
    load(game, otherwise=3)
    say(game, f"go {compass.square(1, 6)}")
    [fact] = ended(game)
    assert at(game) == (1, 3)
    assert fact.counts["lost"] == 12 - game.hero(0).health > 0


def test_who_is_barred_by_a_wall_that_they_did_not_know_of_stops():
    game = pair(CORRIDOR, (1, 1), (1, 24))
    level = game.state.sil.level
    game.player(0).left = 2
    say(game, f"go {compass.square(1, 9)}")
    level.feature[level.at(1, 5)] = terrain.GRANITE
    passed(game)
    [fact] = ended(game)
    assert fact.reason == "blocked"
    assert at(game) in ((1, 3), (1, 4))


# ---------------------------------------------------------------- what comes into view


def stairs_and_things(*things: str, feature: int = terrain.FLOOR) -> SilGContext:
    """Return Ann before a closed door, behind which things lie on one square."""
    game = alone()
    level = game.state.sil.level
    level.feature[level.at(3, 12)] = feature
    if things:
        level.floor[level.at(3, 12)] = [item(name, known=True) for name in things]
    return game


def explored(game: SilGContext, line: str = "explore") -> PlanEnded:
    """Explore until the plan ends; return how."""
    say(game, line)
    while game.player(0).plan is not None:
        passed(game)
    [fact] = ended(game)
    return fact


def test_things_that_come_into_view_end_exploring_and_are_named():
    game = stairs_and_things("Longsword", "Dagger", "Spear", "Shovel")
    fact = explored(game)
    assert (fact.reason, fact.counts["things"], fact.counts["doors"]) == ("lying", 1, 1)
    told = str(game.events[-1].text)
    assert all(name in told for name in ("Longsword", "Dagger", "Spear"))
    assert "Shovel" not in told
    assert compass.square(3, 12) in told


def test_the_bold_go_past_things_and_count_them():
    game = stairs_and_things("Longsword")
    fact = explored(game, "explore bold")
    assert (fact.reason, fact.counts["things"]) == ("done", 1)


def test_a_forge_that_comes_into_view_ends_even_bold_exploring():
    game = stairs_and_things(feature=terrain.FORGE + 3)
    assert explored(game, "explore bold").reason == "choice"
    assert "forge" in str(game.events[-1].text)


# ---------------------------------------------------------------- searching


def test_a_search_goes_from_place_to_place_and_each_costs_its_time():
    game = pair(ROOMS, (2, 1), (4, 7))
    load(game, otherwise=1)
    say(game, "search-room usual:2")
    [fact] = ended(game)
    assert (fact.reason, fact.turns) == ("at most", 2)
    walked = max(abs(at(game)[0] - 2), abs(at(game)[1] - 1))
    assert game.player(0).left == 30 - 2 - walked < 28


def test_a_search_begins_where_the_hero_stands_by_a_wall_and_keeps_to_the_room():
    game = pair(ROOMS, (2, 1), (4, 7))
    level = game.state.sil.level
    assert minute_plans.next_spot(game, 0) == level.at(2, 1)
    done = [level.at(2, 1)]
    places = []
    while (spot := minute_plans.next_spot(game, 0, done)) is not None:
        done.append(spot)
        places.append(level.place(spot))
    assert places
    assert all(x < 8 for _, x in places), "not through the door"
    assert all(
        max(abs(y - b), abs(x - a)) > 2
        for n, (y, x) in enumerate(places)
        for b, a in [(2, 1), *places[:n]]
    )
    assert (4, 7) not in places, "where a companion stands"


def test_a_search_of_so_many_minutes_ends_with_them():
    game = pair(ROOMS, (2, 1), (4, 7))
    load(game, otherwise=1)
    game.player(0).left = 1
    say(game, "search-room 1")
    assert game.player(0).plan.turns == 1
    game.events.clear()
    passed(game)
    [fact] = ended(game)
    assert (fact.reason, fact.turns) == ("done", 1)


# ---------------------------------------------------------------- keeping still


@pytest.mark.parametrize("lacking", ["health", "voice", "stun", None])
def test_rest_is_for_lost_health_or_voice_and_for_what_ails(lacking):
    game = by_minutes(armed("Ann"))
    hero = game.hero(0)
    if lacking == "stun":
        hero.timers.stun = 5
    elif lacking:
        setattr(hero, lacking, 1)
    assert minute_plans.is_rested(game, 0) == (lacking is None)


def test_companions_are_together_within_two_squares():
    game = pair(ROOMS, (2, 3), (4, 5))
    assert minute_plans.are_gathered(game, 0)
    placed(game, 1, 4, 6)
    assert not minute_plans.are_gathered(game, 0)
    placed(game, 1, 2, 6)
    assert not minute_plans.are_gathered(game, 1)


@pytest.mark.parametrize(("line", "minutes"), [("rest", 60), ("rest 9", 9), ("rest usual:8", 8)])
def test_a_rest_lasts_an_hour_at_most(line, minutes):
    game = by_minutes(armed("Ann"))
    game.hero(0).timers.afraid = 30000
    say(game, line)
    game.player(0).plan.turns = minutes - 1
    passed(game)
    assert game.player(0).plan.turns == minutes
    passed(game)
    [fact] = ended(game)
    assert (fact.reason, fact.turns) == ("done", minutes)
