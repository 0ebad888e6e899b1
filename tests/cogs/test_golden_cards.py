"""The pictures and cards of the situations have not changed unseen."""

import pytest

from tests.cogs import golden_cards
from tests.cogs.test_card_questions import SHOWN
from tests.render.test_pictures import colours


@pytest.mark.parametrize("name", SHOWN)
def test_a_situation_looks_and_reads_as_it_did(name: str) -> None:
    shown = SHOWN[name]()
    assert golden_cards.text(shown) == golden_cards.path(name, ".txt").read_text("utf-8")
    kept = golden_cards.path(name, ".png").read_bytes()
    assert (colours(golden_cards.png(shown)) == colours(kept)).all(), (
        "look, then python -m tests.cogs.golden_cards"
    )


def test_the_card_of_a_vote_with_three_proposals_fits_a_phone() -> None:
    text = golden_cards.text(SHOWN["a vote with three proposals"]())
    rows = text.splitlines()[1:]  # without the alt text
    wrapped = sum(-(-len(row) // 45) for row in rows)  # 45 letters a line at 390 pixels
    picture = 390 * 605 // 948
    assert picture + 24 * wrapped + 5 * 20 <= 844
