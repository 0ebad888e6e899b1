"""Rolls outside of combat: what is told of a check and to whom, and rolls in notation."""

from __future__ import annotations

import pytest

from engine.contract.action import GM, InvalidAction
from engine.sil.game.state import Skill
from engine.silg.clock import dice_rolls
from engine.silg.context import SilGContext
from engine.silg.wording import text
from tests.engine.sil.stage import Loaded
from tests.engine.silg.stage import heard, load, table, texts

pytestmark = pytest.mark.covers("spec-silg-table: 3. What the GM can do")


def checked(game: SilGContext, skill: Skill) -> dice_rolls.Check:
    """Return Bob's check: 5 + 7 against 9 + 3 or, of d20s, the same."""
    game.hero(1).derived.skills[skill] = 5
    load(game, 7, 3)
    return dice_rolls.check(game, 1, skill, 9)


def test_all_see_the_roll_of_an_open_check_and_the_game_master_its_difficulty() -> None:
    game = table("Ann", "Bob")
    done = checked(game, Skill.WILL)._replace(difficulty=8)
    dice_rolls.tell_check(game, 1, done, "open")
    shown, full = game.events
    assert [event.kind for event in (shown, full)] == ["roll", "roll"]
    assert [(str(roll.purpose), roll.sides, roll.faces) for roll in shown.rolls] == [
        ("Will", 10, (7,))
    ]
    assert full.rolls == ()
    assert heard(game) == [
        ("Bob, Will: rolls 12 and succeeds.", None),
        ("Bob, Will: 5 + 7 = 12 against 8 + 3 = 11: succeeds.", (GM,)),
    ]


@pytest.mark.parametrize("how", ["secret", "blind"])
def test_the_game_master_alone_hears_of_a_check_that_is_not_open(how: dice_rolls.Openness) -> None:
    game = table("Ann", "Bob")
    dice_rolls.tell_check(game, 1, checked(game, Skill.MELEE), how)
    assert [event.rolls for event in game.events] == [()]
    assert heard(game) == [("Bob, Melee: 5 + 7 = 12 against 9 + 3 = 12: fails.", (GM,))]


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("3d6+2", "3d6 (2, 3, 4) + 2 = 11."),
        ("1d20+5 vs 1d20+4", "1d20 (2) + 5 = 7 against 1d20 (3) + 4 = 7: does not win."),
        ("1d20+6 vs 1d20+4", "1d20 (2) + 6 = 8 against 1d20 (3) + 4 = 7: wins."),
        ("1d20+4 vs 1d20+4", "1d20 (2) + 4 = 6 against 1d20 (3) + 4 = 7: does not win."),
        ("1d6 vs 1d6 vs 1d6", "1d6 (2) = 2 against 1d6 (3) vs 1d6 (4) = -1: wins."),
    ],
)
def test_of_two_rolls_the_first_must_be_higher(written: str, told: str) -> None:
    assert str(dice_rolls.roll_dice(written, Loaded([2, 3, 4], 1))) == told  # type: ignore[arg-type]


@pytest.mark.parametrize("written", ["dice", "1d6 vs", "1d6 vs dice"])
def test_what_is_no_roll_is_refused(written: str) -> None:
    with pytest.raises(InvalidAction):
        dice_rolls.roll_dice(written, Loaded([], 1))  # type: ignore[arg-type]


def test_a_roll_is_hidden_where_the_game_master_alone_hears_of_it() -> None:
    game = table("Ann")
    public, hidden = Loaded([2, 3], 1), Loaded([5], 1)
    load(game)
    game.streams.play, game.streams.hidden = public, hidden  # type: ignore[assignment]
    told = text("{name} rolls {dice}: {result}", name="Ann")
    for audience in (None, (GM,), (0, GM)):
        dice_rolls.tell_roll(game, told, "1d6", audience)
    assert {event.kind for event in game.events} == {"roll"}
    assert heard(game) == [
        ("Ann rolls 1d6: 1d6 (2) = 2.", None),
        ("Ann rolls 1d6: 1d6 (5) = 5.", (GM,)),
        ("Ann rolls 1d6: 1d6 (3) = 3.", (0, GM)),
    ]


def test_standing_rolls_are_all_made_for_the_game_master_alone() -> None:
    game = table("Ann")
    game.state.desk.standing = {"luck": "1d6", "omen": "1d6 vs 1d6"}
    load(game, 4, 2, 1)
    dice_rolls.roll_all(game)
    assert [(event.kind, event.audience) for event in game.events] == [("roll", (GM,))] * 2
    assert texts(game) == ["luck: 1d6 (4) = 4.", "omen: 1d6 (2) = 2 against 1d6 (1) = 1: wins."]
