"""The Discord client: one connection, the cogs on it, and what they all need."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import discord
from discord.ext import commands, tasks

from cogs.admin import AdminCog
from cogs.base import CogServices, LeithianCog
from cogs.contest import ContestCog
from cogs.delivery import DiscordSender
from cogs.dice import DiceCog
from cogs.game import GameCog
from cogs.game_buttons import GameButtonsCog
from cogs.help import HelpCog
from cogs.interactions import CommandTree, dispatch_component
from cogs.lookup import LookupCog
from cogs.options import OptionsCog
from cogs.play import PlayCog
from cogs.privacy import PrivacyCog
from cogs.replay import ReplayCog
from cogs.seat import SeatCog
from cogs.sheet import SheetCog
from cogs.ui.card_builder import CardBuilder
from cogs.ui.components import Handler
from cogs.ui.render_pool import RenderPool
from cogs.ui.replies import NO_MENTIONS
from cogs.ui.threads import ThreadOpener
from cogs.vote import VoteCog
from engine.contract.ruleset import AnyRuleset
from engine.contract.sprites import SpriteSheet
from table.tables import Tables

log = logging.getLogger(__name__)

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice here

# All cogs but the one with the rulesets' commands.
COGS: tuple[type[LeithianCog], ...] = (
    GameCog,
    GameButtonsCog,
    VoteCog,
    SeatCog,
    LookupCog,
    SheetCog,
    ReplayCog,
    DiceCog,
    ContestCog,
    HelpCog,
    OptionsCog,
    PrivacyCog,
    AdminCog,
)
PULSE = 15  # seconds between touches of the `alive` file
# What the invitation asks for: see, send (in threads too), attach, read back, open threads, pin.
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
    """The bot on Discord.

    `alive`: a file touched while it is connected. `sheets`: tiles of others, drawn instead of ours.
    """

    def __init__(
        self,
        tables: Tables,
        rulesets: Mapping[str, AnyRuleset],
        alive: Path,
        sheets: Sequence[SpriteSheet] = (),
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=NO_MENTIONS,
            tree_cls=CommandTree,
            max_ratelimit_timeout=60,
        )
        self.handlers: dict[str, Handler] = {}
        self._alive = alive
        self._render_pool = RenderPool(sheets)
        card_builder = CardBuilder(tables.preferences, self._render_pool)
        backups = alive.parent / "backups"
        self._services = CogServices(tables, rulesets, card_builder, ThreadOpener(), backups)

    async def setup_hook(self) -> None:
        """Register the commands, start a render worker and the tables."""
        await self.add_cogs()
        await self._sync_commands()
        self._render_pool.open()
        tables, card_builder = self._services.tables, self._services.card_builder
        await tables.start(DiscordSender(self, tables, card_builder))
        self._pulse.start()

    async def add_cogs(self) -> None:
        """Add all commands and buttons. Raises CommandLimitError."""
        services = self._services
        play = PlayCog(self, services)
        for cog in (play, *(kind(self, services) for kind in COGS)):
            await self.add_cog(cog)
            self.handlers.update(cog.handlers)
        for ruleset in services.rulesets.values():
            self.tree.add_command(play.ruleset_command(ruleset))

    async def _sync_commands(self) -> None:
        """Send our commands to Discord if it has others (it takes 200 new ones a day)."""
        if self.application_id is None:
            raise RuntimeError("not logged in")
        ours = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        theirs = await self.http.get_global_commands(self.application_id)
        if _comparable(ours) != _comparable(theirs):
            await self.tree.sync()
            log.info("sent %d commands to Discord", len(ours))

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer presses and forms; the command tree answers commands."""
        if interaction.type in (
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        ):
            await dispatch_component(interaction)

    async def on_connect(self) -> None:
        """Log it."""
        log.info("connected to Discord")

    async def on_ready(self) -> None:
        """Log it."""
        log.info("joined as %s, in %d servers", self.user, len(self.guilds))

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log it."""
        log.exception("error in %s", event_method)

    @tasks.loop(seconds=PULSE)
    async def _pulse(self) -> None:
        if self.is_ready() and not self.is_closed():
            self._alive.touch()

    async def close(self) -> None:
        """Stop the tables and the render workers, then leave Discord."""
        if self.is_closed():
            return
        self._pulse.cancel()
        await self._services.tables.close()
        await self._render_pool.close()
        await super().close()


_COMPARED = ("name", "description", "required", "autocomplete", "min_length", "max_length")


def _comparable(payload: Any) -> Any:
    """Return a command's definition without ids, defaults and order."""
    if isinstance(payload, list):
        return sorted((_comparable(item) for item in payload), key=repr)
    if not isinstance(payload, dict):
        return payload
    kept = {key: payload[key] for key in _COMPARED if payload.get(key)}
    kept["type"] = payload.get("type", 1)
    kept["choices"] = [(c["name"], c["value"]) for c in payload.get("choices") or ()]
    kept["options"] = _comparable(payload.get("options") or [])
    kept["permissions"] = str(payload.get("default_member_permissions") or "")
    return kept
