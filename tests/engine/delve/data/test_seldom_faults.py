"""Faults of Delve's data that are seldom made, each told with file and line."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from engine.delve.ruleset import DATA
from tests.engine.delve.stage import ruleset

FAULTS = [  # file, what stands there, what stands there instead, the fault that is told
    ("spells.txt", "  advice: upgrade 6", "  advice: upgrade 6; upgrade 5",
     "a purpose stands twice"),
    ("statuses.txt", "strike fire 1 4", "strike fire 1 4; strike ice 1 4", "one of them is enough"),
    ("bargains.txt", "takes: health 8", "takes: health 8; energy 8",
     "a bargain takes one thing and gives something"),
    ("places.txt", "fixture: gives-one", "fixture: gives-one; gives-one",
     "a place has one fixture"),
    ("places.txt", "%.,X,.%", "%.,U,.%", "“U”"),
    ("places.txt", "stock: shield; headgear; armour", "stock: shield; headgear; armor",
     "“armour”"),
    ("themes.txt", "  fall: quiet warrens\n", "", "a lord, and nobody else, has a fall"),
    ("themes.txt", "  lord: Mother Mole\n", "", "a lord, and nobody else, has a fall"),
    ("monsters.txt", "traits: pack 2", "traits: pack 2; pack 3", "“pack” stands twice"),
    ("monsters.txt", "traits: slow\n", "stages: fire spark\n  traits: slow\n",
     "a warden, and no other, has 4 stages"),
    ("classes.txt", "growth: power ability", "growth: power abilty", "did you mean “ability”"),
    ("items.txt", "look: ] t", "look: ]", "a look is a letter and a colour"),
    ("items.txt", "look: ) t", "look: ) t w", "a look is a letter and a colour"),
    ("items.txt", "  category: weapon\n", "", "a category is missing"),
    ("items.txt", "  category: weapon, thrown\n", "  category: wepon, thrown\n",
     "did you mean “weapon”"),
]  # fmt: skip


def told(folder: Path, faults: list[tuple[str, str, str, str]]) -> list[str]:
    """Return the faults of a copy of the data with these changes."""
    shutil.copytree(DATA, folder)
    for file, old, new, _ in faults:
        words = (folder / file).read_text(encoding="utf-8")
        assert old in words
        (folder / file).write_text(words.replace(old, new, 1), encoding="utf-8")
    return list(ruleset().check_data(folder).errors)


def test_each_of_many_faults_is_told_with_file_and_line(tmp_path: Path) -> None:
    found = told(tmp_path / "delve", FAULTS)
    for file, _, _, fault in FAULTS:
        assert [each for each in found if re.match(rf"{file}:\d+: ", each) and fault in each], fault
    assert len(found) == len(FAULTS), found


def test_a_plan_has_one_fixture_neither_none_nor_two(tmp_path: Path) -> None:
    faults = [("places.txt", "%..X..%", "%..XX.%", ""), ("places.txt", "%.,X,.%", "%.,,,.%", "")]
    found = told(tmp_path / "delve", faults)
    assert [each.split(": ")[-1] for each in found] == ["a plan has one X"] * 2
