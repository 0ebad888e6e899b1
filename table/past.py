"""A game's past: its log, any turn again, moves taken back, and whether the dice were honest."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.common.log import Header, start
from engine.common.log import Line as Order
from engine.common.log import play as play_line
from engine.game import GM, Event, Ruleset, View
from table.affairs import Affairs
from table.checks import Checks
from table.errors import Refusal
from table.records import Entry, Person, Receipt
from table.standing import audible, stand, wake
from table.steps import Snapshot

LONGEST_FILM = 120  # pictures
PAGE = 1000  # lines read at a time


class Undone(msgspec.Struct, frozen=True):
    """What taking moves back would do: how many, to the state after line `to`, what of it the
    asker may hear (oldest first), and all that as a text."""

    moves: int
    to: int
    lines: tuple[str, ...]
    text: str


class Proof(msgspec.Struct, frozen=True):
    """Whether the log, replayed from the seed, gives the states that were played."""

    ok: bool
    lines: int  # orders that were replayed
    text: str


class Luck(msgspec.Struct, frozen=True):
    """Dice of one kind that were seen so far: how many, their mean, and what it should be."""

    what: str
    sides: int
    rolls: int
    mean: float
    expected: float
    faces: tuple[tuple[int, int], ...]  # how often each face came


class Past(Checks):
    """What a table knows of its past."""

    async def history(
        self, seat: int | None = None, *, after: int = 0, limit: int = 100
    ) -> tuple[Entry, ...]:
        """Lines of the log with numbers above `after`, at most `limit`, as the seat may read."""
        entries = await self._means.store.lines(self._game.id, after, limit)
        if self._revealed():
            return tuple(entries)
        ears = () if seat is None else (seat,)
        readable = {None, *ears} if seat != GM else {None, *(each.seat for each in self._seats)}
        readable |= {GM} if seat == GM else set()
        told = [entry for entry in entries if not self._hidden(entry)]
        return tuple(
            replace(
                entry,
                text=entry.text if entry.seat in readable else "",
                events=audible(entry.events, ears),
            )
            for entry in told
        )

    @property
    def revealed(self) -> bool:
        """Whether everything may be told, the seed too."""
        return self._revealed()

    def header(self) -> Header:
        """What the game started from. Refused in the lobby."""
        if self._game.header is None:
            raise Refusal("The game has not begun yet.")
        return self._game.header

    async def note(self, who: Person, text: str, *, request: str = "") -> None:
        """Write a line into the log that changes nothing."""

        async def body() -> Receipt:
            return await self._change(who, request, text, card="same", called=False)

        await self._request(who, request, body)

    def may_export(self, who: Person) -> None:
        """Whether somebody may have the game as a file. Raises Refusal."""
        self.header()
        if who.id not in self._now().people and not who.manager:
            raise Refusal("Only who plays in a game may take it along.")

    def may_fork(self, who: Person) -> None:
        """Whether somebody may try out what would have happened otherwise. Raises Refusal."""
        if self._game.header is None:
            raise Refusal("The game has not begun yet.")
        if self._revealed():
            return
        if self._game.terms.ladder == "on" or self._game.affairs.sealed:
            raise Refusal("Nothing is tried out in a game that counts for the ladder.")
        if not (self._game.mode == "table" and who.id == self._now().master):
            self._in_charge(who, "fork")

    def _hidden(self, entry: Entry) -> bool:
        """Whether a line would tell how somebody voted while counts are hidden."""
        secret = self._game.terms.clauses.counts == "hidden" and entry.kind == "table"
        return secret and entry.text.startswith(("propose ", "vote ", "abstain", "withdraw"))

    async def text_log(self, seat: int | None) -> str:
        """The whole log as the seat may read it, one line a line."""
        game = self._game
        lines = [f"{self.ruleset.title}, game {game.id}"]
        if game.header:
            head = game.header
            lines.append(f"Rules {head.ruleset} version {head.version}, data {head.data}")
            lines += [f"Setting {name}: {value}" for name, value in head.options.items()]
            lines.append(f"Heroes: {', '.join(head.seats)}")
            lines.append(f"Hash of the seed: {head.seed_hash}")
        if self._revealed() and (seed := await self._means.store.seed(game.id)):
            lines.append(f"Seed: {seed.hex()}")
        after = 0
        while entries := await self.history(seat, after=after, limit=PAGE):
            lines += map(_told, entries)
            after = entries[-1].number
        return "\n".join(lines) + "\n"

    # ------------------------------------------------------------ any turn again

    async def turns(self) -> tuple[int, ...]:
        """The numbers of the orders that still stand: those not taken back."""
        orders = await self._means.store.orders(self._game.id, self._game.number)
        return tuple(entry.number for entry in standing_of(orders))

    async def view_at(self, number: int, seat: int | None) -> View:
        """What the seat saw after line `number` of the log."""
        return (await self._film([number], seat))[0]

    async def film(self, first: int, last: int, seat: int | None) -> tuple[View, ...]:
        """What the seat saw after each order from line `first` to `last` that still stands."""
        numbers = [number for number in await self.turns() if first <= number <= last]
        if not numbers:
            raise Refusal("Nothing was played then.")
        if len(numbers) > LONGEST_FILM:
            raise Refusal(f"That is {len(numbers)} moves; at most {LONGEST_FILM} fit a film.")
        return await self._film(numbers, seat)

    async def _film(self, numbers: Sequence[int], seat: int | None) -> tuple[View, ...]:
        orders, snapshot = await self._before(numbers[0], numbers[-1])
        kept = await self._means.store.snapshots(self._game.id) if len(numbers) > 1 else []
        views = await self._means.toil(_seen, self.ruleset, snapshot, kept, orders, numbers, seat)
        if views is None:
            raise Refusal("That was played by older rules and cannot be shown again.")
        return views

    async def _before(self, first: int, last: int) -> tuple[list[Entry], Snapshot]:
        """The newest state that was kept till line `first`, and the orders after it to `last`."""
        game, store = self._game, self._means.store
        if game.header is None:
            raise Refusal("The game has not begun yet.")
        snapshot = await store.snapshot(game.id, first, kept=True)
        if snapshot is None or not first <= last <= game.number:
            raise Refusal("There is no such turn.")
        orders = await store.orders(game.id, last)
        return [entry for entry in orders if entry.number > snapshot.number], snapshot

    # ------------------------------------------------------------ taking back

    async def undo_preview(self, person: int, moves: int = 1) -> Undone:
        """What taking so many moves back would do, as the person may hear it."""
        self._goes_on()
        if self._game.terms.undoing == "off":
            raise Refusal("Nothing is taken back in this game.")
        target, undone = await self._undoable(moves)
        ears = self.may_see(person)
        lines = []
        entries = await self._means.store.lines(self._game.id, target, PAGE)
        for entry in entries:
            if entry.number in undone:
                order = entry.text if entry.seat in ears or GM in ears else ""
                heard = " ".join(event.text for event in audible(entry.events, ears))
                lines.append(": ".join(part for part in (order, heard) if part) or "an order")
        plural = "move" if moves == 1 else "moves"
        first = f", to before “{lines[0]}”" if lines else ""
        text = f"This would take back {moves} {plural}{first}; the dice fall anew from there."
        return Undone(moves, target, tuple(lines), text)

    async def _undoable(self, moves: int) -> tuple[int, Collection[int]]:
        """The line to go back to, and the orders that are taken back. Raises Refusal."""
        standing = await self.turns()
        if moves < 1 or moves > len(standing):
            raise Refusal(f"There are {len(standing)} moves to take back.")
        undone = standing[-moves:]
        snapshot = await self._means.store.snapshot(self._game.id, undone[0] - 1, kept=True)
        if snapshot is None:
            raise Refusal("It cannot be taken back so far.")
        return undone[0] - 1, frozenset(undone)

    async def _undoing(self, target: int, affairs: Affairs) -> tuple[str, dict[str, Any]]:
        """The line of an undo, what `_change` is told, and the state (`state`)."""
        snapshot, state = await self.state_at(target)
        epoch = affairs.epoch + 1
        standing = await self._means.toil(
            renewed, self.ruleset, state, epoch - snapshot.epoch, None
        )
        return f"undo to {target}", {
            "affairs": replace(affairs, epoch=epoch, misses=0, motion=None),
            "standing": standing,
            "card": "new",
            "turn": "begun",
            "kept": True,
            "state": state,
        }

    async def state_at(self, number: int) -> tuple[Snapshot, Any]:
        """The state after line `number`, made again, and the kept one that it was made from."""
        orders, snapshot = await self._before(number, number)
        state = await self._means.toil(_again, self.ruleset, snapshot, orders)
        if state is None:
            raise Refusal("That was played by older rules; it cannot be gone back to.")
        return snapshot, state

    # ------------------------------------------------------------ dice

    async def proof(self) -> Proof:
        """Replay the whole log from its seed and compare with the states that were played."""
        game, store = self._game, self._means.store
        if game.header is None:
            raise Refusal("The game has not begun yet.")
        orders = await store.orders(game.id, game.number)
        kept = await store.snapshots(game.id)
        seed = await store.seed(game.id)
        return await self._means.toil(check, self.ruleset, game, seed, kept, orders)

    async def luck(self, seat: int | None) -> tuple[Luck, ...]:
        """The dice that the seat has seen so far, by what they were for."""
        seen: dict[tuple[str, int], dict[int, int]] = {}
        after = 0
        while entries := await self.history(seat, after=after, limit=PAGE):
            after = entries[-1].number
            for event in (event for entry in entries for event in entry.events):
                for roll in event.rolls:
                    faces = seen.setdefault((roll.what, roll.sides), {})
                    for face in roll.faces:
                        faces[face] = faces.get(face, 0) + 1
        return tuple(_lucky(what, sides, faces) for (what, sides), faces in sorted(seen.items()))


# ---------------------------------------------------------------- work for other threads


def standing_of(orders: Iterable[Entry]) -> list[Entry]:
    """The orders among log lines that were not taken back by a later line."""
    standing: list[Entry] = []
    for entry in orders:
        target = undo_of(entry)
        if target is not None:
            standing = [each for each in standing if each.number <= target]
        elif entry.kind == "engine":
            standing.append(entry)
    return standing


def undo_of(entry: Entry) -> int | None:
    """The line that a line of the log goes back to; None for any other line."""
    if entry.kind == "table" and entry.text.startswith("undo to "):
        return int(entry.text.removeprefix("undo to "))
    return None


def _play(ruleset: Ruleset, state: Any, entry: Entry) -> list[Event]:
    return play_line(ruleset, state, Order(entry.seat or 0, entry.text))


def _again(ruleset: Ruleset, snapshot: Snapshot, orders: Sequence[Entry]) -> Any:
    """The state after the orders; None when other rules played them."""
    if orders and snapshot.rules != ruleset.version:
        return None
    state = wake(ruleset, snapshot.state)
    for entry in orders:
        _play(ruleset, state, entry)
    return state


def _seen(
    ruleset: Ruleset,
    snapshot: Snapshot,
    kept: Sequence[Snapshot],
    orders: Sequence[Entry],
    numbers: Sequence[int],
    seat: int | None,
) -> tuple[View, ...] | None:
    """The views after the lines of those numbers; None when other rules played them. Where moves
    were taken back the state that was kept then goes on."""
    if orders and snapshot.rules != ruleset.version:
        return None
    resumed = {each.number: each.state for each in kept}
    state, views, at = wake(ruleset, snapshot.state), [], 0
    for number in numbers:
        while at < len(orders) and orders[at].number <= number:
            if orders[at].kind == "engine":
                _play(ruleset, state, orders[at])
            else:
                state = wake(ruleset, resumed[orders[at].number])
            at += 1
        views.append(ruleset.view(state, seat))
    return tuple(views)


def renewed(ruleset: Ruleset, state: Any, times: int, seed: bytes | None) -> Any:
    """Give a state fresh dice, in place, and take stock of it."""
    for _ in range(times):
        ruleset.renew(state)
    if seed is not None:
        ruleset.renew(state, seed)
    return stand(ruleset, state)


def check(
    ruleset: Ruleset, game: Any, seed: bytes | None, kept: Sequence[Snapshot], orders: list[Entry]
) -> Proof:
    """Replay the orders and compare with every state that was kept."""
    by_number = {snapshot.number: snapshot for snapshot in kept}
    targets = {target for entry in orders if (target := undo_of(entry)) is not None}
    dumps: dict[int, tuple[bytes, int]] = {}
    notes: list[str] = []
    state: Any = None
    epoch = played = top = 0

    def compare(number: int) -> bool:
        nonlocal state, epoch, top
        snapshot = by_number.get(number)
        if snapshot is None:
            return True
        if state is None or snapshot.rules != ruleset.version:
            state = wake(ruleset, snapshot.state) if snapshot.rules == ruleset.version else None
        epoch = snapshot.epoch
        top = max(top, epoch)
        return state is None or ruleset.dump(state) == ruleset.dump(wake(ruleset, snapshot.state))

    def failed(number: int) -> Proof:
        text = f"The replay differs from the game at line {number} of the log."
        return Proof(False, played, text)

    same_rules = game.header.version == ruleset.version
    same_data = game.header.data == ruleset.data_digest()
    if game.affairs.origin:
        notes.append(f"This game is a {game.affairs.origin}: its first state is taken as given.")
    elif seed is None:
        return Proof(False, 0, "The seed of this game is lost.")
    elif same_rules and same_data:
        try:
            state = start(ruleset, game.header, seed)
        except ValueError:
            return Proof(False, 0, "The seed is not the one whose hash was published.")
    else:
        notes.append("It began under other rules or data; it is checked from where they are ours.")
    pending = sorted({*by_number, *targets, *(entry.number for entry in orders)})
    by_order = {entry.number: entry for entry in orders}
    for number in pending:
        entry = by_order.get(number)
        if entry is not None and state is not None:
            target = undo_of(entry)
            if entry.kind == "engine":
                try:
                    _play(ruleset, state, entry)
                except ValueError:
                    return failed(number)
                played += 1
            elif target is not None and target in dumps:
                dump, former = dumps[target]
                state = ruleset.load(dump)
                for _ in range(top + 1 - former):
                    ruleset.renew(state)
                epoch = top = top + 1
            else:
                state = None
        if not compare(number):
            return failed(number)
        if number in targets and state is not None:
            dumps[number] = (ruleset.dump(state), epoch)
    notes.insert(0, f"The log replays: {played} orders, {len(by_number)} saved states, all alike.")
    notes.append(f"The seed's hash is {game.header.seed_hash}.")
    return Proof(True, played, " ".join(notes))


def _lucky(what: str, sides: int, faces: dict[int, int]) -> Luck:
    rolls = sum(faces.values())
    mean = sum(face * times for face, times in faces.items()) / max(1, rolls)
    return Luck(what, sides, rolls, mean, (sides + 1) / 2, tuple(sorted(faces.items())))


def _told(entry: Entry) -> str:
    whose = "" if entry.seat is None else f" [{entry.seat}]"
    happened = " ".join(event.text for event in entry.events)
    return f"{entry.number}.{whose} {entry.text or 'an order'} {happened}".rstrip()
