"""Read and check `data/delve/`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast, get_args

from engine.common import data_files
from engine.common.data_files import Record, RecordError, build, read_all, require
from engine.common.effects import Declarations, NameOf, Names, Number, unknown
from engine.common.tile_names import tile_names
from engine.contract.data import DataReport
from engine.contract.view import Ending
from engine.delve import terrain
from engine.delve.data.contradictions import contradictions
from engine.delve.data.declarations import (
    ABILITIES,
    ADVICE,
    FIGURED_ABILITIES,
    HARMS,
    ITEM_EFFECTS,
    LORD_EFFECTS,
    PLACE_RULES,
    PRICES,
    SPELL_EFFECTS,
    STAGE,
    STATUSES,
    TRAIT_FACTS,
    TRAITS,
    TRAP_EFFECTS,
    VERBS,
)
from engine.delve.data.kinds import (
    CATEGORIES,
    FAMILIES,
    FIGURES,
    GENERATORS,
    GROWTH,
    PROPERTIES,
    SCHOOLS,
    TARGETS,
    WARDEN_STAGES,
    AbilityKind,
    Advice,
    BargainKind,
    ClassKind,
    DelveData,
    EndedBy,
    EndingKind,
    FountainKind,
    GroundRules,
    ItemKind,
    LevelRules,
    MonsterKind,
    PlaceKind,
    SpellKind,
    StatusKind,
    TerrainKind,
    ThemeKind,
    Trait,
    UsualMonsters,
)
from engine.delve.data.place_plans import SHOWING, check_plan
from engine.delve.data.verb_records import read_verb
from engine.delve.state import BASIC_RANGE, DEEPEST, ELEMENTS

K = TypeVar("K")
TILE_NAMES = tile_names("delve")
FILES = {
    "status": "statuses.txt", "spell": "spells.txt", "ability": "abilities.txt",
    "item": "items.txt", "theme": "themes.txt", "trait": "monsters.txt",
    "monster": "monsters.txt", "class": "classes.txt",
    "terrain": "terrain.txt", "fountain": "fountains.txt", "bargain": "bargains.txt",
    "place": "places.txt", "ending": "endings.txt", "prose": "prose.txt", "curve": "curves.txt",
    "command-group": "verbs.txt", "verb": "verbs.txt", "figures": "figures.txt",
}  # fmt: skip


# The figures by level that `curves.txt` has.
CURVES: Mapping[str, tuple[str, ...]] = {
    "monsters": UsualMonsters._fields,
    "heroes": ("experience",),
}


FIGURE_RECORDS: Mapping[str, tuple[str, ...]] = {
    "levels": LevelRules._fields,
    "ground": GroundRules._fields,
}
_DICE = re.compile(r"([1-9])d([1-9]\d?)")


def load(folder: Path) -> DelveData:
    """Read and check a folder of data. Raises RecordError with file and line of every fault; of
    what does not go together once each record is right."""
    data = _read(folder)
    if faults := tuple(contradictions(data)):
        raise RecordError(*faults)
    return data


def _read(folder: Path) -> DelveData:
    faults: list[str] = []
    records = read_all(folder, FILES, faults)
    names: Names = {kind: {each.name for each in found} for kind, found in records.items()}
    statuses = build(records["status"], lambda r: _status(r, names), faults)
    spells = build(records["spell"], lambda r: _spell(r, names), faults)
    abilities = build(records["ability"], lambda r: _ability(r, names), faults)
    items = build(records["item"], lambda r: _item(r, names), faults)
    themes = build(records["theme"], lambda r: _theme(r, names), faults)
    curves = build(records["curve"], _curve, faults)
    lost = sorted(CURVES.keys() - curves.keys())
    faults += [f"{FILES['curve']}:1: there is no curve {name}" for name in lost]
    usual = UsualMonsters(**curves["monsters"]) if "monsters" in curves else None
    trait_words = build(records["trait"], _trait_words, faults)
    monsters = {}
    if usual is not None:
        monsters = build(records["monster"], lambda r: _monster(r, names, usual), faults)
    classes = build(records["class"], lambda r: _class(r, names), faults)
    ground = build(records["terrain"], lambda r: _terrain(r, names), faults)
    fountains = build(records["fountain"], lambda r: _fountain(r, names), faults)
    endings = build(records["ending"], _ending, faults)
    bargains = build(records["bargain"], lambda r: _bargain(r, names), faults)
    places = build(records["place"], lambda r: _place(r, names), faults)
    prose = build(records["prose"], _prose, faults)
    groups = build(records["command-group"], lambda r: r.text("summary"), faults)
    verbs = build(records["verb"], lambda r: read_verb(r, names), faults)
    for kind, known in (
        ("terrain", terrain.NAMES), ("status", STATUSES), ("ability", ABILITIES),
        ("trait", tuple(TRAITS)), ("verb", VERBS), ("figures", tuple(FIGURE_RECORDS)),
    ):  # fmt: skip
        require(records[kind], known, kind, FILES[kind], faults)
    figures = build(records["figures"], _figures, faults)
    if faults or usual is None:
        raise RecordError(*faults)
    digest = sha256(b"".join((folder / file).read_bytes() for file in sorted({*FILES.values()})))
    return DelveData(
        trait_words=trait_words,
        monsters=monsters,
        items=items,
        spells=spells,
        abilities=abilities,
        statuses=statuses,
        terrain=tuple(ground[name] for name in terrain.NAMES),
        classes=classes,
        themes=themes,
        fountains=tuple(fountains.values()),
        endings=endings,
        bargains=bargains,
        places=places,
        prose=prose,
        verbs=verbs,
        command_groups=groups,
        levels=LevelRules(**figures["levels"]),
        ground=GroundRules(**figures["ground"]),
        usual=usual,
        level_experience=curves["heroes"]["experience"],
        digest=digest.hexdigest(),
    )


def check(folder: Path) -> DataReport:
    """Return how many records each file of a folder has, or every fault."""
    return data_files.check(folder, FILES, load)


def _colour(record: Record, colour: str, key: str) -> str:
    if colour not in TILE_NAMES.colours:
        raise record.fault(unknown(colour, TILE_NAMES.colours, "colour"), key)
    return colour


def _look(record: Record) -> tuple[str, str]:
    words = record.text("look").split()
    if len(words) != 2 or len(words[0]) != 1:
        raise record.fault("a look is a letter and a colour", "look")
    return words[0], _colour(record, words[1], "look")


def _one(record: Record, key: str, kind: str, names: Names) -> str:
    """Return a name of a kind; "" where the field is missing."""
    name = record.text(key, "")
    record.known(key, (name,) if name else (), names[kind], kind)
    return name


def _advice(record: Record, names: Names) -> Advice:
    found = _effects(record, "advice", ADVICE, names)
    if len({each.name for each in found}) < len(found):
        raise record.fault("a purpose stands twice", "advice")
    return {each.name: each.number() for each in found}


def _fountain(record: Record, names: Names) -> FountainKind:
    effects = _effects(record, "effects", ITEM_EFFECTS, names)
    return FountainKind(record.name, record.text("line"), effects)


def _bargain(record: Record, names: Names) -> BargainKind:
    takes = _effects(record, "takes", PRICES, names)
    gives = _effects(record, "gives", ITEM_EFFECTS, names)
    if len(takes) != 1 or not gives:
        raise record.fault("a bargain takes one thing and gives something", "takes")
    return BargainKind(record.name, takes[0], gives, record.text("text"))


def _place(record: Record, names: Names) -> PlaceKind:
    themes, stock = record.parts("themes", ","), record.parts("stock")
    record.known("themes", themes, names["theme"], "theme")
    _all_of(record, "stock", stock, CATEGORIES)
    rules = _effects(record, "fixture", PLACE_RULES, names)
    if len(rules) != 1:
        raise record.fault("a place has one fixture", "fixture")
    plan = record.words("plan")
    check_plan(record, plan, len(stock) if rules[0].name in SHOWING else 0)
    return PlaceKind(
        record.name,
        themes,
        rules[0],
        stock,
        record.text("title"),
        sight=record.text("sight"),
        text=record.text("text"),
        plan=plan,
    )


def _all_of(record: Record, key: str, wanted: tuple[str, ...], allowed: tuple[str, ...]) -> None:
    for name in wanted:
        if name not in allowed:
            raise record.fault(unknown(name, allowed), key)


def _spell(record: Record, names: Names) -> SpellKind:
    figures = {key: record.integer(key) for key in FIGURES if record.has(key)}
    inflicts = record.parts("status", ",")
    record.known("status", tuple(s for s in inflicts if s != "health"), names["status"], "status")
    return SpellKind(
        name=record.name,
        school=record.one_of("school", SCHOOLS),
        cost=record.integer("cost"),
        effect=record.one_of("effect", SPELL_EFFECTS),
        target=record.one_of("target", TARGETS, "direction"),
        figures=figures,
        attenuation=Fraction(record.integer("attenuation", 0), 10),
        element=record.one_of("element", ("", *ELEMENTS), ""),
        statuses=inflicts,
        dice=record.integer("dice", 2),
        chance=record.integer("chance", 0, most=100),
        above=record.integer("above", 0),
        jump=record.integer("jump", 0, most=20),
        advice=_advice(record, names),
        text=record.text("text"),
    )


def _ability(record: Record, names: Names) -> AbilityKind:
    record.known("classes", record.words("classes"), names["class"], "class")
    active = record.one_of("kind", ("passive", "active")) == "active"
    return AbilityKind(
        name=record.name,
        title=record.text("title", record.name),
        active=active,
        cost=record.integer("cost", 0),
        target=record.one_of("target", TARGETS, "self"),
        classes=record.words("classes"),
        figure=record.integer("figure", least=1) if record.name in FIGURED_ABILITIES else 0,
        defence=record.integer("defence", 0, least=-20, most=20),
        resist=record.elements("resist", ELEMENTS),
        advice=_advice(record, names),
        text=record.text("text"),
    )


def _status(record: Record, names: Names) -> StatusKind:
    return StatusKind(
        name=record.name,
        title=record.text("title", record.name),
        icon=record.one_of("icon", sorted(TILE_NAMES.icons)),
        harmful=record.is_yes("harmful"),
        begins=record.template("begins", "who"),
        ends=record.template("ends", "who"),
        advice=_advice(record, names),
        remedy=_one(record, "remedy", "spell", names),
        power=record.integer("power", 0, least=-20, most=20),
        defence=record.integer("defence", 0, least=-20, most=20),
        resist=record.elements("resist", ELEMENTS),
        each_round=_harm(record, "each-round", ("poison", "strike"), names),
        answers=_harm(record, "answers", ("strike",), names),
        text=record.text("text"),
    )


def _harm(record: Record, key: str, allowed: Sequence[str], names: Names) -> Trait | None:
    """Return the one harm of a field; None when it is missing."""
    found = _effects(record, key, {name: HARMS[name] for name in allowed}, names)
    if len(found) > 1:
        raise record.fault("one of them is enough", key)
    return found[0] if found else None


def _terrain(record: Record, names: Names) -> TerrainKind:
    letter, colour = _look(record)
    code = terrain.CODES.get(record.name, terrain.UNKNOWN)
    is_trap = code in terrain.TRAPS
    return TerrainKind(
        name=record.name,
        code=code,
        letter=letter,
        colour=colour,
        title=record.text("title", record.name),
        springs=_springs(record, is_trap),
        cause=record.text("cause", ""),
        effects=_effects(record, "effects", TRAP_EFFECTS, names) if is_trap else (),
        avoided=_one(record, "avoided", "ability", names) if is_trap else "",
        burns=record.integer("burns", 0, most=99),
        catches=record.integer("catches", 0, most=100),
        enters=_effects(record, "enters", GROUND_EFFECTS, names),
        each_turn=_effects(record, "each-turn", GROUND_EFFECTS, names),
        every=record.integer("every", 1, least=1, most=99),
        text=record.text("text"),
    )


GROUND_EFFECTS = {name: HARMS[name] for name in ("status", "strike")}


def _springs(record: Record, is_trap: bool) -> str:
    if is_trap:
        return record.template("springs", "hero")
    return record.template("springs", "who") if record.has("springs") else ""


def _prose(record: Record) -> tuple[str, ...]:
    record.template("lines", "hero")
    return record.parts("lines", "|")


def _ending(record: Record) -> EndingKind:
    record.template("lines", "hero")
    by = record.one_of("by", get_args(EndedBy))
    outcome = record.one_of("outcome", get_args(Ending))
    return EndingKind(
        record.name,
        cast("EndedBy", by),
        record.integer("lords", 0),
        record.integer("freed", 0),
        record.is_yes("honest"),
        outcome=cast("Ending", outcome),
        title=record.text("title"),
        lines=record.parts("lines", "|"),
    )


def _theme(record: Record, names: Names) -> ThemeKind:
    lord = _one(record, "lord", "monster", names)
    falls = _effects(record, "fall", LORD_EFFECTS, names)
    if len(falls) != bool(lord):
        raise record.fault("a lord, and nobody else, has a fall", "fall")
    first = record.integer("first", least=1, most=DEEPEST)
    return ThemeKind(
        name=record.name,
        first=first,
        last=record.integer("last", least=first, most=DEEPEST),
        generator=record.one_of("generator", GENERATORS),
        title=record.text("title"),
        arrival=record.text("arrival"),
        lord=lord,
        fall=falls[0] if falls else Trait(""),
        mourning=record.text("mourning") if lord else "",
        text=record.text("text"),
    )


def _amounts(record: Record, key: str, kind: str, names: Names) -> tuple[tuple[str, int], ...]:
    """Return pairs of `name figure`."""
    pairs = record.arguments(key, (NameOf(kind), Number(1, 100)), names)
    return tuple((name, int(figure)) for name, figure in pairs)


def _class(record: Record, names: Names) -> ClassKind:
    worn, known, one_of = record.parts("worn"), record.parts("spells"), record.parts("one-of")
    growth, abilities = record.words("growth"), record.parts("abilities")
    record.known("abilities", abilities, names["ability"], "ability")
    if not growth:
        raise record.fault("“growth” is missing")
    _all_of(record, "growth", growth, GROWTH)
    record.known("worn", worn, names["item"], "item")
    record.known("spells", known, names["spell"], "spell")
    record.known("one-of", one_of, names["spell"], "spell")
    return ClassKind(
        name=record.name,
        colour=_colour(record, record.text("colour"), "colour"),
        health=record.integer("health", least=1),
        energy=record.integer("energy", least=1),
        power=record.integer("power"),
        defence=record.integer("defence"),
        health_gain=record.integer("health-gain"),
        energy_gain=record.integer("energy-gain"),
        power_every=record.integer("power-every"),
        defence_every=record.integer("defence-every"),
        miss=record.integer("miss", 10),
        food_chance=record.integer("food-chance", 5),
        items=_amounts(record, "items", "item", names),
        worn=worn,
        spells=known,
        one_of=one_of,
        secret=record.text("secret", ""),
        abilities=abilities,
        growth=growth,
        text=record.text("text"),
    )


def _effects(record: Record, key: str, declared: Declarations, names: Names) -> tuple[Trait, ...]:
    return tuple(Trait(*each) for each in record.effects(key, declared, names))


def _traits(record: Record, names: Names) -> dict[str, Trait]:
    found: dict[str, Trait] = {}
    for trait in _effects(record, "traits", TRAITS, names):
        if trait.name in found:
            raise record.fault(f"“{trait.name}” stands twice", "traits")
        found[trait.name] = trait
    return found


def _monster_look(record: Record) -> tuple[str, str]:
    """Return the letter and the colour of a monster, which the tile set has a picture for."""
    letter, colour = _look(record)
    sprite = f"monster/{record.name.replace(' ', '-')}"
    if letter not in TILE_NAMES.letters and sprite not in TILE_NAMES.sprites:
        raise record.fault(f"no tile for the letter “{letter}”", "look")
    return letter, colour


def _trait_words(record: Record) -> str:
    return record.template("text", *TRAIT_FACTS[: len(TRAITS.get(record.name, ()))])


def _stages(record: Record, names: Names, *, needed: bool) -> tuple[tuple[str, str], ...]:
    """Return the stages of a warden, one for each quarter of its health."""
    found = record.arguments("stages", STAGE, names)
    if len(found) != (WARDEN_STAGES if needed else 0):
        raise record.fault(f"a warden, and no other, has {WARDEN_STAGES} stages", "stages")
    return tuple((element, spell) for element, spell in found)


def _figures(record: Record) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for field in FIGURE_RECORDS.get(record.name, ()):
        key = field.replace("_", "-")
        if field in ("flash", "fall"):
            record.text(key)
            dice = record.matched(key, _DICE, "2d6")
            found[field] = dice and (int(dice[1]), int(dice[2]))
        else:
            found[field] = record.integer(key, least=1, most=999)
    return found


def _curve(record: Record) -> Mapping[str, tuple[int, ...]]:
    """Return lists of figures, one for each level from 0."""
    if record.name not in CURVES:
        raise record.fault(unknown(record.name, CURVES, "curve"))
    found = {}
    for key in CURVES[record.name]:
        record.text(key)
        found[key] = tuple(record.number(each, key) for each in record.words(key))
        if len(found[key]) != DEEPEST + 1:
            raise record.fault(f"{DEEPEST + 1} figures are needed, not {len(found[key])}", key)
        if min(found[key]) < 0:
            raise record.fault("a figure is below 0", key)
    return found


def _monster(record: Record, names: Names, usual: UsualMonsters) -> MonsterKind:
    m = record.integer("level", most=DEEPEST)
    letter, colour = _monster_look(record)
    traits = _traits(record, names)
    courage = None if "rooted" in traits else record.integer("courage", 25)
    stages = _stages(record, names, needed="warden" in traits)
    casts, attack = record.parts("casts"), _one(record, "spell-attack", "spell", names)
    record.known("casts", casts, names["spell"], "spell")
    powers = _amounts(record, "spell-powers", "spell", names)
    lives_in = record.parts("themes", ",")
    record.known("themes", lives_in, names["theme"], "theme")
    resist = record.elements("resist", ELEMENTS)
    if resist.get("fire", 0) < -4:
        raise record.fault("no monster's fire resistance is below -4", "resist")
    return MonsterKind(
        name=record.name,
        level=m,
        letter=letter,
        colour=colour,
        family=record.one_of("family", FAMILIES),
        health=record.scaled("health", usual.health[m]),
        energy=record.scaled("energy", usual.energy[m]),
        power=record.scaled("power", usual.power[m]),
        defence=record.scaled("defence", usual.defence[m]),
        courage=courage,
        resist=resist,
        traits=traits,
        spells=casts,
        spell_attack=attack,
        spell_powers=dict(powers),
        carries=_amounts(record, "carries", "item", names),
        themes=lives_in,
        unique=record.is_yes("unique"),
        weight=record.integer("weight", 10),
        stages=stages,
        text=record.text("text"),
    )


def _article(name: str) -> str:
    return "an" if name[0] in "aeiou" else "a"


def _levels(record: Record) -> tuple[int, int]:
    """Return the first and the last level on which an item lies."""
    first, _, last = record.text("levels", f"1-{DEEPEST}").partition("-")
    levels = record.number(first, "levels"), record.number(last, "levels")
    if not 1 <= levels[0] <= levels[1] <= DEEPEST:
        raise record.fault(f"levels are from 1 to {DEEPEST}, such as 3-9", "levels")
    return levels


def _item(record: Record, names: Names) -> ItemKind:
    letter, colour = _look(record)
    categories = record.parts("category", ",")
    if not categories:
        raise record.fault("a category is missing", "category")
    _all_of(record, "category", categories, CATEGORIES)
    properties = record.parts("properties", ",")
    _all_of(record, "properties", properties, PROPERTIES)
    grants, book = record.parts("grants"), record.parts("spells")
    record.known("grants", grants, names["ability"], "ability")
    record.known("spells", book, names["spell"], "spell")
    holds = _one(record, "holds", "spell", names)
    first, last = _levels(record)
    return ItemKind(
        name=record.name,
        plural=record.text("plural", f"{record.name}s"),
        article=record.one_of("article", ("a", "an", "some", "the"), _article(record.name)),
        categories=categories,
        letter=letter,
        colour=colour,
        first=first,
        last=last,
        weight=record.integer("weight", 10),
        power=record.integer("power") if record.has("power") else None,
        defence=record.integer("defence", 0),
        resist=record.elements("resist", ELEMENTS),
        range=record.integer("range", BASIC_RANGE),
        bonus=record.one_of("bonus", ("", "blessed", *ELEMENTS), ""),
        nutrition=record.integer("nutrition", 0),
        properties=properties,
        holds=holds,
        effects=_effects(record, "effects", ITEM_EFFECTS, names),
        grants=grants,
        spells=book,
        varies=record.is_yes("varies"),
        heart=record.is_yes("heart"),
        advice=_advice(record, names),
        text=record.text("text", ""),
    )
