"""Accounts of plans: exploring, travelling, trying again, fighting on; and offers of things."""

from __future__ import annotations

import pytest

from engine.common.plans import Stop
from engine.contract.action import Event, Offer
from engine.contract.facts import CreatureRef, Own, PlanEnded, SeatRef
from engine.kanthe.commands import conflict_plans, exploring_plans
from engine.kanthe.commands.item_offers import use_offers, worn_offers
from engine.kanthe.encounters import hazards
from engine.kanthe.map.level_plan import add_node, connect
from engine.kanthe.state import Door, FaceHazard, KantheItem, KantheState, Node, Walk
from tests.engine.kanthe.stage import (
    RULES,
    act,
    add_hazard,
    add_opponent,
    begun,
    game_of,
    give,
    in_room,
    script,
    start_conflict,
)

RED, SNAKES, FIRE, FLESH, HEAL = 0, 7, 3, 6, 9


def shut_in() -> KantheState:
    """Return a game whose hero stands in a room without bare walls, on a level with no more."""
    state = begun()
    in_room(state).walls = ["way"] * 4
    for node in state.here.nodes:
        node.waiting = False
    return state


def beside(state: KantheState, dx: int = 30, *, entered: bool = True) -> Node:
    """Return a room beside the hero's, on a straight way from it."""
    here = state.place
    room = add_node(state.here, "room", (here.x + dx, here.y), here.area)
    room.die, room.called, room.entered = 4, True, entered
    connect(state.here, here, room)
    return room


def account(events: list[Event]) -> tuple[str, PlanEnded]:
    """Return how a plan went, in words and for code."""
    [found] = [each for each in events if isinstance(each.fact, PlanEnded)]
    assert isinstance(found.fact, PlanEnded)
    return str(found.text), found.fact


# ---------------------------------------------------------------- exploring


def test_exploring_counts_rooms_doors_and_things_searched():
    state = shut_in()
    beside(state, entered=False)
    tally = exploring_plans._Tally(game_of(state))
    assert set(tally.numbers().values()) == {0}
    assert tally.words() == []
    hero = state.hero
    hero.rooms += 2
    hero.sections += 1
    hero.challenge += 1
    hero.coins += 3
    tally.doors, tally.searched = 1, 2
    assert tally.numbers() == {
        "rooms": 2, "sections": 1, "challenge": 1, "coins": 3, "doors": 1, "searched": 2,
    }  # fmt: skip
    assert [str(words) for words in tally.words()] == [
        "2 new rooms", "1 section explored", "Challenge 1 higher", "3 coins", "1 door opened",
        "2 things searched",
    ]  # fmt: skip


def test_exploring_stops_once_for_each_who_is_not_hostile_and_for_stairs():
    state = shut_in()
    known = add_opponent(state, "slave", attacks=False)
    tally = exploring_plans._Tally(game_of(state))
    assert list(tally.choices()) == []
    met = add_opponent(state, "priest", attacks=False)
    add_opponent(state, "warrior")
    add_opponent(state, "slave", attacks=False, node=3)
    assert [str(stop.why) for stop in tally.choices()] == ["a priest, not hostile"]
    assert list(tally.choices()) == []
    state.place.stairs = True
    assert [(stop.reason, str(stop.why)) for stop in tally.choices()] == [("choice", "stairs down")]
    assert known.id != met.id


def test_exploring_takes_what_is_here_then_opens_then_goes_on():
    state = shut_in()
    game = game_of(state)
    assert exploring_plans.next_deed(game) is None
    other = beside(state)
    other.doors = [Door(2, judged=True)]
    tally = exploring_plans._Tally(game)
    names = []
    for change in (
        lambda: None,
        lambda: beside(state, -30, entered=False),
        lambda: state.place.doors.append(Door(0, judged=True)),
        lambda: setattr(state.place, "remains_coins", 3),
        lambda: add_opponent(state, "warrior", 2, status="dead"),
    ):
        change()
        deed = exploring_plans.next_deed(game, tally)
        names.append(deed.func.__name__)  # type: ignore[union-attr]
    assert names == ["start_walk", "start_walk", "_open", "take_remains", "_search"]


@pytest.mark.parametrize(
    ("door", "shut"),
    [
        (Door(0, judged=True), True),
        (Door(0, judged=False), False),
        (Door(0, judged=True, opened=True), False),
        (Door(0, 2, judged=True), False),
    ],
)
def test_doors_that_nothing_holds_are_opened_by_exploring(door, shut):
    state = shut_in()
    state.place.doors = [door]
    assert bool(exploring_plans.shut_doors(state.place)) == shut


def test_exploring_all_that_is_within_reach_is_told_so():
    state = shut_in()
    beside(state, entered=False)
    state.place.stairs = True
    for section in state.here.sections:
        section.explored = True
    told, fact = account(act(state, "explore"))
    assert told == "Explored all that is within reach, 1 move: 1 new room."
    assert (fact.plan, fact.reason, fact.turns) == ("explore", "done", 1)
    assert fact.counts["rooms"] == 1


def test_a_known_room_is_travelled_to_move_by_move():
    state = shut_in()
    middle = beside(state)
    state.node, home = middle.id, state.node
    far = beside(state)
    state.node = home
    told, fact = account(act(state, f"travel room-{far.number}"))
    assert state.node == far.id
    assert told.startswith(f"Went to room {far.number}, 2 moves")
    assert (fact.reason, fact.turns) == ("done", 2)
    told, fact = account(act(state, "travel room-1 usual:1"))
    assert state.node == middle.id
    assert told.startswith("Went towards room 1, 1 move")
    assert fact.reason == "at most"


def test_all_walls_are_searched_until_nothing_is_left():
    state = shut_in()
    state.place.walls = ["way", "way", "", ""]
    script(state, (0, 1, 2, 3, 4), (0, 1, 2, 3, 4))
    told, fact = account(act(state, "search"))
    assert told.startswith("Searched 2 walls and found nothing")
    assert state.place.searched == [2, 3]
    assert (fact.turns, fact.counts) == (2, {})
    assert exploring_plans.unsearched_walls(state.place) == []


def test_only_walls_of_rooms_are_searched():
    state = shut_in()
    state.place.walls = [""] * 4
    state.place.searched = [1]
    assert exploring_plans.unsearched_walls(state.place) == [0, 2, 3]
    state.place.kind = "start"
    assert exploring_plans.unsearched_walls(state.place) == []


# ---------------------------------------------------------------- trying again


def test_a_lock_that_gives_way_was_picked_and_one_that_does_not_was_tried():
    for faces, told in (((1, 1, 1, 3, 4, 5), "Picked the lock, 1 try"),
                        ((1, 1, 2, 3, 4, 5), "Tried the lock, 1 try")):  # fmt: skip
        state = shut_in()
        state.place.doors = [Door(0, 2, [2], judged=True)]
        script(state, faces)
        events = act(state, "pick n usual:1")
        assert account(events)[0].startswith(told)


@pytest.mark.parametrize(
    ("faces", "left", "told"),
    [
        ((1, 1, 1, 3, 4, 5), 2, "Cleared the way, 1 try"),
        ((1, 1, 2, 3, 4, 5), 1, "Tried to force the way, 1 try"),
        ((0, 1, 2, 3, 4, 5), 2, "Tried to force the way, 1 try"),
    ],
)
def test_a_way_that_is_forced_is_free_and_else_weakened(faces, left, told):
    state = shut_in()
    blocked = add_hazard(state, "blocked", 2)
    state.question = FaceHazard(blocked.id, may_turn=True)
    script(state, faces)
    events = act(state, "clear usual:1")
    assert account(events)[0].startswith(told)
    assert blocked.strength == left
    assert blocked.state == ("gone" if told.startswith("Cleared") else "active")
    facts = [each.fact for each in events]
    assert (Own("cleared", SeatRef(0), "blocked") in facts) == (blocked.state == "gone")
    assert (Own("weakened", SeatRef(0), "blocked") in facts) == (left == 1)


def test_a_hazard_bars_the_way_ahead_and_else_one_that_does_not_lead_back():
    state = shut_in()
    ahead, back = beside(state), beside(state, -30)
    first, second = state.here.passages[-2:]
    game = game_of(state)
    blocked = add_hazard(state, "blocked", 2)
    state.tasks = [Walk([second.id, first.id])]
    hazards.bar_way(game, blocked)
    assert (blocked.node, blocked.passage) == (-1, second.id)
    state.tasks, state.previous = [], back.id
    hazards.bar_way(game, blocked)
    assert blocked.passage == first.id
    assert ahead.id != back.id


# ---------------------------------------------------------------- fights that go on


def test_a_plan_breaks_off_below_its_health_or_below_what_the_hero_began_with():
    state = shut_in()
    game = game_of(state)
    assert conflict_plans._limit(game, 50) == 3
    state.hero.wounds = 4
    assert conflict_plans._limit(game, 50) == 2
    conflict = start_conflict(state, add_opponent(state, "warrior", 2))
    assert list(conflict_plans._breaks(game, conflict, 2)) == []
    [stop] = conflict_plans._breaks(game, conflict, 3)
    assert (stop.reason, str(stop.why)) == ("health", "your health is 2 of 6")
    state.conflict = None
    assert list(conflict_plans._breaks(game, conflict, 3)) == []


def test_a_fight_goes_on_after_an_ally_has_taken_a_wound_of_it():
    state = shut_in()
    ally = add_opponent(state, "slave", 3, wounds=0)
    state.here.opponents.remove(ally)
    state.hero.allies.append(ally)
    who = add_opponent(state, "warrior", 2)
    start_conflict(state, who)
    script(state, (5, 5, 5, 0, 2, 3, 4, 6, 7, 8), (1, 1))
    act(state, "fight warrior-1 usual:1")
    assert (ally.wounds, who.wounds) == (2, 3)


def test_a_fight_ends_with_its_aim_or_with_the_hero():
    state = shut_in()
    game = game_of(state)
    who = add_opponent(state, "warrior", 2)
    by = CreatureRef("warrior", who.id)
    refused = conflict_plans._end_of(game, who, "persuade")
    assert (refused.reason, refused.by) == ("refused", by)
    assert conflict_plans._end_of(game, who, "fight") == Stop("done")
    who.status = "dead"
    assert conflict_plans._end_of(game, who, "fight") == Stop("done", by=by)
    state.result = "dead"
    assert conflict_plans._end_of(game, who, "fight").reason == "over"


def test_a_fight_that_is_won_tells_wounds_dealt_and_throws():
    state = shut_in()
    limit = state.difficulty
    who = add_opponent(state, "warrior", 2, wounds=limit - 1)
    start_conflict(state, who)
    script(state, (1, 1, 2, 3, 4, 5, 6), (7, 8))
    told, fact = account(act(state, "fight warrior-1"))
    assert told == "Overcame the warrior, 1 throw: 2 wounds dealt."
    assert (fact.plan, fact.reason, fact.counts) == ("fight", "done", {"dealt": 2})
    assert fact.by == CreatureRef("warrior", who.id)


def test_how_a_fight_ended_is_its_headline_rather_than_its_last_wounds():
    state = shut_in()
    who = add_opponent(state, "warrior", 2, wounds=state.difficulty - 1)
    start_conflict(state, who)
    script(state, (2, 2, 2, 3, 4, 5, 6, 7, 8, 9, 0), (1, 1))
    told, fact = account(act(state, "fight warrior-1"))
    assert told == "Overcame the warrior, 1 throw: 3 wounds dealt, 2 wounds taken."
    assert fact.counts == {"dealt": 3, "health": -2}
    view = RULES.view(state, 0)
    assert str(view.headline) == "The warrior is overcome."
    assert str(view.alt).startswith("The warrior is overcome.")


def test_the_last_wounds_are_the_headline_of_a_fight_that_goes_on():
    state = shut_in()
    start_conflict(state, add_opponent(state, "warrior", 2))
    plain = (3, 4, 5, 6, 7, 8, 9)
    script(state, plain, (1, 1), plain, (2, 2, 0, 9))
    act(state, "fight")
    act(state, "fight")
    assert str(RULES.view(state, 0).headline) == "Their 2s: 2 wounds to you, 4 of 6."


# ---------------------------------------------------------------- things


def uses(state: KantheState) -> dict[str, Offer]:
    """Return the offers to use things, by line."""
    return {str(offer.action): offer for offer in use_offers(game_of(state))}


def know(state: KantheState, essence: int, action: int) -> None:
    """Let the words of the things of these tests be known to mean rows."""
    words = state.domain.words
    state.arcane.essences.firsts[essence] = words["colours"][RED]
    state.arcane.actions.seconds[action] = words["motifs"][SNAKES]


def test_an_unknown_thing_is_tried_with_the_chances_to_learn():
    state = shut_in()
    give(state, "wand", RED, SNAKES)
    offer = uses(state)["use red-snakes-wand aim"]
    assert str(offer.label) == "Try red snakes wand"
    assert str(offer.hint) == "2 unknown words: of 5 dice a match tells each."
    assert [str(chance.words).split(" %")[0].rsplit(" ", 1)[0] for chance in offer.chances] == [
        "You learn a word", "You learn what it does",
    ]  # fmt: skip
    state.arcane.essences.firsts[FIRE] = state.domain.words["colours"][RED]
    offer = uses(state)["use red-snakes-wand aim"]
    assert str(offer.hint) == "1 unknown word: of 5 dice a match tells it."
    assert len(offer.chances) == 1
    state.arcane.struck.append("red snakes")
    assert uses(state) == {}


def test_a_thing_that_heals_is_used_while_there_are_wounds():
    state = shut_in()
    give(state, "wand", RED, SNAKES)
    know(state, FLESH, HEAL)
    game = game_of(state)
    heals = game.content.actions[HEAL].has("heals")
    assert heals
    assert uses(state) == {}
    state.hero.wounds = 1
    offer = next(iter(uses(state).values()))
    assert offer.intent == "heal"
    assert str(offer.chances[0].words).startswith("It heals ")


def test_worn_things_are_put_on_taken_off_and_changed():
    state = shut_in()
    ring = give(state, "ring", RED, SNAKES)
    know(state, FIRE, 1)
    game = game_of(state)
    assert any(line.endswith(" wear") for line in uses(state))
    ring.worn = True
    lines = {str(offer.action): offer for offer in worn_offers(game)}
    assert list(lines) == ["remove red-snakes-ring"]
    assert str(lines["remove red-snakes-ring"].label) == "Take off the red snakes ring"
    assert lines["remove red-snakes-ring"].free
    most = game.method_of(ring).number("worn")
    for _ in range(most - 1):
        give(state, "ring", RED, SNAKES).worn = True
    spare = give(state, "ring", RED, SNAKES)
    changes = [o for o in worn_offers(game) if o.action.verb == "use"]
    assert [offer.intent for offer in changes] == ["arrange"] * len(changes)
    spare.worn = True
    assert [o for o in worn_offers(game) if o.action.verb == "use"] == []


def test_what_is_used_by_hand_is_no_offer_of_arcane_things():
    state = shut_in()
    state.hero.items.append(KantheItem(90, "Axe", 2, ("fight", "force")))
    assert uses(state) == {}
