"""/admin: for those who look after a server or the bot: backup, diagnosis, health."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from cogs.base import NEEDED, LeithianCog
from cogs.ui.formatting import escape, join_lines
from cogs.ui.replies import Answer, slash_callback
from table.errors import NoGame, Refusal

if TYPE_CHECKING:
    from cogs.client import Leithian

WHY = {
    "view_channel": "I cannot see the channel",
    "send_messages": "I cannot post cards",
    "attach_files": "I cannot show pictures",
    "read_message_history": "I cannot find my own cards again",
    "send_messages_in_threads": "I cannot post in threads",
    "create_public_threads": "I cannot open threads for replays and contests",
    "create_private_threads": "I cannot open threads for one side alone",
    "pin_messages": "I cannot pin a game's card",
}
OPTIONAL = {
    "create_public_threads": "Create Public Threads",
    "create_private_threads": "Create Private Threads",
    "pin_messages": "Pin Messages",
}


class Admin(LeithianCog):
    """What keeps the bot well."""

    admin = app_commands.Group(
        name="admin",
        description="For those who look after the server or the bot",
        guild_only=True,
        default_permissions=discord.Permissions(manage_guild=True),
    )

    def __init__(self, client: Leithian) -> None:
        super().__init__(client)
        self._since = time.time()

    @admin.command(name="diagnose", description="Why I cannot act in this channel, and the remedy")
    @slash_callback
    async def diagnose(self, interaction: discord.Interaction) -> Answer:
        lines = faults(interaction)
        try:
            table = await self.table(interaction)
        except NoGame:
            lines.append("- No game goes on in this channel; `/game new` opens one.")
        else:
            status = await table.status()
            if status.game.phase == "paused":
                reason = escape(status.game.reason) or "no reason given"
                lines.append(f"- The game is paused: {reason}. `/game resume` goes on.")
            lines += [f"- {escape(trouble)}" for trouble in await table.troubles()]
        return join_lines(lines or ["All is well: I have what I need here."], 1900)

    @admin.command(name="health", description="Whether the bot is well")
    @slash_callback
    async def health(self, interaction: discord.Interaction) -> Answer:
        client = self.client
        games = await client.tables.games(guild=interaction.guild_id)
        beat = await client.tables.store.last_beat()
        lines = [
            f"Connected since <t:{int(self._since)}:R>, {client.latency * 1000:.0f} ms to Discord.",
            f"{len(games)} games go on in this server.",
            f"The last sign of life of the tables: <t:{int(beat)}:R>." if beat else "",
        ]
        troubles = [
            f"- <#{game.channel}>: {escape(trouble)}"
            for game in games
            for trouble in await client.tables.store.troubles(game.id)
        ]
        return join_lines([line for line in (*lines, *troubles) if line], 1900)

    @admin.command(name="backup", description="Copy the database on the host (for its owner alone)")
    @slash_callback
    async def backup(self, interaction: discord.Interaction) -> Answer:
        if not await self.client.is_owner(interaction.user):
            raise Refusal("Only the owner of this bot may do that: it holds everybody's games.")
        folder = self.client.backups
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / time.strftime("games-%Y%m%d-%H%M%S.sqlite", time.gmtime())
        await self.client.tables.store.backup(path)
        return f"Saved on the host as {escape(path.name)}, {path.stat().st_size / 1e6:.1f} MB."


def faults(interaction: discord.Interaction) -> list[str]:
    """What keeps us from acting here, each with its remedy, the grave ones first."""
    allowed, channel = interaction.app_permissions, interaction.channel
    needed = dict(NEEDED)
    if isinstance(channel, discord.Thread):
        needed["send_messages_in_threads"] = "Send Messages in Threads"
    found = [
        f"- **{WHY[name]}.** Allow me “{shown}” in this channel's settings, under Permissions."
        for name, shown in needed.items()
        if not getattr(allowed, name)
    ]
    if isinstance(channel, discord.Thread) and (channel.archived or channel.locked):
        found.append("- **The thread is archived or locked.** Write in it, or unlock it.")
    found += [
        f"- {WHY[name]}; I can do without. To change it allow me “{shown}”."
        for name, shown in OPTIONAL.items()
        if not getattr(allowed, name)
    ]
    return found
