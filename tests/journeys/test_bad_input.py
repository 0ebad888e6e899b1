"""Bad input: one clear sentence for whoever gave it, nothing changed, no error in the log."""

from __future__ import annotations

import pytest

from tests.journeys.parts import Bot, Hall, said, text
from tests.sandbox_process import SandboxProcess


@pytest.fixture(autouse=True)
def untroubled(bot: Bot):
    yield
    assert bot.errors() == []


def test_an_unknown_ruleset(hall: Hall):
    answer = said(hall.slash("Beren", "game new", ruleset="nethack"))
    assert answer.startswith("There is no such game here")
    assert hall.public() == []


def test_a_second_game_in_a_channel(hall: Hall):
    hall.begin()
    hall.client.until(lambda: len(hall.live()) == 1)
    before = [text(m) for m in hall.live()]
    answer = said(hall.slash("Finrod", "game new", ruleset="toy"))
    assert answer == "This channel has a game already; end it before a new one."
    assert [text(m) for m in hall.live()] == before


def test_a_name_with_mentions_and_mark_up_is_only_a_name(hall: Hall):
    name = "**@everyone** <@1> `x`"
    hall.slash("Beren", "game new", ruleset="toy", character=name)
    lobby = hall.card(1)
    assert "@everyone" not in text(lobby)
    assert "**@" not in text(lobby)
    assert not lobby["mention_everyone"]
    assert [person["username"] for person in lobby["mentions"]] == []
    hall.slash("Beren", "game begin")
    assert "@everyone" not in text(hall.card(2))


@pytest.mark.parametrize("line", ["x" * 5000, "step " + "n" * 390, "\u0000\u202e", "`" * 100])
def test_an_action_that_is_none(hall: Hall, line: str):
    hall.begin()
    answer = said(hall.slash("Beren", "do", action=line))
    assert 0 < len(answer) < 200
    assert "error" not in answer
    assert "turn 0" in text(hall.card())


def test_an_action_that_can_mean_several_lists_them(hall: Hall):
    hall.begin()
    answer = said(hall.slash("Beren", "do", action="guess"))
    assert answer.startswith("Which word do you guess?")
    assert "guess AAAA" in answer


def test_a_name_of_5000_letters(hall: Hall):
    hall.slash("Beren", "game new", ruleset="toy", character="A" * 5000)
    assert len(text(hall.card(1))) < 400


def test_a_channel_without_a_game(hall: Hall):
    for command in ("game status", "game begin", "game join", "look", "map", "sheet", "log"):
        assert said(hall.slash("Beren", command)) == "There is no game in this channel."
    assert said(hall.slash("Beren", "do", action="step n")) == "There is no game in this channel."
    for command, option in (("do", "action"), ("game settings", "name"), ("toy guess", "word")):
        assert hall.client.autocomplete("Beren", hall.name, command, option)["choices"] == []


def test_somebody_without_a_character(hall: Hall):
    hall.begin()
    assert said(hall.press("Finrod", "E")) == "You have no character in this game."
    assert said(hall.press("Finrod", "More…")) == "You have no character in this game."


def test_an_action_that_is_not_possible_now(hall: Hall):
    hall.begin()
    assert said(hall.slash("Beren", "toy step", way="n")) == "You cannot do that now."


def test_a_channel_where_the_bot_may_not_post(sandbox: SandboxProcess, bot: Bot):
    sealed = Hall(sandbox.client, "sealed-hall")
    answer = said(sealed.slash("Beren", "game new", ruleset="toy"))
    assert answer == "I need more permissions here. A moderator can give me: Send Messages."
    assert said(sealed.slash("Beren", "game status")) == "There is no game in this channel."


@pytest.mark.sqlite_only
def test_a_button_of_a_game_that_is_not_there_any_more(hall: Hall, bot: Bot):
    hall.begin()
    card = hall.card(2)
    bot.stop()
    for file in bot.database.parent.glob("games.sqlite*"):
        file.unlink()
    bot.start()
    assert said(hall.press("Beren", "E", card)) == "That game does not exist any more."
