"""At the forge on a phone, with nothing but what the cards say."""

from __future__ import annotations

from tests.journeys.parts import (
    Bot,
    Hall,
    Message,
    buttons,
    card_number,
    parts,
    pictures,
    said,
    take,
    text,
)
from tests.journeys.together import cast, choose_in_menu, gather

MOST_PRESSES = 20
PHONE_LABEL = 38  # letters of a label that a phone shows


def labels(card: Message) -> list[str]:
    """All labels of a card: of its buttons and of its menus."""
    menus = [part for part in parts(card) if part["type"] == 3]
    return [*buttons(card), *(option["label"] for menu in menus for option in menu["options"])]


def test_a_battle_axe_of_given_plusses_is_planned_and_forged(hall: Hall, bot: Bot):
    hall.begin("forging", ("Beren",))
    card, presses = hall.card(2), 0
    for label in (
        "Work at the forge", "Axes and polearms", "Battle Axe", "Attack +", "Damage sides +",
        "Make it",
    ):  # fmt: skip
        assert all(len(each) <= PHONE_LABEL for each in labels(card))
        if label == "Make it":
            assert "A Battle Axe (-2,3d5)" in text(card)
            assert "You have all that it takes" in text(card)
        take(hall, "Beren", card, label)
        presses += 1
        card = hall.card(card_number(card) + 1)
    while "Go on with your work" in buttons(card):
        take(hall, "Beren", card, "Go on with your work")
        presses += 1
        card = hall.card(card_number(card) + 1)
    assert presses <= MOST_PRESSES
    assert "Battle Axe" in text(card)  # what it is worth stands in the pack
    [picture] = pictures(card)
    assert picture["description"]
    shown = hall.slash("Beren", "sheet", page="Pack")
    assert "Battle Axe (-2,3d5)" in said(shown)
    assert bot.errors() == []


def test_what_to_make_is_voted_on(hall: Hall, bot: Bot):
    gather(hall, ("Beren", "Luthien", "Finrod"), ruleset="forging", mode="vote")
    assert choose_in_menu(hall, hall.card(2), "Work at the forge")
    cast(hall, "Luthien", "A")
    card = hall.card(3)
    assert "What do you want to make?" in text(card)
    take(hall, "Beren", card, "Swords")
    take(hall, "Luthien", hall.card(3), "Axes and polearms")
    hall.client.until(lambda: "B ◆ Axes and polearms" in text(hall.card(3)).replace("*", ""))
    cast(hall, "Finrod", "B")
    assert "which kind?" in text(hall.card(4))
    assert bot.errors() == []
