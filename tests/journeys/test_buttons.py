"""Buttons of a game as a whole: ways to play, Resume, Film, New game, a contest's Join, hello."""

from __future__ import annotations

import contextlib
import os
import re
import resource
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from table.heavy.worker import MEMORY
from tests.journeys.parts import (
    Bot,
    Hall,
    Message,
    buttons,
    card_number,
    descendants,
    is_private,
    parts,
    picture_name,
    said,
    text,
)
from tests.journeys.together import FIVE, cast, gather, log_of, person_id, private
from tests.sandbox_process import SandboxProcess, running_sandbox

OWN_BOT = "a server is left and invites the bot again"
BOT = Bot
RESPONSE_SECONDS = 10  # slow work is then told of after 8


@pytest.fixture(scope="module")
def sandbox() -> Iterator[SandboxProcess]:
    arguments = ("--channels", "20", "--servers", "2", "--response-seconds", str(RESPONSE_SECONDS))
    with running_sandbox(*arguments) as process:
        yield process
        violations = process.client.violations()
    assert violations == []


@pytest.fixture(autouse=True)
def untroubled(bot: Bot):
    yield
    assert bot.errors() == []


def public_files(hall: Hall) -> list[dict[str, Any]]:
    return [file for message in hall.public() for file in message["attachments"]]


def test_the_first_join_offers_ways_to_play_and_anybody_in_it_may_choose(hall: Hall):
    hall.slash("Beren", "game new", ruleset="sil")
    assert "How you play: **Play alone**" in text(hall.card(1))
    hall.press("Luthien", "Join")
    hall.client.until(lambda: "Play alone" not in buttons(hall.card()))
    lobby = hall.card()
    assert "How you play: **Vote on moves**" in text(lobby)
    assert {"Vote on moves", "First come"} <= set(buttons(lobby))
    assert said(hall.press("Thingol", "Take turns", lobby)) == "Join the game first."
    hall.press("Luthien", "Take turns", lobby)
    hall.client.until(lambda: "How you play: **Take turns**" in text(hall.card()))
    hall.press("Beren", "Begin")
    card = hall.card_with("Quick start")
    assert f"Next: <@{person_id(hall, 'Luthien')}>" in text(card)
    question = "How do you want to play?"
    hall.client.until(lambda: question not in "".join(map(text, hall.public())))


def told(hall: Hall, words: str) -> Message:
    """The message that only Luthien sees, once it says that."""
    return hall.client.until(lambda: next((m for m in own(hall) if words in text(m)), None))


def own(hall: Hall) -> list[Message]:
    """The messages that only Luthien sees, the newest first."""
    return [m for m in hall.messages("Luthien") if is_private(m)][::-1]


def test_a_hero_is_drafted_in_private_and_proposed_whole(hall: Hall):
    hall.slash("Beren", "game new", ruleset="sil")
    hall.press("Luthien", "Join", hall.card(1))
    hall.slash("Beren", "game begin")
    hall.press("Luthien", "Draft in private", hall.card_with("Draft in private"))
    before = len(hall.public())
    for words, label in (
        ("· People", "Edain: no bonus"),
        ("Step 2 of 8", "House of Hador: Str +1"),
        ("Step 3 of 8", "Done (13 points lost)"),
        ("Step 4 of 8", "Done (5,000 kept for later)"),
        ("Step 5 of 8", "Keep this tale"),
        ("Step 6 of 8", "Keep this"),
        ("Step 7 of 8", "Keep Beren"),
        ("Step 8 of 8", "Begin the descent"),
        ("Your draft is complete.", "Propose this draft"),
    ):
        assert len(hall.public()) == before
        hall.client.press("Luthien", told(hall, words), label=label)
    told(hall, "You voted for **A ● Draft by Luthien**")
    hall.card_with("A ● Draft by Luthien (1)")
    cast(hall, "Beren", "A")
    assert "50 ft" in text(hall.card(3))


def test_a_paused_game_has_a_button_to_resume_and_keeps_its_vote(hall: Hall):
    gather(hall, FIVE[:3], mode="vote")
    hall.press("Luthien", "E")
    hall.slash("Beren", "game pause", reason="Tea.")
    paused = hall.card_with("Resume")
    assert "Paused: Tea." in text(paused)
    assert "Only the game's founder" in said(hall.press("Luthien", "Resume", paused))
    hall.press("Beren", "Resume", paused)
    hall.card_with("A ● Step e (1)")
    told = "Beren resumed the game. The open vote goes on."
    hall.client.until(lambda: told in "".join(map(text, hall.public())))
    cast(hall, "Finrod", "A")
    assert "Decided: A ● **Step e**" in text(hall.card(card_number(paused) + 2))


def test_a_plan_is_undone_to_one_of_its_turns_from_the_panel(hall: Hall):
    gather(hall, FIVE[:2], ruleset="wandering")
    menus: list[dict[str, Any]] = []
    for number in range(40):
        hall.slash(FIVE[number % 2], "do", action="wander")
        hall.card(3 + number)
        asked = private(hall.slash("Beren", "undo"))
        if menus := [part for part in parts(asked) if part["type"] == 3]:
            break
    [menu] = menus
    assert menu["options"][-1]["label"] == "Before it"
    kept = menu["options"][-2]["value"]  # the earliest turn that is offered
    shown = private(hall.client.choose("Beren", asked, menu["custom_id"], [kept]))
    assert f"but for the first {kept} of" in text(shown)
    assert said(hall.press("Beren", "Undo", shown)) == "Undone."
    hall.client.until(lambda: f"wanders {kept} turns." in text(hall.card()))


def test_what_was_undone_is_marked_on_its_cards(hall: Hall):
    gather(hall, FIVE[:2])
    hall.press("Beren", "E")
    hall.card(3)
    hall.press("Luthien", "W")
    hall.card(4)
    asked = private(hall.slash("Beren", "undo"))
    hall.press("Beren", "Undo", asked)
    hall.card(5)
    hall.client.until(lambda: any("Undone: " in text(m) for m in hall.public()))
    [undone] = [m for m in hall.public() if "Undone: " in text(m)]
    assert "Luthien walks w." in text(undone)
    assert not buttons(undone)


def test_a_fork_is_named_after_who_and_when(hall: Hall):
    gather(hall, FIVE[:2])
    hall.press("Beren", "E")
    hall.card(3)
    hall.slash("Beren", "game fork")

    def names() -> list[str]:
        return [channel["name"] for channel in hall.client.world()["channels"]]

    hall.client.until(lambda: "What if: Beren and Luthien from turn 1" in names())


def test_a_game_that_is_over_has_its_film_and_a_new_game_for_the_same_people(hall: Hall, bot: Bot):
    gather(hall, FIVE[:3], mode="rota")
    hall.press("Beren", "E")
    hall.card(3)
    hall.slash("Beren", "game end", sure=True)
    ended = hall.card_with("New game")
    hall.client.until(lambda: [card_number(card) for card in hall.live()] == [card_number(ended)])
    ended = hall.card()
    hall.press("Thingol", "Film", ended)
    hall.client.until(lambda: any(f["filename"].endswith(".gif") for f in public_files(hall)))
    assert "Somebody who played" in said(hall.press("Thingol", "New game", ended))
    hall.press("Luthien", "New game", ended)
    lobby = hall.card_with("Begin")
    for person in FIVE[:3]:
        assert f"<@{person_id(hall, person)}>" in text(lobby)
    assert "How you play: **Take turns**" in text(lobby)
    hall.press("Luthien", "Begin", lobby)
    hall.client.until(lambda: len(log_of(hall, bot, "begun")) == 1)


@contextlib.contextmanager
def no_heavy_work(bot: Bot) -> Iterator[None]:
    """Let the worker for heavy work stand still; it has worked before."""
    assert bot.process is not None
    [worker] = [
        child
        for child in descendants(bot.process.pid)
        if resource.prlimit(child, resource.RLIMIT_DATA)[0] == MEMORY
    ]
    os.kill(worker, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(worker, signal.SIGCONT)


def test_slow_work_leaves_the_card_of_a_game_that_is_over_as_it_is(hall: Hall, bot: Bot):
    gather(hall, FIVE[:2], mode="rota")
    hall.press("Beren", "E")
    hall.card(3)
    hall.slash("Beren", "game end", sure=True)
    hall.client.until(lambda: len(hall.live()) == 1 and "Film" in buttons(hall.card()))
    ended = hall.card()

    def unchanged() -> bool:
        shown = hall.card()
        return all(what(shown) == what(ended) for what in (text, buttons, picture_name))

    hall.slash("Luthien", "replay")
    told(hall, "1 move")
    for label in ("Check the dice", "Film"):
        with no_heavy_work(bot):
            hall.press("Luthien", label, ended)
            assert list(buttons(told(hall, "Replaying the game"))) == ["Cancel"]
            assert unchanged()
        hall.client.until(lambda: "Replaying the game" not in str(own(hall)))
        assert unchanged()
    told(hall, "The log replays")
    hall.client.until(lambda: any(f["filename"].endswith(".gif") for f in public_files(hall)))
    assert unchanged()


def test_a_contest_needs_private_threads(hall: Hall):
    channel = hall.client.channel(hall.name)
    hall.client.faults(deny=["create_private_threads"], channel=channel)
    refused = said(hall.slash("Thingol", "contest", ruleset="toy", new="The Race"))
    hall.client.faults(deny=[], channel=channel)
    assert refused == (
        "I cannot open a thread here. A moderator can give me: Create Private Threads."
    )


def test_a_contest_has_a_button_to_join(hall: Hall):
    opened = hall.slash("Thingol", "contest", ruleset="toy", new="The Race")["messages"][-1]
    [thread] = re.findall(r"<#\d+>", said(hall.press("Beren", "Join", opened)))
    assert (
        said(hall.press("Beren", "Join", opened)) == f"You are in this contest already: {thread}."
    )


def test_a_server_that_invites_the_bot_is_greeted_with_a_button_that_opens_a_game(
    sandbox: SandboxProcess, bot: Bot
):
    server = sandbox.client.world()["servers"][1]["id"]
    sandbox.client.faults(server="remove the bot", id=server)
    sandbox.client.faults(server="invite the bot", id=server)
    other = Hall(sandbox.client, "server-2")
    hello = sandbox.client.until(lambda: next(iter(other.public()), None))
    assert "Hello! I run dungeon games" in text(hello)
    other.press("Luthien", "Votes", hello)
    told(other, "propose actions")
    assert "The game is open" in said(other.press("Luthien", "New game", hello))
    assert "a new game" in text(other.card(1))
    sandbox.client.faults(server="remove the bot", id=server)
    sandbox.client.faults(server="invite the bot", id=server)
    sandbox.client.slash("Luthien", "server-2", "game status")
    assert sum("Hello!" in text(message) for message in other.public()) == 1
