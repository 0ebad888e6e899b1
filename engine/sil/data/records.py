"""The records of Sil-Q's edit files, one frozen type a file (rules: edit-files 2).

Numbers are as the files write them: weights in tenths of a pound, depths in dungeon levels
(one level is 50 feet), light radii in squares. Flags are Sil's own upper-case words with
composites already spelt out (`RES_ELEM` arrives as `RES_POIS RES_COLD RES_FIRE RES_ELEC`).
Every record carries its `serial`, the number by which saved games and other records name it.
"""

from typing import NamedTuple

from msgspec import Struct


class Dice(NamedTuple):
    """`number` dice of `sides` sides each; 0d0 is nothing."""

    number: int
    sides: int

    def __str__(self) -> str:
        return f"{self.number}d{self.sides}"


class Glyph(NamedTuple):
    """A text picture: one character and a colour number, shade * 16 + base colour."""

    char: str
    colour: int


class AbilityRef(NamedTuple):
    """An ability by its skill (0 Melee ... 7 Song) and its number within that skill."""

    skill: int
    number: int


class Span(NamedTuple):
    """Every kind of one tval with `lowest` <= sval <= `highest`."""

    tval: int
    lowest: int
    highest: int


class Allocation(NamedTuple):
    """From `level` on, a kind turns up with chance 100 div `rarity`."""

    level: int
    rarity: int


class Stats(NamedTuple):
    """Adjustments to the four stats."""

    strength: int
    dexterity: int
    constitution: int
    grace: int


class Blow(NamedTuple):
    """One of a monster's attacks; `effect` is empty for a blow that only touches."""

    method: str
    effect: str
    attack: int
    damage: Dice


class StartingItem(NamedTuple):
    """A kind that a race starts with, `least` to `most` of it."""

    tval: int
    sval: int
    least: int
    most: int


NO_DICE = Dice(0, 0)
NO_GLYPH = Glyph("\0", 0)


class Limits(Struct, frozen=True):
    """limits.txt: each cap is one more than the highest serial its file may use."""

    terrain: int
    kinds: int
    abilities: int
    specials: int
    monsters: int
    vaults: int
    races: int
    houses: int
    history: int
    flavours: int
    special_artefacts: int
    normal_artefacts: int
    random_artefacts: int
    self_made_artefacts: int
    level_objects: int
    name_bytes: int
    text_bytes: int

    @property
    def artefacts(self) -> int:
        """Return the cap on artefact serials, those made in play included."""
        return (
            self.special_artefacts
            + self.normal_artefacts
            + self.random_artefacts
            + self.self_made_artefacts
        )


class Terrain(Struct, frozen=True):
    """A kind of square; `lookalike` is the serial of the terrain it is drawn as."""

    serial: int
    name: str
    lookalike: int
    glyph: Glyph = NO_GLYPH


class Kind(Struct, frozen=True):
    """A base kind of object. `name` keeps the tokens `&`, `~` and `#`."""

    serial: int
    name: str
    glyph: Glyph = NO_GLYPH
    tval: int = 0
    sval: int = 0
    pval: int = 0
    level: int = 0
    weight: int = 0
    cost: int = 0
    allocations: tuple[Allocation, ...] = ()
    attack: int = 0
    damage: Dice = NO_DICE
    evasion: int = 0
    protection: Dice = NO_DICE
    flags: frozenset[str] = frozenset()
    abilities: tuple[AbilityRef, ...] = ()
    description: str = ""


class Ability(Struct, frozen=True):
    """An ability; owning any one of its `prerequisites` is enough (rules: character 3.2)."""

    serial: int
    name: str
    skill: int = 0
    number: int = 0
    level: int = 0
    prerequisites: tuple[AbilityRef, ...] = ()
    fits: tuple[Span, ...] = ()
    description: str = ""

    @property
    def ref(self) -> AbilityRef:
        return AbilityRef(self.skill, self.number)


class Artefact(Struct, frozen=True):
    """A named thing; its numbers replace the base kind's, its flags add to the kind's."""

    serial: int
    name: str
    glyph: Glyph | None = None
    tval: int = 0
    sval: int = 0
    pval: int = 0
    level: int = 0
    rarity: int = 0
    weight: int = 0
    cost: int = 0
    attack: int = 0
    damage: Dice = NO_DICE
    evasion: int = 0
    protection: Dice = NO_DICE
    flags: frozenset[str] = frozenset()
    abilities: tuple[AbilityRef, ...] = ()
    description: str = ""


class Special(Struct, frozen=True):
    """A suffix ("of Protection"): attack, evasion and pval are maxima, the dice are added.

    `deepest` 0 means no limit; `fits` lists the kinds that may bear it.
    """

    serial: int
    name: str
    level: int = 0
    rarity: int = 0
    deepest: int = 0
    cost: int = 0
    fits: tuple[Span, ...] = ()
    attack: int = 0
    damage: Dice = NO_DICE
    evasion: int = 0
    protection: Dice = NO_DICE
    pval: int = 0
    flags: frozenset[str] = frozenset()
    abilities: tuple[AbilityRef, ...] = ()
    description: str = ""


FIRST_OWN_MONSTER = 20_000  # serial of the first of a table's own making


class Monster(Struct, frozen=True):
    """A monster race. `rarity` 0 is never drawn; `spell_percent` 0 never uses its powers."""

    serial: int
    name: str
    glyph: Glyph = NO_GLYPH
    level: int = 0
    rarity: int = 0
    speed: int = 0
    health: Dice = NO_DICE
    light: int = 0
    sleepiness: int = 0
    perception: int = 0
    stealth: int = 0
    will: int = 0
    evasion: int = 0
    protection: Dice = NO_DICE
    blows: tuple[Blow, ...] = ()
    flags: frozenset[str] = frozenset()
    spells: frozenset[str] = frozenset()
    spell_percent: int = 0
    spell_power: int = 0
    description: str = ""

    @property
    def is_own(self) -> bool:
        """Return whether a table made it: its name is no word of the data."""
        return self.serial >= FIRST_OWN_MONSTER


class Vault(Struct, frozen=True):
    """A room drawn by hand: equally long `rows` of map symbols (rules: dungeon 1.6).

    `type` 6 interesting room, 7 lesser vault, 8 greater vault, 9 throne room, 10 the gates.
    """

    serial: int
    name: str
    type: int = 0
    depth: int = 0
    rarity: int = 0
    flags: frozenset[str] = frozenset()
    rows: tuple[str, ...] = ()

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0]) if self.rows else 0

    @property
    def forge(self) -> bool:
        """Return whether any square of the map is a forge."""
        return any("0" in row for row in self.rows)


class Race(Struct, frozen=True):
    """A people: heights in inches and weights in pounds as mean and standard deviation."""

    serial: int
    name: str
    stats: Stats = Stats(0, 0, 0, 0)
    history_chart: int = 0
    youngest: int = 0
    oldest: int = 0
    height: int = 0
    height_deviation: int = 0
    weight: int = 0
    weight_deviation: int = 0
    houses: frozenset[int] = frozenset()
    flags: frozenset[str] = frozenset()
    starting_items: tuple[StartingItem, ...] = ()
    description: str = ""


class House(Struct, frozen=True):
    """A house: its full name, the form used after "of", and the short form."""

    serial: int
    name: str
    name_after_of: str = ""
    short_name: str = ""
    stats: Stats = Stats(0, 0, 0, 0)
    flags: frozenset[str] = frozenset()
    description: str = ""


class History(Struct, frozen=True):
    """A row of the history charts; rows number themselves in file order."""

    serial: int
    chart: int
    next_chart: int
    roll: int
    house: int
    text: str = ""


class Flavour(Struct, frozen=True):
    """A word for unknown kinds of one tval; `sval` fixes it to one kind."""

    serial: int
    tval: int
    sval: int | None = None
    glyph: Glyph = NO_GLYPH
    word: str = ""
