"""Four people play by vote by the buttons that the cards advise: how many cards and votes the first
levels ask of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.journeys.evenings import PlayedEvening, delve_level, play_by_vote, sil_level
from tests.journeys.parts import Bot, Hall

FOUR = ("Beren", "Luthien", "Finrod", "Curufin")
GAMES, MOST_CARDS = 4, 400  # until a hero arrives: some die before
# Half of the cards that the built-in players needed for as many levels before plans went on: 180 a
# level of Sil-Q, 110 of Delve.
FIRST_LEVELS = {"sil": (sil_level, 2, 90), "delve": (delve_level, 3, 110)}


@pytest.mark.soak(part="journeys")
@pytest.mark.parametrize("ruleset", FIRST_LEVELS)
def test_the_first_levels_ask_a_group_for_few_cards(
    ruleset: str, halls: Iterator[Hall], bot: Bot
) -> None:
    level_of, levels, most = FIRST_LEVELS[ruleset]
    evening = PlayedEvening()
    for _ in range(GAMES):
        evening = play_by_vote(next(halls), FOUR, ruleset, level_of, levels, MOST_CARDS)
        print(f"{ruleset}: {evening}", flush=True)
        if evening.level >= levels:
            break
    assert evening.level >= levels
    assert evening.cards <= most
    assert bot.errors() == []
