"""Tiles with the sheet of others over them."""

from pathlib import Path

import pytest
from PIL import Image

import render
from engine.contract.sprites import SpriteSheet
from engine.contract.view import Ground
from engine.sil.data.bundle import DataErrors
from engine.sil.ruleset import SilQ
from render import SourceError, TileLibrary
from render.pixels import CLEAR, LETTER
from render.sprite_sheet import sheet_cells
from render.tile_library import own_tiles
from render.tileset import TileSet
from tests.render import scenes
from tests.render.sheet_of_others import PRF, sheet_of_others
from tests.render.test_pictures import pixels

SIL = SilQ()
SOLDIER, FLOOR = "sil:monster/orc-soldier", "sil:terrain/open-floor"


def library(folder: Path) -> TileLibrary:
    """Our tiles with the sheet of a folder over Sil's."""
    return TileLibrary((SIL.sprite_sheet(folder),))


def loaded(folder: Path) -> TileSet:
    """Sil's tiles with the sheet of a folder over them."""
    return library(folder).tile_set("sil")


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    return sheet_of_others(tmp_path)


@pytest.mark.covers("spec-edit-files: Part 6. Tile sheets", "spec-world: 15.8 Tiles")
@pytest.mark.covers("sil-q-codebase: Tileset Image Definition")
def test_a_foreign_sheet_replaces_our_tiles_and_ours_fill_its_gaps(foreign: Path) -> None:
    tiles = loaded(foreign)
    ours = own_tiles().tile_set("sil")
    assert (tiles.entity(SOLDIER, "o", "s") != ours.entity(SOLDIER, "o", "s")).any()
    assert (
        tiles.entity("sil:monster/orc-archer", "o", "U")
        == ours.entity("sil:monster/orc-archer", "o", "U")
    ).all()
    assert (
        tiles.entity("sil:hero/naugrim+3", "@", "w", 0)[8, 8]
        == tiles.cells["sil:hero/naugrim+3"][7, 7]
        != CLEAR
    )
    soldier = tiles.cells[SOLDIER]
    assert soldier[0, 0] == CLEAR
    red, green, blue = tiles.rgb[soldier[13, 8]]
    assert abs(red - 30) + abs(green - 30) + abs(blue - 200) < 60  # the nearest of forty colours
    sheets = library(foreign)
    assert sheets.tile_set("sil", "foundry") is sheets.tile_set("sil")
    picture = render.picture(scenes.exploring(), tiles=sheets)
    assert soldier[8, 8] in pixels(picture.png)
    assert len(picture.png) <= 60_000


def test_a_foreign_sheet_adds_at_most_forty_colours(foreign: Path) -> None:
    assert len(loaded(foreign).rgb) <= len(own_tiles().tile_set("sil").rgb) + 40


@pytest.mark.covers("spec-edit-files: Part 6. Tile sheets")
def test_remembered_floor_uses_the_twin_cell(foreign: Path) -> None:
    tiles = loaded(foreign)
    assert (tiles.remembered_cells[FLOOR] != tiles.cells[FLOOR]).any()


@pytest.mark.covers("spec-edit-files: Part 6. Tile sheets")
def test_a_locked_door_has_the_picture_of_what_it_looks_like(foreign: Path) -> None:
    assert "sil:terrain/locked-door" not in loaded(foreign).cells  # a door, and the sheet has none
    (foreign / "graf.prf").write_text(PRF + "F:32:0x80/0x8A\n")
    tiles = loaded(foreign)
    assert (tiles.cells["sil:terrain/locked-door"] == tiles.cells["sil:terrain/door"]).all()


def test_foreign_light_falls_on_foreign_ground(foreign: Path) -> None:
    tiles = loaded(foreign)
    code = 16 + int(tiles.cells[FLOOR][8, 8])
    bright = [sum(tiles.rgb[int(tiles.shades[step, code])]) for step in range(4)]
    assert bright == sorted(bright)
    assert bright[0] < bright[2]


def test_a_line_that_points_beyond_the_sheet_is_refused_with_file_and_line(foreign: Path) -> None:
    (foreign / "graf.prf").write_text(PRF + "R:42:0x90/0x80\n")
    with pytest.raises(SourceError, match=r"graf.prf:10: .*row 16"):
        loaded(foreign)


def test_a_line_that_cannot_be_read_is_refused_with_file_and_line(foreign: Path) -> None:
    (foreign / "graf.prf").write_text("R:41:0x81/0x82\nJ:1\n")
    with pytest.raises(DataErrors, match=r"graf.prf:2: "):
        loaded(foreign)


def test_a_folder_without_a_sheet_or_prefs_is_refused(foreign: Path) -> None:
    (foreign / "graf.prf").unlink()
    with pytest.raises(DataErrors, match=r"no \.prf file"):
        loaded(foreign)
    (foreign / "graf.prf").write_text(PRF)
    (foreign / "sheet.png").write_bytes(b"no image")
    with pytest.raises(SourceError, match=r"cannot be read as an image"):
        loaded(foreign)
    (foreign / "sheet.png").unlink()
    with pytest.raises(DataErrors, match="0 sheet images"):
        loaded(foreign)


@pytest.mark.covers("spec-edit-files: Tile sheets")
def test_cells_outside_the_sheet_are_named(foreign: Path) -> None:
    (foreign / "graf.prf").write_text("F:1:0x8F/0x9F\nK:22:0x8F/0xA0\n")
    with pytest.raises(SourceError) as error:
        loaded(foreign)
    problem = "sil:item/robe is row 15, column 32 of a sheet of 16 rows, 32 columns"
    assert str(error.value) == f"{foreign.name}/graf.prf:2: {problem}"


@pytest.mark.covers("spec-world: 15.8 Tiles")
def test_whoever_is_heard_unseen_has_the_special_picture_of_the_sheet(foreign: Path) -> None:
    ours = own_tiles().tile_set("sil").named("heard")
    assert (loaded(foreign).named("heard") == ours).all()
    view = scenes.exploring()
    assert view.map is not None
    assert any(mark.kind == "heard" for mark in view.map.marks)
    before = render.picture(view, tiles=library(foreign)).png
    (foreign / "graf.prf").write_text(PRF + "S:0x0A:0x8C/0x8A\nS:0x50:0x83/0x9F\n")
    cells = SIL.sprite_sheet(foreign).sprites
    assert {name: cell for name, cell in cells.items() if name.startswith("mark:")} == {
        "mark:heard": (12, 10)
    }
    tiles = loaded(foreign)
    assert (tiles.named("heard")[1:-1, 1:-1] == tiles.cells["mark:heard"]).all()
    assert (tiles.named("hit") == own_tiles().tile_set("sil").named("hit")).all()
    assert render.picture(view, tiles=library(foreign)).png != before


def test_a_wall_of_a_sheet_stands_on_ground_that_is_no_open_one(foreign: Path) -> None:
    tiles = loaded(foreign)
    floor = tiles.look(Ground(FLOOR, ".", "W", "floor"))
    cell = tiles.cells[FLOOR]
    codes = tiles.atlas[floor.plain[0]]
    assert ((codes == 0) == (cell == CLEAR)).all()
    shown = cell != CLEAR
    assert (codes[shown] == cell[shown] + LETTER).all()
    assert floor.plain == (floor.plain[0],) * 3
    assert floor.face == floor.plain[0]
    kept = tiles.atlas[floor.kept[0]]
    twin = tiles.remembered_cells[FLOOR]
    assert (kept[twin != CLEAR] == twin[twin != CLEAR] + LETTER).all()
    assert (floor.wall, floor.rock, floor.void) == (False, False, False)
    wall = tiles.look(Ground("sil:terrain/granite-wall", "#", "W", "wall", solid=True))
    assert (wall.wall, wall.rock) == (True, False)
    if "sil:terrain/granite-wall" not in tiles.remembered_cells:
        assert wall.kept == wall.plain


CELLS = {"one": (0, 0), "two": (1, 1), "beyond": (2, 0)}  # row, column of a sheet of 2 x 2
RED, GREEN, BLUE = (200, 10, 10), (10, 200, 10), (10, 10, 200)


def small_sheet(folder: Path, alpha: int | None, size: tuple[int, int] = (32, 32)) -> SpriteSheet:
    """Write a sheet that is blue, with red pixels in the first cell and two green ones in the
    last, of which one has that alpha (None: the image has none)."""
    image = Image.new("RGB" if alpha is None else "RGBA", size, BLUE)
    for place in ((5, 3), (1, 0), (0, 1)):
        image.putpixel(place, RED)
    image.putpixel((16 + 7, 16 + 2), GREEN)
    image.putpixel((16 + 8, 16 + 2), GREEN if alpha is None else (*GREEN, alpha))
    image.save(folder / "small.png")
    return SpriteSheet(str(folder / "small.png"), CELLS)


@pytest.mark.parametrize(("alpha", "seen"), [(254, True), (128, True), (127, False), (0, False)])
def test_with_alpha_what_is_less_than_half_opaque_is_see_through(
    tmp_path: Path, alpha: int, seen: bool
) -> None:
    cut = sheet_cells(small_sheet(tmp_path, alpha), 50)
    assert cut.colours == [BLUE, GREEN, RED]
    one, two = cut.shown["one"], cut.shown["two"]
    assert (one[3, 5], one[0, 0], two[2, 7]) == (52, 50, 51)
    assert two[2, 8] == (51 if seen else CLEAR)
    assert (cut.shown["beyond"] == 50).all()  # all as the first pixel of the sheet


@pytest.mark.parametrize("alpha", [None, 255])
def test_without_alpha_the_colour_of_the_first_pixel_is_see_through(
    tmp_path: Path, alpha: int | None
) -> None:
    cut = sheet_cells(small_sheet(tmp_path, alpha), 50)
    assert cut.colours == [GREEN, RED]
    one, two = cut.shown["one"], cut.shown["two"]
    assert (one[3, 5], one[0, 0], two[2, 7], two[2, 8]) == (51, CLEAR, 50, 50)
    assert (cut.shown["beyond"] == CLEAR).all()
    assert {cell.shape for cell in cut.shown.values()} == {(16, 16)}


@pytest.mark.parametrize("size", [(33, 32), (32, 40)])
def test_a_sheet_is_made_of_whole_cells(tmp_path: Path, size: tuple[int, int]) -> None:
    sheet = small_sheet(tmp_path, None, size)
    with pytest.raises(SourceError) as error:
        sheet_cells(sheet, 50)
    assert str(error.value).endswith(f": {size[0]} x {size[1]} is not whole 16 x 16 cells")


def test_cells_of_another_size_are_refused(tmp_path: Path) -> None:
    sheet = small_sheet(tmp_path, None)
    with pytest.raises(SourceError, match="cells of 32 pixels cannot be drawn, only of 16"):
        sheet_cells(SpriteSheet(sheet.image, CELLS, cell=32), 50)


@pytest.mark.parametrize("count", [1, 39, 40, 41, 43])
def test_up_to_forty_colours_of_a_sheet_stay_as_they_are(tmp_path: Path, count: int) -> None:
    image = Image.new("RGB", (16, 16), BLUE)
    shades = [(5 * n, 100, 0) for n in range(count)]
    places = [(n % 16, 1 + n // 16) for n in range(count)]
    for place, shade in zip(places, shades, strict=True):
        image.putpixel(place, shade)
    image.save(tmp_path / "shades.png")
    cut = sheet_cells(SpriteSheet(str(tmp_path / "shades.png"), {"one": (0, 0)}), 50)
    cell = cut.shown["one"]
    assert (cell != CLEAR).sum() == count
    drawn = [cut.colours[int(cell[y, x]) - 50] for x, y in places]
    if count <= 40:
        assert cut.colours == drawn == shades
    else:
        assert len(cut.colours) == 40
        assert all(abs(a[0] - b[0]) <= 10 for a, b in zip(drawn, shades, strict=True))
