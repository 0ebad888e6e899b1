"""Preference files: which picture everything has (rules: edit-files 5, 6).

`read_prefs` starts from the edit files' glyphs, as the original does, and follows the files'
conditions and includes. A mistake ends the file it stands in and nothing else.
"""

import re
from collections import deque
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct, field

from engine.sil.data.bundle import Data
from engine.sil.data.edit_files import (
    VERSION,
    DataError,
    Problem,
    colour,
    in_range,
    letter_and_text,
    significant_lines,
)
from engine.sil.data.records import Glyph

TILE_BIT = 0x80
CELL_MASK = 0x3F
MESSAGE_TYPES = 30
DEEPEST_NESTING = 50
TVAL_MODULUS = 128
UNUSED_LETTERS = "APCTXYWBQ"  # keys, macros, options, windows, inscriptions: no use to a bot

_SEPARATOR = re.compile(r"\\.|'\\?.'|([:/])")
_C_NUMBER = re.compile(r"\s*([+-]?)(0[xX][0-9a-fA-F]+|0[0-7]*|[1-9][0-9]*)")
_EXPRESSION = re.compile(r"[\[\]]|[^\s\[\]]+")


class PrefPicture(NamedTuple):
    """A colour and a character code, or with bit 0x80 in both, a cell of the tile sheet."""

    attr: int
    char: int

    @property
    def cell(self) -> tuple[int, int] | None:
        """Return (row, column) in the sheet, both from 0; None for a text picture."""
        if self.attr & self.char & TILE_BIT:
            return self.attr & CELL_MASK, self.char & CELL_MASK
        return None


class PrefConditions(NamedTuple):
    """Values that the conditions of pref files may ask about."""

    system: str = "x11"
    graphics: str = "new"
    race: str = ""
    character: str = ""


DEFAULT_CONDITIONS = PrefConditions()


class Prefs(Struct):
    """Pictures by serial (specials by index), and the colours that pref files set.

    `palette` gives (red, green, blue) by colour number; `places` says which file and line last
    set a picture, by letter and serial.
    """

    monsters: dict[int, PrefPicture]
    kinds: dict[int, PrefPicture]
    terrain: dict[int, PrefPicture]
    flavours: dict[int, PrefPicture]
    specials: dict[int, PrefPicture] = field(default_factory=dict)
    inventory_colours: dict[int, int] = field(default_factory=dict)
    message_colours: dict[int, int] = field(default_factory=dict)
    palette: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    places: dict[tuple[str, int], tuple[str, int]] = field(default_factory=dict)

    def table(self, letter: str) -> dict[int, PrefPicture]:
        """Return the pictures that lines of this letter set."""
        return {
            "R": self.monsters,
            "K": self.kinds,
            "F": self.terrain,
            "L": self.flavours,
            "S": self.specials,
        }[letter]


def read_prefs(
    name: str, folders: Sequence[Path], data: Data, conditions: PrefConditions = DEFAULT_CONDITIONS
) -> tuple[Prefs, list[DataError]]:
    """Read the pref file `name` from each folder that has it, with all that it includes.

    A missing file is no error. Returns what could be read and every problem with its place.
    """
    prefs = Prefs(
        monsters={serial: _picture(m.glyph) for serial, m in data.monsters.items()},
        kinds={serial: _picture(k.glyph) for serial, k in data.kinds.items()},
        terrain={serial: _picture(t.glyph) for serial, t in data.terrain.items()},
        flavours={serial: _picture(f.glyph) for serial, f in data.flavours.items()},
    )
    reading = _Reading(prefs, folders, data, conditions)
    reading.include(name)
    return prefs, reading.errors


def _picture(glyph: Glyph) -> PrefPicture:
    return PrefPicture(glyph.colour, ord(glyph.char))


class _Reading:
    """One call of `read_prefs`: the files under way and the problems so far."""

    def __init__(
        self, prefs: Prefs, folders: Sequence[Path], data: Data, conditions: PrefConditions
    ):
        self.prefs = prefs
        self.folders = folders
        self.conditions = conditions
        self.errors: list[DataError] = []
        self.under_way: list[str] = []
        limits = data.limits
        self.caps = {
            "R": limits.monsters,
            "K": limits.kinds,
            "F": limits.terrain,
            "L": limits.flavours,
            "S": 256,
        }

    def include(self, name: str) -> None:
        """Read `name` in every folder, up to the first in which it has a mistake."""
        if Path(name).name != name:
            raise Problem(f"{name} is not a plain file name")
        if name in self.under_way:
            raise Problem(f"{name} includes itself")
        self.under_way.append(name)
        for folder in self.folders:
            path = folder / name
            if path.is_file() and not self._file(path):
                break
        self.under_way.pop()

    def _file(self, path: Path) -> bool:
        passing_over = False
        for number, line in significant_lines(path.read_bytes()):
            if line[0].isspace():
                continue
            try:
                letter, text = letter_and_text(line)
                if letter == "?":
                    passing_over = evaluate(text, self.conditions) == "0"
                elif not passing_over and letter != "%":
                    self._line(letter, text, (path.name, number))
            except Problem as problem:
                if passing_over:
                    continue
                self.errors.append(DataError(path.name, number, str(problem)))
                return False
            if letter == "%" and not passing_over:
                self._included(text, path.name, number)
        return True

    def _included(self, name: str, file: str, line: int) -> None:
        """Read an included file; a mistake in it, or about it, does not stop the including one."""
        try:
            self.include(name)
        except Problem as problem:
            self.errors.append(DataError(file, line, str(problem)))

    def _line(self, letter: str, text: str, place: tuple[str, int]) -> None:
        prefs = self.prefs
        if letter in self.caps:
            serial, attr, char = map(c_number, tokens(text, 3))
            in_range(serial, 0, self.caps[letter] - 1)
            picture = PrefPicture(attr & 0xFF, char & 0xFF)
            table = prefs.table(letter)
            if letter != "S":  # a zero leaves the earlier value
                earlier = table.get(serial, PrefPicture(0, 0))
                picture = PrefPicture(picture.attr or earlier.attr, picture.char or earlier.char)
            table[serial] = picture
            prefs.places[letter, serial] = place
        elif letter == "E":
            tval, attr = map(c_number, tokens(text, 2))
            if attr & 0xFF:
                prefs.inventory_colours[tval % TVAL_MODULUS] = attr & 0xFF
        elif letter == "M":
            kind, name = tokens(text, 2)
            number = in_range(c_number(kind), 0, MESSAGE_TYPES - 1)
            prefs.message_colours[number] = colour(name)
        elif letter == "V":
            number, _, red, green, blue = map(c_number, tokens(text, 5))
            prefs.palette[in_range(number, 0, 255)] = (red & 0xFF, green & 0xFF, blue & 0xFF)
        elif letter not in UNUSED_LETTERS:
            raise Problem(f"undefined directive: {letter}: is not a line of a pref file")


def tokens(text: str, count: int) -> list[str]:
    """Return `count` tokens between `:` and `/`; the last keeps any further separators (5.2).

    A backslash protects the next character, single quotes the one between them.
    """
    found: list[str] = []
    start = 0
    for match in _SEPARATOR.finditer(text):
        if match[1] and len(found) < count - 1:
            found.append(text[start : match.start()])
            start = match.end()
    found.append(text[start:])
    if len(found) < count:
        raise Problem(f"parse error: expected {count} parts, there are {len(found)}")
    return found


def c_number(text: str) -> int:
    """Return a decimal, 0x hexadecimal or 0 octal number; junk behind it is ignored, and no number
    at all is 0."""
    match = _C_NUMBER.match(text)
    if not match:
        return 0
    digits = match[2].lower()
    base = 16 if digits.startswith("0x") else 8 if digits.startswith("0") else 10
    return -int(digits, base) if match[1] == "-" else int(digits, base)


# --- conditions --------------------------------------------------------------------------------

JUNK = "\x7f"  # the value of what means nothing: not "0", and equal to nothing


def _neighbours(holds: Callable[[str, str], bool]) -> Callable[[list[str]], bool]:
    return lambda args: all(holds(a, b) for a, b in pairwise(args))


_FUNCTIONS: dict[str, Callable[[list[str]], bool]] = {
    "IOR": lambda args: any(arg != "0" for arg in args),
    "AND": lambda args: all(arg != "0" for arg in args),
    "NOT": lambda args: all(arg == "0" for arg in args),
    "EQU": _neighbours(lambda a, b: a == b != JUNK),
    "LEQ": _neighbours(lambda a, b: a < b),
    "GEQ": _neighbours(lambda a, b: a > b),
}


def evaluate(text: str, conditions: PrefConditions) -> str:
    """Return the value of a condition (5.4); anything but "0" lets lines through."""
    if text.count("[") > DEEPEST_NESTING:
        raise Problem(f"parse error: more than {DEEPEST_NESTING} brackets in one condition")
    return _value(deque(_EXPRESSION.findall(text)), conditions)


def _value(parts: deque[str], conditions: PrefConditions) -> str:
    part = parts.popleft() if parts else "]"
    if part == "[":
        return _call(parts, conditions)
    if part == "]":
        return JUNK
    if not part.startswith("$"):
        return part
    variables = {
        "$SYS": conditions.system,
        "$GRAF": conditions.graphics,
        "$RACE": conditions.race,
        "$VERSION": ".".join(map(str, VERSION)),
        "$nameless": conditions.character,
    }
    return variables.get(part, JUNK)


def _call(parts: deque[str], conditions: PrefConditions) -> str:
    args = []
    while parts and parts[0] != "]":
        args.append(_value(parts, conditions))
    function = _FUNCTIONS.get(args[0]) if args else None
    closed = bool(parts) and parts.popleft() == "]"
    if not closed or function is None:
        return JUNK
    return "1" if function(args[1:]) else "0"
