"""The room of a phone's screen."""

import pytest

from cogs.ui import phone
from cogs.ui.components import IdButton
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
