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
from cogs.ui.answer import Reply, Said, completing, served
from cogs.ui.codec import Ref
from cogs.ui.words import cut, joined, plain
from engine.game import View
from table.table import Table

if TYPE_CHECKING:
    from cogs.client import Leithian


class Books(LeithianCog):
    """What a seat may see, asked for by its person."""

    def __init__(self, client: Leithian) -> None:
        super().__init__(client)
        self.handlers = {"look": self._looked, "tell": self._told, "mine": self._mine}

    @app_commands.command(name="look", description="What you see, with its squares")
    @app_commands.describe(at="Only what has this in its name")
    @app_commands.guild_only()
    @served
    async def look(self, interaction: discord.Interaction, at: str = "") -> Said:
        return panels.look(await self._view(interaction), cut(at, 100))

    @look.autocomplete("at")
    @completing
    async def _names(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        board = (await self._view(interaction)).board
        names = [b.name for b in getattr(board, "beings", ())]
        names += [t.name for t in getattr(board, "things", ())]
        return matching(list(dict.fromkeys(names)), typed)

    @app_commands.command(name="map", description="All that is known of this place")
    @app_commands.guild_only()
    @served
    async def map(self, interaction: discord.Interaction) -> Said:
        table = await self.table(interaction)
        who = interaction.user.id
        seat = await self.seat(table, who)
        view = await table.view(seat)
        drawn = await self.client.studio.overview(table, seat, view, who)
        file = discord.File(
            io.BytesIO(drawn.png), f"map-{view.turn:04d}.png", description=cut(view.alt, 1024)
        )
        return Reply(plain(view.title), files=[file])

    @app_commands.command(name="describe", description="The picture in words")
    @app_commands.guild_only()
    @served
    async def describe(self, interaction: discord.Interaction) -> Said:
        return described(await self._view(interaction))

    @app_commands.command(name="sheet", description="Your hero: the character and the pack")
    @app_commands.describe(page="Which page")
    @app_commands.guild_only()
    @served
    async def sheet(self, interaction: discord.Interaction, page: str = "") -> Said:
        view = await self._view(interaction)
        wanted = page.strip().lower()
        found = [(t, text) for t, text in view.pages if t.lower().startswith(wanted)]
        if not view.pages:
            return "There is nothing written about you here."
        if not found:
            return f"There is no such page; there are: {', '.join(t for t, _ in view.pages)}."
        return panels.page(*found[0])

    @sheet.autocomplete("page")
    @completing
    async def _pages(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return matching([title for title, _ in (await self._view(interaction)).pages], typed)

    @app_commands.command(name="log", description="What has happened lately")
    @app_commands.describe(count="How many lines")
    @app_commands.guild_only()
    @served
    async def log(
        self, interaction: discord.Interaction, count: app_commands.Range[int, 1, 50] = 10
    ) -> Said:
        table = await self.table(interaction)
        seat = await self.seat(table, interaction.user.id)
        entries = await table.history(seat, after=max(0, table.game.number - count), limit=count)
        told = []
        for entry in entries:
            happened = " ".join(plain(event.text) for event in entry.events)
            order = f"`{entry.text.replace('`', 'ˋ')}`" if entry.text else "an order"
            told.append(f"{entry.number}. <t:{int(entry.at)}:t> {order} {happened}".rstrip())
        return joined(told, 1900) or "Nothing has happened yet."

    async def _view(self, interaction: discord.Interaction) -> View:
        table = await self.table(interaction)
        return await table.view(await self.seat(table, interaction.user.id))

    # ------------------------------------------------------------ buttons (of old cards too)

    async def _own(self, interaction: discord.Interaction, ref: Ref) -> tuple[Table, int | None]:
        table = await self.client.tables.get(ref.game)
        return table, await self.seat(table, interaction.user.id)

    async def _looked(self, interaction: discord.Interaction, ref: Ref, _: Sequence[str]) -> Said:
        table, seat = await self._own(interaction, ref)
        return panels.look(await table.view(seat))

    async def _told(self, interaction: discord.Interaction, ref: Ref, _: Sequence[str]) -> Said:
        table, seat = await self._own(interaction, ref)
        return described(await table.view(seat))

    async def _mine(self, interaction: discord.Interaction, ref: Ref, _: Sequence[str]) -> Said:
        table, seat = await self._own(interaction, ref)
        return await self.client.studio.own(table, seat, interaction.user.id)


def described(view: View) -> str:
    """A view in words: the account of what happened, then the board as text."""
    account = [plain(line) for line in view.details or view.lines]
    facts = [f"{plain(name)}: {plain(value)}" for name, value in view.facts]
    return joined([plain(view.alt), *account, *facts], 1900)
