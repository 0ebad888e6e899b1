"""/sheet, /inventory: a character's pages, how their values are calculated, experience spent on
them; all of it as a text file."""

from __future__ import annotations

import io
from collections.abc import Sequence

import discord
from discord import app_commands
from discord.app_commands import Choice

from cogs.base import LeithianCog, is_private, matching
from cogs.interactions import autocomplete_callback, handles, slash_callback
from cogs.ui import sheets, vote_cards
from cogs.ui.custom_ids import CustomId, restore
from cogs.ui.formatting import escape, join_lines
from cogs.ui.languages import say
from cogs.ui.replies import Answer, Reply
from cogs.ui.sheets import SheetPosition
from engine.contract.view import Page
from table.actor import GameActor
from table.errors import Refusal

MESSAGE_LETTERS = 1500


class SheetCog(LeithianCog):
    """A character's pages, in one panel for one person."""

    @app_commands.command(name="sheet", description="Your character: values, equipment, notes")
    @app_commands.describe(page="Which page", file="All of it as a text file")
    @app_commands.guild_only()
    @slash_callback
    async def sheet(
        self, interaction: discord.Interaction, page: str = "", file: bool = False
    ) -> Answer:
        actor, person = await self.actor(interaction), interaction.user.id
        if file:
            return await self._morgue(actor, person)
        titles = _titles(await self._pages(actor, person))
        wanted = page.strip().lower()
        number = next(
            (n for n, title in enumerate(titles) if title.lower().startswith(wanted)), None
        )
        if titles and number is None:
            raise Refusal("There is no such page. There are: {titles}.", titles=", ".join(titles))
        return await self._open(actor, person, number or 0)

    @app_commands.command(name="inventory", description="What your character has")
    @app_commands.guild_only()
    @slash_callback
    async def inventory(self, interaction: discord.Interaction) -> Answer:
        actor, person = await self.actor(interaction), interaction.user.id
        names = [page.name for page in await self._pages(actor, person)]
        pack = actor.ruleset.pack_page
        return await self._open(actor, person, names.index(pack) if pack in names else 0)

    async def _pages(self, actor: GameActor, person: int) -> Sequence[Page]:
        """Return the pages of the person's seat, or of what everybody sees."""
        return await actor.reader.pages(await self.seat(actor, person))

    async def _open(self, actor: GameActor, person: int, number: int) -> Reply:
        """Return a page of the person's seat as a panel of its own."""
        seat = await self.seat(actor, person)
        reply = await self.services.card_builder.sheet(actor, seat, person, SheetPosition(number))
        reply.update = False
        return reply

    @sheet.autocomplete("page")
    @autocomplete_callback
    async def _complete_page(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        actor = await self.actor(interaction)
        return matching(_titles(await self._pages(actor, interaction.user.id)), typed)

    @handles("morgue")
    async def _morgue_pressed(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        return await self._morgue(await self.actor_of(pressed), interaction.user.id)

    async def _morgue(self, actor: GameActor, person: int) -> Answer:
        """Return the file of the person's seat, or of what everybody sees."""
        text = await self.services.card_builder.morgue(actor, await self.seat(actor, person))
        name = f"character-{actor.game.id}-{actor.game.card}.txt"
        return Reply("The character.", files=[discord.File(io.BytesIO(text.encode()), name)])

    async def _panel(
        self,
        interaction: discord.Interaction,
        pressed: CustomId,
        position: SheetPosition,
        message: str = "",
        topic: str = "",
    ) -> Reply:
        """Return the panel at a position: in the pressed panel, or a new one from a card."""
        actor, person = await self.actor_of(pressed), interaction.user.id
        seat = await self.seat(actor, person)
        builder = self.services.card_builder
        reply = await builder.sheet(actor, seat, person, position, message=message, topic=topic)
        reply.update = is_private(interaction) and pressed.arg != ""
        return reply

    @handles("sheet")
    async def _page_chosen(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        return await self._panel(interaction, pressed, SheetPosition.parse(pressed.arg))

    @handles("topic")
    async def _topic_chosen(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        actor = await self.actor_of(pressed)
        seat = await self.seat(actor, interaction.user.id)
        topic = sheets.find_topic(await actor.reader.topics(seat), pressed.values[0])
        if topic is None:
            raise Refusal("Nothing is known about that any more.")
        lines = say(await actor.reader.explain(seat, topic)).split("\n")
        message = join_lines(map(escape, lines), MESSAGE_LETTERS)
        position = SheetPosition.parse(pressed.arg)
        return await self._panel(interaction, pressed, position, message, topic.name)

    @handles("sheet_act", "sheet_pick")
    async def _act_chosen(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        """Spend, switch, or answer the question about it; the panel shows the result."""
        actor = await self.current_actor_of(pressed)
        position, _, argument = pressed.arg.partition(":")
        offers = await self.required_offers(interaction, actor)
        chosen = pressed.values[0] if pressed.values else argument
        line = restore(chosen, [str(offer.action) for offer in offers])
        receipt = await self.act(interaction, actor, line, pressed.card)
        proposed = await vote_cards.proposal_reply(actor, interaction.user.id, receipt)
        if proposed is not None:
            return proposed
        message = join_lines([escape(event.text) for event in receipt.events], MESSAGE_LETTERS)
        return await self._panel(interaction, pressed, SheetPosition.parse(position), message)


def _titles(pages: Sequence[Page]) -> list[str]:
    return [say(page.title) for page in pages]
