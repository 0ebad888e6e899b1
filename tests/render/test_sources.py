"""The tile sources: what is refused, and that every tile is told apart by its shape."""

import shutil
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from render import SourceError
from render.tile_files import read_palette
from render.tile_library import own_tiles
from render.tileset import FOLDER, TileSet

TILE = "tile {name}\n" + "W...............\n" * 16 + "\n"


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A copy of our sources, to spoil."""
    for name in ("common", "sil"):
        shutil.copytree(FOLDER / name, tmp_path / name)
    return tmp_path


def spoil(path: Path, old: str, new: str) -> int:
    """Replace a text once; the number of the line where it starts."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


def refused(folder: Path, file: str, line: int, why: str) -> None:
    """Loading says file, line and why."""
    with pytest.raises(SourceError) as error:
        TileSet("sil", root=folder)
    assert str(error.value) == f"{file}:{line}: {why}"


def test_a_row_of_the_wrong_width_is_refused(sources: Path) -> None:
    line = spoil(sources / "common" / "tiles.txt", "2333333333343333\n", "233333333334333\n")
    refused(sources, "common/tiles.txt", line, "a row of 15 letters where 16 belong")


def test_an_unknown_letter_is_refused(sources: Path) -> None:
    line = spoil(sources / "common" / "tiles.txt", "2333333333343333\n", "23333333333k3333\n")
    refused(sources, "common/tiles.txt", line, "unknown letter 'k'")


def test_a_tile_that_lacks_a_row_is_refused(sources: Path) -> None:
    spoil(sources / "common" / "tiles.txt", "2333333333343333\n", "")
    refused(sources, "common/tiles.txt", 6, "tile floor_a has 15 rows, not 16")


def test_a_name_that_stands_twice_is_refused(sources: Path) -> None:
    path = sources / "common" / "tiles.txt"
    text = path.read_text(encoding="utf-8").rstrip("\n") + "\n\n"
    path.write_text(text + TILE.format(name="orc"), encoding="utf-8")
    refused(sources, "common/tiles.txt", text.count("\n") + 1, "tile orc stands here a second time")


def test_a_tile_that_no_rule_uses_is_refused(sources: Path) -> None:
    path = sources / "sil" / "tiles.txt"
    text = path.read_text(encoding="utf-8").rstrip("\n") + "\n\n"
    path.write_text(text + TILE.format(name="idle"), encoding="utf-8")
    with pytest.raises(SourceError, match=r"sil/sprites.txt:\d+: no rule uses the tile idle"):
        TileSet("sil", root=sources)


@pytest.mark.parametrize(
    ("new", "why"),
    [
        ("entity o ork", "unknown tile 'ork'"),
        ("entity o", "the line is too short"),
        ("folk o orc", "unknown word 'folk'"),
        ("lighting dim moon", "unknown lighting 'moon'"),
        ("entity o orc hat=red", "unknown option 'hat=red'"),
        ("entity o orc accent=qqq", "accent 'qqq' is not three letters of the palette"),
        ("entity o orc mark=moon", "unknown mark 'moon'"),
        ("entity o orc ramp=pink", "unknown ramp 'pink'"),
        ("entity o orc below=sky", "unknown ground 'sky'"),
        ("entity @ orc", "entity:@ has a rule already"),
    ],
)
def test_a_rule_that_cannot_be_read_is_refused(sources: Path, new: str, why: str) -> None:
    line = spoil(sources / "sil" / "sprites.txt", "entity o orc\n", new + "\n")
    refused(sources, "sil/sprites.txt", line, why)


def test_a_colour_without_its_six_digits_is_refused(sources: Path) -> None:
    line = spoil(sources / "common" / "palette.txt", "3b3e48", "3b3e4")
    refused(sources, "common/palette.txt", line, "no colour of six hex digits")


def test_a_letter_of_uneven_rows_is_refused(sources: Path) -> None:
    line = spoil(sources / "common" / "font.txt", "A .##./", "A .##/")
    refused(sources, "common/font.txt", line, "not a letter and its rows of # and .")


def test_the_palette_stays_small() -> None:
    assert len(own_tiles().tile_set("sil").rgb) <= 64


def test_every_letter_of_sils_monsters_and_objects_has_a_tile() -> None:
    rules = own_tiles().tile_set("sil").rules
    assert all(
        rules.find("entity", "sil:monster/new", letter) for letter in "@oCfTGMmIsSdDbWwvRHNV&"
    )
    assert all(rules.find("item", "sil:item/new", letter) for letter in '|/\\}-([)]="~*,!_?')
    assert all(rules.find("ground", "sil:terrain/new", letter) for letter in ".#%:+'<>0;^")


def test_the_font_has_every_letter_that_stands_on_a_map() -> None:
    font = own_tiles().tile_set("sil").font
    assert not set("@oCfTGMmIsSdDbWwvRHNV&|/\\}-([)]=\"~*,!_?.#%:+'<>0;^") - set(font)
    assert not {chr(code) for code in range(33, 127)} - set(font)


# Pairs that differ in less than `APART` of 225 pixels, and what else tells them apart.
KNOWN_PAIRS = {frozenset({"leather", "mail"}): "rings and a steel hue against brown hide"}
APART = 12
APART_HEROES = 3  # heroes share a body: colours tell the people, the card tells what is held


def _least_gap(pair: frozenset[str]) -> int:
    return APART_HEROES if all(name.startswith("hero_") for name in pair) else APART


def test_every_standing_tile_is_told_apart_as_a_black_shape_at_15_pixels() -> None:
    tiles = own_tiles().tile_set("sil")
    picked = np.round(np.linspace(0, 15, 15)).astype(int)
    shapes = {}
    for name in tiles.tiles:
        body = tiles.tiles[name] != 0
        if body.mean() < 0.9:  # floors, walls, doors fill their square: they are ground
            shapes[name] = body[np.ix_(picked, picked)]
    near = {
        frozenset(pair): int((shapes[pair[0]] != shapes[pair[1]]).sum())
        for pair in combinations(sorted(shapes), 2)
    }
    close = {tuple(sorted(pair)): gap for pair, gap in near.items() if gap < _least_gap(pair)}
    assert set(map(frozenset, close)) == set(KNOWN_PAIRS), close


def test_a_palette_has_a_colour_a_line_and_its_own_take_the_place_of_those_before(
    tmp_path: Path,
) -> None:
    path = tmp_path / "palette.txt"
    path.write_text("# colours\n\nK black 000000 ink\n\nR red 0a141e blood\n", "utf-8")
    base = read_palette(path)
    assert (base.rgb, base.index) == (((0, 0, 0), (10, 20, 30)), {"K": 0, "R": 1})
    path.write_text("R red 281e14\n\nB light blue 0000ff\n", "utf-8")
    found = read_palette(path, base)
    assert found.rgb == ((0, 0, 0), (40, 30, 20), (0, 0, 255))
    assert found.index == {"K": 0, "R": 1, "B": 2}


@pytest.mark.parametrize(
    ("written", "line", "why"),
    [
        ("\nR red 0a141e\n\nR rose 0a141f\n", 4, "colour R stands here a second time"),
        ("R red 0a141\n", 1, "no colour of six hex digits"),
        ("R 0a141e\n", 1, "no colour of six hex digits"),
    ],
)
def test_a_line_that_is_no_colour_of_a_palette_is_refused(
    tmp_path: Path, written: str, line: int, why: str
) -> None:
    path = tmp_path / "palette.txt"
    path.write_text(written, "utf-8")
    with pytest.raises(SourceError) as error:
        read_palette(path)
    assert str(error.value).endswith(f"palette.txt:{line}: {why}")
