"""A character's pages for one person: text and picture, explanations, experience spent in place.

A long page is split into parts. The buttons carry the page, so that all stays in one panel.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import discord
from discord import ButtonStyle
from discord.ui import ActionRow, Container, LayoutView, Separator, TextDisplay

from cogs.ui.card_buttons import CardButtons, offer_option
from cogs.ui.cards import PLAY_COLOUR, QUESTION_COLOUR, CardPicture
from cogs.ui.components import (
    MENU_LINES,
    ROW_LENGTH,
    IdButton,
    IdSelect,
    Rows,
    StaticLayout,
    in_rows,
)
from cogs.ui.custom_ids import CustomId, restore, shorten
from cogs.ui.formatting import escape, join_lines, truncate
from cogs.ui.languages import say, translate
from cogs.ui.replies import Reply
from engine.contract.action import Offer
from engine.contract.view import Page, SheetBoard, SheetSection, Topic, View

PART_LINES, PART_LETTERS = 20, 1500  # of one part of a page
ACTION_LETTERS = 50  # of an action line in a button that carries its page too
MAX_PAGE_BUTTONS = 14
MAX_TOPIC_BUTTONS = 10


class SheetPosition:
    """The place where a sheet panel is open: a page by its number, and a part of it."""

    def __init__(self, page: int = 0, part: int = 0) -> None:
        self.page = page
        self.part = part

    def __str__(self) -> str:
        return f"{self.page}.{self.part}"

    @classmethod
    def parse(cls, text: str) -> SheetPosition:
        """Read what `str` wrote; the first page for anything else."""
        page, part, *_ = [*text.split("."), "", ""]
        return cls(int(page), int(part)) if page.isdigit() and part.isdigit() else cls()


class SheetPage:
    """A page of a sheet, split into parts, open at one of them."""

    def __init__(self, pages: Sequence[Page], position: SheetPosition) -> None:
        self.position = SheetPosition(position.page % len(pages), position.part)
        page = pages[self.position.page]
        self.titles = [say(each.title) for each in pages]
        self.name, self.title, self.drawn = page.name, self.titles[self.position.page], page.drawn
        self.parts = split_page(say(page.text))
        self.number = position.part % len(self.parts)
        self.text = self.parts[self.number]

    def board(self) -> SheetBoard:
        """Return the page's own sections, or the open part of its text as a board that can be
        drawn: a section for each paragraph."""
        if self.drawn:
            return SheetBoard(self.drawn)
        sections = []
        for number, paragraph in enumerate(self.text.split("\n\n")):
            first, *rest = paragraph.split("\n")
            if number == 0:
                sections.append(SheetSection(self.title, (first, *rest)))
            else:
                sections.append(SheetSection(first, tuple(rest)))
        return SheetBoard(tuple(sections))


def split_page(text: str) -> list[str]:
    """Split a page into parts of a readable size, only before lines that are not indented."""
    parts: list[list[str]] = [[]]
    for block in _indented_blocks(text.split("\n")):
        part = parts[-1]
        too_long = (
            len(part) + len(block) > PART_LINES or len("\n".join([*part, *block])) > PART_LETTERS
        )
        if part and too_long:
            parts.append([])
        parts[-1] += block
    return ["\n".join(lines).strip("\n") for lines in parts]


def _indented_blocks(lines: Iterable[str]) -> list[list[str]]:
    blocks: list[list[str]] = []
    for line in lines:
        if blocks and line.startswith(" ") and len(blocks[-1]) < PART_LINES:
            blocks[-1].append(line)
        else:
            blocks.append([line])
    return blocks


def sheet_panel(
    buttons: CardButtons,
    view: View,
    page: SheetPage,
    topics: Sequence[Topic],
    offers: Sequence[Offer],
    png: bytes | None,
    message: str = "",
    topic: str = "",
) -> Reply:
    """Return one part of a page with buttons to the others.

    `message`: an explanation, or the result of the last press. `topic`: the name of what was
    explained; all that can be done with it is offered. While the rules ask something, the question
    and its answers stand there.
    """
    asking = bool(view.question and offers)
    box: Container[LayoutView] = Container(accent_colour=QUESTION_COLOUR if asking else PLAY_COLOUR)
    total = len(page.parts)
    part = (
        translate(" ({number} of {total})", number=page.number + 1, total=total)
        if total > 1
        else ""
    )
    box.add_item(TextDisplay(f"## {escape(page.title)}{part}"))
    files = []
    if png is not None and not asking:
        position = page.position
        name = f"sheet-{position.page}-{position.part}-{buttons.card}.png"
        picture = CardPicture(png, name, page.text)
        files.append(picture.file())
        box.add_item(picture.gallery())
    lines = map(_format_line, page.text.split("\n"))
    box.add_item(TextDisplay(join_lines(lines, PART_LETTERS + 300) or "—"))
    if asking:
        message = f"**{escape(view.question)}**"
    if message:
        box.add_item(Separator())
        box.add_item(TextDisplay(truncate(message, 1500)))
    if asking:
        rows: Rows = _answer_rows(buttons, page.position, offers)
    else:
        about = [o for o in offers if topic and o.page == page.name and o.topic == topic]
        menus = [*_topic_menus(buttons, page, topics), *_offer_menus(buttons, page, offers)]
        rows = [
            *_topic_rows(buttons, page.position, about),
            *([menu] for menu in menus),
            *in_rows(_page_buttons(buttons, page)),
        ]
    for row in rows:
        box.add_item(ActionRow(*row))
    layout = StaticLayout()
    layout.add_item(box)
    return Reply(view=layout, files=files, update=True)


def _format_line(line: str) -> str:
    return f"- {escape(line)}" if line.startswith(" ") else escape(line)


def _answer_rows(buttons: CardButtons, position: SheetPosition, offers: Sequence[Offer]) -> Rows:
    if len(offers) > ROW_LENGTH:
        options = [offer_option(offer) for offer in offers[:MENU_LINES]]
        return [[IdSelect(buttons.custom_id("sheet_pick", f"{position}"), options, "Choose…")]]
    answers = [
        IdButton(action_id(buttons, position, offer), offer.label, ButtonStyle.primary)
        for offer in offers
    ]
    return [answers]


def _topic_menus(buttons: CardButtons, page: SheetPage, topics: Sequence[Topic]) -> list[IdSelect]:
    """Return menus of what can be explained on the page: if it has several parts, of this one."""
    on_page = [topic for topic in topics if topic.kind == "page" and topic.page == page.name]
    if len(page.parts) > 1:
        on_page = [topic for topic in on_page if say(topic.title) in page.text] or on_page
    menus = []
    for start in range(0, min(len(on_page), 4 * MENU_LINES), MENU_LINES):
        shown = on_page[start : start + MENU_LINES]
        options = [
            discord.SelectOption(
                label=truncate(topic.title, 100), value=shorten(topic_value(topic), 100)
            )
            for topic in shown
        ]
        placeholder = truncate(
            translate("Explain: {title} to {title2}", title=shown[0].title, title2=shown[-1].title),
            100,
        )
        custom_id = buttons.custom_id("topic", f"{page.position}.{start}")
        menus.append(IdSelect(custom_id, options, placeholder))
    return menus


def _topic_rows(buttons: CardButtons, position: SheetPosition, offers: Sequence[Offer]) -> Rows:
    """Return what can be done with a topic: buttons, and a menu of what is beyond them."""
    shown, rest = offers[:MAX_TOPIC_BUTTONS], offers[MAX_TOPIC_BUTTONS:]
    rows: list[list[IdButton | IdSelect]] = [
        list(row)
        for row in in_rows([IdButton(action_id(buttons, position, o), o.label) for o in shown])
    ]
    if rest:
        options = [offer_option(offer) for offer in rest[:MENU_LINES]]
        custom_id = buttons.custom_id("sheet_pick", f"{position}.t")
        rows.append([IdSelect(custom_id, options, "More with it…")])
    return rows


def _offer_menus(buttons: CardButtons, page: SheetPage, offers: Sequence[Offer]) -> list[IdSelect]:
    """Return menus of what can be done on the page, but for what is done with one of its topics."""
    on_page = [offer for offer in offers if offer.page == page.name and not offer.topic]
    menus = []
    for start in range(0, min(len(on_page), 2 * MENU_LINES), MENU_LINES):
        options = [offer_option(offer) for offer in on_page[start : start + MENU_LINES]]
        custom_id = buttons.custom_id("sheet_pick", f"{page.position}.{start}")
        menus.append(IdSelect(custom_id, options, "Spend or switch…"))
    return menus


def _page_buttons(buttons: CardButtons, page: SheetPage) -> list[IdButton]:
    """Return buttons to the other pages, and to the next part of this one."""
    position = page.position
    found = [
        IdButton(
            buttons.custom_id("sheet", str(SheetPosition(number))),
            title,
            ButtonStyle.primary if number == position.page else ButtonStyle.secondary,
        )
        for number, title in enumerate(page.titles[:MAX_PAGE_BUTTONS])
    ]
    if len(page.parts) > 1:
        following = SheetPosition(position.page, (page.number + 1) % len(page.parts))
        found.append(IdButton(buttons.custom_id("sheet", str(following)), "Next page"))
    return found


def action_id(buttons: CardButtons, position: SheetPosition, offer: Offer) -> CustomId:
    """Return the custom id of a button of this panel: where to come back to, and an action."""
    line = shorten(str(offer.action), ACTION_LETTERS)
    return buttons.custom_id("sheet_act", f"{position}:{line}")


def topic_value(topic: Topic) -> str:
    """Return a topic as the value of a menu."""
    return f"{topic.kind}:{topic.page}:{topic.name}"


def find_topic(topics: Sequence[Topic], chosen: str) -> Topic | None:
    """Return the topic that a menu's value stands for."""
    value = restore(chosen, map(topic_value, topics))
    return next((topic for topic in topics if topic_value(topic) == value), None)
