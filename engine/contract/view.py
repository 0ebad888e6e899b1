"""Views: all that a seat may see of a game, as plain data. Nothing else leaves a state.

Pictures are named, not numbered: a sprite is "ruleset:name" ("sil:monster/wolf"), which the tile
set in `data/tiles/<ruleset>/` resolves; so are badges, conditions, overlays and scenes. `letter`
and `colour` are what a sprite without a picture is drawn as: a letter in a colour of that tile set.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.contract.action import GM, Offer
from engine.contract.texts import Words

UNKNOWN, REMEMBERED, SEEN, GM_ONLY = range(4)  # `MapBoard.state`
UNTHROWN = -1  # a face of `DiceRow`
ALT_LENGTH = 1024  # letters of a view in words, in English, at most

Caution = Literal["careful", "usual", "bold"]
Phase = Literal["setup", "play", "over"]
Ending = Literal["", "won", "lost", "left"]


class Ground(msgspec.Struct, frozen=True):
    """A kind of terrain in a map's legend."""

    sprite: str
    letter: str
    colour: str
    name: Words
    solid: bool = False  # drawn as rock
    door: bool = False


class Bar(msgspec.Struct, frozen=True):
    """A value and its maximum: health, voice, food. `word`: stands for the figures, where they are
    only bands. `shaded`: a second value that is drawn after the first, in a shade of its colour,
    and stands in parentheses in the place of the maximum."""

    name: Words
    value: int
    maximum: int
    colour: Literal["red", "blue", "gold", "green", "violet"] = "red"
    word: Words = ""
    shaded: int | None = None

    @property
    def shown(self) -> str:
        """Return what stands on the bar, in English: "12/20", "400 (35)"."""
        second = f"/{self.maximum}" if self.shaded is None else f" ({self.shaded})"
        return str(self.word) or f"{self.value}{second}"


class Note(msgspec.Struct, frozen=True):
    """A few letters beside an entity, for the Game Master alone: "+9"."""

    text: str
    tone: Literal["plain", "calm", "alarm"] = "plain"


class MapItem(msgspec.Struct, frozen=True):
    """Something that lies in sight or in memory."""

    y: int
    x: int
    sprite: str
    letter: str
    colour: str
    name: Words
    more: bool = False  # it lies on top of others
    badges: tuple[str, ...] = ()
    remembered: bool = False
    hidden: bool = False  # known to the Game Master alone


class Entity(msgspec.Struct, frozen=True):
    """A character or creature that is seen (or remembered, or known to the Game Master)."""

    y: int
    x: int
    sprite: str
    letter: str
    colour: str
    name: str  # "wolf-3": what action lines call it
    tag: int = 0  # its number among its kind, 0: it needs none
    seat: int | None = None  # a character's seat
    badges: tuple[str, ...] = ()  # small marks over it, the most important first: at most three
    bars: tuple[Bar, ...] = ()  # drawn under it in as many segments as the maximum; none: unhurt
    notes: tuple[Note, ...] = ()  # for the Game Master
    hidden: bool = False  # known to the Game Master alone
    title: Words = ""  # what people read: "wolf 3"; "": `name`
    description: Words = ""  # how a sentence describes it: "hurt, unwary"


class Mark(msgspec.Struct, frozen=True):
    """Something that changed since the seat's last turn, or points at a square.

    notice: what broke off a plan; it is always in the picture, or at its edge with its distance.
    """

    kind: Literal["step", "came", "new", "hurt", "heard", "changed", "notice", "target", "letter"]
    y: int
    x: int
    text: str = ""  # came: the name of the entity; letter: the plate
    seat: int | None = None
    amount: int = 0  # hurt: the points of health that were lost; 0: slain


class MapBoard(msgspec.Struct, frozen=True):
    """A map: the smallest box that holds all the seat knows. Layers are flat, row by row,
    `height * width` bytes; the box's first square is (top, left) of the level."""

    top: int
    left: int
    height: int
    width: int
    legend: tuple[Ground, ...]  # legend[0] is the unknown
    ground: bytes  # indexes into the legend
    state: bytes  # UNKNOWN ... GM_ONLY
    light: bytes  # light level of seen squares (0 dark; 1 and more), at most 15
    lighting: bytes  # indexes into `lightings`: how a square is lit by itself
    focus: tuple[int, int] | None  # the square to keep in the picture: the character's
    lightings: tuple[str, ...] = ("",)  # names that the tile set resolves; the first: not lit
    items: tuple[MapItem, ...] = ()
    entities: tuple[Entity, ...] = ()
    marks: tuple[Mark, ...] = ()
    overlay: bytes = b""  # indexes into `overlays`, drawn over the ground; empty: nowhere
    overlays: tuple[str, ...] = ("",)  # names that the tile set resolves
    drawn: tuple[tuple[int, int], ...] = ()  # squares that became known, to be kept in the picture
    scenery: str = ""  # "foundry": a look of the ground where the tile set has one of that name


DiceSide = Literal["own", "other", "neutral"]


class DiceRow(msgspec.Struct, frozen=True):
    """Dice in a row, drawn in the colour of their side; those of equal faces are marked."""

    name: Words  # "": none
    faces: tuple[int, ...]  # `UNTHROWN` for a die that still lies in the hand
    side: DiceSide = "neutral"
    sides: int = 10  # six have pips
    result: Words = ""  # what they lead to, behind an arrow: "2 wounds to the warrior"


class TableCell(msgspec.Struct, frozen=True):
    """A cell of a `SheetTable`."""

    words: Words
    crossed: Words = ""  # the letters of it that are crossed out

    @property
    def shown(self) -> str:
        """Return the words with a dot for each letter that is crossed out, in English."""
        crossed = str(self.crossed)
        return "".join("·" if letter in crossed else letter for letter in str(self.words))


class SheetTable(msgspec.Struct, frozen=True):
    """A table drawn on paper: a row of headings, then rows with as many cells."""

    heads: tuple[Words, ...]
    rows: tuple[tuple[TableCell, ...], ...]

    @property
    def lines(self) -> list[str]:
        """Return a line for each row, in English: "0 Red"."""
        return [" ".join(cell.shown for cell in row) for row in self.rows]


class SheetSection(msgspec.Struct, frozen=True):
    """A titled piece of a `SheetBoard`: rows of dice, tables, lines of text."""

    title: Words
    lines: tuple[Words, ...] = ()
    dice: tuple[DiceRow, ...] = ()
    tables: tuple[SheetTable, ...] = ()
    sprite: str = ""  # of whom it is about: drawn beside the title, in the colour
    colour: str = "w"  # of the tile set's palette


class SheetBoard(msgspec.Struct, frozen=True):
    """A board of sections: rooms, lines, dice."""

    sections: tuple[SheetSection, ...]


class Condition(msgspec.Struct, frozen=True):
    """A state of a character, drawn as the icon of that name, with its amount."""

    icon: str  # "": its label is written where a party's strip says who is to move
    word: Words
    amount: int | None = None
    label: Words = ""  # a short word to draw beside the icon, where there is room
    note: Words = ""  # what it will do: "kills in 5 turns"; at most 30 letters


class CharacterStatus(msgspec.Struct, frozen=True):
    """A character in the strip under the board."""

    seat: int
    name: Words
    sprite: str = ""  # for the portrait; "": the seat's emblem
    bars: tuple[Bar, ...] = ()
    conditions: tuple[Condition, ...] = ()
    to_act: bool = False
    away: bool = False  # somebody's seat, who is not there
    figures: tuple[Condition, ...] = ()  # what is no state, as light left; drawn if there is room


class TextPrompt(msgspec.Struct, frozen=True):
    """Free text that a question takes beside its answers: the action is the verb and the text."""

    verb: str
    label: Words  # what to write, as in "Write the hero's name"; at most 30 letters
    value: str = ""  # what stands there now
    max_length: int = 100  # letters


class Topic(msgspec.Struct, frozen=True):
    """Something that a seat may look up: an entity or item in sight, what is known of a kind
    (`lore`), a figure of a page. No two have the same `kind`, `page` and `name`."""

    kind: Literal["sight", "lore", "page"]
    name: str  # "wolf-3"; at most 60 letters
    title: Words  # "Wolf 3, to the west"; at most 100 letters in English
    page: str = ""  # the name of one of the seat's pages

    @property
    def key(self) -> tuple[str, str, str]:
        """Return what tells it from others."""
        return self.kind, self.page, self.name


class HelpTopic(msgspec.Struct, frozen=True):
    """A subject of a ruleset's manual; `words` are other names that lead to it."""

    name: str  # lower case; at most 60 letters, no two alike
    title: Words
    text: Words
    words: tuple[str, ...] = ()
    rules: str = ""  # a page of docs/rules and the section that says it in full: "combat 7.4"


class Handout(msgspec.Struct, frozen=True):
    """A picture that a seat was given. No two have the same `name`.

    `image`: as `render.clean_picture` has made it.
    """

    name: str  # at most 20 letters and digits
    title: Words  # at most 100 letters; it is told to those who cannot see the picture
    image: bytes


class Page(msgspec.Struct, frozen=True):
    """A titled text for a seat: the character, the pack. No two have the same `name`."""

    name: str  # what offers and topics call it; the same in every language
    title: Words
    text: Words
    drawn: tuple[SheetSection, ...] = ()  # what its picture shows; empty: the text


class View(msgspec.Struct, frozen=True):
    """All that a seat may see of a game now, but for its pages."""

    title: Words  # "Sil-Q · 150 ft"
    turn: int  # shown to players; never shrinks
    characters: tuple[CharacterStatus, ...]
    facts: tuple[tuple[Words, Words], ...]  # ("Depth", "150 ft"); the first stands in the picture
    lines: tuple[Words, ...]  # what happened since the last action, oldest first
    headline: Words  # the most important of them; a picture shows what it has room for
    alt: Words  # who, where, dangers, exits, what changed; at most `ALT_LENGTH`
    # What the seat is, what threats do, what would be sensible, in the names of the buttons: one
    # line of at most 120 letters in English, on every card while the game is played.
    coach: Words = ""
    # The coach line in ever fewer words, for cards without room: the last tells what would be
    # sensible and no more.
    coach_shorter: tuple[Words, ...] = ()
    odds: tuple[Words, ...] = ()  # of a fight: a line of at most 100 letters for each opponent near
    caution: Caution | Literal[""] = ""  # how daring the seat's plans are; "": it has none
    map: MapBoard | None = None
    sheet: SheetBoard | None = None  # beside a map, or instead of one
    question: Words = ""  # what the rules ask now; `legal` offers the answers
    prompt: TextPrompt | None = None  # what may be typed as an answer
    phase: Phase = "play"  # of this seat; the public's: of the game
    ending: Ending = ""  # when the phase is over: how it ended
    details: tuple[Words, ...] = ()  # the full account of `lines`
    note_key: tuple[tuple[str, Words], ...] = ()  # what notes and badges mean, for the Game Master
    handouts: tuple[Handout, ...] = ()  # the newest last


class Outcome(msgspec.Struct, frozen=True):
    """The end of a game: a title, a story of some lines, and figures by which games are ranked."""

    title: Words
    story: tuple[Words, ...]
    ending: Ending
    figures: tuple[tuple[Words, int], ...] = ()  # the most important first, the greater the better
    scene: str = ""  # "sil:escape": a picture of the tile set; "": a plain one
    # What a ladder may be asked for: ("race", "noldor"), ("depth", 12). Names
    # are one word of lower-case letters; each has always numbers, or always words.
    facts: tuple[tuple[str, int | str], ...] = ()
    ranked: bool = True  # on a ladder; a game for practice is not
    killer: str = ""  # the sprite of who killed the last character: "sil:monster/wolf"

    @property
    def won(self) -> bool:
        """Return whether the game was won."""
        return self.ending == "won"


class Turn(msgspec.Struct, frozen=True):
    """The seats that must still act before the game goes on; none: the game is over.

    `id` is equal for as long as the same decision is waited for: cards, deadlines, reminders and
    autoplay key on it. In a simultaneous turn each waiting seat acts by itself, in any order, and
    the id stays until all have. Seats in `also` may act too, but nobody waits for them: a Game
    Master at any time, a player who whispers; of these only the Game Master may end the turn.
    """

    id: int
    waiting: tuple[int, ...]  # seats; may hold GM
    simultaneous: bool = False
    also: tuple[int, ...] = ()  # seats; may hold GM


class Roles(msgspec.Struct, frozen=True):
    """The participants of a game: how many players, and whether a Game Master takes part."""

    least_players: int
    most_players: int
    gm: Literal["absent", "optional", "required"] = "absent"


__all__ = [
    "GM",
    "GM_ONLY",
    "REMEMBERED",
    "SEEN",
    "UNKNOWN",
    "UNTHROWN",
    "Bar",
    "CharacterStatus",
    "Condition",
    "DiceRow",
    "DiceSide",
    "Ending",
    "Entity",
    "Ground",
    "Handout",
    "HelpTopic",
    "MapBoard",
    "MapItem",
    "Mark",
    "Note",
    "Offer",
    "Outcome",
    "Page",
    "Phase",
    "Roles",
    "SheetBoard",
    "SheetSection",
    "SheetTable",
    "TableCell",
    "TextPrompt",
    "Topic",
    "Turn",
    "View",
]
