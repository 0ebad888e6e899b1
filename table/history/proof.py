"""Proof that a game's dice were honest: replay its log from the seed and compare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from engine.common import game_log
from engine.common.game_log import Header
from engine.common.plans import split_terms
from engine.contract import running_game
from engine.contract.action import ActionError
from engine.contract.dice import ActionDice, DiceKeys
from engine.contract.ruleset import AnyRuleset
from engine.contract.running_game import RunningGame, resume
from engine.contract.texts import Text
from table.history.entries import Acted, AnyEntry, Forked, Imported, LogRecord, TurnsUndone
from table.history.rewind import play_record
from table.history.secrets import SecretFrom, past_keys, start_keys
from table.history.snapshot import Snapshot
from table.loaded_game import load


class Proof(msgspec.Struct, frozen=True):
    """The result of a check: `ok` when the log, replayed from the seed, gives the states that were
    played."""

    ok: bool
    actions: int  # that were replayed
    notes: tuple[Text, ...]  # a sentence each
    complete: bool = True  # everything was replayed from the seed
    unreadable: int = 0  # stored states

    @property
    def text(self) -> str:
        """Return the notes in English."""
        return " ".join(map(str, self.notes))


class Played(msgspec.Struct, frozen=True):
    """A game to be checked. `records`: those that say how the state came about. It holds no secret:
    who checks it learns nothing of dice to come."""

    header: Header
    origin: Forked | Imported | None
    start: DiceKeys | None  # of the game's beginning; None: its secret is lost
    keys: Mapping[int, DiceKeys]  # of the actions, by the numbers of their entries
    published: bool  # the secret is the one whose hash was published
    snapshots: Sequence[Snapshot]
    records: Sequence[LogRecord]
    with_events: bool = False  # the records hold what was told, and that is compared, too
    counted: bool = True  # everybody may know how much there is in the log

    @classmethod
    def of(
        cls,
        header: Header,
        origin: Forked | Imported | None,
        secrets: Sequence[SecretFrom],
        snapshots: Sequence[Snapshot],
        records: Sequence[LogRecord],
        *,
        counted: bool = True,
    ) -> Played:
        """Return a game to be checked without its secrets: the keys of its dice."""
        secret = secrets[-1].secret if secrets else None
        return cls(
            header=header,
            origin=origin,
            start=start_keys(secrets),
            keys=past_keys(secrets, records),
            published=secret is not None and game_log.is_published(header, secret),
            snapshots=snapshots,
            records=records,
            counted=counted,
        )


_ENCODE = msgspec.json.Encoder().encode


class _Mismatch(Exception):
    """The replay differs from the game at an entry."""


class _Checker:
    """A replay that is compared with every snapshot."""

    def __init__(self, ruleset: AnyRuleset, played: Played) -> None:
        self.ruleset = ruleset
        self.snapshots = {snapshot.number: snapshot for snapshot in played.snapshots}
        self.records = {record.number: record for record in played.records}
        self.targets = {
            record.entry.to for record in played.records if isinstance(record.entry, TurnsUndone)
        }
        self.with_events = played.with_events
        self.running: RunningGame | None = None  # None: not known from here on
        self.actions = 0
        self.unchecked = 0  # actions that could not be replayed
        self.unreadable = 0  # stored states
        self.given: list[int] = []  # entries whose states were taken as given
        self._keys = played.keys
        self._rolled: dict[tuple[bytes, bytes], LogRecord] = {}  # the last action by its dice
        self._before: LogRecord | None = None  # the record before the one that is followed
        self._dumps: dict[int, bytes] = {}  # states that are gone back to

    def check_all(self) -> None:
        """Replay and compare. Raises _Mismatch with the number of the entry."""
        for number in sorted({*self.snapshots, *self.targets, *self.records}):
            if number in self.records:
                self._check_dice(self.records[number])
                self._follow(self.records[number])
                self._before = self.records[number]
            self._compare(number)
            if number in self.targets and self.running is not None:
                self._dumps[number] = self.running.dump()

    def _check_dice(self, record: LogRecord) -> None:
        """Raise _Mismatch for an action with the dice of another, unless it is the same plan, done
        again for fewer turns right after it was undone: nobody chooses dice that they know."""
        keys = self._keys.get(record.number)
        if keys is None or not isinstance(record.entry, Acted):
            return
        name = keys.action, keys.hidden
        earlier = self._rolled.get(name)
        self._rolled[name] = record
        if earlier is None or self.running is None:
            return
        undo = self._before.entry if self._before is not None else None
        undone = isinstance(undo, TurnsUndone) and undo.to == earlier.number - 1
        if not undone or not _is_shortened(self.running, earlier.entry, record.entry):
            raise _Mismatch(record.number)

    def _follow(self, record: LogRecord) -> None:
        running, entry = self.running, record.entry
        if running is None:
            self.unchecked += isinstance(entry, Acted)
        elif isinstance(entry, Acted):
            try:
                events = play_record(running, record, self._keys)
            except ValueError:
                raise _Mismatch(record.number) from None
            if self.with_events and _ENCODE(events) != _ENCODE(record.events):
                raise _Mismatch(record.number)
            self.actions += 1
        elif isinstance(entry, TurnsUndone) and entry.to in self._dumps:
            self.running = resume(self.ruleset, self._dumps[entry.to])
        else:
            self.running = None

    def _compare(self, number: int) -> None:
        snapshot = self.snapshots.get(number)
        if snapshot is None:
            return
        stored = self._load(snapshot)
        if self.running is None or (stored is None and not self.unreadable):
            self.running = stored
            self.given.append(number)
        if self.running is None or stored is None:
            return
        if self.running.dump() != stored.dump():
            raise _Mismatch(number)

    def _load(self, snapshot: Snapshot) -> RunningGame | None:
        """Return a stored state; None when it is of other rules or cannot be read."""
        if snapshot.rules != self.ruleset.version:
            return None
        try:
            return load(self.ruleset, snapshot.state)
        except ValueError:
            self.unreadable += 1
            return None


def _is_shortened(running: RunningGame, plan: AnyEntry, again: Acted) -> bool:
    """Return whether an action is another one for fewer turns, in the state before both."""
    if not isinstance(plan, Acted) or plan.seat != again.seat:
        return False
    try:
        whole, short = (running.parse(each.action, each.seat) for each in (plan, again))
    except ActionError:
        return False
    _, terms = split_terms(short.args)
    return whole != short and running.shorten_plan(whole, terms.turns) == short


def check(ruleset: AnyRuleset, played: Played) -> Proof:
    """Replay the actions and compare with every state that was kept."""
    checker, header = _Checker(ruleset, played), played.header
    notes: list[Text] = []
    same_data = header.data == ruleset.data_digest()
    if played.origin is not None:
        notes.append(_origin(played.origin))
    elif played.start is None:
        return Proof(False, 0, (Text("The seed of this game is lost."),), complete=False)
    elif not played.published:
        wrong = Text("The seed is not the one whose hash was published.")
        return Proof(False, 0, (wrong,), complete=False)
    elif header.version == ruleset.version and same_data:
        checker.running = running_game.start(
            ruleset, header.options, header.seats, ActionDice(played.start), gm=header.gm
        )
    else:
        text = "It began under other rules or data; it is checked from where they are ours."
        notes.append(Text(text))
    try:
        checker.check_all()
    except _Mismatch as mismatch:
        text = "The replay differs from the game at entry {entry} of the log."
        differs = Text(text, {"entry": int(mismatch.args[0])})
        if not played.counted:
            differs = Text("The replay differs from the game.")
        return Proof(False, checker.actions, (differs,), complete=False)
    return _finished(checker, notes, played)


def _finished(checker: _Checker, notes: list[Text], played: Played) -> Proof:
    """Return the proof of a replay that agrees with the game; `notes`: what was said before."""
    published = Text("The seed's hash is {hash}.", {"hash": played.header.seed_hash})
    if not played.counted:
        partly = checker.unchecked or checker.unreadable or checker.given
        text = (
            "The log replays, as far as it could be compared."
            if partly or notes
            else ("The log replays, and all saved states are alike.")
        )
        complete = not (partly or notes)
        told = (Text(text), *notes, published)
        return Proof(True, checker.actions, told, complete, checker.unreadable)
    if checker.unchecked:
        text = "{number} actions could not be replayed."
        notes.append(Text(text, {"number": checker.unchecked}))
    if checker.unreadable:
        text = "Stored states that cannot be read: {number}."
        notes.append(Text(text, {"number": checker.unreadable}))
    if checker.given and played.origin is None:
        text = "The state at entry {entry} of the log is taken as given."
        notes.append(Text(text, {"entry": checker.given[0]}))
    complete = not notes
    text = "The log replays: {actions} actions, {states} saved states, all alike."
    if not complete:
        text = (
            "The log replays: {actions} actions, {states} saved states, alike where they could be"
            " compared."
        )
    replayed = Text(text, {"actions": checker.actions, "states": len(checker.snapshots)})
    notes = [replayed, *notes, published]
    return Proof(True, checker.actions, tuple(notes), complete, checker.unreadable)


def _origin(origin: Forked | Imported) -> Text:
    if isinstance(origin, Forked):
        return Text(
            "This game is a fork of game {game}: its first state is taken as given.",
            {"game": origin.game},
        )
    return Text(
        "This game is a copy from a file ({digest}): its first state is taken as given.",
        {"digest": origin.digest},
    )
