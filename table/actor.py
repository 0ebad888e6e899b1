"""The machinery under a table: its lock, what it holds in memory, and how it is saved.

What is held is a cache of the store. A request has it to itself (the lock), writes one `Step`,
and only then changes what is held; after a fault all of it is thrown away.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Literal, TypeVar

import msgspec
from msgspec.structs import replace
from sqlalchemy.exc import IntegrityError

from engine.game import Event, Ruleset
from table import speech, turns
from table.affairs import Affairs
from table.errors import Refusal, TableFault
from table.means import Means
from table.modes import MODES, At, Mode, Rota
from table.records import Deadline, Game, Member, Person, Receipt, Seat
from table.standing import Standing, audible, stand, wake
from table.steps import Draft, Line, Moved, Snapshot, Step

T = TypeVar("T")

KEEP_EVERY = 50  # lines of the log: how far apart the snapshots are that stay
IN_PLACE = 3.0  # seconds that the one who pressed has for showing the card
REFUSALS = 64  # remembered, so that a request delivered twice is refused twice

_log = logging.getLogger(__name__)


class Said(msgspec.Struct, frozen=True):
    """A line that a request brings into the log; the table's own when `seat` is None."""

    text: str
    seat: int | None = None
    events: tuple[Event, ...] = ()


class Actor:
    """What `table.table.Table` stands on."""

    def __init__(
        self,
        means: Means,
        ruleset: Ruleset,
        game: Game,
        members: tuple[Member, ...],
        seats: tuple[Seat, ...],
        due: tuple[Deadline, ...],
    ) -> None:
        self.ruleset = ruleset
        self._means = means
        self._game = game
        self._members = members
        self._seats = seats
        self._due = {deadline.kind: deadline for deadline in due}
        self._lock = asyncio.Lock()
        self._sure = True  # what we hold is what the store holds
        self._state: Any = None  # owned by whoever holds the lock; None: not loaded
        self._standing: Standing | None = None  # of the last commit
        self._snapped = 0  # the line of the newest snapshot
        self._seen: dict[object, Any] = {}  # views and offers of the last commit
        self._refused: OrderedDict[str, Refusal] = OrderedDict()

    @property
    def game(self) -> Game:
        """The game's facts as last saved."""
        return self._game

    @property
    def members(self) -> tuple[Member, ...]:
        """Who has joined, in the order of joining."""
        return self._members

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The heroes; empty in the lobby."""
        return self._seats

    @property
    def mode(self) -> Mode:
        """The way this game is played."""
        return MODES[self._game.mode]

    # ------------------------------------------------------------ one request, whole or not at all

    async def _request(
        self, who: Person | None, request: str, body: Callable[[], Awaitable[Receipt]]
    ) -> Receipt:
        async def once() -> Receipt:
            if request in self._refused:
                raise self._refused[request]
            try:
                return await body()
            except (Refusal, IntegrityError) as fault:
                # Requests seldom come twice, so whether this one did is asked last: a line of
                # its own stands in the way of a second one.
                if (receipt := await self._answered(who, request)) is not None:
                    if isinstance(fault, IntegrityError):
                        self._forget()
                    return receipt
                if isinstance(fault, Refusal):
                    self._remember(request, fault)
                raise

        return await self._means.whole(self._guarded(once))

    async def _answered(self, who: Person | None, request: str) -> Receipt | None:
        """The receipt of a request that was here before."""
        game = self._game.id
        done = await self._means.store.answered(game, request) if request else None
        if done is None:
            return None
        events = self._heard(who, done.events)
        return Receipt(game, done.number, done.card, done.seat, done.text, events)

    async def _guarded(self, body: Callable[[], Awaitable[T]]) -> T:
        """Run it with the lock held. After a fault what we hold is thrown away, and the next
        request starts from what the store holds."""
        async with self._lock:
            try:
                if not self._sure:
                    await self._reload()
                return await body()
            except Refusal:
                raise
            except BaseException as error:
                self._forget()
                if isinstance(error, Exception):
                    raise self._fault() from error
                raise

    def _forget(self) -> None:
        """Throw away what we hold."""
        self._sure = False
        self._state, self._standing, self._seen = None, None, {}

    def _fault(self) -> TableFault:
        error_id = secrets.token_hex(4)
        _log.exception("error %s at the table of game %s", error_id, self._game.id)
        return TableFault(error_id)

    def _remember(self, request: str, refusal: Refusal) -> None:
        if request:
            self._refused[request] = refusal
            if len(self._refused) > REFUSALS:
                self._refused.popitem(last=False)

    async def reread(self) -> None:
        """Take up what somebody else has changed in the store: who the people are."""
        async with self._lock:
            await self._reload()

    async def _reload(self) -> None:
        game = await self._means.store.game(self._game.id)
        assert game is not None, "games are not deleted"
        self._members, self._seats, due = await self._means.store.company(game.id)
        self._due = {deadline.kind: deadline for deadline in due}
        self._game = game
        self._sure = True

    async def _change(
        self,
        who: Person | None,
        request: str,
        text: str | Said,
        *more: Said,
        game: Game | None = None,
        affairs: Affairs | None = None,
        standing: Standing | None = None,
        members: tuple[Member, ...] | None = None,
        seats: tuple[Seat, ...] | None = None,
        seed: bytes | None = None,
        card: Literal["new", "redrawn", "same"] = "redrawn",
        turn: Literal["", "played", "begun"] = "",
        kept: bool = False,
        moved: Moved | None = None,
        in_hand: bool = False,
        due: tuple[Deadline, ...] = (),
        undue: tuple[str, ...] = (),
        owed: tuple[Draft, ...] = (),
        called: bool = True,
    ) -> Receipt:
        """Append lines that turn the game into `game` with `affairs`, with all that follows from
        it. `turn`: a new turn begins, because a move was `played` or otherwise; `kept`: the
        state stays in the store for good; `called`: those whose move it is now are pinged;
        `in_hand`: who asks can show the card, if it is all that is to be sent."""
        said = [text if isinstance(text, Said) else Said(text), *more]
        game, person = game or self._game, who.id if who else None
        affairs = affairs or game.affairs
        stands = standing or self._standing
        to_move = stands.to_move if stands else ()
        first = game.number + 1
        game = replace(
            game, number=game.number + len(said), card=game.card + (card == "new"), affairs=affairs
        )
        before, at = await self._at(), await self._at(game, members, seats)
        if turn:
            game = replace(game, affairs=turns.turned(at, played=turn == "played"))
            at = replace(at, game=game)
            passed = game.affairs.turn_of != self._game.affairs.turn_of or turn == "begun"
            due += turns.schedule(at, to_move, passed=passed)
            undue += (*turns.OF_TURNS, *(("rota",) if passed else ()))
        if game.phase != "play":
            due, undue = tuple(d for d in due if d.kind == "lobby"), (*undue, *turns.OF_PLAY)
        waited = set(turns.waits_for(before, self._standing.to_move if self._standing else ()))
        waiting = set(turns.waits_for(at, to_move))
        drafts = {"new": [speech.card(game)], "redrawn": [speech.redraw(game)], "same": []}[card]
        if called and not MODES[game.mode].votes:
            drafts += self._pings(at, waiting - waited - {person or 0}, stands, "turn", due)
            drafts += self._pings_next(at, stands) if turn else []
        drafts += [*owed, *await self._ending(game, stands)]
        now = self._means.now()
        in_hand = in_hand and card == "new" and moved is None and len(drafts) == 1
        if in_hand:
            drafts = [speech.in_hand(draft, now + IN_PLACE) for draft in drafts]
        step = Step(
            game,
            now,
            lines=_lines(first, said, person, request),
            snapshot=None if standing is None else self._snapshot(game, standing, kept=kept),
            members=members,
            seats=seats,
            seed=seed,
            owed=tuple(drafts),
            moved=moved,
            unping=not waited & waiting or any(draft.kind == "ping" for draft in owed),
            undue=undue,
            due=due,
        )
        await self._commit(step, standing)
        events = self._heard(who, said[0].events)
        return Receipt(
            game.id,
            first,
            game.card,
            said[0].seat,
            said[0].text,
            events,
            in_place=moved is not None,
            in_hand=in_hand,
        )

    async def _at(
        self,
        game: Game | None = None,
        members: tuple[Member, ...] | None = None,
        seats: tuple[Seat, ...] | None = None,
    ) -> At:
        """How the game stands now, or would stand so."""
        members = self._members if members is None else members
        habits = await self._means.habits([member.person for member in members])
        return At(
            self._game if game is None else game,
            members,
            self._seats if seats is None else seats,
            self._means.now(),
            habits,
        )

    def _now(self) -> At:
        """How the game stands now, as far as can be told without asking the store."""
        return At(self._game, self._members, self._seats, self._means.now(), self._means.known)

    def _pings(
        self,
        at: At,
        people: set[int],
        standing: Standing | None,
        why: speech.Why,
        due: Sequence[Deadline] = (),
    ) -> list[Draft]:
        """Pings for people, each when they are awake; none for those who want none."""
        until = next((deadline.due for deadline in due if deadline.kind == "turn"), None)
        view = standing.public if standing else None
        return speech.pings(at, people, self.ruleset.title, view, why, until)

    def _pings_next(self, at: At, standing: Standing | None) -> list[Draft]:
        if at.game.mode != "rota" or at.game.phase != "play":
            return []
        turn_of = at.game.affairs.turn_of
        after = Rota.next_of(at, turn_of)
        wanted = after is not None and after != turn_of and at.habits[after].next
        return self._pings(at, {after}, standing, "next") if wanted and after else []

    async def _ending(self, game: Game, standing: Standing | None) -> list[Draft]:
        if game.phase != "over" or game.header is None:
            return []
        if game.affairs.sealed:
            return []
        seed = await self._means.store.seed(game.id)
        assert seed is not None, "a game that has begun has a seed"
        outcome = standing.outcome if standing else None
        return [speech.ending(game, self.ruleset.title, outcome, seed)]

    def _snapshot(self, game: Game, standing: Standing, *, kept: bool = False) -> Snapshot:
        kept = kept or game.number // KEEP_EVERY > self._snapped // KEEP_EVERY
        epoch = game.affairs.epoch
        return Snapshot(game.number, self.ruleset.version, standing.packed, kept, epoch)

    async def _commit(self, step: Step, standing: Standing | None = None) -> None:
        await self._means.commit(step)
        self._game = step.game
        if step.members is not None:
            self._members = step.members
        if step.seats is not None:
            self._seats = step.seats
        for kind in step.undue:
            self._due.pop(kind, None)
        self._due |= {deadline.kind: deadline for deadline in step.due}
        if standing is not None and step.snapshot is not None:
            self._snapped = step.snapshot.number
            self._standing = standing
            self._seen = _seen(standing)

    def _to_come(self) -> tuple[Deadline, ...]:
        """The deadlines that are not past, the earliest first. A past one may be ringing or struck
        out already, as the store knows."""
        now = self._means.now()
        to_come = (deadline for deadline in self._due.values() if deadline.due > now)
        return tuple(sorted(to_come, key=lambda deadline: deadline.due))

    # ------------------------------------------------------------ the state

    async def _live(self) -> tuple[Any, Standing]:
        """The state, loaded when it is not; the lock must be held."""
        if self._state is None or self._standing is None:
            saved = await self._means.store.snapshot(self._game.id)
            assert saved is not None, "a game that has begun has a state"
            state = await self._means.work(wake, self.ruleset, saved.state)
            standing = await self._means.work(stand, self.ruleset, state)
            self._snapped = saved.number
            if saved.rules != self.ruleset.version and self._game.phase != "over":
                await self._rules_changed(standing)
            self._state, self._standing = state, standing
            self._seen = _seen(standing)
        return self._state, self._standing

    async def _rules_changed(self, standing: Standing) -> None:
        """A running game outlives a change of rules; the change is a line in its log, and the
        state it went on from is kept, so that a replay goes from there."""
        game = replace(self._game, number=self._game.number + 1)
        line = Line(game.number, "table", f"rules {self.ruleset.version}")
        snapshot = self._snapshot(game, standing, kept=True)
        await self._commit(Step(game, self._means.now(), lines=(line,), snapshot=snapshot))
        self._snapped = game.number

    async def _stands(self) -> Standing:
        """How the game stands after the last commit."""
        if self._standing is not None:
            return self._standing

        async def load() -> Standing:
            return (await self._live())[1]

        return await self._means.whole(self._guarded(load))

    async def _look(self, key: object, read: Callable[[Any], T]) -> T:
        """What `read` makes of the state after the last commit, remembered under `key`. While a
        request has the state, a copy is read instead: looking waits for nobody's plan."""
        if self._game.header is None:
            raise Refusal("The game has not begun yet.")
        standing, seen = self._standing, self._seen
        if key not in seen:
            if standing is None or not self._lock.locked():
                seen = await self._means.whole(self._guarded(lambda: self._look_live(key, read)))
            else:
                seen[key] = await self._look_at_copy(standing, read)
        found: T = seen[key]
        return found

    async def _look_at_copy(self, standing: Standing, read: Callable[[Any], T]) -> T:
        try:
            copy = await self._means.work(wake, self.ruleset, standing.packed)
            return await self._means.work(read, copy)
        except Exception as error:
            raise self._fault() from error

    async def _look_live(self, key: object, read: Callable[[Any], T]) -> dict[object, Any]:
        state, _ = await self._live()
        if key not in self._seen:
            self._seen[key] = await self._means.work(read, state)
        return self._seen

    def _heard(self, who: Person | None, events: Sequence[Event]) -> tuple[Event, ...]:
        return audible(events, self.may_see(who.id) if who else ())

    def may_move(self, person: int) -> tuple[int, ...]:
        """The seats that this person may move now, when it is their turn; in a vote, propose
        for."""
        return tuple(self.mode.moves(self._now(), person))

    def may_see(self, person: int) -> tuple[int, ...]:
        """The seats through whose eyes this person may look (none: the public view alone)."""
        return tuple(self.mode.sees(self._now(), person))


def _seen(standing: Standing) -> dict[object, Any]:
    """The looks at a state that are known beforehand."""
    seen: dict[object, Any] = {("view", None): standing.public}
    if standing.offers is not None:
        seen["offers", standing.to_move[0]] = standing.offers
    return seen


def _lines(first: int, said: Sequence[Said], person: int | None, request: str) -> tuple[Line, ...]:
    """Lines of the log; the first is whose request it is, the others follow from it."""
    return tuple(
        Line(
            first + n,
            "table" if line.seat is None else "engine",
            line.text,
            line.seat,
            None if n else person,
            None if n else request or None,
            line.events,
        )
        for n, line in enumerate(said)
    )
