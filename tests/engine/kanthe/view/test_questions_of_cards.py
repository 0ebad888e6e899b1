"""The question at the head of a card, by what is to be chosen or how the delve ended."""

from __future__ import annotations

import pytest

from engine.contract.texts import text
from engine.kanthe.encounters.conflict import end_delve
from engine.kanthe.expert import places
from engine.kanthe.state import (
    ChooseStairs,
    ChooseTarget,
    ChooseVictim,
    ChooseWord,
    Fallen,
    MatchAct,
    Question,
    ShareTreasure,
)
from engine.kanthe.view import view
from tests.engine.kanthe.stage import RULES, act, begun, game_of, in_room

QUESTIONS: list[tuple[Question | None, str, str]] = [
    (ChooseTarget(MatchAct(2, value=4)), "", "Whom do your 4s hit?"),
    (ChooseVictim(2, text("a trap")), "", "A trap: 2 wounds. Who takes it?"),
    (ShareTreasure([1], [2]), "", "What did you find? Say what each match is."),
    (ChooseWord(1, "aim", []), "", "What do the words mean?"),
    (ChooseStairs(), "", "All is explored. Which room has the stairs down?"),
    (Fallen(), "dead", "Odda is dead. What now?"),
    (Fallen(), "left", "Odda is back in the daylight. What now?"),
    (Fallen(), "abandoned", "Odda has given up. What now?"),
]


@pytest.mark.parametrize(("question", "result", "asked"), QUESTIONS)
def test_a_card_asks_what_is_to_be_chosen(question, result, asked):
    state = begun()
    state.question, state.result = question, result
    assert str(view._ask_question(game_of(state))) == asked


@pytest.mark.parametrize(
    ("result", "coins", "ending", "told"),
    [
        ("dead", 9, "lost", "Odda died in "),
        ("left", 9, "won", "Odda came out of "),
        ("left", 0, "left", "Odda left "),
        ("abandoned", 9, "left", "Odda gave up in "),
    ],
)
def test_a_game_ends_as_its_last_hero_does_and_not_before_it_is_finished(
    result, coins, ending, told
):
    state = begun()
    state.hero.coins = coins
    end_delve(game_of(state), result)
    shown = RULES.view(state, 0)
    assert (shown.phase, shown.ending) == ("play", "")
    assert shown.prompt is not None
    assert shown.prompt.verb == "heir"
    act(state, "finish")
    shown = RULES.view(state, 0)
    assert (shown.phase, shown.ending, shown.prompt) == ("over", ending, None)
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert outcome.ending == ending
    assert str(outcome.title).startswith(told)


@pytest.mark.parametrize(
    ("lowest", "stairs", "lacks"),
    [(0, False, False), (1, False, True), (3, False, True), (0, True, False), (1, True, False)],
)
def test_stairs_are_lacking_above_the_lowest_level_while_none_are_found(lowest, stairs, lacks):
    state = begun()
    assert state.level == 0
    state.domain.levels = lowest
    room = in_room(state)
    room.stairs = stairs
    assert places._lacks_stairs(state) == lacks
