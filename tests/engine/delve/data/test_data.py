"""The data files: each fault is told with file and line; each file is whole."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.common.data_files import RecordError
from engine.delve import arena
from engine.delve.data.content import load
from engine.delve.data.declarations import (
    ITEM_EFFECTS,
    PLACE_RULES,
    PRICES,
    SPELL_EFFECTS,
    TRAITS,
    TRAP_EFFECTS,
)
from engine.delve.items import item_use
from engine.delve.levels.level_population import BELOW
from engine.delve.magic import spellcasting
from engine.delve.monsters.powers import POWERS
from engine.delve.movement import movement
from engine.delve.places import bargains
from engine.delve.ruleset import DATA, Delve
from tests.engine.delve.stage import content


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(DATA, tmp_path / "delve"))


@pytest.mark.parametrize(
    ("file", "added", "fault"),
    [
        ("monsters.txt", "monster x\n  level: one\n", r"monsters.txt:\d+: .*not a whole number"),
        ("monsters.txt", "monster x\n  level: 1\n  look: r R\n  family: fish\n  text: .\n",
         r"monsters.txt:\d+: .*there is no “fish”"),
        ("bargains.txt", "bargain x\n  takes: gold 3\n  gives: map\n  text: .\n",
         r"bargains.txt:\d+: .*there is no “gold”"),
        ("places.txt", "place x\n  fixture: gives-one\n  stock: ring\n  title: t\n  sight: s\n"
         "  text: .\n  plan:\n    %X%\n", r"places.txt:\d+: .*needs 1 niches"),
        ("places.txt", "place x\n  fixture: holds\n  stock: ring\n  title: t\n  sight: s\n"
         "  text: .\n  plan:\n    %X%\n    %%\n", r"places.txt:\d+: .*a plan is a rectangle"),
        ("monsters.txt", "monster rat\n  level: 1\n", r"monsters.txt:\d+: .*name is taken"),
        ("monsters.txt", "monster x\n  level: 1\n  look: r R\n  family: beast\n  text: .\n"
         "  resist: fire -5\n", r"monsters.txt:\d+: .*below -4"),
        ("monsters.txt", "monster x\n  level: 1\n  look: r R\n  family: beast\n  text: .\n"
         "  casts: nonsense\n", r"monsters.txt:\d+: .*there is no spell “nonsense”"),
        ("items.txt", "item x\n  look: x R\n  category: food\n  taste: sweet\n",
         r"items.txt:\d+: .*there is no field “taste”"),
        ("items.txt", "item x\n  category: food\n", r"items.txt:\d+: .*“look” is missing"),
        ("items.txt", "item x\n  look: long R\n  category: food\n", r"items.txt:\d+: .*a letter"),
        ("spells.txt", "spell x\n  cost: 1\n  cost: 2\n", r"spells.txt:\d+: .*stands twice"),
        ("spells.txt", "nonsense\n", r"spells.txt:\d+: a record begins"),
        ("classes.txt", "class x\n   odd: 1\n", r"classes.txt:\d+: a field is"),
        ("terrain.txt", "terrain moon\n  look: x R\n  text: .\n", r"terrain.txt:\d+: .*“moon”"),
    ],
)  # fmt: skip
def test_faults_are_told_with_file_and_line(
    folder: Path, file: str, added: str, fault: str
) -> None:
    path = folder / file
    path.write_text(path.read_text() + "\n" + added)
    with pytest.raises(RecordError, match=fault):
        load(folder)


def test_two_rulesets_with_different_data_live_side_by_side(folder: Path) -> None:
    path = folder / "monsters.txt"
    path.write_text(path.read_text().replace("monster rat\n  level: 0", "monster rat\n  level: 3"))
    other, plain = Delve(folder), Delve()
    assert other.content.monsters["rat"].level == 3
    assert plain.content.monsters["rat"].level == 0
    assert other.data_digest() != plain.data_digest()


def test_default_figures_are_those_of_the_level() -> None:
    usual, kinds = content().usual, content().monsters
    for name in ("kobold", "skeleton knight", "drunk cellarman"):
        kind = kinds[name]
        assert kind.health == usual.health[kind.level]
        assert kind.energy == usual.energy[kind.level]
    assert kinds["kobold"].power == usual.power[1]
    assert kinds["golem"].defence == usual.defence[17] + 4
    assert kinds["cave bear"].health == usual.health[8] * 3 // 4


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("curve heroes", "curve giants", r"curves.txt:\d+: .*there is no curve “giants”"),
        ("curve heroes", "curve giants", r"curves.txt:1: there is no curve heroes"),
        ("  energy: 10 ", "  energy: ", r"curves.txt:\d+: .*27 figures are needed, not 26"),
        ("  energy: 10 ", "  energy: ten ", r"curves.txt:\d+: .*not a whole number"),
        ("  energy: 10 ", "  energy: -1 ", r"curves.txt:\d+: .*below 0"),
    ],
)
def test_faults_of_curves_are_told(folder: Path, old: str, new: str, fault: str) -> None:
    path = folder / "curves.txt"
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(RecordError, match=fault):
        load(folder)


def test_every_effect_and_power_named_by_the_data_exists() -> None:
    assert set(ITEM_EFFECTS) == set(item_use.EFFECTS)
    assert set(SPELL_EFFECTS) == set(spellcasting.EFFECTS)
    kinds = (*content().items.values(), *content().fountains)
    named = {effect.name for kind in kinds for effect in kind.effects}
    bought = {effect.name for kind in content().bargains.values() for effect in kind.gives}
    assert named | bought == set(ITEM_EFFECTS)
    assert {kind.takes.name for kind in content().bargains.values()} == set(PRICES)
    assert set(bargains.PRICES) == set(PRICES)
    assert {kind.rule.name for kind in content().places.values()} == set(PLACE_RULES)
    assert set(content().trait_words) == set(TRAITS)
    assert set(TRAP_EFFECTS) == set(movement.TRAP_EFFECTS)
    assert {spell.effect for spell in content().spells.values()} == set(SPELL_EFFECTS)
    assert {trait for kind in content().monsters.values() for trait in kind.traits} == set(TRAITS)
    assert set(POWERS) <= set(TRAITS)


def test_monsters_of_every_level_have_a_home() -> None:
    for theme in content().themes.values():
        for depth in range(theme.first, theme.last + 1):
            kinds = [
                kind
                for kind in content().monsters.values()
                if depth - BELOW <= kind.level <= depth + 2
                and not kind.unique
                and (not kind.themes or theme.name in kind.themes)
            ]
            assert len(kinds) >= (5 if depth < 26 else 1), depth


def test_the_arena_lets_monsters_fight() -> None:
    result = arena.arena(content(), ["1 rat"], ["cave bear"], 6, "arena")
    assert result.blue_wins == 6
    assert result.red_wins + result.blue_wins + result.draws == 6
    assert str(result).startswith("red 0, blue 6")
    assert arena.arena(content(), ["1 rat"], ["cave bear"], 6, "arena") == result
    for bad in ("moon", "99 rat", ""):
        with pytest.raises(ValueError, match=r"no monster|has 1 to"):
            arena.read_group(content(), bad)
