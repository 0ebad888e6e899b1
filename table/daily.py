"""The daily run: a contest of all servers. A day has one start and the same levels for everybody;
each person takes part once, alone or in a group that votes. A day is one of UTC.

Nobody learns of a run before the day is over: the games are in private threads, and their results
wait for the end. Then each is replayed from its seed, and one that does not come out as it was
played does not count.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import UTC, datetime

import msgspec
from sqlalchemy.exc import IntegrityError

from engine.contract.action import Event
from engine.contract.dice import SEED_BYTES, commitment
from table.actor import GameActor
from table.commands.lobby import Join
from table.contest import Contest, GameResult, ranked
from table.contests import Contests
from table.errors import Refusal, TableFault
from table.game_settings import DAY
from table.history.roll_stats import luckiest, unluckiest
from table.ladder import Ladder
from table.registry import Registry
from table.server_settings import ServerSettings
from table.state import Person

EVERYWHERE = 0  # server and channel of what belongs to no server
NOBODY = 0
DAYS_SHOWN = 7
REPLAY = 600.0  # seconds that one may take
MODES = ("solo", "vote")

_log = logging.getLogger(__name__)


class DailyResults(msgspec.Struct, frozen=True):
    """The results of a day that is over. `refused`: runs that did not come out as they were played;
    `unchecked`: runs that are still to be replayed."""

    contest: Contest
    rows: tuple[GameResult, ...]
    refused: int = 0
    unchecked: int = 0


class DailyRuns:
    """The daily runs of the bot, in one ruleset with certain options."""

    def __init__(
        self,
        registry: Registry,
        contests: Contests,
        ladder: Ladder,
        servers: ServerSettings,
        *,
        ruleset: str,
        options: Mapping[str, str],
    ) -> None:
        self.ruleset = ruleset
        self._options = dict(options)
        self._registry = registry
        self._contests = contests
        self._ladder = ladder
        self._servers = servers
        self._services = registry.services
        self._stored = registry.services.store.contests
        self._failed: frozenset[int] = frozenset()  # games that could not be replayed so far

    async def today(self) -> Contest:
        """Return the contest of the day, which is opened when it is asked for first."""
        self._registry.ruleset(self.ruleset)
        now = self._services.now()
        name = datetime.fromtimestamp(now, UTC).date().isoformat()
        found = await self._stored.of_request(EVERYWHERE, name)
        if found is not None:
            return found
        await self._contests.end_due()  # the day before, which holds the place
        seed = self._services.draw(SEED_BYTES)
        contest = Contest(
            id=0,
            guild=EVERYWHERE,
            channel=EVERYWHERE,
            founder=NOBODY,
            name=name,
            ruleset=self.ruleset,
            options=self._options,
            seed=seed,
            seed_hash=commitment(seed),
            created=now,
            ends=(now // DAY + 1) * DAY,
        )
        try:
            await self._stored.add(contest, name)
        except IntegrityError:  # somebody else has just asked
            _log.debug("the daily run of %s is open already", name)
        opened = await self._stored.of_request(EVERYWHERE, name)
        assert opened is not None
        return opened

    async def check_may_begin(self, who: Person, guild: int) -> None:
        """Raise Refusal unless a person may open games in a server and has not taken part today."""
        await self._servers.check_may_open(who, guild)
        await self._contests.check_entry(who.id, (await self.today()).id)

    async def begin(
        self, who: Person, guild: int, channel: int, mode: str, *, request: str = ""
    ) -> GameActor:
        """Begin a person's run of today in a channel without a game, in one of `MODES`. Raises
        Refusal for a second run of a day."""
        contest = await self.today()
        return await self._contests.join(
            who, contest.id, channel, guild=guild, mode=mode, request=request
        )

    async def take_part(self, who: Person, game: int, *, request: str = "") -> GameActor:
        """Let a person vote in a run from now on: it is their run of that day. Raises Refusal."""
        actor = await self._registry.get(game)
        contest = actor.game.contest
        if contest is None:
            raise Refusal("That game is no run of a contest.")
        if who.id not in actor.memory.state.people:
            mark = await self._contests.check_entry(who.id, contest)
            try:
                await actor.run(who, Join(mark), request=request)
            except IntegrityError:  # they have begun another one meanwhile
                await self._contests.check_entry(who.id, contest)
                raise
        return actor

    async def last_days(self) -> list[DailyResults]:
        """Return the results of the last days that are over, the newest first."""
        return [await self._results(contest) for contest in reversed(await self._last_runs())]

    async def has_results(self) -> bool:
        """Return whether one of the last days is over."""
        return bool(await self._last_runs())

    async def _last_runs(self) -> list[Contest]:
        since = self._services.now() - DAYS_SHOWN * DAY
        return await self._stored.ended_since(EVERYWHERE, since)

    async def _results(self, contest: Contest) -> DailyResults:
        verdicts = await self._stored.verdicts(contest.id)
        rows = await self._ladder.rows(None, contest.ruleset, contest=contest.id)
        sound = [row for row in rows if verdicts.get(row.game)]
        found = list(verdicts.values())
        return DailyResults(contest, ranked(sound), found.count(False), found.count(None))

    async def check_next(self) -> bool:
        """Replay a run of a day that is over, if one is still to be checked; return whether there
        was one."""
        game = await self._stored.next_unchecked(EVERYWHERE, self._failed)
        if game is None:
            return False
        try:
            actor = await self._registry.get(game)
            sound = (await actor.history.proof(seconds=REPLAY)).ok
        except (Refusal, TableFault):
            _log.exception("the daily run in game %s cannot be replayed", game)
            self._failed |= {game}
            return True
        if not sound:
            _log.warning("the daily run in game %s does not come out as it was played", game)
            await self._services.store.results.keep(game, actor.game.number, None)
        await self._stored.keep_verdict(game, sound=sound)
        return True

    async def turns_of_luck(self, game: int) -> tuple[Event | None, Event | None]:
        """Return the events of a run that is over in which the dice were kindest and unkindest."""
        actor = await self._registry.get(game)
        events = await actor.history.rolled_events(0)
        return luckiest(events), unluckiest(events)
