"""Conflicts, hazards, doors, treasure, secret doors: the worked checks of the spec."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.kanthe.conflict import hero_pool, opposition_pool, order_acts, throw_conflict, total
from engine.kanthe.dice import find_matches
from engine.kanthe.doors import judge_door
from engine.kanthe.state import (
    ArcaneEffect,
    ChooseTarget,
    ChooseVictim,
    Door,
    FaceHazard,
    Fallen,
    Feature,
    JudgeDoor,
    KantheGame,
    KantheItem,
    MeetHazard,
    Opponent,
    ShareTreasure,
)
from engine.kanthe.treasure import take_coins
from tests.engine.kanthe.stage import (
    act,
    add_hazard,
    add_opponent,
    begun,
    give,
    in_room,
    lines,
    play_of,
    script,
    start_conflict,
)


def deep(seed: str = "1") -> KantheGame:
    """Return a game on level 1: Difficulty 6."""
    game = begun(seed)
    game.here.number = 1
    game.level = 1
    return game


def fighting(*who: tuple[str, int]) -> tuple[KantheGame, list[Opponent]]:
    """Return a game in a room with a conflict against kinds and strengths."""
    game = deep()
    in_room(game)
    against = [add_opponent(game, kind, strength) for kind, strength in who]
    start_conflict(game, *against)
    return game, against


def fight(game: KantheGame, mine: Sequence[int], theirs: Sequence[int]) -> None:
    """Fight a round with dice that fall as given."""
    script(game, mine, theirs)
    throw_conflict(play_of(game), "fight")


# ------------------------------------------------------------------------- pools


@pytest.mark.covers("kanthe-rulebook: Encounter", "spec-kanthe: Encounter")
def test_a_sword_adds_a_die_and_a_sword_of_two_adds_two() -> None:
    game, _ = fighting(("warrior", 3))
    assert total(hero_pool(play_of(game), "fight", game.conflict)) == 7
    game.hero.items[0].rating = 2
    assert total(hero_pool(play_of(game), "fight", game.conflict)) == 8
    game.hero.items[1].ticked = False
    assert total(hero_pool(play_of(game), "fight", game.conflict)) == 7


def test_wounds_give_dice_to_the_other_side() -> None:
    game, (warrior,) = fighting(("warrior", 3))
    game.hero.wounds, warrior.wounds = 2, 4
    play = play_of(game)
    assert total(hero_pool(play, "fight", game.conflict)) == 11
    assert total(opposition_pool(play, "fight", game.conflict)) == 5


def test_things_of_opponents_add_their_rating_and_arcane_ones_two_dice() -> None:
    game, (chief,) = fighting(("chieftain", 3))
    chief.things = [KantheItem(90, "weapon", arcane="weapon", essence_row=0, action_row=2)]
    chief.things.append(KantheItem(91, "Sword", 3))
    assert total(opposition_pool(play_of(game), "fight", game.conflict)) == 8


def test_bad_footing_joins_every_opposition() -> None:
    game, _ = fighting(("warrior", 3))
    add_hazard(game, "footing", 2, essence=1)
    assert total(opposition_pool(play_of(game), "fight", game.conflict)) == 5


def test_only_the_best_of_several_swords_counts() -> None:
    game, _ = fighting(("warrior", 3))
    game.hero.items += [
        KantheItem(90, "Sword", 3, ("fight", "force")),
        KantheItem(91, "Sword", 1, ("fight",)),
    ]
    assert total(hero_pool(play_of(game), "fight", game.conflict)) == 5 + 3 + 1


# ------------------------------------------------------------------------- order and wounds


def acts(hero: Sequence[int], opposition: Sequence[int]) -> list[tuple[int, int]]:
    """Return the order of acts as (value, bits): 1 the hero's, 2 theirs, 3 both at once."""
    mine = find_matches([face for face in hero for _ in range(2)])
    theirs = find_matches([face for face in opposition for _ in range(2)])
    listed = order_acts(mine, theirs, {})
    return [(act.value, (act.hero > 0) + 2 * (act.opposition > 0)) for act in listed]


@pytest.mark.covers("kanthe-rulebook: Encounter")
def test_matches_act_in_the_order_of_the_book() -> None:
    assert acts([6], [5, 8]) == [(5, 2), (8, 2), (6, 1)]
    assert acts([3, 5], [2, 5]) == [(2, 2), (5, 3), (3, 1)]
    assert acts([1, 9], [4]) == [(1, 1), (4, 2), (9, 1)]
    assert acts([7], []) == [(7, 1)]
    assert acts([], [3]) == [(3, 2)]


def test_a_fight_of_two_rounds_goes_as_the_spec_works_it_out() -> None:
    game, (warrior,) = fighting(("warrior", 3))
    fight(game, (0, 2, 2, 5, 6, 6, 9), (4, 4, 8))
    assert (warrior.wounds, game.hero.wounds) == (4, 2)
    fight(game, (0, 1, 1, 1, 3, 4, 5, 7, 8, 8, 9), (1, 1, 6, 7, 9))
    assert (warrior.status, game.hero.wounds) == ("dead", 4)
    assert game.conflict is None


@pytest.mark.parametrize(("wounds", "dead"), [(5, False), (6, True)])
def test_more_wounds_than_the_challenge_kill(wounds: int, dead: bool) -> None:
    game, _ = fighting(("warrior", 2))
    game.hero.wounds = wounds - 2
    fight(game, (0, 1, 2, 3, 4, 5, 6), (9, 9, *range(wounds - 2)))
    assert (game.hero.wounds, isinstance(game.question, Fallen)) == (wounds, dead)


def test_a_hero_dies_before_his_later_match_acts() -> None:
    game, (warrior,) = fighting(("warrior", 2))
    game.hero.wounds = 4
    fight(game, (3, 3, 0, 1, 4, 5, 6), (2, 2, 7, 8, 9, 0))
    assert (warrior.wounds, game.result) == (0, "dead")


def test_in_a_pair_both_matches_count_though_the_hero_dies() -> None:
    game, (warrior,) = fighting(("warrior", 2))
    game.hero.wounds = 4
    fight(game, (2, 2, 0, 1, 4, 5, 6), (2, 2, 7, 8, 9, 0))
    assert (warrior.wounds, game.result) == (2, "dead")


def test_the_player_chooses_whom_a_match_hits_and_ghosts_feel_no_mundane_dice() -> None:
    game, (warrior, ghost) = fighting(("warrior", 3), ("ghost", 2))
    fight(game, (6, 6, 0, 1, 2, 6, 9), (0, 1, 2, 3, 4))  # the sixth die is the sword's
    assert isinstance(game.question, ChooseTarget)
    assert (game.question.act.hero, game.question.act.hero_arcane) == (3, 2)
    act(game, f"hit {ghost.name}")
    assert (warrior.wounds, ghost.wounds) == (0, 2)


def test_a_match_that_needs_mundane_dice_passes_through_a_ghost() -> None:
    game, (ghost,) = fighting(("ghost", 2))
    fight(game, (6, 0, 1, 2, 3, 6, 9), (0, 1))
    assert ghost.wounds == 0


def test_what_the_dead_carried_falls_to_the_hero_but_no_spells() -> None:
    game, (sorcerer,) = fighting(("sorcerer", 2))
    staff = KantheItem(90, "staff", arcane="staff", essence_row=0, action_row=2)
    spell = KantheItem(91, "scroll", arcane="scroll", essence_row=0, action_row=2, spell=True)
    sorcerer.things, sorcerer.wounds = [staff, spell], 6
    fight(game, (6,) * 7 + (0,) * 6, (0, 1, 2, 3, 4, 5))
    assert staff in game.hero.items
    assert spell not in game.hero.items


# ------------------------------------------------------------------------- evading, talking


@pytest.mark.parametrize(
    ("mine", "theirs", "wounds"),
    [
        ((2, 2, 2, 5, 8, 9), (1, 6, 6, 6), 0),
        ((2, 2, 2, 5, 8, 9), (6, 6, 6, 6), 4),
        ((0, 1, 2, 3, 4, 5), (0, 1, 2, 3), 0),
        ((0, 1, 2, 3, 4, 5), (9, 9, 0, 1), 2),
    ],
)
def test_hiding_stands_unless_a_greater_degree_beats_it(
    mine: Sequence[int], theirs: Sequence[int], wounds: int
) -> None:
    game, _ = fighting(("warrior", 4))
    script(game, mine, theirs)
    throw_conflict(play_of(game), "evade", "hide")
    assert game.hero.wounds == wounds
    assert game.unnoticed == (wounds == 0)
    assert (game.conflict is None) == (wounds == 0)


def test_fleeing_leads_back_to_where_the_hero_came_from() -> None:
    game, _ = fighting(("warrior", 2))
    script(game, (2, 2, 3, 4, 5, 6), (1, 3))
    throw_conflict(play_of(game), "evade", "flee")
    assert game.node == 0


def test_persuading_deals_wounds_of_its_own_and_a_slave_s_strength_helps() -> None:
    game, (slave,) = fighting(("slave", 2))
    slave.attacks = False
    assert total(hero_pool(play_of(game), "persuade", game.conflict)) == 7
    script(game, (3, 3, 8, 8, 8, 0, 1), (0, 1))
    throw_conflict(play_of(game), "persuade")
    assert (slave.social, slave.wounds) == (5, 0)
    assert total(hero_pool(play_of(game), "persuade", game.conflict)) == 12
    script(game, (4, 4, 0, 1, 2, 3, 5, 6, 7, 8, 9, 9), (0, 1))
    throw_conflict(play_of(game), "persuade")
    assert slave.status == "befriended"
    assert game.conflict is None


def test_a_slave_can_talk_the_hero_round() -> None:
    game, (slave,) = fighting(("slave", 2))
    slave.attacks = False
    conflict = game.conflict
    assert conflict is not None
    conflict.social = 4
    script(game, (0, 1, 2, 3, 4, 5, 6), (8, 8, 0, 1, 2, 3))
    throw_conflict(play_of(game), "persuade")
    assert game.conflict is None
    assert slave.status == ""
    assert game.hero.wounds == 0


def test_a_slave_never_attacks_and_can_become_an_ally() -> None:
    game, (slave,) = fighting(("slave", 3))
    game.conflict = None
    slave.attacks = False
    assert f"persuade {slave.name}" in lines(game)
    slave.status = "befriended"
    act(game, f"recruit {slave.name}")
    guard = add_opponent(game, "warrior", 2)
    start_conflict(game, guard)
    assert total(hero_pool(play_of(game), "fight", game.conflict)) == 7 + 3
    fight(game, (0, 1, 2, 3, 4, 5, 6, 7, 8, 9), (9, 9))
    assert isinstance(game.question, ChooseVictim)
    act(game, f"wound {slave.name}")
    assert (slave.wounds, game.hero.wounds) == (2, 0)


def test_more_wounds_than_the_difficulty_lose_an_ally() -> None:
    game, (slave,) = fighting(("slave", 3))
    slave.wounds = 5
    game.here.opponents.remove(slave)
    game.hero.allies.append(slave)
    guard = add_opponent(game, "warrior", 2)
    start_conflict(game, guard)
    fight(game, (0, 1, 2, 3, 4, 5, 6, 7, 8, 9), (9, 9))
    act(game, f"wound {slave.name}")
    assert not game.hero.allies


def test_at_odds_whoever_is_not_fought_helps() -> None:
    game, (traveler, warrior) = fighting(("traveler", 2), ("warrior", 3))
    game.conflict = None
    traveler.peaceful = warrior.peaceful = True
    script(game, (0, 1, 2, 3, 4, 5, 6, 7, 8), (0, 1, 2))
    act(game, f"fight {warrior.name}")
    mine, theirs = game.throws
    assert (len(mine.faces), len(theirs.faces)) == (5 + 2 + 2, 3)


# ------------------------------------------------------------------------- tools


@pytest.mark.covers("kanthe-rulebook: Encounter")
def test_a_statue_adds_its_strength_and_can_be_turned_against_the_hero() -> None:
    game, (warrior,) = fighting(("warrior", 3))
    game.place.features.append(Feature(2, 3))
    act(game, "tool statue")
    assert total(hero_pool(play_of(game), "fight", game.conflict)) == 10
    fight(game, (4, 4, 0, 1, 2, 3, 5, 6, 7, 8), (1, 1, 9))
    assert (warrior.wounds, game.hero.wounds) == (2, 2)
    play = play_of(game)
    assert total(opposition_pool(play, "fight", game.conflict)) == 3 + 3 + 2
    assert total(hero_pool(play, "fight", game.conflict)) == 7 + 2
    assert "tool statue" not in lines(game)


# ------------------------------------------------------------------------- hazards


def facing(kind: str, strength: int, **fields: object) -> KantheGame:
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
    act(game, "clear")
    assert isinstance(game.question, FaceHazard)
    script(game, (4, 4, 4, 1, 2, 3))
    act(game, "clear")
    assert game.question is None
    assert game.here.hazards[0].state == "gone"


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
    [
        ((0, 0, 0, 3, 3, 8), 3, [2]),
        ((1, 1, 4, 4, 6, 6), 2, [2, 2]),
        ((0, 1, 2, 3, 4, 5), 0, []),
    ],
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


def locked() -> tuple[KantheGame, Door]:
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
    assert any(throw.purpose.startswith("Mobile hazards, after") for throw in game.throws)


def test_a_failed_try_at_a_door_is_noise() -> None:
    game, door = locked()
    game.here.areas[0].circles = 1
    script(game, (5, 5, 0, 1, 2, 3), (0, 1, 2, 3, 4, 5))
    act(game, "pick n")
    assert door.locks == [2]
    assert any(throw.purpose.startswith("Mobile hazards, after") for throw in game.throws)


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


def searching(faces: Sequence[int], challenge: int = 5) -> KantheGame:
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
    assert set(lines(game)) == {
        "coins 2", "coins 7", "item 2", "item 7", "arcane 2 7", "arcane 7 2",
    }  # fmt: skip
    act(game, "coins 2")
    act(game, "coins 7")
    assert game.hero.coins == 5


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
    assert lines(game) == ["coins 9", "item 9"]
    act(game, "coins 9")
    assert game.hero.coins == 2


def test_the_player_names_a_found_item_and_its_use() -> None:
    game = searching((2, 2, 2, 0, 1))
    act(game, "item 2")
    act(game, "answer Boat Hook")
    act(game, "call evade-force Boat Hook")
    item = game.hero.items[-1]
    assert (item.name, item.rating, item.purposes) == ("Boat Hook", 3, ("evade", "force"))


def test_an_item_among_other_matches_leaves_the_rest_to_be_shared() -> None:
    game = searching((2, 2, 2, 7, 7))
    act(game, "item 2")
    act(game, "call weapon Sword")
    assert isinstance(game.question, ShareTreasure)
    take_coins(play_of(game), game.question, 7)
    assert game.hero.coins == 2


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
    game = deep()
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
