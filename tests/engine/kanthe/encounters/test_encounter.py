"""Conflicts: pools, order, wounds, talking, getting away: the worked checks of the rules."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contract.action import IllegalAction
from engine.kanthe.data.content import PURPOSES
from engine.kanthe.dice import find_matches
from engine.kanthe.encounters.conflict import order_acts, throw_conflict
from engine.kanthe.encounters.pools import describe_sources, hero_pool, opposition_pool, total
from engine.kanthe.state import (
    ChooseTarget,
    ChooseVictim,
    Fallen,
    Feature,
    KantheItem,
    KantheState,
    Opponent,
)
from tests.engine.kanthe.stage import (
    CONTENT,
    RULES,
    act,
    add_hazard,
    add_opponent,
    begun,
    game_of,
    in_room,
    lines,
    script,
    start_conflict,
)


def deep(seed: str = "1") -> KantheState:
    """Return a game on level 1: Difficulty 6."""
    state = begun(seed)
    state.here.number = 1
    state.level = 1
    return state


def fighting(*who: tuple[str, int]) -> tuple[KantheState, list[Opponent]]:
    """Return a game in a room with a conflict against kinds and strengths."""
    state = deep()
    in_room(state)
    against = [add_opponent(state, kind, strength) for kind, strength in who]
    start_conflict(state, *against)
    return state, against


def fight(state: KantheState, mine: Sequence[int], theirs: Sequence[int]) -> None:
    """Fight a round with dice that fall as given."""
    script(state, mine, theirs)
    throw_conflict(game_of(state), "fight")


# ------------------------------------------------------------------------- pools


@pytest.mark.covers("kanthe-rulebook: Encounter", "spec-kanthe: Encounter")
def test_a_sword_adds_a_die_and_a_sword_of_two_adds_two() -> None:
    state, _ = fighting(("warrior", 3))
    assert total(hero_pool(game_of(state), "fight", state.conflict)) == 7
    state.hero.items[0].rating = 2
    assert total(hero_pool(game_of(state), "fight", state.conflict)) == 8
    state.hero.items[1].ticked = False
    assert total(hero_pool(game_of(state), "fight", state.conflict)) == 7


def test_wounds_give_dice_to_the_other_side() -> None:
    state, (warrior,) = fighting(("warrior", 3))
    state.hero.wounds, warrior.wounds = 2, 4
    game = game_of(state)
    assert total(hero_pool(game, "fight", state.conflict)) == 11
    assert total(opposition_pool(game, "fight", state.conflict)) == 5


def test_things_of_opponents_add_their_rating_and_arcane_ones_two_dice() -> None:
    state, (chief,) = fighting(("chieftain", 3))
    chief.things = [KantheItem(90, "weapon", arcane="weapon", essence_row=0, action_row=2)]
    chief.things.append(KantheItem(91, "Sword", 3))
    assert total(opposition_pool(game_of(state), "fight", state.conflict)) == 8


def test_bad_footing_joins_every_opposition() -> None:
    state, _ = fighting(("warrior", 3))
    add_hazard(state, "footing", 2, essence=1)
    assert total(opposition_pool(game_of(state), "fight", state.conflict)) == 5


def test_only_the_best_of_several_swords_counts() -> None:
    state, _ = fighting(("warrior", 3))
    state.hero.items += [
        KantheItem(90, "Sword", 3, ("fight", "force")),
        KantheItem(91, "Sword", 1, ("fight",)),
    ]
    assert total(hero_pool(game_of(state), "fight", state.conflict)) == 5 + 3 + 1


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
    state, (warrior,) = fighting(("warrior", 3))
    fight(state, (0, 2, 2, 5, 6, 6, 9), (4, 4, 8))
    assert (warrior.wounds, state.hero.wounds) == (4, 2)
    fight(state, (0, 1, 1, 1, 3, 4, 5, 7, 8, 8, 9), (1, 1, 6, 7, 9))
    assert (warrior.status, state.hero.wounds) == ("dead", 4)
    assert state.conflict is None


@pytest.mark.parametrize(("wounds", "dead"), [(5, False), (6, True)])
def test_more_wounds_than_the_challenge_kill(wounds: int, dead: bool) -> None:
    state, _ = fighting(("warrior", 2))
    state.hero.wounds = wounds - 2
    fight(state, (0, 1, 2, 3, 4, 5, 6), (9, 9, *range(wounds - 2)))
    assert (state.hero.wounds, isinstance(state.question, Fallen)) == (wounds, dead)


def test_a_hero_dies_before_his_later_match_acts() -> None:
    state, (warrior,) = fighting(("warrior", 2))
    state.hero.wounds = 4
    fight(state, (3, 3, 0, 1, 4, 5, 6), (2, 2, 7, 8, 9, 0))
    assert (warrior.wounds, state.result) == (0, "dead")


def test_in_a_pair_both_matches_count_though_the_hero_dies() -> None:
    state, (warrior,) = fighting(("warrior", 2))
    state.hero.wounds = 4
    fight(state, (2, 2, 0, 1, 4, 5, 6), (2, 2, 7, 8, 9, 0))
    assert (warrior.wounds, state.result) == (2, "dead")


def test_the_player_chooses_whom_a_match_hits_and_ghosts_feel_no_mundane_dice() -> None:
    state, (warrior, ghost) = fighting(("warrior", 3), ("ghost", 2))
    fight(state, (6, 6, 0, 1, 2, 6, 9), (0, 1, 2, 3, 4))  # the sixth die is the sword's
    assert isinstance(state.question, ChooseTarget)
    assert (state.question.act.hero, state.question.act.hero_arcane) == (3, 2)
    act(state, f"hit {ghost.name}")
    assert (warrior.wounds, ghost.wounds) == (0, 2)


def test_a_match_that_needs_mundane_dice_passes_through_a_ghost() -> None:
    state, (ghost,) = fighting(("ghost", 2))
    fight(state, (6, 0, 1, 2, 3, 6, 9), (0, 1))
    assert ghost.wounds == 0
    told = [str(line) for line in RULES.view(state, 0).details]
    assert any("6s pass through" in line for line in told)


def test_what_the_dead_carried_falls_to_the_hero_but_no_spells() -> None:
    state, (sorcerer,) = fighting(("sorcerer", 2))
    staff = KantheItem(90, "staff", arcane="staff", essence_row=0, action_row=2)
    spell = KantheItem(91, "scroll", arcane="scroll", essence_row=0, action_row=2, spell=True)
    sorcerer.things, sorcerer.wounds = [staff, spell], 6
    fight(state, (6,) * 7 + (0,) * 6, (0, 1, 2, 3, 4, 5))
    assert staff in state.hero.items
    assert spell not in state.hero.items


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
    state, _ = fighting(("warrior", 4))
    script(state, mine, theirs)
    throw_conflict(game_of(state), "evade", "hide")
    assert state.hero.wounds == wounds
    assert state.unnoticed == (wounds == 0)
    assert (state.conflict is None) == (wounds == 0)


def test_fleeing_leads_back_to_where_the_hero_came_from() -> None:
    state, _ = fighting(("warrior", 2))
    script(state, (2, 2, 3, 4, 5, 6), (1, 3))
    throw_conflict(game_of(state), "evade", "flee")
    assert state.node == 0


def test_persuading_deals_wounds_of_its_own_and_a_slave_s_strength_helps() -> None:
    state, (slave,) = fighting(("slave", 2))
    slave.attacks = False
    assert total(hero_pool(game_of(state), "persuade", state.conflict)) == 7
    script(state, (3, 3, 8, 8, 8, 0, 1), (0, 1))
    throw_conflict(game_of(state), "persuade")
    assert (slave.social, slave.wounds) == (5, 0)
    assert total(hero_pool(game_of(state), "persuade", state.conflict)) == 12
    script(state, (4, 4, 0, 1, 2, 3, 5, 6, 7, 8, 9, 9), (0, 1))
    throw_conflict(game_of(state), "persuade")
    assert slave.status == "befriended"
    assert state.conflict is None


def test_a_slave_can_talk_the_hero_round() -> None:
    state, (slave,) = fighting(("slave", 2))
    slave.attacks = False
    conflict = state.conflict
    assert conflict is not None
    conflict.social = 4
    script(state, (0, 1, 2, 3, 4, 5, 6), (8, 8, 0, 1, 2, 3))
    throw_conflict(game_of(state), "persuade")
    assert state.conflict is None
    assert slave.status == ""
    assert state.hero.wounds == 0


def test_a_slave_never_attacks_and_can_become_an_ally() -> None:
    state, (slave,) = fighting(("slave", 3))
    state.conflict = None
    slave.attacks = False
    assert f"persuade {slave.name}" in lines(state)
    slave.status = "befriended"
    act(state, f"recruit {slave.name}")
    guard = add_opponent(state, "warrior", 2)
    start_conflict(state, guard)
    assert total(hero_pool(game_of(state), "fight", state.conflict)) == 7 + 3
    fight(state, (0, 1, 2, 3, 4, 5, 6, 7, 8, 9), (9, 9))
    assert isinstance(state.question, ChooseVictim)
    act(state, f"wound {slave.name}")
    assert (slave.wounds, state.hero.wounds) == (2, 0)


@pytest.mark.parametrize("allies", range(4))
@pytest.mark.parametrize("kind", ["slave", "traveler"])
def test_no_more_friends_are_taken_along_than_come_at_a_time(kind: str, allies: int) -> None:
    state = begun()
    in_room(state)
    friend = add_opponent(state, kind, 2, status="befriended")
    for _ in range(allies):
        ally = add_opponent(state, "slave", 2, status="befriended")
        state.here.opponents.remove(ally)
        state.hero.allies.append(ally)
    assert (f"recruit {friend.name}" in lines(state)) == (allies < CONTENT.most_allies)
    if allies >= CONTENT.most_allies:
        with pytest.raises(IllegalAction):
            act(state, f"recruit {friend.name}")


def test_more_wounds_than_the_difficulty_lose_an_ally() -> None:
    state, (slave,) = fighting(("slave", 3))
    slave.wounds = 5
    state.here.opponents.remove(slave)
    state.hero.allies.append(slave)
    guard = add_opponent(state, "warrior", 2)
    start_conflict(state, guard)
    fight(state, (0, 1, 2, 3, 4, 5, 6, 7, 8, 9), (9, 9))
    act(state, f"wound {slave.name}")
    assert not state.hero.allies


def test_at_odds_whoever_is_not_fought_helps() -> None:
    state, (traveler, warrior) = fighting(("traveler", 2), ("warrior", 3))
    state.conflict = None
    traveler.peaceful = warrior.peaceful = True
    script(state, (0, 1, 2, 3, 4, 5, 6, 7, 8), (0, 1, 2))
    act(state, f"fight {warrior.name} usual:1")
    mine, theirs = state.throws
    assert (len(mine.faces), len(theirs.faces)) == (5 + 2 + 2, 3)


# ------------------------------------------------------------------------- tools


@pytest.mark.covers("kanthe-rulebook: Encounter")
def test_a_statue_adds_its_strength_and_can_be_turned_against_the_hero() -> None:
    state, (warrior,) = fighting(("warrior", 3))
    state.place.features.append(Feature(2, 3))
    act(state, "tool statue")
    assert total(hero_pool(game_of(state), "fight", state.conflict)) == 10
    fight(state, (4, 4, 0, 1, 2, 3, 5, 6, 7, 8), (1, 1, 9))
    assert (warrior.wounds, state.hero.wounds) == (2, 2)
    assert "The statue is turned against you." in [str(line) for line in state.lines]
    game = game_of(state)
    assert total(opposition_pool(game, "fight", state.conflict)) == 3 + 3 + 2
    assert total(hero_pool(game, "fight", state.conflict)) == 7 + 2
    assert "tool statue" not in lines(state)
    fight(state, (0, 1, 2, 3, 4, 5, 6, 7, 8), (0, 1, 2, 3, 4, 5, 6, 7))
    assert total(opposition_pool(game_of(state), "fight", state.conflict)) == 3 + 2
    assert "tool statue" in lines(state)


# ------------------------------------------------------------------------- what one can use


@given(
    wares=st.lists(st.tuples(st.sampled_from(sorted(CONTENT.wares)), st.integers(1, 4)), max_size=9)
)
@settings(max_examples=40, deadline=None)
def test_a_throw_uses_the_best_two_things_in_hand_and_one_on_each_part_of_the_body(
    wares: list[tuple[str, int]],
) -> None:
    state = begun()
    state.hero.items = [
        KantheItem(90 + n, f"{name} {n}", rating, CONTENT.wares[name].purposes)
        for n, (name, rating) in enumerate(wares)
    ]
    for purpose in PURPOSES:
        fitting: dict[str, list[int]] = {}
        for item in state.hero.items:
            if purpose in item.purposes:
                fitting.setdefault(CONTENT.place_of(item.name, item.purposes), []).append(
                    item.rating
                )
        best = [sorted(dice)[-CONTENT.places[place] :] for place, dice in fitting.items()]
        pool = hero_pool(game_of(state), purpose)
        assert total(pool) == state.hero.challenge + sum(map(sum, best))


def test_a_helmet_is_worn_beside_armour_and_left_out_items_free_a_hand() -> None:
    state = begun()
    for name in ("Helmet", "Shield", "Axe"):
        ware = CONTENT.wares[name]
        state.hero.items.append(KantheItem(90, name, 1, ware.purposes))
    state.hero.items[-1].rating = 3
    assert total(hero_pool(game_of(state), "fight")) == 5 + 1 + 1 + 1 + 3
    state.hero.items[-1].ticked = False
    assert total(hero_pool(game_of(state), "fight")) == 5 + 1 + 1 + 1 + 1


def test_pools_are_told_by_the_names_of_things_and_creatures_with_their_dice() -> None:
    state, (warrior,) = fighting(("warrior", 2))
    warrior.creature = "goblin warrior"
    warrior.things.append(KantheItem(90, "Axe", 2, ("fight", "force")))
    state.hero.items[0].rating = 2
    game = game_of(state)
    own = describe_sources(hero_pool(game, "fight", state.conflict))
    theirs = describe_sources(opposition_pool(game, "fight", state.conflict))
    assert [str(each) for each in own] == ["Challenge 5", "Sword 2", "Leather Armour 1"]
    assert [str(each) for each in theirs] == ["goblin warrior 2", "things of the goblin warrior 2"]
