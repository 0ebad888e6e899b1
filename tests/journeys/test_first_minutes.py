"""Four strangers begin a game with nothing but its cards: how many presses it takes them.

The figures are printed: `python -m pytest -s -m soak tests/journeys/test_first_minutes.py`.
"""

from __future__ import annotations

import pytest

from tests.journeys.parts import Bot, Hall, Message, buttons, parts, text
from tests.journeys.together import FIVE

FOUR = FIVE[:4]


class Strangers:
    """People who press what a game's cards show, and count how often."""

    def __init__(self, hall: Hall, ruleset: str) -> None:
        self.hall = hall
        self.presses = 0
        self._pressed = ""  # the last green button of a private message
        hall.slash(FOUR[0], "game new", ruleset=ruleset)

    def press(self, person: str, label: str) -> None:
        """Press the button whose label begins so, on the live card, once it has one."""

        def there() -> str | None:
            return next(
                (each for each in buttons(self.hall.card()) if each.startswith(label)), None
            )

        self.hall.press(person, self.hall.client.until(there))
        self.presses += 1

    def press_in_private(self, person: str, words: str, label: str) -> None:
        """Press a button of the newest message that only the person sees, once it says that."""

        def newest() -> dict | None:
            own = [m for m in self.hall.messages(person) if m.get("flags", 0) & 64]
            return next((m for m in own[::-1] if words in text(m) and label in buttons(m)), None)

        self.hall.client.press(person, self.hall.client.until(newest), label=label)
        self.presses += 1

    def press_advised(self, person: str) -> None:
        """Press the green button of the newest message that only the person sees, unless a turn
        begins."""

        def newest() -> tuple[Message | None, str] | None:
            if is_turn(self.hall):
                return None, ""
            own = [m for m in self.hall.messages(person) if m.get("flags", 0) & 64]
            green = [p["custom_id"] for p in parts(own[-1]) if p.get("style") == 3] if own else []
            return (own[-1], green[0]) if green and green[0] != self._pressed else None

        message, green = self.hall.client.until(newest)
        if message is not None:
            self._pressed = green
            self.hall.client.press(person, message, green)
            self.presses += 1

    def begin(self) -> None:
        """Let all join, and the first begin."""
        for person in FOUR[1:]:
            self.press(person, "Join")
        self.press(FOUR[0], "Begin")
        self.hall.settled(2)

    def vote(self, label: str) -> None:
        """Let one propose and the others vote until it is decided."""
        card = len(self.hall.public())
        self.press(FOUR[0], label)
        for person in FOUR[1:3]:
            self.press(person, "A ")
        self.hall.client.until(lambda: len(self.hall.public()) > card)


def is_turn(hall: Hall) -> bool:
    """Return whether the live card is that of a turn: it says which."""
    return "turn" in text(hall.card()).partition("\n")[0]


@pytest.mark.soak(part="journeys")
@pytest.mark.parametrize(("ruleset", "label"), [("sil", "Quick start"), ("kanthe", "Begin")])
def test_a_vote_on_a_hero_takes_seven_presses(hall: Hall, bot: Bot, ruleset: str, label: str):
    strangers = Strangers(hall, ruleset)
    strangers.begin()
    while not is_turn(hall):
        strangers.vote(label)
    print(f"\n{ruleset}: {strangers.presses} presses")
    assert strangers.presses <= 7
    assert bot.errors() == []


def test_four_heroes_of_delve_are_chosen_from_one_card(hall: Hall, bot: Bot):
    strangers = Strangers(hall, "delve")
    strangers.begin()
    card = hall.card_with("Choose…")
    assert "Beren, Luthien, Finrod and Curufin: who will you be?" in text(card)
    assert not any(part.get("style") == 4 for part in parts(card))
    strangers.press("Luthien", "Choose…")
    strangers.press_in_private("Luthien", "Is Luthien a", "Monk")
    hall.client.until(lambda: "Beren, Finrod and Curufin: who" in text(hall.card()))
    for person in ("Beren", "Finrod"):
        strangers.press(person, "Take what is suggested")
    strangers.press("Curufin", "Fighter")  # the card is the last one's alone
    hall.client.until(lambda: is_turn(hall))
    print(f"\ndelve: {strangers.presses} presses")
    assert strangers.presses <= 10
    assert bot.errors() == []


@pytest.mark.soak(part="journeys")
def test_a_session_of_sil_g_begins_after_twelve_presses(hall: Hall, bot: Bot):
    strangers = Strangers(hall, "silg")
    strangers.begin()
    for person in FOUR[1:]:
        strangers.press(person, "Take what is suggested")
    hall.client.until(lambda: "All heroes are made" in text(hall.card()))
    strangers.press(FOUR[0], "My view")
    while not is_turn(hall):
        strangers.press_advised(FOUR[0])
    print(f"\nsilg: {strangers.presses} presses")
    assert strangers.presses <= 12
    assert bot.errors() == []
