"""The records of `data/sil/rules/`: what things do, beyond what the edit files say of them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, NamedTuple

from msgspec import Struct

from engine.contract.texts import Text
from engine.sil.data.records import NO_DICE, AbilityRef, Dice

Number = Literal["attack", "evasion", "protection", "bonus"]
StatName = Literal["strength", "dexterity", "constitution", "grace"]
Purpose = Literal[
    "heal", "cure poison", "cure blind", "cure confused", "cure afraid", "hasten", "shield", "feed",
    "repel", "harm", "reveal",
]  # fmt: skip
"""Uses of an effect, as experts ask for them. repel: it stops, drives off or keeps out those
who are near."""

StatusEffect = Literal["cure", "status", "inflict"]
"""Effects of things that name a status: they end it, give it, or bring it against the will."""

Resistance = Literal[
    "free_action", "resist_bleeding", "resist_blindness", "resist_confusion", "resist_fear",
    "resist_hallucination", "resist_stun",
]  # fmt: skip
"""Names in `Derived.counts`."""

FlagCount = Literal[
    "resist_fire", "resist_cold", "resist_poison", "resist_bleeding", "resist_fear",
    "resist_blindness", "resist_confusion", "resist_stun", "resist_hallucination",
    "sustain_strength", "sustain_dexterity", "sustain_constitution", "sustain_grace",
    "see_invisible", "free_action", "regeneration", "speed", "aggravation", "cowardice",
    "haunted", "stand_fast", "avoid_traps", "hunger",
]  # fmt: skip
"""Properties that flags of things add to."""

FlagKind = Literal[
    "item-power", "item-number", "creature-class", "creature-group", "creature-build",
    "creature-trait", "creature-power", "blow-method", "blow-effect",
]  # fmt: skip
PropertySort = Literal["plain", "brand", "raised", "lowered", "digging", "drawback"]
SONG_SKILL = 7
STAT_NAMES: tuple[StatName, ...] = ("strength", "dexterity", "constitution", "grace")


class Badge(Struct, frozen=True):
    """A status on the strip under the map: its place from the left, its icon, its word."""

    place: int
    icon: str
    word: Text


class Grade(Struct, frozen=True):
    """A graver degree of a status, of more than `above` points: what is told as it is reached, and
    its word on the strip."""

    above: int
    reached: Text
    word: Text


class HeroStatus(Struct, frozen=True, kw_only=True):
    """A kind of status. Where several words may apply, the gravest are last."""

    key: str  # a field of `Timers`
    word: Text  # in reasons for breaking off a rest or a plan
    begins: Text
    ends: Text
    growth: tuple[Text, ...]  # told instead of `begins`, by how many points were added
    grades: tuple[Grade, ...]
    ebbs: Text | None  # when much of it is taken off, and some is left
    badge: Badge | None
    on_pages: Text | None  # its word on the pages of things
    named_by: frozenset[StatusEffect]
    cure: Purpose | None  # the use of what ends it
    use: Purpose | None  # the use of what gives it
    resistance: Resistance | Literal[""]  # it helps the Will to withstand
    reduced_by: Resistance | Literal[""]  # whoever has it gets only a point each time
    most: int
    wound: Text | None  # a fifth is lost as health each turn, to what is called this
    strengthens: StatName | None
    harmful: bool
    delays_rest: bool  # a rest "as needed" waits until it has passed

    def grade_word(self, points: int) -> Text:
        """Return the word on the strip for so many points. There must be a badge."""
        assert self.badge is not None
        reached = [grade.word for grade in self.grades if points > grade.above]
        return reached[-1] if reached else self.badge.word

    def texts(self) -> list[Text]:
        """Return all its words for people."""
        graver = [each for grade in self.grades for each in (grade.reached, grade.word)]
        strip = None if self.badge is None else self.badge.word
        maybe = (self.ebbs, strip, self.on_pages, self.wound)
        return [
            *(self.word, self.begins, self.ends, *self.growth, *graver),
            *(each for each in maybe if each is not None),
        ]


HeroStatuses = Mapping[str, HeroStatus]
"""By key, in the order in which they wear off at the end of a turn (rules: world 1.4 steps 10 and
11)."""


EffectArgument = int | str | Dice | HeroStatus


class Effect(NamedTuple):
    """An effect and its arguments, as `engine.sil.data.declarations` declares them."""

    name: str
    args: tuple[EffectArgument, ...] = ()

    def number(self, place: int) -> int:
        """Return an argument that is declared as a number."""
        figure = self.args[place]
        assert isinstance(figure, int)
        return figure

    def dice(self, place: int) -> Dice:
        """Return an argument that is declared as dice."""
        dice = self.args[place]
        assert isinstance(dice, Dice)
        return dice


class Growth(NamedTuple):
    """The number of a jewel that is better the deeper it is found: a die of `die` sides is added to
    the level, the sum divided, `plus` added. Without a die it is `plus` alone."""

    number: Number
    die: int = 0
    divisor: int = 1
    plus: int = 0
    least: int = 0


class Fuel(NamedTuple):
    """The turns that a new light holds, at least and mostly."""

    least: int
    full: int


class ItemRules(Struct, frozen=True):
    """Rules of a kind of object. `effects` befall whoever uses it, `thrown` a creature that the
    broken vessel drenches; `up` and `down` a horn at the ceiling and at the floor."""

    serial: int
    role: str = ""
    effects: tuple[Effect, ...] = ()
    thrown: tuple[Effect, ...] = ()
    up: tuple[Effect, ...] = ()
    down: tuple[Effect, ...] = ()
    obvious: bool = False
    noise: int = 0
    smith_stat: StatName | None = None
    charges: Dice = NO_DICE
    themes: frozenset[str] = frozenset()
    theme_spread: int | None = None  # levels; None: however deep
    grows: Growth | None = None
    radius: int = 0  # squares
    fuel: Fuel | None = None
    most_fuel: int = 0
    burns: bool = False
    solid: bool = False

    def towards(self, way: str) -> tuple[Effect, ...]:
        """Return what using it some way does: "up" and "down" are for horns."""
        return {"up": self.up, "down": self.down}.get(way, self.effects)


class PropertyRules(Struct, frozen=True):
    """The price of what smiths put on things: difficulty and points of a stat; `on_arrows`: of
    both. `word`: how answers name it; `group`: under which artefacts are offered it."""

    word: str
    flag: str
    title: str
    sort: PropertySort
    difficulty: int
    stat: StatName | None = None
    points: int = 0
    on_arrows: tuple[int, int] | None = None
    group: str = ""

    @property
    def name(self) -> Text:
        """Return what it is called."""
        return Text(self.title)


class SongRules(Struct, frozen=True):
    """Rules of a song. `voice`: points, and every how many turns; None: a ruling says it."""

    number: int
    effect: Effect
    noise: int
    voice: tuple[int, int] | None = None
    times: int = 1
    divisor: int = 1

    @property
    def ref(self) -> AbilityRef:
        """Return the ability that the song is."""
        return AbilityRef(SONG_SKILL, self.number)

    def strength(self, score: int) -> int:
        """Return its strength when so much of Song is behind it."""
        return max(0, score) * self.times // self.divisor


class TrapRules(Struct, frozen=True):
    """Rules of a trap of the ground. `disarm`: how hard it is; None: it cannot be."""

    serial: int
    effects: tuple[Effect, ...]
    disarm: int | None = None
    avoidable: bool = True


class ChestTrapRules(Struct, frozen=True):
    """Rules of a trap of chests, which is on chests of some levels."""

    name: str
    levels: tuple[int, ...]
    effects: tuple[Effect, ...]


class CreatureRules(Struct, frozen=True):
    """Rules of a race. `danger`, `pace`, `archer` are for heroes who play by
    themselves; `anger`: figures from each stage on, by name. `seen`, `dies`, `slays`: sentences of
    its own at its first sight, at its death, and in the story of a hero whom it slew."""

    serial: int
    role: str = ""
    letter: str = ""
    any_depth: bool = False
    bears: int = 0  # an artefact
    anger: tuple[Mapping[str, int], ...] = ()
    danger: float | None = None
    pace: Fraction | None = None
    archer: bool = False
    seen: str = ""
    dies: str = ""
    slays: str = ""


class RulingWords(Struct, frozen=True):
    """The words for a ruling: its title, and what each preset says."""

    name: str
    title: str
    values: Mapping[str, str]  # "manual" and "game"; "silg" where Sil-G follows neither


class FlagRules(Struct, frozen=True):
    """A flag of the edit files: its words, and what a thing with it adds to a property."""

    kind: FlagKind
    key: str
    told: Text
    adds: tuple[FlagCount, int] | None


class RegionRules(Struct, frozen=True):
    """A region of Angband: its `levels`, a sentence for the first coming to each, and sentences for
    the way home with a Silmaril."""

    name: str
    levels: range
    arrive: tuple[str, ...] = ()
    homeward: tuple[str, ...] = ()


class PeopleRules(Struct, frozen=True):
    """Rules of a people, and a sensible hero of it."""

    serial: int
    house: int
    stats: tuple[int, ...]
    skills: tuple[int, ...]
    abilities: tuple[AbilityRef, ...]
    called: str
    manner: str
    score: int = 0
    eldar: bool = False
    tutorial: bool = False


class AbilityRules(Struct, frozen=True):
    """Figures of an ability."""

    ref: AbilityRef
    effects: tuple[Effect, ...]

    def number(self, effect: str) -> int:
        """Return the figure of an effect; 0 without it."""
        return sum(each.number(-1) for each in self.effects if each.name == effect)


class BuildRules(Struct, frozen=True):
    """A hero for the arena: base stats and skills in Sil's order, kinds worn by place."""

    name: str
    stats: tuple[int, ...]
    skills: tuple[int, ...]
    worn: Mapping[str, int]
    abilities: tuple[AbilityRef, ...] = ()


_PLAIN_ITEM, _PLAIN_CREATURE = ItemRules(0), CreatureRules(0)


class RuleTables(Struct, frozen=True, eq=False):
    """All of it: by serial of the edit files, songs by number; serials by role."""

    statuses: HeroStatuses
    items: Mapping[int, ItemRules]
    properties: tuple[PropertyRules, ...]
    songs: Mapping[int, SongRules]
    traps: Mapping[int, TrapRules]
    chest_traps: tuple[ChestTrapRules, ...]
    creatures: Mapping[int, CreatureRules]
    peoples: Mapping[int, PeopleRules]
    builds: Mapping[str, BuildRules]
    regions: tuple[RegionRules, ...]
    rulings: tuple[RulingWords, ...]
    abilities: Mapping[AbilityRef, AbilityRules]
    flags: tuple[FlagRules, ...]
    flag_words: Mapping[FlagKind, Mapping[str, Text]]
    flag_counts: Mapping[str, tuple[FlagCount, int]]
    item_roles: Mapping[str, int]
    creature_roles: Mapping[str, int]
    vault_letters: Mapping[str, CreatureRules]

    def item(self, serial: int) -> ItemRules:
        """Return what a kind of object does."""
        return self.items.get(serial, _PLAIN_ITEM)

    def creature(self, serial: int) -> CreatureRules:
        """Return what the rules know of a race."""
        return self.creatures.get(serial, _PLAIN_CREATURE)

    def region(self, level: int) -> RegionRules | None:
        """Return the region of a level; None above the first and below the last."""
        return next((region for region in self.regions if level in region.levels), None)

    def records(self) -> dict[str, list[Struct]]:
        """Return the records of each file."""
        return {
            "rules/statuses.txt": list(self.statuses.values()),
            "rules/items.txt": list(self.items.values()),
            "rules/properties.txt": list(self.properties),
            "rules/songs.txt": list(self.songs.values()),
            "rules/traps.txt": list(self.traps.values()),
            "rules/chest_traps.txt": list(self.chest_traps),
            "rules/creatures.txt": list(self.creatures.values()),
            "rules/peoples.txt": list(self.peoples.values()),
            "rules/builds.txt": list(self.builds.values()),
            "rules/regions.txt": list(self.regions),
            "rules/rulings.txt": list(self.rulings),
            "rules/abilities.txt": list(self.abilities.values()),
            "rules/flags.txt": list(self.flags),
        }
