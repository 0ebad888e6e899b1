"""Faults in data files that are told seldom."""

import pytest

from engine.sil.data import bundle, edit_files, readers
from tests.engine.sil.data.test_rule_files import TABLES, Records, load, spoil

SPOILT = (
    ("items.txt", "item 134 Grace", "item the Grace", "“the” is no serial"),
    ("items.txt", "  role: robe", "  role: robe\n  grows: bonus + 1", "is of rings and amulets"),
    ("items.txt", "  role: iron crown", "  role: iron crown\n  effects: understand",
     "nobody uses things of tval 33"),
    ("items.txt", "effects: recharge 2", "effects: recharge 2; understand",
     "what works on a thing has no other effect"),
    ("items.txt", "grows: bonus d15 / 20", "grows: bonos d15 / 20", "“bonus”?"),
    ("items.txt", "themes: good, potions", "themes: good, portions", "“potions”?"),
    ("creatures.txt", "anger: evasion 22,", "anger: evasoin 22,", "“evasion”?"),
    ("builds.txt", "worn: weapon 57", "worn: weapon 9999", "there is no object 9999"),
    ("songs.txt", "voice: 1 every 3", "voice: 1 every 0", "it costs voice every how many turns?"),
    ("traps.txt", "trap 17 pit", "trap 1 pit", "terrain 1 is no trap"),
)  # fmt: skip


def test_every_fault_is_told_at_once_each_with_its_file_and_line(copy):
    lines = {told: spoil(copy, file, old, new) for file, old, new, told in SPOILT}
    _, faults = load(copy)
    for file, _, _, told in SPOILT:
        (fault,) = [f for f in faults if told in f]
        where, line, _ = fault.split(":", 2)
        assert where == file
        assert int(line) > 0
    assert len(lines) == len(SPOILT)


def test_what_all_of_the_data_together_lack_is_told(copy):
    spoil(copy, "flags.txt", "blow-method CLAW\n  text: claw\n", "")
    spoil(copy, "peoples.txt", "  tutorial: yes\n", "")
    spoil(copy, "creatures.txt", "protection-dice 7;", "protection-dice 7,")
    faults = load(copy)[1]
    assert "flags.txt:0: blow-method CLAW is missing" in faults
    assert "peoples.txt:0: one people has “tutorial: yes”" in faults
    assert "creatures.txt:0: creature 251 has 4 stages of anger" in faults
    assert len(faults) == 3


def test_a_file_of_rules_that_is_missing_cannot_be_read(copy):
    (copy / "builds.txt").unlink()
    (fault,) = load(copy)[1]
    assert fault.startswith("builds.txt:0: cannot be read: ")


def test_a_fault_in_the_rules_of_a_folder_is_an_error_of_the_folder(copy):
    spoil(copy, "traps.txt", "trap 17 pit", "trap 1 pit")
    tables = {name: Records(records) for name, records in TABLES.items()}
    errors = []
    bundle._read_rules(copy.parent, tables, errors)
    (error,) = errors
    assert (error.file, error.line > 1) == ("traps.txt", True)
    assert error.problem.endswith("terrain 1 is no trap")


def test_a_file_without_a_version_line_is_obsolete():
    for content, told in (
        (b"# nothing\n", ["obsolete file: it has no version line"]),
        (b"N:1:one\n", ["obsolete file: no version line before this one"]),
    ):
        errors = []
        assert list(edit_files.directives(content, "house.txt", errors)) == []
        assert [error.problem for error in errors] == told


def test_a_last_colon_of_allocations_says_nothing():
    assert edit_files.pairs("1/2:3/4", 9) == edit_files.pairs("1/2:3/4:", 9) == [(1, 2), (3, 4)]
    assert edit_files.pairs("5", 9) == [(5, 9)]


def test_the_evasion_of_a_monster_stands_in_brackets():
    fields = {}
    readers._monster_protection(fields, "[7,2d4]")
    assert (fields["evasion"], fields["protection"].number) == (7, 2)
    with pytest.raises(edit_files.Problem, match=r"P: wants \[evasion\] or \[evasion,XdY\]"):
        readers._monster_protection({}, "7,2d4")


def test_other_lines_than_names_are_refused_among_names():
    version = next(
        line
        for line in (bundle.SHIPPED / readers.NAMES_FILE).read_text().splitlines()
        if line.startswith("V:")
    )
    words, errors = readers.read_names(f"{version}\nN:Elmo\nX:Oops\nN:17\n".encode())
    assert words == ("elmo",)
    assert [(error.line, error.problem) for error in errors] == [
        (3, "undefined directive: X: is not a line of this file"),
        (4, "parse error: a name needs a letter"),
    ]
