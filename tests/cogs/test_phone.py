"""The room of a phone's screen."""

import pytest

from cogs.ui import phone
from cogs.ui.components import IdButton, IdSelect
from cogs.ui.custom_ids import CustomId
from cogs.ui.phone import CardLine, Rank


def button(label: str) -> IdButton:
    return IdButton(CustomId(7, 9, "act", label.lower()), label)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("", 0),
        ("**Vote**: 3 of 4; missing: <@123456789012345678>", 22),
        ("Explored 4 turns, then saw a grave wight 1 south-east.", 44),
        ("One\nTwo", 44),
        ("-# Most votes win", 18),
        (
            "-# Most votes win; the leader breaks ties; closes <t:1234567890:R> (<t:1234567890:t>)",
            36,
        ),
    ],
)
def test_a_text_is_as_high_as_its_wrapped_lines(text: str, points: int):
    assert phone.text_points(text) == points


def test_a_mention_is_as_wide_as_a_name():
    assert phone.text_points("waits for <@123456789012345678>, <@123>") == 22


def test_a_row_ends_where_a_phone_would_wrap_it():
    row = [
        button(label) for label in ("Go to a Hand Axe (-1,4d2), 4 E", "Go to a Robe, 5 W", "Rest")
    ]
    assert [each.label for each in phone.one_row(row)] == ["Go to a Hand Axe (-1,4d2), 4 E", "Rest"]
    assert phone.one_row(row[:1]) == row[:1]
    assert phone.one_row([]) == []
    assert [each.label for each in phone.one_row([button("A"), button("B")])] == ["A", "B"]


def test_buttons_are_packed_in_rows_that_fit_and_the_first_ones_come_first():
    row = [button(label) for label in ("Whole hero: Noldo", "Quick start", "Back", "A")]
    packed = [[each.label for each in packed] for packed in phone.packed(row, 2)]
    assert packed == [["Whole hero: Noldo", "Quick start"], ["Back", "A"]]
    assert len(phone.packed(row, 1)) == 1
    assert phone.rows_points([row]) == 2 * phone.ROW_POINTS


def test_where_room_is_short_the_least_weighty_lines_go_first_and_the_order_stays():
    story = [
        CardLine("Old", Rank.STORY, 2),
        CardLine("The wolf bites you (9)", least=0),
        CardLine("New", Rank.STORY, 1),
    ]
    footer = [CardLine("> 41 of 41, unarmed.", least=1), CardLine("-# Wolf: 68 %", Rank.ODDS)]

    def told(points: int) -> list[str]:
        return [line for block in phone.fit(points, story, footer) for line in block]

    needed = ["The wolf bites you (9)", "> 41 of 41, unarmed."]
    assert told(110) == ["Old", *needed[:1], "New", needed[1], "-# Wolf: 68 %"]
    assert told(105) == [*needed[:1], "New", needed[1], "-# Wolf: 68 %"]
    assert told(64) == [*needed, "-# Wolf: 68 %"]
    assert told(50) == needed
    assert told(39) == needed[1:]


def test_a_line_is_shortened_by_words_and_never_within_markup():
    line = "A ● **Go to a Hand Axe (-1,4d2) of the \\*stars\\*, 4 E**: 2 votes (Beren)"
    assert phone.shortened(line, 44, 1) == "A ● **Go to a Hand Axe…**"
    assert phone.shortened(line, 44, 3) == line
    assert phone.shortened("One word", 22, 0) == ""
    assert phone.shortened("x" * 90, 22, 1) == "x" * 90 + "…"


def test_a_line_gives_way_to_its_shorter_forms_before_words_are_cut_off():
    wolf = "A wolf, asleep, 5 north and 3 more. Best: Explore the level."
    coach, shorter = f"> 41 of 41, unarmed. {wolf}", (f"> {wolf}", "> Best: Explore the level.")
    rows = [phone.shortened(coach, points, 0, shorter) for points in (0, 22, 44, 66)]
    assert rows == [coach, *shorter, ""]
    assert phone.shortened(coach, 44, 0, (*shorter[:1], "> B" + 40 * " long")).endswith("…")


def test_letters_count_by_how_wide_they_are():
    assert phone.text_points("l" * 59) == phone.text_points("m" * 16) == 22
    assert phone.text_points("m" * 17) == phone.text_points("l" * 60) == 44
    assert (
        phone.text_points("l" * 68, widest=True) == phone.text_points("m" * 19, widest=True) == 22
    )
    assert phone.text_points(f"**{'n ' * 16}**") == 22 < phone.text_points(f"**{'n ' * 17}**")


@pytest.mark.parametrize(
    ("before", "letters", "row", "behind"),
    [("", 27, 22, ""), ("> ", 25, 22, ""), ("-# ", 33, 18, ""), ("**", 23, 22, "**")],
)
def test_each_kind_of_line_has_its_own_size(before: str, letters: int, row: int, behind: str):
    assert phone.text_points(f"{before}{'a' * letters}{behind}") == row
    assert phone.text_points(f"{before}{'a' * (letters + 1)}{behind}") == 2 * row


def test_a_word_longer_than_a_row_takes_several_and_signs_of_markup_none():
    assert phone.text_points("a" * 54) == 44
    assert phone.text_points("a" * 55) == 66
    assert phone.text_points("\\a`" * 27) == 22
    assert phone.text_points("\u4e2d" * 16) == 22 < phone.text_points("\u4e2d" * 17)


def test_a_title_counts_beyond_its_first_row():
    assert [phone.title_points("a" * letters) for letters in (0, 23, 24, 60)] == [0, 0, 20, 40]


def test_buttons_have_a_least_width_and_a_row_its_end():
    assert [phone.rows_of(["a"] * number) for number in (0, 1, 6, 7)] == [0, 1, 1, 2]
    assert phone.rows_of([*["a"] * 5, "@@"]) == 1  # just as wide as what is left
    assert phone.fit_row(["a"] * 6)
    assert not phone.fit_row(["a"] * 7)
    assert phone.fit_row(["a" * 31])
    assert not phone.fit_row(["a" * 32])
    assert phone.rows_of(["a" * 31, "a"]) == 2
    assert phone.rows_points([[button("a")] * 7, [button("b")]]) == 3 * phone.ROW_POINTS


def test_a_menu_takes_a_row_of_its_own():
    assert phone.rows_points([[IdSelect(CustomId(7, 9, "pick"))]]) == phone.ROW_POINTS
    assert phone.rows_points([]) == 0


def test_a_picture_leaves_less_on_the_widest_phone_where_texts_do_not_wrap():
    texts = ["a" * 28, "b"]  # three rows on the narrowest, two on the widest
    assert phone.points_left(100, texts, picture=False) == 100 - 66
    assert phone.points_left(100, texts, picture=True) == 100 - 25 - 44
    assert phone.points_left(300, ["a" * 217], picture=True) == 300 - 9 * 22


def test_what_is_needed_takes_a_row_a_line_at_least():
    lines = [
        CardLine("a" * 99),
        CardLine("-# b", least=1),
        CardLine("c", least=0),
        CardLine("d", Rank.HELP),
    ]
    assert phone.least_points(lines, [CardLine("", least=1)]) == 22 + 18


def test_the_newest_lines_of_a_rank_stay_and_none_behind_one_that_does_not_fit():
    lines = [
        CardLine("Old", Rank.STORY, 3),
        CardLine("word " * 12, Rank.STORY, 2),
        CardLine("New", Rank.STORY, 1),
        CardLine("", Rank.STORY),
        CardLine("Help", Rank.HELP),
    ]
    assert phone.fit(22 + 22, lines) == [["New", "Help"]]
    assert phone.fit(22 + 21, lines) == [["New"]]
    assert phone.fit(21, lines) == [[]]


def test_what_is_needed_least_is_left_out_first_and_order_0_never():
    lines = [CardLine("A", order=0), CardLine("B", order=2), CardLine("C", order=1)]
    assert phone.fit(66, lines) == [["A", "B", "C"]]
    assert phone.fit(65, lines) == [["A", "C"]]
    assert phone.fit(22, lines) == [["A"]]
    assert phone.fit(0, lines) == [["A"]]


def test_needed_lines_are_shortened_to_their_least_before_to_a_row():
    long = "word " * 17 + "end"  # three rows
    lines = [CardLine(long, least=2), CardLine(long, least=2)]
    rows = [
        [phone.text_points(line) // 22 for line in told]
        for [told] in ([phone.fit(points, lines)[0]] for points in (132, 110, 88, 66, 44))
    ]
    assert rows == [[3, 3], [3, 2], [2, 2], [2, 1], [1, 1]]


def test_a_shortened_line_ends_with_a_whole_word_or_most_of_its_sentences():
    long = "A grave wight, 3 south-east, comes on, and it is hurt. It howls."
    assert (
        phone.shortened(long, 22, 0) == "A grave wight, 3 south-east, comes on, and it is hurt. …"
    )
    assert phone.shortened(long, 44, 0) == "A grave wight, 3 south-east…"
    assert phone.shortened(long, 44, 0, ("short " * 12, "A wight.")) == "A wight."
    assert phone.shortened(long, 66, 0) == ""
    assert phone.shortened(long, 66, 1) == "A grave wight, 3 south-east…"
    several = "It howls! A wight, 3 south-east, comes on. Is it hurt? Something far away stirs."
    whole = "It howls! A wight, 3 south-east, comes on. Is it hurt? …"
    assert phone.shortened(several, 22, 0) == whole
    early = "Run! A grave wight, 3 south-east, comes on and is hurt too"
    assert phone.shortened(early, 22, 0).endswith("…")
    assert not phone.shortened(early, 22, 0).startswith("Run! …")


def test_every_needed_line_keeps_a_row_before_one_that_may_go_is_left_out():
    long = "word " * 17 + "end"
    told = phone.fit(44, [CardLine(long, least=3), CardLine(long, least=0)])[0]
    assert [phone.text_points(line) for line in told] == [22, 22]
