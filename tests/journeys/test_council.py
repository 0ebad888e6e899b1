"""A Game Master and three players who declare at the same time, in Discord."""

from __future__ import annotations

from typing import Any

import pytest

from tests.journeys.parts import Bot, Hall, buttons, own_view_label, said, text
from tests.journeys.together import gather, private

MASTER, PLAYERS = "Thingol", ("Beren", "Luthien", "Finrod")


@pytest.fixture(autouse=True)
def untroubled(bot: Bot):
    yield
    assert bot.errors() == []


def own_view(hall: Hall, person: str) -> dict[str, Any]:
    """Return the message with a person's own view, which they alone see."""
    return private(hall.press(person, own_view_label(hall)))


def enter(hall: Hall, **settings: str) -> None:
    """Begin a game in which all have chosen what they carry, each in their own view."""
    gather(hall, (MASTER, *PLAYERS), ruleset="council", **settings)
    for person, token in zip(PLAYERS, ("Staff", "Lamp", "Shield"), strict=True):
        hall.press(person, token, own_view(hall, person))
    hall.client.until(lambda: "The council enters the hall" in text(hall.card()))


def test_each_chooses_in_private_while_the_others_do(hall: Hall):
    gather(hall, (MASTER, *PLAYERS), ruleset="council")
    asked = own_view(hall, "Luthien")
    assert "What do you carry?" in text(asked)
    assert {"Shield", "Staff", "Lamp"} <= set(buttons(asked))
    assert not {"Shield", "Staff", "Lamp"} & set(buttons(hall.card()))
    late = own_view(hall, "Finrod")
    hall.press("Luthien", "Lamp", asked)
    hall.client.until(lambda: "Luthien is ready." in text(hall.card()))
    assert "Lamp" not in str(hall.public())
    assert said(hall.slash("Luthien", "do", action="choose staff")) == "It is not your turn."
    # Cards of the same turn are not too old for those who still choose.
    hall.press("Finrod", "Shield", late)
    hall.press("Beren", "Staff", own_view(hall, "Beren"))
    hall.client.until(lambda: "The council enters the hall" in text(hall.card()))


def test_they_declare_in_secret_and_the_game_master_rolls_behind_the_screen(hall: Hall):
    enter(hall)
    hall.press("Beren", "E")
    hall.client.until(lambda: "Beren has declared." in text(hall.card()))
    assert "Beren declares: go e." in said(hall.press("Beren", "My view"))
    assert "Luthien declares: guard." in said(hall.slash("Luthien", "council declare guard"))
    hall.client.until(lambda: "to move (**Finrod**)" in text(hall.card()))
    assert "go e" not in str(hall.public())
    hall.slash("Finrod", "council declare go", way="e")
    hall.client.until(lambda: "to move (**the Game Master**)" in text(hall.card()))
    assert "Beren declares: go e." not in said(hall.press("Luthien", "My view"))

    told = said(hall.slash(MASTER, "gm screen roll"))
    assert "The roll is" in told
    hall.client.until(lambda: "rolls behind the screen" in text(hall.card()))
    assert "The roll is" not in str(hall.public())
    assert "your staff" in said(hall.press("Beren", "My view"))
    assert "rolls behind the screen" in said(hall.press("Finrod", "My view"))
    assert "Behind the screen" in said(hall.slash(MASTER, "look"))
    assert "Behind the screen" not in said(hall.slash("Finrod", "look"))
    assert said(hall.slash("Finrod", "gm screen spare")) == "Only the Game Master can do that."
    hall.slash(MASTER, "gm screen spare")
    hall.client.until(lambda: "Beren goes e." in text(hall.card()))
    assert "Luthien stands on guard." in text(hall.card())


def test_the_log_of_others_does_not_tell_what_was_declared(hall: Hall):
    enter(hall)
    hall.slash("Beren", "council declare go", way="s")
    own = said(hall.slash("Beren", "log"))
    others = said(hall.slash("Luthien", "log"))
    assert "go s" in own
    assert "go s" not in others


def test_who_leaves_is_not_waited_for_and_the_game_ends_when_all_have(hall: Hall):
    enter(hall)
    for person in PLAYERS[:2]:
        hall.slash(person, "council leave")
    hall.client.until(lambda: "to move (**Finrod**)" in text(hall.card()))
    hall.slash("Finrod", "council leave")
    hall.client.until(lambda: "The council fell" in str(hall.public()))
