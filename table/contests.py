"""Contests: everybody the same start, each a game of their own, results from our own logs."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace
from sqlalchemy.exc import IntegrityError

from engine.common.dice import SEED_BYTES
from engine.common.log import header
from table import schema, speech
from table.affairs import Affairs
from table.copies import Copies
from table.errors import Refusal
from table.names import distinct, proper
from table.records import Contest, Game, Member, Person, Place, Seat, Standings
from table.standing import deal
from table.steps import Line, Snapshot, Step
from table.table import Table
from table.terms import Terms, checked_options

_c = schema.contests.c


class Contests(Copies):
    """What `Tables` knows of contests."""

    async def contest_new(
        self,
        who: Person,
        channel: int,
        guild: int,
        ruleset: str,
        name: str,
        *,
        options: Mapping[str, str] | None = None,
        ends: float | None = None,
        request: str = "",
    ) -> Contest:
        """Open a contest in a channel (one at a time there); `ends`: when it closes by itself."""
        chosen = checked_options(self._rules(ruleset), options or {})
        now = self._now()
        if ends is not None and ends <= now:
            raise Refusal("That time has passed already.")
        seed = self._draw(SEED_BYTES)
        contest = Contest(0, guild, channel, who.id, proper(name), ruleset, chosen, seed, now, ends)
        try:
            return replace(contest, id=await self.store.put_contest(contest, request))
        except IntegrityError:
            again = await self.store.contests(_c.channel == channel, _c.request == request)
            if request and again:
                return again[0]
            raise Refusal("This channel has a contest already; end it before a new one.") from None

    async def contest_at(self, channel: int) -> Contest | None:
        """The channel's contest that goes on, else its last one."""
        found = await self.store.contests(_c.channel == channel)
        going = [contest for contest in found if contest.ended is None]
        return next(reversed(going or found), None)

    async def contests(self, guild: int) -> list[Contest]:
        """The contests of a server that go on."""
        return await self.store.contests(_c.guild == guild, _c.ended.is_(None))

    async def contest_join(
        self, who: Person, contest: int, channel: int, *, request: str = ""
    ) -> Table:
        """A game of one's own in a channel without one, begun at once from the contest's start.
        It counts for the ladder: nothing is taken back. Refused: a second game of a person."""
        found = await self._contest(contest)
        for game in await self.store.games(contest=contest):
            if game.founder == who.id:
                if request and await self.store.answered(game.id, request):
                    return await self.get(game.id)
                raise Refusal("You play in this contest already.")
        rules = self._rules(found.ruleset)
        heroes: list[str] = []
        for _ in range(rules.seats[0]):
            heroes.append(distinct(proper(who.name), heroes))
        head = header(rules, found.options, heroes, found.seed)
        _, standing = await self._means.work(deal, rules, head, found.seed)
        game = Game(
            id=0,
            channel=channel,
            guild=found.guild,
            ruleset=found.ruleset,
            founder=who.id,
            mode="solo",
            phase="play",
            options=found.options,
            terms=Terms(ladder="on"),
            affairs=Affairs(sealed=True),
            contest=contest,
            header=head,
            number=1,
            card=1,
            created=self._now(),
        )
        step = Step(
            game,
            game.created,
            lines=(Line(1, "table", f"contest {contest}", None, who.id, request or None),),
            snapshot=Snapshot(1, rules.version, standing.packed, kept=True),
            members=(Member(who.id, heroes[0]),),
            seats=tuple(Seat(seat, hero, who.id) for seat, hero in enumerate(heroes)),
            seed=found.seed,
            owed=(speech.card(game),),
        )
        return await self._means.whole(self._found(step, request))

    async def standings(self, contest: int) -> Standings:
        """Who stands where: first who has won, then by the outcome's figures in their order, the
        greater the better; then those who play on."""
        found = await self._any_contest(contest)
        rows = []
        for game in await self.store.games(contest=contest):
            table = await self.get(game.id)
            status, view = await table.status(), await table.view(None)
            outcome = status.outcome
            rows.append(
                Place(
                    0,
                    game.id,
                    game.channel,
                    game.founder,
                    status.seats[0].hero,
                    outcome.title if outcome else "given up" if game.phase == "over" else "",
                    outcome.won if outcome else False,
                    view.turn,
                    outcome.figures if outcome else (),
                )
            )
        rows.sort(key=rank, reverse=True)
        ranks = [rank(row) for row in rows]
        placed = (replace(row, place=ranks.index(rank(row)) + 1) for row in rows)
        return Standings(found, tuple(placed))

    async def contest_end(self, who: Person, contest: int) -> Standings:
        """Its founder or a manager ends a contest: games still going end, the seed is
        published. Doing it again is no harm."""
        found = await self._any_contest(contest)
        if who.id != found.founder and not who.manager:
            raise Refusal("Only its founder or a manager of the server may end a contest.")
        return await self._close_contest(found)

    async def contests_due(self) -> None:
        """End the contests whose time has come."""
        now = self._now()
        for contest in await self.store.contests(_c.ended.is_(None), _c.ends <= now):
            await self._close_contest(contest)

    async def _close_contest(self, contest: Contest) -> Standings:
        if contest.ended is None:
            ended = replace(contest, ended=self._now())
            for game in await self.store.games(contest=contest.id):
                await (await self.get(game.id)).unseal(request=f"contest-{contest.id}")
            await self.store.put_contest(ended, "")
        return await self.standings(contest.id)

    async def _contest(self, contest: int) -> Contest:
        found = await self._any_contest(contest)
        if found.ended is not None:
            raise Refusal("That contest is over.")
        return found

    async def _any_contest(self, contest: int) -> Contest:
        found = await self.store.contests(_c.id == contest)
        if not found:
            raise Refusal("There is no such contest.")
        return found[0]


def rank(row: Place) -> tuple[bool, bool, tuple[int, ...]]:
    """What places are given by, the greater the better."""
    return bool(row.title), row.won, tuple(value for _, value in row.figures)
