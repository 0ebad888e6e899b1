"""Seats: handed over, lent, filled by autoplay; and what somebody missed who comes back."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from engine.game import GM
from table import turns
from table.affairs import Loan
from table.errors import Refusal
from table.modes import Rota
from table.names import distinct, proper
from table.records import Deadline, Entry, Member, Person, Receipt, Seat
from table.voting import Voting

LONGEST_STORY = 300  # lines of the log


class Story(msgspec.Struct, frozen=True):
    """What happened since a time, as somebody may hear it; `text`: the sentences alone."""

    since: float
    entries: tuple[Entry, ...]
    text: str


class Seating(Voting):
    """What a table knows of seats."""

    async def hand_over(
        self, who: Person, seat: int, to: int, *, name: str = "", request: str = ""
    ) -> Receipt:
        """The holder (the founder, when it is free) gives a hero to another who has joined, or
        who joins by that, under this name."""

        async def body() -> Receipt:
            given = self._theirs(who, seat)
            members = self._members
            if name and to not in self._now().people:
                named = distinct(proper(name), [member.name for member in members])
                members = (*members, Member(to, named))
            else:
                self._joined(to)
            loans = {s: loan for s, loan in self._game.affairs.loans.items() if s != seat}
            return await self._change(
                who,
                request,
                f"give {seat} {to}",
                affairs=replace(self._game.affairs, loans=loans),
                members=members,
                seats=tuple(replace(s, person=to) if s is given else s for s in self._seats),
            )

        return await self._request(who, request, body)

    async def lend(
        self, who: Person, seat: int, to: int, until: float, *, request: str = ""
    ) -> Receipt:
        """The holder lends a hero to another who has joined; then it comes back by itself."""

        async def body() -> Receipt:
            self._theirs(who, seat)
            self._joined(to)
            if until <= self._means.now():
                raise Refusal("That time has passed already.")
            loans = {**self._game.affairs.loans, seat: Loan(to, until)}
            affairs = replace(self._game.affairs, loans=loans)
            return await self._change(
                who,
                request,
                f"lend {seat} {to} until {until:.0f}",
                affairs=affairs,
                due=(turns.back(self._game.id, affairs),),
            )

        return await self._request(who, request, body)

    async def take_back(self, who: Person, seat: int, *, request: str = "") -> Receipt:
        """The holder takes a lent hero back."""

        async def body() -> Receipt:
            self._theirs(who, seat)
            if seat not in self._game.affairs.loans:
                raise Refusal("That hero is not lent to anybody.")
            return await self._back(who, request, [seat])

        return await self._request(who, request, body)

    async def autoplay(self, who: Person, seat: int, on: bool, *, request: str = "") -> Receipt:
        """Let a hero play by itself, or no more: its holder or the founder says so."""

        async def body() -> Receipt:
            self._theirs(who, seat)
            auto = {*self._game.affairs.auto} - {seat}
            if on:
                auto.add(seat)
            if on and auto >= {each.seat for each in self._seats}:
                raise Refusal("Then nobody would play any more.")
            affairs = replace(self._game.affairs, auto=tuple(sorted(auto)))
            line = f"autoplay {seat} {'on' if on else 'off'}"
            now = Deadline(self._game.id, "auto", self._means.now())
            due = (now,) if on and self._game.phase == "play" else ()
            return await self._change(who, request, line, affairs=affairs, due=due)

        return await self._request(who, request, body)

    async def appoint(self, who: Person, person: int, *, request: str = "") -> Receipt:
        """The founder names the Game Master."""

        async def body() -> Receipt:
            self._not_over()
            self._in_charge(who, "name the Game Master of")
            self._joined(person)
            if not self.ruleset.has_gm:
                raise Refusal(f"{self.ruleset.title} has no place for a Game Master.")
            affairs = replace(self._game.affairs, master=person)
            return await self._change(who, request, f"master {person}", affairs=affairs)

        return await self._request(who, request, body)

    def turn_of(self) -> int | None:
        """Whose turn it is by rota; None where there is no rota."""
        return Rota.turn_of(self._now()) if self._game.mode == "rota" else None

    def master(self) -> int | None:
        """The Game Master; None where there is none."""
        return self._now().master if self._game.mode == "table" else None

    def leader(self) -> int:
        """Who breaks ties."""
        return self._now().leader

    async def story(self, person: int) -> Story:
        """What happened since a person last moved or voted, as they may hear it."""
        since = self._game.affairs.moved.get(person, 0.0)
        ears = self.may_see(person)
        seat = GM if GM in ears else ears[0] if ears else None
        after = max(0, self._game.number - LONGEST_STORY)
        lines = await self.history(seat, after=after, limit=LONGEST_STORY)
        told = tuple(entry for entry in lines if entry.at > since and entry.person != person)
        text = "\n".join(event.text for entry in told for event in entry.events)
        return Story(since, told, text)

    # ------------------------------------------------------------ helpers

    def _theirs(self, who: Person, seat: int) -> Seat:
        """The seat, if the person disposes of it: it is theirs, or they are in charge."""
        self._not_over()
        found = next((each for each in self._seats if each.seat == seat), None)
        if found is None:
            raise Refusal("There is no such hero.")
        if found.person != who.id:
            self._in_charge(who, "dispose of another's hero in")
        return found

    async def _back(self, who: Person | None, request: str, seats: list[int]) -> Receipt:
        """Lent heroes come back."""
        loans = {s: loan for s, loan in self._game.affairs.loans.items() if s not in seats}
        affairs = replace(self._game.affairs, loans=loans)
        return await self._change(
            who,
            request,
            f"back {' '.join(map(str, seats))}",
            affairs=affairs,
            due=(turns.back(self._game.id, affairs),) if loans else (),
            undue=() if loans else ("loan",),
        )
