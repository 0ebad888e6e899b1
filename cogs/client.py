"""The Discord client: one connection, the cogs on it, and what they all need."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands, tasks

from cogs.admin import AdminCog
from cogs.base import CogServices, LeithianCog
from cogs.command_sync import command_payloads, comparable
from cogs.contest import ContestCog
from cogs.delivery import DiscordSender, outbox_trace
from cogs.desk import DeskCog
from cogs.dice import DiceCog
from cogs.draft import DraftCog
from cogs.game import GameCog
from cogs.game_buttons import GameButtonsCog
from cogs.help import HelpCog
from cogs.interactions import CommandTree, dispatch_component
from cogs.ladder import LadderCog
from cogs.library import LibraryCog
from cogs.lookup import LookupCog
from cogs.options import OptionsCog
from cogs.people import PeopleCog
from cogs.play import PlayCog
from cogs.privacy import PrivacyCog
from cogs.replay import ReplayCog
from cogs.seat import SeatCog
from cogs.sheet import SheetCog
from cogs.ui.card_builder import CardBuilder
from cogs.ui.components import Handler
from cogs.ui.languages import CommandTranslator
from cogs.ui.render_pool import RenderPool
from cogs.ui.replies import NO_MENTIONS
from cogs.ui.threads import ThreadOpener
from cogs.vote import VoteCog
from engine.contract.ruleset import AnyRuleset
from engine.contract.sprites import SpriteSheet
from table.errors import NoGame
from table.tables import Tables

log = logging.getLogger(__name__)

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice here

# In the order in which people need their commands; those of the rulesets come last.
COGS: tuple[type[LeithianCog], ...] = (
    GameCog,
    GameButtonsCog,
    HelpCog,
    PlayCog,
    DeskCog,
    DraftCog,
    LookupCog,
    SheetCog,
    VoteCog,
    SeatCog,
    OptionsCog,
    ReplayCog,
    ContestCog,
    LadderCog,
    LibraryCog,
    DiceCog,
    PeopleCog,
    PrivacyCog,
    AdminCog,
)

REMOVED = "I was removed from the server."  # why its games are paused
PULSE = 5.0  # seconds between touches of the `alive` file
# What the invitation asks for: see, send (in threads too), attach, read back, open threads.
PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    attach_files=True,
    read_message_history=True,
    create_public_threads=True,
    create_private_threads=True,
)


class Leithian(commands.AutoShardedBot):
    """The bot on Discord, in as many shards as Discord asks for.

    `alive`: a file touched while all of them are connected. `sheets`: tiles of others, drawn
    instead of ours. `project`: the address under which the program's files can be read.
    """

    def __init__(
        self,
        tables: Tables,
        rulesets: Mapping[str, AnyRuleset],
        alive: Path,
        sheets: Sequence[SpriteSheet] = (),
        project: str = "",
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True, guild_messages=True),  # messages: deleted ones
            allowed_mentions=NO_MENTIONS,
            tree_cls=CommandTree,
            max_ratelimit_timeout=60,
            http_trace=outbox_trace(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_installs=app_commands.AppInstallationType(guild=True),
            allowed_contexts=app_commands.AppCommandContext(guild=True),
        )
        self.handlers: dict[str, Handler] = {}
        self._alive = alive
        self._render_pool = RenderPool(sheets)
        card_builder = CardBuilder(tables.preferences, self._render_pool, self._locale_of)
        self._services = CogServices(tables, rulesets, card_builder, ThreadOpener(), project)

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
        cogs = [kind(self, self._services) for kind in COGS]
        for cog in cogs:
            await self.add_cog(cog)
            self.handlers.update(cog.handlers)
        play = next(cog for cog in cogs if isinstance(cog, PlayCog))
        for ruleset in self._services.rulesets.values():
            self.tree.add_command(play.ruleset_command(ruleset))
        gm = play.gm_command()
        if gm is not None:
            self.tree.add_command(gm)

    async def _sync_commands(self) -> None:
        """Send our commands to Discord if it has others (it takes 200 new ones a day)."""
        if self.application_id is None:
            raise RuntimeError("not logged in")
        await self.tree.set_translator(CommandTranslator())
        ours = await command_payloads(self.tree)
        route = discord.http.Route(
            "GET", "/applications/{application_id}/commands", application_id=self.application_id
        )
        theirs = await self.http.request(route, params={"with_localizations": "true"})
        if comparable(ours) != comparable(theirs):
            await self.http.bulk_upsert_global_commands(self.application_id, payload=ours)
            log.info("sent %d commands to Discord", len(ours))

    def _locale_of(self, server: int) -> discord.Locale:
        guild = self.get_guild(server)
        return guild.preferred_locale if guild else discord.Locale.american_english

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer presses and forms; the command tree answers commands."""
        if interaction.type in (
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        ):
            await dispatch_component(interaction)

    async def on_message(self, _message: discord.Message, /) -> None:
        """Read no messages."""

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Post a deleted card again."""
        await self._services.tables.message_deleted(payload.message_id)

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Post deleted cards again."""
        for message in payload.message_ids:
            await self._services.tables.message_deleted(message)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Resume the games of a server that has invited the bot again."""
        await self._services.tables.resume_suspended(guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Pause the games of a server that the bot was removed from."""
        for game in await self._services.tables.games(guild=guild.id):
            await self._services.tables.suspend(game.id, REMOVED)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Pause the game of a channel that was deleted."""
        await self._suspend_channel(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Pause the game of a thread that was deleted."""
        await self._suspend_channel(payload.thread_id)

    async def _suspend_channel(self, channel: int) -> None:
        tables = self._services.tables
        with contextlib.suppress(NoGame):
            game = (await tables.at(channel)).game
            if game.phase in ("lobby", "play"):
                await tables.suspend(game.id, "The channel is gone.")

    async def on_connect(self) -> None:
        """Log it."""
        log.info("connected to Discord")

    async def on_ready(self) -> None:
        """Log it, with the address by which servers invite the bot."""
        log.info("joined as %s, in %d servers", self.user, len(self.guilds))
        if self.application_id is not None:
            log.info("invite it with %s", invitation(self.application_id))
        for guild in self.guilds:  # that invited the bot again while it was away
            await self._services.tables.resume_suspended(guild.id, REMOVED)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log it."""
        log.exception("error in %s", event_method)

    @tasks.loop(seconds=PULSE)
    async def _pulse(self) -> None:
        if self.is_connected() and (await self._services.tables.health.check()).ok:
            self._alive.touch()

    def is_connected(self) -> bool:
        """Return whether all shards are connected."""
        # `is_ready` stays true when the connection is lost.
        return self.is_ready() and not any(shard.is_closed() for shard in self.shards.values())

    async def close(self) -> None:
        """Stop the tables and the render workers, then leave Discord."""
        if self.is_closed():
            return
        self._pulse.cancel()
        await self._services.tables.close()
        await self._render_pool.close()
        await super().close()


def invitation(application: int) -> str:
    """Return the address by which a server invites the bot."""
    scopes = ("bot", "applications.commands")
    return discord.utils.oauth_url(application, permissions=PERMISSIONS, scopes=scopes)
