"""Buttons about a game as a whole: the lobby's, Resume, New game."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord.ext import commands
from msgspec.structs import replace

from cogs.base import CogServices, LeithianCog, person_of, require_permissions, server_channel
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

    def __init__(self, bot: commands.AutoShardedBot, services: CogServices) -> None:
        super().__init__(bot, services)
        self.handlers = {
            "join": self._join_pressed,
            "leave": self._leave_pressed,
            "begin": self._begin_pressed,
            "mode": self._mode_pressed,
            "resume": self._resume_pressed,
            "again": self._again_pressed,
            "new_game": self._new_game_pressed,
        }

    async def _join_pressed(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        return await join_game(interaction, await self.actor_of(pressed))

    async def _leave_pressed(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        await self.run(interaction, await self.actor_of(pressed), Leave())
        return "You have left the game."

    async def _begin_pressed(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        require_permissions(interaction)
        await self.run(interaction, await self.actor_of(pressed), Begin())
        return None

    async def _mode_pressed(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        """Choose in the lobby how to play together."""
        await self.run(interaction, await self.actor_of(pressed), ChooseMode(pressed.arg))
        return None

    async def _again_pressed(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
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

    async def _new_game_pressed(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        """Open a game of the first ruleset in the channel of the button."""
        require_permissions(interaction)
        channel, guild = server_channel(interaction)
        self.spend(interaction, "game")
        game = NewGame(channel, guild, next(iter(self.services.rulesets)))
        who, request = person_of(interaction), str(interaction.id)
        await self.services.tables.found(who, game, request=request)
        return GAME_OPEN

    async def _resume_pressed(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
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
