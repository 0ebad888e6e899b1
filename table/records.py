"""The plain data that crosses the table's edge. Times are seconds since 1970, in UTC."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from engine.common.log import Header
from engine.game import Event, Outcome
from table.affairs import Affairs
from table.terms import Terms

Phase = Literal["lobby", "play", "paused", "over"]
Kind = Literal["card", "edit", "strip", "ping", "unping", "notice", "check"]


class Person(msgspec.Struct, frozen=True):
    """Who asks: Discord's id and shown name; a manager may manage the server."""

    id: int
    name: str
    manager: bool = False


class Member(msgspec.Struct, frozen=True):
    """Somebody who has joined a game, in the order of joining; `name` is their hero's."""

    person: int
    name: str


class Seat(msgspec.Struct, frozen=True):
    """A hero's seat in a game that has begun; nobody holds it when `person` is None."""

    seat: int
    hero: str
    person: int | None


class Game(msgspec.Struct, frozen=True):
    """The facts of a game that everybody may know. Its seed is kept apart."""

    id: int
    channel: int
    guild: int
    ruleset: str
    founder: int
    mode: str
    phase: Phase = "lobby"
    reason: str = ""  # why it is paused
    options: dict[str, str] = {}
    terms: Terms = Terms()
    affairs: Affairs = Affairs()
    contest: int | None = None
    header: Header | None = None  # from `begin` on
    number: int = 0  # of the newest line of the log
    card: int = 0  # of the newest card; it only grows
    created: float = 0.0
    ended: float | None = None


class Receipt(msgspec.Struct, frozen=True):
    """What an accepted request did: line `number` of the log, the newest card after it, and the
    events that the person may hear. The same request again gets an equal receipt. `in_place`:
    the message whose button was pressed shows card `card` from now on; draw it there. `in_hand`:
    answer the press with card `card`, and tell `Tables.posted`."""

    game: int
    number: int
    card: int
    seat: int | None
    text: str
    events: tuple[Event, ...] = ()
    in_place: bool = False
    in_hand: bool = False


class Entry(msgspec.Struct, frozen=True):
    """A line of the log as somebody may read it. The text of another seat's order is empty until
    the game is over; `events` are those that the reader may hear."""

    number: int
    kind: Literal["engine", "table"]
    seat: int | None
    text: str
    person: int | None
    at: float
    events: tuple[Event, ...] = ()


class Deadline(msgspec.Struct, frozen=True):
    """Something that falls due; a game has at most one of a kind. `id` is 0 until it is stored."""

    game: int
    kind: str
    due: float
    payload: dict[str, Any] = {}
    id: int = 0


class Status(msgspec.Struct, frozen=True):
    """How a game stands, for everybody."""

    game: Game
    title: str  # of the ruleset
    members: tuple[Member, ...]
    seats: tuple[Seat, ...]
    to_move: tuple[int, ...]  # seats
    waiting_for: tuple[int, ...]  # people whose move it is; none: anybody's
    deadlines: tuple[Deadline, ...]  # those to come, the earliest first
    seed: str | None  # hex; only when the game is over
    outcome: Outcome | None


class Owed(msgspec.Struct, frozen=True):
    """A message owed to Discord. What each kind asks for, and what `payload` holds:

    - `card`: post the game's card (`card`; lobby, turn or end, by the game's phase); with
      {"in_hand": True} look first whether it stands there as the answer to a press;
    - `edit`: draw the card `card` again in `message`;
    - `strip`: take the buttons off `message`, which shows the older card `card`;
    - `ping`: post {"whom": [person ids], "text", "until": when their turn ends, or None}; mention
      nobody else;
    - `unping`: delete `message`;
    - `notice`: post {"text"} without mentions;
    - `check`: see that `message` is still there.
    """

    id: int
    game: int
    channel: int
    kind: Kind
    nonce: str = ""  # of posts; at most 25 letters: sent twice it makes one message
    card: int | None = None
    message: int | None = None
    payload: dict[str, Any] = {}
    attempts: int = 0  # how often it was tried before


class Contest(msgspec.Struct, frozen=True):
    """Everybody the same start, each a game of their own. The seed is for its end alone; use
    `published`."""

    id: int
    guild: int
    channel: int
    founder: int
    name: str
    ruleset: str
    options: dict[str, str]
    seed: bytes
    created: float
    ends: float | None = None
    ended: float | None = None

    @property
    def published(self) -> str | None:
        """The seed (hex), once the contest has ended."""
        return self.seed.hex() if self.ended is not None else None


class Place(msgspec.Struct, frozen=True):
    """A game's place in a contest; equal results share a place. `title`: how it ended, empty
    while it goes on."""

    place: int
    game: int
    channel: int
    person: int
    name: str
    title: str
    won: bool
    turn: int
    figures: tuple[tuple[str, int], ...]


class Standings(msgspec.Struct, frozen=True):
    """Who stands where in a contest: the finished before those who play on."""

    contest: Contest
    rows: tuple[Place, ...]
