"""The outbox writes in private threads, at the desk and on old cards, and sends nothing twice."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import discord
import pytest
from discord.components import _component_factory
from msgspec.structs import replace

from cogs.delivery import SEARCHED_MESSAGES, UNDONE, DiscordSender
from cogs.shown_cards import ShownCards, card_texts
from cogs.ui.posts import post_card
from engine.contract.action import Post
from table.commands.lobby import Begin, Join, Leave, NewGame
from table.commands.play import Act
from table.outbox.outbox import Later
from table.outbox.rows import Content, OutboxRow
from tests.cogs.offline_bot import ANN, BOB, EVE, OfflineBot, Said, said_by
from tests.cogs.test_delivery import refused
from tests.table.world import CHANNEL, GUILD

US = SimpleNamespace(id=77)
PARENT = 99
POST = Post((("The horn sounds.", ""),), "Far off", "")


class StoredChannel:
    """A channel or thread whose messages are kept. `trouble`: what the next requests raise."""

    ids = itertools.count(5000)

    def __init__(self) -> None:
        self.sent: list[Said] = []
        self.edited: dict[int, dict[str, Any]] = {}
        self.deleted: list[int] = []
        self.past: list[Any] = []  # the newest first
        self.shown: tuple[Any, ...] = ()  # what a message shows that is fetched
        self.trouble: list[Exception] = []
        self.nonces: list[str] = []

    def _ask(self) -> None:
        if self.trouble:
            raise self.trouble.pop(0)

    async def send(self, content: str = "", nonce: str = "", **also: Any) -> Any:
        """Post a message."""
        self._ask()
        self.nonces.append(nonce)
        self.sent.append(said_by(content, **also))
        return SimpleNamespace(id=next(self.ids))

    async def history(self, limit: int) -> AsyncIterator[Any]:
        """Yield the newest messages."""
        assert limit == SEARCHED_MESSAGES
        for message in self.past:
            yield message

    def get_partial_message(self, number: int) -> Any:
        """Return a message by its id."""

        async def edit(**also: Any) -> Any:
            self._ask()
            self.edited[number] = also
            return SimpleNamespace(id=number, components=[])

        async def delete() -> None:
            self._ask()
            self.deleted.append(number)

        async def fetch() -> Any:
            self._ask()
            return SimpleNamespace(id=number, components=self.shown)

        return SimpleNamespace(id=number, edit=edit, delete=delete, fetch=fetch)


class OutboxScene:
    """A sender with the channels that it writes to."""

    def __init__(self, bot: OfflineBot) -> None:
        self.bot = bot
        self.places: dict[int, StoredChannel] = {}
        self.threads: list[dict[str, Any]] = []
        self.added: list[int] = []
        self.is_ready = True
        self.parent: Any = MagicMock(spec=discord.TextChannel)
        self.parent.is_news.return_value = False
        self.parent.create_thread = self._create
        self.found: Any = self.parent
        client: Any = SimpleNamespace(
            user=US,
            is_ready=lambda: self.is_ready,
            get_partial_messageable=self.place,
            fetch_channel=self._fetch,
        )
        builder = bot.client._services.card_builder
        self.shown = ShownCards(client)
        self.sender = DiscordSender(client, bot.tables, builder, self.shown)

    def place(self, number: int) -> StoredChannel:
        return self.places.setdefault(number, StoredChannel())

    async def _fetch(self, number: int) -> Any:
        assert number == CHANNEL
        return self.found

    async def _create(self, **fields: Any) -> Any:
        self.threads.append(fields)

        async def add(person: Any) -> None:
            self.added.append(person.id)

        return SimpleNamespace(id=700 + len(self.threads), add_user=add)

    async def row(self, kind: Any, **facts: Any) -> OutboxRow:
        game = (await self.bot.tables.at(CHANNEL)).game
        return OutboxRow(1, game.id, CHANNEL, kind, "g1-1-nonce", **facts)

    async def private(self, person: int, reader: int) -> OutboxRow:
        return await self.row(
            "private", card=3, content=Content(people=(person, reader), post=POST)
        )


@pytest.fixture
async def scene(bot: OfflineBot) -> OutboxScene:
    """A game of Bob and Eve with Ann as Game Master; everybody reads words."""
    for person in (ANN, BOB, EVE):
        await bot.tables.preferences.set(person.id, "view", "words")
    await bot.found(BOB, EVE, ruleset="mastered", mode="table", settings={"cards": "text"})
    return OutboxScene(bot)


# ------------------------------------------------------------ private threads


async def test_what_one_person_may_know_is_posted_in_a_thread_made_once(scene: OutboxScene) -> None:
    for _ in range(2):
        await scene.sender.tell(await scene.private(BOB.id, BOB.id))
    [made] = scene.threads
    assert made["name"] == "Toy: Bob and the Game Master"
    assert made["type"] is discord.ChannelType.private_thread
    assert made["invitable"] is False
    assert made["auto_archive_duration"] == 7 * 24 * 60
    assert scene.added == [BOB.id, ANN.id]
    told = scene.place(701).sent
    assert len(told) == 2
    assert told[0].words.splitlines() == ["<@2>", "### Far off", "The horn sounds."]
    assert told[0].mentioned == [BOB.id]
    assert scene.place(701).nonces == ["g1-1-nonce"] * 2
    assert CHANNEL not in scene.places


async def test_a_thread_is_named_after_whom_it_is_of(scene: OutboxScene) -> None:
    await scene.sender.tell(await scene.private(ANN.id, ANN.id))
    await (await scene.bot.tables.at(CHANNEL)).run(BOB, Leave())
    await scene.sender.tell(await scene.private(BOB.id, ANN.id))
    names = [each["name"] for each in scene.threads]
    assert names == ["Toy: the Game Master's desk", "Toy: Somebody and the Game Master"]
    assert scene.added == [ANN.id, BOB.id, ANN.id]


async def test_a_thread_that_is_gone_is_made_anew(scene: OutboxScene) -> None:
    await scene.sender.tell(await scene.private(BOB.id, ANN.id))
    scene.place(701).trouble = [refused(404, 10003)]
    await scene.sender.tell(await scene.private(BOB.id, ANN.id))
    assert len(scene.threads) == 2
    assert [len(scene.place(n).sent) for n in (701, 702)] == [1, 1]
    await scene.sender.tell(await scene.private(BOB.id, ANN.id))
    assert len(scene.place(702).sent) == 2
    game = (await scene.bot.tables.at(CHANNEL)).game.id
    found = scene.bot.tables.private_threads.game_of
    assert [await found(701), await found(702)] == [None, game]


async def test_where_no_thread_can_be_made_its_reader_is_pinged_without_a_word_of_it(
    scene: OutboxScene,
) -> None:
    place = scene.place(CHANNEL)

    async def is_pinged() -> None:
        await scene.sender.tell(await scene.private(BOB.id, BOB.id))
        told = place.sent.pop()
        assert told.words == "<@2> There is something for you in My view."
        assert told.mentioned == [BOB.id]
        assert place.nonces.pop() == "g1-1-nonce"
        assert place.sent == []

    scene.parent.is_news.return_value = True
    await is_pinged()
    scene.parent.is_news.return_value = False
    scene.found = MagicMock(spec=discord.VoiceChannel)
    await is_pinged()
    scene.found = scene.parent
    scene.parent.create_thread = AsyncMock(side_effect=refused(403, 50013))
    await is_pinged()
    await (await scene.bot.tables.at(CHANNEL)).run(ANN, Leave())  # the Game Master
    await is_pinged()


async def test_the_thread_of_a_game_in_a_thread_is_in_the_channel_above(scene: OutboxScene) -> None:
    scene.found = MagicMock(spec=discord.Thread)
    scene.found.parent = scene.parent
    await scene.sender.tell(await scene.private(BOB.id, BOB.id))
    assert len(scene.threads) == 1


# ------------------------------------------------------------ the desk


async def test_the_desk_is_posted_once_and_drawn_again_in_its_place(scene: OutboxScene) -> None:
    for _ in range(2):
        await scene.sender.edit(await scene.row("desk"))
    thread = scene.place(701)
    assert len(thread.sent) == 1
    assert thread.sent[0].mentioned == []
    [edit] = thread.edited.values()
    assert edit["allowed_mentions"].to_dict()["parse"] == []
    [old] = thread.edited
    await scene.sender.edit(await scene.row("desk", content=Content(people=(ANN.id,))))
    assert thread.deleted == [old]
    told = thread.sent[1]
    assert told.words.splitlines()[-1] == "<@1>, the table waits for you."
    assert told.mentioned == [ANN.id]
    await scene.sender.edit(await scene.row("desk"))
    assert len(thread.sent) == 2
    assert len(thread.edited) == 2


async def test_a_desk_that_is_gone_is_posted_again(scene: OutboxScene) -> None:
    await scene.sender.edit(await scene.row("desk"))
    thread = scene.place(701)
    thread.trouble = [refused(404, 10008)]
    await scene.sender.edit(await scene.row("desk"))
    assert len(thread.sent) == 2
    assert len(scene.threads) == 1
    thread.trouble = []
    await scene.sender.edit(await scene.row("desk"))
    assert len(thread.sent) == 2


async def test_without_a_thread_the_game_master_is_called_in_the_channel(
    scene: OutboxScene,
) -> None:
    scene.parent.create_thread = AsyncMock(side_effect=refused(403, 50013))
    await scene.sender.edit(await scene.row("desk"))
    assert scene.place(CHANNEL).sent == []
    await scene.sender.edit(await scene.row("desk", content=Content(people=(ANN.id,))))
    [told] = scene.place(CHANNEL).sent
    assert told.words == "<@1>, the table waits for you."
    assert told.mentioned == [ANN.id]


async def test_there_is_no_desk_while_nobody_plays(scene: OutboxScene) -> None:
    row = await scene.row("desk", content=Content(people=(ANN.id,)))
    await scene.bot.type(ANN, "game pause")
    await scene.sender.edit(row)
    await scene.bot.type(ANN, "game resume")
    await scene.bot.type(ANN, "game leave")
    await scene.sender.edit(row)
    assert (scene.threads, scene.places) == ([], {})


# ------------------------------------------------------------ old cards


async def card_parts(scene: OutboxScene) -> list[Any]:
    """Return what a message shows that has the newest card."""
    actor = await scene.bot.tables.at(CHANNEL)
    card = await scene.bot.client._services.card_builder.card(actor, actor.game.card)
    return [_component_factory(part, None) for part in card.view.to_components()]


def edited_texts(scene: OutboxScene, message: int) -> list[str]:
    view = scene.place(CHANNEL).edited[message]["view"]
    return card_texts(view.children)


async def test_an_old_card_loses_its_buttons_and_that_of_a_pause_goes(scene: OutboxScene) -> None:
    place = scene.place(CHANNEL)
    place.shown = tuple(await card_parts(scene))
    await (await scene.bot.tables.at(CHANNEL)).run(BOB, Act("step e"))
    strip = await scene.row("strip", card=2, message=11)
    await scene.sender.edit(strip)
    assert edited_texts(scene, 11)[0] == card_texts(place.shown)[0]
    assert "custom_id" not in str(place.edited[11]["view"].to_components())
    await scene.bot.type(ANN, "game pause")
    place.shown = tuple(await card_parts(scene))
    assert place.deleted == []
    await scene.bot.type(ANN, "game resume")
    await scene.sender.edit(replace(strip, message=12))
    assert place.deleted == [12]
    assert 12 not in place.edited


async def test_a_card_is_read_from_what_is_known_of_it_before_discord_is_asked(
    scene: OutboxScene,
) -> None:
    place = scene.place(CHANNEL)
    known: Any = SimpleNamespace(
        id=11, components=await card_parts(scene), flags=discord.MessageFlags()
    )
    scene.shown.note(known)
    place.trouble = []
    await scene.sender.edit(await scene.row("undone", card=2, message=11))
    title = edited_texts(scene, 11)[0]
    assert title == f"### {UNDONE}Toy · turn 0"


async def test_a_card_in_words_alone_stays_as_it_is(scene: OutboxScene) -> None:
    place, kinds = scene.place(CHANNEL), ("strip", "undone")
    for kind in kinds:
        await scene.sender.edit(await scene.row(kind, card=2, message=11))
        assert (place.edited, place.deleted) == ({}, [])


async def test_a_lobby_that_is_closed_shows_the_last_people_and_settings(bot: OfflineBot) -> None:
    await bot.tables.found(ANN, NewGame(CHANNEL, GUILD, "toy", mode="first"))
    scene, actor = OutboxScene(bot), await bot.tables.at(CHANNEL)
    place = scene.place(CHANNEL)
    place.shown = tuple(await card_parts(scene))
    await actor.run(BOB, Join())
    await actor.run(ANN, Begin())
    await scene.sender.edit(await scene.row("strip", card=1, message=11))
    told = "\n".join(edited_texts(scene, 11))
    assert "**Bob** (<@2>)" in told
    assert "Bob" not in "\n".join(card_texts(place.shown))
    assert place.deleted == []


async def test_the_card_of_a_game_that_tells_in_posts_goes_when_it_is_old(
    scene: OutboxScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    actor = await scene.bot.tables.at(CHANNEL)
    place = scene.place(CHANNEL)
    place.shown = tuple(await card_parts(scene))
    await actor.run(BOB, Act("step e"))
    monkeypatch.setattr(type(actor.ruleset), "tells_in_posts", True)
    await scene.sender.edit(await scene.row("strip", card=2, message=11))
    assert place.deleted == [11]


async def test_what_names_no_message_is_a_fault_of_ours(scene: OutboxScene) -> None:
    with pytest.raises(ValueError, match="names no message"):
        await scene.sender.delete(await scene.row("delete_ping"))
    await scene.sender.delete(await scene.row("delete_ping", message=11))
    assert scene.place(CHANNEL).deleted == [11]


# ------------------------------------------------------------ what is there already


def past(components: Any = (), content: str = "", author: int = US.id, number: int = 31) -> Any:
    return SimpleNamespace(
        id=number, components=components, content=content, author=SimpleNamespace(id=author)
    )


def posted(title: str = "Far off") -> list[Any]:
    """Return what a message shows that has the post, under a title."""
    view = post_card(replace(POST, title=title)).view
    return [_component_factory(part, None) for part in view.to_components()]


async def test_a_text_that_came_through_unheard_of_is_not_sent_again(scene: OutboxScene) -> None:
    place = scene.place(CHANNEL)
    notice = await scene.row("notice", content=Content("It ends.", look_first=True))
    post = await scene.row("post", content=Content(post=POST, look_first=True))
    shown = past(posted(), number=32)
    place.past = [past(content="It goes on."), past(content="It ends.", author=5), shown]
    assert await scene.sender.post(post) == 32
    assert place.sent == []
    assert await scene.sender.post(notice) != 31
    assert len(place.sent) == 1
    place.past.append(past(content="It ends.", number=33))
    assert await scene.sender.post(notice) == 33
    place.past = [past(posted("Near by"))]
    await scene.sender.post(post)
    assert len(place.sent) == 2
    assert place.sent[1].words.splitlines() == ["### Far off", "The horn sounds."]


async def test_a_card_without_buttons_is_known_by_its_texts(scene: OutboxScene) -> None:
    await scene.bot.type(ANN, "game end", sure=True)
    place = scene.place(CHANNEL)
    card = (await scene.bot.tables.at(CHANNEL)).game.card
    row = await scene.row("card", card=card, content=Content(look_first=True))
    parts = await card_parts(scene)
    for part in parts[0].children:
        if isinstance(part, discord.ActionRow):
            part.children = []
    place.past = [past(posted()), past(parts, number=34)]
    assert await scene.sender.post(row) == 34
    place.past = [past(posted())]
    assert await scene.sender.post(row) != 34
    assert await scene.sender.find(replace(row, kind="find")) is None


async def test_nothing_is_written_in_a_language_that_is_not_known_yet(scene: OutboxScene) -> None:
    scene.is_ready = False
    notice = await scene.row("notice", content=Content("It ends."))
    with pytest.raises(Later) as later:
        await scene.sender.post(notice)
    assert later.value.seconds == 1
    state: Any = scene.bot.client._connection
    state.locales[GUILD] = discord.Locale.german
    await scene.sender.post(notice)
    state.locales.clear()
    scene.is_ready = True
    await scene.sender.post(notice)
    assert [each.words for each in scene.place(CHANNEL).sent] == ["It ends."] * 2
