"""Offers of Kanthe: what may be done where, how it is called, and what a button says of it."""

from __future__ import annotations

import pytest

from engine.contract.action import ActionError, Offer
from engine.kanthe.commands import offers as place_offers
from engine.kanthe.commands.offers import list_offers
from engine.kanthe.map.level_plan import add_node, connect
from engine.kanthe.state import (
    Approach,
    ArcaneEffect,
    ChooseStairs,
    ChooseTarget,
    ChooseVictim,
    ChooseWord,
    Door,
    FaceHazard,
    Feature,
    KantheItem,
    KantheState,
    MatchAct,
    ShareTreasure,
)
from tests.engine.kanthe.stage import (
    act,
    add_hazard,
    add_opponent,
    begun,
    game_of,
    give,
    in_room,
    start_conflict,
)


def in_a_room() -> KantheState:
    """Return a game whose hero stands in a room without bare walls."""
    state = begun()
    in_room(state).walls = ["way"] * 4
    return state


def offers(state: KantheState) -> dict[str, Offer]:
    """Return what is offered, by line."""
    return {str(offer.action): offer for offer in list_offers(game_of(state))}


def told(state: KantheState, line: str) -> tuple[str, str]:
    """Return the label and the hint of an offer."""
    offer = offers(state)[line]
    return str(offer.label), str(offer.hint)


def verbs(state: KantheState) -> list[str]:
    """Return the verbs that are offered, each once, in their order."""
    return list(dict.fromkeys(offer.action.verb for offer in list_offers(game_of(state))))


# ---------------------------------------------------------------- people and goods


def test_a_priest_is_asked_to_pray_by_who_is_wounded():
    state = in_a_room()
    add_opponent(state, "priest", 3, status="befriended", searched=True)
    assert "pray priest-1" not in offers(state)
    state.hero.wounds = 1
    label, hint = told(state, "pray priest-1")
    assert label == "Ask the priest to pray"
    assert hint == "Heals up to 3 wounds, once."


@pytest.mark.parametrize(("coins", "offered"), [(1, False), (2, True)])
def test_wares_are_offered_that_one_can_pay(coins, offered):
    state = in_a_room()
    who = add_opponent(state, "artisan", 2, status="befriended", searched=True)
    who.wares = [KantheItem(90, "Axe", 2, ("fight", "force"))]
    state.hero.coins = coins
    assert ("buy artisan-1 2" in offers(state)) == offered
    if offered:
        assert told(state, "buy artisan-1 2") == ("Buy: Axe 2", "2 coins.")


def test_a_friend_is_taken_along_with_their_dice():
    state = in_a_room()
    add_opponent(state, "slave", 2, status="befriended", searched=True)
    label, hint = told(state, "recruit slave-1")
    most = game_of(state).content.most_allies
    assert label == "Take the slave along"
    assert hint == f"2 dice in fights; can take wounds for you. At most {most} come along."


def test_what_a_dead_hero_left_is_offered_for_things_and_for_coins():
    state = in_a_room()
    assert "remains" not in offers(state)
    state.place.remains_coins = 1
    assert "remains" in offers(state)
    state.place.remains_coins, state.place.remains = 0, [KantheItem(90, "Axe", 2)]
    assert "remains" in offers(state)


def test_a_search_before_hostile_eyes_says_what_it_takes():
    state = in_a_room()
    add_opponent(state, "warrior", 2, status="dead")
    label, hint = told(state, "loot warrior-1")
    assert (label, hint) == ("Search the warrior", "")
    state.unnoticed = True
    add_opponent(state, "warrior", 2)
    assert told(state, "loot warrior-1")[1] == (
        "With the same dice you must go unnoticed once more."
    )


def test_treasure_is_asked_for_again_by_who_takes_it_as_coins():
    state = in_a_room()
    assert "treasure ask" not in offers(state)
    state.hero.takes_coins = True
    assert "treasure ask" in offers(state)


# ---------------------------------------------------------------- doors, walls, features


@pytest.mark.parametrize(
    ("door", "lines"),
    [
        (Door(1, 0, judged=True), {"open e": "Open the east door"}),
        (Door(1, 2, judged=True), {"force e": "Force the east door"}),
        (
            Door(1, 2, [2], judged=True),
            {"pick e": "Pick the east door's lock", "smash e": "Break down the east door"},
        ),
        (Door(1, 2, judged=False), {}),
        (Door(1, 0, judged=True, opened=True), {}),
        (Door(1, 9, judged=True), {}),  # no throw of five dice has ten that are equal
    ],
)
def test_a_door_is_opened_forced_picked_or_broken_by_what_it_is(door, lines):
    state = in_a_room()
    state.place.doors.append(door)
    found = {
        line: str(offer.label)
        for line, offer in offers(state).items()
        if offer.action.verb in ("open", "force", "pick", "smash")
    }
    assert found == lines


def test_what_forcing_takes_is_told_with_its_dice():
    state = in_a_room()
    state.place.doors.append(Door(0, 2, judged=True))
    assert told(state, "force n")[1] == (
        "6 dice, until 3 are equal. A try that fails is noise."  # Challenge and a sword
    )


def test_walls_are_searched_alone_or_all_where_there_are_several():
    state = in_a_room()
    state.place.walls = ["way", "way", "", ""]
    assert told(state, "search s") == ("Search the south wall", "Once a wall.")
    assert told(state, "search")[0] == "Search all 2 walls"
    state.place.searched = [2]
    assert "search" not in offers(state)
    assert {"search w"} == {line for line in offers(state) if line.startswith("search")}


def test_a_feature_says_what_comes_of_it_and_is_tried_once():
    state = in_a_room()
    state.place.features.append(Feature(2, 3))
    state.domain.arcane_features[2] = None
    label, hint = told(state, "try statue")
    assert (label, hint) == ("Try the statue", "Once. A hazard may come of it.")
    assert len(offers(state)["try statue"].chances) == 1
    state.domain.arcane_features[2] = ArcaneEffect(1, 3)
    assert told(state, "try statue")[1].endswith("; its two words are carved in it.")
    assert offers(state)["try statue"].chances == ()
    state.place.features[0].used = True
    assert "try statue" not in offers(state)


# ---------------------------------------------------------------- ways


def test_the_domain_is_left_from_its_first_room_alone():
    state = begun(length="weeks")
    assert told(state, "leave") == ("Leave the domain", "Alive, with all you carry.")
    assert offers(state)["leave"].irreversible
    assert offers(state)["abandon"].irreversible
    assert "climb" not in offers(state)
    in_room(state).stairs = True
    assert "leave" not in offers(state)
    assert told(state, "descend") == ("Go down the stairs", "To level 1.")
    act(state, "descend")
    assert "leave" not in offers(state)
    assert told(state, "climb") == ("Go up the stairs", "To level 0.")
    assert "descend" not in offers(state)


def test_rooms_are_travelled_to_that_lie_farther_than_one_way():
    state = in_a_room()
    level, here = state.here, state.place
    near = add_node(level, "room", (here.x + 20, here.y), here.area)
    far = add_node(level, "room", (near.x + 20, here.y), here.area)
    last = add_node(level, "room", (far.x + 20, here.y), here.area)
    for room in (near, far, last):
        room.entered = room.called = True
    for pair in ((here, near), (near, far), (far, last)):
        connect(level, *pair)
    goals = place_offers._travel_goals(game_of(state))
    assert [node.id for node in goals] == [last.id, far.id]
    far.stairs = True
    assert [n.id for n in place_offers._travel_goals(game_of(state))] == [far.id, last.id]
    last.entered = False
    assert [n.id for n in place_offers._travel_goals(game_of(state))] == [far.id]


def test_degrees_of_caution_are_offered_beside_plans_alone():
    state = in_a_room()
    assert {"caution careful", "caution bold"} <= set(offers(state))
    state.hero.caution = "bold"
    assert {"caution careful", "caution usual"} <= set(offers(state))
    state.question = ChooseStairs()
    assert "caution" not in verbs(state)


# ---------------------------------------------------------------- conflicts


def test_one_opponent_is_fought_without_a_name_and_several_by_theirs():
    state = in_a_room()
    start_conflict(state, add_opponent(state, "warrior", 2))
    assert told(state, "fight warrior-1") == (
        "Fight on", "Until it is overcome, or your health is below 50 %.",
    )  # fmt: skip
    assert told(state, "persuade warrior-1")[1].startswith("Until it is a friend, or ")
    start_conflict(state, *state.here.opponents, add_opponent(state, "vermin", 2))
    assert str(offers(state)["fight vermin-1"].label) == "Fight on: the vermin"
    assert "persuade vermin-1" not in offers(state)
    assert told(state, "fight")[1] == "7 dice against 4."
    assert "persuade" in offers(state)


def test_nobody_talks_to_the_mindless():
    state = in_a_room()
    start_conflict(state, add_opponent(state, "vermin", 2))
    assert "persuade" not in verbs(state)
    assert verbs(state)[:3] == ["fight", "flee", "sneak"]


def test_plans_are_offered_against_the_first_four():
    state = in_a_room()
    start_conflict(state, *(add_opponent(state, "warrior", 1) for _ in range(5)))
    aims = [line for line in offers(state) if line.startswith("fight warrior")]
    assert aims == [f"fight warrior-{n}" for n in range(1, 5)]


def test_allies_take_wounds_in_a_plan_as_its_hint_says():
    state = in_a_room()
    start_conflict(state, add_opponent(state, "warrior", 2))
    ally = add_opponent(state, "slave", 2, status="befriended", node=-1)
    state.here.opponents.remove(ally)
    state.hero.allies.append(ally)
    assert told(state, "fight warrior-1")[1].endswith("Allies take the wounds that they survive.")


def test_a_tool_is_used_left_alone_or_turned_against_one():
    state = in_a_room()
    state.place.features.append(Feature(2, 3))
    conflict = start_conflict(state, add_opponent(state, "warrior", 2))
    assert told(state, "tool statue") == (
        "Use the statue", "3 dice more in a fight; it can be turned against you.",
    )  # fmt: skip
    assert offers(state)["tool statue"].free
    conflict.tool = "statue"
    assert told(state, "tool none")[0] == "Leave the statue alone"
    assert "tool statue" not in offers(state)
    conflict.tool, conflict.barred = "", "statue"
    assert "tool" not in verbs(state)


def test_before_a_room_one_may_sneak_hide_or_turn_back():
    state = in_a_room()
    add_opponent(state, "warrior", 2, node=4)
    state.question = Approach(4)
    assert {"fight", "persuade", "sneak", "hide", "turn-back"} <= set(verbs(state))
    assert told(state, "turn-back") == ("Turn back", "Stay where you are.")
    assert told(state, "hide")[1] == "6 dice against 2."
    assert told(state, "sneak")[1].startswith("6 dice against 2. Until you are away, or ")


def test_items_are_left_out_and_used_again_by_their_names():
    state = in_a_room()
    assert told(state, "items") == ("Choose items…", "All that fit are used.")
    act(state, "items")
    assert verbs(state) == ["done", "untick"]
    sword = next(line for line in offers(state) if "sword" in line)
    assert str(offers(state)[sword].label).startswith("Do not use: ")
    assert offers(state)[sword].free
    assert [str(event.text) for event in act(state, sword)] == ["You will not use the Sword."]
    again = sword.removeprefix("un")
    assert str(offers(state)[again].label).startswith("Use: ")
    assert [str(event.text) for event in act(state, again)] == ["You will use the Sword."]
    act(state, sword)
    act(state, "done")
    assert told(state, "items")[1] == "1 item left out."


# ---------------------------------------------------------------- hazards


@pytest.mark.parametrize("may_turn", [True, False])
def test_a_hazard_is_evaded_or_let_come_and_turned_back_from_where_one_may(may_turn):
    state = in_a_room()
    state.question = FaceHazard(add_hazard(state, "pit", 3).id, may_turn=may_turn)
    assert told(state, "evade") == ("Evade", "6 dice against 3.")
    assert told(state, "endure") == ("Let it come", "3 wounds.")
    assert ("turn-back" in offers(state)) == may_turn


def test_a_vortex_is_evaded_again_and_again():
    state = in_a_room()
    kinds = game_of(state).content.hazards
    kind = next(key for key, each in kinds.items() if each.has("repeats"))
    state.question = FaceHazard(add_hazard(state, kind, 2).id)
    offer = next(o for o in list_offers(game_of(state)) if o.action.verb == "evade")
    assert offer.group == "plan"
    assert str(offer.hint).endswith("Again and again, until it is past.")


def test_a_barred_way_says_how_many_equal_dice_open_it():
    state = in_a_room()
    state.question = FaceHazard(add_hazard(state, "blocked", 2).id, may_turn=True)
    assert told(state, "clear")[1] == (
        "6 dice: 3 equal ones open it, two weaken it. A try that fails is noise."
    )
    assert told(state, "turn-back")[1] == "The way stays barred."


# ---------------------------------------------------------------- after a throw


def test_whom_a_match_hits_is_told_by_what_it_feels():
    state = in_a_room()
    warrior, ghost = add_opponent(state, "warrior", 3, wounds=2), add_opponent(state, "ghost", 2)
    start_conflict(state, warrior, ghost)
    state.question = ChooseTarget(MatchAct(3, 1, value=4))
    assert list(offers(state)) == ["hit warrior-1", "hit ghost-1"]
    limit = state.difficulty + 1
    assert told(state, "hit warrior-1")[1] == f"Degree 3; it has 2 of {limit}."
    assert told(state, "hit ghost-1")[1] == f"Degree 0; it has 0 of {limit}."
    state.question = ChooseTarget(MatchAct(3, 2, value=4))
    ghost.wounds = 4
    assert list(offers(state)) == ["hit ghost-1", "hit warrior-1"]
    assert told(state, "hit ghost-1")[1] == f"Degree 2; it has 4 of {limit}."


def test_who_takes_a_wound_is_told_with_what_it_would_come_to():
    state = in_a_room()
    ally = add_opponent(state, "slave", 2, status="befriended", node=-1, wounds=1)
    state.here.opponents.remove(ally)
    state.hero.allies.append(ally)
    state.hero.wounds = 3
    state.question = ChooseVictim(2, "a blow")
    assert told(state, "wound me") == ("You", "5 of 6.")
    assert told(state, "wound slave-1") == ("Your ally: slave", f"3 of {state.difficulty + 1}.")


def test_matches_are_coins_things_or_two_of_them_an_arcane_thing():
    state = in_a_room()
    state.question = ShareTreasure([3, 7, 8], [2, 3, 2])
    lines = list(offers(state))
    assert lines[:2] == ["coins all", "coins always"]
    assert lines[2:5] == ["coins 7", "coins 3", "coins 8"]
    assert told(state, "coins all")[0] == "All: 7 coins"
    assert told(state, "coins 7")[0] == "The 7s: 3 coins"
    arcane = [line for line in lines if line.startswith("arcane")]
    assert arcane == ["arcane 3 7", "arcane 3 8", "arcane 7 3", "arcane 7 8", "arcane 8 3",
                      "arcane 8 7"]  # fmt: skip
    words = state.domain.words
    label, hint = told(state, "arcane 3 7")
    assert label.casefold() == (
        f"Arcane thing: {words['colours'][3]} {words['motifs'][7]}".casefold()
    )
    assert "The 3s are its essence, the 7s its action." in hint
    assert told(state, "item 7 armour Shield")[0] == "The 7s: Shield 3"
    assert told(state, "item 3 armour Shield")[1].startswith("2 dice to ")
    state.question = ShareTreasure([3], [2])
    assert "coins all" not in offers(state)
    assert not [line for line in offers(state) if line.startswith("arcane")]


def test_a_change_of_a_beast_takes_the_place_of_the_colour():
    state = in_a_room()
    state.question = ShareTreasure([3, 7], [2, 3], 5)
    words = state.domain.words
    label = str(offers(state)["arcane 3 7"].label).casefold()
    assert words["changes"][5].casefold() in label
    assert words["colours"][3].casefold() not in label


def test_meanings_are_told_for_the_words_that_are_unknown():
    state = in_a_room()
    item = give(state, "wand", 0, 7)
    state.question = ChooseWord(item.id, "aim", [(3, -1), (-1, 8), (3, 8)])
    found = offers(state)
    essence = state.domain.words["essences"][3].casefold()
    action = game_of(state).content.actions[8].name
    assert str(found["meaning 3 none"].hint) == "The other word stays unknown."
    assert essence in str(found["meaning 3 none"].label).casefold()
    assert str(found["meaning none 8"].label).endswith(f" is {action}")
    assert str(found["meaning 3 8"].hint).count(" is ") == 2


def test_stairs_are_placed_in_a_room_that_was_entered():
    state = in_a_room()
    state.question = ChooseStairs()
    assert list(offers(state)) == ["stairs room-1"]
    assert told(state, "stairs room-1")[0] == "In room 1"
    act(state, "stairs room-1")
    assert state.here.nodes[state.node].stairs
    assert state.question is None


def test_nothing_is_offered_at_the_end():
    state = begun()
    act(state, "abandon")
    assert verbs(state) == ["finish", "heir"]
    assert offers(state)["finish"].irreversible
    act(state, "finish")
    assert list_offers(game_of(state)) == []
    with pytest.raises(ActionError):
        act(state, "explore")
