"""Buttons about a game as a whole: the lobby's, Resume, New game."""

from __future__ import annotations

import discord
from msgspec.structs import replace

from cogs.base import LeithianCog, person_of, require_permissions, server_channel
from cogs.interactions import handles
from cogs.ui import history
from cogs.ui.custom_ids import CustomId
from cogs.ui.replies import Answer
from table.actor import GameActor
from table.commands.lobby import Begin, ChooseMode, Join, Leave, NewGame, Resume
from table.errors import Refusal
from table.game_settings import current

GAME_OPEN = "The game is open: others press **Join**, then you press **Begin**."


class GameButtonsCog(LeithianCog):
    """The buttons of lobbies, of paused games and of games that are over."""

    @handles("join")
    async def _join_pressed(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        return await join_game(interaction, await self.actor_of(pressed))

    @handles("leave")
    async def _leave_pressed(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        await self.run(interaction, await self.actor_of(pressed), Leave())
        return "You have left the game."

    @handles("begin")
    async def _begin_pressed(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        require_permissions(interaction)
        await self.run(interaction, await self.actor_of(pressed), Begin())
        return None

    @handles("mode")
    async def _mode_pressed(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        """Choose in the lobby how to play together."""
        await self.run(interaction, await self.actor_of(pressed), ChooseMode(pressed.arg))
        return None

    @handles("again")
    async def _again_pressed(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        """Open a new game with the same rules and people."""
        require_permissions(interaction)
        actor = await self.actor_of(pressed)
        old, people = actor.game, actor.reader.people()
        who = person_of(interaction)
        if who.id not in actor.state.people:
            raise Refusal("Somebody who played can do that. `/game new` opens another game.")
        own = next(each.character for each in people if each.id == who.id)
        game = NewGame(
            old.channel,
            old.guild,
            old.ruleset,
            options=old.options,
            mode=old.mode,
            settings=current(old.settings),
            members=people,
        )
        who = replace(who, character=own)
        self.spend(interaction, "game")
        await self.services.tables.found(who, game, request=str(interaction.id))
        return None

    @handles("new_game")
    async def _new_game_pressed(
        self, interaction: discord.Interaction, pressed: CustomId
    ) -> Answer:
        """Open a game of the first ruleset in the channel of the button."""
        require_permissions(interaction)
        channel, guild = server_channel(interaction)
        self.spend(interaction, "game")
        game = NewGame(channel, guild, next(iter(self.services.rulesets)))
        who, request = person_of(interaction), str(interaction.id)
        await self.services.tables.found(who, game, request=request)
        return GAME_OPEN

    @handles("resume")
    async def _resume_pressed(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        require_permissions(interaction)
        await self.run(interaction, await self.actor_of(pressed), Resume())
        return None


async def join_game(
    interaction: discord.Interaction, actor: GameActor, character: str | None = None
) -> Answer:
    """Let somebody join a game; return what they are told."""
    who, request = person_of(interaction, character), str(interaction.id)
    await actor.run(who, Join(), request=request)
    return await history.welcome(actor, interaction.user.id)
