"""The hall shows each who fell at their depth, and who came out above all."""

import numpy as np
import pytest

import render
from render import HallName, hall_picture
from render.canvas import HEIGHT, WIDTH
from render.hall_picture import _rows
from tests.render.noting_canvas import NotingCanvas
from tests.render.test_pictures import colours


def test_every_depth_has_a_place_and_empty_ones_share_one():
    assert _rows([0, 1, 4, 5, 20]) == [(0, 0), (1, 1), (2, 3), (4, 4), (5, 5), (6, 19), (20, 20)]
    assert _rows([]) == []


@pytest.mark.parametrize("theme", render.THEMES)
def test_each_name_more_changes_the_row_of_its_depth_alone(theme: str):
    fallen = [HallName("Beren", 3), HallName("Finrod", 7)]
    before = colours(render.hall("Hall", fallen, "sil", theme=theme).png)
    after = colours(render.hall("Hall", [*fallen, HallName("Barahir", 7)], "sil", theme=theme).png)
    rows = np.flatnonzero((before != after).any(axis=(1, 2)))
    assert len(rows)
    assert rows[-1] - rows[0] < 56


def test_a_full_hall_keeps_within_the_picture():
    crowd = [HallName(f"Somebody {n}", depth) for depth in range(26) for n in range(30)]
    drawn = render.hall("A hall", crowd, "sil")
    assert (drawn.width, drawn.height) == (WIDTH, HEIGHT)


def drawn_row(names: list[str], level: int = 3, height: int = 50) -> NotingCanvas:
    canvas = NotingCanvas("void")
    hall_picture._draw_row(canvas, 100, height, (level, level), names)
    return canvas


def test_who_fell_has_a_cross_and_who_came_out_a_disc_before_the_name() -> None:
    for level, kind in ((3, 4), (0, 0)):
        canvas = drawn_row(["Beren", "Finrod"], level)
        assert [(shape.kind, shape.y) for shape in canvas.shapes] == [(kind, 125)] * 2
        for shape, name in zip(canvas.shapes, ("Beren", "Finrod"), strict=True):
            place = canvas.found(name)
            assert (place.left, place.top) == (shape.x + 14, 125 - 14)
        assert canvas.shapes[0].x == 120 + 14
        assert canvas.shapes[1].x == canvas.found("Beren").right + 28


def test_a_row_is_named_by_its_levels_and_dark_where_nobody_fell() -> None:
    for level, label in ((3, "3"), (0, "^")):
        canvas = drawn_row(["Beren"], level)
        assert canvas.written[0][:3] == (label, 111, 12)
        assert canvas.written[0].colour == "W"
        assert (canvas.px[100:148, 122] == canvas.colour("panel")).all()
        assert (canvas.px[148, 122:900] == canvas.colour("void")).all()
    empty = NotingCanvas("void")
    hall_picture._draw_row(empty, 100, 50, (4, 9), [])
    assert [(each.words, each.colour) for each in empty.written] == [("4-9", "t")]
    assert (empty.px[100:148, 200:] == empty.colour("void")).all()


def test_names_without_room_are_counted() -> None:
    names = [f"Somebody {n}" for n in range(20)]
    canvas = drawn_row(names)
    shown = [each.words for each in canvas.written[1:-1]]
    assert shown == names[: len(shown)]
    assert canvas.written[-1].words == f"+{20 - len(shown)}"
    assert canvas.written[-1].right <= WIDTH - 12
    assert WIDTH - 12 - canvas.written[-1].right < 280  # no other name would have fitted
    long = drawn_row(["A name that is far too long for a place in the hall"])
    assert long.written[1].words.endswith("...")
    assert long.written[1].right - long.written[1].left <= 200
