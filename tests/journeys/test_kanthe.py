"""Kanthe from the first card to a first fight, with nothing but what the cards say."""

from __future__ import annotations

from tests.journeys.parts import Bot, Hall, buttons, card_number, parts, pictures, said, text

PRESSES = 8
GAMES = 4  # a fight within eight presses is a matter of chance: nineteen games of twenty
WANTED = ("Begin", "Fight on:", "Evade:", "Explore", "Force the way:")


def press_best(hall: Hall) -> str:
    """Press the best button of the newest card, and return its label; "" when it has none."""
    card = hall.card()
    acts = [label for label, custom_id in buttons(card).items() if ":act:" in custom_id]
    wished = (one for wanted in WANTED for one in acts if one.startswith(wanted))
    label = next(wished, next(iter(acts), ""))
    menu = next((part for part in parts(card) if part["type"] == 3), None)
    if label:
        hall.press("Beren", label, card)
    elif menu:
        label = menu["options"][0]["label"]
        hall.client.choose("Beren", card, menu["custom_id"], [menu["options"][0]["value"]])
    if label:
        hall.card(card_number(card) + 1)
    return str(label)


def fights(hall: Hall) -> bool:
    """Return whether a first fight is fought within some presses; a game may end before."""
    for _ in range(PRESSES):
        label = press_best(hall)
        told = text(hall.card())
        # What else follows at once, such as the next beast, may leave no room for it.
        if label.startswith("Fight on:") and any(word in told for word in ("Fought", "Overcame")):
            return True
        if not label or "Film" in buttons(hall.card()):
            return False
    return False


def test_a_domain_is_begun_and_a_first_conflict_fought(halls, bot: Bot):
    for hall in (next(halls) for _ in range(GAMES)):
        hall.slash("Beren", "game new", ruleset="kanthe")
        hall.slash("Beren", "game begin")
        assert "You can begin at any time" in text(hall.card(2))
        if fights(hall):
            [picture] = pictures(hall.card())
            assert len(picture["description"]) <= 1024
            assert bot.errors() == []
            return
    raise AssertionError(f"no fight in {GAMES} games")


def test_the_sheets_are_filled_in_by_hand(hall: Hall, bot: Bot):
    hall.slash("Beren", "game new", ruleset="kanthe")
    hall.slash("Beren", "game begin")
    hall.card(2)
    words = "Ash, Bone, Coal, Dun, Ecru, Fawn, Gold, Hazel, Ivory, Jade"
    hall.slash("Beren", "kanthe sheets write", field="colours", text=words)
    refused = said(hall.slash("Beren", "kanthe sheets set", field="levels", value="10"))
    assert "Levels: a number from 1 to 9" in refused
    hall.slash("Beren", "kanthe sheets begin")
    hall.client.until(lambda: "turn 1" in text(hall.card()))
    assert bot.errors() == []
