"""Playing: /do, the ruleset's own commands, the pad and the menus. All of them end in `_act`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice

from cogs.base import LeithianCog, person
from cogs.ui import mapper, panels
from cogs.ui.answer import Reply, Said, completing, serve, served
from cogs.ui.cards import directions
from cogs.ui.codec import Ref, unfit
from cogs.ui.words import joined, plain
from engine.game import Offer, Ruleset
from table.errors import Refusal, StaleCard
from table.records import Receipt
from table.table import Table

if TYPE_CHECKING:
    from cogs.client import Leithian


class Play(LeithianCog):
    """Orders, however they are given."""

    def __init__(self, client: Leithian) -> None:
        super().__init__(client)
        self.handlers = {
            "do": self._pressed,
            "way": self._walked,
            "more": self._menu,
            "page": self._page,
            "menu": self._chosen,
            "off": self._off,
        }

    @app_commands.command(name="do", description="Do anything that the rules allow, in words")
    @app_commands.describe(action="What you do; the list shows what you can")
    @app_commands.guild_only()
    @served
    async def do(self, interaction: discord.Interaction, action: str) -> Said:
        return await self._ordered(interaction, action)

    @do.autocomplete("action")
    @completing
    async def _actions(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return mapper.lines(await self.offers(interaction), typed)

    def group(self, ruleset: Ruleset) -> app_commands.Group:
        """The ruleset's own slash commands."""

        async def run(interaction: discord.Interaction, line: str) -> None:
            await serve(interaction, self._ordered(interaction, line, ruleset))

        return mapper.group(ruleset, run, self.offers)

    async def _ordered(
        self, interaction: discord.Interaction, line: str, ruleset: Ruleset | None = None
    ) -> Said:
        table = await self.table(interaction)
        if ruleset is not None and table.ruleset is not ruleset:
            raise Refusal(f"This channel plays {table.ruleset.title}, not {ruleset.title}.")
        receipt = await self._act(interaction, table, line)
        return heard(receipt)

    async def _act(
        self, interaction: discord.Interaction, table: Table, line: str, card: int | None = None
    ) -> Receipt:
        who = person(interaction)
        receipt = await table.act(who, line, card=card, request=str(interaction.id))
        self.client.studio.begin(table, receipt.card)
        return receipt

    # ------------------------------------------------------------ buttons and menus

    async def _on(self, ref: Ref) -> Table:
        """The table of a button. Raises StaleCard when the card is not the newest."""
        table = await self.client.tables.get(ref.game)
        if table.game.card != ref.card:
            raise StaleCard
        return table

    async def _mine(self, interaction: discord.Interaction, table: Table) -> list[Offer]:
        """What the presser may do now. Refused when that is nothing."""
        seats = table.may_move(interaction.user.id)
        offers = [offer for seat in seats for offer in await table.offers(seat)]
        if not seats:
            raise Refusal("You have no hero in this game.")
        if table.game.phase != "play":
            raise Refusal("The game does not go on just now; /game status tells why.")
        if not offers:
            raise Refusal("It is not your turn.")
        return offers

    async def _pressed(self, interaction: discord.Interaction, ref: Ref, _: Sequence[str]) -> Said:
        table = await self.client.tables.get(ref.game)
        line = ref.arg
        if line.startswith("#"):
            line = unfit(line, [str(o.action) for o in await self._mine(interaction, table)])
        receipt = await self._act(interaction, table, line, ref.card)
        return whispered(receipt)

    async def _walked(self, interaction: discord.Interaction, ref: Ref, _: Sequence[str]) -> Said:
        table = await self._on(ref)
        offer = directions(await self._mine(interaction, table)).get(ref.arg)
        if offer is None:
            raise Refusal("You cannot go that way now.")
        return whispered(await self._act(interaction, table, str(offer.action), ref.card))

    async def _menu(self, interaction: discord.Interaction, ref: Ref, _: Sequence[str]) -> Said:
        table = await self._on(ref)
        return panels.menu(ref.game, ref.card, await self._mine(interaction, table))

    async def _page(self, interaction: discord.Interaction, ref: Ref, _: Sequence[str]) -> Said:
        table = await self._on(ref)
        offers = await self._mine(interaction, table)
        return panels.menu(ref.game, ref.card, offers, int(ref.arg or "0"), update=True)

    async def _chosen(
        self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]
    ) -> Said:
        table = await self._on(ref)
        offers = await self._mine(interaction, table)
        line = unfit(values[0], [str(offer.action) for offer in offers])
        receipt = await self._act(interaction, table, line, ref.card)
        return panels.done(heard(receipt))

    async def _off(self, interaction: discord.Interaction, ref: Ref, _: Sequence[str]) -> Said:
        raise Refusal("You cannot go that way now.")


def heard(receipt: Receipt) -> str:
    """What an order brought, for the person who gave it."""
    told = [plain(event.text) for event in receipt.events]
    return joined([f"**{plain(receipt.text)}**", *told], 1900)


def whispered(receipt: Receipt) -> Reply | None:
    """After a press the new card tells the rest; only what is secret is said in private."""
    secret = [plain(event.text) for event in receipt.events if event.audience is not None]
    return Reply(joined(secret, 1900)) if secret else None
