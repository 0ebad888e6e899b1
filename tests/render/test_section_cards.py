"""The words of cards in pictures."""

from __future__ import annotations

import numpy as np

from engine.contract.view import UNTHROWN, DiceRow, SheetSection, SheetTable, TableCell
from render import section_cards
from render.canvas import WIDTH, words_width
from render.section_cards import die, draw_cards, overflow, pip_die, wrapped
from render.tile_library import own_tiles
from render.tileset import TileSet
from tests.render.noting_canvas import NotingCanvas


def test_a_percent_sign_stands_in_the_line_of_its_number() -> None:
    tiles = TileSet("kanthe")
    words = "You act first 81 %, they (13 %) then."
    rooms = range(words_width(tiles, "they (13"), words_width(tiles, words) + 1)
    found = [wrapped(tiles, words, room) for room in rooms]
    assert any(line.endswith("they") for lines in found for line in lines)
    assert all(" ".join(lines) == words for lines in found if "…" not in str(lines))
    assert not any(line.startswith("%") for lines in found for line in lines)


SIL = own_tiles().tile_set("sil")
ROOM = 400


def cards(
    *sections: SheetSection, foot: int = 500, feet: int = 1
) -> tuple[NotingCanvas, list[int]]:
    canvas = NotingCanvas("paper")
    return canvas, draw_cards(canvas, sections, [foot] * feet)


def dice(*faces: int, result: str = "", name: str = "", room: int = ROOM) -> list[tuple]:
    """The blocks of a row of dice: the lines above, how many dice, the lines beside."""
    row = DiceRow(name, faces, result=result)
    return [(b.above, len(b.dice), b.beside) for b in section_cards._blocks(SIL, row, room)]


def test_a_card_stands_over_the_next_and_each_in_the_shortest_column() -> None:
    short, long = SheetSection("One", ("a",)), SheetSection("Two", ("a", "b", "c"))
    canvas, lowest = cards(short, short)
    one = 56 + 38 + 4  # its head, a line, its foot
    assert lowest == [12 + one + 8 + one]
    assert [place.top for place in canvas.written if place.words == "One"] == [26, 26 + one + 8]
    two, ends = cards(long, short, short, feet=2)
    assert ends == [12 + one + 2 * 38, 12 + one + 8 + one]
    width = (WIDTH - 2 * 12 - 8) // 2
    assert [place.left for place in two.written if place.words in ("One", "Two")] == [
        24, 24 + width + 8, 24 + width + 8,
    ]  # fmt: skip


def test_what_does_not_fit_above_the_foot_is_left_out_and_counted() -> None:
    lines = SheetSection("One", tuple("abcdef"))
    tall = 12 + 56 + 6 * 38 + 4
    assert overflow(SIL, [lines], [tall]) == 0
    assert overflow(SIL, [lines], [tall - 30]) == 30
    assert overflow(SIL, [lines, lines], [tall, tall]) == 0
    assert overflow(SIL, [lines, lines], [tall, tall - 7]) == 7
    whole, [end] = cards(lines, foot=tall)
    assert (whole.said, end) == (["One", *"abcdef"], tall)
    cut, [end] = cards(lines, foot=tall - 20)
    assert (cut.said, end) == (["One", *"abcde"], tall - 20)
    none, [end] = cards(lines, foot=12 + 56 + 37)
    assert (none.said, end) == ([], 12)
    least, _ = cards(lines, foot=12 + 56 + 38)
    assert least.said == ["One", "a"]


def test_a_card_has_an_edge_and_a_line_under_its_title() -> None:
    canvas, [end] = cards(SheetSection("One", ("a",)))
    assert (canvas.px[12:14, 12 : WIDTH - 12] == canvas.colour("0")).all()
    assert (canvas.px[end - 2 : end, 12 : WIDTH - 12] == canvas.colour("0")).all()
    assert (canvas.px[12:end, [12, 13, WIDTH - 14, WIDTH - 13]] == canvas.colour("0")).all()
    assert canvas.of_colour("area") == (12 + 47, 24, 12 + 49, WIDTH - 24)
    assert canvas.px[11, 100] == canvas.px[end, 100] == canvas.colour("paper")


def test_a_portrait_stands_at_the_right_of_a_title_that_makes_room_for_it() -> None:
    title = "A title that is so very long that it needs all of the room there is"
    bare, _ = cards(SheetSection(title, ("a",)))
    faced, _ = cards(SheetSection(title, ("a",), sprite="sil:monster/white-wolf"))
    assert bare.written[0].right - faced.written[0].right >= 20
    places = np.argwhere(faced.px != bare.px)
    drawn = places[places[:, 1] > faced.written[0].right + 4]
    assert places[:, 1].max() < WIDTH - 24
    assert places[:, 1].max() > WIDTH - 24 - 36
    assert len(drawn)


def test_dice_without_room_in_a_line_are_shared_out_evenly() -> None:
    for number, lines in [(1, 1), (10, 1), (11, 2), (20, 2), (21, 3)]:
        blocks = dice(*range(number))  # ten in a line: 53 pixels, then 38 for each
        assert len(blocks) == lines
        counts = [count for _, count, _ in blocks]
        assert sum(counts) == number
        assert max(counts) - min(counts) <= 1 or lines == 3
        assert max(counts) == -(-number // lines)


def test_dice_stand_apart_as_far_as_there_is_room() -> None:
    for number, step in [(1, 58), (2, 58), (6, 58), (7, 57), (8, 49), (10, 38), (13, 38)]:
        assert section_cards._step(number, ROOM) == step
        assert section_cards._dice_width(number, ROOM) == 53 + step * (number - 1)


def test_what_dice_lead_to_stands_beside_them_or_else_above() -> None:
    assert dice(1, 2, result="2 wounds") == [([], 2, ["2 wounds"])]
    assert dice(1, 2, name="You", result="2 wounds") == [(["You"], 2, ["2 wounds"])]
    assert dice(1, 2, 3, 4, 5, 6, result="2 wounds") == [(["2 wounds"], 6, [])]
    told = "two wounds to the old warrior at the gate and one more"
    assert [len(beside) for _, _, beside in dice(1, result=told)] == [0]  # three lines are too many
    assert " ".join(dice(1, result=told)[0][0]) == told
    assert dice(1, 2, name="You", result="so", room=53 + 58 + 34 + 120)[0][2] == ["so"]
    assert dice(1, 2, name="You", result="so", room=53 + 58 + 34 + 119)[0][0] == ["You", "so"]
    assert dice(name="None") == [(["None"], 0, [])]


def test_only_the_first_line_of_many_dice_has_words() -> None:
    first, second = dice(*range(14), name="Throw", result="so it goes")
    assert first == (["Throw", "so it goes"], 7, [])
    assert second == ([], 7, [])


def block_height(*faces: int, result: str = "", name: str = "") -> int:
    row = DiceRow(name, faces, result=result)
    return sum(block.height for block in section_cards._blocks(SIL, row, ROOM))


def test_a_row_of_dice_is_as_high_as_its_dice_and_the_lines_above() -> None:
    assert block_height(1) == 62
    assert block_height(1, name="You") == 62 + 38
    assert block_height(name="You") == 38
    assert block_height(1, result="two wounds to the warrior") == 76  # two lines are higher
    assert block_height(*range(14)) == 124


def test_equal_dice_are_underlined_and_those_that_are_not_thrown_are_not() -> None:
    def lines(*faces: int) -> list[int]:
        """The numbers of the dice that have a line under them."""
        canvas, _ = cards(SheetSection("Dice", dice=(DiceRow("", faces, "own"),)))
        under = canvas.px[12 + 56 + 58] == canvas.colour("0")
        return [n for n in range(len(faces)) if under[24 + n * 58 + 10 : 24 + n * 58 + 40].all()]

    assert lines(5, 7, 5) == [0, 2]
    assert lines(5, 6, 7) == []
    assert lines(7, 7, 7) == [0, 1, 2]
    assert lines(UNTHROWN, UNTHROWN, 3) == []


def test_dice_have_the_colour_of_their_side() -> None:
    for side, colour in [("own", "Y"), ("other", "Q"), ("neutral", "U")]:
        canvas, _ = cards(SheetSection("Dice", dice=(DiceRow("", (3,), side),)))
        top, left, bottom, right = canvas.of_colour(colour)
        assert 12 + 56 <= top < bottom <= 12 + 56 + 57
        assert 24 <= left < right <= 24 + 53


def test_a_die_of_six_has_as_many_pips_as_its_face() -> None:
    for face in range(1, 7):
        drawn = pip_die(SIL, face)
        assert drawn.shape == (57, 53)
        inside = drawn[8:49, 6:47] == SIL.palette["0"]
        pips = int(inside.sum())
        one = int((pip_die(SIL, 1)[8:49, 6:47] == SIL.palette["0"]).sum())
        assert pips == face * one
        assert (inside == inside[::-1, ::-1]).all()  # the same upside down
        assert inside[20, 20] == (face % 2 == 1)


def test_a_die_shows_its_face_in_the_middle_unless_it_lies_in_the_hand() -> None:
    thrown, unthrown = die(SIL, 7, SIL.palette["Y"]), die(SIL, UNTHROWN, SIL.palette["Y"])
    assert thrown.shape == unthrown.shape == (57, 53)
    ink = np.argwhere(thrown != unthrown)
    assert abs(ink[:, 1].min() + ink[:, 1].max() - 52) <= 1
    assert (ink[:, 0].min(), ink[:, 0].max()) == (15, 15 + 27)


def table(*rows: tuple[str, ...], heads: tuple[str, ...] = ("No", "Word")) -> SheetTable:
    return SheetTable(heads, tuple(tuple(TableCell(word) for word in row) for row in rows))


def test_a_tables_columns_are_as_wide_as_their_longest_words_and_the_last_has_the_rest() -> None:
    wide = words_width(SIL, "12 and more") + 14
    assert section_cards._column_widths(SIL, table(("12 and more", "Red")), ROOM) == [
        wide, ROOM - wide,
    ]  # fmt: skip
    head = words_width(SIL, "No", bold=True) + 14
    assert section_cards._column_widths(SIL, table(("1", "Red")), ROOM)[0] == head
    both = section_cards._column_widths(SIL, table(("word " * 9, "word " * 9)), ROOM)
    assert sum(both) == ROOM
    assert abs(both[0] - both[1]) <= 4
    uneven = section_cards._column_widths(SIL, table(("1", "word " * 20)), ROOM)
    assert uneven == [head, ROOM - head]  # only the wide one is cut


def test_the_rows_of_a_table_stand_under_its_headings_as_far_as_the_foot() -> None:
    section = SheetSection("Words", ("after",), tables=(table(("1", "Red"), ("2", "Blue")),))
    canvas, [end] = cards(section)
    assert canvas.said == ["Words", "No", "Word", "1", "Red", "2", "Blue", "after"]
    tops = [canvas.found(word).top for word in ("No", "1", "2", "after")]
    assert tops == [68, 68 + 36, 68 + 72, 68 + 108 + 8]
    assert canvas.found("Red").left == canvas.found("Blue").left == canvas.found("Word").left
    assert end == 12 + 56 + 108 + 8 + 38 + 4
    cut, _ = cards(section, foot=68 + 36 + 36)
    assert cut.said == ["Words", "No", "Word", "1", "Red"]


def test_letters_that_are_crossed_out_have_a_stroke_of_their_own_width() -> None:
    section = SheetSection(
        "W", tables=(SheetTable(("H",), ((TableCell("ABBA C", "B"),), (TableCell("ABC"),))),)
    )
    canvas, _ = cards(section)
    word = canvas.found("ABBA C")
    top, left, bottom, right = canvas.of_colour("R")
    assert (top, bottom) == (word.top + 11, word.top + 16)
    assert left == word.left + words_width(SIL, "A")
    assert right == word.left + words_width(SIL, "ABB")


def test_words_are_broken_between_words_and_one_too_long_is_cut() -> None:
    room = words_width(SIL, "one two")
    assert wrapped(SIL, "one two three", room) == ["one two", "three"]
    assert wrapped(SIL, "one two", room - 1) == ["one", "two"]
    assert wrapped(SIL, "", room) == [""]
    [cut] = wrapped(SIL, "incomprehensibilities", room)
    assert cut.endswith("...")
    assert words_width(SIL, cut) <= room
