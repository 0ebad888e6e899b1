"""A game's past as people may read it: its log, any turn again, what undo would do, the dice."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from engine.common.game_log import Header
from engine.contract.action import GM, Event, audible
from engine.contract.texts import Text, Words, counted, joined
from engine.contract.uploads import without_uploads
from engine.contract.view import View
from table.commands.command import check_playing
from table.commands.rewinding import check_undo
from table.errors import Refusal
from table.heavy.queue import ACTION, Asker
from table.history.entries import VOTES, Acted, LogRecord, TurnsUndone, without_key
from table.history.loading import load_replay, load_undo
from table.history.proof import Played, Proof, check
from table.history.reading import as_read_by, called_in, is_behind_screen, names_entry, with_lines
from table.history.rewind import plan_turns, standing_actions, views_at
from table.memory import GameMemory
from table.reader import GameReader
from table.references import by_person
from table.services import Services
from table.shown_names import fill_names
from table.state import KnownPerson, TableState
from table.store.packing import LogRow
from table.store.records import read_log

MAX_FILM = 120  # pictures
MAX_OF_A_PLAN = 6  # pictures of its course in a film: each is played from its beginning
MAX_STORY = 300  # records
FEW = 50  # of the last records, among which is looked for what happened last
HELD = 64  # of the last records, which cards tell of: as many are read at least
PAGE = 1000  # records read at a time


class UndoPreview(msgspec.Struct, frozen=True):
    """A preview of undoing turns: how many, to the state after entry `to`, what of it the asker
    may know (oldest first), and all that as a text.

    `plan_turns`: how long the first of it, a plan, has lasted; 0 where it was none. `kept_turns`:
    so many of these would be done again. `length`: of the log, as far as the asker may know it.
    """

    turns: int
    to: int
    length: int
    lines: tuple[Words, ...]
    text: Text
    plan_turns: int = 0
    kept_turns: int = 0


class Film(msgspec.Struct, frozen=True):
    """The views of a seat after each of some moves, and in between during plans."""

    moves: int
    views: tuple[View, ...]


class Story(msgspec.Struct, frozen=True):
    """Events since a time, as somebody may know them."""

    since: float
    records: tuple[LogRecord, ...]


class WholeLog(msgspec.Struct, frozen=True):
    """A log as a seat may read it, with its hash and the seeds in hex; "": not told."""

    head: str
    seed: str
    shared_seed: str  # of the contest
    records: tuple[LogRecord, ...]


class LatestRecords(msgspec.Struct, frozen=True):
    """The last `count` records that a seat may read, or all, while the table is in a state."""

    state: TableState
    count: int
    records: tuple[LogRecord, ...]


class GameHistory:
    """A game's past."""

    def __init__(self, table: GameMemory, reader: GameReader, services: Services) -> None:
        self._table = table
        self._reader = reader
        self._services = services
        self._games = services.store.games
        self._proof: tuple[bytes, Proof] | None = None  # by the digest of what it was made from
        self._held: tuple[Mapping[int, KnownPerson], tuple[LogRecord, ...]] = {}, ()
        self._latest: dict[int | None, LatestRecords] = {}  # by seat

    def header(self) -> Header:
        """Return what the game started from. Raises Refusal in the lobby."""
        header = self._table.state.game.header
        if header is None:
            raise Refusal("The game has not begun yet.")
        return header

    # ------------------------------------------------------------ the log

    async def records(
        self, seat: int | None = None, *, after: int = 0, limit: int = 100
    ) -> tuple[LogRecord, ...]:
        """Return records of the log with numbers above `after`, at most `limit`, as the seat
        (None: the public) may read them. What they tell of other entries are their lines."""
        known = await self._known_records(seat, after, limit)
        if any(names_entry(record.entry) for record in known):
            lines = await self.numbers(seat)
            known = [replace(each, entry=with_lines(each.entry, lines)) for each in known]
        return tuple(fill_names(record, self._reader.names) for record in known)

    async def _known_records(self, seat: int | None, after: int, limit: int) -> list[LogRecord]:
        """Return records of which the seat may know, as it may read them."""
        state = self._table.state
        found = await self._kept_records(after, limit)
        # Keys count what is hidden; nobody reads them but proofs and files.
        told = (replace(each, entry=without_key(each.entry)) for each in found)
        shown = [record for record in told if not self.hides(record)]
        if state.revealed:
            return shown
        called = called_in(state)
        read = [as_read_by(record, seat, called) for record in shown]
        if self._sees_behind_screen(seat):
            return read
        return [record for record in read if not is_behind_screen(record)]

    async def _kept_records(self, after: int, limit: int) -> Sequence[LogRecord]:
        """Return records as they are kept. The last are held: a log only grows, and each card asks
        for them; who is meant by them is as the table knows it."""
        state = self._table.state
        game, end = state.game.id, state.game.number
        if after < end - HELD:
            return await self._games.records(game, after, limit)
        people, held = self._held
        if people != state.references or not held or held[-1].number < end - HELD:
            held = ()
        known = held[-1].number if held else max(0, end - HELD)
        if known < end:
            held = (*held, *await self._games.records(game, known, end - known))[-HELD:]
            self._held = state.references, held
        return [record for record in held if after < record.number <= after + limit]

    def hold(self, rows: Sequence[LogRow]) -> None:
        """Hold rows that were appended to the log and saved, if they follow on what is held."""
        people, held = self._held
        if rows and held and held[-1].number == rows[0].number - 1:
            naming = by_person({r: each.person for r, each in people.items()})
            self._held = people, (*held, *(read_log(row, naming) for row in rows))[-HELD:]

    async def latest(self, seat: int | None, count: int) -> tuple[LogRecord, ...]:
        """Return the last records that the seat may read, as many whatever stands between them;
        remembered while the table stays as it is, for each card asks for them several times."""
        state = self._table.state
        held = self._latest.get(seat)
        if held is not None and held.state is state and held.count >= count:
            return held.records[-count:]
        found: tuple[LogRecord, ...] = ()
        end, most = state.game.number, max(count, HELD)
        while end > 0 and len(found) < most:
            start = max(0, end - most)
            found = await self.records(seat, after=start, limit=end - start) + found
            end = start
        self._latest[seat] = LatestRecords(state, most, found[-most:])
        return found[-count:]

    async def last_events(self, seat: int | None) -> tuple[Event, ...]:
        """Return what happened last, as the seat may know it; nothing after it was undone."""
        for record in reversed(await self.latest(seat, FEW)):
            if record.events or isinstance(record.entry, TurnsUndone):
                return record.events
        return ()

    async def autoplayed(self) -> tuple[Acted, ...]:
        """Return what characters did by themselves since somebody acted, with the reasons, as
        everybody may know it; oldest first."""
        found: list[Acted] = []
        for record in reversed(await self.latest(None, FEW)):
            entry = record.entry
            if isinstance(entry, TurnsUndone) or (isinstance(entry, Acted) and not entry.why):
                break
            if isinstance(entry, Acted):
                found.append(entry)
        return tuple(reversed(found))

    def knows_all_entries(self, seat: int | None) -> bool:
        """Return whether the seat may know of every entry."""
        state = self._table.state
        votes_hidden = state.votes_hidden_to or state.game.settings.clauses.counts == "hidden"
        return self._sees_behind_screen(seat) and not votes_hidden

    def _sees_behind_screen(self, seat: int | None) -> bool:
        return seat == GM or not self._table.state.screened

    def hides(self, record: LogRecord) -> bool:
        """Return whether a record tells how somebody voted in a secret ballot: it stays secret,
        also when the game is over or its votes are open from some time on."""
        state = self._table.state
        secret = state.game.settings.clauses.counts == "hidden"
        return isinstance(record.entry, VOTES) and (
            secret or record.number <= state.votes_hidden_to
        )

    async def whole_log(self, seat: int | None) -> WholeLog:
        """Return the log as the seat may read it."""
        state, secret = self._table.state, await self._reader.published_secret()
        records = [record async for page in self._pages(seat) for record in page]
        return WholeLog(
            "" if state.screened else state.game.head,
            secret.seed.hex() if secret else "",
            secret.shared.hex() if secret and secret.shared else "",
            tuple(records),
        )

    async def story(self, person: int, since: float | None = None) -> Story:
        """Return what happened since a person last did something, as they may know it. `since`:
        since then, a Unix time."""
        if since is None:
            since = self._table.state.last_active.get(person, 0.0)
        records = await self.latest(self._seat_of(person), MAX_STORY)
        told = tuple(each for each in records if each.at > since and each.person != person)
        return Story(since, told)

    async def rolled_events(self, seat: int | None) -> list[Event]:
        """Return the events with dice that the seat has seen so far."""
        events: list[Event] = []
        async for records in self._pages(seat):
            events += [event for record in records for event in record.events if event.rolls]
        return events

    async def _pages(self, seat: int | None) -> AsyncIterator[tuple[LogRecord, ...]]:
        """Yield all records that the seat may read, some at a time."""
        for after in range(0, self._table.state.game.number, PAGE):
            yield await self.records(seat, after=after, limit=PAGE)

    # ------------------------------------------------------------ any turn again

    async def turns(self) -> tuple[int, ...]:
        """Return the numbers of the actions that still stand: those not taken back."""
        game = self._table.state.game
        records = await self._games.state_records(game.id, game.number)
        return tuple(record.number for record in standing_actions(records))

    async def numbers(self, seat: int | None) -> Sequence[int]:
        """Return the numbers of the entries that the seat may know of, oldest first. What it calls
        a line of the log is the place of one of them, from 1: numbers would tell of gaps."""
        last = self._table.state.game.number
        if self.knows_all_entries(seat):
            return range(1, last + 1)
        pages = [await self._known_records(seat, after, PAGE) for after in range(0, last, PAGE)]
        return [record.number for page in pages for record in page]

    async def length(self, seat: int | None) -> int:
        """Return how many lines the log has for a seat."""
        return len(await self.numbers(seat))

    async def length_for(self, person: int) -> int:
        """Return how many lines the log has for a person: the Game Master's if they are that."""
        return await self.length(self._seat_of(person))

    def _seat_of(self, person: int) -> int | None:
        seats = self._reader.may_see(person)
        return GM if GM in seats else next(iter(seats), None)

    async def entry_number(self, line: int, seat: int | None) -> int:
        """Return the number of the entry that is a line of the seat's. Raises Refusal."""
        numbers = await self.numbers(seat)
        if not 0 < line <= len(numbers):
            raise Refusal("There is no such turn.")
        return numbers[line - 1]

    async def moves(self, numbers: Sequence[int]) -> tuple[int, ...]:
        """Return the lines of the log, of a seat's `numbers`, that are actions which still
        stand."""
        standing = set(await self.turns())
        return tuple(line for line, number in enumerate(numbers, 1) if number in standing)

    async def view_at(self, number: int, seat: int | None, by: Asker | None = None) -> View:
        """Return what the seat saw after entry `number` of the log. Raises Refusal.

        `by`: who asks; None: the bot itself. So in the methods below.
        """
        return (await self.views_at([number], seat, by))[0]

    async def film(self, first: int, last: int, seat: int | None, by: Asker | None = None) -> Film:
        """Return what the seat saw after each action from its line `first` to `last` that still
        stands, and during plans. Raises Refusal."""
        known = await self.numbers(seat)
        moves = await self.moves(known)
        numbers = [known[line - 1] for line in moves if first <= line <= last]
        if not numbers:
            raise Refusal("Nothing was played then.")
        if len(numbers) > MAX_FILM:
            raise Refusal(
                "That is {numbers} moves; at most {max_film} fit a film.",
                numbers=len(numbers),
                max_film=MAX_FILM,
            )
        within = await self._turns_within(numbers, seat)
        return Film(len(numbers), await self.views_at(numbers, seat, by, within))

    async def _turns_within(
        self, numbers: Sequence[int], seat: int | None
    ) -> Mapping[int, tuple[int, ...]]:
        """Return the turns within plans of which a film has room, by the plans' numbers: of each
        as many."""
        turns: dict[int, int] = {}
        for start in range(numbers[0] - 1, numbers[-1], PAGE):
            limit = min(PAGE, numbers[-1] - start)
            records = await self.records(seat, after=start, limit=limit)
            turns |= {each.number: plan_turns(each.events) for each in records}
        plans = {number: turns[number] for number in numbers if turns.get(number, 0) > 1}
        room = (MAX_FILM - len(numbers)) // max(1, len(plans))
        return {
            number: spread(lasted - 1, min(room, MAX_OF_A_PLAN)) for number, lasted in plans.items()
        }

    async def views_at(
        self,
        numbers: Sequence[int],
        seat: int | None,
        by: Asker | None = None,
        within: Mapping[int, tuple[int, ...]] = {},
    ) -> tuple[View, ...]:
        """Return what the seat saw after some entries of the log, which ascend, and after some
        turns `within` plans. Raises Refusal."""
        game, ruleset = self._table.state.game, self._table.ruleset
        rewind = await load_replay(self._games, game, numbers[0], numbers[-1])
        kept = await self._games.snapshots(game.id) if len(numbers) > 1 else []
        views = await self._services.heavy.run(
            by,
            views_at,
            ruleset,
            rewind,
            kept,
            tuple(numbers),
            seat,
            within,
            expected=ACTION * (len(numbers) + sum(map(len, within.values()))),
        )
        return fill_names(views, self._reader.names)

    # ------------------------------------------------------------ undo and proof

    async def undo_preview(self, person: int, turns: int = 1, kept_turns: int = 0) -> UndoPreview:
        """Return what undoing so many turns would do, as the person may know it, but for the first
        `kept_turns` of the first of them, a plan. Raises Refusal."""
        state = self._table.state
        check_playing(state)
        seats = self._reader.may_see(person)
        check_undo(state, is_game_master=GM in seats)
        rewind = await load_undo(self._games, state.game, turns)
        records = await self._games.records(state.game.id, rewind.to, PAGE)
        undone = [each for each in records if each.number in rewind.undone]
        length = await self.length_for(person)
        words, names = self._table.ruleset.action_text, self._reader.names
        called = called_in(state)
        read = [replace(e, events=audible(e.events, seats, called)) for e in undone]
        lines = tuple(_undone_line(fill_names(each, names), seats, words) for each in read)
        moves = counted(turns, "{number} move", "{number} moves")
        text = Text("This would undo {moves}; new dice are rolled from there.", {"moves": moves})
        if lines:
            template = (
                "This would undo {moves}, to before “{line}”; new dice are rolled from there."
            )
            text = Text(template, {"moves": moves, "line": lines[0]})
        first = [each for each in undone if each.number == rewind.undone[0]]
        lasted = plan_turns(audible([e for each in first for e in each.events], seats))
        if kept_turns:
            if not 0 < kept_turns < lasted:
                raise Refusal("That was no plan of more than {turns} turns.", turns=kept_turns)
            template = (
                "This would undo {moves}, but for the first {kept} of {turns} turns, which have the"
                " same dice; new dice are rolled from there."
            )
            text = Text(template, {"moves": moves, "kept": kept_turns, "turns": lasted})
        return UndoPreview(
            turns=turns,
            to=rewind.to,
            length=length,
            lines=lines,
            text=text,
            plan_turns=lasted,
            kept_turns=kept_turns,
        )

    async def proof(self, by: Asker | None = None, *, seconds: float | None = None) -> Proof:
        """Replay the whole log from its seed and compare with the states that were played, in so
        many seconds at most (None: as much as any heavy work).

        The proof is remembered until what it was made from changes.
        """
        header, state = self.header(), self._table.state
        played = Played.of(
            header,
            state.origin,
            await self._games.secrets(state.game.id),
            await self._games.snapshots(state.game.id),
            await self._games.state_records(state.game.id, state.game.number),
            counted=not state.screened,
        )
        digest = await self._services.run_short(_digest, played)
        if self._proof is None or self._proof[0] != digest:
            heavy = self._services.heavy
            checked = await heavy.run(
                by,
                check,
                self._table.ruleset,
                played,
                seconds=seconds,
                expected=ACTION * state.game.number,
            )
            self._proof = digest, checked
        return self._proof[1]


def spread(last: int, most: int) -> tuple[int, ...]:
    """Return at most so many of the numbers 1 to `last`, evenly spread, the last one among them."""
    count = min(last, most)
    return tuple(last * place // count for place in range(1, count + 1))


def _digest(played: Played) -> bytes:
    return sha256(msgspec.msgpack.encode(played)).digest()


def _undone_line(record: LogRecord, seats: Iterable[int], words: Callable[[str], Words]) -> Words:
    """`record`: with the events that the seats may know; `words`: `Ruleset.action_text`."""
    seen, entry = tuple(seats), record.entry
    events = [event.text for event in record.events]
    action: Words = Text("an action")
    if not (isinstance(entry, Acted) and (entry.seat in seen or GM in seen)):
        return joined(events) if events else action
    if entry.action:
        action = words(without_uploads(entry.action))
    if not events:
        return action
    return Text("{action}: {events}", {"action": action, "events": joined(events)})
