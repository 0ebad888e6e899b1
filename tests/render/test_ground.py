"""The ground of a map: light, memory, the edge of the unknown, and themes without texture."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from engine.contract.view import GM_ONLY, REMEMBERED, SEEN, UNKNOWN, MapBoard
from render import Window, ground, plain_ground
from render.pixels import CLEAR, LETTER
from render.tile_library import own_tiles
from render.tileset import MEMORY_FLOOR, MEMORY_WALL, RED, ROOM, SUN, TORCH, VEIL
from tests.render import scenes
from tests.render.noting_canvas import NotingCanvas

TILES = own_tiles().tile_set("sil")


def field(*rows: str, known: str = "", **changes: object) -> MapBoard:
    """A board from the level's corner; all of it seen, or each row known as `known` says."""
    states = [known or "s" * len(row) for row in rows]
    board = scenes.make_board(rows, states, corner=(0, 0), focus=None)
    return replace(board, **changes)


def cut(board: MapBoard, *, margin: int = 0) -> ground.Squares:
    """The squares of a window that is as large as the board, and so many more on each side."""
    return ground.squares(board, whole(board, margin), TILES)


def whole(board: MapBoard, margin: int = 0) -> Window:
    return Window(
        board.top - margin, board.left - margin, board.height + 2 * margin,
        board.width + 2 * margin, 2,
    )  # fmt: skip


def marks(layer: np.ndarray) -> list[str]:
    """A mask as rows of letters, without its margin."""
    return ["".join("x" if each else "." for each in row) for row in layer[1:-1, 1:-1]]


def test_rock_is_drawn_where_open_ground_is_beside_it_on_any_of_eight_sides() -> None:
    view = cut(field("#####", "#####", "##.##", "#####", "#####"))
    assert marks(view.rock) == [".....", ".xxx.", ".x.x.", ".xxx.", "....."]
    assert marks(view.open) == [".....", ".....", "..x..", ".....", "....."]


def test_open_ground_that_is_not_known_shows_no_rock() -> None:
    view = cut(field("##.##", known="sss-s"))
    assert marks(view.rock) == [".x..."]
    hidden = cut(field("##.##", known="ss-ss"))
    assert marks(hidden.rock) == ["....."]
    assert marks(hidden.open) == ["....."]


def test_a_window_beyond_the_map_shows_nothing_there() -> None:
    for margin in [0, 1, 4]:
        board = field(".#.", "###", top=10, left=20)
        view = cut(board, margin=margin)
        assert view.state.shape == (2 + 2 * margin + 2, 3 + 2 * margin + 2)
        inner = view.state[1 + margin : 3 + margin, 1 + margin : 4 + margin]
        assert (inner == SEEN).all()
        assert int((view.state == SEEN).sum()) == 6
        far = ground.squares(board, Window(100, 200, 5, 5, 2), TILES)
        assert (far.state == UNKNOWN).all()
        assert not far.open.any()


def test_a_window_within_a_map_knows_the_squares_around_it() -> None:
    board = field(".....", ".###.", ".###.", ".....")
    view = ground.squares(board, Window(1, 1, 2, 3, 2), TILES)
    assert view.open[0].all()
    assert view.open[:, 0].all()
    assert marks(view.rock) == ["xxx", "xxx"]


def test_a_weak_light_is_raised_by_two_steps_at_most() -> None:
    for own, lit, lift in [
        (1, 0, 2),
        (2, 0, 2),
        (3, 0, 1),
        (4, 0, 0),
        (7, 0, 0),
        (3, 1, 2),
        (4, 1, 1),
        (0, 0, 2),
    ]:
        board = field("...", light=bytes([9, own, 9]), lighting=bytes([0, lit, 0]), focus=(0, 1))
        assert ground.lift(board) == lift


def test_no_light_is_raised_where_the_hero_does_not_see_its_own_square() -> None:
    dark = field("...", known="sms", light=bytes(3), focus=(0, 1))
    assert ground.lift(dark) == 0
    for focus in (None, (0, 3), (0, -1), (1, 0), (-1, 1)):
        assert ground.lift(replace(dark, state=bytes([SEEN]) * 3, focus=focus)) == 0
    assert ground.lift(replace(dark, state=bytes([SEEN]) * 3, focus=(0, 2))) == 2


def test_only_carried_light_is_raised_and_no_darkness() -> None:
    board = field("....", light=bytes([1, 0, 1, 2]), lighting=bytes([0, 0, 1, 1]), focus=(0, 0))
    view = cut(board)
    assert view.light[1, 1:-1].tolist() == [3, 0, 1, 4]


def test_each_square_is_treated_by_its_light_and_by_how_it_is_known() -> None:
    board = field(
        "......#.",
        light=bytes([3, 1, 3, 5, 0, 0, 0, 0]),
        lighting=bytes([0, 1, 1, 2, 0, 0, 0, 0]),
        state=bytes([SEEN] * 4 + [REMEMBERED, GM_ONLY, REMEMBERED, SEEN]),
    )
    treatment, torch, carried = ground.treatments(cut(board))
    assert treatment[1, 1:-1].tolist() == [
        TORCH, ROOM, TORCH, SUN, MEMORY_FLOOR, VEIL, MEMORY_WALL, TORCH,
    ]  # fmt: skip
    assert torch[1, 1:-1].tolist() == [True, False, True, False, False, False, False, True]
    assert carried[1, 1:5].tolist() == [3, 0, 2, 4]
    assert not torch[0].any()
    assert RED not in treatment


def test_what_is_not_seen_has_no_light_of_its_own() -> None:
    board = field("..", known="ms", light=bytes([5, 5]), lighting=bytes([2, 2]))
    view = cut(board)
    assert view.light[1, 1:-1].tolist() == [0, 5]
    assert view.lighting[1, 1] == 0 != view.lighting[1, 2]


def test_light_falls_off_in_whole_steps_that_mix_at_their_seams() -> None:
    level = np.zeros((3, 7), dtype=np.int16)
    level[1] = [4, 4, 3, 2, 1, 1, 1]
    level[[0, 2]] = level[1]
    steps = ground.steps(level, np.ones((3, 7), dtype=np.bool_))
    assert steps.shape == (1, 16, 5, 16)
    row = steps[0].mean((0, 2))
    assert row[0] > row[1] > row[2] > row[3]
    assert (steps[0, :, 4] == 0).all()
    assert (steps[0, :, 0, :4] >= 2).all()
    assert set(np.unique(steps)) <= {0, 1, 2, 3}
    middle = steps[0, :, 1, 6:10]
    assert {int(each) for each in np.unique(middle)} == {2}  # of a square of level three


def test_unlit_squares_do_not_darken_those_beside_them() -> None:
    level = np.array([[4, 4, 4, 0, 0]] * 3, dtype=np.int16)
    lit = level > 0
    steps = ground.steps(level, lit)
    assert (steps[0, :, 0] == 3).all()
    assert (steps[0, :, 1] == 3).all()


def test_the_same_square_has_the_same_floor_in_every_window() -> None:
    first = ground._hash(Window(10, 20, 9, 9, 3))
    moved = ground._hash(Window(12, 23, 9, 9, 3))
    assert (first[2:, 3:] == moved[:-2, :-3]).all()
    assert set(np.unique(ground._hash(Window(0, 0, 15, 28, 2)))) == {0, 1, 2}


def test_the_unknown_beside_open_ground_has_dots_that_fade_on_that_side() -> None:
    for bit in range(4):
        dots = TILES.atlas[TILES.fringe[1 << bit]] != 0
        turned = np.rot90(dots, bit)  # so that what is known lies to the north
        # Every dot in the first five rows of pixels, every second one in the next four.
        near = [0, 4, 0, 4, 0, 2, 0, 2, 0] if bit in (1, 2) else [4, 0, 4, 0, 4, 0, 2, 0, 2]
        assert turned.sum(axis=1).tolist() == near + [0] * 7
    assert not (TILES.atlas[TILES.fringe[0]] != 0).any()
    both = TILES.atlas[TILES.fringe[5]] != 0
    north, south = (TILES.atlas[TILES.fringe[n]] != 0 for n in (1, 4))
    assert (both == (north | south)).all()


def test_the_unknown_goes_on_towards_the_open_ground_beside_it() -> None:
    for rows, at, sides in [
        (("...", "...", "..."), (1, 1), 15),
        (("###", "#.#", "..."), (1, 1), 4),
        ((" . ", "#.#", " # "), (1, 1), 1),
        (("###", ".. ", "###"), (1, 1), 8),
        (("###", " ..", "###"), (1, 1), 2),
    ]:
        board = field(*rows)
        state = bytearray(UNKNOWN if letter == " " else SEEN for row in rows for letter in row)
        state[at[0] * 3 + at[1]] = UNKNOWN
        board = replace(board, state=bytes(state))
        codes = ground.ground_codes(cut(board), whole(board), TILES)
        assert (codes[at[0], :, at[1]] == TILES.atlas[TILES.fringe[sides]]).all()


def test_a_chasm_is_black_under_its_own_kind() -> None:
    board = field("...", "._.", "._.")
    codes = ground.ground_codes(cut(board), whole(board), TILES)
    ink = LETTER + TILES.palette["0"]
    assert (codes[2, :, 1, 3:] == ink).all()
    assert not (codes[1, :, 1] == ink).all()


def test_rock_has_a_light_edge_towards_open_ground_and_a_shade_at_its_foot() -> None:
    rows = ("#####", "#...#", "#####")
    board = field(*rows)
    codes = ground.ground_codes(cut(board), whole(board), TILES)
    assert (codes[2, 0:2, 2] == 4).all()  # the rock to the south, at its northern edge
    assert (codes[2, 2, 2] == 1).all()
    assert (codes[1, :, 0, 14:16] == 4).all()  # the rock to the west, at its eastern edge
    assert (codes[1, :, 0, 13] == 1).all()
    assert (codes[1, :, 4, 0:2] == 5).all()
    assert (codes[1, :, 4, 2] == 1).all()
    assert (codes[0, 14:16, 0, 14:16] == 5).all() or (codes[0, 14:16, 0, 14:16] == 4).all()
    assert (codes[2, 0:2, 0, 14:16] == 4).all()
    plain = TILES.atlas[TILES.look(board.legend[1]).plain[ground._hash(whole(board))[1, 2]]]
    shaded = codes[1, 0:3, 2]
    assert (shaded <= plain[0:3]).all()
    assert (shaded < plain[0:3]).any()
    assert (codes[1, 3:, 2] == plain[3:]).all()


def test_dots_of_an_overlay_stand_four_pixels_apart_on_open_ground_alone() -> None:
    board = field("..#", overlay=bytes([1, 0, 1]), overlays=("", "magical-darkness"))
    view = cut(board)
    assert view.overlay is not None
    assert view.overlay[1, 1:-1].tolist() == [TILES.palette["d"], CLEAR, CLEAR]
    pixels = np.zeros((1, 16, 3, 16), dtype=np.uint8)
    ground.draw_overlay(pixels, view, 5)
    places = np.argwhere(pixels[0, :, 0])
    assert {(int(y), int(x)) for y, x in places} == {
        (y, x) for y in range(2, 16, 4) for x in range(2, 16, 4)
    }
    assert int(pixels[0, 2, 0, 2]) == TILES.palette["d"] + 5
    assert not pixels[0, :, 1:].any()


# ---------------------------------------------------------------------- without texture


def blocks(board: MapBoard) -> np.ndarray:
    """High-contrast ground, (height, 16, width, 16)."""
    painted = plain_ground.paint_blocks(cut(board), whole(board), TILES)
    return painted.reshape(board.height, 16, board.width, 16)


def test_high_contrast_floor_has_a_dot_and_rock_a_thick_white_edge_towards_it() -> None:
    drawn, p = blocks(field("###", "#.#", "###")), TILES.palette
    assert (drawn[1, 7:9, 1, 7:9] == p["w"]).all()
    assert int((drawn[1, :, 1] == p["w"]).sum()) == 4
    assert (drawn[1, 0, 1] == p["void"]).all()
    assert (drawn[1, :, 1, 0] == p["void"]).all()
    assert (drawn[1, 1:7, 1, 1:] == p["panel"]).all()
    assert (drawn[0, 13:, 1] == p["W"]).all()
    assert (drawn[0, :13, 1] == p["d"]).all()
    assert (drawn[2, :3, 1] == p["W"]).all()
    assert (drawn[1, :, 0, 13:] == p["W"]).all()
    assert (drawn[1, :, 2, :3] == p["W"]).all()
    assert int((drawn[0, :, 0] == p["W"]).sum()) == 9  # a corner
    assert (drawn[0, 13:, 0, 13:] == p["W"]).all()
    assert (drawn[2, :3, 0, 13:] == p["W"]).all()
    assert (drawn[0, 13:, 2, :3] == p["W"]).all()
    assert (drawn[2, :3, 2, :3] == p["W"]).all()


def test_high_contrast_ground_in_memory_is_dark() -> None:
    board, p = field("###", "#.#", "###", known="mmm"), TILES.palette
    drawn = blocks(board)
    assert (drawn[1, 7:9, 1, 7:9] == p["4:memo"]).all()
    assert set(np.unique(drawn[1, :, 1])) == {p["4:memo"], p["void"]}
    assert (drawn[0, 13:, 1] == p["5:memo"]).all()
    assert (drawn[0, :13, 1] == p["3:memo"]).all()


def test_high_contrast_doors_and_stairs_are_no_floor() -> None:
    drawn, p = blocks(field(".+>")), TILES.palette
    for column in (1, 2):
        assert not (drawn[0, 7:9, column, 7:9] == p["w"]).all()
        assert (drawn[0, :, column] != p["panel"]).all()


def letters_of(board: MapBoard) -> NotingCanvas:
    canvas = NotingCanvas("void")
    plain_ground.draw_letters(canvas, board, cut(board), whole(board), (100, 200))
    return canvas


def test_plain_ground_shows_letters_in_their_colour_while_seen_and_blue_after() -> None:
    board = field("....", state=bytes([SEEN, REMEMBERED, GM_ONLY, UNKNOWN]))
    canvas = letters_of(board)
    own = TILES.rules.accent("W")[1]
    for column, colour in enumerate((own, "5:memo", "5:veil")):
        square = canvas.px[100:132, 200 + 32 * column : 232 + 32 * column]
        assert {int(each) for each in np.unique(square)} == {
            canvas.colour("void"), canvas.colour("0"), canvas.colour(colour),
        }  # fmt: skip
        dots = np.argwhere(square == canvas.colour(colour))
        assert abs(dots.mean(0) - 15.5).max() <= 4  # in the middle
    assert (canvas.px[100:132, 296:328] == canvas.colour("void")).all()


def test_a_plain_chasm_is_nothing_but_the_edge_of_the_ground_to_its_north() -> None:
    canvas = letters_of(field(".", "_", "_"))
    edge, below = canvas.px[132:164, 200:232], canvas.px[164:196, 200:232]
    lit = edge != canvas.colour("void")
    assert lit[:3].all()
    assert not lit[3:].any()
    assert (below == canvas.colour("void")).all()
