"""Read and check `data/delve/`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from string import Formatter
from typing import TypeVar, cast, get_args

from engine.common.data_files import Record, RecordError, read
from engine.common.effects import (
    Declarations,
    EffectError,
    NameOf,
    Names,
    Number,
    parse,
    unknown,
)
from engine.contract.data import DataReport
from engine.contract.view import Ending
from engine.delve import terrain
from engine.delve.data.declarations import (
    ABILITIES,
    ADVICE,
    ITEM_EFFECTS,
    LORD_EFFECTS,
    PLACE_RULES,
    PRICES,
    SPELL_EFFECTS,
    STAGES,
    STATUSES,
    TRAITS,
    TRAP_EFFECTS,
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
    ItemKind,
    MonsterKind,
    PlaceKind,
    SpellKind,
    StatusKind,
    TerrainKind,
    ThemeKind,
    Trait,
    UsualMonsters,
)
from engine.delve.data.place_plans import FIXTURE_SIGN, NICHE_SIGN, PLAN_SIGNS, SHOWING
from engine.delve.data.tile_names import tile_names
from engine.delve.state import BASIC_RANGE, DEEPEST, ELEMENTS

K = TypeVar("K")
FILES = {
    "status": "statuses.txt", "spell": "spells.txt", "ability": "abilities.txt",
    "item": "items.txt", "theme": "themes.txt", "monster": "monsters.txt", "class": "classes.txt",
    "terrain": "terrain.txt", "fountain": "fountains.txt", "bargain": "bargains.txt",
    "place": "places.txt", "ending": "endings.txt", "prose": "prose.txt", "curve": "curves.txt",
}  # fmt: skip


# The figures by level that `curves.txt` has.
CURVES: Mapping[str, tuple[str, ...]] = {
    "monsters": UsualMonsters._fields,
    "heroes": ("experience",),
}


def load(folder: Path) -> DelveData:
    """Read and check a folder of data. Raises RecordError with file and line of every fault."""
    faults: list[str] = []
    records = {kind: read(folder / file, kind, faults) for kind, file in FILES.items()}
    names: Names = {kind: {each.name for each in found} for kind, found in records.items()}
    statuses = _all(records["status"], lambda r: _status(r, names), faults)
    spells = _all(records["spell"], lambda r: _spell(r, names), faults)
    abilities = _all(records["ability"], lambda r: _ability(r, names), faults)
    items = _all(records["item"], lambda r: _item(r, names), faults)
    themes = _all(records["theme"], lambda r: _theme(r, names), faults)
    curves = _all(records["curve"], _curve, faults)
    lost = sorted(CURVES.keys() - curves.keys())
    faults += [f"{FILES['curve']}:1: there is no curve {name}" for name in lost]
    usual = UsualMonsters(**curves["monsters"]) if "monsters" in curves else None
    monsters = {}
    if usual is not None:
        monsters = _all(records["monster"], lambda r: _monster(r, names, usual), faults)
    classes = _all(records["class"], lambda r: _class(r, names), faults)
    ground = _all(records["terrain"], lambda r: _terrain(r, names), faults)
    fountains = _all(records["fountain"], lambda r: _fountain(r, names), faults)
    endings = _all(records["ending"], _ending, faults)
    bargains = _all(records["bargain"], lambda r: _bargain(r, names), faults)
    places = _all(records["place"], lambda r: _place(r, names), faults)
    prose = _all(records["prose"], _prose, faults)
    for kind, known in (("terrain", terrain.NAMES), ("status", STATUSES), ("ability", ABILITIES)):
        missing = (name for name in known if name not in names[kind])
        faults += [f"{FILES[kind]}:1: there is no {kind} {name}" for name in missing]
    unending = set(get_args(EndedBy)) - {e.by for e in endings.values() if _always_fits(e)}
    faults += [f"endings.txt:1: no ending always fits “{by}”" for by in sorted(unending)]
    for file, what, count in (
        ("items.txt", "heart", sum(kind.heart for kind in items.values())),
        ("monsters.txt", "warden", sum(kind.has("warden") for kind in monsters.values())),
    ):
        if count != 1:
            faults.append(f"{file}:1: there must be one {what}, not {count}")
    if faults or usual is None:
        raise RecordError(*faults)
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
        tuple(fountains.values()),
        endings,
        bargains,
        places,
        prose,
        usual,
        curves["heroes"]["experience"],
        digest.hexdigest(),
    )


def _always_fits(ending: EndingKind) -> bool:
    return not (ending.lords or ending.freed or ending.honest)


def check(folder: Path) -> DataReport:
    """Return how many records each file of a folder has, or every fault."""
    missing = [file for file in FILES.values() if not (folder / file).is_file()]
    if missing:
        return DataReport(errors=tuple(f"{file}:1: there is no such file" for file in missing))
    try:
        load(folder)
    except RecordError as error:
        return DataReport(errors=error.faults)
    faults: list[str] = []
    return DataReport(
        tuple((file, len(read(folder / file, kind, faults))) for kind, file in FILES.items())
    )


def _all(records: Sequence[Record], make: Callable[[Record], K], faults: list[str]) -> dict[str, K]:
    """Return what the records describe, by name; add the faults of those that are wrong."""
    found: dict[str, K] = {}
    for record in records:
        try:
            found[record.name] = make(record)
            record.finish()
        except RecordError as fault:
            faults += fault.faults
    return found


def _colour(record: Record, colour: str, key: str) -> str:
    if colour not in tile_names().colours:
        raise record.fault(unknown(colour, tile_names().colours, "colour"), key)
    return colour


def _look(record: Record) -> tuple[str, str]:
    words = record.text("look").split()
    if len(words) != 2 or len(words[0]) != 1:
        raise record.fault("a look is a letter and a colour", "look")
    return words[0], _colour(record, words[1], "look")


def _known(record: Record, key: str, wanted: tuple[str, ...], kind: str, names: Names) -> None:
    for name in wanted:
        if name not in names[kind]:
            raise record.fault(unknown(name, names[kind], kind), key)
    if len(set(wanted)) < len(wanted):
        raise record.fault("a name stands twice", key)


def _one(record: Record, key: str, kind: str, names: Names) -> str:
    """Return a name of a kind; "" where the field is missing."""
    name = record.text(key, "")
    _known(record, key, (name,) if name else (), kind, names)
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
    _known(record, "themes", themes, "theme", names)
    _all_of(record, "stock", stock, CATEGORIES)
    rules = _effects(record, "fixture", PLACE_RULES, names)
    if len(rules) != 1:
        raise record.fault("a place has one fixture", "fixture")
    plan = record.words("plan")
    _check_plan(record, plan, len(stock) if rules[0].name in SHOWING else 0)
    return PlaceKind(
        record.name,
        themes,
        rules[0],
        stock,
        record.text("title"),
        record.text("sight"),
        record.text("text"),
        plan,
    )


def _check_plan(record: Record, plan: tuple[str, ...], niches: int) -> None:
    """Raise a fault unless the plan is a rectangle of known signs with one fixture."""
    squares = "".join(plan)
    if not plan or len({len(row) for row in plan}) > 1:
        raise record.fault("a plan is a rectangle", "plan")
    for sign in squares:
        if sign not in PLAN_SIGNS:
            raise record.fault(unknown(sign, PLAN_SIGNS, "sign"), "plan")
    if squares.count(FIXTURE_SIGN) != 1:
        raise record.fault(f"a plan has one {FIXTURE_SIGN}", "plan")
    if squares.count(NICHE_SIGN) != niches:
        raise record.fault(f"this plan needs {niches} niches", "plan")


def _all_of(record: Record, key: str, wanted: tuple[str, ...], allowed: tuple[str, ...]) -> None:
    for name in wanted:
        if name not in allowed:
            raise record.fault(unknown(name, allowed), key)


def _spell(record: Record, names: Names) -> SpellKind:
    figures = {key: record.integer(key) for key in FIGURES if record.has(key)}
    inflicts = record.parts("status", ",")
    _known(record, "status", tuple(s for s in inflicts if s != "health"), "status", names)
    return SpellKind(
        record.name,
        record.one_of("school", SCHOOLS),
        record.integer("cost"),
        record.one_of("effect", SPELL_EFFECTS),
        record.one_of("target", TARGETS, "direction"),
        figures,
        Fraction(record.integer("attenuation", 0), 10),
        record.one_of("element", ("", *ELEMENTS), ""),
        inflicts,
        record.integer("dice", 2),
        _advice(record, names),
        record.text("text"),
    )


def _ability(record: Record, names: Names) -> AbilityKind:
    _known(record, "classes", record.words("classes"), "class", names)
    active = record.one_of("kind", ("passive", "active")) == "active"
    if record.name not in ABILITIES:
        raise record.fault(unknown(record.name, ABILITIES, "rule for an ability"))
    return AbilityKind(
        record.name,
        record.text("title", record.name),
        active,
        record.integer("cost", 0),
        record.one_of("target", TARGETS, "self"),
        record.words("classes"),
        record.integer("figure", 0),
        _advice(record, names),
        record.text("text"),
    )


def _template(record: Record, key: str, fact: str) -> str:
    """Return a sentence in which only one fact may stand."""
    template = record.text(key)
    try:
        named = [name for _, name, _, _ in Formatter().parse(template) if name is not None]
    except ValueError as fault:
        raise record.fault(f"{fault} in this sentence", key) from None
    if any(name != fact for name in named):
        raise record.fault(f"only {{{fact}}} can stand in this sentence", key)
    return template


def _status(record: Record, names: Names) -> StatusKind:
    if record.name not in STATUSES:
        raise record.fault(unknown(record.name, STATUSES, "rule for a status"))
    return StatusKind(
        record.name,
        record.text("title", record.name),
        record.one_of("icon", sorted(tile_names().icons)),
        record.one_of("harmful", ("yes", "no"), "no") == "yes",
        _template(record, "begins", "who"),
        _template(record, "ends", "who"),
        _advice(record, names),
        _one(record, "remedy", "spell", names),
        record.text("text"),
    )


def _terrain(record: Record, names: Names) -> TerrainKind:
    letter, colour = _look(record)
    if record.name not in terrain.CODES:
        raise record.fault("the rules know no such terrain")
    is_trap = terrain.CODES[record.name] in terrain.TRAPS
    return TerrainKind(
        record.name,
        terrain.CODES[record.name],
        letter,
        colour,
        record.text("title", record.name),
        _template(record, "springs", "hero") if is_trap else "",
        record.text("cause", "") if is_trap else "",
        _effects(record, "effects", TRAP_EFFECTS, names) if is_trap else (),
        _one(record, "avoided", "ability", names) if is_trap else "",
        record.text("text"),
    )


def _prose(record: Record) -> tuple[str, ...]:
    _template(record, "lines", "hero")
    return record.parts("lines", "|")


def _ending(record: Record) -> EndingKind:
    _template(record, "lines", "hero")
    by = record.one_of("by", get_args(EndedBy))
    outcome = record.one_of("outcome", get_args(Ending))
    return EndingKind(
        record.name,
        cast("EndedBy", by),
        record.integer("lords", 0),
        record.integer("freed", 0),
        record.one_of("honest", ("yes", "no"), "no") == "yes",
        cast("Ending", outcome),
        record.text("title"),
        record.parts("lines", "|"),
    )


def _theme(record: Record, names: Names) -> ThemeKind:
    lord = _one(record, "lord", "monster", names)
    falls = _effects(record, "fall", LORD_EFFECTS, names)
    if len(falls) != bool(lord):
        raise record.fault("a lord, and nobody else, has a fall", "fall")
    return ThemeKind(
        record.name,
        record.integer("first", least=1, most=DEEPEST),
        record.integer("last", least=1, most=DEEPEST),
        record.one_of("generator", GENERATORS),
        record.text("title"),
        record.text("arrival"),
        lord,
        falls[0] if falls else Trait(""),
        record.text("mourning") if lord else "",
        record.text("text"),
    )


def _amounts(record: Record, key: str, kind: str, names: Names) -> tuple[tuple[str, int], ...]:
    """Return pairs of `name figure`."""
    try:
        pairs = [parse(f"has {part}", _amount(kind), names)[1] for part in record.parts(key)]
    except EffectError as fault:
        raise record.fault(str(fault), key) from None
    return tuple((name, int(figure)) for name, figure in pairs)


def _amount(kind: str) -> Declarations:
    return {"has": (NameOf(kind), Number(1, 100))}


def _class(record: Record, names: Names) -> ClassKind:
    worn, known, one_of = record.parts("worn"), record.parts("spells"), record.parts("one-of")
    growth, abilities = record.words("growth"), record.parts("abilities")
    _known(record, "abilities", abilities, "ability", names)
    if not growth:
        raise record.fault("“growth” is missing")
    _all_of(record, "growth", growth, GROWTH)
    _known(record, "worn", worn, "item", names)
    _known(record, "spells", known, "spell", names)
    _known(record, "one-of", one_of, "spell", names)
    return ClassKind(
        record.name,
        _colour(record, record.text("colour"), "colour"),
        record.integer("health", least=1),
        record.integer("energy", least=1),
        record.integer("power"),
        record.integer("defence"),
        record.integer("health-gain"),
        record.integer("energy-gain"),
        record.integer("power-every"),
        record.integer("defence-every"),
        record.integer("miss", 10),
        record.integer("food-chance", 5),
        _amounts(record, "items", "item", names),
        worn,
        known,
        one_of,
        record.text("secret", ""),
        abilities,
        growth,
        record.text("text"),
    )


def _effects(record: Record, key: str, declared: Declarations, names: Names) -> tuple[Trait, ...]:
    try:
        found = [Trait(*parse(part, declared, names)) for part in record.parts(key)]
    except EffectError as fault:
        raise record.fault(str(fault), key) from None
    return tuple(found)


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
    if letter not in tile_names().letters and sprite not in tile_names().sprites:
        raise record.fault(f"no tile for the letter “{letter}”", "look")
    return letter, colour


def _stages(record: Record, names: Names, *, needed: bool) -> tuple[Trait, ...]:
    """Return the stages of a warden, one for each quarter of its health."""
    try:
        found = [parse(f"stage {part}", STAGES, names) for part in record.parts("stages")]
    except EffectError as fault:
        raise record.fault(str(fault), "stages") from None
    if len(found) != (WARDEN_STAGES if needed else 0):
        raise record.fault(f"a warden, and no other, has {WARDEN_STAGES} stages", "stages")
    return tuple(Trait(*each) for each in found)


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
    _known(record, "casts", casts, "spell", names)
    powers = _amounts(record, "spell-powers", "spell", names)
    lives_in = record.parts("themes", ",")
    _known(record, "themes", lives_in, "theme", names)
    resist = record.elements("resist", ELEMENTS)
    if resist.get("fire", 0) < -4:
        raise record.fault("no monster's fire resistance is below -4", "resist")
    return MonsterKind(
        record.name,
        m,
        letter,
        colour,
        record.one_of("family", FAMILIES),
        record.scaled("health", usual.health[m]),
        record.scaled("energy", usual.energy[m]),
        record.scaled("power", usual.power[m]),
        record.scaled("defence", usual.defence[m]),
        courage,
        resist,
        traits,
        casts,
        attack,
        dict(powers),
        _amounts(record, "carries", "item", names),
        lives_in,
        record.one_of("unique", ("yes", "no"), "no") == "yes",
        record.integer("weight", 10),
        tuple((each.args[0], each.args[1]) for each in stages),
        record.text("text"),
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
    _known(record, "grants", grants, "ability", names)
    _known(record, "spells", book, "spell", names)
    holds = _one(record, "holds", "spell", names)
    first, last = _levels(record)
    return ItemKind(
        record.name,
        record.text("plural", f"{record.name}s"),
        record.one_of("article", ("a", "an", "some", "the"), _article(record.name)),
        categories,
        letter,
        colour,
        first,
        last,
        record.integer("weight", 10),
        record.integer("power") if record.has("power") else None,
        record.integer("defence", 0),
        record.elements("resist", ELEMENTS),
        record.integer("range", BASIC_RANGE),
        record.one_of("bonus", ("", "blessed", *ELEMENTS), ""),
        record.integer("nutrition", 0),
        properties,
        holds,
        _effects(record, "effects", ITEM_EFFECTS, names),
        grants,
        book,
        record.one_of("varies", ("yes", "no"), "no") == "yes",
        record.one_of("heart", ("yes", "no"), "no") == "yes",
        _advice(record, names),
        record.text("text", ""),
    )
