"""The content files of `data/kanthe/`: suggestions, printed lists, items and prose.

A file holds headings ("= name") and one entry a line; fields are set apart by " | ", comments
begin with "#". Errors carry the file and the line.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import msgspec

from engine.contract.data import InvalidData
from engine.kanthe.dice import SIDES

FOLDER = Path(__file__).resolve().parents[2] / "data" / "kanthe"
PURPOSES = ("fight", "persuade", "evade", "force")
ARCANE_KINDS = ("scroll", "potion", "wand", "staff", "ring", "armour", "boots", "weapon")
HAZARDS = (
    "vermin", "swarm", "blocked", "trap-blocked", "flood", "minor-flood", "footing", "pit",
    "covered-pit", "gust", "vortex", "trap", "guard", "beast", "modified",
)  # fmt: skip
OCCUPANTS = (
    "traveler", "barbarian", "artisan", "slave", "pet", "warrior", "chieftain", "ghost", "priest",
    "sorcerer",
)  # fmt: skip
WORD_LISTS = ("colours", "changes", "qualities", "motifs", "essences", "beasts", "features")
_PROSE = (
    "arrival", "descent", "ascent", "room-empty", "room-plain", "room-feature", "room-doors",
    "corridor-hazard", "section", "death", "leave",
)  # fmt: skip


class ContentError(InvalidData):
    """A mistake in a content file; the sentence begins with its file and line."""


class Row(msgspec.Struct, frozen=True):
    """A row of a printed list: what the rules know it by, its name, and a description."""

    key: str
    name: str
    text: str


class ActionRow(msgspec.Struct, frozen=True):
    """An arcane action: its name, the purposes that its effects help, and a verb for it."""

    name: str
    purposes: tuple[str, ...]
    verb: str


class MethodRow(msgspec.Struct, frozen=True):
    """A row of the methods: by which a kind of arcane thing carries its effect."""

    kind: str
    method: str
    form: str
    whom: str
    lasts: str


class Ware(msgspec.Struct, frozen=True):
    """A mundane item by name: its kind and the purposes it serves."""

    name: str
    kind: str
    purposes: tuple[str, ...]


class LevelSuggestion(msgspec.Struct, frozen=True):
    """The suggestions for a level sheet."""

    theme: str
    main: str
    alternate: str


class KantheContent(msgspec.Struct, frozen=True):
    """All content files, read and checked."""

    words: dict[str, tuple[str, ...]]
    levels: tuple[LevelSuggestion, ...]
    stationary: tuple[Row, ...]
    mobile: tuple[Row, ...]
    occupants: tuple[Row, ...]
    actions: tuple[ActionRow, ...]
    essence_stems: tuple[str, ...]
    action_stems: tuple[str, ...]
    arcane_kinds: tuple[str, ...]
    methods: dict[str, MethodRow]
    wares: dict[str, Ware]
    kit: tuple[str, ...]
    crafts: tuple[str, ...]
    prose: dict[str, tuple[str, ...]]
    digest: str


class _Line(msgspec.Struct, frozen=True):
    """A line of a file with its place."""

    file: str
    number: int
    text: str

    def fields(self, count: int) -> list[str]:
        """Return its fields. Raises ContentError unless there are `count`."""
        fields = [field.strip() for field in self.text.split("|")]
        if len(fields) != count or not all(fields):
            raise self.error(f"expected {count} fields, set apart by |")
        return fields

    def error(self, problem: str) -> ContentError:
        """Return the error that names this line."""
        return ContentError(f"{self.file}:{self.number}: {problem}")


class _File:
    """A content file: the lines under each heading."""

    def __init__(self, folder: Path, name: str) -> None:
        self.name = name
        self.sections: dict[str, list[_Line]] = {"": []}
        heading = ""
        try:
            text = (folder / name).read_text(encoding="utf-8")
        except OSError as error:
            raise ContentError(f"{name}:0: cannot be read") from error
        for number, raw in enumerate(text.splitlines(), 1):
            line = _Line(name, number, raw.strip())
            if not line.text or line.text.startswith("#"):
                continue
            if line.text.startswith("= "):
                heading = line.text[2:].strip()
                if heading in self.sections:
                    raise line.error(f"the heading {heading} stands twice")
                self.sections[heading] = []
            else:
                self.sections[heading].append(line)

    def section(self, heading: str, least: int = 1) -> list[_Line]:
        """Return the lines under a heading. Raises ContentError when there are too few."""
        lines = self.sections.get(heading, [])
        if len(lines) < least:
            raise ContentError(
                f"{self.name}:0: the list {heading or 'itself'} has {len(lines)} entries "
                f"of at least {least}"
            )
        return lines

    def rows(self, heading: str, fields: int, count: int = SIDES) -> list[tuple[_Line, list[str]]]:
        """Return numbered rows, which must run from 0 without a gap."""
        lines = self.section(heading, count)
        rows = []
        for number, line in enumerate(lines):
            values = line.fields(fields)
            if values[0] != str(number) or number >= count:
                raise line.error(f"expected row {number} of {count}, found “{values[0]}”")
            rows.append((line, values[1:]))
        return rows


def load_content(folder: Path = FOLDER) -> KantheContent:
    """Read the content files of a folder. Raises ContentError for the first mistake."""
    words, lists = _File(folder, "words.txt"), _File(folder, "lists.txt")
    wares, levels = _File(folder, "wares.txt"), _File(folder, "levels.txt")
    known_wares = _read_wares(wares)
    content = KantheContent(
        words=_read_words(words),
        levels=tuple(LevelSuggestion(*values) for _, values in levels.rows("", 4)),
        stationary=_read_list(lists, "stationary", HAZARDS),
        mobile=_read_list(lists, "mobile", HAZARDS),
        occupants=_read_list(lists, "occupants", OCCUPANTS),
        actions=_read_actions(lists),
        essence_stems=tuple(values[0] for _, values in lists.rows("essence-stems", 2)),
        action_stems=tuple(values[0] for _, values in lists.rows("action-stems", 2)),
        arcane_kinds=_read_kinds(lists),
        methods=_read_methods(lists),
        wares=known_wares,
        kit=_read_names(wares, "kit", known_wares, 4),
        crafts=_read_names(wares, "crafts", known_wares, SIDES),
        prose=_read_prose(_File(folder, "prose.txt")),
        digest="",
    )
    digest = sha256(msgspec.json.encode(content, order="deterministic")).hexdigest()
    return msgspec.structs.replace(content, digest=digest)


def _read_words(file: _File) -> dict[str, tuple[str, ...]]:
    words: dict[str, tuple[str, ...]] = {}
    for heading in (*WORD_LISTS, "creatures", "domains", "themes", "heroes"):
        seen: list[str] = []
        for line in file.section(heading, SIDES):
            if line.text.casefold() in (word.casefold() for word in seen):
                raise line.error(f"“{line.text}” stands twice in {heading}")
            seen.append(line.text)
        words[heading] = tuple(seen)
    return words


def _read_list(file: _File, heading: str, keys: Sequence[str]) -> tuple[Row, ...]:
    rows = []
    for line, values in file.rows(heading, 4):
        if values[0] not in keys:
            raise line.error(f"“{values[0]}” is none of {', '.join(keys)}")
        rows.append(Row(*values))
    return tuple(rows)


def _read_actions(file: _File) -> tuple[ActionRow, ...]:
    return tuple(
        ActionRow(values[0], _purposes(line, values[1]), values[2])
        for line, values in file.rows("actions", 4)
    )


def _read_kinds(file: _File) -> tuple[str, ...]:
    kinds = []
    for line, values in file.rows("arcane-kinds", 2):
        if values[0] not in ARCANE_KINDS:
            raise line.error(f"“{values[0]}” is none of {', '.join(ARCANE_KINDS)}")
        kinds.append(values[0])
    return tuple(kinds)


def _read_methods(file: _File) -> dict[str, MethodRow]:
    rows = [MethodRow(*values) for _, values in file.rows("methods", 6, len(ARCANE_KINDS))]
    methods = {row.kind: row for row in rows}
    for kind in ARCANE_KINDS:
        if kind not in methods:
            raise ContentError(f"{file.name}:0: the list methods lacks {kind}")
    return methods


def _read_wares(file: _File) -> dict[str, Ware]:
    wares: dict[str, Ware] = {}
    for line in file.section("wares"):
        name, kind, purposes = line.fields(3)
        if kind not in ("weapon", "armour", "other"):
            raise line.error(f"“{kind}” is none of weapon, armour, other")
        wares[name] = Ware(name, kind, _purposes(line, purposes))
    return wares


def _read_names(file: _File, heading: str, wares: dict[str, Ware], count: int) -> tuple[str, ...]:
    names = []
    for line in file.section(heading, count):
        if line.text not in wares:
            raise line.error(f"“{line.text}” is not among the wares")
        names.append(line.text)
    return tuple(names)


def _read_prose(file: _File) -> dict[str, tuple[str, ...]]:
    return {key: tuple(line.text for line in file.section(key)) for key in _PROSE}


def _purposes(line: _Line, text: str) -> tuple[str, ...]:
    purposes = tuple(text.split())
    for purpose in purposes:
        if purpose not in PURPOSES:
            raise line.error(f"“{purpose}” is none of {', '.join(PURPOSES)}")
    return purposes
