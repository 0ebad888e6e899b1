"""What a table does when a deadline falls due."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from msgspec.structs import replace

from engine.game import autoplay
from table import ballot as rules
from table import speech, turns
from table.actor import Said
from table.affairs import Affairs
from table.ballot import Ballot, Verdict
from table.errors import Refusal
from table.modes import Rota
from table.records import Deadline, Receipt
from table.seating import Seating
from table.steps import Draft
from table.voting import told


class Timing(Seating):
    """What a table knows of time."""

    async def ring(self, deadline: Deadline) -> None:
        """A deadline has fallen due. Raises Refusal when it means nothing any more."""
        heard: dict[str, Callable[[str], Awaitable[Receipt]]] = {
            "turn": self._turn_ends,
            "play": self._play_decided,
            "nudge": self._nudge,
            "auto": self._play_alone,
            "rota": self._pass_on,
            "motion": self._motion_ends,
            "loan": self._loan_ends,
        }

        async def body() -> Receipt:
            self._goes_on()
            now = await self._means.store.deadlines(self._game.id)
            if deadline.id not in {each.id for each in now}:
                raise Refusal("That turn is over.")
            return await heard[deadline.kind](request)

        request = f"deadline-{deadline.id}"
        await self._request(None, request, body)

    async def catch_up(self, since: float, seconds: float) -> None:
        """The bot was away: give everybody back the time they lost, and say so once."""

        async def body() -> Receipt:
            self._goes_on()
            due = [d for d in await self._means.store.deadlines(self._game.id) if d.due > since]
            later = tuple(
                replace(deadline, due=deadline.due + seconds)
                for deadline in due
                if deadline.kind in ("turn", "nudge", "rota", "motion")
            )
            if not later:
                raise Refusal("Nothing was due.")
            minutes = max(1, round(seconds / 60))
            away = f"{minutes} minutes" if minutes < 120 else f"{minutes // 60} hours"
            text = f"I was away for {away}; the game's deadlines move by as much."
            number = replace(self._game, number=self._game.number + 1)
            notice = speech.notice(number, text, "away")
            return await self._change(
                None, request, f"away {seconds:.0f}", due=later, owed=(notice,), called=False
            )

        request = f"away-{since:.3f}"
        await self._request(None, request, body)

    # ------------------------------------------------------------ deadlines

    async def _turn_ends(self, request: str) -> Receipt:
        if self.mode.votes:
            return await self._vote_ends(request)
        affairs = replace(self._game.affairs, misses=self._game.affairs.misses + 1)
        late = self._game.terms.late
        if late == "autoplay":
            return await self._alone(request, "late", affairs)
        if late == "pass" and self._game.mode == "rota":
            return await self._pass_on(request, affairs)
        owed = await self._call("late")
        return await self._change(None, request, "late", affairs=affairs, owed=owed)

    async def _vote_ends(self, request: str) -> Receipt:
        affairs, at = self._game.affairs, await self._at()
        ballot = affairs.ballot
        why = "nobody has proposed anything"
        if ballot is not None:
            c = self._clauses(ballot)
            verdict = rules.verdict(ballot, c, at.electorate(), await self._draw(ballot, c))
            if verdict.winner is not None:
                return await self._close_vote(request, ballot, verdict)
            why = _WHY[verdict.why]
        if ballot is None or not ballot.votes:
            affairs = replace(affairs, misses=affairs.misses + 1)
        if self._game.terms.clauses.silence == "autoplay":
            return await self._alone(request, f"undecided: {why}", affairs)
        _, standing = await self._live()
        at = replace(at, game=replace(self._game, affairs=affairs))
        due = turns.schedule(at, standing.to_move, passed=False)
        owed = await self._call("late")
        return await self._change(
            None, request, f"undecided: {why}", affairs=affairs, due=due, owed=owed
        )

    async def _close_vote(self, request: str, ballot: Ballot, verdict: Verdict) -> Receipt:
        """Close the vote at its deadline, and have done what was decided at once: when hundreds
        of votes end together, all of them are closed before the first hero moves."""
        winner = next(p for p in ballot.proposals if p.letter == verdict.winner)
        affairs = replace(self._game.affairs, ballot=None, decided=winner, misses=0)
        play = Deadline(self._game.id, "play", self._means.now())
        line = told(winner, verdict)
        return await self._change(
            None, request, line, affairs=affairs, card="same", due=(play,), undue=turns.OF_TURNS
        )

    async def _play_decided(self, request: str) -> Receipt:
        decided = self._game.affairs.decided
        if decided is None:
            raise Refusal("Nothing is decided.")
        return await self._do_decided(None, request, [], decided, self._game.affairs)

    async def _nudge(self, request: str) -> Receipt:
        return await self._change(None, request, "nudge", card="same", owed=await self._call())

    async def _play_alone(self, request: str) -> Receipt:
        affairs = self._game.affairs
        _, standing = await self._live()
        if not set(standing.to_move) & set(affairs.auto):
            raise Refusal("No hero plays by itself now.")
        return await self._alone(request, "", affairs, affairs.auto)

    async def _alone(
        self, request: str, line: str, affairs: Affairs, seats: Sequence[int] | None = None
    ) -> Receipt:
        """The first of the seats to move (None: of all) plays by itself."""
        state, standing = await self._live()
        seat = next(s for s in standing.to_move if seats is None or s in seats)
        action = await self._means.toil(autoplay, self.ruleset, state, seat)
        if action is None:
            raise Refusal("There is nothing that the hero could do.")
        done = await self._played(state, seat, str(action))
        return await self._change(
            None,
            request,
            *([Said(line)] if line else []),
            Said(done.text, seat, done.events),
            game=self._over() if done.standing.outcome else self._game,
            affairs=affairs,
            standing=done.standing,
            card="new",
            turn="played",
        )

    async def _pass_on(self, request: str, affairs: Affairs | None = None) -> Receipt:
        at = await self._at()
        if at.game.mode != "rota":
            raise Refusal("The hero is not passed round any more.")
        turn_of = Rota.next_of(at, Rota.turn_of(at))
        affairs = replace(affairs or at.game.affairs, turn_of=turn_of, moves=0)
        return await self._change(None, request, f"pass {turn_of}", affairs=affairs, turn="begun")

    async def _motion_ends(self, request: str) -> Receipt:
        affairs, at = self._game.affairs, await self._at()
        motion = affairs.motion
        if motion is None:
            raise Refusal("Nothing is moved any more.")
        c = self._clauses(motion)
        verdict = rules.verdict(motion, c, at.electorate(), await self._draw(motion, c))
        return await self._ruled(None, request, None, motion, verdict, affairs)

    async def _loan_ends(self, request: str) -> Receipt:
        now = self._means.now()
        back = [seat for seat, loan in self._game.affairs.loans.items() if loan.until <= now]
        if not back:
            raise Refusal("Nothing is lent any more.")
        return await self._back(None, request, back)

    # ------------------------------------------------------------ reminders

    async def _call(self, why: speech.Why = "nudge") -> tuple[Draft, ...]:
        """Pings for all whom the game waits for; the last one is told so."""
        at, (_, standing) = await self._at(), await self._live()
        people = set(turns.waits_for(at, standing.to_move))
        others = len(self._now().electorate().voters if self.mode.votes else self._members)
        if why == "nudge" and len(people) == 1 and others > 1:
            why = "last"
        numbered = replace(at, game=replace(self._game, number=self._game.number + 1))
        due = () if why == "late" else self._to_come()
        return tuple(self._pings(numbered, people, standing, why, due))


_WHY = {
    "votes": "nobody has voted",
    "quorum": "too few have voted",
    "threshold": "no proposal has enough votes",
    "carried": "",
}
