"""Proof that a game's dice were honest: replay its log from the seed and compare."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.common import game_log
from engine.common.game_log import Header
from engine.contract.ruleset import AnyRuleset
from engine.contract.running_game import RunningGame, resume
from table.history.entries import Acted, Forked, Imported, LogRecord, TurnsUndone
from table.history.rewind import play_record
from table.history.snapshot import Snapshot
from table.loaded_game import load


class Proof(msgspec.Struct, frozen=True):
    """The result of a check: `ok` when the log, replayed from the seed, gives the states that were
    played."""

    ok: bool
    actions: int  # that were replayed
    text: str
    complete: bool = True  # everything was replayed from the seed
    unreadable: int = 0  # stored states


class Played(msgspec.Struct, frozen=True):
    """A game to be checked. `records`: those that say how the state came about."""

    header: Header
    origin: Forked | Imported | None
    seed: bytes | None
    snapshots: Sequence[Snapshot]
    records: Sequence[LogRecord]


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
        self.running: RunningGame | None = None  # None: not known from here on
        self.actions = 0
        self.unchecked = 0  # actions that could not be replayed
        self.unreadable = 0  # stored states
        self.given: list[int] = []  # entries whose states were taken as given
        self._epoch = self._newest_epoch = 0
        self._dumps: dict[int, tuple[bytes, int]] = {}  # states that are gone back to

    def check_all(self) -> None:
        """Replay and compare. Raises _Mismatch with the number of the entry."""
        for number in sorted({*self.snapshots, *self.targets, *self.records}):
            if number in self.records:
                self._follow(self.records[number])
            self._compare(number)
            if number in self.targets and self.running is not None:
                self._dumps[number] = (self.running.dump(), self._epoch)

    def _follow(self, record: LogRecord) -> None:
        running, entry = self.running, record.entry
        if running is None:
            self.unchecked += isinstance(entry, Acted)
        elif isinstance(entry, Acted):
            try:
                play_record(running, record)
            except ValueError:
                raise _Mismatch(record.number) from None
            self.actions += 1
        elif isinstance(entry, TurnsUndone) and entry.to in self._dumps:
            dump, former = self._dumps[entry.to]
            self.running = resume(self.ruleset, dump)
            for _ in range(self._newest_epoch + 1 - former):
                self.running.renew()
            self._epoch = self._newest_epoch = self._newest_epoch + 1
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
        self._epoch = snapshot.epoch
        self._newest_epoch = max(self._newest_epoch, self._epoch)
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


def check(ruleset: AnyRuleset, played: Played) -> Proof:
    """Replay the actions and compare with every state that was kept."""
    checker, header, notes = _Checker(ruleset, played), played.header, []
    same_data = header.data == ruleset.data_digest()
    if played.origin is not None:
        notes.append(f"This game is {_origin(played.origin)}: its first state is taken as given.")
    elif played.seed is None:
        return Proof(False, 0, "The seed of this game is lost.", complete=False)
    elif header.version == ruleset.version and same_data:
        try:
            checker.running = game_log.start(ruleset, header, played.seed)
        except ValueError:
            text = "The seed is not the one whose hash was published."
            return Proof(False, 0, text, complete=False)
    else:
        notes.append("It began under other rules or data; it is checked from where they are ours.")
    try:
        checker.check_all()
    except _Mismatch as mismatch:
        text = f"The replay differs from the game at entry {mismatch} of the log."
        return Proof(False, checker.actions, text, complete=False)
    if checker.unchecked:
        notes.append(f"{checker.unchecked} actions could not be replayed.")
    if checker.unreadable:
        notes.append(f"Stored states that cannot be read: {checker.unreadable}.")
    if checker.given and played.origin is None:
        first = checker.given[0]
        notes.append(f"The state at entry {first} of the log is taken as given.")
    complete = not notes
    states = len(checker.snapshots)
    alike = "all alike" if complete else "alike where they could be compared"
    notes.insert(0, f"The log replays: {checker.actions} actions, {states} saved states, {alike}.")
    notes.append(f"The seed's hash is {header.seed_hash}.")
    return Proof(True, checker.actions, " ".join(notes), complete, checker.unreadable)


def _origin(origin: Forked | Imported) -> str:
    if isinstance(origin, Forked):
        return f"a fork of game {origin.game} at entry {origin.number}"
    return f"a copy from a file ({origin.digest})"
