"""The log is the game: a header, then every accepted action line. Replaying it gives the same
state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256

import msgspec

from engine.common.dice import commitment
from engine.contract import running_game
from engine.contract.action import Event
from engine.contract.ruleset import AnyRuleset
from engine.contract.running_game import RunningGame


class Header(msgspec.Struct, frozen=True):
    """The start of a game. The seed itself is kept apart until the game has ended."""

    ruleset: str
    version: int
    data: str  # digest of the data files
    options: dict[str, str]
    seats: tuple[str, ...]
    seed_hash: str
    gm: bool = False  # whether a Game Master takes part


class ActionLine(msgspec.Struct, frozen=True):
    """An accepted action: the seat, and its canonical text."""

    seat: int
    text: str


def header_of(
    ruleset: AnyRuleset,
    options: Mapping[str, str],
    seats: Iterable[str],
    seed: bytes,
    *,
    gm: bool = False,
) -> Header:
    """Return the header of a game that starts now."""
    return Header(
        ruleset=ruleset.name,
        version=ruleset.version,
        data=ruleset.data_digest(),
        options=dict(options),
        seats=tuple(seats),
        seed_hash=commitment(seed),
        gm=gm,
    )


def start(ruleset: AnyRuleset, header: Header, seed: bytes) -> RunningGame:
    """Return the game at its start. Raises ValueError when the seed is not the header's."""
    if commitment(seed) != header.seed_hash:
        raise ValueError("this seed is not the one whose hash was published")
    return running_game.start(ruleset, header.options, header.seats, seed, gm=header.gm)


def play(game: RunningGame, line: ActionLine) -> tuple[Event, ...]:
    """Apply one action line as its seat. Raises ActionError, and then nothing has changed."""
    return game.apply(line.seat, game.parse(line.text, line.seat))


def replay(game: RunningGame, lines: Iterable[ActionLine]) -> None:
    """Apply all the lines."""
    for line in lines:
        play(game, line)


def digest(game: RunningGame) -> str:
    """Return a hash of the state (hex): equal exactly when the states are."""
    return sha256(game.dump()).hexdigest()
