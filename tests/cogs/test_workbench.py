"""The workbench as a card shows it."""

from cogs.ui.budget import ANSWER_COMPONENTS
from cogs.ui.card_buttons import CardButtons
from engine.sil.ruleset import SilQ
from tests.engine.sil.smithing.smithy import CRAFTS, press, smithy

SIL = SilQ()


def test_each_number_of_an_artefact_has_a_row_of_minus_and_plus():
    game = smithy(*CRAFTS)
    press(game, "Work at the forge", "Swords", "Longsword", "Artifice", "Make it an artefact")
    press(game, "Stats", "Add Strength", "Back", "Back")
    view, offers = SIL.view(game.state, 0), SIL.legal(game.state, 0)
    rows = CardButtons(1, 1).answer_rows(offers, view)
    steppers = len({offer.stepper for offer in offers} - {""})
    assert steppers == 5
    assert [len(row) for row in rows[:steppers]] == [2] * steppers
    assert sum(1 + len(row) for row in rows) <= ANSWER_COMPONENTS
    assert "Difficulty 16 of your 20" in str(view.question)
