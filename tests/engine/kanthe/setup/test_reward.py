"""Rewards for explored sections, and how a delve ends."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.kanthe.encounters.conflict import wound_hero
from engine.kanthe.exploring.movement import check_sections, is_explored, places_to_explore
from engine.kanthe.map.area_drawing import draw_area
from engine.kanthe.state import Approach, ChooseStairs, FaceHazard, Fallen, KantheState
from tests.engine.kanthe.stage import (
    CONTENT,
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


def explored(faces: Sequence[int], challenge: int = 5) -> KantheState:
    """Return a game on level 1 whose only section has just been explored."""
    state = begun()
    state.here.number = 1
    state.level = 1
    in_room(state)
    for node in state.here.nodes:
        node.waiting = False
    state.hero.challenge, state.hero.wounds = challenge, 2
    script(state, faces)
    check_sections(game_of(state))
    return state


@pytest.mark.covers("kanthe-rulebook: Reward", "spec-kanthe: Reward")
@pytest.mark.parametrize(
    ("faces", "before", "after"),
    [
        ((0, 5, 5, 3, 2, 1), 5, 5),
        ((6, 9, 0, 0, 1, 2), 5, 6),
        ((8, 8, 8, 8, 8, 8), 8, 8),
        ((9, 8, 8, 8, 8, 8), 8, 9),
        ((9, 9, 9, 9, 9, 9), 9, 9),
    ],
)
def test_a_die_above_the_challenge_raises_it_by_one(
    faces: Sequence[int], before: int, after: int
) -> None:
    state = explored(faces, before)
    assert state.hero.challenge == after
    assert state.hero.wounds == 1


def test_a_section_rewards_once() -> None:
    state = explored((9, 9, 9, 9, 9, 9))
    check_sections(game_of(state))
    assert state.hero.challenge == 6


def test_a_section_with_an_open_corridor_or_a_room_not_entered_is_not_explored() -> None:
    state = begun()
    level = state.here
    in_room(state)
    assert not is_explored(level, level.sections[0])
    border = next(node for node in level.nodes if node.waiting)
    for node in level.nodes:
        node.waiting = False
    assert is_explored(level, level.sections[0])
    draw_area(level, border, [(4, (50, 50))], 1)
    assert not is_explored(level, level.sections[0])


@pytest.mark.covers("kanthe-rulebook: Mapping")
def test_the_player_picks_a_room_for_stairs_that_nobody_found() -> None:
    state = begun()
    room = in_room(state)
    for node in state.here.nodes:
        node.waiting = False
    check_sections(game_of(state))
    assert isinstance(state.question, ChooseStairs)
    act(state, "stairs room-1")
    assert room.stairs
    assert "descend" in lines(state)


@pytest.mark.covers("kanthe-rulebook: Introduction")
def test_leaving_with_coins_is_a_victory() -> None:
    state = begun()
    state.hero.coins = 7
    act(state, "leave")
    assert isinstance(state.question, Fallen)
    act(state, "finish")
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert (outcome.won, outcome.facts[0]) == (True, ("coins", 7))
    assert RULES.turn(state).waiting == ()
    assert not RULES.legal(state, 0)


def test_leaving_with_empty_hands_is_none() -> None:
    state = begun()
    act(state, "leave")
    act(state, "finish")
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert outcome.ending == "left"
    assert str(outcome.title).endswith("with empty hands.")


@pytest.mark.parametrize(
    ("line", "coins", "sections", "found", "told"),
    [
        ("leave", 3, 0, False, "with 3 coins."),
        ("leave", 0, 0, True, "without coins, but with what was found there."),
        ("leave", 0, 1, False, "with nothing but a map."),
        ("abandon", 3, 0, True, "gave up in"),
    ],
)
def test_only_empty_hands_are_told_as_empty(
    line: str, coins: int, sections: int, *, found: bool, told: str
) -> None:
    state = begun()
    state.hero.coins, state.hero.sections = coins, sections
    if found:
        give(state, "wand", 1, 2)
    act(state, line)
    act(state, "finish")
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert told in str(outcome.title)
    assert "empty hands" not in str(outcome.title)


def test_the_end_of_an_heir_names_the_first_hero() -> None:
    state = begun()
    for line in ("abandon", "heir Skerra", "abandon", "finish"):
        act(state, line)
    outcome = RULES.outcome(state)
    assert outcome is not None
    domain = state.domain.name
    assert str(outcome.story[1]) == f"Odda was the first of 2 heroes who came to {domain}."


def test_a_game_that_is_ended_is_told_to_be_over_and_asks_nothing() -> None:
    state = begun()
    act(state, "abandon")
    assert [str(event.text) for event in act(state, "finish")] == ["The delve is over."]
    assert (state.ended, state.question, lines(state)) == (True, None, [])


@pytest.mark.covers("spec-kanthe: What the channel shows")
def test_another_hero_finds_the_domain_and_what_the_dead_one_left() -> None:
    state = begun()
    state.hero.coins = 3
    state.arcane.essences.firsts[3] = "Red"
    room = in_room(state)
    act(state, "abandon")
    act(state, "heir Skerra")
    assert (state.hero.name, state.hero.coins, state.node) == ("Skerra", 0, 0)
    assert state.arcane.essences.firsts[3] == "Red"
    assert state.here.nodes[room.id].entered
    assert [fallen.name for fallen in state.fallen] == ["Odda"]


def test_another_hero_may_try_what_the_first_turned_back_from() -> None:
    state = begun()
    room = in_room(state)
    room.entered = False
    state.node = 0
    add_opponent(state, "warrior", 3, node=room.id)
    state.question = Approach(room.id)
    act(state, "turn-back")
    assert room.id not in places_to_explore(state)
    pit = add_hazard(state, "pit", 4)
    state.question = FaceHazard(pit.id, may_turn=True)
    act(state, "turn-back")
    assert pit.left
    act(state, "abandon")
    act(state, "heir Skerra")
    assert room.id in places_to_explore(state)
    assert not pit.left


def test_an_heir_has_the_name_that_is_written_or_one_that_nobody_had() -> None:
    state = begun()
    suggested = list(CONTENT.words["heroes"])
    taken = suggested[1]
    named = []
    for line in (f"heir {taken}", "heir Skerra  the Bold", *["heir"] * (len(suggested) - 1)):
        act(state, "abandon")
        act(state, line)
        named.append(state.hero.name)
    assert named[:2] == [taken, "Skerra the Bold"]
    assert named[2:-1] == [name for name in suggested if name not in (taken, "Odda")]
    name, number = named[-1].rsplit(maxsplit=1)
    assert (name in suggested, number) == (True, "2"), "the second hero of a name"


def test_the_dead_leave_their_things_where_they_fell() -> None:
    state = begun()
    state.hero.coins = 3
    room = in_room(state)
    wound_hero(game_of(state), 6, "A test")
    act(state, "heir")
    state.node = room.id
    act(state, "remains")
    assert state.hero.coins == 3
    assert len(state.hero.items) == 6
