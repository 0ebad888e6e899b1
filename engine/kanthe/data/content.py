"""The content files of `data/kanthe/`: suggestions, printed lists, kinds, items and prose."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, get_args

import msgspec

from engine.common.data_files import Record, RecordError, build, check, read_all, require
from engine.common.effects import Declarations, NameOf, Names, Number, OneOf
from engine.contract.action import Intent
from engine.contract.data import DataReport
from engine.kanthe.dice import SIDES
from engine.kanthe.state import People, Reach

K = TypeVar("K")
Args = tuple[str | int, ...]
FILES = {
    "words": "words.txt", "level": "levels.txt", "prose": "prose.txt", "figures": "figures.txt",
    "place": "places.txt", "hazard": "hazards.txt", "creature": "creatures.txt",
    "occupant": "occupants.txt", "find": "finds.txt", "action": "actions.txt",
    "manner": "manners.txt", "method": "methods.txt", "ware-kind": "ware_kinds.txt",
    "ware": "wares.txt",
}  # fmt: skip
FOLDER = Path(__file__).resolve().parents[3] / "data" / "kanthe"
HELP_FILE = FOLDER / "help.txt"
PURPOSES = ("fight", "persuade", "evade", "force")
SLOTS = ("weapon", "armour", "first", "second")  # of the hero's sheet
WORD_LISTS = ("colours", "changes", "qualities", "motifs", "essences", "beasts", "features")
_SUGGESTIONS = ("creatures", "domains", "themes", "heroes")
_PROSE = {  # with the facts that a sentence may name
    "arrival": ("domain",), "descent": (), "ascent": (), "room-plain": (), "room-feature": (),
    "room-doors": (), "corridor-hazard": (), "section": (), "death": ("name", "domain"),
    "leave": ("name", "domain"), "scroll-used": (), "potion-used": (),
}  # fmt: skip
_MATERIALS = ("door", "lock", "wall")
_POOLS = ("strength", "difficulty", "strength+difficulty")
_HEALED = ("self", "one", "allies", "all")

_POOL, _ARCANE, _CREATURE = OneOf(_POOLS), NameOf("method"), NameOf("creature")

HAZARD_TRAITS: Declarations = dict.fromkeys(
    ("essence", "bars", "footing", "pit", "open", "stays", "repeats", "treasure", "uncountable"), ()
)
CREATURE_TRAITS: Declarations = {
    "mindless": (),
    "follows": (),
    "people": (OneOf(get_args(People)),),
}
WARE_KIND_TRAITS: Declarations = {"arms": ()}
ACTION_TRAITS: Declarations = {"overcomes": (), "heals": ()}
MANNER_TRAITS: Declarations = {
    "intent": (OneOf(get_args(Intent)),),
    "heals": (OneOf(_HEALED),),
    "reaches": (OneOf(get_args(Reach)),),
    "noise": (),
    "bars": (),
}
METHOD_TRAITS: Declarations = {
    "letters": (),
    "consumed": (OneOf(tuple(_PROSE)),),
    "worn": (Number(1, 9),),
    "place": (NameOf("place"),),
    "plain": (OneOf(PURPOSES, repeated=True),),
    "fits": (OneOf(PURPOSES),),
    "action": (Number(0, SIDES - 1),),
    "qualities": (),
    "boosts": (),
    "lingers": (),
    "tunnels": (),
    "reaches": (OneOf(get_args(Reach)),),
}
OCCUPANT_TRAITS: Declarations = {
    **dict.fromkeys(
        ("guest", "dweller", "passive", "pleads", "joins", "sells", "heals", "spirit"), ()
    ),
    "people": (OneOf(get_args(People)),),
    "beast": (),
    "craft": (),
    "mundane": (_POOL, NameOf("ware-kind", repeated=True)),
    "arcane": (_POOL, _ARCANE, _ARCANE),
    "arcane-once": (_POOL, _ARCANE, _ARCANE),
    "spells": (_POOL, _ARCANE),
}
FIND_EFFECTS: Declarations = {  # what a row of a list of hazards may stand for
    "hazard": (NameOf("hazard"),),
    "vermin": (_CREATURE,),
    "animal": (_CREATURE,),
    "modified-animal": (_CREATURE,),
    "guard": (),
}


class KindRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of thing or creature with what it is and does."""

    key: str
    traits: dict[str, Args]

    def has(self, trait: str) -> bool:
        """Return whether it has a property."""
        return trait in self.traits

    def words(self, trait: str) -> tuple[str, ...]:
        """Return a property's arguments as words; none without the property."""
        return tuple(str(word) for word in self.traits.get(trait, ()))

    def number(self, trait: str) -> int:
        """Return a property's first argument as a number; 0 without the property."""
        return int(self.traits.get(trait, (0,))[0])


class MannerKind(KindRecord, frozen=True, kw_only=True):
    """A manner of using an arcane thing."""

    intent: Intent


class FoundRow(msgspec.Struct, frozen=True):
    """A row of a list of hazards: what is found, by an effect and its argument."""

    effect: str
    kind: str  # of a hazard or a creature, "": an occupant by one die
    name: str
    text: str


class CreatureKind(KindRecord, frozen=True, kw_only=True):
    """A kind of opponent."""

    word: str  # in sentences, with {main}, {alternate} or {beast}
    letter: str
    name: str = ""
    text: str = ""


class HazardKind(KindRecord, frozen=True, kw_only=True):
    """A kind of hazard that is not alive."""

    word: str  # in sentences, with {essence} if it is of one


class ActionRow(KindRecord, frozen=True, kw_only=True):
    """An arcane action: its name, the purposes that its effects help, and a verb for it."""

    name: str
    purposes: tuple[str, ...]
    verb: str


class MethodRow(KindRecord, frozen=True, kw_only=True):
    """A kind of arcane thing and the method by which it carries its effect."""

    word: str  # with {essence} and {action}
    change_word: str  # the same with {change} in place of {essence}
    spell_word: str
    manners: tuple[str, ...]
    method: str
    form: str
    whom: str
    lasts: str


class WareKind(KindRecord, frozen=True, kw_only=True):
    """A kind of mundane item; `purposes` are empty where each item has its own."""

    purposes: tuple[str, ...]
    place: str  # on the body


class Ware(msgspec.Struct, frozen=True):
    """A mundane item by name: its kind, the purposes it serves and its place on the body."""

    name: str
    kind: str
    purposes: tuple[str, ...]
    place: str


class LevelSuggestion(msgspec.Struct, frozen=True):
    """The suggestions for a level sheet."""

    theme: str
    main: str
    alternate: str


class KantheContent(msgspec.Struct, frozen=True):
    """All content files, read and checked."""

    words: dict[str, tuple[str, ...]]
    levels: tuple[LevelSuggestion, ...]
    try_dice: int  # opposition dice of a try of an unknown arcane thing
    effect_dice: int  # dice that an effect adds to a throw that it fits
    arcane_features: int  # features of the ten that are suggested as arcane
    most_allies: int  # friends who come along at a time
    letters: str
    materials: dict[str, int]  # rows of the essences
    hazards: dict[str, HazardKind]
    creatures: dict[str, CreatureKind]  # the occupants too
    stationary: tuple[FoundRow, ...]
    mobile: tuple[FoundRow, ...]
    occupants: tuple[CreatureKind, ...]
    actions: tuple[ActionRow, ...]
    essence_stems: tuple[str, ...]
    action_stems: tuple[str, ...]
    arcane_kinds: tuple[str, ...]
    manners: dict[str, MannerKind]
    methods: dict[str, MethodRow]
    places: dict[str, int]  # how many things of a place on the body serve in one throw
    ware_kinds: dict[str, WareKind]
    wares: dict[str, Ware]
    kit: tuple[str, ...]  # a ware for each of `SLOTS`
    crafts: tuple[str, ...]
    prose: dict[str, tuple[str, ...]]
    digest: str = ""

    def place_of(self, name: str, purposes: tuple[str, ...]) -> str:
        """Return where a mundane item belongs on the body: a named one as the list has it, any
        other by what it is good for."""
        if name in self.wares:
            return self.wares[name].place
        kinds = self.ware_kinds.values()
        alike = [kind for kind in kinds if kind.purposes == purposes]
        return (alike or [kind for kind in kinds if not kind.purposes])[0].place


def load_content(folder: Path = FOLDER) -> KantheContent:
    """Read the content files of a folder. Raises RecordError with all faults."""
    faults: list[str] = []
    records = read_all(folder, FILES, faults)
    names: Names = {kind: [record.name for record in found] for kind, found in records.items()}
    for kind, wanted in _WANTED.items():
        require(records[kind], wanted, kind, FILES[kind], faults)
    for kind in ("occupant", "action"):
        if len(records[kind]) != SIDES:
            faults.append(f"{FILES[kind]}:1: there must be {SIDES}, not {len(records[kind])}")

    def of_kind(kind: str, make: Callable[[Record, Names], K]) -> dict[str, K]:
        return build(records[kind], lambda record: make(record, names), faults)

    figures, levels = of_kind("figures", _figures), of_kind("level", _level)
    creatures, occupants = of_kind("creature", _creature), of_kind("occupant", _occupant)
    found, ware_kinds = of_kind("find", _found), of_kind("ware-kind", _ware_kind)
    content: dict[str, Any] = {
        "words": of_kind("words", _words),
        "hazards": of_kind("hazard", _hazard),
        "creatures": creatures | occupants,
        "occupants": tuple(occupants.values()),
        "actions": tuple(of_kind("action", _action).values()),
        "manners": of_kind("manner", _manner),
        "methods": of_kind("method", _method),
        "places": of_kind("place", _place),
        "ware_kinds": ware_kinds,
        "wares": build(records["ware"], lambda r: _ware(r, ware_kinds, names), faults),
        "prose": of_kind("prose", _prose),
    }
    if faults:
        raise RecordError(*faults)
    whole = KantheContent(
        **content,
        **figures[_WANTED["figures"][0]],
        levels=tuple(levels[row] for row in _WANTED["level"]),
        stationary=tuple(found[f"stationary {row}"] for row in range(SIDES)),
        mobile=tuple(found[f"mobile {row}"] for row in range(SIDES)),
    )
    digest = sha256(msgspec.json.encode(whole, order="deterministic")).hexdigest()
    return msgspec.structs.replace(whole, digest=digest)


_WANTED: Mapping[str, Sequence[str]] = {  # records that there must be, and no others
    "words": (*WORD_LISTS, *_SUGGESTIONS),
    "level": tuple(map(str, range(SIDES))),
    "prose": tuple(_PROSE),
    "figures": ("of Kanthe",),
    "find": tuple(f"{where} {row}" for where in ("stationary", "mobile") for row in range(SIDES)),
}


def check_content(folder: Path) -> DataReport:
    """Return how many entries each content file of a folder has, or all that is wrong with them."""
    return check(folder, FILES, load_content)


def _once(record: Record, key: str, parts: Sequence[str]) -> tuple[str, ...]:
    """Return parts of a field, none of which may stand twice."""
    if len({part.casefold() for part in parts}) < len(parts):
        raise record.fault("an entry stands twice", key)
    return tuple(parts)


def _ten(record: Record, key: str, parts: Sequence[str]) -> tuple[str, ...]:
    if len(parts) != SIDES:
        raise record.fault(f"“{key}” has {len(parts)} entries of {SIDES}", key)
    return tuple(parts)


# ------------------------------------------------------------ names and sentences


def _words(record: Record, names: Names) -> tuple[str, ...]:
    words = _once(record, "entries", record.parts("entries"))
    if len(words) < SIDES:
        raise record.fault(f"it has {len(words)} entries of at least {SIDES}", "entries")
    return words


def _level(record: Record, names: Names) -> LevelSuggestion:
    return LevelSuggestion(*(record.text(key) for key in ("theme", "main", "alternate")))


def _prose(record: Record, names: Names) -> tuple[str, ...]:
    record.template("lines", *_PROSE.get(record.name, ()))
    return _once(record, "lines", record.parts("lines", "|"))


def _figures(record: Record, names: Names) -> dict[str, Any]:
    """Return the figures and the lists that are thrown on, by the fields of the content."""
    letters = record.text("letters")
    if len(set(letters)) != len(letters) or not letters.isupper():
        raise record.fault("expected different capital letters", "letters")
    materials = record.elements("materials", _MATERIALS)
    kit = dict(part.partition(" ")[::2] for part in record.parts("kit"))
    for key, found, wanted in (("materials", materials, _MATERIALS), ("kit", kit, SLOTS)):
        record.known(key, tuple(found), wanted)
        if missing := [name for name in wanted if name not in found]:
            raise record.fault(f"“{key}” lacks {', '.join(missing)}", key)
    if len(kit) < len(record.parts("kit")):
        raise record.fault("a slot stands twice", "kit")
    if not all(0 <= row < SIDES for row in materials.values()):
        raise record.fault(f"a row is from 0 to {SIDES - 1}", "materials")
    stems = {
        key: _ten(record, key, _once(record, key, record.words(key)))
        for key in ("essence-stems", "action-stems")
    }
    thrown = {key: _ten(record, key, record.parts(key)) for key in ("arcane-kinds", "crafts")}
    for key, chosen, kind in (
        ("kit", kit.values(), "ware"), ("crafts", thrown["crafts"], "ware"),
        ("arcane-kinds", thrown["arcane-kinds"], "method"),
    ):  # fmt: skip
        record.known(key, tuple(dict.fromkeys(chosen)), names[kind], kind)
    return {
        "try_dice": record.integer("try-dice", least=1, most=SIDES),
        "effect_dice": record.integer("effect-dice", least=1, most=SIDES),
        "arcane_features": record.integer("arcane-features", least=1, most=SIDES),
        "most_allies": record.integer("allies", least=1, most=SIDES),
        "letters": letters,
        "materials": materials,
        "essence_stems": stems["essence-stems"],
        "action_stems": stems["action-stems"],
        "arcane_kinds": thrown["arcane-kinds"],
        "crafts": thrown["crafts"],
        "kit": tuple(kit[slot] for slot in SLOTS),
    }


# ------------------------------------------------------------ what lives there and lies there


def _traits(
    record: Record, declared: Declarations, names: Names, key: str = "properties"
) -> dict[str, Args]:
    """Return what a kind is and does, by name, with its arguments: "bars; worn 2"."""
    traits: dict[str, Args] = {}
    for name, args in record.effects(key, declared, names):
        if name in traits:
            raise record.fault(f"“{name}” stands twice", key)
        _once(record, key, args)
        traits[name] = tuple(int(arg) if arg.isdecimal() else arg for arg in args)
    return traits


def _letter(record: Record) -> str:
    letter = record.text("letter")
    if len(letter) != 1:
        raise record.fault(f"“{letter}” is not one letter", "letter")
    return letter


def _hazard(record: Record, names: Names) -> HazardKind:
    traits = _traits(record, HAZARD_TRAITS, names)
    facts = ("essence",) if "essence" in traits else ()
    return HazardKind(key=record.name, traits=traits, word=record.template("word", *facts))


def _creature(record: Record, names: Names) -> CreatureKind:
    return CreatureKind(
        key=record.name,
        traits=_traits(record, CREATURE_TRAITS, names),
        word=record.template("word", "beast"),
        letter=_letter(record),
    )


def _occupant(record: Record, names: Names) -> CreatureKind:
    if record.name in names["creature"]:
        raise record.fault("it is a creature already")
    return CreatureKind(
        key=record.name,
        traits=_traits(record, OCCUPANT_TRAITS, names),
        word=record.template("word", "main", "alternate"),
        letter=_letter(record),
        name=record.text("title"),
        text=record.text("text"),
    )


def _found(record: Record, names: Names) -> FoundRow:
    found = record.effects("finds", FIND_EFFECTS, names)
    if len(found) != 1:
        raise record.fault("one thing is found", "finds")
    effect, args = found[0]
    return FoundRow(effect, "".join(args), record.text("title"), record.text("text"))


# ------------------------------------------------------------ arcane and mundane things


def _action(record: Record, names: Names) -> ActionRow:
    traits = _traits(record, ACTION_TRAITS, names, "does")
    if len(traits) != 1:
        raise record.fault("an action either overcomes or heals", "does")
    return ActionRow(
        key=record.name,
        traits=traits,
        name=record.name,
        purposes=_purposes(record),
        verb=record.text("verb"),
    )


def _manner(record: Record, names: Names) -> MannerKind:
    traits = _traits(record, MANNER_TRAITS, names)
    intent: Any = traits.get("intent", ("use",))[0]
    return MannerKind(key=record.name, traits=traits, intent=intent)


def _method(record: Record, names: Names) -> MethodRow:
    traits = _traits(record, METHOD_TRAITS, names)
    facts = ("essence",) if "action" in traits else ("essence", "action")
    if record.has("spell") != ("letters" in traits):
        raise record.fault("what has letters, and nothing else, has “spell”")
    record.known("manners", record.words("manners"), names["manner"], "manner")
    word = record.template("word", *facts)
    return MethodRow(
        key=record.name,
        traits=traits,
        word=word,
        change_word=word.replace("{essence}", "{change}"),
        spell_word=record.template("spell", *facts) if record.has("spell") else word,
        manners=record.words("manners"),
        method=record.text("how"),
        form=record.text("form"),
        whom=record.text("whom"),
        lasts=record.text("lasts"),
    )


def _place(record: Record, names: Names) -> int:
    return record.integer("at-once", least=1, most=SIDES)


def _ware_kind(record: Record, names: Names) -> WareKind:
    return WareKind(
        key=record.name,
        traits=_traits(record, WARE_KIND_TRAITS, names),
        purposes=_purposes(record, 2) if record.has("purposes") else (),
        place=record.one_of("place", tuple(names["place"])),
    )


def _ware(record: Record, kinds: Mapping[str, WareKind], names: Names) -> Ware:
    kind = record.one_of("kind", tuple(names["ware-kind"]))
    purposes = _purposes(record, 2)
    if kind not in kinds:
        raise record.fault(f"the kind {kind} is not sound", "kind")
    if kinds[kind].purposes not in ((), purposes):
        served = " ".join(kinds[kind].purposes)
        raise record.fault(f"all of the kind {kind} serve {served}", "purposes")
    place = record.one_of("place", tuple(names["place"]), kinds[kind].place)
    return Ware(record.name, kind, purposes, place)


def _purposes(record: Record, count: int = 0) -> tuple[str, ...]:
    purposes = record.words("purposes")
    record.known("purposes", purposes, PURPOSES, "purpose")
    if count and len(purposes) != count:
        raise record.fault(f"expected {count} purposes", "purposes")
    return purposes
