"""The state of a game of Kanthe: plain data, saved as it stands.

The map is a graph on a plane without a scale: an area is 100 by 100 units, x to the right, y
down; a section (sheet) is two by two areas. Ids of nodes and passages are their places in the
lists of their level; ids of items, occupants and hazards are unique in a game.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.contract.texts import Name, Words
from engine.contract.view import Caution
from engine.kanthe.words import EventKind

Cell = tuple[int, int]  # an area's or a section's column and row
NOWHERE: Cell = (-1, -1)
WALLS = ("n", "e", "s", "w")
START_CHALLENGE = 5

NodeKind = Literal["start", "room", "junction", "border", "end"]
Status = Literal["", "dead", "befriended", "gone"]
HazardState = Literal["active", "passed", "gone"]
Purpose = Literal["fight", "persuade", "evade"]  # of a conflict
Manner = Literal["", "hide", "sneak", "flee"]  # of evading
Result = Literal["", "dead", "left", "abandoned"]


class Throw(msgspec.Struct, frozen=True):
    """Dice that were thrown, as players see them."""

    purpose: Words
    side: Literal["challenge", "opposition", "map"]
    faces: tuple[int, ...]
    kind: str = ""  # of `words.THROWS`


class SceneAct(msgspec.Struct, frozen=True):
    """A match of the last throw that acted, or could have, and what came of it."""

    side: Literal["challenge", "opposition"]
    value: int
    degree: int
    result: Words


class Modified(msgspec.Struct):
    """A modified beast: a row of the beasts, a row of the changes, added or taken away."""

    beast: int
    change: int
    added: bool = True


class ArcaneEffect(msgspec.Struct, frozen=True):
    """An arcane effect: rows of the actions and of the essences."""

    action: int
    essence: int


Goal = Literal["any", "coins", "sections", "depth"]


class Variant(msgspec.Struct, frozen=True):
    """The rules that a game is played by, as its options say."""

    by_the_book: bool = False  # without what goes beyond the rulebook
    one_wound: bool = False  # a match deals one wound, whatever its degree
    goal: Goal = "any"  # what wins, for a hero who leaves alive


class Domain(msgspec.Struct):
    """The Domain design sheet, with the essences of the Arcane one."""

    name: str
    theme: str
    ruins: bool
    levels: int
    sections: int  # the most that a level may have
    rooms: int  # map dice an area
    words: dict[str, list[str]]  # `content.WORD_LISTS`, ten words each
    modified: list[Modified]
    arcane_features: list[ArcaneEffect | None]

    @property
    def top(self) -> int:
        """The number of the first level."""
        return 0 if self.ruins else 1


class ArcaneRows(msgspec.Struct):
    """One half of the Arcane Discovery sheet: ten rows of essences or of actions."""

    letters: list[str]  # the letter that is known to belong in the blank, or ""
    checked: list[str]  # letters that are checked off
    firsts: list[str]  # colours, or qualities, that belong to the row, or ""
    seconds: list[str]  # changes, or motifs

    @classmethod
    def blank(cls) -> ArcaneRows:
        """Return rows of which nothing is known."""
        return cls([""] * 10, [""] * 10, [""] * 10, [""] * 10)


class ArcaneSheet(msgspec.Struct):
    """The Arcane Discovery sheet and the list of discovered items."""

    essences: ArcaneRows = msgspec.field(default_factory=ArcaneRows.blank)
    actions: ArcaneRows = msgspec.field(default_factory=ArcaneRows.blank)
    discovered: list[str] = msgspec.field(default_factory=list)  # phrases without the noun
    struck: list[str] = msgspec.field(default_factory=list)  # those that do nothing


People = Literal["main", "alternate", "beasts"]


class Nature(msgspec.Struct, frozen=True):
    """The rows of the essences that creatures are weak and strong against; -1: none."""

    weak: int = -1
    strong: int = -1


class LevelSheet(msgspec.Struct):
    """A Level design sheet."""

    theme: str
    main: str
    alternate: str
    rooms: int = 0  # 0: as the domain
    natures: dict[People, Nature] = msgspec.field(default_factory=dict)  # once they are met


class KantheItem(msgspec.Struct):
    """A thing that somebody carries. Rows point at words of the domain's lists."""

    id: int
    name: str  # of a mundane item; of an arcane one its kind
    rating: int = 1
    purposes: tuple[str, ...] = ()
    arcane: str = ""  # kind of arcane thing, "": mundane
    essence_row: int = -1
    action_row: int = -1  # -1: boots have none
    by_change: bool = False  # the essence's word is a change instead of a colour
    letters: tuple[str, str] = ("", "")  # of a scroll's two words
    spell: bool = False  # a scroll that is not used up
    worn: bool = False
    ticked: bool = True  # used in every throw that it fits
    healed_at: int = -1  # areas that were drawn when it healed last; -1: it never has


class Opponent(msgspec.Struct):
    """An occupant, a beast, vermin: whoever opposes the hero, or might."""

    id: int
    name: str  # "warrior-2", as actions call it
    kind: str  # a key of the printed lists
    creature: Name | str  # "goblin warrior", as sentences call it (a str: of an older version)
    strength: int
    node: int = -1
    passage: int = -1
    attacks: bool = True
    peaceful: bool = False  # leaves the hero alone until he acts against it
    wounds: int = 0
    social: int = 0
    status: Status = ""
    things: list[KantheItem] = msgspec.field(default_factory=list)
    wares: list[KantheItem] = msgspec.field(default_factory=list)
    searched: bool = False
    prayed: bool = False
    change_row: int = -1  # of a beast with an added change
    follows: bool = False
    nature: Nature = Nature()

    @property
    def here(self) -> bool:
        """True while it is alive and not befriended."""
        return self.status == ""


class Hazard(msgspec.Struct):
    """A hazard that is not alive."""

    id: int
    name: str  # "pit-1"
    kind: str
    strength: int
    essence: int = -1
    node: int = -1
    passage: int = -1
    state: HazardState = "active"
    searched: bool = False
    left: bool = False  # the hero has turned back from it


class Feature(msgspec.Struct):
    """A stationary feature: a row of the domain's list."""

    row: int
    strength: int
    used: bool = False
    searched: bool = False


class Door(msgspec.Struct):
    """A door in a wall of a room (0 north, 1 east, 2 south, 3 west)."""

    wall: int
    heavy: int = 0
    locks: list[int] = msgspec.field(default_factory=list)
    judged: bool = False  # its weight and locks are thrown
    opened: bool = False
    beyond: Literal["", "way", "stairs", "nothing"] = ""


class Node(msgspec.Struct):
    """A place of the plan: a room, a fork, a crossing of an area's edge, a dead end."""

    id: int
    kind: NodeKind
    x: int
    y: int
    area: Cell
    leads: Cell = NOWHERE  # a border: the area beyond
    waiting: bool = False  # a border: the area beyond is not drawn yet
    number: int = 0  # of a room, in the order drawn
    die: int = 0
    walls: list[str] = msgspec.field(default_factory=lambda: [""] * 4)  # "", "way", "door"
    doors: list[Door] = msgspec.field(default_factory=list)
    searched: list[int] = msgspec.field(default_factory=list)  # walls tried for a secret door
    called: bool = False
    entered: bool = False
    features: list[Feature] = msgspec.field(default_factory=list)
    stairs: bool = False  # stairs down
    remains: list[KantheItem] = msgspec.field(default_factory=list)  # of a fallen hero
    remains_coins: int = 0


class Passage(msgspec.Struct):
    """A straight piece of corridor between two nodes."""

    id: int
    a: int
    b: int
    area: Cell
    corridor: int  # pieces of one corridor share it
    die: int = 0
    hazard: bool = False  # a hazard is marked on it
    called: bool = False
    wall_a: int = -1  # the wall of a room at `a` that it goes through
    wall_b: int = -1
    door_room: int = -1  # the room whose door shuts it
    door_wall: int = -1


class Area(msgspec.Struct):
    """A mapped area, and the mobile hazards left in it."""

    cell: Cell
    circles: int = 0


class Section(msgspec.Struct):
    """A sheet of a level."""

    cell: Cell
    explored: bool = False


class KantheLevel(msgspec.Struct):
    """A level as far as it is drawn. Node 0 is the starting room."""

    number: int
    nodes: list[Node] = msgspec.field(default_factory=list)
    passages: list[Passage] = msgspec.field(default_factory=list)
    areas: list[Area] = msgspec.field(default_factory=list)
    sections: list[Section] = msgspec.field(default_factory=list)
    opponents: list[Opponent] = msgspec.field(default_factory=list)
    hazards: list[Hazard] = msgspec.field(default_factory=list)
    rooms: int = 0
    corridors: int = 0
    arrived_from: int = 0  # the room with the stairs on the level above
    left: list[int] = msgspec.field(default_factory=list)  # nodes that the hero turned back from


class KantheHero(msgspec.Struct):
    """The rogue from the wilds."""

    name: str
    challenge: int = START_CHALLENGE
    wounds: int = 0
    coins: int = 0
    items: list[KantheItem] = msgspec.field(default_factory=list)
    potions: list[ArcaneEffect] = msgspec.field(default_factory=list)  # until another area
    allies: list[Opponent] = msgspec.field(default_factory=list)
    boost: int = 0  # dice for the next throw, from an arcane feature
    fate: Words = ""  # how he died
    rooms: int = 0
    overcome: int = 0
    befriended: int = 0
    sections: int = 0
    arcane_found: int = 0  # arcane things that came to light
    deepest: int = 0
    caution: Caution = "usual"  # of his plans
    takes_coins: bool = False  # exploring takes all treasure as coins and asks no more


class MatchAct(msgspec.Struct, frozen=True):
    """A match that acts in a conflict; in a pair both sides' matches act at once."""

    hero: int = 0  # degree
    hero_arcane: int = 0  # degree without mundane dice, against ghosts
    opposition: int = 0  # degree
    value: int = 0


Reach = Literal["one", "foes", "near", "room"]
"""Those whom an effect reaches: one opponent, all of them, all beside the hero with his allies, or
all with the hero himself."""


class SpokenEffect(msgspec.Struct, frozen=True):
    """An effect of a scroll, which lasts until the conflict ends."""

    effect: ArcaneEffect
    reach: Reach


class Conflict(msgspec.Struct):
    """A conflict in progress."""

    opponents: list[int]
    helpers: list[int] = msgspec.field(default_factory=list)
    node: int = -1  # where it will be, while the hero is still before that place
    purpose: Purpose = "fight"
    manner: Manner = ""
    acts: list[MatchAct] = msgspec.field(default_factory=list)
    tool: str = ""  # a feature or hazard used as a weapon in the next throw
    barred: str = ""  # one that was turned against the hero
    turned: int = 0  # dice that it gives the opposition in the next throw
    spoken: list[SpokenEffect] = msgspec.field(default_factory=list)
    social: int = 0  # wounds of words to the hero
    fought: bool = False
    rounds: int = 0
    aim: int = -1  # the opponent whom the matches of this throw hit, as long as they can


# ------------------------------------------------------------------------- questions


class Approach(msgspec.Struct, tag=True):
    """Before a place that somebody holds, or a room not entered yet."""

    node: int


class FaceHazard(msgspec.Struct, tag=True):
    """A hazard is in the way, or upon the hero."""

    hazard: int
    may_turn: bool = False


class ChooseTarget(msgspec.Struct, tag=True):
    """The question whom a match of the hero's hits."""

    act: MatchAct


class ChooseVictim(msgspec.Struct, tag=True):
    """The question who takes a wound, the hero or an ally."""

    degree: int
    cause: Words


class ShareTreasure(msgspec.Struct, tag=True):
    """The question what each match of a treasure throw is."""

    values: list[int]
    degrees: list[int]
    change_row: int = -1


class ChooseWord(msgspec.Struct, tag=True):
    """The question which match stands for which word of a thing.

    An option is (essence row, action row), -1 where that word stays unknown; for a scroll the row
    is that of the word itself.
    """

    item: int
    how: str
    options: list[tuple[int, int]]


class ChooseStairs(msgspec.Struct, tag=True):
    """The question which room has the stairs."""


class Fallen(msgspec.Struct, tag=True):
    """The question, once a hero has died or left, if another one comes."""


Question = (
    Approach
    | FaceHazard
    | ChooseTarget
    | ChooseVictim
    | ShareTreasure
    | ChooseWord
    | ChooseStairs
    | Fallen
)

# ------------------------------------------------------------------------- tasks


class Walk(msgspec.Struct, tag=True):
    """Passages still to be walked, in order."""

    passages: list[int]
    came_by: int = -1  # the passage that led to a new area: go on if only one other leads on


class CallMobile(msgspec.Struct, tag=True):
    """A throw for the area's mobile hazards; `noise`: after a noise."""

    noise: bool = False


class MeetHazard(msgspec.Struct, tag=True):
    """A hazard is upon the hero."""

    hazard: int


class MeetOpponents(msgspec.Struct, tag=True):
    """A conflict begins."""

    opponents: list[int]


class CrossOff(msgspec.Struct, tag=True):
    """A mobile hazard is dealt with."""

    area: Cell


class TakeWound(msgspec.Struct, tag=True):
    """A wound lands on the hero, or an ally."""

    degree: int
    cause: Words


class JudgeDoor(msgspec.Struct, tag=True):
    """A door was found: throw for its weight and locks."""

    node: int
    wall: int


class CheckSections(msgspec.Struct, tag=True):
    """Look whether a section is explored."""


Task = (
    Walk
    | CallMobile
    | MeetHazard
    | MeetOpponents
    | CrossOff
    | TakeWound
    | JudgeDoor
    | CheckSections
)


class Setup(msgspec.Struct):
    """The wizard: the page that is open."""

    page: int = 0


class FallenHero(msgspec.Struct, frozen=True):
    """A hero whose delve is over."""

    name: str
    result: Result
    coins: int
    level: int


class KantheState(msgspec.Struct):
    """A game of Kanthe."""

    domain: Domain
    sheets: list[LevelSheet]  # ten, by level number
    hero: KantheHero
    kit: list[KantheItem]  # what the next hero sets out with
    setup: Setup | None = msgspec.field(default_factory=Setup)
    arcane: ArcaneSheet = msgspec.field(default_factory=ArcaneSheet)
    levels: list[KantheLevel] = msgspec.field(default_factory=list)
    level: int = 0  # number of the level that the hero is on
    node: int = 0
    previous: int = 0  # the place he came from
    passage: int = -1  # where he is on his way, for what happens there
    area: Cell = NOWHERE
    unnoticed: bool = False
    choosing_items: bool = False  # which items the next throws use is being chosen
    question: Question | None = None
    conflict: Conflict | None = None
    tasks: list[Task] = msgspec.field(default_factory=list)  # the last is next
    lines: list[Words] = msgspec.field(default_factory=list)
    line_kinds: list[EventKind] = msgspec.field(default_factory=list)  # of each line
    throws: list[Throw] = msgspec.field(default_factory=list)
    scene: list[SceneAct] = msgspec.field(default_factory=list)  # of the last two throws, in order
    chronicle: list[Words] = msgspec.field(default_factory=list)
    fallen: list[FallenHero] = msgspec.field(default_factory=list)
    result: Result = ""
    ended: bool = False
    acts: int = 0  # accepted actions that take a turn
    next_id: int = 1
    variant: Variant = Variant()
    known_nodes: int = 0  # of the hero's level, before the last action
    tallies: dict[str, int] = msgspec.field(default_factory=dict)

    @property
    def here(self) -> KantheLevel:
        """The level that the hero is on."""
        return next(level for level in self.levels if level.number == self.level)

    @property
    def place(self) -> Node:
        """The place where the hero stands."""
        return self.here.nodes[self.node]

    @property
    def difficulty(self) -> int:
        """The Difficulty of the hero's level."""
        return difficulty_of(self.level)

    @property
    def areas_drawn(self) -> int:
        """The number of areas of the domain that are drawn."""
        return sum(len(level.areas) for level in self.levels)


def difficulty_of(level: int) -> int:
    """Return the Difficulty of a level: 5 and half its number, rounded up."""
    return START_CHALLENGE + (level + 1) // 2
