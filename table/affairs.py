"""What is under way at a table between two moves. It is saved with the game."""

from __future__ import annotations

import msgspec

from table.ballot import Ballot, Proposal


class Loan(msgspec.Struct, frozen=True):
    """A seat lent to somebody until then."""

    to: int
    until: float


class Delegation(msgspec.Struct, frozen=True):
    """Somebody votes for a person until then (None: for good)."""

    to: int
    until: float | None


class Affairs(msgspec.Struct, frozen=True, omit_defaults=True):
    """`ballot`: the vote on the next move; `decided`: its winner, about to be done; `motion`: the
    vote on anything else. `turn_of`: whose the hero is by rota, with `moves` made since then.
    `since`: when this turn began; `misses`: turns in a row that nobody played. `moved`: when each
    person last did something. `epoch`: how often the dice were renewed in all. `origin`: what the
    game is a copy of, when it is one. `sealed`: others still play with the same dice, so the end
    of this game does not open its seed."""

    ballot: Ballot | None = None
    decided: Proposal | None = None
    motion: Ballot | None = None
    delegations: dict[int, Delegation] = {}
    leader: int | None = None  # None: the founder
    master: int | None = None  # the Game Master; None: the founder
    turn_of: int | None = None
    moves: int = 0
    loans: dict[int, Loan] = {}
    auto: tuple[int, ...] = ()  # seats that play by themselves
    since: float = 0.0
    misses: int = 0
    moved: dict[int, float] = {}
    epoch: int = 0
    origin: str = ""
    sealed: bool = False
