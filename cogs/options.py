"""/options: what each person chooses for themselves."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import Choice

from cogs.base import LeithianCog, matching
from cogs.interactions import autocomplete_callback, slash_callback
from cogs.ui import preferences
from cogs.ui.formatting import join_lines
from cogs.ui.languages import languages_of_games
from cogs.ui.preferences import PREFERENCES
from cogs.ui.replies import Answer


class OptionsCog(LeithianCog):
    """Personal preferences."""

    @app_commands.command(name="options", description="Your preferences; for you alone")
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.describe(name="Which option", value="Its new value")
    @slash_callback
    async def options(
        self, interaction: discord.Interaction, name: str | None = None, value: str | None = None
    ) -> Answer:
        person, builder = interaction.user.id, self.services.card_builder
        if name is not None:
            await builder.set_preference(person, name, value)
        chosen, now = await builder.preferences(person), self.services.tables.services.now()
        lines = [preferences.describe(each, chosen, now) for each in PREFERENCES]
        titles = {name: each.title for name, each in self.services.rulesets.items()}
        return join_lines([*lines, languages_of_games(titles)], 1900).rstrip()

    @options.autocomplete("name")
    @autocomplete_callback
    async def _complete_name(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        return matching([each.name for each in PREFERENCES], typed)

    @options.autocomplete("value")
    @autocomplete_callback
    async def _complete_value(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        return matching(preferences.completions(interaction.namespace.name or ""), typed)
