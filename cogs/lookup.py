"""Looking things up: the same facts as picture, as words, as pages. All answers are private."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice

from cogs.base import LeithianCog, matching
from cogs.ui import panels
from cogs.ui.custom_ids import CustomId
from cogs.ui.formatting import escape, join_lines, truncate
from cogs.ui.replies import Answer, Reply, autocomplete_callback, slash_callback
from engine.game import Topic, View, about
from table.errors import Refusal
from table.table import Table

if TYPE_CHECKING:
    from cogs.client import Leithian


class Books(LeithianCog):
    """What a seat may see, asked for by its person."""

    def __init__(self, client: Leithian) -> None:
        super().__init__(client)
        self.handlers = {
            "look": self._looked,
            "tell": self._told,
            "mine": self._mine,
            "why": self._why,
            "about": self._about,
        }

    @app_commands.command(name="look", description="What you see, with its squares")
    @app_commands.describe(at="A creature, a thing, or a square such as K12")
    @app_commands.guild_only()
    @slash_callback
    async def look(self, interaction: discord.Interaction, at: str = "") -> Answer:
        table, seat = await self._seen(interaction)
        view, wanted = await table.view(seat), truncate(at.strip(), 100)
        topic = _named(await table.topics(seat), "look", wanted)
        told = (
            join_lines(map(escape, (await table.explain(seat, topic)).split("\n")), 1000)
            if topic
            else ""
        )
        return f"{told}\n{panels.look(view, wanted)}" if told else panels.look(view, wanted)

    @look.autocomplete("at")
    @autocomplete_callback
    async def _names(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        board = (await self._view(interaction)).board
        names = [b.name for b in getattr(board, "beings", ())]
        names += [t.name for t in getattr(board, "things", ())]
        return matching(list(dict.fromkeys(names)), typed)

    @app_commands.command(name="recall", description="What you know of a kind of creature")
    @app_commands.describe(creature="One that you have met")
    @app_commands.guild_only()
    @slash_callback
    async def recall(self, interaction: discord.Interaction, creature: str) -> Answer:
        table, seat = await self._seen(interaction)
        topic = _named(await table.topics(seat), "recall", creature.strip())
        if topic is None:
            return f"You have met nothing called {escape(truncate(creature, 60))}."
        told = map(escape, (await table.explain(seat, topic)).split("\n"))
        return join_lines([f"**{escape(topic.title)}**", *told], 1900)

    @recall.autocomplete("creature")
    @autocomplete_callback
    async def _met(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        table, seat = await self._seen(interaction)
        known = [topic.title for topic in await table.topics(seat) if topic.book == "recall"]
        return matching(known, typed)

    @app_commands.command(name="map", description="All that is known of this place")
    @app_commands.guild_only()
    @slash_callback
    async def map(self, interaction: discord.Interaction) -> Answer:
        table = await self.table(interaction)
        who = interaction.user.id
        seat = await self.seat(table, who)
        view = await table.view(seat)
        drawn = await self.client.card_builder.overview(table, seat, view, who)
        file = discord.File(
            io.BytesIO(drawn.png), f"map-{view.turn:04d}.png", description=truncate(view.alt, 1024)
        )
        return Reply(escape(view.title), files=[file])

    @app_commands.command(name="describe", description="The picture in words")
    @app_commands.guild_only()
    @slash_callback
    async def describe(self, interaction: discord.Interaction) -> Answer:
        return described(await self._view(interaction))

    @app_commands.command(name="log", description="What has happened lately")
    @app_commands.describe(count="How many lines", whole="All of it, as a text file")
    @app_commands.guild_only()
    @slash_callback
    async def log(
        self,
        interaction: discord.Interaction,
        count: app_commands.Range[int, 1, 50] = 10,
        whole: bool = False,
    ) -> Answer:
        table = await self.table(interaction)
        seat = await self.seat(table, interaction.user.id)
        if whole:
            text = (await table.text_log(seat)).encode()
            if len(text) > interaction.filesize_limit:
                raise Refusal("The log is larger than a file may be here; /game export is packed.")
            name = f"log-{table.game.id}-{table.game.number}.txt"
            return Reply("The log.", files=[discord.File(io.BytesIO(text), name)])
        entries = await table.history(seat, after=max(0, table.game.number - count), limit=count)
        told = []
        for entry in entries:
            happened = " ".join(escape(event.text) for event in entry.events)
            order = f"`{entry.text.replace('`', 'ˋ')}`" if entry.text else "an order"
            told.append(f"{entry.number}. <t:{int(entry.at)}:t> {order} {happened}".rstrip())
        return join_lines(told, 1900) or "Nothing has happened yet."

    async def _seen(self, interaction: discord.Interaction) -> tuple[Table, int | None]:
        table = await self.table(interaction)
        return table, await self.seat(table, interaction.user.id)

    async def _view(self, interaction: discord.Interaction) -> View:
        table, seat = await self._seen(interaction)
        return await table.view(seat)

    # ------------------------------------------------------------ buttons (of old cards too)

    async def _own(
        self, interaction: discord.Interaction, pressed: CustomId
    ) -> tuple[Table, int | None]:
        table = await self.client.tables.get(pressed.game)
        return table, await self.seat(table, interaction.user.id)

    async def _looked(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        table, seat = await self._own(interaction, ref)
        return panels.look(await table.view(seat))

    async def _told(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        table, seat = await self._own(interaction, ref)
        return described(await table.view(seat))

    async def _mine(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        table, seat = await self._own(interaction, ref)
        return await self.client.card_builder.own(table, seat, interaction.user.id)

    async def _why(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        table, seat = await self._own(interaction, ref)
        view = await table.view(seat)
        account = join_lines([f"- {escape(line)}" for line in view.details or view.lines], 1900)
        return account or "There is no more to tell of it."

    async def _about(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        table = await self.client.tables.get(pressed.game)
        told = [escape(line) for line in about(table.ruleset, table.game.options).split("\n")]
        return panels.text("The rules in force", told)


def _named(topics: Sequence[Topic], book: str, wanted: str) -> Topic | None:
    """The topic of a book that is called so, in whatever letters."""
    wanted = wanted.lower()
    ours = [topic for topic in topics if topic.book == book]
    return next((t for t in ours if wanted in (t.name.lower(), t.title.lower())), None)


def described(view: View) -> str:
    """A view in words: the account of what happened, then the board as text."""
    account = [escape(line) for line in view.details or view.lines]
    facts = [f"{escape(name)}: {escape(value)}" for name, value in view.facts]
    return join_lines([escape(view.alt), *account, *facts], 1900)
