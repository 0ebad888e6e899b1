"""Proposals on a map: shapes along a path, a plate at its end, rings round what is aimed at."""

from __future__ import annotations

import pytest

from render import Proposal, Window
from render.proposals import COLOURS, draw_paths, draw_plates
from tests.render.noting_canvas import NotingCanvas

SHOWN, ORIGIN = Window(2, 3, 7, 8, 4), (100, 200)
START = (4, 5)


def middle(y: int, x: int) -> tuple[int, int]:
    return ORIGIN[0] + (y - 2) * 64 + 32, ORIGIN[1] + (x - 3) * 64 + 32


class StampedCanvas(NotingCanvas):
    """A canvas that notes the middles of sprites."""

    def __init__(self) -> None:
        super().__init__()
        self.stamped: list[tuple[int, int]] = []

    def stamp(self, sprite, top: int, left: int) -> None:
        """Draw, and note the middle."""
        super().stamp(sprite, top, left)
        self.stamped.append((top + sprite.shape[0] // 2, left + sprite.shape[1] // 2))


def path(*proposals: Proposal) -> list[tuple[int, int]]:
    """The middles of the shapes of all paths, from the start of each."""
    canvas = StampedCanvas()
    draw_paths(canvas, proposals, START, SHOWN, ORIGIN)
    return canvas.stamped


def test_a_path_is_a_row_of_shapes_that_leaves_the_hero_and_the_plate_free() -> None:
    y, x = middle(*START)
    straight = Proposal("A", ((4, 5), (4, 6), (4, 7)))
    # 128 pixels: none in the first 32, none in the last 26, one each 16
    assert path(straight) == [(y, x + away) for away in (32, 48, 64, 80, 96)]
    assert path(Proposal("A", ((4, 6), (4, 7)))) == path(straight)  # with or without the start


def test_a_path_goes_round_its_corners() -> None:
    y, x = middle(*START)
    bent = path(Proposal("A", ((4, 6), (5, 6))))
    assert bent == [(y, x + 32), (y, x + 48), (y, x + 64), (y + 16, x + 64), (y + 32, x + 64)]


def test_a_diagonal_step_is_longer() -> None:
    y, x = middle(*START)
    steps = path(Proposal("A", ((5, 6), (6, 7))))
    assert steps[0] == (round(y + 32 / 2**0.5), round(x + 32 / 2**0.5))
    assert len(steps) == 8  # of 181 pixels, from 32 to 155
    assert all(b - y == a - x for b, a in steps)


def test_a_shot_reaches_its_target_and_ends_four_pixels_before_its_middle() -> None:
    y, x = middle(*START)
    shot = path(Proposal("B", (), (4, 7), shot=True))
    assert shot == [(y, x + away) for away in (32, 48, 64, 80, 96, 112)]
    walked = path(Proposal("B", (), (4, 7)))
    assert walked == shot[:-1]


def test_a_proposal_that_leads_nowhere_has_no_path() -> None:
    assert path(Proposal("A")) == []
    assert Proposal("A").end is None
    assert Proposal("A", ((1, 2), (3, 4))).end == (3, 4)
    assert Proposal("A", ((1, 2),), (5, 6)).end == (5, 6)


def test_paths_over_the_same_squares_are_drawn_beside_each_other() -> None:
    y, x = middle(*START)
    squares = ((4, 6), (4, 7))
    rows = {letter: {b - y for b, _ in path(Proposal("A", squares), Proposal(letter, squares))}
            for letter in "BCDE"}  # fmt: skip
    assert rows == {"B": {0}, "C": {0, 6}, "D": {0, -6}, "E": {0}}
    alone = path(Proposal("C", squares))
    assert {b - y for b, _ in alone} == {0}
    apart = path(Proposal("A", ((3, 5), (2, 5))), Proposal("C", squares))
    assert {b for b, a in apart if a > x} == {y}


@pytest.mark.parametrize(
    ("step", "aside"),
    [((0, 1), (6, 0)), ((0, -1), (6, 0)), ((1, 0), (0, 6)), ((-1, 0), (0, 6)), ((1, 1), (6, 0))],
)
def test_a_path_over_shared_squares_is_moved_across_its_way(
    step: tuple[int, int], aside: tuple[int, int]
) -> None:
    squares = tuple((START[0] + step[0] * n, START[1] + step[1] * n) for n in (1, 2))
    alone = path(Proposal("C", squares))
    both = path(Proposal("A", squares), Proposal("C", squares))
    assert both[len(alone) :] == [(y + aside[0], x + aside[1]) for y, x in alone]


# ---------------------------------------------------------------------- plates


def plates(*proposals: Proposal, taken: set[tuple[int, int]] | None = None) -> NotingCanvas:
    canvas = NotingCanvas()
    draw_plates(canvas, proposals, taken or set(), SHOWN, ORIGIN)
    return canvas


def test_a_plate_with_the_letter_stands_on_the_last_square() -> None:
    for number, letter in enumerate("ABCDE"):
        [shape] = plates(Proposal(letter, ((4, 6), (4, 7)))).shapes
        assert shape == (number, 20, COLOURS[number], letter, *middle(4, 7))


def test_no_plate_stands_outside_the_map() -> None:
    for square in [(1, 5), (9, 5), (4, 2), (4, 11)]:
        assert plates(Proposal("A", (square,))).shapes == []
        assert plates(Proposal("A")).shapes == []


BESIDE = ((0, 1), (0, -1), (1, 0), (-1, 0))


def test_where_something_stands_the_plate_is_beside_it_and_a_ring_round_it() -> None:
    for count in range(5):
        end = (4, 7)
        taken = {end, *((end[0] + dy, end[1] + dx) for dy, dx in BESIDE[:count])}
        canvas = plates(Proposal("A", (end,)), taken=taken)
        [shape] = canvas.shapes
        where = (end[0] + BESIDE[count][0], end[1] + BESIDE[count][1]) if count < 4 else end
        assert (shape.y, shape.x) == middle(*where)
        y, x = middle(*end)
        assert canvas.px[y - 35, x - 35] == canvas.colour("O")  # the ring, three pixels outside
        assert canvas.px[y + 34, x + 34] == canvas.colour("O")


def test_what_is_shot_at_is_ringed_even_where_nobody_stands() -> None:
    [shape] = plates(Proposal("A", (), (4, 7), shot=True)).shapes
    assert (shape.y, shape.x) == middle(4, 8)
    free = plates(Proposal("A", ((4, 7),)))
    y, x = middle(4, 7)
    assert free.px[y - 35, x - 35] == free.colour("panel")


def test_a_plate_beside_the_edge_stays_on_the_map() -> None:
    [shape] = plates(Proposal("A", (), (4, 10), shot=True)).shapes
    assert (shape.y, shape.x) == middle(4, 9)


def test_no_two_plates_stand_on_one_square() -> None:
    both = plates(Proposal("A", ((4, 7),)), Proposal("B", ((4, 7),)), Proposal("C", ((4, 7),)))
    assert [(each.y, each.x) for each in both.shapes] == [middle(4, x) for x in (7, 8, 6)]
