"""A table: one game in one channel, as a running thing.

Every request goes: lock, check, apply, append, commit; only then does anybody speak. Refused
requests raise `Refusal` with a sentence, our own faults `TableFault` with an id; then nothing
has changed. `request` names a request (an interaction's id): delivered twice, it happens once
and gets the same receipt.
"""

from __future__ import annotations

import contextlib

from msgspec.structs import replace

from engine import game as contract
from engine.common.dice import SEED_BYTES
from engine.common.log import header
from engine.game import GM, Action, Offer, Topic, View
from table import speech, turns
from table.actor import IN_PLACE, Said
from table.checks import without
from table.errors import Refusal, TableFault
from table.names import distinct, proper
from table.records import Deadline, Member, Person, Receipt, Status
from table.standing import LONGEST_ORDER, Ahead, deal
from table.steps import Line, Moved, Step
from table.timing import Timing


class Table(Timing):
    """One game. Get it from `Tables.at` or `Tables.get`."""

    # ------------------------------------------------------------ what people ask

    async def join(self, who: Person, *, request: str = "") -> Receipt:
        """Join the lobby, or take a free seat of a running game. Control letters in the name
        are refused; it is cut to 32 letters."""

        async def body() -> Receipt:
            self._not_over()
            if any(member.person == who.id for member in self._members):
                raise Refusal("You have joined already.")
            if not self.mode.room(await self._at(), self.ruleset.seats):
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
            if not left and game.phase == "lobby":
                game = self._over()
            elif not left:
                game = self._paused("Nobody is left.")
            elif game.founder == who.id:
                game = replace(game, founder=left[0].person)
            freed = tuple(replace(s, person=None) if s.person == who.id else s for s in self._seats)
            affairs = without(game.affairs, who.id)
            then = await self._at(replace(game, affairs=affairs), left, freed)
            due = Deadline(game.id, "turn", self._means.now())
            return await self._change(
                who,
                request,
                "leave",
                game=game,
                affairs=affairs,
                members=left,
                seats=freed,
                due=(due,) if await self._settles(then) else (),
            )

        return await self._request(who, request, body)

    async def begin(self, who: Person, *, request: str = "") -> Receipt:
        """The founder begins: seats, seed, first state, first card."""

        async def body() -> Receipt:
            self._not_over()
            if self._game.header is not None:
                raise Refusal("The game has begun already.")
            self._in_charge(who, "begin")
            seats = self.mode.heroes(await self._at(), self.ruleset.seats)
            seed = self._means.draw(SEED_BYTES)
            heroes = [seat.hero for seat in seats]
            head = header(self.ruleset, self._game.options, heroes, seed)
            state, standing = await self._means.toil(deal, self.ruleset, head, seed)
            receipt = await self._change(
                who,
                request,
                "begin",
                game=replace(self._game, phase="play", reason="", header=head),
                seats=seats,
                seed=seed,
                standing=standing,
                card="new",
                turn="begun",
                kept=True,
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
        message: int | None = None,
        aside: bool = False,
        answered: bool = False,
        request: str = "",
        ahead: Ahead | None = None,
    ) -> Receipt:
        """Do an action as `seat` (None: the first seat to move that `who` may move); where the
        way to play is a vote, propose it. `card`: the number on the pressed button; raises
        StaleCard when it is not the newest. `message`: the one whose button it was: when the
        same turn goes on, it shows the new card from now on (`Receipt.in_place`). `aside`: the
        button was on a panel for one person alone; then the outbox draws the card in its place.
        `answered`: the press can be answered with the next turn's card (`Receipt.in_hand`).
        `ahead` is called before it is saved, in another thread, with what everybody will see when
        it is: to be drawn meanwhile, and shown to nobody yet."""

        async def body() -> Receipt:
            self._goes_on()
            self._newest(card)
            state, standing = await self._live()
            mover = self._mover(who, seat, standing.to_move)
            if len(text := str(what)) > LONGEST_ORDER:
                raise Refusal("That is too long for an order.")
            if self.mode.votes:
                return await self._propose(who, request, mover, text)
            self._rested(who)
            done = await self._played(state, mover, text, ahead)
            changed = done.standing.packed != standing.packed
            same_turn = not done.standing.outcome and (
                (done.standing.public.turn, done.standing.to_move)
                == (standing.public.turn, standing.to_move)
            )
            moved = None
            if changed and same_turn and card is not None and (aside or message is not None):
                moved = await self._moved(card, None if aside else message)
            return await self._change(
                who,
                request,
                Said(done.text, mover, done.events),
                game=self._over() if done.standing.outcome else self._game,
                affairs=replace(self._acted(who), misses=0),
                standing=done.standing,
                card="new" if changed else "same",
                turn="played" if changed and not same_turn else "",
                moved=moved,
                in_hand=answered,
            )

        return await self._request(who, request, body)

    async def _moved(self, card: int, message: int | None) -> Moved | None:
        shown = await self._means.store.shown_in(self._game.id, card)
        if shown is None or message not in (None, shown):
            return None
        by = self._means.now() + (IN_PLACE if message is not None else 0.0)
        return Moved(card, shown, by)

    async def shown(self, card: int) -> None:
        """The card was drawn in its message by whoever pressed there: the outbox need not."""
        await self._means.store.drawn(self._game.id, card, self._means.now())

    async def pause(self, who: Person, reason: str = "", *, request: str = "") -> Receipt:
        """The founder or a manager pauses the game."""

        async def body() -> Receipt:
            self._goes_on()
            self._in_charge(who, "pause")
            game = self._paused(" ".join(reason.split())[:200])
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
            affairs = replace(game.affairs, misses=0)
            return await self._change(
                who,
                request,
                "resume",
                game=game,
                affairs=affairs,
                card="new",
                turn="begun" if phase == "play" else "",
                due=turns.taken_up(await self._at(game)),
            )

        return await self._request(who, request, body)

    async def end(self, who: Person, *, request: str = "") -> Receipt:
        """The founder or a manager ends the game for good; the seed is published."""

        async def body() -> Receipt:
            self._not_over()
            self._in_charge(who, "end")
            return await self._change(who, request, "end", game=self._over())

        return await self._request(who, request, body)

    async def settings(self, who: Person, name: str, value: str, *, request: str = "") -> Receipt:
        """The founder changes how the game is played: `mode` and `table.terms.SETTINGS` at any
        time, the ruleset's own options in the lobby."""

        async def body() -> Receipt:
            self._not_over()
            self._in_charge(who, "change the settings of")
            effect = self._setting(name, value)
            return await self._change(who, request, f"set {name} {value}", **effect)

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
                game = replace(self._paused(reason), number=game.number + 1)
                lines = (Line(game.number, "table", "suspend"),)
            await self._commit(
                Step(game, self._means.now(), lines=lines, hush=True, undue=turns.OF_PLAY)
            )

        await self._means.whole(self._guarded(body))

    async def expire(self, *, request: str) -> None:
        """Close a lobby in which nobody has begun for too long."""

        async def body() -> Receipt:
            if self._game.header is not None or self._game.phase == "over":
                raise Refusal("The game has begun.")
            return await self._change(None, request, "expire", game=self._over())

        await self._request(None, request, body)

    async def unseal(self, *, request: str) -> None:
        """The contest is over: end the game if it goes on, and publish its seed."""

        async def body() -> Receipt:
            game = self._game if self._game.phase == "over" else self._over()
            affairs = replace(game.affairs, sealed=False)
            return await self._change(None, request, "unseal", game=game, affairs=affairs)

        await self._request(None, request, body)

    # ------------------------------------------------------------ what anybody reads

    async def view(self, seat: int | None) -> View:
        """What the seat (None: the public) may see now. Refused in the lobby."""
        eyes = None if seat != GM and contract.is_open(self.ruleset) else seat
        view: View = await self._look(("view", eyes), lambda state: self.ruleset.view(state, eyes))
        return view

    async def offers(self, seat: int) -> tuple[Offer, ...]:
        """What the seat may do now; empty when the game does not go on."""
        if self._game.phase != "play":
            return ()
        return await self._look(("offers", seat), self._legal(seat))

    async def topics(self, seat: int | None) -> tuple[Topic, ...]:
        """What the seat (None: the public) may look up. Refused in the lobby."""
        return await self._look(
            ("topics", seat), lambda state: contract.topics(self.ruleset, state, seat)
        )

    async def explain(self, seat: int | None, topic: Topic) -> str:
        """What there is to say of one of `topics`. Refused when there is nothing any more."""
        if topic not in await self.topics(seat):
            raise Refusal("There is nothing known of that.")
        return await self._look(
            ("explain", seat, topic),
            lambda state: contract.explain(self.ruleset, state, seat, topic),
        )

    async def to_move(self) -> tuple[int, ...]:
        """The seats whose move it is; none when the game does not go on."""
        return (await self._stands()).to_move if self._game.phase == "play" else ()

    async def status(self) -> Status:
        """How the game stands."""
        game, standing = self._game, None
        if game.header is not None:
            with contextlib.suppress(TableFault):  # see `troubles`
                standing = await self._stands()
        going = standing is not None and game.phase == "play"
        to_move = standing.to_move if standing and going else ()
        seed = await self._means.store.seed(game.id) if self._revealed() else None
        return Status(
            game=game,
            title=self.ruleset.title,
            members=self._members,
            seats=self._seats,
            to_move=to_move,
            waiting_for=tuple(turns.waits_for(await self._at(), to_move)),
            deadlines=self._to_come(),
            seed=seed.hex() if seed else None,
            outcome=standing.outcome if standing else None,
        )

    async def troubles(self) -> tuple[str, ...]:
        """Why messages do not arrive, or the state cannot be read: one sentence each."""
        troubles = await self._means.store.troubles(self._game.id)
        if self._game.header is not None:
            try:
                await self._stands()
            except TableFault as fault:
                return (*troubles, str(fault))
        return troubles

    # ------------------------------------------------------------ checks

    def _rested(self, who: Person) -> None:
        """Refuse a second move too soon after the first, where others may move too."""
        last = self._game.affairs.moved.get(who.id)
        if self._game.mode != "first" or last is None or len(self._members) < 2:
            return
        left = last + float(self._game.terms.cooldown) - self._means.now()
        if left > 0:
            raise Refusal(f"Let others move: you may again in {left:.0f} seconds.")

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
