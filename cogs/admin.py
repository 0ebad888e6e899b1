"""/admin: diagnosis, health and backup, for whoever looks after a server or the bot."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from cogs.base import NEEDED_PERMISSIONS, CogServices, LeithianCog, person_of, server_channel
from cogs.interactions import slash_callback
from cogs.ui.formatting import count, escape, join_lines
from cogs.ui.languages import LANGUAGES, translate
from cogs.ui.replies import Answer
from table.errors import NoGame, Refusal
from table.rights import check_right

EFFECTS = {  # of a missing permission
    "view_channel": "I cannot see the channel",
    "send_messages": "I cannot post cards",
    "attach_files": "I cannot show pictures",
    "read_message_history": "I cannot find my own cards again",
    "send_messages_in_threads": "I cannot post in threads",
    "create_public_threads": "I cannot open threads for forks",
    "create_private_threads": "I cannot open threads for contests or private forks",
}
AS_DISCORD = "discord"  # a server's language: that which it has there
OPTIONAL_PERMISSIONS = {
    "create_public_threads": "Create Public Threads",
    "create_private_threads": "Create Private Threads",
}


class AdminCog(LeithianCog):
    """Diagnosis, health and backup.

    Discord hides the command from others, but a server may show it to anybody: it checks the right
    itself.
    """

    def __init__(self, bot: commands.AutoShardedBot, services: CogServices) -> None:
        super().__init__(bot, services)
        self._started = services.tables.services.now()

    @app_commands.command(
        name="admin", description="What is wrong here, and the settings of this server"
    )
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.describe(
        openers="Which role may open games here; @everyone: everybody",
        language="The language of this server's cards",
        backup="Copy the database on the host (bot's owner only)",
    )
    @app_commands.choices(
        language=[
            *(Choice(name=name, value=code) for code, name in LANGUAGES.items()),
            Choice(name="as Discord's", value=AS_DISCORD),
        ]
    )
    @slash_callback
    async def admin(
        self,
        interaction: discord.Interaction,
        openers: discord.Role | None = None,
        language: str | None = None,
        backup: bool = False,
    ) -> Answer:
        if backup:
            return await self._backup(interaction)
        check_right("look after", person_of(interaction))
        done: list[str] = []
        if openers is not None:
            done.append(await self._set_openers(interaction, openers))
        if language is not None:
            done.append(await self._set_language(interaction, language))
        found = done or [*await self._diagnose(interaction), "", *await self._health(interaction)]
        return join_lines(found, 1900)

    async def _diagnose(self, interaction: discord.Interaction) -> list[str]:
        """Return what is wrong in the channel, and what helps."""
        lines = permission_problems(interaction)
        try:
            actor = await self.actor(interaction)
        except NoGame:
            lines.append(translate("- There is no game in this channel; `/game new` opens one."))
        else:
            game = actor.game
            if game.phase == "paused":
                reason = escape(translate(game.pause_reason)) or translate("no reason given")
                lines.append(
                    translate(
                        "- `/game resume` continues the game. It is paused: {reason}", reason=reason
                    )
                )
            lines += [f"- {escape(problem)}" for problem in await actor.reader.problems()]
        return lines or [translate("All is well: I have everything I need here.")]

    async def _health(self, interaction: discord.Interaction) -> list[str]:
        """Return whether the bot is well."""
        tables = self.services.tables
        games = await tables.games(guild=interaction.guild_id)
        beat = await tables.store.last_beat()
        latency = self.bot.latency * 1000
        found = await tables.health.check()
        lines = [
            *(f"**{escape(problem)}**" for problem in found.problems),
            translate(
                "Connected since <t:{started}:R>, {latency:.0f} ms to Discord.",
                started=int(self._started),
                latency=latency,
            ),
            translate("{games} in this server.", games=count(len(games), "running game")),
            translate("The last sign of life of the tables: <t:{beat}:R>.", beat=int(beat))
            if beat
            else "",
        ]
        problems = [
            f"- <#{game.channel}>: {escape(problem)}"
            for game in games
            for problem in await tables.store.games.problems(game.id)
        ]
        return [line for line in (*lines, *problems) if line]

    async def _set_openers(self, interaction: discord.Interaction, role: discord.Role) -> str:
        servers = self.services.tables.servers
        chosen = None if role.is_default() else role.id
        await servers.set_opener_role(person_of(interaction), interaction.guild_id or 0, chosen)
        if chosen is None:
            return translate("Everybody may open games here.")
        return translate(
            "Only people with the role {name} and managers may open games here.",
            name=escape(role.name),
        )

    async def _set_language(self, interaction: discord.Interaction, language: str) -> str:
        _, server = server_channel(interaction)
        builder = self.services.card_builder
        await builder.set_server_language(server, None if language == AS_DISCORD else language)
        chosen = await builder.server_language(server)
        return translate("Cards are in {languages} from now on.", languages=LANGUAGES[chosen])

    async def _backup(self, interaction: discord.Interaction) -> str:
        if not await self.bot.is_owner(interaction.user):
            raise Refusal("Only the owner of this bot may do that: it holds everybody's games.")
        backups = self.services.tables.backups
        if backups is None:
            raise Refusal("This bot keeps no backups.")
        path = await backups.make()
        return translate(
            "Saved on the host as {name}, {st_size:.1f} MB.",
            name=escape(path.name),
            st_size=path.stat().st_size / 1000000.0,
        )


def permission_problems(interaction: discord.Interaction) -> list[str]:
    """Return what stops the bot here, each with its remedy, the worst first."""
    allowed, channel = interaction.app_permissions, interaction.channel
    needed = dict(NEEDED_PERMISSIONS)
    if isinstance(channel, discord.Thread):
        needed["send_messages_in_threads"] = "Send Messages in Threads"
    problems = [
        translate(
            "- **{effects}.** Allow me “{shown}” in this channel's settings, under Permissions.",
            effects=translate(EFFECTS[name]),
            shown=shown,
        )
        for name, shown in needed.items()
        if not getattr(allowed, name)
    ]
    if isinstance(channel, discord.Thread) and (channel.archived or channel.locked):
        problems.append(
            translate("- **The thread is archived or locked.** Write in it, or unlock it.")
        )
    problems += [
        translate(
            "- {effects}. I can do without; to change it, allow me “{shown}”.",
            effects=translate(EFFECTS[name]),
            shown=shown,
        )
        for name, shown in OPTIONAL_PERMISSIONS.items()
        if not getattr(allowed, name)
    ]
    return problems
