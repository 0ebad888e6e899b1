"""Five people share a game: the ways to play, seats, what was, copies, contests."""

from __future__ import annotations

import base64
import re
import time
import urllib.request
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.journeys.parts import Bot, Hall, buttons, card_number, is_private, said, text
from tests.journeys.together import FIVE, gather, log_of, person_id, private
from tests.sandbox_process import SandboxError

OWN_BOT = "it counts the games of the server"


@pytest.fixture(autouse=True)
def untroubled(bot: Bot):
    yield
    assert bot.errors() == []


def files(result: dict[str, Any]) -> list[dict[str, Any]]:
    return [file for message in result["messages"] for file in message["attachments"]]


def content(file: dict[str, Any]) -> bytes:
    with urllib.request.urlopen(file["url"], timeout=120) as response:
        return bytes(response.read())


def thread_of(hall: Hall, answer: str, watcher: str = "Beren") -> Hall:
    """The thread that an answer names."""
    found = re.search(r"<#(\d+)>", answer)
    assert found, answer
    return Hall(hall.client, found[1], watcher)


# ---------------------------------------------------------------- ways to play


def test_by_rota_the_turn_passes_from_one_to_the_next(hall: Hall):
    gather(hall, FIVE[:3], mode="rota")
    assert said(hall.press("Luthien", "E")) == "It is Beren's turn. You are next."
    hall.press("Beren", "E")
    card = hall.card(3)
    assert f"<@{person_id(hall, 'Luthien')}>" in text(card)
    hall.press("Luthien", "W")
    hall.press("Finrod", "S", hall.card(4))
    assert f"<@{person_id(hall, 'Beren')}>" in text(hall.card(5))


def test_where_the_first_moves_five_presses_make_one_move(hall: Hall, bot: Bot):
    gather(hall, mode="first", cooldown="600")
    card = hall.card()
    with ThreadPoolExecutor(5) as pool:
        told = list(pool.map(lambda person: said(hall.press(person, "E", card)), FIVE))
    hall.card(3)
    assert sum("earlier turn" in each for each in told) == 4
    assert [entry["action"] for entry in log_of(hall, bot, "acted")] == ["step e"]
    winner = FIVE[next(n for n, each in enumerate(told) if "earlier turn" not in each)]
    assert said(hall.slash(winner, "do", action="step s")).startswith("Let others play")


def test_at_a_table_the_game_master_sees_all_and_everybody_else_their_own(hall: Hall):
    gather(hall, FIVE[:3], ruleset="mastered", mode="table")
    card = hall.card()
    words = {}
    for person in ("Luthien", "Finrod"):
        own = said(hall.press(person, "My view", card))
        words[person] = own.split("Your word: **")[1][:4]
        assert "Word of" not in own
    seen = said(hall.press("Beren", "My view", card))
    for person, word in words.items():
        assert f"Word of {person}: **{word}**" in seen
        assert word not in str(hall.public())
    hall.press("Luthien", "E", card)
    assert "Luthien walks e." in text(hall.card(3))
    refused = said(hall.slash("Luthien", "seat master", member="Luthien"))
    assert refused
    assert "Word of" not in said(hall.press("Luthien", "My view"))
    assert said(hall.slash("Beren", "seat master", member="Thingol"))
    assert "not in this game" in said(hall.slash("Beren", "seat master", member="Thingol"))
    hall.press("Finrod", "W")
    assert "Finrod walks w." in text(hall.card(4))


def test_the_way_to_play_changes_in_the_middle(hall: Hall):
    gather(hall, FIVE[:2])
    panel = private(hall.slash("Beren", "game settings"))
    menu = next(p["custom_id"] for p in menus(panel) if p["custom_id"].endswith("mode"))
    hall.client.choose("Beren", panel, menu, ["vote"])
    hall.client.until(lambda: "propose an action" in text(hall.card()))
    hall.press("Luthien", "E")
    hall.card_with("A ● Step e (1)")


def menus(message: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        part
        for row in message["components"]
        for part in row.get("components", ())
        if part["type"] == 3
    ]


# ---------------------------------------------------------------- seats


def test_seats_are_lent_handed_over_and_left_to_themselves(hall: Hall):
    gather(hall, FIVE[:2])
    lent = said(hall.slash("Beren", "seat lend", member="Finrod"))  # to somebody from outside
    assert lent.startswith(f"<@{person_id(hall, 'Finrod')}> plays Beren until <t:")
    hall.slash("Beren", "seat back")
    assert "plays Beren until <t:" in said(hall.slash("Beren", "seat lend", member="Luthien"))
    hall.press("Luthien", "E")
    assert "Beren walks e." in text(hall.card(3))
    assert said(hall.slash("Beren", "seat back")) == "You play Beren yourself again."
    assert said(hall.slash("Luthien", "seat autoplay", on=True)).startswith("Luthien plays by")
    card = hall.card(4)
    assert "Beren" in text(card)
    assert said(hall.slash("Luthien", "seat autoplay", on=False)).startswith("Luthien waits")
    assert "plays Luthien now" in said(hall.slash("Luthien", "seat give", member="Beren"))
    assert said(hall.slash("Luthien", "seat back")) == "You have no character in this game."
    assert said(hall.slash("Beren", "seat autoplay", on=True)) == "Say which character."


def test_a_character_is_offered_to_somebody_who_joins_by_taking_it(hall: Hall):
    gather(hall, FIVE[:2])
    card = hall.card()
    offered = hall.slash("Beren", "seat give", member="Finrod")["messages"][-1]
    assert [person["username"] for person in offered["mentions"]] == ["Finrod"]
    assert "somebody else" in said(hall.press("Curufin", "Play Beren", offered))
    hall.press("Finrod", "Play Beren", offered)
    hall.client.until(lambda: any("You are in." in text(m) for m in hall.messages("Finrod")))
    hall.client.until(lambda: any("plays **Beren** now" in text(m) for m in hall.public()))
    assert said(hall.press("Beren", "E", card)) == "You have no character in this game."
    hall.press("Finrod", "E", card)
    assert "Beren walks e." in text(hall.card(3))


def test_who_joins_in_the_middle_hears_the_story_so_far(hall: Hall):
    gather(hall, FIVE[:2])
    hall.press("Beren", "E")
    hall.card(3)
    hall.slash("Luthien", "game leave")
    told = said(hall.slash("Finrod", "game join"))
    assert told.startswith("You are in. The story so far:")
    assert "Beren walks e." in told
    hall.press("Finrod", "N", hall.card())
    hall.card(4)
    assert "walks n" in said(hall.slash("Beren", "story"))


# ---------------------------------------------------------------- what was


@pytest.mark.parametrize(
    "restart", [False, pytest.param(True, marks=pytest.mark.soak(part="journeys"))]
)
def test_moves_are_undone_after_a_look(hall: Hall, bot: Bot, restart: bool):
    gather(hall, FIVE[:2])
    for person, way, card in (("Beren", "E", 3), ("Luthien", "W", 4), ("Beren", "S", 5)):
        hall.press(person, way)
        hall.card(card)
    other = private(hall.slash("Beren", "undo", moves=1))
    asked = private(hall.slash("Beren", "undo", moves=2))
    assert "This would undo 2 moves" in text(asked)
    assert "Luthien walks w." in text(asked)
    if restart:
        bot.kill()
        bot.start()
    hall.press("Beren", "Undo", asked)
    card = hall.card(6)
    assert "turn 1" in text(card)
    assert "to move (**Luthien**)" in text(card)
    again = private(hall.press("Beren", "Undo", other))
    assert "Beren walks e." in text(again)  # the game has moved on: look again
    assert "Undo" in buttons(again)
    assert "Undo" not in buttons(private(hall.slash("Luthien", "undo")))
    hall.slash("Beren", "dice")
    hall.client.until(lambda: any("✓ The log replays" in text(m) for m in hall.messages()))


def test_undo_by_vote_where_the_terms_say_so(hall: Hall):
    gather(hall, FIVE[:3], mode="first", undo="vote")
    hall.press("Beren", "E")
    hall.card(3)
    asked = private(hall.slash("Luthien", "undo"))
    hall.press("Luthien", "Put it to the vote", asked)
    card = hall.card_with("Yes (1)")
    assert "asks: undo 1 move?" in text(card)
    hall.press("Finrod", "Yes (1)", card)
    assert "turn 0" in text(hall.card(4))
    hall.client.until(lambda: len(hall.live()) == 1)
    assert "asks: undo" not in "".join(map(text, hall.public()))


def test_turns_are_shown_again_and_filmed(hall: Hall):
    gather(hall, FIVE[:2])
    for person, way, card in (("Beren", "E", 3), ("Luthien", "W", 4), ("Beren", "S", 5)):
        hall.press(person, way)
        hall.card(card)
    lines = hall.client.autocomplete("Beren", hall.name, "replay", "line")["choices"]
    assert [choice["name"].split(": ")[1] for choice in lines] == [
        "step s — Beren walks s.",
        "Luthien walks w.",
        "step e — Beren walks e.",
    ]
    shown = hall.slash("Beren", "replay", line=lines[-1]["value"])
    assert "Beren walks e." in said(shown)
    assert files(shown)[0]["filename"].endswith(".png")
    film = hall.slash("Beren", "replay")
    [gif] = files(film)
    assert said(film).endswith("3 moves")
    assert content(gif)[:6] == b"GIF89a"
    assert said(hall.slash("Beren", "replay", line=999)) == "There is no such turn."
    assert said(hall.slash("Beren", "replay", first=5, last=2)).startswith("The first line")


def test_the_whole_log_is_a_file_without_what_is_not_ones_own(hall: Hall):
    gather(hall, FIVE[:2])
    hall.press("Beren", "E")
    hall.card(3)
    [file] = [f for f in files(hall.slash("Luthien", "log", whole=True)) if "log" in f["filename"]]
    told = content(file).decode()
    assert file["filename"].endswith(".txt")
    assert "Hash of the seed: " in told
    assert "Beren walks e." in told
    assert "step e" not in told


# ---------------------------------------------------------------- copies


def test_a_game_is_forked_into_a_thread_and_goes_on_there(hall: Hall):
    gather(hall, FIVE[:2])
    hall.press("Beren", "E")
    hall.card(3)
    assert "founder" in said(hall.slash("Luthien", "game fork"))
    assert said(hall.slash("Beren", "game fork", line=99)).startswith("The log has lines 1 to")
    thread = thread_of(hall, said(hall.slash("Beren", "game fork")))
    card = thread.card(1)
    assert "turn 1" in text(card)
    thread.press("Luthien", "W", card)
    assert "Luthien walks w." in text(thread.card(2))
    assert card_number(hall.card()) == 3


def private_thread(hall: Hall, name: str, people: Sequence[str]) -> Hall:
    """A private thread of these people in a channel, the bot with them."""
    channel = hall.client.channel(hall.name)
    hall.client.faults(private_thread=[*people], channel=channel, name=name)
    return Hall(hall.client, hall.client.channel(name))


def test_a_fork_from_a_private_thread_is_only_for_those_who_are_in_it(hall: Hall):
    people = ("Luthien", "Beren")
    secret = private_thread(hall, "council", people)
    secret.begin("toy", people)
    fork = thread_of(secret, said(secret.slash("Luthien", "game fork")))
    kinds = {channel["id"]: channel["type"] for channel in hall.client.world()["channels"]}
    assert kinds[fork.name] == 12
    fork.press("Luthien", "E", fork.card(1))
    assert "Luthien walks e." in text(fork.card(2))
    assert fork.messages("Beren")
    with pytest.raises(SandboxError, match="cannot see"):
        fork.messages("Finrod")


def test_a_fork_from_a_private_thread_is_never_public_for_want_of_a_permission(hall: Hall):
    people = ("Finrod", "Beren")
    secret = private_thread(hall, "embassy", people)
    secret.begin("toy", people)
    before = hall.client.world()["channels"]
    channel = hall.client.channel(hall.name)
    hall.client.faults(deny=["create_private_threads"], channel=channel)
    refused = said(secret.slash("Finrod", "game fork"))
    hall.client.faults(deny=[], channel=channel)
    assert refused == (
        "I cannot open a thread here. A moderator can give me: Create Private Threads."
    )
    assert hall.client.world()["channels"] == before


def test_a_game_travels_as_a_file_to_another_channel(hall: Hall, halls: Any):
    gather(hall, FIVE[:2], mode="vote")
    hall.press("Beren", "E")
    assert said(hall.slash("Finrod", "game export")).startswith("Only people who play in the game")
    exported = hall.slash("Luthien", "game export")
    [file] = files(exported)
    data = base64.b64encode(content(file)).decode()
    parcel = {"filename": file["filename"], "base64": data}
    refused = said(hall.slash("Beren", "game import", file=parcel))
    assert refused == "This channel has a game already; end it before a new one."
    other = next(halls)
    assert "with new dice" in said(other.slash("Beren", "game import", file=parcel))
    card = other.card(1)
    assert "propose an action" in text(card)
    other.press("Luthien", "E", card)
    other.card_with("A ● Step e (1)")


@pytest.mark.parametrize("change", ["nonsense", "cut", "flipped"])
def test_a_file_that_is_none_is_refused(hall: Hall, halls: Any, change: str):
    gather(hall, FIVE[:2])
    data = content(files(hall.slash("Beren", "game export"))[0])
    broken = {
        "nonsense": b"leithian game 1\n" + b"\xff" * 40,
        "cut": data[: len(data) // 2],
        "flipped": data[:-9] + bytes([data[-9] ^ 1]) + data[-8:],
    }[change]
    parcel = {"filename": "game.leithian", "base64": base64.b64encode(broken).decode()}
    other = next(halls)
    answer = said(other.slash("Beren", "game import", file=parcel))
    assert answer in (
        "That is not a file of a game.",
        "That file was sealed by another bot, or somebody changed it.",
        "That file was changed or cut off on its way.",
    )
    assert said(other.slash("Beren", "game status")) == "There is no game in this channel."


# ---------------------------------------------------------------- dice and contests


def test_dice_for_anything_else_are_rolled_in_public(hall: Hall):
    rolled = hall.slash("Beren", "roll", dice="2d6+3 # luck")
    [message] = [m for m in rolled["messages"] if not is_private(m)]
    assert message["content"].startswith("Beren rolls — luck: **")
    assert "fails" in text(hall.slash("Beren", "roll", dice="check 0 vs 99")["messages"][0])
    assert said(hall.slash("Beren", "roll", dice="1d6", quiet=True)).startswith("Beren rolls")
    for bad in ("", "d", "2d", "1000001d6", "(", "check 8", "x" * 400):
        answer = said(hall.slash("Beren", "roll", dice=bad or " "))
        assert answer
        assert "went wrong" not in answer


def test_everybody_has_one_daily_run_alone_or_in_a_group(hall: Hall):
    alone = thread_of(hall, said(hall.slash("Finrod", "daily")), "Finrod")
    with pytest.raises(SandboxError, match="cannot see"):
        alone.messages("Beren")
    assert "taken part already" in said(hall.slash("Finrod", "daily"))
    opened = hall.slash("Beren", "daily", together=True)
    invited = next(each for each in opened["messages"] if "by vote" in text(each))
    assert "taken part already" in said(hall.press("Finrod", "Join", invited))
    group = thread_of(hall, said(hall.press("Luthien", "Join", invited)), "Luthien")
    assert group.card(1)
    with pytest.raises(SandboxError, match="cannot see"):
        group.messages("Finrod")
    assert "taken part already" in said(hall.slash("Luthien", "daily"))
    assert "No daily run is over yet" in said(hall.slash("Beren", "ladder", ruleset="daily"))
    assert "has ended at some level" in said(hall.slash("Beren", "hall", ruleset="toy"))


def test_a_contest_gives_everybody_the_same_start(hall: Hall):
    opened = hall.slash("Thingol", "contest", ruleset="toy", new="The Race", lasts="1 week")
    assert "**The Race** is open" in text(opened["messages"][-1])
    with ThreadPoolExecutor(2) as pool:
        beren, luthien = pool.map(
            lambda each: thread_of(hall, said(hall.slash(each, "contest", join=each)), each),
            FIVE[:2],
        )
    for thread, rival in ((beren, "Luthien"), (luthien, "Beren")):
        with pytest.raises(SandboxError, match="cannot see"):
            thread.messages(rival)
    again = said(hall.slash("Beren", "contest", join="Beren"))
    assert again == f"You are in this contest already: <#{beren.name}>."
    assert said(beren.slash("Beren", "undo")) == "There is no undo in this game."
    secrets = [
        said(each.press(who, "My view", each.card(1))).split("Your word: **")[1][:4]
        for each, who in ((beren, "Beren"), (luthien, "Luthien"))
    ]
    assert secrets[0] == secrets[1]
    beren.press("Beren", "E", beren.card(1))
    beren.card(2)
    assert "name" in said(hall.slash("Curufin", "contest", join="Cur\u0007ufin"))
    told = said(hall.slash("Finrod", "contest"))
    assert "Beren" in told
    assert "turn 1" in told
    assert "founder" in said(hall.slash("Finrod", "contest", end=True))
    ended = hall.slash("Thingol", "contest", end=True)
    assert "Seed: `" in text(ended["messages"][-1])
    assert said(hall.slash("Curufin", "contest", join="Cur")) == "That contest is over."


def test_the_ladder_is_asked_in_words_and_a_character_is_a_file(hall: Hall):
    hall.slash("Beren", "game new", ruleset="toy")
    hall.slash("Beren", "game settings", name="ladder", value="on")
    hall.press("Luthien", "Join")
    hall.press("Beren", "Begin")
    card = hall.card(2)
    secret = said(hall.press("Luthien", "My view", card)).split("Your word: **")[1][:4]
    hall.slash("Beren", "do", action=f"guess {secret}")
    hall.slash("Beren", "do", action="yes")
    told = said(hall.slash("Finrod", "ladder", ruleset="toy", where="turn>=0", sort="turn"))
    assert "1. **Beren and Luthien**" in told
    assert "sorted by turn" in told
    assert "None of the 1 games" in said(
        hall.slash("Finrod", "ladder", ruleset="toy", where="turn>99")
    )
    assert "Nothing here is called “shoe”" in said(
        hall.slash("Finrod", "ladder", ruleset="toy", where="shoe=3", everywhere=True)
    )
    ask = hall.client.autocomplete
    assert "ending=won" in str(
        ask("Finrod", hall.name, "ladder", "where", ruleset="toy", where="end")
    )
    [file] = files(hall.slash("Beren", "sheet", file=True))
    assert "Beren wins" in content(file).decode()


def test_a_thread_is_made_once_however_often_discord_delivers_the_wish(hall: Hall):
    gather(hall, FIVE[3:])  # those who have opened no threads yet
    before = len(hall.client.world()["channels"])
    hall.client.faults(interaction="repeat")
    hall.slash(FIVE[3], "game fork")
    hall.client.until(lambda: len(hall.client.world()["channels"]) > before)
    time.sleep(0.5)
    assert len(hall.client.world()["channels"]) == before + 1


def test_bad_wishes_about_hours_are_refused(hall: Hall):
    for name, value, told in (
        ("zone", "Mordor", "Write the time zone like Europe/Berlin."),
        ("quiet", "all day", "Write quiet hours like 22:00-08:00."),
        ("away", "-1 day", "Write how long"),
    ):
        answer = said(hall.slash("Curufin", "options", name=name, value=value))
        assert answer.startswith(told)
    hall.slash("Curufin", "options", name="zone", value="Europe/Berlin")
    told = said(hall.slash("Curufin", "options", name="quiet", value="22:00-08:00"))
    assert "zone: **Europe/Berlin**" in told
    assert "quiet: **22:00-08:00**" in told
    assert "away: **until <t:" in said(
        hall.slash("Curufin", "options", name="away", value="2 days")
    )
    told = said(hall.slash("Curufin", "options", name="away", value="off"))
    assert "away: **no**" in told
    hall.slash("Curufin", "options", name="quiet", value="off")
