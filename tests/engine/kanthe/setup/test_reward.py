"""Rewards for explored sections, and how a delve ends."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.kanthe.encounters.conflict import wound_hero
from engine.kanthe.exploring.movement import check_sections, is_explored, places_to_explore
from engine.kanthe.map.area_drawing import draw_area
from engine.kanthe.state import Approach, ChooseStairs, FaceHazard, Fallen, KantheState
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


def explored(faces: Sequence[int], challenge: int = 5) -> KantheState:
    """Return a game on level 1 whose only section has just been explored."""
    game = begun()
    game.here.number = 1
    game.level = 1
    in_room(game)
    for node in game.here.nodes:
        node.waiting = False
    game.hero.challenge, game.hero.wounds = challenge, 2
    script(game, faces)
    check_sections(play_of(game))
    return game


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
    game = explored(faces, before)
    assert game.hero.challenge == after
    assert game.hero.wounds == 1


def test_a_section_rewards_once() -> None:
    game = explored((9, 9, 9, 9, 9, 9))
    check_sections(play_of(game))
    assert game.hero.challenge == 6


def test_a_section_with_an_open_corridor_or_a_room_not_entered_is_not_explored() -> None:
    game = begun()
    level = game.here
    in_room(game)
    assert not is_explored(level, level.sections[0])
    border = next(node for node in level.nodes if node.waiting)
    for node in level.nodes:
        node.waiting = False
    assert is_explored(level, level.sections[0])
    draw_area(level, border, [(4, (50, 50))], 1)
    assert not is_explored(level, level.sections[0])


@pytest.mark.covers("kanthe-rulebook: Mapping")
def test_the_player_picks_a_room_for_stairs_that_nobody_found() -> None:
    game = begun()
    room = in_room(game)
    for node in game.here.nodes:
        node.waiting = False
    check_sections(play_of(game))
    assert isinstance(game.question, ChooseStairs)
    act(game, "stairs room-1")
    assert room.stairs
    assert "descend" in lines(game)


@pytest.mark.covers("kanthe-rulebook: Introduction")
def test_leaving_with_coins_is_a_victory() -> None:
    game = begun()
    game.hero.coins = 7
    act(game, "leave")
    assert isinstance(game.question, Fallen)
    act(game, "finish")
    outcome = RULES.outcome(game)
    assert outcome is not None
    assert (outcome.won, outcome.facts[0]) == (True, ("coins", 7))
    assert RULES.turn(game).waiting == ()
    assert not RULES.legal(game, 0)


def test_leaving_with_empty_hands_is_none() -> None:
    game = begun()
    act(game, "leave")
    act(game, "finish")
    outcome = RULES.outcome(game)
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
    game = begun()
    game.hero.coins, game.hero.sections = coins, sections
    if found:
        give(game, "wand", 1, 2)
    act(game, line)
    act(game, "finish")
    outcome = RULES.outcome(game)
    assert outcome is not None
    assert told in str(outcome.title)
    assert "empty hands" not in str(outcome.title)


def test_the_end_of_an_heir_names_the_first_hero() -> None:
    game = begun()
    for line in ("abandon", "heir Skerra", "abandon", "finish"):
        act(game, line)
    outcome = RULES.outcome(game)
    assert outcome is not None
    domain = game.domain.name
    assert str(outcome.story[1]) == f"Odda was the first of 2 heroes who came to {domain}."


@pytest.mark.covers("spec-kanthe: What the channel shows")
def test_another_hero_finds_the_domain_and_what_the_dead_one_left() -> None:
    game = begun()
    game.hero.coins = 3
    game.arcane.essences.firsts[3] = "Red"
    room = in_room(game)
    act(game, "abandon")
    act(game, "heir Skerra")
    assert (game.hero.name, game.hero.coins, game.node) == ("Skerra", 0, 0)
    assert game.arcane.essences.firsts[3] == "Red"
    assert game.here.nodes[room.id].entered
    assert [fallen.name for fallen in game.fallen] == ["Odda"]


def test_another_hero_may_try_what_the_first_turned_back_from() -> None:
    game = begun()
    room = in_room(game)
    room.entered = False
    game.node = 0
    add_opponent(game, "warrior", 3, node=room.id)
    game.question = Approach(room.id)
    act(game, "turn-back")
    assert room.id not in places_to_explore(game)
    pit = add_hazard(game, "pit", 4)
    game.question = FaceHazard(pit.id, may_turn=True)
    act(game, "turn-back")
    assert pit.left
    act(game, "abandon")
    act(game, "heir Skerra")
    assert room.id in places_to_explore(game)
    assert not pit.left


def test_the_dead_leave_their_things_where_they_fell() -> None:
    game = begun()
    game.hero.coins = 3
    room = in_room(game)
    wound_hero(play_of(game), 6, "A test")
    act(game, "heir")
    game.node = room.id
    act(game, "remains")
    assert game.hero.coins == 3
    assert len(game.hero.items) == 6
