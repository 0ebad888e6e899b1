"""All tables of the bot, and what runs beside them.

store = await Store.open(path)
tables = Tables(store, rulesets)
await tables.start(sender)       # a `table.outbox.outbox.Sender`
table = await tables.at(channel)
receipt = await table.run(Person(1, "Ann"), Act("step ne"), request="interaction id")
await tables.close()             # closes the store too
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Collection, Coroutine, Mapping
from pathlib import Path
from typing import Any

from engine.contract.dice import SEED_BYTES, Stream
from engine.contract.ruleset import AnyRuleset
from table.actor import GameActor
from table.commands.deadlines import deadline_command
from table.commands.lobby import NewGame, found_game
from table.commands.upkeep import MOVED_WHEN_AWAY, Repost, RescheduleTurn, ResumeSuspended, Suspend
from table.contests import Contests
from table.daily import EVERYWHERE, DailyRuns
from table.errors import NoGame, Refusal, TableFault
from table.health import HealthMonitor
from table.history.file_secrets import OWN_KEY, FileSecrets
from table.history.transfer import Transfer
from table.ladder import Ladder
from table.limits import PersonLimits
from table.outbox.delivery import Delivery
from table.outbox.outbox import Outbox, Sender
from table.packer import EVERY, PAUSE, Packer
from table.preferences import HOURS
from table.privacy import Privacy
from table.registry import Registry
from table.schedule.clock import Clock
from table.schedule.supervision import TaskSupervisor
from table.schedule.waiting import wait_or_timeout
from table.server_settings import ServerSettings
from table.services import ENTROPY, Services
from table.state import Deadline, GameRecord, Person
from table.store.backups import Backups
from table.store.changes import Commit
from table.store.private_threads import PrivateThreads
from table.store.store import Store

HEARTBEAT = 15.0  # seconds
AWAY = 60.0  # seconds without a heartbeat after which people get their time back
STREAM_SEED = 32  # bytes

_log = logging.getLogger(__name__)


class Tables:
    """All tables, put together with what they share.

    Args:
        rulesets: by name.
        now: the time, in seconds since 1970.
        draw: returns so many random bytes.
        keep: how many games stay in memory, unless their states are large.
        file_secrets: what exported games are sealed with.
        daily: the ruleset of the daily run, and its options; None: the first one's usual game.
    """

    def __init__(
        self,
        store: Store,
        rulesets: Mapping[str, AnyRuleset],
        *,
        now: Callable[[], float] = time.time,
        draw: Callable[[int], bytes] = secrets.token_bytes,
        keep: int = 320,
        file_secrets: FileSecrets = OWN_KEY,
        daily: tuple[str, Mapping[str, str]] | None = None,
    ) -> None:
        self.store = store
        self.shards = store.database.shards
        self.services = Services(store, now, draw, self._on_saving, self._on_saved)
        self.registry = Registry(self.services, rulesets, keep)
        self.preferences = self.services.preferences
        self.servers = ServerSettings(store.database)
        self.transfer = Transfer(self.registry, self.servers, file_secrets)
        self.contests = Contests(self.registry, self.servers)
        self.ladder = Ladder(self.registry)
        ruleset, options = daily or (next(iter(rulesets)), {})
        self.daily = DailyRuns(
            self.registry,
            self.contests,
            self.ladder,
            self.servers,
            ruleset=ruleset,
            options=options,
        )
        self.privacy = Privacy(self.registry, self.contests)
        self.limits = PersonLimits(now)
        self.private_threads = PrivateThreads(store.database)
        self.clock = Clock(store.deadlines, self._meet, now)
        self.preferences.on_hours_changed = self._reschedule
        self.shards.on_news = self._hear
        self.outbox: Outbox | None = None
        self.backups: Backups | None = None
        self.on_games_changed: Callable[[int], None] | None = None  # a server's: one more or less
        self.packer = Packer(store, self.services.heavy, now)
        self._stopping = asyncio.Event()
        self._heard: set[asyncio.Task[None]] = set()  # what others' news have begun
        self.supervisor = TaskSupervisor(self._stopping)
        self.health = HealthMonitor(store, now, self.supervisor.broken)

    @property
    def rulesets(self) -> Mapping[str, AnyRuleset]:
        """Return the rulesets by name."""
        return self.registry.rulesets

    # ------------------------------------------------------------ start and stop

    async def start(self, sender: Sender) -> None:
        """Go on with what a former run left (owed messages, deadlines) and start sending."""
        outbox = self.send_by(sender)
        if self.shards.is_first:
            await self.come_back()
        await self.begin_shards(self.shards.held)
        self.supervisor.start("outbox", outbox.run)
        self.supervisor.start("clock", self.clock.run)
        self.supervisor.start("heartbeat", self._run_heartbeat)
        self.supervisor.start("packing", self._run_packing)
        self.supervisor.start("daily runs", self._check_daily_runs)
        self.supervisor.start("absences", self._tell_of_lost_time)

    async def come_back(self) -> None:
        """If the bot was away for longer than a moment, move the deadlines of all games by as
        much. No game is loaded for it: each is told when it is needed, or in the background."""
        await self.store.come_back(self.services.now(), AWAY, MOVED_WHEN_AWAY)

    async def begin_shards(self, shards: Collection[int]) -> None:
        """Serve shards from now on that this process holds."""
        assert self.outbox is not None, "it has started"
        await self.outbox.resume(shards)
        self.shards.served |= {*shards}
        self.outbox.look()
        self.clock.wake()

    async def take_over(self, shards: Collection[int]) -> None:
        """Serve shards from now on that another process has served, or nobody for a while."""
        await self.begin_shards(shards)
        self._begin(self._tell_of_lost_time())

    async def end_shard(self, shard: int) -> None:
        """Keep nothing of a shard that is served no more, after what is under way in its games."""
        if self.outbox is not None:
            self.outbox.look()
        await self.registry.release(shard)
        if self.outbox is not None:
            await self.outbox.finish()

    def send_by(self, sender: Sender) -> Outbox:
        """Return the outbox that sends by `sender`, not yet running."""
        self.outbox = Outbox(self.store, sender, self, self.services.now)
        return self.outbox

    def keep_backups(self, folder: Path, days: float) -> None:
        """Make a backup a day while running, kept for so many days (0: make none)."""
        backups = Backups(self.store, folder, days, self.services.now)
        self.backups = backups
        self.health.watch(lambda: backups.problem)

    async def close(self) -> None:
        """Finish the requests under way, stop sending, close the store."""
        self.clock.stop()
        self._stopping.set()
        if self.outbox:
            self.outbox.stop()
        await self.supervisor.finish()
        await self.services.close()
        await self.store.close()

    async def _run_heartbeat(self) -> None:
        while not self._stopping.is_set():
            try:
                await self.store.beat(self.services.now())
                await self.contests.end_due()
                if self.backups is not None and self.shards.serves(EVERYWHERE):
                    await self.backups.make_due()
                self.supervisor.broken.clear()
            except Exception:
                _log.exception("the heartbeat")
            await wait_or_timeout(self._stopping, HEARTBEAT)

    async def _run_packing(self) -> None:
        while not self._stopping.is_set():
            packed = await self.packer.pack_next()
            await wait_or_timeout(self._stopping, PAUSE if packed else EVERY)

    async def _check_daily_runs(self) -> None:
        while not self._stopping.is_set():
            checked = self.shards.serves(EVERYWHERE) and await self.daily.check_next()
            await wait_or_timeout(self._stopping, PAUSE if checked else EVERY)

    async def _tell_of_lost_time(self) -> None:
        """Tell each game of the time that it has lost, one after the other, until all know."""
        failed: set[int] = set()
        while not self._stopping.is_set():
            game = await self.store.next_absence(failed)
            if game is None:
                return
            try:
                await (await self.get(game)).catch_up()
            except (Refusal, TableFault) as fault:
                _log.warning("game %s is not told of the time it has lost: %s", game, fault)
                failed.add(game)

    # ------------------------------------------------------------ games

    async def found(self, who: Person, new: NewGame, *, request: str = "") -> GameActor:
        """Open a lobby in a channel; `who` founds and joins it.

        Raises Refusal for an unknown ruleset, option, mode or setting, and in a channel whose
        game is not over.
        """
        await self.servers.check_may_open(who, new.guild)
        ruleset = self.registry.ruleset(new.ruleset)
        draw = self.services.draw
        now = self.services.now()
        change = found_game(new, who, ruleset, now, entropy=draw(ENTROPY), seed=draw(SEED_BYTES))
        return await self.registry.add(who, change, request)

    async def at(self, channel: int) -> GameActor:
        """Return the channel's game: the one going on, else its last one. Raises NoGame."""
        return await self.registry.at(channel)

    async def seen_from(self, channel: int) -> GameActor:
        """Return the game of a channel, or of one of a game's private threads. Raises NoGame."""
        game = await self.private_threads.game_of(channel)
        return await self.at(channel) if game is None else await self.get(game)

    async def get(self, game: int) -> GameActor:
        """Return a game by its number. Raises NoGame."""
        return await self.registry.get(game)

    async def games(
        self, *, guild: int | None = None, person: int | None = None
    ) -> list[GameRecord]:
        """Return the games that are not over, of a server or of somebody who joined them, by
        number."""
        return await self.registry.games(guild=guild, person=person)

    def stream(self) -> Stream:
        """Return fresh dice for rolls outside of games."""
        return Stream(self.services.draw(STREAM_SEED))

    async def delivered(self, delivery: Delivery, message: int | None) -> None:
        """Note that whoever pressed a button has shown a card in `message`; None: they could not,
        so that the outbox has to."""
        if self.outbox:
            await self.outbox.delivered(delivery, message)

    # ------------------------------------------------------------ what the outbox asks

    async def repost(self, game: int) -> None:
        """Owe the newest card again: its message is gone."""
        await (await self.get(game)).run(None, Repost())

    async def message_deleted(self, message: int) -> None:
        """Post a card again that somebody has deleted, though not time and again."""
        game = await self.outbox.rows.message_gone(message) if self.outbox else None
        if game is None:
            return
        actor = await self.get(game)
        if actor.game.phase in ("lobby", "play"):
            with contextlib.suppress(Refusal):
                self.limits.spend("card", actor.game.channel, actor.game.guild)
                await self.repost(game)

    async def suspend(self, game: int, reason: str) -> None:
        """Pause a game and drop what is owed: we cannot post there."""
        await (await self.get(game)).run(None, Suspend(reason))

    async def resume_suspended(self, guild: int, reason: str | None = None) -> None:
        """Resume the games of a server that were paused because we could not post there: all, or
        those paused for one reason."""
        for game in await self.games(guild=guild):
            if game.phase == "paused" and reason in (None, game.pause_reason):
                with contextlib.suppress(Refusal, TableFault, NoGame):
                    await (await self.get(game.id)).run(None, ResumeSuspended())

    # ------------------------------------------------------------ what other processes announce

    def _hear(self, topic: str, value: str) -> None:
        match topic, value.split():
            case "preference", [person, name]:
                self.preferences.forget(int(person))
                if name in HOURS:
                    self._begin(self._reschedule(int(person)))
            case "preferences", [person]:
                self.preferences.forget(int(person))
            case "leave", [game, person]:
                self._begin(self.privacy.leave(int(game), int(person)))
            case "game", [game]:
                self._begin(self.registry.reread(int(game)))
            case _:
                self.preferences.forget_all()

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._heard.add(task)
        task.add_done_callback(self._heard.discard)

    # ------------------------------------------------------------ what commits and deadlines bring

    def _on_saving(self, commit: Commit) -> None:
        game = commit.change.state.game.id
        if self.outbox and commit.sends and game:
            self.outbox.expect(game)

    def _on_saved(self, game: int, commit: Commit) -> None:
        if self.outbox and commit.sends:
            self.outbox.wake(game)
        elif self.outbox and commit.change.outbox:
            self.outbox.wake_at(game, min(each.not_before for each in commit.change.outbox))
        if commit.change.deadlines:
            self.clock.wake()
        before, now = commit.stored, commit.change.state.game
        if (before is None or before.game.phase != now.phase) and self.on_games_changed:
            self.on_games_changed(now.guild)

    async def _reschedule(self, person: int) -> None:
        """Set the deadlines of somebody's games anew: they sleep or are away at other hours."""
        for game in await self.games(person=person):
            if not self.shards.serves(game.guild):
                continue  # the process that does is told, too
            with contextlib.suppress(Refusal, TableFault, NoGame):
                await (await self.get(game.id)).run(None, RescheduleTurn(person))

    async def _meet(self, deadline: Deadline) -> None:
        actor = await self.get(deadline.game)
        request = f"deadline-{deadline.kind}-{deadline.set_by}"
        await actor.run(None, deadline_command(deadline), request=request)
