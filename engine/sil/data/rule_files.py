"""Reading `data/sil/rules/`: what things do, in a file beside the original's edit files for each
sort of things.

A folder of edit files that has no `rules` is read with the project's own, since the original has
none. Each reader turns a record into a value; what is wrong is told with file and line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar, cast, get_args

from engine.common.data_files import Record, RecordError, read
from engine.common.effects import EffectError, unknown
from engine.contract.texts import Text
from engine.sil.data import declarations
from engine.sil.data.declarations import Declaration, read_effect
from engine.sil.data.edit_files import Table
from engine.sil.data.flag_words import (
    BLOW_EFFECTS,
    BLOW_METHODS,
    ITEM_FLAGS,
    MONSTER_FLAGS,
    MONSTER_SPELLS,
)
from engine.sil.data.records import NO_DICE, AbilityRef, Dice
from engine.sil.data.rule_records import (
    SONG_SKILL,
    STAT_NAMES,
    AbilityRules,
    BuildRules,
    ChestTrapRules,
    CreatureRules,
    Effect,
    FlagCount,
    FlagKind,
    FlagRules,
    Fuel,
    Growth,
    HeroStatuses,
    ItemRules,
    Number,
    PeopleRules,
    PropertyRules,
    PropertySort,
    RegionRules,
    RuleTables,
    RulingWords,
    SongRules,
    StatName,
    TrapRules,
)
from engine.sil.data.rulings import Rulings
from engine.sil.data.status_records import read_status
from engine.sil.data.timers import Timers

R = TypeVar("R")
FOLDER = "rules"
NUMBERS: tuple[Number, ...] = ("attack", "evasion", "protection", "bonus")
PROPERTY_SORTS: tuple[PropertySort, ...] = get_args(PropertySort)
PROPERTY_GROUPS = (
    "stats", "sustains", "skills", "melee-powers", "slays-and-brands", "resistances",
    "other-powers",
)  # fmt: skip
THEMES = ("good", "potions", "staffs", "jewellery")
ITEM_ROLES = frozenset((
    "iron crown", "silmaril", "torch", "lantern", "mallorn torch", "robe", "hauberk", "crown",
    "shovel", "quarterstaff", "dagger", "spear", "hand axe", "curved sword", "human skeleton",
    "elf skeleton", "dried meat", "herb of rage", "herb of terror",
))  # fmt: skip
"""Roles that rules ask for, each of one kind."""
OPTIONAL_ROLES = frozenset(("trident", "sceptre"))
"""Kinds that rulings name, and that the game lacks."""
CREATURE_ROLES = frozenset((
    "morgoth", "oathwraith", "spider hatchling", "dejected human", "dejected elf", "alert human",
    "alert elf",
))  # fmt: skip
ANGER = ("attack", "dice", "evasion", "will", "perception", "protection-dice")
LEVELS = range(1, 26)  # of the dungeon, and of what lives there
STAGES = 4  # of anger
HORN, STAFF, POTION, FOOD, LIGHT, JEWELS = 66, 55, 75, 80, 39, (40, 45)  # tvals
FIRST_PLAIN_FOOD = 32
SONGS, RULED_SONGS = range(12), (0, 1, 2, 11)  # numbers; a ruling says what those cost
FIGURED_ABILITIES = {
    AbilityRef(0, 4): "blow",  # Charge
    AbilityRef(0, 12): "blow",  # Rapid Attack
    AbilityRef(0, 11): "blow",  # Two Weapon Fighting
    AbilityRef(1, 3): "puncture",  # Puncture
}
"""Abilities whose figures rules ask for."""
FLAGS: Mapping[FlagKind, Collection[str]] = {
    "item-power": ITEM_FLAGS,
    "item-number": ITEM_FLAGS,
    "creature-class": MONSTER_FLAGS,
    "creature-group": MONSTER_FLAGS,
    "creature-build": MONSTER_FLAGS,
    "creature-trait": MONSTER_FLAGS,
    "creature-power": MONSTER_SPELLS,
    "blow-method": BLOW_METHODS,
    "blow-effect": BLOW_EFFECTS,
}
COUNTS: tuple[FlagCount, ...] = get_args(FlagCount)
NAMED_FLAGS: tuple[FlagKind, ...] = ("creature-power", "blow-method")  # each has words
TRAPS = range(16, 29)  # serials of terrain
DEEPEST_CHEST = 25
SKILLS, STATS = 8, 4
PLACES = ("weapon", "bow", "neck", "light", "body", "outer", "arm", "head", "hands", "feet")
_GROWTH = re.compile(r"(\w+)(?: d([1-9]\d?) / ([1-9]\d?))?(?: \+ ([1-9]))?(?: at least ([1-9]))?")
_DICE = re.compile(r"([1-9]\d?)d([1-9]\d?)")
_SPAN = re.compile(r"(\d{1,5})-(\d{1,5})")
_DEPTHS = re.compile(r"(\d{1,2})-(\d{1,2})")
_VOICE = re.compile(r"(\d) every (\d)")
_ADDS = re.compile(r"(\w+) (-?[1-9])")
_PACE = re.compile(r"([1-9])/([1-9])")
_DANGER = re.compile(r"\d{1,3}(?:\.\d)?")
_ABILITY = re.compile(r"(\d)/(\d{1,2})")

EditTables = Mapping[str, Table]


def read_rules(
    folder: Path, tables: EditTables, faults: list[str], *, borrowed: bool = False
) -> RuleTables:
    """Return what things do; what is wrong is added to the faults, as "file:line: sentence".

    Borrowed rules were written for other edit files: they have no sentences about a creature that
    bears another name here.
    """
    kinds = _records(folder, "statuses.txt", "status", read_status, faults)
    statuses = {one.key: one for one in kinds}
    items: list[ItemRules] = []
    if not faults:  # a status that failed to load would be missed again by all that name it
        items = _records(folder, "items.txt", "item", lambda r: _item(r, tables, statuses), faults)
    creatures = _records(
        folder, "creatures.txt", "creature", lambda r: _creature(r, tables, borrowed), faults
    )
    properties = _records(folder, "properties.txt", "property", _property, faults)
    songs = _records(folder, "songs.txt", "song", lambda r: _song(r, tables), faults)
    traps = _records(folder, "traps.txt", "trap", lambda r: _trap(r, tables), faults)
    chests = _records(folder, "chest_traps.txt", "chest-trap", _chest_trap, faults)
    peoples = _records(folder, "peoples.txt", "people", lambda r: _people(r, tables), faults)
    builds = _records(folder, "builds.txt", "build", lambda r: _build(r, tables), faults)
    abilities = _records(
        folder, "abilities.txt", "ability", lambda r: _ability_figures(r, tables), faults
    )
    rulings = _records(folder, "rulings.txt", "ruling", _ruling, faults)
    regions = _records(folder, "regions.txt", "region", _region, faults)
    flags = _records(folder, "flags.txt", " ".join(FLAGS), _flag, faults)
    found = RuleTables(
        statuses=statuses,
        items={one.serial: one for one in items},
        properties=tuple(properties),
        songs={one.number: one for one in songs},
        traps={one.serial: one for one in traps},
        chest_traps=tuple(chests),
        creatures={one.serial: one for one in creatures},
        peoples={one.serial: one for one in peoples},
        builds={one.name: one for one in builds},
        regions=tuple(regions),
        rulings=tuple(rulings),
        abilities={one.ref: one for one in abilities},
        flags=tuple(flags),
        flag_words={
            kind: {one.key: one.told for one in flags if one.kind == kind} for kind in FLAGS
        },
        flag_counts={one.key: one.adds for one in flags if one.adds},
        item_roles={one.role: one.serial for one in items if one.role},
        creature_roles={one.role: one.serial for one in creatures if one.role},
        vault_letters={one.letter: one for one in creatures if one.letter},
    )
    if not faults:
        faults += _missing(found, tables)
    return found


def _records(
    folder: Path, file: str, kinds: str, make: Callable[[Record], R], faults: list[str]
) -> list[R]:
    """Return the values of a file's records, of kinds with spaces between them; no two of them
    share a serial, role or letter."""
    found: list[R] = []
    taken: set[tuple[str, object]] = set()
    try:
        records = read(folder / file, kinds.split(), faults)
    except (OSError, UnicodeDecodeError) as error:
        faults.append(f"{file}:0: cannot be read: {error}")
        return found
    for record in records:
        try:
            value = make(record)
            record.finish()
            for name in ("serial", "number", "role", "letter", "flag", "ref"):
                own = getattr(value, name, "")
                if own != "" and (name, own) in taken:
                    raise record.fault(f"the {name} {own} is taken", name)
                taken.add((name, own))
        except RecordError as fault:
            faults += fault.faults
        else:
            found.append(value)
    return found


def _serial(record: Record, known: Mapping[int, Any], what: str) -> int:
    """Return the serial at the head of a record; the words behind it are for readers."""
    word = record.name.split()[0]
    if not (word.isascii() and word.isdigit()):
        raise record.fault(f"“{word}” is no serial")
    if int(word) not in known:
        raise record.fault(f"there is no {what} {word}")
    return int(word)


NO_STATUSES: HeroStatuses = {}


def _effects(
    record: Record,
    key: str,
    declared: Mapping[str, Declaration],
    statuses: HeroStatuses = NO_STATUSES,
) -> tuple[Effect, ...]:
    found = []
    for part in record.parts(key, ";"):
        try:
            found.append(read_effect(part, declared, statuses))
        except EffectError as error:
            raise record.fault(str(error), key) from None
    return tuple(found)


# ------------------------------------------------------------------------------------ items


def _item(record: Record, tables: EditTables, statuses: HeroStatuses) -> ItemRules:
    kinds = tables["kinds"].records
    serial = _serial(record, kinds, "object")
    tval = kinds[serial].tval
    fuel = record.matched("fuel", _SPAN, "500-2000")
    charges = record.matched("charges", _DICE, "4d2")
    role = record.one_of("role", ("", *sorted(ITEM_ROLES | OPTIONAL_ROLES)), "")
    for key, wanted in (
        ("up", HORN), ("down", HORN), ("noise", HORN), ("smith-stat", HORN), ("charges", STAFF),
        ("thrown", POTION), ("radius", LIGHT), ("fuel", LIGHT), ("burns", LIGHT),
    ):  # fmt: skip
        if record.has(key) and tval != wanted:
            raise record.fault(f"“{key}” is of things of tval {wanted}, not {tval}", key)
    if record.has("grows") and tval not in JEWELS:
        raise record.fault("“grows” is of rings and amulets", "grows")
    return ItemRules(
        serial=serial,
        role=role,
        effects=_uses(record, tval, statuses),
        thrown=_effects(record, "thrown", declarations.DRENCHING),
        up=_effects(record, "up", declarations.UPRIGHT),
        down=_effects(record, "down", declarations.UPRIGHT),
        obvious=record.is_yes("obvious"),
        noise=record.integer("noise", 0, most=99),
        smith_stat=record.choice("smith-stat", StatName),
        charges=Dice(int(charges[1]), int(charges[2])) if charges else NO_DICE,
        themes=frozenset(_one_of(record, "themes", part) for part in record.parts("themes", ",")),
        theme_spread=record.integer("theme-spread", most=40)
        if record.has("theme-spread")
        else None,
        grows=_growth(record),
        radius=record.integer("radius", 0, most=20),
        fuel=Fuel(int(fuel[1]), int(fuel[2])) if fuel else None,
        most_fuel=record.integer("most-fuel", most=9999) if fuel else 0,
        burns=record.is_yes("burns"),
        solid=record.is_yes("solid"),
    )


def _one_of(record: Record, key: str, theme: str) -> str:
    if theme not in THEMES:
        raise record.fault(unknown(theme, THEMES), key)
    return theme


def _uses(record: Record, tval: int, statuses: HeroStatuses) -> tuple[Effect, ...]:
    """Return what using a thing of a class does."""
    if not record.has("effects"):
        return ()
    by_class = {
        POTION: declarations.BODY,
        FOOD: declarations.BODY,
        STAFF: declarations.MAGIC,
        HORN: declarations.HORNS,
    }
    if tval not in by_class:
        raise record.fault(f"nobody uses things of tval {tval}", "effects")
    effects = _effects(record, "effects", by_class[tval], statuses)
    if len(effects) > 1 and any(by_class[tval][effect.name].target for effect in effects):
        raise record.fault("what works on a thing has no other effect", "effects")
    return effects


def _growth(record: Record) -> Growth | None:
    match = record.matched("grows", _GROWTH, "attack d10 / 9 + 1 at least 1")
    if match is None:
        return None
    if match[1] not in NUMBERS:
        raise record.fault(unknown(match[1], NUMBERS), "grows")
    number = cast(Number, match[1])
    die, divisor, plus, least = (int(figure or 0) for figure in match.groups()[1:])
    if not (die or plus):
        raise record.fault("it does not grow by anything", "grows")
    return Growth(number, die, divisor or 1, plus, least)


_PAID = re.compile(r"(\w+) ([1-9])")
_ON_ARROWS = re.compile(r"([1-9]\d?) (\d)")


def _property(record: Record) -> PropertyRules:
    paid = record.matched("stat", _PAID, "strength 2")
    if paid and paid[1] not in STAT_NAMES:
        raise record.fault(unknown(paid[1], STAT_NAMES), "stat")
    on_arrows = record.matched("on-arrows", _ON_ARROWS, "12 1")
    return PropertyRules(
        word=record.name,
        flag=record.one_of("flag", tuple(ITEM_FLAGS)),
        title=record.text("title"),
        sort=cast(PropertySort, record.one_of("sort", PROPERTY_SORTS, "plain")),
        difficulty=record.integer("difficulty", least=-9, most=60),
        stat=cast(StatName, paid[1]) if paid else None,
        points=int(paid[2]) if paid else 0,
        on_arrows=(int(on_arrows[1]), int(on_arrows[2])) if on_arrows else None,
        group=record.one_of("group", PROPERTY_GROUPS) if record.has("group") else "",
    )


# ------------------------------------------------------------------- creatures and peoples


def _creature(record: Record, tables: EditTables, borrowed: bool) -> CreatureRules:
    serial = _serial(record, tables["monsters"].records, "monster")
    bears = record.integer("bears", 0, most=999)
    if bears and bears not in tables["artefacts"].records:
        raise record.fault(f"there is no artefact {bears}", "bears")
    letter = record.text("letter", "")
    if len(letter) > 1:
        raise record.fault(f"“{letter}” is not one letter", "letter")
    danger = record.matched("danger", _DANGER, "4.5")
    pace = record.matched("pace", _PACE, "3/2")
    return CreatureRules(
        serial=serial,
        role=record.one_of("role", ("", *sorted(CREATURE_ROLES)), ""),
        letter=letter,
        any_depth=record.is_yes("any-depth"),
        bears=bears,
        anger=tuple(_anger(record, part) for part in record.parts("anger", ";")),
        danger=float(danger[0]) if danger else None,
        pace=Fraction(int(pace[1]), int(pace[2])) if pace else None,
        archer=record.is_yes("archer"),
        **_sentences(record, tables["monsters"].records[serial].name, borrowed),
    )


def _sentences(record: Record, name: str, borrowed: bool) -> dict[str, str]:
    """Return what is told of a creature in sentences, which name it: the name behind the serial is
    that of monster.txt, or nothing is told by borrowed rules."""
    told = {key: record.text(key) for key in ("seen", "dies", "slays") if record.has(key)}
    if told and record.name.partition(" ")[2] != name:
        if not borrowed:
            raise record.fault(f"its sentences are about “{name}”: that is its name in monster.txt")
        return {}
    return told


def _anger(record: Record, stage: str) -> Mapping[str, int]:
    figures = {}
    for part in stage.split(","):
        name, _, figure = part.strip().partition(" ")
        if name not in ANGER:
            raise record.fault(unknown(name, ANGER), "anger")
        figures[name] = record.number(figure, "anger")
    return figures


def _people(record: Record, tables: EditTables) -> PeopleRules:
    serial = _serial(record, tables["races"].records, "people")
    house = record.integer("house")
    if house not in tables["races"].records[serial].houses:
        raise record.fault(f"house {house} is none of this people", "house")
    return PeopleRules(
        serial=serial,
        house=house,
        stats=_figures(record, "stats", STATS),
        skills=_figures(record, "skills", SKILLS),
        abilities=tuple(_ability(record, part, tables) for part in record.parts("abilities", ",")),
        called=record.text("called"),
        manner=record.text("manner"),
        score=record.integer("score", most=99),
        eldar=record.is_yes("eldar"),
        tutorial=record.is_yes("tutorial"),
    )


def _build(record: Record, tables: EditTables) -> BuildRules:
    kinds = tables["kinds"].records
    worn = {}
    for part in record.parts("worn", ","):
        place, _, serial = part.partition(" ")
        if place not in PLACES or place in worn:
            raise record.fault(unknown(place, [p for p in PLACES if p not in worn]), "worn")
        worn[place] = record.number(serial, "worn")
        if worn[place] not in kinds:
            raise record.fault(f"there is no object {serial}", "worn")
    return BuildRules(
        name=record.name,
        stats=_figures(record, "stats", STATS),
        skills=_figures(record, "skills", SKILLS),
        worn=worn,
    )


def _figures(record: Record, key: str, number: int) -> tuple[int, ...]:
    figures = tuple(record.number(word, key) for word in record.words(key))
    if len(figures) != number:
        raise record.fault(f"“{key}” has {number} figures", key)
    return figures


def _ability_figures(record: Record, tables: EditTables) -> AbilityRules:
    return AbilityRules(
        ref=_ability(record, record.name.split()[0], tables),
        effects=_effects(record, "effects", declarations.ABILITIES),
    )


def _ability(record: Record, part: str, tables: EditTables) -> AbilityRef:
    match = _ABILITY.fullmatch(part)
    known = {ability.ref for ability in tables["abilities"].records.values()}
    if match is None or (ref := AbilityRef(int(match[1]), int(match[2]))) not in known:
        raise record.fault(f"there is no ability {part}", "abilities")
    return ref


def _ruling(record: Record) -> RulingWords:
    if record.name not in Rulings.__struct_fields__:
        raise record.fault(unknown(record.name, Rulings.__struct_fields__, "ruling"))
    values = {key: record.text(key) for key in ("manual", "game")}
    if record.has("silg"):
        values["silg"] = record.text("silg")
    return RulingWords(record.name, record.text("title"), values)


def _flag(record: Record) -> FlagRules:
    kind = cast("FlagKind", record.kind)
    if record.name not in FLAGS[kind]:
        raise record.fault(unknown(record.name, FLAGS[kind]))
    found = record.matched("adds", _ADDS, "speed -1") if kind == "item-power" else None
    if found and found[1] not in COUNTS:
        raise record.fault(unknown(found[1], COUNTS), "adds")
    adds = (cast("FlagCount", found[1]), int(found[2])) if found else None
    return FlagRules(kind, record.name, Text(record.text("text")), adds)


# -------------------------------------------------------------------------- songs and traps


def _song(record: Record, tables: EditTables) -> SongRules:
    refs = {
        ability.number: ability
        for ability in tables["abilities"].records.values()
        if ability.skill == SONG_SKILL and ability.number in SONGS
    }
    number = _serial(record, refs, "song")
    effects = _effects(record, "effect", declarations.SONGS)
    if len(effects) != 1:
        raise record.fault("a song has one effect", "effect")
    voice = record.matched("voice", _VOICE, "1 every 3")
    if (voice is None) != (number in RULED_SONGS):
        raise record.fault("“voice” is for the songs whose cost no ruling says", "voice")
    if voice and not int(voice[2]):
        raise record.fault("it costs voice every how many turns?", "voice")
    return SongRules(
        number=number,
        effect=effects[0],
        noise=record.integer("noise", most=99),
        voice=(int(voice[1]), int(voice[2])) if voice else None,
        times=record.integer("times", 1, least=1, most=9),
        divisor=record.integer("divisor", 1, least=1, most=9),
    )


def _trap(record: Record, tables: EditTables) -> TrapRules:
    serial = _serial(record, tables["terrain"].records, "terrain")
    if serial not in TRAPS:
        raise record.fault(f"terrain {serial} is no trap")
    return TrapRules(
        serial=serial,
        effects=_effects(record, "effects", declarations.TRAPS),
        disarm=record.integer("disarm", most=40) if record.has("disarm") else None,
        avoidable=record.is_yes("avoidable", True),
    )


def _chest_trap(record: Record) -> ChestTrapRules:
    levels = tuple(record.number(part, "levels") for part in record.parts("levels", ","))
    if not all(1 <= level <= DEEPEST_CHEST for level in levels) or len(set(levels)) < len(levels):
        raise record.fault(f"levels are from 1 to {DEEPEST_CHEST}, each once", "levels")
    return ChestTrapRules(
        name=record.name,
        levels=levels,
        effects=_effects(record, "effects", declarations.CHEST_TRAPS),
    )


def _region(record: Record) -> RegionRules:
    depths = record.matched("depths", _DEPTHS, "1-4")
    levels = range(int(depths[1]), int(depths[2]) + 1) if depths else range(0)
    if not levels:
        raise record.fault("it has no levels", "depths")
    arrive = record.parts("arrive", "|")
    if arrive and len(arrive) != len(levels):
        raise record.fault(
            f"“arrive” has {len(arrive)} sentences for {len(levels)} levels", "arrive"
        )
    homeward = record.parts("homeward", "|")
    return RegionRules(record.name, levels, arrive, homeward)


# ------------------------------------------------------------------------------- what lacks


def _missing(rules: RuleTables, tables: EditTables) -> Iterator[str]:
    """Yield what should be there and is not."""
    for file, roles, found in (
        ("items.txt", ITEM_ROLES, rules.item_roles),
        ("creatures.txt", CREATURE_ROLES, rules.creature_roles),
    ):
        for role in sorted(roles - found.keys()):
            yield f"{file}:0: nothing has the role “{role}”"
    for kind in tables["kinds"].records.values():
        herb = kind.tval == FOOD and kind.sval < FIRST_PLAIN_FOOD
        used = kind.tval in (POTION, STAFF, HORN) or herb
        if used and not rules.item(kind.serial).effects:
            yield f"items.txt:0: item {kind.serial} has no effects"
    for key in Timers.__struct_fields__:
        if key not in rules.statuses:
            yield f"statuses.txt:0: status {key} is missing"
    for kind in NAMED_FLAGS:
        for flag in sorted({*FLAGS[kind]} - rules.flag_words[kind].keys()):
            yield f"flags.txt:0: {kind} {flag} is missing"
    for count in sorted({*COUNTS} - {count for count, _ in rules.flag_counts.values()}):
        yield f"flags.txt:0: nothing adds to {count}"
    for name in sorted({*Rulings.__struct_fields__} - {one.name for one in rules.rulings}):
        yield f"rulings.txt:0: ruling {name} is missing"
    for number in SONGS:
        if number not in rules.songs:
            yield f"songs.txt:0: song {number} is missing"
    for ref, effect in FIGURED_ABILITIES.items():
        if ref not in rules.abilities or not rules.abilities[ref].number(effect):
            yield f"abilities.txt:0: ability {ref.skill}/{ref.number} has no {effect}"
    for serial in TRAPS:
        trap = rules.traps.get(serial)
        if trap is None or not trap.effects:
            yield f"traps.txt:0: trap {serial} has no effects"
    for serial in tables["races"].records:
        if serial not in rules.peoples:
            yield f"peoples.txt:0: people {serial} is missing"
    if sum(people.tutorial for people in rules.peoples.values()) != 1:
        yield "peoples.txt:0: one people has “tutorial: yes”"
    for level in LEVELS:
        if sum(level in region.levels for region in rules.regions) != 1:
            yield f"regions.txt:0: level {level} is not in one region"
            break
    morgoth = rules.creature_roles.get("morgoth", 0)
    if len(rules.creature(morgoth).anger) != STAGES:
        yield f"creatures.txt:0: creature {morgoth} has {STAGES} stages of anger"
