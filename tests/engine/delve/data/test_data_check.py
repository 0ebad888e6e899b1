"""Faults in Delve's data are told with file and line, before a game is played."""

from __future__ import annotations

import random
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from engine.delve.data.content import load
from engine.delve.data.declarations import TRAITS
from engine.delve.ruleset import DATA
from tests.engine.delve.stage import content, ruleset

# Fields for people alone, in which any word will do.
FREE = frozenset((
    "text", "title", "arrival", "begins", "ends", "lines", "line", "springs", "cause", "plural",
    "secret", "sight", "mourning",
))  # fmt: skip


def corrupted(folder: Path, file: str, old: str, new: str) -> Path:
    """Return a copy of the data in which one piece of a file is another."""
    copy = folder / "delve"
    shutil.copytree(DATA, copy, dirs_exist_ok=True)
    words = (copy / file).read_text(encoding="utf-8")
    assert old in words
    (copy / file).write_text(words.replace(old, new, 1), encoding="utf-8")
    return copy


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        ("monsters.txt", "howls 15 20", "howls", "lacks an argument"),
        ("monsters.txt", "howls 15 20", "howlz 12", "“howlz”; did you mean “howls”"),
        ("monsters.txt", "howls 15 20", "howls loudly", "“loudly” is not a whole number"),
        ("monsters.txt", "howls 15 20", "howls 15 20 3", "“3” is too much"),
        ("monsters.txt", "howls 15 20", "howls 1200", "not between 1 and 99"),
        ("monsters.txt", "touch diseased 3", "touch diseasd 3", "did you mean “diseased”"),
        ("monsters.txt", "breeds iron hound", "breeds iron hond", "did you mean “iron hound”"),
        ("monsters.txt", "shielded fire", "shielded fir", "did you mean “fire”"),
        ("monsters.txt", "look: r n", "look: r QQ", "colour “QQ”"),
        ("monsters.txt", "look: r n", "look: ☂ n", "no tile for the letter"),
        ("monsters.txt", "themes: cellars", "themes: cellar", "did you mean “cellars”"),
        ("monsters.txt", "casts: confusion", "casts: confuson", "did you mean “confusion”"),
        ("monsters.txt", "carries: club 15", "carries: clubb 15", "did you mean “club”"),
        ("monsters.txt", "courage: 50", "corage: 50", "did you mean “courage”"),
        ("items.txt", "effects: dig", "effects: digg", "did you mean “dig”"),
        ("items.txt", "status frozen 4", "status froze 4", "did you mean “frozen”"),
        ("items.txt", "levels: 1-8", "levels: 8-1", "levels are from 1 to 26"),
        ("items.txt", "grants: steady", "grants: stedy", "did you mean “steady”"),
        ("spells.txt", "effect: damage", "effect: damge", "did you mean “damage”"),
        ("statuses.txt", "icon: frozen", "icon: frosen", "did you mean “frozen”"),
        ("statuses.txt", "{who:The} is frozen", "{whom} is frozen", "did you mean “who”"),
        ("abilities.txt", "classes: fighter monk", "classes: fihgter", "did you mean “fighter”"),
        ("figures.txt", "gas-drifts: 20", "gas-drift: 20", "“gas-drifts” is missing"),
        ("figures.txt", "flash: 2d6", "flash: 26", "“2d6”"),
        ("classes.txt", "  secret: evenfall\n", "", "there must be one secret class, not 0"),
        ("items.txt", "category: remains", "category: tool", "3 things of “remains”, not 2"),
        ("prose.txt", " | Here lies one who read to the end.", "", "3 “epitaphs”, not 2"),
        ("themes.txt", "  last: 10", "  last: 9", "level 10 must have one theme, not 0"),
        ("themes.txt", "  first: 6", "  first: 5", "level 5 must have one theme, not 2"),
        ("themes.txt", "  first: 1\n", "  first: 0\n", "0 is not between 1 and 26"),
        ("themes.txt", "  first: 26", "  first: 27", "27 is not between 1 and 26"),
        ("themes.txt", "  last: 26", "  last: 27", "27 is not between 26 and 26"),
        ("themes.txt", "  first: 6", "  first: 11", "not between 11 and 26"),
        ("terrain.txt", "catches: 80", "catches: 800", "not between 0 and 100"),
        ("abilities.txt", "  figure: 4\n", "", "“figure” is missing"),
        ("verbs.txt", "typed: h", "typed: h q", "“q” is typed for two verbs"),
        ("verbs.txt", "| percents", "| persents", "did you mean “percents”"),
        ("verbs.txt", "Its square", "", "“name | summary | words”"),
        ("verbs.txt", "Put on {thing}", "Put on {thin}", "did you mean “thing”"),
        ("verbs.txt", "intent: wear", "intent: ware", "did you mean “wear”"),
        ("verbs.txt", "group: battle", "group: batle", "did you mean “battle”"),
    ],
)
def test_a_fault_is_told_with_file_and_line_and_the_nearest_word(
    file: str, old: str, new: str, fault: str, tmp_path: Path
) -> None:
    report = ruleset().check_data(corrupted(tmp_path, file, old, new))
    assert len(report.errors) == 1
    assert re.match(rf"{file}:\d+: ", report.errors[0])
    assert fault in report.errors[0]


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    corrupted(tmp_path, "items.txt", "effects: dig", "effects: digg")
    shutil.copy(tmp_path / "delve" / "items.txt", tmp_path / "items.txt")
    copy = corrupted(tmp_path, "monsters.txt", "howls 15 20", "howlz 12")
    shutil.copy(tmp_path / "items.txt", copy / "items.txt")
    faults = ruleset().check_data(copy).errors
    assert [fault.split(":")[0] for fault in faults] == ["items.txt", "monsters.txt"]


def test_the_data_of_the_game_has_no_fault() -> None:
    report = ruleset().check_data(DATA)
    assert not report.errors
    assert dict(report.counts)["monsters.txt"] == len(content().monsters) + len(TRAITS)


def corrupt(dice: random.Random, lines: list[str]) -> list[str]:
    """Return lines with a word replaced by one found nowhere, a number dropped, or a line
    doubled."""
    places = [
        place
        for place, line in enumerate(lines)
        if re.match(r"  [a-z-]+: ", line) and line.split(":")[0].strip() not in FREE
    ]
    place = dice.choice(places)
    line = lines[place]
    how = dice.randrange(3)
    numbers = list(re.finditer(r"(?<!\d )\b\d+", line))  # a second one may be left out
    if how == 0 and numbers:
        number = dice.choice(numbers)
        line = line[: number.start()] + line[number.end() :]
    elif how == 1:
        return [*lines[: place + 1], line, *lines[place + 1 :]]
    else:
        words = list(re.finditer(r"[^\s,;:]+", line.split(":", 1)[1]))
        word = dice.choice(words)
        start = line.index(":") + 1
        line = line[: start + word.start()] + "zzyx" + line[start + word.end() :]
    return [*lines[:place], line, *lines[place + 1 :]]


def check_corruption(seed: int, folder: Path) -> None:
    dice = random.Random(seed)
    copy = folder / "delve"
    shutil.copytree(DATA, copy)
    file = dice.choice(sorted(copy.glob("*.txt")))
    if file.name == "prose.txt":
        file = copy / "monsters.txt"
    lines = file.read_text(encoding="utf-8").splitlines()
    changed = corrupt(dice, lines)
    file.write_text("\n".join(changed) + "\n", encoding="utf-8")
    faults = ruleset().check_data(copy).errors
    assert all(re.match(r"[a-z]+\.txt:\d+: ", fault) for fault in faults), faults
    if not faults:
        different = next(new for old, new in zip(lines, changed, strict=False) if old != new)
        loaded = replace(load(copy), digest="")
        assert loaded == replace(content(), digest=""), (file.name, different)


@pytest.mark.parametrize("seed", range(12))
def test_corrupted_data_is_refused_or_means_the_same(seed: int, tmp_path: Path) -> None:
    check_corruption(seed, tmp_path)


@pytest.mark.soak(part="random")
@pytest.mark.parametrize("seed", range(12, 220))
def test_much_corrupted_data_is_refused_or_means_the_same(seed: int, tmp_path: Path) -> None:
    check_corruption(seed, tmp_path)
