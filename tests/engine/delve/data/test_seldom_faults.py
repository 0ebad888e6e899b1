"""Faults of Delve's data that are seldom made, each told with file and line."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from engine.delve.ruleset import DATA
from engine.delve.state import DEEPEST
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


# File, how a line begins, the field that takes its place, its lowest and its highest figure. Each
# is of another record: of one record one fault is told.
BOUNDS = [
    ("abilities.txt", "  defence: 2", "defence", -20, 20),
    ("abilities.txt", "  figure: 4", "figure", 1, 200),
    ("classes.txt", "  health: 20", "health", 1, 200),
    ("classes.txt", "  energy: 26", "energy", 1, 200),
    ("classes.txt", "  power: 3", "power", 0, 200),
    ("figures.txt", "  gas-drifts: 20", "gas-drifts", 1, 999),
    ("items.txt", "  nutrition: ", "nutrition", 0, 200),
    ("monsters.txt", "  level: ", "level", 0, DEEPEST),
    ("spells.txt", "  chance: ", "chance", 0, 100),
    ("spells.txt", "  jump: ", "jump", 0, 20),
    ("statuses.txt", "  power: 4", "power", -20, 20),
    ("statuses.txt", "  defence: 6", "defence", -20, 20),
    ("terrain.txt", "  burns: ", "burns", 0, 99),
    ("terrain.txt", "  catches: 80", "catches", 0, 100),
    ("terrain.txt", "  every: ", "every", 1, 99),
]


def told_of_figures(folder: Path, which: int, beyond: int) -> list[str]:
    """Return the faults of data with all lowest (0) or highest (1) figures, or beyond them."""
    shutil.copytree(DATA, folder)
    for file, line, field, *bounds in BOUNDS:
        words = (folder / file).read_text(encoding="utf-8")
        figure = f"  {field}: {bounds[which] + (beyond if which else -beyond)}\n"
        changed, times = re.subn(rf"^{line}.*\n", figure, words, count=1, flags=re.MULTILINE)
        assert times == 1, (file, line)
        (folder / file).write_text(changed, encoding="utf-8")
    return list(ruleset().check_data(folder).errors)


def test_figures_are_taken_up_to_their_bounds_and_none_beyond(tmp_path: Path) -> None:
    for which in (0, 1):
        assert told_of_figures(tmp_path / f"at {which}", which, 0) == []
        found = told_of_figures(tmp_path / f"beyond {which}", which, 1)
        assert len(found) == len(BOUNDS)
        for file, _, field, *bounds in BOUNDS:
            figure = bounds[which] + (1 if which else -1)
            fault = f"{figure} is not between {bounds[0]} and {bounds[1]}"
            assert [each for each in found if each.startswith(file) and fault in each], field
