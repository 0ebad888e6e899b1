"""Three people play Delve by vote, ten levels deep, by the buttons that the cards advise."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.journeys.parts import Bot, Hall, Message, card_number, parts, take, text
from tests.journeys.together import cast, gather

THREE = ("Beren", "Luthien", "Finrod")
LEVELS = 10
GAMES = 6  # of which two in three come so deep
MOST_TURNS = 800  # of one game; some three hundred lead to level 10
GREEN = 3


def advised(card: Message) -> str:
    """Return the first green button of a card, or the first line of its menu where it asks a
    question by one; "" where there is neither."""
    pressed = (part for part in parts(card) if part["type"] == 2 and not part.get("disabled"))
    label = next((part["label"] for part in pressed if part.get("style") == GREEN), "")
    menus = [part["options"] for part in parts(card) if part["type"] == 3]
    return label or (menus[0][0]["label"] if menus else "")


def depth(card: Message) -> int:
    """Return the level that a card tells of; 0 where it tells of none."""
    found = re.search(r"Delve · level (\d+)", text(card))
    return int(found[1]) if found else 0


def descend(hall: Hall) -> int:
    """Play a game by vote until its hero comes to the last of the levels, or dies; return how deep
    he came. Everybody proposes in turn, the next one agrees."""
    gather(hall, THREE, ruleset="delve", mode="vote")
    deepest, card = 0, hall.card(2)
    for turn in range(MOST_TURNS):
        label = advised(card)
        assert label, text(card)
        if label == "New game" or deepest >= LEVELS:
            return deepest
        take(hall, THREE[turn % 3], card, label)
        assert cast(hall, THREE[(turn + 1) % 3], "A").startswith("Decided: A ● ")
        card = hall.card(card_number(card) + 1)
        deepest = max(deepest, depth(card))
    return deepest


@pytest.mark.soak(part="journeys")
def test_three_people_come_ten_levels_deep_by_vote(halls: Iterator[Hall], bot: Bot):
    came = [descend(next(halls))]
    while came[-1] < LEVELS and len(came) < GAMES:
        came.append(descend(next(halls)))
    assert came[-1] >= LEVELS, came
    assert bot.errors() == []
