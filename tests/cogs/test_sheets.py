"""A character's pages keep Discord's limits whatever a ruleset writes on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from discord.ui import LayoutView
from hypothesis import given
from hypothesis import strategies as st

from cogs.ui import sheets
from cogs.ui.card_buttons import CardButtons
from cogs.ui.cards import PLAY_COLOUR, QUESTION_COLOUR
from cogs.ui.sheets import PART_LETTERS, PART_LINES, SheetPage, SheetPosition
from engine.contract.action import Action, Offer
from engine.contract.view import Page, SheetSection, Topic, View
from tests.cogs.samples import view
from tests.cogs.test_cards import parts

PAGES = tuple(Page(f"Page {n}", f"Page {n}", "One line\n\nAnother 5 = 3 +2") for n in range(12))


def panel(shown: View | None = None, pages: Sequence[Page] = PAGES, **more: Any) -> LayoutView:
    facts = {"topics": (), "offers": (), "png": None, **more}
    page = SheetPage(pages, facts.pop("position", SheetPosition()))
    made = sheets.sheet_panel(CardButtons(7, 9), shown or view(), page, **facts).view
    assert made is not None
    return made


def labels(layout: LayoutView) -> list[str]:
    return [part["label"] for part in parts(layout) if part["type"] == 2]


def words(layout: LayoutView) -> str:
    return "\n".join(part["content"] for part in parts(layout) if part["type"] == 10)


@given(st.lists(st.text(alphabet="ab \n", max_size=60), max_size=120).map("\n".join))
def test_parts_hold_all_lines_and_are_short(text: str):
    found = sheets.split_page(text)
    kept = [line for part in found for line in part.split("\n") if line.strip()]
    assert kept == [line for line in text.split("\n") if line.strip()]
    for part in found:
        assert part.count("\n") < PART_LINES
        assert len(part) <= PART_LETTERS + 60


def test_every_page_is_one_press_away():
    assert labels(panel()) == [page.title for page in PAGES]


@pytest.mark.parametrize(("page", "part"), [(0, 0), (3, 0), (0, 2), (11, 14)])
def test_a_place_in_a_sheet_is_read_as_it_is_written(page: int, part: int):
    read = SheetPosition.parse(str(SheetPosition(page, part)))
    assert (read.page, read.part) == (page, part)


@pytest.mark.parametrize("text", ["", ".", "3", "3.", ".3", "a.1", "1.a", "-1.2", "1.-2"])
def test_what_is_no_place_in_a_sheet_is_its_first_page(text: str):
    read = SheetPosition.parse(text)
    assert (read.page, read.part) == (0, 0)


def test_a_figure_is_explained_by_its_menu():
    topics = [Topic("page", f"n{n}", f"Name {n}", "Page 0") for n in range(30)]
    others = [Topic("page", "n0", "Elsewhere", "Page 1"), Topic("lore", "wolf", "Wolf")]
    menus = [part for part in parts(panel(topics=[*topics, *others])) if part["type"] == 3]
    options = [option for menu in menus for option in menu["options"]]
    assert [option["label"] for option in options] == [topic.title for topic in topics]
    assert sheets.find_topic(topics, options[7]["value"]) == topics[7]
    assert sheets.find_topic(topics, "page:Page 0:nothing") is None
    assert sheets.find_topic(topics, "page:Page 0:a") is None


def test_only_what_belongs_to_the_page_is_done_there():
    offers = [
        Offer(Action("raise", ("song",)), "Song +1", group="growth", page="Page 0"),
        Offer(Action("learn", ("power",)), "Learn Power", group="growth", page="Page 1"),
        Offer(Action("wait"), "Wait"),
    ]
    [menu] = [part for part in parts(panel(offers=offers)) if part["type"] == 3]
    assert [option["label"] for option in menu["options"]] == ["Song +1"]


def test_a_question_takes_the_place_of_the_menus():
    asked = view(question="Spend 100?")
    answers = [Offer(Action("answer", (w,)), w.title(), group="answer") for w in ("yes", "no")]
    layout = panel(shown=asked, offers=answers)
    assert labels(layout) == ["Yes", "No"]
    assert "**Spend 100?**" in words(layout)


@given(
    st.integers(0, 11),
    st.integers(0, 9),
    st.text(max_size=400),
    st.text(max_size=3000),
    st.integers(0, 90),
)
def test_a_panel_keeps_the_limits(page: int, part: int, line: str, message: str, many: int):
    pages = tuple(
        Page(f"Page {n}", f"Page {n}", "\n".join([line, "  more"] * 30)) for n in range(12)
    )
    topics = [Topic("page", f"{n}", f"{line[:90]}{n}", f"Page {page}") for n in range(many)]
    offers = [
        Offer(Action("learn", (f"{n}",)), f"Learn {n}", page=f"Page {page}") for n in range(many)
    ]
    layout = panel(
        pages=pages,
        position=SheetPosition(page, part),
        topics=topics,
        offers=offers,
        png=b"png",
        message=message,
    )
    assert len(parts(layout)) <= 40
    assert layout.content_length() <= 4000
    assert all(len(part.get("custom_id", "")) <= 100 for part in parts(layout))


LONG = Page("Long", "*Long*", "\n".join(["One", "  more"] * 30))


def menus(layout: LayoutView) -> list[dict[str, Any]]:
    return [part for part in parts(layout) if part["type"] == 3]


def buttons(layout: LayoutView) -> list[tuple[str, str, int]]:
    return [
        (part["label"], part["custom_id"].removeprefix("v1:7:9:"), part["style"])
        for part in parts(layout)
        if part["type"] == 2
    ]


@pytest.mark.parametrize(
    ("position", "heading", "following"),
    [
        (SheetPosition(1, 0), "## \\*Long\\* (1 of 3)", "sheet:1.1"),
        (SheetPosition(1, 2), "## \\*Long\\* (3 of 3)", "sheet:1.0"),
        (SheetPosition(3, 4), "## \\*Long\\* (2 of 3)", "sheet:1.2"),
    ],
)
def test_a_long_page_has_parts_that_go_round(position: SheetPosition, heading: str, following: str):
    shown = panel(pages=(PAGES[0], LONG), position=position)
    told = words(shown).split("\n")
    assert told[0] == heading
    assert told[1:3] == ["One", "- more"]
    assert len(told) == 1 + PART_LINES
    assert buttons(shown) == [
        ("Page 0", "sheet:0.0", 2),
        ("*Long*", "sheet:1.0", 1),
        ("Next page", following, 2),
    ]


def test_a_short_page_tells_neither_parts_nor_a_next_one():
    shown = panel(position=SheetPosition(2))
    assert words(shown) == "## Page 2\nOne line\n\nAnother 5 = 3 +2"
    assert [label for label, *_ in buttons(shown)] == [page.title for page in PAGES]
    assert words(panel(pages=(Page("e", "Empty", ""),))) == "## Empty\n—"


def test_the_result_of_a_press_stands_below_the_page():
    assert words(panel(message="Song is 3 now.")).endswith("\nSong is 3 now.")
    assert len(words(panel(message="x" * 2000))) < 1600


def test_a_sheet_is_drawn_with_its_words_unless_something_is_asked():
    page = SheetPage(PAGES, SheetPosition(3))
    answers = [Offer(Action("answer", ("yes",)), "Yes")]
    buttons = CardButtons(7, 9)
    drawn = sheets.sheet_panel(buttons, view(), page, (), (), b"png")
    [file] = drawn.files
    assert (file.filename, file.description) == ("sheet-3-0-9.png", page.text)
    box, _, gallery, *_ = parts(drawn.view)
    assert box["accent_color"] == PLAY_COLOUR
    assert gallery["items"][0]["media"]["url"] == "attachment://sheet-3-0-9.png"
    asking = view(question="Really?")
    asked = sheets.sheet_panel(buttons, asking, page, (), answers, b"png")
    assert parts(asked.view)[0]["accent_color"] == QUESTION_COLOUR
    assert asked.files == []
    assert len(sheets.sheet_panel(buttons, asking, page, (), (), b"png").files) == 1


def test_a_page_is_drawn_as_its_own_sections_or_by_its_paragraphs():
    page = SheetPage(PAGES, SheetPosition(3))
    assert [(each.title, each.lines) for each in page.board().sections] == [
        ("Page 3", ("One line",)),
        ("Another 5 = 3 +2", ()),
    ]
    own = (SheetSection("Own", ("A line",)),)
    drawn = SheetPage((Page("p", "P", "Text", drawn=own),), SheetPosition())
    assert drawn.board().sections == own


def test_what_is_explained_can_be_done_at_once_and_many_things_in_a_menu():
    offers = [
        Offer(Action("song", (str(n),)), f"Sing {n}", page="Page 0", topic="song")
        for n in range(12)
    ]
    other = Offer(Action("wait"), "Wait", page="Page 0", topic="rest")
    elsewhere = Offer(Action("x"), "X", page="Page 1", topic="song")
    shown = panel(offers=[*offers, other, elsewhere], topic="song")
    assert buttons(shown)[:10] == [(f"Sing {n}", f"sheet_act:0.0:song {n}", 2) for n in range(10)]
    [menu] = menus(shown)
    assert (menu["custom_id"], menu["placeholder"]) == ("v1:7:9:sheet_pick:0.0.t", "More with it…")
    assert [each["label"] for each in menu["options"]] == ["Sing 10", "Sing 11"]
    assert menus(panel(offers=offers[:10], topic="song")) == []
    assert buttons(panel(offers=offers))[0][0] == "Page 0"


def test_menus_of_a_page_are_of_25_lines_and_at_most_two():
    offers = [Offer(Action("raise", (str(n),)), f"Raise {n}", page="Page 0") for n in range(60)]
    shown = menus(panel(offers=offers))
    assert [each["custom_id"] for each in shown] == [
        "v1:7:9:sheet_pick:0.0.0",
        "v1:7:9:sheet_pick:0.0.25",
    ]
    assert [each["options"][0]["label"] for each in shown] == ["Raise 0", "Raise 25"]
    topics = [Topic("page", f"n{n}", f"Name {n}", "Page 0") for n in range(30)]
    first, second = menus(panel(topics=topics))
    assert (first["placeholder"], second["placeholder"]) == (
        "Explain: Name 0 to Name 24",
        "Explain: Name 25 to Name 29",
    )
    assert second["custom_id"] == "v1:7:9:topic:0.0.25"
    many = [Topic("page", f"n{n}", f"Name {n}", "Page 0") for n in range(120)]
    assert len(menus(panel(topics=many))) == 4


def test_of_a_page_with_parts_the_topics_of_this_one_are_explained():
    long = Page("Long", "Long", "\n".join(f"Line {n:02}." for n in range(30)))
    topics = [Topic("page", "a", "Line 03", "Long"), Topic("page", "b", "Line 25", "Long")]
    [menu] = menus(panel(pages=(long,), topics=topics, position=SheetPosition(0, 1)))
    assert [each["label"] for each in menu["options"]] == ["Line 25"]
    [menu] = menus(panel(pages=(long,), topics=[Topic("page", "c", "Song", "Long")]))
    assert [each["label"] for each in menu["options"]] == ["Song"]


@pytest.mark.parametrize(("answers", "menu"), [(5, False), (6, True)])
def test_few_answers_are_buttons_and_more_are_a_menu(answers: int, menu: bool):
    offers = [Offer(Action("answer", (str(n),)), f"Answer {n}") for n in range(answers)]
    shown = panel(shown=view(question="Which?"), offers=offers, position=SheetPosition(2))
    assert bool(menus(shown)) is menu
    if menu:
        assert menus(shown)[0]["custom_id"] == "v1:7:9:sheet_pick:2.0"
        assert len(menus(shown)[0]["options"]) == answers
    else:
        assert buttons(shown) == [
            (f"Answer {n}", f"sheet_act:2.0:answer {n}", 1) for n in range(answers)
        ]


def test_a_part_ends_before_a_line_that_is_not_indented():
    text = "\n".join([*["a"] * 18, "b", " c", " d", "e"])
    assert sheets.split_page(text) == ["\n".join(["a"] * 18), "b\n c\n d\ne"]
    assert sheets.split_page("\n".join(["a"] * 20)) == ["\n".join(["a"] * 20)]
    assert len(sheets.split_page("\n".join(["a"] * 21))) == 2
    assert len(sheets.split_page("x" * 749 + "\n" + "y" * 750)) == 1
    assert len(sheets.split_page("x" * 749 + "\n" + "y" * 751)) == 2
