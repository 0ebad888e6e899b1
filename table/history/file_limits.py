"""The schema of a game's file beyond its types: sizes, counts, numbers, names."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from engine.contract.dice import SEED_BYTES
from engine.contract.placeholders import PLACEHOLDER, REFERENCES
from engine.contract.ruleset import AnyRuleset
from table.errors import Refusal
from table.game_settings import change_setting, check_options, current
from table.history.entries import Acted, AutoplaySet, LogRecord, SeatGiven, SeatLent, SeatOffered
from table.history.secrets import SecretFrom
from table.history.snapshot import Snapshot
from table.names import clean_name, clean_text
from table.shown_names import change_texts
from table.state import GameRecord, KnownPerson, Member, Seat
from table.voting.modes import MODES

MAX_RECORDS = 20_000
MAX_RECORD_SIZE = 64 << 10  # bytes
MAX_SNAPSHOTS = 1_000
MAX_SNAPSHOT_SIZE = 1 << 20  # bytes, packed
MAX_PEOPLE = 100
MAX_KNOWN = 1_000  # people whom a log names
MAX_SHOWN_NAME = 100  # letters
MAX_ID = 1 << 62
MAX_TIME = 1e11  # seconds since 1970
MAX_REASON = 200  # letters
OF_A_SEAT = (Acted, AutoplaySet, SeatGiven, SeatLent, SeatOffered)
MAX_SECRETS = 100

INCOMPLETE = "That file is not complete."
TOO_LONG = "That game is too long for a file."
MALFORMED = "That file holds values that no game has."


class Head(Protocol):
    """The checked part of a file's head."""

    @property
    def game(self) -> GameRecord:
        """Return the game."""
        ...

    @property
    def members(self) -> tuple[Member, ...]:
        """Return who had joined."""
        ...

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Return the characters."""
        ...

    @property
    def people(self) -> dict[int, KnownPerson]:
        """Return who is meant by the references."""
        ...


class Body(Protocol):
    """The checked part of a file's body."""

    @property
    def secrets(self) -> Sequence[SecretFrom]:
        """Return what the dice came from."""
        ...

    @property
    def records(self) -> tuple[LogRecord, ...]:
        """Return the log."""
        ...

    @property
    def snapshots(self) -> tuple[Snapshot, ...]:
        """Return the states."""
        ...


def check_content(head: Head, body: Body, ruleset: AnyRuleset) -> None:
    """Raise Refusal when a file holds anything that no game of ours can."""
    game = head.game
    if len(body.records) > MAX_RECORDS or len(body.snapshots) > MAX_SNAPSHOTS:
        raise Refusal(TOO_LONG)
    if [record.number for record in body.records] != list(range(1, game.number + 1)):
        raise Refusal(INCOMPLETE)
    _check_game(game, ruleset)
    _check_people(head, game)
    _require(len(body.secrets) <= MAX_SECRETS)
    for each in body.secrets:
        _require(0 <= each.first <= MAX_RECORDS and len(each.secret.seed) == SEED_BYTES)
        _require(each.secret.shared is None or len(each.secret.shared) == SEED_BYTES)
    _check_records(body.records, {seat.seat for seat in head.seats})
    _check_snapshots(body.snapshots, game.number)


def _require(sound: bool) -> None:
    if not sound:
        raise Refusal(MALFORMED)


def _check_game(game: GameRecord, ruleset: AnyRuleset) -> None:
    _require(game.mode in MODES and len(game.pause_reason) <= MAX_REASON)
    _require(_is_time(game.created) and (game.ended is None or _is_time(game.ended)))
    _require(all(0 <= each < MAX_ID for each in (game.channel, game.guild)))
    _require(game.founder in REFERENCES)
    check_options(ruleset, game.options)
    for name, value in current(game.settings).items():
        change_setting(game.settings, name, value)
    header = game.header
    assert header is not None, "a game without a beginning was refused before"
    _require(header.ruleset == game.ruleset and header.options == game.options)
    _require(len(header.data) <= 128 and len(header.seed_hash) <= 128)
    _require(0 <= header.version < 1 << 31)


def _check_people(head: Head, game: GameRecord) -> None:
    people, seats = head.members, head.seats
    _require(len(people) <= MAX_PEOPLE and 0 < len(seats) <= MAX_PEOPLE)
    _require(_unique([each.person for each in people]) and _unique([each.seat for each in seats]))
    _require(all(each.person in REFERENCES for each in people))
    _check_known(head.people)
    _require(all(-1 <= each.seat < MAX_PEOPLE for each in seats))
    joined = {each.person for each in people}
    _require(all(each.person is None or each.person in joined for each in seats))
    characters = game.header.seats if game.header else ()
    names = [each.name for each in people] + [each.character for each in seats] + [*characters]
    _require(all(_is_name(name) for name in names))
    _require(sum(each.seat >= 0 for each in seats) == len(characters))


def _check_known(known: Mapping[int, KnownPerson]) -> None:
    _require(len(known) <= MAX_KNOWN and all(each in REFERENCES for each in known))
    _require(_unique([each.person for each in known.values()]))
    for each in known.values():
        _require(0 < each.person < MAX_ID and len(each.name) <= MAX_SHOWN_NAME)


def _check_records(records: Sequence[LogRecord], seats: set[int]) -> None:
    encode = msgspec.msgpack.encode
    for record in records:
        _require(_is_time(record.at) and len(encode(record)) <= MAX_RECORD_SIZE)
        _require(record.person is None or record.person in REFERENCES)
        if isinstance(record.entry, OF_A_SEAT):
            _require(record.entry.seat < 0 or record.entry.seat in seats)
        _require(all(_is_finite(value) for value in msgspec.structs.astuple(record.entry)))
        _require(change_texts(record.entry, _clean) is record.entry)


def _check_snapshots(snapshots: Sequence[Snapshot], last: int) -> None:
    _require(bool(snapshots) and _unique([each.number for each in snapshots]))
    for each in snapshots:
        _require(0 < each.number <= last and len(each.state) <= MAX_SNAPSHOT_SIZE)
        _require(0 <= each.rules < 1 << 31)


def _clean(text: str) -> str:
    return text if clean_text(PLACEHOLDER.sub("", text)) == PLACEHOLDER.sub("", text) else ""


def _is_time(value: float) -> bool:
    return math.isfinite(value) and 0 <= value < MAX_TIME


def _is_finite(value: object) -> bool:
    return not isinstance(value, float) or math.isfinite(value)


def _unique(values: Sequence[int]) -> bool:
    return len(set(values)) == len(values)


def _is_name(name: str) -> bool:
    try:
        plain = PLACEHOLDER.sub("x", name)
        return clean_name(plain) == plain
    except Refusal:
        return False
