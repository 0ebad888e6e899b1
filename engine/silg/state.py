"""The state of a game of Sil-G: Sil's own state, and what the table adds to it.

Time on the clock is counted in half-seconds. A fighter is a hero or a creature; its key is "h"
and the hero's number, or "c" and the creature's slot.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Literal

import msgspec

from engine.contract.texts import Words
from engine.contract.view import Ending
from engine.sil.data.records import Monster
from engine.sil.game.state import Item, Level, Question, SilState

Stage = Literal["setup", "minutes", "declare", "monsters", "over"]
DeclaredKind = Literal["attack", "shot", "throw", "power", "step", "wait", "do"]


class RolledBlow(msgspec.Struct):
    """A blow, shot or throw as it was rolled when it was declared."""

    name: str  # a key: "shot", "throw", "arrow", how a creature strikes, "blow" of a hero's
    score: int = 0
    die: int = 0
    against: int = 0  # the number that had to be beaten
    dice: int = 0
    sides: int = 0
    damage: int = 0
    crit: int = 0
    method: str = ""
    percent: int = 100  # of the target's protection that counts
    armoured: bool = True
    second: bool = False  # a monster's second blow
    slays: int = 0  # dice of slays and brands
    brands: int = 0
    account: Words = ""  # the terms of score and number to beat

    @property
    def margin(self) -> int:
        """Return by how much the number was beaten."""
        return self.score + self.die - self.against

    @property
    def hit(self) -> bool:
        """Return whether the attack hits."""
        return self.margin > 0


class DeclaredAction(msgspec.Struct):
    """A declared action: its line, at whom or what, and the rolls that wait for their time."""

    kind: DeclaredKind
    line: str
    target: str = ""  # a fighter's key
    squares: list[int] = msgspec.field(default_factory=list)  # a flight, a shape, a step
    blows: list[RolledBlow] = msgspec.field(default_factory=list)
    item: Item | None = None  # the arrow or the thing thrown, out of the pack already
    power: str = ""
    told: Words = ""  # how it is announced to those who see its actor
    announced: bool = False  # to the players, when it was declared
    declared: int = 0  # half-seconds


class Fighter(msgspec.Struct):
    """Somebody on the clock: when they are due, what stands, what they have declared."""

    key: str
    due: int = 0  # half-seconds
    die: int = 0  # of the standing evasion
    armour: list[tuple[str, int]] = msgspec.field(default_factory=list)  # each piece's roll
    deed: DeclaredAction | None = None
    done: bool = False  # has declared in this moment
    ready: bool = False  # a creature whose turn has begun and that has still to declare
    suggested: str = ""  # what such a creature would declare, for the Game Master who runs it


class KeptPlan(msgspec.Struct):
    """A plan that a hero goes on with, from minute to minute or from declaration to declaration,
    and what they had weighed when they last decided to."""

    line: str  # the action line, with its terms
    turns: int = 0  # squares walked and searched, minutes spent still; on the clock declarations
    minutes: int = 0  # that it has gone on for
    health: int = 0
    near: list[int] = msgspec.field(default_factory=list)  # slots of enemies who were near
    states: list[str] = msgspec.field(default_factory=list)  # keys of what ailed the hero
    done: list[int] = msgspec.field(default_factory=list)  # squares that it has searched
    counts: dict[str, int] = msgspec.field(default_factory=dict)  # what it has brought, by key


class SeatedPlayer(msgspec.Struct):
    """A player's side of the table."""

    name: str  # the character's
    ready: bool = False  # the hero is made; in play: this minute is spent
    approved: bool = True
    birth: str = ""  # step of the hero's making
    question: Question | None = None
    ending: Ending = ""
    left: int = 0  # squares of walking left in this minute
    passed: bool = False  # has done nothing but wait: in this minute, last on the clock
    plan: KeptPlan | None = None
    met: dict[int, int] = msgspec.field(default_factory=dict)  # slot: where an enemy was seen last
    explored: list[int] = msgspec.field(default_factory=list)  # squares with no more to find
    stirring: list[int] = msgspec.field(default_factory=list)  # slots of those seen to move
    secret: str = ""  # what was declared and is not yet announced
    lines: list[Words] = msgspec.field(default_factory=list)  # last heard
    details: list[Words] = msgspec.field(default_factory=list)
    headline: Words = ""  # of these lines
    stairs: str = ""  # waits at them in this minute: "down" or "up"
    worked: int = 0  # half-seconds at a forge that make no whole round yet
    asked: str = ""  # a roll that the Game Master asked for: "perception 12"
    died_of: Words = ""
    journal: list[Words] = msgspec.field(default_factory=list)  # handouts, whispers

    @property
    def returns(self) -> bool:
        """Return whether another hero of theirs is being made while the others play, or waits for
        approval."""
        return bool(self.ending) and (bool(self.birth) or not self.approved)

    def spend(self, squares: int = 1) -> None:
        """Take from the minute what a walk of so many squares takes."""
        self.left -= squares
        self.passed = False


class PastSession(msgspec.Struct):
    """A session that has ended, and the most important of what everybody heard in it."""

    number: int
    lines: list[Words] = msgspec.field(default_factory=list)


class SavedMap(msgspec.Struct):
    """A level kept for later, with the notes on its squares."""

    level: Level
    notes: dict[str, str] = msgspec.field(default_factory=dict)
    start: int = -1


class GivenPicture(msgspec.Struct):
    """A picture that the Game Master has handed out, and to whom."""

    title: Words
    image: bytes
    seats: list[int] = msgspec.field(default_factory=list)  # nobody: all

    @property
    def key(self) -> str:
        """Return what tells it from other pictures."""
        return blake2b(self.image, digest_size=8).hexdigest()


class GameMasterDesk(msgspec.Struct):
    """The Game Master's own things: notes, plans, tables."""

    notes: dict[str, str] = msgspec.field(default_factory=dict)  # by square's name
    maps: dict[str, SavedMap] = msgspec.field(default_factory=dict)
    macros: dict[str, str] = msgspec.field(default_factory=dict)
    forms: dict[str, str] = msgspec.field(default_factory=dict)  # of monsters of one's own
    groups: dict[str, str] = msgspec.field(default_factory=dict)  # kept encounters
    tables: dict[str, str] = msgspec.field(default_factory=dict)  # random tables, | between entries
    pins: dict[str, str] = msgspec.field(default_factory=dict)  # by square's name, for all to see
    ambience: dict[str, str] = msgspec.field(default_factory=dict)  # by a square of the room
    entered: list[tuple[int, str]] = msgspec.field(default_factory=list)  # seats, rooms they know
    encounters: list[str] = msgspec.field(default_factory=list)  # commands of the own table
    standing: dict[str, str] = msgspec.field(default_factory=dict)  # rolls of every minute
    monsters: list[Monster] = msgspec.field(default_factory=list)  # of one's own making
    names: dict[str, str] = msgspec.field(default_factory=dict)  # by fighter's key
    evasion: dict[str, int] = msgspec.field(default_factory=dict)  # added, by fighter's key
    run_by_gm: list[str] = msgspec.field(default_factory=list)  # fighters' keys
    orders: dict[str, str] = msgspec.field(default_factory=dict)  # standing ones, by fighter's key
    allies: list[str] = msgspec.field(default_factory=list)  # creatures on the heroes' side
    order: list[str] = msgspec.field(default_factory=list)  # of the enemies, first to act first
    lines: list[Words] = msgspec.field(default_factory=list)  # last heard
    details: list[Words] = msgspec.field(default_factory=list)
    headline: Words = ""  # of these lines
    history: list[str] = msgspec.field(default_factory=list)  # commands typed
    inbox: list[Words] = msgspec.field(default_factory=list)  # whispers of players, oldest first
    shown: list[tuple[int, bytes]] = msgspec.field(default_factory=list)  # maps before reveals
    start: int = -1  # the square where the party begins
    asked_of_shots: bool = False  # what enemies beside archers do, though the bot runs them
    pictures: list[GivenPicture] = msgspec.field(default_factory=list)  # the newest last


class SilGState(msgspec.Struct):
    """A whole game of Sil-G, as it is saved."""

    sil: SilState
    options: dict[str, str]
    players: list[SeatedPlayer]
    desk: GameMasterDesk = msgspec.field(default_factory=GameMasterDesk)
    stage: Stage = "setup"
    turn: int = 0
    shown_turn: int = 0  # told to players; hidden commands do not move it
    clock: int = 0  # half-seconds of this encounter
    shown_clock: int = 0  # told to players: it stands still while only enemies are due
    minutes: int = 0
    fighters: list[Fighter] = msgspec.field(default_factory=list)
    tags: dict[int, int] = msgspec.field(default_factory=dict)  # the party's number of a creature
    highest: dict[int, int] = msgspec.field(default_factory=dict)  # by race
    seen_now: list[int] = msgspec.field(default_factory=list)  # slots that the party sees
    lines: list[Words] = msgspec.field(default_factory=list)  # last told to all
    details: list[Words] = msgspec.field(default_factory=list)
    headline: Words = ""  # of these lines
    chronicle: list[Words] = msgspec.field(default_factory=list)
    session: int = 1
    occurrences: int = 0
    ended: Ending = ""
    provoked: list[tuple[str, int]] = msgspec.field(default_factory=list)  # enemy, archer's seat
    players_declared: bool = False  # at this moment of the clock
    waits_for_gm: bool = False  # since the last decision of players
    enemy_known: int = 0  # half-seconds: when the party last saw an enemy stir, or felt one
    enemies_at: dict[int, tuple[int, int]] = msgspec.field(default_factory=dict)  # seen, by slot
    waits_to_go_on: bool = False  # for the Game Master to let the clock run
    # What everybody heard since the last post, with its account, and in this session.
    moment: list[tuple[Words, Words]] = msgspec.field(default_factory=list)
    posted_turn: int = 0  # the `shown_turn` of the last post
    recap: list[Words] = msgspec.field(default_factory=list)
    sessions: list[PastSession] = msgspec.field(default_factory=list)
