"""Discord's errors in the outbox's words."""

from __future__ import annotations

from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import aiohttp
import discord
import pytest
from discord.components import _component_factory
from msgspec.structs import replace

from cogs.delivery import RETRY_AFTER, DiscordSender, tell_fault
from cogs.shown_cards import ShownCards, card_texts, without_buttons
from cogs.ui.posts import post_card
from engine.contract.action import Post
from engine.contract.texts import Text
from table.outbox.outbox import Forbidden, Gone, Later, Refused
from table.outbox.rows import Content, OutboxRow
from tests.cogs.samples import turn_card


def refused(status: int, code: int, text: str = "No") -> discord.HTTPException:
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = kinds.get(status, discord.HTTPException)
    if status >= 500:
        kind = discord.DiscordServerError
    return kind(SimpleNamespace(status=status, reason=""), {"code": code, "message": text})


class Channel:
    def __init__(self, error: Exception | None) -> None:
        self.error = error
        self.sent: list[dict] = []

    async def send(self, **content):
        if self.error:
            raise self.error
        self.sent.append(content)
        return SimpleNamespace(id=99)


def sender_through(channel: Channel, language: str = "en") -> DiscordSender:
    client = SimpleNamespace(get_partial_messageable=lambda _: channel, user=None)
    builder: Any = LanguageBuilder(language)
    return DiscordSender(client, GuildTables(), builder, ShownCards(client))  # type: ignore[arg-type]


class GuildTables:
    shards = SimpleNamespace(processes=1)

    async def get(self, game: int) -> SimpleNamespace:
        return SimpleNamespace(game=SimpleNamespace(guild=10))


class LanguageBuilder:
    def __init__(self, language: str) -> None:
        self.language = language

    async def told_language(self, server: int) -> str:
        return self.language


PING = OutboxRow(1, 7, 1, "ping", "g7-3-ping", content=Content("Your move, @everyone.", (5,)))


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (refused(404, 10003), Gone),
        (refused(404, 10008), Gone),
        (refused(403, 50001), Forbidden),
        (refused(403, 50013), Forbidden),
        (refused(403, 0), discord.Forbidden),
        (refused(403, 240000), Refused),
        (refused(404, 0), discord.NotFound),
        (refused(404, 10004), Refused),
        (refused(400, 50083), Refused),
        (refused(429, 0), Later),
        (refused(503, 0), Later),
        (discord.RateLimited(12.5), Later),
        (ConnectionResetError(), Later),
        (TimeoutError(), Later),
        (refused(400, 50035), Refused),
        (refused(413, 40005), Refused),
    ],
)
async def test_each_error_has_its_word(error: Exception, told: type[Exception]):
    with pytest.raises(told):
        await sender_through(Channel(error)).post(PING)


@pytest.mark.parametrize(
    ("error", "seconds", "is_unsure"),
    [
        (refused(429, 0), RETRY_AFTER, False),
        (refused(500, 0), RETRY_AFTER, True),
        (ConnectionResetError(), RETRY_AFTER, True),
        (aiohttp.ClientError(), RETRY_AFTER, True),
        (discord.RateLimited(12.5), 12.5, False),
    ],
)
async def test_what_may_have_been_done_is_told_apart_from_what_was_not(
    error: Exception, seconds: float, is_unsure: bool
):
    with pytest.raises(Later) as later:
        await sender_through(Channel(error)).post(PING)
    assert (later.value.seconds, later.value.is_unsure) == (seconds, is_unsure)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (refused(403, 50013, "Missing Access"), "Discord does not let me: Missing Access"),
        (refused(403, 50001, ""), "Discord does not let me: forbidden"),
        (refused(400, 50083), "the thread is archived"),
        (refused(400, 50035), "400, error code 50035"),
    ],
)
async def test_a_refusal_says_why(error: Exception, words: str):
    with pytest.raises((Forbidden, Refused)) as caught:
        await sender_through(Channel(error)).post(PING)
    assert str(caught.value) == words


async def test_a_fault_is_told_to_the_outbox_at_once_and_to_nobody_else():
    fault = SimpleNamespace(response=SimpleNamespace(status=500, reason=""))

    class TracedChannel(Channel):
        async def send(self, **content):
            await tell_fault(None, None, fault)
            return await super().send(**content)

    with pytest.raises(Later) as later:
        await sender_through(TracedChannel(None)).post(PING)
    assert later.value.seconds <= 10
    await TracedChannel(None).send()
    fault.response.status = 404
    assert await sender_through(TracedChannel(None)).post(PING) == 99


async def test_a_card_in_words_has_all_its_texts_and_no_parts():
    channel = Channel(None)
    sender = sender_through(channel)

    async def card(row: OutboxRow):
        return turn_card()

    sender._card = card
    await sender.post(replace(ANSWERED, content=Content(plain=True)))
    [sent] = channel.sent
    assert not {"view", "files"} & sent.keys()
    texts = card_texts(turn_card().view.children)
    assert texts
    assert all(each in sent["content"] for each in texts)
    assert len(sent["content"]) <= 2000


async def test_what_is_gone_is_told_apart():
    for code, what in ((10003, "channel"), (10008, "message")):
        with pytest.raises(Gone) as caught:
            await sender_through(Channel(refused(404, code))).post(PING)
        assert caught.value.what == what


async def test_a_rate_limit_says_how_long():
    with pytest.raises(Later) as caught:
        await sender_through(Channel(discord.RateLimited(12.5))).post(PING)
    assert caught.value.seconds == 12.5


async def test_a_ping_mentions_its_people_and_nobody_else_and_is_sent_once():
    channel = Channel(None)
    assert await sender_through(channel).post(PING) == 99
    [sent] = channel.sent
    assert sent["nonce"] == "g7-3-ping"
    assert sent["content"].startswith("<@5> Your move")
    assert "@everyone" not in sent["content"]
    assert sent["allowed_mentions"].to_dict() == {"parse": [], "users": [5]}


async def test_a_ping_of_a_hundred_people_fits_in_a_message():
    channel = Channel(None)
    people = tuple(range(10**18, 10**18 + 100))
    await sender_through(channel).post(replace(PING, content=replace(PING.content, people=people)))
    assert len(channel.sent[0]["content"]) == 2000


async def test_a_ping_speaks_the_servers_language():
    channel = Channel(None)
    text = Text(
        "{ping} {headline}",
        {"ping": Text("Your move in {title}.", {"title": "Sil-Q"}), "headline": "Run!"},
    )
    row = replace(PING, content=Content(text, (5,)))
    await sender_through(channel, language="de").post(row)
    assert channel.sent[0]["content"] == "<@5> Du bist am Zug in Sil-Q. Run!"


async def test_a_notice_mentions_nobody():
    channel = Channel(None)
    notice = OutboxRow(2, 7, 1, "notice", "g7-4-notice", content=Content("It ends.\n<@5> wins."))
    await sender_through(channel).post(notice)
    [sent] = channel.sent
    assert sent["content"] == "It ends.\n\\<@\u200b5> wins."
    assert sent["allowed_mentions"].to_dict()["parse"] == []


async def test_a_ping_says_until_when_in_the_readers_own_time():
    channel = Channel(None)
    timed = replace(PING, content=replace(PING.content, until=1234567890.5))
    await sender_through(channel).post(timed)
    [sent] = channel.sent
    assert sent["content"].endswith("everyone. — by <t:1234567890:t> (<t:1234567890:R>)")
    assert [each.id for each in sent["allowed_mentions"].users] == [5]


def part(kind: type, **facts):
    """A component of a message."""
    shown = Mock(spec=kind)
    shown.configure_mock(**facts)
    return shown


def message(number: int, *ids: str | None):
    """A message with buttons of these ids."""
    buttons = [part(discord.Button, custom_id=each) for each in ids]
    row = part(discord.ActionRow, children=buttons)
    box = part(discord.Container, children=[part(discord.TextDisplay, content="Hm."), row])
    flags = discord.MessageFlags()
    return SimpleNamespace(id=number, components=[box], flags=flags)


class Past(Channel):
    """A channel in which some messages stand, the newest first."""

    def __init__(self, *messages, error: Exception | None = None) -> None:
        super().__init__(error)
        self.messages = messages

    async def history(self, limit: int):
        if self.error:
            raise self.error
        for each in self.messages[:limit]:
            yield each


ANSWERED = OutboxRow(1, 7, 1, "card", "t7-3-card", card=3, content=Content(look_first=True))


async def test_a_card_that_came_through_unheard_of_is_not_posted_again():
    channel = Past(message(12, "v1:7:4:act:hold"), message(11, None, "other", "v1:7:3:act:hold"))
    assert await sender_through(channel).post(ANSWERED) == 11
    assert channel.sent == []


@pytest.mark.parametrize("error", [None, refused(403, 50001)])
async def test_a_card_that_is_not_to_be_found_is_posted(error):
    past = Past(message(12, "v1:7:4:act:hold"), message(11, "v1:8:3:act:hold"), error=error)
    sender = sender_through(past)
    drawn: list[OutboxRow] = []

    async def card(row: OutboxRow):
        drawn.append(row)
        past.error = None
        return turn_card()

    sender._card = card
    assert await sender.post(ANSWERED) == 99
    assert drawn == [ANSWERED]
    assert len(past.sent) == 1


@pytest.mark.parametrize(("error", "raised"), [(refused(404, 10008), Gone), (None, None)])
async def test_a_check_finds_out_whether_a_message_is_still_there(error, raised):
    class WatchedChannel(Channel):
        asked = 0

        def get_partial_message(self, number: int) -> SimpleNamespace:
            async def fetch() -> SimpleNamespace:
                self.asked += 1
                if self.error:
                    raise self.error
                return message(number)

            return SimpleNamespace(fetch=fetch)

    channel = WatchedChannel(error)
    with pytest.raises(raised) if raised else nullcontext():
        await sender_through(channel).check(OutboxRow(1, 7, 1, "check", card=3, message=11))
    assert channel.asked == 1


async def test_a_card_that_is_overtaken_while_it_is_drawn_stays_as_it_was():
    edited: list[dict] = []

    class EditedChannel(Channel):
        def get_partial_message(self, _number: int) -> SimpleNamespace:
            async def edit(**content) -> SimpleNamespace:
                edited.append(content)
                return message(11)

            return SimpleNamespace(edit=edit)

    class TurningTables(GuildTables):
        card = 3

        async def get(self, game: int) -> SimpleNamespace:
            return SimpleNamespace(game=SimpleNamespace(card=self.card))

    tables = TurningTables()
    client = SimpleNamespace(get_partial_messageable=lambda _: EditedChannel(None), user=None)
    builder: Any = LanguageBuilder("en")
    sender = DiscordSender(client, tables, builder, ShownCards(client))  # type: ignore[arg-type]

    async def card(row: OutboxRow):
        return turn_card()

    sender._card = card
    redraw = OutboxRow(1, 7, 1, "redraw", card=3, message=11)
    await sender.edit(redraw)
    assert len(edited) == 1
    tables.card = 4
    await sender.edit(redraw)
    assert len(edited) == 1


@pytest.mark.parametrize(
    ("title", "first"), [("On the clock", "### Undone: On the clock"), ("", "Undone: Ann falls.")]
)
def test_an_undone_post_is_marked_once_and_tells_what_it_told(title: str, first: str) -> None:
    card = post_card(Post((("Ann falls.", ""),), title, "Due: Bob."))
    told = card_texts(card.view.children[0].children)
    shown: list[str] = []
    for _ in range(2):
        parts = [_component_factory(part, None) for part in card.view.to_components()]
        card.view = without_buttons(parts, mark="Undone: ")
        shown = card_texts(card.view.children[0].children)
    assert shown == [first, *told[1:]]
