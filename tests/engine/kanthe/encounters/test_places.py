"""Hazards, doors, treasure, features, friends: the worked checks of the rules."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.contract.texts import text
from engine.kanthe.encounters.doors import judge_door
from engine.kanthe.encounters.followers import take_remains
from engine.kanthe.encounters.treasure import sources, take_coins
from engine.kanthe.exploring.movement import enter_place
from engine.kanthe.rules.names import phrase
from engine.kanthe.state import (
    ArcaneEffect,
    Door,
    FaceHazard,
    Feature,
    JudgeDoor,
    KantheItem,
    KantheState,
    MeetHazard,
    ShareTreasure,
)
from engine.kanthe.words import THROWS
from tests.engine.kanthe.stage import (
    RULES,
    act,
    add_hazard,
    add_opponent,
    begun,
    game_of,
    give,
    in_room,
    lines,
    script,
)


def deep(seed: str = "1", **options: str) -> KantheState:
    """Return a game on level 1: Difficulty 6."""
    state = begun(seed, **options)
    state.here.number = 1
    state.level = 1
    return state


# ------------------------------------------------------------------------- hazards


def facing(kind: str, strength: int, **fields: object) -> KantheState:
    """Return a game in which a hazard is upon the hero."""
    state = deep()
    in_room(state)
    hazard = add_hazard(state, kind, strength, **fields)
    state.question = FaceHazard(hazard.id)
    return state


def shown(state: KantheState) -> list[str]:
    """Return what the matches of the last throw are shown to do."""
    return [f"{each.value}: {each.result}" for each in state.scene]


@pytest.mark.covers("kanthe-rulebook: Domain Design Sheet / Beasts and Hazards")
def test_a_trap_is_evaded_unless_it_beats_the_best_degree() -> None:
    state = facing("trap", 3, essence=3)
    script(state, (2, 2, 0, 1, 3, 4), (5, 5, 5))
    act(state, "evade")
    assert state.hero.wounds == 3
    assert shown(state) == ["2: it takes 3 to beat", "5: 3 wounds to you"]
    state = facing("trap", 3, essence=3)
    script(state, (2, 2, 2, 1, 3, 4), (5, 5, 5))
    act(state, "evade")
    assert state.hero.wounds == 0
    assert shown(state) == ["2: it takes 4 to beat", "5: avoided"]


def test_a_hazard_that_is_let_come_deals_its_strength() -> None:
    state = facing("gust", 2, essence=0)
    act(state, "endure")
    assert state.hero.wounds == 2
    assert state.here.hazards[0].state == "gone"


def test_a_vortex_stays_until_it_is_evaded() -> None:
    state = facing("vortex", 2, essence=0)
    script(state, (0, 1, 2, 3, 4, 5), (7, 7))
    act(state, "evade")
    assert isinstance(state.question, FaceHazard)
    script(state, (0, 0, 2, 3, 4, 5), (7, 8, 0, 1))
    act(state, "evade")
    assert state.question is None


def test_a_pit_that_catches_the_hero_may_hold_something_else_but_no_pit() -> None:
    state = facing("pit", 4)
    script(state, (0, 1, 2, 3, 4, 5), (6, 6, 0, 1), (2, 2, 5, 5), (7,))
    act(state, "evade")
    assert [hazard.kind for hazard in state.here.hazards] == ["pit", "gust"]
    assert state.here.hazards[0].state == "passed"


def test_a_barred_way_is_forced_by_a_higher_degree() -> None:
    state = facing("blocked", 2, essence=1)
    script(state, (4, 4, 0, 1, 2, 3))
    act(state, "clear usual:1")
    assert isinstance(state.question, FaceHazard)
    script(state, (4, 4, 4, 1, 2, 3))
    act(state, "clear")
    assert state.question is None
    assert state.here.hazards[0].state == "gone"


@pytest.mark.parametrize("strength", [2, 4, 10])
def test_no_way_is_barred_for_good(strength: int) -> None:
    state = facing("blocked", strength, essence=1)
    tries = 0
    while state.here.hazards[0].state == "active":
        assert "clear" in lines(state)
        assert next(o for o in RULES.legal(state, 0) if o.action.verb == "clear").chances[0].percent
        script(state, (4, 4, 0, 1, 2, 3))
        act(state, "clear usual:1")
        tries += 1
    assert tries == strength


def test_an_effect_of_the_right_essence_clears_a_way_without_a_throw() -> None:
    state = facing("blocked", 5, essence=1)
    state.arcane.essences.firsts[1] = "Red"
    state.arcane.actions.seconds[3] = "Snakes"
    give(state, "wand", 0, 7)
    act(state, "use red-snakes-wand aim")
    assert state.here.hazards[0].state == "gone"
    assert state.question is None


# ------------------------------------------------------------------------- doors


@pytest.mark.covers("kanthe-rulebook: Encounter")
@pytest.mark.parametrize(
    ("faces", "heavy", "locks"),
    [((0, 0, 0, 3, 3, 8), 3, [2]), ((1, 1, 4, 4, 6, 6), 2, [2, 2]), ((0, 1, 2, 3, 4, 5), 0, [])],
)
def test_the_lowest_match_is_a_door_s_weight_and_the_others_are_locks(
    faces: Sequence[int], heavy: int, locks: list[int]
) -> None:
    state = deep()
    room = in_room(state)
    room.doors.append(Door(0))
    script(state, faces)
    judge_door(game_of(state), JudgeDoor(room.id, 0))
    assert (room.doors[0].heavy, room.doors[0].locks) == (heavy, locks)


def locked() -> tuple[KantheState, Door]:
    """Return a game in a room with a heavy door of 3, one lock of 2."""
    state = deep()
    room = in_room(state)
    room.walls[0] = "door"
    door = Door(0, 3, [2], judged=True)
    room.doors.append(door)
    return state, door


def test_a_lock_is_picked_and_then_the_door_is_forced() -> None:
    state, door = locked()
    script(state, (5, 5, 5, 0, 1, 2))
    act(state, "pick n")
    assert door.locks == []
    script(state, (5, 5, 5, 5, 1, 2))
    act(state, "force n")
    assert door.opened


def test_a_locked_door_can_be_broken_down_against_its_weight_alone() -> None:
    state, door = locked()
    area = state.here.areas[0]
    area.circles = 1
    script(state, (5, 5, 5, 5, 1, 2), (0, 1, 2, 3, 4, 5))
    act(state, "smash n")
    assert door.opened
    assert any(throw.purpose == text(THROWS["noise"]) for throw in state.throws)


def test_a_failed_try_at_a_door_is_noise() -> None:
    state, door = locked()
    state.here.areas[0].circles = 1
    script(state, (5, 5, 0, 1, 2, 3), (0, 1, 2, 3, 4, 5))
    act(state, "pick n usual:1")
    assert door.locks == [2]
    assert any(throw.purpose == text(THROWS["noise"]) for throw in state.throws)


def test_the_right_essence_opens_doors_and_locks() -> None:
    state, door = locked()
    state.arcane.essences.firsts[4] = "Red"  # wood
    state.arcane.essences.firsts[5] = "Blue"  # metal
    state.arcane.actions.seconds[3] = "Snakes"
    give(state, "wand", 0, 7)
    give(state, "wand", 4, 7)
    act(state, "use blue-snakes-wand aim")
    assert door.locks == []
    act(state, "use red-snakes-wand aim")
    assert door.opened


@pytest.mark.covers("kanthe-rulebook: Encounter")
def test_a_secret_door_s_hazard_lands_only_if_it_beats_the_hero_s_best() -> None:
    state = deep()
    room = in_room(state)
    room.walls = ["", "", "", "way"]
    script(state, (4, 4, 6, 8, 9), (6, 6, 6, 2, 2, 0), (3,), (0, 1, 2, 3, 4, 5))
    act(state, "search n")
    assert state.hero.wounds == 3
    assert [door.wall for door in room.doors] == [0]


def test_a_wall_without_a_match_has_no_door_and_is_searched_once() -> None:
    state = deep()
    room = in_room(state)
    room.walls = ["", "", "", "way"]
    script(state, (0, 1, 4, 6, 8))
    act(state, "search n")
    assert not room.doors
    assert "search n" not in lines(state)


# ------------------------------------------------------------------------- treasure


def searching(faces: Sequence[int], challenge: int = 5) -> KantheState:
    """Return a game in which a dead warrior was searched."""
    state = deep()
    in_room(state)
    state.hero.challenge = challenge
    body = add_opponent(state, "warrior", 2, status="dead")
    script(state, faces)
    act(state, f"loot {body.name}")
    return state


@pytest.mark.covers("kanthe-rulebook: Encounter", "kanthe-rulebook: Reward")
def test_each_match_of_treasure_is_coins_or_an_item_or_two_are_arcane() -> None:
    state = searching((2, 2, 2, 7, 7))
    offered = {" ".join(line.split()[:3]) for line in lines(state)}
    assert offered >= {"coins all", "coins always", "coins 2", "coins 7", "item 2 weapon"}
    assert offered >= {"item 7 armour", "arcane 2 7", "arcane 7 2"}
    act(state, "coins 2")
    act(state, "coins 7")
    assert state.hero.coins == 5


def test_all_matches_of_treasure_can_be_coins_at_once() -> None:
    state = searching((2, 2, 2, 7, 7))
    act(state, "coins all")
    assert state.hero.coins == 5
    assert state.question is None


def test_exploring_takes_treasure_as_coins_until_it_is_to_ask_again() -> None:
    state = searching((2, 2, 2, 7, 7))
    act(state, "coins always")
    for status in ("coins", "ask"):
        add_opponent(state, "warrior", 2, status="dead")
        script(state, (2, 2, 2, 7, 7))
        act(state, "explore usual:1")
        assert (state.question is None) == (status == "coins")
        assert state.hero.coins == 10
        if status == "coins":
            act(state, "treasure ask")


def test_two_matches_can_be_a_red_snakes_wand() -> None:
    state = searching((0, 0, 7, 7, 9))
    script(state, (4,))
    act(state, "arcane 0 7")
    assert "use red-snakes-wand aim" in lines(state)
    assert state.arcane.discovered == ["red snakes"]


def test_three_matches_can_be_shared_out() -> None:
    state = searching((1, 1, 4, 4, 9, 9), challenge=6)
    script(state, (6,))
    act(state, "arcane 1 4")
    assert {" ".join(line.split()[:2]) for line in lines(state)} == {
        "coins always",
        "coins 9",
        "item 9",
    }
    act(state, "coins 9")
    assert state.hero.coins == 2


def test_the_player_names_a_found_item_and_its_use() -> None:
    state = searching((2, 2, 2, 0, 1))
    act(state, "item 2 evade-force Boat Hook")
    item = state.hero.items[-1]
    assert (item.name, item.rating, item.purposes) == ("Boat Hook", 3, ("evade", "force"))


def test_an_item_among_other_matches_leaves_the_rest_to_be_shared() -> None:
    state = searching((2, 2, 2, 7, 7))
    act(state, "item 2 weapon Sword")
    assert isinstance(state.question, ShareTreasure)
    take_coins(game_of(state), state.question, 7)
    assert state.hero.coins == 2


@pytest.mark.parametrize("what", ["warrior-1", "statue"])
@pytest.mark.parametrize("faces", [(6, 6, 6, 6, 1), (0, 1, 2, 3, 4)])
def test_to_search_before_hostile_eyes_one_must_go_unnoticed_once_more(
    faces: tuple[int, ...], what: str
) -> None:
    state = deep()
    in_room(state).features.append(Feature(2, 3))
    add_opponent(state, "warrior", 5)
    state.unnoticed = True
    script(state, (0, 0, 0, 3, 4), faces)
    act(state, f"loot {what}")
    searched = faces[0] == 0
    assert state.unnoticed == isinstance(state.question, ShareTreasure) == searched
    assert (state.conflict is None) == searched
    assert state.hero.wounds == (0 if searched else 4)


def test_a_noise_gives_the_hidden_hero_away() -> None:
    state = deep()
    room = in_room(state)
    room.doors.append(Door(0, heavy=5, judged=True))
    who = add_opponent(state, "warrior", 2)
    state.unnoticed = True
    act(state, next(line for line in lines(state) if line.startswith("force n")))
    assert not state.unnoticed
    assert state.conflict is not None
    assert state.conflict.opponents == [who.id]


def test_no_match_is_no_treasure_and_a_body_is_searched_once() -> None:
    state = searching((0, 1, 2, 3, 4))
    assert state.question is None
    assert not any(line.startswith("loot") for line in lines(state))


def test_on_a_beast_with_a_change_that_word_replaces_the_colour() -> None:
    state = deep()
    in_room(state)
    body = add_opponent(state, "modified", 2, status="dead", change_row=8)
    script(state, (0, 0, 7, 7, 9), (4,))
    act(state, f"loot {body.name}")
    act(state, "arcane 0 7")
    assert "use horns-snakes-wand aim" in lines(state)


# ------------------------------------------------------------------------- features, friends


def test_a_feature_is_used_once_and_is_a_call_on_the_hazards() -> None:
    state = deep(rules="book")
    room = in_room(state)
    room.features.append(Feature(2, 3))
    script(state, (6, 6, 6, 2, 2, 0), (3,))
    act(state, "try statue")
    assert isinstance(state.question, FaceHazard)
    assert [(h.kind, h.strength) for h in state.here.hazards] == [("pit", 2), ("trap", 3)]
    assert isinstance(state.tasks[-1], MeetHazard)
    assert room.features[0].used


@pytest.mark.parametrize("found", [True, False])
def test_a_feature_that_calls_nothing_is_told_to_bring_nothing(found: bool) -> None:
    state = deep(rules="book")
    in_room(state).features.append(Feature(2, 3))
    script(state, (6, 6, 6, 2, 2, 0) if found else range(6), (3,))
    told = [str(event.text) for event in act(state, "try statue")]
    assert ("Nothing comes of it." in told) is not found
    assert (state.question is not None) is found


def test_an_arcane_feature_has_its_effect() -> None:
    state = begun()
    room = in_room(state)
    room.features.append(Feature(4, 2))
    state.domain.arcane_features[4] = ArcaneEffect(9, 2)
    state.hero.wounds = 3
    script(state, (1, 1, 0, 2, 3))
    act(state, "try well")
    assert state.hero.wounds == 1


def test_a_befriended_artisan_sells_and_a_priest_prays_once() -> None:
    state = deep()
    in_room(state)
    artisan = add_opponent(state, "artisan", 2, status="befriended")
    artisan.wares = [
        KantheItem(90, "Axe", 2, ("fight", "force")),
        KantheItem(91, "Axe", 1, ("fight",)),
    ]
    priest = add_opponent(state, "priest", 2, status="befriended")
    state.hero.coins, state.hero.wounds = 2, 3
    assert f"buy {artisan.name} 2" in lines(state)
    act(state, f"buy {artisan.name} 2")
    assert (state.hero.coins, state.hero.items[-1].rating) == (0, 2)
    act(state, f"pray {priest.name}")
    assert state.hero.wounds == 1
    assert f"pray {priest.name}" not in lines(state)


@pytest.mark.parametrize("rules", ["extended", "book"])
@pytest.mark.parametrize("action", range(-1, 10))
def test_a_feature_s_offer_says_what_comes_of_it(action: int, rules: str) -> None:
    state = begun(rules=rules)
    place = in_room(state)
    place.features.append(Feature(2, 3))
    effect = ArcaneEffect(action, (action + 3) % 10) if action >= 0 else None
    state.domain.arcane_features[2] = effect
    (offer,) = (each for each in RULES.legal(state, 0) if each.action.verb == "try")
    told = " ".join(str(event.text) for event in act(state, str(offer.action)))
    named, carved = str(offer.hint).partition(";")[::2]
    assert bool(carved) == ("Carved in it" in told)
    if effect is None:
        assert "hazard" in named
    else:
        assert named.removeprefix("Once. ").rstrip(".") in told


@pytest.mark.parametrize("change", [-1, 4])
@pytest.mark.parametrize("kind", range(10))
def test_an_arcane_thing_bears_the_words_that_its_offer_names(kind: int, change: int) -> None:
    for essence, action in ((3, 7), (7, 3), (0, 9)):
        state = begun()
        state.question = ShareTreasure([essence, action], [2, 2], change)
        (offer,) = (
            o for o in RULES.legal(state, 0) if str(o.action) == f"arcane {essence} {action}"
        )
        script(state, (kind,))
        act(state, str(offer.action))
        item = state.hero.items[-1]
        told = f"{offer.label} {offer.hint}".casefold()
        if item.arcane != "scroll":
            assert all(word in told for word in phrase(game_of(state), item).split())


def test_a_slave_on_guard_in_a_corridor_can_be_spoken_to() -> None:
    state = deep()
    in_room(state)
    passage = state.here.passages[-1]
    slave = add_opponent(state, "slave", 2, node=-1, passage=passage.id, attacks=False)
    assert f"persuade {slave.name}" in lines(state)
    slave.status = "befriended"
    act(state, f"recruit {slave.name}")
    assert state.hero.allies == [slave]


def test_a_swarm_follows_until_it_is_overcome() -> None:
    state = deep()
    room = in_room(state)
    swarm = add_opponent(state, "swarm", 2, follows=True)
    state.unnoticed = True
    act(state, "walk nw")
    assert (state.node, swarm.node) == (0, 0)
    assert state.conflict is not None
    assert room.id != state.node


def test_a_staff_held_to_block_stops_a_swarm() -> None:
    state = deep()
    in_room(state)
    swarm = add_opponent(state, "swarm", 2, follows=True)
    state.arcane.essences.firsts[3] = "Red"
    state.arcane.actions.seconds[1] = "Snakes"
    give(state, "staff", 0, 7)
    state.unnoticed = True
    act(state, "use red-snakes-staff block")
    assert not swarm.follows


@pytest.mark.parametrize(("row", "cause"), [(3, "a fall in the dark"), (5, "a gust of water")])
def test_a_death_at_a_secret_door_is_told_by_what_killed(row: int, cause: str) -> None:
    state = deep()
    room = in_room(state)
    room.walls = ["", "", "", "way"]
    state.hero.wounds = state.hero.challenge
    script(state, (4, 4, 6, 8, 9), (row, row, row, 0, 1, 2), (2, 2, 2))
    act(state, "search n")
    assert state.result == "dead"
    assert str(state.hero.fate).startswith(f"Killed by {cause}")


@pytest.mark.parametrize("kind", ["flood", "blocked"])
def test_boots_of_the_essence_in_the_way_walk_through_it(kind: str) -> None:
    for essence, goes in ((2, True), (3, False)):
        state = facing(kind, 5, essence=2)
        state.arcane.essences.firsts[essence] = "Red"
        give(state, "boots", 0, -1)
        offered = "use red-boots wear" in lines(state)
        if offered:
            act(state, "use red-boots wear")
        assert (state.here.hazards[0].state == "gone") == goes
        assert (state.question is None) == goes


def test_what_a_past_hazard_holds_is_searched_once_and_of_others_nothing() -> None:
    state = deep()
    in_room(state)
    hazards = [
        add_hazard(state, kind, 2, essence=1, searched=searched)
        for kind in ("pit", "gust")
        for searched in (False, True)
    ]
    for hazard in hazards:
        hazard.state = "passed"
    assert [source.thing for source in sources(game_of(state))] == hazards[:1]


def test_who_enters_a_room_looks_at_each_of_its_doors_in_turn() -> None:
    state = begun()
    room = in_room(state)
    room.doors += [Door(0), Door(2, judged=True), Door(1)]
    enter_place(game_of(state), room.id)
    judged = [task.wall for task in reversed(state.tasks) if isinstance(task, JudgeDoor)]
    assert judged == [0, 1]


def test_only_the_bodies_that_lie_here_are_searched() -> None:
    state = deep()
    room = in_room(state)
    bodies = [add_opponent(state, status="dead") for _ in range(3)]
    bodies[1].node, bodies[2].node = room.id + 1, 0
    assert [source.thing for source in sources(game_of(state))] == bodies[:1]


def test_what_a_fallen_hero_wore_is_taken_and_not_put_on() -> None:
    state = deep()
    room = in_room(state)
    armour = KantheItem(90, "Armour", 1, worn=True)
    room.remains.append(armour)
    take_remains(game_of(state), room)
    assert state.hero.items[-1] is armour
    assert not armour.worn
    assert not room.remains
