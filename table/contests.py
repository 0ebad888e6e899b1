"""Contests: the same start and the same levels for everybody, each a game of their own, results
from our own logs."""

from __future__ import annotations

import hmac

import msgspec
from msgspec.structs import replace
from sqlalchemy.exc import IntegrityError

from engine.common.game_log import header_of
from engine.contract.dice import SEED_BYTES, GameSecret, commitment
from engine.contract.texts import Text, Words
from table.actor import GameActor
from table.change import Change
from table.commands.upkeep import EndContestGame
from table.contest import Contest, GameResult, Standings, ranked
from table.errors import Refusal
from table.game_settings import GameSettings, check_options
from table.history.chain import short_head
from table.history.entries import ContestEntered
from table.history.secrets import SecretFrom
from table.loaded_game import new_game, summarise
from table.names import clean_name, unique_name
from table.references import member_of, refer
from table.registry import Registry
from table.rights import check_right
from table.server_settings import ServerSettings
from table.services import ENTROPY
from table.shown_names import fill_names
from table.state import GameRecord, Person, Seat, TableState
from table.voting.modes import allowed_modes

KEY_BYTES = 32


class NewContest(msgspec.Struct, frozen=True):
    """A contest to open; `name`: by default its game's; `ends`: when it closes by itself."""

    channel: int
    guild: int
    ruleset: str
    name: str
    options: dict[str, str] = {}
    ends: float | None = None


class Contests:
    """The contests of the bot."""

    def __init__(self, registry: Registry, servers: ServerSettings) -> None:
        self._registry = registry
        self._servers = servers
        self._services = registry.services
        self._stored = registry.services.store.contests
        self._shards = registry.services.store.database.shards

    async def open(self, who: Person, new: NewContest, *, request: str = "") -> Contest:
        """Open a contest in a channel (one at a time there). Raises Refusal."""
        await self._servers.check_may_open(who, new.guild)
        ruleset = self._registry.ruleset(new.ruleset)
        options = check_options(ruleset, new.options)
        if "solo" not in allowed_modes(ruleset, options):
            raise Refusal(
                "{title} needs a Game Master, and a contest has none.", title=ruleset.title
            )
        now = self._services.now()
        if new.ends is not None and new.ends <= now:
            raise Refusal("That time has passed already.")
        name, seed = clean_name(new.name or ruleset.title), self._services.draw(SEED_BYTES)
        contest = Contest(
            id=0,
            guild=new.guild,
            channel=new.channel,
            founder=who.id,
            name=name,
            ruleset=new.ruleset,
            options=options,
            seed=seed,
            seed_hash=commitment(seed),
            created=now,
            ends=new.ends,
        )
        try:
            number = await self._stored.add(contest, request)
            return replace(contest, id=number, seed=None)
        except IntegrityError:
            earlier = await self._stored.of_request(new.channel, request) if request else None
            if earlier is not None:
                return earlier
            raise Refusal("This channel has a contest already; end it before a new one.") from None

    async def to_open(self, who: Person, guild: int, channel: int) -> list[str]:
        """Return the rulesets of which somebody can open a contest in a channel. Raises Refusal
        where they may open nothing."""
        await self._servers.check_may_open(who, guild)
        latest = await self.at(channel)
        if latest is not None and latest.ended is None:
            return []
        rulesets = self._registry.rulesets
        return [name for name, each in rulesets.items() if "solo" in allowed_modes(each, {})]

    async def at(self, channel: int) -> Contest | None:
        """Return the channel's contest that goes on, else its last one."""
        found = await self._stored.at(channel)
        going = [contest for contest in found if contest.ended is None]
        return next(reversed(going or found), None)

    async def join(
        self,
        who: Person,
        contest: int,
        channel: int,
        *,
        guild: int = 0,
        mode: str = "solo",
        request: str = "",
    ) -> GameActor:
        """Begin a person's own game in a channel without one, from the contest's start.

        `guild`: the channel's server, where it is not the contest's own. It counts for the ladder:
        there is no undo. Raises Refusal for a second game of a person.
        """
        found = await self._get(contest)
        if found.ended is not None:
            raise Refusal("That contest is over.")
        games = self._services.store.games
        for game in await games.of_contest(contest):
            if request and await games.answered(game.id, request):
                return await self._registry.get(game.id)
        mark = await self.check_entry(who.id, contest)
        secret = GameSecret(
            self._services.draw(SEED_BYTES), shared=await self._stored.secret(contest)
        )
        place = replace(found, channel=channel, guild=guild or found.guild)
        change = await self._services.run_short(self._start, who, place, mode, secret)
        return await self._registry.add(who, replace(change, contest_mark=mark), request)

    async def check_entry(self, person: int, contest: int) -> bytes:
        """Return the mark by which a person enters a contest. Raises Refusal when they have."""
        mark = await self._mark(person, contest)
        if await self._stored.has_entered(contest, mark):
            raise Refusal("You have taken part already: everybody may once.")
        return mark

    async def has_entered(self, person: int, contest: int) -> bool:
        """Return whether a person has entered a contest, even if they were forgotten since."""
        return await self._stored.has_entered(contest, await self._mark(person, contest))

    async def _mark(self, person: int, contest: int) -> bytes:
        """Return a person's mark in a contest: the same each time, and it does not tell who."""
        key = await self._services.store.key("contests", self._services.draw(KEY_BYTES))
        return hmac.digest(key, f"{contest}:{person}".encode(), "sha256")

    def _start(self, who: Person, contest: Contest, mode: str, secret: GameSecret) -> Change:
        """Return the change that begins a person's game in the contest's channel."""
        ruleset = self._registry.ruleset(contest.ruleset)
        blank = TableState(
            GameRecord(
                id=0,
                channel=contest.channel,
                guild=contest.guild,
                ruleset=contest.ruleset,
                founder=who.id,
                mode=mode,
            )
        )
        state = refer(blank, [who], self._services.draw(ENTROPY))
        own = member_of(state, who)
        names = [own.name]
        for _ in range(1, ruleset.roles(contest.options).least_players):
            names.append(unique_name(own.name, names))
        header = header_of(ruleset, contest.options, names, secret)
        summary = summarise(new_game(ruleset, header, secret))
        game = replace(
            blank.game,
            phase="play",
            options=contest.options,
            settings=GameSettings(ladder="on"),
            contest=contest.id,
            seed_hash=header.seed_hash,
            header=header,
            created=self._services.now(),
        )
        state = replace(
            state,
            game=game,
            members=(own,),
            seats=tuple(Seat(seat, name, who.id) for seat, name in enumerate(names)),
            summary=summary,
            seed_sealed=True,
        )
        secrets = (SecretFrom(0, secret),)
        change = Change(state, card="new", pings=False, keep_snapshot=True, secrets=secrets)
        return change.log(ContestEntered(contest.id, header)).begin_turn("begun")

    async def standings(self, contest: int) -> Standings:
        """Return the results of a contest: the finished before those who play on."""
        found = await self._get(contest)
        results = []
        for game in await self._services.store.games.of_contest(contest):
            actor = await self._registry.get(game.id)
            name = actor.memory.state.seats[0].character
            result = replace(await game_result(actor), name=name)
            results.append(fill_names(result, actor.reader.names))
        return Standings(found, ranked(results))

    async def end(self, who: Person, contest: int) -> Standings:
        """End a contest: games still going end, the seed is published. Doing it again is no harm.
        Raises Refusal for anybody but its founder or a manager."""
        found = await self._get(contest)
        check_right("end a contest", who, ["founder" if who.id == found.founder else None])
        return await self._close(found)

    async def end_due(self) -> None:
        """End the contests whose time has come, and games of those that other processes ended."""
        for contest in await self._stored.due(self._services.now()):
            await self._close(contest)
        for game, ended in await self._stored.left_over():
            await self._end_game(game, ended)

    async def _close(self, contest: Contest) -> Standings:
        if contest.ended is None:
            ended = self._services.now()
            for game in await self._services.store.games.of_contest(contest.id):
                if self._shards.serves(game.guild):  # the processes of the others end them soon
                    await self._end_game(game.id, contest.id)
            await self._stored.set_ended(contest.id, ended)
        return await self.standings(contest.id)

    async def _end_game(self, game: int, contest: int) -> None:
        actor = await self._registry.get(game)
        await actor.run(None, EndContestGame(), request=f"contest-{contest}")

    async def _get(self, contest: int) -> Contest:
        found = await self._stored.get(contest)
        if found is None:
            raise Refusal("There is no such contest.")
        return found


async def game_result(actor: GameActor) -> GameResult:
    """Return how a game ended, or how far it is, without a place yet, and with placeholders for
    names."""
    view, state = await actor.reader.view(None), actor.memory.state
    game, outcome = state.game, (await actor.memory.summary()).outcome
    given_up: Words = Text("given up") if game.phase == "over" else ""
    return GameResult(
        place=0,
        game=game.id,
        channel=game.channel,
        person=game.founder,
        name=" and ".join(seat.character for seat in state.seats),
        title=outcome.title if outcome else given_up,
        won=outcome.won if outcome else False,
        turn=view.turn,
        figures=outcome.figures if outcome else (),
        facts=outcome.facts if outcome else (),
        head="" if state.screened else short_head(game.head),
    )
