"""The kinds of things that Delve's data describe: monsters, items, spells and the rest.

`DelveData` belongs to a ruleset object; two folders of data work side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal, NamedTuple, TypeVar

from engine.contract.action import Intent, OfferGroup
from engine.contract.view import Ending

WARDEN_STAGES = 4
GRAVE_REWARDS = (40, 150, 400)  # experience for the first set of remains laid to rest, and so on
FAMILIES = ("beast", "undead", "construct", "person", "plant", "ooze", "spirit")
CATEGORIES = (
    "weapon",
    "thrown",
    "armour",
    "shield",
    "headgear",
    "ring",
    "amulet",
    "spellbook",
    "scroll",
    "potion",
    "food",
    "tool",
    "remains",
)
PROPERTIES = (
    "vegetarian",
    "meat",
    "fragile",
    "rust-proof",
    "acid-proof",
    "iron",
    "paper",
    "hunger-draining",
)
SCHOOLS = ("fire", "ice", "shock", "acid", "force", "mind", "sight", "grave", "body", "war")
TARGETS = ("direction", "self", "item")
FIGURES = ("power", "range", "radius", "spread", "chain")
GROWTH = ("health", "energy", "power", "defence", "resistances", "ability")
EndedBy = Literal["escaped", "grave", "altar", "left", "dead"]
GENERATORS = ("cellars", "warrens", "halls", "foundry", "ossuary", "heart")


@dataclass(frozen=True)
class Trait:
    """A special ability of a monster kind, with its arguments: `erratic 50`."""

    name: str
    args: tuple[str, ...] = ()

    def number(self, place: int = 0) -> int:
        """Return an argument as a number."""
        return int(self.args[place])


Advice = Mapping[str, int]  # ranks by purpose


@dataclass(frozen=True)
class MonsterKind:
    """A kind of monster."""

    name: str
    level: int
    letter: str
    colour: str
    family: str
    health: int
    energy: int
    power: int
    defence: int
    courage: int | None  # None: it cannot move
    resist: Mapping[str, int]
    traits: Mapping[str, Trait]
    spells: tuple[str, ...]
    spell_attack: str
    spell_powers: Mapping[str, int]
    carries: tuple[tuple[str, int], ...]  # item, chance in a hundred
    themes: tuple[str, ...]  # where it lives; none: everywhere
    unique: bool
    weight: int  # how often, 10 is usual; 0: never by chance
    stages: tuple[tuple[str, str], ...]  # of the Warden: element and spell
    text: str

    @property
    def strikes_from_afar(self) -> bool:
        """Return whether it shoots, breathes or casts."""
        return bool(self.spell_attack or self.spells) or self.has("shoots") or self.has("breathes")

    @property
    def strikes_within(self) -> int:
        """Return within how many squares its blows fall, by a long reach or a leap."""
        far = [self.traits[name].number() for name in ("reach", "leaps") if self.has(name)]
        return max(far, default=1)

    def has(self, trait: str) -> bool:
        """Return whether the kind has a trait."""
        return trait in self.traits


@dataclass(frozen=True)
class ItemKind:
    """A kind of item, with the figures that a fresh one has."""

    name: str
    plural: str
    article: str
    categories: tuple[str, ...]
    letter: str
    colour: str
    first: int  # levels on which it lies
    last: int
    weight: int
    power: int | None
    defence: int
    resist: Mapping[str, int]
    range: int
    bonus: str
    nutrition: int
    properties: tuple[str, ...]
    holds: str  # the spell that using it casts and teaches
    effects: tuple[Trait, ...]  # what using it does beside that
    grants: tuple[str, ...]  # passive abilities while worn
    spells: tuple[str, ...]  # a book's
    varies: bool  # figures differ from one to the next
    heart: bool  # the thing that the game is about
    advice: Advice
    text: str

    @property
    def category(self) -> str:
        """Return the category that it is sorted by."""
        return self.categories[0]

    def has(self, property_name: str) -> bool:
        """Return whether the kind has a property."""
        return property_name in self.properties


@dataclass(frozen=True)
class SpellKind:
    """A spell: an effect and its figures as a player casts it."""

    name: str
    school: str
    cost: int
    effect: str
    target: str
    figures: Mapping[str, int]
    attenuation: Fraction
    element: str
    statuses: tuple[str, ...]
    dice: int
    chance: int  # per cent, of a curse or of the status
    above: int  # damage above which the status comes
    jump: int  # squares from one victim to the next
    advice: Advice
    text: str


@dataclass(frozen=True)
class AbilityKind:
    """An ability, passive or active: `name` is the key by which the rules know it."""

    name: str
    title: str
    active: bool
    cost: int
    target: str
    classes: tuple[str, ...]  # who may choose it on a fifth level
    figure: int
    defence: int  # what it adds
    resist: Mapping[str, int]
    advice: Advice
    text: str


@dataclass(frozen=True)
class StatusKind:
    """A status: its words, and how it is drawn. `name` is the key by which the rules know it."""

    name: str
    title: str
    icon: str
    harmful: bool
    begins: str
    ends: str
    advice: Advice
    remedy: str  # the spell that takes it off; "": none
    power: int  # what it adds
    defence: int
    resist: Mapping[str, int]
    each_round: Trait | None  # what it does to its bearer
    answers: Trait | None  # what it does to whoever strikes its bearer
    text: str


@dataclass(frozen=True)
class TerrainKind:
    """The words for a kind of terrain."""

    name: str
    code: int
    letter: str
    colour: str
    title: str  # "a flight of stairs going down"
    springs: str  # the line when it acts
    cause: str  # of a death
    effects: tuple[Trait, ...]  # of a trap
    enters: tuple[Trait, ...]  # what it does to whoever steps on it
    each_turn: tuple[Trait, ...]  # what it does to whoever stands on it
    every: int  # turns between two of them
    avoided: str  # the ability that a trap does not catch
    burns: int  # turns; 0: never
    catches: int  # the chance in a hundred to catch fire in a round beside flames
    text: str


@dataclass(frozen=True)
class ClassKind:
    """A class of heroes."""

    name: str
    colour: str
    health: int
    energy: int
    power: int
    defence: int
    health_gain: int
    energy_gain: int
    power_every: int
    defence_every: int
    miss: int
    food_chance: int
    items: tuple[tuple[str, int], ...]
    worn: tuple[str, ...]
    spells: tuple[str, ...]
    one_of: tuple[str, ...]
    secret: str  # the word that opens it; "": open to all
    abilities: tuple[str, ...]  # from the start
    growth: tuple[str, ...]  # what experts choose on fifth levels, in turn
    text: str


@dataclass(frozen=True)
class ThemeKind:
    """Levels of one feel."""

    name: str
    first: int
    last: int
    generator: str
    title: str
    arrival: str  # a sentence on setting foot there first
    lord: str  # the unique monster that rules it; "": none
    fall: Trait  # what the lord's death changes elsewhere
    mourning: str  # the sentence for it
    text: str


class UsualMonsters(NamedTuple):
    """The figures of monsters by level, from 0: those of kinds that give none, and the experience
    for slaying one."""

    health: tuple[int, ...]
    energy: tuple[int, ...]
    power: tuple[int, ...]
    defence: tuple[int, ...]
    experience: tuple[int, ...]


@dataclass(frozen=True)
class EndingKind:
    """An ending, and what must have been done for it."""

    name: str
    by: EndedBy
    lords: int  # that have fallen
    freed: int  # captives
    honest: bool  # nobody was robbed
    outcome: Ending
    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class FountainKind:
    """A draught from a fountain."""

    name: str
    line: str
    effects: tuple[Trait, ...]


@dataclass(frozen=True)
class BargainKind:
    """A bargain that a shrine offers."""

    name: str
    takes: Trait
    gives: tuple[Trait, ...]
    text: str


@dataclass(frozen=True)
class PlaceKind:
    """A place of its own on a level: what it looks like and what is done there."""

    name: str
    themes: tuple[str, ...]  # where it is; none: anywhere
    rule: Trait
    stock: tuple[str, ...]  # categories
    title: str
    sight: str  # a sentence for whoever sees it first
    text: str
    plan: tuple[str, ...]  # rows of one width


class OptionKind(NamedTuple):
    """An option of a command; `words`: the list of the words that it may be, if there is one."""

    name: str
    summary: str
    words: str


@dataclass(frozen=True)
class VerbKind:
    """Something that players can do: its command, its offers, its menu and its words."""

    name: str
    summary: str
    options: tuple[OptionKind, ...]
    command_group: str
    command: bool
    typed: tuple[str, ...]  # written for it; those in large letters are read as they stand
    lettered: bool  # letters stand for things in the pack
    group: OfferGroup
    intent: Intent
    page: str
    irreversible: bool
    free: bool  # takes no time
    while_asked: bool  # may be done while a question is open
    at_enemies: bool
    menu: str  # what an offered menu is called
    asks: str  # what a menu asks
    menu_only: bool
    own_button: bool
    held_open: bool
    plain: str
    one: str  # with {thing}
    two: str  # with {thing} and {aim}
    hint: str
    hint_of_all: str


class LevelRules(NamedTuple):
    """Contents of a new level: counts, numbers of levels, turns, squares."""

    things: int
    food_every: int
    larder_every: int
    first_larder: int
    closets_deeper: int
    bars_deeper: int
    monsters: int
    one_more_every: int
    quiet_levels: int
    percent_asleep: int
    clear_of_arrival: int
    first_wanderer: int
    soonest_wanderer: int
    wanderer_hunts: int
    altar_every: int
    hidden_altar_every: int
    bars_every: int
    first_bars: int
    guards_of_the_heart: int


class GroundRules(NamedTuple):
    """Effects of ground: turns, health, chances in a hundred, and dice as number and sides."""

    dig: int
    door: int
    water_spoils: int
    flames: int
    flash: tuple[int, int]
    gas: int
    gas_drifts: int
    fall: tuple[int, int]


Advised = TypeVar("Advised", ItemKind, SpellKind, AbilityKind, StatusKind)


def advised(kinds: Iterable[Advised], purpose: str) -> list[Advised]:
    """Return what experts use for a purpose, the best first."""
    return sorted(
        (kind for kind in kinds if purpose in kind.advice), key=lambda kind: kind.advice[purpose]
    )


@dataclass(frozen=True)
class DelveData:
    """All of `data/delve/`."""

    trait_words: Mapping[str, str]
    monsters: Mapping[str, MonsterKind]
    items: Mapping[str, ItemKind]
    spells: Mapping[str, SpellKind]
    abilities: Mapping[str, AbilityKind]
    statuses: Mapping[str, StatusKind]
    terrain: tuple[TerrainKind, ...]  # by code
    classes: Mapping[str, ClassKind]
    themes: Mapping[str, ThemeKind]
    fountains: tuple[FountainKind, ...]
    endings: Mapping[str, EndingKind]
    bargains: Mapping[str, BargainKind]
    places: Mapping[str, PlaceKind]
    prose: Mapping[str, tuple[str, ...]]
    verbs: Mapping[str, VerbKind]
    command_groups: Mapping[str, str]  # their summaries
    levels: LevelRules
    ground: GroundRules
    usual: UsualMonsters
    level_experience: tuple[int, ...]  # that rises from a level to the next
    digest: str

    def theme_of(self, depth: int) -> ThemeKind:
        """Return the theme of a level."""
        return next(each for each in self.themes.values() if each.first <= depth <= each.last)

    def figure(self, ability: str) -> int:
        """Return the figure of an ability, such as its turns."""
        return self.abilities[ability].figure

    @cached_property
    def fuels(self) -> Mapping[int, TerrainKind]:
        """Return the terrain that burns, by code."""
        return {kind.code: kind for kind in self.terrain if kind.burns}

    @cached_property
    def typed_verbs(self) -> Mapping[str, str]:
        """Return the verbs by what may be written for them."""
        return {word: verb.name for verb in self.verbs.values() for word in verb.typed}

    @cached_property
    def open_classes(self) -> tuple[str, ...]:
        """Return the names of the classes that anybody may choose."""
        return tuple(kind.name for kind in self.classes.values() if not kind.secret)

    def experience_for(self, level: int) -> int:
        """Return the experience that a level needs."""
        known = self.level_experience[:level]
        return sum(known) + (level - len(known)) * self.level_experience[-1]

    @cached_property
    def heart(self) -> str:
        """Return the name of the thing that the game is about."""
        return next(kind.name for kind in self.items.values() if kind.heart)

    @cached_property
    def warden(self) -> str:
        """Return the name of the monster that comes for the Heart."""
        return next(kind.name for kind in self.monsters.values() if kind.has("warden"))

    @cached_property
    def remains(self) -> tuple[str, ...]:
        """Return the names of the remains that can be laid to rest."""
        return tuple(kind.name for kind in self.items.values() if kind.category == "remains")

    def spell_with(self, effect: str, element: str = "") -> SpellKind:
        """Return the first spell of an effect and an element."""
        spells = (spell for spell in self.spells.values() if spell.effect == effect)
        return next(spell for spell in spells if not element or spell.element == element)
