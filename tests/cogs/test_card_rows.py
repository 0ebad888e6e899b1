"""The rows of buttons that a phone has room for, and how answers share them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from cogs.ui import cards
from cogs.ui.card_buttons import CardButtons, offer_option
from cogs.ui.cards import CardPicture
from cogs.ui.components import IdButton, IdSelect, Rows
from cogs.ui.custom_ids import shorten
from cogs.ui.phone import CardLine, Rank
from engine.contract.action import Action, Offer
from engine.contract.view import TextPrompt
from tests.cogs.samples import view

PICTURE = CardPicture(b"png", "t.png", "A dark room.")

# ---------------------------------------------------------------- room


@pytest.mark.parametrize(
    ("texts", "reserved", "most"),
    [  # a card has 364 points beside its picture, 25 fewer on the widest phone
        ([], 0, 7),  # 7 rows of 48 points are 336
        ([], 4, 6),
        ([CardLine("Coach.")], 0, 6),
        ([CardLine("You hit.", Rank.NEWEST)], 0, 6),
        ([CardLine("It was dark.", Rank.STORY)] * 3, 0, 7),
        ([CardLine("Word. " * 99, least=1)] * 6, 0, 4),  # 6 texts of a row: 132 points
        ([CardLine("Word. " * 99, least=1)] * 6, 15, 4),  # 132 + 4 * 48 + 25 + 15 = 364
        ([CardLine("Word. " * 99, least=1)] * 6, 16, 2),
        ([CardLine("Word. " * 99, least=1)] * 7, 0, 2),
        ([CardLine("Word. " * 99, least=0)] * 7, 0, 4),  # none of them need stay
    ],
)
def test_four_rows_of_buttons_stand_beside_a_row_of_each_text_else_two(
    texts: list[CardLine], reserved: int, most: int
) -> None:
    asked: list[tuple[bool, int]] = []

    def rows(why: bool, most: int) -> Rows:
        asked.append((why, most))
        return []

    cards.play_layout(0, view(lines=()), texts, rows, PICTURE, why=False, reserved=reserved)
    assert asked == [(False, most)]


@pytest.mark.parametrize(("number", "reasons"), [(2, [False]), (6, [False, True])])
def test_a_story_without_room_for_all_its_lines_gets_a_why(
    number: int, reasons: list[bool]
) -> None:
    asked: list[bool] = []

    def rows(why: bool, most: int) -> Rows:
        asked.append(why)
        return [[CardButtons(7, 9).describe()]] * 5

    lines = tuple(f"Line {n}, in which a good deal happens." for n in range(number))
    cards.play_layout(0, view(lines=lines), [], rows, PICTURE, why=False)
    assert asked == reasons


# ---------------------------------------------------------------- answers


def answers(number: int) -> list[Offer]:
    """Answers of which three stand in a row of a phone."""
    return [
        Offer(Action("answer", (str(n),)), f"Answer {n}", group="answer") for n in range(number)
    ]


def steppers(number: int) -> list[Offer]:
    """Pairs of answers that lower and raise a value; two pairs stand in a row of a phone."""
    return [
        Offer(
            Action("answer", (sign, str(n))), f"S{n} {sign}1", stepper=f"s{n}", lowers=sign == "-"
        )
        for n in range(number)
        for sign in "-+"
    ]


def shapes(rows: Rows) -> list[int | str]:
    """Return how many buttons each row has, or how many lines its menu."""
    return [
        f"menu of {len(row[0].options)}" if isinstance(row[0], IdSelect) else len(row)
        for row in rows
    ]


def test_a_line_of_a_menu_is_whole_up_to_the_hundred_letters_that_discord_takes() -> None:
    whole = offer_option(Offer(Action("use", ("x" * 96,)), "L" * 100, hint="H" * 100))
    assert (whole.label, whole.value) == ("L" * 100, "use " + "x" * 96)
    assert whole.description == "H" * 100
    longer = offer_option(Offer(Action("use", ("x" * 97,)), "L" * 101, hint="H" * 101))
    assert (longer.label, longer.description) == ("L" * 99 + "…", "H" * 99 + "…")
    assert longer.value == shorten("use " + "x" * 97, 100)
    assert len(longer.value) <= 100


@pytest.mark.parametrize(
    ("offers", "most_rows", "shown"),
    [
        (answers(10), 4, [5, 5]),  # each row is wrapped once
        (answers(10), 3, [3, 3, "menu of 4"]),
        (answers(11), 9, [3, 3, "menu of 5"]),
        (answers(11), 3, [3, 3, "menu of 5"]),
        (answers(11), 2, [3, "menu of 8"]),
        (answers(11), 1, ["menu of 11"]),
        (steppers(4) + answers(1), 5, [2, 2, 2, 2, 1]),
        (steppers(4) + answers(1), 4, [4, 4, 1]),
        (steppers(3) + answers(1), 3, [4, 2, 1]),
        (steppers(4) + answers(1), 2, ["menu of 8", 1]),
        (steppers(4) + answers(1), 1, ["menu of 9"]),
        (steppers(2) + answers(11), 5, [2, 2, 3, 3, "menu of 5"]),
        (steppers(2) + answers(11), 4, [2, 2, 3, "menu of 8"]),
        (steppers(2) + answers(11), 3, [4, 3, "menu of 8"]),
        (steppers(3) + answers(11), 3, ["menu of 6", 3, "menu of 8"]),
        (steppers(13) + answers(1), 3, ["menu of 25", 1]),  # the rest is behind More…
    ],
)
def test_answers_are_buttons_as_far_as_the_rows_of_a_phone_go(
    offers: list[Offer], most_rows: int, shown: list[int | str]
) -> None:
    rows = CardButtons(7, 9).answer_rows(offers, view(question="Which?"), most_rows=most_rows)
    assert shapes(rows) == shown


@pytest.mark.parametrize(
    ("limit", "shown"),
    [  # components: each button, each menu, each row
        (14, [2, 2, 2, 2, 1]),
        (13, [4, 4, 1]),
        (12, [4, 4, 1]),
        (11, ["menu of 8", 1]),
        (3, ["menu of 9"]),
    ],
)
def test_answers_take_no_more_parts_of_a_message_than_they_may(
    limit: int, shown: list[int | str]
) -> None:
    offers = steppers(4) + answers(1)
    rows = CardButtons(7, 9).answer_rows(offers, view(question="Which?"), limit=limit)
    assert shapes(rows) == shown


def test_of_too_many_answers_the_advised_are_buttons_and_a_menu_has_the_others() -> None:
    offers = [replace(offer, advised=n in (7, 11)) for n, offer in enumerate(answers(12))]
    first, menu = CardButtons(7, 9).answer_rows(offers, view(question="Which?"), most_rows=2)
    assert [str(each.label) for each in first if isinstance(each, IdButton)] == [
        "Answer 7",
        "Answer 11",
        "Answer 0",
    ]
    [chosen] = menu
    assert isinstance(chosen, IdSelect)
    assert [option.label for option in chosen.options] == [
        f"Answer {n}" for n in (1, 2, 3, 4, 5, 6, 8, 9, 10)
    ]


@pytest.mark.parametrize(
    ("number", "last"),
    [
        (2, ["Answer 0", "Answer 1", "Write a word"]),
        (12, ["Write a word"]),
        (32, ["More…", "Write a word"]),
    ],
)
def test_an_answer_can_be_written_however_many_there_are_to_choose(
    number: int, last: list[str]
) -> None:
    asked = view(question="Which?", prompt=TextPrompt("answer", "a word"))
    rows = CardButtons(7, 9).answer_rows(answers(number), asked)
    assert [str(each.label) for each in rows[-1] if isinstance(each, IdButton)] == last


@pytest.mark.parametrize(
    ("offers", "most_rows", "shown"),
    [
        (answers(3), 3, [3, 3, 1]),
        (answers(4), 3, [4, 3]),  # four are wrapped: two rows of a phone
        (answers(4), 4, [4, 3, 1]),
        (answers(7), 3, ["menu of 7", 3, 1]),  # one row fewer would not make them all buttons
        (answers(8), 4, [3, "menu of 5", 3, 1]),
        (steppers(3), 3, ["menu of 6", 3, 1]),
        (steppers(1) + answers(4), 4, [2, 4, 3]),
        ([], 3, [3, 1]),
    ],
)
def test_all_but_the_first_row_of_the_last_buttons_give_way_to_answers(
    offers: list[Offer], most_rows: int, shown: list[int | str]
) -> None:
    buttons = CardButtons(7, 9)
    last = [buttons.blocked(f"last{n}", f"Answer {n}") for n in range(4)]
    rows = buttons.question_rows(offers, view(question="Which?"), most_rows=most_rows, last=last)
    assert shapes(rows) == shown
