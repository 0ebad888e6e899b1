"""The strips round a map: names of squares, bars, conditions, the plan, ballots."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from engine.contract.view import (
    GM_ONLY,
    REMEMBERED,
    SEEN,
    UNKNOWN,
    Bar,
    CharacterStatus,
    Condition,
    MapBoard,
    View,
)
from render import Proposal, Window, strips
from render.canvas import HEIGHT, WIDTH, words_width
from render.strips import CORNER, LOWER, MAP_BOTTOM, MAP_LEFT, MAP_TOP, UPPER
from render.tileset import SEAT_COLOURS
from tests.render import scenes
from tests.render.noting_canvas import NotingCanvas

# ---------------------------------------------------------------------- names of squares


def named_columns(window: Window) -> list[int]:
    """The columns of the level over whose squares letters stand."""
    canvas, side = NotingCanvas(), 16 * window.scale
    strips.coordinates(canvas, window, None, "Y")
    above = canvas.px[3 : MAP_TOP - 2] == canvas.colour("w")
    return [
        window.left + n
        for n in range(window.width)
        if above[:, MAP_LEFT + n * side : MAP_LEFT + (n + 1) * side].any()
    ]


def named_rows(window: Window) -> list[int]:
    """The rows of the level beside whose squares figures stand."""
    canvas, side = NotingCanvas(), 16 * window.scale
    strips.coordinates(canvas, window, None, "Y")
    beside = canvas.px[:MAP_BOTTOM, 3:MAP_LEFT] == canvas.colour("w")
    middles = [MAP_TOP + n * side + side // 2 for n in range(window.height)]
    return [window.top + n for n, y in enumerate(middles) if beside[y - 8 : min(y + 8, 512)].any()]


def test_every_column_of_large_squares_has_a_name_and_every_second_of_small_ones() -> None:
    for scale, step in [(4, 1), (3, 2), (2, 2)]:
        assert named_columns(Window(0, 4, 7, 14, scale)) == list(range(4, 18, step))


def test_every_row_has_a_figure_but_of_the_smallest_every_second() -> None:
    for scale, step in [(4, 1), (3, 1), (2, 2)]:
        assert named_rows(Window(10, 0, 7, 14, scale)) == list(range(10, 17, step))


def test_column_letters_stand_in_the_middle_of_their_column() -> None:
    canvas = NotingCanvas()
    strips._column(canvas, Window(0, 0, 7, 14, 4), 3)
    place = canvas.found("D")
    middle = MAP_LEFT + 3 * 64 + 32
    assert abs(place.left + place.right - 2 * middle) <= 1
    assert (place.top, place.colour) == (5, "w")


def test_row_figures_end_beside_the_map_in_the_middle_of_their_row() -> None:
    canvas = NotingCanvas()
    strips._row(canvas, Window(0, 0, 7, 14, 4), 2)
    place = canvas.found("2")
    assert place.right == MAP_LEFT - 2
    assert place.top == MAP_TOP + 2 * 64 + (64 - 28) // 2


def test_no_figure_of_a_row_reaches_below_the_map() -> None:
    for scale, height in ((4, 8), (3, 10), (2, 15)):
        canvas = NotingCanvas()
        strips._row(canvas, Window(0, 0, height, 14, scale), height - 1 - (height - 1) % 2)
        [place] = canvas.written
        assert place.top + 28 <= MAP_BOTTOM - 2


def test_the_name_of_the_focus_is_ink_on_the_seats_colour() -> None:
    for scale in [4, 3, 2]:
        canvas, window, side = NotingCanvas(), Window(0, 0, 7, 14, scale), 16 * scale
        strips.coordinates(canvas, window, (3, 5), "Y")
        assert [(each.words, each.colour) for each in canvas.written] == [("F", "0"), ("3", "0")]
        yellow = canvas.px == canvas.colour("Y")
        above = np.flatnonzero(yellow[:MAP_TOP].any(0))
        assert MAP_LEFT + 5 * side == above.min()
        assert above.max() + 1 == MAP_LEFT + 6 * side
        beside = np.flatnonzero(yellow[:, 3:MAP_LEFT].any(1)) if scale else ()
        rows = [y for y in beside if y >= MAP_TOP]
        assert (rows[0], rows[-1] + 1) == (MAP_TOP + 3 * side, MAP_TOP + 4 * side)


def test_a_focus_outside_the_window_has_no_name_there() -> None:
    for focus in [(7, 13), (6, 14), (0, -1), (-1, 0)]:
        canvas = NotingCanvas()
        strips.coordinates(canvas, Window(0, 0, 7, 14, 4), focus, "Y")
        assert len(canvas.written) == (focus[0] in range(7)) + (focus[1] in range(14))


def test_the_compass_points_north() -> None:
    canvas = NotingCanvas()
    strips.corner(canvas)
    assert canvas.said == ["N"]
    white = canvas.px[13:26, 24:42] == canvas.colour("W")
    widths = white.sum(1)
    assert widths[0] < widths[-1]
    assert (np.diff(widths.astype(int)) >= 0).all()


# ---------------------------------------------------------------------- bars


def bar_pixels(bar: Bar, width: int = 104) -> tuple[int, NotingCanvas]:
    """The number of pixels of its colour at a bar's upper edge, of `width - 4`."""
    canvas = NotingCanvas()
    strips.draw_bar(canvas, bar, 100, 200, width)
    inside = canvas.px[102, 202 : 200 + width - 2]
    return int((inside == canvas.colour(strips._BAR_COLOURS[bar.colour])).sum()), canvas


def test_a_bar_is_filled_in_proportion_and_never_beyond_its_ends() -> None:
    for value, maximum, filled in [
        (0, 20, 0),
        (1, 20, 5),
        (10, 20, 50),
        (20, 20, 100),
        (25, 20, 100),
        (-3, 20, 0),
        (0, 0, 0),
    ]:
        assert bar_pixels(Bar("Health", value, maximum))[0] == filled


def test_a_bar_has_its_own_colour_inside_an_edge_of_ink() -> None:
    for colour in ["red", "blue", "gold", "green", "violet"]:
        _, canvas = bar_pixels(Bar("Voice", 20, 20, colour))
        assert (canvas.px[100:102, 200:304] == canvas.colour("0")).all()
        assert (canvas.px[134:136, 200:304] == canvas.colour("0")).all()
        assert (canvas.px[100:136, [200, 201, 302, 303]] == canvas.colour("0")).all()
        assert (
            canvas.px[99, 200]
            == canvas.px[136, 200]
            == canvas.px[100, 304]
            == canvas.colour("panel")
        )


def test_a_second_value_is_striped_behind_the_first_as_far_as_the_bar() -> None:
    for shaded, stripes, end in [(20, 10, 58), (21, 11, 61), (80, 30, 98), (200, 30, 98)]:
        filled, canvas = bar_pixels(Bar("Power", 40, 100, shaded=shaded))
        assert filled == 40 + stripes
        row = canvas.px[102, 202:302] == canvas.colour("R")
        assert row[:42].all()  # the first stripe adjoins
        assert row[40:].tolist()[:8] == [True, True, False, False] * 2
        assert int(np.flatnonzero(row).max()) + 1 == end


def test_a_bar_without_room_for_its_maximum_shows_its_value() -> None:
    bar, tiles = Bar("Health", 24, 31), NotingCanvas().tiles
    wide = words_width(tiles, "24/31", bold=True) + 6
    assert bar_pixels(bar, wide)[1].said == ["24/31"]
    assert bar_pixels(bar, wide - 1)[1].said == ["24"]
    narrow = words_width(tiles, "24", bold=True) + 6
    assert bar_pixels(bar, narrow)[1].said == ["24"]
    assert bar_pixels(bar, narrow - 1)[1].said == []


def test_the_figures_of_a_bar_stand_in_its_middle() -> None:
    [place] = bar_pixels(Bar("Health", 24, 31), 150)[1].written
    assert abs(place.left + place.right - 2 * (200 + 75)) <= 1
    assert place.top == 100 + (36 - 28) // 2


# ---------------------------------------------------------------------- conditions

POISON, SONG = Condition("poison", "poisoned", 12), Condition("song", "singing")


def drawn_conditions(*conditions: Condition, room: int) -> tuple[list[str], int]:
    """The words that are drawn with conditions, and the pixels that all take."""
    canvas = NotingCanvas()
    end = strips.draw_conditions(canvas, conditions, 540, 200, 200 + room)
    return canvas.said, end - 200


def test_a_condition_takes_its_icon_and_its_amount() -> None:
    amount = words_width(NotingCanvas().tiles, "12", bold=True)
    assert drawn_conditions(SONG, room=500) == ([], 36)
    assert drawn_conditions(POISON, room=500) == (["12"], 40 + amount)
    assert drawn_conditions(POISON, SONG, room=500) == (["12"], 76 + amount)
    assert drawn_conditions(Condition("", "armed"), SONG, room=500) == ([], 36)


def test_an_amount_of_nothing_is_written_too() -> None:
    assert drawn_conditions(replace(POISON, amount=0), room=500)[0] == ["0"]


def test_conditions_without_room_are_counted_behind_those_that_have_it() -> None:
    tiles, five = NotingCanvas().tiles, [POISON] * 5
    one = 40 + words_width(tiles, "12", bold=True)
    more, two_more = (words_width(tiles, words, bold=True) for words in ("+1", "+2"))
    assert drawn_conditions(*five, room=5 * one) == (["12"] * 5, 5 * one)
    for room in (5 * one - 1, 4 * one + more):
        assert drawn_conditions(*five, room=room) == (["12"] * 4 + ["+1"], 4 * one + more)
    less = drawn_conditions(*five, room=4 * one + more - 1)
    assert less == (["12"] * 3 + ["+2"], 3 * one + two_more)
    assert drawn_conditions(*five, room=20) == ([], 0)  # not even "+5"


def test_words_stand_beside_a_condition_if_those_of_all_fit() -> None:
    tiles = NotingCanvas().tiles
    noted = replace(POISON, amount=None, note="kills soon", label="venom")
    named = replace(SONG, label="Trees")
    gap = strips.WORDS_GAP
    all_told = 72 + sum(words_width(tiles, word) + gap for word in ("kills soon", "Trees"))
    labels = 72 + sum(words_width(tiles, word) + gap for word in ("venom", "Trees"))
    assert drawn_conditions(noted, named, room=all_told) == (["kills soon", "Trees"], all_told)
    assert drawn_conditions(noted, named, room=all_told - 1) == (["venom", "Trees"], labels)
    assert drawn_conditions(noted, named, room=labels) == (["venom", "Trees"], labels)
    assert drawn_conditions(noted, named, room=labels - 1) == ([], 72)


# ---------------------------------------------------------------------- one character


def of_one(status: CharacterStatus, *facts: tuple[str, str]) -> NotingCanvas:
    canvas = NotingCanvas()
    strips.solo(canvas, replace(scenes.exploring(), characters=(status,), facts=facts))
    return canvas


BARS = tuple(Bar("Health", n, 30) for n in (21, 22, 23, 24))


def test_one_character_has_up_to_three_bars_side_by_side() -> None:
    status = CharacterStatus(0, "Hero")
    for count, shown in ((1, 1), (2, 2), (3, 3), (4, 3)):
        canvas = of_one(replace(status, bars=BARS[:count]))
        assert canvas.said == ["21/30", "22/30", "23/30", "24/30"][:shown]
        width = 150 if count < 3 else 126
        for n, place in enumerate(canvas.written[:shown]):
            assert abs(place.left + place.right - 2 * (CORNER + n * (width + 8)) - width) <= 1


def test_the_first_fact_stands_at_the_right_unless_the_character_is_away() -> None:
    status = CharacterStatus(0, "Hero")
    place = of_one(status, ("Depth", "150 ft"), ("Turn", "3")).found("150 ft")
    assert (place.top, place.right) == (UPPER, WIDTH - 12)
    assert of_one(replace(status, away=True), ("Depth", "150 ft")).said == ["away"]
    assert of_one(status).said == []


def test_figures_are_drawn_in_their_order_as_far_as_there_is_room() -> None:
    figures = tuple(Condition("light", "light", 100 * n) for n in range(1, 30))
    canvas = of_one(CharacterStatus(0, "Hero", figures=figures), ("Depth", "150 ft"))
    depth = canvas.found("150 ft")
    shown = [each for each in canvas.written if each.words.endswith("00")]
    assert [each.words for each in shown] == [str(100 * n) for n in range(1, len(shown) + 1)]
    assert all(each.right <= depth.left - 12 for each in shown)
    step = shown[-1].right - shown[-2].right
    assert shown[-1].right + step > depth.left - 12  # one more would not have fitted
    assert {each.top for each in shown} == {UPPER}
    assert shown[1].left == shown[0].right + 14 + 32  # behind its icon


# ---------------------------------------------------------------------- the plan


def plan_of(board: MapBoard, window: Window) -> np.ndarray:
    """The plan in the corner, without its edge: a pixel a square."""
    canvas = NotingCanvas()
    strips.plan(canvas, board, window)
    top, left = strips._PLAN_TOP + 1, strips._PLAN_LEFT + 1
    assert canvas.clip == (0, 0, HEIGHT, WIDTH)
    return canvas.px[top : top + strips._PLAN_HEIGHT - 2, left : left + strips._PLAN_WIDTH - 2]


def grounds(**changes: object) -> MapBoard:
    """Rock, floor, a chasm's edge and the unknown in a row from (3, 10) on, all known in some
    way."""
    board = MapBoard(
        3, 10, 1, 5, scenes.LEGEND, bytes([2, 1, 1, 1, 1]),
        bytes([REMEMBERED, SEEN, REMEMBERED, UNKNOWN, GM_ONLY]), bytes(5), bytes(5), None,
    )  # fmt: skip
    return replace(board, **changes)


def test_the_plan_shows_a_pixel_for_each_known_square_where_it_lies_on_the_level() -> None:
    plan, p = plan_of(grounds(), Window(40, 60, 7, 14, 4)), NotingCanvas().colour
    shown = [int(value) for value in plan[3, 10:15]]
    assert shown == [p("3:memo"), p("6:memo"), p("6:memo"), p("void"), p("void")]
    rest = plan[:30].copy()
    rest[3, 10:15] = p("void")
    assert (rest == p("void")).all()


@pytest.mark.parametrize(
    "place", [(-3, 10, 9, 20), (60, 10, 300, 20), (10, -3, 9, 20), (10, 190, 9, 300)]
)
def test_the_frame_of_the_window_leaves_the_edge_of_the_plan_as_it_is(
    place: tuple[int, int, int, int],
) -> None:
    canvas, p = NotingCanvas(), NotingCanvas().colour
    strips.plan(canvas, grounds(), Window(*place, 4))
    lines = canvas.px[strips._PLAN_TOP], canvas.px[strips._PLAN_TOP + strips._PLAN_HEIGHT - 1]
    columns = (
        canvas.px[:, strips._PLAN_LEFT],
        canvas.px[:, strips._PLAN_LEFT + strips._PLAN_WIDTH - 1],
    )
    assert not any((edge == p("Y")).any() for edge in (*lines, *columns))


def test_the_plan_frames_the_window_and_marks_the_character() -> None:
    plan, p = plan_of(grounds(focus=(20, 30)), Window(17, 25, 7, 14, 4)), NotingCanvas().colour
    yellow = np.argwhere(plan == p("Y"))
    assert yellow.min(0).tolist() == [17, 25]
    assert yellow.max(0).tolist() == [17 + 7 - 1, 25 + 14 - 1]
    white = np.argwhere(plan == p("W"))
    assert len(white) == 9
    assert white.mean(0).tolist() == [20, 30]
    assert not (plan_of(grounds(), Window(17, 25, 7, 14, 4)) == p("W")).any()


def test_the_plan_begins_at_the_levels_corner_unless_more_is_known_than_fits() -> None:
    for far, window, corner in [
        ((80, 148), (60, 130), (0, 0)),  # all that is known fits
        ((81, 148), (0, 0), (0, 0)),  # one row more: as near as can be to the window
        ((81, 148), (70, 0), (1, 0)),
        ((200, 149), (90, 140), (59, 1)),
        ((200, 300), (90, 140), (59, 82)),
        ((200, 300), (190, 290), (120, 152)),
    ]:
        board = replace(grounds(), top=0, left=0, height=far[0], width=far[1])
        assert strips._plan_corner(board, Window(*window, 7, 14, 4), 80, 148) == corner


def test_a_level_larger_than_the_plan_is_cut_to_the_part_round_the_window() -> None:
    height, width = 120, 200
    size = height * width
    board = replace(
        grounds(), top=0, left=0, height=height, width=width,
        ground=bytes([1]) * size, state=bytes([SEEN]) * size, light=bytes(size),
    )  # fmt: skip
    plan, p = plan_of(board, Window(100, 180, 7, 14, 4)), NotingCanvas().colour
    assert (plan != p("void")).all()
    yellow = np.argwhere(plan == p("Y"))
    assert yellow.min(0).tolist() == [100 - 40, 180 - 52]


# ---------------------------------------------------------------------- many characters


def party(*people: CharacterStatus) -> NotingCanvas:
    canvas = NotingCanvas()
    strips.party(canvas, replace(scenes.exploring(), characters=people))
    return canvas


def test_who_is_to_move_is_framed_in_the_colour_of_the_seat() -> None:
    people = [CharacterStatus(seat, f"P{seat}", to_act=seat == 1) for seat in range(3)]
    canvas = party(*people)
    width = (WIDTH - 3 - CORNER) // 3
    place = canvas.of_colour(SEAT_COLOURS[1])
    assert place == (MAP_BOTTOM + 4, CORNER + width, HEIGHT - 4, CORNER + 2 * width - 2)
    inside = canvas.px[HEIGHT - 12, CORNER + width + 20 : CORNER + 2 * width - 20]
    assert (inside == canvas.colour("line")).all()


def test_without_bars_a_party_tells_states_in_words_and_with_icons_those() -> None:
    ready = Condition("", "ready", label="ready")
    people = (
        CharacterStatus(0, "Ann", conditions=(ready,)),
        CharacterStatus(1, "Bo", conditions=(ready,), away=True),
        CharacterStatus(2, "Cy", conditions=(ready, replace(POISON, amount=7))),
    )
    canvas = party(*people)
    assert canvas.said == ["Ann", "ready", "Bo", "away", "Cy", "7"]
    assert canvas.found("ready").top == LOWER
    assert canvas.found("ready").left == CORNER + 6
    assert canvas.found("Ann").top == UPPER + 4


def test_words_of_a_state_behind_a_bar_are_left_out_where_they_do_not_fit() -> None:
    def said(label: str, count: int) -> list[str]:
        state = (Condition("", "state", label=label),)
        one = CharacterStatus(0, "A", bars=BARS[:1], conditions=state)
        return party(*[replace(one, seat=seat) for seat in range(count)]).said

    assert "ready" in said("ready", 3)
    assert "ready for all that comes" not in said("ready for all that comes", 3)
    assert "ready" not in said("ready", 6)


# ---------------------------------------------------------------------- votes


def ballot(*proposals: Proposal) -> NotingCanvas:
    canvas = NotingCanvas()
    strips.vote(canvas, proposals)
    return canvas


def test_each_proposal_has_its_letter_its_label_and_the_marks_of_who_voted() -> None:
    canvas = ballot(
        Proposal("A", label="Go back", voters=(0, 3), open=1), Proposal("C", label="Wait", open=2)
    )
    width = (WIDTH - 3 - CORNER) // 2
    large = [each for each in canvas.shapes if each.size == 18]
    assert [(each.kind, each.colour, each.letter, each.x) for each in large] == [
        (0, "O", "A", CORNER + 22), (2, "P", "C", CORNER + width + 22),
    ]  # fmt: skip
    small = [each for each in canvas.shapes if each.size == 6]
    assert [(each.kind, each.colour, each.x) for each in small] == [
        (0, SEAT_COLOURS[0], CORNER + 54), (3, SEAT_COLOURS[3], CORNER + 54 + 22),
    ]  # fmt: skip
    assert canvas.said == ["Go back", "Wait"]
    assert canvas.found("Wait").left == CORNER + width + 48


def test_votes_that_are_still_open_are_rings_behind_those_that_are_given() -> None:
    canvas = ballot(Proposal("A", label="Go", voters=(0,), open=2))
    rings = canvas.px[LOWER - 18 : LOWER - 5] == canvas.colour("d")
    columns = np.flatnonzero(rings.any(0))
    first, second = CORNER + 54 + 22, CORNER + 54 + 44
    assert (columns.min(), columns.max()) == (first - 6, second + 6)
    assert not rings[6, first]  # hollow
    assert not rings[6, second]
    assert rings[6, first - 6]
    assert rings[6, second + 6]
    assert not rings[:, first + 8 : second - 7].any()


def test_votes_of_many_stand_closer_so_that_all_have_room() -> None:
    five = [Proposal(letter, label="Go", open=6) for letter in "ABCDE"]
    canvas = ballot(*five)
    width = (WIDTH - 3 - CORNER) // 5
    step = (width - 52) // 6
    ring = np.flatnonzero(canvas.px[LOWER - 12] == canvas.colour("d"))
    assert ring.min() == CORNER + 54 - 6
    assert ring[ring < CORNER + width].max() == CORNER + 54 + 5 * step + 6


def under_ballot(view: View, words: str = "3 of 4 carry it.") -> NotingCanvas:
    canvas = NotingCanvas()
    strips.vote_health(canvas, view, words)
    return canvas


def test_under_a_ballot_stand_the_health_of_one_its_conditions_and_words() -> None:
    view = scenes.exploring()
    canvas = under_ballot(view)
    assert canvas.said[0] == "24/31"
    assert canvas.said[-1] == "3 of 4 carry it."
    assert "4" in canvas.said  # it bleeds
    assert [(each.kind, each.x) for each in canvas.shapes] == [(0, CORNER + 12)]
    assert all(each.top >= LOWER for each in canvas.written)


def test_under_a_ballot_of_many_stand_a_mark_and_the_health_of_each_who_has_some() -> None:
    view = scenes.party()
    canvas = under_ballot(view)
    assert canvas.said[:4] == ["24/31", "19/22", "8/27", "33/33"]
    assert [each.kind for each in canvas.shapes] == [0, 1, 2, 3]
    steps = np.diff([each.x for each in canvas.shapes])
    assert set(steps.tolist()) == {132 + 34}
    assert len(canvas.said) == 4  # no room for words
    two = replace(view, characters=(*view.characters[:2], CharacterStatus(2, "Who")))
    assert under_ballot(two).said[:2] == ["24/31", "19/22"]
    assert len(under_ballot(two).said) == 3
    six = [replace(view.characters[0], seat=seat) for seat in range(6)]
    narrow = under_ballot(replace(view, characters=tuple(six)))
    assert [each.x for each in narrow.shapes] == [
        CORNER + 12 + (WIDTH - 12 - CORNER) // 6 * n for n in range(6)
    ]
    assert max(each.right for each in narrow.written) <= WIDTH - 12


# ---------------------------------------------------------------------- words


def test_a_line_of_words_leaves_room_for_the_short_one_at_its_right() -> None:
    canvas = NotingCanvas()
    strips.log(canvas, "word " * 16, "turn 42", "W", "P")
    long, short = canvas.written[1], canvas.written[0]
    assert (short.words, short.right, short.colour) == ("turn 42", WIDTH - 12, "P")
    assert (long.left, long.top, long.colour) == (CORNER, LOWER, "W")
    assert long.words.endswith("...")
    assert short.left - 20 - 50 < long.right <= short.left - 20
    gaps = set()
    for letters in range(60):
        full = NotingCanvas()
        strips.log(full, "i" * letters + " word" * 16, "turn 42")
        gaps.add(full.written[0].left - full.written[1].right)
    assert 20 <= min(gaps) < 24  # words are a multiple of four wide
    alone = NotingCanvas()
    strips.log(alone, "word " * 16)
    assert WIDTH - 12 - 50 < alone.written[0].right <= WIDTH - 12


def test_the_game_masters_strip_explains_as_many_marks_as_have_room() -> None:
    canvas = NotingCanvas()
    key = tuple((mark, f"m{n}") for n, mark in enumerate(("alert", "?", "asleep", "alert")))
    strips.game_master(canvas, replace(scenes.game_master(), note_key=key), "Due: the troll")
    said = canvas.said
    assert said[:3] == ["GM ONLY", "players know", "hidden from all"]
    assert said[-1] == "Due: the troll"
    assert said[-2] == "turn 42"
    told = [word for word in said if word[0] == "m"]
    assert told == [f"m{n}" for n in range(len(told))]
    assert 0 < len(told) < 4
    assert max(each.right for each in canvas.written) <= WIDTH - 6
    marks = replace(scenes.game_master(), note_key=(("?", "so"),))
    asked = NotingCanvas()
    strips.game_master(asked, marks, "")
    sign, meaning = asked.found("?"), asked.found("so")  # a mark that is no badge is a word
    assert sign.left > asked.found("hidden from all").right
    assert meaning.left == sign.right + 8
