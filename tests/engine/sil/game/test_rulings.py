"""The record of rulings holds the table of differences, row for row."""

import csv
import json
from itertools import product
from pathlib import Path

import msgspec
import pytest

from engine.sil.game.presets import MANUAL, PRESETS, differences, in_words
from engine.sil.game.rulings import RULES, Rulings
from tests.checks.citations import read_pages, unresolved
from tests.checks.project import ROOT
from tests.rows import for_each

PAGES = read_pages(ROOT)

with open(Path(__file__).with_name("rulings.csv"), newline="") as table:
    ROWS = {row["id"]: row for row in csv.DictReader(table)}
NAMING = ("starting_weapon", "throwing_kinds", "cheapest_to_enchant", "impale_keeps",
          "whirlwind_keeps")  # fmt: skip


@pytest.mark.covers("spec-rulings: Where a value comes from")
def test_every_row_of_the_table_is_a_field_and_every_field_a_row():
    assert list(ROWS) == list(RULES)
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
def test_a_field_names_its_subject_and_source(field):
    assert RULES[field] == (ROWS[field]["subject"], ROWS[field]["source"])


@for_each("field", ROWS)
def test_a_field_has_a_heading_in_the_rules_and_its_source_names_sections_of_them(field):
    assert field in PAGES["rulings"].headings
    source = RULES[field].source
    assert " | rules: " in source
    assert not list(unresolved(source.partition(" | ")[2], PAGES))


@pytest.mark.covers("spec-character-combat: 15. Documents versus game")
def test_the_differences_from_a_preset_are_exactly_the_rows_that_differ():
    for mine in PRESETS:
        for other in PRESETS:
            rows = [field for field, row in ROWS.items() if row[mine] != row[other]]
            found = differences(PRESETS[mine], PRESETS[other])
            assert [difference.field for difference in found] == rows
            assert all(difference.value != difference.other for difference in found)


def test_a_record_survives_saving():
    for preset in PRESETS.values():
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(preset), type=Rulings) == preset


def test_a_value_is_told_in_words():
    assert in_words(MANUAL.regeneration_item_effect) == "health 3; voice 0; always hungry yes"
    assert in_words(MANUAL.starting_weapon) == "none"
    assert in_words(MANUAL.throwing_kinds) == "dagger, spear, hand axe"
