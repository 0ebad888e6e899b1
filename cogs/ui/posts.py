"""Posts: messages that stay and tell what happened, without buttons."""

from __future__ import annotations

from collections.abc import Sequence

from discord.ui import Container, LayoutView, Separator, TextDisplay

from cogs.ui.cards import INACTIVE_COLOUR, TITLE_ID, Card, CardPicture, gallery
from cogs.ui.components import StaticLayout
from cogs.ui.formatting import escape, join_lines
from cogs.ui.languages import say_all
from engine.contract.action import Post

MAX_LETTERS = 3300  # of the lines; Discord takes 4000 in all


def post_lines(post: Post) -> list[str]:
    """Return the lines of a post, each with its account under it in small letters."""
    told = say_all(post)
    lines = []
    for words, account in told.lines:
        lines.append(escape(words))
        if account:
            lines.append(f"-# {escape(account)}")
    return lines


def post_card(post: Post, pictures: Sequence[CardPicture] = (), mention: int | None = None) -> Card:
    """Return a post as a message; `mention`: a person."""
    told = say_all(post)
    box: Container[LayoutView] = Container(accent_colour=INACTIVE_COLOUR)
    if told.title:
        box.add_item(TextDisplay(f"### {escape(told.title)}", id=TITLE_ID))
    if lines := post_lines(post):
        first = None if told.title else TITLE_ID
        box.add_item(TextDisplay(join_lines(lines, MAX_LETTERS), id=first))
    if pictures:
        box.add_item(gallery(pictures))
    if told.below:
        box.add_item(Separator())
        box.add_item(TextDisplay(f"-# {escape(told.below)}"))
    view = StaticLayout()
    if mention is not None:
        view.add_item(TextDisplay(f"<@{mention}>"))
    view.add_item(box)
    return Card(view, [each.file() for each in pictures])
