"""The record of rulings holds the table of differences, row for row."""

import csv
import json
from itertools import product
from pathlib import Path

import msgspec
import pytest

from engine.sil.data.rulings import Rulings
from engine.sil.game.presets import PRESETS, differences
from engine.silg.rulings import SIL_G
from tests.checks.citations import read_pages, unresolved
from tests.checks.project import ROOT
from tests.engine.sil.stage import DATA
from tests.rows import for_each

PAGES = read_pages(ROOT)
RECORDS = {**PRESETS, "silg": SIL_G}

with open(Path(__file__).with_name("rulings.csv"), newline="") as table:
    ROWS = {row["id"]: row for row in csv.DictReader(table)}
NAMING = ("starting_weapon", "throwing_kinds", "cheapest_to_enchant", "impale_keeps",
          "whirlwind_keeps")  # fmt: skip


@pytest.mark.covers("spec-rulings: Where a value comes from")
def test_every_row_of_the_table_is_a_field_and_every_field_a_row():
    assert {*ROWS} == {each.name for each in DATA.rules.rulings}
    assert list(ROWS) == [field.name for field in msgspec.structs.fields(Rulings)]


@for_each("cell", product(ROWS, PRESETS))
def test_a_preset_holds_the_tables_value(cell):
    field, name = cell
    value = msgspec.to_builtins(getattr(PRESETS[name], field))
    wanted = json.loads(ROWS[field][name])
    if field in NAMING:  # the table has the names of the manual, the presets the roles of the data
        wanted = json.loads(ROWS[field][name].lower())
    assert json.loads(json.dumps(value)) == wanted


@for_each("field", ROWS)
def test_a_field_has_a_heading_in_the_rules_and_its_source_names_sections_of_them(field):
    assert field in PAGES["rulings"].headings
    source = ROWS[field]["source"]
    assert " | rules: " in source
    assert not list(unresolved(source.partition(" | ")[2], PAGES))


@for_each("field", ROWS)
def test_players_read_other_words_where_the_values_of_a_ruling_differ(field):
    (words,) = (each for each in DATA.rules.rulings if each.name == field)
    for a, b in product(RECORDS, repeat=2):
        values = [words.values.get(name, words.values["manual"]) for name in (a, b)]
        alike = getattr(RECORDS[a], field) == getattr(RECORDS[b], field)
        assert (values[0] == values[1]) == alike, (a, b)


@pytest.mark.covers("spec-character-combat: 15. Documents versus game")
def test_the_differences_from_a_preset_are_exactly_the_rows_that_differ():
    for mine in PRESETS:
        for other in PRESETS:
            rows = [field for field, row in ROWS.items() if row[mine] != row[other]]
            found = differences(DATA.rules.rulings, PRESETS[mine], PRESETS[other])
            assert sorted(each.name for each in found) == sorted(rows)


def test_a_record_survives_saving():
    for preset in PRESETS.values():
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(preset), type=Rulings) == preset
