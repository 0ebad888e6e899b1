"""The text format of data files: records of named fields, with file and line in every error.

    # a comment
    monster cellar bat
      level: 0
      traits: erratic 50; swift
      text: It is hard to hit,
        and harder to like.

A record begins at the left margin with its kind and name. Its fields are indented; a line that is
indented by four or more continues the field above.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from string import Formatter
from typing import Any, TypeVar, get_args

from engine.common.effects import Argument, Declarations, EffectError, Names, parse, unknown
from engine.contract.data import DataReport, InvalidData

K = TypeVar("K")

_HEAD = re.compile(r"([a-z-]+) (\S.*)")
_FIELD = re.compile(r" {2}([a-z-]+):(?: (.*))?")
_FRACTION = re.compile(r"x(\d+)(?:/(\d+))?")


class RecordError(InvalidData):
    """Faults in data files; each line of the text begins with a file's name and a line."""

    def __init__(self, *faults: str) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class Record:
    """A record of a data file. Every field has to be read before `finish`."""

    def __init__(self, file: str, line: int, kind: str, name: str) -> None:
        self.file, self.line, self.kind, self.name = file, line, kind, name
        self.fields: dict[str, tuple[str, int]] = {}
        self._read: set[str] = set()

    def fault(self, sentence: str, key: str = "") -> RecordError:
        """Return an error at the field's line (or the record's)."""
        line = self.fields[key][1] if key in self.fields else self.line
        return RecordError(f"{self.file}:{line}: {self.kind} {self.name}: {sentence}")

    def has(self, key: str) -> bool:
        """Return whether the record has a field."""
        return key in self.fields

    def text(self, key: str, default: str | None = None) -> str:
        """Return a field's text. Raises DataError when it is missing and has no default."""
        self._read.add(key)
        if key not in self.fields:
            if default is None:
                raise self.fault(f"“{key}” is missing")
            return default
        if not self.fields[key][0]:
            raise self.fault(f"“{key}” is empty", key)
        return self.fields[key][0]

    def integer(
        self, key: str, default: int | None = None, *, least: int = 0, most: int = 200
    ) -> int:
        """Return a field's whole number, which must be within bounds."""
        if key not in self.fields and default is not None:
            self._read.add(key)
            return default
        number = self.number(self.text(key), key)
        if not least <= number <= most:
            raise self.fault(f"{number} is not between {least} and {most}", key)
        return number

    def number(self, text: str, key: str) -> int:
        """Return the whole number that a piece of a field is."""
        try:
            return int(text)
        except ValueError:
            raise self.fault(f"“{text}” is not a whole number", key) from None

    def scaled(self, key: str, default: int) -> int:
        """Return a figure given as it is (`7`), as a change of the default (`+2`, `-1`), or as a
        multiple of it (`x3/2`)."""
        text = self.text(key, "")
        if not text:
            return default
        if match := _FRACTION.fullmatch(text):
            return default * int(match[1]) // int(match[2] or 1)
        if text[0] in "+-":
            return default + self.number(text, key)
        return self.number(text, key)

    def words(self, key: str) -> tuple[str, ...]:
        """Return the words of a field; none when it is missing."""
        return tuple(self.text(key, "").split())

    def parts(self, key: str, separator: str = ";") -> tuple[str, ...]:
        """Return the parts of a field that semicolons (or commas) separate; none may be empty."""
        given = self.text(key, "")
        pieces = tuple(piece.strip() for piece in given.split(separator)) if given else ()
        if not all(pieces):
            raise self.fault(f"nothing stands between two “{separator}”", key)
        return pieces

    def is_yes(self, key: str, default: bool = False) -> bool:
        """Return whether a field that is "yes" or "no" is "yes"."""
        return self.one_of(key, ("yes", "no"), "yes" if default else "no") == "yes"

    def matched(self, key: str, form: re.Pattern[str], like: str) -> re.Match[str] | None:
        """Return a field as its form takes it apart; None when it is missing. `like`: an example of
        the form."""
        given = self.text(key, "")
        match = form.fullmatch(given)
        if given and match is None:
            raise self.fault(f"“{given}” is not of the form “{like}”", key)
        return match

    def one_of(self, key: str, allowed: Sequence[str], default: str | None = None) -> str:
        """Return a field's text, which must be one of the words allowed."""
        text = self.text(key, default)
        if text not in allowed:
            raise self.fault(unknown(text, allowed), key)
        return text

    def choice(self, key: str, words: Any) -> Any:
        """Return a field that is one of the words of a `Literal`; None where it is missing."""
        return self.one_of(key, get_args(words)) if self.has(key) else None

    def known(
        self, key: str, wanted: Sequence[str], known: Collection[str], kind: str = ""
    ) -> None:
        """Raise unless all of a field's names are known and none stands twice."""
        for name in wanted:
            if name not in known:
                raise self.fault(unknown(name, known, kind), key)
        if len(set(wanted)) < len(wanted):
            raise self.fault("a name stands twice", key)

    def effects(
        self, key: str, declared: Declarations, names: Names
    ) -> list[tuple[str, tuple[str, ...]]]:
        """Return effects with their arguments, as they are declared."""
        try:
            return [parse(part, declared, names) for part in self.parts(key)]
        except EffectError as fault:
            raise self.fault(str(fault), key) from None

    def arguments(
        self, key: str, declared: tuple[Argument, ...], names: Names
    ) -> list[tuple[str, ...]]:
        """Return what stands in each part of a field, as it is declared."""
        try:
            return [parse(f"{key} {part}", {key: declared}, names)[1] for part in self.parts(key)]
        except EffectError as fault:
            raise self.fault(str(fault), key) from None

    def template(self, key: str, *facts: str) -> str:
        """Return a sentence in which only these facts may stand."""
        template = self.text(key)
        try:
            named = [name for _, name, _, _ in Formatter().parse(template) if name is not None]
        except ValueError as fault:
            raise self.fault(f"{fault} in this sentence", key) from None
        for name in named:
            if name not in facts:
                raise self.fault(unknown(name, facts, "fact of this sentence"), key)
        return template

    def elements(self, key: str, allowed: Sequence[str]) -> dict[str, int]:
        """Return pairs such as `fire 3, ice -2`; `all 6` stands for every element."""
        found: dict[str, int] = {}
        for part in self.parts(key, ","):
            name, _, figure = part.partition(" ")
            names = allowed if name == "all" else (name,)
            if name != "all" and name not in allowed:
                raise self.fault(unknown(name, allowed), key)
            for each in names:
                if each in found:
                    raise self.fault(f"“{each}” stands twice", key)
                found[each] = self.number(figure, key)
        return found

    def finish(self) -> None:
        """Raise DataError for a field that nothing has read."""
        for key in self.fields:
            if key not in self._read:
                raise self.fault(unknown(key, sorted(self._read), "field"), key)


def read(path: Path, kinds: Collection[str], faults: list[str]) -> list[Record]:
    """Return the records of a file, all of these kinds and each name once of a kind. What cannot be
    read is added to the faults."""
    records: list[Record] = []
    key = ""
    names: set[tuple[str, str]] = set()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            if not line.startswith(" "):
                records.append(_head(path.name, number, line, kinds))
                key = ""
                named = records[-1].kind, records[-1].name
                if named in names:
                    raise records[-1].fault("this name is taken")
                names.add(named)
            elif not records:
                raise RecordError(f"{path.name}:{number}: a field before the first record")
            elif line.startswith("    ") and key:
                text, first = records[-1].fields[key]
                records[-1].fields[key] = (f"{text} {line.strip()}".strip(), first)
            else:
                key = _field(path.name, number, line, records[-1])
        except RecordError as fault:
            faults += fault.faults
    return records


def read_all(folder: Path, files: Mapping[str, str], faults: list[str]) -> dict[str, list[Record]]:
    """Return the records of a folder's files by their kind. What cannot be read is added to the
    faults."""
    records: dict[str, list[Record]] = {kind: [] for kind in files}
    for file in dict.fromkeys(files.values()):
        try:
            found = read(folder / file, [kind for kind in files if files[kind] == file], faults)
        except (OSError, UnicodeDecodeError):
            faults.append(f"{file}:1: cannot be read")
            continue
        for record in found:
            records[record.kind].append(record)
    return records


def build(
    records: Sequence[Record], make: Callable[[Record], K], faults: list[str]
) -> dict[str, K]:
    """Return what the records describe, by name; add the faults of those that are wrong."""
    found: dict[str, K] = {}
    for record in records:
        try:
            found[record.name] = make(record)
            record.finish()
        except RecordError as fault:
            faults += fault.faults
    return found


def require(
    records: Sequence[Record], wanted: Sequence[str], kind: str, file: str, faults: list[str]
) -> None:
    """Add the faults of records that are not wanted, and of those that are missing."""
    names = {record.name for record in records}
    faults += [
        str(record.fault(unknown(record.name, wanted, kind)))
        for record in records
        if record.name not in wanted
    ]
    faults += [f"{file}:1: there is no {kind} {name}" for name in wanted if name not in names]


def check(folder: Path, files: Mapping[str, str], load: Callable[[Path], object]) -> DataReport:
    """Return how many records each file of a folder has, or every fault in loading it."""
    try:
        load(folder)
    except RecordError as error:
        return DataReport(errors=error.faults)
    counts = dict.fromkeys(files.values(), 0)
    for kind, records in read_all(folder, files, []).items():
        counts[files[kind]] += len(records)
    return DataReport(tuple(counts.items()))


def _head(file: str, number: int, line: str, kinds: Collection[str]) -> Record:
    match = _HEAD.fullmatch(line.rstrip())
    if match is None or match[1] not in kinds:
        raise RecordError(f"{file}:{number}: a record begins with {' or '.join(kinds)} and a name")
    return Record(file, number, match[1], match[2])


def _field(file: str, number: int, line: str, record: Record) -> str:
    match = _FIELD.fullmatch(line.rstrip())
    if match is None:
        raise RecordError(f"{file}:{number}: a field is “  name: value”")
    if match[1] in record.fields:
        raise RecordError(f"{file}:{number}: “{match[1]}” stands twice in {record.name}")
    record.fields[match[1]] = (match[2] or "", number)
    return match[1]
