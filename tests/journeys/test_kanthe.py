"""Kanthe from the first card to a first fight, with nothing but what the cards say."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.journeys.parts import (
    Bot,
    Hall,
    Message,
    buttons,
    card_number,
    parts,
    pictures,
    said,
    text,
)
from tests.journeys.together import cast, gather

PRESSES = 8
GAMES = 4  # a fight within eight presses is a matter of chance: nineteen games of twenty
WANTED = ("Begin", "Fight on", "Evade", "Explore", "Force the way")


def press_best(hall: Hall, people: Sequence[str] = ("Beren",)) -> str:
    """Let the first of the people press the best button of the newest card, and the others vote
    for it until it is decided; return its label, "" when it has none."""
    card = hall.card()
    acts = [label for label, custom_id in buttons(card).items() if ":act:" in custom_id]
    wished = (one for wanted in WANTED for one in acts if one.startswith(wanted))
    label = next(wished, next(iter(acts), ""))
    menu = next((part for part in parts(card) if part["type"] == 3), None)
    first, *others = people
    if label:
        hall.press(first, label, card)
    elif menu:
        label = menu["options"][0]["label"]
        hall.client.choose(first, card, menu["custom_id"], [menu["options"][0]["value"]])
    for votes, person in enumerate(others if label else (), 1):
        if is_decided(hall, card, votes):
            break
        cast(hall, person, "A")
    if label:
        hall.card(card_number(card) + 1)
    return str(label)


def is_decided(hall: Hall, card: Message, votes: int) -> bool:
    """Return whether so many votes on a card have decided, once the channel tells."""

    def told() -> str:
        newest = hall.card()
        if card_number(newest) > card_number(card):
            return "decided"
        return "open" if f"**Vote**: {votes} of" in text(newest) else ""

    return bool(hall.client.until(told) == "decided")


def fights(hall: Hall, people: Sequence[str] = ("Beren",), *, wanted: int = 1, most: int = PRESSES):
    """Return whether so many fights are fought within some presses; a game may end before."""
    fought = 0
    for _ in range(most):
        label = press_best(hall, people)
        told = text(hall.card())
        # What else follows at once, such as the next beast or the result of a vote, may leave no
        # room for it: then Why? tells it.
        told_of = "Why?" in buttons(hall.card()) or any(
            word in told for word in ("Fought", "Overcame")
        )
        fought += label.startswith("Fight on") and told_of
        if fought == wanted:
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


@pytest.mark.soak(part="journeys")
@pytest.mark.parametrize("people", [("Beren",), ("Beren", "Luthien", "Finrod")])
def test_newcomers_come_to_a_third_fight_by_buttons_alone(halls, bot: Bot, people: tuple[str, ...]):
    for hall in (next(halls) for _ in range(GAMES)):
        mode = {"mode": "vote"} if len(people) > 1 else {}
        gather(hall, people, ruleset="kanthe", **mode)
        if fights(hall, people, wanted=3, most=40):
            assert bot.errors() == []
            return
    raise AssertionError(f"no third fight in {GAMES} games")


def test_the_sheets_are_filled_in_by_hand_and_another_game_visits_the_domain(halls, bot: Bot):
    hall, other = next(halls), next(halls)
    hall.slash("Beren", "game new", ruleset="kanthe")
    hall.slash("Beren", "game begin")
    hall.card(2)
    hall.slash("Beren", "kanthe sheets write", field="domain", text="The Vault")
    words = "Ash, Bone, Coal, Dun, Ecru, Fawn, Gold, Hazel, Ivory, Jade"
    hall.slash("Beren", "kanthe sheets write", field="colours", text=words)
    refused = said(hall.slash("Beren", "kanthe do", action="set levels 10"))
    assert "Levels: a number from 1 to 9" in refused
    hall.slash("Beren", "do", action="begin")
    hall.client.until(lambda: "turn 1" in text(hall.card()))
    refused = said(hall.slash("Luthien", "library"))
    assert refused == "Only players of this game can do that."
    hall.slash("Beren", "library", keep="domain The Vault", name="Our vault")
    other.slash("Beren", "game new", ruleset="kanthe")
    other.slash("Beren", "game begin")
    other.card(2)
    assert "Our vault" in said(other.slash("Beren", "library"))
    assert "in this game now" in said(other.slash("Beren", "library", use="Our vault"))
    other.client.until(lambda: "The Vault" in said(other.slash("Beren", "sheet", page="Domain")))
    assert bot.errors() == []
