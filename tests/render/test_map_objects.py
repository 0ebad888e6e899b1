"""Objects of a map: sprites, badges, plates, bars, notes and the marks of what changed."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from engine.contract.view import GM_ONLY, SEEN, Bar, Entity, MapBoard, MapItem, Mark, Note
from render import Window, ground
from render.canvas import LETTER_HEIGHT
from render.map_objects import ObjectPainter, badge_sprite, bar_sprite, entity_sprite, plate
from render.pixels import CLEAR
from render.themes import THEMES, Theme
from render.tile_library import own_tiles
from render.tileset import SEAT_COLOURS
from tests.render import scenes
from tests.render.noting_canvas import NotingCanvas

TILES = own_tiles().tile_set("sil")
ORIGIN = (100, 200)
WOLF = Entity(4, 5, "sil:monster/white-wolf", "C", "w", "wolf-1")


def window(scale: int = 4) -> Window:
    """Seven rows from 2, eight columns from 3."""
    return Window(2, 3, 7, 8, scale)


def meadow(**changes: object) -> MapBoard:
    """A floor of 12 by 12 squares from the level's corner, all in sight, with nothing on it."""
    board = scenes.make_board(("." * 12,) * 12, ("s" * 12,) * 12, corner=(0, 0), focus=None)
    return replace(board, **changes)


def painter(board: MapBoard, scale: int = 4, theme: Theme = THEMES["standard"]) -> ObjectPainter:
    return ObjectPainter(NotingCanvas(), board, window(scale), theme, ORIGIN)


def noted(drawn: ObjectPainter) -> NotingCanvas:
    assert isinstance(drawn.canvas, NotingCanvas)
    return drawn.canvas


def corner(y: int, x: int, scale: int = 4) -> tuple[int, int]:
    """The pixel where a square begins."""
    return ORIGIN[0] + (y - 2) * 16 * scale, ORIGIN[1] + (x - 3) * 16 * scale


def changes(canvas: NotingCanvas) -> tuple[int, int, int, int]:
    """The top, left, bottom and right of all that is drawn, the last two not included."""
    places = np.argwhere(canvas.px != canvas.colour("panel"))
    if not len(places):
        return (0, 0, 0, 0)
    return (*places.min(0).tolist(), *(places.max(0) + 1).tolist())


# ---------------------------------------------------------------------- creatures and items


def test_a_creature_stands_on_its_square_and_reaches_two_tile_pixels_beyond_at_most() -> None:
    for scale in [2, 3, 4]:
        drawn = painter(meadow(entities=(WOLF,)), scale)
        drawn.draw_entities()
        top, left, bottom, right = changes(noted(drawn))
        y, x = corner(4, 5, scale)
        assert y - 2 * scale <= top < y + 8 * scale < bottom <= y + 18 * scale
        assert x - 2 * scale <= left < x + 8 * scale < right <= x + 18 * scale


def test_who_is_outside_the_window_is_not_drawn() -> None:
    for square in [(1, 5), (9, 5), (4, 2), (4, 11)]:
        there = replace(WOLF, y=square[0], x=square[1], tag=2, badges=("asleep",))
        lying = MapItem(*square, "sil:item/longbow", "}", "u", "a bow")
        drawn = painter(meadow(entities=(there,), items=(lying,), marks=(Mark("new", *square),)))
        drawn.draw_marks_under()
        drawn.draw_items()
        drawn.draw_entities()
        drawn.draw_labels()
        drawn.draw_marks_over()
        assert changes(noted(drawn)) == (0, 0, 0, 0)


def test_who_stands_further_south_is_drawn_over_who_stands_north() -> None:
    south = replace(WOLF, y=5, name="a")
    two = painter(meadow(entities=(south, WOLF)))
    two.draw_entities()
    alone = painter(meadow(entities=(south,)))
    alone.draw_entities()
    own = noted(alone).px != noted(alone).colour("panel")
    assert (noted(two).px[own] == noted(alone).px[own]).all()


def test_a_character_has_a_halo_in_the_colour_of_the_seat_and_a_creature_none() -> None:
    for seat in range(7):
        colour = TILES.palette[SEAT_COLOURS[seat % 6]]
        sprite = entity_sprite(TILES, scenes.HEROES[0], "@", "w", seat, 1, "")
        assert sprite.shape == (20, 20)
        rim = np.argwhere(sprite == colour)
        assert rim.min() <= 3
        assert len(rim) > 20
    bare = entity_sprite(TILES, scenes.HEROES[0], "@", "w", None, 1, "")
    assert sum(int((bare == TILES.palette[c]).sum()) > 20 for c in SEAT_COLOURS) == 0


def test_a_base_line_lies_under_creatures_in_high_contrast_and_not_under_characters() -> None:
    def white(entity: Entity, theme: str) -> int:
        drawn = painter(meadow(entities=(entity,)), 4, THEMES[theme])
        drawn.draw_entities()
        y, x = corner(4, 5)
        foot = noted(drawn).px[y + 15 * 4 : y + 17 * 4, x - 8 : x + 64 - 8]
        return int((foot == noted(drawn).colour("W")).sum())

    lump = replace(WOLF, sprite="sil:monster/none", letter="k")
    hero = replace(lump, seat=0)
    assert white(lump, "high-contrast") >= white(lump, "standard") + 16 * 4
    assert white(hero, "high-contrast") == white(hero, "standard")


def test_what_is_hidden_from_players_is_boxed_in_dashes() -> None:
    item = MapItem(6, 7, "sil:item/longbow", "}", "u", "a bow")
    for hidden in (False, True):
        board = meadow(
            entities=(replace(WOLF, hidden=hidden),), items=(replace(item, hidden=hidden),)
        )
        drawn = painter(board)
        drawn.draw_items()
        drawn.draw_entities()
        for square in ((4, 5), (6, 7)):
            y, x = corner(*square)
            assert (noted(drawn).px[y, x] == noted(drawn).colour("P")) == hidden


def test_an_item_on_others_shows_a_plus_and_a_remembered_one_is_blue() -> None:
    item = MapItem(4, 5, "sil:item/longbow", "}", "u", "a bow")
    alone, pile = painter(meadow(items=(item,))), painter(meadow(items=(replace(item, more=True),)))
    alone.draw_items()
    pile.draw_items()
    assert noted(alone).said == []
    assert noted(pile).said == ["+"]
    y, x = corner(4, 5)
    assert noted(pile).found("+")[1:3] == (y + 64 - 24, x + 64 - 10)
    kept = painter(meadow(items=(replace(item, remembered=True),)))
    kept.draw_items()
    there = np.s_[y - 8 : y + 72, x - 8 : x + 72]
    blue = {*TILES.palette.ramp("memo"), TILES.palette["0"], TILES.palette["panel"]}
    assert {int(value) for value in np.unique(noted(kept).px[there])} <= blue
    assert not {int(value) for value in np.unique(noted(alone).px[there])} <= blue


def covered(items: tuple[MapItem, ...], scale: int = 4, theme: str = "standard") -> NotingCanvas:
    """The labels of a wolf that stands on some things."""
    each = painter(meadow(items=items, entities=(WOLF,)), scale, THEMES[theme])
    each.draw_labels()
    return noted(each)


def test_what_lies_under_somebody_is_drawn_once_more_small_at_the_upper_left() -> None:
    item = MapItem(4, 5, "sil:item/longbow", "}", "u", "a bow")
    for scale, small in ((4, 2), (3, 1), (2, 1)):
        top, left, bottom, right = changes(covered((item,), scale))
        y, x = corner(4, 5, scale)
        assert y - small <= top < bottom <= y + 17 * small
        assert x - small <= left < right <= x + 17 * small
    for other in (replace(item, remembered=True), replace(item, x=6)):
        assert changes(covered((other,))) == (0, 0, 0, 0)
    assert changes(covered((item,), theme="plain")) == (0, 0, 0, 0)


def test_without_tiles_a_creature_is_its_letter_in_its_square() -> None:
    for seat in [None, 2]:
        drawn = painter(meadow(entities=(replace(WOLF, seat=seat),)), 4, THEMES["plain"])
        drawn.draw_entities()
        canvas = noted(drawn)
        y, x = corner(4, 5)
        assert changes(canvas) == (y, x, y + 64, x + 64)
        shown = {int(value) for value in np.unique(canvas.px[y : y + 64, x : x + 64])}
        own = TILES.palette[SEAT_COLOURS[2] if seat else TILES.rules.accent("w")[1]]
        assert shown == {canvas.colour("void"), canvas.colour("0"), own}


# ---------------------------------------------------------------------- badges


def badge_boxes(*names: str, scale: int = 4) -> tuple[NotingCanvas, tuple[int, int]]:
    drawn = painter(meadow(entities=(replace(WOLF, badges=names),)), scale)
    drawn.draw_labels()
    return noted(drawn), corner(4, 5, scale)


def test_badges_stand_at_their_places_round_a_creature() -> None:
    right = 64 + 2 * 3
    for name, place in (("asleep", "right"), ("unique", "crown"), ("fleeing", "left")):
        assert TILES.badge_place(name) == place
        canvas, (y, x) = badge_boxes(name)
        sprite = badge_sprite(TILES, name, 3)
        rows, columns = (
            np.nonzero((sprite != CLEAR).any(1))[0],
            np.nonzero((sprite != CLEAR).any(0)),
        )
        assert len(rows)
        assert len(columns)
        height, width = sprite.shape
        top = y - 3 * 3 - 2
        wanted = {
            "right": (top, x + right - width),
            "crown": (top + 2, x - 6),
            "left": (top + 4, x - width // 2 - 2),
        }[place]
        box = changes(canvas)
        assert wanted[0] <= box[0] < box[2] <= wanted[0] + height
        assert wanted[1] <= box[1] < box[3] <= wanted[1] + width
        part = canvas.px[wanted[0] : wanted[0] + height, wanted[1] : wanted[1] + width]
        assert (part[sprite != CLEAR] == sprite[sprite != CLEAR]).all()


def test_a_second_badge_of_a_place_stands_under_the_first() -> None:
    first, second = badge_sprite(TILES, "asleep", 3), badge_sprite(TILES, "alert", 3)
    canvas, (y, x) = badge_boxes("asleep", "alert")
    top = y - 11 + first.shape[0]
    left = x + 70 - second.shape[1]
    part = canvas.px[top : top + second.shape[0], left : left + second.shape[1]]
    assert (part[second != CLEAR] == second[second != CLEAR]).all()


def test_under_a_crown_the_badge_at_the_left_makes_room() -> None:
    sprite = badge_sprite(TILES, "fleeing", 3)
    for names, down in ((("fleeing",), 4), (("unique", "fleeing"), 36)):
        canvas, (y, x) = badge_boxes(*names)
        top, left = y - 11 + down, x - sprite.shape[1] // 2 - 2
        part = canvas.px[top : top + sprite.shape[0], left : left + sprite.shape[1]]
        assert (part[sprite != CLEAR] == sprite[sprite != CLEAR]).all()


def test_badges_are_no_larger_on_the_largest_squares() -> None:
    heights = [
        changes(badge_boxes("asleep", scale=scale)[0])[2]
        - changes(badge_boxes("asleep", scale=scale)[0])[0]
        for scale in (2, 3, 4)
    ]
    assert heights[1] == heights[2]
    assert heights[0] * 3 == heights[1] * 2


# ---------------------------------------------------------------------- plates, bars, notes


def labelled(*entities: Entity, scale: int = 4, theme: Theme = THEMES["standard"]) -> NotingCanvas:
    drawn = painter(meadow(entities=entities), scale, theme)
    drawn.draw_labels()
    return noted(drawn)


def test_a_plate_is_as_wide_as_its_letters_with_an_edge_of_ink() -> None:
    one, two = plate(TILES, "7"), plate(TILES, "42")
    assert one.shape[0] == two.shape[0] == LETTER_HEIGHT + 6
    assert two.shape[1] > one.shape[1]
    ink, white = TILES.palette["0"], TILES.palette["W"]
    for sprite in (one, two):
        assert (sprite[[0, -1]] == ink).all()
        assert (sprite[:, [0, -1]] == ink).all()
        assert (sprite[1:3, 1:-1] == white).all()
        assert (sprite[1:-1, 1:4] == white).all()
        assert (sprite[1:-1, -4:-1] == white).all()
        assert (sprite[3:-3, 4:-4] == ink).any()


def test_a_number_among_its_kind_stands_at_the_lower_left_of_a_creature() -> None:
    sprite = plate(TILES, "2")
    y, x = corner(4, 5)
    left = x - min(sprite.shape[1] - 6, 20)
    box = changes(labelled(replace(WOLF, tag=2)))
    assert box == (y + 68 - sprite.shape[0], left, y + 68, left + sprite.shape[1])
    assert changes(labelled(WOLF)) == (0, 0, 0, 0)  # the only one of its kind needs none


def test_no_plate_leaves_the_map_at_its_left() -> None:
    box = changes(labelled(replace(WOLF, x=3, tag=2)))
    assert box[1] == ORIGIN[1]


def test_letters_on_plates_stand_before_the_number() -> None:
    with_letters = THEMES["high-contrast"]
    wide = plate(TILES, "C2").shape[1]
    box = changes(labelled(replace(WOLF, tag=2), theme=with_letters))
    assert box[3] - box[1] == wide
    assert changes(labelled(WOLF, theme=with_letters)) != (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("others", "side"),
    [
        ((), (0, -1)),
        (((0, -1),), (0, 1)),
        (((0, -1), (0, 1)), (1, 0)),
        (((0, -1), (0, 1), (1, 0)), (-1, 0)),
        (((0, -1), (0, 1), (1, 0), (-1, 0)), None),
    ],
)
def test_on_small_squares_a_plate_stands_on_a_free_square_beside(
    others: tuple[tuple[int, int], ...], side: tuple[int, int] | None
) -> None:
    wolf = replace(WOLF, tag=2)
    beside = [replace(WOLF, y=4 + dy, x=5 + dx, name=f"{dy}{dx}") for dy, dx in others]
    box = changes(labelled(wolf, *beside, scale=2))
    if side is None:
        assert box == (0, 0, 0, 0)
        return
    height, width = plate(TILES, "2").shape
    assert (box[2] - box[0], box[3] - box[1]) == (height, width)
    y, x = corner(4, 5, 2)
    middle_y, middle_x = (box[0] + box[2]) / 2 - (y + 16), (box[1] + box[3]) / 2 - (x + 16)
    assert (round(np.sign(middle_y) * (abs(middle_y) > 2)), round(np.sign(middle_x))) == side or (
        side[1] == 0 and abs(middle_x) <= 1 and np.sign(middle_y) == side[0]
    )
    if side[1]:
        assert (box[3] == x) if side[1] < 0 else (box[1] == x + 32)  # none of it on the creature


def test_two_plates_never_share_a_free_square() -> None:
    pair = replace(WOLF, tag=1), replace(WOLF, x=7, tag=2, name="wolf-2")
    west = replace(WOLF, x=4, name="wolf-3")
    canvas = labelled(*pair, west, scale=2)
    _, x = corner(4, 5, 2)
    width = plate(TILES, "1").shape[1]
    top, left, _, right = changes(canvas)
    last = x + 96 + plate(TILES, "2").shape[1]
    assert (left, right) == (x + 32, last)  # the second would have stood to its west
    between = canvas.px[top, x + 32 + width : x + 96]
    assert (between == canvas.colour("panel")).all()


def test_the_bars_of_a_creature_stand_under_it_one_below_the_other() -> None:
    bars = Bar("Health", 2, 4), Bar("Power", 3, 3, "blue")
    y, x = corner(4, 5)
    one, two = labelled(replace(WOLF, bars=bars[:1])), labelled(replace(WOLF, bars=bars))
    assert changes(one) == (y + 60, x - 3, y + 68, x + 32)
    assert changes(two) == (y + 60, x - 3, y + 75, x + 32)
    assert two.of_colour("B")[0] == y + 67 + 2


def test_a_red_bar_turns_from_yellow_over_orange_to_red() -> None:
    for value, colour in [(20, "Y"), (11, "Y"), (10, "O"), (6, "O"), (5, "R"), (1, "R")]:
        shown = {int(index) for index in np.unique(bar_sprite(TILES, Bar("Health", value, 20)))}
        assert shown - {TILES.palette["0"], TILES.palette["d"]} == {TILES.palette[colour]}


def test_a_bar_of_many_points_is_one_strip_that_is_empty_only_at_nothing() -> None:
    for value, most, pixels in [(0, 30, 0), (1, 100, 1), (15, 31, 15), (31, 31, 31), (40, 31, 31)]:
        row = bar_sprite(TILES, Bar("Power", value, most, "blue"))[4]
        assert int((row == TILES.palette["B"]).sum()) == pixels
        assert (row[[0, 1, -2, -1]] == TILES.palette["0"]).all()


def test_a_segment_is_filled_for_each_point() -> None:
    for value, most, filled in [(2, 4, 2), (9, 8, 8), (-1, 3, 0), (1, 0, 0)]:
        row = bar_sprite(TILES, Bar("Power", value, most, "blue"))[4]
        blue = (row == TILES.palette["B"]).astype(int)
        assert int((np.diff(blue, prepend=0) == 1).sum()) == filled


def test_notes_end_at_the_right_of_their_creature_the_next_above_the_last() -> None:
    notes = (Note("+9", "alarm"), Note("-14", "calm"), Note("0"))
    canvas = labelled(replace(WOLF, notes=notes))
    y, x = corner(4, 5)
    for row, (note, colour) in enumerate(zip(notes, "QUW", strict=True)):
        place = canvas.found(note.text)
        assert place.right == x + 66
        assert place.top == y + 64 - LETTER_HEIGHT - row * (LETTER_HEIGHT + 2)
        assert place.colour == colour


def test_a_characters_mark_is_the_shape_of_its_seat_and_nothing_else() -> None:
    for scale, size in [(2, 8), (3, 10), (4, 10)]:
        hero = replace(WOLF, seat=8, tag=4, bars=(Bar("Health", 2, 4),))
        canvas = labelled(hero, scale=scale)
        y, x = corner(4, 5, scale)
        [mark] = canvas.shapes
        assert mark == (2, size, SEAT_COLOURS[2], "", y + 16 * scale - 10, x + size // 4)
        assert canvas.said == []


# ---------------------------------------------------------------------- ground marks


def on_ground(letter: str, scale: int = 4, *, known: str = "s") -> NotingCanvas:
    """A canvas with the marks of some ground on the square (4, 5)."""
    rows = ["." * 12] * 12
    rows[4] = "....." + letter + "......"
    states = ["s" * 12] * 12
    states[4] = "sssss" + known + "ssssss"
    board = scenes.make_board(rows, states, corner=(0, 0), focus=None)
    drawn = painter(board, scale)
    drawn.draw_ground_marks(ground.squares(board, window(scale), TILES), False)
    return noted(drawn)


def test_the_uses_of_a_forge_are_told_where_squares_are_large_enough() -> None:
    y, x = corner(4, 5)
    place = on_ground("0").found("3")
    assert (place.top, place.right) == (y + 64 - LETTER_HEIGHT, x + 64)
    assert on_ground("0", 3).said == ["3"]
    assert on_ground("0", 2).said == []
    assert on_ground("0", known="-").said == []


@pytest.mark.parametrize("scale", [2, 3, 4])
@pytest.mark.parametrize(("letter", "mark"), [("L", "keyhole"), ("+", "")])
def test_a_locked_door_has_its_mark_in_the_middle_of_its_square(
    scale: int, letter: str, mark: str
) -> None:
    side = 16 * scale
    drawn = on_ground(letter, scale)
    plain = NotingCanvas()
    if mark:
        sprite = badge_sprite(TILES, mark, 2)
        y, x = corner(4, 5, scale)
        top, left = y + (side - sprite.shape[0]) // 2, x + (side - sprite.shape[1]) // 2
        plain.stamp(sprite, top, left)
    assert (drawn.px == plain.px).all()


def test_a_secret_door_is_boxed_and_lettered_in_violet() -> None:
    canvas = on_ground("S")
    y, x = corner(4, 5)
    place = canvas.found("S")
    assert place.colour == "P"
    assert abs(place.left + place.right - 2 * x - 64) <= 1
    assert place.top == y + (64 - LETTER_HEIGHT) // 2
    assert canvas.of_colour("P") == (y, x, y + 64, x + 64)
    assert on_ground("+").said == []  # a door that everybody knows


def test_the_line_round_what_players_know_stands_between_it_and_the_rest() -> None:
    rows = ("." * 12,) * 12
    states = ["ssssssvvvvvv"] * 6 + ["vvvvvvvvvvvv"] * 6
    board = scenes.make_board(rows, states, corner=(0, 0), focus=None)
    lines = {}
    for gm in (False, True):
        drawn = painter(board)
        drawn.draw_ground_marks(ground.squares(board, window(), TILES), gm)
        lines[gm] = noted(drawn)
    assert changes(lines[False]) == (0, 0, 0, 0)
    violet = lines[True].px == lines[True].colour("P")
    y, x = corner(6, 6)
    wanted = np.zeros_like(violet)
    wanted[ORIGIN[0] : y, x : x + 3] = True
    wanted[y : y + 3, ORIGIN[1] : x] = True
    assert (violet == wanted).all()


def test_what_can_be_seen_to_be_something_hides_under_no_plate() -> None:
    rows = ("." * 12, "." * 12, "...>#+_.....", "...^........") + ("." * 12,) * 8
    states = ("s" * 12,) * 3 + ("sss-ssssssss",) + ("s" * 12,) * 8
    board = scenes.make_board(rows, states, corner=(0, 0), focus=None)
    found = painter(board).notable_squares(ground.squares(board, window(), TILES))
    assert (2, 3) in found
    assert not found & {(2, 4), (2, 5), (2, 7), (3, 3), (3, 4)}


# ---------------------------------------------------------------------- marks


def under(*marks: Mark, entities: tuple[Entity, ...] = (), scale: int = 4) -> NotingCanvas:
    drawn = painter(meadow(marks=marks, entities=entities), scale)
    drawn.draw_marks_under()
    return noted(drawn)


def over(*marks: Mark, entities: tuple[Entity, ...] = ()) -> NotingCanvas:
    drawn = painter(meadow(marks=marks, entities=entities))
    drawn.draw_marks_over()
    return noted(drawn)


def test_a_ring_surrounds_what_is_new_changed_or_aimed_at() -> None:
    for kind, out, colour in [
        ("new", 2, "Y"),
        ("notice", 2, "Y"),
        ("changed", 0, "Y"),
        ("target", 2, "W"),
    ]:
        draw = over if kind == "target" else under
        canvas = draw(Mark(kind, 4, 5))
        y, x = corner(4, 5)
        assert canvas.of_colour(colour) == (y - out, x - out, y + 64 + out, x + 64 + out)
        assert changes(canvas) == (y - out - 2, x - out - 2, y + 66 + out, x + 66 + out)
        inside = canvas.px[y + 8 : y + 56, x + 8 : x + 56]
        assert (inside == canvas.colour("panel")).all()  # it hides nothing
        middle = canvas.px[y - out : y, x + 30 : x + 34]
        assert (middle == canvas.colour("panel")).all()  # corners alone


def test_what_is_new_is_ringed_more_boldly_than_what_has_changed() -> None:
    new, other = (under(Mark(kind, 4, 5)) for kind in ("new", "changed"))
    strong, weak = (int((each.px == each.colour("Y")).sum()) for each in (new, other))
    assert strong > weak
    y, x = corner(4, 5)
    row = other.px[y, x : x + 32] == other.colour("Y")
    assert int(row.sum()) == 10
    column = other.px[y : y + 8, x + 9] == other.colour("Y")
    assert int(column.sum()) == 3


def test_the_letter_of_a_mark_stands_on_a_plate() -> None:
    lettered = over(Mark("letter", 4, 5, "7"))
    bare = over(Mark("letter", 4, 5))
    y, x = corner(4, 5)
    sprite = plate(TILES, "7")
    left = x - min(sprite.shape[1] - 6, 20)
    place = np.argwhere(lettered.px != bare.px)
    assert place.min(0).tolist() == [y + 68 - sprite.shape[0], left]
    assert place.max(0).tolist() == [y + 67, left + sprite.shape[1] - 1]


def test_who_came_has_three_dots_on_the_way_to_where_it_was() -> None:
    wolf = replace(WOLF, y=4, x=7)
    canvas = under(Mark("came", 4, 5, "wolf-1"), entities=(wolf,))
    dots = canvas.shapes
    y, x = corner(4, 7)
    assert [dot.x for dot in dots] == [x + 32 + -128 * part // 100 for part in (50, 65, 80)]
    assert {(dot.kind, dot.size, dot.colour) for dot in dots} == {(0, 2, "w")}
    assert all(y + 32 < dot.y < y + 64 for dot in dots)  # at its feet
    assert [dot.y for dot in dots] == sorted((dot.y for dot in dots), reverse=True)


def test_of_a_mover_without_a_name_the_nearest_creature_within_two_squares_is_meant() -> None:
    near, far = replace(WOLF, y=4, x=6, name="b"), replace(WOLF, y=6, x=7, name="a")
    hero = replace(WOLF, y=4, x=4, seat=0, name="hero")

    def mover(*entities: Entity) -> int:
        """The column of pixels of the first dot, 0 for none."""
        shapes = under(Mark("came", 4, 5), entities=entities).shapes
        return shapes[0].x if shapes else 0

    at = {square: corner(4, square)[1] + 32 for square in (5, 6, 7)}
    assert mover(far, near) == (at[5] + at[6]) // 2
    assert mover(far) == (at[5] + at[7]) // 2
    assert mover(replace(far, y=7)) == 0
    assert mover(replace(far, x=8)) == 0
    assert mover(hero) == 0
    assert mover(hero, near) == (at[5] + at[6]) // 2


def test_steps_are_dots_in_the_seats_colour_from_square_to_square_to_the_character() -> None:
    hero = replace(scenes.hero(4, 7, seat=1), seat=1)
    steps = (Mark("step", 4, 5, seat=1), Mark("step", 4, 6, seat=1))
    canvas = under(*steps, entities=(hero,))
    left, y = corner(4, 5)[1] + 32, corner(4, 5)[0] + 48
    assert [(dot.y, dot.x) for dot in canvas.shapes] == [(y, left + 16 * n) for n in range(8)]
    assert {dot.colour for dot in canvas.shapes} == {SEAT_COLOURS[1]}
    outside = replace(hero, y=4, x=13)
    only = under(Mark("step", 4, 12, seat=1), entities=(outside,))
    assert only.shapes == []
    half = under(Mark("step", 4, 10, seat=1), entities=(replace(outside, x=11),))
    assert len(half.shapes) == 4  # a step out of the window is shown as far as it goes


def test_steps_of_two_characters_are_not_joined() -> None:
    heroes = scenes.hero(4, 6, seat=0), scenes.hero(8, 9, seat=1)
    marks = Mark("step", 4, 5, seat=0), Mark("step", 8, 8, seat=1)
    canvas = under(*marks, entities=heroes)
    assert [dot.colour for dot in canvas.shapes] == [SEAT_COLOURS[0]] * 4 + [SEAT_COLOURS[1]] * 4


def test_a_loss_stands_in_the_middle_of_whom_it_befell_and_a_burst_where_nobody_stands() -> None:
    y, x = corner(4, 5)
    hurt = over(Mark("hurt", 4, 5, amount=9), entities=(WOLF,))
    place = hurt.found("-9")
    assert (place.top, place.colour) == (y + (64 - LETTER_HEIGHT) // 2, "Q")
    assert abs(place.left + place.right - 2 * x - 64) <= 1
    inked = int((hurt.px != hurt.colour("panel")).sum())
    gone = over(Mark("hurt", 4, 5, amount=9))
    assert gone.said == ["-9"]
    assert int((gone.px != gone.colour("panel")).sum()) > inked
    slain = over(Mark("hurt", 4, 5), entities=(WOLF,))
    assert slain.said == []
    assert changes(slain) != (0, 0, 0, 0)
    both = over(Mark("hurt", 4, 5, amount=4), Mark("hurt", 4, 5, amount=5), Mark("hurt", 9, 5))
    assert both.said == ["-9"]


def test_the_game_masters_ground_is_no_square_that_is_unknown() -> None:
    board = meadow(state=bytes([GM_ONLY]) * 144)
    assert set(board.state) == {GM_ONLY}
    view = ground.squares(board, window(), TILES)
    assert view.open[1:-1, 1:-1].all()
    seen = ground.squares(replace(board, state=bytes([SEEN]) * 144), window(), TILES)
    assert (seen.open == view.open).all()
