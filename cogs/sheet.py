"""A hero's pages: /sheet, what its figures are made of, and experience spent on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice

from cogs.base import LeithianCog, matching, private
from cogs.ui import sheets, vote_cards
from cogs.ui.custom_ids import CustomId, restore
from cogs.ui.formatting import escape, join_lines
from cogs.ui.replies import Answer, Reply, autocomplete_callback, slash_callback
from cogs.ui.sheets import Place
from table.errors import Refusal

if TYPE_CHECKING:
    from cogs.client import Leithian


class Hero(LeithianCog):
    """What a hero is and becomes, in one panel for one person."""

    def __init__(self, client: Leithian) -> None:
        super().__init__(client)
        self.handlers = {
            "sheet": self._turned,
            "topic": self._explained,
            "buy": self._bought,
            "grow": self._bought,
        }

    @app_commands.command(name="sheet", description="Your hero: the character and the pack")
    @app_commands.describe(page="Which page")
    @app_commands.guild_only()
    @slash_callback
    async def sheet(self, interaction: discord.Interaction, page: str = "") -> Answer:
        table = await self.table(interaction)
        seat = await self.seat(table, interaction.user.id)
        titles = [title for title, _ in (await table.view(seat)).pages]
        wanted = page.strip().lower()
        number = next(
            (n for n, title in enumerate(titles) if title.lower().startswith(wanted)), None
        )
        if titles and number is None:
            raise Refusal(f"There is no such page; there are: {', '.join(titles)}.")
        reply = await self.client.card_builder.sheet(
            table, seat, interaction.user.id, Place(number or 0)
        )
        reply.update = False
        return reply

    @sheet.autocomplete("page")
    @autocomplete_callback
    async def _pages(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        table = await self.table(interaction)
        view = await table.view(await self.seat(table, interaction.user.id))
        return matching([title for title, _ in view.pages], typed)

    async def _panel(
        self, interaction: discord.Interaction, pressed: CustomId, place: Place, said: str = ""
    ) -> Reply:
        """The panel at a place: in the panel that was pressed, or a new one from a card."""
        table, who = await self.client.tables.get(pressed.game), interaction.user.id
        seat = await self.seat(table, who)
        reply = await self.client.card_builder.sheet(table, seat, who, place, said)
        reply.update = private(interaction) and pressed.arg != ""
        return reply

    async def _turned(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        return await self._panel(interaction, ref, Place.of(pressed.arg))

    async def _explained(
        self, interaction: discord.Interaction, pressed: CustomId, values: Sequence[str]
    ) -> Answer:
        table = await self.client.tables.get(pressed.game)
        seat = await self.seat(table, interaction.user.id)
        topic = sheets.found(await table.topics(seat), values[0])
        if topic is None:
            raise Refusal("There is nothing known of that any more.")
        told = (await table.explain(seat, topic)).split("\n")
        return await self._panel(
            interaction, ref, Place.of(pressed.arg), join_lines(map(escape, told), 1500)
        )

    async def _bought(
        self, interaction: discord.Interaction, pressed: CustomId, values: Sequence[str]
    ) -> Answer:
        """Spend, switch, or answer what is asked about it; what came of it stands in the panel."""
        table = await self.on(ref)
        at, _, pressed = pressed.arg.partition(":")
        offers = await self.mine(interaction, table)
        line = restore(values[0] if values else pressed, [str(offer.action) for offer in offers])
        receipt = await self.act(interaction, table, line, pressed.card)
        slip = await vote_cards.answered(table, interaction.user.id, receipt)
        if slip is not None:
            return slip
        said = join_lines([escape(event.text) for event in receipt.events], 1500)
        return await self._panel(interaction, ref, Place.of(at), said)
