"""Cards before a throw, and what a call's matches are shown to stand for."""

from __future__ import annotations

import pytest

from engine.contract.texts import text
from engine.kanthe.state import FaceHazard, KantheState, Throw
from engine.kanthe.view.dice_scenes import last_throws, next_throw
from engine.kanthe.words import ThrowKind
from tests.engine.kanthe.stage import (
    add_hazard,
    add_opponent,
    begun,
    game_of,
    in_room,
    start_conflict,
)


def card_of(state: KantheState) -> tuple[str, list[str]]:
    """Return the title and the lines of the card before the next throw."""
    [section] = next_throw(game_of(state))
    return str(section.title), [str(line) for line in section.lines]


def test_before_a_fight_one_reads_who_acts_first_and_what_each_side_deals() -> None:
    state = begun()
    in_room(state)
    start_conflict(state, add_opponent(state, "warrior", 1))
    title, lines = card_of(state)
    assert title == "A throw of a fight"
    # Of 7 dice some match but for 10 * 9 * 8 * 7 * 6 * 5 * 4 of 10 ** 7 throws, and each die
    # matches another but for 0.9 ** 6 of them; the warrior's one die has none to match.
    assert lines == [
        "You act first 94 %, they 0 %.",
        "You deal about 3.3, they 0.0; you deal more 94 %.",
    ]


def test_in_a_fight_one_reads_how_many_wounds_and_arguments_overcome_each_side() -> None:
    state = begun()  # Difficulty and Challenge are 5: the sixth overcomes
    in_room(state)
    wounded = add_opponent(state, "warrior", 1, wounds=2)
    doubting = add_opponent(state, "slave", 1, wounds=1, social=3)
    start_conflict(state, wounded, doubting, add_opponent(state, "ghost", 1)).social = 2
    assert card_of(state)[1][2:] == [
        "Warrior: 2 wounds of 6",
        "Slave: 1 wound of 6, persuaded 3 of 6",
        "Your doubts: 2 of 6",
    ]


@pytest.mark.parametrize(
    ("kind", "strength", "title", "told"),
    [
        # A match of 2 dice (1 in 10) lands where 6 dice have none (151,200 throws of 10 ** 6).
        ("trap", 2, "A trap, a weapon of earth", "You avoid it 98 %."),
        ("trap", 1, "A trap, a weapon of earth", "You avoid it 100 %."),
        ("blocked", 1, "A way blocked by earth", "2 equal dice open it: 85 %."),
    ],
)
def test_before_a_hazard_one_reads_the_chance_to_avoid_or_open_it(
    kind: str, strength: int, title: str, told: str
) -> None:
    state = begun()
    in_room(state)
    state.question = FaceHazard(add_hazard(state, kind, strength, essence=1).id)
    assert card_of(state) == (title, [told])


@pytest.mark.parametrize(
    ("kind", "faces", "called"),
    [
        ("occupants", (7, 7, 2, 5, 5, 5), "Warrior 3, Ghost 2"),
        ("occupants", (7, 2, 5), "nothing"),
        ("corridor", (4, 4, 1), "Bad footing 2"),
        ("noise", (4, 4, 1), "Minor flood 2"),
        ("mobile", (0, 0, 0), "Vermin swarm 3"),
        ("fight", (7, 7), ""),
    ],
)
def test_matches_of_a_call_are_shown_as_rows_of_its_own_list(
    kind: ThrowKind, faces: tuple[int, ...], called: str
) -> None:
    state = begun()
    state.scene = []
    state.throws = [Throw(text("A call"), "opposition", faces, kind)]
    [section] = last_throws(game_of(state))
    [row] = section.dice
    assert (row.faces, row.side, str(row.result)) == (faces, "other", called)
