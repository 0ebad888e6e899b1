"""The state of a game of Sil-Q: plain data, saved as it stands.

Squares are flat indexes (y * width + x). Creatures live in numbered slots (1 and up), objects
on the floor in lists by square. There are no sets: their order would differ from one process
to the next, and equal games must be equal bytes. Alertness runs from -20 to 20: asleep below
-10, unwary below 0, alert from 0 on (Sil-Q manual, "Stealth"). Morale is stored times ten
(rules: monsters 0).
"""

from __future__ import annotations

from enum import IntEnum

import msgspec

from engine.common.noise_map import UNREACHED
from engine.common.plans import USUAL, Stop
from engine.contract.action import Event
from engine.contract.facts import AnyFact
from engine.contract.texts import Name, Words
from engine.contract.view import Caution, Mark, TextPrompt
from engine.sil.data.records import AbilityRef
from engine.sil.data.rulings import Rulings
from engine.sil.data.timers import Timers
from engine.sil.game.event_kinds import EventKind, NoteKind, Risk


class Skill(IntEnum):
    """The eight skills, in Sil's order."""

    MELEE = 0
    ARCHERY = 1
    EVASION = 2
    STEALTH = 3
    PERCEPTION = 4
    WILL = 5
    SMITHING = 6
    SONG = 7


class Stat(IntEnum):
    """The four stats, in Sil's order."""

    STR = 0
    DEX = 1
    CON = 2
    GRA = 3


class Slot(IntEnum):
    """A place where a hero wears something, in the order of Sil's equipment list."""

    WEAPON = 0
    BOW = 1
    LEFT_RING = 2
    RIGHT_RING = 3
    NECK = 4
    LIGHT = 5
    BODY = 6
    OUTER = 7
    ARM = 8  # a shield or an off-hand weapon
    HEAD = 9
    HANDS = 10
    FEET = 11
    QUIVER1 = 12
    QUIVER2 = 13


class Item(msgspec.Struct):
    """An object, or a stack of equal ones (rules: objects 1). Weight is of one, in tenths lb."""

    kind: int
    count: int = 1
    pval: int = 0
    weight: int = 0
    attack: int = 0
    damage_dice: int = 0
    damage_sides: int = 0
    evasion: int = 0
    protection_dice: int = 0
    protection_sides: int = 0
    timeout: int = 0  # turns of fuel left; else turns to recharge
    artefact: int = 0
    special: int = 0
    abilities: list[AbilityRef] = msgspec.field(default_factory=list)
    known: bool = False  # identified
    sensed: bool = False
    empty: bool = False  # a staff known to hold no charge
    cursed: bool = False
    broken: bool = False  # worthless
    spoiled: bool = False
    feeling: str = ""  # "", "cursed", "average", "special", "uncursed"
    inscription: str = ""
    extra: int = 0  # chest: theme; staff: times used; artefact: depth found
    pickup: bool = False  # shot or thrown by the hero: gathered for nothing
    seen_by: int = 0  # a bit for each hero (`Hero.number`) who knows that it lies there
    left_by: int = 0  # a bit for each hero who has left it lying there
    image: int = 0  # the kind it looks like to hallucinating heroes
    flags: list[str] = msgspec.field(default_factory=list)  # beyond its kind, special, artefact
    title: str = ""  # of an artefact that a hero has made: "of Beren"


class Creature(msgspec.Struct):
    """A monster on the level (rules: monsters 1, 4.1, 6, 10)."""

    race: int
    y: int
    x: int
    health: int
    max_health: int
    slot: int = 0
    energy: int = 0
    speed: int = 2
    mana: int = 15
    alertness: int = 0
    skip_turn: bool = False  # it has just noticed the hero
    stance: str = ""  # "fleeing", "confident", "aggressive"; "": not chosen yet
    morale: int = 0
    temporary_morale: int = 0
    stun: int = 0
    confused: int = 0
    hasted: int = 0
    slowed: int = 0
    song: str = ""
    group: int = 0  # wandering group; 0: none
    range_min: int = 0  # preferred distances
    range_best: int = 0
    last_moves: list[int] = msgspec.field(default_factory=lambda: [0] * 6)
    flags: list[str] = msgspec.field(default_factory=list)  # marks such as "summoned", "charged"
    carried: list[Item] = msgspec.field(default_factory=list)
    image: int = 0  # the race it looks like to hallucinating heroes
    quest: str = ""  # thralls
    home: int = -1  # the square it was born on
    strayed: int = 50  # distance from its group's goal when it last wandered


class Group(msgspec.Struct):
    """A band that wanders together."""

    destination: int = -1  # square, -1: none
    pause: int = 0  # turns that its members still rest; -1: they do not rest at the next goal
    # The squares where somebody stood when it last looked, with the percent chance to get past:
    bodies: list[tuple[int, int]] = msgspec.field(default_factory=list)


class Room(msgspec.Struct, frozen=True):
    """A room as corridors know it: its box, inclusive."""

    top: int
    left: int
    bottom: int
    right: int


class Level(msgspec.Struct):
    """A level: flat layers of height * width bytes, one byte a square (rules: dungeon 0)."""

    depth: int  # dungeon level: 1 is 50 ft; 0 the Gates; 20 the throne room
    height: int
    width: int
    feature: bytearray  # terrain serials (rules: dungeon 2.1)
    glow: bytearray  # 1: lit by itself
    room: bytearray
    icky: bytearray  # 1: in a vault or interesting room
    vault: bytearray  # 1: inside a greater vault
    hidden: bytearray  # 1: an undiscovered trap
    creatures: list[Creature | None]  # by slot; slot 0 stays empty
    occupant: dict[int, int] = msgspec.field(default_factory=dict)  # square -> slot
    floor: dict[int, list[Item]] = msgspec.field(default_factory=dict)  # square -> top first
    rooms: list[Room] = msgspec.field(default_factory=list)
    groups: dict[int, Group] = msgspec.field(default_factory=dict)
    vault_name: str = ""
    vault_entered: bool = False
    arrivals_on: bool = True

    @classmethod
    def blank(cls, depth: int, height: int, width: int, feature: int) -> Level:
        """Return a level of one terrain, unlit, unknown, empty."""
        n = height * width
        return cls(
            depth,
            height,
            width,
            feature=bytearray([feature]) * n,
            glow=bytearray(n),
            room=bytearray(n),
            icky=bytearray(n),
            vault=bytearray(n),
            hidden=bytearray(n),
            creatures=[None],
        )

    def at(self, y: int, x: int) -> int:
        """Return the flat index of a square."""
        return y * self.width + x

    def place(self, index: int) -> tuple[int, int]:
        """Return the (y, x) of a flat index."""
        return divmod(index, self.width)

    def creature_at(self, y: int, x: int) -> Creature | None:
        """Return the creature on a square, if any."""
        slot = self.occupant.get(y * self.width + x)
        return None if slot is None else self.creatures[slot]


class Derived(msgspec.Struct):
    """The figures that `hero.derived.update` works out from all the rest (rules: character 4)."""

    stats: list[int] = msgspec.field(default_factory=lambda: [0] * 4)  # in use
    skills: list[int] = msgspec.field(default_factory=lambda: [0] * 8)  # totals
    max_health: int = 20
    max_voice: int = 20
    speed: int = 2
    hunger: int = 0
    light: int = 0
    burden: int = 0  # tenths of a pound carried
    capacity: int = 0
    melee_dice: tuple[int, int] = (1, 1)
    offhand_dice: tuple[int, int] = (0, 0)
    offhand_attack: int = 0
    archery_dice: tuple[int, int] = (0, 0)
    archery_range: int = 0
    counts: dict[str, int] = msgspec.field(default_factory=dict)
    # "resist_fire" (1 is neutral), "resist_fear", "free_action", "see_invisible", "regeneration",
    # "danger", "sustain_str", ... one count a property


class RaceLore(msgspec.Struct):
    """Lore of one race: what was observed, and how often (rules: monsters 17)."""

    encountered: int = 0
    seen: int = 0
    kills: int = 0
    noticed: int = 0
    ignored: int = 0
    blows: dict[int, int] = msgspec.field(default_factory=dict)  # blow -> times felt
    spells: list[str] = msgspec.field(default_factory=list)
    flags: list[str] = msgspec.field(default_factory=list)
    drops: int = 0


class Lore(msgspec.Struct):
    """A hero's lore of races and objects, by serial."""

    races: dict[int, RaceLore] = msgspec.field(default_factory=dict)
    aware: list[int] = msgspec.field(default_factory=list)  # kinds whose purpose is known
    tried: list[int] = msgspec.field(default_factory=list)
    specials: list[int] = msgspec.field(default_factory=list)
    artefacts_found: list[int] = msgspec.field(default_factory=list)
    tags: dict[int, int] = msgspec.field(default_factory=dict)  # race -> highest tag on the level


class KnownCreature(msgspec.Struct, omit_defaults=True):
    """A creature on the level as a hero knows it."""

    encountered: bool = False
    visible: bool = False
    easily_visible: bool = False  # visible and its square seen
    detected: int = 0  # player turns for which detection still shows it
    tag: int = 0  # its number among its kind, as the hero met them; 0: never seen
    guise: int = 0  # the race that a hero out of his mind takes it for; -1: an enemy; 0: itself
    guise_tag: int = 0  # its number among those that look so
    noise: int = 0  # made since the hero last listened
    noise_heard: tuple[int, int] = (-1, 0)  # at a table: in which turn, and how much in all of it
    heard: int = 0  # the player turn, plus one, in which Listen placed it


class Pursuer(msgspec.Struct, frozen=True, array_like=True):
    """A creature that was after a hero when he last saw it: where and when, and what it looked
    like."""

    square: int
    race: int
    number: int  # among those that look so
    turn: int  # the player turn


REMEMBERED_PLACES = 24  # in `Knowledge.trail`


class Knowledge(msgspec.Struct):
    """Perceptions and memories of a hero. Layers have one entry a square of the level."""

    mark: bytearray = msgspec.field(default_factory=bytearray)  # 1: remembered
    walked: bytearray = msgspec.field(default_factory=bytearray)  # 1: the hero has stood there
    glimpsed: bytearray = msgspec.field(default_factory=bytearray)  # 1: seen once
    # Worked out anew by `vision.update` at each change:
    view: bytearray = msgspec.field(default_factory=bytearray)  # 1: in line of sight
    seen: bytearray = msgspec.field(default_factory=bytearray)  # 1: in view and lit
    fire: bytearray = msgspec.field(default_factory=bytearray)  # 1: in line of fire
    light: list[int] = msgspec.field(default_factory=list)  # light level, may be negative
    noise: bytearray = msgspec.field(default_factory=bytearray)  # what the hero's noise loses
    scent: list[int] = msgspec.field(default_factory=list)  # when it was laid; 0: none
    # Doors found stuck or locked too well, and those found too strong to bash:
    stuck: list[int] = msgspec.field(default_factory=list)
    firm: list[int] = msgspec.field(default_factory=list)
    trail: list[int] = msgspec.field(default_factory=list)  # where he stood after his last actions
    tried: list[int] = msgspec.field(default_factory=list)  # doors whose strength he has felt
    held: list[int] = msgspec.field(default_factory=list)  # whose locks tried his patience
    searched: dict[int, int] = msgspec.field(default_factory=dict)  # how often plans searched there
    creatures: dict[int, KnownCreature] = msgspec.field(default_factory=dict)  # by slot
    # Where creatures were last seen, and the races they were taken for, by slot; gone when the
    # hero sees that nobody is there:
    last_seen: dict[int, tuple[int, int]] = msgspec.field(default_factory=dict)
    pursuers: dict[int, Pursuer] = msgspec.field(default_factory=dict)  # by slot
    ambushed: int | None = None  # the turn in which somebody unseen attacked him last on this level
    lore: Lore = msgspec.field(default_factory=Lore)
    designs: dict[str, Item] = msgspec.field(default_factory=dict)  # kept for a forge, by name

    def remember_place(self, square: int) -> None:
        """Remember where the hero stands after an action."""
        self.trail = [*self.trail, square][-REMEMBERED_PLACES:]

    def forget_level(self, squares: int) -> None:
        """Know nothing of a level of so many squares."""
        self.mark, self.walked, self.glimpsed = (bytearray(squares) for _ in range(3))
        self.view, self.seen, self.fire = (bytearray(squares) for _ in range(3))
        self.light, self.scent = [0] * squares, [0] * squares
        self.noise = bytearray([UNREACHED]) * squares
        self.stuck, self.firm, self.held, self.tried = [], [], [], []
        self.trail, self.searched = [], {}
        self.creatures, self.last_seen, self.pursuers = {}, {}, {}
        self.ambushed = None


class Work(msgspec.Struct):
    """An item that is being made at a forge, and the turns that it still takes."""

    item: Item
    turns: int


class LogNote(msgspec.Struct, frozen=True, array_like=True):
    """A line in the hero's own log, without its full stop."""

    turn: int
    depth: int
    text: Words
    kind: NoteKind = "own"


class Hero(msgspec.Struct):
    """The character: what the player chose, learned, suffers and wears."""

    name: str
    race: int
    house: int
    y: int = 0
    x: int = 0
    stat_base: list[int] = msgspec.field(default_factory=lambda: [0] * 4)  # race, house included
    stat_drain: list[int] = msgspec.field(default_factory=lambda: [0] * 4)  # 0 or less
    skill_base: list[int] = msgspec.field(default_factory=lambda: [0] * 8)
    bought: list[AbilityRef] = msgspec.field(default_factory=list)
    switched_off: list[AbilityRef] = msgspec.field(default_factory=list)
    granted: list[AbilityRef] = msgspec.field(default_factory=list)  # by what is worn
    experience: int = 5000  # all ever won
    unspent: int = 5000
    health: int = 20
    voice: int = 20
    food: int = 4999
    energy: int = 0
    timers: Timers = msgspec.field(default_factory=Timers)
    derived: Derived = msgspec.field(default_factory=Derived)
    pack: list[Item] = msgspec.field(default_factory=list)
    worn: dict[int, Item] = msgspec.field(default_factory=dict)  # Slot -> item
    song: int = -1  # ability number within Song; -1: not singing
    theme: int = -1  # the minor theme of Woven Themes
    song_turns: int = 0  # turns for which the major theme has been sung
    stealth_mode: bool = False
    stop_stealth: bool = False  # it ends when the next turn starts
    actions: list[int] = msgspec.field(default_factory=lambda: [0] * 6)  # rules: character 0
    stealth_score: int = 0  # this turn's, after what was done
    attacked: bool = False  # since the last main perception check
    was_attacked: bool = False
    was_entranced: bool = False
    ripostes: int = 0
    focused: bool = False
    concentration: int = 0
    concentration_on: int = 0  # slot
    vengeance: int = 0
    last_archery_kill: bool = False
    leaping: bool = False
    skip_turn: bool = False  # recovering one's footing
    listened: tuple[int, int] = (-1, 0)  # when last, in turns, and what was drawn for it
    bane: int = 0
    oath: int = 0
    oaths_broken: list[int] = msgspec.field(default_factory=list)
    cursed: bool = False  # by the third Silmaril
    silmarils: int = 0
    on_the_run: bool = False
    turns: int = 0  # player turns
    stair_weariness: int = 0
    stairs_taken: int = 0
    min_depth_counter: int = 0
    deepest: int = 1
    age: int = 0
    height: int = 0
    weight: int = 0
    history: str = ""
    killed_by: Words = ""
    hardest_blow: tuple[int, int, Words] = (0, 0, "")  # damage, turn, on whom
    nearest_escape: tuple[int, int, int] = (0, 0, 0)  # the least health left, turn, depth
    notes: list[LogNote] = msgspec.field(default_factory=list)
    experience_from: dict[str, int] = msgspec.field(default_factory=dict)  # source -> won
    number: int = 0  # their place among the heroes of the game
    knowledge: Knowledge = msgspec.field(default_factory=Knowledge)
    design: Item | None = None  # on the workbench
    work: Work | None = None  # begun at a forge of this level
    last_action: str = ""  # the last action line that took time
    caution: Caution = USUAL  # of plans, where their lines say nothing else
    picks_up: bool = True  # what is worth it, while he explores
    failed_climbs: int = 0  # out of the pit in which the hero stands

    @property
    def called(self) -> Name:
        """Return the hero's name, for texts."""
        return Name(self.name, proper=True, given=True)

    def skill(self, skill: int) -> int:
        """Return the total of a skill (Skill number), as used in play."""
        return self.derived.skills[skill]

    def stat(self, stat: int) -> int:
        """Return a stat (Stat number) as used in play."""
        return self.derived.stats[stat]

    def owns(self, ability: AbilityRef) -> bool:
        """Return whether the hero has the ability, by purchase or by what is worn."""
        return ability in self.bought or ability in self.granted

    def active(self, ability: AbilityRef) -> bool:
        """Return whether the hero has the ability and it is switched on."""
        return ability not in self.switched_off and self.owns(ability)


class World(msgspec.Struct):
    """The memory of a game beyond its level, whoever knows of it; by serial."""

    flavours: dict[int, int] = msgspec.field(default_factory=dict)  # kind -> flavour
    artefacts_made: list[int] = msgspec.field(default_factory=list)  # exist in this game
    dead_uniques: list[int] = msgspec.field(default_factory=list)
    vaults_used: list[int] = msgspec.field(default_factory=list)
    forges_made: int = 0  # forced ones
    orodruth_made: bool = False
    thrall_quest: str = ""
    truce: bool = False
    morgoth_stage: int = 0  # of his anger
    morgoth_dark: bool = False  # he has lost the light of the crown
    crown_fallen: bool = False  # from his brow, once in a game
    artefacts_forged: int = 0  # by heroes
    shattered: bool = False  # a weapon has broken on the Iron Crown
    crown_explained: bool = False  # the hero was told how to take its jewels
    levels_made: dict[int, int] = msgspec.field(default_factory=dict)  # of each depth


class Message(msgspec.Struct, frozen=True):
    """A line that was shown to the hero, for the card and the log."""

    turn: int
    kind: EventKind
    text: Words
    detail: Words = ""
    fact: AnyFact | None = None


class Question(msgspec.Struct):
    """A question of the rules: the sentence, and the action lines that answer it."""

    text: Words
    answers: list[tuple[str, Words]]  # (argument of `answer`, label)
    kind: str  # who takes the answer: `answers.TAKERS`
    data: dict[str, str] = msgspec.field(default_factory=dict)
    risk: Risk = ""  # what a yes would dare
    details: tuple[Words, ...] = ()  # lines under the sentence
    prompt: TextPrompt | None = None  # what may be typed instead


class SilState(msgspec.Struct):
    """A whole game of Sil-Q, as it is saved."""

    rulings: Rulings
    options: dict[str, str]
    heroes: list[Hero]
    level: Level
    world: World = msgspec.field(default_factory=World)
    game_turn: int = 1
    acts: int = 0  # actions accepted that took time: the view's turn
    leaving: str = ""  # how the level is being left: "", "stairs", "fall", ...
    destination: int = 0
    arrive_by: int = 0  # the terrain to find under the hero on arrival; 0: none
    ended: str = ""  # "", "dead", "escaped"
    question: Question | None = None
    sure: bool = False  # the action being done was confirmed
    birth: str = ""  # step of creation; "": in play
    said: list[Message] = msgspec.field(default_factory=list)  # the last lines, oldest first
    marks: list[Mark] = msgspec.field(default_factory=list)  # changes since the last action
    events: list[Event] = msgspec.field(default_factory=list)  # of the action being done
    disturbances: list[Stop] = msgspec.field(default_factory=list)  # of the turn being done
    energy_used: int = 0  # by the hero's current turn
    view_due: bool = False  # somebody with a light has moved: look anew when all have acted
    combat_rolls: list[Words] = msgspec.field(default_factory=list)
    forge: int = -1  # square being smithed at
    tutorial: int = 0  # room of the tutorial whose task is to be done; 0: a game in earnest

    def begin_level(self, level: Level) -> None:
        """Go on with another level, of which the heroes know nothing."""
        self.level = level
        for hero in self.heroes:
            hero.knowledge.forget_level(len(level.feature))
            hero.work = None
