"""THE CONTRACT that every ruleset keeps, and the plain data that crosses it.

A game is plain data (msgspec Structs). A ruleset is a set of functions on it (`Ruleset`). People
see a game through `View`s, change it by `Action`s chosen from `Offer`s, and hear of it by `Event`s.
Coordinates are (y, x), y down, x right, from 0. A seat is a number from 0; `GM` is the Game
Master's seat, and `None` stands for the public, who may see what everybody may see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol

import msgspec

GM = -1


class ActionError(ValueError):
    """Why an action was refused: one sentence that a player understands. Nothing has changed."""


class InvalidAction(ActionError):
    """The text cannot be read as an action."""


class IllegalAction(ActionError):
    """The action was read, and is not allowed now."""


class AmbiguousAction(ActionError):
    """The text can mean several things; `choices` are their canonical lines."""

    def __init__(self, sentence: str, choices: Sequence[str]) -> None:
        super().__init__(sentence)
        self.choices = tuple(choices)


class Action(msgspec.Struct, frozen=True):
    """What a seat does: a verb and its arguments. `str()` is its one line of text, which the
    ruleset's `parse` reads back. Only the last argument may hold spaces."""

    verb: str
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.verb, *self.args))


Group = Literal["move", "act", "target", "item", "plan", "hero", "answer", "other"]
# hero: what he becomes (experience spent, abilities switched), as against what he does.


class Offer(msgspec.Struct, frozen=True):
    """An action that a seat may take now, and how to show it."""

    action: Action
    label: str  # at most 38 letters: a button, a line of a menu
    hint: str = ""  # at most 100 letters
    group: Group = "act"
    at: tuple[int, int] | None = None  # the square it points at
    path: tuple[tuple[int, int], ...] = ()  # the way there, for a preview
    grave: bool = False  # cannot be undone: votes ask more of it
    free: bool = False  # takes no game time
    row: str = ""  # offers of one row are more and less of the same thing
    less: bool = False  # the one of its row that takes away
    page: str = ""  # the title of the page (`View.pages`) that it belongs to


class Option(msgspec.Struct, frozen=True):
    """An argument of a verb, as a slash command's option. Autocomplete offers the values that
    stand in this place among the legal offers of the verb."""

    name: str  # lower case, at most 32
    summary: str  # at most 100 letters
    required: bool = True
    choices: tuple[str, ...] = ()  # fixed values (at most 25); none: autocomplete from the offers


class Verb(msgspec.Struct, frozen=True):
    """A kind of action. Those with `command` become slash commands of the ruleset's group."""

    name: str
    summary: str
    options: tuple[Option, ...] = ()
    command: bool = True


class Setting(msgspec.Struct, frozen=True):
    """An option of a new game, chosen in the lobby. `values[0]` is the default."""

    name: str
    summary: str
    values: tuple[str, ...]


Audience = tuple[int, ...] | None


class Roll(msgspec.Struct, frozen=True):
    """Dice that an event let be seen: what they were for, their sides, the faces they showed."""

    what: str
    sides: int
    faces: tuple[int, ...]


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened: a sentence, and who may know it (None: everybody)."""

    kind: str
    text: str
    audience: Audience = None
    detail: str = ""  # the full account, for "why?"
    at: tuple[int, int] | None = None
    steps: tuple[tuple[int, int], ...] = ()  # squares passed, for an animation
    rolls: tuple[Roll, ...] = ()  # for statistics of the dice


# ---------------------------------------------------------------- what a seat may see

UNKNOWN, REMEMBERED, WALKED, SEEN, VEILED = range(5)  # `Grid.state`
# Walked: dark floor that is not in the rules' memory, though the hero has trodden it.
# Veiled: only the Game Master knows it.


class Ground(msgspec.Struct, frozen=True):
    """A kind of terrain in a grid's legend. `ref` names it to a tile set ("F:1": terrain 1)."""

    ref: str
    letter: str
    colour: str
    name: str
    solid: bool = False  # drawn as rock
    door: bool = False


class Thing(msgspec.Struct, frozen=True):
    """An object that lies in sight or in memory."""

    y: int
    x: int
    ref: str  # "K:23": object kind 23, "L:4": flavour 4 (kind unknown)
    letter: str
    colour: str
    name: str
    more: bool = False  # it lies on top of others
    artefact: bool = False
    remembered: bool = False
    hidden: bool = False  # known to the Game Master alone


class Being(msgspec.Struct, frozen=True):
    """A hero or creature that is seen (or remembered, or known to the Game Master)."""

    y: int
    x: int
    ref: str  # "R:23": race 23; "R:0": a hero
    letter: str
    colour: str
    name: str  # "wolf-3": what orders call it
    tag: int = 0  # its number among its kind, 0: it needs none
    seat: int | None = None  # a hero's seat
    alertness: Literal["", "asleep", "unwary", "alert"] = ""  # "": the hero cannot know
    stance: Literal["", "fleeing", "aggressive"] = ""
    health: int = 4  # 4 unhurt, 3, 2, 1: bands
    unique: bool = False
    hidden: bool = False
    figure: int | None = None  # exact alertness, for the Game Master
    words: str = ""  # how a sentence describes it: "a wounded wolf, unwary"


class Mark(msgspec.Struct, frozen=True):
    """Something that changed since the seat's last turn, or points at a square."""

    kind: Literal["step", "came", "new", "hurt", "heard", "changed", "target", "letter"]
    y: int
    x: int
    text: str = ""  # hurt: "-9" or "" (slain); came: its name; else the plate
    seat: int | None = None


class Grid(msgspec.Struct, frozen=True):
    """A map: the smallest box that holds all the seat knows. Layers are flat, row by row,
    `height * width` bytes; the box's first square is (top, left) of the level."""

    top: int
    left: int
    height: int
    width: int
    legend: tuple[Ground, ...]  # legend[0] is the unknown
    ground: bytes  # indexes into the legend
    state: bytes  # UNKNOWN ... VEILED
    light: bytes  # light level of seen squares (0 dark; 1 and more), at most 15
    lit: bytes  # 1: lit by itself; 2: by the sun
    focus: tuple[int, int] | None  # the square to keep in the picture: the hero's
    things: tuple[Thing, ...] = ()
    beings: tuple[Being, ...] = ()
    marks: tuple[Mark, ...] = ()
    dark: bytes = b""  # 1: in the line of sight, in magical darkness; empty: nowhere


class Gauge(msgspec.Struct, frozen=True):
    """A bar: health, voice, food."""

    name: str
    value: int
    maximum: int
    colour: Literal["red", "blue", "gold", "green", "violet"] = "red"


class Status(msgspec.Struct, frozen=True):
    """A state of a hero, drawn as an icon of that name, with its amount."""

    icon: str
    word: str
    amount: int | None = None


class Figure(msgspec.Struct, frozen=True):
    """A hero in the strip under the map."""

    seat: int
    name: str
    gauges: tuple[Gauge, ...] = ()
    statuses: tuple[Status, ...] = ()
    to_move: bool = False
    away: bool = False  # somebody's seat, who is not there


class Part(msgspec.Struct, frozen=True):
    """A titled piece of a `Sheet`: lines of text and dice faces."""

    title: str
    lines: tuple[str, ...] = ()
    dice: tuple[tuple[str, tuple[int, ...]], ...] = ()  # ("Challenge", (6, 3))


class Sheet(msgspec.Struct, frozen=True):
    """A board that is no grid: rooms, lines, dice."""

    parts: tuple[Part, ...]


class Blank(msgspec.Struct, frozen=True):
    """Text of one's own that a question takes beside its answers: the action is the verb and the
    text."""

    verb: str
    label: str  # what to write, as in "Write the hero's name"; at most 30 letters
    value: str = ""  # what stands there now
    longest: int = 100  # letters


class Topic(msgspec.Struct, frozen=True):
    """Something that a seat may look up: a creature in sight, what is remembered of a kind, a
    figure of the sheet. No two have the same `book`, `page` and `name`."""

    book: Literal["look", "recall", "sheet"]
    name: str  # "wolf-3"; at most 60 letters
    title: str  # "Wolf 3, to the west"; at most 100 letters
    page: str = ""  # the title of one of the view's pages


class View(msgspec.Struct, frozen=True):
    """All that a seat may see of a game now. Nothing else reads a state."""

    title: str  # "Sil-Q · 150 ft"
    turn: int  # grows with every action that took time
    board: Grid | Sheet
    figures: tuple[Figure, ...]
    facts: tuple[tuple[str, str], ...]  # ("Depth", "150 ft")
    lines: tuple[str, ...]  # what happened since the last action, oldest first
    headline: str  # the most important of them, at most 60 letters
    alt: str  # who, where, dangers, exits, what changed; at most 1024 letters
    question: str = ""  # what the rules ask now; `legal` offers the answers
    blank: Blank | None = None  # what may be typed as an answer
    phase: Literal["making", "play", "dead", "won", "left"] = "play"  # making: of the heroes
    details: tuple[str, ...] = ()  # the full account of `lines`
    pages: tuple[tuple[str, str], ...] = ()  # titled texts: ("Character", "..."), ("Pack", "...")


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: a title, a story of some lines, and figures for a ladder."""

    title: str
    story: tuple[str, ...]
    won: bool = False
    figures: tuple[tuple[str, int], ...] = ()


class Ruleset(Protocol):
    """What a ruleset gives. The state's type is its own business: only the ruleset reads it."""

    name: str  # "sil": commands, files, the log
    title: str  # "Sil-Q"
    summary: str  # one sentence for the lobby
    version: int  # grows when the same log would play out otherwise
    seats: tuple[int, int]  # how many heroes, at least and at most
    has_gm: bool
    settings: tuple[Setting, ...]
    verbs: tuple[Verb, ...]

    def data_digest(self) -> str:
        """A hash of the data files that games are played with (hex)."""
        ...

    def new(self, options: Mapping[str, str], seats: Sequence[str], seed: bytes) -> Any:
        """A fresh game for heroes of these names; everything random comes from the seed.
        Raises InvalidAction when an option or a name will not do."""
        ...

    def to_act(self, state: Any) -> tuple[int, ...]:
        """The seats whose move it is; none when the game is over."""
        ...

    def legal(self, state: Any, seat: int) -> Sequence[Offer]:
        """What the seat may do now, best first, in a stable order.

        Equal views give equal offers."""
        ...

    def parse(self, text: str, state: Any, seat: int) -> Action:
        """The action that a line of text means. Raises InvalidAction or AmbiguousAction."""
        ...

    def apply(self, state: Any, seat: int, action: Action) -> Sequence[Event]:
        """Do it: the only way a game changes. Raises an ActionError before anything has changed;
        after any other exception the state is to be thrown away."""
        ...

    def view(self, state: Any, seat: int | None) -> View:
        """What the seat (None: the public; GM: all) may see."""
        ...

    def outcome(self, state: Any) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        ...

    def renew(self, state: Any, seed: bytes | None = None) -> None:
        """Start the next epoch of the dice (after undo); with a seed, the first one of that
        (after a fork: a game of its own)."""
        ...

    def dump(self, state: Any) -> bytes:
        """The state as bytes, versioned; equal states give equal bytes."""
        ...

    def load(self, data: bytes) -> Any:
        """The state that `dump` wrote. Raises ValueError for anything else."""
        ...


def autoplay(ruleset: Ruleset, state: Any, seat: int, *, grave: bool = False) -> Action | None:
    """What a seat does that nobody plays; None when it can do nothing. A ruleset may know better
    (an `autoplay(state, seat) -> Action` of its own); else it is the best offer that takes time.
    Unless `grave`, what cannot be undone is done only when there is nothing else."""
    offers = ruleset.legal(state, seat)
    if not offers:
        return None
    timely = [offer for offer in offers if not offer.free] or offers
    harmless = [offer for offer in timely if not offer.grave] or timely
    own = getattr(ruleset, "autoplay", None)
    if own is not None:
        chosen: Action = own(state, seat)
        if grave or not any(offer.grave and offer.action == chosen for offer in offers):
            return chosen
    return harmless[0].action


def is_open(ruleset: Ruleset) -> bool:
    """Whether every seat sees just what the public sees (the ruleset's own `open`, if it has one):
    then one view serves them all."""
    return bool(getattr(ruleset, "open", False))


def topics(ruleset: Ruleset, state: Any, seat: int | None) -> tuple[Topic, ...]:
    """What a seat may look up: what the ruleset's own `topics(state, seat)` names, if it has one.
    Like a view it tells only what the seat knows."""
    own = getattr(ruleset, "topics", None)
    return tuple(own(state, seat)) if own is not None else ()


def explain(ruleset: Ruleset, state: Any, seat: int | None, topic: Topic) -> str:
    """What there is to say of one of `topics` (the ruleset's own `explain(state, seat, topic)`).
    Raises InvalidAction for anything else."""
    if topic not in topics(ruleset, state, seat):
        raise InvalidAction("There is nothing known of that.")
    said: str = ruleset.explain(state, seat, topic)  # type: ignore[attr-defined]
    return said


def about(ruleset: Ruleset, options: Mapping[str, str]) -> str:
    """What a game with these options has of its own, for the lobby: a line a point, empty when
    there is nothing to say (the ruleset's own `about(options)`, if it has one)."""
    own = getattr(ruleset, "about", None)
    return str(own(options)) if own is not None else ""
