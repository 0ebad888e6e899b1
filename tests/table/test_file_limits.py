"""Limits of a game's file: each lets its greatest value through, and nothing beyond."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from engine.contract.dice import GameSecret
from engine.contract.placeholders import REFERENCES, placeholder
from table.errors import Refusal
from table.game_settings import GameSettings
from table.history import file_limits
from table.history.entries import (
    Acted,
    AutoplaySet,
    Delegated,
    Paused,
    SeatGiven,
    SeatLent,
    SeatOffered,
)
from table.history.file_limits import INCOMPLETE, MALFORMED, TOO_LONG, check_content
from table.history.file_parts import FileContent, FileHead
from table.history.game_file import open_file
from table.history.secrets import SecretFrom
from table.state import KnownPerson, Member, Seat
from table.voting.constitution import Constitution
from tests.toys.guessing import Toy

HEAD, CONTENT, _ = open_file(
    Path(__file__).with_name("format3_over.game").read_bytes(), [], bytes(16)
)
FIRST, SECOND = (member.person for member in HEAD.members)
FREE = next(each for each in REFERENCES if each not in (FIRST, SECOND))
SEED = bytes(16)
EARLY, LATE = CONTENT.snapshots


class Parts(NamedTuple):
    """The parts of a file that are checked."""

    head: FileHead = HEAD
    content: FileContent = CONTENT


def head(**fields: Any) -> Parts:
    """Return the file with other values in its head."""
    return Parts(head=replace(HEAD, **fields))


def game(**fields: Any) -> Parts:
    """Return the file with other facts of the game."""
    return head(game=replace(HEAD.game, **fields))


def header(**fields: Any) -> Parts:
    """Return the file of a game that began from another header."""
    assert HEAD.game.header is not None
    return game(header=replace(HEAD.game.header, **fields))


def content(**fields: Any) -> Parts:
    """Return the file with other values in its body."""
    return Parts(content=replace(CONTENT, **fields))


def record(**fields: Any) -> Parts:
    """Return the file with another entry at the end of its log."""
    *others, last = CONTENT.records
    return content(records=(*others, replace(last, **fields)))


def secret(first: int = 0, seed: bytes = SEED, shared: bytes | None = None) -> Parts:
    """Return the file with another secret."""
    return content(secrets=(SecretFrom(first, GameSecret(seed, shared)),))


def state(**fields: Any) -> Parts:
    """Return the file with another newest state."""
    return content(snapshots=(EARLY, replace(LATE, **fields)))


def known(count: int, name: str = "Ann", first: int = 1) -> Parts:
    """Return the file with people whom its log names."""
    return head(people={n: KnownPerson(first + n - 1, name) for n in range(1, count + 1)})


def joined(count: int, name: str = "Ann") -> Parts:
    """Return the file with more members."""
    others = [each for each in REFERENCES if each not in (FIRST, SECOND)][: count - 2]
    return head(members=(*HEAD.members, *(Member(each, name) for each in others)))


def seats(*added: Seat) -> Parts:
    """Return the file with more seats."""
    return head(seats=(*HEAD.seats, *added))


def full(*added: Seat) -> Parts:
    """Return the file of a game with as many characters as there may be, and more seats."""
    names = [f"c{number}" for number in range(100)]
    seated = (Seat(number, name, None) for number, name in enumerate(names))
    return Parts(replace(header(seats=tuple(names)).head, seats=(*seated, *added)))


def sized(size: int) -> Parts:
    """Return the file with an entry of so many bytes."""
    empty = replace(CONTENT.records[-1], entry=Paused("x" * (1 << 16)))
    rest = len(msgspec.msgpack.encode(empty)) - (1 << 16)
    entry = Paused("x" * (size - rest + 2))  # its length takes two bytes less
    return record(entry=entry)


def of_a_file(parts: Parts) -> None:
    """Check what a file holds."""
    check_content(*parts, Toy())


ALLOWED: dict[str, Parts] = {
    "the file as it is": Parts(),
    "the longest reason": game(pause_reason="x" * 200),
    "a game that began in 1970": game(created=0.0),
    "a game that has not ended": game(ended=None),
    "the latest end": game(ended=math.nextafter(1e11, 0)),
    "the first channel": game(channel=0),
    "the last channel": game(channel=(1 << 62) - 1),
    "no server": game(guild=0),
    "the longest digests": header(data="x" * 128, seed_hash="x" * 128),
    "the oldest rules": header(version=0),
    "the newest rules": header(version=(1 << 31) - 1),
    "the first reference": game(founder=REFERENCES[0]),
    "the last reference": game(founder=REFERENCES[-1]),
    "as many members as may be": joined(100),
    "the longest name": joined(3, "x" * 32),
    "a placeholder in a name": joined(3, f"{placeholder(FIRST)} 2"),
    "as many characters as may be": full(),
    "a Game Master": seats(Seat(-1, "Eve", SECOND)),
    "as many people as a log may name": known(1000),
    "the longest shown name": known(1, "x" * 100),
    "the first person": known(1, first=1),
    "the last person": known(1, first=(1 << 62) - 1),
    "a secret of the first entry": secret(0),
    "as many secrets as may be": content(secrets=CONTENT.secrets * 100),
    "a secret of levels": secret(shared=SEED),
    "the latest entry": record(at=math.nextafter(1e11, 0)),
    "an entry of nobody": record(person=None),
    "an entry of the Game Master": record(entry=Acted(-1, "look")),
    "an entry of the last seat": record(entry=Acted(1, "look")),
    "the largest entry": sized(64 << 10),
    "a placeholder in an entry": record(entry=Paused(f"{placeholder(FIRST)} sleeps.")),
    "line breaks in an entry": record(entry=Acted(0, "say a\nb")),
    "the state of the first entry": content(snapshots=(replace(EARLY, number=1), LATE)),
    "the state of the last entry": state(number=HEAD.game.number),
    "the largest state": state(state=bytes(1 << 20)),
    "a state of the oldest rules": state(rules=0),
    "a state of the newest rules": state(rules=(1 << 31) - 1),
}
MALFORMED_PARTS: dict[str, Parts] = {
    "an unknown way to play": game(mode="chess"),
    "a long reason": game(pause_reason="x" * 201),
    "a game of before 1970": game(created=-1.0),
    "a game without a time": game(created=math.nan),
    "a late beginning": game(created=1e11),
    "a late end": game(ended=1e11),
    "an end without end": game(ended=math.inf),
    "a negative channel": game(channel=-1),
    "a large channel": game(channel=1 << 62),
    "a negative server": game(guild=-1),
    "a large server": game(guild=1 << 62),
    "a founder of no reference": game(founder=0),
    "another ruleset in its header": header(ruleset="sil"),
    "other options in its header": header(options={"colour": "red"}),
    "a long digest": header(data="x" * 129),
    "a long hash": header(seed_hash="x" * 129),
    "rules of before the first": header(version=-1),
    "rules beyond numbers": header(version=1 << 31),
    "too many members": joined(101),
    "a member twice": head(members=(*HEAD.members, HEAD.members[0])),
    "a member of no reference": head(members=(*HEAD.members, Member(0, "Eve"))),
    "a long name": joined(3, "x" * 33),
    "a name with a blank before it": joined(3, " Eve"),
    "no name": joined(3, ""),
    "no seats": head(seats=()),
    "too many seats": full(Seat(-1, "Eve", None)),
    "a seat twice": seats(Seat(-1, "Eve", None), Seat(-1, "Eve", None)),
    "a seat before the first": head(seats=(*HEAD.seats, Seat(-2, "Eve", None))),
    "a seat beyond the last": head(seats=(HEAD.seats[0], Seat(100, "Eve", None))),
    "a seat far beyond the last": head(seats=(HEAD.seats[0], Seat(101, "Eve", None))),
    "a seat of nobody who joined": seats(Seat(-1, "Eve", FREE)),
    "a character without a name": seats(Seat(-1, "", None)),
    "a character too few": head(seats=HEAD.seats[:1]),
    "a character too many": seats(Seat(2, "Eve", None)),
    "a nameless character in its header": header(seats=("Ann", "")),
    "too many people": known(1001),
    "a person of no reference": head(people={0: KnownPerson(1, "Ann")}),
    "a person by two references": head(
        people={FIRST: KnownPerson(1, "Ann"), SECOND: KnownPerson(1, "Ann")}
    ),
    "a person of no id": known(1, first=0),
    "a person of a large id": known(1, first=1 << 62),
    "a long shown name": known(1, "x" * 101),
    "too many secrets": content(secrets=CONTENT.secrets * 101),
    "a secret of before the beginning": secret(-1),
    "a secret of after any end": secret(20_001),
    "a short seed": secret(seed=bytes(15)),
    "a long seed": secret(seed=bytes(17)),
    "a short secret of levels": secret(shared=bytes(15)),
    "an entry at no time": record(at=math.nan),
    "a late entry": record(at=1e11),
    "an entry of no reference": record(person=0),
    "a large entry": sized((64 << 10) + 1),
    "an invisible letter in an entry": record(entry=Paused("a\u200e")),
    "a private letter in an entry": record(entry=Paused("\ue000")),
    "a loan without end": record(entry=SeatLent(0, FIRST, math.inf)),
    "a delegation until no time": record(entry=Delegated(FIRST, math.nan)),
    "an action of a seat that there is not": record(entry=Acted(2, "look")),
    "a seat given that there is not": record(entry=SeatGiven(2, FIRST)),
    "a seat lent that there is not": record(entry=SeatLent(2, FIRST, 1.0)),
    "a seat offered that there is not": record(entry=SeatOffered(2, FIRST)),
    "an absent seat that plays by itself": record(entry=AutoplaySet(2, True)),
    "no states": content(snapshots=()),
    "two states of one entry": state(number=EARLY.number),
    "a state of before the first entry": state(number=0),
    "a state of after the last entry": state(number=HEAD.game.number + 1),
    "a large state": state(state=bytes((1 << 20) + 1)),
    "a state of rules of before the first": state(rules=-1),
    "a state of rules beyond numbers": state(rules=1 << 31),
}


@pytest.mark.parametrize("name", ALLOWED)
def test_a_file_may_hold_values_up_to_each_limit(name: str) -> None:
    of_a_file(ALLOWED[name])


@pytest.mark.parametrize("name", MALFORMED_PARTS)
def test_values_that_no_game_has_are_refused(name: str) -> None:
    with pytest.raises(Refusal) as refusal:
        of_a_file(MALFORMED_PARTS[name])
    assert str(refusal.value) == MALFORMED


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        (game(settings=GameSettings(pace="never")), "The setting pace"),
        (game(settings=GameSettings(clauses=Constitution(quorum=10**9))), "quorum"),
        (game(options={"colour": "red"}), "no such setting"),
    ],
)
def test_settings_and_options_of_a_file_are_among_those_that_can_be_chosen(
    parts: Parts, said: str
) -> None:
    with pytest.raises(Refusal, match=said):
        of_a_file(parts)


@pytest.mark.parametrize("limit", ["MAX_RECORDS", "MAX_SNAPSHOTS"])
def test_a_log_or_states_beyond_their_number_are_too_long(
    limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = len(CONTENT.records if limit == "MAX_RECORDS" else CONTENT.snapshots)
    monkeypatch.setattr(file_limits, limit, count)
    of_a_file(Parts())
    monkeypatch.setattr(file_limits, limit, count - 1)
    with pytest.raises(Refusal) as refusal:
        of_a_file(Parts())
    assert str(refusal.value) == TOO_LONG


@pytest.mark.parametrize("number", [1, 5, HEAD.game.number])
def test_a_log_without_one_of_its_entries_is_not_complete(number: int) -> None:
    left = tuple(each for each in CONTENT.records if each.number != number)
    with pytest.raises(Refusal) as refusal:
        of_a_file(content(records=left))
    assert str(refusal.value) == INCOMPLETE
