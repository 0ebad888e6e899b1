"""Three people play Delve by vote, ten levels deep, by the buttons that the cards advise."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.journeys.evenings import delve_level, play_by_vote
from tests.journeys.parts import Bot, Hall

THREE = ("Beren", "Luthien", "Finrod")
LEVELS = 10
GAMES = 6  # of which two in three come so deep
MOST_CARDS = 800  # of one game; some three hundred lead to level 10


def descend(hall: Hall) -> int:
    """Play a game until its hero comes to the last of the levels, or dies; return how deep he
    came."""
    return play_by_vote(hall, THREE, "delve", delve_level, LEVELS, MOST_CARDS).level


@pytest.mark.soak(part="journeys")
def test_three_people_come_ten_levels_deep_by_vote(halls: Iterator[Hall], bot: Bot):
    came = [descend(next(halls))]
    while came[-1] < LEVELS and len(came) < GAMES:
        came.append(descend(next(halls)))
    assert came[-1] >= LEVELS, came
    assert bot.errors() == []
