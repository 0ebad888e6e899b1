"""What the cogs share: who asks, at which table, through whose eyes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord.app_commands import Choice
from discord.ext import commands

from cogs.ui.components import Handler
from cogs.ui.custom_ids import CustomId
from engine.game import Offer, View
from table.errors import NoGame, Refusal, StaleCard
from table.records import Person, Receipt
from table.table import Table

if TYPE_CHECKING:
    from cogs.client import Leithian

NEEDED = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}


class LeithianCog(commands.Cog):
    """A cog with the client at hand; `handlers` are its buttons' verbs."""

    def __init__(self, client: Leithian) -> None:
        self.client = client
        self.handlers: dict[str, Handler] = {}

    async def table(self, interaction: discord.Interaction) -> Table:
        """The channel's table. Raises NoGame."""
        if interaction.channel_id is None:
            raise NoGame("Games are played in a server's channels.")
        return await self.client.tables.at(interaction.channel_id)

    async def on(self, pressed: CustomId) -> Table:
        """The table of a button. Raises StaleCard when the card is not the newest."""
        table = await self.client.tables.get(pressed.game)
        if table.game.card != pressed.card:
            raise StaleCard
        return table

    async def seat(self, table: Table, person: int) -> int | None:
        """The seat whose eyes a person looks through: of theirs, the one to move if there is
        one, else the first; None (the public's) when they have none."""
        seats = table.may_see(person)
        if len(seats) > 1:
            to_move = (await table.status()).to_move
            return next((seat for seat in to_move if seat in seats), seats[0])
        return seats[0] if seats else None

    async def offers(self, interaction: discord.Interaction) -> Sequence[Offer]:
        """What the person may do now, over all seats that they move. Raises NoGame."""
        table = await self.table(interaction)
        return [
            offer
            for seat in table.may_move(interaction.user.id)
            for offer in await table.offers(seat)
        ]

    async def mine(self, interaction: discord.Interaction, table: Table) -> list[Offer]:
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

    async def act(
        self,
        interaction: discord.Interaction,
        table: Table,
        line: str,
        card: int | None = None,
        *,
        answered: bool = False,
    ) -> Receipt:
        """Play a line of text for the person, drawing the card that will show it meanwhile. `card`:
        the number on the button that was pressed. `answered`: see `Table.act`."""
        loop = asyncio.get_running_loop()

        def ahead(view: View) -> None:
            loop.call_soon_threadsafe(self.client.card_builder.sketch, table, view)

        return await table.act(
            person(interaction),
            line,
            card=card,
            message=interaction.message.id if interaction.message else None,
            aside=private(interaction),
            answered=answered,
            request=str(interaction.id),
            ahead=ahead,
        )


def person(interaction: discord.Interaction, hero: str | None = None) -> Person:
    """Who asks; `hero` is the name that they choose to play under."""
    name = hero or interaction.user.display_name
    return Person(interaction.user.id, name, interaction.permissions.manage_guild)


def private(interaction: discord.Interaction) -> bool:
    """Whether the pressed button stands in a message that its person alone sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def demand_room(interaction: discord.Interaction) -> None:
    """Refuse to start where the bot could not go on. Raises Refusal with what is missing."""
    allowed = interaction.app_permissions
    missing = [shown for name, shown in NEEDED.items() if not getattr(allowed, name)]
    if isinstance(interaction.channel, discord.Thread) and not allowed.send_messages_in_threads:
        missing.append("Send Messages in Threads")
    if missing:
        raise Refusal(f"I may not play here; a moderator can allow me: {', '.join(missing)}.")


def matching(values: Sequence[str], typed: str) -> list[Choice[str]]:
    """Autocomplete among fixed values."""
    wanted = typed.strip().lower()
    return [Choice(name=v[:100], value=v[:100]) for v in values if wanted in v.lower()][:25]
