"""A table: one game in one channel, as a running thing.

Every request goes: lock, check, apply, append, commit; only then does anybody speak. Refused
requests raise `Refusal` with a sentence, our own faults `TableFault` with an id; then nothing
has changed. `request` names a request (an interaction's id): delivered twice, it happens once
and gets the same receipt.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engine.dice import SEED_BYTES
from engine.game import GM, Action, Offer, Ruleset, View
from engine.log import header
from table import speech
from table.actor import Actor
from table.errors import Refusal, StaleCard, TableFault
from table.modes import MODES
from table.names import distinct, proper
from table.records import Entry, Game, Member, Person, Receipt, Status
from table.standing import LONGEST_ORDER, audible, deal, play
from table.store import Line, Step


class Table(Actor):
    """One game. Get it from `Tables.at` or `Tables.get`."""

    # ------------------------------------------------------------ what people ask

    async def join(self, who: Person, *, request: str = "") -> Receipt:
        """Join the lobby, or take a free seat of a running game. Control letters in the name
        are refused; it is cut to 32 letters."""

        async def body() -> Receipt:
            self._not_over()
            if any(member.person == who.id for member in self._members):
                raise Refusal("You have joined already.")
            if not self.mode.room(self.ruleset.seats, self._members, self._seats):
                raise Refusal("Every hero of this game is taken.")
            name = distinct(proper(who.name), [member.name for member in self._members])
            founder = self._game.founder if self._members else who.id
            free = next((seat for seat in self._seats if seat.person is None), None)
            return await self._change(
                who,
                request,
                "join",
                game=replace(self._game, founder=founder),
                members=(*self._members, Member(who.id, name)),
                seats=tuple(replace(s, person=who.id) if s is free else s for s in self._seats),
            )

        return await self._request(who, request, body)

    async def leave(self, who: Person, *, request: str = "") -> Receipt:
        """Leave the game; a hero stays as a free seat. The founder's place passes on to the next
        member; a lobby that all have left is over."""

        async def body() -> Receipt:
            self._not_over()
            left = tuple(member for member in self._members if member.person != who.id)
            if len(left) == len(self._members):
                raise Refusal("You are not in this game.")
            game = self._game
            if not left:
                game = self._over() if game.phase == "lobby" else _paused(game, "Nobody is left.")
            elif game.founder == who.id:
                game = replace(game, founder=left[0].person)
            freed = tuple(replace(s, person=None) if s.person == who.id else s for s in self._seats)
            return await self._change(who, request, "leave", game=game, members=left, seats=freed)

        return await self._request(who, request, body)

    async def begin(self, who: Person, *, request: str = "") -> Receipt:
        """The founder begins: seats, seed, first state, first card."""

        async def body() -> Receipt:
            self._not_over()
            if self._game.header is not None:
                raise Refusal("The game has begun already.")
            self._in_charge(who, "begin")
            seats = self.mode.heroes(self.ruleset.seats, self._members)
            seed = self._means.draw(SEED_BYTES)
            heroes = [seat.hero for seat in seats]
            head = header(self.ruleset, self._game.options, heroes, seed)
            state, standing = await self._means.work(deal, self.ruleset, head, seed)
            receipt = await self._change(
                who,
                request,
                "begin",
                game=replace(self._game, phase="play", reason="", header=head),
                seats=seats,
                seed=seed,
                standing=standing,
                card="new",
                undue=("lobby",),
            )
            self._state = state
            return receipt

        return await self._request(who, request, body)

    async def act(
        self,
        who: Person,
        what: str | Action,
        *,
        seat: int | None = None,
        card: int | None = None,
        request: str = "",
    ) -> Receipt:
        """Do an action as `seat` (None: the first seat to move that `who` may move). `card`: the
        number on the pressed button; raises StaleCard when it is not the newest."""

        async def body() -> Receipt:
            self._goes_on()
            if card is not None and card != self._game.card:
                raise StaleCard
            state, standing = await self._live()
            mover = self._mover(who, seat, standing.to_move)
            if len(text := str(what)) > LONGEST_ORDER:
                raise Refusal("That is too long for an order.")
            done = await self._means.work(play, self.ruleset, state, mover, text)
            return await self._change(
                who,
                request,
                done.text,
                game=self._over() if done.standing.outcome else self._game,
                seat=mover,
                events=done.events,
                standing=done.standing,
                card="new" if done.standing.packed != standing.packed else "same",
            )

        return await self._request(who, request, body)

    async def pause(self, who: Person, reason: str = "", *, request: str = "") -> Receipt:
        """The founder or a manager pauses the game."""

        async def body() -> Receipt:
            self._goes_on()
            self._in_charge(who, "pause")
            game = _paused(self._game, " ".join(reason.split())[:200])
            return await self._change(who, request, "pause", game=game)

        return await self._request(who, request, body)

    async def resume(self, who: Person, *, request: str = "") -> Receipt:
        """The founder or a manager resumes a paused game; a new card is posted."""

        async def body() -> Receipt:
            self._not_over()
            if self._game.phase != "paused":
                raise Refusal("The game is not paused.")
            self._in_charge(who, "resume")
            phase = "lobby" if self._game.header is None else "play"
            game = replace(self._game, phase=phase, reason="")
            if phase == "play":
                await self._live()
            return await self._change(who, request, "resume", game=game, card="new")

        return await self._request(who, request, body)

    async def end(self, who: Person, *, request: str = "") -> Receipt:
        """The founder or a manager ends the game for good; the seed is published."""

        async def body() -> Receipt:
            self._not_over()
            self._in_charge(who, "end")
            return await self._change(who, request, "end", game=self._over())

        return await self._request(who, request, body)

    async def settings(self, who: Person, name: str, value: str, *, request: str = "") -> Receipt:
        """The founder changes an option: `mode` at any time, the ruleset's own in the lobby."""

        async def body() -> Receipt:
            self._not_over()
            self._in_charge(who, "change the settings of")
            if name == "mode":
                if value not in MODES:
                    raise Refusal(f"A game can be played so: {', '.join(MODES)}.")
                game = replace(self._game, mode=value)
            elif self._game.header is not None:
                raise Refusal("That was settled when the game began.")
            else:
                chosen = {**self._game.options, **checked_options(self.ruleset, {name: value})}
                game = replace(self._game, options=chosen)
            return await self._change(who, request, f"set {name} {value}", game=game)

        return await self._request(who, request, body)

    # ------------------------------------------------------------ what the bot itself does

    async def repost(self) -> None:
        """Post the newest card again under a new number (its message is lost, or far up)."""

        async def body() -> None:
            game = replace(self._game, card=self._game.card + 1)
            await self._commit(Step(game, self._means.now(), owed=(speech.card(game),)))

        await self._means.whole(self._guarded(body))

    async def suspend(self, reason: str) -> None:
        """Pause the game because we cannot post, and drop what is owed."""

        async def body() -> None:
            game = self._game
            lines: tuple[Line, ...] = ()
            if game.phase in ("lobby", "play"):
                game = replace(_paused(game, reason), number=game.number + 1)
                lines = (Line(game.number, "table", "suspend"),)
            await self._commit(Step(game, self._means.now(), lines=lines, hush=True))

        await self._means.whole(self._guarded(body))

    async def expire(self, *, request: str) -> None:
        """Close a lobby in which nobody has begun for too long."""

        async def body() -> Receipt:
            if self._game.header is not None or self._game.phase == "over":
                raise Refusal("The game has begun.")
            return await self._change(None, request, "expire", game=self._over())

        await self._request(None, request, body)

    # ------------------------------------------------------------ what anybody reads

    async def view(self, seat: int | None) -> View:
        """What the seat (None: the public) may see now. Refused in the lobby."""
        view: View = await self._look(("view", seat), lambda state: self.ruleset.view(state, seat))
        return view

    async def offers(self, seat: int) -> tuple[Offer, ...]:
        """What the seat may do now; empty when the game does not go on."""
        if self._game.phase != "play":
            return ()
        return await self._look(
            ("offers", seat), lambda state: tuple(self.ruleset.legal(state, seat))
        )

    async def to_move(self) -> tuple[int, ...]:
        """The seats whose move it is; none when the game does not go on."""
        return (await self._stands()).to_move if self._game.phase == "play" else ()

    async def status(self) -> Status:
        """How the game stands."""
        store, game = self._means.store, self._game
        standing, troubles = None, await store.troubles(game.id)
        if game.header is not None:
            try:
                standing = await self._stands()
            except TableFault as fault:
                troubles += (str(fault),)
        going = standing is not None and game.phase == "play"
        to_move = standing.to_move if standing and going else ()
        seed = await store.seed(game.id) if game.phase == "over" else None
        return Status(
            game=game,
            title=self.ruleset.title,
            members=self._members,
            seats=self._seats,
            to_move=to_move,
            waiting_for=tuple(self.mode.waits_for(self._seats, to_move)),
            deadlines=await store.deadlines(game.id),
            seed=seed.hex() if seed else None,
            outcome=standing.outcome if standing else None,
            troubles=troubles,
        )

    async def history(
        self, seat: int | None = None, *, after: int = 0, limit: int = 100
    ) -> tuple[Entry, ...]:
        """Lines of the log with numbers above `after`, at most `limit`, as the seat may read."""
        entries = await self._means.store.lines(self._game.id, after, limit)
        if self._game.phase == "over":
            return tuple(entries)
        ears = () if seat is None else (seat,)
        readable = {None, *ears} if seat != GM else {None, *(each.seat for each in self._seats)}
        return tuple(
            replace(
                entry,
                text=entry.text if entry.seat in readable else "",
                events=audible(entry.events, ears),
            )
            for entry in entries
        )

    # ------------------------------------------------------------ checks

    def _not_over(self) -> None:
        if self._game.phase == "over":
            raise Refusal("The game is over.")

    def _goes_on(self) -> None:
        self._not_over()
        if self._game.phase == "lobby":
            raise Refusal("The game has not begun yet.")
        if self._game.phase == "paused":
            raise Refusal(f"The game is paused. {self._game.reason}".rstrip())

    def _in_charge(self, who: Person, verb: str) -> None:
        if who.id != self._game.founder and not who.manager:
            raise Refusal(f"Only the game's founder or a manager of the server may {verb} it.")

    def _mover(self, who: Person, seat: int | None, to_move: tuple[int, ...]) -> int:
        theirs = self.may_move(who.id)
        if not theirs:
            raise Refusal("You have no hero in this game.")
        if seat is not None and seat not in theirs:
            raise Refusal("That hero is not yours to move.")
        for mover in to_move:
            if mover in theirs and seat in (None, mover):
                return mover
        raise Refusal("It is not your turn.")

    def _over(self) -> Game:
        return replace(self._game, phase="over", reason="", ended=self._means.now())


def _paused(game: Game, reason: str) -> Game:
    return replace(game, phase="paused", reason=reason)


def checked_options(ruleset: Ruleset, options: Mapping[str, str]) -> dict[str, str]:
    """The options of a new game, if the ruleset has them all. Raises Refusal."""
    known = {setting.name: setting for setting in ruleset.settings}
    for name, value in options.items():
        if name not in known:
            have = ", ".join(known) or "none"
            raise Refusal(f"{ruleset.title} has no such setting; it has: {have}.")
        if value not in known[name].values:
            raise Refusal(f"The setting {name} can be: {', '.join(known[name].values)}.")
    return dict(options)
