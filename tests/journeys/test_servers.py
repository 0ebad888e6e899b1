"""Many servers on several shards; servers, channels and rights that change while it runs."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from cogs.command_sync import TOO_MANY_CREATED
from tests.journeys.parts import Bot, Hall, Message, buttons, card_number, pictures, said, text
from tests.sandbox_process import SandboxError, SandboxProcess, running_sandbox

OWN_BOT = "many servers on three shards"

WORLD = ("--servers", "8", "--shards", "3", "--channels", "6", "--kinds")
OPTIONS = (*WORLD, "--response-seconds", "20")


@pytest.fixture(scope="module")
def sandbox() -> Iterator[SandboxProcess]:
    with running_sandbox(*OPTIONS) as process:
        yield process
        assert process.client.violations() == []
        assert process.client.request("GET", "/limits")["refusals"] == []


@pytest.fixture(scope="module", autouse=True)
def joined(bot: Bot) -> None:
    """Wait for all shards."""
    bot.sandbox.client.until(lambda: "joined as" in bot.log.read_text())


def other_server(bot: Bot, number: int) -> tuple[Hall, str]:
    """The channel of another server, and the server's id."""
    world = bot.sandbox.client.world()
    channel = next(c for c in world["channels"] if c["name"] == f"server-{number}")
    return Hall(bot.sandbox.client, channel["id"]), channel["server"]


def reason(bot: Bot, hall: Hall) -> str:
    """Why the channel's game is paused; nothing when it is not."""
    channel = int(hall.client.channel(hall.name))
    rows = bot.rows("SELECT phase, pause_reason FROM games WHERE channel = ?", channel)
    return rows[-1][1] if rows[-1][0] == "paused" else ""


def test_games_run_in_servers_of_every_shard(bot: Bot):
    for number in (2, 3, 4):
        hall, _ = other_server(bot, number)
        hall.begin()
        hall.press("Beren", "E")
        assert "Beren walks e." in text(hall.card(3))


def test_a_game_goes_on_where_discord_takes_no_more_new_commands_today(bot: Bot):
    hall, server = other_server(bot, 8)
    path = f"PUT /applications/*/guilds/{server}/commands"
    hall.client.faults(match=path, times=99, status=400, code=TOO_MANY_CREATED)
    hall.begin()
    hall.press("Beren", "E")
    hall.slash("Luthien", "do", action="step n")
    assert "Luthien walks n." in text(hall.card(4))
    with pytest.raises(SandboxError, match="no command /toy"):
        hall.client.slash("Beren", hall.name, "toy step", way="e")
    sentence = f"Server {server} has not got the commands of its games"
    hall.client.until(lambda: sentence in bot.log.read_text())
    assert not bot.errors()


def test_a_server_with_an_outage_comes_back_to_its_game(bot: Bot):
    hall, server = other_server(bot, 5)
    hall.begin()
    hall.client.faults(server="outage", id=server)
    hall.client.faults(server="back", id=server)
    hall.press("Beren", "E")
    assert "Beren walks e." in text(hall.card(3))
    assert reason(bot, hall) == ""


def test_removed_from_a_server_the_bot_pauses_its_games_until_it_is_invited_again(bot: Bot):
    hall, server = other_server(bot, 6)
    hall.begin()
    hall.client.faults(server="remove the bot", id=server)
    hall.client.until(lambda: reason(bot, hall))
    hall.client.faults(server="invite the bot", id=server)
    hall.client.until(lambda: not reason(bot, hall))
    hall.press("Beren", "E", hall.card(3))
    assert "Beren walks e." in text(hall.card(4))


def test_where_it_is_not_invited_it_rolls_for_whoever_installed_it_for_themselves(bot: Bot):
    hall, server = other_server(bot, 7)
    hall.client.faults(server="remove the bot", id=server)
    rolled = hall.slash("Beren", "roll", dice="2d6+3")
    assert "Beren rolls: " in text(rolled["messages"][-1])
    with pytest.raises(SandboxError, match="no command /game"):
        hall.client.slash("Beren", hall.name, "game new")


def test_slowmode_holds_for_people_and_not_for_the_bot(hall: Hall, bot: Bot):
    hall.client.faults(slowmode=600, channel=hall.client.channel(hall.name))
    hall.client.say("Beren", hall.name, "hello")
    with pytest.raises(SandboxError, match="Slowmode"):
        hall.client.say("Beren", hall.name, "and again")
    hall.begin()
    hall.press("Beren", "E")
    assert "Beren walks e." in text(hall.card(3))


def told(message: Message) -> str:
    """Return all that a message says, its buttons and its picture's description too."""
    descriptions = [picture["description"] for picture in pictures(message)]
    return "\n".join([text(message), *buttons(message), *descriptions])


def asked(hall: Hall, person: str, language: str, command: str) -> str:
    """Return what somebody whose Discord speaks a language is answered."""
    return said(
        hall.client.user(person, hall.name, "slash", command=command, options={}, locale=language)
    )


def test_answers_speak_the_persons_language_and_cards_the_servers(hall: Hall, bot: Bot):
    hall.slash("Beren", "game new", ruleset="delve")
    hall.press("Beren", "Begin", hall.card(1))
    hall.press("Beren", "Mage", hall.card(2))
    english = told(hall.card(3))
    assert "mage of level 0" in english
    assert "No enemy in sight" in english
    hall.slash("Thingol", "admin", language="de")
    hall.slash("Beren", "do", action="pause")
    german = told(hall.card(4))
    assert "Magier der Stufe 0" in german
    assert "Kein Feind in Sicht" in german
    for words in ("to move", "More", "level", "Level", " of ", " the ", "stairs"):
        assert words not in german
    assert "Magier der Stufe 0" in asked(hall, "Thingol", "de", "describe")
    assert "mage of level 0" in asked(hall, "Luthien", "en-GB", "describe")
    refused = hall.client.user(
        "Thingol", hall.name, "slash", command="do", options={"action": "rest"}, locale="de"
    )
    assert said(refused) == "Du hast in diesem Spiel keine Figur."
    hall.slash("Thingol", "admin", language="en")


def test_a_deleted_channel_pauses_its_game_at_once(hall: Hall, bot: Bot):
    hall.begin()
    channel = hall.client.channel(hall.name)
    hall.client.faults(remove="channel", id=channel)
    hall.client.until(lambda: reason(bot, hall) == "The channel is gone.")


def test_a_permission_that_is_taken_pauses_the_game_and_back_it_goes_on(hall: Hall, bot: Bot):
    hall.begin()
    channel = hall.client.channel(hall.name)
    hall.client.faults(deny=["send_messages"], channel=channel)
    hall.slash("Beren", "toy step", way="e")
    hall.client.until(lambda: "not let me" in reason(bot, hall))
    hall.client.faults(deny=[], channel=channel)
    assert said(hall.slash("Beren", "game resume")) == "The game continues."
    assert "Beren walks e." in text(hall.card(3))


def test_the_bot_is_alive_by_its_file(bot: Bot):
    alive = bot.alive
    bot.sandbox.client.until(lambda: alive.exists() and time.time() - alive.stat().st_mtime < 7)


@pytest.mark.parametrize("name", ["heralds", "council"])
def test_a_game_runs_in_other_kinds_of_channels(bot: Bot, name: str):
    hall = Hall(bot.sandbox.client, name)
    hall.begin()
    hall.press("Beren", "E")
    assert "Beren walks e." in text(hall.card(3))


def test_a_fork_opens_a_thread_in_an_announcement_channel(bot: Bot):
    hall = Hall(bot.sandbox.client, "heralds")
    answer = said(hall.slash("Beren", "game fork"))
    assert "<#" in answer, answer
    thread = Hall(hall.client, answer.split("<#")[1].split(">")[0])
    thread.press("Luthien", "N")
    assert "Luthien walks n." in text(thread.card())


def test_in_an_archived_thread_the_game_goes_on(bot: Bot):
    """A pause is announced first: a new message reopens the thread, in which the card can then be
    edited where it is."""
    hall = Hall(bot.sandbox.client, "heralds")
    answer = said(hall.slash("Beren", "game fork"))
    assert "<#" in answer, answer
    thread = Hall(hall.client, answer.split("<#")[1].split(">")[0])
    card = thread.card()
    hall.client.faults(archive=hall.client.channel(thread.name))
    thread.slash("Beren", "game pause")
    hall.client.until(lambda: "Paused" in text(thread.card()))
    assert [message["id"] for message in thread.live()] == [card["id"]]
    thread.slash("Beren", "game resume")
    assert thread.card(card_number(card) + 1)["id"] != card["id"]
