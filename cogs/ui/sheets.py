"""A hero's pages as one person leafs through them: text and picture, every figure explained in one
press, experience spent where it shows. The buttons carry the page, so that all stays in one panel.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence

import discord
from discord import ButtonStyle
from discord.ui import ActionRow, Container, LayoutView, MediaGallery, Separator, TextDisplay

from cogs.ui.cards import ASKING, PAGE, PLAY, ROW, Buttons, in_rows, option
from cogs.ui.components import IdButton, IdSelect, StaticLayout
from cogs.ui.custom_ids import CustomId, restore, shorten
from cogs.ui.formatting import escape, join_lines, truncate
from cogs.ui.replies import Reply
from engine.game import Offer, Part, Sheet, Topic, View
from render import Picture

LINES, LETTERS = 20, 1500  # of one leaf: what a page holds at a time
ORDER = 50  # letters of an order in a button that carries its page too


class Place:
    """Where a panel is open: the page by its number, and the leaf of it."""

    def __init__(self, page: int = 0, leaf: int = 0) -> None:
        self.page = page
        self.leaf = leaf

    def __str__(self) -> str:
        return f"{self.page}.{self.leaf}"

    @classmethod
    def of(cls, text: str) -> Place:
        """What `str` wrote; the first page for anything else."""
        page, leaf, *_ = [*text.split("."), "", ""]
        return cls(int(page), int(leaf)) if page.isdigit() and leaf.isdigit() else cls()


def leaves(text: str) -> list[str]:
    """A page in pieces of a size to read, parted before lines that are not indented."""
    found: list[list[str]] = [[]]
    for block in _blocks(text.split("\n")):
        now = found[-1]
        long = len(now) + len(block) > LINES or len("\n".join([*now, *block])) > LETTERS
        if now and long:
            found.append([])
        found[-1] += block
    return ["\n".join(lines).strip("\n") for lines in found]


def _blocks(lines: Iterable[str]) -> list[list[str]]:
    blocks: list[list[str]] = []
    for line in lines:
        if blocks and line.startswith(" ") and len(blocks[-1]) < LINES:
            blocks[-1].append(line)
        else:
            blocks.append([line])
    return blocks


def board(title: str, leaf: str) -> Sheet:
    """A leaf as a board that can be drawn: a card for each of its paragraphs."""
    parts = []
    for number, paragraph in enumerate(leaf.split("\n\n")):
        first, *more = paragraph.split("\n")
        if number == 0:
            parts.append(Part(title, (first, *more)))
        else:
            parts.append(Part(first, tuple(more)))
    return Sheet(tuple(parts))


def panel(
    game: int,
    card: int,
    view: View,
    place: Place,
    topics: Sequence[Topic],
    offers: Sequence[Offer],
    picture: Picture | None,
    said: str = "",
) -> Reply:
    """One leaf of a page with the way to the others. `said`: an explanation, or what came of the
    last press; while the rules ask something, the question and its answers stand there."""
    buttons = Buttons(game, card)
    page, text = view.pages[place.page]
    pieces = leaves(text)
    leaf = pieces[place.leaf % len(pieces)]
    asking = bool(view.question and offers)
    box: Container[LayoutView] = Container(accent_colour=ASKING if asking else PLAY)
    several = f" ({place.leaf % len(pieces) + 1} of {len(pieces)})" if len(pieces) > 1 else ""
    box.add_item(TextDisplay(f"## {escape(page)}{several}"))
    files = []
    if picture is not None and not asking:
        name = f"sheet-{place.page}-{place.leaf}-{card}.png"
        files.append(discord.File(io.BytesIO(picture.png), name, description=truncate(leaf, 1024)))
        gallery: MediaGallery[LayoutView] = MediaGallery()
        gallery.add_item(media=f"attachment://{name}", description=truncate(leaf, 1024))
        box.add_item(gallery)
    box.add_item(TextDisplay(join_lines(map(_line, leaf.split("\n")), LETTERS + 300) or "—"))
    if asking:
        said = f"**{escape(view.question)}**"
    if said:
        box.add_item(Separator())
        box.add_item(TextDisplay(truncate(said, 1500)))
    if asking:
        rows = _answers(buttons, place, offers)
    else:
        rows = _menus(buttons, place, page, leaf, topics, offers, several=len(pieces) > 1)
        rows += in_rows(_ways(buttons, view, place, len(pieces)))
    for row in rows:
        box.add_item(ActionRow(*row))
    layout = StaticLayout()
    layout.add_item(box)
    return Reply(view=layout, files=files, update=True)


def _line(line: str) -> str:
    return f"- {escape(line)}" if line.startswith(" ") else escape(line)


def _answers(
    buttons: Buttons, place: Place, offers: Sequence[Offer]
) -> list[Sequence[IdButton | IdSelect]]:
    if len(offers) > ROW:
        options = [option(offer) for offer in offers[:PAGE]]
        return [[IdSelect(buttons.ref("grow", str(place)), options, "Choose…")]]
    return [[IdButton(order(buttons, place, o), o.label, ButtonStyle.primary) for o in offers]]


def _menus(
    buttons: Buttons,
    place: Place,
    page: str,
    leaf: str,
    topics: Sequence[Topic],
    offers: Sequence[Offer],
    *,
    several: bool,
) -> list[Sequence[IdButton | IdSelect]]:
    """What the page's figures can be asked (of `several` leaves, those that this one names), and
    what can be done on the page."""
    rows: list[Sequence[IdButton | IdSelect]] = []
    of_page = [topic for topic in topics if topic.book == "sheet" and topic.page == page]
    if several:
        of_page = [topic for topic in of_page if topic.title in leaf] or of_page
    for number in range(0, min(len(of_page), 4 * PAGE), PAGE):
        some = of_page[number : number + PAGE]
        options = [
            discord.SelectOption(label=truncate(topic.title, 100), value=shorten(value(topic), 100))
            for topic in some
        ]
        names = f"Explain: {some[0].title} to {some[-1].title}"
        rows.append(
            [IdSelect(buttons.ref("topic", f"{place}.{number}"), options, truncate(names, 100))]
        )
    doing = [offer for offer in offers if offer.page == page]
    for number in range(0, min(len(doing), 2 * PAGE), PAGE):
        options = [option(offer) for offer in doing[number : number + PAGE]]
        rows.append(
            [IdSelect(buttons.ref("grow", f"{place}.{number}"), options, "Spend or switch…")]
        )
    return rows


def _ways(buttons: Buttons, view: View, place: Place, pieces: int) -> list[IdButton]:
    """Buttons to the other pages, and on to the next leaf of this one."""
    ways = [
        IdButton(
            buttons.ref("sheet", str(Place(number))),
            title,
            ButtonStyle.primary if number == place.page else ButtonStyle.secondary,
        )
        for number, (title, _) in enumerate(view.pages[:14])
    ]
    if pieces > 1:
        onward = str(Place(place.page, (place.leaf + 1) % pieces))
        ways.append(IdButton(buttons.ref("sheet", onward), "more…"))
    return ways


def order(buttons: Buttons, place: Place, offer: Offer) -> CustomId:
    """What a button of this panel stands for: a place to come back to, and a line."""
    return buttons.ref("buy", f"{place}:{shorten(str(offer.action), ORDER)}")


def value(topic: Topic) -> str:
    """A topic as the value of a menu."""
    return f"{topic.book}:{topic.page}:{topic.name}"


def found(topics: Sequence[Topic], chosen: str) -> Topic | None:
    """The topic that a menu's value stands for."""
    line = restore(chosen, map(value, topics))
    return next((topic for topic in topics if value(topic) == line), None)
