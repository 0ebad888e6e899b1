"""The baseline of the turn's benchmark: a discord.py bot that answers each press with one fixed
PNG. `python -m tests.bare_bot PICTURE` in the environment of a sandbox."""

import io
import os
import sys
from pathlib import Path

import discord
from discord import app_commands
from discord.ui import Button, View
from yarl import URL

PICTURE = Path(sys.argv[1]).read_bytes() if len(sys.argv) > 1 else b""


class AgainView(View):
    """A button that can be pressed any number of times."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Go", custom_id="go")
    async def go(self, interaction: discord.Interaction, button: Button["AgainView"]) -> None:
        picture = discord.File(io.BytesIO(PICTURE), "turn.png")
        await interaction.response.send_message(file=picture)


class BareClient(discord.Client):
    """A client with one command, which posts the button."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        self.add_view(AgainView())

        @self.tree.command(name="help", description="Post the button")
        async def begin(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("Press.", view=AgainView())

        await self.tree.sync()

    async def on_connect(self) -> None:
        print("connected to Discord", flush=True)


if __name__ == "__main__":
    discord.http.Route.BASE = os.environ["DISCORD_API_BASE"]
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(os.environ["DISCORD_GATEWAY"])
    BareClient().run(os.environ["DISCORD_TOKEN"], log_handler=None)
