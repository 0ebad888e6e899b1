"""Cells that the pref files of a folder give to sprites (rules: edit-files 6)."""

import pytest

from engine.sil.data import bundle
from engine.sil.data.bundle import DataErrors
from engine.sil.data.sprite_sheets import read_sprite_sheet
from engine.sil.data.sprites import ARMS
from engine.sil.level import terrain

DATA = bundle.load()
SOLDIER, HERO, LOCKED = 41, terrain.FLOOR, terrain.LOCKED_DOOR + 1
LINES = f"""R:{SOLDIER}:0x81/0x82
F:{terrain.FLOOR}:0x83/0x85
F:{terrain.CLOSED_DOOR}:0x85/0x86
F:{LOCKED}:0x87/0x88
K:30:0x89/0x8A
K:31:2/0x41
S:0x0A:0x8B/0x8C
S:0x0B:0x8D/0x8E
R:{HERO}:0x82/0x91
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "sheet.png").touch()
    (tmp_path / "graf.prf").write_text(LINES)
    return tmp_path


def test_what_has_a_line_has_the_cell_and_the_place_of_that_line(folder):
    sheet = read_sprite_sheet(folder, DATA)
    names = DATA.sprites
    hero = names.heroes[HERO]
    poses = {
        f"{held}+{pose}": (2, 17 + pose)
        for held in (hero, *(f"{hero}-{arms}" for arms in ARMS))
        for pose in range(16)
    }
    bare = {name.partition("+")[0]: (2, 17) for name in poses}
    floor, door = names.terrain[terrain.FLOOR], names.terrain[terrain.CLOSED_DOOR]
    locked = {
        names.terrain[serial]: (5, 6)
        for serial, feature in DATA.terrain.items()
        if feature.lookalike == terrain.CLOSED_DOOR and serial in names.terrain
    }
    floors = {
        names.terrain[serial]: (3, 5)
        for serial, feature in DATA.terrain.items()
        if feature.lookalike == terrain.FLOOR and serial in names.terrain
    }
    assert sheet.sprites == {
        names.monsters[SOLDIER]: (1, 2),
        names.kinds[30]: (9, 10),
        "mark:heard": (11, 12),
        **poses, **bare, **locked, **floors,
    }  # fmt: skip
    assert sheet.sprites[names.terrain[LOCKED]] == (5, 6)
    assert sheet.remembered == {floor: (3, 6)}
    assert sheet.origins == {
        names.monsters[SOLDIER]: "graf.prf:1",
        floor: "graf.prf:2",
        door: "graf.prf:3",
        names.terrain[LOCKED]: "graf.prf:4",
        names.kinds[30]: "graf.prf:5",
        "mark:heard": "graf.prf:7",
        hero: "graf.prf:9",
    }


@pytest.mark.parametrize(
    ("names", "first"),
    [
        (("a.prf", "graf.prf", "graf-new.prf"), "graf.prf"),
        (("a.prf", "graf-new.prf"), "graf-new.prf"),
        (("b.prf", "a.prf"), "a.prf"),
    ],
)
def test_one_file_of_a_folder_is_read_first(tmp_path, names, first):
    (tmp_path / "sheet.BMP").touch()
    for name in names:
        (tmp_path / name).write_text(f"R:{SOLDIER}:0x81/0x82\n")
    sheet = read_sprite_sheet(tmp_path, DATA)
    assert sheet.origins == {DATA.sprites.monsters[SOLDIER]: f"{first}:1"}
    assert sheet.image == str(tmp_path / "sheet.BMP")


def test_two_images_no_prefs_and_bad_lines_are_refused(folder):
    (folder / "other.gif").touch()
    with pytest.raises(DataErrors, match="2 sheet images where one belongs"):
        read_sprite_sheet(folder, DATA)
    (folder / "other.gif").unlink()
    (folder / "graf.prf").write_text("\nnonsense\n")
    with pytest.raises(DataErrors, match=r"graf\.prf:2"):
        read_sprite_sheet(folder, DATA)
    (folder / "graf.prf").unlink()
    with pytest.raises(DataErrors, match=r"no \.prf file beside the sheet"):
        read_sprite_sheet(folder, DATA)
