"""/privacy: show, send or delete what is stored about a person."""

from __future__ import annotations

import io

import discord
from discord import app_commands

from cogs.base import LeithianCog, person_of
from cogs.interactions import slash_callback
from cogs.ui.formatting import count, escape, join_lines
from cogs.ui.help_texts import PRIVACY
from cogs.ui.languages import translate
from cogs.ui.replies import Answer, Reply


class PrivacyCog(LeithianCog):
    """Commands for the data stored about people."""

    privacy = app_commands.Group(
        name="privacy",
        description="What is stored about you",
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
    )

    @privacy.command(name="show", description="What is stored about you, in short")
    @slash_callback
    async def show(self, interaction: discord.Interaction) -> Answer:
        kept = await self.services.tables.privacy.kept(interaction.user.id)
        names = dict.fromkeys(name for game in kept.games for name in game.names)
        games, preferences = count(len(kept.games), "game"), count(len(kept.preferences), "setting")
        lines = count(len(kept.entries), "line")
        return join_lines(
            [
                translate(PRIVACY),
                "",
                translate(
                    "Now: {games}, {lines} of their logs, {preferences}.",
                    games=games,
                    lines=lines,
                    preferences=preferences,
                ),
                translate(
                    "Names: {names}.", names=", ".join(map(escape, names)) or translate("none")
                ),
                translate(
                    "Contests: {names}.",
                    names=", ".join(escape(each.name) for each in kept.contests)
                    or translate("none"),
                ),
                translate(
                    "Games you are banned from: {games}.",
                    games=", ".join(map(str, kept.bans)) or translate("none"),
                ),
            ],
            1900,
        )

    @privacy.command(name="export", description="Everything that is stored about you, as a file")
    @slash_callback
    async def export(self, interaction: discord.Interaction) -> Answer:
        data = (await self.services.tables.privacy.kept(interaction.user.id)).file()
        file = discord.File(io.BytesIO(data), "leithian-about-me.json")
        return Reply("Here is everything.", files=[file])

    @privacy.command(name="delete", description="Delete what is stored about you")
    @app_commands.describe(sure="You leave all your games; it cannot be undone")
    @slash_callback
    async def delete(self, interaction: discord.Interaction, sure: bool) -> Answer:
        if not sure:
            return "Nothing has changed."
        number = await self.services.tables.privacy.forget(person_of(interaction))
        self.services.card_builder.forget_person(interaction.user.id)
        return translate(
            "Done: nothing names you any more. You have left {games}.", games=count(number, "game")
        )
