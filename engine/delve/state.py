"""The state of a game of Delve: what a snapshot holds. Only `engine/delve` reads it."""

from __future__ import annotations

import msgspec

from engine.common.plans import MOST_TURNS, USUAL, Stop
from engine.contract.action import Event
from engine.contract.texts import Words
from engine.contract.view import Caution
from engine.delve.event_kinds import EventKind

WIDTH, HEIGHT = 60, 30
SIZE = WIDTH * HEIGHT
DEEPEST = 26
ELEMENTS = ("fire", "ice", "shock", "acid")
SLOTS = ("weapon", "shield", "armour", "headgear", "ring", "amulet", "spellbook")
HEROES, DUNGEON = 1, 0  # `Monster.side`
BASIC_RANGE = 4


class DelveItem(msgspec.Struct):
    """A thing in a pack or on a floor. It carries its own figures, since play changes them."""

    uid: int
    kind: str
    count: int = 1
    power: int | None = None
    defence: int = 0
    resist: dict[str, int] = {}
    range: int = BASIC_RANGE
    bonus: str = ""  # a weapon's enchantment: an element or "blessed"
    cursed: bool = False
    rust_proof: bool = False
    acid_proof: bool = False
    known: bool = True  # figures, bonus and curse are known
    worn: bool = False
    spells: list[str] = []  # what a spellbook records
    number: int = 0  # tells things of one name in one pack apart


class DelveCreature(msgspec.Struct):
    """The fields that heroes and monsters share."""

    uid: int
    name: str
    depth: int
    at: int
    level: int
    health: int
    full_health: int
    energy: int
    full_energy: int
    power: int
    defence: int
    resist: dict[str, int]
    statuses: dict[str, int]
    energy_counter: int = 0
    health_counter: int = 0
    attacked: bool = False  # a blow, throw or spell of this turn touched an enemy
    web: int = 0  # hit points of the web that holds it
    pack: list[DelveItem] = []
    fallen: bool = False


class Memory(msgspec.Struct):
    """A hero's knowledge of a level."""

    ground: bytearray  # terrain codes as shown; 0: unknown
    items: dict[int, tuple[Words, str]] = {}  # square: title, kind of the topmost thing seen there
    visited: list[int] = []  # squares with things that the hero has stood on
    rooted: dict[int, tuple[str, int]] = {}  # square: kind and number of what cannot move
    searched: list[int] = []  # squares from which the walls around were searched
    draughts: list[int] = []  # squares where air from behind a hidden door was felt
    sleepers: list[int] = []  # squares where somebody was seen asleep last


class Plan(msgspec.Struct):
    """An action of many turns that goes on by itself, and what it has seen and weighed so far."""

    verb: str
    goal: int = -1  # the square to reach
    turns: int = 0  # done so far
    target: int = -1  # uid of the enemy that it is about
    waited: int = 0  # turns in a row in which it only let an enemy come
    args: tuple[str, ...] = ()  # without the terms
    caution: Caution = USUAL
    most_turns: int = MOST_TURNS
    stops: list[Stop] = []  # what the rules have reported since the last turn
    near: list[int] = []  # uids of the alert enemies that have been near
    kinds: list[str] = []  # of the enemies in sight at the beginning
    noticed: int = 0  # how many of `DelveHero.noticed` there were at the beginning
    health: int = 0  # at the last look
    places: list[int] = []  # terrain codes of the places known at the last look
    prey: list[int] = []  # uids of those whom it has found easy to fight
    slain: dict[str, int] = {}  # by kind: those whom the hero has killed since it began
    gained: dict[str, int] = {}  # what it has brought: "things", "took", terrain by name
    begun_with: dict[str, int] = {}  # figures at the beginning: "health", "energy", "experience"


class Line(msgspec.Struct, frozen=True):
    """A line that a hero heard, saw or read."""

    kind: EventKind
    text: Words


class DelveHero(DelveCreature):
    """A hero, with all that only this hero knows."""

    seat: int = 0
    class_name: str = ""  # "": not chosen yet
    born_as: str = ""  # the class chosen at the start
    experience: int = 0
    nourishment: int = 400
    rating: int = 40
    hunger_in: int = 10  # turns to the next loss
    half_kept: bool = False  # vibrant warmth: an odd half
    spells: list[str] = []
    upgraded: list[str] = []
    abilities: list[str] = []
    choices: list[list[str]] = []  # open fifth-level choices: the abilities drawn for each
    offered_secret: bool = False  # asked once whether to become the secret class
    refused_secret: bool = False
    menu: list[str] = []  # an open menu: a verb and the arguments given so far
    memory: dict[int, Memory] = {}
    seen: list[int] = []  # squares in sight now
    in_view: list[int] = []  # uids of the monsters in sight now
    noticed: list[int] = []  # uids of monsters seen on this level at any time
    weighed: dict[int, bool] = {}  # uids of those that a plan has seen: whether they were alert
    plan: Plan | None = None
    acts_left: int = 1  # actions left in this round
    feint: bool = False  # the next blow cannot miss
    focus: bool = False  # the next spell is one step more powerful
    meditating: int = 0
    riposte_used: bool = False
    starving: int = 0  # turns without nourishment
    fought: bool = False  # struck or was struck this turn
    arrived_at: int = 0  # turn of coming to this level
    kills: dict[str, int] = {}
    deepest: int = 0
    turns: int = 0
    killer: Words = ""
    killer_kind: str = ""  # the kind of the monster that killed the hero
    options: dict[str, str] = {}
    caution: Caution = USUAL  # the terms of plans that are offered
    ambushed: int | None = None  # the turn of the last attack on this level by somebody unseen
    broken_at: int = -1  # the square of what ended the last plan
    order: list[int] = []  # uids of the pack as sorted by hand
    lines: list[Line | str] = []  # since the hero's last action (words alone: of an older save)
    transcript: list[Line | str] = []  # older lines
    last_at: int = -1  # where the hero stood before the last action
    hurt: int = 0  # damage taken since the last action
    graves_laid: list[str] = []
    escaped: bool = False
    warned: list[str] = []  # thresholds passed: "hungry", "starving"
    used: dict[str, int] = {}  # how often spells, items and abilities were used: balance report
    attempts: dict[str, int] = {}  # how often each action was done since something was gained


class DelveMonster(DelveCreature):
    """A monster of some kind."""

    kind: str = ""
    number: int = 0
    side: int = DUNGEON
    asleep: bool = False
    hunting: int = 0  # turns that it still follows what it saw
    goal: int = -1  # where it last saw an enemy
    home: int = -1
    waiting: bool = False  # a slow one's turn off
    disguised: bool = False
    fled: bool = False
    timer: int = 0  # turns to its next periodic power
    quelled: int = 0  # turns that its regeneration or explosion is stopped
    stage: int = 0  # of the Warden
    summoned: bool = False  # gives no experience
    learnt: str = ""  # a mirrored spell
    captive: bool = False  # freed from a cage, and not led to another level yet
    used: list[str] = []  # traits that have acted: balance report

    def mark(self, trait: str) -> None:
        """Note that a trait has acted."""
        if trait not in self.used:
            self.used.append(trait)


class DelvePlace(msgspec.Struct):
    """A place of its own on a level (`data/delve/places.txt`)."""

    name: str
    at: int  # the square of its fixture
    squares: list[int]
    stock: list[DelveItem] = []  # what is not shown in niches
    niches: list[int] = []
    captive: str = ""  # the kind of monster in its cage
    rival: int = -1  # uid
    seen: list[int] = []  # seats that know of it


class DelveLevel(msgspec.Struct):
    """A level, as it was left."""

    depth: int
    ground: bytearray  # terrain codes
    opaque: bytearray  # 1: blocks sight
    lit: bytearray  # 1: lit by itself
    monsters: list[DelveMonster] = []
    items: dict[int, list[DelveItem]] = {}
    hidden: list[int] = []  # squares of traps not found
    secrets: list[int] = []  # secret doors with something behind them
    doors: dict[int, int] = {}  # health of locked doors
    webs: dict[int, int] = {}  # hit points of webs
    timed: dict[int, tuple[int, int]] = {}  # square: turns left, the terrain that comes back
    digging: dict[int, int] = {}  # square: turns dug
    dead: list[tuple[str, int]] = []  # kinds of the slain, and where
    arrival: int = 0  # where heroes came down
    wander_in: int = 300
    turns: int = 0
    numbers: dict[str, int] = {}  # how many of a kind there have been
    up: list[int] = []
    down: list[int] = []
    place: DelvePlace | None = None


class DelveState(msgspec.Struct):
    """A game of Delve."""

    options: dict[str, str]
    heroes: list[DelveHero]
    levels: dict[int, DelveLevel] = {}
    decision: int = 0  # `Turn.id`
    round: int = 0
    next_uid: int = 1
    heart_taken: bool = False
    warden_dead: bool = False
    warden_in: int = 0  # turns until the Warden comes
    ended: str = ""  # an ending of the data; "": not yet
    slain: dict[str, int] = {}
    remains: dict[str, int] = {}  # of dead heroes: the level on which they lie
    places: dict[int, str] = {}  # the place of each level that has one
    lords: list[str] = []  # themes whose lords have fallen
    deeds: dict[str, int] = {}  # what endings ask about: "freed", "bargains", "robbed"
    events: list[Event] = []  # of the action under way; empty between actions


def words_of(line: Line | str) -> Words:
    """Return the words of a line."""
    return line.text if isinstance(line, Line) else line
