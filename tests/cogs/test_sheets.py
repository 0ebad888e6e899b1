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
from cogs.ui.sheets import PART_LETTERS, PART_LINES, SheetPage, SheetPosition
from engine.contract.action import Action, Offer
from engine.contract.view import Page, Topic, View
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
