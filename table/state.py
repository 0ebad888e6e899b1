"""The state of a table between two commands, as plain data. Times are seconds since 1970 (UTC)."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.common.game_log import Header
from engine.contract.action import Offer
from engine.contract.view import Outcome, Turn, View
from table.game_settings import GameSettings
from table.history.entries import Forked, Imported
from table.voting.ballot import Ballot, BallotProposal

GamePhase = Literal["lobby", "play", "paused", "over"]
DeadlineKind = Literal[
    "turn",  # a turn ends
    "reminder",  # those whom the game waits for are reminded
    "autoplay",  # seats that play by themselves act
    "decided",  # the action that a vote decided on is done
    "rota",  # the rota passes on
    "motion",  # the vote on a motion closes
    "motion_reminder",  # those who have not voted on it are reminded
    "loan",  # a lent seat comes back
    "lobby",  # a lobby in which nobody has begun is closed
]


Decision = Literal["turn", "motion"]  # what people vote on


class Person(msgspec.Struct, frozen=True):
    """Somebody who asks: Discord's id and shown name; a manager may manage the server.

    `character`: the name that they have typed for the character they join with.
    """

    id: int
    name: str
    manager: bool = False
    roles: tuple[int, ...] = ()  # in the server, by Discord's ids
    character: str = ""


class KnownPerson(msgspec.Struct, frozen=True):
    """The person whom a reference stands for, and the name that Discord showed of them last."""

    person: int
    name: str


class Member(msgspec.Struct, frozen=True):
    """Somebody who has joined a game; `name` is their character's, or a placeholder of their own
    (`engine.contract.placeholders`)."""

    person: int
    name: str


class Seat(msgspec.Struct, frozen=True):
    """A character's seat in a game that has begun; nobody holds it when `person` is None."""

    seat: int
    character: str
    person: int | None


class Loan(msgspec.Struct, frozen=True):
    """A seat lent to a person until then."""

    person: int
    until: float


class SeatOffer(msgspec.Struct, frozen=True):
    """A seat offered to a person by its player, until then."""

    person: int
    by: int
    until: float


class Delegation(msgspec.Struct, frozen=True):
    """A person who votes for another until then (None: for good)."""

    person: int
    until: float | None


class Deadline(msgspec.Struct, frozen=True):
    """Something that falls due; a game has at most one of a kind. `set_by` is the number of the
    log entry that set it: a deadline set again is another one."""

    game: int
    kind: DeadlineKind
    due: float
    set_by: int


class GameRecord(msgspec.Struct, frozen=True):
    """The facts of a game that everybody may know. Its secret is kept apart."""

    id: int  # 0: not stored yet
    channel: int
    guild: int
    ruleset: str
    founder: int
    mode: str
    phase: GamePhase = "lobby"
    pause_reason: str = ""
    options: dict[str, str] = {}
    settings: GameSettings = GameSettings()
    contest: int | None = None
    seed_hash: str = ""  # published before anybody joins
    header: Header | None = None  # from the beginning of play on
    number: int = 0  # of the newest log entry
    card: int = 0  # number of the newest card; it only grows
    head: str = ""  # hash of the newest log entry and all before it (hex)
    created: float = 0.0
    ended: float | None = None


class StateSummary(msgspec.Struct, frozen=True):
    """The parts of a state of the rules that the table needs.

    `packed`: its bytes, compressed. `offers`: of the waiting seat, when there is just one.
    """

    packed: bytes
    turn: Turn
    outcome: Outcome | None
    public: View
    offers: tuple[Offer, ...] | None

    def shows_the_same_as(self, other: StateSummary) -> bool:
        """Return whether everybody sees the same, and the same people are waited for."""
        return self.public == other.public and self.turn == other.turn


class TableState(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that a table knows between two commands."""

    game: GameRecord
    members: tuple[Member, ...] = ()  # in the order of joining
    seats: tuple[Seat, ...] = ()  # empty in the lobby
    deadlines: dict[DeadlineKind, Deadline] = {}
    summary: StateSummary | None = None  # None: in the lobby, or not loaded
    snapshot_number: int = 0  # of the log entry whose state was stored last

    ballot: Ballot | None = None  # the vote on the next action
    decided: BallotProposal | None = None  # its winner, about to be done
    motion: Ballot | None = None
    delegations: dict[int, Delegation] = {}
    leader: int | None = None  # None: the founder
    game_master: int | None = None  # None: the founder
    game_master_left: bool = False  # nobody runs the world until somebody is named
    rota_person: int | None = None
    rota_turns: int = 0  # that this person has had in a row
    moved: int | None = None  # who did the last action that changed the game
    loans: dict[int, Loan] = {}  # by seat
    autoplaying: tuple[int, ...] = ()  # seats that play by themselves
    turn_began: float = 0.0
    turn_card: int = 0  # number of the first card of this turn
    missed_turns: int = 0  # in a row that nobody played
    last_active: dict[int, float] = {}  # when each person last did something
    pinged: dict[Decision, tuple[int, ...]] = {}  # people who were pinged to vote on what is open
    unanswered: dict[int, int] = {}  # votes in a row that opened while a person was elsewhere
    called: float = 0.0  # when a vote that opened last called those who were elsewhere
    actions: int = 0  # that were done in public, those undone since too: they number the dice
    hidden_actions: int = 0  # others: they leave no gap in the numbers
    origin: Forked | Imported | None = None  # what the game is a copy of
    offers: dict[int, SeatOffer] = {}  # by seat
    banned: tuple[str, ...] = ()  # marks of people, see `table.admission`
    by_invitation: bool = False
    invited: tuple[int, ...] = ()
    votes_hidden_to: int = 0  # number of the last log entry whose ballots stay hidden
    suspended: bool = False  # paused by the bot itself, which could not post
    seed_sealed: bool = False  # others still play with the same dice: the end tells no seed
    lost_seconds: float = 0.0  # while the bot was away, not told yet; the deadlines have moved
    references: dict[int, KnownPerson] = {}  # who is meant by a reference (`table.references`)

    @property
    def people(self) -> tuple[int, ...]:
        """Return who has joined."""
        return tuple(member.person for member in self.members)

    @property
    def seed_published(self) -> bool:
        """Return whether the game's own seed may be told."""
        return self.game.phase == "over" and not self.seed_sealed

    @property
    def revealed(self) -> bool:
        """Return whether everything may be told: never of a copy of a running game, for it began
        with all that the other game hides."""
        return self.seed_published and not self.copied_while_running

    @property
    def screened(self) -> bool:
        """Return whether a Game Master does things of which the others may not know. Then nothing
        that changes with every entry of the log is told: no number, no hash."""
        header = self.game.header
        return header is not None and header.gm and not self.revealed

    @property
    def copied_while_running(self) -> bool:
        """Return whether the game is a copy of one that did not tell everything yet."""
        origin = self.origin
        if isinstance(origin, Forked):
            return not origin.revealed
        return isinstance(origin, Imported)
