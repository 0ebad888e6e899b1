"""Answers of /help, the greeting of a new server, and the hint how to act."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import pytest

from cogs import interactions
from cogs.help import help_panel, verb_help, welcome_panel
from cogs.interactions import finish_answers
from cogs.ui import topics
from cogs.ui.help_texts import TOPICS
from engine.contract.action import Option, Verb
from tests.cogs.offline_bot import ANN, BOB, EVE, OfflineBot, said_by
from tests.cogs.test_cards import parts
from tests.table.world import CHANNEL, GUILD
from tests.toys.guessing import Toy
from tests.toys.writing import Writing

NONE = "There is no help on that; the list shows what there is."


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[OfflineBot]:
    """A bot with a ruleset in which something is known of wolves."""
    bot = await OfflineBot.open(tmp_path, Writing())
    yield bot
    await bot.tables.close()


async def test_help_is_found_on_topics_rulesets_and_actions(bot: OfflineBot) -> None:
    start = await bot.type(BOB, "help")
    assert "- **Writing** (`/game new writing`, actions: `/writing …`): " in start.words
    assert {"Start", "Vote"} & {label.capitalize() for label in start.buttons}
    by_name, by_title = (
        await bot.type(BOB, "help", topic="WRITING"),
        await bot.type(BOB, "help", topic=" /writing "),
    )
    assert by_name.words == by_title.words
    assert by_name.words.splitlines()[0].startswith(
        "**Writing** (2 players, with or without a Game"
    )
    assert "Actions: step, guess, look, note, pin. `/help writing <action>`" in by_name.words
    assert "Before the game begins you can also set:\n- " in by_name.words
    told = await bot.type(BOB, "help", topic="writing note")
    assert told.words.splitlines()[0] == "**note** — Write a note. (`/writing note`)"


async def test_what_a_character_has_learned_is_told_to_its_player_alone(bot: OfflineBot) -> None:
    await bot.found(BOB, ruleset="writing", mode="solo")
    for topic in ("wolf", "The Wolf"):
        told = await bot.type(BOB, "help", topic=topic)
        assert told.words.splitlines() == ["**The wolf**", "About wolf.", "It is \\*known\\*."]
    assert "About wolf" not in (await bot.type(EVE, "help", topic="wolf")).words
    assert "About pawn" not in (await bot.type(BOB, "help", topic="pawn-1")).words


async def test_help_on_what_is_none_names_what_is_near(bot: OfflineBot) -> None:
    told = await bot.type(BOB, "help", topic="writin nota")
    title, *near = told.words.splitlines()
    assert title == "There is no help on “writin nota”. Perhaps:"
    assert 0 < len(near) <= 3
    assert all(line.startswith("- `/help ") for line in near)
    assert (await bot.type(BOB, "help", topic="qqqqqq")).words == NONE


async def test_of_many_topics_that_speak_of_a_word_the_three_that_do_most_are_named(
    bot: OfflineBot,
) -> None:
    speaking = topics.speaking_of("your")
    assert len(speaking) > 3
    title, *near = (await bot.type(BOB, "help", topic="your")).words.splitlines()
    assert title == "There is no help on “your”. Perhaps:"
    assert near == [f"- `/help {name}`" for name in speaking[:3]]


async def test_a_topic_is_turned_to_by_its_button(bot: OfflineBot) -> None:
    start = await bot.type(BOB, "help")
    for custom_id in start.buttons.values():
        turned = await bot.press(BOB, custom_id)
        assert turned.updates
        assert turned.words
        assert turned.buttons == start.buttons
    assert not (await bot.press(BOB, custom_id, private=False)).updates
    assert (await bot.press(BOB, "v1:0:0:help:nonsense")).words == NONE


@pytest.mark.parametrize(
    ("view", "marked"),
    [
        *((help_panel("Text.", topic).view, [topic]) for topic in TOPICS),
        (help_panel("Text.", "").view, []),
        (welcome_panel(), []),
    ],
)
def test_the_button_of_the_topic_that_is_shown_is_marked_and_no_other(
    view: Any, marked: list[str]
) -> None:
    blue = [part["custom_id"] for part in parts(view) if part.get("style") == 1]
    assert blue == [f"v1:0:0:help:{topic}" for topic in marked]


async def test_a_legend_shows_each_of_its_pictures_below_its_title(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = AsyncMock(return_value=[SimpleNamespace(png=b"one"), SimpleNamespace(png=b"two")])
    monkeypatch.setattr(bot.client._services.card_builder, "legend", drawn)
    helper: Any = bot.client.cogs["HelpCog"]
    shown = await helper._legend(bot._interaction(BOB, {}), Writing())
    assert [file.fp.read() for file in shown.files] == [b"one", b"two"]
    title, *galleries = parts(shown.view)
    assert title["content"] == "**Writing: the legend**"
    assert [gallery["items"][0]["media"]["url"] for gallery in galleries] == [
        f"attachment://{file.filename}" for file in shown.files
    ]


async def test_the_game_of_the_channel_is_asked_first_what_a_word_means(bot: OfflineBot) -> None:
    helper: Any = bot.client.cogs["HelpCog"]

    async def asked() -> list[str]:
        rulesets = await helper._by_relevance(bot._interaction(BOB, {}))
        return [ruleset.name for ruleset in rulesets]

    names = await asked()
    assert names[0] != "writing"
    await bot.found(BOB, ruleset="writing", mode="solo")
    assert await asked() == ["writing", *(name for name in names if name != "writing")]


def test_the_options_of_an_action_are_told_with_what_they_take() -> None:
    options = (Option("way", "Where *to*.", choices=("n", "e")), Option("far", "How far.", False))
    verb = Verb("go_on", "Walk.", options, command=False)
    assert verb_help(Toy(), verb) == [
        "**go\\_on** — Walk.",
        "- way: Where \\*to\\*. (n, e)",
        "- far (optional): How far.",
    ]


# ------------------------------------------------------------ a new server


class GreetedChannel(SimpleNamespace):
    """A channel in which the bot may write, or not."""

    def __init__(self, may_write: bool) -> None:
        allowed = SimpleNamespace(send_messages=may_write)
        super().__init__(send=AsyncMock(), permissions_for=lambda _: allowed)


def server(system: GreetedChannel | None, *texts: GreetedChannel) -> Any:
    return SimpleNamespace(id=GUILD, me=None, system_channel=system, text_channels=texts)


async def test_a_new_server_is_greeted_once_where_the_bot_may_write(bot: OfflineBot) -> None:
    helper: Any = bot.client.cogs["HelpCog"]
    mute, first, second = GreetedChannel(False), GreetedChannel(True), GreetedChannel(True)
    await helper.on_guild_join(server(None, mute))
    await helper.on_guild_join(server(mute, mute, first, second))
    await helper.on_guild_join(server(second, first))
    counts = [each.send.await_count for each in (mute, first, second)]
    assert counts == [0, 1, 1]
    said = said_by("", **first.send.await_args.kwargs)
    assert said.words
    assert said.buttons["New game"] == "v1:0:0:new_game:"
    assert len(said.buttons) > 3
    await bot.found(begins=False)
    await helper.on_guild_join(server(first))
    assert first.send.await_count == 1


async def test_who_writes_an_action_is_told_once_how_to_act(bot: OfflineBot) -> None:
    await bot.found(BOB, mode="first")
    helper: Any = bot.client.cogs["HelpCog"]
    reply = AsyncMock()

    async def write(
        who: Any, text: str, *, is_bot: bool = False, in_server: bool = True, at: int = CHANNEL
    ) -> int:
        """Write in a channel; return how often the bot has explained something so far."""
        message = SimpleNamespace(
            content=text,
            author=SimpleNamespace(id=who.id, bot=is_bot),
            guild=SimpleNamespace(id=GUILD) if in_server else None,
            channel=SimpleNamespace(id=at),
            reply=reply,
        )
        await helper.on_message(message)
        return reply.await_count

    for text in ("<@77> well done!", "<@77>"):
        assert await write(BOB, text) == 0
    assert await write(EVE, "<@77> step e") == 0  # plays nobody
    assert await write(BOB, "<@77> step e", is_bot=True) == 0
    assert await write(BOB, "<@77> step e", in_server=False) == 0
    assert await write(BOB, "<@77> step e", at=CHANNEL + 1) == 0  # without a game
    assert await write(BOB, "<@77> step e") == 1
    assert "`/do action:step e`" in reply.await_args.args[0]  # type: ignore[union-attr]
    assert reply.await_args.kwargs == {"mention_author": False}  # type: ignore[union-attr]
    assert await write(BOB, "<@77> step e") == 1
    assert await write(ANN, "<@!77> /step e") == 2
    assert "`/do action:step e`" in reply.await_args.args[0]  # type: ignore[union-attr]


# ------------------------------------------------------------ answers as such


async def test_answers_under_way_are_waited_for_only_so_long(bot: OfflineBot) -> None:
    go_on = asyncio.Event()

    async def work() -> str:
        await go_on.wait()
        return "Done at last."

    asked = bot._interaction(BOB, {})
    answering = asyncio.create_task(interactions.answer(asked, work()))
    await asyncio.sleep(0)
    await finish_answers(0.01)
    assert not answering.done()
    go_on.set()
    await asyncio.wait_for(finish_answers(60), 30)
    assert [each.words for each in asked.response.said] == ["Done at last."]
    await answering
    await asyncio.wait_for(finish_answers(60), 30)  # nothing is under way


async def test_what_goes_wrong_in_a_recap_is_logged_and_spoils_no_answer(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await bot.found(BOB, mode="first")
    monkeypatch.setattr(interactions, "recap_reply", AsyncMock(side_effect=ZeroDivisionError))
    told = await bot.type(BOB, "story")
    assert told.words == "Nothing has happened since."
    [record] = caplog.records
    assert record.exc_info is not None
    assert record.exc_info[0] is ZeroDivisionError


async def test_nothing_is_suggested_where_a_command_would_be_refused(bot: OfflineBot) -> None:
    assert await bot.completions(ANN, "vote propose", "action", "") == []
    assert await bot.completions(ANN, "library", "use", "") == []


async def test_nothing_follows_a_form(bot: OfflineBot, monkeypatch: pytest.MonkeyPatch) -> None:
    await bot.found(BOB, ruleset="writing", mode="solo")
    recap = AsyncMock(return_value=None)
    monkeypatch.setattr(interactions, "recap_reply", recap)
    assert (await bot.press(ANN, "type:")).form
    recap.assert_not_awaited()
    await bot.press(ANN, "look:")
    recap.assert_awaited_once()
