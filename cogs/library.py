"""/library: what is kept from one game of a server for its others."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from cogs.base import CogServices, LeithianCog, matching, person_of, require_game_master
from cogs.interactions import autocomplete_callback, slash_callback
from cogs.ui import vote_cards
from cogs.ui.formatting import escape, join_lines
from cogs.ui.languages import translate
from cogs.ui.replies import Answer
from engine.contract.action import GM
from table.actor import GameActor
from table.commands.play import Act
from table.errors import Refusal
from table.library import Library


class LibraryCog(LeithianCog):
    """The library of a server. What a game with a Game Master kept is for Game Masters alone."""

    def __init__(self, bot: commands.AutoShardedBot, services: CogServices) -> None:
        super().__init__(bot, services)
        self._library = Library(services.tables.services)

    @app_commands.command(
        name="library", description="Maps, monsters and domains for all games here"
    )
    @app_commands.guild_only()
    @app_commands.describe(
        use="Use something of the library in this game",
        keep="Keep something of this game: a map, a monster, a table, a domain",
        name="Its name in the library",
        drop="Forget something of the library",
    )
    @slash_callback
    async def library(
        self,
        interaction: discord.Interaction,
        use: str = "",
        keep: str = "",
        name: str = "",
        drop: str = "",
    ) -> Answer:
        if keep:
            return await self._keep(interaction, keep, name)
        if use:
            return await self._use(interaction, use)
        if drop:
            return await self._drop(interaction, drop)
        actor = await self._librarian(interaction)
        names = await self._library.names(actor.game.guild, actor.ruleset.name)
        return join_lines([f"- {escape(name)}" for name in names], 1900) or translate(
            "The library is empty."
        )

    async def _keep(self, interaction: discord.Interaction, what: str, name: str) -> Answer:
        actor = await self._librarian(interaction)
        lines = (await actor.reader.keepsakes()).get(what)
        if lines is None:
            raise Refusal("This game has no “{name}” to keep.", name=what)
        kept = " ".join((name or what).split())[:60]
        self.spend(interaction, "upload")
        await self._library.keep(actor.game.guild, actor.ruleset.name, kept, lines)
        return translate("The library has **{name}** now.", name=escape(kept))

    async def _use(self, interaction: discord.Interaction, name: str) -> Answer:
        actor = await self._librarian(interaction)
        lines = await self._library.lines(actor.game.guild, actor.ruleset.name, name)
        who = person_of(interaction)
        seat = GM if _has_game_master(actor) else None
        for number, line in enumerate(lines):
            request = f"{interaction.id}-{number}" if number else str(interaction.id)
            receipt = await actor.run(who, Act(line, seat=seat), request=request)
            if proposed := await vote_cards.proposal_reply(actor, who.id, receipt):
                return proposed
        return translate("**{name}** is in this game now.", name=escape(name))

    async def _drop(self, interaction: discord.Interaction, name: str) -> Answer:
        actor = await self._librarian(interaction)
        await self._library.drop(actor.game.guild, actor.ruleset.name, name)
        return translate("The library has no **{name}** any more.", name=escape(name))

    @library.autocomplete("use")
    @library.autocomplete("drop")
    @autocomplete_callback
    async def _complete_name(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        actor = await self._librarian(interaction)
        return matching(await self._library.names(actor.game.guild, actor.ruleset.name), typed)

    @library.autocomplete("keep")
    @autocomplete_callback
    async def _complete_what(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        actor = await self._librarian(interaction)
        return matching([*await actor.reader.keepsakes()], typed)

    async def _librarian(self, interaction: discord.Interaction) -> GameActor:
        """Return the game, for its Game Master, or where the rules know none for its players.
        Raises Refusal for others."""
        actor = await self.actor(interaction)
        if _has_game_master(actor):
            require_game_master(interaction, actor)
        elif not actor.reader.may_act(interaction.user.id):
            raise Refusal("Only players of this game can do that.")
        return actor


def _has_game_master(actor: GameActor) -> bool:
    return actor.ruleset.roles({}).gm != "absent"
