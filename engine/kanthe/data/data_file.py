"""Reading content files: headings ("= name") and one entry a line, fields set apart by " | ".

Comments begin with "#". Every fault is kept with its file and line, so that all are told at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import msgspec

from engine.common.effects import Declarations, EffectError, Names, parse, unknown
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
        self.add(line, unknown(word, known, what))

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


def parse_traits(
    faults: FaultList, line: DataLine, text: str, declared: Declarations, names: Names
) -> dict[str, Args]:
    """Return what a kind is and does, by name, with its arguments: "bars; worn 2"."""
    traits: dict[str, Args] = {}
    for part in text.split(";") if text != NONE else ():
        try:
            name, args = parse(part, declared, names)
        except EffectError as fault:
            faults.add(line, str(fault))
            continue
        if name in traits:
            faults.add(line, f"“{name}” stands twice")
        if len(set(args)) != len(args):
            faults.add(line, f"an argument of “{name}” stands twice")
        traits[name] = tuple(int(arg) if arg.isdecimal() else arg for arg in args)
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
