"""The input and output of seats: actions, offers, verbs, settings, events."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from engine.contract.facts import AnyFact
from engine.contract.texts import Name, Text, Words, text

GM = -1  # the Game Master's seat
LABEL_LENGTH, HINT_LENGTH = 38, 100  # letters of an offer's words in English, at most

Role = Literal["player", "gm"]


def role_of(seat: int) -> Role:
    """Return the role that a seat has."""
    return "gm" if seat == GM else "player"


class ActionError(ValueError):
    """A refused action: `text` is one sentence that a player understands. Nothing has changed."""

    def __init__(self, sentence: Words) -> None:
        super().__init__(sentence)
        self.text = sentence


class InvalidAction(ActionError):
    """The text cannot be read as an action."""


class IllegalAction(ActionError):
    """The action was read, and is not allowed now."""


class AmbiguousAction(ActionError):
    """The text can mean several things; `choices` are their canonical action lines."""

    def __init__(self, sentence: Words, choices: Sequence[str]) -> None:
        super().__init__(sentence)
        self.choices = tuple(choices)


class Action(msgspec.Struct, frozen=True):
    """A verb and its arguments. `str()` gives the one-line text that `Ruleset.parse` reads back.
    Only the last argument may hold spaces."""

    verb: str
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.verb, *self.args))


OfferGroup = Literal["move", "act", "target", "item", "plan", "growth", "answer", "other"]
# growth: what a character becomes (experience spent, abilities switched). plan: an action of many
# turns.


Intent = Literal[
    "move", "attack", "shoot", "throw", "cast", "sing", "flee", "swap", "open", "close", "force",
    "search", "take", "drop", "wear", "remove", "heal", "eat", "use", "read", "drink", "explore",
    "travel", "rest", "wait", "descend", "ascend", "leave", "learn", "make", "ask", "answer",
    "look", "arrange", "speak", "other",
]  # fmt: skip
"""Purposes of offers. heal: it restores health or takes an ill off; flee: it leads away from
danger; swap: changing places with a friend; arrange: sorting, switching, options; ask: it opens a
menu or a question."""


ChanceKind = Literal["hit", "hurt", "lead", "notice", "open", "escape", "work", "end"]
"""Events that chances are of. hit: the seat's attack; hurt: one on the seat's character;
lead: dealing more in the next throw than one suffers; notice: being noticed; open: a door, a
lock, a trap; escape: getting free or away; work: any other deed or spell; end: that a status
kills."""


class Chance(msgspec.Struct, frozen=True):
    """The chance of something if an offer is taken, by the code that rolls for it."""

    of: ChanceKind
    percent: int  # rounded; 0 and 100 are certain
    words: Words  # for ballots and cards: "Hit 68 %, about 6 of its 14"; at most 60 letters


class Offer(msgspec.Struct, frozen=True):
    """An action that a seat may take now, and how to show it. An offer is never refused."""

    action: Action
    label: Words  # at most `LABEL_LENGTH`: a button, a line of a menu
    hint: Words = ""  # at most `HINT_LENGTH`
    group: OfferGroup = "act"
    at: tuple[int, int] | None = None  # the square it points at
    path: tuple[tuple[int, int], ...] = ()  # the way there, for a preview
    irreversible: bool = False  # cannot be undone: votes ask for a larger majority
    free: bool = False  # takes no game time
    stepper: str = ""  # offers of one stepper raise and lower the same value
    lowers: bool = False  # the one of its stepper that lowers
    page: str = ""  # the name of the page (`Ruleset.pages`) that it belongs to
    topic: str = ""  # the name of the topic of that page that it acts upon
    advised: bool = False  # what an expert would do now: a green button
    why: Words = ""  # of an advised one, the expert's reason: "it is hurt and comes on"
    chances: tuple[Chance, ...] = ()  # the most important first: a button shows its percentage
    intent: Intent = "other"  # what it is for: order, advice and autoplay read this, not words
    target: str = ""  # whom or what it is done to, as the action line or a key names it


class Advice(msgspec.Struct, frozen=True):
    """The action an expert would take for a seat, and why: "it is hurt and comes on"."""

    action: Action
    why: Words = ""


class Option(msgspec.Struct, frozen=True):
    """An argument of a verb, as a slash command's option. Autocomplete offers the values that
    stand in this place among the legal offers of the verb.

    `upload`: a file, which is a word of the action line (`engine.contract.uploads`). A text that is
    not required may also be pasted into a form."""

    name: str  # lower case, at most 32 letters
    summary: str  # at most 100 letters
    required: bool = True
    choices: tuple[str, ...] = ()  # fixed values (at most 25); none: autocomplete from the offers
    upload: Literal["", "text", "picture"] = ""


class FormField(msgspec.Struct, frozen=True):
    """A field of a verb's form: its name in action lines, and its value now.

    `choices`: fixed values (at most 25); none: free text."""

    name: str  # "": the target itself, which the form asks for
    label: Words  # at most 45 letters in English
    value: str = ""
    choices: tuple[str, ...] = ()


class Verb(msgspec.Struct, frozen=True):
    """A kind of action. One with `command` can be typed: by `/do`, by `/ruleset do` and, when it
    is of the ruleset's `own_commands` or takes a file, by a slash command of its own: `/ruleset
    verb`, or `/ruleset group verb` when it has a group (Discord: 25 of 25). A verb of the Game
    Master's alone stands under `/gm` instead."""

    name: str
    summary: str
    options: tuple[Option, ...] = ()
    command: bool = True  # False: answers and the like, typed only where they are offered
    group: str = ""  # a subcommand group, lower case
    group_summary: str = ""  # what the group is for; the first verb's is shown
    roles: tuple[Role, ...] = ("player", "gm")  # who may ever do it
    from_elsewhere: bool = False  # it brings in what another game made: never for the ladder


class Setting(msgspec.Struct, frozen=True):
    """An option of a new game, chosen in the lobby. `values[0]` is the default."""

    name: str
    summary: str
    values: tuple[str, ...]


Audience = tuple[int, ...] | None  # seats; None: everybody


class Roll(msgspec.Struct, frozen=True):
    """Dice that an event let be seen: their purpose, their sides, the faces they showed."""

    purpose: Words
    sides: int
    faces: tuple[int, ...]
    own: bool = False  # dice of the reader's own character, of which high ones are luck
    lowest: int = 1  # the lowest face

    @property
    def mean(self) -> float:
        """The mean of one of the dice."""
        return self.lowest + (self.sides - 1) / 2


class Post(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message of its own, which stays: what a moment brought, a narration, a note to somebody."""

    lines: tuple[tuple[Words, Words], ...]  # what happened, and its account: rolls, or ""
    title: Words = ""
    below: Words = ""  # under the lines, in small letters
    picture: str = ""  # the name of a handout of its readers (`View.handouts`)


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened: its kind, of its ruleset's closed list, the fact, the words for
    people, and who may know it.

    Events of one action with the same `occurrence` (not 0) are versions of one happening, the
    fullest first: "The GM rolls behind the screen" and the roll itself. Each reader gets the first
    version that is for them (`audible`).
    """

    kind: str
    text: Words
    audience: Audience = None
    detail: Words = ""  # the full account, for "Why?"
    at: tuple[int, int] | None = None
    rolls: tuple[Roll, ...] = ()  # for statistics of the dice
    occurrence: int = 0
    notable: bool = False  # worth a place in the story of the game
    fact: AnyFact | None = None  # for code; None: words for people alone
    post: Post | None = None  # everybody: in the channel; seats: to each of them in private


def audible(
    events: Iterable[Event], seats: Collection[int], called: Mapping[int, Name] | None = None
) -> tuple[Event, ...]:
    """Return the events that those seats may know, of each happening the fullest version.

    The Game Master may know all; no seats: the public. `called`: the names of seats, with which the
    Game Master hears what is told to one of them.
    """
    heard: list[Event] = []
    known: set[int] = set()
    for event in events:
        open_to_all = event.audience is None or GM in seats
        if not open_to_all and set(event.audience or ()).isdisjoint(seats):
            continue
        if event.occurrence:
            if event.occurrence in known:
                continue
            known.add(event.occurrence)
        heard.append(_with_name(event, called or {}) if GM in seats else event)
    return tuple(heard)


def _with_name(event: Event, called: Mapping[int, Name]) -> Event:
    """Return an event with the name of the one seat that it is told to."""
    told = event.audience or ()
    if len(told) != 1 or told[0] not in called:
        return event

    def named(words: Words) -> Text:
        return text("{hero}: {line}", hero=called[told[0]], line=words)

    detail = named(event.detail) if event.detail else event.detail
    return msgspec.structs.replace(event, text=named(event.text), detail=detail)
