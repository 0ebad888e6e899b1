"""The canvas: what is cut off at its edges, letters with accents, shapes of seats."""

from __future__ import annotations

import numpy as np
import pytest

from render.canvas import (
    ABOVE,
    DOT,
    HEIGHT,
    WIDTH,
    line_mask,
    readable,
    shape,
    shortened,
    words_width,
)
from render.pixels import CLEAR, grown, outlined, scaled
from render.tile_library import own_tiles
from tests.render.noting_canvas import NotingCanvas

TILES = own_tiles().tile_set("sil")


def changed(canvas: NotingCanvas) -> set[tuple[int, int]]:
    """The pixels that are no longer as they were."""
    return {(int(y), int(x)) for y, x in np.argwhere(canvas.px != canvas.colour("panel"))}


def box(top: int, left: int, bottom: int, right: int) -> set[tuple[int, int]]:
    return {(y, x) for y in range(top, bottom) for x in range(left, right)}


def test_what_is_filled_outside_the_clip_is_cut_off() -> None:
    for asked, filled in [
        ((12, 22, 14, 25), (12, 22, 14, 25)),
        ((5, 15, 13, 23), (10, 20, 13, 23)),
        ((12, 22, 60, 60), (12, 22, 15, 28)),
        ((-9, -9, 5, 5), (0, 0, 0, 0)),  # outside: nothing, not what is counted from the end
        ((40, 40, 50, 50), (0, 0, 0, 0)),
    ]:
        canvas = NotingCanvas()
        canvas.clip = (10, 20, 15, 28)
        canvas.fill(*asked, "Y")
        assert changed(canvas) == box(*filled)


def test_sprites_and_masks_are_cut_to_the_clip_and_leave_what_shows_through() -> None:
    for corner in [(9, 19), (12, 24), (14, 27), (10, 20)]:
        mask = np.array([[True, False, True], [False, True, False], [True, False, True]])
        sprite = np.where(mask, TILES.palette["Y"], CLEAR).astype(np.uint8)
        wanted = {
            (corner[0] + y, corner[1] + x) for y in range(3) for x in range(3) if (y + x) % 2 == 0
        } & box(10, 20, 15, 28)
        for draw in ("stamp", "paint"):
            canvas = NotingCanvas()
            canvas.clip = (10, 20, 15, 28)
            if draw == "stamp":
                canvas.stamp(sprite, *corner)
            else:
                canvas.paint(mask, *corner, "Y")
            assert changed(canvas) == wanted


def test_what_lies_wholly_outside_the_clip_is_not_drawn() -> None:
    for corner in [(7, 20), (15, 20), (10, 17), (10, 28), (-5, -5), (700, 999)]:
        canvas = NotingCanvas()
        canvas.clip = (10, 20, 15, 28)
        canvas.stamp(np.zeros((3, 3), dtype=np.uint8), *corner)
        canvas.paint(np.ones((3, 3), dtype=np.bool_), *corner, "Y")
        assert changed(canvas) == set()


def test_a_frame_is_drawn_inside_its_rectangle() -> None:
    canvas = NotingCanvas()
    canvas.frame(10, 20, 20, 40, "Y", thick=3)
    assert changed(canvas) == box(10, 20, 20, 40) - box(13, 23, 17, 37)
    thin = NotingCanvas()
    thin.frame(10, 20, 20, 40, "Y")
    assert changed(thin) == box(10, 20, 20, 40) - box(11, 21, 19, 39)


@pytest.mark.parametrize("thick", [2, 3, 4])
def test_a_dashed_box_has_gaps_on_all_four_sides_and_nothing_inside(thick: int) -> None:
    canvas = NotingCanvas()
    canvas.dashed(100, 200, 20, thick)
    places = changed(canvas)
    assert places <= box(100, 200, 120, 220) - box(
        100 + thick, 200 + thick, 120 - thick, 220 - thick
    )
    dashes = [n % (2 * thick) < thick + 1 for n in range(20 - thick)]
    for side in (
        [(100, 200 + n) for n in range(20 - thick)],
        [(119, 200 + n) for n in range(20 - thick)],
        [(100 + n, 200) for n in range(20 - thick)],
        [(100 + n, 219) for n in range(20 - thick)],
    ):
        assert [place in places for place in side] == dashes
    assert {int(canvas.px[place]) for place in places} == {canvas.colour("P")}


def test_a_field_is_drawn_at_its_scale_and_cut_at_the_right_and_below() -> None:
    field = np.array([[1, 2], [3, 4]], dtype=np.uint8)
    canvas = NotingCanvas()
    canvas.stamp_all(field, 3, 10, 20)
    assert (canvas.px[10:16, 20:26] == scaled(field, 3)).all()
    assert changed(canvas) == box(10, 20, 16, 26)
    cut = NotingCanvas()
    cut.clip = (10, 20, 14, 25)
    cut.stamp_all(field, 3, 10, 20)
    assert changed(cut) == box(10, 20, 14, 25)
    assert (cut.px[10:14, 20:25] == scaled(field, 3)[:4, :5]).all()


# ---------------------------------------------------------------------- letters


def test_a_letter_of_words_is_as_high_as_seven_dots_from_its_top_on() -> None:
    canvas = NotingCanvas()
    right = canvas.words("H", 100, 200, "Y")
    assert canvas.of_colour("Y") == (100, 200, 100 + 7 * DOT, right)
    edged = NotingCanvas()
    assert edged.words("H", 100, 200, "Y", edge=2) == right
    assert edged.of_colour("Y") == (100, 200, 100 + 7 * DOT, right)
    assert edged.of_colour("0") == (98, 198, 102 + 7 * DOT, right + 2)


def test_bold_letters_are_a_dot_wider_and_words_without_letters_take_nothing() -> None:
    plain, bold = words_width(TILES, "H"), words_width(TILES, "H", bold=True)
    assert bold == plain + DOT
    strokes = [int(line_mask(TILES, "H", heavy)[ABOVE * DOT].sum()) for heavy in (False, True)]
    assert strokes == [2 * DOT, 4 * DOT]
    assert words_width(TILES, "") == 0
    assert words_width(TILES, "H H") == 2 * plain + (2 + 1 + 1 + 0) * DOT


def test_a_letter_that_the_font_lacks_is_a_question_mark() -> None:
    assert (line_mask(TILES, "フ") == line_mask(TILES, "?")).all()
    assert readable(TILES, "Fëanor at 150 ft")
    assert not readable(TILES, "フ")


def dots(letter: str) -> list[str]:
    """The rows of a letter from the highest that an accent may have."""
    return [
        "".join(".#"[dot] for dot in row) for row in line_mask(TILES, letter, dot=1).astype(int)
    ]


def test_an_accent_stands_close_over_its_letter() -> None:
    for accented, letter, rows in [
        ("á", "a", {2: ".#", 3: "#."}),
        ("à", "a", {2: "#.", 3: ".#"}),
        ("ë", "e", {3: "#.#"}),
        ("ñ", "n", {2: ".#.#", 3: "#.#."}),
        ("ō", "o", {3: "###"}),
        ("É", "E", {0: ".#", 1: "#."}),
        ("Ä", "A", {1: "#.#"}),
        ("å", "a", {1: ".#.", 2: "#.#", 3: ".#."}),
    ]:
        plain, marked = dots(letter), dots(accented)
        assert len(plain[0]) == len(marked[0])
        for number, (before, after) in enumerate(zip(plain, marked, strict=True)):
            if number in rows:
                assert rows[number] in after
                assert after.count("#") == rows[number].count("#")
            else:
                assert before == after


def test_an_accent_on_an_i_takes_the_place_of_its_dot() -> None:
    plain, marked = dots("i"), dots("í")
    assert plain[ABOVE + 2 :] == marked[ABOVE + 2 :]
    assert "#" not in marked[ABOVE + 1]
    assert any("#" in row for row in marked[: ABOVE + 1])


def test_a_low_letter_begins_two_rows_lower_and_a_tail_reaches_two_below() -> None:
    assert all("#" not in row for row in dots("x")[: ABOVE + 2])
    assert "#" in dots("x")[ABOVE + 2]
    assert "#" in dots("g")[-1]
    assert len(dots("g")) == ABOVE + 9


def test_words_too_long_end_in_dots_and_never_in_a_space_before_them() -> None:
    words = "ab cd ef"
    whole = words_width(TILES, words)
    assert shortened(TILES, words, whole) == words
    for room in range(whole):
        cut = shortened(TILES, words, room)
        assert cut == "" or (cut.endswith("...") and words_width(TILES, cut) <= room)
        assert " ..." not in cut
    least = words_width(TILES, "a...")
    assert shortened(TILES, words, least) == "a..."
    assert shortened(TILES, words, least - 1) == ""
    bold = words_width(TILES, words, bold=True)
    assert shortened(TILES, words, bold, bold=True) == words
    assert shortened(TILES, words, bold - 1, bold=True) != words


# ---------------------------------------------------------------------- shapes


def test_a_shape_is_the_same_seen_in_a_mirror_and_about_twice_its_size() -> None:
    for size in [5, 6, 8, 10, 18, 20]:
        for kind in range(6):
            area = shape(kind, size)
            assert (area == area[:, ::-1]).all()
            wide, high = (int(area.any(axis).sum()) for axis in (0, 1))
            assert 1.6 * size <= high <= 2.7 * size
            assert 1.6 * size <= wide <= 2.8 * size
            assert area[len(area) // 2, area.shape[1] // 2]
            if kind != 3:
                assert (area == area[::-1]).all()
            else:
                assert (
                    area[: len(area) // 2].sum() < area[len(area) // 2 :].sum()
                )  # it stands on a side


def test_no_two_seats_have_the_same_shape() -> None:
    for size in [6, 8, 10, 18]:
        shapes = [shape(kind, size) for kind in range(6)]
        for number, one in enumerate(shapes):
            for other in shapes[:number]:
                assert int((one != other).sum()) >= size


def test_a_shape_has_an_ink_edge_that_grows_with_it() -> None:
    for size, edge in [(2, 2), (3, 2), (4, 3), (8, 3), (16, 4), (18, 4)]:
        canvas = NotingCanvas()
        canvas.emblem(2, size, "Y", "", 100, x=200)
        top, left, bottom, right = canvas.of_colour("Y")
        assert (top + bottom - 1, left + right - 1) == (200, 400)  # its middle
        assert canvas.of_colour("0") == (top - edge, left - edge, bottom + edge, right + edge)


def test_the_letter_of_a_proposal_stands_in_its_shape() -> None:
    for kind in range(6):
        plain, lettered = NotingCanvas(), NotingCanvas()
        plain.emblem(kind, 18, "Y", "", 100, x=200)
        lettered.emblem(kind, 18, "Y", "I", 100, x=200)
        ink = np.argwhere(plain.px != lettered.px)
        assert len(ink)
        assert abs(ink[:, 1].mean() - 200) <= 1
        assert abs(ink[:, 0].mean() - (100 + (4 if kind == 3 else 0))) <= 1.5
        assert (lettered.px[tuple(ink.T)] == lettered.colour("0")).all()


# ---------------------------------------------------------------------- pixels


def test_a_mask_grows_by_its_four_neighbours_and_not_over_the_edge() -> None:
    mask = np.zeros((4, 5), dtype=np.bool_)
    mask[1, 2] = mask[3, 4] = True
    wide = {(int(y), int(x)) for y, x in np.argwhere(grown(mask))}
    assert wide == {(1, 2), (0, 2), (2, 2), (1, 1), (1, 3), (3, 4), (2, 4), (3, 3)}


def test_an_outline_surrounds_a_sprite_and_leaves_its_pixels() -> None:
    sprite = np.full((3, 3), CLEAR, dtype=np.uint8)
    sprite[1, 1] = 7
    thin, thick = outlined(sprite, 3), outlined(sprite, 3, 2)
    assert thin.shape == (5, 5)
    assert thin[2].tolist() == [CLEAR, 3, 7, 3, CLEAR]
    assert int((thin == 3).sum()) == 4
    assert thick.shape == (7, 7)
    assert thick[3].tolist() == [CLEAR, 3, 3, 7, 3, 3, CLEAR]
    assert int((thick == 3).sum()) == 12


def test_an_empty_picture_is_as_large_as_a_turns() -> None:
    canvas = NotingCanvas("void")
    assert canvas.px.shape == (HEIGHT, WIDTH) == (605, 948)
    assert (canvas.px == canvas.colour("void")).all()
