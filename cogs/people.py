"""/people: who may be at a table. Remove and ban people, invite them, play by invitation."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.base import LeithianCog
from cogs.interactions import slash_callback
from cogs.ui.languages import translate
from cogs.ui.replies import Answer
from table.commands.remedies import Invite, RemovePerson, SetEntry
from table.errors import Refusal


class PeopleCog(LeithianCog):
    """Commands against nuisance."""

    people = app_commands.Group(
        name="people", description="Who may be in this channel's game", guild_only=True
    )

    @people.command(name="remove", description="Take somebody out of this channel's game")
    @app_commands.describe(member="Whom", ban="They cannot come back, until they are invited")
    @slash_callback
    async def remove(
        self, interaction: discord.Interaction, member: discord.User, ban: bool = False
    ) -> Answer:
        actor = await self.actor(interaction)
        await self.run(interaction, actor, RemovePerson(member.id, ban))
        if ban:
            return translate("<@{id}> is banned from this game.", id=member.id)
        return translate("<@{id}> is no longer in this game.", id=member.id)

    @people.command(name="invite", description="Let somebody join by invitation; lifts a ban")
    @app_commands.describe(member="Whom")
    @slash_callback
    async def invite(self, interaction: discord.Interaction, member: discord.User) -> Answer:
        if member.bot:
            raise Refusal("Bots cannot play.")
        await self.run(interaction, await self.actor(interaction), Invite(member.id))
        return translate("<@{id}> may join this game.", id=member.id)

    @people.command(name="entry", description="Let everybody join, or only who is invited")
    @app_commands.describe(only_invited="Only people that you have invited may join")
    @slash_callback
    async def entry(self, interaction: discord.Interaction, only_invited: bool) -> Answer:
        await self.run(interaction, await self.actor(interaction), SetEntry(only_invited))
        if only_invited:
            return "Only invited people may join now; use `/people invite`."
        return "Everybody may join now."
