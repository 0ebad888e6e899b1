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

    @app_commands.command(name="people", description="Who may be in this channel's game")
    @app_commands.guild_only()
    @app_commands.describe(
        invite="Let somebody join by invitation; lifts a ban",
        remove="Take somebody out of the game",
        ban="Whom you remove cannot come back, until they are invited",
        only_invited="Only people that you have invited may join",
    )
    @slash_callback
    async def people(
        self,
        interaction: discord.Interaction,
        invite: discord.User | None = None,
        remove: discord.User | None = None,
        ban: bool = False,
        only_invited: bool | None = None,
    ) -> Answer:
        actor = await self.actor(interaction)
        done: list[str] = []
        if remove is not None:
            await self.run(interaction, actor, RemovePerson(remove.id, ban))
            text = (
                "<@{id}> is banned from this game." if ban else "<@{id}> is no longer in this game."
            )
            done.append(translate(text, id=remove.id))
        if invite is not None:
            if invite.bot:
                raise Refusal("Bots cannot play.")
            await self.run(interaction, actor, Invite(invite.id))
            done.append(translate("<@{id}> may join this game.", id=invite.id))
        if only_invited is not None:
            await self.run(interaction, actor, SetEntry(only_invited))
            text = (
                "Only invited people may join now; use `/people invite:`."
                if only_invited
                else "Everybody may join now."
            )
            done.append(translate(text))
        if not done:
            raise Refusal("Choose whom to invite or remove, or who may join.")
        return "\n".join(done)
