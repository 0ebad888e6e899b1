"""The part of the level that a picture shows."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.contract.view import Entity, MapBoard, Mark, Note
from render.window import (
    EDGE,
    LARGE,
    NARROW_LARGE,
    NARROW_SHAPES,
    NEAR,
    SHAPES,
    Shapes,
    Window,
    around,
    centre,
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


HERO = (40, 80)


@pytest.mark.parametrize("scale", [4, 3, 2])
def test_a_window_is_kept_while_the_hero_stands_no_nearer_to_an_edge_than_its_scale_allows(
    scale: int,
) -> None:
    height, width = SHAPES[scale]
    edge = EDGE[scale]
    for rows, columns, kept in (
        (edge, edge, True),
        (edge - 1, edge, False),
        (edge, edge - 1, False),
        (height - 1 - edge, width - 1 - edge, True),
        (height - edge, width - 1 - edge, False),
        (height - 1 - edge, width - edge, False),
    ):
        before = Window(HERO[0] - rows, HERO[1] - columns, height, width, scale)
        assert (choose(board(HERO), before=before) == before) is kept, (rows, columns)


def test_a_window_of_another_shape_is_not_kept() -> None:
    before = Window(37, 73, 7, 14, 4)
    assert choose(board(HERO), before=before) == before
    assert choose(board(HERO), before=before, shapes=NARROW_SHAPES).width == 6
    odd = Window(37, 73, 8, 14, 4)
    assert choose(board(HERO), before=odd) != odd


def test_the_widest_window_is_kept_though_not_all_creatures_near_are_in_it() -> None:
    before = Window(33, 73, 15, 28, 2)
    beyond = (40, 72)
    assert not before.holds(beyond)
    assert choose(board(HERO, beyond), before=before) == before
    assert choose(board(HERO), [beyond], before=before) != before
    near = Window(36, 76, 10, 19, 3)
    assert choose(board(HERO, beyond), before=near) != near


@pytest.mark.parametrize(("away", "wanted"), [(NEAR, True), (NEAR + 1, False)])
def test_who_is_more_than_twelve_squares_away_is_not_wanted_in_the_picture(
    away: int, wanted: bool
) -> None:
    shown = choose(board(HERO, (HERO[0], HERO[1] + away)))
    assert shown.holds((HERO[0], HERO[1] + away)) is wanted
    assert shown.scale == (3 if wanted else 4)


def test_two_squares_are_kept_free_beside_what_is_shown() -> None:
    assert choose(board(HERO, (40, 89))).scale == 4  # 80 to 89 with two on both sides: fourteen
    assert choose(board(HERO, (40, 90))).scale == 3
    assert choose(board(HERO, (42, 80))).scale == 4  # 40 to 42 with two on both sides: seven
    assert choose(board(HERO, (43, 80))).scale == 3


def test_no_window_begins_before_the_first_square_of_the_level() -> None:
    assert choose(board((0, 1))) == Window(0, 0, 7, 14, 4)
    first = around(board((1, 2)), 3)
    assert (first.top, first.left) == (0, 0)
    assert around(board(HERO), 3) == Window(35, 71, 10, 19, 3)


def test_what_was_just_drawn_and_what_broke_off_a_plan_are_shown_where_they_fit() -> None:
    lone = board(HERO)
    assert choose(replace(lone, drawn=((40, 86),))).holds((40, 86))
    notice = Mark("notice", 40, 100)
    assert choose(replace(lone, marks=(notice,))).holds((40, 100))
    assert choose(replace(lone, marks=(replace(notice, kind="heard"),))) == choose(lone)
    too_far = replace(lone, marks=(replace(notice, x=140),))
    assert choose(too_far) == choose(lone)


def test_figures_beside_creatures_keep_the_squares_from_becoming_the_smallest() -> None:
    far = board(HERO, (40, 92), (40, 68))
    assert choose(far).scale == 2
    [hero, *others] = far.entities
    noted = [replace(each, notes=(Note("+3"),)) for each in others]
    assert choose(replace(far, entities=(hero, *noted))).scale == 3


def test_without_a_focus_a_character_is_in_the_middle_else_the_maps_own_middle() -> None:
    shown = replace(board(HERO), focus=None)
    assert centre(shown) == HERO
    [_, orc] = board(HERO, (3, 4)).entities
    assert centre(replace(shown, entities=(orc,))) == (
        shown.top + shown.height // 2,
        shown.left + shown.width // 2,
    )
    assert centre(board((7, 9))) == (7, 9)


def test_a_window_holds_its_own_squares_and_no_others() -> None:
    window = Window(10, 20, 3, 4, 2)
    assert all(window.holds(square) for square in ((10, 20), (12, 23)))
    assert not any(window.holds(square) for square in ((9, 20), (13, 20), (10, 19), (10, 24)))


def test_a_map_that_fits_large_squares_stands_in_their_middle() -> None:
    size = 3 * 5
    room = MapBoard(40, 80, 3, 5, (), *(bytes(size) for _ in range(4)), focus=(41, 82))
    assert choose(room) == Window(39, 78, 5, 9, 6)
    wide = replace(room, width=10, **{name: bytes(30) for name in ("ground", "state")})
    assert choose(wide).scale == 5
    assert choose(room, [(41, 79)]) == Window(39, 78, 5, 9, 6)
    assert choose(room, [(41, 77)]).scale == 5
    assert choose(room, [(41, 76)]).scale < 5
