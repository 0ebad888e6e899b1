"""Checks across the edit files, made once all are read (rules: edit-files 3).

The original makes none of them: a wrong reference misbehaves later. Each problem here names the
file, the record and the line that holds the reference.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from engine.sil.data.edit_files import DataError, Table
from engine.sil.data.readers import FORMATS
from engine.sil.data.records import AbilityRef, History, Limits

# Kinds of one class share a tval; these are all the classes there are (rules: objects 2.5).
KNOWN_TVALS = frozenset(
    (2, 3, 4, 7, 17, 19, 20, 21, 22, 23, *range(30, 38), 39, 40, 45, 55, 66, 75, 77, 80, 81)
)
ARTEFACT_TEMPLATES = range(182, 199)  # their `I:` names a tval only
FLAVOURED_TVALS = (45, 40, 55, 66, 80, 75)
FOOD, FIRST_PLAIN_FOOD = 80, 32
GATES_SERIAL, GATES_TYPE = 1, 10

EditTables = Mapping[str, Table]
# Table, letter, serial, problem, and where a record has several such lines, which.
Found = Iterator[tuple[str, str, int, str] | tuple[str, str, int, str, int]]


def check_references(tables: EditTables, limits: Limits | None) -> list[DataError]:
    """Return every reference that leads nowhere, in file order."""
    checks = (_terrain, _abilities, _artefacts, _spans, _people, _history, _flavours, _vaults)
    errors = []
    for check in checks:
        errors += [_error(tables, *found) for found in check(tables)]
    if limits:
        errors += [_error(tables, *found) for found in _special_artefacts(tables, limits)]
    return errors


def _error(
    tables: EditTables, name: str, letter: str, serial: int, problem: str, nth: int = -1
) -> DataError:
    """`nth` tells which of several lines of that letter."""
    lines = tables[name].lines
    found = lines.get((serial, letter)) or lines.get((serial, "N")) or [0]
    return DataError(FORMATS[name].file, found[nth], f"{problem} (record {serial})")


def _terrain(tables: EditTables) -> Found:
    terrain = tables["terrain"].records
    for serial, record in terrain.items():
        if record.lookalike not in terrain:
            yield "terrain", "M", serial, f"looks like terrain {record.lookalike}, which is not"


def _abilities(tables: EditTables) -> Found:
    known = {ability.ref for ability in tables["abilities"].records.values()}

    def missing(refs: Iterable[AbilityRef]) -> str:
        return ", ".join(f"{ref.skill}/{ref.number}" for ref in refs if ref not in known)

    for name in ("kinds", "artefacts", "specials"):
        for serial, record in tables[name].records.items():
            if lost := missing(record.abilities):
                yield name, "B", serial, f"there is no ability {lost}"
    for serial, ability in tables["abilities"].records.items():
        if lost := missing(ability.prerequisites):
            yield "abilities", "P", serial, f"there is no ability {lost}"


def _kinds(tables: EditTables) -> set[tuple[int, int]]:
    return {(kind.tval, kind.sval) for kind in tables["kinds"].records.values()}


def _artefacts(tables: EditTables) -> Found:
    kinds = _kinds(tables)
    for serial, artefact in tables["artefacts"].records.items():
        if serial not in ARTEFACT_TEMPLATES and (artefact.tval, artefact.sval) not in kinds:
            problem = f"there is no object kind {artefact.tval}:{artefact.sval}"
            yield "artefacts", "I", serial, problem


def _special_artefacts(tables: EditTables, limits: Limits) -> Found:
    plain = {
        (kind.tval, kind.sval)
        for kind in tables["kinds"].records.values()
        if "INSTA_ART" not in kind.flags
    }
    for serial, artefact in tables["artefacts"].records.items():
        special = 1 <= serial < limits.special_artefacts and "INSTA_ART" in artefact.flags
        if special and (artefact.tval, artefact.sval) in plain:
            yield "artefacts", "F", serial, "is INSTA_ART, but its object kind is not"


def _spans(tables: EditTables) -> Found:
    for name in ("specials", "abilities"):
        for serial, record in tables[name].records.items():
            for nth, span in enumerate(record.fits):
                if span.tval not in KNOWN_TVALS:
                    yield name, "T", serial, f"no class of objects has tval {span.tval}", nth


def _people(tables: EditTables) -> Found:
    kinds = _kinds(tables)
    houses = tables["houses"].records
    charts = {row.chart for row in tables["history"].records.values()}
    for serial, race in tables["races"].records.items():
        if lost := sorted(race.houses - houses.keys()):
            yield "races", "C", serial, f"there is no house {', '.join(map(str, lost))}"
        if race.history_chart not in charts:
            yield "races", "I", serial, f"there is no history chart {race.history_chart}"
        for nth, item in enumerate(race.starting_items):
            if (item.tval, item.sval) not in kinds:
                problem = f"there is no object kind {item.tval}:{item.sval}"
                yield "races", "E", serial, problem, nth
        if serial not in tables["monsters"].records:
            yield "races", "N", serial, "no monster of this number gives the player's picture"


def _history(tables: EditTables) -> Found:
    rows: dict[int, History] = tables["history"].records
    last_of_chart = {row.chart: row for row in rows.values()}
    for serial, row in rows.items():
        if row.next_chart and row.next_chart not in last_of_chart:
            yield "history", "N", serial, f"there is no history chart {row.next_chart}"
        if row.house and row.house not in tables["houses"].records:
            yield "history", "N", serial, f"there is no house {row.house}"
    for chart, row in last_of_chart.items():
        if row.roll != 100:
            yield "history", "N", row.serial, f"chart {chart} ends at {row.roll} instead of 100"


def _flavours(tables: EditTables) -> Found:
    kinds = _kinds(tables)
    flavours = tables["flavours"].records
    fixed = {(word.tval, word.sval) for word in flavours.values() if word.sval is not None}
    for serial, word in flavours.items():
        if word.sval is not None and (word.tval, word.sval) not in kinds:
            yield "flavours", "N", serial, f"there is no object kind {word.tval}:{word.sval}"
    pools = Counter(word.tval for word in flavours.values() if word.sval is None)
    needs = Counter(
        kind.tval
        for kind in tables["kinds"].records.values()
        if kind.tval in FLAVOURED_TVALS
        and (kind.tval, kind.sval) not in fixed
        and (kind.tval != FOOD or kind.sval < FIRST_PLAIN_FOOD)
    )
    for tval in FLAVOURED_TVALS:
        if pools[tval] < needs[tval]:
            problem = f"{pools[tval]} words of tval {tval} for {needs[tval]} kinds"
            yield "flavours", "N", max(flavours, default=-1), problem


def _vaults(tables: EditTables) -> Found:
    vaults = tables["vaults"].records
    if vaults and (GATES_SERIAL not in vaults or vaults[GATES_SERIAL].type != GATES_TYPE):
        yield "vaults", "X", GATES_SERIAL, "the gates, type 10, must be vault 1"
