"""The overview of a level: blocks, ways on, places, and the list under it."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from engine.contract.view import GM_ONLY, REMEMBERED, SEEN, UNKNOWN, Entity, MapBoard, MapItem
from render import Place, Window, overview, overview_picture, strips
from render.canvas import LETTER_HEIGHT, WIDTH
from render.overview_picture import _Overview, open_ends
from render.place_markers import MOST_PLACES, board_places, placed_markers
from render.themes import theme_of
from render.tile_library import own_tiles
from render.window import NARROW_SHAPES, SHAPES, choose
from tests.render import golden, scenes
from tests.render.noting_canvas import NotingCanvas

TILES = own_tiles().tile_set("sil")
ORIGIN, SIZE = (100, 200), 12


def field(*rows: str, known: tuple[str, ...] = (), **changes: object) -> MapBoard:
    """A board from the level's corner; unknown where there is a blank."""
    states = known or tuple("".join("-" if c == " " else "m" for c in row) for row in rows)
    board = scenes.make_board(rows, states, corner=(0, 0), focus=None)
    return replace(board, **changes)


def drawing(board: MapBoard) -> _Overview:
    layers = overview_picture._layers(board, TILES)
    return _Overview(NotingCanvas("void"), board, layers, ORIGIN, (board.top, board.left), SIZE)


def block(drawn: _Overview, y: int, x: int) -> np.ndarray:
    top, left = ORIGIN[0] + y * SIZE, ORIGIN[1] + x * SIZE
    return drawn.canvas.px[top : top + SIZE, left : left + SIZE]


def ends(*rows: str, **changes: object) -> list[tuple[int, int]]:
    board = field(*rows, **changes)
    return open_ends(board, overview_picture._layers(board, TILES).open)


def test_open_ground_beside_the_unknown_is_a_way_on() -> None:
    assert ends("#####", "#...#", "#####") == []
    assert ends("#####", "#... ", "#####") == [(1, 3)]
    assert ends("## ##", "#...#", "#####") == [(1, 2)]
    assert ends("#####", "#...#", "### #") == [(1, 3)]
    assert ends("#####", " ...#", "#####") == [(1, 1)]
    assert ends("...", "...", "...") == [(1, 2)]  # the edge of what is known is unknown, too
    assert ends("#### ", "#..##", "#####") == []  # not across a corner


def test_squares_that_touch_are_one_way_on_named_by_the_middle_one() -> None:
    assert ends("     ", "#...#", "#####") == [(1, 2)]
    assert ends("#     #", "#.#.#.#", "#######") == [(1, 1), (1, 3), (1, 5)]
    assert ends("    ", "#. #", "##.#", "####") == [(2, 2)]  # also across a corner
    assert ends(" ...", "####", top=10, left=20) == [(10, 22)]


def test_blocks_tell_what_is_seen_remembered_and_the_game_masters() -> None:
    board = field("#####", "#...#", "#####")
    state = bytearray(board.state)
    state[6], state[7], state[8] = SEEN, REMEMBERED, GM_ONLY
    state[4] = GM_ONLY
    drawn = drawing(replace(board, state=bytes(state)))
    drawn.draw_blocks()
    p = TILES.palette
    for x, colour in ((1, "4:warm"), (2, "3:memo"), (3, "3:veil")):
        assert (block(drawn, 1, x) == p[colour]).all()
    rock = block(drawn, 0, 0)
    assert (rock[:9] == p["5:memo"]).all()
    assert (rock[9:] == p["4:memo"]).all()  # its foot
    hidden = block(drawn, 0, 4)
    assert (hidden[:9] == p["5:veil"]).all()
    assert (hidden[9:] == p["4:veil"]).all()


def test_rock_without_open_ground_beside_it_is_not_drawn() -> None:
    drawn = drawing(field("#####", "####.", "#####"))
    drawn.draw_blocks()
    void = TILES.palette["void"]
    assert (block(drawn, 1, 2) == void).all()
    assert (block(drawn, 1, 3) != void).all()
    assert (block(drawn, 0, 3) != void).all()


def test_a_door_is_a_block_with_an_edge_of_ink() -> None:
    for letter, colour in (("+", "t"), ("S", "P"), ("L", "t")):
        drawn = drawing(field("...", f".{letter}.", "..."))
        drawn.draw_blocks()
        door, p = block(drawn, 1, 1), TILES.palette
        assert (door[[0, -1]] == p["0"]).all()
        assert (door[:, [0, -1]] == p["0"]).all()
        assert (door[1:-1, 1:-1] == p[colour]).all()


def test_a_door_that_stands_open_has_a_gap() -> None:
    board = field("...", ".+.", "...")
    opened = tuple(replace(kind, letter="'") if kind.letter == "+" else kind
                   for kind in board.legend)  # fmt: skip
    drawn = drawing(replace(board, legend=opened))
    drawn.draw_blocks()
    door, p = block(drawn, 1, 1), TILES.palette
    assert (door[4:8, 4:8] == p["0"]).all()
    assert (door[1:4, 1:-1] == p["t"]).all()
    assert (door[8:-1, 1:-1] == p["t"]).all()


def test_what_is_hidden_from_players_is_boxed_in_dashes_of_twenty_pixels() -> None:
    wolf = Entity(2, 4, "sil:monster/white-wolf", "C", "w", "wolf-1", seat=0)  # else it is drawn
    bow = MapItem(7, 9, "sil:item/longbow", "}", "u", "a bow")
    for hidden in ((True, False), (False, True), (True, True), (False, False)):
        board = field(
            *["." * 20] * 10,
            entities=(replace(wolf, hidden=hidden[0]),),
            items=(replace(bow, hidden=hidden[1]),),
        )
        drawn, plain = drawing(board), NotingCanvas("void")
        drawn.draw_creatures()
        for shown, (y, x) in zip(hidden, ((2, 4), (7, 9)), strict=True):
            if shown:
                middle = ORIGIN[0] + y * SIZE + SIZE // 2, ORIGIN[1] + x * SIZE + SIZE // 2
                plain.dashed(middle[0] - 10, middle[1] - 10, 20, 2)
        assert (drawn.canvas.px == plain.px).all()


def test_the_frame_shows_the_squares_of_the_turns_picture() -> None:
    drawn = drawing(field("." * 20, *["." * 20] * 9))
    drawn.draw_box(Window(2, 3, 4, 5, 4))
    canvas = drawn.canvas
    assert isinstance(canvas, NotingCanvas)
    top, left = ORIGIN[0] + 2 * SIZE, ORIGIN[1] + 3 * SIZE
    assert canvas.of_colour("Y") == (top, left, top + 4 * SIZE, left + 5 * SIZE)
    assert (canvas.px[top + 2 : top + 46, left + 2 : left + 58] == canvas.colour("void")).all()


def test_rulers_name_every_tenth_square() -> None:
    board = field(*["." * 35] * 25)
    drawn = _Overview(
        NotingCanvas(), board, overview_picture._layers(board, TILES), ORIGIN, (3, 4), SIZE
    )
    drawn.draw_rulers((3, 4, 25, 31))
    canvas = drawn.canvas
    assert isinstance(canvas, NotingCanvas)
    assert canvas.said == ["N", "K", "U", "AE", "10", "20"]
    middle = ORIGIN[1] + (10 - 4) * SIZE + SIZE // 2
    place = canvas.found("K")
    assert abs(place.left + place.right - 2 * middle) <= 1
    assert place.top == 4
    assert (canvas.px[34:40, middle - 1 : middle + 1] == canvas.colour("w")).all()
    row = ORIGIN[0] + (10 - 3) * SIZE + SIZE // 2
    ten = canvas.found("10")
    assert (ten.top, ten.right) == (row - LETTER_HEIGHT // 2, strips.MAP_LEFT - 4)
    assert (canvas.px[row - 1 : row + 1, 40:48] == canvas.colour("w")).all()
    last = _Overview(
        NotingCanvas(), board, overview_picture._layers(board, TILES), ORIGIN, (3, 4), SIZE
    )
    last.draw_rulers((3, 4, 20, 30))
    assert isinstance(last.canvas, NotingCanvas)
    assert last.canvas.said == ["N", "K", "U", "10"]


def test_the_part_that_is_drawn_holds_ground_creatures_and_things() -> None:
    board = field("   ", " . ", "   ", top=10, left=20)
    shown = overview_picture._layers(board, TILES).drawn
    assert overview_picture._box(board, shown) == (11, 21, 12, 22)
    item = MapItem(14, 18, "sil:item/longbow", "}", "u", "a bow")
    there = replace(board, items=(item,), entities=(scenes.hero(5, 30),))
    assert overview_picture._box(there, shown) == (5, 18, 15, 31)
    nothing = field("  ", "  ", top=7, left=9)
    assert overview_picture._box(nothing, overview_picture._layers(nothing, TILES).drawn) == (
        7, 9, 8, 10,
    )  # fmt: skip


def test_rock_that_is_not_drawn_takes_no_room_but_on_a_plan() -> None:
    known = ["#" * 21] * 5, ["#" * 9 + "..." + "#" * 9], ["#" * 21] * 5
    board = field(*known[0], *known[1], *known[2])
    near = [REMEMBERED if 4 <= y <= 6 and 8 <= x <= 12 else UNKNOWN
            for y in range(11) for x in range(21)]  # fmt: skip
    view, window = scenes.view(board), Window(5, 9, 1, 3, 4)
    for sheet in (None, golden.sheet().sheet):
        whole, part = (
            overview(replace(view, map=each, sheet=sheet), window=window).png
            for each in (board, replace(board, state=bytes(near)))
        )
        assert (whole == part) is (sheet is None)


def test_what_the_turn_picture_shows_is_framed_in_its_shape_beside_a_sheet_and_without() -> None:
    board = scenes.exploring().map
    assert board is not None
    assert choose(board, shapes=SHAPES) != choose(board, shapes=NARROW_SHAPES)
    for sheet, shapes in ((None, SHAPES), (golden.sheet().sheet, NARROW_SHAPES)):
        view = replace(scenes.view(board), sheet=sheet)
        window = choose(board, shapes=shapes)
        assert overview(view).png == overview(view, window=window).png


def test_a_plan_is_drawn_where_its_squares_stand_in_the_overview() -> None:
    board = field("#####", "#...#", "#####")
    drawn = drawing(board)
    drawn.draw_plan(scenes.view(board), theme_of("standard"), Window(0, 0, 3, 5, 2))
    void = TILES.palette["void"]
    places = np.argwhere(drawn.canvas.px != void)
    assert places.min(0).tolist() == [*ORIGIN]
    assert places.max(0).tolist() == [ORIGIN[0] + 3 * SIZE - 1, ORIGIN[1] + 5 * SIZE - 1]


# ---------------------------------------------------------------------- places


def test_places_are_stairs_and_the_like_from_north_to_south_then_things() -> None:
    board = field(".>.", "#0<", ".L.", top=5, left=7, items=(
        MapItem(9, 9, "sil:item/longbow", "}", "u", "a bow"),
        MapItem(5, 7, "sil:item/longsword", "|", "u", "a sword"),
    ))  # fmt: skip
    found = board_places(board, TILES)
    assert [(each.number, each.y, each.x, each.name) for each in found] == [
        (1, 5, 8, "down staircase"), (2, 6, 8, "forge (3 uses remaining)"),
        (3, 6, 9, "up staircase"), (4, 7, 8, "locked door"), (5, 5, 7, "a sword"),
        (6, 9, 9, "a bow"),
    ]  # fmt: skip
    assert len(board_places(field(">" * 9), TILES)) == MOST_PLACES
    unknown = field(".>.", known=("m-m",))
    assert board_places(unknown, TILES) == []


def legend(board: MapBoard, listed: list[Place], **more: bool) -> NotingCanvas:
    canvas = NotingCanvas()
    overview_picture._draw_legend(canvas, scenes.view(board), board, listed,
                                  more.get("game_master", False))  # fmt: skip
    return canvas


def test_the_list_names_each_place_beside_its_number() -> None:
    listed = [Place(1, 4, 5, "forge (3 uses remaining)"), Place(2, 6, 7, "a sword"),
              Place(3, 1, 1, "an axe", "axe of old")]  # fmt: skip
    canvas = legend(field("..."), listed)
    assert canvas.said[:3] == ["forge", "sword", "axe of old"]
    numbers = [shape for shape in canvas.shapes if shape.letter]
    assert [shape.letter for shape in numbers] == ["1", "2", "3"]
    for shape, name in zip(numbers, ("forge", "sword", "axe of old"), strict=True):
        place = canvas.found(name)
        assert place.left == shape.x - 20 + 46
        assert place.top == shape.y - LETTER_HEIGHT // 2
    assert "unexplored" in canvas.said
    assert canvas.said[-1] == "Squares have names: 1 lies at F4."


def test_the_list_has_three_columns_and_rows_under_each_other() -> None:
    corners = [overview_picture._entry(number) for number in range(1, 10)]
    assert len({x for _, x in corners[:3]}) == 3
    assert [x for _, x in corners[3:6]] == [x for _, x in corners[:3]]
    assert [y for y, _ in corners] == [
        overview_picture._BOTTOM + 10 + 38 * row for row in (0, 0, 0, 1, 1, 1, 2, 2, 2)
    ]
    assert corners[0][1] == strips.CORNER


def test_under_a_map_without_places_stands_where_the_hero_is() -> None:
    canvas = legend(field("...", focus=(0, 2)), [])
    assert canvas.said[-1] == "Squares have names: You stand at C0."
    fact = canvas.found("150 ft")
    assert (fact.right, fact.colour) == (WIDTH - 12, "W")
    for_master = legend(field("..."), [], game_master=True)
    assert for_master.found("GM ONLY").colour == "P"
    assert "150 ft" not in for_master.said


# ---------------------------------------------------------------------- markers

PLACE = Place(1, 0, 0, "a chest")
WITHIN = (0, 0, 500, 900)


def marker(
    *others: tuple[int, int], at: tuple[int, int] = (200, 300)
) -> tuple[int, tuple[int, int]]:
    [placed] = placed_markers([(PLACE, at)], others, WITHIN)
    return placed.scale, placed.disc


def test_a_place_alone_is_drawn_large_with_its_number_at_the_lower_right() -> None:
    assert marker() == (2, (24, 27))


def test_at_the_edge_the_number_stands_on_the_other_side() -> None:
    for at, disc in [
        ((500 - 42, 300), (24, 27)),
        ((500 - 41, 300), (-24, 27)),
        ((200, 900 - 45), (24, 27)),
        ((200, 900 - 44), (24, -27)),
        ((500 - 41, 900 - 44), (-24, -27)),
        ((19, 300), (24, 27)),
        ((200, 45), (24, 27)),
    ]:
        assert marker(at=at) == (2, disc)


def test_a_place_too_near_to_the_edge_is_drawn_smaller() -> None:
    assert marker(at=(18, 300)) == (1, (20, 23))
    assert marker(at=(11, 300)) == (1, (20, 23))
    assert marker(at=(10, 300))[0] == 0


def test_a_place_grows_as_large_as_leaves_a_hero_free() -> None:
    for away, scale in [(33, 2), (32, 1), (25, 1), (24, 0)]:
        assert marker((200, 300 - away))[0] == scale


def test_a_number_alone_stands_on_its_square_or_else_the_nearest_free_one() -> None:
    assert marker((200, 300)) == (0, (-32, 0))
    assert marker((200, 300), (168, 300)) == (0, (0, -32))
    assert marker((200, 300), (168, 300), (200, 268)) == (0, (0, 32))


def test_a_later_place_does_not_stand_under_an_earlier_one() -> None:
    second = Place(2, 0, 0, "a sword")
    first, other = placed_markers([(PLACE, (200, 300)), (second, (200, 316))], [], WITHIN)
    assert first.scale == 1  # the second one's own square stays free
    taken_y, taken_x = 200 + first.disc[0], 300 + first.disc[1]
    y, x = 200 + other.disc[0], 316 + other.disc[1]
    assert max(abs(taken_y - y), abs(taken_x - x)) >= 36
