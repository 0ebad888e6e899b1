"""The part of the level that a picture shows."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.contract.view import Entity, MapBoard
from render.window import (
    LARGE,
    NARROW_LARGE,
    NARROW_SHAPES,
    NEAR,
    SHAPES,
    Shapes,
    Window,
    choose,
    column_name,
    square_name,
)
from tests.render import scenes


def board(hero: tuple[int, int], *others: tuple[int, int]) -> MapBoard:
    """The everyday ground with entities where they are wanted."""
    board = scenes.exploring().map
    assert board is not None
    entities = tuple(
        Entity(y, x, "sil:monster/orc-soldier", "o", "s", f"orc-{y}-{x}") for y, x in others
    )
    return replace(board, focus=hero, entities=(scenes.hero(*hero), *entities))


@pytest.mark.parametrize(("x", "name"), [(0, "A"), (25, "Z"), (26, "AA"), (62, "BK"), (164, "FI")])
def test_columns_are_named_as_on_a_spreadsheet(x: int, name: str) -> None:
    assert column_name(x) == name


def test_a_square_is_named_by_column_and_row() -> None:
    assert square_name(27, 62) == "BK27"


def test_a_lonely_hero_is_shown_closest() -> None:
    assert choose(board((40, 80))).scale == 4


@given(
    st.tuples(st.integers(0, 60), st.integers(0, 160)),
    st.lists(st.tuples(st.integers(-20, 20), st.integers(-20, 20)), max_size=6),
)
def test_the_hero_is_always_in_the_picture_and_what_is_near_if_it_fits(
    hero: tuple[int, int], offsets: list[tuple[int, int]]
) -> None:
    others = [(hero[0] + dy, hero[1] + dx) for dy, dx in offsets]
    window = choose(board(hero, *others))
    assert window.holds(hero)
    near = [
        s for s in others if max(abs(s[0] - hero[0]), abs(s[1] - hero[1])) <= NEAR and min(s) >= 0
    ]
    if window.scale > 2:
        assert all(window.holds(square) for square in near)
    assert (window.height, window.width) == SHAPES[window.scale]


def test_a_still_window_is_kept_until_the_hero_nears_its_edge() -> None:
    first = choose(board((40, 80)))
    assert first == Window(37, 73, 7, 14, 4)
    assert choose(board((41, 83)), before=first) == first
    moved = choose(board((42, 80)), before=first)
    assert moved != first


def test_the_edge_of_the_level_is_no_reason_for_a_new_window() -> None:
    first = choose(board((1, 80)))
    assert first.top == 0
    assert choose(board((0, 80)), before=first) == first


def test_what_comes_near_beyond_the_window_brings_a_new_one_that_holds_it() -> None:
    first = choose(board((40, 80)))
    assert not first.holds((40, 90))
    assert choose(board((40, 80), (40, 90)), before=first).holds((40, 90))
    assert choose(board((40, 80), (40, 90), (40, 70)), before=first).scale == 2


def test_proposals_ends_are_in_the_picture() -> None:
    window = choose(board((40, 80)), [(40, 100)])
    assert window.holds((40, 100))
    assert window.scale == 2


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 40),
    st.integers(0, 40),
    st.integers(1, 12),
    st.integers(1, 16),
    st.sampled_from([SHAPES, NARROW_SHAPES]),
)
def test_the_less_is_known_the_larger_it_is_drawn_and_all_of_it(
    top: int, left: int, height: int, width: int, shapes: Shapes
) -> None:
    board = MapBoard(
        top, left, height, width, (), *(bytes(height * width) for _ in range(4)), focus=(top, left)
    )
    window = choose(board, shapes=shapes)
    every = {**(LARGE if shapes is SHAPES else NARROW_LARGE), **shapes}
    fitting = [scale for scale, (h, w) in every.items() if h >= height and w >= width]
    corners = (top, left), (top + height - 1, left + width - 1)
    if fitting and fitting[0] > 4:
        assert window.scale == fitting[0]
        assert (window.height, window.width) == every[window.scale]
        assert all(map(window.holds, corners))
        assert choose(board, before=window, shapes=shapes) == window
    else:
        assert window.scale <= 4
    assert window.holds((top, left))
