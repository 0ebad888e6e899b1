"""Answers of a table, as plain data."""

from __future__ import annotations

import msgspec

from engine.contract.action import Event
from engine.contract.view import Outcome, Turn
from table.history.entries import Acted, AnyEntry
from table.outbox.delivery import Delivery
from table.state import Deadline, GameRecord, Member, Seat


class Receipt(msgspec.Struct, frozen=True):
    """The answer to an accepted command: entry `number` of the log, the newest card after it, and
    the events that the person may know. The same request again gets an equal receipt.

    `delivery`: how whoever pressed a button has to show the card; None: the outbox does.
    """

    game: int
    number: int
    card: int
    entry: AnyEntry | None  # None: nothing was logged
    events: tuple[Event, ...] = ()
    delivery: Delivery | None = None

    @property
    def seat(self) -> int | None:
        """Return the seat that acted; None when the command did no action at once."""
        return self.entry.seat if isinstance(self.entry, Acted) else None


class Status(msgspec.Struct, frozen=True):
    """The status of a game, for everybody."""

    game: GameRecord
    title: str  # of the ruleset
    members: tuple[Member, ...]
    seats: tuple[Seat, ...]
    turn: Turn  # waits for nobody when the game is not being played
    waiting_for: tuple[int, ...]  # people whose turn it is; none: anybody's
    deadlines: tuple[Deadline, ...]  # those to come, the earliest first
    seed: str | None  # hex; only when the game is over
    outcome: Outcome | None
    head: str = ""  # hash of the log, short; "": it would tell of what happens behind the screen
    game_master: int | None = None
    leader: int | None = None  # where people vote
    rota: tuple[int, ...] = ()  # people in the order of their turns, first whose turn it is
    moved: int | None = None  # who moved last, where people act by turns
