"""Delve from the first card to an altar, with nothing but what the cards say."""

from __future__ import annotations

from collections.abc import Iterator

from tests.journeys.parts import Bot, Hall, Message, buttons, card_number, pictures, text
from tests.journeys.together import choose_in_menu

PRESSES = 20
GAMES = 8  # in about every second the upgrade is not on the card, and takes two presses more
# What is to be done, by what the button says, and what the card tells when it is done.
DEEDS = (
    ("Begin", "Is Beren"),
    ("Mage", "mage of level 0"),
    ("Go to altar", "an altar here"),
    ("Upgrade spark", "The altar takes spark"),
    ("Cast", "Beren casts spark"),
    ("Throw", "Beren throws a dagger"),
    ("Eat", "Beren eats the bread"),
)


def told(card: Message) -> str:
    """Return all that a card says, its picture's description too."""
    return "\n".join([text(card), *(picture["description"] for picture in pictures(card))])


def press(hall: Hall, wanted: str) -> int:
    """Press what the newest card, or its menu of more, calls so; return how many presses: none
    where nothing is called so."""
    card = hall.card()
    label = next((one for one in buttons(card) if one.startswith(wanted)), "")
    presses = 1
    if label:
        hall.press("Beren", label, card)
    else:
        presses = choose_in_menu(hall, card, wanted)
    if presses:
        hall.card(card_number(card) + 1)
    return presses


def play(hall: Hall) -> str:
    """Do all deeds; return what is left undone after so many presses."""
    hall.slash("Beren", "game new", ruleset="delve")
    hall.card(1)
    presses = 0
    for wanted, done in DEEDS:
        while done not in told(hall.card()):
            pressed = press(hall, wanted) if presses < PRESSES else 0
            if not pressed:
                return f"{wanted}: {told(hall.card())}"
            presses += pressed
    return "" if presses <= PRESSES else f"{presses} presses"


def test_a_mage_finds_the_first_altar_casts_throws_and_eats(halls: Iterator[Hall], bot: Bot):
    undone = [play(next(halls))]
    while undone[-1] and len(undone) < GAMES:
        undone.append(play(next(halls)))
    assert undone[-1] == "", "\n\n".join(undone)
    assert bot.errors() == []
