"""Kept plans: what their hero weighs before they go on, and how their end is told (rules: silg
2)."""

from __future__ import annotations

import pytest

from engine.common.plans import LIMITS, Stop
from engine.contract.action import GM
from engine.contract.facts import Attacked, CreatureRef, Found, Heard, Noticed, PlanEnded, SeatRef
from engine.contract.texts import text
from engine.sil.creatures import placement
from engine.silg.clock import kept_plans
from engine.silg.context import SilGContext
from engine.silg.party_sight import refresh
from engine.silg.verbs import read_player
from tests.engine.silg.situations import armed, by_minutes, placed
from tests.engine.silg.stage import foe, table

pytestmark = pytest.mark.covers("spec-silg-table: 2. The clock")


def begun(line: str = "ready 9", *, names: tuple[str, ...] = ("Ann", "Bob")):
    """Return heroes of whom the first has just begun a plan, and the plan."""
    game = by_minutes(placed(armed(*names), 1, 7, 15))
    return game, kept_plans.begin(game, 0, read_player(game, 0, line))


def news(game: SilGContext, plan: kept_plans.KeptPlan, *, minds: bool = True) -> Stop | None:
    """Return what ends the plan now."""
    return kept_plans.news(game, 0, plan, LIMITS["usual"], minds=minds)


# ---------------------------------------------------------------- enemies


@pytest.mark.parametrize(
    ("name", "place", "turns"),
    [
        ("Orc scout", (4, 5), 0),
        ("Orc scout", (4, 9), 4),
        ("Orc scout", (1, 4), 2),
        ("Orc scout", (7, 6), 2),
        ("Orc scout", (1, 10), 5),
        ("Wolf", (4, 12), 7 * 3 / 4),
        ("Tanglethorn", (4, 9), kept_plans.FAR),
        ("Tanglethorn", (4, 5), 0),
    ],
)
def test_an_enemy_is_as_near_as_its_steps_are_long(name, place, turns):
    game = table("Ann")
    creature = foe(game, name, *place)
    game.hero_game(0).lore.races[creature.race].flags = list(
        game.data.monsters[creature.race].flags
    )
    [seen] = kept_plans.sightings(game, 0, minds=True)
    assert seen.turns == turns
    assert (seen.key, seen.at) == (creature.slot, place)


@pytest.mark.parametrize(("spells", "turns"), [(["ARROW1"], 0), (["SHRIEK"], 9), ([], 9)])
def test_who_is_known_to_shoot_is_near_from_afar(spells, turns):
    game = table("Ann")
    archer = foe(game, "Orc archer", 4, 14)
    game.hero_game(0).lore.races[archer.race].spells = spells
    [seen] = kept_plans.sightings(game, 0, minds=True)
    assert seen.turns == turns


def test_an_enemy_is_told_with_its_distance_and_where_it_is():
    game = table("Ann")
    foe(game, "Orc scout", 4, 13)
    [seen] = kept_plans.sightings(game, 0, minds=True)
    assert str(seen.words) == "an orc scout, 9 east"


@pytest.mark.parametrize("minds", [True, False])
def test_who_is_seen_to_move_is_awake_and_stays_so_while_minds_matter(minds):
    game = table("Ann")
    orc = foe(game, "Orc scout", 4, 13)
    kept_plans.note_enemies(game, 0)
    assert [each.alert for each in kept_plans.sightings(game, 0, minds=minds)] == [False]
    placement.relocate(game.level_game, orc, 4, 12)
    refresh(game)
    assert [each.alert for each in kept_plans.sightings(game, 0, minds=minds)] == [minds]
    kept_plans.note_enemies(game, 0)
    kept_plans.note_enemies(game, 0)
    assert game.player(0).stirring == [orc.slot]
    assert [each.alert for each in kept_plans.sightings(game, 0, minds=minds)] == [minds]


@pytest.mark.parametrize(("place", "new"), [((4, 8), False), ((4, 15), True)])
def test_one_more_of_a_group_is_not_new_and_one_far_from_it_is(place, new):
    game = table("Ann")
    foe(game, "Wolf", 1, 4)
    kept_plans.note_enemies(game, 0)
    wolf = foe(game, "Wolf", *place)
    [seen] = [e for e in kept_plans.sightings(game, 0, minds=True) if e.key == wolf.slot]
    assert seen.new == new


def test_peaceful_creatures_are_no_enemies():
    game = table("Ann")
    foe(game, "Dejected human thrall", 4, 8)
    assert kept_plans.enemies(game, 0) == []


def test_who_was_weighed_as_near_ends_no_plan_by_it_and_who_comes_near_does():
    game, plan = begun()
    orc = foe(game, "Orc scout", 4, 14)
    game.player(0).stirring.append(orc.slot)
    kept_plans.remember(game, 0, plan, LIMITS["usual"])
    assert plan.near == []
    placement.relocate(game.level_game, orc, 4, 9)
    refresh(game)
    stop = news(game, plan)
    assert (stop.reason, str(stop.why)) == ("near", "an orc scout, 5 east")
    kept_plans.remember(game, 0, plan, LIMITS["usual"])
    assert plan.near == [orc.slot]
    assert news(game, plan) is None


# ---------------------------------------------------------------- the hero


@pytest.mark.parametrize(("left", "reason"), [(17, None), (16, None), (15, "loss"), (9, "health")])
def test_health_lost_at_once_or_low_ends_a_plan(left, reason):
    game, plan = begun()
    hero = game.hero(0)
    assert plan.health == hero.derived.max_health == 20
    hero.health = left
    stop = news(game, plan)
    assert (stop.reason if stop else None) == reason


def test_a_new_ailment_ends_a_plan_and_one_that_was_there_does_not():
    game, plan = begun()
    game.hero(0).timers.afraid = 5
    stop = news(game, plan)
    assert stop.reason == "status"
    kept_plans.remember(game, 0, plan, LIMITS["usual"])
    assert len(plan.states) == 1
    assert news(game, plan) is None


def test_who_is_asked_for_a_roll_has_no_plan_any_more():
    game, plan = begun()
    game.player(0).asked = "perception 12"
    stop = news(game, plan)
    assert (stop.reason, str(stop.why)) == ("question", "you are asked something")


ORC = CreatureRef("orc-scout", 1)


@pytest.mark.parametrize(
    ("fact", "reason", "in_a_fight"),
    [
        (Found(what="door", at=(1, 2)), "found", "found"),
        (Heard(who=ORC), "heard", "heard"),
        (Noticed(who=ORC), "noticed", None),
        (Attacked(by=ORC, target=SeatRef(0), hit=True, damage=3), "attacked", None),
        (Attacked(by=ORC, target=SeatRef(1), hit=True, damage=3), None, None),
    ],
)
def test_what_a_hero_is_told_ends_a_plan_and_in_a_fight_blows_do_not(fact, reason, in_a_fight):
    for minds, expected in ((True, reason), (False, in_a_fight)):
        for audience, reaches in ((None, True), ((0,), True), ((1,), False), ((GM,), False)):
            game, plan = begun()
            game.tell(text("So it is."), audience, fact=fact)
            stop = news(game, plan, minds=minds)
            assert (stop.reason if stop else None) == (expected if reaches else None)
            assert news(game, plan, minds=minds) is None, "it is no news any more"


@pytest.mark.parametrize(("striker", "damage", "dealt"), [(0, 7, 7), (0, 0, None), (1, 7, None)])
def test_only_the_harm_that_a_hero_has_done_counts_as_dealt(striker, damage, dealt):
    game, plan = begun()
    for _ in range(2):
        blow = Attacked(by=SeatRef(striker), target=ORC, hit=True, damage=damage)
        game.tell(text("A blow."), None, "blow", fact=blow)
    news(game, plan)
    assert plan.counts == ({"dealt": 2 * dealt} if dealt else {})


# ---------------------------------------------------------------- the end


def test_the_end_of_a_plan_tells_its_player_what_it_brought():
    game, plan = begun()
    plan.turns, plan.counts = 3, {"doors": 1, "things": 0, "lost": 4}
    game.events.clear()
    kept_plans.end(game, 0, Stop("heard", text("you hear something"), by=ORC))
    [event] = game.events
    assert (event.audience, event.kind) == ((0,), "plan")
    assert event.fact == PlanEnded("ready", "heard", 3, ORC, {"doors": 1, "lost": 4})
    assert str(event.text) == (
        "Waited 3 minutes: 1 door, 4 health lost; stopped: you hear something."
    )
    assert game.player(0).plan is None
    kept_plans.end(game, 0, Stop("done"))
    assert len(game.events) == 1, "there was none any more"


@pytest.mark.parametrize(("change", "counts"), [(-4, {"lost": 5}), (3, {"lost": 1, "gained": 3})])
def test_health_lost_and_got_back_are_counted_apart(change, counts):
    game, plan = begun()
    plan.counts = {"lost": 1}
    before = game.hero(0).health = 10
    kept_plans.count_health(game, 0, plan, before)
    assert plan.counts == {"lost": 1}
    game.hero(0).health += change
    kept_plans.count_health(game, 0, plan, before)
    assert plan.counts == counts


@pytest.mark.parametrize(
    ("line", "turns", "words"),
    [
        ("follow bob", 0, "Follow Bob"),
        ("follow bob careful", 3, "Follow Bob careful, 3 so far"),
        ("rest 9", 1, "Rest 9, 1 so far"),
    ],
)
def test_a_plan_is_shown_with_how_far_it_has_come(line, turns, words):
    game = by_minutes(armed())
    plan = kept_plans.KeptPlan(line, turns=turns)
    assert str(kept_plans.in_words(game, plan)) == words


# ---------------------------------------------------------------- interrupted


@pytest.mark.parametrize(("asked", "reason"), [("", "heard"), ("perception 12", "question")])
def test_what_all_hear_of_the_game_master_ends_plans_and_gives_the_minute_back(asked, reason):
    game, _ = begun()
    game.player(0).ready = game.player(1).ready = True
    game.player(0).asked = asked
    turn = game.state.turn
    game.tell(text("A horn sounds."))
    kept_plans.interrupt(game)
    [fact] = [event.fact for event in game.events if isinstance(event.fact, PlanEnded)]
    assert fact.reason == reason
    assert "the Game Master has the word" in str(game.events[-1].text)
    assert (game.player(0).ready, game.player(1).ready) == (False, True)
    assert game.state.turn == turn + 1


@pytest.mark.parametrize("audience", [(0,), (GM,)])
def test_what_not_all_hear_interrupts_nobody(audience):
    game, plan = begun()
    game.player(0).ready = True
    turn = game.state.turn
    game.tell(text("A horn sounds."), audience)
    kept_plans.interrupt(game)
    assert game.player(0).plan is plan
    assert game.player(0).ready
    assert game.state.turn == turn


def test_on_the_clock_an_interruption_asks_for_no_new_turn():
    game, _ = begun("plan wait")
    game.player(0).ready = True
    game.state.stage = "declare"
    turn = game.state.turn
    game.tell(text("A horn sounds."))
    kept_plans.interrupt(game)
    assert game.player(0).plan is None
    assert (game.player(0).ready, game.state.turn) == (True, turn)


def test_what_was_told_before_a_plan_began_is_no_news_to_it():
    game = by_minutes(armed())
    game.tell(text("Something stirs."), None, fact=Heard(who=ORC))
    plan = kept_plans.begin(game, 0, read_player(game, 0, "ready 9"))
    assert news(game, plan) is None


def test_nobody_is_credited_with_what_a_companion_has_dealt():
    game = by_minutes(armed())
    plan = kept_plans.begin(game, 1, read_player(game, 1, "ready 9"))
    blow = Attacked(by=SeatRef(0), target=ORC, hit=True, damage=7)
    game.tell(text("A blow."), None, "blow", fact=blow)
    kept_plans.news(game, 1, plan, LIMITS["usual"], minds=True)
    assert plan.counts == {}
