"""The contents of `data/delve/`, read and checked: kinds of monsters, items, spells, and the rest.

A `Content` belongs to a ruleset object; two folders of data work side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from engine.delve import terrain
from engine.delve.records import Record, RecordError, read
from engine.delve.state import BASIC_RANGE, DEEPEST, ELEMENTS

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
GENERATORS = ("cellars", "warrens", "halls", "foundry", "ossuary", "heart")


@dataclass(frozen=True)
class Trait:
    """A special ability of a monster kind, with its arguments: `erratic 50`."""

    name: str
    args: tuple[str, ...] = ()

    def number(self, place: int = 0) -> int:
        """Return an argument as a number."""
        return int(self.args[place])

    @property
    def rest(self) -> str:
        """Return the arguments as one text."""
        return " ".join(self.args)


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
    text: str

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
    text: str


@dataclass(frozen=True)
class AbilityKind:
    """An ability, passive or active."""

    name: str
    active: bool
    cost: int
    target: str
    classes: tuple[str, ...]  # who may choose it on a fifth level
    figure: int
    text: str


@dataclass(frozen=True)
class StatusKind:
    """A status: its words, and how it is drawn."""

    name: str
    icon: str
    harmful: bool
    begins: str
    ends: str
    text: str


@dataclass(frozen=True)
class TerrainKind:
    """The words for a kind of terrain."""

    name: str
    code: int
    letter: str
    colour: str
    title: str  # "a flight of stairs going down"
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
    text: str


K = TypeVar("K")


@dataclass(frozen=True)
class DelveData:
    """All of `data/delve/`."""

    monsters: Mapping[str, MonsterKind]
    items: Mapping[str, ItemKind]
    spells: Mapping[str, SpellKind]
    abilities: Mapping[str, AbilityKind]
    statuses: Mapping[str, StatusKind]
    terrain: tuple[TerrainKind, ...]  # by code
    classes: Mapping[str, ClassKind]
    themes: Mapping[str, ThemeKind]
    prose: Mapping[str, tuple[str, ...]]
    digest: str

    def theme_of(self, depth: int) -> ThemeKind:
        """Return the theme of a level."""
        return next(each for each in self.themes.values() if each.first <= depth <= each.last)


def load(folder: Path) -> DelveData:
    """Read and check a folder of data. Raises DataError with file and line."""
    statuses = _all(folder / "statuses.txt", "status", _status)
    spells = _all(folder / "spells.txt", "spell", lambda r: _spell(r, statuses))
    abilities = _all(folder / "abilities.txt", "ability", _ability)
    items = _all(folder / "items.txt", "item", lambda r: _item(r, spells, abilities))
    themes = _all(folder / "themes.txt", "theme", _theme)
    monsters = _all(
        folder / "monsters.txt", "monster", lambda r: _monster(r, spells, items, themes)
    )
    classes = _all(folder / "classes.txt", "class", lambda r: _class(r, spells, items))
    ground = _all(folder / "terrain.txt", "terrain", _terrain)
    for name in terrain.NAMES:
        if name not in ground:
            raise RecordError(f"terrain.txt:1: there is no terrain {name}")
    prose = _all(folder / "prose.txt", "prose", _prose)
    digest = sha256(b"".join(file.read_bytes() for file in sorted(folder.glob("*.txt"))))
    return DelveData(
        monsters,
        items,
        spells,
        abilities,
        statuses,
        tuple(ground[name] for name in terrain.NAMES),
        classes,
        themes,
        prose,
        digest.hexdigest(),
    )


def _all(file: Path, kind: str, make: Callable[[Record], K]) -> dict[str, K]:
    found: dict[str, K] = {}
    for record in read(file, (kind,)):
        found[record.name] = make(record)
        record.finish()
    return found


def _look(record: Record) -> tuple[str, str]:
    words = record.text("look").split()
    if len(words) != 2 or len(words[0]) != 1:
        raise record.fault("a look is a letter and a colour", "look")
    return words[0], words[1]


def _known(record: Record, key: str, names: tuple[str, ...], among: Mapping[str, object]) -> None:
    for name in names:
        if name not in among:
            raise record.fault(f"there is no “{name}”", key)


def _spell(record: Record, statuses: Mapping[str, StatusKind]) -> SpellKind:
    figures = {key: record.integer(key) for key in FIGURES if record.has(key)}
    inflicts = record.parts("status", ",")
    _known(record, "status", tuple(s for s in inflicts if s != "health"), statuses)
    return SpellKind(
        record.name,
        record.one_of("school", SCHOOLS),
        record.integer("cost"),
        record.text("effect"),
        record.one_of("target", TARGETS, "direction"),
        figures,
        Fraction(record.integer("attenuation", 0), 10),
        record.one_of("element", ("", *ELEMENTS), ""),
        inflicts,
        record.integer("dice", 2),
        record.text("text"),
    )


def _ability(record: Record) -> AbilityKind:
    active = record.one_of("kind", ("passive", "active")) == "active"
    return AbilityKind(
        record.name,
        active,
        record.integer("cost", 0),
        record.one_of("target", TARGETS, "self"),
        record.words("classes"),
        record.integer("figure", 0),
        record.text("text"),
    )


def _status(record: Record) -> StatusKind:
    return StatusKind(
        record.name,
        record.text("icon"),
        record.one_of("harmful", ("yes", "no"), "no") == "yes",
        record.text("begins"),
        record.text("ends"),
        record.text("text"),
    )


def _terrain(record: Record) -> TerrainKind:
    letter, colour = _look(record)
    if record.name not in terrain.CODES:
        raise record.fault("the rules know no such terrain")
    return TerrainKind(
        record.name,
        terrain.CODES[record.name],
        letter,
        colour,
        record.text("title", record.name),
        record.text("text"),
    )


def _prose(record: Record) -> tuple[str, ...]:
    return record.parts("lines", "|")


def _theme(record: Record) -> ThemeKind:
    return ThemeKind(
        record.name,
        record.integer("first"),
        record.integer("last"),
        record.one_of("generator", GENERATORS),
        record.text("title"),
        record.text("arrival"),
        record.text("text"),
    )


def _amounts(record: Record, key: str, among: Mapping[str, object]) -> tuple[tuple[str, int], ...]:
    """Return pairs of `name figure` (figure 1 where none stands)."""
    found = []
    for part in record.parts(key):
        name, _, figure = part.rpartition(" ")
        if not figure.isdigit():
            name, figure = part, "1"
        _known(record, key, (name,), among)
        found.append((name, record.number(figure, key)))
    return tuple(found)


def _class(
    record: Record, spells: Mapping[str, SpellKind], items: Mapping[str, ItemKind]
) -> ClassKind:
    worn, known, one_of = record.parts("worn"), record.parts("spells"), record.parts("one-of")
    _known(record, "worn", worn, items)
    _known(record, "spells", known, spells)
    _known(record, "one-of", one_of, spells)
    return ClassKind(
        record.name,
        record.text("colour"),
        record.integer("health"),
        record.integer("energy"),
        record.integer("power"),
        record.integer("defence"),
        record.integer("health-gain"),
        record.integer("energy-gain"),
        record.integer("power-every"),
        record.integer("defence-every"),
        record.integer("miss", 10),
        record.integer("food-chance", 5),
        _amounts(record, "items", items),
        worn,
        known,
        one_of,
        record.text("secret", ""),
        record.text("text"),
    )


def _traits(record: Record, key: str) -> tuple[Trait, ...]:
    pieces = (part.split() for part in record.parts(key))
    return tuple(Trait(words[0], tuple(words[1:])) for words in pieces)


def _monster(
    record: Record,
    spells: Mapping[str, SpellKind],
    items: Mapping[str, ItemKind],
    themes: Mapping[str, ThemeKind],
) -> MonsterKind:
    m = record.integer("level")
    letter, colour = _look(record)
    traits = {trait.name: trait for trait in _traits(record, "traits")}
    courage = None if "rooted" in traits else record.integer("courage", 25)
    casts, attack = record.parts("casts"), record.text("spell-attack", "")
    _known(record, "casts", casts, spells)
    _known(record, "spell-attack", (attack,) if attack else (), spells)
    powers = _amounts(record, "spell-powers", spells)
    lives_in = record.parts("themes", ",")
    _known(record, "themes", lives_in, themes)
    resist = record.elements("resist", ELEMENTS)
    if resist.get("fire", 0) < -4:
        raise record.fault("no monster's fire resistance is below -4", "resist")
    return MonsterKind(
        record.name,
        m,
        letter,
        colour,
        record.one_of("family", FAMILIES),
        record.scaled("health", 5 + 3 * m + m * m // 4),
        record.scaled("energy", 10 + 2 * m),
        record.scaled("power", max(3, 2 + m // 4)),
        record.scaled("defence", m // 3),
        courage,
        resist,
        traits,
        casts,
        attack,
        dict(powers),
        _amounts(record, "carries", items),
        lives_in,
        record.one_of("unique", ("yes", "no"), "no") == "yes",
        record.integer("weight", 10),
        record.text("text"),
    )


def _article(name: str) -> str:
    return "an" if name[0] in "aeiou" else "a"


def _item(
    record: Record, spells: Mapping[str, SpellKind], abilities: Mapping[str, AbilityKind]
) -> ItemKind:
    letter, colour = _look(record)
    categories = record.parts("category", ",")
    for category in categories:
        if category not in CATEGORIES:
            raise record.fault(f"“{category}” is none of: {', '.join(CATEGORIES)}", "category")
    properties = record.parts("properties", ",")
    for name in properties:
        if name not in PROPERTIES:
            raise record.fault(f"“{name}” is none of: {', '.join(PROPERTIES)}", "properties")
    grants, book = record.parts("grants"), record.parts("spells")
    _known(record, "grants", grants, abilities)
    _known(record, "spells", book, spells)
    holds = record.text("holds", "")
    _known(record, "holds", (holds,) if holds else (), spells)
    first, _, last = record.text("levels", f"1-{DEEPEST}").partition("-")
    return ItemKind(
        record.name,
        record.text("plural", f"{record.name}s"),
        record.one_of("article", ("a", "an", "some", "the"), _article(record.name)),
        categories,
        letter,
        colour,
        record.number(first, "levels"),
        record.number(last, "levels"),
        record.integer("weight", 10),
        record.integer("power") if record.has("power") else None,
        record.integer("defence", 0),
        record.elements("resist", ELEMENTS),
        record.integer("range", BASIC_RANGE),
        record.one_of("bonus", ("", "blessed", *ELEMENTS), ""),
        record.integer("nutrition", 0),
        properties,
        holds,
        _traits(record, "effects"),
        grants,
        book,
        record.one_of("varies", ("yes", "no"), "no") == "yes",
        record.text("text", ""),
    )
