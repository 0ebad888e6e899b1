"""The Discord client: its connection, the cogs on it, and what they all need."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands, tasks
from yarl import URL as YarlURL

from cogs.admin import AdminCog
from cogs.base import CogServices, LeithianCog
from cogs.command_sync import command_payloads, comparable, send_everywhere
from cogs.contest import ContestCog
from cogs.daily import DailyCog
from cogs.delivery import DiscordSender, tell_fault
from cogs.desk import DeskCog
from cogs.dice import DiceCog
from cogs.draft import DraftCog
from cogs.game import GameCog
from cogs.game_buttons import GameButtonsCog
from cogs.help import HelpCog
from cogs.interactions import CommandTree, dispatch_component, finish_answers, handlers_of
from cogs.ladder import LadderCog
from cogs.library import LibraryCog
from cogs.lookup import LookupCog
from cogs.options import OptionsCog
from cogs.pending import PendingInteractions
from cogs.people import PeopleCog
from cogs.play import PlayCog
from cogs.privacy import PrivacyCog
from cogs.replay import ReplayCog
from cogs.seat import SeatCog
from cogs.server_cache import TrimmedState
from cogs.server_commands import ServerCommands
from cogs.session_starts import wait_for_sessions
from cogs.sharding import ShardRunner
from cogs.sheet import SheetCog
from cogs.shown_cards import ShownCards
from cogs.traffic import Traffic
from cogs.ui.card_builder import CardBuilder
from cogs.ui.command_mapper import GM_COMMAND, is_gm_verb, slash_name
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

if TYPE_CHECKING:
    from table.store.elsewhere import Elsewhere

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
    DailyCog,
    LadderCog,
    LibraryCog,
    DiceCog,
    PeopleCog,
    PrivacyCog,
    AdminCog,
)

REMOVED = "I was removed from the server."  # why its games are paused
ANSWER_SECONDS = 3.0  # for the answers under way when the bot is told to stop
AFTER_INVALID = (1.0, 5.0)  # seconds, at least and at most, after Discord has ended a session
SESSION_SECONDS = 30.0  # that a session may take to begin until the next attempt
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
    """The bot on Discord, in the shards that this process holds.

    `alive`: a file touched while all of them are connected, or at the start are about to be.
    `sheets`: tiles of others, drawn instead of ours. `project`: the address under which the
    program's files can be read. `elsewhere`: workers on other machines that draw.
    """

    def __init__(
        self,
        tables: Tables,
        rulesets: Mapping[str, AnyRuleset],
        alive: Path,
        sheets: Sequence[SpriteSheet] = (),
        project: str = "",
        elsewhere: Elsewhere | None = None,
    ) -> None:
        self.connected: set[int] = set()  # shards whose sessions have begun; the library
        # reconnects them, and only `disconnect_shard` ends them
        self._settled: set[int] = set()  # shards of whose servers Discord has told
        self._all_there = asyncio.Event()
        self._shards = tables.shards
        self._gateway = YarlURL()
        self._concurrency = 1
        self._shard_runner: ShardRunner | None = None
        self.traffic = Traffic()
        trace = aiohttp.TraceConfig()
        trace.on_request_end.extend((self.traffic.note, tell_fault))
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True, guild_messages=True),  # messages: deleted ones
            allowed_mentions=NO_MENTIONS,
            tree_cls=CommandTree,
            max_ratelimit_timeout=60,
            http_trace=trace,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_installs=app_commands.AppInstallationType(guild=True),
            allowed_contexts=app_commands.AppCommandContext(guild=True),
        )
        self.handlers: dict[str, Handler] = {}
        self._alive = alive
        self._connected_by = 0.0  # when all shards must be, at the start; monotonic clock
        self._server_commands: ServerCommands | None = None
        self._sending: asyncio.Task[None] | None = None  # of the servers' commands
        self._render_pool = RenderPool(sheets, elsewhere)
        card_builder = CardBuilder(tables.preferences, self._render_pool, self._locale_of)
        self._services = CogServices(tables, rulesets, card_builder, ThreadOpener(), project)
        self._shown_cards = ShownCards(self)
        self.pending = PendingInteractions(self._shards)

    def _get_state(self, **options: Any) -> TrimmedState:
        return TrimmedState(
            dispatch=self.dispatch,
            handlers=self._handlers,
            hooks=self._hooks,
            http=self.http,
            **options,
        )

    async def setup_hook(self) -> None:
        """Register the commands, start a render worker and the tables."""
        await self.add_cogs()
        await self._sync_commands()
        self._render_pool.open()
        shards, gateway, limits = await self.http.get_bot_gateway()
        self._gateway, self._concurrency = YarlURL(gateway), limits["max_concurrency"]
        await self._shards.join(shards)
        tables, card_builder = self._services.tables, self._services.card_builder
        await self.add_cog(self._shown_cards)
        await tables.start(DiscordSender(self, tables, card_builder, self._shown_cards))
        self._pulse.start()

    async def add_cogs(self) -> None:
        """Add all commands and buttons. Raises CommandLimitError."""
        cogs = [kind(self, self._services) for kind in COGS]
        for cog in cogs:
            await self.add_cog(cog)
            self.handlers.update(handlers_of(cog))
        play = next(cog for cog in cogs if isinstance(cog, PlayCog))
        for command in play.common_commands():
            self.tree.add_command(command)
        for group in play.game_commands():
            self.tree.add_command(group)

    async def _sync_commands(self) -> None:
        """Send our commands to Discord if it has others (it takes 200 new ones a day), and from
        now on each server those of the games that it plays."""
        if self.application_id is None:
            raise RuntimeError("not logged in")
        await self.tree.set_translator(CommandTranslator())
        everywhere, by_game = await self.payloads()
        route = discord.http.Route(
            "GET", "/applications/{application_id}/commands", application_id=self.application_id
        )
        theirs = await self.http.request(route, params={"with_localizations": "true"})
        if comparable(everywhere) != comparable(theirs):
            await send_everywhere(self.http, self.application_id, everywhere)
        tables = self._services.tables
        self._server_commands = ServerCommands(
            by_game, self._send_to_server, self._games_of, tables.servers
        )
        tables.on_games_changed = self._check_commands
        self._sending = asyncio.create_task(self._server_commands.run())

    async def payloads(self) -> tuple[list[Any], dict[str, list[Any]]]:
        """Return the commands of every server, and those of each game by its ruleset's name."""
        rulesets = self._services.rulesets.values()
        of_games = {
            ruleset.name: [
                slash_name(ruleset.name),
                *([GM_COMMAND] if any(map(is_gm_verb, ruleset.verbs)) else []),
            ]
            for ruleset in rulesets
        }
        every = {payload["name"]: payload for payload in await command_payloads(self.tree)}
        by_game = {
            name: [every[command] for command in commands] for name, commands in of_games.items()
        }
        elsewhere = {command for commands in of_games.values() for command in commands}
        return [each for name, each in every.items() if name not in elsewhere], by_game

    async def _send_to_server(self, guild: int, payload: list[Any]) -> None:
        if self.application_id is not None:
            await self.http.bulk_upsert_guild_commands(self.application_id, guild, payload=payload)

    def _check_commands(self, guild: int) -> None:
        if self._server_commands is not None and self._serves(guild) and self.get_guild(guild):
            self._server_commands.check(guild)

    async def _games_of(self, guild: int) -> frozenset[str]:
        games = await self._services.tables.games(guild=guild)
        return frozenset(game.ruleset for game in games)

    def _serves(self, guild: int | None) -> bool:
        return self._shards.serves(guild or 0)

    def _locale_of(self, server: int) -> discord.Locale | None:
        """Return a server's language as Discord told it last; None: not yet."""
        state: Any = self._connection
        found: discord.Locale | None = state.locales.get(server)
        return found

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer presses and forms; the command tree answers commands."""
        self.traffic.asked(interaction.id)
        if interaction.type in (
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        ) and await self.pending.is_ours(interaction):
            await dispatch_component(interaction)

    async def on_message(self, _message: discord.Message, /) -> None:
        """Take no commands from messages; help reads those that mention the bot."""

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Post a deleted card again."""
        if self._serves(payload.guild_id):
            await self._services.tables.message_deleted(payload.message_id)

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Post deleted cards again."""
        for message in payload.message_ids if self._serves(payload.guild_id) else ():
            await self._services.tables.message_deleted(message)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Resume the games of a server that has invited the bot again."""
        if self._serves(guild.id):
            self._check_commands(guild.id)
            await self._services.tables.resume_suspended(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Send a server the commands of its games: when the bot starts, and after an outage."""
        self._check_commands(guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Pause the games of a server that the bot was removed from."""
        if not self._serves(guild.id):
            return
        if self._server_commands is not None:
            await self._server_commands.forget(guild.id)
        for game in await self._services.tables.games(guild=guild.id):
            await self._services.tables.suspend(game.id, REMOVED)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Pause the game of a channel that was deleted."""
        if self._serves(channel.guild.id):
            await self._suspend_channel(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Pause the game of a thread that was deleted."""
        if self._serves(payload.guild_id):
            await self._suspend_channel(payload.thread_id)

    async def _suspend_channel(self, channel: int) -> None:
        tables = self._services.tables
        with contextlib.suppress(NoGame):
            game = (await tables.at(channel)).game
            if game.phase in ("lobby", "play"):
                await tables.suspend(game.id, "The channel is gone.")

    # ------------------------------------------------------------ shards

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect, when Discord's limit of sessions a day allows it. Raises GatewayNotFound."""
        async for seconds in wait_for_sessions(self.http):
            self._connected_by = time.monotonic() + seconds
        await super().connect(reconnect=reconnect)

    async def launch_shards(self) -> None:
        """Connect the shards that this process holds, now and later."""
        self.shard_count = self._connection.shard_count = self._shards.count
        tables = self._services.tables
        self._shard_runner = ShardRunner(tables, self, self._concurrency)
        tables.supervisor.start("shards", self._shard_runner.run)

    async def connect_shard(self, shard: int) -> None:
        """Begin the session of a shard; wait until it has begun, though not too long."""
        begun = asyncio.create_task(self.wait_for("shard_connect", check=lambda at: at == shard))
        there = self.get_shard(shard)
        if there is None:
            await self.launch_shard(self._gateway, shard)
        else:
            await there.connect()
        if shard not in self.connected:
            await asyncio.wait({begun}, timeout=SESSION_SECONDS)
        begun.cancel()

    async def disconnect_shard(self, shard: int) -> None:
        """End the session of a shard, and forget its servers."""
        self.connected.discard(shard)
        self._settled.discard(shard)
        self._shown_cards.clear()  # another process may edit them now
        there = self.get_shard(shard)
        if there is not None:
            await there.disconnect()
        self.pending.forget(shard)
        self._state.forget(lambda guild: self._shards.of(guild) == shard)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until Discord lets a shard begin a session, and a little longer when it has ended
        the one before. Each counts for its limit of sessions a day: `connect` has waited for those
        of the start."""
        shard = shard_id or 0
        if shard in self.connected or self._all_there.is_set():
            async for seconds in wait_for_sessions(self.http, 1):
                self._connected_by = time.monotonic() + seconds
        pause = await self._shards.reserve_identify(shard % self._concurrency)
        if shard in self.connected:
            pause = max(pause, random.uniform(*AFTER_INVALID))
        await asyncio.sleep(pause)

    async def finish_answers(self, shard: int) -> None:
        """Wait a moment until what has been asked so far in a shard is answered."""
        await finish_answers(ANSWER_SECONDS, lambda guild: self._shards.of(guild) == shard)

    def answered_lately(self, shard: int) -> Collection[int]:
        """Return the interactions of the last seconds that this process has answered."""
        return self.pending.answered_lately(shard)

    def begin_to_answer(self, shard: int, but: Collection[int]) -> None:
        """Serve a shard from now on. Answer the interactions that came in the last moment, `but`
        those that the last process has answered; look whether servers have their commands."""
        self._shown_cards.clear()  # the last process has edited them
        self.pending.begin(shard, but)
        for guild in self.guilds:
            if self._shards.of(guild.id) == shard:
                self._check_commands(guild.id)

    @property
    def _state(self) -> TrimmedState:
        state: Any = self._connection
        trimmed: TrimmedState = state
        return trimmed

    async def on_shard_connect(self, shard: int) -> None:
        """Note it."""
        log.info("connected to Discord, shard %d", shard)
        self.connected.add(shard)
        self._shards.wake()

    async def on_shard_resumed(self, shard: int) -> None:
        """Note it."""
        self.connected.add(shard)

    async def on_shard_ready(self, shard: int) -> None:
        """Note it; once all shards are there, log it with the address by which servers invite the
        bot."""
        self._settled.add(shard)
        if self.is_ready():
            self._all_there.set()
            self._connected_by = 0.0
            log.info("joined as %s, in %d servers", self.user, len(self.guilds))
            if self.application_id is not None:
                log.info("invite it with %s", invitation(self.application_id))
        tables = self._services.tables
        for guild in await tables.store.games.paused_servers(REMOVED):
            if self._serves(guild) and self.get_guild(guild) is not None:
                # It invited the bot again while that was away.
                await tables.resume_suspended(guild, REMOVED)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log it."""
        log.exception("error in %s", event_method)

    @tasks.loop(seconds=PULSE)
    async def _pulse(self) -> None:
        is_starting = time.monotonic() < self._connected_by
        if (is_starting or self.is_connected()) and (await self._services.tables.health.check()).ok:
            self._alive.touch()

    def is_connected(self) -> bool:
        """Return whether all shards that this process holds are connected."""
        there = {shard for shard, session in self.shards.items() if not session.is_closed()}
        return self.is_ready() and self._shards.held <= there

    def is_ready(self) -> bool:
        """Return whether Discord has told of the servers of all shards that are held."""
        return self._shards.held <= self._settled

    async def wait_until_ready(self) -> None:
        """Wait until Discord has told of the servers of all shards that are held."""
        await self._all_there.wait()

    async def hand_over(self) -> None:
        """Let other processes go on with what this one serves, if there are any."""
        if self._shard_runner is not None:
            await self._shard_runner.hand_over_all()

    async def close(self) -> None:
        """Stop the tables and the render workers, then leave Discord."""
        if self.is_closed():
            return
        self._pulse.cancel()
        if self._sending is not None:
            self._sending.cancel()
        await finish_answers(ANSWER_SECONDS)
        if self._shard_runner is not None:
            self._shard_runner.stop()
        await self._services.tables.close()
        await self._render_pool.close()
        await super().close()


def invitation(application: int) -> str:
    """Return the address by which a server invites the bot."""
    scopes = ("bot", "applications.commands")
    return discord.utils.oauth_url(application, permissions=PERMISSIONS, scopes=scopes)
