"""Sentences with which the wizard refuses what is typed on the sheets; nothing has changed then."""

from __future__ import annotations

import pytest

from engine.contract.action import Action, ActionError
from engine.kanthe.state import ArcaneEffect
from tests.engine.kanthe.setup.test_setup import open_page
from tests.engine.kanthe.stage import RULES, act, begun, dice_of, new_game

NOT_OPEN = "Open the page of a level first."
TEN = ",".join


@pytest.mark.parametrize(
    ("verb", "args", "why"),
    [
        ("write", ("domain", "  "), "Write the domain's name: it cannot be empty."),
        ("write", ("hero", ""), "Write the hero's name: it cannot be empty."),
        ("write", ("colour", "Red"), "There is no field “colour” on the sheets."),
        ("write", ("c" * 25, "Red"), f"There is no field “{'c' * 20}” on the sheets."),
        ("write", ("main", "Wolf"), NOT_OPEN),
        ("write", ("level-theme", "Ash"), NOT_OPEN),
        ("set", ("ruins", "maybe"), "Ruins: yes or no."),
        ("set", ("level-rooms", "3"), NOT_OPEN),
        ("set", ("doors", "3"), "There is no number “doors” on the sheets."),
    ],
)
def test_what_no_field_takes_is_refused_in_a_sentence(
    verb: str, args: tuple[str, ...], why: str
) -> None:
    state = new_game()
    before = RULES.dump(state)
    with pytest.raises(ActionError) as refused:
        RULES.apply(state, 0, Action(verb, args), dice_of(state))
    assert (str(refused.value), RULES.dump(state)) == (why, before)


@pytest.mark.parametrize(
    ("sheets", "why"),
    [
        ("depth 3", "“depth 3” is no part of the sheets."),
        ("p" * 40, f"“{'p' * 30}” is no part of the sheets."),
        (f"arcane={TEN(['1:3'] * 9)}", "“arcane” has 9 rows instead of ten."),
        (f"arcane={TEN(['1:3'] * 11)}", "“arcane” has 11 rows instead of ten."),
        (f"arcane={TEN(['1:3'] * 9)},1-3", "“1-3” is no effect, such as “1:3”."),
        (f"arcane={TEN(['1:3'] * 9)},11:3", "“11:3” is no effect, such as “1:3”."),
        (f"arcane={TEN(['1:3'] * 9)},123", "“123” is no effect, such as “1:3”."),
        (f"arcane={TEN(['1:3'] * 9)},12:", "“12:” is no effect, such as “1:3”."),
        (f"arcane={TEN(['1:3'] * 9)},:12", "“:12” is no effect, such as “1:3”."),
        (f"modified={TEN(['4+8'] * 9)}", "There are ten modified beasts, not 9."),
        (f"modified={TEN(['4+8'] * 9)},4*8", "“4*8” is no modified beast, such as “4+8”."),
        (f"modified={TEN(['4+8'] * 9)},4+x", "“4+x” is no modified beast, such as “4+8”."),
        (f"modified={TEN(['4+8'] * 9)},14+8", "“14+8” is no modified beast, such as “4+8”."),
        ("level1=Ash/Wolf/3", "“level1” takes a theme, two creatures and a number of rooms."),
    ],
)
def test_sheets_that_were_kept_otherwise_are_refused(sheets: str, why: str) -> None:
    state = new_game()
    before = RULES.dump(state)
    with pytest.raises(ActionError) as refused:
        act(state, f"restore kanthe-sheets; {sheets}")
    assert (str(refused.value), RULES.dump(state)) == (why, before)


def test_a_row_without_an_effect_may_be_kept_as_nothing() -> None:
    state = new_game()
    act(state, f"restore kanthe-sheets; arcane={TEN(['1:3', *[''] * 8, '9:0'])}")
    effects = [ArcaneEffect(1, 3), *[None] * 8, ArcaneEffect(9, 0)]
    assert state.domain.arcane_features == effects


def test_a_page_of_throws_takes_no_text() -> None:
    state = new_game()
    open_page(state, "modified")
    with pytest.raises(ActionError, match="There is nothing to write on this page"):
        act(state, "answer Wolf")
    open_page(state, "level")
    act(state, "answer Wolf")
    assert state.sheets[0].main == "Wolf"


def test_nothing_is_written_once_the_game_has_begun() -> None:
    state = begun()
    with pytest.raises(ActionError, match="Nothing is asked that a text would answer"):
        act(state, "answer Wolf")
