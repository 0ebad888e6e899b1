"""Reading Sil-Q's edit files: lines, numbers, flags, pairs, glyphs (rules: edit-files 1).

Everything here turns one line's text into values or raises `Problem` with a sentence that
begins with the original's name for the mistake. `read` walks a whole file, collects every
problem with its line, and hands back what could be read.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Struct

from engine.sil.data.records import Dice, Glyph

VERSION = (1, 5, 0)
LONGEST_LINE = 1023
MOST_PAIRS = 4

_DROPPED = bytes(b for b in range(256) if not (32 <= b <= 126 or b in b"\t\n"))
_NUMBER = r" *([+-]?\d+)"
_ATOI = re.compile(_NUMBER)
_VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")
_HEADER = re.compile(_NUMBER + r"[^:]*:(.+)")
_SEPARATORS = re.compile(r"[ |]+")
_COLOUR = re.compile(r"([A-Za-z]+)([0-7]?)")

# One character a value in the forms that `numbers` takes (rules: edit-files 1.4).
_STORAGE = {
    "b": (0, 255),
    "h": (-(1 << 15), (1 << 15) - 1),
    "i": (-(1 << 31), (1 << 31) - 1),
    "x": (-(1 << 31), (1 << 31) - 1),
}

COLOUR_LETTERS = "dwsorgbuDWvyRGBU"
_COLOUR_NAMES = (
    "dark white slate orange red green blue umber lightdark lightslate violet yellow "
    "lightred lightgreen lightblue lightumber"
)
COLOURS = {name: number for number, name in enumerate(_COLOUR_NAMES.split())}


class Problem(ValueError):
    """A fault of one line, as a sentence without its place."""


class DataError(NamedTuple):
    """A problem and its place; `line` counts from 1, 0 is the file as a whole."""

    file: str
    line: int
    problem: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.problem}"


Fields = dict[str, Any]
LineReader = Callable[[Fields, str], None]


class Format(Struct, frozen=True):
    """The format of one file: the reader that opens a record, and that of each other letter.

    `open_record(text, last)` takes an `N` line's text and the last serial and returns the new
    record's first fields, `serial` among them. `cap` names the field of `Limits`.
    """

    file: str
    record: type
    letters: Mapping[str, LineReader]
    open_record: Callable[[str, int], Fields]
    cap: str


class Table(Struct):
    """A file as read: records by serial, the lines of each letter in them, and every problem."""

    records: dict[int, Any]
    lines: dict[tuple[int, str], list[int]]
    errors: list[DataError]


class Caps(NamedTuple):
    """The limits of one file by `limits.txt`: serials, and bytes of names and of text."""

    serials: int
    name_bytes: int
    text_bytes: int


def significant_lines(content: bytes) -> Iterator[tuple[int, str]]:
    """Yield line numbers from 1 and the lines that are neither empty nor comments (1.1)."""
    text = content.translate(None, _DROPPED).decode("ascii")
    for number, line in enumerate(text.split("\n"), 1):
        if "\t" in line:
            line = line.expandtabs(8)
        if len(line) > LONGEST_LINE or (line and line[0] != "#"):
            yield number, line


def letter_and_text(line: str) -> tuple[str, str]:
    """Return the letter before the colon and everything behind it."""
    if len(line) > LONGEST_LINE:
        raise Problem(f"parse error: the line is longer than {LONGEST_LINE} characters")
    if line[1:2] != ":":
        raise Problem("parse error: a line is one letter, a colon and the rest")
    return line[0], line[2:]


def check_version(text: str) -> None:
    match = _VERSION.match(text)
    if not match or tuple(map(int, match.groups())) != VERSION:
        raise Problem(f"obsolete file: expected V:{'.'.join(map(str, VERSION))}")


def directives(
    content: bytes, file: str, errors: list[DataError]
) -> Iterator[tuple[int, str, str]]:
    """Yield line number, letter and text of each line after the version line; problems are
    collected."""
    versioned = False
    for number, line in significant_lines(content):
        try:
            letter, text = letter_and_text(line)
            if letter == "V":
                check_version(text)
                versioned = True
                continue
        except Problem as problem:
            errors.append(DataError(file, number, str(problem)))
            if not versioned:
                return
            continue
        if not versioned:
            errors.append(DataError(file, number, "obsolete file: no version line before this one"))
            return
        yield number, letter, text
    if not versioned:
        errors.append(DataError(file, 0, "obsolete file: it has no version line"))


def read(form: Format, content: bytes, caps: Caps | None) -> Table:
    """Read a whole file of records; `caps` None (limits unreadable) leaves sizes unchecked."""
    table = Table({}, {}, [])
    last = -1
    fields: Fields | None = None
    skipping = False  # after a bad header, its record's other lines say nothing new
    name_bytes = text_bytes = 0

    def close() -> None:
        if fields is not None:
            table.records[fields["serial"]] = form.record(
                **{k: _freeze(v) for k, v in fields.items()}
            )

    for number, letter, text in directives(content, form.file, table.errors):
        try:
            if letter == "N":
                close()
                fields, skipping = None, True
                opened = form.open_record(text, last)
                if caps and opened["serial"] >= caps.serials:
                    raise Problem(f"too many entries: serials stop at {caps.serials - 1}")
                fields, skipping = opened, False
                last = opened["serial"]
                name_bytes += len(opened.get("name", "")) + 1
                text_bytes += 1
                if caps and name_bytes > caps.name_bytes:
                    raise Problem(f"memory exhausted: names take over {caps.name_bytes} bytes")
            elif fields is None:
                if not skipping:
                    raise Problem(f"missing record header: {letter}: comes before any N:")
                continue
            else:
                reader = form.letters.get(letter)
                if reader is None:
                    raise Problem(f"undefined directive: {letter}: is not a line of this file")
                reader(fields, text)
                if letter == "D":
                    text_bytes += len(text)
                    if caps and text_bytes > caps.text_bytes:
                        raise Problem(f"memory exhausted: text takes over {caps.text_bytes} bytes")
            table.lines.setdefault((last, letter), []).append(number)
        except Problem as problem:
            table.errors.append(DataError(form.file, number, f"{problem} (record {last})"))
    close()
    return table


def _freeze(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(value)
    return frozenset(value) if isinstance(value, set) else value


def next_serial(serial: int, last: int) -> int:
    """`serial`, which must be greater than the last one (1.3)."""
    if serial <= last:
        raise Problem(f"non-sequential records: {serial} comes after {last}")
    return serial


def serial_and_name(text: str, last: int) -> Fields:
    """Return the usual `N:<serial>:<name>`; the name is everything after the second colon."""
    match = _HEADER.match(text)
    if not match:
        raise Problem("parse error: N: wants a serial, a colon and a name")
    return {"serial": next_serial(int(match[1]), last), "name": match[2]}


@lru_cache(maxsize=64)
def _compiled(form: str) -> tuple[re.Pattern[str], str]:
    spelt = form.replace("D", "bdb")
    pattern = "".join(_NUMBER if c in _STORAGE else re.escape(c) for c in spelt)
    return re.compile(pattern), "".join(c for c in spelt if c in _STORAGE)


def numbers(text: str, form: str) -> list[Any]:
    """Values at the start of `text`; whatever follows the last one is ignored (1.4).

    `form` is one character a value, other characters standing for themselves: `b` an unsigned
    byte, `h` signed 16 bits, `i` signed 32 bits, `x` anything, `D` dice such as 2d6.
    """
    pattern, storage = _compiled(form)
    match = pattern.match(text)
    if not match:
        raise Problem(f"parse error: expected {_spoken(form)}")
    values = [
        in_range(int(value), *_STORAGE[kind])
        for value, kind in zip(match.groups(), storage, strict=True)
    ]
    if "D" not in form:
        return values
    kinds = [c for c in form if c in _STORAGE or c == "D"]
    rest = iter(values)
    return [Dice(next(rest), next(rest)) if c == "D" else next(rest) for c in kinds]


def _spoken(form: str) -> str:
    words = {"D": "XdY", **dict.fromkeys(_STORAGE, "number")}
    return "".join(words.get(c, c) for c in form)


def in_range(value: int, low: int, high: int) -> int:
    """`value`, which must lie from low to high: the original would wrap it silently."""
    if not low <= value <= high:
        raise Problem(f"parse error: {value} is not from {low} to {high}")
    return value


def atoi(text: str) -> int:
    """Return the number at the start of `text`, 0 if there is none."""
    match = _ATOI.match(text)
    return int(match[1]) if match else 0


def pairs(text: str, missing: int) -> list[tuple[int, int]]:
    """`<a>/<b>:<a>/<b>...`, up to four; a missing or non-positive b is `missing` (1.6)."""
    found: list[tuple[int, int]] = []
    entries = text.split(":")
    if not entries[-1]:
        entries.pop()
    if len(entries) > MOST_PAIRS:
        raise Problem(f"too many allocation entries: there is room for {MOST_PAIRS}")
    for entry in entries:
        second = atoi(entry.partition("/")[2])
        found.append(
            (in_range(atoi(entry), 0, 255), in_range(second if second > 0 else missing, 0, 255))
        )
    return found


def words(text: str) -> list[str]:
    """Return words between runs of spaces and bars; a leading separator is an error (1.5)."""
    if text[:1] in (" ", "|"):
        raise Problem("invalid flag specification: it begins with a separator")
    return [word for word in _SEPARATORS.split(text) if word]


def flags(text: str, known: Mapping[str, frozenset[str]]) -> set[str]:
    """Return the flags of `text`, composite words spelt out."""
    found: set[str] = set()
    for word in words(text):
        if word not in known:
            raise Problem(f"invalid flag specification: {word} is not a flag of this file")
        found |= known[word]
    return found


def glyph(text: str) -> Glyph:
    """`<char>:<colour>`: any character, one byte not looked at, then the colour (1.7)."""
    if len(text) < 3:
        raise Problem("parse error: G: wants a character, a colon and a colour")
    return Glyph(text[0], colour(text[2:]))


def colour(text: str) -> int:
    """Return a colour number, shade * 16 + base, from `W`, `W1`, `LightSlate1`."""
    match = _COLOUR.fullmatch(text)
    if match:
        name, shade = match[1], int(match[2] or 0)
        if len(name) == 1 and name in COLOUR_LETTERS:
            return shade * 16 + COLOUR_LETTERS.index(name)
        if name.lower() in COLOURS:
            return shade * 16 + COLOURS[name.lower()]
    raise Problem(f"parse error: {text!r} is not a colour")
