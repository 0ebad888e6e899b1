"""The room of a phone's screen."""

import pytest

from cogs.ui import phone
from cogs.ui.components import IdButton
from cogs.ui.custom_ids import CustomId


def button(label: str) -> IdButton:
    return IdButton(CustomId(7, 9, "act", label.lower()), label)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("", 0),
        ("**Vote**: 3 of 4 have voted", 22),
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
    assert phone.text_points("waiting for <@123456789012345678>, <@123>") == 22


def test_a_row_ends_where_a_phone_would_wrap_it():
    row = [
        button(label) for label in ("Go to a Hand Axe (-1,4d2), 4 E", "Go to a Robe, 5 W", "Rest")
    ]
    assert [each.label for each in phone.one_row(row)] == ["Go to a Hand Axe (-1,4d2), 4 E", "Rest"]
    assert phone.one_row(row[:1]) == row[:1]
    assert phone.one_row([]) == []


def test_the_kept_line_stays_and_the_last_ones_that_fit():
    lines = ["Old", "The wolf bites you (9)", "Dull", "Newer", "Newest"]
    assert phone.last_lines(lines, 1, 66) == ["The wolf bites you (9)", "Newer", "Newest"]
    assert phone.last_lines(lines, 4, 44) == ["Newer", "Newest"]
    assert phone.last_lines(lines, 1, 0) == ["The wolf bites you (9)"]
    assert phone.last_lines(lines, 0, 1000) == lines
