"""A game from the first call for players to the last card, as its people see it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

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
    text,
)
from tests.journeys.together import gather


def test_people_gather_and_begin_by_button(hall: Hall):
    assert "Join" in said(hall.slash("Beren", "game new", ruleset="toy"))
    lobby = hall.card(1)
    assert "Toy: a new game" in text(lobby)
    assert said(hall.press("Luthien", "Join", lobby)) == "You are in."
    assert said(hall.press("Luthien", "Join", lobby)) == "You have joined already."
    assert "Only the game's founder" in said(hall.press("Luthien", "Begin", lobby))
    hall.press("Beren", "Begin", lobby)
    card = hall.card(2)
    assert "to move (**Beren**)" in text(card)
    [picture] = pictures(card)
    assert picture["description"].startswith("A board with Beren and Luthien.")
    assert picture["media"]["width"] == 948
    hall.client.until(lambda: hall.live() == [hall.card()])


def test_a_move_by_button_by_command_and_by_words(hall: Hall):
    hall.begin()
    hall.press("Beren", "E")
    assert "Beren walks e." in text(hall.card(3))
    assert "Luthien walks w." in said(hall.slash("Luthien", "toy step", way="w"))
    assert "Luthien walks w." in text(hall.card(4))
    assert "Beren walks s." in said(hall.slash("Beren", "do", action="step s"))
    assert "Beren walks s." in text(hall.card(5))


def test_the_newest_card_alone_can_be_pressed(hall: Hall):
    hall.begin()
    first = hall.card(2)
    hall.press("Beren", "E")
    hall.card(3)
    hall.client.until(lambda: len(hall.live()) == 1)
    [old] = [m for m in hall.public() if m["id"] == first["id"]]
    assert buttons(old) == {}
    assert "to move (" not in text(old)
    assert pictures(old)[0]["description"] == pictures(first)[0]["description"]


@pytest.mark.parametrize("mode", ["solo", "vote"])
def test_an_old_card_loses_its_buttons_without_being_read(hall: Hall, mode: str):
    gather(hall, ("Beren", "Luthien"), mode=mode)
    channel, first = hall.client.channel(hall.name), hall.card(2)
    hall.client.faults(match=f"GET /channels/{channel}/messages/*", status=500, times=99)
    for person in ("Beren", "Luthien") if mode == "vote" else ("Beren",):
        hall.press(person, "E", first)
    hall.settled(3)
    [old] = [m for m in hall.public() if m["id"] == first["id"]]
    assert text(old).splitlines()[0] == text(first).splitlines()[0]
    assert pictures(old)[0]["description"] == pictures(first)[0]["description"]
    assert ("2 of 2 took part" in text(old)) == (mode == "vote")


def test_a_press_on_an_earlier_card_is_answered_and_not_obeyed(hall: Hall, bot: Bot):
    hall.begin()
    first = hall.card(2)
    with ThreadPoolExecutor(2) as pool:
        pressed = list(pool.map(lambda _: hall.press("Beren", "E", first), range(2)))
    assert sorted(result["answered"] for result in pressed) == ["deferred", "message"]
    [late] = [result for result in pressed if result["answered"] == "message"]
    assert said(late) == "That was an earlier turn; the game has moved on."
    assert card_number(hall.card(3)) == 3
    [(moves,)] = bot.rows(
        "select count(*) from log join games on games.id = log.game "
        "where kind = 'acted' and channel = ?",
        int(hall.client.channel(hall.name)),
    )
    assert moves == 1


def test_two_people_pressing_at_once_make_one_move_each_in_turn(hall: Hall):
    hall.begin()
    card = hall.card(2)
    with ThreadPoolExecutor(2) as pool:
        beren = pool.submit(hall.press, "Beren", "E", card)
        luthien = pool.submit(hall.press, "Luthien", "N", card)
        results = [said(beren.result()), said(luthien.result())]
    assert results[0] == ""
    assert results[1] in (
        "It is not your turn.",
        "That was an earlier turn; the game has moved on.",
    )
    assert "Beren walks e." in text(hall.card(3))


def test_who_is_called_is_pinged_once_and_the_ping_goes_when_they_act(hall: Hall):
    hall.begin()
    hall.press("Beren", "E")
    hall.card(3)

    def pings() -> list[str]:
        return [m["content"] for m in hall.public() if "Your move" in m["content"]]

    hall.client.until(lambda: len(pings()) == 1)
    ping = next(m for m in hall.public() if "Your move" in m["content"])
    assert [person["username"] for person in ping["mentions"]] == ["Luthien"]
    hall.press("Luthien", "N")
    hall.card(4)
    hall.client.until(lambda: ping["id"] not in [m["id"] for m in hall.public()])


def test_a_question_and_its_answers_are_for_its_person_alone(hall: Hall):
    hall.begin()
    word = said(hall.slash("Luthien", "game status"))
    assert "Toy" in word
    hall.slash("Beren", "toy guess", word="AAAA")
    card = hall.card(3)
    assert "sure" not in text(card)
    mine = hall.press("Beren", "My view", card)
    [panel] = [m for m in mine["messages"] if is_private(m)]
    assert "Are you sure of AAAA?" in text(panel)
    assert {"Yes", "No"} <= set(buttons(panel))
    assert "sure" not in said(hall.press("Luthien", "My view", card))
    hall.press("Beren", "No", panel)
    assert "Beren thinks again." in text(hall.card(4))


def hidden_word(hall: Hall, person: str) -> str:
    """Return the word that a person hides."""
    return said(hall.press(person, "My view")).split("Your word: **")[1][:4]


def test_nothing_public_tells_a_secret(halls: Iterator[Hall], bot: Bot):
    secret = other = ""
    while secret == other:  # now and then both hide the same word
        hall = next(halls)
        hall.begin()
        secret, other = hidden_word(hall, "Beren"), hidden_word(hall, "Luthien")
    hall.press("Beren", "E")
    hall.card(3)
    hall.slash("Luthien", "do", action="step w")
    hall.card(4)
    assert secret not in str(hall.public())
    assert secret not in said(hall.press("Luthien", "My view"))
    assert secret not in str(hall.client.autocomplete("Luthien", hall.name, "do", "action"))


def test_everything_else_is_behind_more(hall: Hall):
    hall.begin()
    menu = hall.press("Beren", "More…")
    [panel] = [m for m in menu["messages"] if is_private(m)]
    select = panel["components"][1]["components"][0]
    assert "guess EEEE" in [option["value"] for option in select["options"]]
    turned = hall.press("Beren", "Steps (2)", panel)
    [panel] = [m for m in turned["messages"] if is_private(m)]
    select = panel["components"][1]["components"][0]
    hall.client.choose("Beren", panel, select["custom_id"], ["step e"])
    assert "Beren walks e." in text(hall.card(3))


def test_autocomplete_offers_what_is_legal_and_nothing_to_others(hall: Hall):
    hall.begin()
    ask = hall.client.autocomplete
    choices = ask("Beren", hall.name, "do", "action", action="guess e")["choices"]
    assert [choice["value"] for choice in choices] == ["guess EEEE"]
    assert ask("Luthien", hall.name, "do", "action", action="")["choices"] == []
    words = ask("Beren", hall.name, "toy guess", "word", word="u")["choices"]
    assert words[0]["value"] == "UUUU"


def test_looking_things_up_is_private_and_changes_nothing(hall: Hall):
    hall.begin()
    hall.client.until(lambda: len(hall.live()) == 1)

    def public() -> list[tuple[str, str | None]]:
        # Without the addresses of files, whose signatures change with the time.
        return [(message["id"], message["edited_timestamp"]) for message in hall.public()]

    before = public()
    assert "Beren" in said(hall.slash("Beren", "look"))
    assert "A board with" in said(hall.slash("Beren", "describe"))
    assert "opened the game" in said(hall.slash("Beren", "log"))
    assert "Leithian" in said(hall.slash("Beren", "help"))
    assert "to move (" in said(hall.slash("Finrod", "game status"))
    [level] = hall.slash("Beren", "map")["messages"]
    assert level["attachments"][0]["filename"] == "map-0000.png"
    assert public() == before


@pytest.mark.parametrize("mode", ["solo", "vote"])
def test_cards_without_pictures_tell_what_they_would_show(hall: Hall, mode: str):
    hall.slash("Beren", "game new", ruleset="toy", mode=mode)
    hall.slash("Beren", "game settings", name="cards", value="text")
    hall.slash("Beren", "game begin")
    hall.card(2)
    hall.press("Beren", "E")
    for number in (2, 3):
        card = hall.card(number)
        assert not pictures(card)
        assert "A board with Beren" in text(card)


def test_the_lobby_ends_with_who_is_in_and_what_was_chosen(hall: Hall):
    hall.slash("Beren", "game new", ruleset="toy")
    lobby = hall.card(1)
    for person in ("Luthien", "Finrod"):
        hall.press(person, "Join", lobby)
    hall.press("Finrod", "Leave", lobby)
    hall.slash("Beren", "game settings", name="mode", value="rota")
    hall.slash("Beren", "game begin")
    hall.client.until(lambda: not buttons(closed(hall, lobby)))
    shown = text(closed(hall, lobby))
    assert "**Beren**" in shown
    assert "**Luthien**" in shown
    assert "Finrod" not in shown
    assert "How you play: **Take turns**" in shown
    assert "presses Begin" not in shown


def closed(hall: Hall, card: Message) -> Message:
    """A card's message as it is now."""
    return next(message for message in hall.public() if message["id"] == card["id"])


def test_the_founder_sets_the_game_up_from_the_lobby(hall: Hall):
    hall.slash("Beren", "game new", ruleset="toy")
    lobby = hall.card(1)
    [panel] = [m for m in hall.press("Beren", "Settings…", lobby)["messages"] if is_private(m)]
    [panel] = hall.press("Beren", "Toy", panel)["messages"]
    select = next(
        p["custom_id"] for p in parts(panel) if p.get("custom_id", "").endswith("letters")
    )
    hall.client.choose("Beren", panel, select, ["6"])
    hall.client.until(lambda: "How long a secret is: **6**" in text(hall.card()))
    refused = said(hall.slash("Luthien", "game settings", name="letters", value="4"))
    assert refused.startswith("Only the game's founder")


def test_everybody_has_their_own_options(hall: Hall):
    hall.begin()
    told = said(hall.slash("Finrod", "options", name="theme", value="high-contrast"))
    assert "theme: **high-contrast**" in told
    assert "theme: **standard**" in said(hall.slash("Luthien", "options"))
    assert said(hall.slash("Finrod", "options", name="theme", value="pink")).startswith(
        "The option"
    )
    hall.slash("Finrod", "options", name="view", value="words")
    [panel] = [m for m in hall.press("Finrod", "My view")["messages"] if is_private(m)]
    assert pictures(panel) == []
    assert "Turn 0" in text(panel)


def test_a_game_ends_with_its_seed(hall: Hall):
    hall.begin()
    assert "founder" in said(hall.slash("Luthien", "game end", sure=True))
    assert said(hall.slash("Beren", "game end", sure=False)) == "Nothing has changed."
    assert said(hall.slash("Beren", "game end", sure=True)) == "The game is over."
    hall.client.until(lambda: any("Seed: `" in text(m) for m in hall.public()))
    assert "The game is open" in said(hall.slash("Luthien", "game new", ruleset="toy"))
