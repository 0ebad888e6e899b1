"""/library: what Game Masters keep from one game of a server for its others."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from cogs.base import (
    CogServices,
    LeithianCog,
    matching,
    person_of,
    require_game_master,
)
from cogs.interactions import autocomplete_callback, slash_callback
from cogs.ui.formatting import escape, join_lines
from cogs.ui.languages import translate
from cogs.ui.replies import Answer
from engine.contract.action import GM
from table.actor import GameActor
from table.commands.play import Act
from table.errors import Refusal
from table.library import Library


class LibraryCog(LeithianCog):
    """The library of a server; only Game Masters may read it."""

    group = app_commands.Group(
        name="library", description="Maps and monsters for all games here", guild_only=True
    )

    def __init__(self, bot: commands.AutoShardedBot, services: CogServices) -> None:
        super().__init__(bot, services)
        self._library = Library(services.tables.store.database)

    @group.command(name="keep", description="Keep a map, a monster, an encounter or a table")
    @app_commands.describe(what="What of this game", name="Its name in the library")
    @slash_callback
    async def keep(
        self, interaction: discord.Interaction, what: str, name: str | None = None
    ) -> Answer:
        actor = await self._game_masters(interaction)
        lines = (await actor.reader.keepsakes()).get(what)
        if lines is None:
            raise Refusal("This game has no “{name}” to keep.", name=what)
        kept = " ".join((name or what).split())[:60]
        self.spend(interaction, "upload")
        await self._library.keep(actor.game.guild, actor.ruleset.name, kept, lines)
        return translate("The library has **{name}** now.", name=escape(kept))

    @group.command(name="use", description="Use something of the library in this game")
    @app_commands.describe(name="Its name in the library")
    @slash_callback
    async def use(self, interaction: discord.Interaction, name: str) -> Answer:
        actor = await self._game_masters(interaction)
        lines = await self._library.lines(actor.game.guild, actor.ruleset.name, name)
        who = person_of(interaction)
        for number, line in enumerate(lines):
            request = f"{interaction.id}-{number}" if number else str(interaction.id)
            await actor.run(who, Act(line, seat=GM), request=request)
        return translate("**{name}** is in this game now.", name=escape(name))

    @group.command(name="list", description="Read what the library has")
    @slash_callback
    async def show(self, interaction: discord.Interaction) -> Answer:
        actor = await self._game_masters(interaction)
        names = await self._library.names(actor.game.guild, actor.ruleset.name)
        return join_lines([f"- {escape(name)}" for name in names], 1900) or translate(
            "The library is empty."
        )

    @group.command(name="drop", description="Forget something of the library")
    @app_commands.describe(name="Its name in the library")
    @slash_callback
    async def drop(self, interaction: discord.Interaction, name: str) -> Answer:
        actor = await self._game_masters(interaction)
        await self._library.drop(actor.game.guild, actor.ruleset.name, name)
        return translate("The library has no **{name}** any more.", name=escape(name))

    @use.autocomplete("name")
    @drop.autocomplete("name")
    @autocomplete_callback
    async def _complete_name(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        actor = await self._game_masters(interaction)
        return matching(await self._library.names(actor.game.guild, actor.ruleset.name), typed)

    @keep.autocomplete("what")
    @autocomplete_callback
    async def _complete_what(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        actor = await self._game_masters(interaction)
        return matching([*await actor.reader.keepsakes()], typed)

    async def _game_masters(self, interaction: discord.Interaction) -> GameActor:
        """Return the game, for its Game Master. Raises Refusal for others."""
        actor = await self.actor(interaction)
        require_game_master(interaction, actor)
        return actor
