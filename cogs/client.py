"""The client: one connection to Discord, the cogs on it, and what they all need at hand."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import discord
from discord.ext import commands, tasks

from cogs.admin import Admin
from cogs.base import LeithianCog
from cogs.contest import Contests
from cogs.delivery import DiscordPost
from cogs.dice import Dice
from cogs.game import Lobby
from cogs.help import Care
from cogs.lookup import Books
from cogs.play import Play
from cogs.replay import Replays
from cogs.seat import Seats
from cogs.sheet import Hero
from cogs.ui.card_builder import CardBuilder
from cogs.ui.components import Handler, handle
from cogs.ui.render_pool import RenderPool
from cogs.ui.replies import QUIET, Tree
from cogs.ui.threads import Threads
from cogs.vote import Ballots
from engine.game import Ruleset
from table.tables import Tables

log = logging.getLogger(__name__)

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # we do not speak

# The cogs, but for the one of the orders.
KINDS: tuple[type[LeithianCog], ...] = (
    Lobby,
    Ballots,
    Seats,
    Books,
    Hero,
    Replays,
    Dice,
    Contests,
    Care,
    Admin,
)
PULSE = 15  # seconds between signs of life
# What the invitation asks for: see, send (in threads too), attach, read back, make threads, pin.
PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    attach_files=True,
    embed_links=True,
    read_message_history=True,
    create_public_threads=True,
    create_private_threads=True,
    pin_messages=True,
)


class Leithian(commands.Bot):
    """The bot on Discord. `alive` is a file touched while it is connected; `tiles`: a folder of
    foreign tiles, None for our own."""

    def __init__(
        self,
        tables: Tables,
        rulesets: Mapping[str, Ruleset],
        alive: Path,
        tiles: Path | None = None,
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=QUIET,
            tree_cls=Tree,
            max_ratelimit_timeout=60,
        )
        self.tables = tables
        self.rulesets = rulesets
        self.render_pool = RenderPool(tiles)
        self.card_builder = CardBuilder(tables, self.render_pool)
        self.threads = Threads()
        self.handlers: dict[str, Handler] = {}
        self._alive = alive
        self.backups = alive.parent / "backups"

    async def setup_hook(self) -> None:
        await self.load()
        await self._sync()
        await self.render_pool.open()
        await self.tables.start(DiscordPost(self, self.tables, self.card_builder))
        self._pulse.start()

    async def load(self) -> None:
        """Take all commands and buttons on board."""
        play = Play(self)
        for cog in (play, *(kind(self) for kind in KINDS)):
            await self.add_cog(cog)
            self.handlers.update(cog.handlers)
        for ruleset in self.rulesets.values():
            self.tree.add_command(play.group(ruleset))

    async def _sync(self) -> None:
        """Tell Discord our commands when it has others (it takes 200 new ones a day)."""
        if self.application_id is None:
            raise RuntimeError("not logged in")
        ours = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        theirs = await self.http.get_global_commands(self.application_id)
        if _essence(ours) != _essence(theirs):
            await self.tree.sync()
            log.info("told Discord %d commands", len(ours))

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type in (
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        ):
            await handle(interaction)

    async def on_connect(self) -> None:
        log.info("connected to Discord")

    async def on_ready(self) -> None:
        log.info("joined as %s, in %d servers", self.user, len(self.guilds))

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        log.exception("error in %s", event_method)

    @tasks.loop(seconds=PULSE)
    async def _pulse(self) -> None:
        if self.is_ready() and not self.is_closed():
            self._alive.touch()

    async def close(self) -> None:
        if self.is_closed():
            return
        self._pulse.cancel()
        await self.tables.close()
        await self.render_pool.close()
        await super().close()


_ESSENTIAL = ("name", "description", "required", "autocomplete", "min_length", "max_length")


def _essence(payload: Any) -> Any:
    """What a command's definition says, without ids, defaults and order."""
    if isinstance(payload, list):
        return sorted((_essence(item) for item in payload), key=repr)
    if not isinstance(payload, dict):
        return payload
    kept = {key: payload[key] for key in _ESSENTIAL if payload.get(key)}
    kept["type"] = payload.get("type", 1)
    kept["choices"] = [(c["name"], c["value"]) for c in payload.get("choices") or ()]
    kept["options"] = _essence(payload.get("options") or [])
    kept["rights"] = str(payload.get("default_member_permissions") or "")
    return kept
