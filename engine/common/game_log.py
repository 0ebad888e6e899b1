"""The log is the game: a header, then every accepted action line. Replaying it gives the same
state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256

import msgspec

from engine.contract import running_game
from engine.contract.action import Event
from engine.contract.dice import ActionDice, ActionKey, GameSecret, commitment
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
    shared_hash: str = ""  # of what the start and the levels of a contest's games come from


class ActionLine(msgspec.Struct, frozen=True):
    """An accepted action: the seat, and its canonical text."""

    seat: int
    text: str


def header_of(
    ruleset: AnyRuleset,
    options: Mapping[str, str],
    seats: Iterable[str],
    secret: GameSecret,
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
        seed_hash=commitment(secret.seed),
        gm=gm,
        shared_hash="" if secret.shared is None else commitment(secret.shared),
    )


def is_published(header: Header, secret: GameSecret) -> bool:
    """Return whether a secret is the one whose hash stands in the header."""
    return header.seed_hash == commitment(secret.seed) and header.shared_hash == (
        "" if secret.shared is None else commitment(secret.shared)
    )


def start(ruleset: AnyRuleset, header: Header, secret: GameSecret) -> RunningGame:
    """Return the game at its start. Raises ValueError when the secret is not the header's."""
    if not is_published(header, secret):
        raise ValueError("this seed is not the one whose hash was published")
    dice = secret.start_dice()
    return running_game.start(ruleset, header.options, header.seats, dice, gm=header.gm)


def play(game: RunningGame, line: ActionLine, dice: ActionDice) -> tuple[Event, ...]:
    """Apply one action line as its seat. Raises ActionError, and then nothing has changed."""
    return game.apply(line.seat, game.parse(line.text, line.seat), dice)


class SeededGame:
    """A game without a table: its dice come from a secret and the numbers of accepted actions."""

    def __init__(self, running: RunningGame, secret: GameSecret) -> None:
        self.running = running
        self._secret = secret
        self._accepted = 0

    def play(self, line: ActionLine) -> tuple[Event, ...]:
        """Apply one action line. Raises ActionError, and then nothing has changed."""
        events = play(self.running, line, self._secret.dice(ActionKey(self._accepted + 1)))
        self._accepted += 1
        return events


def replay(game: SeededGame, lines: Iterable[ActionLine]) -> None:
    """Apply all the lines."""
    for line in lines:
        game.play(line)


def digest(game: RunningGame) -> str:
    """Return a hash of the state (hex): equal exactly when the states are."""
    return sha256(game.dump()).hexdigest()
