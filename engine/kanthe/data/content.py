"""The content files of `data/kanthe/`: suggestions, printed lists, kinds, items and prose."""

from __future__ import annotations

from collections.abc import Collection
from hashlib import sha256
from pathlib import Path
from string import Formatter
from typing import Any, get_args

import msgspec

from engine.common.effects import Declarations, NameOf, Names, Number, OneOf
from engine.contract.action import Intent
from engine.contract.data import DataReport
from engine.kanthe.data.data_file import (
    NONE,
    ContentError,
    DataFile,
    DataLine,
    FaultList,
    KindRecord,
    parse_traits,
)
from engine.kanthe.dice import SIDES
from engine.kanthe.state import People, Reach

FOLDER = Path(__file__).resolve().parents[3] / "data" / "kanthe"
PURPOSES = ("fight", "persuade", "evade", "force")
SLOTS = ("weapon", "armour", "first", "second")  # of the hero's sheet
WORD_LISTS = ("colours", "changes", "qualities", "motifs", "essences", "beasts", "features")
_SUGGESTIONS = ("creatures", "domains", "themes", "heroes")
_PROSE = {  # with the facts that a sentence may name
    "arrival": ("domain",), "descent": (), "ascent": (), "room-plain": (), "room-feature": (),
    "room-doors": (), "corridor-hazard": (), "section": (), "death": ("name", "domain"),
    "leave": ("name", "domain"), "scroll-used": (), "potion-used": (),
}  # fmt: skip
_LISTS = (
    "figures", "letters", "materials", "hazards", "creatures", "stationary", "mobile", "occupants",
    "actions", "essence-stems", "action-stems", "arcane-kinds", "manners", "methods",
)  # fmt: skip
_WARE_LISTS = ("places", "kinds", "wares", "kit", "crafts")
_FIGURES = ("try-dice", "effect-dice", "arcane-features")
_MATERIALS = ("door", "lock", "wall")
_POOLS = ("strength", "difficulty", "strength+difficulty")
_HEALED = ("self", "one", "allies", "all")

_POOL, _ARCANE, _CREATURE = OneOf(_POOLS), NameOf("arcane kind"), NameOf("creature")

HAZARD_TRAITS: Declarations = dict.fromkeys(
    ("essence", "bars", "footing", "pit", "open", "stays", "repeats", "treasure"), ()
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
    "mundane": (_POOL, NameOf("ware kind", repeated=True)),
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
    """A kind of hazard that is not alive; its names may have {essence}."""

    new_name: str
    known_name: str


class ActionRow(KindRecord, frozen=True, kw_only=True):
    """An arcane action: its name, the purposes that its effects help, and a verb for it."""

    name: str
    purposes: tuple[str, ...]
    verb: str


class MethodRow(KindRecord, frozen=True, kw_only=True):
    """A kind of arcane thing and the method by which it carries its effect."""

    word: str  # with {essence} and {action}
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
    figures: dict[str, int]
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

    @property
    def try_dice(self) -> int:
        """Opposition dice of a try of an unknown arcane thing."""
        return self.figures["try-dice"]

    @property
    def effect_dice(self) -> int:
        """Dice that an effect adds to a throw that it fits."""
        return self.figures["effect-dice"]

    @property
    def arcane_features(self) -> int:
        """Features of the ten that are suggested as arcane."""
        return self.figures["arcane-features"]

    def place_of(self, name: str, purposes: tuple[str, ...]) -> str:
        """Return where a mundane item belongs on the body: a named one as the list has it, any
        other by what it is good for."""
        if name in self.wares:
            return self.wares[name].place
        kinds = self.ware_kinds.values()
        alike = [kind for kind in kinds if kind.purposes == purposes]
        return (alike or [kind for kind in kinds if not kind.purposes])[0].place


def load_content(folder: Path = FOLDER) -> KantheContent:
    """Read the content files of a folder. Raises ContentError with all faults."""
    reader = _ContentReader(folder)
    content = reader.read()
    if reader.faults.found:
        raise ContentError(sorted(reader.faults.found))
    digest = sha256(msgspec.json.encode(content, order="deterministic")).hexdigest()
    return msgspec.structs.replace(content, digest=digest)


def check_content(folder: Path) -> DataReport:
    """Return how many entries each content file of a folder has, or all that is wrong with them."""
    reader = _ContentReader(folder)
    reader.read()
    if reader.faults.found:
        return DataReport(errors=tuple(map(str, sorted(reader.faults.found))))
    return DataReport(counts=reader.counts())


class _ContentReader:
    """The files of a folder while they are read; faults are collected, nothing is raised."""

    def __init__(self, folder: Path) -> None:
        self.faults = FaultList()
        self.words = DataFile(folder, "words.txt", (*WORD_LISTS, *_SUGGESTIONS), self.faults)
        self.lists = DataFile(folder, "lists.txt", _LISTS, self.faults)
        self.wares = DataFile(folder, "wares.txt", _WARE_LISTS, self.faults)
        self.levels = DataFile(folder, "levels.txt", ("",), self.faults)
        self.prose = DataFile(folder, "prose.txt", tuple(_PROSE), self.faults)

    def counts(self) -> tuple[tuple[str, int], ...]:
        """Return how many entries each file has."""
        files = (self.words, self.lists, self.wares, self.levels, self.prose)
        return tuple((file.name, sum(map(len, file.sections.values()))) for file in files)

    def read(self) -> KantheContent:
        """Return the content, which is whole only if there are no faults."""
        places = self._places()
        ware_kinds = self._ware_kinds(places)
        wares = self._wares(ware_kinds, places)
        manners = self._manners()
        methods = self._methods(manners, places)
        hazards, creatures = self._hazards(), self._creatures()
        occupants = self._occupants(ware_kinds, methods)
        words = self._words()
        found: Names = {"hazard": hazards, "creature": creatures}
        levels = self.levels.numbered("", ("theme", "main", "alternate"), SIDES)
        return KantheContent(
            words=words,
            levels=tuple(LevelSuggestion(*values) for _, values in levels),
            figures=self._figures(),
            letters=self._letters(),
            materials=self._materials(),
            hazards=hazards,
            creatures={**creatures, **self._by_key(occupants, creatures)},
            stationary=self._found("stationary", found),
            mobile=self._found("mobile", found),
            occupants=occupants,
            actions=self._actions(),
            essence_stems=self._stems("essence-stems"),
            action_stems=self._stems("action-stems"),
            arcane_kinds=self._references(self.lists, "arcane-kinds", "kind", methods),
            manners=manners,
            methods=methods,
            places=places,
            ware_kinds=ware_kinds,
            wares=wares,
            kit=self._kit(wares),
            crafts=self._references(self.wares, "crafts", "ware", wares),
            prose=self._prose(),
        )

    # ------------------------------------------------------------ names and sentences

    def _words(self) -> dict[str, tuple[str, ...]]:
        return {
            heading: tuple(line.text for line in self.words.entries(heading, SIDES))
            for heading in (*WORD_LISTS, *_SUGGESTIONS)
        }

    def _prose(self) -> dict[str, tuple[str, ...]]:
        prose = {}
        for heading, facts in _PROSE.items():
            lines = self.prose.entries(heading)
            for line in lines:
                self._template(line, line.text, facts)
            prose[heading] = tuple(line.text for line in lines)
        return prose

    def _template(self, line: DataLine, text: str, facts: Collection[str]) -> str:
        """Return a sentence or a name after a look at the facts in its braces."""
        try:
            names = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
        except ValueError:
            self.faults.add(line, "a brace is open or stands alone")
            return text
        for name in names:
            self.faults.one_of(line, name, "fact of this sentence", facts)
        return text

    def _stems(self, heading: str) -> tuple[str, ...]:
        stems: list[str] = []
        for line, (stem,) in self.lists.numbered(heading, ("stem",), SIDES):
            if stem in stems:
                self.faults.add(line, f"“{stem}” stands twice")
            stems.append(stem)
        return tuple(stems)

    def _letters(self) -> str:
        lines = self.lists.entries("letters", 1, 1)
        letters = lines[0].text if lines else ""
        if lines and (len(set(letters)) != len(letters) or not letters.isupper()):
            self.faults.add(lines[0], "expected different capital letters")
        return letters

    def _figures(self) -> dict[str, int]:
        figures: dict[str, int] = {}
        for line, (name, number) in self.lists.rows("figures", ("name", "number")):
            self.faults.one_of(line, name, "figure", _FIGURES)
            self._once(line, name, figures)
            figures[name] = self.faults.number(line, number, 1, SIDES)
        self._complete(self.lists, "figures", figures, _FIGURES)
        return figures

    def _materials(self) -> dict[str, int]:
        materials: dict[str, int] = {}
        for line, (what, row) in self.lists.rows("materials", ("what", "row")):
            self.faults.one_of(line, what, "thing of a material", _MATERIALS)
            self._once(line, what, materials)
            materials[what] = self.faults.number(line, row, 0, SIDES - 1)
        self._complete(self.lists, "materials", materials, _MATERIALS)
        return materials

    # ------------------------------------------------------------ kinds

    def _hazards(self) -> dict[str, HazardKind]:
        hazards: dict[str, HazardKind] = {}
        names = ("key", "name at first sight", "name once known", "properties")
        for line, (key, new, known, traits) in self.lists.rows("hazards", names):
            self._once(line, key, hazards)
            parsed = parse_traits(self.faults, line, traits, HAZARD_TRAITS, {})
            facts = ("essence",) if "essence" in parsed else ()
            hazards[key] = HazardKind(
                key=key,
                traits=parsed,
                new_name=self._template(line, new, facts),
                known_name=self._template(line, known, facts),
            )
        return hazards

    def _creatures(self) -> dict[str, CreatureKind]:
        creatures: dict[str, CreatureKind] = {}
        names = ("key", "name in sentences", "letter", "properties")
        for line, (key, word, letter, traits) in self.lists.rows("creatures", names):
            self._once(line, key, creatures)
            creatures[key] = CreatureKind(
                key=key,
                traits=parse_traits(self.faults, line, traits, CREATURE_TRAITS, {}),
                word=self._template(line, word, ("beast",)),
                letter=self._letter(line, letter),
            )
        return creatures

    def _occupants(
        self, ware_kinds: Collection[str], arcane_kinds: Collection[str]
    ) -> tuple[CreatureKind, ...]:
        known = {"ware kind": ware_kinds, "arcane kind": arcane_kinds}
        names = ("key", "name", "name in sentences", "letter", "properties", "notes")
        occupants: dict[str, CreatureKind] = {}
        for line, values in self.lists.numbered("occupants", names, SIDES):
            key, name, word, letter, traits, notes = values
            self._once(line, key, occupants)
            occupants[key] = CreatureKind(
                key=key,
                traits=parse_traits(self.faults, line, traits, OCCUPANT_TRAITS, known),
                word=self._template(line, word, ("main", "alternate")),
                letter=self._letter(line, letter),
                name=name,
                text=notes,
            )
        return tuple(occupants.values())

    def _by_key(
        self, occupants: Collection[CreatureKind], others: Collection[str]
    ) -> dict[str, CreatureKind]:
        for line in self.lists.entries("occupants"):
            if line.fields[1:2] and line.fields[1] in others:
                self.faults.add(line, f"“{line.fields[1]}” is a creature already")
        return {occupant.key: occupant for occupant in occupants}

    def _found(self, heading: str, known: Names) -> tuple[FoundRow, ...]:
        rows = []
        names = ("what is found", "name", "what it is")
        for line, (found, name, text) in self.lists.numbered(heading, names, SIDES):
            effects = parse_traits(self.faults, line, found, FIND_EFFECTS, known)
            if len(effects) > 1:
                self.faults.add(line, "a row finds one thing")
            for effect, args in effects.items():
                rows.append(FoundRow(effect, str(args[0]) if args else "", name, text))
        return tuple(rows)

    # ------------------------------------------------------------ arcane things

    def _actions(self) -> tuple[ActionRow, ...]:
        rows: dict[str, ActionRow] = {}
        names = ("name", "purposes", "what they do", "words")
        for line, (name, purposes, traits, verb) in self.lists.numbered("actions", names, SIDES):
            self._once(line, name, rows)
            parsed = parse_traits(self.faults, line, traits, ACTION_TRAITS, {})
            if len(parsed) != 1:
                self.faults.add(line, "an action either overcomes or heals")
            rows[name] = ActionRow(
                key=name,
                traits=parsed,
                name=name,
                purposes=self._purposes(line, purposes),
                verb=verb,
            )
        return tuple(rows.values())

    def _manners(self) -> dict[str, MannerKind]:
        manners: dict[str, MannerKind] = {}
        for line, (key, traits) in self.lists.rows("manners", ("manner", "properties")):
            self._once(line, key, manners)
            parsed = parse_traits(self.faults, line, traits, MANNER_TRAITS, {})
            intent: Any = parsed.get("intent", ("use",))[0]
            manners[key] = MannerKind(key=key, traits=parsed, intent=intent)
        return manners

    def _methods(self, manners: Collection[str], places: Collection[str]) -> dict[str, MethodRow]:
        methods: dict[str, MethodRow] = {}
        names = (
            "kind", "names", "manners", "properties", "method", "form", "whom", "how long",
        )  # fmt: skip
        count = len(self.lists.sections["methods"])
        for line, values in self.lists.numbered("methods", names, count):
            key, words, ways, traits, *described = values
            self._once(line, key, methods)
            parsed = parse_traits(self.faults, line, traits, METHOD_TRAITS, {"place": places})
            facts = ("essence",) if "action" in parsed else ("essence", "action")
            forms = [self._template(line, word.strip(), facts) for word in words.split(";")]
            if len(forms) != 1 + ("letters" in parsed):
                self.faults.add(line, "expected one name, and one more for a spell with letters")
            used = tuple(self.faults.one_of(line, w, "manner", manners) for w in ways.split())
            if len(set(used)) != len(used):
                self.faults.add(line, "a manner stands twice")
            method, form, whom, lasts = described
            methods[key] = MethodRow(
                key=key,
                traits=parsed,
                word=forms[0],
                spell_word=forms[-1],
                manners=used,
                method=method,
                form=form,
                whom=whom,
                lasts=lasts,
            )
        return methods

    # ------------------------------------------------------------ wares

    def _places(self) -> dict[str, int]:
        places: dict[str, int] = {}
        for line, (name, number) in self.wares.rows("places", ("place", "number")):
            self._once(line, name, places)
            places[name] = self.faults.number(line, number, 1, SIDES)
        return places

    def _ware_kinds(self, places: Collection[str]) -> dict[str, WareKind]:
        kinds: dict[str, WareKind] = {}
        names = ("kind", "purposes", "place", "properties")
        for line, (key, purposes, place, traits) in self.wares.rows("kinds", names):
            self._once(line, key, kinds)
            kinds[key] = WareKind(
                key=key,
                traits=parse_traits(self.faults, line, traits, WARE_KIND_TRAITS, {}),
                purposes=() if purposes == NONE else self._purposes(line, purposes, 2),
                place=self.faults.one_of(line, place, "place", places),
            )
        return kinds

    def _wares(self, kinds: dict[str, WareKind], places: Collection[str]) -> dict[str, Ware]:
        wares: dict[str, Ware] = {}
        names = ("name", "kind", "purposes", "place")
        for line, (name, kind, text, place) in self.wares.rows("wares", names):
            self._once(line, name, wares)
            self.faults.one_of(line, kind, "kind of ware", kinds)
            purposes = self._purposes(line, text, 2)
            fixed = kinds[kind].purposes if kind in kinds else ()
            if fixed and purposes != fixed:
                self.faults.add(line, f"all of the kind {kind} serve {' '.join(fixed)}")
            if place != NONE:
                self.faults.one_of(line, place, "place", places)
            elif kind in kinds:
                place = kinds[kind].place
            wares[name] = Ware(name, kind, purposes, place)
        return wares

    def _kit(self, wares: Collection[str]) -> tuple[str, ...]:
        kit: dict[str, str] = {}
        for line, (slot, name) in self.wares.rows("kit", ("slot", "ware")):
            self.faults.one_of(line, slot, "slot", SLOTS)
            self._once(line, slot, kit)
            kit[slot] = self.faults.one_of(line, name, "ware", wares)
        self._complete(self.wares, "kit", kit, SLOTS)
        return tuple(kit.get(slot, "") for slot in SLOTS)

    # ------------------------------------------------------------ parts of a line

    def _references(
        self, file: DataFile, heading: str, what: str, known: Collection[str]
    ) -> tuple[str, ...]:
        rows = file.numbered(heading, (what,), SIDES)
        return tuple(self.faults.one_of(line, name, what, known) for line, (name,) in rows)

    def _purposes(self, line: DataLine, text: str, count: int = 0) -> tuple[str, ...]:
        purposes = tuple(text.split())
        for purpose in purposes:
            self.faults.one_of(line, purpose, "purpose", PURPOSES)
        if len(set(purposes)) != len(purposes):
            self.faults.add(line, "a purpose stands twice")
        if count and len(purposes) != count:
            self.faults.add(line, f"expected {count} purposes")
        return purposes

    def _letter(self, line: DataLine, text: str) -> str:
        if len(text) != 1:
            self.faults.add(line, f"“{text}” is not one letter")
        return text

    def _once(self, line: DataLine, key: str, known: Collection[str]) -> None:
        if key in known:
            self.faults.add(line, f"“{key}” stands twice")

    def _complete(
        self, file: DataFile, heading: str, found: Collection[str], wanted: Collection[str]
    ) -> None:
        missing = [key for key in wanted if key not in found]
        if missing:
            file.fault_of_list(heading, f"lacks {', '.join(missing)}")
