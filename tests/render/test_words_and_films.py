"""The view as text, as an animation, and with somebody else's tiles."""

import io
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image

import render
from engine.game import UNKNOWN, Grid
from render import SourceError, TileSet, Window
from render.source import CLEAR
from render.words import GAP, letters
from tests.render import golden, scenes
from tests.render.foreign import PRF, foreign_tiles
from tests.render.test_pictures import colours, pixels

# ---------------------------------------------------------------------- text


@pytest.mark.parametrize("scene", [scenes.exploring, scenes.party, scenes.game_master])
def test_text_and_picture_show_the_same_window(scene) -> None:
    view = scene()
    window = render.picture(view).window
    assert window is not None
    lines = render.text(view, 80).splitlines()
    rows = [line for line in lines if line[:4].strip().isdigit()]
    assert [int(row[:4]) for row in rows] == list(range(window.top, window.top + window.height))
    last = "".join(line.ljust(5 + window.width)[4 + window.width] for line in lines[1:4]).strip()
    assert render.column_name(window.left + window.width - 1).startswith(last[:1])


def test_text_shows_letters_only_where_something_is_known() -> None:
    grid = scenes.exploring().board
    assert isinstance(grid, Grid)
    rows = letters(grid, golden.WINDOW)
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if grid.state[y * grid.width + x] == UNKNOWN:
                assert letter in " ?"  # what was heard is marked where it was heard
    assert rows[20 - 14][46 - 36] == "@"


@pytest.mark.parametrize("width", [40, 60, 100])
def test_text_keeps_to_its_width(width: int) -> None:
    for scene in (scenes.exploring, scenes.worst, golden.sheet):
        view = scene()
        body = render.text(view, width).splitlines()
        told = {view.title, *(line for line in body if ": health" in line)}
        assert all(len(line) <= width for line in body if line not in told)


def test_text_names_what_is_in_sight_by_its_square() -> None:
    told = render.text(scenes.exploring(), 80)
    assert "o BB19 gorgol: Gorgol, the Butcher, unwary" in told
    assert "! AV18 a teal potion" in told
    assert "? AY23 something heard, not seen" in told


def test_text_tells_a_chasm_from_quartz_though_both_have_one_letter() -> None:
    sketch = ("#Q#", "._.", "...")
    grid = scenes.grid(sketch, ("sss",) * 3, focus=(16, 36))
    told = render.text(scenes.view(grid), 80)
    assert letters(grid, Window(14, 36, 3, 3, 3)) == ["#%#", f".{GAP}.", "..."]
    assert f"{GAP} AL15 chasm" in told
    assert "quartz" not in told


def test_text_counts_the_squares_of_a_wide_chasm() -> None:
    grid = scenes.grid(("_____", "....."), ("sssss",) * 2, focus=(15, 36))
    told = render.text(scenes.view(grid), 80)
    assert f"{GAP} AK14 and 4 more: chasm" in told


# ---------------------------------------------------------------------- animation


def test_a_walk_ends_in_the_still_and_keeps_one_window() -> None:
    view = scenes.exploring()
    stills = render.walk(view, [(20, 43), (20, 44), (20, 45), (20, 46)], 0)
    assert len(stills) == 4
    assert stills[-1].png == render.picture(view).png
    assert len({still.window for still in stills}) == 1
    film = render.animation(stills)
    assert film is not None
    image = Image.open(io.BytesIO(film))
    assert image.n_frames == 4
    assert "loop" not in image.info  # it plays once
    times = []
    for frame in range(4):
        image.seek(frame)
        times.append(image.info["duration"])
    assert times == [350, 350, 350, 2500]
    assert (np.asarray(image.convert("RGB")) == colours(stills[-1].png)).all()


def test_a_long_walk_has_at_most_twelve_frames_in_400_kilobytes() -> None:
    steps = [(20, 20 + n) for n in range(27)]
    stills = render.walk(scenes.exploring(), steps, 0)
    assert len(stills) == 12
    film = render.animation(stills)
    assert film is not None
    assert len(film) <= 400_000


def test_an_animation_that_would_be_too_large_is_none() -> None:
    view = scenes.worst()
    grid = view.board
    assert isinstance(grid, Grid)
    stills = []
    for shift in range(12):
        beings = tuple(replace(b, x=(b.x + shift) % grid.width) for b in grid.beings)
        stills.append(render.picture(replace(view, board=replace(grid, beings=beings))))
    assert render.animation(stills) is None
    assert render.animation(stills[:1]) is None


# ---------------------------------------------------------------------- foreign tiles


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    return foreign_tiles(tmp_path)


@pytest.mark.covers("spec-edit-files: Part 6. Tile sheets", "spec-world: 15.8 Tiles")
def test_a_foreign_sheet_replaces_our_tiles_and_ours_fill_its_gaps(foreign: Path) -> None:
    tiles = TileSet.load(foreign)
    ours = TileSet.own()
    assert (tiles.being("R:41", "o", "s") != ours.being("R:41", "o", "s")).any()
    assert (tiles.being("R:51", "o", "U") == ours.being("R:51", "o", "U")).all()
    assert tiles.being("R:2+3", "@", "w", 0)[8, 8] == tiles.sheet["R:2+3"][7, 7] != CLEAR
    soldier = tiles.sheet["R:41"]
    assert soldier[0, 0] == CLEAR
    red, green, blue = tiles.rgb[soldier[13, 8]]
    assert abs(red - 30) + abs(green - 30) + abs(blue - 200) < 60  # the nearest of forty colours
    picture = render.picture(scenes.exploring(), tiles=tiles)
    assert soldier[8, 8] in pixels(picture.png)
    assert len(picture.png) <= 60_000


def test_a_foreign_sheet_adds_at_most_forty_colours(foreign: Path) -> None:
    assert len(TileSet.load(foreign).rgb) <= len(TileSet.own().rgb) + 40


@pytest.mark.covers("spec-edit-files: Part 6. Tile sheets")
def test_remembered_floor_uses_the_twin_cell(foreign: Path) -> None:
    tiles = TileSet.load(foreign)
    assert (tiles.twins["F:1"] != tiles.sheet["F:1"]).any()


@pytest.mark.covers("spec-edit-files: Part 6. Tile sheets")
def test_a_locked_door_has_the_picture_of_what_it_looks_like(foreign: Path) -> None:
    assert "F:33" not in TileSet.load(foreign).sheet  # a door, and the sheet has none
    (foreign / "graf.prf").write_text(PRF + "F:32:0x80/0x8A\n")
    tiles = TileSet.load(foreign)
    assert (tiles.sheet["F:33"] == tiles.sheet["F:32"]).all()


def test_foreign_light_falls_on_foreign_ground(foreign: Path) -> None:
    tiles = TileSet.load(foreign)
    code = 16 + int(tiles.sheet["F:1"][8, 8])
    bright = [sum(tiles.rgb[int(tiles.shades[step, code])]) for step in range(4)]
    assert bright == sorted(bright)
    assert bright[0] < bright[2]


def test_a_line_that_points_beyond_the_sheet_is_refused_with_file_and_line(foreign: Path) -> None:
    (foreign / "graf.prf").write_text(PRF + "R:42:0x90/0x80\n")
    with pytest.raises(SourceError, match=r"graf.prf:10: .*row 16"):
        TileSet.load(foreign)


def test_a_line_that_cannot_be_read_is_refused_with_file_and_line(foreign: Path) -> None:
    (foreign / "graf.prf").write_text("R:41:0x81/0x82\nJ:1\n")
    with pytest.raises(SourceError, match=r"graf.prf:2: "):
        TileSet.load(foreign)


def test_a_folder_without_a_sheet_or_prefs_is_refused(foreign: Path, tmp_path: Path) -> None:
    (foreign / "graf.prf").unlink()
    with pytest.raises(SourceError, match=r"no \.prf file"):
        TileSet.load(foreign)
    (foreign / "sheet.png").write_bytes(b"no image")
    with pytest.raises(SourceError, match=r"cannot be read as an image"):
        TileSet.load(foreign)
    (foreign / "sheet.png").unlink()
    with pytest.raises(SourceError, match="0 sheet images"):
        TileSet.load(foreign)


# ---------------------------------------------------------------------- films of many turns


def test_a_film_of_sixty_full_pictures_keeps_to_two_million_bytes() -> None:
    view = scenes.worst()
    grid = view.board
    assert isinstance(grid, Grid)
    views = []
    for step in range(20):  # the hero walks: every picture is another part of the map
        beings = tuple(replace(b, x=b.x + step) if b.seat == 0 else b for b in grid.beings)
        focus = grid.focus and (grid.focus[0], grid.focus[1] + step)
        views.append(replace(view, board=replace(grid, beings=beings, focus=focus)))
    stills = [render.picture(each) for each in views]
    film = render.reel(stills * 3)
    assert len(film) <= 2_000_000
    moving = Image.open(io.BytesIO(film))
    assert moving.n_frames >= 15
    assert moving.size in ((1100, 700), (550, 350))
    assert "loop" not in moving.info


def test_a_film_ends_with_the_last_still() -> None:
    stills = [render.picture(scene()) for scene in (scenes.exploring, scenes.party)]
    moving = Image.open(io.BytesIO(render.reel(stills)))
    moving.seek(moving.n_frames - 1)
    assert np.array_equal(np.array(moving.convert("RGB")), colours(stills[-1].png))
