"""Votes at a table: what people ask about them, and what follows from a verdict."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec.structs import replace

from table import ballot as rules
from table import turns
from table.actor import Said
from table.affairs import Affairs, Delegation
from table.ballot import Ballot, Constitution, Proposal, Verdict
from table.errors import Refusal
from table.modes import At
from table.past import Past
from table.records import Deadline, Person, Receipt
from table.standing import proposed
from table.terms import DAY

YES, NO = "A", "B"


class PollLine(msgspec.Struct, frozen=True):
    """A proposal as everybody may see it; `votes` is None while counts are hidden."""

    letter: str
    text: str
    label: str
    by: int
    grave: bool
    votes: int | None
    vetoed: bool
    at: tuple[int, int] | None
    path: tuple[tuple[int, int], ...]


class Poll(msgspec.Struct, frozen=True):
    """An open vote as everybody may see it. `what`: "move", or what was moved."""

    what: str
    sentence: str
    proposals: tuple[PollLine, ...]
    voted: int
    voters: int
    leader: int
    missing: tuple[int, ...]  # people whose voice is missing


class Voting(Past):
    """What a table knows of votes."""

    # ------------------------------------------------------------ what people ask

    async def vote(
        self,
        who: Person,
        letters: Sequence[str],
        *,
        motion: bool = False,
        card: int | None = None,
        request: str = "",
    ) -> Receipt:
        """Vote for proposals by their letters, or on the motion by `yes` or `no`; none: abstain.
        Voting again changes the vote."""
        named = {"yes": YES, "no": NO} if motion else {}
        line = " ".join(["vote", *(named.get(each, each) for each in letters)])
        return await self._ballots(who, line if letters else "abstain", motion, card, request)

    async def withdraw(
        self, who: Person, *, motion: bool = False, card: int | None = None, request: str = ""
    ) -> Receipt:
        """Take one's vote back."""
        return await self._ballots(who, "withdraw", motion, card, request)

    async def veto(
        self, who: Person, letter: str, *, card: int | None = None, request: str = ""
    ) -> Receipt:
        """Strike a proposal, where the constitution has vetoes."""
        return await self._ballots(who, f"veto {letter}", False, card, request)

    async def move_to(self, who: Person, what: str, *, request: str = "") -> Receipt:
        """Put a question of yes or no to all: `undo N` (moves), `set NAME VALUE`. Whoever moves
        it votes for it."""

        async def body() -> Receipt:
            self._goes_on()
            return await self._moved_to(who, request, what)

        return await self._request(who, request, body)

    async def delegate(
        self, who: Person, to: int | None, until: float | None = None, *, request: str = ""
    ) -> Receipt:
        """Let somebody vote for one, until then or (None) for good; to nobody: take it back."""

        async def body() -> Receipt:
            self._goes_on()
            at = await self._at()
            if who.id not in at.people:
                raise Refusal("You are not in this game.")
            if to is not None and to not in at.people:
                raise Refusal("They are not in this game.")
            if to == who.id:
                raise Refusal("You vote for yourself already.")
            given = {p: d for p, d in self._game.affairs.delegations.items() if p != who.id}
            line = "delegate off"
            if to is not None:
                given[who.id] = Delegation(to, until)
                line = f"delegate {to}" + (f" until {until:.0f}" if until is not None else "")
            affairs = replace(self._game.affairs, delegations=given)
            if affairs.ballot and self.mode.votes:
                return await self._cast(who, request, line, affairs.ballot, affairs)
            return await self._change(who, request, line, affairs=affairs)

        return await self._request(who, request, body)

    async def lead(self, who: Person, person: int, *, request: str = "") -> Receipt:
        """The founder names the leader, who breaks ties."""

        async def body() -> Receipt:
            self._not_over()
            self._in_charge(who, "name the leader of")
            if person not in (await self._at()).people:
                raise Refusal("They are not in this game.")
            affairs = replace(self._game.affairs, leader=person)
            return await self._change(who, request, f"leader {person}", affairs=affairs)

        return await self._request(who, request, body)

    async def undo(self, who: Person, moves: int = 1, *, request: str = "") -> Receipt:
        """Take moves back: the founder or Game Master at once; where the terms want a vote,
        whoever asks moves it (`move undo to LINE`)."""

        async def body() -> Receipt:
            self._goes_on()
            at, how = await self._at(), self._game.terms.undoing
            if how == "off":
                raise Refusal("Nothing is taken back in this game.")
            target, _ = await self._undoable(moves)
            if how == "vote" and self._game.mode != "table":
                return await self._moved_to(who, request, f"undo {moves}")
            if not (self._game.mode == "table" and who.id == at.master):
                self._in_charge(who, "take moves back in")
            text, effect = await self._undoing(target, self._game.affairs)
            state = effect.pop("state")
            receipt = await self._change(who, request, text, **effect)
            self._state = state
            return receipt

        return await self._request(who, request, body)

    # ------------------------------------------------------------ what anybody reads

    def poll(self) -> Poll | None:
        """The vote on the next move as everybody may see it; None when nobody has proposed."""
        return self._poll(self._game.affairs.ballot)

    def motion(self) -> Poll | None:
        """The vote on something else, as everybody may see it."""
        return self._poll(self._game.affairs.motion)

    def my_vote(self, person: int, *, motion: bool = False) -> tuple[str, ...] | None:
        """The letters that a person voted for; None: they have not voted."""
        affairs = self._game.affairs
        ballot = affairs.motion if motion else affairs.ballot
        return ballot.votes.get(person) if ballot else None

    def _poll(self, ballot: Ballot | None) -> Poll | None:
        if ballot is None or self._game.phase != "play":
            return None
        c, electorate = self._clauses(ballot), self._now().electorate()
        given = rules.voices(ballot, electorate)
        hidden = c.counts == "hidden"

        def line(p: Proposal) -> PollLine:
            votes = sum(p.letter in letters for letters in given.values())
            return PollLine(
                p.letter,
                p.text,
                p.label,
                p.by,
                p.grave,
                None if hidden else votes,
                p.letter in ballot.vetoed,
                p.at,
                p.path,
            )

        return Poll(
            ballot.motion or "move",
            rules.sentence(c),
            tuple(map(line, ballot.proposals)),
            len(given),
            len(electorate.voters),
            electorate.leader,
            tuple(person for person in electorate.voters if person not in given),
        )

    # ------------------------------------------------------------ how a ballot changes

    async def _propose(self, who: Person, request: str, mover: int, text: str) -> Receipt:
        """Put an order to the vote; the lock is held."""
        state, standing = await self._live()
        if self._game.affairs.decided is not None:
            raise Refusal("The vote is over; the hero moves in a moment.")
        if mover != standing.to_move[0]:
            raise Refusal("The vote is about another hero's move.")
        offers = (await self._look_live(("offers", mover), self._legal(mover)))["offers", mover]
        ballot = self._game.affairs.ballot or Ballot(self._game.number + 1)
        proposal = await self._means.work(
            proposed, self.ruleset, state, standing.packed, mover, text, offers, who.id
        )
        electorate = (await self._at()).electorate()
        changed = rules.propose(ballot, self._clauses(ballot), electorate, who.id, proposal)
        return await self._cast(who, request, f"propose {proposal.text}", changed)

    async def _ballots(
        self, who: Person, line: str, motion: bool, card: int | None, request: str
    ) -> Receipt:
        async def body() -> Receipt:
            self._goes_on()
            self._newest(card)
            affairs = self._game.affairs
            ballot = affairs.motion if motion else affairs.ballot
            if ballot is None:
                raise Refusal("There is nothing to vote on now.")
            electorate = (await self._at()).electorate()
            changed = rules.do(ballot, self._clauses(ballot), electorate, who.id, line)
            return await self._cast(who, request, line, changed)

        return await self._request(who, request, body)

    async def _cast(
        self,
        who: Person | None,
        request: str,
        line: str,
        ballot: Ballot,
        affairs: Affairs | None = None,
    ) -> Receipt:
        """Save a changed ballot, and what follows when that settles it."""
        affairs = self._acted(who, affairs)
        at = await self._at(replace(self._game, affairs=affairs))
        c = self._clauses(ballot)
        done = rules.settled(ballot, c, at.electorate(), await self._draw(ballot, c))
        if done is not None and ballot.motion:
            return await self._ruled(who, request, line, ballot, done, affairs)
        if done is not None:
            return await self._decided(who, request, line, ballot, done, affairs)
        due: tuple[Deadline, ...] = ()
        if affairs.misses >= turns.MISSES:  # the clock has waited for people
            affairs = replace(affairs, misses=0)
            at = await self._at(replace(self._game, affairs=affairs))
            due = turns.schedule(at, (await self._live())[1].to_move, passed=False)
        field = "motion" if ballot.motion else "ballot"
        affairs = replace(affairs, **{field: ballot})
        return await self._change(who, request, self._by(line, ballot), affairs=affairs, due=due)

    async def _settles(self, at: At) -> bool:
        """Whether the vote on the next move would be settled as things stand then."""
        ballot = at.game.affairs.ballot
        if ballot is None or not at.members or not self.mode.votes:
            return False
        c = self._clauses(ballot)
        draw = await self._draw(ballot, c)
        return rules.settled(ballot, c, at.electorate(), draw) is not None

    def _by(self, line: str, ballot: Ballot) -> str:
        return f"motion {line}" if ballot.motion and not line.startswith("move ") else line

    async def _decided(
        self,
        who: Person | None,
        request: str,
        line: str,
        ballot: Ballot,
        verdict: Verdict,
        affairs: Affairs,
    ) -> Receipt:
        """Do what was decided."""
        proposal = next(p for p in ballot.proposals if p.letter == verdict.winner)
        said = [Said(line), Said(told(proposal, verdict))]
        return await self._do_decided(who, request, said, proposal, affairs)

    async def _do_decided(
        self,
        who: Person | None,
        request: str,
        said: list[Said],
        proposal: Proposal,
        affairs: Affairs,
    ) -> Receipt:
        state, standing = await self._live()
        mover = standing.to_move[0]
        affairs = replace(affairs, decided=None)
        try:
            done = await self._played(state, mover, proposal.text)
        except Refusal as refusal:  # it stood the test when it was proposed
            said.append(Said(f"void {proposal.letter}: {refusal}"))
            affairs = replace(affairs, ballot=None)
            return await self._change(who, request, *said, affairs=affairs, turn="begun")
        changed = done.standing.packed != standing.packed
        return await self._change(
            who,
            request,
            *said,
            Said(done.text, mover, done.events),
            game=self._over() if done.standing.outcome else self._game,
            affairs=replace(affairs, misses=0),
            standing=done.standing,
            card="new" if changed else "redrawn",
            turn="played",
        )

    # ------------------------------------------------------------ motions

    async def _moved_to(self, who: Person, request: str, what: str) -> Receipt:
        if self._game.affairs.motion is not None:
            raise Refusal("First vote on what was moved before.")
        motion = await self._motion_of(what)
        at = await self._at()
        number = self._game.number + 1
        ballot = Ballot(
            number,
            (
                Proposal(YES, "yes", who.id, True, "Yes"),
                Proposal(NO, "no", who.id, False, "No"),
            ),
            motion=motion,
        )
        c = self._clauses(ballot)
        ballot = rules.vote(ballot, c, at.electorate(), who.id, [YES])
        lasts = self._game.terms.seconds or DAY
        affairs = replace(self._acted(who), motion=ballot)
        line = f"move {motion}"
        done = rules.settled(ballot, c, at.electorate(), await self._draw(ballot, c))
        if done is not None:
            return await self._ruled(who, request, line, ballot, done, affairs)
        due = Deadline(self._game.id, "motion", self._means.now() + lasts)
        return await self._change(who, request, line, affairs=affairs, due=(due,))

    async def _motion_of(self, what: str) -> str:
        """What was moved, made sure of: `undo to LINE`, `set NAME VALUE`."""
        verb, _, rest = what.strip().partition(" ")
        if verb == "undo" and rest.isdecimal():
            if self._game.terms.undoing == "off":
                raise Refusal("Nothing is taken back in this game.")
            return f"undo to {(await self._undoable(int(rest)))[0]}"
        if verb == "set":
            name, _, value = rest.partition(" ")
            self._setting(name, value)
            return f"set {name} {value}"
        raise Refusal("One can move to undo a number of moves, or to set a setting.")

    async def _ruled(
        self,
        who: Person | None,
        request: str,
        line: str | None,
        ballot: Ballot,
        verdict: Verdict,
        affairs: Affairs,
    ) -> Receipt:
        """Carry a motion out, or drop it."""
        said = [Said(self._by(line, ballot))] if line else []
        affairs = replace(affairs, motion=None)
        counts = f"{verdict.counts[YES]} for, {verdict.counts[NO]} against"
        if verdict.winner != YES:
            said.append(Said(f"reject {ballot.motion}: {counts}"))
            return await self._change(who, request, *said, affairs=affairs, undue=("motion",))
        said.append(Said(f"carry {ballot.motion}: {counts}"))
        verb, _, rest = ballot.motion.partition(" ")
        effect: dict[str, Any]
        if verb == "undo":
            text, effect = await self._undoing(int(rest.removeprefix("to ")), affairs)
        else:
            name, _, value = rest.partition(" ")
            text = ballot.motion
            effect = {"affairs": affairs} | self._setting(name, value)
        effect["undue"] = ("motion",)
        state = effect.pop("state", None)
        receipt = await self._change(who, request, *said, Said(text), **effect)
        if state is not None:
            self._state = state
        return receipt

    # ------------------------------------------------------------ helpers

    def _clauses(self, ballot: Ballot) -> Constitution:
        c = self._game.terms.clauses
        return replace(c, method="single", veto="none", tie="first") if ballot.motion else c

    async def _draw(self, ballot: Ballot, c: Constitution) -> int:
        """The number that lots are drawn with: the seed's, so that it can be checked later."""
        if c.tie != "draw":
            return 0
        seed = await self._means.store.seed(self._game.id)
        return lot(seed or b"", ballot.opened)


def lot(seed: bytes, opened: int) -> int:
    """The number that ties of the vote opened by line `opened` are broken with."""
    name = opened.to_bytes(16, "little")
    return int.from_bytes(blake2b(b"lot", key=seed, salt=name).digest(), "little")


def told(proposal: Proposal, verdict: Verdict) -> str:
    """The line of the log that says how a vote ended."""
    counts = ", ".join(f"{letter} {votes}" for letter, votes in verdict.counts.items())
    tie = f", tied {' '.join(verdict.tied)}" if verdict.tied else ""
    took_part = f"{verdict.took_part} of {verdict.voters}"
    return f"decide {proposal.letter} {proposal.text} ({counts}; {took_part}{tie})"
