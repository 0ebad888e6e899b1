"""A character's life as its player sees it: created, looked at, grown, fallen."""

from __future__ import annotations

from typing import Any

import pytest

from tests.journeys.parts import (
    Bot,
    Hall,
    Message,
    buttons,
    card_number,
    is_private,
    parts,
    pictures,
    said,
    take,
    text,
)

ALONE = ("Beren",)


def private(hall: Hall, number: int = -1) -> Message:
    """The newest message that Beren alone sees."""
    return [m for m in hall.messages() if is_private(m)][number]


def menus(message: Message) -> list[dict[str, Any]]:
    return [part for part in parts(message) if part["type"] == 3]


def choose(hall: Hall, message: Message, menu: dict[str, Any], label: str) -> dict[str, Any]:
    """Choose the line of a menu that begins so."""
    value = next(o["value"] for o in menu["options"] if o["label"].startswith(label))
    return hall.client.choose("Beren", message, menu["custom_id"], [value])


class Maker:
    """Answers the card by labels and counts the presses."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.card = hall.card(2)
        self.presses = 0

    def press(self, label: str) -> None:
        number = card_number(self.card)
        assert said(take(self.hall, "Beren", self.card, label)) == ""
        self.presses += 1
        self.card = self.hall.card(number + 1)


def make(maker: Maker, *labels: str) -> None:
    for label in labels:
        maker.press(label)


def test_a_character_is_created_in_few_presses_on_one_card(hall: Hall):
    hall.begin("sil", ALONE)
    maker = Maker(hall)
    first = maker.card["id"]
    make(maker, "Noldor", "House of Fingolfin", "The usual spread", "Constitution -1")
    make(maker, "Strength +1", "Done")
    assert "Skills" in text(maker.card)
    make(maker, "The usual skills", "Song +1", "Song +1", "Song -1", "Done", "Another tale", "Keep")
    make(maker, "Draw again", "Keep this", "Back", "Keep this", "Another name", "Keep")
    assert "**Strength" not in text(maker.card)
    maker.press("Begin the descent")
    assert maker.presses + 2 <= 25
    assert maker.card["id"] == first
    assert "50 ft" in text(maker.card)
    assert {"Look", "Sheet"} <= buttons(maker.card).keys()


def test_the_quick_start_takes_three_presses(hall: Hall):
    hall.slash("Beren", "game new", ruleset="sil")  # one
    hall.press("Beren", "Begin", hall.card(1))  # two
    hall.press("Beren", "Quick start", hall.card(2))  # three
    assert "50 ft" in text(hall.card(3))


@pytest.mark.soak(part="journeys")
def test_what_may_be_typed_has_a_form_that_outlives_a_restart(hall: Hall, bot: Bot):
    hall.begin("sil", ALONE)
    maker = Maker(hall)
    make(maker, "Edain", "House of Hador", "Done", "Done", "Keep this tale", "Keep this")
    asked = hall.press("Beren", "Write the hero's name", maker.card)
    assert asked["answered"] == "modal"
    form = asked["modal"]
    bot.kill()
    bot.start()
    sent = hall.client.submit("Beren", hall.name, form["custom_id"], {"text": " Turin  Adan"})
    assert said(sent) == ""
    card = hall.card(card_number(maker.card) + 1)
    assert "Turin Adan" in text(card)


def test_a_character_may_be_created_in_private(hall: Hall):
    hall.begin("sil", ALONE)
    hall.press("Beren", "Continue in private", hall.card(2))
    hall.client.until(lambda: "your view" in text(private(hall)))
    own = private(hall)
    card = hall.card(2)
    assert "is being created" in text(card)
    assert pictures(card) == []
    take(hall, "Beren", own, "Edain: no bonus")
    assert "Of which house?" in text(private(hall))
    hall.client.until(lambda: card_number(hall.card()) == 3)
    assert "house" not in text(hall.card())
    assert (
        said(hall.press("Luthien", "Continue here", hall.card()))
        == "You have no character in this game."
    )
    hall.press("Beren", "Continue here", hall.card())
    assert "Of which house?" in text(hall.card(3))


def test_a_skill_is_raised_by_one_choice_that_tells_what_it_changed(hall: Hall):
    hall.begin("sil", ALONE)
    hall.press("Beren", "Quick start", hall.card(2))
    card = hall.card(3)
    hall.slash("Beren", "sheet", page="Skills")
    panel = private(hall)
    explain, spend = menus(panel)
    choose(hall, panel, explain, "Song")
    assert "Song: " in text(private(hall))
    assert "The next point costs" in text(private(hall))
    choose(hall, panel, spend, "Raise Song (100)")
    assert private(hall)["id"] == panel["id"]
    assert "You have grown in Song." in text(private(hall))
    hall.client.until(lambda: card_number(hall.card()) == card_number(card) + 1)
    assert hall.card()["id"] == card["id"]
    assert "turn 0" in text(hall.card())


def test_pages_are_turned_in_one_panel(hall: Hall):
    hall.begin("sil", ALONE)
    hall.press("Beren", "Quick start", hall.card(2))
    hall.press("Beren", "Sheet", hall.card(3))
    panel = private(hall)
    for page in ("Combat", "Abilities", "Next page", "Equipment", "Notes", "Character"):
        hall.press("Beren", page, private(hall))
        shown = private(hall)
        assert shown["id"] == panel["id"]
        assert page in text(shown) or page == "Next page"
    assert sum(1 for _ in parts(private(hall))) <= 40


def test_what_was_met_has_lore_and_what_is_seen_is_told(hall: Hall):
    hall.begin("doomed", ALONE)
    hall.card(2)
    offered = hall.client.autocomplete("Beren", hall.name, "lore", "creature", creature="w")
    assert [choice["name"] for choice in offered["choices"]] == ["Wolf"]
    assert "You have met" in said(hall.slash("Beren", "lore", creature="wolf"))
    assert "nothing about dragon" in said(hall.slash("Beren", "lore", creature="dragon"))
    seen = said(hall.slash("Beren", "look", at="wolf-1"))
    assert "intent on you" in seen
    square = next(line for line in seen.splitlines() if line.startswith("- ")).split(":")[0][2:]
    assert "in sight" in said(hall.slash("Beren", "look", at=square))
    assert "You see nothing called Z99" in said(hall.slash("Beren", "look", at="Z99"))


def test_the_fallen_have_a_card_of_their_own_and_a_why(hall: Hall):
    hall.begin("doomed", ALONE)
    card, accounts = hall.card(2), list[str]()
    for _ in range(30):
        if "Wait" not in buttons(card):
            break
        if "Why?" in buttons(card):
            accounts.append(said(hall.press("Beren", "Why?", card)))
        hall.press("Beren", "Wait", card)
        card = hall.card(card_number(card) + 1)
    blows = [account for account in accounts if "rolled" in account]  # that missed
    assert all("In full: `docs/rules/combat.md`" in account for account in blows)
    assert "Beren has fallen" in text(card)
    assert "by a wolf" in text(card)
    assert "Seed: `" in text(card)
    assert len(pictures(card)) == 1
    hall.press("Beren", "Sheet", card)
    assert "Health" in text(private(hall))
    hall.press("Beren", "Describe", card)


def test_a_song_is_learned_sung_and_ended_by_command(hall: Hall):
    hall.slash("Beren", "game new", ruleset="sil")
    hall.card(1)
    hall.slash("Beren", "game settings", name="experience", value="fixed")
    hall.press("Beren", "Begin", hall.card(1))
    hall.press("Beren", "Quick start", hall.card(2))
    lines = ("raise song 1", "learn song-of-elbereth", "yes")
    for number, line in enumerate(lines, 3):
        hall.card(number)
        hall.slash("Beren", "do", action=line)
    assert "You have learned the Song of Elbereth." in text(hall.card(6))
    ask = hall.client.autocomplete
    offered = ask("Beren", hall.name, "sil do", "action", action="sing ")["choices"]
    assert [choice["value"] for choice in offered] == ["sing elbereth"]
    hall.slash("Beren", "sil do", action="sing elbereth")
    card = hall.card(7)
    hall.press("Beren", "Why?", card)  # the card itself may tell of somebody who wakes up instead
    assert "You begin to sing the Song of Elbereth." in text(private(hall))
    assert "Song of Elbereth" in pictures(card)[0]["description"]
    offered = ask("Beren", hall.name, "do", "action", action="stop singing")["choices"]
    [ending] = [each["value"] for each in offered if each["name"].startswith("Stop singing")]
    hall.slash("Beren", "do", action=ending)
    card = hall.card(8)
    hall.press("Beren", "Why?", card)
    assert "You stop singing." in text(private(hall))
    assert "Song of Elbereth" not in pictures(card)[0]["description"]
