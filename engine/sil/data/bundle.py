"""All of Sil's content as one bundle, read from a directory of edit files.

    data = load()
    data.monsters[11].name          # 'Wolf'
    data.kind(23, 17).damage        # Dice(number=2, sides=5)
    data.ability(0, 4).name         # 'Charge'
    named(data.artefacts, "'Ringil'")

Records are described in `engine.sil.data.records`. Reading collects every mistake of every file and
raises them together as `DataErrors`; a bundle that exists is whole.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec

from engine.contract.data import DataReport, InvalidData
from engine.sil.data import readers
from engine.sil.data.edit_files import Caps, DataError, Format, Table, read
from engine.sil.data.records import (
    Ability,
    Artefact,
    Flavour,
    History,
    House,
    Kind,
    Limits,
    Monster,
    Race,
    Special,
    Terrain,
    Vault,
)
from engine.sil.data.references import check_references
from engine.sil.data.rule_files import FOLDER, read_rules
from engine.sil.data.rule_records import RuleTables
from engine.sil.data.sprites import SpriteNames, sprite_names

SHIPPED = (Path(__file__).parents[3] / "data" / "sil").resolve()


class _Named(Protocol):
    @property
    def name(self) -> str: ...


N = TypeVar("N", bound=_Named)


class DataErrors(InvalidData):
    """The edit files of a directory cannot be used; `errors` lists every mistake."""

    def __init__(self, errors: Iterable[DataError]):
        self.errors = tuple(errors)
        super().__init__("\n".join(map(str, self.errors)))


class Data(msgspec.Struct, frozen=True, eq=False):
    """Every record by serial (an absent serial is an empty slot), and look-ups among them.

    `digest` is the SHA-256, in hex, of all records in a normal form: comments, the order of
    lines and the spelling of numbers do not move it. A bundle is equal to itself only, so that
    tables made from it can be cached by it.
    """

    limits: Limits
    terrain: dict[int, Terrain]
    kinds: dict[int, Kind]
    abilities: dict[int, Ability]
    artefacts: dict[int, Artefact]
    specials: dict[int, Special]
    monsters: dict[int, Monster]
    vaults: dict[int, Vault]
    history: dict[int, History]
    races: dict[int, Race]
    houses: dict[int, House]
    flavours: dict[int, Flavour]
    names: tuple[str, ...]
    digest: str
    kinds_by_value: dict[tuple[int, int], Kind]
    abilities_by_ref: dict[tuple[int, int], Ability]
    sprites: SpriteNames
    rules: RuleTables

    def kind(self, tval: int, sval: int) -> Kind:
        """Return the object kind with these values; KeyError if there is none."""
        return self.kinds_by_value[tval, sval]

    def ability(self, skill: int, number: int) -> Ability:
        """Return the ability at this place in its skill; KeyError if there is none."""
        return self.abilities_by_ref[skill, number]


def named(records: Mapping[int, N], name: str) -> N:
    """Return the first record of that name, whatever the case; KeyError if there is none."""
    wanted = name.casefold()
    for record in records.values():
        if record.name.casefold() == wanted:
            return record
    raise KeyError(name)


def load(directory: Path | None = None) -> Data:
    """Return the edit files of `directory` (the project's own by default), read once a process.

    Raises DataErrors with every mistake of every file.
    """
    return _load(SHIPPED if directory is None else directory.resolve())


@lru_cache(maxsize=8)
def _load(directory: Path) -> Data:
    limits, tables, names, rules, errors = _read_all(directory)
    if errors or limits is None or rules is None:
        raise DataErrors(errors)
    records: dict[str, Any] = {name: table.records for name, table in tables.items()}
    by_value: dict[tuple[int, int], Kind] = {}
    by_ref: dict[tuple[int, int], Ability] = {}
    for kind in records["kinds"].values():
        by_value.setdefault((kind.tval, kind.sval), kind)
    for ability in records["abilities"].values():
        by_ref.setdefault(ability.ref, ability)
    return Data(
        limits=limits,
        **records,
        names=names,
        digest=_digest(
            [limits, names, *(list(table.values()) for table in records.values()), rules.records()]
        ),
        kinds_by_value=by_value,
        abilities_by_ref=by_ref,
        sprites=sprite_names(*(records[name] for name in _PICTURED)),
        rules=rules,
    )


_PICTURED = ("monsters", "kinds", "terrain", "flavours", "races")


def _digest(content: object) -> str:
    normal = msgspec.json.encode(content, order="deterministic", enc_hook=str)
    return sha256(normal).hexdigest()


def _read_all(
    directory: Path,
) -> tuple[Limits | None, dict[str, Table], tuple[str, ...], RuleTables | None, list[DataError]]:
    """Read in the original's order (rules: edit-files 1.10), then check across the files."""
    errors: list[DataError] = []
    limits = None
    if (content := _content(directory, readers.LIMITS_FILE, errors)) is not None:
        limits, found = readers.read_limits(content)
        errors += found
    tables = {}
    for name, form in readers.FORMATS.items():
        content = _content(directory, form.file, errors)
        table = Table({}, {}, [])
        if content is not None:
            table = read(form, content, caps_for(form, limits))
        tables[name] = table
        errors += table.errors
    names: tuple[str, ...] = ()
    if (content := _content(directory, readers.NAMES_FILE, errors)) is not None:
        names, found = readers.read_names(content)
        errors += found
    if not errors:  # a record that failed to load would be missed again by all that name it
        errors = check_references(tables, limits)
    rules = None if errors else _read_rules(directory, tables, errors)
    return limits, tables, names, rules, errors


def _read_rules(directory: Path, tables: dict[str, Table], errors: list[DataError]) -> RuleTables:
    """Read what things do: from the folder itself, or as in the project where it has none."""
    own = directory / FOLDER
    faults: list[str] = []
    if own.is_dir():
        rules = read_rules(own, tables, faults)
    else:
        rules = read_rules(SHIPPED / FOLDER, tables, faults, borrowed=True)
    for fault in faults:
        file, line, problem = fault.split(":", 2)
        errors.append(DataError(file, int(line), problem.strip()))
    return rules


def _content(directory: Path, file: str, errors: list[DataError]) -> bytes | None:
    try:
        return (directory / file).read_bytes()
    except OSError as error:
        errors.append(DataError(file, 0, f"cannot be read: {error.strerror}"))
        return None


def caps_for(form: Format, limits: Limits | None) -> Caps | None:
    """Return what the limits allow one file."""
    if limits is None:
        return None
    return Caps(getattr(limits, form.cap), limits.name_bytes, limits.text_bytes)


def check(directory: Path) -> DataReport:
    """Return how many records each edit file of a directory has, or every mistake."""
    _, tables, names, rules, errors = _read_all(directory)
    if errors or rules is None:
        return DataReport(errors=tuple(map(str, errors)))
    counts = [(readers.FORMATS[name].file, len(table.records)) for name, table in tables.items()]
    told = [(file, len(found)) for file, found in rules.records().items()]
    return DataReport((*counts, (readers.NAMES_FILE, len(names)), *told))
