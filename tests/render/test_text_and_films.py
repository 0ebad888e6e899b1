"""The view as text, and as a film."""

import io

import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image

import render
from engine.contract.view import UNKNOWN
from render import Window
from render.canvas import HEIGHT, WIDTH
from render.text_view import GAP, letters
from tests.render import golden, scenes
from tests.render.test_pictures import colours

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
    board = scenes.exploring().map
    assert board is not None
    rows = letters(board, golden.WINDOW)
    window = golden.WINDOW
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            place = (window.top + y - board.top) * board.width + window.left + x - board.left
            if board.state[place] == UNKNOWN:
                assert letter in " ?"  # what was heard is marked where it was heard
    assert rows[20 - window.top][46 - window.left] == "@"


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


def test_text_names_the_hero_first_and_all_others_from_north_to_south() -> None:
    told = render.text(scenes.exploring(), 80).splitlines()
    there = ["@ AU20", "C AT18", "o AX19", "o BB19", "o AX20", "o AW21"]
    first = next(number for number, line in enumerate(told) if line.startswith(there[0]))
    assert [line[:6] for line in told[first : first + len(there)]] == there


def test_text_tells_a_chasm_from_quartz_though_both_have_one_letter() -> None:
    sketch = ("#Q#", "._.", "...")
    board = scenes.make_board(sketch, ("sss",) * 3, focus=(16, 36))
    told = render.text(scenes.view(board), 80)
    assert letters(board, Window(14, 36, 3, 3, 3)) == ["#%#", f".{GAP}.", "..."]
    assert f"{GAP} AL15 chasm" in told
    assert "quartz" not in told


def test_text_counts_the_squares_of_a_wide_chasm() -> None:
    board = scenes.make_board(("_____", "....."), ("sssss",) * 2, focus=(15, 36))
    told = render.text(scenes.view(board), 80)
    assert f"{GAP} AK14 and 4 more: chasm" in told


# ---------------------------------------------------------------------- films of many turns


def test_a_film_of_sixty_full_pictures_keeps_to_two_million_bytes() -> None:
    view = scenes.worst()
    board = view.map
    assert board is not None
    views = []
    for step in range(20):  # the hero walks: every picture is another part of the map
        entities = tuple(replace(b, x=b.x + step) if b.seat == 0 else b for b in board.entities)
        focus = board.focus and (board.focus[0], board.focus[1] + step)
        views.append(replace(view, map=replace(board, entities=entities, focus=focus)))
    stills = [render.picture(each) for each in views]
    film = render.reel([each.png for each in stills] * 3)
    assert len(film) <= 2_000_000
    moving = Image.open(io.BytesIO(film))
    assert moving.n_frames >= 15
    assert moving.size in ((WIDTH, HEIGHT), (WIDTH // 2, HEIGHT // 2))
    assert "loop" not in moving.info


def test_a_film_ends_with_the_last_still() -> None:
    stills = [render.picture(scene()) for scene in (scenes.exploring, scenes.party)]
    moving = Image.open(io.BytesIO(render.reel([each.png for each in stills])))
    moving.seek(moving.n_frames - 1)
    assert np.array_equal(np.array(moving.convert("RGB")), colours(stills[-1].png))
