"""/privacy: show, send or delete what is stored about a person."""

from __future__ import annotations

import io

import discord
from discord import app_commands
from discord.app_commands import Choice

from cogs.base import LeithianCog, person_of
from cogs.interactions import slash_callback
from cogs.ui.formatting import count, escape, join_lines
from cogs.ui.help_texts import PRIVACY
from cogs.ui.languages import translate
from cogs.ui.replies import Answer, Reply


class PrivacyCog(LeithianCog):
    """Commands for the data stored about people."""

    @app_commands.command(
        name="privacy", description="What is stored about you: read it, get it, delete it"
    )
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.describe(
        what="What to do with it (default: show it in short)",
        sure="To delete it: you leave all your games; it cannot be undone",
    )
    @app_commands.choices(what=[Choice(name=each, value=each) for each in ("export", "delete")])
    @slash_callback
    async def privacy(
        self, interaction: discord.Interaction, what: str = "", sure: bool = False
    ) -> Answer:
        if what == "export":
            return await self._export(interaction)
        if what == "delete":
            return await self._delete(interaction, sure=sure)
        return await self._show(interaction)

    async def _show(self, interaction: discord.Interaction) -> Answer:
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

    async def _export(self, interaction: discord.Interaction) -> Answer:
        data = (await self.services.tables.privacy.kept(interaction.user.id)).file()
        file = discord.File(io.BytesIO(data), "leithian-about-me.json")
        return Reply("Here is everything.", files=[file])

    async def _delete(self, interaction: discord.Interaction, *, sure: bool) -> Answer:
        if not sure:
            return "Nothing has changed: to delete everything, choose `sure: True` as well."
        number = await self.services.tables.privacy.forget(person_of(interaction))
        return translate(
            "Done: nothing names you any more. You have left {games}.", games=count(number, "game")
        )
