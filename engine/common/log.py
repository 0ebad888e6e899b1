"""The log is the game: a header, then every accepted line. Replaying it gives the same state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

import msgspec

from engine.common.dice import commitment
from engine.game import Event, Ruleset


class Header(msgspec.Struct, frozen=True):
    """What a game started from. The seed itself is kept apart until the game has ended."""

    ruleset: str
    version: int
    data: str  # digest of the data files
    options: dict[str, str]
    seats: tuple[str, ...]
    seed_hash: str


class Line(msgspec.Struct, frozen=True):
    """An accepted action: the seat, and its canonical text."""

    seat: int
    text: str


def header(
    ruleset: Ruleset, options: Mapping[str, str], seats: Iterable[str], seed: bytes
) -> Header:
    """The header of a game that starts now."""
    return Header(
        ruleset.name,
        ruleset.version,
        ruleset.data_digest(),
        dict(options),
        tuple(seats),
        commitment(seed),
    )


def start(ruleset: Ruleset, head: Header, seed: bytes) -> Any:
    """The first state of the game. Raises ValueError when the seed is not the header's."""
    if commitment(seed) != head.seed_hash:
        raise ValueError("this seed is not the one whose hash was published")
    return ruleset.new(head.options, head.seats, seed)


def play(ruleset: Ruleset, state: Any, line: Line) -> list[Event]:
    """Apply one line of text as its seat. Raises ActionError, and then nothing has changed."""
    action = ruleset.parse(line.text, state, line.seat)
    return list(ruleset.apply(state, line.seat, action))


def replay(ruleset: Ruleset, state: Any, lines: Iterable[Line]) -> Any:
    """The state after the lines (the one given, changed in place)."""
    for line in lines:
        play(ruleset, state, line)
    return state


def digest(ruleset: Ruleset, state: Any) -> str:
    """A hash of the state (hex): equal exactly when the states are."""
    return sha256(ruleset.dump(state)).hexdigest()
