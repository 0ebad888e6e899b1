"""Lists of offers at the table: walks worth making, plans of a minute, and the Game Master's in the
order of what they look for."""

from __future__ import annotations

import pytest

from engine.contract.action import GM, Offer
from engine.sil.level import terrain
from engine.silg import offers
from engine.silg.context import SilGContext
from engine.silg.state import KeptPlan
from tests.engine.silg.situations import (
    ROOMS,
    ailing,
    alone,
    archers,
    armed,
    asked,
    by_minutes,
    carrying,
    facing,
    hurt,
    lying,
    placed,
    stairs,
)
from tests.engine.silg.stage import RULES, evening_on_a_map, foe, table


def listed(game: SilGContext, seat: int = 0) -> dict[str, Offer]:
    """Return what a player is offered, by line."""
    return {str(each.action): each for each in offers.player_offers(game, seat)}


def of_verb(game: SilGContext, verb: str, seat: int = 0) -> list[str]:
    """Return the lines of a verb that a player is offered."""
    return [line for line in listed(game, seat) if line.split()[0] == verb]


# ---------------------------------------------------------------- walks


def mapped(game: SilGContext) -> SilGContext:
    """Let the first hero know the whole level."""
    known, size = game.hero(0).knowledge, len(game.state.sil.level.feature)
    known.mark = known.seen = known.glimpsed = bytearray(b"\x01" * size)
    return game


@pytest.mark.parametrize(
    ("feature", "what"),
    [
        (terrain.DOWN_STAIR, "stairs"),
        (terrain.UP_STAIR, "stairs"),
        (terrain.CLOSED_DOOR, "door"),
        (terrain.OPEN_DOOR, "door"),
        (terrain.FORGE + 3, "forge"),
        (terrain.FLOOR, ""),
    ],
)
def test_stairs_doors_and_forges_are_worth_a_walk(feature, what):
    game = mapped(by_minutes(table("Ann")))
    level = game.state.sil.level
    square = level.at(4, 8)
    level.feature[square] = feature
    assert offers._worth_a_walk(game, 0, square) == what
    lines = of_verb(game, "go")
    assert lines == (["go I4"] if what else [])
    if what:
        found = listed(game)["go I4"]
        assert (found.target, found.at, str(found.hint)) == (what, (4, 8), "4 squares")
        assert str(found.label).startswith("Walk to the ")
        assert str(found.label).endswith(" at I4")


def test_things_that_a_hero_knows_of_are_worth_a_walk_and_unknown_ground_is():
    game = mapped(by_minutes(lying(table("Ann"), "Longsword")))
    level = game.state.sil.level
    here, there = level.at(4, 4), level.at(4, 8)
    [sword] = level.floor[here]
    level.floor = {there: [sword]}
    assert offers._worth_a_walk(game, 0, there) == "things"
    game.hero_game(0).forget(sword)
    assert offers._worth_a_walk(game, 0, there) == ""
    known = game.hero(0).knowledge
    edge = level.at(3, 8)
    known.mark[edge] = known.walked[edge] = known.glimpsed[edge] = 0
    assert offers._worth_a_walk(game, 0, there) == "unknown"


def test_nobody_walks_farther_than_the_minute_nor_to_where_another_stands():
    game = mapped(by_minutes(table("Ann", "Bob")))
    level = game.state.sil.level
    for x in (6, 10, 12):  # Bob stands on the first
        level.feature[level.at(4, x)] = terrain.DOWN_STAIR
    assert of_verb(game, "go") == ["go K4", "go M4"]
    game.player(0).left = 6
    assert of_verb(game, "go") == ["go K4"]
    game.player(0).left = 0
    assert of_verb(game, "go") == []


def test_the_party_is_walked_to_when_it_is_away():
    game = mapped(by_minutes(table("Ann", "Bob")))
    level = game.state.sil.level
    for x, away in ((6, False), (14, True)):
        placed(game, 1, 4, x)
        mapped(game)
        found = offers._nearest_to_party(game, 0, offers.squares.ways(game, 0, 30))
        assert bool(found) == away
    [square] = found
    y, x = level.place(square)
    assert max(abs(y - 4), abs(x - 14)) == 1
    assert x == 13


# ---------------------------------------------------------------- plans of a minute


def test_plans_of_a_minute_are_those_that_lead_to_something():
    game = alone()
    assert {"explore", "ready", "search-room"} <= set(listed(game))
    assert of_verb(game, "rest") == of_verb(game, "follow") == []
    game.player(0).left = 0
    assert of_verb(game, "explore") == of_verb(game, "search-room") == []
    assert "ready" in listed(game)
    assert of_verb(hurt(by_minutes(armed()), 40), "rest") == ["rest"]
    assert of_verb(ailing(by_minutes(armed()), poison=9), "rest") == ["rest"]


def test_others_are_waited_for_and_followed_by_name():
    game = placed(by_minutes(armed("Ann", "Bob", "Eve")), 2, 5, 5)
    assert of_verb(game, "follow") == ["follow bob", "follow eve"]
    assert "ready 10" not in listed(game)
    placed(game, 1, 7, 15)
    found = listed(game)["ready 10"]
    assert str(found.label) == "Wait for the others"
    assert str(found.hint).startswith("Up to 10 minutes, ")


def test_a_plan_is_dropped_and_its_caution_changed():
    game = by_minutes(armed())
    assert of_verb(game, "plan") == []
    assert of_verb(game, "caution") == ["caution careful", "caution bold"]
    game.player(0).plan = KeptPlan("rest", turns=2)
    found = listed(game)["plan"]
    assert (str(found.label), found.free) == ("Drop your plan", True)
    assert str(found.hint).endswith(", 2 so far")
    game.hero(0).caution = "bold"
    assert of_verb(game, "caution") == ["caution careful", "caution usual"]
    hints = {line: str(each.hint) for line, each in listed(game).items() if "caution" in line}
    assert hints["caution careful"] != hints["caution usual"]


def test_the_stairs_are_taken_by_who_stands_on_them():
    game = stairs(by_minutes(armed()))
    found = listed(game)["stairs"]
    assert str(found.label) == "Take the stairs down"
    assert (found.intent, str(found.hint)) == ("descend", "All who wait there go together")
    assert "stairs" not in listed(by_minutes(armed()))


# ---------------------------------------------------------------- on the clock


def test_fights_go_on_against_all_in_sight_by_who_is_well_enough():
    game = facing(armed(), (4, 5), (1, 14))
    found = listed(game)
    assert str(found["fight orc-scout-1"].label).startswith("Fight ")
    assert found["fight orc-scout-1"].at == (4, 5)
    assert found["fight orc-scout-1"].intent == "attack"
    assert len(of_verb(game, "fight")) == 2
    hero = game.hero(0)
    hero.derived.max_health = 100
    for health, fights in ((50, 2), (49, 0)):
        hero.health = health
        assert len(of_verb(game, "fight")) == fights
    assert "plan wait" in listed(game)


def test_a_bow_keeps_shooting_at_who_is_in_range():
    found = listed(facing(archers(), (4, 10)))["fight orc-scout-1"]
    assert found.intent == "shoot"
    assert str(found.label).startswith("Keep shooting ")


def test_an_attack_tells_scores_and_how_many_are_beside_one_in_sight():
    game = facing(armed(), (4, 5), (3, 4), (1, 14))
    hero = game.hero(0)
    melee, evasion = hero.derived.skills[0], hero.derived.skills[2]
    hint = str(listed(game)["step e"].hint)
    assert hint == f"Melee {melee}, evasion {evasion}; beside you in sight: 2"


def test_off_the_clock_nobody_is_attacked():
    game = by_minutes(archers())
    foe(game, "Orc scout", 4, 5, alertness=-15)
    intents = {each.intent for each in listed(game).values()}
    assert not {"attack", "shoot", "throw"} & intents


def test_a_roll_that_is_asked_for_shows_the_score_and_the_die():
    game = asked(facing(armed(), (4, 5)))
    found = listed(game)["check-roll"]
    score = game.hero(0).derived.skills[4]
    assert (str(found.label), str(found.hint)) == ("Roll Perception", f"{score:+d} and a d10")
    game.player(0).asked = "melee 12"
    score = game.hero(0).derived.skills[0]
    assert str(listed(game)["check-roll"].hint) == f"{score:+d} and a d20"


def test_who_is_gorged_swallows_no_more():
    game = carrying(by_minutes(armed()), "Healing")
    assert of_verb(game, "quaff") == ["quaff a"]
    game.hero(0).food = 19_999
    assert of_verb(game, "quaff") == []


# ---------------------------------------------------------------- out of play, and over


def test_who_is_out_of_play_may_make_another_hero_when_there_is_room():
    game = by_minutes(armed())
    game.player(0).ending = "lost"
    [found] = listed(game).values()
    assert (found.action.verb, found.advised) == ("new-hero", True)
    game.player(0).approved = False
    assert listed(game) == {}
    game.player(0).approved, game.state.stage = True, "over"
    assert listed(game) == {}


# ---------------------------------------------------------------- the Game Master's


def test_what_an_expert_would_declare_is_offered_for_four_who_are_due():
    game = facing(armed("Ann", "Bob", "Cid", "Dan", "Eve"), (3, 5))
    found = [each for each in offers.gm_offers(game) if each.action.verb == "declare"]
    assert [each.action.args[0] for each in found] == ["ann", "bob", "cid", "dan"]
    for each in found:
        label, why = str(each.label), str(each.hint)
        assert label.split(": ")[0] in ("Ann", "Bob", "Cid", "Dan")
        assert why
    assert found[0].action.args[1].split()[0] == "step"
    assert found[0].intent == "attack"


@pytest.mark.parametrize(
    ("stage", "first"),
    [
        ("minutes", ["clock", "travel", "minute", "spawn"]),
        ("declare", ["next", "clock", "stealth-terms", "eyes", "run"]),
    ],
)
def test_the_game_master_finds_first_what_a_stage_is_about(stage, first):
    evening = evening_on_a_map()
    evening.say("spawn wolf at J5 alert")
    if stage == "declare":
        evening.say("clock start")
    found = [offer.action.verb for offer in RULES.legal(evening.state, GM)]
    verbs = list(dict.fromkeys(found))
    assert sorted(verbs[: len(first)], key=first.index) == first
    lines = [str(offer.action) for offer in RULES.legal(evening.state, GM)]
    assert len(lines) == len(set(lines))


def test_macros_are_offered_by_their_names():
    evening = evening_on_a_map()
    evening.say("macro hush set all stun 0")
    [found] = [o for o in RULES.legal(evening.state, GM) if o.action.verb == "use-macro"]
    assert (str(found.action), str(found.label)) == ("use-macro hush", "Do the macro hush")


def test_who_sees_only_one_room_is_offered_its_door():
    game = placed(by_minutes(table("Ann", rows=ROOMS)), 0, 2, 3)
    assert "go I3" in of_verb(game, "go")
