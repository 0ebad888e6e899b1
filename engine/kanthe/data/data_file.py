"""Reading content files: headings ("= name") and one entry a line, fields set apart by " | ".

Comments begin with "#". Every fault is kept with its file and line, so that all are told at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

import msgspec

from engine.contract.data import InvalidData

Args = tuple[str | int, ...]
NONE = "-"  # of a field that may be empty


class DataFault(msgspec.Struct, frozen=True, order=True):
    """Something wrong in a content file."""

    file: str
    line: int  # from 1
    problem: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.problem}"


class ContentError(InvalidData):
    """The content files cannot be played with; `faults` has all that is wrong with them."""

    def __init__(self, faults: Sequence[DataFault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = tuple(faults)


class DataLine(msgspec.Struct, frozen=True):
    """A line of a file with its place."""

    file: str
    number: int
    text: str

    @property
    def fields(self) -> list[str]:
        """The fields of the line."""
        return [field.strip() for field in self.text.split("|")]


class FaultList:
    """The faults found so far."""

    def __init__(self) -> None:
        self.found: list[DataFault] = []

    def add(self, line: DataLine, problem: str) -> None:
        """Keep a fault of a line."""
        self.found.append(DataFault(line.file, line.number, problem))

    def unknown(self, line: DataLine, word: str, what: str, known: Collection[str]) -> None:
        """Keep the fault of a word that means nothing, with the nearest one that does."""
        near = get_close_matches(word, known, 1)
        hint = f"did you mean “{near[0]}”?" if near else f"known are: {', '.join(sorted(known))}"
        self.add(line, f"“{word}” is no {what}; {hint}")

    def one_of(self, line: DataLine, word: str, what: str, known: Collection[str]) -> str:
        """Return a word that must be known."""
        if word not in known:
            self.unknown(line, word, what, known)
        return word

    def number(self, line: DataLine, word: str, least: int, most: int) -> int:
        """Return a whole number within bounds; `least` where there is a fault."""
        if word.isdecimal() and least <= int(word) <= most:
            return int(word)
        self.add(line, f"“{word}” is no number from {least} to {most}")
        return least


class DataFile:
    """A content file: the lines under each of its headings."""

    def __init__(
        self, folder: Path, name: str, headings: Collection[str], faults: FaultList
    ) -> None:
        self.name = name
        self.faults = faults
        self.sections: dict[str, list[DataLine]] = {heading: [] for heading in headings}
        self._heads: dict[str, DataLine] = {}
        self._last = DataLine(name, 1, "")
        try:
            text = (folder / name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            faults.add(self._last, "cannot be read")
            return
        self._read(name, text.splitlines())
        for heading in headings:
            if heading and heading not in self._heads:
                faults.add(self._last, f"the list {heading} is missing")

    def _read(self, name: str, lines: Sequence[str]) -> None:
        current: list[DataLine] | None = self.sections.get("")
        for number, raw in enumerate(lines, 1):
            self._last = line = DataLine(name, number, raw.strip())
            if not line.text or line.text.startswith("#"):
                continue
            if not line.text.startswith("="):
                if current is None:
                    self.faults.add(line, "stands under no heading")
                else:
                    current.append(line)
                continue
            heading = line.text[1:].strip()
            if heading in self._heads:
                self.faults.add(line, f"the heading {heading} stands twice")
            elif heading not in self.sections:
                self.faults.unknown(line, heading, "list", [h for h in self.sections if h])
            self._heads[heading] = line
            current = self.sections.get(heading, [])

    def entries(self, heading: str, least: int = 1, most: int = 999) -> list[DataLine]:
        """Return the lines under a heading, each once."""
        lines = self.sections[heading]
        seen: set[str] = set()
        for line in lines:
            if line.text.casefold() in seen:
                self.faults.add(line, f"“{line.text}” stands twice")
            seen.add(line.text.casefold())
        if len(lines) < least:
            self.fault_of_list(heading, f"has {len(lines)} entries of at least {least}")
        elif len(lines) > most:
            self.faults.add(lines[most], f"only {most} entries can stand here")
        return lines

    def fault_of_list(self, heading: str, problem: str) -> None:
        """Keep a fault of a whole list, which is told at its heading."""
        self.faults.add(self._heads.get(heading, self._last), f"the list {heading} {problem}")

    def rows(
        self, heading: str, names: Sequence[str], least: int = 1, most: int = 999
    ) -> Iterator[tuple[DataLine, list[str]]]:
        """Yield lines with as many fields as there are `names` for."""
        for line in self.entries(heading, least, most):
            fields = line.fields
            if len(fields) != len(names) or not all(fields):
                self.faults.add(line, f"expected {len(names)} fields: {' | '.join(names)}")
            else:
                yield line, fields

    def numbered(
        self, heading: str, names: Sequence[str], count: int
    ) -> Iterator[tuple[DataLine, list[str]]]:
        """Yield numbered lines, which must run from 0 without a gap, without their numbers."""
        for place, line in enumerate(self.entries(heading, count, count)):
            fields = line.fields
            if len(fields) != len(names) + 1 or not all(fields):
                self.faults.add(
                    line, f"expected {len(names) + 1} fields: row | {' | '.join(names)}"
                )
            elif fields[0] != str(place):
                self.faults.add(line, f"expected row {place}, found “{fields[0]}”")
            else:
                yield line, fields[1:]


# ------------------------------------------------------------------------- what things do

Argument = Callable[[FaultList, DataLine, str], str | int]


def number_from(least: int, most: int) -> Argument:
    """Return an argument that is a whole number."""
    return lambda faults, line, word: faults.number(line, word, least, most)


def word_of(what: str, known: Collection[str]) -> Argument:
    """Return an argument that is one of some words."""
    return lambda faults, line, word: faults.one_of(line, word, what, known)


class Signature(msgspec.Struct, frozen=True):
    """The arguments that a property or an effect takes."""

    arguments: tuple[Argument, ...] = ()
    more: Argument | None = None  # one or more of these at the end


Registry = Mapping[str, Signature]


def parse_traits(
    faults: FaultList, line: DataLine, text: str, registry: Registry
) -> dict[str, Args]:
    """Return what a kind is and does, by name, with its arguments: "bars; worn 2"."""
    traits: dict[str, Args] = {}
    for part in text.split(";") if text != NONE else ():
        name, *words = part.split() or [""]
        signature = registry.get(name)
        if signature is None:
            faults.unknown(line, name, "property", registry)
            continue
        if name in traits:
            faults.add(line, f"“{name}” stands twice")
        least = len(signature.arguments) + (signature.more is not None)
        if len(words) < least or (signature.more is None and len(words) > least):
            faults.add(line, f"“{name}” takes {least} arguments, not {len(words)}")
            continue
        parsers = list(signature.arguments)
        if signature.more is not None:
            parsers += [signature.more] * (len(words) - len(parsers))
        if len(set(words)) != len(words):
            faults.add(line, f"an argument of “{name}” stands twice")
        pairs = zip(parsers, words, strict=True)
        traits[name] = tuple(parse(faults, line, word) for parse, word in pairs)
    return traits


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
