"""Figures and tables of a view as they are shown, and settings that a ruleset does not have."""

from __future__ import annotations

import pytest

from engine.contract.action import GM, InvalidAction, Roll, Setting, role_of
from engine.contract.ruleset import Ruleset, not_a_value
from engine.contract.texts import Name, text
from engine.contract.view import Bar, Outcome, SheetTable, TableCell


def test_a_bar_shows_its_word_or_its_figures() -> None:
    for bar, shown in [
        (Bar("Health", 12, 20), "12/20"),
        (Bar("Health", 12, 20, word="hurt"), "hurt"),
        (Bar("Health", 400, 500, shaded=35), "400 (35)"),
        (Bar("Health", 400, 500, shaded=0), "400 (0)"),
        (Bar("Health", 3, 4, word=text("{n} of it", n=Name("half"))), "half of it"),
    ]:
        assert bar.shown == shown


def test_the_mean_of_a_die() -> None:
    for sides, lowest, mean in [(6, 1, 3.5), (10, 1, 5.5), (10, 0, 4.5), (1, 1, 1.0)]:
        assert Roll("hit", sides, (1,), lowest=lowest).mean == mean


def test_crossed_letters_are_shown_as_dots() -> None:
    assert TableCell("123456", crossed="25").shown == "1·34·6"
    assert TableCell("123").shown == "123"
    table = SheetTable(("A", "B"), ((TableCell("0"), TableCell("Red", "e")), (TableCell("1"),)))
    assert table.lines == ["0 R·d", "1"]


@pytest.mark.parametrize(("ending", "won"), [("won", True), ("lost", False), ("left", False)])
def test_only_a_game_that_ended_so_is_won(ending, won: bool) -> None:
    assert Outcome("End", (), ending).won is won


def test_the_game_master_has_a_role_of_its_own() -> None:
    assert [role_of(seat) for seat in (GM, 0, 3)] == ["gm", "player", "player"]


class _Plain(Ruleset[None]):
    """A ruleset of which only the settings matter."""

    title = "Toy"
    settings = (Setting("pace", "How fast", ("slow", "fast")), Setting("end", "When", ("late",)))


_Plain.__abstractmethods__ = frozenset()


def test_settings_have_their_first_value_unless_another_is_chosen() -> None:
    toy = _Plain()
    assert toy.setting_values({}) == {"pace": "slow", "end": "late"}
    assert toy.setting_values({"pace": "fast"}) == {"pace": "fast", "end": "late"}


def test_a_setting_or_value_that_there_is_not_is_refused_with_those_there_are() -> None:
    toy = _Plain()
    with pytest.raises(InvalidAction) as refused:
        toy.setting_values({"speed": "fast"})
    assert str(refused.value.text) == "Toy has no such setting; it has: pace, end."
    with pytest.raises(InvalidAction) as refused:
        toy.setting_values({"pace": "late"})
    assert refused.value.text == not_a_value(toy.settings[0])
    assert str(refused.value.text) == "The setting pace can be: slow, fast."


def test_without_settings_the_refusal_says_none() -> None:
    class Bare(_Plain):
        settings = ()

    with pytest.raises(InvalidAction, match="it has: none"):
        Bare().setting_values({"pace": "fast"})
