"""Hazards, doors, treasure, features, friends: the worked checks of the rules."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.contract.texts import text
from engine.kanthe.encounters.doors import judge_door
from engine.kanthe.encounters.treasure import take_coins
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
    give,
    in_room,
    lines,
    play_of,
    script,
)


def deep(seed: str = "1", **options: str) -> KantheState:
    """Return a game on level 1: Difficulty 6."""
    game = begun(seed, **options)
    game.here.number = 1
    game.level = 1
    return game


# ------------------------------------------------------------------------- hazards


def facing(kind: str, strength: int, **fields: object) -> KantheState:
    """Return a game in which a hazard is upon the hero."""
    game = deep()
    in_room(game)
    hazard = add_hazard(game, kind, strength, **fields)
    game.question = FaceHazard(hazard.id)
    return game


@pytest.mark.covers("kanthe-rulebook: Domain Design Sheet / Beasts and Hazards")
def test_a_trap_is_evaded_unless_it_beats_the_best_degree() -> None:
    game = facing("trap", 3, essence=3)
    script(game, (2, 2, 0, 1, 3, 4), (5, 5, 5))
    act(game, "evade")
    assert game.hero.wounds == 3
    game = facing("trap", 3, essence=3)
    script(game, (2, 2, 2, 1, 3, 4), (5, 5, 5))
    act(game, "evade")
    assert game.hero.wounds == 0


def test_a_hazard_that_is_let_come_deals_its_strength() -> None:
    game = facing("gust", 2, essence=0)
    act(game, "endure")
    assert game.hero.wounds == 2
    assert game.here.hazards[0].state == "gone"


def test_a_vortex_stays_until_it_is_evaded() -> None:
    game = facing("vortex", 2, essence=0)
    script(game, (0, 1, 2, 3, 4, 5), (7, 7))
    act(game, "evade")
    assert isinstance(game.question, FaceHazard)
    script(game, (0, 0, 2, 3, 4, 5), (7, 8, 0, 1))
    act(game, "evade")
    assert game.question is None


def test_a_pit_that_catches_the_hero_may_hold_something_else_but_no_pit() -> None:
    game = facing("pit", 4)
    script(game, (0, 1, 2, 3, 4, 5), (6, 6, 0, 1), (2, 2, 5, 5), (7,))
    act(game, "evade")
    assert [hazard.kind for hazard in game.here.hazards] == ["pit", "gust"]
    assert game.here.hazards[0].state == "passed"


def test_a_barred_way_is_forced_by_a_higher_degree() -> None:
    game = facing("blocked", 2, essence=1)
    script(game, (4, 4, 0, 1, 2, 3))
    act(game, "clear usual:1")
    assert isinstance(game.question, FaceHazard)
    script(game, (4, 4, 4, 1, 2, 3))
    act(game, "clear")
    assert game.question is None
    assert game.here.hazards[0].state == "gone"


@pytest.mark.parametrize("strength", [2, 4, 10])
def test_no_way_is_barred_for_good(strength: int) -> None:
    game = facing("blocked", strength, essence=1)
    tries = 0
    while game.here.hazards[0].state == "active":
        assert "clear" in lines(game)
        assert next(o for o in RULES.legal(game, 0) if o.action.verb == "clear").chances[0].percent
        script(game, (4, 4, 0, 1, 2, 3))
        act(game, "clear usual:1")
        tries += 1
    assert tries == strength


def test_an_effect_of_the_right_essence_clears_a_way_without_a_throw() -> None:
    game = facing("blocked", 5, essence=1)
    game.arcane.essences.firsts[1] = "Red"
    game.arcane.actions.seconds[3] = "Snakes"
    give(game, "wand", 0, 7)
    act(game, "use red-snakes-wand aim")
    assert game.here.hazards[0].state == "gone"
    assert game.question is None


# ------------------------------------------------------------------------- doors


@pytest.mark.covers("kanthe-rulebook: Encounter")
@pytest.mark.parametrize(
    ("faces", "heavy", "locks"),
    [((0, 0, 0, 3, 3, 8), 3, [2]), ((1, 1, 4, 4, 6, 6), 2, [2, 2]), ((0, 1, 2, 3, 4, 5), 0, [])],
)
def test_the_lowest_match_is_a_door_s_weight_and_the_others_are_locks(
    faces: Sequence[int], heavy: int, locks: list[int]
) -> None:
    game = deep()
    room = in_room(game)
    room.doors.append(Door(0))
    script(game, faces)
    judge_door(play_of(game), JudgeDoor(room.id, 0))
    assert (room.doors[0].heavy, room.doors[0].locks) == (heavy, locks)


def locked() -> tuple[KantheState, Door]:
    """Return a game in a room with a heavy door of 3, one lock of 2."""
    game = deep()
    room = in_room(game)
    room.walls[0] = "door"
    door = Door(0, 3, [2], judged=True)
    room.doors.append(door)
    return game, door


def test_a_lock_is_picked_and_then_the_door_is_forced() -> None:
    game, door = locked()
    script(game, (5, 5, 5, 0, 1, 2))
    act(game, "pick n")
    assert door.locks == []
    script(game, (5, 5, 5, 5, 1, 2))
    act(game, "force n")
    assert door.opened


def test_a_locked_door_can_be_broken_down_against_its_weight_alone() -> None:
    game, door = locked()
    area = game.here.areas[0]
    area.circles = 1
    script(game, (5, 5, 5, 5, 1, 2), (0, 1, 2, 3, 4, 5))
    act(game, "smash n")
    assert door.opened
    assert any(throw.purpose == text(THROWS["noise"]) for throw in game.throws)


def test_a_failed_try_at_a_door_is_noise() -> None:
    game, door = locked()
    game.here.areas[0].circles = 1
    script(game, (5, 5, 0, 1, 2, 3), (0, 1, 2, 3, 4, 5))
    act(game, "pick n usual:1")
    assert door.locks == [2]
    assert any(throw.purpose == text(THROWS["noise"]) for throw in game.throws)


def test_the_right_essence_opens_doors_and_locks() -> None:
    game, door = locked()
    game.arcane.essences.firsts[4] = "Red"  # wood
    game.arcane.essences.firsts[5] = "Blue"  # metal
    game.arcane.actions.seconds[3] = "Snakes"
    give(game, "wand", 0, 7)
    give(game, "wand", 4, 7)
    act(game, "use blue-snakes-wand aim")
    assert door.locks == []
    act(game, "use red-snakes-wand aim")
    assert door.opened


@pytest.mark.covers("kanthe-rulebook: Encounter")
def test_a_secret_door_s_hazard_lands_only_if_it_beats_the_hero_s_best() -> None:
    game = deep()
    room = in_room(game)
    room.walls = ["", "", "", "way"]
    script(game, (4, 4, 6, 8, 9), (6, 6, 6, 2, 2, 0), (3,), (0, 1, 2, 3, 4, 5))
    act(game, "search n")
    assert game.hero.wounds == 3
    assert [door.wall for door in room.doors] == [0]


def test_a_wall_without_a_match_has_no_door_and_is_searched_once() -> None:
    game = deep()
    room = in_room(game)
    room.walls = ["", "", "", "way"]
    script(game, (0, 1, 4, 6, 8))
    act(game, "search n")
    assert not room.doors
    assert "search n" not in lines(game)


# ------------------------------------------------------------------------- treasure


def searching(faces: Sequence[int], challenge: int = 5) -> KantheState:
    """Return a game in which a dead warrior was searched."""
    game = deep()
    in_room(game)
    game.hero.challenge = challenge
    body = add_opponent(game, "warrior", 2, status="dead")
    script(game, faces)
    act(game, f"loot {body.name}")
    return game


@pytest.mark.covers("kanthe-rulebook: Encounter", "kanthe-rulebook: Reward")
def test_each_match_of_treasure_is_coins_or_an_item_or_two_are_arcane() -> None:
    game = searching((2, 2, 2, 7, 7))
    offered = {" ".join(line.split()[:3]) for line in lines(game)}
    assert offered >= {"coins all", "coins always", "coins 2", "coins 7", "item 2 weapon"}
    assert offered >= {"item 7 armour", "arcane 2 7", "arcane 7 2"}
    act(game, "coins 2")
    act(game, "coins 7")
    assert game.hero.coins == 5


def test_all_matches_of_treasure_can_be_coins_at_once() -> None:
    game = searching((2, 2, 2, 7, 7))
    act(game, "coins all")
    assert game.hero.coins == 5
    assert game.question is None


def test_exploring_takes_treasure_as_coins_until_it_is_to_ask_again() -> None:
    game = searching((2, 2, 2, 7, 7))
    act(game, "coins always")
    for status in ("coins", "ask"):
        add_opponent(game, "warrior", 2, status="dead")
        script(game, (2, 2, 2, 7, 7))
        act(game, "explore usual:1")
        assert (game.question is None) == (status == "coins")
        assert game.hero.coins == 10
        if status == "coins":
            act(game, "treasure ask")


def test_two_matches_can_be_a_red_snakes_wand() -> None:
    game = searching((0, 0, 7, 7, 9))
    script(game, (4,))
    act(game, "arcane 0 7")
    assert "use red-snakes-wand aim" in lines(game)
    assert game.arcane.discovered == ["red snakes"]


def test_three_matches_can_be_shared_out() -> None:
    game = searching((1, 1, 4, 4, 9, 9), challenge=6)
    script(game, (6,))
    act(game, "arcane 1 4")
    assert {" ".join(line.split()[:2]) for line in lines(game)} == {
        "coins always",
        "coins 9",
        "item 9",
    }
    act(game, "coins 9")
    assert game.hero.coins == 2


def test_the_player_names_a_found_item_and_its_use() -> None:
    game = searching((2, 2, 2, 0, 1))
    act(game, "item 2 evade-force Boat Hook")
    item = game.hero.items[-1]
    assert (item.name, item.rating, item.purposes) == ("Boat Hook", 3, ("evade", "force"))


def test_an_item_among_other_matches_leaves_the_rest_to_be_shared() -> None:
    game = searching((2, 2, 2, 7, 7))
    act(game, "item 2 weapon Sword")
    assert isinstance(game.question, ShareTreasure)
    take_coins(play_of(game), game.question, 7)
    assert game.hero.coins == 2


@pytest.mark.parametrize("what", ["warrior-1", "statue"])
@pytest.mark.parametrize("faces", [(6, 6, 6, 6, 1), (0, 1, 2, 3, 4)])
def test_to_search_before_hostile_eyes_one_must_go_unnoticed_once_more(
    faces: tuple[int, ...], what: str
) -> None:
    game = deep()
    in_room(game).features.append(Feature(2, 3))
    add_opponent(game, "warrior", 5)
    game.unnoticed = True
    script(game, (0, 0, 0, 3, 4), faces)
    act(game, f"loot {what}")
    searched = faces[0] == 0
    assert game.unnoticed == isinstance(game.question, ShareTreasure) == searched
    assert (game.conflict is None) == searched
    assert game.hero.wounds == (0 if searched else 4)


def test_a_noise_gives_the_hidden_hero_away() -> None:
    game = deep()
    room = in_room(game)
    room.doors.append(Door(0, heavy=5, judged=True))
    who = add_opponent(game, "warrior", 2)
    game.unnoticed = True
    act(game, next(line for line in lines(game) if line.startswith("force n")))
    assert not game.unnoticed
    assert game.conflict is not None
    assert game.conflict.opponents == [who.id]


def test_no_match_is_no_treasure_and_a_body_is_searched_once() -> None:
    game = searching((0, 1, 2, 3, 4))
    assert game.question is None
    assert not any(line.startswith("loot") for line in lines(game))


def test_on_a_beast_with_a_change_that_word_replaces_the_colour() -> None:
    game = deep()
    in_room(game)
    body = add_opponent(game, "modified", 2, status="dead", change_row=8)
    script(game, (0, 0, 7, 7, 9), (4,))
    act(game, f"loot {body.name}")
    act(game, "arcane 0 7")
    assert "use horns-snakes-wand aim" in lines(game)


# ------------------------------------------------------------------------- features, friends


def test_a_feature_is_used_once_and_is_a_call_on_the_hazards() -> None:
    game = deep(rules="book")
    room = in_room(game)
    room.features.append(Feature(2, 3))
    script(game, (6, 6, 6, 2, 2, 0), (3,))
    act(game, "try statue")
    assert isinstance(game.question, FaceHazard)
    assert [(h.kind, h.strength) for h in game.here.hazards] == [("pit", 2), ("trap", 3)]
    assert isinstance(game.tasks[-1], MeetHazard)
    assert room.features[0].used


def test_an_arcane_feature_has_its_effect() -> None:
    game = begun()
    room = in_room(game)
    room.features.append(Feature(4, 2))
    game.domain.arcane_features[4] = ArcaneEffect(9, 2)
    game.hero.wounds = 3
    script(game, (1, 1, 0, 2, 3))
    act(game, "try well")
    assert game.hero.wounds == 1


def test_a_befriended_artisan_sells_and_a_priest_prays_once() -> None:
    game = deep()
    in_room(game)
    artisan = add_opponent(game, "artisan", 2, status="befriended")
    artisan.wares = [
        KantheItem(90, "Axe", 2, ("fight", "force")),
        KantheItem(91, "Axe", 1, ("fight",)),
    ]
    priest = add_opponent(game, "priest", 2, status="befriended")
    game.hero.coins, game.hero.wounds = 2, 3
    assert f"buy {artisan.name} 2" in lines(game)
    act(game, f"buy {artisan.name} 2")
    assert (game.hero.coins, game.hero.items[-1].rating) == (0, 2)
    act(game, f"pray {priest.name}")
    assert game.hero.wounds == 1
    assert f"pray {priest.name}" not in lines(game)


@pytest.mark.parametrize("rules", ["extended", "book"])
@pytest.mark.parametrize("action", range(-1, 10))
def test_a_feature_s_offer_says_what_comes_of_it(action: int, rules: str) -> None:
    game = begun(rules=rules)
    place = in_room(game)
    place.features.append(Feature(2, 3))
    effect = ArcaneEffect(action, (action + 3) % 10) if action >= 0 else None
    game.domain.arcane_features[2] = effect
    (offer,) = (each for each in RULES.legal(game, 0) if each.action.verb == "try")
    told = " ".join(str(event.text) for event in act(game, str(offer.action)))
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
        game = begun()
        game.question = ShareTreasure([essence, action], [2, 2], change)
        (offer,) = (
            o for o in RULES.legal(game, 0) if str(o.action) == f"arcane {essence} {action}"
        )
        script(game, (kind,))
        act(game, str(offer.action))
        item = game.hero.items[-1]
        told = f"{offer.label} {offer.hint}".casefold()
        if item.arcane != "scroll":
            assert all(word in told for word in phrase(play_of(game), item).split())


def test_a_slave_on_guard_in_a_corridor_can_be_spoken_to() -> None:
    game = deep()
    in_room(game)
    passage = game.here.passages[-1]
    slave = add_opponent(game, "slave", 2, node=-1, passage=passage.id, attacks=False)
    assert f"persuade {slave.name}" in lines(game)
    slave.status = "befriended"
    act(game, f"recruit {slave.name}")
    assert game.hero.allies == [slave]


def test_a_swarm_follows_until_it_is_overcome() -> None:
    game = deep()
    room = in_room(game)
    swarm = add_opponent(game, "swarm", 2, follows=True)
    game.unnoticed = True
    act(game, "walk nw")
    assert (game.node, swarm.node) == (0, 0)
    assert game.conflict is not None
    assert room.id != game.node


def test_a_staff_held_to_block_stops_a_swarm() -> None:
    game = deep()
    in_room(game)
    swarm = add_opponent(game, "swarm", 2, follows=True)
    game.arcane.essences.firsts[3] = "Red"
    game.arcane.actions.seconds[1] = "Snakes"
    give(game, "staff", 0, 7)
    game.unnoticed = True
    act(game, "use red-snakes-staff block")
    assert not swarm.follows


@pytest.mark.parametrize(("row", "cause"), [(3, "a fall in the dark"), (5, "a gust of water")])
def test_a_death_at_a_secret_door_is_told_by_what_killed(row: int, cause: str) -> None:
    game = deep()
    room = in_room(game)
    room.walls = ["", "", "", "way"]
    game.hero.wounds = game.hero.challenge
    script(game, (4, 4, 6, 8, 9), (row, row, row, 0, 1, 2), (2, 2, 2))
    act(game, "search n")
    assert game.result == "dead"
    assert str(game.hero.fate).startswith(f"Killed by {cause}")


@pytest.mark.parametrize("kind", ["flood", "blocked"])
def test_boots_of_the_essence_in_the_way_walk_through_it(kind: str) -> None:
    for essence, goes in ((2, True), (3, False)):
        game = facing(kind, 5, essence=2)
        game.arcane.essences.firsts[essence] = "Red"
        give(game, "boots", 0, -1)
        offered = "use red-boots wear" in lines(game)
        if offered:
            act(game, "use red-boots wear")
        assert (game.here.hazards[0].state == "gone") == goes
        assert (game.question is None) == goes
