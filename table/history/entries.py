"""Log entries: what happened at a table, as tagged structs. They are put into words where they are
shown."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.common.game_log import Header
from engine.contract.action import Event
from engine.contract.dice import ActionKey
from engine.contract.texts import Words
from table.voting.ballot import TieBreak
from table.voting.motions import Motion


def _tag(name: str) -> str:
    """Return a class's name in snake case: `TurnsUndone` is "turns_undone"."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


class LogEntry(msgspec.Struct, frozen=True, tag=_tag, omit_defaults=True):
    """Something that happened at a table."""

    @property
    def kind(self) -> str:
        """Return the tag."""
        tag: str = self.__struct_config__.tag  # type: ignore[assignment]
        return tag


class Founded(LogEntry, frozen=True):
    """Somebody opened the lobby."""


class Joined(LogEntry, frozen=True):
    """Somebody joined under a name."""

    name: str


class Left(LogEntry, frozen=True):
    """Somebody left the game."""


class Begun(LogEntry, frozen=True):
    """The game began, from this header (None: before logs held it)."""

    header: Header | None = None


class Acted(LogEntry, frozen=True):
    """A seat did an action. `action` is empty for readers who may not know it. `key`: what its
    dice come from beside the game's secret; None: of before dice were made for each action.

    `why`: of a character that plays by itself, the reason. `open_to_all`: everybody saw what the
    seat saw, so they may know both.
    """

    seat: int
    action: str
    key: ActionKey | None = None
    why: Words = ""
    open_to_all: bool = False


class Proposed(LogEntry, frozen=True):
    """Somebody proposed an action, or a draft."""

    action: str
    label: Words = ""  # of a draft


class Voted(LogEntry, frozen=True):
    """Somebody voted for proposals."""

    letters: tuple[str, ...]
    motion: bool = False


class Abstained(LogEntry, frozen=True):
    """Somebody abstained."""

    motion: bool = False


class Withdrawn(LogEntry, frozen=True):
    """Somebody took their vote back."""

    motion: bool = False


class Vetoed(LogEntry, frozen=True):
    """Somebody struck a proposal."""

    letter: str


class Decided(LogEntry, frozen=True):
    """A vote was decided, which stood on card `card`. `person`: the leader, whose vote broke a
    tie."""

    letter: str
    action: str
    counts: dict[str, int]
    took_part: int
    voters: int
    tied: tuple[str, ...] = ()
    label: Words = ""  # the action as people read it
    tie_break: TieBreak | None = None
    person: int | None = None
    second: bool = False  # in the vote that followed one without a result
    card: int = 0


UndecidedReason = Literal["no_proposal", "votes", "quorum", "threshold"]
UNDECIDED_WORDS: dict[UndecidedReason, str] = {
    "no_proposal": "nobody has proposed anything",
    "votes": "nobody has voted",
    "quorum": "too few have voted",
    "threshold": "no proposal has enough votes",
}


class Undecided(LogEntry, frozen=True):
    """A vote had no result at its deadline."""

    reason: UndecidedReason


class DecisionVoid(LogEntry, frozen=True):
    """The action that a vote decided on was refused by the rules."""

    letter: str
    reason: str


class MotionMade(LogEntry, frozen=True):
    """Somebody made a motion."""

    motion: Motion


class MotionPassed(LogEntry, frozen=True):
    """A motion was carried."""

    motion: Motion
    votes_for: int
    votes_against: int


class MotionLost(LogEntry, frozen=True):
    """A motion was lost."""

    motion: Motion
    votes_for: int
    votes_against: int


class TurnsUndone(LogEntry, frozen=True):
    """The game went back to the state after entry `to`. `hidden`: everybody sees what they saw."""

    to: int
    hidden: bool = False


class SettingChanged(LogEntry, frozen=True):
    """A setting got another value."""

    name: str
    value: str


class SeatGiven(LogEntry, frozen=True):
    """A seat was given to a person."""

    seat: int
    person: int


class SeatLent(LogEntry, frozen=True):
    """A seat was lent to a person."""

    seat: int
    person: int
    until: float


class SeatReturned(LogEntry, frozen=True):
    """Lent seats came back."""

    seats: tuple[int, ...]


class SeatOffered(LogEntry, frozen=True):
    """A seat was offered to a person."""

    seat: int
    person: int


class Removed(LogEntry, frozen=True):
    """A person was taken out of the game, perhaps for good."""

    person: int
    banned: bool = False


class Invited(LogEntry, frozen=True):
    """A person was invited."""

    person: int


class EntryChanged(LogEntry, frozen=True):
    """From now on only invited people may join, or everybody again."""

    by_invitation: bool


class AutoplaySet(LogEntry, frozen=True):
    """A seat was set to play by itself, or no more."""

    seat: int
    on: bool


class LeaderNamed(LogEntry, frozen=True):
    """A person was named leader."""

    person: int


class GameMasterNamed(LogEntry, frozen=True):
    """A person was named Game Master."""

    person: int


class Delegated(LogEntry, frozen=True):
    """Somebody let a person vote for them; None: nobody any more."""

    person: int | None
    until: float | None = None


class Paused(LogEntry, frozen=True):
    """The game was paused."""

    reason: str


class Resumed(LogEntry, frozen=True):
    """The game was resumed."""


class Ended(LogEntry, frozen=True):
    """The game was ended."""


class Suspended(LogEntry, frozen=True):
    """The game was paused because messages could not be posted."""

    reason: str


class LobbyExpired(LogEntry, frozen=True):
    """A lobby was closed in which nobody had begun."""


class ContestEntered(LogEntry, frozen=True):
    """The game began as somebody's game of a contest."""

    contest: int
    header: Header | None = None


class ContestEnded(LogEntry, frozen=True):
    """The game's contest ended: its seed may be known."""


class DeadlineMissed(LogEntry, frozen=True):
    """Nobody acted before the turn's deadline."""


class Reminded(LogEntry, frozen=True):
    """Those whom the game waits for were reminded."""


class RotaPassed(LogEntry, frozen=True):
    """The rota passed on to a person."""

    person: int | None


class Forked(LogEntry, frozen=True):
    """The game began as a fork of another game, at an entry of its log. `revealed`: everything of
    that game could be told already."""

    game: int
    number: int
    revealed: bool = False
    header: Header | None = None


class ForkMade(LogEntry, frozen=True):
    """Somebody made a fork of this game, at an entry of its log."""

    number: int


class Imported(LogEntry, frozen=True):
    """The game went on from a file, with new dice."""

    digest: str
    header: Header | None = None


class RulesChanged(LogEntry, frozen=True):
    """The game went on under another version of the rules."""

    version: int


class StateRecovered(LogEntry, frozen=True):
    """The newest state could not be read; it was replayed from an earlier one."""


class BotAway(LogEntry, frozen=True):
    """The bot was away, and deadlines moved by as much."""

    seconds: float


AnyEntry = (
    Founded
    | Joined
    | Left
    | Begun
    | Acted
    | Proposed
    | Voted
    | Abstained
    | Withdrawn
    | Vetoed
    | Decided
    | Undecided
    | DecisionVoid
    | MotionMade
    | MotionPassed
    | MotionLost
    | TurnsUndone
    | SettingChanged
    | SeatGiven
    | SeatLent
    | SeatReturned
    | SeatOffered
    | Removed
    | Invited
    | EntryChanged
    | AutoplaySet
    | LeaderNamed
    | GameMasterNamed
    | Delegated
    | Paused
    | Resumed
    | Ended
    | Suspended
    | LobbyExpired
    | ContestEntered
    | ContestEnded
    | DeadlineMissed
    | Reminded
    | RotaPassed
    | Forked
    | ForkMade
    | Imported
    | RulesChanged
    | StateRecovered
    | BotAway
)
STARTS = (Begun, ContestEntered, Forked, Imported)  # what play starts from
VOTES = (Proposed, Voted, Abstained, Withdrawn)  # tell how somebody voted
STATE_CHANGES = (Acted, TurnsUndone, Imported)  # say how the state of the rules came about
NAMING_A_PERSON = (
    *(SeatGiven, SeatLent, SeatOffered, LeaderNamed, GameMasterNamed, Delegated, RotaPassed),
    *(Removed, Invited, Decided),
)


class LogRecord(msgspec.Struct, frozen=True):
    """A numbered entry of a game's log: who asked for it (None: nobody), when, and its events."""

    number: int
    entry: AnyEntry
    person: int | None
    at: float  # seconds since 1970
    events: tuple[Event, ...] = ()


def without_key(entry: AnyEntry) -> AnyEntry:
    """Return an entry as it is read: without what its dice come from."""
    return replace(entry, key=None) if isinstance(entry, Acted) else entry
