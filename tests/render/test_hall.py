"""The hall shows each who fell at their depth, and who came out above all."""

import numpy as np
import pytest

import render
from render import HallName
from render.canvas import HEIGHT, WIDTH
from render.hall_picture import _rows
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
